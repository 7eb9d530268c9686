"""Where a hand of Casino War stands: seats with their chips and cards, the dealer, the shoe and the house."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

import msgspec
from msgspec.structs import replace

from companion.rules.cards import NATURALS, RANKS, Card
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.payouts import Path, Stake
from companion.rules.game import IllegalAction

SHOE: Final = "shoe"
MOST_SEATS: Final = 6

Phase = Literal["bets", "first", "decide", "burn", "war", "paid"]


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player. Bets have left `bank` when they stand; after settlement they stay to be read until the next hand.

    `bought` and `cashed` are the chips bought and cashed in all, so that the night is bank + bets + cashed − bought.
    `ante_said` and `tie_said` say that the player has spoken for this hand; `last_ante` and `last_tie` are the bets of the
    last hand played, which are proposed until then.
    """

    name: str
    bank: int
    bought: int
    cashed: int = 0
    out: bool = False
    ante: int = 0
    tie: int = 0
    raised: int = 0
    last_ante: int = 0
    last_tie: int = 0
    ante_said: bool = False
    tie_said: bool = False
    first: Card | None = None
    second: Card | None = None
    choice: Literal["", "war", "surrender"] = ""
    path: Path | None = None
    returned: int = 0

    @property
    def stake(self) -> Stake:
        """The bets of this hand."""
        return Stake(self.ante, self.tie, self.raised)

    @property
    def plays(self) -> bool:
        """Whether the seat is dealt to: ante 0 sits the hand out."""
        return self.ante > 0


class State(msgspec.Struct, frozen=True, gc=False):
    """The whole table between two actions.

    `seen` are the cards scanned since the shuffle, `scans` those of them burned in this war so far; `burned` counts burned
    cards, scanned or not; `house` is what the house has won. `began` is the table when this hand began, for a void.
    """

    options: CasinoWarOptions
    seats: tuple[Seat, ...]
    hand: int = 1
    phase: Phase = "bets"
    dealer_first: Card | None = None
    dealer_second: Card | None = None
    seen: frozenset[Card] = frozenset()
    scans: tuple[Card, ...] = ()
    dealt: int = 0
    burned: int = 0
    house: int = 0
    began: State | None = None

    @property
    def size(self) -> int:
        """Cards of the whole shoe."""
        return len(NATURALS) * self.options.decks

    @property
    def shoe(self) -> int:
        """Cards left in the shoe."""
        return self.size - self.dealt - self.burned

    @property
    def playing(self) -> tuple[Seat, ...]:
        """Seats with an ante, in seat order."""
        return tuple([seat for seat in self.seats if seat.ante > 0])

    @property
    def tied(self) -> tuple[Seat, ...]:
        """Seats whose first card has the rank of the dealer's."""
        dealer = self.dealer_first
        return tuple([seat for seat in self.playing if level(seat.first, dealer)]) if dealer else ()

    @property
    def warring(self) -> tuple[Seat, ...]:
        """Seats that went to war."""
        return tuple([seat for seat in self.playing if seat.choice == "war"])

    @property
    def undecided(self) -> Seat | None:
        """The first tied seat that has neither surrendered nor gone to war."""
        return next((seat for seat in self.tied if not seat.choice), None)

    @property
    def burn_due(self) -> int:
        """Cards to burn in this war (RULES.md 2: three, or three before each card)."""
        return 3 * (len(self.warring) + 1) if self.options.burn == "three_each" else 3

    def seat(self, name: str) -> Seat:
        """The seat with this name, present or gone; `IllegalAction("unknown-player")` if there is none."""
        for seat in self.seats:
            if seat.name == name:
                return seat
        raise IllegalAction("unknown-player", seat=name)

    def present(self, name: str) -> Seat:
        """The seat with this name if its player is at the table."""
        if (seat := self.seat(name)).out:
            raise IllegalAction("player-out", seat=name)
        return seat


def level(one: Card | None, other: Card) -> bool:
    """Whether two cards tie: suits never matter."""
    return one is not None and one.rank == other.rank


def changed(state: State, seat: Seat) -> State:
    """The state with this seat in the place of the one with its name."""
    return replace(state, seats=tuple([seat if one.name == seat.name else one for one in state.seats]))


def mapped(state: State, change: Callable[[Seat], Seat]) -> tuple[Seat, ...]:
    """Every seat changed."""
    return tuple(map(change, state.seats))


def cleared(seat: Seat) -> Seat:
    """The seat without bets and cards, ready for the next hand; what it bet is what it is proposed."""
    return Seat(
        seat.name,
        seat.bank,
        seat.bought,
        seat.cashed,
        seat.out,
        last_ante=seat.ante or seat.last_ante,
        last_tie=seat.tie if seat.ante else seat.last_tie,
    )


def night(seat: Seat, phase: Phase) -> int:
    """What `seat` has won since sitting down; standing bets still count as its own, settled ones have been paid."""
    standing = 0 if phase == "paid" else seat.stake.total
    return seat.bank + standing + seat.cashed - seat.bought


def shuffled(state: State) -> State:
    """All cards are in the shoe again."""
    return replace(state, seen=frozenset(), scans=(), dealt=0, burned=0)


def shuffle_due(state: State) -> bool:
    """Whether the shoe is shuffled after this hand: always, or when the cut card is out."""
    return state.options.shuffle == "hand" or state.shoe <= state.options.cut


def too_short(state: State) -> bool:
    """Whether the shoe might not last for the hand that is about to be dealt, if everybody goes to war."""
    dealt_to = len(state.playing) + 1
    burns = 3 * dealt_to if state.options.burn == "three_each" else 3
    return state.shoe < 2 * dealt_to + burns


def rank_counts(state: State) -> tuple[int, ...]:
    """Cards of each rank not yet seen, lowest first, for `odds.odds_of_shoe`; unscanned burned cards count as unseen."""
    counts = dict.fromkeys(RANKS, 4 * state.options.decks)
    for card in state.seen:
        counts[card.face[0]] -= 1
    return tuple(counts.values())


def first_unseen(state: State, face: str) -> Card | None:
    """The first copy of `face` not yet seen since the shuffle, None if all are out or there is no such face.

    This is what a bare `7H` means in a shoe (HEADLESS.md, Lines in).
    """
    if face not in NATURALS:
        return None
    copies = (Card(f"{SHOE}/{face}#{copy}") for copy in range(1, state.options.decks + 1))
    return next((card for card in copies if card not in state.seen), None)
