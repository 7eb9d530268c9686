"""A few sentences and buttons in a grid: the host's menus."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_TITLE, S
from ui.view.host_model import MenuStage
from ui.widgets.base import Text, refill
from ui.widgets.buttons import Key

ROWS: Final = 3  # as many as the felt below the seats has room for
DEEP_ROWS: Final = 7


@stage(MenuStage)
class MenuWidget(StageWidget):
    """The grid fills the felt; it has more columns rather than small buttons."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.title = Text(size=F_TITLE, bold=True, least=0.7)
        self.lines: list[Text] = []
        self.items: list[Key] = []
        self.add_widget(self.title)

    def show(self, view: MenuStage) -> None:
        """Other items."""
        self.title.set(view.title)
        refill(
            self,
            self.lines,
            view.lines,
            lambda: Text(size=F_BODY, tone="muted", lines=2, least=0.75),
            lambda text, line: text.set(line),
        )
        refill(
            self,
            self.items,
            view.items,
            lambda: Key(self.press, size_of_text=dp(17), lines=2),
            lambda key, one: key.show(one),
        )
        self.rearrange()

    def arrange(self) -> None:
        """Title, sentences, grid."""
        x, y, width, height = self.inner()
        top = y
        if self.title.say:
            self.put(self.title, x, top, width, dp(26))
            top += dp(34)
        else:
            self.put(self.title, 0, 0, 0, 0)
        for line in self.lines:
            self.put(line, x, top, width, dp(40))
            top += dp(44)
        if not self.items:
            return
        gap = dp(8)
        room = y + height - top
        rows = max(1, min(DEEP_ROWS if self.deep else ROWS, int((room + gap) // (S.touch + gap))))
        columns = max(2 if self.deep else 3, -(-len(self.items) // rows))
        rows = -(-len(self.items) // columns)
        wide = (width - gap * (columns - 1)) / columns
        tall = min(dp(64), (room - gap * (rows - 1)) / rows)
        for at, key in enumerate(self.items):
            row, column = divmod(at, columns)
            self.put(key, x + column * (wide + gap), top + row * (tall + gap), wide, tall)
