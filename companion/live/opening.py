"""How the journal's file is opened or made: whose it is, is looked at before SQLite touches it."""

from __future__ import annotations

import errno
import os
import sqlite3
from pathlib import Path

from companion.live.errors import (
    JournalDamagedError,
    JournalForeignError,
    JournalFullError,
    JournalReadOnlyError,
)
from companion.live.files import sync_folder
from companion.live.salvage import Wal, salvaged
from companion.live.snapshot import Refusal
from companion.live.store import APPLICATION, MAGIC, beside, connected, known, log, schema


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
    wal = Wal(path)
    if kind == "ours":
        # As it lies there: SQLite would write a log that was left into the file of a version that is not ours to change.
        known(int.from_bytes(head[60:64], "big", signed=True), path)
        try:
            base = connected(path)
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
        return "damaged" if beside(path, "-wal").exists() else "new", head
    return _kind(head, size), head


def _kind(head: bytes, size: int) -> str:
    """Whose a file of this size is, by its header."""
    mark = APPLICATION.to_bytes(4, "big")
    if size < 100 and (head.startswith(MAGIC) or MAGIC.startswith(head)):
        return "damaged"  # cut short: no database is so small
    if head.startswith(MAGIC):
        if head[68:72] == mark:
            # Byte 18 says who may write; SQLite would take a flipped one for "read only" and say nothing until a write.
            return "ours" if head[18] in {1, 2} and head[19] in {1, 2} else "damaged"
        # Another program's database has its own mark or none; a flipped bit leaves three of our four bytes.
        alike = sum(a == b for a, b in zip(head[68:72], mark, strict=True))
        return "damaged" if alike >= 3 else "foreign"
    return "damaged" if head[68:72] == mark or not head.strip(b"\0") else "foreign"


def _made(path: Path) -> sqlite3.Connection:
    """A new file. It is made whole before it gets its name, so a crash leaves no half journal."""
    young = beside(path, f".new-{os.getpid()}")
    try:
        young.write_bytes(schema()[0])
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
    return connected(path)
