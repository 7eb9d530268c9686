"""What one game of CasiNoya declares; `rounds.py` does the rest once for all (DESIGN.md, The vocabulary of a game)."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import ClassVar, Literal, NamedTuple

from companion.rules.cards import Card
from companion.rules.casinoya.effects import Effect
from companion.rules.casinoya.options import CasinoyaOptions
from companion.rules.casinoya.state import State
from companion.rules.game import AnyAction, Event, Pick, Prompt


class Hand(NamedTuple):
    """What a hand is called, as a code with the ranks or numbers of its sentence (`full_house`, (13, 4))."""

    code: str
    ranks: tuple[int, ...] = ()


class Rules(ABC):
    """One game of CasiNoya, declared: an opening draw, its choices, a reveal and its contests.

    `draw` is the opening draw and `need` what the deck must hold for it; `contests` how often a round is fought;
    `tie` what equal best hands do where no option says it; `ordered` whether the order of a seat's scans means
    something. Seats and contests are indexes. Everything is derived from the state; nothing is kept here.
    """

    name: ClassVar[str]
    options_type: ClassVar[type[CasinoyaOptions]]
    draw: ClassVar[int]
    need: ClassVar[int]
    contests: ClassVar[int] = 1
    tie: ClassVar[Literal["playoff", "cancel"]] = "playoff"
    ordered: ClassVar[bool] = False

    def choices(self, s: State) -> tuple[Prompt, ...]:
        """What is asked between the opening draw and the reveal; nothing more means: reveal."""
        return ()

    def options(self, s: State, pick: Pick) -> tuple[str, ...]:
        """The options of a pick of `choices`."""
        return ()

    def chose(self, s: State, seat: int, action: AnyAction) -> tuple[State, tuple[Event, ...]]:
        """A choice, a number or a touch that answers one of `choices`."""
        raise LookupError(f"{self.name} asks for no choices")

    def doomed(self, s: State) -> int | None:
        """A seat that the state of the choices puts out of the game at once, if there is one."""
        return None

    @abstractmethod
    def owed(self, s: State, seat: int) -> int:
        """Touches a seat still owes in the reveal."""

    def retaken(self, s: State, seat: int) -> tuple[Card, ...]:
        """The scans of the running reveal that a seat may take back."""
        return s.seats[seat].scans

    def reading(self, s: State, seat: int) -> Card | None:
        """The next joker of a seat that wants a face, if any."""
        return None

    def readings(self, s: State, seat: int, joker: Card) -> tuple[str, ...]:
        """What that joker may stand for, the proposal first."""
        return ()

    def may_read(self, s: State, seat: int, joker: Card, face: str) -> bool:
        """Whether that joker may stand for `face`."""
        return face in self.readings(s, seat, joker)

    def foul(self, s: State, seat: int) -> Event | None:
        """What is told of a complete hand that may not lie as it does."""
        return None

    def revealed(self, s: State, seat: int) -> State:
        """What turning the hands over does to a seat's hand."""
        return s

    @abstractmethod
    def strength(self, s: State, contest: int, seat: int) -> int | None:
        """How strong a seat is in a contest; None: it cannot attack, but still defends."""

    @abstractmethod
    def hand(self, s: State, contest: int, seat: int) -> Hand:
        """What its hand is called."""

    def cards(self, s: State, contest: int, seat: int) -> tuple[Card, ...]:
        """The cards a seat has in a contest, as laid."""
        return s.seats[seat].scans

    @abstractmethod
    def base(self, s: State, contest: int, hand: Hand) -> int:
        """The base damage of an attacker's hand from the game's table."""

    @abstractmethod
    def live(self, s: State, contest: int, seat: int) -> tuple[Effect, ...]:
        """The effects of a seat's cards in this battle, of both kinds; asked when it is fought, never cached."""

    def support(self, s: State, contest: int, seat: int) -> int:
        """Touches a seat owes once the attacker is known."""
        return 0

    def supported(self, s: State, contest: int, seat: int, card: Card) -> State:
        """The state after such a touch."""
        raise LookupError(f"{self.name} has no support")
