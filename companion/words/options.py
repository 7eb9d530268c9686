"""Option ids of a pick as people read them (HEADLESS.md, "Option ids"), and the names of game options."""

from __future__ import annotations

import re
from typing import Final

from companion.rules.cards import RANK_OF
from companion.rules.game import Pick
from companion.words.language import N_, translate
from companion.words.say import Sentence, face_text, large, listed, say

NAMES: Final[dict[str, Sentence]] = {
    "draw": N_("Draw a card"),
    "stand": N_("Stand"),
    "next": N_("Next"),
    "done": N_("Done"),
    "none": N_("None"),
    "deal": N_("Deal"),
    "war": N_("Go to war"),
    "surrender": N_("Surrender"),
    "burned": N_("Burned"),
    "misdeal": N_("Misdeal: all bets go back"),
    "trail": N_("Trail: lay it on the table"),
    "claim": N_("Claim the game"),
    "spare": N_("Spare"),
    "attack": N_("Attack"),
}

RANKS: Final = {
    "A": N_("ace"), "2": N_("two"), "3": N_("three"), "4": N_("four"), "5": N_("five"), "6": N_("six"), "7": N_("seven"),
    "8": N_("eight"), "9": N_("nine"), "T": N_("ten"), "J": N_("jack"), "Q": N_("queen"), "K": N_("king"),
}  # fmt: skip
SUITS: Final = {
    "S": N_("{rank} of spades"),
    "H": N_("{rank} of hearts"),
    "D": N_("{rank} of diamonds"),
    "C": N_("{rank} of clubs"),
}

_DISCARD: Final = re.compile(r"([0-9]+)-([0-9]+)")
_COLUMNS: Final = re.compile(r"[0-9]+(\+[0-9]+)+")
_BUILD: Final = re.compile(r"b([0-9]+)(#[0-9]+)?")


def face_name(face: str) -> str:
    """A face in words: `King of clubs`."""
    if face not in RANK_OF or face[0] == "X":
        return face_text(face)
    name = say(SUITS[face[1]], rank=translate(RANKS[face[0]]))
    return large(name)


def option_name(option: str, purpose: str = "") -> str:
    """An option id as people read it; an id unknown here is its own name.

    >>> option_name("take:9H,4S+5C"), option_name("2-1"), option_name("KC", "joker")
    ('Take 9♥ and 4♠+5♣', 'Discard 2, draw 1', 'King of clubs')
    """
    if option in NAMES:
        return say(NAMES[option])
    if option in RANK_OF:
        return face_name(option)
    if purpose == "reinforce" or _COLUMNS.fullmatch(option):
        columns = option.split("+")
        if all(column.isdigit() for column in columns):
            if len(columns) == 1:
                return say(N_("Behind column {column}"), column=columns[0])
            return say(N_("Behind columns {columns:names}"), columns=columns)
    if discard := _DISCARD.fullmatch(option):
        return say(N_("Discard {discard}, draw {draw}"), discard=discard[1], draw=discard[2])
    kind, _, rest = option.partition(":")
    value, _, groups = rest.partition(":")
    if kind == "take" and rest:
        return say(N_("Take {groups}"), groups=_groups(rest))
    if kind == "build" and groups:
        return say(N_("Build {value} with {groups}"), value=value, groups=_groups(groups))
    if kind == "raise" and rest:
        if groups:
            return say(N_("Raise a build to {value} with {groups}"), value=_value(value), groups=_groups(groups))
        return say(N_("Raise a build to {value}"), value=_value(value))
    if kind == "add" and rest:
        if groups:
            return say(N_("Add to the build of {value} with {groups}"), value=_value(value), groups=_groups(groups))
        return say(N_("Add to the build of {value}"), value=_value(value))
    return option


def _value(text: str) -> str:
    value, mark, number = text.partition("#")
    return say(N_("{value} (number {number})"), value=value, number=number) if mark else value


def _groups(text: str) -> str:
    return listed(["+".join(map(_piece, group.split("+"))) for group in text.split(",")])


def _piece(text: str) -> str:
    if build := _BUILD.fullmatch(text):
        return say(N_("the build of {value}"), value=_value(build[1] + (build[2] or "")))
    return face_text(text) if text in RANK_OF else text


def option_text(pick: Pick, option: str) -> str:
    """The words of one option of a pick, for buttons and the protocol."""
    return option_name(option, pick.purpose)
