"""One reader, owned by one worker thread: poll, tell presences, reconnect, check its health.

This is what others hold; the work is in hardware/worker.py. Every step is bounded and can be driven by hand under a moved clock
(``Reader.step``), so nothing here sleeps but the thread's own wait between steps.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable
from typing import Final

from hardware import payload
from hardware.events import HardwareEvent, Post, ReaderState, ReaderStatus
from hardware.quality import QualityMeter, ReaderQuality
from hardware.source import CardSource
from hardware.worker import Memory, Worker, Writing

log = logging.getLogger(__name__)

POLL_EVERY: Final = 0.1
HEALTH_EVERY: Final = 5.0
BACK_OFF: Final = (1.0, 2.0, 3.0)
"""Seconds to wait after the first, second … failed opening; the last one repeats. Opening takes up to 1.5 s: back within 5 s."""

_JOIN_TIMEOUT: Final = 3.0


class Reader:
    """A reader by name; the same for a port of the system and for a simulated chip, which differ in ``open_source`` alone.

    ``post`` receives the events, from the worker's thread. ``is_known(uid)`` says whether a tag needs no introduction; a payload is
    read only from one that is not known. ``heartbeat`` grows with every step: a watchdog that sees it stand still calls ``replace``.
    """

    def __init__(
        self,
        name: str,
        open_source: Callable[[], CardSource],
        post: Post,
        *,
        is_known: Callable[[str], bool] = lambda _uid: False,
        clock: Callable[[], float] = time.monotonic,
        poll_every: float = POLL_EVERY,
        health_every: float = HEALTH_EVERY,
        back_off: tuple[float, ...] = BACK_OFF,
    ):
        self.name = name
        self.open_source = open_source
        self.is_known = is_known
        self.clock = clock
        self.poll_every = poll_every
        self.health_every = health_every
        self.back_off = back_off
        self.meter = QualityMeter()
        self.heartbeat = 0
        self._post = post
        self._status = ReaderStatus(name, "starting", clock())
        self._lock = threading.Lock()
        self._writing: Writing | None = None
        self._worker = Worker(self, Memory())

    # -- what others see -------------------------------------------------------------------------------------------------

    @property
    def status(self) -> ReaderState:
        """State of the connection: starting, ready, lost or closed."""
        return self._status.status

    @property
    def last_status(self) -> ReaderStatus:
        """The last event about the connection, with its code and its fix."""
        return self._status

    @property
    def quality(self) -> ReaderQuality:
        """How it has been reading."""
        return self.meter.snapshot()

    # -- what others do --------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Start the worker's thread."""
        self._worker.start()

    def step(self) -> float:
        """Do the next piece of work now, and return the seconds to wait before the one after; for use without the thread."""
        return self._worker.step()

    def close(self, timeout: float = _JOIN_TIMEOUT) -> None:
        """Stop and close the port; waits no longer than ``timeout`` seconds for a worker that hangs."""
        worker = self._worker
        worker.stop(timeout)
        self._tell(ReaderStatus(self.name, "closed", self.clock()))

    def replace(self) -> None:
        """Leave a worker that hangs to itself and go on with a new one, which remembers what lay on the reader.

        The old one posts nothing any more, and closes its port if it ever wakes up.
        """
        old = self._worker
        log.warning("the worker of reader %s hangs and is replaced", self.name)
        self._worker = Worker(self, old.memory, inherited=old.source)
        old.retire()
        if old.thread is not None:
            self._worker.start()

    def write(self, number: int, uid: str) -> None:
        """Ask for a payload on the tag with this UID: now if it lies there alone, else as soon as it does.

        The answer is a PayloadWritten; a tag that was placed for this is not reported as placed. A later request replaces this
        one. Raises BadPayloadError outside 24 bits.
        """
        payload.code_for(number)
        with self._lock:
            self._writing = Writing(uid.upper(), number)

    def cancel_write(self) -> None:
        """Take back a request that was not yet carried out."""
        with self._lock:
            self._writing = None

    # -- for the worker --------------------------------------------------------------------------------------------------

    def beat(self, worker: Worker) -> None:
        """Count a step of the current worker."""
        if worker is self._worker:
            self.heartbeat += 1

    def report(self, worker: Worker, event: HardwareEvent) -> None:
        """Post an event, unless it comes from a worker that was replaced; a listener's failure is no failure of the reader."""
        if worker is self._worker and not worker.retired:
            self._tell(event)

    def _tell(self, event: HardwareEvent) -> None:
        if isinstance(event, ReaderStatus) and event.status in ("starting", "ready", "lost", "closed"):
            self._status = event
        try:
            self._post(event)
        except Exception:
            log.exception("nobody could take the event %r", event)

    def writing_for(self, uid: str) -> Writing | None:
        """The request that waits for this tag, if there is one."""
        with self._lock:
            return self._writing if self._writing is not None and self._writing.uid == uid else None

    def written(self, request: Writing) -> None:
        """Forget a request that was carried out, unless a new one took its place."""
        with self._lock:
            if self._writing is request:
                self._writing = None
