"""What is true in a game of CasiNoya, and the facts that follow from its actions."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.casinoya.numbers import Numbers
from companion.rules.casinoya.options import CasinoyaOptions
from companion.rules.casinoya.players import Seat
from companion.rules.game import Event, Outcome

Phase = Literal["choices", "reveal", "playoff", "support", "attack", "battle", "over"]
Scans = tuple[tuple[str, int], ...]
NOBODY = -1


class Battle(msgspec.Struct, frozen=True, gc=False):
    """The battle shown: who fought, and the scans it still owes (seat name, count) before deaths are looked for."""

    attacker: int
    defender: int
    mill: Scans = ()
    recover: Scans = ()
    buried: bool = False  # deaths have been looked for


class State(msgspec.Struct, frozen=True, gc=False):
    """A game of CasiNoya at rest, waiting for its prompts.

    `limit` is the HP up to which anybody heals, `contest` counts from 0, `attacker` and `last_attacker` are indexes of
    `seats` or `NOBODY`, `queue` the defenders still to be fought in this contest. `tied` are those who play off, or
    who lay new hands under `tie=rebuild`; `turn` the cards each of them must have turned. `fought` counts the battles of
    this contest, spared ones too; `used` are the cards whose effects have counted in this round (only kept under
    `effects_once_per_round`). `deeds` counts the actions of this round, so that "between rounds" is `deeds == 0`; `began`
    is the state before the first of them.
    """

    options: CasinoyaOptions
    numbers: Numbers
    seats: tuple[Seat, ...]
    limit: int
    round: int = 0
    phase: Phase = "choices"
    contest: int = 0
    attacker: int = NOBODY
    last_attacker: int = NOBODY
    queue: tuple[int, ...] = ()
    fought: int = 0
    battle: Battle | None = None
    tied: tuple[int, ...] = ()
    turn: int = 0
    used: frozenset[Card] = frozenset()
    deeds: int = 0
    began: State | None = None
    outcome: Outcome | None = None

    def put(self, index: int, seat: Seat) -> State:
        """The state with another seat in this place."""
        return replace(self, seats=self.reseated(index, seat))

    def reseated(self, index: int, seat: Seat) -> tuple[Seat, ...]:
        """The seats with another one in this place."""
        seats = [*self.seats]
        seats[index] = seat
        return tuple(seats)

    def index(self, name: str) -> int:
        """The place of a seat by name, or `NOBODY`."""
        for at, seat in enumerate(self.seats):
            if seat.name == name:
                return at
        return NOBODY

    def owner(self, card: Card) -> int:
        """The place of the seat whose deck a card belongs to, or `NOBODY`."""
        for at, seat in enumerate(self.seats):
            if seat.label == card.label:
                return at
        return NOBODY

    def living(self) -> tuple[int, ...]:
        """The places of those still in the game, clockwise."""
        return tuple([at for at, seat in enumerate(self.seats) if not seat.out])

    def clockwise(self, start: int) -> tuple[int, ...]:
        """All places, clockwise from `start`."""
        count = len(self.seats)
        return tuple([(start + step) % count for step in range(count)])


class RoundStarted(Event, frozen=True, kw_only=True):
    """A round began with everybody's opening draw."""

    round: int


class NumberGiven(Event, frozen=True, kw_only=True):
    """`seat` answered a number prompt."""

    seat: str
    purpose: str
    number: int


class OptionPicked(Event, frozen=True, kw_only=True):
    """`seat` chose an option; `card` is the card it was about (a joker)."""

    seat: str
    purpose: str
    option: str
    card: Card | None = None


class CardScanned(Event, frozen=True, kw_only=True):
    """A card of `seat` was read for `purpose`."""

    seat: str
    card: Card
    purpose: str


class Shown(msgspec.Struct, frozen=True, gc=False):
    """A hand turned over: its cards as laid, and the face each stands for."""

    seat: str
    cards: tuple[Card, ...]
    faces: tuple[str, ...]


class HandsRevealed(Event, frozen=True, kw_only=True):
    """Every living seat is complete: all hands turn over at once."""

    hands: tuple[Shown, ...]


class FoulRow(msgspec.Struct, frozen=True, gc=False):
    """A row of a foul (`front`, `middle`, `back`), what lies in it (`hand`) and the `ranks` that name it."""

    row: str
    hand: str
    ranks: tuple[int, ...]


class Fouled(Event, frozen=True, kw_only=True):
    """The rows of `seat` may not lie so: `row` beats the one `behind` it, or equals it where that is forbidden (`equal`).

    It attacks nowhere and defends without effects, or the rows were `sorted` (RULES.md 1.3, option `foul`).
    """

    seat: str
    row: FoulRow
    behind: FoulRow
    equal: bool
    sorted: bool


class AttackerChosen(Event, frozen=True, kw_only=True):
    """`seat` has the best hand of this contest (counted from 1); `how` is `best` or `playoff`."""

    seat: str
    contest: int
    how: str = "best"
    hand: str = ""


class NoAttacker(Event, frozen=True, kw_only=True):
    """Nobody attacks in this contest: `why` is `tie`, `all-out` (nobody can attack) or `decks-empty`."""

    contest: int
    why: str
    seats: tuple[str, ...] = ()


class PlayoffStarted(Event, frozen=True, kw_only=True):
    """`seats` have equal best hands and play off (`how`: `playoff` or `rebuild`)."""

    contest: int
    seats: tuple[str, ...]
    how: str


class DefenderSpared(Event, frozen=True, kw_only=True):
    """The attacker `by` let `seat` go."""

    seat: str
    by: str


class PlayerOut(Event, frozen=True, kw_only=True):
    """`seat` is out; `why` is `hp`, `deck`, `deckout`, `sudden-death` or `left`."""

    seat: str
    why: str


class SuddenDeath(Event, frozen=True, kw_only=True):
    """`seats` rebuild all 54 cards and play on with `hp`, which is now also the healing limit."""

    seats: tuple[str, ...]
    hp: int


class GameOver(Event, frozen=True, kw_only=True):
    """The game ended."""

    kind: str
    winners: tuple[str, ...]
