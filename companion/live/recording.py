"""Recordings: everything that was offered to a table's inbox, with monotonic times, so that a bug report is one file.

The journal keeps what was accepted, a recording what was offered: refused cards, stale taps, lost readers. It is JSON lines:
the first says where things stood (cards, seats, the game so far), each other one message. There is no third format.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, BinaryIO, Final

import msgspec

from companion.live.cards import Cards
from companion.live.errors import RecordingError
from companion.live.inbox import Owner
from companion.live.kept import Header, Kept
from companion.live.messages import AnyMessage, Call, Called, Recorded, Stop, Tick
from companion.live.router import Router
from companion.live.snapshot import Means, Saved
from companion.live.table import Table
from companion.rules.cards import Card, CardError
from companion.rules.game import Games

FORMAT: Final = 1
MOST_BYTES: Final = 64_000_000  # then the recording ends; the game goes on
MOST_LINE: Final = 4_000_000

_log = logging.getLogger(__name__)


class Start(msgspec.Struct, frozen=True):
    """Where things stood when the recording began: the card file, whose readers are whose, and the game up to then."""

    recording: int
    cards: str
    seats: dict[str, str] = {}
    means: dict[str, Means] = {}
    header: Header | None = None
    entries: tuple[Saved, ...] = ()


class Offered(msgspec.Struct, frozen=True):
    """One message and when it was done, in seconds of the monotonic clock."""

    at: float
    message: Recorded


def _hook(kind: type, value: Any) -> Any:
    if kind is Card and isinstance(value, str):
        return Card(value)
    raise CardError(str(value))


_encode = msgspec.json.Encoder(enc_hook=str).encode
_decode_start = msgspec.json.Decoder(Start, dec_hook=_hook).decode
_decode_offered = msgspec.json.Decoder(Offered, dec_hook=_hook).decode


class Recorder:
    """A tap for an owner; each line reaches the operating system before its message is done."""

    def __init__(self, file: BinaryIO, start: Start, *, most: int = MOST_BYTES) -> None:
        self._file: BinaryIO | None = file
        self._left = most
        self._write(_encode(start))

    @classmethod
    def to(cls, path: Path | str, table: Table, router: Router) -> Recorder:
        """Begin a recording in a new file; raises `OSError`, also where the file exists already."""
        return cls(Path(path).open("xb"), start_of(table, router))

    def offered(self, at: float, message: AnyMessage) -> None:
        """Keep a message; ticks are left out, of calls only the name is kept."""
        if isinstance(message, Tick) or self._file is None:
            return
        kept = Called(message.name) if isinstance(message, Call) else message
        self._write(_encode(Offered(at, kept)))
        if isinstance(message, Stop):
            self.close()

    def close(self) -> None:
        """End the recording."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def _write(self, line: bytes) -> None:
        assert self._file is not None
        self._left -= len(line) + 1
        if self._left < 0:
            _log.warning("the recording is full and ends here")
            self.close()
            return
        self._file.write(line + b"\n")
        self._file.flush()


def start_of(table: Table, router: Router) -> Start:
    """Where things stand now."""
    header = table.header
    snapshot = table.snapshot
    entries = tuple(Saved(record.entry, record.origin) for record in snapshot.history) if snapshot and header else ()
    cards = router.cards.given_out().decode()
    return Start(FORMAT, cards, dict(router.seats), dict(router.means), header, entries)


class Recording:
    """A recording that was read: where it starts and, in order, what was offered.

    A last line cut short, as a crash leaves it, ends the recording; any other line that cannot be read raises
    `RecordingError` with its number.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        line = file.readline(MOST_LINE + 1)
        try:
            self.start = _decode_start(line)
        except (msgspec.DecodeError, ValueError, RecursionError) as error:
            raise RecordingError(line=1, detail=str(error)[:200]) from error
        if self.start.recording != FORMAT:
            raise RecordingError(line=1, found=self.start.recording, known=FORMAT)

    def __iter__(self) -> Iterator[Offered]:
        number = 1
        while line := self._file.readline(MOST_LINE + 1):
            number += 1
            try:
                offered = _decode_offered(line)
            except (msgspec.DecodeError, ValueError, RecursionError) as error:
                if not line.endswith(b"\n") and len(line) <= MOST_LINE:
                    _log.info("the recording ends in the middle of line %d", number)
                    return
                raise RecordingError(line=number, detail=str(error)[:200]) from error
            yield offered


def restored(
    recording: Recording, games: Games, lines: Callable[[Table], Callable[[bytes], Any]] | None = None
) -> Owner:
    """An owner as it was when the recording began; nothing is saved and nothing is on disk.

    `lines` makes what answers text lines for the table. Raises `RecordingError` for a start that cannot be restored.
    """
    start = recording.start
    table = Table(games)
    cards = Cards()
    try:
        cards.take_in(start.cards.encode())
    except ValueError as error:
        raise RecordingError(line=1, detail=str(error)[:200]) from error
    router = Router(table, cards, start.seats)
    router.means.update(start.means)
    if start.header is not None:
        kept = Kept(0, start.header, start.entries, (), 0, 0)
        reply = table.go_on(kept, checked=True)
        if reply.snapshot is None or reply.snapshot.entries != len(start.entries):
            raise RecordingError(line=1, detail="the game so far cannot be followed")
    return Owner(table, router, lines=lines(table) if lines else None)


def replay(
    recording: Recording, owner: Owner, wait: Callable[[float], None] = lambda _seconds: None
) -> Iterator[tuple[Offered, Any]]:
    """Offer everything again, one message at a time; yields each with its result.

    `wait` is called with the seconds between messages (by default nothing waits); `Stop` and calls do nothing here.
    """
    before: float | None = None
    for offered in recording:
        if before is not None and offered.at > before:
            wait(offered.at - before)
        before = offered.at
        if isinstance(offered.message, Stop | Called):
            continue
        results: list[Any] = []
        owner.post(offered.message, results.append)
        owner.pump(1)
        yield offered, results[0] if results else None


def play_back(path: Path | str, games: Games, lines: Callable[[Table], Callable[[bytes], Any]] | None = None) -> Owner:
    """Play a whole recording at once; the owner as it ended."""
    with Path(path).open("rb") as file:
        recording = Recording(file)
        owner = restored(recording, games, lines)
        for _ in replay(recording, owner):
            pass
    return owner
