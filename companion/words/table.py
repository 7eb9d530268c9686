"""What lasts: lamps, and how a game ended."""

from __future__ import annotations

from typing import Final

from companion.rules.game import Light, Outcome
from companion.words.language import N_, P_, translate
from companion.words.say import Sentence, say

LIGHTS: Final[dict[Light, str]] = {
    "off": N_("waits for nothing"),
    "waiting": N_("to act"),
    "attacker": N_("attacks"),
    "defender": N_("defends"),
    "out": N_("out"),
    "winner": N_("winner"),
}

OUTCOMES: Final[dict[str, Sentence]] = {
    "won": P_("{winners:names} wins", "{winners:names} win", "winners"),
    "shared": N_("{winners:names} share the victory"),
    "ended": N_("The game is over; nobody wins"),
}


def light(word: Light) -> str:
    """What a seat's lamp means, in words."""
    return translate(LIGHTS[word])


def outcome(ended: Outcome) -> str:
    """How the game ended: `Ana wins`."""
    return say(OUTCOMES[ended.kind], winners=ended.winners)
