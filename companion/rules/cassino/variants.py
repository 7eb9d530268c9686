"""The four games of Cassino as data: their options, what a card is worth on the table and in the hand, how it is dealt."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.rules.cards import NATURALS
from companion.rules.game import Options

PACK: Final = "pack"  # the label of the one deck (HEADLESS.md)
PIPS: Final = {"A": 1, "T": 10} | {str(pip): pip for pip in range(2, 10)}
COURTS: Final = {"J": 11, "Q": 12, "K": 13}  # numerals in Royal only
BIG: Final = "TD"
LITTLE: Final = "2S"


class CommonOptions(Options, frozen=True):
    """What every Cassino table may choose (RULES.md, Cassino)."""

    game: Annotated[int, Meta(ge=1, le=999, description="Points that win the game")] = 21
    claim: Annotated[
        Literal["any_time", "end_of_pack"],
        Meta(description="Whether a player may claim the game at any moment, or the count after each pack decides"),
    ] = "any_time"
    both_out: Annotated[
        Literal["higher", "extend_11"],
        Meta(description="Several sides at the target after a pack: the higher wins, or eleven more are to be made"),
    ] = "higher"
    open_counts: Annotated[bool, Meta(description="Show what the piles hold before the count")] = False
    sweeps: Annotated[
        Literal["1", "0", "cancel"],
        Meta(description="Points a sweep; cancel: each side scores its sweeps less the fewest that any side has"),
    ] = "1"
    raise_own: Annotated[bool, Meta(description="A player may raise a build of their own")] = True
    forced_capture: Annotated[
        Literal["off", "equal_card", "any"],
        Meta(description="When a card may not be trailed: never, if its equal lies loose, or if it can capture at all"),
    ] = "off"


class DealtOptions(CommonOptions, frozen=True):
    """The games in which hands are dealt anew when they are played out."""

    partners: Annotated[bool, Meta(description="Four players as two sides, partners opposite, one common pile")] = False
    deal: Annotated[
        Literal["four_four", "six_first_no_table", "sixes"],
        Meta(description="Four each and four to the table; six each first and none to the table; or always six each"),
    ] = "four_four"


class ClassicOptions(DealtOptions, frozen=True):
    """Options of the game of 21 with court cards that only pair."""

    court_pair: Annotated[
        Literal["one", "all", "one_or_three"],
        Meta(description="Court cards a court card takes: one, any number, or one or three"),
    ] = "one"


class RoyalOptions(DealtOptions, frozen=True):
    """Options of the game in which court cards count."""

    dual_cassinos: Annotated[
        bool, Meta(description="From the hand the two of spades is also 15 and the ten of diamonds also 16")
    ] = False


class SpadeOptions(ClassicOptions, frozen=True):
    """Options of the game in which every spade scores."""

    game: Annotated[int, Meta(ge=1, le=999, description="Points that win the game")] = 61


class DrawOptions(CommonOptions, frozen=True):
    """Options of the two-player game with a card drawn after each play."""

    court_pair: Annotated[
        Literal["one", "all", "one_or_three"],
        Meta(description="Court cards a court card takes: one, any number, or one or three"),
    ] = "one"
    lottery_literal: Annotated[bool, Meta(description="Twelve cards each and an empty table")] = False


AnyOptions = ClassicOptions | RoyalOptions | SpadeOptions | DrawOptions


class Deal(msgspec.Struct, frozen=True):
    """How a pack is dealt: cards to the table, to each player at first, to each later; or one drawn after each play."""

    table: int
    first: int
    later: int
    draws: bool = False


DEALS: Final = {
    "four_four": Deal(4, 4, 4),
    "six_first_no_table": Deal(0, 6, 4),
    "sixes": Deal(4, 6, 6),
}


def deal_of(options: AnyOptions) -> Deal:
    """The deal these options choose (RULES.md, Cassino, Deal and Draw)."""
    if isinstance(options, DrawOptions):
        return Deal(0, 12, 0, draws=True) if options.lottery_literal else Deal(4, 4, 0, draws=True)
    return DEALS[options.deal]


class Worths(msgspec.Struct, frozen=True):
    """What each face counts: `lying` on the table or put into a build (0: no value), `held` values it captures with."""

    lying: Mapping[str, int]
    held: Mapping[str, tuple[int, ...]]
    highest: int  # no build can be worth more


@cache
def worths(options: AnyOptions) -> Worths:
    """What each face counts under these options (RULES.md, Cassino and Royal).

    >>> worths(RoyalOptions()).held["AS"], worths(RoyalOptions()).lying["AS"], worths(ClassicOptions()).held["KS"]
    ((1, 14), 1, ())
    """
    royal = isinstance(options, RoyalOptions)
    values = PIPS | COURTS if royal else PIPS
    lying = {face: values.get(face[0], 0) for face in NATURALS}
    held: dict[str, tuple[int, ...]] = {face: (value,) if value else () for face, value in lying.items()}
    if royal:
        held |= {face: (1, 14) for face in NATURALS if face[0] == "A"}
    if isinstance(options, RoyalOptions) and options.dual_cassinos:
        held |= {LITTLE: (2, 15), BIG: (10, 16)}
    return Worths(lying, held, max(value for several in held.values() for value in several))
