"""A seat pod from the Pi's side: one worker per port that plugs in, talks, times out, and plugs in again.

Posts what a reader and a button would: CardPlaced, CardRemoved, ReaderStatus and ButtonPressed under the pod's name, and PodStatus
for the connection. A pod that is mute, babbles or lies harms nothing: see ``hardware/pod_session.py``.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple, Protocol

from hardware import pod_protocol as protocol
from hardware import ports
from hardware.errors import HardwareError
from hardware.events import HardwareEvent, PodState, PodStatus, Post
from hardware.lights import Pattern
from hardware.pod_session import Quality, Session, Wishes

BACK_OFF_S: Final = (1.0, 2.0, 3.0)
"""Waiting times before a lost pod is tried again; the last one stays."""
STEADY_S: Final = 10.0
"""A session that lasted so long ends a row of failures."""
IDLE_S: Final = 0.25
STEP_BYTES: Final = 1024
PICO_IDS: Final = ((0x2E8A, 0x0005),)
"""USB vendor and product of a Raspberry Pi Pico under MicroPython."""


class Port(Protocol):
    """Bytes to and from a pod. Anything may raise anything once the pod is unplugged."""

    def read(self) -> bytes:
        """The bytes that are there, at most 1024; never waits."""

    def write(self, data: bytes) -> None:
        """Send a line; gives up within half a second."""

    def wait(self, seconds: float) -> None:
        """Return when there is something to read, or ``wake`` was called, or after at most ``seconds``."""

    def wake(self) -> None:
        """End a ``wait`` in another thread."""

    def close(self) -> None:
        """Give up the port."""


@dataclass(slots=True)
class _Worker:
    """One thread's hold on the pod; a ``retired`` one says nothing any more and clears up when whatever hangs lets go."""

    port: Port | None = None
    session: Session | None = None
    thread: threading.Thread | None = None
    retired: bool = False
    inherited: Port | None = None
    """The port of the worker before, which may still hold it: closed by this one's thread, because closing may hang as well."""


class Pod:
    """One seat pod.

    ``open_port`` opens its port and raises what it likes if it cannot. ``show``, ``flash`` and ``ask`` may be called from any
    thread at any time; what they said last is told to the pod whenever it is there. ``start`` runs the worker; tests call ``step``.
    """

    def __init__(
        self,
        name: str,
        open_port: Callable[[], Port],
        post: Post,
        clock: Callable[[], float] = time.monotonic,
    ):
        self.name = name
        self.beats = 0
        """Counts the turns of the worker; a watchdog sees by it that the thread is alive."""
        self.quality = Quality()
        self.trouble = ""
        """What the last port said when it was given up, if it said anything: for the doctor, nothing depends on it."""
        self.told = ""
        """The sentence of the last PodStatus."""
        self._open_port = open_port
        self._post = post
        self._clock = clock
        self._wishes = Wishes()
        self._awake = threading.Event()
        self._closing = threading.Event()
        self._worker = _Worker()
        self._lying: str | None = None
        self._ready_at: float | None = None
        self._said: tuple[PodState, str] = ("closed", "")
        self._tries = 0
        self._retry_at = 0.0

    @property
    def hello(self) -> protocol.Hello | None:
        """How the pod named itself in this session; None while it is not there."""
        session = self._worker.session
        return session.hello if session is not None else None

    @property
    def status(self) -> PodState:
        """State of the connection: starting, ready, lost or closed (before the start, too)."""
        return self._said[0]

    def show(self, pattern: Pattern) -> None:
        """The lamp's lasting pattern; the pod moves it by itself, so this is the ``send`` of a ``lights.SentLamp``."""
        self._wishes.show(pattern)
        self._wake()

    def flash(self, pattern: Pattern, seconds: float = 0.8) -> None:
        """A moment over the lasting pattern; nothing happens if the pod does not come within two seconds."""
        self._wishes.flash(pattern, seconds, self._clock())
        self._wake()

    def ask(self, meaning: str | None) -> None:
        """What the button means from now on (``stand``, ``next``, ``war`` …) or nothing; a press for an older meaning is void.

        Raises ProtocolError for a word that no line can carry: up to 16 lower-case letters, digits and hyphens.
        """
        self._wishes.ask(meaning)
        self._wake()

    def start(self) -> None:
        """Run the worker in a thread of its own until ``close``."""
        worker = self._worker
        if worker.thread is None and not self._closing.is_set():
            worker.thread = threading.Thread(target=self._run, args=(worker,), name=f"pod {self.name}", daemon=True)
            worker.thread.start()

    def replace(self) -> None:
        """Leave a worker that hangs to itself and go on with a new one, which remembers what lay on the pod's reader."""
        old = self._worker
        if self._closing.is_set():
            return
        old.retired = True
        if old.session is not None:
            self._lying = old.session.lying
        self._ready_at = None
        self._retry_at = 0.0
        self._worker = _Worker(inherited=old.port)
        if old.thread is not None:
            self.start()

    def close(self) -> None:
        """Put the pod's lamp out, if it is there, and give up the port; any number of times."""
        if self._closing.is_set():
            return
        self._closing.set()
        self._wake()
        thread = self._worker.thread
        if thread is None:
            self._leave(self._worker)
        elif thread is not threading.current_thread():
            thread.join(timeout=3.0)

    def step(self, now: float) -> float:
        """Do what is due without waiting for the pod; returns the seconds until the next step is due at the latest."""
        return self._step(self._worker, now)

    def _step(self, worker: _Worker, now: float) -> float:
        self.beats += 1
        if worker.port is None and now < self._retry_at:
            return self._retry_at - now
        try:
            self._talk(worker, now)
        except HardwareError as error:
            self._lose(worker, now, error.code, str(error))
        except Exception as error:
            # pyserial lets termios.error, TypeError and IndexError out of an unplugged port (knowledge/hardware.md, section 6).
            self._lose(worker, now, "device-failed", str(error) or type(error).__name__)
        return IDLE_S if worker.port is not None else max(0.0, self._retry_at - now)

    def _talk(self, worker: _Worker, now: float) -> None:
        if worker.port is None or worker.session is None:
            if self._said[0] == "closed":
                self._say("starting", now)
            inherited, worker.inherited = worker.inherited, None
            self._shut(inherited)
            worker.port = self._open_port()

            def post(event: HardwareEvent) -> None:
                if not worker.retired:
                    self._post(event)

            def greeted(hello: protocol.Hello, at: float) -> None:
                if not worker.retired:
                    self._greeted(hello, at)

            worker.session = Session(self.name, post, self._wishes, self.quality, greeted, now, self._lying)
        heard = worker.port.read()[:STEP_BYTES]
        if worker.retired:
            return
        worker.session.feed(heard, now)
        for line in worker.session.due(now):
            worker.port.write(line)

    def _greeted(self, hello: protocol.Hello, now: float) -> None:
        if self._ready_at is None:
            self._ready_at = now
        self._say("ready", now, detail=f"pod {hello.ident}, firmware {hello.firmware}")

    def _run(self, worker: _Worker) -> None:
        while not (self._closing.is_set() or worker.retired):
            self._awake.clear()
            pause = self._step(worker, self._clock())
            port = worker.port
            if port is None:
                self._awake.wait(pause)
            elif not self._awake.is_set():
                try:
                    port.wait(pause)
                except Exception as error:
                    self._lose(worker, self._clock(), "device-failed", str(error) or type(error).__name__)
        self._leave(worker)

    def _wake(self) -> None:
        self._awake.set()
        port = self._worker.port
        if port is not None:
            try:
                port.wake()
            except Exception as error:
                # It is being unplugged at this moment; the worker sees that for itself and tells it.
                self.trouble = str(error)

    def _say(self, state: PodState, now: float, *, code: str = "", detail: str = "") -> None:
        if (state, code) != self._said:
            self._said = state, code
            self.told = detail
            self._post(PodStatus(pod=self.name, status=state, at=now, code=code, detail=detail))

    def _lose(self, worker: _Worker, now: float, code: str, detail: str) -> None:
        self._give_up(worker)
        if worker.retired:
            return
        if self._ready_at is not None and now - self._ready_at >= STEADY_S:
            self._tries = 0
        self._ready_at = None
        self._retry_at = now + BACK_OFF_S[min(self._tries, len(BACK_OFF_S) - 1)]
        self._tries += 1
        self._say("lost", now, code=code, detail=detail)

    def _leave(self, worker: _Worker) -> None:
        port, session = worker.port, worker.session
        if port is not None and session is not None and session.hello is not None and not worker.retired:
            try:
                for line in session.goodbye():
                    port.write(line)
            except Exception as error:
                self.trouble = str(error)  # it goes dark by itself when it hears nothing more
        self._give_up(worker)
        if self._said[0] != "closed" and not worker.retired:
            self._say("closed", self._clock())

    def _give_up(self, worker: _Worker) -> None:
        if worker.session is not None and not worker.retired:
            self._lying = worker.session.lying
        port, worker.port, worker.session = worker.port, None, None
        self._shut(port)

    def _shut(self, port: Port | None) -> None:
        if port is not None:
            try:
                port.close()
            except Exception as error:
                self.trouble = str(error)  # an unplugged port may refuse even this (failures.md, row 2)


class SerialPodPort:
    """A pod's USB serial port through pyserial; raises a DeviceError with the exact fix when it cannot be opened."""

    def __init__(self, path: str):
        import serial

        try:
            self._tty: Any = serial.Serial(
                ports.resolve(path), 115200, timeout=IDLE_S, write_timeout=0.5, exclusive=_exclusive()
            )
        except (OSError, ValueError) as error:  # SerialException is an OSError
            raise ports.explain_open_error(path, error) from error
        self._ahead = b""

    def read(self) -> bytes:
        """The bytes that are there, at most 1024."""
        ahead, self._ahead = self._ahead, b""
        waiting = min(self._tty.in_waiting, STEP_BYTES)
        return ahead + (bytes(self._tty.read(waiting)) if waiting else b"")

    def write(self, data: bytes) -> None:
        """Send; a stuck peer raises SerialTimeoutException after half a second."""
        self._tty.write(data)

    def wait(self, seconds: float) -> None:
        """Until a byte comes, ``wake`` is called, or a quarter of a second passed."""
        if seconds > 0.0:
            self._ahead += bytes(self._tty.read(1))

    def wake(self) -> None:
        """End a wait."""
        self._tty.cancel_read()

    def close(self) -> None:
        """Give up the port."""
        self._tty.close()


def _exclusive() -> bool | None:
    return True if os.name == "posix" else None  # Windows opens ports exclusively anyhow, and pyserial refuses the word


class FoundPod(NamedTuple):
    """A board that may be a pod: where it is, and its own number."""

    path: str
    ident: str


def find_pods() -> tuple[FoundPod, ...]:
    """Boards that are plugged in and look like pods (a Pico under MicroPython); nothing is opened or probed."""
    from serial.tools import list_ports

    return tuple(
        FoundPod(port.device, port.serial_number or "")
        for port in sorted(list_ports.comports(), key=lambda port: str(port.device))
        if (port.vid, port.pid) in PICO_IDS
    )
