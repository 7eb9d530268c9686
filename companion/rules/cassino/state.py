"""What is true at a Cassino table."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from companion.rules.cards import Card, pack
from companion.rules.cassino.variants import PACK, AnyOptions, DealtOptions, SpadeOptions

Phase = Literal["table", "play", "use", "next", "over"]


class Build(msgspec.Struct, frozen=True, gc=False):
    """Cards put together to a `value`; with two or more `groups` it is multiple and never changes its value.

    `controller` is the seat (0 is the first player) that last added to it, None once that player is gone. `play` is
    the action that made it what it is, as `CassinoState.actions` counted.
    """

    value: int
    groups: tuple[tuple[Card, ...], ...]
    controller: int | None
    play: int

    @property
    def multiple(self) -> bool:
        """Whether it holds two or more groups of its value."""
        return len(self.groups) > 1

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards in it."""
        return tuple(card for group in self.groups for card in group)


class CassinoState(msgspec.Struct, frozen=True, gc=False):
    """A table of Cassino; seats and sides are counted from 0, hands are hidden and only counted.

    `hands` and `gone` go by seat, `piles`, `sweeps` and `points` by side. `aside` counts the unseen cards of players
    who are gone, `lost` are those that had been shown. `actions` counts every action applied since the start: it is
    the journal entry of the next one less one, as long as nothing was undone. `begun` is the table when the running
    pack began.
    """

    game: str
    options: AnyOptions
    players: tuple[str, ...]
    target: int
    points: tuple[int, ...]
    gone: tuple[bool, ...]
    dealer: int
    turn: int
    hands: tuple[int, ...]
    stock: int
    piles: tuple[tuple[Card, ...], ...]
    sweeps: tuple[int, ...]
    phase: Phase = "table"
    pack: int = 1
    table: tuple[Card, ...] = ()
    builds: tuple[Build, ...] = ()
    aside: int = 0
    lost: tuple[Card, ...] = ()
    played: Card | None = None
    capturer: int | None = None  # the side that captured last in this pack
    winners: tuple[int, ...] = ()  # sides, once over
    actions: int = 0
    begun: CassinoState | None = None

    @property
    def partners(self) -> bool:
        """Whether four players are two sides."""
        return isinstance(self.options, DealtOptions) and self.options.partners

    @property
    def sides(self) -> int:
        """How many sides there are."""
        return len(self.points)

    def side(self, seat: int) -> int:
        """The side a seat plays for; partners sit opposite."""
        return seat % 2 if self.partners else seat

    def seats_of(self, side: int) -> tuple[int, ...]:
        """The seats that play for a side."""
        return (side, side + 2) if self.partners else (side,)

    @property
    def living(self) -> tuple[int, ...]:
        """Sides of which somebody is still at the table."""
        return tuple(side for side in range(self.sides) if not all(self.gone[seat] for seat in self.seats_of(side)))

    @property
    def counts_spades(self) -> bool:
        """Whether every spade scores (RULES.md, Spade)."""
        return isinstance(self.options, SpadeOptions)

    @property
    def court_pair(self) -> str:
        """How many of its rank a court card takes; empty where court cards count (Royal)."""
        return "" if not hasattr(self.options, "court_pair") else str(self.options.court_pair)

    def named(self, seat: int | None) -> str | None:
        """The name of a seat."""
        return None if seat is None else self.players[seat]


def seen(state: CassinoState) -> frozenset[Card]:
    """Cards of the running pack that everybody has seen, the played one too."""
    cards = [*state.table, *state.lost]
    for build in state.builds:
        cards += build.cards
    for pile in state.piles:
        cards += pile
    if state.played is not None:
        cards.append(state.played)
    return frozenset(cards)


@cache
def whole_pack() -> frozenset[Card]:
    """The 52 cards."""
    return frozenset(pack(PACK, jokers=False))


def unseen(state: CassinoState) -> frozenset[Card]:
    """Cards that nobody but their holder has seen: in hands, in the stock, aside face down."""
    return whole_pack() - seen(state)


def counts_hidden(state: CassinoState) -> bool:
    """Whether a screen keeps the piles' counts back: a claim is a feat of memory (RULES.md, Cassino, piles)."""
    return state.options.claim == "any_time" and not state.options.open_counts and state.phase not in ("next", "over")
