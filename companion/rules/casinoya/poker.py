"""Five-card poker: draw five, exchange up to five once, reveal, the best hand attacks (RULES.md 1.1)."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.rules.casinoya.numbers import shipped
from companion.rules.casinoya.options import HandOptions, HpNumber
from companion.rules.casinoya.rows import Row, Rows
from companion.rules.casinoya.state import State
from companion.rules.game import AnyAction, Event, Given, Number, Prompt

MOST_EXCHANGED = 5


class PokerOptions(HandOptions, frozen=True, kw_only=True):
    """Options of five-card poker."""

    hp: HpNumber = shipped().hp["poker"]


class Poker(Rows):
    """One row of five; a seat's `own` is the number of cards it exchanged."""

    name = "casinoya-poker"
    options_type = PokerOptions
    draw = need = 5
    rows: ClassVar[tuple[Row, ...]] = ((0, 5),)
    tables: ClassVar[tuple[str, ...]] = ("five",)

    def choices(self, s: State) -> tuple[Prompt, ...]:
        """Everybody says how many cards are exchanged, never more than the deck still holds."""
        return tuple(
            [
                Number(seat.name, "exchange", 0, min(MOST_EXCHANGED, seat.deck))
                for seat in s.seats
                if not seat.out and seat.own is None
            ]
        )

    def chose(self, s: State, seat: int, action: AnyAction) -> tuple[State, tuple[Event, ...]]:
        """The discards are set aside face down, and as many drawn."""
        assert isinstance(action, Given)
        player = s.seats[seat].exchange(action.number, action.number)
        return s.put(seat, replace(player, own=action.number)), ()
