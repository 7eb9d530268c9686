"""What all of the host's sheets are made with: what the game would take, ways back, the numbers that people ask about."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from companion.live.snapshot import Snapshot
from companion.rules.game import IllegalAction
from companion.words import N_, say
from ui.view.model import Bar, Button, CloseSheet, Host, Stage

Sheet = tuple[Stage, Bar]

NUMBERS: Final = ("hp", "bank", "points")


def legal(shot: Snapshot, action: Any) -> bool:
    """Whether the game would take it now."""
    return refusal(shot, action) is None


def refusal(shot: Snapshot, action: Any) -> IllegalAction | None:
    """Why the game would not take it now."""
    try:
        shot.game.check(shot.state, action)
    except IllegalAction as error:
        return error
    return None


def close() -> Button:
    """Puts the sheet away."""
    return Button(say(N_("Close")), CloseSheet())


def back(what: str, about: str = "") -> Button:
    """To the sheet before."""
    return Button(say(N_("Back")), Host(what, about), "quiet")


def numbers(report: Mapping[str, Any]) -> dict[str, dict[str, int]]:
    """The numbers of each player that people ask about, by name and field."""
    return {
        player["name"]: {field: player[field] for field in NUMBERS if field in player} for player in report["players"]
    }
