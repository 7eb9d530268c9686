"""The same screens on the large panel (1280 x 720 at density 1.5); a window's size is per process, so this runs in another."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.window]


def test_the_large_panel_has_the_same_layout() -> None:
    """Poker with six, sheets, faults and home fit at 1280 x 720 with density 1.5."""
    here = Path(__file__).parent
    chosen = "fault or sheets or home_new_game or (poker_fits and 6)"
    command = [sys.executable, "-m", "pytest", str(here / "test_ui_geometry.py"), "-q", "-p", "no:xdist", "-k", chosen]
    environ = os.environ | {"COMPANION_UI": "1280x720@1.5"}
    environ = {name: value for name, value in environ.items() if not name.startswith(("KIVY_", "PYTEST_"))}
    done = subprocess.run(
        [*command, "-p", "no:cacheprovider"],
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
        env=environ,
        cwd=here.parents[1],
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "4 passed" in done.stdout
