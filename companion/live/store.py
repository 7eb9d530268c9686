"""The journal's file as SQLite knows it: its schema, its errors as ours, and a connection that owns the file."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from companion.live.errors import (
    JournalDamagedError,
    JournalError,
    JournalFullError,
    JournalLockedError,
    JournalNewerError,
    JournalOlderError,
    JournalReadOnlyError,
)

log = logging.getLogger(__name__)

FORMAT: Final = 1
APPLICATION: Final = 0x7AB1E70B  # SQLite's application_id, by which `file` and we know a journal
PAGE: Final = 1024  # a commit writes one page to the WAL: small pages write less
CHECKPOINT: Final = 256  # pages in the WAL before they go to the file
MAX_ASIDE: Final = 9  # damaged files kept beside the journal


SCHEMA: Final = """
CREATE TABLE game (id INTEGER PRIMARY KEY, header BLOB NOT NULL, crc INTEGER NOT NULL, begun INTEGER NOT NULL);
CREATE TABLE entry (game INTEGER, n INTEGER, body BLOB NOT NULL, digest INTEGER NOT NULL, crc INTEGER NOT NULL,
                    PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE aside (game INTEGER, n INTEGER, body BLOB, digest INTEGER, crc INTEGER, why TEXT);
CREATE TABLE seal (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, n INTEGER NOT NULL, crc INTEGER NOT NULL);
"""


MAGIC: Final = b"SQLite format 3\0"

_TABLES: Final = "SELECT type, name, tbl_name, rootpage, sql FROM sqlite_master"


_KINDS: Final[dict[int, type[JournalError]]] = {
    sqlite3.SQLITE_BUSY: JournalLockedError,
    sqlite3.SQLITE_LOCKED: JournalLockedError,
    sqlite3.SQLITE_PERM: JournalReadOnlyError,
    sqlite3.SQLITE_READONLY: JournalReadOnlyError,
    sqlite3.SQLITE_CANTOPEN: JournalReadOnlyError,
    sqlite3.SQLITE_FULL: JournalFullError,
    sqlite3.SQLITE_CORRUPT: JournalDamagedError,
    sqlite3.SQLITE_NOTADB: JournalDamagedError,
    sqlite3.SQLITE_TOOBIG: JournalDamagedError,  # a length without end; nothing of ours is near SQLite's limit
}

STUMBLES: Final = (UnicodeDecodeError, MemoryError)

"""What Python's module itself raises over damage: over the bytes of its own message, and over a length without end."""


def translation(error: sqlite3.Error, path: Path) -> JournalError:
    """SQLite's error as one of ours."""
    kind = _KINDS.get(_code(error), JournalError)
    return kind(file=str(path), detail=str(error))


def _code(error: sqlite3.Error) -> int:
    code: int = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR)  # the module's own errors have none
    return code & 0xFF


def is_damage(error: BaseException) -> bool:
    """Whether it is the file's own fault: SQLite makes no sense of it, in whichever words, and neither a lock nor the disk is why."""
    if not isinstance(error, sqlite3.Error):
        return isinstance(error, STUMBLES)
    code = _code(error)
    return _KINDS.get(code) is JournalDamagedError or (code not in _KINDS and code != sqlite3.SQLITE_IOERR)


@contextmanager
def translated(path: Path) -> Iterator[None]:
    """Raise SQLite's errors as ours."""
    try:
        yield
    except sqlite3.Error as error:
        raise translation(error, path) from error
    except STUMBLES as error:
        raise JournalDamagedError(file=str(path), detail=repr(error)[:200]) from error


@contextmanager
def transaction(base: sqlite3.Connection) -> Iterator[None]:
    """All or nothing."""
    base.execute("BEGIN IMMEDIATE")
    try:
        yield
    except BaseException:
        base.execute("ROLLBACK")
        raise
    base.execute("COMMIT")


def known(version: int, path: Path) -> None:
    """Refuse a journal of another version of the program."""
    if version != FORMAT:
        kind = JournalNewerError if version > FORMAT else JournalOlderError
        raise kind(file=str(path), found=version, known=FORMAT)


def connected(path: Path) -> sqlite3.Connection:
    """A connection that owns the file, is durable at every commit, and found nothing broken."""
    with translated(path):
        base = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
        try:
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("BEGIN EXCLUSIVE")
            base.execute("COMMIT")
            known(base.execute("PRAGMA user_version").fetchone()[0], path)
            base.execute("PRAGMA journal_mode = WAL")
            base.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
            faults = base.execute("PRAGMA quick_check(1)").fetchone()[0]
            if faults != "ok":
                raise JournalDamagedError(file=str(path), detail=str(faults)[:200])
            if base.execute(_TABLES).fetchall() != schema()[1]:
                raise JournalDamagedError(file=str(path), detail="the schema is not ours")
        except sqlite3.Error as error:
            base.close()
            if is_damage(error):
                raise JournalDamagedError(file=str(path), detail=str(error)) from error
            raise
        except BaseException:
            base.close()
            raise
    return base


@cache
def schema() -> tuple[bytes, list[tuple[object, ...]]]:
    """The bytes of an empty journal, which are the same everywhere, and what its list of tables says."""
    base = sqlite3.connect(":memory:")
    try:
        base.execute(f"PRAGMA page_size = {PAGE}")
        base.execute(f"PRAGMA application_id = {APPLICATION}")
        base.execute(f"PRAGMA user_version = {FORMAT}")
        base.executescript(SCHEMA)
        return base.serialize(), base.execute(_TABLES).fetchall()
    finally:
        base.close()


def beside(path: Path, ending: str) -> Path:
    """The file that belongs to the journal by its name."""
    return path.with_name(path.name + ending)
