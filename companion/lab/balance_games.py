"""One game of a setting after another, each from its own seed: what game number `n` is depends on nothing but `n`."""

from __future__ import annotations

import random
from typing import Any

from companion.lab.balance_settings import Setting
from companion.lab.balance_tally import Listener, Tally
from companion.lab.dealt import MOST_ACTIONS, Dealt, EndlessGameError, skills_of
from companion.robots import Company
from companion.rules.casinoya.play import Casinoya
from companion.rules.game import Outcome


class Games:
    """The games of one setting on this process; the rules are trusted (`apply` without `check`)."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.game, self.players, self.options = setting.prepared()

    def play(self, first: int, count: int) -> Tally:
        """Games `first` to `first + count - 1`, counted."""
        tally = Tally()
        listener = Listener(tally)
        for number in range(first, first + count):
            self._one(number, listener)
        return tally

    def _one(self, number: int, listener: Listener) -> None:
        rng = random.Random(f"{self.setting.seed} {number}")
        skills: Any = skills_of(self.setting.skills, len(self.players), number)  # type: ignore[arg-type]
        listener.begin({player.name: skill for player, skill in zip(self.players, skills, strict=True)})
        if isinstance(self.game, Casinoya):
            dealt = Dealt(self.game, self.players, self.options, rng, skills)
            state = dealt.play(listener.hear)
            assert state.outcome is not None
            listener.end(state.outcome, state.round, dealt.actions, exhausted=len(state.living()) > 1)
        else:
            self._company(rng, skills, listener)

    def _company(self, rng: random.Random, skills: Any, listener: Listener) -> None:
        """A game of the robots that play at any table (`companion/robots.py`)."""
        names = {player.name: skill for player, skill in zip(self.players, skills, strict=True)}
        money = self.setting.game == "casino-war"
        company = Company(
            self.game,
            self.players,
            self.options,
            rng,
            "sensible" if money else names,
            manners=names if money else None,
            whims=0.0,  # nobody loses a game of Cassino by claiming it for fun
        )
        step = self.game.start(self.players, self.options)
        actions = 0
        listener.hear(step.events)
        while self.game.outcome(step.state) is None:
            if money and step.state.phase == "bets" and step.state.hand > self.setting.hands:
                break
            company.follow(step.state, step.events)
            action = company.act(self.game.prompts(step.state))
            if action is None:
                break  # everybody is broke
            step = self.game.apply(step.state, action)
            listener.hear(step.events)
            actions += 1
            if actions > MOST_ACTIONS:
                raise EndlessGameError(f"no end after {MOST_ACTIONS} actions")
        outcome = self.game.outcome(step.state) or _evening(self.game, step.state)
        listener.end(outcome, step.state.hand - 1 if money else step.state.pack, actions)


def _evening(game: Any, state: Any) -> Outcome:
    """An evening at Casino War: who has more chips than anybody else has won it, as far as shares are concerned."""
    banks = {entry["name"]: entry["bank"] for entry in game.report(state)["players"]}
    best = tuple(name for name, bank in banks.items() if bank == max(banks.values()))
    return Outcome("won" if len(best) == 1 else "shared", best)
