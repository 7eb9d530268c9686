"""The options that the games of CasiNoya share (each **C** of RULES.md 1 that concerns them)."""

from __future__ import annotations

from typing import Annotated, Literal

from msgspec import Meta

from companion.rules.casinoya.numbers import shipped
from companion.rules.game import Options

_HP = shipped().hp
HP_WORDS = {"short": _HP["short"], "long": _HP["long"]}
HpNumber = Annotated[
    int,
    Meta(ge=1, le=99, description="Hit points to start with: short, long or 1 to 99", extra={"words": HP_WORDS}),
]
TieRule = Annotated[
    Literal["playoff", "rebuild", "cancel"],
    Meta(description="Equal best hands: turn top cards, draw new hands from rebuilt decks, or nobody attacks"),
]


class CasinoyaOptions(Options, frozen=True, kw_only=True):
    """Options of every game of CasiNoya."""

    hp: HpNumber = 20
    min_damage: Annotated[int, Meta(ge=0, le=20, description="The least damage an attack does")] = 1
    reveal: Annotated[
        Literal["blind", "open"],
        Meta(description="Scanned hands show backs until the last one is complete, or their faces at once"),
    ] = "blind"
    all_effects_both: Annotated[
        bool, Meta(description="Attackers use protective effects too, and defenders attacking ones")
    ] = False
    may_spare: Annotated[bool, Meta(description="The attacker may spare a defender")] = False
    effects_once_per_round: Annotated[
        bool, Meta(description="Each card's effect counts in one battle of a round only")
    ] = False
    sudden_death_hp: Annotated[int, Meta(ge=1, le=99, description="Hit points and healing limit after a rebuild")] = 10
    shared_win: Annotated[bool, Meta(description="A tie at the end is shared instead of played on")] = False
    first_short_ends: Annotated[
        bool, Meta(description="The game ends as soon as one player cannot draw; most hit points win")
    ] = False
    late_hp: Annotated[
        int,
        Meta(
            ge=0, le=99, description="Hit points of who joins later: start, or 1 to 99", extra={"words": {"start": 0}}
        ),
    ] = 0
    deck: Annotated[str, Meta(description="A deck file that gives cards other effects", extra={"kind": "file"})] = ""


class TieOptions(CasinoyaOptions, frozen=True, kw_only=True):
    """Options of the games in which a tie for the best hand can be played off."""

    tie: TieRule = "playoff"


class HandOptions(TieOptions, frozen=True, kw_only=True):
    """Options of the games that are played with poker hands."""

    joker_no_duplicate: Annotated[
        bool, Meta(description="A joker may not stand for a card already held in that hand")
    ] = True
    five_of_a_kind: Annotated[bool, Meta(description="Five of a kind exists and beats a straight flush")] = True
