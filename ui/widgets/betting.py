"""Chips and bet circles: a tap puts one on, a long press or the right button takes one off."""

from __future__ import annotations

from typing import Any, Final

from kivy.graphics import Color, SmoothLine
from kivy.metrics import dp

from ui.theme import F_BODY, F_SMALL, F_TINY, C
from ui.view.casino_war_model import ChipView, CircleView
from ui.view.model import Act
from ui.widgets import paint
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Press, Pressable

_SPOTS: Final = 6  # coloured spots on a chip's rim


class HoldPress(Pressable):
    """A target whose second meaning the right button has, too, beside a long press.

    Its meaning may change under the finger (the next chip goes to another circle), so only its first one is locked out.
    """

    def mean(self, act: Act | None) -> None:
        """Give it another meaning."""
        if self._act is None:
            super().mean(act)
        else:
            self._act = act

    def on_touch_down(self, touch: Any) -> bool:
        """The right button takes off at once."""
        if getattr(touch, "button", "left") == "right" and self.collide_point(*touch.pos):
            if self.held_act is not None and self.opacity:
                self._press(self.held_act)
            return True
        return bool(super().on_touch_down(touch))


class ChipDisc(HoldPress):
    """A chip value as a chip: spots of its colour on the rim, the value within."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.text = Text(size=dp(18), bold=True, align="center", least=0.5)
        self.add_widget(self.text)
        self.view: ChipView | None = None
        self.bind(state=lambda *_: self.rearrange())

    def show(self, view: ChipView) -> None:
        """Another chip."""
        if view == self.view:
            return
        self.view = view
        self.mean(view.act)
        self.mean_held(view.off)
        self.text.set(view.value, "ivory" if view.enabled else "faint")
        self.rearrange()

    def arrange(self) -> None:
        """Disc, rim, spots, the value."""
        self.canvas.before.clear()
        if self.view is None or self.width <= 1:
            return
        side = min(self.width, self.height)
        x, y = self.center
        strength = 1.0 if self.view.enabled else 0.35
        with self.canvas.before:
            paint.disc(x, y, side / 2, C("line" if self.state == "down" else "raised"))
            rim = side / 2 - dp(3.5)
            Color(*C(self.view.tone, strength))
            for spot in range(_SPOTS):
                start = spot * 360 / _SPOTS
                SmoothLine(circle=(x, y, rim, start, start + 200 / _SPOTS), width=dp(2.6), cap="none")
            paint.disc(x, y, side / 2 - dp(8.5), C("felt", 0.9))
        inset = dp(9)
        self.put(self.text, inset, 0, self.width - 2 * inset, self.height)


class BetCircle(HoldPress):
    """A circle on the felt with the bet that lies on it."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.word = Text(size=F_TINY, tone="muted", align="center", least=0.7)
        self.text = Text(size=dp(19), bold=True, align="center", least=0.5)
        self.add_widget(self.word)
        self.add_widget(self.text)
        self.view: CircleView | None = None
        self.bind(state=lambda *_: self.rearrange())

    def show(self, view: CircleView) -> None:
        """Another bet."""
        if view == self.view:
            return
        self.view = view
        self.mean(view.act)
        self.mean_held(view.off)
        self.word.set(view.word, "gold" if view.focused else "muted")
        self.text.set(view.amount, "gold" if view.pending else "mint" if view.won else "ivory")
        self.rearrange()

    def arrange(self) -> None:
        """Ring, word and amount; the word alone where nothing lies."""
        self.canvas.before.clear()
        view = self.view
        if view is None or self.width <= 1:
            return
        side = min(self.width, self.height)
        x, y = self.center
        tone = "gold" if view.focused or view.pending else "mint" if view.won else "line"
        weight = dp(1.6) if view.focused or view.pending or view.won else dp(1)
        with self.canvas.before:
            if view.focused:
                paint.disc(x, y, side / 2, C("gold", 0.2))
            inner = side / 2 - dp(3)
            ground = C("raised" if view.amount or self.state == "down" else "felt")
            whole = not view.pending
            paint.disc(x, y, inner - (weight / 2 if whole else 0), ground, weight if whole else 0, C(tone))
            if view.pending:  # chips that do not make a bet yet: a broken ring
                Color(*C(tone))
                for part in range(10):
                    SmoothLine(circle=(x, y, inner, part * 36, part * 36 + 22), width=weight, cap="none")
        middle = self.height / 2
        if view.amount:
            tall = side * 0.42
            self.word.resize(F_TINY)
            self.text.resize(max(dp(17), side * 0.32))
            self.put(self.word, side * 0.14, middle - side * 0.34, self.width - side * 0.28, side * 0.26)
            self.put(self.text, side * 0.12, middle - side * 0.13, self.width - side * 0.24, tall)
        else:
            self.word.resize(F_BODY)
            self.put(self.word, side * 0.1, middle - side * 0.25, self.width - side * 0.2, side * 0.5)
            self.put(self.text, 0, self.height, 0, 0)


class HitArea(Pressable):
    """A place that can be pressed without being drawn: it lies behind what shows there."""


class ChipRail(Group):
    """All chip values in a row, under the words of the circle that gets them."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.title = Text(size=F_BODY, tone="gold", bold=True, least=0.6)
        self.hint = Text(size=F_SMALL, tone="muted", align="right", least=0.7)
        self.add_widget(self.title)
        self.add_widget(self.hint)
        self.chips: list[ChipDisc] = []

    def show(self, title: str, hint: str, views: tuple[ChipView, ...]) -> None:
        """Other chips."""
        self.title.set(title)
        self.hint.set(hint)
        refill(self, self.chips, views, lambda: ChipDisc(self._press), lambda chip, one: chip.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """The title above, discs as large as fits."""
        count = len(self.chips)
        line = dp(20)
        if not count:
            self.put(self.title, 0, 0, 0, 0)
            self.put(self.hint, 0, 0, 0, 0)
            return
        gap = dp(8)
        side = min(self.height - line - dp(2), (self.width - gap * (count - 1)) / count, dp(72))
        left = (self.width - count * side - gap * (count - 1)) / 2
        top = (self.height - line - dp(2) - side) / 2
        hint = min(self.hint.natural_width() + dp(2), self.width * 0.36)
        self.put(self.title, left + dp(4), top, self.width - 2 * left - hint - dp(16), line)
        self.put(self.hint, self.width - left - hint - dp(4), top, hint, line)
        for at, chip in enumerate(self.chips):
            self.put(chip, left + at * (side + gap), top + line + dp(2), side, side)
