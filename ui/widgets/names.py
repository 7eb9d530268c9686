"""A player's name in whatever room there is: smaller on one line, then smaller still on two, and only then shortened."""

from __future__ import annotations

from typing import Final

from ui.widgets.base import Group, Text

ONE_LINE: Final = 0.75  # of its full size: how small a name may be on one line …
TWO_LINES: Final = 0.56  # … and on two
HIGH: Final = 1.19  # height of a line to the size of its letters


def put_name(group: Group, name: Text, x: float, y: float, width: float, height: float, spare: float = 0.0) -> None:
    """Place a name as `Group.put` does; two lines may begin `spare` pixels higher and end so much lower."""
    two = name.natural_width() * ONE_LINE > width and any(mark in name.say for mark in " -")
    name.least = TWO_LINES if two else ONE_LINE
    name.split(2 if two else 1)
    grown = spare if two else 0.0
    group.put(name, x, y - grown, width, height + 2 * grown)
