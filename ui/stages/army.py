"""The armies of War: five columns each, lit neighbours joined, reinforcements behind and stepping in, the column fought framed."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL, F_TITLE, C
from ui.view.casinoya_model import ArmyStage, ArmyView, Told
from ui.view.model import CardView
from ui.widgets import paint
from ui.widgets.base import Group, Text, refill, text_width
from ui.widgets.buttons import Press, Pressable
from ui.widgets.cards import RATIO, PlayingCard

COLUMNS = 5


class Links(Widget):
    """Bars between neighbours that lend each other an effect."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.bars: tuple[tuple[float, float, float], ...] = ()

    def draw(self, bars: tuple[tuple[float, float, float], ...], tone: str) -> None:
        """Bars as (left, right, middle) in window pixels."""
        if bars == self.bars:
            return
        self.bars = bars
        self.canvas.clear()
        with self.canvas:
            Color(*C(tone))
            for left, right, middle in bars:
                Rectangle(pos=(left, middle - dp(2.5)), size=(right - left, dp(5)))


class ArmyRow(Group):
    """One army: its name, five columns, what lies behind them."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.name = Text(size=F_BODY, bold=True, least=0.72)
        self.links = Links()
        self.under = [PlayingCard() for _ in range(COLUMNS)]  # a reinforcement face down, or the card that was lost
        self.cards = [PlayingCard() for _ in range(COLUMNS)]
        for child in (self.name, self.links, *self.under, *self.cards):
            self.add_widget(child)
        self.view: ArmyView | None = None
        self.above = False
        self.name_width = dp(116)

    def show(self, view: ArmyView) -> None:
        """Another army."""
        self.view = view
        self.name.set(view.seat, "faint" if view.gone else view.tone)
        for at, (card, under) in enumerate(zip(self.cards, self.under, strict=True)):
            card.show(view.cards[at])
            under.opacity = 1 if at in view.waiting or at in view.fallen else 0
            under.show(CardView("face", dim=True) if at in view.fallen else CardView("back"), moving=False)
        self.opacity = 0.55 if view.gone else 1
        self.rearrange()

    def card_width(self) -> float:
        """Width of one card."""
        left = 0 if self.above else self.name_width
        top = dp(17) if self.above else 0
        return float(min(dp(50), (self.height - top - dp(7)) / RATIO, (self.width - left) / COLUMNS - dp(12)))

    def column(self, at: int) -> float:
        """Left edge of a column, from the row's left edge."""
        left = 0 if self.above else self.name_width
        pitch = (self.width - left) / COLUMNS
        return float(left + at * pitch + (pitch - self.card_width() - dp(5)) / 2)

    def arrange(self) -> None:
        """The name left of the columns, or above them."""
        if self.view is None:
            return
        width = round(self.card_width())
        height = round(width * RATIO)
        top = dp(17) if self.above else 0
        middle = top + (self.height - top) / 2
        if self.above:
            self.put(self.name, dp(6), 0, self.width - dp(8), dp(17))
        else:
            self.put(self.name, 0, middle - dp(12), self.name_width - dp(8), dp(24))
        for at, (card, under) in enumerate(zip(self.cards, self.under, strict=True)):
            x, y = round(self.column(at)), round(middle - height / 2 + dp(1))
            self.put(card, x, y, width, height)
            self.put(under, x + dp(6), y - dp(4), width, height)
        center = self.top - middle
        bars = tuple(
            (self.cards[at].right - dp(1), self.cards[at + 1].x + dp(1), center)
            for at in range(4)
            if self.view.links[at]
        )
        self.links.draw(bars, "mint")


class Frame(Widget):
    """A rounded frame around the column that is fought."""

    def draw(self, x: float, y: float, width: float, height: float) -> None:
        """Where it stands, in window pixels."""
        place = (x, y, width, height)
        if getattr(self, "place", None) == place:
            return
        self.place = place
        self.canvas.clear()
        with self.canvas:
            outer = paint.Layer(C("gold"), dp(9)).grown(dp(0.8), C("gold"))
            paint.surface(x, y, width, height, outer, outer.grown(-dp(1.6), None))


class Telling(Pressable):
    """Lines in words, one below the other; a finger asks why."""

    SIZES = {"head": F_BODY, "plain": F_BODY, "small": F_SMALL, "sum": F_TITLE}  # noqa: RUF012  a constant table

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.lines: list[Text] = []
        self.told: tuple[Told, ...] = ()

    def show(self, told: tuple[Told, ...]) -> None:
        """Other lines."""
        self.told = told
        refill(self, self.lines, told, lambda: Text(lines=3, align="right", valign="middle", least=0.7), self._line)
        self.rearrange()

    def _line(self, text: Text, line: Told) -> None:
        text.bold = line.weight in ("head", "sum")
        text.resize(self.SIZES[line.weight])
        text.set(line.text, line.tone)

    def arrange(self) -> None:
        """Each line as tall as its words need; all shrink together where there are many."""
        wants = []
        for text, line in zip(self.lines, self.told, strict=True):
            size = self.SIZES[line.weight]
            rows = min(3, wrapped(line.text, size, bool(text.bold), self.width))
            wants.append(rows * size * 1.22 + dp(5))
        scale = min(1.0, self.height / sum(wants)) if wants else 1.0
        top = max(0.0, (self.height - sum(wants) * scale) / 2)
        for text, want in zip(self.lines, wants, strict=True):
            self.put(text, 0, top, self.width, want * scale)
            top += want * scale


def wrapped(words: str, size: float, bold: bool, width: float) -> int:
    """How many lines the words take in this width."""
    rows, used = 1, 0.0
    for word in words.split(" "):
        step = text_width(word + " ", size, bold)
        if used and used + step > width:
            rows, used = rows + 1, 0.0
        used += step
    return rows


@stage(ArmyStage)
class ArmyWidget(StageWidget):
    """Armies in rows, in two blocks where there are more than four; what happens in words at the right."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.frames: list[Frame] = []
        self.crosses: list[Text] = []
        self.rows: list[ArmyRow] = []
        self.telling = Telling(self.press)
        self.add_widget(self.telling)
        self.view: ArmyStage | None = None

    def show(self, view: ArmyStage) -> None:
        """Another moment of the columns."""
        self.view = view
        refill(self, self.rows, view.armies, ArmyRow, lambda row, one: row.show(one))
        self.telling.show(view.told)
        self.telling.mean(view.why)
        self.rearrange()

    def arrange(self) -> None:
        """Blocks of rows left, the words right."""
        count = len(self.rows)
        if not count or self.view is None:
            return
        x, y, width, height = dp(16), dp(8), self.width - dp(32), self.height - dp(16)
        blocks = 2 if count > 4 else 1
        lines = -(-count // blocks)
        words = dp(248) if blocks == 1 else dp(216)
        if width < dp(660):  # beside a turned prompt bar the cards come first
            words = dp(206) if blocks == 1 else dp(176)
        gap = dp(14)
        block = (width - words - gap * blocks) / blocks
        head = dp(16)
        tall = (height - head - dp(3) * (lines - 1)) / lines
        for at, row in enumerate(self.rows):
            column, line = divmod(at, lines)
            row.above = blocks == 2
            row.name_width = min(dp(130), max(one.name.natural_width() for one in self.rows) + dp(10))
            self.put(row, x + column * (block + gap), y + head + line * (tall + dp(3)), block, tall)
            row.arrange()
        places = (
            [*range(count)] if blocks == 2 else [0]
        )  # where names stand above the cards each card has its own frame
        refill(self, self.frames, places, Frame, lambda frame, _at: None)
        heads = [(block_at, at) for block_at in range(blocks) for at in range(COLUMNS)]
        refill(
            self,
            self.crosses,
            heads,
            lambda: Text(size=F_SMALL, bold=True, align="center"),
            lambda text, place: self._head(text, place[1]),
        )
        for text, (block_at, at) in zip(self.crosses, heads, strict=True):
            first = self.rows[block_at * lines]
            left = first.x - self.x + first.column(at)
            self.put(text, left - dp(6), y - dp(2), first.card_width() + dp(12), head)
        for at, frame in zip(places, self.frames, strict=True):
            row = self.rows[at]
            left, wide = row.x + row.column(self.view.column) - dp(5), row.card_width() + dp(16)
            if blocks == 2:
                card = row.cards[self.view.column]
                frame.draw(left, card.y - dp(4), wide, card.height + dp(8))
            else:
                bottom = self.rows[-1].y
                frame.draw(left, bottom - dp(1), wide, self.top - y - head + dp(3) - bottom)
        self.put(self.telling, x + width - words, y, words, height)

    def _head(self, text: Text, column: int) -> None:
        """A column's number: gold where it is fought, struck out where nobody could."""
        assert self.view is not None
        if column == self.view.column:
            text.set(str(column + 1), "gold")
        elif column in self.view.cancelled:
            text.set(f"{column + 1} ✗", "red")
        else:
            text.set(str(column + 1), "faint" if column < self.view.column else "muted")
