"""Chips at Casino War: which values there are, and what becomes of a chip that is put on a circle or taken off it.

A bet that the rules do not allow yet (an odd ante, less than the minimum) lies on the screen alone, in the view's notes, until
the next chip makes it whole; everything else is offered to the table at once, so that each chip can be undone by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, Literal, NamedTuple

from companion.rules.casino_war import bets
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.state import Seat, State
from companion.rules.game import Given
from ui.view.model import Submit

CHIPS: Final = (1, 5, 10, 25, 50, 100, 500, 1000, 5000, 10_000, 50_000, 100_000, 500_000)
TONES: Final = ("ivory", "red", "blue", "mint", "gold", "muted")
RAIL: Final = 6
FOCUS: Final = "circle"

Circle = Literal["ante", "tie"]
Notes = Mapping[str, str]


class Bet(NamedTuple):
    """What lies on the circles of a seat, as far as fingers have put it."""

    ante: int
    tie: int


def key(circle: str, seat: str) -> str:
    """A circle's name in notes and acts."""
    return f"{circle}:{seat}"


def of_key(name: str) -> tuple[str, str]:
    """The circle and the seat of `key`."""
    circle, _, seat = name.partition(":")
    return circle, seat


def chip_values(options: CasinoWarOptions) -> tuple[int, ...]:
    """At most six values to tap, from the largest that makes up the table's minimum to a tenth of a bank or more.

    >>> chip_values(CasinoWarOptions()), chip_values(CasinoWarOptions(minimum=10, maximum=100))
    ((1, 5, 10, 25, 50, 100), (10, 25, 50, 100))
    """
    first = max(at for at, value in enumerate(CHIPS) if options.minimum % value == 0)
    most = min(options.maximum, options.bank)
    wanted = next((at for at, value in enumerate(CHIPS) if value * 10 >= most), len(CHIPS) - 1)
    last = min(max(first + RAIL - 1, wanted), len(CHIPS) - 1)
    count = min(RAIL, last - first + 1)
    chosen = {first + round(step * (last - first) / max(1, count - 1)) for step in range(count)}
    return tuple(CHIPS[at] for at in sorted(chosen) if CHIPS[at] <= options.maximum)


def chip_tone(value: int) -> str:
    """The colour of a chip's rim: by its place among all values, so that a value always looks the same."""
    return TONES[CHIPS.index(value) % len(TONES)]


def bet(notes: Notes, seat: Seat) -> Bet:
    """What the circles show."""
    return Bet(
        int(notes.get(key("ante", seat.name), seat.ante)),
        int(notes.get(key("tie", seat.name), seat.tie)),
    )


def pending(notes: Notes, state: State) -> Seat | None:
    """The first seat with chips on its circles that the rules do not allow as they lie."""
    return next((seat for seat in state.seats if fault(state.options, bet(notes, seat))), None)


def fault(options: CasinoWarOptions, wanted: Bet) -> str:
    """Why a bet cannot stand: `odd`, `low`, `high`, or empty if it can."""
    numbers = [number for number in wanted if number]
    if any(number < options.minimum for number in numbers):
        return "low"
    if any(number > options.maximum for number in numbers):
        return "high"
    return "odd" if wanted.ante % bets.even_step(options) else ""


def changed_bet(state: State, seat: Seat, before: Bet, circle: str, by: int) -> Bet:
    """The bet after `by` chips more on a circle, or less.

    A tie bet on an empty ante circle puts an equal ante there; taking the ante off takes the tie bet off (RULES.md 2). The
    ante follows until the table has it.
    """
    if circle == "ante":
        ante = max(0, before.ante + by)
        return Bet(ante, before.tie if ante else 0)
    tie = max(0, before.tie + by)
    if state.options.tie_pays == "off":
        return before
    follows = not seat.ante and before.ante == before.tie
    return Bet(tie if follows else before.ante, tie)


def affordable(state: State, seat: Seat, wanted: Bet) -> bool:
    """Whether the bank and the table's maximum cover it."""
    return sum(wanted) <= seat.bank + seat.ante + seat.tie and max(wanted) <= state.options.maximum


def put(state: State, notes: Notes, circle: str, name: str, by: int) -> tuple[Notes, tuple[Submit, ...]]:
    """A chip is put on a circle (`by` its value) or taken off; what cannot be paid changes nothing."""
    seat = state.seat(name)
    before = bet(notes, seat)
    wanted = changed_bet(state, seat, before, circle, by)
    if wanted == before or not affordable(state, seat, wanted):
        return notes, ()
    lying = {one: text for one, text in notes.items() if one not in (key("ante", name), key("tie", name))}
    lying |= {key("ante", name): str(wanted.ante), key("tie", name): str(wanted.tie)}
    return lying, () if fault(state.options, wanted) else given(state, seat, wanted)


def given(state: State, seat: Seat, wanted: Bet) -> tuple[Submit, ...]:
    """The answers that bring a seat's bets to what is wanted, each of them legal when its turn comes."""
    ante, tie = Given(seat.name, "ante", wanted.ante), Given(seat.name, "tie", wanted.tie)
    if not wanted.ante:
        return (Submit(ante),)
    if not seat.ante and wanted.ante == wanted.tie:
        return (Submit(tie),)
    steps = [ante] if wanted.ante != seat.ante else []
    if wanted.tie != seat.tie:
        steps.insert(0 if wanted.tie < seat.tie else len(steps), tie)
    return tuple(map(Submit, steps))


def same(state: State, seat: Seat) -> Bet | None:
    """The bets of the last hand, where they can be placed again as they were; the tie bet as far as the bank goes."""
    ante = seat.last_ante
    if seat.out or seat.plays or not ante or not affordable(state, seat, Bet(ante, 0)):
        return None
    tie = min(seat.last_tie, seat.bank - ante)
    wanted = Bet(ante, tie if tie >= state.options.minimum and state.options.tie_pays != "off" else 0)
    return None if fault(state.options, wanted) else wanted


def kept(state: State, notes: Notes) -> Notes:
    """Notes of chips that the table has not taken; none once the cards are dealt."""
    if state.phase != "bets":
        return {}
    left: dict[str, str] = {}
    for name, text in notes.items():
        circle, seat_name = of_key(text if name == FOCUS else name)
        seat = next((one for one in state.seats if one.name == seat_name and not one.out), None)
        if seat is not None and (name == FOCUS or int(text) != (seat.ante if circle == "ante" else seat.tie)):
            left[name] = text
    return left


def focus(state: State, notes: Notes) -> str:
    """The circle that chips go to: the one touched last, else the ante of the first who has none and can bet."""
    if FOCUS in notes:
        return notes[FOCUS]
    able = [seat for seat in state.seats if bets.can_bet(state, seat)]
    first = next((seat for seat in able if not seat.ante), able[0] if able else None)
    return key("ante", first.name) if first else ""


def top_chip(options: CasinoWarOptions, amount: int) -> int:
    """The chip that lies on top if the amount is stacked largest first."""
    values = [value for value in CHIPS if value <= amount]
    rest, top = amount, 0
    for value in reversed(values):
        if rest >= value:
            rest, top = rest % value, value
    return top
