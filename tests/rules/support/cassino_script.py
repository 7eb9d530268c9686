"""A Cassino table driven by short words, as the headless protocol does, and positions set up by hand."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.rules import options as options_of
from companion.rules.cards import Card
from companion.rules.cassino import CASSINO, DRAW, ROYAL, SPADE
from companion.rules.cassino.offers import offered
from companion.rules.cassino.state import Build, CassinoState
from companion.rules.cassino.uses import read
from companion.rules.game import AnyAction, Event, IllegalAction, Picked, Player, Touched

GAMES = {game.name: game for game in (CASSINO, ROYAL, SPADE, DRAW)}
NAMES = ("Ana", "Bruno", "Carla", "Dora", "Eva")


def card(face: str) -> Card:
    """One card of the pack."""
    return Card(f"pack/{face}")


def cards(text: str) -> tuple[Card, ...]:
    """Cards of the pack from faces between blanks."""
    return tuple(card(face) for face in text.split())


class Script:
    """A game with its state and the events of the last action."""

    def __init__(self, name: str = "cassino", players: int = 2, **words: str) -> None:
        self.game = GAMES[name]
        seated = [Player(one, "pack") for one in NAMES[:players]]
        options = options_of.read(self.game.options_type, words)
        self.game.validate(seated, options)
        step = self.game.start(seated, options)
        self.state: CassinoState = step.state
        self.events: tuple[Event, ...] = step.events

    def do(self, action: AnyAction) -> tuple[Event, ...]:
        """Check and apply one action."""
        self.game.check(self.state, action)
        step = self.game.apply(self.state, action)
        self.state, self.events = step.state, step.events
        return self.events

    def touch(self, faces: str) -> tuple[Event, ...]:
        """Touch cards one after another; the events of all."""
        return tuple(event for one in cards(faces) for event in self.do(Touched(one)))

    def pick(self, seat: str, option: str) -> tuple[Event, ...]:
        """Answer a choice."""
        return self.do(Picked(seat, option))

    def play(self, seat: str, face: str, option: str) -> tuple[Event, ...]:
        """One whole turn."""
        assert self.report["turn"] == seat
        return (*self.touch(face), *self.pick(seat, option))

    def refused(self, action: AnyAction) -> IllegalAction:
        """The refusal of an action; fails if it is allowed."""
        before = self.state
        try:
            self.game.check(self.state, action)
        except IllegalAction as error:
            assert self.state == before
            return error
        raise AssertionError(f"{action} was allowed")

    def to(self, **changes: Any) -> Script:
        """Put the table into another state."""
        self.state = msgspec.structs.replace(self.state, **changes)
        return self

    @property
    def report(self) -> dict[str, Any]:
        """What `state` prints."""
        return self.game.report(self.state)


def position(
    played: str,
    table: str,
    builds: tuple[tuple[int, str, int | None], ...] = (),
    gone: str = "",
    hand: int = 3,
    game: str = "cassino",
    **words: str,
) -> Script:
    """Ana has just shown `played`; `builds` are (value, groups between commas, controller), `gone` lie in Bruno's pile."""
    made = tuple(
        Build(value, tuple(cards(group) for group in groups.split(",")), controller, at + 1)
        for at, (value, groups, controller) in enumerate(builds)
    )
    return Script(game, **words).to(
        phase="use",
        played=card(played),
        table=cards(table),
        builds=made,
        piles=((), cards(gone)),
        hands=(hand, 3),
        stock=0,
        actions=20,
    )


def uses(script: Script) -> set[str]:
    """All uses offered, in one spelling: cards within groups and groups sorted."""
    ids, more = offered(script.state, 100_000)
    assert not more
    return {spelled(text) for text in ids}


def spelled(text: str) -> str:
    """One spelling of an id."""
    head, colon, rest = text.rpartition(":")
    if not colon or rest.partition("#")[0].isdigit():
        return text
    return head + ":" + ",".join(sorted("+".join(sorted(group.split("+"))) for group in rest.split(",")))


def allows(script: Script, text: str) -> bool:
    """Whether an id is a legal use now."""
    try:
        read(script.state, text)
    except IllegalAction:
        return False
    return True


def code(script: Script, text: str) -> str:
    """The code of the refusal of an id."""
    return script.refused(Picked(script.state.players[script.state.turn], text)).code
