"""Which effects count for whom in a battle, and what silence leaves of them (RULES.md 1, Effects)."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.rules.cards import Card
from companion.rules.casinoya.numbers import Numbers, Role
from companion.rules.casinoya.players import Seat


class Effect(msgspec.Struct, frozen=True, gc=False):
    """One card's effect in play: its name (`mend`, `strike` …) and its strength."""

    card: Card
    name: str
    strength: int


def of_card(numbers: Numbers, card: Card, face: str) -> Effect | None:
    """The effect of a card that stands for `face`; a joker takes that of the suit chosen, or none where none is.

    A deck file that gives the joker itself an effect, or a strength, overrides the suit's.
    """
    name, strength = numbers.effect(card.face)
    if not name and card.is_joker and len(face) == 2 and face[1] in "SHDC":
        name, strength = numbers.suit_effect(face[1], card.face)
    return Effect(card, name, strength) if name else None


def of_cards(numbers: Numbers, seat: Seat, cards: Iterable[Card]) -> tuple[Effect, ...]:
    """The effects of a seat's cards, of those that have one (`of_card`)."""
    known, effects = numbers.faces, []
    for card in cards:
        if card.is_joker:
            effect = of_card(numbers, card, seat.reading(card))
            if effect:
                effects.append(effect)
        else:
            name, strength = known[card.face]
            if name:
                effects.append(Effect(card, name, strength))
    return tuple(effects)


def usable(numbers: Numbers, effects: Iterable[Effect], role: Role, *, both: bool) -> tuple[Effect, ...]:
    """The effects that `role` may use: its own kind, or all of them (option `all_effects_both`)."""
    if both:
        return tuple(effects)
    known = numbers.effects
    return tuple([one for one in effects if known[one.name].role == role])


def totals(effects: Iterable[Effect]) -> dict[str, int]:
    """The summed strength of each kind of effect that there is."""
    sums: dict[str, int] = {}
    for one in effects:
        sums[one.name] = sums.get(one.name, 0) + one.strength
    return sums


def silenced(numbers: Numbers, effects: Iterable[Effect], by: Iterable[Effect]) -> tuple[tuple[Effect, ...], int]:
    """What is left of `effects` under the silence in `by`, and how many points were cancelled.

    Each silence falls on the protective effect that is the strongest then; of equals, on the one that lies first.
    """
    silences = [one for one in by if one.name == "silence"]
    if not silences:
        return tuple(effects), 0
    left, cancelled = list(effects), 0
    for silence in silences:
        protective = [at for at, one in enumerate(left) if numbers.effects[one.name].role == "defender"]
        if not protective:
            break
        at = max(protective, key=lambda at: left[at].strength)
        taken = min(silence.strength, left[at].strength)
        left[at] = msgspec.structs.replace(left[at], strength=left[at].strength - taken)
        cancelled += taken
    return tuple(left), cancelled
