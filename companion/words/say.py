"""How a sentence is put together: a marked template and the facts that it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, Final

from companion.rules.cards import RANK_OF, Card
from companion.rules.game import DEALER, RESERVED, TABLE
from companion.words.language import N_, Plural, translate, translate_plural

Sentence = str | Plural

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
_FIELD: Final = re.compile(r"\{(\w+)(?::(\w+))?\}")

# Words of the games that appear inside sentences.
WORDS: Final = {
    "mend": N_("mend"),
    "guard": N_("guard"),
    "strike": N_("strike"),
    "pierce": N_("pierce"),
    "mill": N_("mill"),
    "leech": N_("leech"),
    "thorns": N_("thorns"),
    "recover": N_("recover"),
    "silence": N_("silence"),
    "deck": N_("deck"),
    "hand": N_("hand"),
    "aside": N_("aside"),
    "pit": N_("pit"),
    "hp": N_("hit points"),
    "bank": N_("bank"),
    "points": N_("points"),
    "ante": N_("ante"),
    "tie": N_("tie bet"),
    "raise": N_("raise"),
    "round": N_("round"),
    "pack": N_("pack"),
    "front": N_("front"),
    "middle": N_("middle"),
    "back": N_("back"),
    "exchange": N_("exchange"),
    "rebuy": N_("rebuy"),
    "won": N_("won"),
    "lost": N_("lost"),
    "tied": N_("tied"),
    "won-first": N_("won on the first card"),
    "lost-first": N_("lost on the first card"),
    "surrendered": N_("surrendered"),
    "war-won": N_("war won"),
    "war-tied": N_("war tied"),
    "war-lost": N_("war lost"),
    "cards": N_("cards"),
    "spades": N_("spades"),
    "jack": N_("jack of spades"),
    "big": N_("ten of diamonds"),
    "little": N_("two of spades"),
    "aces": N_("aces"),
    "sweeps": N_("sweeps"),
    "on": N_("on"),
    "off": N_("off"),
}


def face_text(face: str) -> str:
    """A face as people read it: `K♠`, `10♥`, `joker 1`."""
    if face[0] == "X":
        return say(N_("joker {number}"), number=face[1])
    rank = "10" if face[0] == "T" else face[0]
    return rank + SUIT_SIGNS[face[1]]


def card_text(card: Card) -> str:
    """A card's face; whose it is stands elsewhere in the sentence."""
    return face_text(card.face)


def seat_text(seat: str) -> str:
    """A seat in a sentence: a player's name, or the dealer or the table."""
    if seat == DEALER:
        return translate(N_("the dealer"))
    return translate(N_("the table")) if seat == TABLE else seat


def large(words: str) -> str:
    """Words as a sentence or a button begins: with a capital."""
    return words[:1].upper() + words[1:]


def small(words: str) -> str:
    """Words that began something, in the middle of a sentence."""
    return words[:1].lower() + words[1:]


def listed(words: list[str]) -> str:
    """`Ana`, `Ana and Bruno`, `Ana, Bruno and Cem`."""
    if len(words) < 2:
        return "".join(words)
    return say(N_("{first} and {last}"), first=", ".join(words[:-1]), last=words[-1])


def _plain(value: Any) -> str:
    if isinstance(value, Card):
        return card_text(value)
    if isinstance(value, bool):
        return translate(WORDS["on" if value else "off"])
    if isinstance(value, str):
        return seat_text(value)
    if isinstance(value, (list, tuple)):
        return ", ".join(map(_plain, value))
    return str(value)


def _cards(value: Any) -> str:
    return " ".join(map(_face, [value] if isinstance(value, str) else value)) or "–"


def _face(value: Any) -> str:
    if isinstance(value, Card):
        return card_text(value)
    return face_text(value) if value in RANK_OF else str(value)


def _word(value: Any) -> str:
    return translate(WORDS.get(str(value), str(value)))


_KINDS: Final[Mapping[str, Callable[[Any], str]]] = {
    "cards": _cards,
    "face": _face,
    "word": _word,
    "names": lambda value: listed([seat_text(one) for one in value]),
    "words": lambda value: listed([_word(one) for one in value]),
    "whole": str,  # a card with its deck: Ana/KS
    "signed": lambda value: f"{value:+d}".replace("-", "−"),
}


def say(sentence: Sentence, **facts: Any) -> str:
    """The sentence in the language in use, with the facts in their places; a fact that is missing shows as `?`.

    A place is `{name}` or `{name:kind}`: `cards` and `face` draw suit signs, `word` translates a word of the games, `names`
    joins seats with "and", `whole` names a card with its deck, `signed` writes +3 and −3.
    """
    if isinstance(sentence, Plural):
        number = facts.get(sentence.field, 0)
        template = translate_plural(sentence, number if isinstance(number, int) else len(number))
    else:
        template = translate(sentence)

    def fill(match: re.Match[str]) -> str:
        name, kind = match.groups()
        if name not in facts:
            return "?"
        return _KINDS[kind](facts[name]) if kind else _plain(facts[name])

    said = _FIELD.sub(fill, template)
    if template.startswith("{") and facts.get("seat") in RESERVED:  # "The dealer, …" at the head of a sentence
        return large(said)
    return said
