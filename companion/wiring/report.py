"""What somebody who mends a table needs to know of it, as files for a stick: a kiosk has neither terminal nor network."""

from __future__ import annotations

import platform
import sys
from collections.abc import Iterable, Sequence

from companion import __version__
from companion.doctor import MARKS
from companion.live.evening import log_csv
from companion.live.snapshot import Snapshot
from companion.settings import Origin, toml_value
from ui.facade import ReaderView
from ui.facade_devices import FindingView, QualityView


def report_files(
    findings: Sequence[FindingView],
    settings: Iterable[Origin],
    readers: Iterable[ReaderView],
    quality: Iterable[QualityView],
    lines: Iterable[str],
    shot: Snapshot | None,
) -> dict[str, bytes]:
    """The files of a report by name: what the doctor found, the settings, the readers, the program's log, the game's log."""
    what = [
        f"companion {__version__}",
        f"Python {sys.version}",
        platform.platform(),
        "" if shot is None else f"{shot.name}, {len(shot.players)} players, {shot.entries} entries, {dict(shot.words)}",
    ]
    found = [f"{MARKS[one.state]} {one.what}: {one.detail}" + (f" → {one.fix}" if one.fix else "") for one in findings]
    told = [" · ".join(filter(None, (one.name, one.seat, one.state, one.code, one.detail))) for one in readers]
    read = [
        f"{one.name}: {one.read} read, {one.missed} missed, {one.errors} errors, weak: {' '.join(one.weak) or '-'}"
        for one in quality
    ]
    files = {
        "about.txt": what,
        "doctor.txt": found,
        "settings.txt": [f"{one.key} = {toml_value(one.value)}    # {one.source}" for one in settings],
        "readers.txt": [*told, *read],
        "program.log": lines,
    }
    made = {name: "".join(f"{line}\n" for line in text if line).encode() for name, text in files.items()}
    return made if shot is None else made | {"log.csv": log_csv(shot).encode()}
