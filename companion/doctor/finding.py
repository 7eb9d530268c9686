"""What the doctor found: one thing looked at, and what it is called."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal

import msgspec

from companion.words.language import N_, translate
from companion.words.say import say

State = Literal["ok", "note", "fault"]


class Finding(msgspec.Struct, frozen=True):
    """One thing looked at: `what` it is, its `state`, what was seen, and what to do (empty: nothing)."""

    what: str
    state: State
    detail: str
    fix: str = ""


WHAT: Final[Mapping[str, str]] = {
    "settings": N_("settings"),
    "data": N_("data"),
    "disk": N_("disk"),
    "journal": N_("journal"),
    "decks": N_("decks"),
    "port": N_("port"),
    "uart": N_("UART"),
    "readers": N_("readers"),
    "reader": N_("reader"),
    "usb": N_("USB"),
    "groups": N_("groups"),
    "pins": N_("pins"),
    "lamps": N_("lamps"),
    "display": N_("display"),
    "touch": N_("touch panel"),
    "clock": N_("clock"),
    "power": N_("power"),
    "doctor": N_("doctor"),
}


def title(finding: Finding) -> str:
    """What was looked at, in the language in use; `finding.what` itself is English, for programs.

    >>> title(Finding("reader /dev/nfc-p1", "ok", ""))
    'reader /dev/nfc-p1'
    """
    kind, blank, name = finding.what.partition(" ")
    return translate(WHAT.get(kind, kind)) + blank + name


def correct(key: str, path: object) -> str:
    """What to correct in a file."""
    if key:
        return say(N_("correct {key} in {file}"), key=key, file=path)
    return say(N_("correct the file {file}"), file=path)
