"""A game played by words, as at the headless table but straight on the rules."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.cards import Card
from companion.rules.game import (
    Arranged,
    Corrected,
    Event,
    Game,
    Given,
    IllegalAction,
    Join,
    Leave,
    Moved,
    Picked,
    Player,
    Retake,
    Touched,
    Void,
)
from companion.rules.games import GAMES
from companion.rules.options import read


class Play:
    """One running game: `events` of the last action, `all` of every one."""

    def __init__(self, game: Game[Any], who: str, **options: str) -> None:
        self.game = game
        players = [Player(*(word.split("@") if "@" in word else (word, word))) for word in who.split()]
        chosen = read(game.options_type, options)
        game.validate(players, chosen)
        step = game.start(players, chosen)
        self.state, self.events = step.state, step.events
        self.all: list[Event] = list(step.events)

    def act(self, action: Any) -> None:
        """Check and apply; a refusal leaves the state alone."""
        before = self.state
        try:
            self.game.check(self.state, action)
        except IllegalAction:
            assert self.state is before
            raise
        step = self.game.apply(self.state, action)
        self.state, self.events = step.state, step.events
        self.all.extend(step.events)

    def touch(self, label: str, faces: str) -> None:
        """Put cards of a deck on the reader, one after another."""
        for face in faces.split():
            self.act(Touched(Card(f"{label}/{face}")))

    def pick(self, seat: str, option: str) -> None:
        self.act(Picked(seat, option))

    def number(self, seat: str, purpose: str, number: int) -> None:
        self.act(Given(seat, purpose, number))

    def next(self) -> None:
        self.pick("table", "next")

    def refused(self, action: Any) -> str:
        """The code of a refusal that must come."""
        with pytest.raises(IllegalAction) as why:
            self.act(action)
        return why.value.code

    def leave(self, seat: str) -> None:
        self.act(Leave(seat))

    def join(self, seat: str, label: str = "") -> None:
        self.act(Join(seat, label or seat))

    def void(self) -> None:
        self.act(Void())

    def retake(self, seat: str) -> None:
        self.act(Retake(seat))

    def arrange(self, seat: str, faces: str) -> None:
        self.act(Arranged(seat, tuple(Card(f"{seat}/{face}") for face in faces.split())))

    def correct(self, seat: str, hp: int) -> None:
        self.act(Corrected(seat, "hp", hp))

    def move(self, seat: str, face: str, zone: str) -> None:
        self.act(Moved(seat, Card(f"{seat}/{face}"), zone))

    def seat(self, name: str) -> Any:
        return self.state.seats[self.state.index(name)]

    @property
    def hp(self) -> dict[str, int]:
        return {seat.name: seat.hp for seat in self.state.seats}

    @property
    def waits(self) -> list[tuple[str, str]]:
        """Seat and purpose of every prompt."""
        return [(prompt.seat, prompt.purpose) for prompt in self.game.prompts(self.state)]

    def ids(self, seat: str) -> tuple[str, ...]:
        """The options open to a seat."""
        pick = next(one for one in self.game.prompts(self.state) if one.seat == seat and hasattr(one, "card"))
        return self.game.options(self.state, pick).ids

    def happened(self, kind: str) -> list[Any]:
        """All events of a kind so far."""
        return [event for event in self.all if type(event).__name__ == kind]

    def last(self, kind: str) -> Any:
        return self.happened(kind)[-1]


@pytest.fixture
def start() -> Callable[..., Play]:
    """Start a game by name: `start("casinoya-poker", "Ana Bruno", hp="20")`."""

    def begin(name: str | Game[Any], who: str = "Ana Bruno", **options: str) -> Play:
        return Play(GAMES[name] if isinstance(name, str) else name, who, **options)

    return begin


@pytest.fixture
def poker(start: Callable[..., Play]) -> Callable[..., Play]:
    """A poker game in which nobody exchanged anything."""

    def begin(who: str = "Ana Bruno", **options: str) -> Play:
        play = start("casinoya-poker", who, **options)
        exchange_nothing(play)
        return play

    return begin


def exchange_nothing(play: Play) -> None:
    for seat, purpose in play.waits:
        play.number(seat, purpose, 0)
