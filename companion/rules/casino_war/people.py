"""What people do beside the hand: come, go, take back, correct (RULES.md 0)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from companion.rules.cards import MAX_LABEL, Card, is_label, is_name
from companion.rules.casino_war import events
from companion.rules.casino_war.hand import begun
from companion.rules.casino_war.state import MOST_SEATS, Seat, State, changed, night
from companion.rules.game import (
    DEALER,
    RESERVED,
    IllegalAction,
    NumberCorrected,
    PlayerJoined,
    PlayerLeft,
    ScansTakenBack,
    Step,
    Voided,
)

MOST_BANK: Final = 1_000_000_000  # what a correction may set; winnings may go beyond what can be bought


def leave(state: State, name: str) -> Step[State]:
    """Between hands: take the own bets back, cash the bank in and go; the seat stays in the list, out."""
    seat = state.present(name)
    _between_hands(state, name)
    result = night(seat, state.phase)
    amount = seat.bank + (0 if state.phase == "paid" else seat.stake.total)
    gone = Seat(name, 0, seat.bought, seat.cashed + amount, out=True)
    return Step(
        changed(state, gone),
        (events.CashedOut(seat=name, amount=amount, night=result), PlayerLeft(seat=name)),
    )


def join(state: State, name: str, label: str) -> Step[State]:
    """Between hands: a new player sits down last, one who had left at the old place, each with a bought bank."""
    for text, fits in ((name, is_name), (label, is_label)):
        if text in RESERVED:
            raise IllegalAction("name-reserved", reserved=text)
        if not fits(text):
            raise IllegalAction("bad-name", name=text[:MAX_LABEL])
    known = next((seat for seat in state.seats if seat.name == name), None)
    if known is not None and not known.out:
        raise IllegalAction("already-seated", seat=name)
    _between_hands(state, name)
    if sum(not seat.out for seat in state.seats) >= MOST_SEATS:
        raise IllegalAction("too-many-players", seat=name, most=MOST_SEATS)
    bank = state.options.bank
    if known is None:
        return Step(replace(state, seats=(*state.seats, Seat(name, bank, bank))), (PlayerJoined(seat=name),))
    back = replace(known, out=False, bank=bank, bought=known.bought + bank)
    return Step(changed(state, back), (PlayerJoined(seat=name),))


def correct(state: State, name: str, field: str, value: int) -> Step[State]:
    """Set a bank to what really lies there, at any time; the difference is with the house, so that chips stay equal."""
    seat = state.present(name)
    if field != "bank":
        raise IllegalAction("no-such-field", field=field, fields=("bank",))
    if not 0 <= value <= MOST_BANK:
        raise IllegalAction("out-of-range", seat=name, purpose="bank", number=value, low=0, high=MOST_BANK)
    corrected = changed(state, replace(seat, bank=value))
    return Step(
        replace(corrected, house=state.house + seat.bank - value),
        (NumberCorrected(seat=name, field=field, old=seat.bank, new=value),),
    )


def void(state: State) -> Step[State]:
    """The hand did not happen: the table is as when it began, who came or went since included."""
    if state.began is None or state.began == replace(state, began=None):
        raise IllegalAction("nothing-to-void")
    return Step(begun(state.began), (Voided(what="hand", number=state.hand),))


def retake(state: State, name: str) -> Step[State]:
    """Take the own card of a deal that still runs back (the dealer: the burned cards scanned so far)."""
    if name == DEALER:
        if state.phase != "burn" or not state.scans:
            raise IllegalAction("nothing-to-retake", seat=name)
        back = replace(state, scans=(), burned=state.burned - len(state.scans))
        return _taken_back(back, name, state.scans)
    seat = state.present(name)
    if state.phase == "first" and seat.first is not None:
        return _taken_back(changed(state, replace(seat, first=None)), name, (seat.first,), dealt=1)
    if state.phase == "war" and seat.second is not None:
        return _taken_back(changed(state, replace(seat, second=None)), name, (seat.second,), dealt=1)
    raise IllegalAction("nothing-to-retake", seat=name)


def _taken_back(state: State, name: str, cards: tuple[Card, ...], dealt: int = 0) -> Step[State]:
    state = replace(state, seen=state.seen - set(cards), dealt=state.dealt - dealt)
    return Step(state, (ScansTakenBack(seat=name, cards=cards),))


def _between_hands(state: State, name: str) -> None:
    if state.phase not in ("bets", "paid"):
        raise IllegalAction("not-between-hands", seat=name)
