"""What follows from plays at a Cassino table."""

from __future__ import annotations

from companion.rules.cards import Card
from companion.rules.game import Event


class PackBegun(Event, frozen=True, kw_only=True):
    """Pack number `pack` is shuffled; `dealer` deals and `starts` plays first."""

    pack: int
    dealer: str
    starts: str


class HandsDealt(Event, frozen=True, kw_only=True):
    """`each` cards go to every seat, `table` to the table; `stock` cards are left."""

    each: int
    table: int
    stock: int


class LastDealt(Event, frozen=True, kw_only=True):
    """The stock is empty: the dealer says "last"."""

    dealer: str


class TableCardLaid(Event, frozen=True, kw_only=True):
    """A card of the opening table lies."""

    card: Card


class CardPlayed(Event, frozen=True, kw_only=True):
    """`seat` shows the card of this turn; its use is asked for."""

    seat: str
    card: Card


class Captured(Event, frozen=True, kw_only=True):
    """`seat` captured with `card`: loose `groups` and whole builds of the `builds` values; `cards` is all that was taken."""

    seat: str
    card: Card
    value: int
    groups: tuple[tuple[Card, ...], ...]
    builds: tuple[int, ...]
    cards: tuple[Card, ...]


class Swept(Event, frozen=True, kw_only=True):
    """The capture of `seat` emptied the table."""

    seat: str


class Built(Event, frozen=True, kw_only=True):
    """`seat` announced a build of `value`."""

    seat: str
    card: Card
    value: int
    groups: tuple[tuple[Card, ...], ...]
    multiple: bool


class Raised(Event, frozen=True, kw_only=True):
    """`seat` raised a build from `old` to `value`."""

    seat: str
    card: Card
    old: int
    value: int
    groups: tuple[tuple[Card, ...], ...]
    multiple: bool


class Added(Event, frozen=True, kw_only=True):
    """`seat` added to a build of `value`, which is multiple now and theirs."""

    seat: str
    card: Card
    value: int
    groups: tuple[tuple[Card, ...], ...]


class Trailed(Event, frozen=True, kw_only=True):
    """`seat` laid the played card down loose."""

    seat: str
    card: Card


class CardDrawn(Event, frozen=True, kw_only=True):
    """`seat` drew a card unseen; `stock` are left (Draw)."""

    seat: str
    stock: int


class PromiseBroken(Event, frozen=True, kw_only=True):
    """`seat` cannot hold the `value` it promised.

    `entry` is the action (counted from 1 as `CassinoState.actions` does) that promised it last; the live table puts
    the journal entry of that action in its place.
    """

    seat: str
    value: int
    entry: int


class ResidueTaken(Event, frozen=True, kw_only=True):
    """What lay on the table at the end of the pack went to the last capturer's side, named by `seat`; never a sweep."""

    seat: str
    cards: tuple[Card, ...]


class ResidueLeft(Event, frozen=True, kw_only=True):
    """Nobody captured in the whole pack: what lies on the table is nobody's."""

    cards: tuple[Card, ...]


class PackScored(Event, frozen=True, kw_only=True):
    """The count of one side, named by its first player, for one pack.

    `cards` to `sweeps` are points for that reason, `total` their sum, `points` the running score;
    `card_count`, `spade_count` and `sweep_count` are what the side has.
    """

    seat: str
    cards: int
    spades: int
    jack: int
    big: int
    little: int
    aces: int
    sweeps: int
    total: int
    points: int
    card_count: int
    spade_count: int
    sweep_count: int


class Claimed(Event, frozen=True, kw_only=True):
    """`seat` claimed the game: `points` were certain of the `target`; `right` wins, else it loses."""

    seat: str
    right: bool
    points: int
    target: int


class ClaimerDropped(Event, frozen=True, kw_only=True):
    """`seat` claimed wrongly and is out; the others play on."""

    seat: str


class GameExtended(Event, frozen=True, kw_only=True):
    """Several sides are out: the game goes on to `target`, or another pack decides where it is the same."""

    target: int


class GameWon(Event, frozen=True, kw_only=True):
    """The game is over."""

    winners: tuple[str, ...]
    points: int
