"""The ledger of a battle: boxes of numbers with their signs, each answering "why?" when pressed."""

from __future__ import annotations

from typing import Any

from kivy.animation import Animation
from kivy.metrics import dp

from ui.theme import F_SMALL, FRAME, LEDGER, MOTION
from ui.view.model import LedgerBox
from ui.widgets import motion
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Press, Pressable


class LedgerCell(Pressable):
    """One number with its word; a sign before it."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.box = Group()
        self.plate = Plate(self.box, "panel", "line", 1, radius=dp(9))
        self.sign = Text(size=dp(22), tone="muted", bold=True, align="center")
        self.word = Text(size=F_SMALL, tone="muted", least=0.6)
        self.value = Text(size=dp(25), bold=True)
        for child in (self.box, self.sign, self.word, self.value):
            self.add_widget(child)

    def show(self, view: LedgerBox) -> None:
        """Another number."""
        self.sign.set(view.sign)
        self.word.set(view.word)
        self.value.set(view.value, view.tone)
        self.mean(view.why)
        strong = view.sign == "="
        self.plate.paint("raised" if strong else "panel", view.tone if strong else "line", 1.6 if strong else 1)
        self.rearrange()

    def natural_width(self) -> float:
        """Width that shows the word without shrinking it."""
        return float(max(self.word.natural_width(), self.value.natural_width(), dp(46)) + dp(26) + self.sign_width())

    def sign_width(self) -> float:
        """Room for the sign before the box."""
        return float(dp(26) if self.sign.say else 0)

    def arrange(self) -> None:
        """Sign, then the box with word over number."""
        sign = self.sign_width()
        self.put(self.sign, 0, 0, sign, self.height)
        self.put(self.box, sign, 0, self.width - sign, self.height)
        self.put(self.word, sign + dp(12), dp(5), self.width - sign - dp(20), dp(17))
        self.put(self.value, sign + dp(12), dp(22), self.width - sign - dp(20), dp(30))


class LedgerRow(Group):
    """All boxes from the left; narrower together when they would not fit."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.cells: list[LedgerCell] = []
        self.boxes: tuple[LedgerBox, ...] = ()

    def show(self, boxes: tuple[LedgerBox, ...]) -> None:
        """Another ledger."""
        if boxes == self.boxes:
            return
        self.boxes = boxes
        refill(self, self.cells, boxes, lambda: LedgerCell(self._press), lambda cell, box: cell.show(box))
        self.rearrange()
        for at, cell in enumerate(self.cells):
            motion.stop(cell)
            cell.opacity = 1
            if MOTION.on:  # the sum is told from left to right
                cell.opacity = 0
                wait = Animation(opacity=0, d=max(FRAME, LEDGER * at / len(self.cells)), step=FRAME)
                motion.start(wait + motion.rise(LEDGER / 3, opacity=1), cell)

    def arrange(self) -> None:
        """Natural widths, scaled down together if needed."""
        wants = [cell.natural_width() for cell in self.cells]
        total = sum(wants)
        scale = min(1.0, self.width / total) if total else 1.0
        left = 0.0
        for cell, want in zip(self.cells, wants, strict=True):
            self.put(cell, left, 0, want * scale, self.height)
            left += want * scale
