"""Cards and builds that lie on a table and can be tapped: large, or as small keys where it is crowded."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from ui.theme import F_SMALL, SIGN_FONT, SUIT_SIGNS, UI_FONT, C
from ui.view.cassino_layout import FRAME, LABEL, build_card, fan
from ui.view.cassino_model import BuildView, LooseView
from ui.view.model import CardView
from ui.view.titles import faces
from ui.widgets import paint
from ui.widgets.base import Group, Plate, Text, glyph, refill
from ui.widgets.buttons import Press, Pressable
from ui.widgets.cards import PlayingCard, rank_text

TICK = "✓"


class LooseCard(Pressable):
    """A card that lies loose."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.card = PlayingCard()
        self.tight = False
        self.add_widget(self.card)
        self.bind(state=self._press_down, pos=self._redraw, size=self._redraw)

    @property
    def face(self) -> str:
        """The face that lies here."""
        return self.card.view.face

    def show(self, view: LooseView) -> None:
        """Another card, or another mark on it."""
        self.mean(view.act)
        self.card.show(view.card, moving=False)
        self._redraw()

    def _press_down(self, *_: object) -> None:
        self.opacity = 0.75 if self.state == "down" else 1

    def arrange(self) -> None:
        """The card fills its place; in the small form it is drawn here."""
        self.card.opacity = 0 if self.tight else 1
        self.put(self.card, 0, 0, self.width, self.height)
        self._redraw()

    def _redraw(self, *_: object) -> None:
        self.canvas.before.clear()
        if not self.tight or self.width <= 1 or not self.face:
            return
        view = self.card.view
        with self.canvas.before:
            draw_small(self, view)


def draw_small(widget: Any, view: CardView) -> None:
    """A card as a small key: rank and suit beside each other, a thick edge where it is marked, a tick where it was tapped."""
    x, y, width, height = widget.x, widget.y, widget.width, widget.height
    weight = dp(3) if view.glow else dp(1)
    radius = paint.fitting(dp(7), width, height)
    face = paint.inset(C("face"), radius - weight / 2, weight)
    paint.surface(x, y, width, height, paint.Layer(C(view.glow or "edge"), radius), face)
    Color(*C("red_suit" if view.face[1] in "HD" else "black_suit"))
    size = min(height * 0.5, width * 0.46)
    rank, suit = glyph(rank_text(view.face), size, UI_FONT, True), glyph(SUIT_SIGNS[view.face[1]], size, SIGN_FONT)
    left = x + (width - rank.width - suit.width) / 2
    for texture in (rank, suit):
        Rectangle(texture=texture, pos=(round(left), round(y + (height - texture.height) / 2)), size=texture.size)
        left += texture.width
    if view.badge:
        tick(x + width - dp(8), y + height - dp(7), dp(16))


def tick(x: float, y: float, size: float) -> None:
    """The sign that something was tapped."""
    paint.disc(x, y, size / 2, C("gold"), dp(1.5), C("felt"))
    Color(*C("ink"))
    texture = glyph(TICK, size * 0.7, SIGN_FONT)
    Rectangle(texture=texture, pos=(round(x - texture.width / 2), round(y - texture.height / 2)), size=texture.size)


class ValueDisc(Group):
    """The value of a build in a disc on the corner of its frame."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.plate = Plate(self, "blue", "felt", 2, radius=dp(99))
        self.value = Text(size=dp(17), tone="ink", bold=True, align="center", least=0.6)
        self.add_widget(self.value)

    def show(self, value: str, tone: str) -> None:
        """Another value or tone."""
        self.plate.paint(tone, "felt", 2)
        self.value.set(value)

    def arrange(self) -> None:
        """The number fills the disc."""
        self.put(self.value, 0, 0, self.width, self.height)


class BuildPlate(Pressable):
    """A build: its cards fanned by groups in a frame, its value on the corner, whose it is below."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "felt", "blue", 2)
        self.cards: list[PlayingCard] = []
        self.label = Text(size=F_SMALL, tone="blue", bold=True, align="center", least=0.8)
        self.faces = Text(size=F_SMALL, align="center", least=0.6)
        self.disc = ValueDisc()
        for child in (self.label, self.faces, self.disc):
            self.add_widget(child)
        self.view: BuildView | None = None
        self.tight = False
        self.bind(pos=self._redraw, size=self._redraw)

    def show(self, view: BuildView) -> None:
        """Another build, or another mark on it."""
        self.mean(view.act)
        if view == self.view:
            return
        self.view = view
        edge = "gold" if view.mark else view.tone
        self.plate.paint("raised" if view.mark == "chosen" else "panel", edge, 3 if view.mark else 2)
        self.label.set(view.label, view.tone)
        cards = tuple(card for group in view.groups for card in group)
        self.faces.set(" ".join(faces(tuple(card.face for card in group)) for group in view.groups))
        refill(self, self.cards, cards, PlayingCard, lambda card, one: card.show(one, moving=False))
        self.remove_widget(self.disc)
        self.add_widget(self.disc)  # above the cards
        self.disc.show(view.value, view.tone)
        self.rearrange()
        self._redraw()

    def arrange(self) -> None:
        """Cards and words, or words alone in the small form."""
        if self.view is None:
            return
        disc = dp(26)
        self.put(self.disc, -dp(6) if not self.tight else dp(4), -dp(7) if not self.tight else dp(4), disc, disc)
        for card in self.cards:
            card.opacity = 0 if self.tight else 1
        self.faces.opacity = 1 if self.tight else 0
        if self.tight:
            self.label.split(1)
            self.put(self.label, disc + dp(7), dp(3), self.width - disc - dp(11), self.height / 2 - dp(3))
            self.put(self.faces, disc + dp(7), self.height / 2, self.width - disc - dp(11), self.height / 2 - dp(3))
            return
        frame, label = dp(FRAME), dp(LABEL)
        width = build_card(self.height, dp(1))
        starts = fan([len(group) for group in self.view.groups], width)
        left = (self.width - starts[-1] - width) / 2
        for card, start in zip(self.cards, starts, strict=True):
            self.put(card, left + start, frame, width, self.height - label - 2 * frame)
        room = self.width - dp(12)
        long = self.label.natural_width() * self.label.least > room  # a long name takes the edge's place, too
        self.label.split(2 if long else 1)
        self.put(self.label, dp(6), self.height - label - dp(6 if long else 3), room, label + dp(5 if long else 0))
        self.put(self.faces, 0, 0, 0, 0)

    def _redraw(self, *_: object) -> None:
        self.canvas.after.clear()
        if self.view is not None and self.view.mark == "chosen":
            with self.canvas.after:
                tick(self.right - dp(8), self.top - dp(6), dp(20))
