"""What stands beside a hand of CasiNoya while it is scanned: how far it is, and the one button it has."""

from __future__ import annotations

from companion.live.snapshot import Standing
from companion.rules.cards import Card
from companion.rules.game import Retake
from companion.words import N_, say
from ui.view.model import Button, ChooseFace, Submit


def scan_note(scanned: int, owed: int, joker: bool, chosen: bool) -> tuple[str, str]:
    """What stands beside the name while a hand is scanned."""
    if owed:
        return say(N_("{count} of {total}"), count=scanned, total=scanned + owed), "ivory"
    if joker:
        return say(N_("joker?")), "gold"
    return say(N_("ready · joker chosen") if chosen else N_("ready")), "mint"


def scan_button(seat: str, scans: tuple[Card, ...], joker: Standing | None) -> Button | None:
    """A joker to be given a value, else the own scans to be taken back."""
    if joker:
        return Button(say(N_("Joker…")), ChooseFace(joker), "primary")
    return Button(say(N_("Retake")), Submit(Retake(seat)), "quiet") if scans else None
