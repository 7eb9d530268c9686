"""What hands must do now, in order and by name, so that wooden and counted decks stay equal."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_TITLE, C
from ui.view.model import ChoresStage
from ui.widgets import paint
from ui.widgets.base import Group, Text, refill


class ChoreLine(Group):
    """One numbered step."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        with self.canvas.before:
            self._disc = paint.Surface()
        self.number = Text(size=dp(16), tone="gold", bold=True, align="center")
        self.words = Text(size=dp(18), lines=2, least=0.75)
        self.add_widget(self.number)
        self.add_widget(self.words)

    def show(self, view: tuple[int, str]) -> None:
        """Another step."""
        self.number.set(str(view[0]))
        self.words.set(view[1])
        self.rearrange()

    def arrange(self) -> None:
        """The number in a disc, the words behind."""
        side = min(self.height, dp(32))
        self._disc.lay(self.x, self.center_y - side / 2, side, side, paint.Layer(C("raised"), side / 2))
        self.put(self.number, 0, (self.height - side) / 2, side, side)
        self.put(self.words, side + dp(12), 0, self.width - side - dp(12), self.height)


@stage(ChoresStage)
class ChoresWidget(StageWidget):
    """A list in one or two columns."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.title = Text(size=F_TITLE, tone="muted", bold=True)
        self.add_widget(self.title)
        self.steps: list[ChoreLine] = []

    def show(self, view: ChoresStage) -> None:
        """Other steps."""
        self.title.set(view.title)
        refill(self, self.steps, tuple(enumerate(view.steps, 1)), ChoreLine, lambda line, step: line.show(step))
        self.rearrange()

    def arrange(self) -> None:
        """Columns filled downwards."""
        x, y, width, height = self.inner()
        self.put(self.title, x, y, width, dp(28))
        top, room = y + dp(36), height - dp(36)
        columns = 1 if len(self.steps) <= 4 else 2
        rows = max(1, -(-len(self.steps) // columns))
        tall, wide = min(dp(57), room / rows), (width - dp(20) * (columns - 1)) / columns
        for at, line in enumerate(self.steps):
            column, row = divmod(at, rows)
            self.put(line, x + column * (wide + dp(20)), top + row * tall, wide, tall)
