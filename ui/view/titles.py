"""Names of games, hands and faces as the screen writes them."""

from __future__ import annotations

from typing import Final

from companion.words import N_, face_text, say, translate
from companion.words.hands import hand_name as numbered_hand

# name: (title, family or what it is, suit sign of its tile)
GAMES: Final[dict[str, tuple[str, str, str]]] = {
    "casinoya-poker": (N_("Poker"), N_("CasiNoya"), "S"),
    "casinoya-blackjack": (N_("Blackjack 31"), N_("CasiNoya"), "H"),
    "casinoya-chinese": (N_("Chinese poker"), N_("CasiNoya"), "D"),
    "casinoya-war": (N_("War"), N_("CasiNoya"), "C"),
    "casino-war": (N_("Casino War"), N_("against the house"), "S"),
    "cassino": (N_("Cassino"), N_("classic"), "D"),
    "cassino-royal": (N_("Royal Cassino"), N_("court cards count"), "H"),
    "cassino-spade": (N_("Spade Cassino"), N_("every spade counts"), "S"),
    "cassino-draw": (N_("Draw Cassino"), N_("with a stock"), "C"),
}

_PLURALS: Final = {
    2: N_("twos"), 3: N_("threes"), 4: N_("fours"), 5: N_("fives"), 6: N_("sixes"), 7: N_("sevens"), 8: N_("eights"),
    9: N_("nines"), 10: N_("tens"), 11: N_("jacks"), 12: N_("queens"), 13: N_("kings"), 14: N_("aces"),
}  # fmt: skip
_SINGULARS: Final = {
    2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six"), 7: N_("seven"), 8: N_("eight"),
    9: N_("nine"), 10: N_("ten"), 11: N_("jack"), 12: N_("queen"), 13: N_("king"), 14: N_("ace"),
}  # fmt: skip

# code: (the name alone, the sentence with its ranks, how many ranks it names, plural ranks)
_HANDS: Final[dict[str, tuple[str, str, int, bool]]] = {
    "high_card": (N_("High card"), N_("High card {first}"), 1, False),
    "pair": (N_("Pair"), N_("Pair of {first}"), 1, True),
    "two_pair": (N_("Two pair"), N_("Two pair, {first} and {second}"), 2, True),
    "three_of_a_kind": (N_("Three of a kind"), N_("Three of a kind, {first}"), 1, True),
    "straight": (N_("Straight"), N_("Straight, {first} high"), 1, False),
    "flush": (N_("Flush"), N_("Flush, {first} high"), 1, False),
    "full_house": (N_("Full house"), N_("Full house, {first} over {second}"), 2, True),
    "four_of_a_kind": (N_("Four of a kind"), N_("Four of a kind, {first}"), 1, True),
    "straight_flush": (N_("Straight flush"), N_("Straight flush, {first} high"), 1, False),
    "five_of_a_kind": (N_("Five of a kind"), N_("Five of a kind, {first}"), 1, True),
    "foul": (N_("Foul"), N_("Foul arrangement"), 0, False),
    "total": (N_("Total"), N_("Total"), 0, False),
    "bust": (N_("Bust"), N_("Bust"), 0, False),
    "column": (N_("Column"), N_("Column"), 0, False),
}
_NUMBERED: Final = frozenset({"total", "bust"})  # named by numbers, not by ranks


def game_title(name: str) -> str:
    """`CasiNoya Poker`; an unknown game is its own name."""
    if name not in GAMES:
        return name.replace("-", " ").title()
    title, family, _ = GAMES[name]
    return f"{translate(family)} {translate(title)}" if family == "CasiNoya" else translate(title)


def short_title(name: str) -> str:
    """`Chinese poker`, without the family."""
    return translate(GAMES[name][0]) if name in GAMES else game_title(name)


def hand_name(code: str) -> str:
    """`Full house`."""
    return translate(_HANDS[code][0]) if code in _HANDS else code.replace("_", " ").capitalize()


def hand_title(code: str, ranks: tuple[int, ...]) -> str:
    """`Full house, kings over fours`; only the name where a hand names fewer ranks than its sentence.

    >>> hand_title("full_house", (13, 4))
    'Full house, kings over fours'
    """
    if code not in _HANDS:
        return hand_name(code)
    if code in _NUMBERED and ranks:
        return numbered_hand(code, ranks)
    name, sentence, count, plural = _HANDS[code]
    if len(ranks) < count:
        return translate(name)
    words = _PLURALS if plural else _SINGULARS
    facts = {
        place: translate(words[rank]) for place, rank in zip(("first", "second"), ranks, strict=False) if rank in words
    }
    return say(sentence, **facts) if len(facts) >= count else translate(name)


def faces(cards: tuple[str, ...]) -> str:
    """Faces in a row: `K♣ 4♣`; a joker is a star."""
    return " ".join("★" if face[0] == "X" else face_text(face) for face in cards)
