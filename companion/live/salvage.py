"""What is done with a damaged journal: the file is renamed, never changed, and what can be read of it is copied into a new one."""

from __future__ import annotations

import errno
import os
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from companion.live.errors import JournalError, JournalFullError, JournalReadOnlyError
from companion.live.files import free_name, sync_folder
from companion.live.snapshot import Refusal
from companion.live.store import MAX_ASIDE, PAGE, STUMBLES, beside, connected, log, schema, transaction, translated


class Wal:
    """The write-ahead log as it lies there before SQLite opens it and silently forgets what it cannot trust.

    SQLite ends at the first frame whose checksum is wrong. A frame of the running generation (both salts of the header,
    or one if the other is the damaged byte) behind that end which carries a commit mark was once acknowledged.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._bytes = beside(path, "-wal").read_bytes()
        except FileNotFoundError:
            self._bytes = b""

    def notices(self, base: sqlite3.Connection) -> tuple[Refusal, ...]:
        """`journal-damaged` if commits lie behind the last frame that SQLite accepted, set aside as they are.

        A single one at the very end is `journal-torn`: it may have been cut short while it was written, before anybody
        was told that it was saved, or damaged later; nothing in the file can tell which.
        """
        lost = self._lost(base)
        if not lost:
            return ()
        try:
            free_name(self._path, "damaged", MAX_ASIDE).write_bytes(self._bytes)
        except OSError as error:
            log.warning("the damaged log of %s could not be kept: %s", self._path, error)
        return (Refusal("journal-torn" if lost == 1 else "journal-damaged", {"file": str(self._path), "lost": lost}),)

    def _lost(self, base: sqlite3.Connection) -> int:
        if len(self._bytes) <= 32:
            return 0
        accepted = max(0, base.execute("PRAGMA wal_checkpoint(PASSIVE)").fetchone()[1])
        salts = self._bytes[16:20], self._bytes[20:24]
        size = base.execute("PRAGMA page_size").fetchone()[0] + 24
        lost = 0
        for start in range(32 + accepted * size, len(self._bytes) - 24, size):
            head = self._bytes[start : start + 24]
            if (head[8:12] == salts[0] or head[12:16] == salts[1]) and head[4:8] != bytes(4):
                lost += 1
        return lost


def salvaged(path: Path) -> sqlite3.Connection:
    """Set the damaged file (and its log) aside and open a new one in its place with all that can be read of it.

    The new one is whole and durable before it takes the name, so neither a crash nor a full disk on the way costs more.
    """
    aside = free_name(path, "damaged", MAX_ASIDE)
    wal, young = beside(path, "-wal"), beside(path, f".new-{os.getpid()}")
    try:
        beside(aside, "-wal").unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, aside)
        if wal.exists():
            shutil.copyfile(wal, beside(aside, "-wal"))
        young.write_bytes(schema()[0])
        base = sqlite3.connect(young, isolation_level=None)
        try:
            base.execute("PRAGMA synchronous = FULL")
            with translated(path), transaction(base):
                for statement, values in _readable(aside):
                    base.execute(statement, values)
        finally:
            base.close()
        for ending in ("-wal", "-shm"):
            beside(path, ending).unlink(missing_ok=True)  # a log of the old file must not meet the new one
        os.replace(young, path)
        sync_folder(path.parent)
    except JournalError:
        raise
    except OSError as error:
        kind = JournalFullError if error.errno == errno.ENOSPC else JournalReadOnlyError
        raise kind(file=str(path), detail=str(error)) from error
    finally:
        young.unlink(missing_ok=True)
    return connected(path)


def _readable(aside: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Insertions of every row that can still be read, game by game; read from a copy, so that the evidence stays."""
    copy = beside(aside, ".reading")
    try:
        shutil.copyfile(aside, copy)
        if beside(aside, "-wal").exists():
            shutil.copyfile(beside(aside, "-wal"), beside(copy, "-wal"))
        _mend_first_page(copy)
        old = sqlite3.connect(copy, isolation_level=None)
        try:
            for game in list(_rows(old, "SELECT id, header, crc, begun FROM game ORDER BY id", ())):
                yield "INSERT OR IGNORE INTO game VALUES (?, ?, ?, ?)", game
                for row in _rows(
                    old, "SELECT game, n, body, digest, crc FROM entry WHERE game = ? ORDER BY n", game[:1]
                ):
                    yield "INSERT OR IGNORE INTO entry VALUES (?, ?, ?, ?, ?)", row
            for row in _rows(old, "SELECT id, game, n, crc FROM seal", ()):
                yield "INSERT OR IGNORE INTO seal VALUES (?, ?, ?, ?)", row
        finally:
            old.close()
    finally:
        for ending in ("", "-wal", "-shm", "-journal"):
            beside(copy, ending).unlink(missing_ok=True)


def _mend_first_page(copy: Path) -> None:
    """Give the copy the first page that every journal has, with its own size: header and schema are no loss."""
    page = bytearray(schema()[0][:PAGE])
    if beside(copy, "-wal").exists():
        page[18:20] = b"\2\2"
    page[28:32] = (copy.stat().st_size // PAGE).to_bytes(4, "big")
    with copy.open("r+b") as file:
        file.write(page)


def _rows(base: sqlite3.Connection, query: str, values: tuple[object, ...]) -> Iterator[tuple[object, ...]]:
    """Rows up to the first that cannot be read; ones with a hole are left out."""
    try:
        for row in base.execute(query, values):
            if None not in row:
                yield row
    except (sqlite3.Error, *STUMBLES) as error:
        log.warning("reading a damaged journal ended early: %s", error)
