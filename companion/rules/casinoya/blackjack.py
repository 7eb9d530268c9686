"""Blackjack to 31: two hidden cards, then one decision a turn (RULES.md 1.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.casinoya.effects import Effect, of_cards
from companion.rules.casinoya.numbers import shipped
from companion.rules.casinoya.options import HpNumber, TieOptions
from companion.rules.casinoya.players import Seat
from companion.rules.casinoya.rules import Hand, Rules
from companion.rules.casinoya.state import NOBODY, State
from companion.rules.game import AnyAction, Event, Pick, Picked, Prompt, Touch, Touched

AIM = 31
HIDDEN = 2
ACE, COURT = 14, 10
ACE_MORE = 10  # an ace is 1, or as much more
JOKER_VALUES = tuple(map(str, range(1, 12)))


class BlackjackOptions(TieOptions, frozen=True, kw_only=True):
    """Options of blackjack to 31."""

    hp: HpNumber = shipped().hp["blackjack"]
    deckout_instant: Annotated[bool, Meta(description="Who is to draw from an empty deck is out at once")] = False
    bust_effects: Annotated[bool, Meta(description="A busted player's cards have effects all the same")] = False
    all_bust: Annotated[
        Literal["nobody", "least_over"], Meta(description="When all are bust nobody attacks, or the least over 31 does")
    ] = "nobody"


class Turns(msgspec.Struct, frozen=True, gc=False):
    """A seat's part of the turns: decisions made, cards shown, whether it stands, whether it owes a touch."""

    made: int = 0
    shown: int = 0
    stood: bool = False
    drawing: bool = False


class Blackjack(Rules):
    """Closest to 31 without going over, then fewest cards."""

    name = "casinoya-blackjack"
    options_type = BlackjackOptions
    draw = need = HIDDEN

    # --- turns -----------------------------------------------------------------------------------------------------

    def turn(self, s: State, *, with_empty_decks: bool = False) -> int | None:
        """Whose decision it is: the fewest made, clockwise from the left of the last attacker there was."""
        start = 0 if s.last_attacker == NOBODY else s.last_attacker + 1
        able = [at for at in s.clockwise(start) if not s.seats[at].out and _may_go_on(s.seats[at], with_empty_decks)]
        return min(able, key=lambda at: turns(s.seats[at]).made, default=None)

    def choices(self, s: State) -> tuple[Prompt, ...]:
        """One seat draws or stands; a touch in one's turn is drawing."""
        at = self.turn(s)
        if at is None:
            return ()
        seat = s.seats[at]
        if turns(seat).drawing:
            return (Touch(seat.name, "draw", seat.label, 1),)
        return (Pick(seat.name, "turn"), Touch(seat.name, "draw", seat.label, 1, optional=True))

    def options(self, s: State, pick: Pick) -> tuple[str, ...]:
        """Draw or stand."""
        return ("draw", "stand")

    def chose(self, s: State, seat: int, action: AnyAction) -> tuple[State, tuple[Event, ...]]:
        """Draw, stand, or the touch that draws."""
        player, own = s.seats[seat], turns(s.seats[seat])
        if isinstance(action, Touched):
            player = replace(player.draw(1), scans=(*player.scans, action.card))
            own = Turns(own.made + 1, own.shown + 1)
        elif isinstance(action, Picked) and action.option == "stand":
            own = replace(own, made=own.made + 1, stood=True)
        else:
            own = replace(own, drawing=True)
        return s.put(seat, replace(player, own=own)), ()

    def doomed(self, s: State) -> int | None:
        """With `deckout_instant`, whose turn comes with an empty deck is out."""
        if not _options(s).deckout_instant:
            return None
        at = self.turn(s, with_empty_decks=True)
        return at if at is not None and not s.seats[at].deck else None

    # --- the reveal ------------------------------------------------------------------------------------------------

    def owed(self, s: State, seat: int) -> int:
        """The two hidden cards."""
        player = s.seats[seat]
        return HIDDEN - (len(player.scans) - turns(player).shown)

    def retaken(self, s: State, seat: int) -> tuple[Card, ...]:
        """Only the hidden cards; what was drawn in the turns lies open."""
        return s.seats[seat].scans[turns(s.seats[seat]).shown :]

    def reading(self, s: State, seat: int) -> Card | None:
        """Jokers take their value once all cards are scanned."""
        player = s.seats[seat]
        return None if self.owed(s, seat) else next((c for c in player.scans if not player.reading(c)), None)

    def readings(self, s: State, seat: int, joker: Card) -> tuple[str, ...]:
        """1 to 11; proposed is what keeps the best total not over 31, the highest of several."""
        player = s.seats[seat]
        others = [card for card in player.scans if card != joker]
        sums = totals(player, others)
        best = max(JOKER_VALUES, key=lambda value: (_best({one + int(value) for one in sums}), int(value)))
        return (best, *(value for value in JOKER_VALUES if value != best))

    # --- the contest -----------------------------------------------------------------------------------------------

    def total(self, seat: Seat) -> int:
        """The best total not over 31, or the least one of a busted hand."""
        sums = totals(seat, seat.scans)
        return max((one for one in sums if one <= AIM), default=min(sums))

    def shown_total(self, seat: Seat) -> int:
        """What lies open while the turns go on, counted as well as it can be."""
        sums = totals(seat, seat.scans[: turns(seat).shown])
        return max((one for one in sums if one <= AIM), default=min(sums))

    def strength(self, s: State, contest: int, seat: int) -> int | None:
        """Closest to 31, then fewest cards; a bust cannot attack, unless all are bust under `least_over`."""
        player = s.seats[seat]
        total, count = self.total(player), len(player.scans)
        if total <= AIM:
            return total * 100 - count
        all_bust = all(self.total(s.seats[at]) > AIM for at in s.living())
        return -total * 100 - count if all_bust and _options(s).all_bust == "least_over" else None

    def hand(self, s: State, contest: int, seat: int) -> Hand:
        """The total and the number of cards."""
        player = s.seats[seat]
        total = self.total(player)
        return Hand("total" if total <= AIM else "bust", (total, len(player.scans)))

    def base(self, s: State, contest: int, hand: Hand) -> int:
        """By total; 31 in exactly three cards does more."""
        table = s.numbers.damage["blackjack"]
        total, count = hand.ranks
        if (total, count) == (AIM, 3):
            return table["three_cards"]
        return table.get(str(total), table["lower"])

    def live(self, s: State, contest: int, seat: int) -> tuple[Effect, ...]:
        """All cards have effects; a busted player's have none (option `bust_effects`)."""
        player = s.seats[seat]
        if self.total(player) > AIM and not _options(s).bust_effects:
            return ()
        return of_cards(s.numbers, player, player.scans)


def turns(seat: Seat) -> Turns:
    """The seat's part of the turns in this round."""
    return seat.own if isinstance(seat.own, Turns) else Turns()


def totals(seat: Seat, cards: Iterable[Card]) -> set[int]:
    """Every total the cards can come to: aces 1 or 11, a joker its reading, or 1 to 11 while it has none."""
    sums = {0}
    for card in cards:
        if not card.is_joker:
            values: Iterable[int] = (1, 1 + ACE_MORE) if card.rank == ACE else (min(card.rank, COURT),)
        else:
            values = (int(seat.reading(card)),) if seat.reading(card) else range(1, 12)
        sums = {one + value for one in sums for value in values}
    return sums


def _may_go_on(seat: Seat, with_empty_decks: bool) -> bool:
    """Whether a seat still decides: not standing, not seen to be bust, and the deck not empty."""
    own = turns(seat)
    if own.stood or min(totals(seat, seat.scans[: own.shown])) > AIM:
        return False
    return bool(seat.deck) or with_empty_decks


def _best(sums: set[int]) -> int:
    return max((one for one in sums if one <= AIM), default=-min(sums))


def _options(s: State) -> BlackjackOptions:
    assert isinstance(s.options, BlackjackOptions)
    return s.options
