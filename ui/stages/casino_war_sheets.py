"""Two sheets of Casino War: why everybody was paid so, and the night by hand."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL, F_TITLE, C
from ui.view.casino_war_model import NightRow, NightStage, WhyRow, WhyStage
from ui.widgets import paint
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Press
from ui.widgets.chart import Chart
from ui.widgets.ledger import LedgerRow


class WhyLine(Group):
    """One player: who and why, the ledger of the bets, the rule."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.plate = Plate(self, "felt", "line", 1)
        self.name = Text(size=dp(17), bold=True, least=0.72)
        self.why = Text(size=F_SMALL, tone="muted", least=0.72)
        self.rule = Text(size=F_SMALL, tone="gold", least=0.7)
        self.ledger = LedgerRow(press)
        for child in (self.name, self.why, self.rule, self.ledger):
            self.add_widget(child)

    def show(self, view: WhyRow) -> None:
        """Another player."""
        self.plate.paint(
            "raised" if view.marked else "felt", "ivory" if view.marked else "line", 2 if view.marked else 1
        )
        self.name.set(view.name)
        self.why.set(view.why)
        self.rule.set(view.rule)
        self.ledger.show(view.boxes)
        for cell in self.ledger.cells:
            cell.value.least = 0.5
        self.rearrange()

    def arrange(self) -> None:
        """Words left in three lines, the ledger right of them."""
        pad, left = dp(16), dp(212)
        top = (self.height - dp(56)) / 2
        self.put(self.name, pad, top, left, dp(22))
        self.put(self.why, pad, top + dp(21), left, dp(17))
        self.put(self.rule, pad, top + dp(38), left, dp(17))
        room = self.width - 2 * pad - left - dp(8)
        for cell in self.ledger.cells:
            cell.value.resize(dp(25))
        wanted = sum(cell.natural_width() for cell in self.ledger.cells)
        if wanted > room:  # sums of six digits
            for cell in self.ledger.cells:
                cell.value.resize(dp(19))
            wanted = sum(cell.natural_width() for cell in self.ledger.cells)
        tall = dp(52)
        self.put(self.ledger, self.width - pad - min(wanted, room), (self.height - tall) / 2, min(wanted, room), tall)


@stage(WhyStage)
class WhyWidget(StageWidget):
    """A line a player."""

    bare = True

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.lines: list[WhyLine] = []

    def show(self, view: WhyStage) -> None:
        """Another hand."""
        refill(self, self.lines, view.rows, lambda: WhyLine(self.press), lambda line, row: line.show(row))
        self.rearrange()

    def arrange(self) -> None:
        """Equal lines from the top."""
        count = max(1, len(self.lines))
        gap = dp(6)
        tall = min(dp(84), (self.height - gap * (count - 1)) / count)
        for at, line in enumerate(self.lines):
            self.put(line, 0, at * (tall + gap), self.width, tall)


class NightLine(Group):
    """A total: the colour of its line in the chart, who, how it came, the sum."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        with self.canvas.before:
            self._mark = paint.Surface()
        self._tone = "gold"
        self.name = Text(size=dp(17), bold=True, least=0.7)
        self.about = Text(size=F_SMALL, tone="muted", least=0.7)
        self.night = Text(size=dp(22), bold=True, align="right", least=0.5)
        for child in (self.name, self.about, self.night):
            self.add_widget(child)

    def show(self, view: NightRow) -> None:
        """Another total."""
        self._tone = view.tone
        self.name.set(view.name)
        self.about.set(view.about)
        self.night.set(view.night, view.night_tone)
        self.rearrange()

    def arrange(self) -> None:
        """Mark, words, sum."""
        tall = min(self.height - dp(4), dp(40))
        top = (self.height - tall) / 2
        self._mark.lay(self.x, self.top - top - tall, dp(5), tall, paint.Layer(C(self._tone), dp(2.5)))
        sum_wide = max(dp(74), self.night.natural_width() + dp(4))
        room = self.width - dp(14) - sum_wide
        self.put(self.name, dp(14), top - dp(1), room, tall * 0.55)
        self.put(self.about, dp(14), top + tall * 0.54, room, tall * 0.46)
        self.put(self.night, self.width - sum_wide, top, sum_wide, tall)


@stage(NightStage)
class NightWidget(StageWidget):
    """The chart left, the totals right."""

    bare = True

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.left, self.right_side = Group(), Group()
        self.plates = (Plate(self.left, "felt", "felt", 1), Plate(self.right_side, "felt", "felt", 1))
        self.title = Text(size=F_BODY, tone="muted", bold=True)
        self.chart = Chart()
        for child in (self.left, self.right_side, self.title, self.chart):
            self.add_widget(child)
        self.lines: list[NightLine] = []

    def show(self, view: NightStage) -> None:
        """Another night."""
        self.title.set(view.title)
        self.chart.show(view.series)
        refill(self, self.lines, view.rows, NightLine, lambda line, row: line.show(row))
        self.rearrange()

    def arrange(self) -> None:
        """Two plates."""
        side = min(dp(300), self.width * 0.4)
        wide = self.width - side - dp(10)
        self.put(self.left, 0, 0, wide, self.height)
        self.put(self.right_side, wide + dp(10), 0, side, self.height)
        self.put(self.title, dp(20), dp(10), wide - dp(40), F_TITLE * 1.2)
        self.put(self.chart, dp(12), dp(38), wide - dp(24), self.height - dp(46))
        count = max(1, len(self.lines))
        tall = min(dp(56), (self.height - dp(20)) / count)
        for at, line in enumerate(self.lines):
            self.put(line, wide + dp(26), dp(10) + at * tall, side - dp(32), tall)
