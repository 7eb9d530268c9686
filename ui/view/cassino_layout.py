"""Where the cards of a crowded Cassino table lie: as large as fits, in one row, in more, or as small keys; plain numbers only."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

RATIO: Final = 1.38  # height to width of a card
LARGEST: Final = 84  # widths of a card in units (dp)
SMALLEST: Final = 48
GAPS: Final = (16.0, 8.0)  # the rings of two marked neighbours touch in the narrow one
LABEL: Final = 20.0  # the words of a build
FRAME: Final = 7.0  # between a build's edge and its cards
LEAST_BUILD: Final = 92.0  # width that holds the words of a build
STEP: Final = 0.5  # of a card's width: how far the next card of a group sticks out
APART: Final = 0.72  # the same between groups
WIDEST: Final = 3.6  # of a card's width: a build of many cards is pushed together


class Box(NamedTuple):
    """A place: `x` from the left, `y` from the top, in pixels."""

    x: float
    y: float
    width: float
    height: float


class Places(NamedTuple):
    """Where everything lies; `tight` asks for the small form of cards and builds."""

    loose: tuple[Box, ...]
    builds: tuple[Box, ...]
    rows: int
    tight: bool


def fan(groups: Sequence[int], card: float) -> tuple[float, ...]:
    """Where each card of a build begins, for groups of so many cards of this width; groups stand a little apart.

    >>> fan((2, 1), 40.0)
    (0.0, 20.0, 48.8)
    """
    starts, at = [], 0.0
    for number, size in enumerate(groups):
        for place in range(size):
            if number or place:
                at += card * (STEP if place else APART)
            starts.append(at)
    most = card * (WIDEST - 1)
    return tuple(start * most / at if at > most else start for start in starts)


def build_card(box_height: float, unit: float) -> float:
    """Width of the cards in a build whose box has this height."""
    return (box_height - (LABEL + 2 * FRAME) * unit) / RATIO


def _build_width(groups: Sequence[int], box_height: float, unit: float) -> float:
    card = build_card(box_height, unit)
    return max(LEAST_BUILD * unit, fan(groups, card)[-1] + card + 2 * FRAME * unit)


def places(loose: int, builds: Sequence[Sequence[int]], width: float, height: float, unit: float = 1.0) -> Places:
    """Places for so many loose cards and for builds of groups of so many cards, in this room.

    Cards are as large as fits, never narrower than a finger needs; where they do not fit so, everything is drawn small in
    equal cells. Only far more cards than any game leaves lying make these lower than a finger.
    """
    for step in range(LARGEST, SMALLEST - 1, -2):
        for gap in GAPS:
            found = _rows(loose, builds, width, height, step * unit, gap * unit, unit)
            if found is not None:
                return found
    return _cells(loose, len(builds), width, height, unit)


def _rows(
    loose: int, builds: Sequence[Sequence[int]], width: float, height: float, card: float, gap: float, unit: float
) -> Places | None:
    tall = card * RATIO
    for extra in (LABEL * unit, 0.0):  # words below the cards where one row is enough, within the frame otherwise
        if not builds and extra:
            continue
        box = tall + extra
        wide = [card] * loose + [_build_width(groups, box, unit) for groups in builds]
        found: list[Box] = []
        x, row = 0.0, 0
        for number, one in enumerate(wide):
            if x and x + one > width:
                x, row = 0.0, row + 1
            found.append(Box(x, row * (box + gap), one, tall if number < loose else box))
            x += one + gap
        rows = row + 1
        if rows * box + row * gap <= height and (rows == 1 or not extra):
            return Places(tuple(found[:loose]), tuple(found[loose:]), rows, False)
    return None


def _cells(loose: int, builds: int, width: float, height: float, unit: float) -> Places:
    gap = 4.0 * unit
    columns = max(2, int((width + gap) // (SMALLEST * unit + gap)))
    at, cells = 0, []
    for span in [1] * loose + [2] * builds:
        if at % columns + span > columns:
            at += columns - at % columns
        cells.append((at, span))
        at += span
    rows = max(1, -(-at // columns))
    wide = (width - gap * (columns - 1)) / columns
    tall = min((height - gap * (rows - 1)) / rows, 64.0 * unit)
    found = [
        Box(place % columns * (wide + gap), place // columns * (tall + gap), wide * span + gap * (span - 1), tall)
        for place, span in cells
    ]
    return Places(tuple(found[:loose]), tuple(found[loose:]), rows, True)
