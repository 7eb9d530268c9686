"""Small files that must survive a power cut: written beside, synced, renamed; the last good ones are kept."""

from __future__ import annotations

import errno
import os
import stat
import threading
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from pathlib import Path

GENERATIONS: Final = 3


def sync_folder(folder: Path) -> None:
    """Make a new or renamed name in `folder` durable, where the system can do that."""
    if os.name != "posix":
        return
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


PRIVATE: Final = 0o600  # for what only the table's own user need read


def write_whole(path: Path, data: bytes, mode: int = 0o666) -> None:
    """Replace the file at `path` by `data`, whole or not at all, also by two threads at once; raises `OSError`."""
    young = path.with_name(f"{path.name}.new-{os.getpid()}-{threading.get_ident()}")
    try:
        with open(young, "wb", opener=lambda name, flags: os.open(name, flags, mode)) as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        os.replace(young, path)
    except BaseException:
        young.unlink(missing_ok=True)
        raise
    sync_folder(path.parent)


def read_plain(path: Path, most: int, *, links: bool = True) -> bytes:
    """The bytes of a plain file of at most `most` bytes; raises `OSError` for a pipe, a device, a folder or a longer file.

    Nothing blocks: a named pipe has no end, and a device may have none either.
    """
    flags = os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    if not links:
        flags |= getattr(os, "O_NOFOLLOW", 0)
    handle = os.open(path, flags)
    with open(handle, "rb") as file:
        about = os.fstat(file.fileno())
        if not stat.S_ISREG(about.st_mode):
            raise OSError(errno.EINVAL, "not a plain file", str(path))
        data = file.read(most + 1)
    if len(data) > most:
        raise OSError(errno.EFBIG, "too long", str(path))
    return data


def generation(path: Path, number: int) -> Path:
    """The name of an older version of `path`; 1 is the newest of them."""
    return path.with_name(f"{path.name}.{number}")


def keep_generation(path: Path) -> None:
    """Keep the file at `path`, if there is one and it is not empty, as its newest older version."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        return
    if not data:
        return  # an empty file is what a power cut leaves; it must not push a good one out
    for number in range(GENERATIONS - 1, 0, -1):
        if generation(path, number).exists():
            os.replace(generation(path, number), generation(path, number + 1))
    write_whole(generation(path, 1), data)


def free_name(path: Path, ending: str, most: int = 9) -> Path:
    """A name beside `path` for a file that is set aside; the oldest of `most` gives way."""
    names = [path.with_name(f"{path.name}.{ending}-{number}") for number in range(1, most + 1)]
    for name in names:
        if not name.exists():
            return name
    oldest = min(names, key=lambda name: name.stat().st_mtime_ns)
    oldest.unlink()
    return oldest
