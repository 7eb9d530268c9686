"""What goes on a stick for who mends the table: the program's newest log lines, findings, settings, readers, the game's log."""

from __future__ import annotations

import csv
import io
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import settings
from companion.keeping import Keeping
from companion.live.errors import BackupError
from companion.live.snapshot import Origin
from companion.live.table import Table
from companion.rules.game import Given, Player
from companion.rules.games import GAMES
from companion.wiring.remembered import LINES, LONGEST, Remembered
from companion.wiring.report import report_files
from ui.facade import ReaderView
from ui.facade_devices import FindingView, QualityView

ROOT = Path(__file__).parents[1]
TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))


@pytest.fixture
def remembered() -> Iterator[Remembered]:
    """One that ends with the test."""
    made = Remembered.begun()
    yield made
    made.close()


def test_the_newest_lines_are_remembered(remembered: Remembered) -> None:
    """With date, weight, place and traceback; a flood or an endless line takes no more room."""
    log = logging.getLogger("companion.live.table")
    log.warning("the disk is %s", "slow")
    try:
        raise OSError(28, "No space left on device")
    except OSError:
        log.exception("the journal failed")
    assert "WARNING companion.live.table: the disk is slow" in remembered.lines[0]
    assert "No space left on device" in remembered.lines[1]
    for at in range(LINES):
        log.warning("%s %s", at, "x" * 10_000)
    assert len(remembered.lines) == LINES
    assert max(map(len, remembered.lines)) == LONGEST
    remembered.close()
    log.warning("after the end")
    assert "after the end" not in remembered.lines[-1]


def test_what_is_remembered_still_goes_to_standard_error() -> None:
    """In a program that set no logging up, systemd's journal gets what it got before, once."""
    code = (
        "import logging\n"
        "from companion.wiring.remembered import Remembered\n"
        "made = Remembered.begun()\n"
        "logging.getLogger('hardware.reader').warning('unplugged')\n"
        "logging.getLogger('hardware.reader').info('a detail')\n"
        "assert len(made.lines) == 1\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stderr == "unplugged\n"


def test_a_report_holds_what_a_mender_asks_for(tmp_path: Path) -> None:
    """Each file reads as it says; a game's log is there where there is a game; all is read back."""
    table = Table(GAMES)
    table.new("casinoya-poker", TWO)
    table.submit(Given("Ana", "exchange", 1), origin=Origin("reader", "north"))
    loaded = settings.load([], ["screen.volume=30"], overrides=tmp_path / "screen.toml")
    files = report_files(
        [FindingView("disk", "fault", "is full", "make room"), FindingView("clock", "ok", "2026-11-30")],
        loaded.origins,
        [ReaderView("north", "lost", "Ana", "device-missing", "Nothing is connected.")],
        [QualityView("north", 10, 2, 1, 7.0, ("K♠",))],
        ["one line", "another"],
        table.snapshot,
    )
    text = {name: data.decode() for name, data in files.items()}
    assert text["about.txt"].splitlines()[-1].startswith("casinoya-poker, 2 players, 1 entries")
    assert text["doctor.txt"].splitlines() == ["✗ disk: is full → make room", "✓ clock: 2026-11-30"]
    assert "screen.volume = 30    # command line" in text["settings.txt"]
    assert text["readers.txt"].splitlines() == [
        "north · Ana · lost · device-missing · Nothing is connected.",
        "north: 10 read, 2 missed, 1 errors, weak: K♠",
    ]
    assert text["program.log"] == "one line\nanother\n"
    (line,) = csv.DictReader(io.StringIO(text["log.csv"]))
    assert (line["entry"], line["where"]) == ("1", "north")
    keeping = Keeping(tmp_path, sticks=(), wall=lambda: 1_700_000_000.0)
    first = keeping.report(tmp_path / "stick", files)
    assert {one.name: one.read_bytes() for one in first.iterdir()} == files
    assert keeping.report(tmp_path / "stick", files) != first
    assert "log.csv" not in report_files([], (), (), (), (), None)
    (tmp_path / "file").write_text("")
    with pytest.raises(BackupError):
        keeping.report(tmp_path / "file", files)
