"""The physical steps after a round, so that wooden and counted decks stay equal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from companion.rules.game import Chore
from companion.words.language import N_
from companion.words.say import Sentence, say

SENTENCES: Final[dict[str, Sentence]] = {}


def chore(step: Chore) -> str:
    """One step: `Bruno: two asides back into the deck.`"""
    facts = {"seat": step.seat, "count": step.count}
    return say(SENTENCES.get(step.do, N_("{do}")), do=step.do, **facts)


def chores(steps: Iterable[Chore]) -> list[str]:
    """All steps in order."""
    return [chore(step) for step in steps]
