"""The first screen: the game to go on with, and all games."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from ui.theme import F_BODY, F_HEAD, F_SMALL, F_TITLE, SIGN_FONT, SUIT_SIGNS, C, S
from ui.view.model import Button, GameTile, HomeView
from ui.widgets import paint
from ui.widgets.banner import FaultBanner
from ui.widgets.bar import PromptBar
from ui.widgets.base import Group, Plate, Text, glyph, refill, spaced
from ui.widgets.buttons import Pill, Press, Pressable


class Dot(Widget):
    """A small filled disc in a tone."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._tone = "mint"
        with self.canvas:
            self._disc = paint.Surface()
        self.bind(pos=self._follow, size=self._follow)

    def show(self, tone: str) -> None:
        """Another tone."""
        self._tone = tone
        self._follow()

    def _follow(self, *_: object) -> None:
        self._disc.lay(*self.pos, *self.size, paint.Layer(C(self._tone), self.width / 2))


class Tile(Pressable):
    """One game."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "panel", "line", 1)
        self.title = Text(size=dp(22), bold=True, least=0.7)
        self.about = Text(size=F_BODY, tone="muted", least=0.7)
        self.add_widget(self.title)
        self.add_widget(self.about)
        self.suit = "S"
        self.bind(state=lambda *_: self._paint(), pos=self._sign, size=self._sign)

    def show(self, view: GameTile) -> None:
        """Another game."""
        self.title.set(view.title)
        self.about.set(view.about)
        self.suit = view.suit
        self.mean(view.act)
        self._sign()

    def _paint(self) -> None:
        self.plate.paint("raised" if self.state == "down" else "panel", "gold" if self.state == "down" else "line", 1)

    def _sign(self, *_: object) -> None:
        self.canvas.after.clear()  # clearing `canvas` itself would take the texts with it
        if self.width <= 1:
            return
        sign = glyph(SUIT_SIGNS[self.suit], min(dp(46), self.height * 0.6), SIGN_FONT)
        with self.canvas.after:
            Color(*C("red_suit" if self.suit in "HD" else "line", 0.7 if self.suit in "HD" else 1))
            Rectangle(
                texture=sign,
                pos=(round(self.right - sign.width - dp(16)), round(self.center_y - sign.height / 2)),
                size=sign.size,
            )

    def arrange(self) -> None:
        """Title over what it is, left; the suit at the right."""
        tall = self.height >= dp(76)
        middle = self.height / 2
        self.put(self.title, dp(20), middle - dp(28 if tall else 25), self.width - dp(76), dp(30))
        self.put(self.about, dp(20), middle + dp(4 if tall else 2), self.width - dp(76), dp(20))


class ResumePlate(Group):
    """The game to go on with."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.plate = Plate(self, "raised", "gold", 2)
        self.label = Text(size=F_SMALL, tone="gold", bold=True)
        self.sentence = Text(size=F_TITLE, least=0.6, lines=2)
        self.button = Pill(press)
        for child in (self.label, self.sentence, self.button):
            self.add_widget(child)

    def show(self, view: tuple[str, str, Button]) -> None:
        """Another moment."""
        label, sentence, button = view
        self.label.set(spaced(label))
        self.sentence.set(sentence)
        self.button.show(button)
        strong = button.kind == "primary"
        self.plate.paint("raised" if strong else "panel", "gold" if strong else "line", 2 if strong else 1)
        self.rearrange()

    def arrange(self) -> None:
        """Words left, the button right."""
        button = max(dp(124), self.button.natural_width())
        self.put(self.button, self.width - button - dp(20), (self.height - S.button) / 2, button, S.button)
        room = self.width - button - dp(60)
        self.put(self.label, dp(20), dp(12), room, dp(18))
        self.put(self.sentence, dp(20), dp(31), room, self.height - dp(40))


class HomeScreen(Group):
    """Draws `HomeView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.title = Text(size=F_HEAD, bold=True)
        self.about = Text(size=F_BODY, tone="muted")
        self.status = Text(size=F_BODY, tone="muted", align="right")
        self.dot = Dot()
        self.resume: list[ResumePlate] = []
        self.tiles: list[Tile] = []
        self.banner: list[FaultBanner] = []
        self.bar = PromptBar(press)
        for child in (self.title, self.about, self.status, self.dot, self.bar):
            self.add_widget(child)

    def show(self, view: HomeView) -> None:
        """Another view."""
        self.title.set(view.title)
        self.about.set(view.about)
        self.status.set(view.status)
        self.dot.show(view.status_tone)
        resume = (view.resume,) if view.resume else ()
        refill(self, self.resume, resume, lambda: ResumePlate(self.press), lambda plate, one: plate.show(one))
        refill(self, self.tiles, view.tiles, lambda: Tile(self.press), lambda tile, one: tile.show(one))
        self.bar.show(view.bar)
        banners = (view.banner,) if view.banner else ()
        refill(self, self.banner, banners, lambda: FaultBanner(self.press), lambda widget, one: widget.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """Head, resume, a grid of games, the bar."""
        head = dp(98)
        self.put(self.title, dp(36), dp(24), self.width * 0.5, dp(44))
        self.put(self.about, dp(36), dp(67), self.width * 0.5, dp(22))
        self.put(self.status, self.width * 0.5, dp(33), self.width * 0.5 - dp(46), dp(24))
        self.put(self.dot, self.width - dp(36), dp(39), dp(12), dp(12))
        inner = self.width - 2 * S.margin
        top = head + dp(6)
        for plate in self.resume:
            self.put(plate, S.margin, top, inner, dp(88))
            top += dp(100)
        for banner in self.banner:
            self.put(banner, S.margin, dp(12), inner, dp(84))
        columns = 3
        rows = max(1, -(-len(self.tiles) // columns))
        room = self.height - S.bar - top - dp(8)
        gap = dp(10)
        width, height = (inner - gap * (columns - 1)) / columns, min(dp(136), (room - gap * (rows - 1)) / rows)
        for at, tile in enumerate(self.tiles):
            row, column = divmod(at, columns)
            self.put(tile, S.margin + column * (width + gap), top + row * (height + gap), width, height)
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
