"""Hands being scanned: places, then backs; at the reveal everything turns over."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.view.model import ScanStage
from ui.widgets.base import refill
from ui.widgets.hands import HandStrip

_COLUMNS = {1: 1, 2: 1, 3: 1, 4: 2, 5: 3, 6: 3}  # up to three hands lie in rows over the whole width


@stage(ScanStage)
class ScanWidget(StageWidget):
    """A grid of hands."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.strips: list[HandStrip] = []

    def show(self, view: ScanStage) -> None:
        """Other hands."""
        refill(self, self.strips, view.hands, lambda: HandStrip(self.press), lambda strip, hand: strip.show(hand))
        self.rearrange()

    def arrange(self) -> None:
        """Columns and rows by the number of hands."""
        x, y, width, height = self.inner()
        columns = _COLUMNS.get(len(self.strips), 3)
        rows = max(1, -(-len(self.strips) // columns))
        gap = dp(14)
        cell = (width - gap * (columns - 1)) / columns
        tall = (height - dp(10) * (rows - 1)) / rows
        for at, strip in enumerate(self.strips):
            row, column = divmod(at, columns)
            used = min(tall, dp(110))
            self.put(strip, x + column * (cell + gap), y + row * (tall + dp(10)) + (tall - used) / 2, cell, used)
