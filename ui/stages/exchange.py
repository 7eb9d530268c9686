"""The same small number asked of each seat: keys stand right under the seat's panel, one tap answers."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_TITLE
from ui.view.model import Button, ExchangeStage, NumberAsk
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Press
from ui.widgets.numbers import NumberKeys


class SeatKeys(Group):
    """One seat's column: its question and the keys, or what it answered."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.name = Text(size=F_TITLE, bold=True, least=0.6)  # where the column does not stand under its seat
        self.title = Text(size=F_BODY, tone="muted", align="center", least=0.7)
        self.keys = NumberKeys(press)
        self.done = Text(size=F_TITLE, tone="mint", bold=True, align="center", least=0.5, lines=2)
        for child in (self.name, self.title, self.keys, self.done):
            self.add_widget(child)
        self.asks = False
        self.named = False

    def show(self, ask: NumberAsk) -> None:
        """Another question, or an answer where `ask.done` is set and nothing may be given."""
        self.asks = ask.low <= ask.high
        self.name.set(ask.seat)
        self.title.set(ask.title if self.asks else "")
        self.done.set("" if self.asks else ask.done)
        if self.asks:
            self.keys.show(ask)
        else:
            refill(self.keys, self.keys.keys, (), lambda: self.keys.keys[0], _nothing)
        self.rearrange()

    def arrange(self) -> None:
        """Two columns of keys where narrow, three or six where wide; a row of its own has the name, too."""
        if self.named:
            self._arrange_row()
            return
        self.put(self.name, 0, 0, 0, 0)
        count = max(1, len(self.keys.keys))
        self.keys.columns = count if self.width >= count * dp(56) else 3 if self.width >= 3 * dp(54) else 2
        rows = -(-count // self.keys.columns)
        line = dp(28)
        height = min(self.height - line, rows * dp(72))
        top = (self.height - line - height) / 2  # the question stands right over its keys
        self.put(self.title, 0, top, self.width, dp(20))
        self.put(self.keys, 0, top + line, self.width, height)
        self.put(self.done, 0, 0, self.width, self.height)

    def _arrange_row(self) -> None:
        """The name left of the answer, or over the question and its keys."""
        line = dp(26)
        self.put(self.name, 0, 0 if self.asks else (self.height - line) / 2, self.width * 0.5, line)
        self.put(self.title, self.width * 0.5, 0, self.width * 0.5, line)
        self.put(self.done, self.width * 0.52, 0, self.width * 0.48, self.height)
        self.keys.columns = 3
        self.put(self.keys, 0, line + dp(6), self.width, self.height - line - dp(6))


def _nothing(_key: object, _button: Button) -> None:
    """An answered seat shows no keys."""


@stage(ExchangeStage)
class ExchangeWidget(StageWidget):
    """All seats' columns, under their panels."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.columns: list[SeatKeys] = []

    def show(self, view: ExchangeStage) -> None:
        """Other questions."""
        refill(self, self.columns, view.asks, lambda: SeatKeys(self.press), lambda column, ask: column.show(ask))
        self.rearrange()

    def arrange(self) -> None:
        """The same columns as the row of seats above."""
        count = len(self.columns)
        if not count:
            return
        for column in self.columns:
            if column.named != self.deep:
                column.named = self.deep
                column.rearrange()
        if self.deep:
            self.put_deep(self.columns, side=dp(20), edge=dp(12), told=dp(32), most=dp(190))
            return
        gap = dp(8) if count < 6 else dp(6)
        width = (self.width - gap * (count - 1)) / count
        inset = dp(8) if count > 3 else dp(16)
        for at, column in enumerate(self.columns):
            self.put(column, at * (width + gap) + inset, dp(10), width - 2 * inset, self.height - dp(22))
