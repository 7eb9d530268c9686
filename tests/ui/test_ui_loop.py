"""The real loop in a process of its own: it sleeps while nothing happens, and wakes at once for a card."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from typing import Any

import pytest

pytestmark = [pytest.mark.window]

RUN = """
import json, sys, threading, time
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import Given, Player, Touched
from companion.rules.games import GAMES
from ui import app
from ui.direct import DirectFacade
from ui.facade import TableChanged

table = Table(GAMES)
table.new("casinoya-poker", [Player(name, name) for name in ("Ana", "Bruno", "Chloé", "Dev")], {"reveal": "open"})
for name in ("Ana", "Bruno", "Chloé", "Dev"):
    table.submit(Given(name, "exchange", 0))
facade = DirectFacade(table)
told = {}

def started():
    from kivy.clock import Clock
    from kivy.core.window import Window
    governor = GOVERNOR[0]
    told["governor"] = type(governor).__name__
    root = app._running[0].root
    flips = [0]
    Window.bind(on_flip=lambda *_: flips.__setitem__(0, flips[0] + 1))

    def watch():
        deadline = time.monotonic() + 15
        while not governor.idle and time.monotonic() < deadline:
            threading.Event().wait(0.05)
        ticks, drawn, cpu, begun = governor.ticks, flips[0], time.process_time(), time.monotonic()
        threading.Event().wait(SECONDS)
        told["seconds"] = time.monotonic() - begun
        told["ticks"], told["flips"] = governor.ticks - ticks, flips[0] - drawn
        told["cpu"] = time.process_time() - cpu
        seen = threading.Event()
        delays = []
        for face in ("KS", "KH", "KC"):
            while not governor.idle:
                threading.Event().wait(0.05)
            seen.clear()
            Window.bind(on_flip=lambda *_: seen.set())
            begun = time.monotonic()
            table.submit(Touched(Card("Ana/" + face)))
            seen.wait(3)
            delays.append(time.monotonic() - begun)
        told["delays"] = delays
        told["cards"] = len(root.view.stage.hands[0].cards) and [card.face for card in root.view.stage.hands[0].cards][:3]
        app.stop()

    threading.Thread(target=watch, daemon=True).start()

GOVERNOR = []
import ui.idle
chosen = ui.idle.choose
def choose(driver):
    GOVERNOR.append(chosen(driver))
    return GOVERNOR[0]
ui.idle.choose = choose
app.run(facade, display=app.PANELS["none"], started=started, screen="table", motion=False)
print(json.dumps(told))
"""


def run(seconds: float) -> dict[str, Any]:
    """Run the screen offscreen for a while; what it told. `ui.idle` is imported after the environment is set."""
    code = RUN.replace("SECONDS", str(seconds)).replace(
        "import ui.idle\n", "app.configure(app.PANELS['none'], False)\nimport ui.idle\n"
    )
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "KCFG_"))}
    environ.pop("SDL_VIDEODRIVER", None)
    done = subprocess.run(
        [sys.executable, "-c", code], check=False, capture_output=True, text=True, timeout=60, env=environ
    )
    assert done.returncode == 0, done.stderr[-3000:]
    told: dict[str, Any] = json.loads(done.stdout.strip().splitlines()[-1])
    return told


def test_the_loop_sleeps_while_nothing_happens_and_wakes_for_a_card() -> None:
    """Idle it turns at most three times a second and draws nothing; a card read on another thread is on screen at once."""
    told = run(3.0)
    assert told["governor"] == "EvdevGovernor"
    assert told["ticks"] <= 3 * told["seconds"]
    assert told["flips"] == 0
    assert told["cpu"] < 0.05 * told["seconds"]
    assert told["cards"] == ["KS", "KH", "KC"]
    assert max(told["delays"]) < 0.5  # from a sleep of a second; measured about 0.03 s on a quiet machine
