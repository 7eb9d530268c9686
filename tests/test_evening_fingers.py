"""A whole evening by fingers only, on the real facade with a journal: from home to the winner, with comings, goings and mistakes."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from looking import shown_at  # of tests/support

from companion.devices import Devices
from companion.keeping import Keeping
from companion.live.cards import Cards
from companion.live.evening import from_json
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.router import Router
from companion.live.table import Table
from companion.people import People
from companion.robots import Company
from companion.rules.game import Given, Touched
from companion.rules.games import GAMES
from companion.settings import Loaded, Screen, Settings
from companion.wiring.front import Front
from ui.desk import Desk
from ui.view import model
from ui.widgets.numbers import answer, answers


class Here(Owner):
    """An owner that does what it is asked at once, on the asker's thread."""

    def ask(self, message: Any, timeout: float | None = 10.0) -> Any:
        results: list[Any] = []
        self.post(message, results.append)
        self.pump()
        return results[0]


class Fingers:
    """A person who only presses what is shown."""

    def __init__(self, folder: Path) -> None:
        self.journal = Journal.open(folder / "journal.db", wall=lambda: 1_700_000_000.0)
        table = Table(GAMES, self.journal)
        self.owner = Here(table, Router(table, Cards()))
        self.front = Front(
            self.owner,
            Devices(self.owner),
            Loaded(Settings(screen=Screen(auto_next=0)), ()),
            People(folder / "people.json"),
            keeping=Keeping(folder, sticks=(folder / "media",), wall=lambda: 1_700_000_000.0),
            journal=self.journal,
        )
        self.desk = Desk(self.front, lambda: None, lambda _seconds, _do: None)
        self.front.subscribe(self.desk.hear)
        self.owner.pump()
        self.company: Company | None = None

    @property
    def shot(self) -> Any:
        return self.front.snapshot

    def acts(self) -> Iterator[Any]:
        """All that can be pressed now; a number has a key for each of its answers."""
        for one in shown_at(self.desk):
            if isinstance(one, model.NumberAsk):
                yield from (answer(one, number) for number in answers(one)[:100])
            for name in ("act", "hold"):
                if getattr(one, name, None) is not None and getattr(one, "enabled", True):
                    yield getattr(one, name)
            if isinstance(one, model.HandStage):
                yield from one.acts.values()

    def press_act(self, wanted: Callable[[Any], bool]) -> bool:
        found = next((act for act in self.acts() if wanted(act)), None)
        if found is not None:
            self.desk.press(found)
            self.owner.pump()
        return found is not None

    def press(self, *texts: str) -> None:
        for text in texts:
            named = [
                one.act
                for one in shown_at(self.desk)
                if text in (getattr(one, "text", None), getattr(one, "title", None)) and getattr(one, "act", None)
            ]
            assert named, f"nothing says {text!r}: {[getattr(one, 'text', '') for one in shown_at(self.desk)]}"
            self.desk.press(named[0])
            self.owner.pump()

    def does(self, action: Any) -> None:
        """Reach an action by pressing: its own key, else the way to it."""
        seat, label = getattr(action, "seat", ""), action.card.label if isinstance(action, Touched) else ""

        def is_it(act: Any) -> bool:
            if isinstance(act, model.EnterCard):
                return isinstance(action, Touched) and act.card == action.card
            return isinstance(act, model.Submit) and act.action == action

        ways: list[Callable[[Any], bool]] = [
            lambda act: isinstance(act, model.ByHand) and bool(label) and act.label == label,
            lambda act: isinstance(act, model.ChooseFace) and act.standing.prompt.seat == seat,
            lambda act: isinstance(act, model.Focus) and act.seat == seat,
            lambda act: isinstance(act, model.CloseSheet),
        ]
        entries = self.shot.entries
        for _ in range(6):
            if self.press_act(is_it):
                assert self.shot.entries > entries  # who waited to go home may have gone with it
                return
            assert any(self.press_act(way) for way in ways), f"no way to {action}"
        raise AssertionError(f"{action} was not reached")

    def play(self, until: Callable[[Any], bool]) -> None:
        """Everybody plays by fingers until something is so."""
        shot = self.shot
        company = Company(shot.game, shot.players, shot.options, random.Random(shot.entries))
        company.follow(shot.state, ())
        for _ in range(400):
            if until(self.shot):
                return
            if self.front.chores() is not None:
                self.press("Done")
                continue
            action = company.act([one.prompt for one in self.shot.prompts])
            assert action is not None
            self.does(action)
            company.follow(self.shot.state, self.shot.events)
        raise AssertionError("it never came to that")

    def hp(self, name: str) -> int:
        return next(one["hp"] for one in self.shot.report()["players"] if one["name"] == name)


def phase(name: str, number: int) -> Callable[[Any], bool]:
    """Whether a round is in that phase."""

    def is_there(shot: Any) -> bool:
        moment = shot.moment()
        return bool(moment["phase"] == name and moment["round"] == number)

    return is_there


def test_an_evening_of_poker_by_fingers_only(tmp_path: Path) -> None:
    """Three sit down, one corrects, one goes home, one joins, a round is voided, a card put right; the winner's game is exported."""
    one = Fingers(tmp_path)
    one.press("Poker")
    for name in ("Ana", "Bruno", "Chloé"):
        assert one.press_act(lambda act: isinstance(act, model.Put) and act.what == "name")
        one.desk.press(model.Put("text", "", name))
        one.press("OK")
    one.press("Save group", "Start")
    one.play(phase("battle", 1))
    one.press("⋯", "Chloé", "Goes home", "Goes home")
    one.play(phase("choices", 2))
    one.press("Done")
    assert {prompt.prompt.seat for prompt in one.shot.prompts} == {"Ana", "Bruno"}
    one.press("⋯", "Somebody joins")
    one.desk.press(model.Put("text", "", "Dev"))
    one.press("OK")
    assert one.hp("Dev") == 20
    one.play(phase("battle", 2))
    one.press("⋯", "Void this round", "Void this round")
    assert one.shot.moment()["phase"] == "choices"
    assert one.press_act(lambda act: act == model.Host("correct", "Ana"))
    assert one.press_act(lambda act: isinstance(act, model.Submit) and getattr(act.action, "value", 0) == 0) is False
    one.desk.press(answer(next(ask for ask in shown_at(one.desk) if isinstance(ask, model.NumberAsk)), 9))
    one.owner.pump()
    assert one.hp("Ana") == 9
    one.play(phase("battle", 2))
    one.press("⋯", "Log")
    entry = next(line for line in one.desk.view().lines if line.text.startswith("Dev: "))
    one.desk.press(entry.act)
    one.press("Back", "Back to the table")
    one.play(lambda shot: shot.outcome is not None)
    winner = one.shot.outcome.winners[0]
    assert isinstance(one.desk.view(), model.OverView)
    one.press("Home", "Evenings")
    assert not one.desk.view().lines  # the games are being read, one in a turn
    one.owner.pump()
    assert any(winner in getattr(line, "text", "") for line in one.desk.view().lines)
    one.press("Export")
    assert one.press_act(lambda act: isinstance(act, model.Host) and act.what == "do-export")
    (folder,) = (tmp_path / "backups").iterdir()
    (game,) = from_json((folder / "games.json").read_bytes())
    assert game.outcome is not None
    assert game.outcome.winners == (winner,)
    assert isinstance(one.shot.history[0].change.action, Given)
    assert {record.origin.means for record in one.shot.history if record.origin} == {"finger"}
    one.journal.close()
