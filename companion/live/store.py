"""The journal's file: how it is opened, what is done when it is damaged, and how it stays small.

A damaged file is renamed, never changed, and what can be read of it is copied into a new one.
"""

from __future__ import annotations

import errno
import logging
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Final

from companion.live.errors import (
    JournalDamagedError,
    JournalError,
    JournalForeignError,
    JournalFullError,
    JournalLockedError,
    JournalNewerError,
    JournalOlderError,
    JournalReadOnlyError,
)
from companion.live.files import free_name, sync_folder
from companion.live.snapshot import Refusal

log = logging.getLogger(__name__)

FORMAT: Final = 1
APPLICATION: Final = 0x7AB1E70B  # SQLite's application_id, by which `file` and we know a journal
PAGE: Final = 1024  # a commit writes one page to the WAL: small pages write less
CHECKPOINT: Final = 256  # pages in the WAL before they go to the file
MAX_ASIDE: Final = 9  # damaged files kept beside the journal

_SCHEMA: Final = """
CREATE TABLE game (id INTEGER PRIMARY KEY, header BLOB NOT NULL, crc INTEGER NOT NULL, begun INTEGER NOT NULL);
CREATE TABLE entry (game INTEGER, n INTEGER, body BLOB NOT NULL, digest INTEGER NOT NULL, crc INTEGER NOT NULL,
                    PRIMARY KEY (game, n)) WITHOUT ROWID;
CREATE TABLE aside (game INTEGER, n INTEGER, body BLOB, digest INTEGER, crc INTEGER, why TEXT);
CREATE TABLE seal (id INTEGER PRIMARY KEY, game INTEGER NOT NULL, n INTEGER NOT NULL, crc INTEGER NOT NULL);
"""

_MAGIC: Final = b"SQLite format 3\0"
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


def _damage(error: BaseException) -> bool:
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


def opened(path: Path) -> tuple[sqlite3.Connection, tuple[Refusal, ...]]:
    """Open or make the file; returns the connection and what was found damaged and set aside."""
    try:
        kind, head = _look(path)
    except OSError as error:
        raise JournalReadOnlyError(file=str(path), detail=str(error)) from error
    if kind == "foreign":
        raise JournalForeignError(file=str(path))
    if not os.access(path if path.exists() else path.parent, os.W_OK) or not os.access(path.parent, os.W_OK):
        raise JournalReadOnlyError(file=str(path), detail="no right to write")  # also for root, on a read-only disk
    wal = _Wal(path)
    if kind == "ours":
        # As it lies there: SQLite would write a log that was left into the file of a version that is not ours to change.
        _known(int.from_bytes(head[60:64], "big", signed=True), path)
        try:
            base = _connected(path)
            return base, wal.notices(base)
        except JournalDamagedError as error:
            log.warning("%s", error)
            kind = "damaged"
    if kind == "damaged":
        return salvaged(path), (Refusal("journal-damaged", {"file": str(path)}),)
    return _made(path), ()


def _look(path: Path) -> tuple[str, bytes]:
    """What lies at `path`, and its header: `new` (nothing, or an empty file), `ours`, `damaged` (ours once), `foreign`."""
    if path.exists() and not path.is_file():
        return "foreign", b""  # opening a named pipe would wait for ever
    try:
        with path.open("rb") as file:
            head = file.read(100)
            size = os.fstat(file.fileno()).st_size
    except FileNotFoundError:
        return "new", b""
    if not size:
        return "damaged" if _beside(path, "-wal").exists() else "new", head
    return _kind(head, size), head


def _kind(head: bytes, size: int) -> str:
    """Whose a file of this size is, by its header."""
    mark = APPLICATION.to_bytes(4, "big")
    if size < 100 and (head.startswith(_MAGIC) or _MAGIC.startswith(head)):
        return "damaged"  # cut short: no database is so small
    if head.startswith(_MAGIC):
        if head[68:72] == mark:
            # Byte 18 says who may write; SQLite would take a flipped one for "read only" and say nothing until a write.
            return "ours" if head[18] in {1, 2} and head[19] in {1, 2} else "damaged"
        # Another program's database has its own mark or none; a flipped bit leaves three of our four bytes.
        alike = sum(a == b for a, b in zip(head[68:72], mark, strict=True))
        return "damaged" if alike >= 3 else "foreign"
    return "damaged" if head[68:72] == mark or not head.strip(b"\0") else "foreign"


def _known(version: int, path: Path) -> None:
    """Refuse a journal of another version of the program."""
    if version != FORMAT:
        kind = JournalNewerError if version > FORMAT else JournalOlderError
        raise kind(file=str(path), found=version, known=FORMAT)


def _connected(path: Path) -> sqlite3.Connection:
    """A connection that owns the file, is durable at every commit, and found nothing broken."""
    with translated(path):
        base = sqlite3.connect(path, timeout=0.2, isolation_level=None, check_same_thread=False)
        try:
            base.execute("PRAGMA locking_mode = EXCLUSIVE")
            base.execute("PRAGMA synchronous = FULL")
            base.execute("BEGIN EXCLUSIVE")
            base.execute("COMMIT")
            _known(base.execute("PRAGMA user_version").fetchone()[0], path)
            base.execute("PRAGMA journal_mode = WAL")
            base.execute(f"PRAGMA wal_autocheckpoint = {CHECKPOINT}")
            faults = base.execute("PRAGMA quick_check(1)").fetchone()[0]
            if faults != "ok":
                raise JournalDamagedError(file=str(path), detail=str(faults)[:200])
            if base.execute(_TABLES).fetchall() != _schema()[1]:
                raise JournalDamagedError(file=str(path), detail="the schema is not ours")
        except sqlite3.Error as error:
            base.close()
            if _damage(error):
                raise JournalDamagedError(file=str(path), detail=str(error)) from error
            raise
        except BaseException:
            base.close()
            raise
    return base


def _made(path: Path) -> sqlite3.Connection:
    """A new file. It is made whole before it gets its name, so a crash leaves no half journal."""
    young = _beside(path, f".new-{os.getpid()}")
    try:
        young.write_bytes(_schema()[0])
        handle = os.open(young, os.O_RDWR)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(young, path)
        sync_folder(path.parent)
    except OSError as error:
        young.unlink(missing_ok=True)
        kind = JournalFullError if error.errno == errno.ENOSPC else JournalReadOnlyError
        raise kind(file=str(path), detail=str(error)) from error
    return _connected(path)


@cache
def _schema() -> tuple[bytes, list[tuple[object, ...]]]:
    """The bytes of an empty journal, which are the same everywhere, and what its list of tables says."""
    base = sqlite3.connect(":memory:")
    try:
        base.execute(f"PRAGMA page_size = {PAGE}")
        base.execute(f"PRAGMA application_id = {APPLICATION}")
        base.execute(f"PRAGMA user_version = {FORMAT}")
        base.executescript(_SCHEMA)
        return base.serialize(), base.execute(_TABLES).fetchall()
    finally:
        base.close()


def _beside(path: Path, ending: str) -> Path:
    return path.with_name(path.name + ending)


# --- damage --------------------------------------------------------------------------------------------------------


class _Wal:
    """The write-ahead log as it lies there before SQLite opens it and silently forgets what it cannot trust.

    SQLite ends at the first frame whose checksum is wrong. A frame of the running generation (both salts of the header,
    or one if the other is the damaged byte) behind that end which carries a commit mark was once acknowledged.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        try:
            self._bytes = _beside(path, "-wal").read_bytes()
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
    wal, young = _beside(path, "-wal"), _beside(path, f".new-{os.getpid()}")
    try:
        _beside(aside, "-wal").unlink(missing_ok=True)
        if path.exists():
            shutil.copyfile(path, aside)
        if wal.exists():
            shutil.copyfile(wal, _beside(aside, "-wal"))
        young.write_bytes(_schema()[0])
        base = sqlite3.connect(young, isolation_level=None)
        try:
            base.execute("PRAGMA synchronous = FULL")
            with translated(path), transaction(base):
                for statement, values in _readable(aside):
                    base.execute(statement, values)
        finally:
            base.close()
        for ending in ("-wal", "-shm"):
            _beside(path, ending).unlink(missing_ok=True)  # a log of the old file must not meet the new one
        os.replace(young, path)
        sync_folder(path.parent)
    except JournalError:
        raise
    except OSError as error:
        kind = JournalFullError if error.errno == errno.ENOSPC else JournalReadOnlyError
        raise kind(file=str(path), detail=str(error)) from error
    finally:
        young.unlink(missing_ok=True)
    return _connected(path)


def _readable(aside: Path) -> Iterator[tuple[str, tuple[object, ...]]]:
    """Insertions of every row that can still be read, game by game; read from a copy, so that the evidence stays."""
    copy = _beside(aside, ".reading")
    try:
        shutil.copyfile(aside, copy)
        if _beside(aside, "-wal").exists():
            shutil.copyfile(_beside(aside, "-wal"), _beside(copy, "-wal"))
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
            _beside(copy, ending).unlink(missing_ok=True)


def _mend_first_page(copy: Path) -> None:
    """Give the copy the first page that every journal has, with its own size: header and schema are no loss."""
    page = bytearray(_schema()[0][:PAGE])
    if _beside(copy, "-wal").exists():
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


# --- size ----------------------------------------------------------------------------------------------------------


def archive(base: sqlite3.Connection, path: Path, *, keep: int, archived: int) -> None:
    """Move the oldest games beyond `keep` into `FILE.archive`, which keeps the newest `archived` of them.

    Copied and durable there before they leave here, so a crash between leaves a game in both, never in none. A full or
    read-only disk only postpones it: the evening goes on.
    """
    row = base.execute("SELECT id FROM game ORDER BY id DESC LIMIT 1 OFFSET ?", (keep,)).fetchone()
    if row is None:
        return
    store = _beside(path, ".archive")
    try:
        fresh = not store.exists()
        base.execute("ATTACH ? AS archive", (str(store),))
        try:
            if fresh:
                for statement in _SCHEMA.split(";"):
                    base.execute(statement.replace("CREATE TABLE ", "CREATE TABLE archive."))
            with transaction(base):
                base.execute("INSERT OR IGNORE INTO archive.game SELECT * FROM game WHERE id <= ?", row)
                base.execute("INSERT OR IGNORE INTO archive.entry SELECT * FROM entry WHERE game <= ?", row)
                old = base.execute("SELECT max(id) - ? FROM archive.game", (archived,)).fetchone()
                base.execute("DELETE FROM archive.entry WHERE game <= ?", old)
                base.execute("DELETE FROM archive.game WHERE id <= ?", old)
            with transaction(base):
                base.execute("DELETE FROM aside WHERE game <= ?", row)
                base.execute("DELETE FROM entry WHERE game <= ?", row)
                base.execute("DELETE FROM game WHERE id <= ?", row)
        finally:
            base.execute("DETACH archive")
    except (sqlite3.Error, *STUMBLES) as error:
        log.warning("old games stay in the journal for now: %s", error)
        if _damage(error):
            aside = free_name(store, "damaged", MAX_ASIDE)  # the next new game begins another archive
            try:
                os.replace(store, aside)
            except OSError as cause:
                log.warning("the damaged archive %s stays: %s", store, cause)
