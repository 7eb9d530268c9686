"""Lists: the house options of a game, the settings, the log."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_HEAD, F_SMALL, S
from ui.view.model import Button, CloseSheet, ListView, OptionRow
from ui.widgets.bar import PromptBar
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Key, Pill, Press
from ui.widgets.scroll import Scroll

ROW = 68.0  # dp


class OptionLine(Group):
    """One option: name and meaning left, its choices right."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.plate = Plate(self, "felt", "felt", 1)
        self.title = Text(size=dp(17), bold=True, least=0.7)
        self.about = Text(size=F_SMALL, tone="muted", lines=2, least=0.75, valign="top")
        self.choices: list[Pill] = []
        self.value = Text(size=dp(22), bold=True, align="center")
        self.less, self.more = Key(press, size_of_text=dp(24)), Key(press, size_of_text=dp(24))
        self.add_widget(self.title)
        self.add_widget(self.about)

    def show(self, view: OptionRow) -> None:
        """Another option."""
        self.title.set(view.title)
        self.about.set(view.about)
        refill(
            self,
            self.choices,
            view.choices,
            lambda: Pill(self._press, size_of_text=F_BODY),
            lambda pill, one: pill.show(one),
        )
        for widget in (self.less, self.value, self.more):
            if bool(view.value) != (widget.parent is not None):
                (self.add_widget if view.value else self.remove_widget)(widget)
        if view.value:
            self.value.set(view.value)
            self.less.show(Button("−", view.less or CloseSheet(), enabled=view.less is not None))
            self.more.show(Button("+", view.more or CloseSheet(), enabled=view.more is not None))
        self.rearrange()

    def arrange(self) -> None:
        """Choices from the right edge; the words take the rest."""
        right = self.width - dp(12)
        top = (self.height - S.touch) / 2
        wide = [max(dp(66), pill.natural_width() - dp(12)) for pill in self.choices]
        most = self.width * 0.6
        scale = min(1.0, most / sum(wide)) if wide else 1.0
        for pill, width in zip(reversed(self.choices), reversed(wide), strict=True):
            right -= width * scale
            self.put(pill, right, top, width * scale, S.touch)
            right -= dp(6)
        if self.value.parent is not None:
            for widget, width in ((self.more, S.touch), (self.value, dp(64)), (self.less, S.touch)):
                right -= width
                self.put(widget, right, top, width, S.touch)
        room = right - dp(30)
        words = dp(18) if self.about.natural_width() <= room else dp(34)
        top = (self.height - dp(24) - words) / 2
        self.put(self.title, dp(20), top, room, dp(24))
        self.put(self.about, dp(20), top + dp(24), room, words)


class LogRow(Group):
    """A line of the log."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.entry = Text(size=F_SMALL, tone="muted", align="right")
        self.words = Text(size=F_BODY, lines=2, least=0.8)
        self.add_widget(self.entry)
        self.add_widget(self.words)

    def show(self, view: tuple[str, str]) -> None:
        """Another line."""
        self.entry.set(view[0])
        self.words.set(view[1])

    def arrange(self) -> None:
        """The number, then the sentence."""
        self.put(self.entry, 0, 0, dp(40), self.height)
        self.put(self.words, dp(54), 0, self.width - dp(64), self.height)


class _Column(Group):
    """The scrolled rows."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(size_hint=(1, None), **keywords)
        self.rows: list[Any] = []
        self.tall = dp(ROW)

    def arrange(self) -> None:
        """Rows under each other, beside the scroll bar."""
        self.height = len(self.rows) * (self.tall + dp(6))
        for at, row in enumerate(self.rows):
            self.put(row, 0, at * (self.tall + dp(6)), self.width - dp(10), self.tall)


class ListScreen(Group):
    """Draws `ListView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.title = Text(size=F_HEAD, bold=True, least=0.6)
        self.about = Text(size=F_BODY, tone="muted", align="right")
        self.column = _Column()
        self.scroll = Scroll()
        self.scroll.add_widget(self.column)
        self.bar = PromptBar(press)
        for child in (self.title, self.about, self.scroll, self.bar):
            self.add_widget(child)

    def show(self, view: ListView) -> None:
        """Other rows."""
        self.title.set(view.title)
        self.about.set(view.about)
        if view.lines:
            self.column.tall = dp(36)
            refill(self.column, self.column.rows, view.lines, LogRow, lambda row, one: row.show(one))
        else:
            refill(
                self.column, self.column.rows, view.rows, lambda: OptionLine(self.press), lambda row, one: row.show(one)
            )
        self.column.rearrange()
        self.bar.show(view.bar)

    def arrange(self) -> None:
        """Head, rows, the bar."""
        self.put(self.title, dp(36), dp(14), self.width * 0.6 - dp(36), dp(44))
        self.put(self.about, self.width * 0.6, dp(24), self.width * 0.4 - dp(36), dp(24))
        top = dp(66)
        self.put(self.scroll, S.margin, top, self.width - 2 * S.margin, self.height - top - S.bar - dp(6))
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
