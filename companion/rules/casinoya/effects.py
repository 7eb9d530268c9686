"""Which effects count for whom in a battle, and what silence leaves of them (RULES.md 1, Effects)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.rules.cards import Card
from companion.rules.casinoya.numbers import Numbers, Role


class Effect(msgspec.Struct, frozen=True):
    """One card's effect in play: its name (`mend`, `strike` …) and its strength."""

    card: Card
    name: str
    strength: int


def of_card(numbers: Numbers, card: Card, face: str) -> Effect | None:
    """The effect of a card that stands for `face`; a joker takes that of the suit chosen, or none where none is.

    A deck file that gives the joker itself an effect overrides the suit's.
    """
    name, strength = numbers.effect(card.face)
    if card.is_joker and not name and len(face) == 2 and face[1] in "SHDC":
        name, strength = numbers.suit_effect(face[1])
    return Effect(card, name, strength) if name else None


def usable(numbers: Numbers, effects: Iterable[Effect], role: Role, *, both: bool) -> tuple[Effect, ...]:
    """The effects that `role` may use: its own kind, or all of them (option `all_effects_both`)."""
    return tuple(one for one in effects if both or numbers.effects[one.name].role == role)


def total(effects: Iterable[Effect], name: str) -> int:
    """The summed strength of one kind of effect."""
    return sum(one.strength for one in effects if one.name == name)


def silenced(numbers: Numbers, effects: Sequence[Effect], points: int) -> tuple[tuple[Effect, ...], int]:
    """What is left of `effects` when `points` of the strongest protective one are cancelled, and how many were.

    Silence falls on the single strongest protective effect; of equals, on the one that lies first.
    """
    protective = [one for one in effects if numbers.effects[one.name].role == "defender"]
    if not points or not protective:
        return tuple(effects), 0
    strongest = max(protective, key=lambda one: one.strength)
    cancelled = min(points, strongest.strength)
    left = msgspec.structs.replace(strongest, strength=strongest.strength - cancelled)
    return tuple(left if one is strongest else one for one in effects), cancelled
