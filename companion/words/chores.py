"""The physical steps after a round or hand, so that wooden and counted decks stay equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.rules.game import Chore
from companion.words.language import N_, P_
from companion.words.say import Sentence, say

SENTENCES: Final[dict[str, Sentence]] = {
    "bury": P_(
        "{seat}: {count} card of the hand to the pit.", "{seat}: {count} cards of the hand to the pit.", "count"
    ),
    "return": P_(
        "{seat}: {count} card aside back into the deck.", "{seat}: {count} cards aside back into the deck.", "count"
    ),
    "under": P_("{seat}: {count} turned card under the deck.", "{seat}: {count} turned cards under the deck.", "count"),
    "gather": N_("{seat}: hand and pit back into the deck."),
    "rebuild": N_("{seat}: all 54 cards back into the deck."),
    "shuffle": N_("Everybody: shuffle."),
    "draw": P_("{seat}: draw {count} card.", "{seat}: draw {count} cards.", "count"),
    "shuffle-pack": N_("{seat}: gather all {count} cards of the pack and shuffle."),
    "deal-each": P_(
        "{seat}: deal {count} card to everybody.", "{seat}: deal {count} cards to everybody, two at a time.", "count"
    ),
    "lie-aside": P_(
        "{seat}: {count} card lies aside, face down.", "{seat}: {count} cards lie aside, face down.", "count"
    ),
    "lay-table": P_(
        "{seat}: turn {count} card up, over the reader, onto the table.",
        "{seat}: turn {count} cards up, over the reader, onto the table.",
        "count",
    ),
    "say-last": N_("{seat}: say “last”: the stock is empty."),
    "hand-over": N_("Hand over {count} to {seat}."),
    "collect": N_("Collect {count} from {seat}."),
    "clear-cards": P_("Clear {count} card away.", "Clear {count} cards away.", "count"),
    "shuffle-shoe": P_("Shuffle the shoe: {count} card.", "Shuffle the shoe: {count} cards.", "count"),
}

FALLBACK: Final = N_("{do} {seat} {count}")


def chore(step: Chore) -> str:
    """One step: `Bruno: 2 cards aside back into the deck.`"""
    return say(SENTENCES.get(step.do, FALLBACK), do=step.do, seat=step.seat, count=step.count)


def chores(steps: Iterable[Chore]) -> list[str]:
    """All steps in order."""
    return [chore(step) for step in steps]
