"""`companion soak`: a bounded share of the simulated week in each run, the whole one in the soak."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.wiring import soak as module
from companion.wiring.soak import FAULTS, GROWTH, RESTS_S, Hour, Report, Screen, Soak, soak


def test_short_hours_with_every_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Six hours cut to a minute each: every fault once, the game unchanged, back in time, the journal read back each hour."""
    monkeypatch.setattr(module, "HOUR", 100.0)
    monkeypatch.setattr(
        module, "_memory", lambda: 1000
    )  # what a minute costs in caches is no leak; the whole one measures it
    assert soak(len(FAULTS), 3, as_json=True, screen=False, place=tmp_path) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["ok"] is True
    assert told["failures"] == []
    assert {hour["fault"] for hour in told["measured"]} == set(FAULTS)
    assert told["resumes"] == len(FAULTS)
    assert told["reads"] >= 250
    assert list(tmp_path.iterdir()) == []


def run_of(tmp_path: Path, memory: list[int], handles: list[int], games: int = 3) -> Report:
    run = Soak(len(memory), 1, tmp_path, Screen(False), lambda _line: None)
    run.report.measured = [
        Hour(at, "unplug", kib, count, 1, 0, 0, games, 0.0)
        for at, (kib, count) in enumerate(zip(memory, handles, strict=True), 1)
    ]
    run._judge()
    run._journal().close()
    return run.report


def test_it_tells_what_grows(tmp_path: Path) -> None:
    """Memory beyond 5 %, handles that do not stay and a journal over its bound are failures; caches that fill at first are none."""
    assert run_of(tmp_path, [500, 1000, 1010, 1020, 1030, 1040, 1049], [7] * 7).ok
    assert "memory" in run_of(tmp_path, [1000, 1000, 1010, 1020, 1030, 1040, 1060], [7] * 7).failures[0]
    assert "handles" in run_of(tmp_path, [1000] * 7, [7, 7, 7, 8, 9, 10, 11]).failures[0]
    assert "101 games" in run_of(tmp_path, [1000] * 7, [7] * 7, games=101).failures[0]


@pytest.mark.soak
def test_a_simulated_week(tmp_path: Path) -> None:
    """604,800 reads at one a second with a fault each hour: memory flat within 5 %, handles and threads constant, journal bounded."""
    assert soak(168, 1, as_json=True, screen=False, place=tmp_path) == 0


def beside_a_screen(tmp_path: Path, *options: str) -> dict[str, Any]:
    done = subprocess.run(
        [sys.executable, "-m", "companion", "soak", *options, "--json", "--folder", str(tmp_path)],
        env={**os.environ, "LIBGL_ALWAYS_SOFTWARE": "1"}, capture_output=True, check=False, cwd=Path(__file__).parents[2],
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    told: dict[str, Any] = json.loads(done.stdout)
    return told


@pytest.mark.soak
@pytest.mark.window
@pytest.mark.xdist_group("ui")
def test_simulated_hours_beside_the_drawn_screen(tmp_path: Path) -> None:
    """The same with the screen drawn offscreen, which comes to rest each hour."""
    told = beside_a_screen(tmp_path, "--hours", "6")
    assert all(hour["rested_s"] < RESTS_S for hour in told["measured"])


@pytest.mark.soak
@pytest.mark.window
@pytest.mark.xdist_group("ui")
def test_a_simulated_week_beside_the_screen(tmp_path: Path) -> None:
    """The whole week with everything of the screen but its pixels, so that its memory is our own: flat within 5 %."""
    assert beside_a_screen(tmp_path, "--hours", "168", "--undrawn")["growth"] <= GROWTH


@pytest.mark.slow
@pytest.mark.window
@pytest.mark.xdist_group("ui")
def test_a_simulated_hour_beside_the_undrawn_screen(tmp_path: Path) -> None:
    """An hour of it says what it measured and leaves nothing behind."""
    told = beside_a_screen(tmp_path, "--hours", "1", "--undrawn")
    assert (told["screen"], told["failures"], len(told["measured"])) == (True, [], 1)
    assert list(tmp_path.iterdir()) == []
