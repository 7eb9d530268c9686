"""The designer's numbers: damage tables and effects, and the decks that give single cards others."""

from __future__ import annotations

import tomllib
from functools import cache, lru_cache
from importlib import resources
from typing import Any, Literal

import msgspec

from companion.rules.cards import FACES
from companion.rules.casinoya import deckfile
from companion.rules.casinoya.deckfile import Finding
from companion.rules.game import BadOption

Role = Literal["attacker", "defender"]


class EffectNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one effect is by default: who may use it, its suit if it has one, and its strength."""

    role: Role
    strength: int
    suit: str = ""


class CardNumbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck file says of one card; what it leaves out stays as the suit or the effect has it."""

    effect: str = ""
    strength: int | None = None
    name: str = ""


class Numbers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All numbers of CasiNoya (`companion/rules/numbers/casinoya.toml`); `cards` is what a deck file says of single cards."""

    hp: dict[str, int]
    effects: dict[str, EffectNumbers]
    damage: dict[str, dict[str, int]]
    cards: dict[str, CardNumbers] = {}
    suits: dict[str, str] = {}  # derived: the effect of each suit
    faces: dict[str, tuple[str, int]] = {}  # derived: name and strength of the effect of each face

    def __post_init__(self) -> None:
        """Which effect each suit and each face has is looked for once."""
        self.suits.update((effect.suit, name) for name, effect in self.effects.items() if effect.suit)
        self.faces.update((face, self._effect(face)) for face in FACES)

    def effect(self, face: str) -> tuple[str, int]:
        """Name and strength of the effect of a face (`KS`, `X1`); no name for a joker that no deck file gives one."""
        return self.faces[face]

    def _effect(self, face: str) -> tuple[str, int]:
        card = self.cards.get(face)
        return self._strong((card.effect if card else "") or self.suits.get(face[1], ""), face)

    def suit_effect(self, suit: str, joker: str = "") -> tuple[str, int]:
        """Name and strength of the effect of a suit: what a joker takes when a card of it is chosen (RULES.md 1).

        `joker` is the face of the one that takes it: a deck file may have given that one a strength of its own.
        """
        return self._strong(self.suits.get(suit, ""), joker)

    def _strong(self, name: str, face: str) -> tuple[str, int]:
        """An effect, or none, with its strength on a face: the face's own, if a deck file gives it one."""
        if not name:
            return "", 0
        card = self.cards.get(face)
        return name, self.effects[name].strength if card is None or card.strength is None else card.strength


class OwnEffect(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a deck file changes of an effect."""

    strength: int | None = None
    suit: str | None = None


class DeckFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A designer's deck: a name, cards that differ from their suit, and numbers that differ from the shipped ones."""

    name: str = ""
    complete: bool = False
    cards: dict[str, CardNumbers] = {}
    effects: dict[str, OwnEffect] = {}
    damage: dict[str, dict[str, int]] = {}


@cache
def shipped() -> Numbers:
    """The numbers that come with the package."""
    text = resources.files("companion.rules.numbers").joinpath("casinoya.toml").read_text("utf-8")
    return msgspec.convert(tomllib.loads(text), Numbers)


def check_deck(text: str) -> tuple[Finding, ...]:
    """All that is wrong with a deck file (`deckfile.check`); nothing for a good one."""
    return deckfile.check(text, shipped())


@lru_cache(maxsize=16)
def with_deck(text: str) -> Numbers:
    """The shipped numbers under a deck file's text (TOML); raises `BadOption("bad-deck", line=…, reason=…)`."""
    base = shipped()
    if not text:
        return base
    if findings := check_deck(text):
        line, code, reason = findings[0]
        where = f"line {line}: " if line else ""
        raise BadOption(
            "bad-deck", option="deck", line=line, finding=code, findings=len(findings), reason=where + reason
        )
    deck = msgspec.convert(tomllib.loads(text), DeckFile)
    effects = {name: _changed(effect, deck.effects.get(name, OwnEffect())) for name, effect in base.effects.items()}
    damage: dict[str, Any] = {name: table | deck.damage.get(name, {}) for name, table in base.damage.items()}
    return Numbers(hp=base.hp, effects=effects, damage=damage, cards=deck.cards)


def _changed(effect: EffectNumbers, own: OwnEffect) -> EffectNumbers:
    return EffectNumbers(
        role=effect.role,
        strength=effect.strength if own.strength is None else own.strength,
        suit=effect.suit if own.suit is None else own.suit,
    )
