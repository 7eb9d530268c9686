"""The end of a game: who won, how the numbers went, what to remember."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_HEAD, F_SMALL, S
from ui.view.model import OverView
from ui.widgets.bar import PromptBar
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Press
from ui.widgets.chart import Chart


class Fact(Group):
    """A title with what is remembered."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.title = Text(size=F_SMALL, tone="muted")
        self.words = Text(size=dp(18), bold=True, least=0.6)
        self.add_widget(self.title)
        self.add_widget(self.words)

    def show(self, view: tuple[str, str]) -> None:
        """Another fact."""
        self.title.set(view[0])
        self.words.set(view[1])

    def arrange(self) -> None:
        """The title over the words."""
        self.put(self.title, 0, 0, self.width, dp(17))
        self.put(self.words, 0, dp(17), self.width, dp(24))


class OverScreen(Group):
    """Draws `OverView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.title = Text(size=dp(38), tone="gold", bold=True, least=0.5)
        self.about = Text(size=F_BODY, tone="muted")
        self.left, self.right_plate = Group(), Group()
        self.plates = (Plate(self.left, "felt", "felt", 1), Plate(self.right_plate, "felt", "felt", 1))
        self.chart_title = Text(size=F_BODY, tone="muted", bold=True)
        self.chart = Chart()
        self.facts_title = Text(size=F_BODY, tone="muted", bold=True)
        self.facts: list[Fact] = []
        self.bar = PromptBar(press)
        for child in (
            self.title, self.about, self.left, self.right_plate, self.chart_title, self.chart, self.facts_title, self.bar,
        ):  # fmt: skip
            self.add_widget(child)

    def show(self, view: OverView) -> None:
        """Another end."""
        self.title.resize(dp(38) if len(view.title) < 28 else F_HEAD)
        self.title.set(view.title)
        self.about.set(view.about)
        self.chart_title.set(view.chart_title)
        self.chart.show(view.series)
        self.facts_title.set(view.facts_title)
        refill(self, self.facts, view.facts[:5], Fact, lambda fact, one: fact.show(one))
        self.bar.show(view.bar)
        self.rearrange()

    def arrange(self) -> None:
        """Head, chart left, facts right, the bar."""
        inner = self.width - 2 * S.margin
        self.put(self.title, dp(36), dp(14), self.width - dp(72), dp(50))
        self.put(self.about, dp(36), dp(62), self.width - dp(72), dp(24))
        top = dp(98)
        height = self.height - S.bar - dp(8) - top
        side = min(dp(270), inner * 0.33)
        wide = inner - side - dp(12)
        self.put(self.left, S.margin, top, wide, height)
        self.put(self.right_plate, S.margin + wide + dp(12), top, side, height)
        self.put(self.chart_title, S.margin + dp(20), top + dp(12), wide - dp(40), dp(22))
        self.put(self.chart, S.margin + dp(12), top + dp(38), wide - dp(24), height - dp(46))
        x = S.margin + wide + dp(32)
        self.put(self.facts_title, x, top + dp(12), side - dp(40), dp(22))
        room = (height - dp(48)) / max(5, len(self.facts))
        for at, fact in enumerate(self.facts):
            self.put(fact, x, top + dp(44) + at * room, side - dp(40), dp(42))
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
