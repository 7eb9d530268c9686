"""Why something was refused: a plain sentence for every error code."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.words.language import N_, P_
from companion.words.say import Sentence, say

# What the protocol itself refuses; the codes are the first part of the table in companion/README.md.
PROTOCOL: Final[dict[str, Sentence]] = {
    "unknown-command": N_("There is no command {command}. Commands: {choices}."),
    "bad-arguments": N_("That is not how {command} is used: {usage}"),
    "bad-quotes": N_("A quote is not closed: {value}"),
    "bad-number": N_("{value} is not a whole number."),
    "bad-card": N_("{value} is not a card. A card is written LABEL/FACE, as in Ana/KS, or shoe/7H#4 in a shoe."),
    "bad-name": N_("{value} cannot be a name: 1 to 40 visible characters, and none of = @ /."),
    "line-too-long": N_("The line is too long; {most} bytes are the most."),
    "not-utf8": N_("The line is not UTF-8 text (byte {at})."),
    "no-game": N_("There is no game. Begin one with: new GAME NAME NAME…"),
    "unknown-game": N_("There is no game {game}. Games: {choices}."),
    "unknown-player": N_("Nobody here is called {seat}. At the table: {choices}."),
    "name-taken": N_("The name {seat} is taken."),
    "name-reserved": N_("The name {seat} is reserved."),
    "label-taken": N_("Two players cannot both play the deck {label}."),
    "cannot-save": N_("It could not be saved ({detail}), so it was not done."),
    "internal-error": N_("Something went wrong inside ({detail}); nothing was changed."),
}

GAMES: Final[dict[str, Sentence]] = {}

SENTENCES: Final[dict[str, Sentence]] = {}

FALLBACK: Final = N_("That cannot be done now ({code}).")


def error(code: str, facts: Mapping[str, Any]) -> str:
    """The sentence for a refusal; every code has one (tests/test_words.py)."""
    sentence = PROTOCOL.get(code) or GAMES.get(code)
    if sentence is None:
        return say(FALLBACK, code=code)
    return say(sentence, **facts)


_ = P_
