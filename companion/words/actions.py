"""What somebody did, in few words: for the named undo button, the log and previews."""

from __future__ import annotations

from companion.rules.game import (
    TABLE,
    AnyAction,
    Arranged,
    Corrected,
    Given,
    Join,
    Leave,
    Moved,
    Picked,
    Retake,
    Touched,
    Void,
)
from companion.words.language import N_
from companion.words.options import option_name
from companion.words.say import say


def action(done: AnyAction) -> str:
    """An action in few words: `3♠ Bruno`, `Ana exchanges 2`, `next`."""
    match done:
        case Touched(card):
            return say(N_("{card:cards} {label}"), card=card, label=card.label)
        case Picked(seat, option):
            name = option_name(option)
            return name if seat == TABLE else say(N_("{seat}: {name}"), seat=seat, name=name)
        case Given(seat, purpose, number):
            return say(N_("{seat}: {purpose:word} {number}"), seat=seat, purpose=purpose, number=number)
        case Arranged(seat):
            return say(N_("new order of {seat}"), seat=seat)
        case Retake(seat):
            return say(N_("retake of {seat}"), seat=seat)
        case Corrected(seat, field, value):
            return say(N_("{seat}: {field:word} set to {value}"), seat=seat, field=field, value=value)
        case Moved(seat, card, zone):
            return say(N_("{seat}: {card:cards} to {zone:word}"), seat=seat, card=card, zone=zone)
        case Leave(seat):
            return say(N_("{seat} leaving"), seat=seat)
        case Join(seat):
            return say(N_("{seat} joining"), seat=seat)
        case Void():
            return say(N_("void"))


def undo(done: AnyAction) -> str:
    """What the undo button says: `Undo 3♠ Bruno`."""
    return say(N_("Undo {what}"), what=action(done))


def redo(done: AnyAction) -> str:
    """What the redo button says."""
    return say(N_("Redo {what}"), what=action(done))
