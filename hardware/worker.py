"""The work of one reader: poll, tell presences, let unknown tags introduce themselves, write payloads, reconnect.

An exception of a tag is about the tag; **any** other one puts the connection in doubt: it is tried twice more, then closed by force
and reopened, at once if it had been good, else with back-off from 1 to 3 s (knowledge/failures.md, rows 2 to 4).
"""

from __future__ import annotations

import logging
import threading
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, NamedTuple

from hardware import payload
from hardware.errors import HardwareError, TagError
from hardware.events import CardPlaced, CardRemoved, PayloadWritten, ReaderStatus
from hardware.presence import FieldSays, Flickered, Placed, Presence, Removed
from hardware.source import CardSource, Target

if TYPE_CHECKING:
    from hardware.reader import Reader

log = logging.getLogger(__name__)

_STUMBLES: Final = 3
_INTRODUCTIONS: Final = 3
_MOST_READS: Final = 4


class Writing(NamedTuple):
    """A request to write a payload."""

    uid: str
    number: int


@dataclass
class Memory:
    """What a worker knows of the cards on its reader, handed over whole to the one that replaces it."""

    presence: Presence = field(default_factory=Presence)
    pending: CardPlaced | None = None
    """A card whose tag has not introduced itself yet."""
    introductions: int = 0
    hushed: str | None = None
    """A tag that was placed to be written: not reported until it is lifted."""


class Worker:
    """The one owner of an opened source; everything here runs in its thread, or in the thread that calls ``Reader.step``."""

    def __init__(self, reader: Reader, memory: Memory, inherited: CardSource | None = None):
        self.memory = memory
        self.source: CardSource | None = None
        self.thread: threading.Thread | None = None
        self._reader = reader
        self._inherited = inherited
        self._halt = threading.Event()
        self.retired = False
        self._next_try = float("-inf")
        self._attempts = 0
        self._was_good = False
        self._stumbles = 0
        self._checked_at = 0.0

    # -- life ------------------------------------------------------------------------------------------------------------

    def start(self) -> None:
        """Run in a thread of its own."""
        self.thread = threading.Thread(target=self._run, daemon=True, name=f"reader {self._reader.name}")
        self.thread.start()

    def stop(self, timeout: float) -> None:
        """End, and wait so many seconds for it."""
        self._halt.set()
        if self.thread is None:
            self._shut()
            return
        self.thread.join(timeout)
        if self.thread.is_alive():
            log.warning(
                "the worker of reader %s did not end within %.1f s and is left to itself", self._reader.name, timeout
            )
            self.retire()

    def retire(self) -> None:
        """Be replaced: post nothing more, and end as soon as whatever hangs lets go."""
        self.retired = True
        self._halt.set()

    def _run(self) -> None:
        while not self._halt.is_set():
            try:
                delay = self.step()
            except Exception:  # a fault of ours must not take the reader from the table
                log.exception("reader %s stumbled over its own feet", self._reader.name)
                delay = self._reader.back_off[0]
            self._halt.wait(delay)
        self._shut()

    def _shut(self) -> None:
        source, self.source = self.source, None
        if source is not None:
            if self.retired:
                source.abandon()
            else:
                source.close()

    # -- one step --------------------------------------------------------------------------------------------------------

    def step(self) -> float:
        """See Reader.step."""
        reader = self._reader
        reader.beat(self)
        if self._inherited is not None:
            inherited, self._inherited = self._inherited, None
            self.memory.presence.interrupted()
            inherited.abandon()  # here and not in replace(): closing a port that hangs may hang as well
        now = reader.clock()
        if self.source is None:
            if now < self._next_try:
                return min(self._next_try - now, reader.back_off[0])
            if not self._open():
                return min(self._next_try - reader.clock(), reader.back_off[0])
        assert self.source is not None
        try:
            self._poll(self.source)
        except Exception as error:  # the one boundary: nfcpy lets out OSError, termios.error, IndexError and more
            if self.retired:
                return 0.0
            return self._stumble(error)
        self._stumbles = 0
        return max(reader.poll_every - (reader.clock() - now), 0.0)

    def _open(self) -> bool:
        try:
            source = self._reader.open_source()
        except Exception as error:
            self._lost(error)
            return False
        if self.retired:
            source.abandon()
            return False
        self.source = source
        self._stumbles = 0
        self._checked_at = self._reader.clock()
        self._reader.meter.connected()
        log.info("reader %s: %s", self._reader.name, source.description)
        return True

    def _poll(self, source: CardSource) -> None:
        reader = self._reader
        if reader.clock() - self._checked_at >= reader.health_every:
            source.health()
            self._checked_at = reader.clock()
        targets = source.poll()
        if self.retired:
            return
        at = reader.clock()
        reader.meter.polled(tuple(target.uid for target in targets if target.uid and not target.is_phone), at)
        for change in self.memory.presence.seen(targets, at):
            match change:
                case Placed(target):
                    self._placed(target, at)
                case Removed(uid):
                    self._removed(uid, at)
                case FieldSays(status, uids):
                    reader.report(self, ReaderStatus(reader.name, status, at, uids=uids))
                case Flickered(uid, misses):
                    reader.meter.missed(uid, misses)
        if self.memory.presence.settled and not self._was_good:
            self._was_good = True
            self._attempts = 0
            if reader.status != "ready":
                reader.report(self, ReaderStatus(reader.name, "ready", at, detail=source.description))
        alone = self.memory.presence.alone
        if alone is not None:
            self._introduce(source, alone)
            self._write(source, alone)

    # -- cards -----------------------------------------------------------------------------------------------------------

    def _placed(self, target: Target, at: float) -> None:
        if self._reader.writing_for(target.uid) is not None:
            self.memory.hushed = target.uid
            return
        self._reader.meter.read(target.uid)
        event = CardPlaced(self._reader.name, target.uid, at)
        if target.has_pages and not self._known(target.uid):
            self.memory.pending, self.memory.introductions = event, 0
        else:
            self._reader.report(self, event)

    def _removed(self, uid: str, at: float) -> None:
        if self.memory.hushed == uid:
            self.memory.hushed = None
            return
        self._settle_introduction(None)
        self._reader.report(self, CardRemoved(self._reader.name, uid, at))

    def _known(self, uid: str) -> bool:
        try:
            return self._reader.is_known(uid)
        except Exception:
            log.exception("nobody could say whether the tag %s is known", uid)
            return False

    def _introduce(self, source: CardSource, target: Target) -> None:
        if self.memory.pending is None or self.memory.pending.uid != target.uid:
            return
        self.memory.introductions += 1
        try:
            number = _number_on(source, target)
            if not self.retired:  # the successor has the card now, and lets it introduce itself
                self._settle_introduction(number)
        except TagError as error:
            log.info("reader %s: the tag %s did not introduce itself: %s", self._reader.name, target.uid, error)
            if self.memory.introductions >= _INTRODUCTIONS:
                self._settle_introduction(None)

    def _settle_introduction(self, number: int | None) -> None:
        if self.memory.pending is not None:
            event, self.memory.pending = self.memory.pending, None
            self._reader.report(self, CardPlaced(event.reader, event.uid, event.at, number))

    def _write(self, source: CardSource, target: Target) -> None:
        request = self._reader.writing_for(target.uid)
        if request is None:
            return
        self._settle_introduction(None)
        self._reader.written(request)
        try:
            source.write_payload(target, request.number)
        except TagError as error:
            self._report_written(request, str(error), error.code)
        except Exception:
            self._report_written(request, "The reader failed in the middle of it.", "reader-failed")
            raise
        else:
            self._report_written(request)

    def _report_written(self, request: Writing, detail: str = "", code: str = "") -> None:
        reader = self._reader
        event = PayloadWritten(
            reader.name, request.uid, request.number, reader.clock(), ok=not code, detail=detail, code=code
        )
        reader.report(self, event)

    # -- trouble ---------------------------------------------------------------------------------------------------------

    def _stumble(self, error: Exception) -> float:
        """Take note of an exchange that failed; garbled frames are forgiven, the third in a row costs the connection."""
        self._stumbles += 1
        self._reader.meter.failed()
        log.info("reader %s: %r", self._reader.name, error)
        if self._stumbles < _STUMBLES:
            return 0.0
        source, self.source = self.source, None
        if source is not None:
            source.abandon()
        self.memory.presence.interrupted()
        if self._was_good:
            self._was_good = False
            return 0.0  # it had been good: reopen at once, and say so only if that fails
        self._lost(error)
        return min(self._next_try - self._reader.clock(), self._reader.back_off[0])

    def _lost(self, error: Exception) -> None:
        reader = self._reader
        wait = reader.back_off[min(self._attempts, len(reader.back_off) - 1)]
        self._attempts += 1
        now = reader.clock()
        self._next_try = now + wait
        if isinstance(error, HardwareError):
            code, detail = error.code, str(error)
        else:
            code, detail = (
                "device-failed",
                f"The reader stopped answering ({error}); it is tried again every few seconds.",
            )
        if (reader.status, reader.last_status.code) != ("lost", code):
            log.warning("reader %s is lost: %s", reader.name, detail)
            reader.report(self, ReaderStatus(reader.name, "lost", now, detail=detail, code=code))


def _number_on(source: CardSource, target: Target) -> int | None:
    """The number in a tag's payload; one READ, or a few when a phone wrote it behind the factory's lock TLV."""
    window = b""
    for i in range(_MOST_READS):
        window += source.read_pages(target, payload.FIRST_PAGE + 4 * i)
        number = payload.decode(window)
        if number is not payload.MORE:
            return number
    return None
