"""A whole screen of lines: log, evenings, backups, readers, command cards; lines with an act can be pressed."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_HEAD, F_SMALL, F_TITLE, S
from ui.view.host_model import PageLine, PageView
from ui.widgets.bar import PromptBar
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Pill, Press, Pressable
from ui.widgets.scroll import Scroll


class LineRow(Pressable):
    """One line: the small word at the left, the sentence."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "felt", "felt", 1)
        self.left = Text(size=F_SMALL, tone="muted", align="right")
        self.words = Text(size=F_BODY, lines=2, least=0.75)
        self.head = False
        self.add_widget(self.left)
        self.add_widget(self.words)
        self.bind(state=lambda *_: self._paint())

    def show(self, view: PageLine) -> None:
        """Another line."""
        self.left.set(view.left)
        self.words.set(view.text, view.tone or ("gold" if view.head else "ivory"))
        self.words.resize(F_TITLE if view.head else dp(17) if view.act is None else F_BODY)
        self.words.valign = "bottom" if view.head else "middle"
        self.head = view.head
        self.mean(view.act)
        self._paint()
        self.rearrange()

    def _paint(self) -> None:
        down = self.state == "down" and self.act is not None
        fill = "raised" if down else "panel" if self.act is not None else ""
        self.plate.paint(fill, "line" if self.act is not None else "", 1)

    def tall(self, width: float) -> float:
        """Height that the line wants at this width: a target, or as high as its words."""
        if self.act is not None:
            return float(S.touch)
        room = width - (dp(56) if self.left.say else dp(20)) - dp(14)
        lines = 1 if self.words.natural_width() <= room else 2
        return float(dp(44) if self.head else dp(28) if lines == 1 else dp(46))

    def arrange(self) -> None:
        """The word takes no room where there is none: then sentences begin below the page's title."""
        left = dp(52) if self.left.say else dp(16)
        self.put(self.left, 0, 0, dp(42) if self.left.say else 0, self.height)
        self.put(self.words, left + dp(4), dp(2), self.width - left - dp(18), self.height - dp(4))


class _Lines(Group):
    """The scrolled lines, in one column or two."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(size_hint=(1, None), **keywords)
        self.rows: list[LineRow] = []
        self.columns = 1

    def arrange(self) -> None:
        """Under each other, line after line; a head has a line of its own."""
        gap = dp(5)
        wide = (self.width - dp(10) - gap * (self.columns - 1)) / self.columns
        lines: list[list[LineRow]] = []
        for row in self.rows:
            if row.head or not lines or len(lines[-1]) == self.columns or lines[-1][0].head:
                lines.append([])
            lines[-1].append(row)
        talls = [max(row.tall(wide) for row in line) for line in lines]
        self.height = sum(talls) + gap * len(talls)
        top = 0.0
        for line, tall in zip(lines, talls, strict=True):
            for along, row in enumerate(line):
                self.put(row, along * (wide + gap), top, self.width - dp(10) if row.head else wide, tall)
            top += tall + gap


class PageScreen(Group):
    """Draws `PageView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.title = Text(size=F_HEAD, bold=True, least=0.6)
        self.about = Text(size=F_BODY, tone="muted", align="right", least=0.7)
        self.empty = Text(size=F_TITLE, align="center", lines=3)
        self.tabs: list[Pill] = []
        self.column = _Lines()
        self.scroll = Scroll()
        self.scroll.add_widget(self.column)
        self.bar = PromptBar(press)
        self.view: PageView | None = None
        for child in (self.title, self.about, self.empty, self.scroll, self.bar):
            self.add_widget(child)

    def show(self, view: PageView) -> None:
        """Other lines; another page begins at its top."""
        if self.view is None or (view.title, view.tabs) != (self.view.title, self.view.tabs):
            self.scroll.scroll_y = 1
        self.view = view
        self.title.set(view.title)
        self.about.set(view.about)
        self.empty.set("" if view.lines else view.empty)
        refill(
            self,
            self.tabs,
            view.tabs,
            lambda: Pill(self.press, size_of_text=F_BODY),
            lambda pill, one: pill.show(one),
        )
        refill(self.column, self.column.rows, view.lines, lambda: LineRow(self.press), lambda row, one: row.show(one))
        self.column.columns = view.columns
        self.column.rearrange()
        self.bar.show(view.bar)
        self.rearrange()

    def arrange(self) -> None:
        """Head, tabs, lines, the bar."""
        inner = self.width - 2 * S.margin
        head = min(self.width * 0.5, self.title.natural_width() + dp(12))
        self.put(self.title, dp(36), dp(14), head, dp(44))
        self.put(self.about, dp(36) + head + dp(12), dp(24), self.width - dp(84) - head, dp(24))
        top = dp(66)
        if self.tabs:
            gap = dp(6)
            wanted = [max(dp(72), pill.natural_width() - dp(16)) for pill in self.tabs]
            scale = min(1.0, (inner - gap * (len(wanted) - 1)) / sum(wanted))
            left = S.margin
            for pill, width in zip(self.tabs, wanted, strict=True):
                self.put(pill, left, top, width * scale, S.touch)
                left += width * scale + gap
            top += S.touch + dp(8)
        height = self.height - top - S.bar - dp(6)
        self.put(self.empty, dp(36), top, self.width - dp(72), height)
        self.put(self.scroll, S.margin, top, inner, height)
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
