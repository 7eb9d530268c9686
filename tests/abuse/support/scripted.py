"""Whole games as lines of the headless protocol, with what must be true after each line.

The games are played by robots (and, if wanted, by people who undo, replace, correct, void, leave and join) on a table in memory;
the same lines are then said to a real process, which may be killed anywhere.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any, NamedTuple

from playing import Dealer, answer, wildly  # of tests/live/support

from companion.live.journal import Journal
from companion.live.snapshot import Replace, Reply, Snapshot, Undo
from companion.live.table import Table
from companion.robots import Company, manners_at
from companion.rules.game import (
    AnyAction,
    Arranged,
    Corrected,
    Given,
    Join,
    Leave,
    Moved,
    Picked,
    Player,
    Retake,
    Touched,
    plain,
)
from companion.rules.games import GAMES

NAMES = ("Ana Lee", "Bruno", "Çem", "Dora")
SHORT = {"casino-war": {"bank": "30"}, "cassino": {"game": "3"}, "casinoya": {"hp": "6"}}
HANDS = 12  # of Casino War, after which everybody has gone home


class Expected(NamedTuple):
    """A line, and the table after it: the N of `ready`, the report, the prompts."""

    line: str
    entries: int
    report: dict[str, Any]
    prompts: list[dict[str, Any]]


def quoted(text: str) -> str:
    """A word as the protocol reads it."""
    return "'" + text + "'" if set(text) & set(' \\"#') or not text else text


def line_of(action: AnyAction) -> str | None:
    """The line that says an action, None for what the protocol has no word for."""
    match action:
        case Touched(card):
            words = ["touch", card]
        case Picked(seat, option):
            words = ["pick", seat, option]
        case Given(seat, purpose, number):
            words = ["number", seat, purpose, str(number)]
        case Retake(seat):
            words = ["retake", seat]
        case Corrected(seat, field, value):
            words = ["correct", seat, field, str(value)]
        case Moved(seat, card, zone):
            words = ["move", seat, card, zone]
        case Leave(seat):
            words = ["leave", seat]
        case Join(seat, label):
            words = ["join", f"{seat}@{label}"]
        case Arranged():
            return None
        case _:
            words = ["void"]
    return " ".join(quoted(word) for word in words)


def seats_of(name: str, rng: random.Random) -> tuple[Player, ...]:
    """Who plays: as many as the game takes, up to four."""
    fewest, most = GAMES[name].seats
    return tuple(Player(one, one) for one in NAMES[: rng.randint(max(2, fewest), min(most, 4))])


def options_of(name: str) -> dict[str, str]:
    """Options that make a game short."""
    return next((dict(options) for key, options in SHORT.items() if name.startswith(key)), {})


class Script:
    """A game of `name`: its lines, whole, with what follows each; the same seed makes the same game."""

    def __init__(self, name: str, seed: object, *, wild: float = 0.0, most: int = 400) -> None:
        self.name = name
        self.rng = random.Random(f"{name} {seed}")
        self.table = Table(GAMES)
        self.lines: list[Expected] = []
        players, options = seats_of(name, self.rng), options_of(name)
        assert self.table.new(name, players, options).ok
        words = [name, *(quoted(one.name) for one in players), *(f"{key}={value}" for key, value in options.items())]
        self._keep("new " + " ".join(words))
        if wild:
            self._wildly(wild, most)
        else:
            self._robots(players, most)

    @property
    def shot(self) -> Snapshot:
        assert self.table.snapshot is not None
        return self.table.snapshot

    def _keep(self, line: str) -> None:
        self.lines.append(expected(line, self.shot))

    def _robots(self, players: tuple[Player, ...], most: int) -> None:
        shot = self.shot
        company = Company(shot.game, players, shot.options, self.rng, manners=manners_at(self.name, players))
        company.follow(shot.state, shot.events)
        while self.shot.outcome is None and len(self.lines) < most:
            report = self.shot.report()
            going = "bank" in report["players"][0] and report["phase"] == "bets" and report["hand"] > HANDS
            leaver = next((one["name"] for one in report["players"] if not one.get("out")), "") if going else ""
            action = Leave(leaver) if leaver else company.act([one.prompt for one in self.shot.prompts])
            assert action is not None
            reply = self.table.submit(action)
            assert reply.ok, (action, reply.refusal)
            line = line_of(action)
            assert line is not None
            self._keep(line)
            company.follow(self.shot.state, reply.events, self.shot.players)

    def _wildly(self, wild: float, most: int) -> None:
        dealer = Dealer(self.rng)
        while len(self.lines) < most:
            before = self.shot
            if self.rng.random() < wild:
                self._tell(before, wildly(self.table, before, dealer))
                continue
            action = answer(before, dealer)
            reply = self.table.submit(action) if action is not None else self.table.undo()
            self._tell(before, reply)

    def _tell(self, before: Snapshot, reply: Reply) -> None:
        if not reply.ok:  # refused lines are another test's; here every line counts
            return
        record = self.shot.history[-1]
        match record.entry:
            case Undo():
                line = "undo"
            case Replace(entry, Touched(card)):
                line = f"replace {entry} {quoted(card)}"
            case _ if reply.action is None:
                line = "redo"
            case _:
                said = line_of(reply.action)
                if said is None:
                    raise AssertionError(reply.action)
                line = said
        self._keep(line)


def expected(line: str, shot: Snapshot) -> Expected:
    """What is true now, after a line."""
    prompts = [plain(one.prompt) for one in shot.prompts]
    return Expected(line, shot.entries, plain(shot.report()), prompts)


def resumed(path: Path) -> tuple[Snapshot | None, tuple[str, ...]]:
    """What a journal comes back to in this process, and the codes of what it has to tell."""
    with Journal.open(path) as journal:
        table = Table(GAMES, journal)
        reply = table.resume()
        return table.snapshot, tuple(notice.code for notice in reply.notices)
