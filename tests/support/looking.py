"""What lies on the screen, read from the view and without a window."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from ui.desk import Desk


def shown_at(desk: Desk) -> Iterator[Any]:
    """Everything that the view of a desk is made of now: tiles, keys, lines, sheets …"""
    pending: list[Any] = [desk.view()]
    while pending:
        one = pending.pop()
        if isinstance(one, tuple):
            pending += one
        elif isinstance(one, dict):
            pending += one.values()
        elif isinstance(one, msgspec.Struct) and type(one).__module__.startswith("ui."):
            yield one
            pending += [getattr(one, name) for name in one.__struct_fields__]
