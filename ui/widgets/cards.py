"""Playing cards, drawn: face, back and empty place; they turn over when a back becomes a face."""

from __future__ import annotations

from functools import cache
from typing import Any

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.graphics import (
    Color,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from companion.rules.cards import RANK_OF
from ui.theme import FLIGHT, FRAME, MOTION, SIGN_FONT, STAR, SUIT_SIGNS, TURN, UI_FONT, C
from ui.view.model import CardView
from ui.widgets import motion, paint
from ui.widgets.base import glyph, is_sign

RATIO = 1.38  # height to width of a card


def rank_text(face: str) -> str:
    """The rank as printed on a card.

    >>> rank_text("TD"), rank_text("KS")
    ('10', 'K')
    """
    return "10" if face[0] == "T" else face[0]


@cache
def lattice(side: int) -> Texture:
    """A tile of crossing diagonal lines, white with alpha, that repeats without seams; for the backs of cards."""
    pixels = bytearray()
    width = max(1.0, side / 12)
    for y in range(side):
        for x in range(side):
            near = min(_to_line(x + y, side), _to_line(x - y, side))
            alpha = max(0.0, min(1.0, width - near + 0.5))
            dot = ((x - side / 2) ** 2 + (y) ** 2) ** 0.5
            other = ((x - side / 2) ** 2 + (y - side) ** 2) ** 0.5
            alpha = max(alpha, 0.8 * max(0.0, min(1.0, side / 9 - min(dot, other) + 0.5)))
            pixels += bytes((255, 255, 255, round(255 * alpha)))
    texture = Texture.create(size=(side, side), colorfmt="rgba")
    texture.blit_buffer(bytes(pixels), colorfmt="rgba", bufferfmt="ubyte")
    texture.wrap = "repeat"
    return texture


def _to_line(value: float, side: int) -> float:
    rest = value % side
    return min(rest, side - rest) / 1.4142


class PlayingCard(Widget):
    """One card or its place. Change it with `show`; a back that becomes a face turns over."""

    turn = NumericProperty(1.0)  # 1: lies flat; 0: seen from the edge
    flight = NumericProperty(0.0)  # 1: still at its seat, a little above; 0: at its place

    def __init__(self, view: CardView | None = None, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.view = CardView("empty")
        self._up: CardView | None = (
            None  # what is drawn: while a card turns over its back until it is seen from the edge
        )
        self._drawing = Clock.create_trigger(self._redraw, -1)  # once a frame, however often it is moved
        self.bind(pos=self._drawing, size=self._drawing, opacity=self._drawing, turn=self._tilt, flight=self._glide)
        self._scale: Scale | None = None
        self._shift: Translate | None = None
        if view is not None:
            self.show(view, moving=False)

    def show(self, view: CardView, moving: bool = True, delay: float = 0.0, comes: bool = False) -> None:
        """Draw another card; with `moving` a back turns into a face after `delay` seconds, and a card flies to an empty place.

        `comes` lets a card that had no place before fly, too.
        """
        if view == self.view and self._up is not None:
            return
        back, self.view = self.view, view
        if self._up is not None and moving and MOTION.on and back.shown == "back" and view.shown == "face":
            self._turn_over(delay)
        else:
            motion.stop(self)
            self.turn, self.flight = 1.0, 0.0
            was_empty = back.shown == "empty" and (self._up is not None or comes)
            self._up = view
            self._drawing()
            if was_empty and moving and MOTION.on and view.shown != "empty":
                self.flight = 1.0
                motion.start(motion.rise(FLIGHT, flight=0.0), self)

    def turn_up(self, delay: float = 0.0) -> None:
        """A face turns up from its back, as at the reveal; nothing for a back or an empty place, or where nothing moves."""
        if MOTION.on and self.view.shown == "face":
            self._up = CardView("back")
            self._drawing()
            self._turn_over(delay)

    def _turn_over(self, delay: float) -> None:
        motion.stop(self)
        half = Animation(turn=0.04, d=TURN / 2, t="in_quad", step=FRAME)
        half.bind(on_complete=self._seen_from_the_edge)
        wait = Animation(turn=1.0, d=max(FRAME, delay), step=FRAME)
        turn = wait + half + Animation(turn=1.0, d=TURN / 2, t="out_quad", step=FRAME)
        motion.start(turn, self, self._seen_from_the_edge)

    def _seen_from_the_edge(self, *_: object) -> None:
        self._up = self.view
        self._redraw()

    def _tilt(self, *_: object) -> None:
        if self._scale is not None:
            self._scale.x = self.turn

    def _glide(self, *_: object) -> None:
        if self._shift is not None:
            self._shift.y = self.flight * self.height

    def _redraw(self, *_: object) -> None:
        view = self._up or self.view
        self.canvas.clear()
        if self.width <= 1 or not self.opacity:
            return
        with self.canvas:
            PushMatrix()
            self._shift = Translate(0, self.flight * self.height)
            self._scale = Scale(self.turn, 1, 1, origin=self.center)
            {"face": self._face, "back": self._back, "empty": self._place}[view.shown](view)
            if view.badge:
                self._badge(view)
            PopMatrix()

    def _plate(self, tone: str, edge: str, glow: str, weight: float = 1) -> float:
        """The card's surface in a glow, or else on its shadow; gives its radius."""
        radius = paint.fitting(max(dp(4), self.width * 0.1), self.width, self.height)
        card = paint.Layer(C(edge), radius)
        aside, below = dp(0.5), dp(2)
        ring = max(dp(2), self.width * 0.045)
        around = (
            card.grown(ring, C(glow)) if glow else paint.Layer((0, 0, 0, 0.28), radius, (-aside, below, aside, -below))
        )
        inner = paint.inset(C(tone), radius - dp(weight), dp(weight))
        paint.surface(*self.pos, *self.size, around, card, inner)
        return radius

    def _glyph(self, text: str, size: float, x: float, y: float, bold: bool = False) -> None:
        """Draw a text centred at (x, y), from the card's left and bottom."""
        texture = glyph(text, size, SIGN_FONT if is_sign(text[0]) else UI_FONT, bold)
        width, height = texture.size
        Rectangle(
            texture=texture, pos=(round(self.x + x - width / 2), round(self.y + y - height / 2)), size=(width, height)
        )

    def _face(self, view: CardView) -> None:
        width, height = self.width, self.height
        self._plate("face", "edge", view.glow)
        if view.face[:1] == "X":
            Color(*C("gold"))
            if view.reading.isdigit():
                self._glyph(STAR, width * 0.5, width / 2, height * 0.68)
                Color(*C("black_suit"))
                self._glyph(view.reading, width * 0.42, width / 2, height * 0.24, bold=True)
            elif view.reading:
                self._glyph(STAR, width * 0.5, width / 2, height * 0.68)
                self._reading(view.reading, width * 0.34, width / 2, height * 0.24)
            else:
                self._glyph(STAR, width * 0.72, width / 2, height * 0.5)
        elif view.face:
            Color(*C("red_suit" if view.face[1] in "HD" else "black_suit"))
            rank = rank_text(view.face)
            size = width * 0.5
            texture = glyph(rank, size, UI_FONT, True)
            Rectangle(
                texture=texture,
                pos=(round(self.x + width * 0.11), round(self.y + height - texture.height * 0.95 - width * 0.02)),
                size=texture.size,
            )
            self._glyph(SUIT_SIGNS[view.face[1]], width * 0.66, width * 0.55, height * 0.3)
        if view.dim:
            radius = paint.fitting(max(dp(4), width * 0.1), width, height)
            paint.surface(*self.pos, *self.size, paint.Layer(C("felt", 0.55), radius))

    def _reading(self, reading: str, size: float, x: float, y: float) -> None:
        """What a joker stands for: a face, or a plain number (blackjack)."""
        if reading not in RANK_OF:
            Color(*C("black_suit"))
            self._glyph(reading, size * 1.15, x, y, bold=True)
            return
        Color(*C("red_suit" if reading[1] in "HD" else "black_suit"))
        self._pair(reading, size, x, y)

    def _pair(self, face: str, size: float, x: float, y: float) -> None:
        rank, suit = glyph(rank_text(face), size, UI_FONT, True), glyph(SUIT_SIGNS[face[1]], size, SIGN_FONT)
        total = rank.width + suit.width
        left = self.x + x - total / 2
        Rectangle(texture=rank, pos=(round(left), round(self.y + y - rank.height / 2)), size=rank.size)
        Rectangle(texture=suit, pos=(round(left + rank.width), round(self.y + y - suit.height / 2)), size=suit.size)

    def _back(self, view: CardView) -> None:
        width, height = self.width, self.height
        gold = view.glow == "gold"
        radius = self._plate("gold_back" if gold else "back", view.glow or "back_line", "", 2 if view.glow else 1)
        inset = max(dp(3), width * 0.085)
        side = max(6, round(width / 5))
        Color(*C("gold" if gold else "back_line", 0.8 if gold else 0.75))
        texture = lattice(side)
        across, up = (width - 2 * inset) / side, (height - 2 * inset) / side
        Rectangle(
            texture=texture,
            pos=(self.x + inset, self.y + inset),
            size=(width - 2 * inset, height - 2 * inset),
            tex_coords=(0, 0, across, 0, across, up, 0, up),
        )
        frame = paint.inset(
            C("gold" if gold else "back_line", 0.8 if gold else 0.75), radius - inset / 2, inset - dp(0.75)
        )
        paint.surface(*self.pos, *self.size, frame, frame.grown(-dp(1.5), None))

    def _place(self, view: CardView) -> None:
        width = self.width
        self._plate("felt", view.glow or "line", "", 1.2)
        paint.ring(self.center_x, self.center_y, max(dp(4), width * 0.11), C("line"), dp(1.4))

    def _badge(self, view: CardView) -> None:
        width, height = self.width, self.height
        size = max(dp(18), width * 0.4)
        x, y = width - size * 0.42, height - size * 0.3
        paint.disc(self.x + x, self.y + y, size / 2, C(view.badge_tone), dp(1.5), C("felt"))
        Color(*C("ink"))
        self._glyph(view.badge, size * 0.66, x, y, bold=True)
