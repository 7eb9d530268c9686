"""The journal: every accepted entry of every game, durable before it is shown (append-only SQLite).

One file holds several games; the last one is resumed. Each entry carries a CRC chained over the bytes of its game's
header and of all entries before it, so that a damaged byte is seen and everything from there on is set aside. Order is
the truth; the wall clock is a note. A journal belongs to one process (exclusive lock) and one thread.
"""

from __future__ import annotations

import sqlite3
import time
import zlib
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Final

import msgspec

from companion.live import store
from companion.live.archive import Archive, move_old_games
from companion.live.errors import JournalLockedError
from companion.live.kept import Begun, Header, Kept
from companion.live.opening import opened
from companion.live.rows import begun_games, chained, encoded, kept_game
from companion.live.salvage import salvaged
from companion.live.snapshot import Entry, Origin, Refusal, Saved

KEEP: Final = 100  # games in the journal itself
ARCHIVED: Final = 1000  # games in the archive file beside it
_open: Final[set[Path]] = set()  # journals of this process


def is_open(path: Path) -> bool:
    """Whether this process has that journal open: then its file must not be read otherwise (POSIX locks would be lost)."""
    return path.absolute() in _open


class _Found(msgspec.Struct, frozen=True):
    """The newest game of a file: its id (0: none), how many entries it should have, and what can be read of it."""

    game: int
    total: int
    kept: Kept | None

    @property
    def good(self) -> int:
        return len(self.kept.entries) if self.kept else 0

    @property
    def whole(self) -> bool:
        return self.kept is not None and self.total == self.good


class Journal:
    """An open journal. `Journal.open` is the way in; `notices` tell what was found damaged and set aside on opening."""

    def __init__(
        self, path: Path, base: sqlite3.Connection, wall: Callable[[], float], notices: Iterable[Refusal]
    ) -> None:
        self.path = path
        self.notices = tuple(notices)
        self._base = base
        self._wall = wall
        self._game = 0
        self._count = 0
        self._crc = 0

    @classmethod
    def open(cls, path: Path | str, *, wall: Callable[[], float] = time.time) -> Journal:
        """Open or make the journal at `path` for this process alone.

        A damaged file is set aside beside itself, what can be read of it is kept, and `notices` tell. Raises
        `JournalLockedError`, `JournalReadOnlyError`, `JournalFullError`, `JournalNewerError`, `JournalOlderError` or `JournalForeignError`, and
        leaves the file as it was.
        """
        path = Path(path).absolute()
        if path in _open:  # looking at the file would drop this process's own POSIX lock on it
            raise JournalLockedError(file=str(path))
        base, notices = opened(path)
        _open.add(path)
        return cls(path, base, wall, notices)

    def close(self) -> None:
        """Seal the last game (so that a later loss of its end is seen) and let go of the file."""
        try:
            if self._game:
                self._base.execute(
                    "INSERT OR REPLACE INTO seal VALUES (1, ?, ?, ?)", (self._game, self._count, self._crc)
                )
        except sqlite3.Error as error:
            store.log.warning("%s is not sealed (a later loss of its end would not be seen): %s", self.path, error)
        finally:
            self._base.close()
            _open.discard(self.path)

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    # --- writing ---------------------------------------------------------------------------------------------------

    def begin(self, header: Header) -> None:
        """Start a game: its header becomes durable, then old games beyond `KEEP` go to the archive file.

        Its number is beyond every one in the archive, too: a journal that had to be begun anew never uses one twice.
        """
        body = encoded(header)
        with store.translated(self.path):
            crc = zlib.crc32(body)
            newest = self._base.execute("SELECT max(id) FROM game").fetchone()[0] or 0
            number = max(newest, self.archive.newest()) + 1
            self._base.execute("INSERT INTO game VALUES (?, ?, ?, ?)", (number, body, crc, int(self._wall())))
            self._game, self._count, self._crc = number, 0, crc
        move_old_games(self._base, self.path, keep=KEEP, archived=ARCHIVED)

    def append(self, entry: Entry, origin: Origin | None, digest: int) -> None:
        """Make one more entry of the game durable; raises `JournalError` and keeps nothing of it if that fails."""
        body = encoded(Saved(entry, origin, int(self._wall())))
        count = self._count + 1
        crc = chained(self._crc, count, digest, body)
        try:
            self._base.execute("INSERT INTO entry VALUES (?, ?, ?, ?, ?)", (self._game, count, body, digest, crc))
        except sqlite3.Error as error:
            raise store.translation(error, self.path) from error
        self._count, self._crc = count, crc

    def set_aside(self, n: int, why: str) -> None:
        """Move the entries from `n` on of the game being resumed out of the way; they stay in the file, unread."""
        with store.translated(self.path), store.transaction(self._base):
            self._base.execute(
                "INSERT INTO aside SELECT game, n, body, digest, crc, ? FROM entry WHERE game = ? AND n >= ?",
                (why, self._game, n),
            )
            self._base.execute("DELETE FROM entry WHERE game = ? AND n >= ?", (self._game, n))
            self._base.execute("DELETE FROM seal")  # what it missed has been told
            row = self._base.execute("SELECT crc FROM entry WHERE game = ? AND n = ?", (self._game, n - 1)).fetchone()
            if row is None:
                row = self._base.execute("SELECT crc FROM game WHERE id = ?", (self._game,)).fetchone()
        self._count, self._crc = n - 1, row[0]

    def copy_to(self, path: Path) -> None:
        """Copy the whole journal as it is now to a new file, for a backup; it may stay open and go on."""
        with store.translated(path):
            copy = sqlite3.connect(path)
            try:
                self._base.backup(copy)
            finally:
                copy.close()

    # --- reading ---------------------------------------------------------------------------------------------------

    def last(self) -> Kept | None:
        """The last game, for going on with it; None where there is no game.

        What is damaged of it is told in its notices (`journal-damaged`: the first `entry` that is, 0 for the header, and
        how many are `lost`). Then the file is set aside as it is and a new one begun with all that is good, so that
        nothing is ever written into a broken one. A game without its header gives way to the one before it.
        """
        with store.translated(self.path):
            found = self._newest()
            notices: tuple[Refusal, ...] = ()
            if found.game and not found.whole:
                self._base.close()
                self._base = salvaged(self.path)
                found, notices = self._trimmed(found)
        if found.kept is None:
            self.notices += notices
            return None
        self._game, self._count, self._crc = found.game, found.good, found.kept.crc
        return msgspec.structs.replace(found.kept, notices=notices)

    def _trimmed(self, damaged: _Found) -> tuple[_Found, tuple[Refusal, ...]]:
        """Take what is not good out of the new file, told as it was seen in the damaged one; what is left then."""
        notices: tuple[Refusal, ...] = ()
        missed = damaged
        while True:
            found = self._newest()
            total = max(found.total, missed.total if missed.game == found.game else 0)
            if found.game < missed.game and not notices:
                notices = (Refusal("journal-damaged", {"entry": 0, "lost": max(1, missed.total)}),)
            elif found.game and (found.kept is None or total > found.good):
                facts = {"entry": found.good + 1 if found.kept else 0, "lost": max(1, total - found.good)}
                notices += (Refusal("journal-damaged", facts),)
            else:
                return found, notices
            missed = _Found(0, 0, None)
            with store.transaction(self._base):
                self._base.execute("DELETE FROM entry WHERE game >= ? AND n > ?", (found.game, found.good))
                self._base.execute("DELETE FROM game WHERE id > ?", (found.game if found.kept else found.game - 1,))
                self._base.execute("DELETE FROM seal")

    def _newest(self) -> _Found:
        newest = self._base.execute("SELECT max(id) FROM game").fetchone()[0] or 0
        sealed, count = self._base.execute("SELECT game, n FROM seal ORDER BY game DESC LIMIT 1").fetchone() or (0, 0)
        game = max(newest, sealed)
        kept = self.read(game) if game else None
        good = len(kept.entries) if kept else 0
        # A full scan (the plus signs): in a damaged file the order of the keys cannot be relied on.
        query = "SELECT count(*) FROM entry WHERE +game = ? AND +n > ?"
        beyond: int = self._base.execute(query, (game, good)).fetchone()[0]
        return _Found(game, max(good + beyond, count if sealed == game else 0), kept)

    def read(self, game: int) -> Kept | None:
        """One game up to its first damaged entry; None if it is not there or its header is damaged."""
        with store.translated(self.path):
            return kept_game(self._base, game)

    def games(self) -> tuple[int, ...]:
        """The ids of the games kept here, oldest first."""
        with store.translated(self.path):
            return tuple(row[0] for row in self._base.execute("SELECT id FROM game ORDER BY id"))

    def begun(self) -> tuple[Begun, ...]:
        """The games kept here, oldest first, as they are told without being read."""
        with store.translated(self.path):
            return begun_games(self._base)

    @property
    def number(self) -> int:
        """The number of the game that is being kept; 0 before one was begun or gone on with."""
        return self._game

    @property
    def archive(self) -> Archive:
        """The games that had to leave."""
        return Archive(self.path)
