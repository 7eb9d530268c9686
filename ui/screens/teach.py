"""A deck is taught: the card that comes next, large; what the next touch means; the whole deck small."""

from __future__ import annotations

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp
from kivy.uix.widget import Widget

from companion.rules.cards import JOKERS
from ui.theme import F_BODY, F_BUTTON, F_HEAD, F_TITLE, SIGN_FONT, STAR, SUIT_SIGNS, C, S
from ui.view.model import Button, CardView, GridView, Host, MiniCard, TeachView
from ui.widgets import paint
from ui.widgets.bar import PromptBar
from ui.widgets.base import Group, Plate, Text, glyph, refill
from ui.widgets.buttons import Key, Pill, Press
from ui.widgets.cards import RATIO, PlayingCard, rank_text
from ui.widgets.grid import FaceGrid


class Progress(Widget):
    """A thin bar, filled so far."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.ratio = 0.0
        with self.canvas:
            self._track, self._done = paint.Surface(), paint.Surface()
        self.bind(pos=self._follow, size=self._follow)

    def show(self, ratio: float) -> None:
        """Filled to another share."""
        self.ratio = ratio
        self._follow()

    def _follow(self, *_: object) -> None:
        done = max(self.height, self.width * self.ratio) if self.ratio else 0.0
        for part, width, tone in ((self._track, self.width, "line"), (self._done, done, "gold")):
            radius = paint.fitting(self.height / 2, width, self.height)
            part.lay(self.x, self.y, width, self.height, paint.Layer(C(tone), radius))


class MiniFace(Widget):
    """A card that fits thirteen times into a row: bright where its tag is known, a ring where it comes next."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.view: MiniCard | None = None
        self.plate = Plate(self, "face", "edge", 1, radius=dp(4))
        self._drawing = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=self._drawing, size=self._drawing)

    def show(self, view: MiniCard) -> None:
        """Another card, or the same otherwise."""
        if view != self.view:
            self.view = view
            self._drawing()

    def _redraw(self, *_: object) -> None:
        view = self.view
        if view is None or self.width <= 1:
            return
        edge = "gold" if view.wanted else "edge" if view.known else "line"
        self.plate.paint("face" if view.known else "panel", edge, 2 if view.wanted else 1)
        red = view.face[1] in "HD"
        tone = ("red_suit" if red else "black_suit") if view.known else "muted"
        size = min(self.height * 0.52, self.width * 0.4)
        if view.face in JOKERS:
            textures = (glyph(STAR, size, SIGN_FONT), glyph(view.face[1], size, "Roboto", True))
        else:
            textures = (
                glyph(rank_text(view.face), size, "Roboto", True),
                glyph(SUIT_SIGNS[view.face[1]], size, SIGN_FONT),
            )
        left = self.center_x - sum(texture.width for texture in textures) / 2
        self.canvas.clear()
        with self.canvas:
            Color(*C(tone))
            for texture in textures:
                Rectangle(
                    texture=texture, pos=(round(left), round(self.center_y - texture.height / 2)), size=texture.size
                )
                left += texture.width


class MiniDeck(Group):
    """The whole deck: a row a suit, jokers in a column of their own."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.cards: list[MiniFace] = []
        self._places: list[tuple[int, int]] = []

    def show(self, rows: tuple[tuple[MiniCard, ...], ...]) -> None:
        """Another deck, or the same further on."""
        self._places = [(row, column) for row, cards in enumerate(rows) for column in range(len(cards))]
        refill(
            self, self.cards, [card for row in rows for card in row], MiniFace, lambda widget, view: widget.show(view)
        )
        self.rearrange()

    def arrange(self) -> None:
        """Equal places."""
        if not self._places:
            return
        gap = dp(3)
        columns = max(column for _, column in self._places) + 1
        width = (self.width - gap * (columns - 1)) / columns
        height = (self.height - gap * 3) / 4
        for widget, (row, column) in zip(self.cards, self._places, strict=True):
            self.put(widget, column * (width + gap), row * (height + gap), width, height)


class TeachScreen(Group):
    """Draws `TeachView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.title = Text(size=dp(26), bold=True)
        self.about = Text(size=F_BODY, tone="muted")
        self.progress = Progress()
        self.ring = Group()
        self.ring_plate = Plate(self.ring, "", "gold", 3)
        self.card: list[PlayingCard] = []
        self.head = Text(size=F_TITLE, least=0.7)
        self.words = Text(size=F_BODY, tone="muted", lines=2, valign="top", least=0.75)
        self.buttons: list[Pill] = []
        self.deck = MiniDeck()
        self.grid: list[FaceGrid] = []
        self.bar = PromptBar(press)
        for child in (self.title, self.about, self.progress, self.ring, self.head, self.words):
            self.add_widget(child)
        self.add_widget(self.deck)
        self.add_widget(self.bar)

    def show(self, view: TeachView) -> None:
        """The next card."""
        self.title.set(view.title)
        self.about.set(view.about)
        self.progress.show(view.ratio)
        cards = (CardView(face=view.face),) if view.face else ()
        refill(self, self.card, cards, PlayingCard, lambda card, one: card.show(one))
        self.head.set(view.head)
        self.words.set(view.text)
        refill(
            self,
            self.buttons,
            view.buttons,
            lambda: Pill(self.press, size_of_text=F_BUTTON),
            lambda pill, one: pill.show(one),
        )
        self.deck.show(view.rows)
        grids = (view,) if view.choices else ()
        if self.grid and self.grid[0].jokers != view.jokers:
            refill(self, self.grid, (), lambda: FaceGrid(self.press, view.jokers), lambda grid, one: None)
        refill(
            self,
            self.grid,
            grids,
            lambda: FaceGrid(self.press, view.jokers),
            lambda grid, one: grid.show(one.choices),
        )
        self.bar.show(view.bar)
        self.rearrange()

    def arrange(self) -> None:
        """Head and bar of progress; the card left, words and buttons right of it, the deck below them."""
        self.put(self.title, dp(36), dp(20), self.width - dp(72), dp(36))
        self.put(self.about, dp(36), dp(56), self.width - dp(72), dp(22))
        self.put(self.progress, dp(36), dp(86), self.width - dp(72), dp(8))
        top, bottom = dp(112), self.height - S.bar - dp(10)
        for grid in self.grid:
            self.put(grid, S.margin, dp(102), self.width - 2 * S.margin, bottom - dp(102))
        left = dp(58)
        tall = min(dp(216), bottom - top - dp(10)) if self.height < dp(560) else min(dp(330), (bottom - top) * 0.8)
        wide = tall / RATIO
        for card in self.card:
            self.put(card, left, top + dp(10), wide, tall)
        seen = bool(self.card)
        gap = dp(4)
        self.put(
            self.ring,
            left - gap,
            top + dp(10) - gap,
            (wide + 2 * gap) if seen else 0,
            (tall + 2 * gap) if seen else 0,
        )
        self.ring_plate.paint("", "gold" if seen else "", 3)
        x = left + wide + dp(40) if seen else dp(36)
        room = self.width - x - dp(48)
        shown = not self.grid
        self.put(self.head, x, top + dp(8), room if shown else 0, dp(28))
        self.put(self.words, x, top + dp(40), room if shown else 0, dp(40))
        at = x
        for pill in self.buttons:
            width = pill.natural_width()
            self.put(pill, at, top + dp(86), width, S.button)
            at += width + dp(12)
        row = min(dp(44), (bottom - top - dp(152)) / 4)
        self.put(self.deck, x, top + dp(150), room if shown else 0, row * 4)
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)


class GridScreen(Group):
    """Draws `GridView`: fields to be touched one after another, to see that the panel hears every part of itself."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.title = Text(size=F_HEAD, bold=True, least=0.6)
        self.fields: list[Key] = []
        self.bar = PromptBar(press)
        self.view: GridView | None = None
        for child in (self.title, self.bar):
            self.add_widget(child)

    def show(self, view: GridView) -> None:
        """Fields that were touched go out."""
        self.view = view
        self.title.set(view.title)
        fields = [
            Button("" if at in view.left else "✓", Host("field", str(at)), "primary" if at in view.left else "plain")
            for at in range(view.columns * view.rows)
        ]
        refill(self, self.fields, fields, lambda: Key(self.press), lambda key, one: key.show(one))
        self.bar.show(view.bar)
        self.rearrange()

    def arrange(self) -> None:
        """The fields fill the screen above the bar, to its very edges."""
        self.put(self.title, 0, 0, 0, 0)
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
        if self.view is None:
            return
        gap = dp(3)
        width = self.width / self.view.columns
        height = (self.height - S.bar) / self.view.rows
        for at, key in enumerate(self.fields):
            row, column = divmod(at, self.view.columns)
            self.put(key, column * width + gap, row * height + gap, width - 2 * gap, height - 2 * gap)
