"""What of the evenings can be taken along: exports, backups on a folder or a USB stick, and what is read back of both."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, NamedTuple

from companion.live.backup import DIFFERS, LIST, Listing, backup, check
from companion.live.errors import BackupError
from companion.live.evening import Played, from_json, log_csv, to_csv, to_json
from companion.live.files import write_whole

if TYPE_CHECKING:
    from companion.live.journal import Journal
    from companion.live.snapshot import Snapshot

STICKS: Final = (Path("/media"), Path("/run/media"))  # where systems mount what is plugged in, two levels down
BACKUP: Final = "companion-backup"
EXPORT: Final = "companion-export"
REPORT: Final = "companion-report"
MOST_BACKUPS: Final = 50  # listed of one place, the newest first


class Place(NamedTuple):
    """Where something can be written: `own` is the folder beside what is kept, `stick` what is plugged in."""

    kind: Literal["own", "stick", "folder"]
    path: Path


class Backup(NamedTuple):
    """A backup that can be restored, and where it lies."""

    place: Place
    path: Path


class Keeping:
    """The files of one table and the places beside them; `wall` names new folders by the wall clock."""

    def __init__(
        self,
        folder: Path,
        *,
        journal: Path | None = None,
        settings: Path | None = None,
        sticks: Sequence[Path] = STICKS,
        wall: Callable[[], float] = time.time,
    ) -> None:
        self.folder = folder
        self.journal = journal or folder / "journal.db"
        self.files = kept_files(folder, self.journal, settings)
        self._sticks = tuple(sticks)
        self._wall = wall

    # --- places ----------------------------------------------------------------------------------------------------

    def places(self) -> tuple[Place, ...]:
        """The own folder, then every stick that can be written."""
        return (Place("own", self.folder / "backups"), *(Place("stick", path) for path in mounted(self._sticks)))

    def backups(self) -> tuple[Backup, ...]:
        """The backups that lie in the places, the newest of each place first."""
        return tuple(Backup(place, path) for place in self.places() for path in backups_in(place.path))

    # --- taking along ----------------------------------------------------------------------------------------------

    def backup(self, place: Path, journal: Journal | None = None) -> tuple[Path, Listing]:
        """Back everything up into a new folder of `place`, read back and compared; raises `BackupError`.

        An open `journal` is copied through its own connection, so that what is not yet written out is in it.
        """
        made = self._wall()
        folder = free_folder(place, BACKUP, made)
        if journal is None:
            return folder, backup(folder, self.files, made=int(made))
        with tempfile.TemporaryDirectory(prefix="companion-") as young:
            copy = Path(young) / "journal"
            journal.copy_to(copy)
            return folder, backup(folder, self.files | {"journal": copy}, made=int(made))

    def export(self, place: Path, games: Sequence[Played], snapshot: Snapshot | None = None) -> Path:
        """Write `games.json`, `games.csv` and, of the game on the table, `log.csv` into a new folder; read back.

        Raises `BackupError` where anything that was read back differs.
        """
        folder = free_folder(place, EXPORT, self._wall())
        files = {"games.json": to_json(games), "games.csv": to_csv(games).encode()}
        if snapshot is not None:
            files["log.csv"] = log_csv(snapshot).encode()
        _write(folder, files)
        check_export(folder, games, files)
        return folder

    def report(self, place: Path, files: Mapping[str, bytes]) -> Path:
        """Write a report for somebody who mends the table into a new folder; read back. Raises `BackupError`."""
        folder = free_folder(place, REPORT, self._wall())
        _write(folder, files)
        _check_written(folder, files)
        return folder


def _write(folder: Path, files: Mapping[str, bytes]) -> None:
    try:
        folder.mkdir(parents=True)
        for name, data in files.items():
            write_whole(folder / name, data)
    except OSError as error:
        raise BackupError(file=str(folder), reason=str(error)) from error


def kept_files(folder: Path, journal: Path, settings: Path | None = None) -> dict[str, Path]:
    """What a backup holds, by its name there."""
    files = {
        "journal": journal,
        "archive": journal.with_name(journal.name + ".archive"),
        "cards": folder / "cards.toml",
        "people": folder / "people.json",
        "screen": folder / "screen.toml",
    }
    return files if settings is None else files | {"settings": settings}


def check_export(folder: Path, games: Sequence[Played], files: dict[str, bytes]) -> None:
    """Read an export back: every file as it was written, and the games in it equal."""
    _check_written(folder, files)
    if from_json((folder / "games.json").read_bytes()) != tuple(games):
        raise BackupError(file="games.json", reason=DIFFERS)


def _check_written(folder: Path, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        if (folder / name).read_bytes() != data:
            raise BackupError(file=name, reason=DIFFERS)


def mounted(roots: Iterable[Path]) -> list[Path]:
    """Folders below `roots` that are mounted and can be written: `/media/STICK` or `/run/media/USER/STICK`."""
    folders = [one for root in roots for one in sorted(_folders(root))]
    inner = [path for one in folders for path in sorted(_folders(one))]
    return [path for path in (*folders, *inner) if os.path.ismount(path) and os.access(path, os.W_OK)]


def _folders(path: Path) -> list[Path]:
    try:
        return [one for one in path.iterdir() if one.is_dir() and not one.is_symlink()]
    except OSError:  # not there, or not ours to look into
        return []


def backups_in(place: Path) -> list[Path]:
    """The folders of backups in a place, newest first; what is damaged is found when it is read."""
    found = [one for one in _folders(place) if (one / LIST).is_file()]
    if (place / LIST).is_file():
        found.append(place)
    return sorted(found, reverse=True)[:MOST_BACKUPS]


def readable(path: Path) -> Listing | None:
    """What a backup holds, None for one that is damaged."""
    try:
        return check(path)
    except BackupError:
        return None


def free_folder(place: Path, stem: str, wall: float) -> Path:
    """A name in `place` that is not taken: `companion-backup-20261129-223500`, with a number behind it if need be."""
    name = f"{stem}-{time.strftime('%Y%m%d-%H%M%S', time.localtime(wall))}"
    folder, number = place / name, 1
    while folder.exists():
        number += 1
        folder = place / f"{name}-{number}"
    return folder
