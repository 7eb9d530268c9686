"""What is laid over the felt for a moment: cards by hand, the number pad, plain words."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_TITLE
from ui.view.model import CloseSheet, HandStage, PadStage, TextStage
from ui.widgets.base import Text, refill
from ui.widgets.buttons import Pill
from ui.widgets.grid import FaceGrid
from ui.widgets.numbers import NumberPad


@stage(HandStage)
class HandWidget(StageWidget):
    """The grid of all faces."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.grid = FaceGrid(self.press)
        self.add_widget(self.grid)

    def show(self, view: HandStage) -> None:
        """Another deck, or other faces left; a deck without jokers has no places for them."""
        if view.jokers != self.grid.jokers:
            self.remove_widget(self.grid)
            self.grid = FaceGrid(self.press, jokers=view.jokers)
            self.add_widget(self.grid)
            self.rearrange()
        self.grid.show(view.acts)

    def arrange(self) -> None:
        """All of the felt."""
        edge = dp(4) if self.deep else dp(9)
        self.put(self.grid, dp(10), edge, self.width - 2 * dp(10), self.height - 2 * edge)


@stage(PadStage)
class PadWidget(StageWidget):
    """The number pad."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.pad = NumberPad(self.press, lambda: self.press(CloseSheet()))
        self.add_widget(self.pad)
        self.view: PadStage | None = None

    def show(self, view: PadStage) -> None:
        """Another question; what is typed stays while it is the same."""
        if view != self.view:
            self.view = view
            self.pad.show(view.ask, view.cancel, view.bounds)

    def arrange(self) -> None:
        """All of the felt."""
        x, _, width, _ = self.inner()
        self.put(self.pad, x, dp(9), width, self.height - dp(18))


FEW = 5  # lines that may be larger


@stage(TextStage)
class TextWidget(StageWidget):
    """A title and lines of text."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.title = Text(size=F_TITLE, bold=True, lines=2)
        self.lines: list[Text] = []
        self.buttons: list[Pill] = []
        self.add_widget(self.title)

    def show(self, view: TextStage) -> None:
        """Other words."""
        self.title.set(view.title)
        alone = not view.lines and not view.buttons  # a question, answered in the bar
        self.title.resize(dp(28) if alone else F_TITLE)
        self.title.align = "center" if alone else "left"
        self.title.split(3 if alone else 2)
        columns = view.lines[:14]
        size = dp(18) if len(columns) < FEW else F_BODY

        def say(text: Text, line: str) -> None:
            text.set(line)
            text.resize(size)

        refill(self, self.lines, columns, lambda: Text(lines=2, least=0.75), say)
        refill(self, self.buttons, view.buttons, lambda: Pill(self.press), lambda pill, one: pill.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """The title above; lines in one or two columns."""
        x, y, width, height = self.inner()
        self.put(self.title, x, y, width, dp(28) if self.lines or self.buttons else height)
        columns = 1 if len(self.lines) <= 6 else 2
        rows = max(1, -(-len(self.lines) // columns))
        room = height - dp(38) - (dp(56) if self.buttons else 0)
        tall = min(dp(38), room / rows)
        wide = (width - dp(20) * (columns - 1)) / columns
        for at, line in enumerate(self.lines):
            column, row = divmod(at, rows)
            self.put(line, x + column * (wide + dp(20)), y + dp(38) + row * tall, wide, tall)
        left = x
        for pill in self.buttons:
            wanted = pill.natural_width()
            self.put(pill, left, y + height - dp(50), wanted, dp(50))
            left += wanted + dp(8)
