"""Telling systemd how we are, and not telling it when we are not: readiness, status, watchdog.

The protocol is sd_notify's: a datagram of ``KEY=value`` lines to the socket in ``NOTIFY_SOCKET``. No library is needed for that. A
watchdog that is fed by a timer proves that a timer runs; ours is fed only if every loop that matters has turned since the last time.
"""

from __future__ import annotations

import os
import socket
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

FEEDS_PER_TIMEOUT: Final = 3.0
"""The watchdog is fed so many times in the time after which systemd would restart us."""
PATIENCE_S: Final = 10.0
"""A device's worker that did not turn for this time hangs, and is replaced."""


class Notifier:
    """The line to systemd. ``address`` is ``NOTIFY_SOCKET`` (a path, or ``@name`` for an abstract socket), or None: then all is silence.

    Every method returns whether systemd got it and never raises: a program must not die of reporting that it lives.
    """

    def __init__(self, address: str | None, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._address = address if address and address[0] in "/@" and hasattr(socket, "AF_UNIX") else None
        self._status = ""
        self.failure = ""
        """Why the last message did not arrive; empty if it did."""

    @property
    def listening(self) -> bool:
        """Whether somebody asked to be told."""
        return self._address is not None

    def ready(self, status: str = "") -> bool:
        """The journal and the screen are up, and each device is ready or reported faulty."""
        return self._send("READY=1", *self._status_line(status))

    def status(self, text: str) -> bool:
        """One line for ``systemctl status``; the same again is not sent."""
        if text == self._status:
            return True
        return self._send(*self._status_line(text))

    def watchdog(self) -> bool:
        """All is well."""
        return self._send("WATCHDOG=1")

    def stopping(self) -> bool:
        """An orderly end has begun."""
        return self._send("STOPPING=1")

    def _status_line(self, text: str) -> tuple[str, ...]:
        if not text:
            return ()
        self._status = text
        return ("STATUS=" + " ".join(text.split())[:200],)

    def _send(self, *lines: str) -> bool:
        if self._address is None or not lines:
            return False
        address = "\0" + self._address[1:] if self._address[0] == "@" else self._address
        message = (
            "\n".join((*lines, f"MONOTONIC_USEC={int(self._clock() * 1e6)}"))
            if lines[0] == "READY=1"
            else "\n".join(lines)
        )
        try:
            with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as line:
                line.settimeout(0.5)
                line.connect(address)
                line.sendall(message.encode())
        except OSError as error:
            self.failure = str(error)
            return False
        self.failure = ""
        return True


@dataclass(slots=True)
class _Watched:
    """One loop: its counter, and what was known of it."""

    beats: Callable[[], int]
    nudge: Callable[[], None] | None
    replace: Callable[[], None] | None
    seen: int
    moved_at: float
    moved: bool = False


class Watchdog:
    """Feeds systemd's watchdog every third of ``timeout`` seconds, but only if every watched loop turned since the last feed.

    ``watch`` names a loop and its heartbeat counter. A loop that sleeps until it is told something gets a ``nudge``. A device's worker gets
    ``replace``: it is replaced when it hangs, and never keeps the dog hungry, because a dead reader is no reason to restart a game.
    ``timeout`` None (no watchdog asked for) still replaces hanging workers. ``start`` runs it in a thread; tests call ``step``.
    """

    def __init__(self, notifier: Notifier, timeout: float | None, clock: Callable[[], float] = time.monotonic):
        self._notifier = notifier
        self._clock = clock
        self._every = 5.0 if timeout is None else timeout / FEEDS_PER_TIMEOUT
        self._asked = timeout is not None
        self._lock = threading.Lock()
        self._watched: dict[str, _Watched] = {}
        self._fed_at: float | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None
        self.replaced: dict[str, int] = {}
        """How often each worker had to be replaced."""

    def watch(
        self,
        name: str,
        beats: Callable[[], int],
        *,
        nudge: Callable[[], None] | None = None,
        replace: Callable[[], None] | None = None,
    ) -> None:
        """Watch a loop by its counter, from now on; a name watched already is watched anew."""
        with self._lock:
            self._watched[name] = _Watched(beats, nudge, replace, beats(), self._clock())

    def forget(self, name: str) -> None:
        """Watch this loop no more; unknown names are forgotten already."""
        with self._lock:
            self._watched.pop(name, None)

    def hanging(self) -> tuple[str, ...]:
        """The loops that did not turn since the last feed."""
        with self._lock:
            return tuple(name for name, loop in self._watched.items() if not loop.moved)

    def step(self, now: float) -> bool:
        """Look at every loop; feed if it is time and all of them turned. Returns whether systemd was fed."""
        with self._lock:
            loops = list(self._watched.items())
        for name, loop in loops:
            self._look(name, loop, now)
        if self._fed_at is not None and now - self._fed_at < self._every:
            return False
        hungry = [name for name, loop in loops if not loop.moved and loop.replace is None]
        if hungry:
            self._notifier.status("waiting for " + ", ".join(hungry))
            return False
        self._fed_at = now
        for _, loop in loops:
            loop.moved = False
        self._notifier.status("playing")
        return self._asked and self._notifier.watchdog()

    def start(self) -> None:
        """Run in a thread of its own until ``close``."""
        if self._thread is None:
            self._thread = threading.Thread(target=self._run, name="watchdog", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop looking; any number of times."""
        self._stop.set()
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)

    def _look(self, name: str, loop: _Watched, now: float) -> None:
        beats = loop.beats()
        if beats != loop.seen:
            loop.seen, loop.moved, loop.moved_at = beats, True, now
            return
        if loop.replace is not None and now - loop.moved_at >= PATIENCE_S:
            loop.moved_at = now
            self.replaced[name] = self.replaced.get(name, 0) + 1
            try:
                loop.replace()
            except Exception as error:
                # The device stays away; the next round tries again. It must not take the dog's food with it.
                self._notifier.status(f"{name} hangs and could not be replaced: {error}")
        elif loop.nudge is not None:
            loop.nudge()

    def _run(self) -> None:
        while not self._stop.wait(min(1.0, self._every / 2)):
            self.step(self._clock())


def from_environment(
    environ: Mapping[str, str] | None = None, clock: Callable[[], float] = time.monotonic
) -> tuple[Notifier, Watchdog]:
    """The notifier and the watchdog that systemd asked this process for (``NOTIFY_SOCKET``, ``WATCHDOG_USEC``, ``WATCHDOG_PID``)."""
    environ = os.environ if environ is None else environ
    notifier = Notifier(environ.get("NOTIFY_SOCKET"), clock)
    usec, pid = environ.get("WATCHDOG_USEC", ""), environ.get("WATCHDOG_PID", "")
    asked = usec.isascii() and usec.isdigit() and int(usec) > 0 and pid in ("", str(os.getpid()))
    return notifier, Watchdog(notifier, int(usec) / 1e6 if asked else None, clock)
