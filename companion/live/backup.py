"""Backup and restore of all that is kept (journal, cards, people, settings) to a folder or a USB stick, read back and compared.

A backup is a folder with the files under fixed names and a list of their SHA-256 sums, written last. Restoring takes only those
names, plain files within bounds, and only when every sum is right: a stick is a stranger.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.live.errors import BackupError
from companion.live.files import keep_generation, read_plain, sync_folder, write_whole
from companion.live.journal import is_open

LIST: Final = "companion-backup.json"
MOST_BYTES: Final = 256_000_000
DIFFERS: Final = "what was read back differs"
_NAMES: Final = frozenset({"journal", "archive", "cards", "people", "settings", "screen"})


class Listing(msgspec.Struct, frozen=True):
    """What a backup holds: the SHA-256 of each file by its name; `made` is the wall clock in seconds, a note."""

    backup: int
    files: dict[str, str]
    made: int = 0


def backup(folder: Path, files: Mapping[str, Path], *, made: int = 0) -> Listing:
    """Write a backup into a new folder `folder` and read every byte back; raises `BackupError` (`file`, `reason`).

    `files` maps names (`journal`, `archive`, `cards`, `people`, `settings`, `screen`) to where they lie; what is not
    there is left out. A journal that is open in this process is copied by `Journal.copy_to` first.
    """
    _check_files(files)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise BackupError(file=str(folder), reason=str(error)) from error
    sums: dict[str, str] = {}
    for name, path in files.items():
        try:
            data = _plain_file(path)
        except FileNotFoundError:
            continue
        except OSError as error:
            raise BackupError(file=str(path), reason=str(error)) from error
        sums[name] = _sum(data)
        _written(folder / name, data)
    listing = Listing(1, sums, made)
    _written(folder / LIST, msgspec.json.encode(listing))
    check(folder)
    return listing


def check(folder: Path) -> Listing:
    """Read a whole backup and compare every sum; raises `BackupError` naming the first file that differs."""
    listing, _ = _read(folder)
    return listing


def restore(folder: Path, files: Mapping[str, Path]) -> Listing:
    """Put the files of a backup where `files` says, each whole or not at all; what lay there stays as its older version.

    Nothing is changed unless every byte of the backup is right. The journal must be closed. A journal that comes without old
    games has none: those of another one, which lay beside it, only stay as the archive's older version.
    """
    _check_files(files)
    listing, found = _read(folder)
    archive = files.get("archive")
    if archive is not None and "journal" in found and "archive" not in found:
        try:
            keep_generation(archive)
            archive.unlink(missing_ok=True)
        except OSError as error:
            raise BackupError(file=str(archive), reason=str(error)) from error
    for name, data in found.items():
        path = files.get(name)
        if path is None:
            continue
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            keep_generation(path)
            for ending in ("-wal", "-shm") if name in {"journal", "archive"} else ():
                path.with_name(path.name + ending).unlink(missing_ok=True)  # of the file that is replaced
            write_whole(path, data)
        except OSError as error:
            raise BackupError(file=str(path), reason=str(error)) from error
    return listing


def _check_files(files: Mapping[str, Path]) -> None:
    strange = set(files) - _NAMES
    if strange:
        raise ValueError(f"no part of a backup: {sorted(strange)}")
    for path in files.values():
        if is_open(path):
            raise BackupError(file=str(path), reason="it is open")


def _sum(data: bytes) -> str:
    from hashlib import sha256  # OpenSSL is loaded with the first backup, not with each start

    return sha256(data).hexdigest()


def _plain_file(path: Path) -> bytes:
    return read_plain(path, MOST_BYTES, links=False)


def _written(path: Path, data: bytes) -> None:
    try:
        write_whole(path, data)
        sync_folder(path.parent)
    except OSError as error:
        raise BackupError(file=str(path), reason=str(error)) from error


def _read(folder: Path) -> tuple[Listing, dict[str, bytes]]:
    try:
        listing = msgspec.json.decode(_plain_file(folder / LIST), type=Listing)
    except (OSError, msgspec.DecodeError) as error:
        raise BackupError(file=LIST, reason=str(error)[:200]) from error
    if listing.backup != 1 or not set(listing.files) <= _NAMES:
        raise BackupError(file=LIST, reason="not a backup of this version")
    found: dict[str, bytes] = {}
    for name, known in listing.files.items():
        try:
            found[name] = _plain_file(folder / name)
        except OSError as error:
            raise BackupError(file=name, reason=str(error)) from error
        if _sum(found[name]) != known:
            raise BackupError(file=name, reason=DIFFERS)
    return listing, found
