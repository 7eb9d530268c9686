"""Old games: how the journal stays small, and where they are found again."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from companion.live.files import free_name
from companion.live.kept import Begun, Kept
from companion.live.rows import begun_games, kept_game
from companion.live.store import MAX_ASIDE, SCHEMA, STUMBLES, beside, is_damage, log, schema, transaction

T = TypeVar("T")

_TABLES = "SELECT type, name, tbl_name, sql FROM {}sqlite_master"


class Archive:
    """The file beside a journal that old games moved into. It is open only while it is looked at.

    What cannot be read of it is told in the log and counts as not there: nobody's evening waits for an old one.
    """

    def __init__(self, journal: Path) -> None:
        self.path = beside(journal, ".archive")

    def newest(self) -> int:
        """The number of its newest game; 0 where there is none."""
        return self._look(lambda base: base.execute("SELECT max(id) FROM game").fetchone()[0] or 0, 0)

    def begun(self) -> tuple[Begun, ...]:
        """All its games, oldest first."""
        return self._look(begun_games, ())

    def read(self, game: int) -> Kept | None:
        """One game up to its first damaged entry; None if it is not there or cannot be read."""
        return self._look(lambda base: kept_game(base, game), None)

    def _look(self, do: Callable[[sqlite3.Connection], T], nothing: T) -> T:
        if not self.path.is_file():  # opening a named pipe would wait for ever
            return nothing
        try:
            with closing(sqlite3.connect(self.path, timeout=0.2, isolation_level=None)) as base:
                _check(base)
                return do(base)
        except (sqlite3.Error, *STUMBLES) as error:
            log.warning("the old games in %s cannot be read: %s", self.path, error)
            return nothing


def _check(base: sqlite3.Connection, name: str = "") -> None:
    """Let nothing but our own tables be read: what a file from elsewhere calls a table may compute for ever."""
    if base.execute(_TABLES.format(name)).fetchall() != [(kind, *names, sql) for kind, *names, _, sql in schema()[1]]:
        raise sqlite3.DatabaseError("the schema is not ours")


def move_old_games(base: sqlite3.Connection, path: Path, *, keep: int, archived: int) -> None:
    """Move the oldest games beyond `keep` into `FILE.archive`, which keeps the newest `archived` of them.

    Copied and durable there before they leave here, so a crash between leaves a game in both, never in none; and only what
    lies there leaves. A full or read-only disk only postpones it: the evening goes on.
    """
    row = base.execute("SELECT id FROM game ORDER BY id DESC LIMIT 1 OFFSET ?", (keep,)).fetchone()
    if row is None:
        return
    store = beside(path, ".archive")
    try:
        fresh = not store.exists()
        base.execute("ATTACH ? AS archive", (str(store),))
        try:
            if fresh:
                for statement in SCHEMA.split(";"):
                    base.execute(statement.replace("CREATE TABLE ", "CREATE TABLE archive."))
            _check(base, "archive.")
            there = "SELECT id FROM main.game JOIN archive.game USING (id, crc, begun) WHERE id <= ?"
            with transaction(base):
                base.execute("INSERT OR IGNORE INTO archive.game SELECT * FROM main.game WHERE id <= ?", row)
                copy = f"INSERT OR IGNORE INTO archive.entry SELECT * FROM main.entry WHERE game IN ({there})"  # noqa: S608  our own words
                base.execute(copy, row)
            with transaction(base):
                for table, number in (("aside", "game"), ("entry", "game"), ("game", "id")):
                    base.execute(f"DELETE FROM main.{table} WHERE {number} IN ({there})", row)  # noqa: S608  our own words
            with transaction(base):
                old = base.execute("SELECT max(id) - ? FROM archive.game", (archived,)).fetchone()
                base.execute("DELETE FROM archive.entry WHERE game <= ?", old)
                base.execute("DELETE FROM archive.game WHERE id <= ?", old)
        finally:
            base.execute("DETACH archive")
    except (sqlite3.Error, *STUMBLES) as error:
        log.warning("old games stay in the journal for now: %s", error)
        if is_damage(error):
            aside = free_name(store, "damaged", MAX_ASIDE)  # the next new game begins another archive
            try:
                os.replace(store, aside)
            except OSError as cause:
                log.warning("the damaged archive %s stays: %s", store, cause)
