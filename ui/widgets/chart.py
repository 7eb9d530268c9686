"""A line chart of one number by round, drawn once; names stand at the lines' ends without covering each other."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from kivy.graphics import Color, Line, Rectangle, SmoothLine
from kivy.metrics import dp, sp

from companion.words import decimal
from ui.theme import C
from ui.view.model import Series
from ui.widgets import paint
from ui.widgets.base import Group, glyph, text_width


class Chart(Group):
    """Lines over a grid."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.series: tuple[Series, ...] = ()

    def show(self, series: tuple[Series, ...]) -> None:
        """Other lines."""
        self.series = series
        self.rearrange()

    def arrange(self) -> None:
        """Draw everything."""
        self.canvas.clear()
        shown = [one for one in self.series if one.values]
        if not shown or self.width <= 1:
            return
        labels = {one.name: glyph(one.name, sp(14), bold=True) for one in shown}
        right = max(label.width for label in labels.values()) + dp(14)
        high = max(max(one.values) for one in shown)
        low = min(0.0, *(min(one.values) for one in shown))
        step = _step(high - low)
        top = step * -(-high // step)
        base = step * (low // step)
        left = max(dp(40), max(text_width(number_text(one), sp(13)) for one in (base, top)) + dp(20))
        points = max(len(one.values) for one in shown)
        width, height = self.width - left - right, self.height - dp(20)

        def place(at: int, value: float) -> tuple[float, float]:
            x = self.x + left + (width * at / (points - 1) if points > 1 else 0)
            return x, self.y + dp(10) + height * (value - base) / max(1e-9, top - base)

        with self.canvas:
            value = base
            while value <= top + 1e-9:
                _, y = place(0, value)
                Color(*C("line", 0.8))
                Line(points=[self.x + left - dp(8), y, self.x + left + width, y], width=dp(0.6))
                text = glyph(number_text(value), sp(13))
                Color(*C("muted"))
                Rectangle(
                    texture=text,
                    pos=(round(self.x + left - dp(14) - text.width), round(y - text.height / 2)),
                    size=text.size,
                )
                value += step
            for one in reversed(shown):
                spots = [place(at, value) for at, value in enumerate(one.values)]
                Color(*C(one.tone))
                if len(spots) > 1:
                    SmoothLine(
                        points=[part for spot in spots for part in spot], width=dp(1.3), joint="round", cap="round"
                    )
                for x, y in spots:
                    paint.disc(x, y, dp(4), C(one.tone))
            for one, y in zip(shown, self._label_heights(shown, place), strict=True):
                label = labels[one.name]
                x, _ = place(len(one.values) - 1, one.values[-1])
                Color(*C(one.tone))
                Rectangle(texture=label, pos=(round(x + dp(9)), round(y - label.height / 2)), size=label.size)

    def _label_heights(self, shown: list[Series], place: Any) -> list[float]:
        """Where each name stands: at its line's end, pushed up where ends lie together, all within the chart."""
        ends = [place(len(one.values) - 1, one.values[-1]) for one in shown]
        heights = [y for _, y in ends]
        for x in {x for x, _ in ends}:
            here = sorted((at for at in range(len(shown)) if ends[at][0] == x), key=lambda at: (heights[at], -at))
            for lower, upper in pairwise(here):
                heights[upper] = max(heights[upper], heights[lower] + sp(15))
            ceiling = self.top - sp(8)
            for at in reversed(here):  # a crowd at the upper edge moves down
                heights[at] = min(heights[at], ceiling)
                ceiling = heights[at] - sp(15)
        return heights


def number_text(value: float) -> str:
    """A number at the axis: groups of three apart, a true minus.

    >>> number_text(-600000.0), number_text(2.5)
    ('−600\u2009000', '2.5')
    """
    if abs(value) >= 10_000:
        return f"{value:,.0f}".replace(",", "\u2009").replace("-", "−")
    return decimal(value, 0 if value == int(value) else 1)


def _step(span: float) -> float:
    """A round step that makes about five lines.

    >>> _step(20), _step(7), _step(600)
    (5.0, 2.0, 200.0)
    """
    rough, scale = max(1.0, span / 5), 1.0
    while rough > 10 * scale:
        scale *= 10
    return next(size * scale for size in (1.0, 2.0, 5.0, 10.0) if size * scale >= rough - 1e-9 or size == 10.0)
