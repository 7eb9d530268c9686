"""What happened, as sentences for log, screen and history: one for every event of every game."""

from __future__ import annotations

from typing import Any, Final

from companion.rules.game import ChoresDue, Event
from companion.words.chores import chores
from companion.words.language import N_
from companion.words.say import Sentence, say

ANY_GAME: Final[dict[str, Sentence]] = {
    "PlayerLeft": N_("{seat} goes home"),
    "PlayerJoined": N_("{seat} sits down"),
    "NumberCorrected": N_("The host corrects {field:word} of {seat}: {old} → {new}"),
    "CardMoved": N_("The host moves {seat}'s {card}: {old:word} → {new:word}"),
    "ScansTakenBack": N_("{seat} takes the own cards back to lay them anew"),
    "Voided": N_("The {what:word} {number} did not happen"),
}

SENTENCES: Final[dict[str, Sentence]] = ANY_GAME


def event(happened: Event) -> str:
    """The sentence of an event."""
    if isinstance(happened, ChoresDue):
        return " ".join(chores(happened.steps))
    name = type(happened).__name__
    facts: dict[str, Any] = {field: getattr(happened, field) for field in happened.__struct_fields__}
    return say(SENTENCES[name], **facts) if name in SENTENCES else name
