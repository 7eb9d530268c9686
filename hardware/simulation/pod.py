"""A seat pod made of Python: the firmware's own state machine and PN532 driver, on a simulated chip, lamp and button.

The very files that run on the RP2040 run here, so this pod is the reference of the protocol. It is reached in this process
(``port``, any operating system) or as a pseudo-terminal (``PodPty``, Linux), and it can be unplugged, muted, garbled and made to lie.
"""

from __future__ import annotations

import errno
import os
import threading
import time
from collections.abc import Callable, Iterable
from types import TracebackType
from typing import Final, Self

from hardware.errors import DeviceMissingError
from hardware.firmware import pn532
from hardware.firmware.pod import Board, Pod
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.faults import Faults
from hardware.simulation.terminal import PtyDevice

STEP_MS: Final = 5
"""Time of one turn of the firmware's loop."""
_MOST: Final = 65536


class ChipUart(pn532.Uart):
    """A UART of the microcontroller, with a simulated PN532 at its far end and the faults of its wires."""

    def __init__(self, chip: SimulatedPN532, faults: Faults):
        self.chip = chip
        self.faults = faults
        self._received = bytearray()

    def any(self) -> int:
        """How many bytes can be read now."""
        self._arrive(self.chip.poll())
        return len(self._received)

    def read(self, count: int) -> bytes | None:
        """Up to ``count`` of them."""
        data = bytes(self._received[:count])
        del self._received[:count]
        return data or None

    def write(self, data: bytes) -> int | None:
        """To the chip; its answer is there at once."""
        if not (self.faults.muted or self.faults.unplugged):
            self._arrive(self.chip.feed(data))
        return len(data)

    def _arrive(self, sent: list[bytes]) -> None:
        for frame in self.faults.pass_on(sent):
            self._received += frame


class SimulatedPod(Board):
    """One pod on the table; thread safe, so hands and wires may be in different threads.

    Time is handed in (``turn``, milliseconds). ``chip`` takes tags, ``reader_faults`` are those of the wires to it, ``colour`` is what
    the lamp shows now. Faults of the line: ``muted`` (hears, never answers), ``deaf`` (hears nothing), ``damage`` (what the line
    does to the bytes of the pod), ``plugged``.
    """

    def __init__(self, ident: str = "E6614C311B2A5D2C", caps: str = "rlb"):
        self.lock = threading.RLock()
        self.chip = SimulatedPN532()
        self.reader_faults = Faults()
        self.colour = (0, 0, 0)
        self.watchers: list[Callable[[tuple[int, int, int]], None]] = []
        self.muted = False
        self.deaf = False
        self.damage: Callable[[bytes], bytes] = bytes
        self.plugged = True
        self._ident = ident
        self._caps = caps
        self._down = False
        self.now = 0
        self._power_on()

    # what a hand does

    def press(self) -> None:
        """Push the button down."""
        with self.lock:
            self._down = True

    def release(self) -> None:
        """Let go of it."""
        with self.lock:
            self._down = False

    def unplug(self) -> None:
        """Pull the USB plug: the pod has no power and the port is gone."""
        with self.lock:
            self.plugged = False
            self.chip.power_on()
            self._out.clear()
            self.show((0, 0, 0))

    def plug(self) -> None:
        """Put the plug in again: the firmware starts anew."""
        with self.lock:
            self.plugged = True
            self._power_on()

    def say(self, data: bytes) -> None:
        """Put any bytes on the line, as a pod that lies or babbles does."""
        with self.lock:
            self._out += data

    # what the firmware asks of its board

    def send(self, line: bytes) -> None:
        """Put a line on the wire, if nobody cut it."""
        if not self.muted and len(self._out) < _MOST:
            self._out += self.damage(line)

    def show(self, colour: tuple[int, int, int]) -> None:
        """Light the lamp."""
        if colour != self.colour:
            self.colour = colour
            for watcher in tuple(self.watchers):
                watcher(colour)

    # the wire and the loop

    def hear(self, data: bytes) -> None:
        """Bytes come from the Pi."""
        with self.lock:
            if self.plugged and not self.deaf:
                self._pod.feed(data, self.now)

    def said(self, most: int = 1024) -> bytes:
        """Take what the pod has sent, up to ``most`` bytes."""
        with self.lock:
            data = bytes(self._out[:most])
            del self._out[:most]
            return data

    def turn(self, now: int) -> None:
        """One turn of the firmware's loop (as in hardware/firmware/main.py) at ``now`` milliseconds."""
        with self.lock:
            self.now = max(now, self.now)
            if not self.plugged:
                return
            if self._reader.step(self.now):
                self._pod.poll(self._reader.uids, self.now)
            self._pod.button(self._down, self.now)
            self._pod.tick(self.now)

    def _power_on(self) -> None:
        self._out = bytearray()
        self._pod = Pod(self, self._ident, self._caps)
        self._reader = pn532.PN532(ChipUart(self.chip, self.reader_faults))
        self._pod.start(self.now)


class PodLink:
    """A port of ``hardware.pod.Pod`` with a simulated pod at its far end, in this process: opens, fails and closes like a real one."""

    def __init__(self, pod: SimulatedPod):
        if not pod.plugged:
            raise DeviceMissingError("the simulated pod is unplugged")
        self._pod = pod
        self._awake = threading.Event()
        self._closed = False

    def read(self) -> bytes:
        """What the pod has said."""
        self._check()
        return self._pod.said()

    def write(self, data: bytes) -> None:
        """Tell the pod."""
        self._check()
        self._pod.hear(data)

    def wait(self, seconds: float) -> None:
        """A short while, or until woken."""
        self._check()
        self._awake.wait(min(seconds, STEP_MS * 4 / 1000))
        self._awake.clear()

    def wake(self) -> None:
        """End a wait."""
        self._awake.set()

    def close(self) -> None:
        """Give up the port."""
        self._closed = True

    def _check(self) -> None:
        if self._closed or not self._pod.plugged:
            raise OSError(errno.EIO, os.strerror(errno.EIO))


class PodLoop:
    """Turns a pod's loop in a thread of its own, for the simulator on the screen; a context manager."""

    def __init__(self, pod: SimulatedPod, clock: Callable[[], float] = time.monotonic):
        self._pod = pod
        self._clock = clock
        self._stop = threading.Event()
        self._thread = threading.Thread(target=self._run, name="simulated pod", daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def start(self) -> None:
        """Begin to turn."""
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(2)

    def _run(self) -> None:
        began = self._clock()
        while not self._stop.wait(STEP_MS * 4 / 1000):
            self._pod.turn(int((self._clock() - began) * 1000))


class PodPty(PtyDevice):
    """Serves a pod on a pseudo-terminal: ``link`` opens like a real ``/dev/ttyACM0`` and is kept like a udev alias. Linux.

    The firmware's loop turns in a thread with the real clock.
    """

    def __init__(self, pod: SimulatedPod, link: str):
        self.pod = pod
        self._began = time.monotonic()
        super().__init__(link, rest=STEP_MS / 1000, name="pod")

    def _power(self, on: bool) -> None:
        if on:
            self.pod.plug()
        else:
            self.pod.unplug()

    def _turn(self, data: bytes) -> Iterable[bytes]:
        if data:
            self.pod.hear(data)
        self.pod.turn(int((time.monotonic() - self._began) * 1000))
        said = self.pod.said()
        return (said,) if said else ()
