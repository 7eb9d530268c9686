"""The count of a pack of Cassino: a column for each side, a row for each reason, the sum and the running score."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL, F_TITLE, C
from ui.view.cassino_model import CountCell, CountRow, CountStage
from ui.widgets.base import Group, Text, refill


class Cell(Group):
    """What one side has, small, and what it scores, large."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.amount = Text(size=F_SMALL, tone="muted", align="right")
        self.points = Text(size=F_TITLE, bold=True, align="right", least=0.6)
        self.add_widget(self.amount)
        self.add_widget(self.points)

    def show(self, view: CountCell) -> None:
        """Other numbers."""
        self.amount.set(view.have)
        self.points.set(view.points, view.tone)
        self.rearrange()

    def arrange(self) -> None:
        """Points at the right edge, what scores them before."""
        points = min(dp(58), self.width * 0.5)
        self.put(self.amount, 0, 0, self.width - points, self.height)
        self.put(self.points, self.width - points, 0, points, self.height)


class Row(Group):
    """One reason for all sides."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        with self.canvas.before:
            self._tone = Color(*C("line"))
            self._rule = Rectangle()
        self.reason = Text(size=F_BODY, tone="muted", least=0.65)
        self.add_widget(self.reason)
        self.cells: list[Cell] = []

    def show(self, view: CountRow) -> None:
        """Another reason."""
        self.reason.set(view.reason, "ivory" if view.strong else "muted")
        self._tone.rgba = C("line", 0.9 if view.strong else 0.35)
        refill(self, self.cells, view.cells, Cell, lambda cell, one: cell.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """The reason left, a column for each side."""
        self._rule.pos, self._rule.size = (self.x, self.top - dp(1)), (self.width, dp(1))
        first, wide = columns(self.width, len(self.cells))
        self.put(self.reason, 0, 0, first - dp(8), self.height)
        for at, cell in enumerate(self.cells):
            self.put(cell, first + at * wide, 0, wide - dp(4), self.height)


def columns(width: float, sides: int) -> tuple[float, float]:
    """Width of the reasons' column and of each side's."""
    first = dp(176)
    return first, min(dp(236), (width - first) / max(1, sides))


@stage(CountStage)
class CountWidget(StageWidget):
    """The whole count."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.title = Text(size=F_BODY, tone="gold", bold=True, least=0.7)
        self.note = Text(size=F_SMALL, tone="muted", least=0.7)
        self.sides: list[Text] = []
        self.rows: list[Row] = []
        self.add_widget(self.title)
        self.add_widget(self.note)

    def show(self, view: CountStage) -> None:
        """Another count."""
        self.title.set(view.title)
        self.note.set(view.note)
        refill(
            self, self.sides, view.sides, lambda: Text(size=F_BODY, bold=True, align="right", least=0.6),
            lambda text, name: text.set(name),
        )  # fmt: skip
        refill(self, self.rows, view.rows, Row, lambda row, one: row.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """Names, rows, the note at the foot."""
        x, y, width, height = self.inner()
        y, height = y - dp(4), height + dp(8)
        first, wide = columns(width, len(self.sides))
        head, foot = dp(24), dp(20) if self.note.say else 0
        self.put(self.title, x, y, first - dp(8), head)
        for at, name in enumerate(self.sides):
            self.put(name, x + first + at * wide + dp(6), y, wide - dp(10), head)
        tall = min(dp(34), (height - head - foot) / max(1, len(self.rows)))
        for at, row in enumerate(self.rows):
            self.put(row, x, y + head + at * tall, first + wide * len(self.sides), tall)
        self.put(self.note, x, y + height - dp(19), width, dp(19))
