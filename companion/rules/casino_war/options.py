"""What a table may play otherwise: the options of Casino War (RULES.md 2)."""

from __future__ import annotations

from typing import Annotated, Final, Literal

from msgspec import Meta

from companion.rules.game import Options

MOST_CHIPS: Final = 1_000_000  # in one bank, one bet, one rebuy: far above any table, and safely whole on a screen

TiePays = Literal[10, 11, "off"]


class CasinoWarOptions(Options, frozen=True, forbid_unknown_fields=True):
    """The options of Casino War; money is whole chips of the smallest kind."""

    bank: Annotated[int, Meta(ge=1, le=MOST_CHIPS, description="Chips each player sits down with.")] = 500
    war_tie: Annotated[
        Literal["bonus", "no_bonus"],
        Meta(description="A tie in the war pays a bonus of one ante, or as a plain war win."),
    ] = "bonus"
    tie_pays: Annotated[
        TiePays,
        Meta(description="What a tie bet wins for each chip, or no tie bets at all."),
    ] = 10
    burn: Annotated[
        Literal["three_once", "three_each"],
        Meta(description="Cards burned in a war: three once, or three before each card that is dealt."),
    ] = "three_once"
    surrender: Annotated[
        bool,
        Meta(
            description="Whether a tied player may surrender half the ante; who cannot cover the raise must, even where it is off."
        ),
    ] = True
    decks: Annotated[int, Meta(ge=1, le=8, description="Packs of 52 cards in the shoe.")] = 6
    minimum: Annotated[int, Meta(ge=1, le=MOST_CHIPS, description="Smallest ante and smallest tie bet.")] = 1
    maximum: Annotated[int, Meta(ge=1, le=MOST_CHIPS, description="Largest ante and largest tie bet.")] = MOST_CHIPS
    surrender_round: Annotated[
        Literal["even_antes", "house", "player"],
        Meta(
            description="Half of an odd ante: odd antes are refused, or the half is rounded for the house or for the player."
        ),
    ] = "even_antes"
    shuffle: Annotated[
        Literal["hand", "cut"],
        Meta(description="Shuffle after every hand, or when the cut card comes."),
    ] = "hand"
    cut: Annotated[
        int,
        Meta(
            ge=0,
            le=416,
            description="With shuffle=cut: cards left in the shoe when it is shuffled after the hand.",
        ),
    ] = 78
