"""The designer's numbers: damage tables and effects, and the decks that give single cards others."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import Any, Literal

import msgspec

from companion.rules.cards import FACES
from companion.rules.game import BadOption

Role = Literal["attacker", "defender"]


class EffectNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one effect is by default: who may use it, its suit if it has one, and its strength."""

    role: Role
    strength: int
    suit: str = ""


class CardNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck file says of one card; what it leaves out stays as the suit has it."""

    effect: str = ""
    strength: int = 0
    name: str = ""


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of CasiNoya (`companion/rules/numbers/casinoya.toml`)."""

    hp: dict[str, int]
    effects: dict[str, EffectNumbers]
    damage: dict[str, dict[str, int]]
    cards: dict[str, CardNumbers] = {}

    def effect(self, face: str) -> tuple[str, int]:
        """Name and strength of the effect of a face (`KS`, `X1`); an empty name for a joker that a deck leaves plain."""
        card = self.cards.get(face)
        name = (card.effect if card else "") or (self._suits().get(face[1], "") if face[0] != "X" else "")
        if not name:
            return "", 0
        return name, (card.strength if card else 0) or self.effects[name].strength

    def suit_effect(self, suit: str) -> tuple[str, int]:
        """Name and strength of the effect of a suit: what a joker takes when a card of it is chosen (RULES.md 1)."""
        name = self._suits().get(suit, "")
        return (name, self.effects[name].strength) if name else ("", 0)

    def _suits(self) -> dict[str, str]:
        return _suits(tuple((name, effect.suit) for name, effect in self.effects.items()))


@cache
def _suits(effects: tuple[tuple[str, str], ...]) -> dict[str, str]:
    return {suit: name for name, suit in effects if suit}


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A designer's deck: a name, cards that differ from their suit, and numbers that differ from the shipped ones."""

    name: str = ""
    cards: dict[str, CardNumbers] = {}
    effects: dict[str, EffectNumbers] = {}
    damage: dict[str, dict[str, int]] = {}


@cache
def shipped() -> Numbers:
    """The numbers that come with the package."""
    text = resources.files("companion.rules.numbers").joinpath("casinoya.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Numbers)


@cache
def with_deck(text: str) -> Numbers:
    """The shipped numbers under a deck file's text (TOML); raises `BadOption("bad-deck", reason=…)`."""
    base = shipped()
    if not text:
        return base
    try:
        deck = msgspec.convert(tomllib.loads(text), DeckFile)
    except (tomllib.TOMLDecodeError, msgspec.ValidationError) as why:
        raise BadOption("bad-deck", option="deck", reason=str(why)) from None
    effects = base.effects | deck.effects
    for face, card in deck.cards.items():
        if face not in FACES:
            raise BadOption("bad-deck", option="deck", reason=f"no such card: {face}")
        if card.effect and card.effect not in effects:
            raise BadOption("bad-deck", option="deck", reason=f"{face} has an unknown effect: {card.effect}")
        if not 0 <= card.strength <= 20:
            raise BadOption("bad-deck", option="deck", reason=f"{face} has a strength out of 0..20: {card.strength}")
    damage: dict[str, Any] = {}
    for name, table in base.damage.items():
        damage[name] = table | deck.damage.get(name, {})
        if set(damage[name]) != set(table):
            raise BadOption("bad-deck", option="deck", reason=f"damage.{name} has an unknown line")
    return Numbers(hp=base.hp, effects=effects, damage=damage, cards=deck.cards)
