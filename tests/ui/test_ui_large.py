"""The same screens on the large panel (1280 x 720 at density 1.5); a window's size is per process, so this runs in another."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

pytestmark = [pytest.mark.window]


def on_the_large_panel(tests: str, *options: str, timeout: float) -> str:
    """What pytest says of these tests at 1280 x 720 with density 1.5, in a process of its own; they pass."""
    here = Path(__file__).parent
    environ = os.environ | {"COMPANION_UI": "1280x720@1.5"}
    done = subprocess.run(
        [sys.executable, "-m", "pytest", str(here / tests), "-q", "-p", "no:xdist", *options, "-p", "no:cacheprovider"],
        check=False, capture_output=True, text=True, timeout=timeout, cwd=here.parents[1],
        env={name: value for name, value in environ.items() if not name.startswith(("KIVY_", "PYTEST_"))},
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    return done.stdout


def test_the_large_panel_has_the_same_layout() -> None:
    """Poker with six, sheets, faults and home fit at 1280 x 720 with density 1.5."""
    chosen = "fault or sheets or home_new_game or (poker_fits and 6)"
    assert "4 passed" in on_the_large_panel("test_ui_geometry.py", "-k", chosen, timeout=240)


@pytest.mark.slow
def test_the_large_panel_faces_every_edge() -> None:
    """Prompts and choices turned to each edge fit at 1280 x 720 with density 1.5, too."""
    on_the_large_panel("test_ui_facing.py", "-m", "not slow", timeout=400)


PORTRAIT = """
import json, msgspec
from ui.app import PANELS, configure
configure(msgspec.structs.replace(PANELS["touch2"], driver="offscreen", fullscreen=False), False)
from kivy.base import EventLoop, runTouchApp
from kivy.core.window import Window
from companion.live.table import Table
from companion.rules.game import Player
from companion.rules.games import GAMES
from ui.direct import DirectFacade
from ui.theme import MOTION
from ui.window import CompanionApp
MOTION.allowed = False
facade = DirectFacade(Table(GAMES))
facade.new_game("casinoya-poker", [Player(name, name) for name in ("Ana", "Bruno", "Chloé")], {})
app = CompanionApp(facade, screen="table")
app._run_prepare()
runTouchApp(embedded=True)
for _ in range(20):
    EventLoop.idle()
panels = [panel.size for panel in app.root.screen.seats.panels]
print(json.dumps([Window.system_size, Window.rotation, app.root.size, panels]))
"""


def test_the_portrait_panel_is_turned() -> None:
    """Touch Display 2 is 720 x 1280 by nature; turned by 90 degrees the table has the layout of the large panel."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "KCFG_", "SDL_"))}
    done = subprocess.run(
        [sys.executable, "-c", PORTRAIT], check=False, capture_output=True, text=True, timeout=120, env=environ
    )
    assert done.returncode == 0, done.stderr[-2000:]
    panel, rotation, root, seats = json.loads(done.stdout.strip().splitlines()[-1])
    assert panel == [720, 1280]
    assert rotation == 90
    assert root == [1280, 720]
    assert len(seats) == 3
    assert all(size[0] > 350 and size[1] == 144 * 1.5 for size in seats)
