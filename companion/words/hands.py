"""What a hand is called: `Full house, kings over fours`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.words.language import N_, translate
from companion.words.say import Sentence, large, say

NAMES: Final[dict[str, Sentence]] = {
    "high_card": N_("High card"),
    "pair": N_("Pair"),
    "two_pair": N_("Two pair"),
    "three_of_a_kind": N_("Three of a kind"),
    "straight": N_("Straight"),
    "flush": N_("Flush"),
    "full_house": N_("Full house"),
    "four_of_a_kind": N_("Four of a kind"),
    "straight_flush": N_("Straight flush"),
    "five_of_a_kind": N_("Five of a kind"),
    "total": N_("Total"),
    "bust": N_("Bust"),
    "foul": N_("Foul"),
    "column": N_("Column"),
}

WITH_RANKS: Final[dict[str, Sentence]] = {
    "high_card": N_("{first} high"),
    "pair": N_("Pair of {firsts}"),
    "two_pair": N_("Two pair, {firsts} and {seconds}"),
    "three_of_a_kind": N_("Three {firsts}"),
    "straight": N_("Straight to the {first}"),
    "flush": N_("Flush, {first} high"),
    "full_house": N_("Full house, {firsts} over {seconds}"),
    "four_of_a_kind": N_("Four {firsts}"),
    "straight_flush": N_("Straight flush to the {first}"),
    "five_of_a_kind": N_("Five {firsts}"),
    "total": N_("{number} in {count} cards"),
    "bust": N_("Bust with {number}"),
    "column": N_("{first}"),
}

ONE: Final = {
    2: N_("two"), 3: N_("three"), 4: N_("four"), 5: N_("five"), 6: N_("six"), 7: N_("seven"), 8: N_("eight"), 9: N_("nine"),
    10: N_("ten"), 11: N_("jack"), 12: N_("queen"), 13: N_("king"), 14: N_("ace"),
    15: N_("joker"),
}  # fmt: skip

MANY: Final = {
    2: N_("twos"), 3: N_("threes"), 4: N_("fours"), 5: N_("fives"), 6: N_("sixes"), 7: N_("sevens"), 8: N_("eights"),
    9: N_("nines"), 10: N_("tens"), 11: N_("jacks"), 12: N_("queens"), 13: N_("kings"), 14: N_("aces"),
}  # fmt: skip


def hand_name(code: str, ranks: Sequence[int] = ()) -> str:
    """A hand's name from its category and leading ranks (14 is an ace), the ranks left out if there are none.

    >>> hand_name("full_house", (13, 4))
    'Full house, kings over fours'
    """
    if not ranks:
        return say(NAMES.get(code, code))
    first, second = ranks[0], ranks[1] if len(ranks) > 1 else 0
    named = say(
        WITH_RANKS.get(code, code),
        number=first,
        count=second,
        first=translate(ONE.get(first, "")),
        firsts=translate(MANY.get(first, "")),
        seconds=translate(MANY.get(second, "")),
    )
    return large(named)
