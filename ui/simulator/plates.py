"""The reader and the lamps of the simulated hardware, as the panel beside the table draws them."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Line, SmoothEllipse, SmoothLine
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.rules.cards import Card
from companion.words import N_, say
from ui.theme import F_SMALL, F_TINY, C
from ui.view.model import CardView, Put
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Press, Pressable
from ui.widgets.cards import RATIO, PlayingCard


class Waves(Widget):
    """The sign of a contactless reader."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.tone = "blue"
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, tone: str) -> None:
        """Another tone."""
        if tone != self.tone:
            self.tone = tone
            self._redraw()

    def _redraw(self, *_: object) -> None:
        self.canvas.clear()
        if self.width <= 1:
            return
        x, y = self.x + dp(4), self.center_y
        with self.canvas:
            Color(*C(self.tone))
            SmoothEllipse(pos=(x - dp(4), y - dp(4)), size=(dp(8), dp(8)))
            for radius in (0.36, 0.62, 0.88):
                size = self.width * radius
                Line(circle=(x, y, size, 45, 135), width=dp(1.5), cap="round")


class ReaderPlate(Pressable):
    """Where cards are laid; pressing it lifts what lies there."""

    target = False

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "panel", "blue", 2)
        self.waves = Waves()
        self.title = Text(size=dp(17), bold=True)
        self.about = Text(size=F_SMALL, tone="muted", lines=2, valign="top")
        self.cards: list[PlayingCard] = []
        for child in (self.waves, self.title, self.about):
            self.add_widget(child)

    def show(self, title: str, about: str, tone: str, lying: tuple[Card, ...]) -> None:
        """Its state, and what lies on it."""
        self.title.set(title)
        self.about.set(about)
        self.waves.show(tone)
        self.plate.paint("panel", tone, 2)
        self.mean(Put("lift") if lying else None)
        views = tuple(CardView("face", card.face) for card in lying[:2])
        refill(self, self.cards, views, PlayingCard, lambda card, view: card.show(view, moving=False))
        self.rearrange()

    def arrange(self) -> None:
        """Sign, words, cards."""
        self.put(self.waves, dp(16), dp(8), dp(52), self.height - dp(16))
        cards = len(self.cards) * dp(46)
        self.put(self.title, dp(80), dp(8), self.width - dp(92) - cards, dp(24))
        self.put(self.about, dp(80), dp(33), self.width - dp(92) - cards, dp(34))
        height = self.height - dp(14)
        for at, card in enumerate(self.cards):
            self.put(card, self.width - cards - dp(6) + at * dp(46), dp(7), height / RATIO, height)


class SeatColumn(Pressable):
    """A seat's lamp as it is lit, and whether a robot plays; pressing it switches the robot."""

    target = False

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.name = Text(size=F_SMALL, align="center", least=0.7)
        self.robot = Text(size=F_TINY, align="center", bold=True, least=0.7)
        self.chip = Group()
        self.plate = Plate(self.chip, "panel", "line", 1, radius=dp(9))
        for child in (self.name, self.chip, self.robot):
            self.add_widget(child)
        self.rgb: tuple[float, float, float] | None = None

    def show(self, view: tuple[str, tuple[float, float, float] | None, bool]) -> None:
        """Another light or player."""
        name, self.rgb, robot = view
        self.name.set(name)
        self.robot.set(say(N_("robot") if robot else N_("person")), "ink" if robot else "muted")
        self.plate.paint("mint" if robot else "panel", "mint" if robot else "line", 1)
        self.mean(Put("robot", name))
        self._light()

    def _light(self) -> None:
        self.canvas.after.clear()
        x, y, radius = self.center_x, self.top - dp(17), dp(12)
        with self.canvas.after:
            if self.rgb is None:
                Color(*C("panel"))
                SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
                Color(*C("line"))
                SmoothLine(circle=(x, y, radius), width=dp(0.8))
            else:
                Color(*self.rgb, 1)
                SmoothEllipse(pos=(x - radius, y - radius), size=(2 * radius, 2 * radius))
                Color(*self.rgb, 0.55)
                SmoothLine(circle=(x, y, radius + dp(4)), width=dp(1))

    def arrange(self) -> None:
        """Lamp, name, robot."""
        self.put(self.name, 0, dp(35), self.width, dp(17))
        self.put(self.chip, dp(3), dp(53), self.width - dp(6), dp(19))
        self.put(self.robot, dp(6), dp(53), self.width - dp(12), dp(19))
        self._light()
