"""What happens in a hand of Casino War, for screen, log and lamps."""

from __future__ import annotations

from typing import Literal

from companion.rules.cards import Card
from companion.rules.casino_war.payouts import Line, Path
from companion.rules.game import Event


class BetsPlaced(Event, frozen=True, kw_only=True):
    """The bets of `seat` now stand at `ante` and `tie`; they have left the bank."""

    seat: str
    ante: int
    tie: int
    bank: int


class HandDealt(Event, frozen=True, kw_only=True):
    """The bets are closed; `seats` are dealt to, in this order, then the dealer."""

    hand: int
    seats: tuple[str, ...]


class CardDealt(Event, frozen=True, kw_only=True):
    """`seat` (or the dealer) was dealt `card`, the `first` one or the one of the `war`; `shoe` cards are left."""

    seat: str
    card: Card
    stage: Literal["first", "war"]
    shoe: int


class Compared(Event, frozen=True, kw_only=True):
    """The card of `seat` against the dealer's: `result` is the player's."""

    seat: str
    stage: Literal["first", "war"]
    card: Card
    dealer: Card
    result: Literal["won", "lost", "tied"]


class WentToWar(Event, frozen=True, kw_only=True):
    """`seat` raised by exactly the ante."""

    seat: str
    raised: int
    bank: int


class Surrendered(Event, frozen=True, kw_only=True):
    """`seat` gave up half the ante; `forced` because the bank did not cover the raise."""

    seat: str
    forced: bool


class CardBurned(Event, frozen=True, kw_only=True):
    """A burned card was scanned."""

    card: Card
    shoe: int


class CardsBurned(Event, frozen=True, kw_only=True):
    """`count` cards were burned for this war, `burned` in all since the shuffle."""

    count: int
    burned: int
    shoe: int


class PaidOut(Event, frozen=True, kw_only=True):
    """The hand of `seat` is settled: `returned` is every chip handed back, `net` what it won or lost.

    `why` is the path of the pay table, `lines` what each bet staked and returned, `rule` the formula of `returned` and
    `net_rule` that of `net`, in A (ante), R (raise) and T (tie bet).
    """

    seat: str
    staked: int
    returned: int
    net: int
    bank: int
    why: Path
    lines: tuple[Line, ...]
    rule: str
    net_rule: str


class Misdealt(Event, frozen=True, kw_only=True):
    """The deal of this hand does not count; `returned` chips went back to `seats`, in the same order."""

    hand: int
    seats: tuple[str, ...]
    returned: tuple[int, ...]


class ShoeShuffled(Event, frozen=True, kw_only=True):
    """All `cards` are in the shoe again."""

    cards: int


class Rebought(Event, frozen=True, kw_only=True):
    """`seat` bought `amount` chips."""

    seat: str
    amount: int
    bank: int


class CashedOut(Event, frozen=True, kw_only=True):
    """`seat` went home with `amount` chips; `night` is what the evening won or lost."""

    seat: str
    amount: int
    night: int
