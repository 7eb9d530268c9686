"""Cards as physical things: a face, the deck it belongs to and, in a shoe, which copy it is."""

from __future__ import annotations

from functools import cache
from typing import Final

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"  # RULES.md 1: "the first of spades, hearts, diamonds, clubs"
JOKERS: Final = ("X1", "X2")
JOKER_RANK: Final = 15  # above the ace wherever a bare card is compared (RULES.md 1, ties; 1.4)

NATURALS: Final = tuple(rank + suit for suit in SUITS for rank in RANKS)
FACES: Final = NATURALS + JOKERS
RANK_OF: Final = {face: RANKS.index(face[0]) + 2 for face in NATURALS} | dict.fromkeys(JOKERS, JOKER_RANK)
SUIT_OF: Final = {face: face[1] for face in NATURALS} | dict.fromkeys(JOKERS, "")

MAX_LABEL: Final = 40


def is_label(text: str) -> bool:
    """Whether a text can label a deck: 1 to 40 printable characters, none of them a slash, and no blank at its ends.

    What fails this could not be written into a card file, a log or a line and be read back.
    """
    return 0 < len(text) <= MAX_LABEL and text.isprintable() and "/" not in text and text == text.strip()


def is_name(text: str) -> bool:
    """Whether a text can be a player's name: a label without `@` and `=`, which mean something in the protocol's lines."""
    return is_label(text) and "@" not in text and "=" not in text


class CardError(ValueError):
    """A text that names no card; `code` is stable, `text` is what was given."""

    code = "bad-card"

    def __init__(self, text: str) -> None:
        super().__init__(f"not a card: {text[:60]!r}")
        self.text = text[:60]


class Card(str):
    """One physical card, which is its own text code: `Ana/KS`, or `shoe/7H#4` for the fourth copy in a shoe.

    Being a `str` it hashes, compares, sorts and serialises as that code. `label` names the deck, `face` is one of
    `FACES`, `copy` counts from 1 in a shoe and is 0 elsewhere; `rank` is 2 to 14 (ace), 15 for a joker, `suit` one of
    `SUITS`, empty for a joker. Raises `CardError` for any other text.

    >>> Card("shoe/7H#4").face, Card("shoe/7H#4").copy, Card("Ana/X1").is_joker
    ('7H', 4, True)
    """

    __slots__ = ("copy", "face", "is_joker", "label", "rank", "suit")  # asked far more often than cards are made

    label: str
    face: str
    copy: int
    rank: int
    suit: str
    is_joker: bool

    def __new__(cls, text: str) -> Card:
        """Read the text code."""
        label, slash, rest = text.rpartition("/")
        face, mark, number = rest.partition("#")
        if not slash or face not in RANK_OF or not is_label(label):
            raise CardError(text)
        if mark and not (number.isascii() and number.isdigit() and 0 < len(number) < 4 and number[0] != "0"):
            raise CardError(text)
        card = super().__new__(cls, text)
        card.label, card.face, card.copy = label, face, int(number) if mark else 0
        card.rank, card.suit = RANK_OF[face], SUIT_OF[face]
        card.is_joker = not card.suit
        return card

    def __repr__(self) -> str:
        return f"Card({str(self)!r})"


@cache
def pack(label: str, *, jokers: bool) -> tuple[Card, ...]:
    """The 52 or, with `jokers`, 54 cards of one deck, in print order: spades, hearts, diamonds, clubs, jokers."""
    return tuple(Card(f"{label}/{face}") for face in (FACES if jokers else NATURALS))


@cache
def shoe(label: str, packs: int) -> tuple[Card, ...]:
    """The 52 x `packs` cards of a shoe, each with its copy number, also when there is but one pack."""
    return tuple(Card(f"{label}/{face}#{copy}") for copy in range(1, packs + 1) for face in NATURALS)
