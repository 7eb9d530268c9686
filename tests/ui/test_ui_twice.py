"""A panel that reports one finger twice, on every target of every screen: one press (failures.md, row 17)."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent


def sister(name: str) -> ModuleType:
    """Another test module, whose ways through the screens are ours, too."""
    spec = importlib.util.spec_from_file_location(f"twice_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Presses:
    """What fingers pressed; while it counts, nothing is done."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from ui.desk import Desk

        self.counted: list[Any] | None = None
        press = Desk.press

        def heard(desk: Any, act: Any) -> None:
            if self.counted is None:
                press(desk, act)
            else:
                self.counted.append(act)

        monkeypatch.setattr(Desk, "press", heard)


@pytest.fixture
def presses(monkeypatch: pytest.MonkeyPatch) -> Presses:
    """Made before the screen is: its widgets hold on to what a press does."""
    return Presses(monkeypatch)


def twice(one: Any, presses: Presses, where: str) -> tuple[int, list[str]]:
    """Touch the middle of each target with a finger that is reported twice; how many pressed, and which pressed more than once."""
    from kivy.tests.common import UnitTestTouch

    found, pressed = [], 0
    one.settle()
    for target in one.targets():
        one.advance(0.4)
        presses.counted = []
        for _ in range(2):
            finger = UnitTestTouch(*target.to_window(*target.center))
            finger.touch_down()
            one.frames(1)
            finger.touch_up()
            one.frames(1)
        if len(presses.counted) > 1:
            found.append(f"{where}: {presses.counted}")
        pressed += bool(presses.counted)
        presses.counted = None
    return pressed, found


def test_no_target_around_the_games_is_pressed_twice(bench: Any, presses: Presses) -> None:
    """Home, people, options, rules, menus, sheets, pages and questions."""
    found, pressed = [], 0
    for name, one in sister("test_ui_matrix").ways(bench, {}):
        count, more = twice(one, presses, name)
        pressed, found = pressed + count, found + more
    assert not found, "\n".join(found)
    assert pressed > 100


@pytest.mark.parametrize(
    "game", ["casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war", "casino-war", "cassino"]
)
def test_no_target_of_a_game_is_pressed_twice(bench: Any, presses: Presses, game: str) -> None:
    """The table at many moments of a game of robots: cards, chips, keys, seats, and the bar."""
    from companion.robots import Company

    one = bench(settings={"auto_next": "0"})
    one.start(game, "Ana", "Bo")
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(7))
    company.follow(shot.state, shot.events)
    found, pressed, seen = [], 0, set()
    for _ in range(60):
        kind = type(one.desk.view().stage).__name__
        if kind not in seen:
            seen.add(kind)
            count, more = twice(one, presses, f"{game} {kind}")
            pressed, found = pressed + count, found + more
        one.facade.chores_done()
        shot = one.facade.snapshot
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        company.follow(reply.snapshot.state, reply.events)
        if reply.snapshot.outcome is not None:
            break
    assert not found, "\n".join(found)
    assert pressed >= 5, "targets that listen"
