"""The prompt bar at the bottom: the named undo far left, who does what in one sentence, the primary button far right."""

from __future__ import annotations

from typing import Any

from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from ui.theme import F_SMALL, F_TITLE, C, S
from ui.view.model import Bar, Button
from ui.widgets.base import Group, Text, refill, spaced, text_width
from ui.widgets.buttons import Key, Pill, Press

PRIMARY_WIDTH = 168.0  # dp: the next step is always a large target
UNDO_WIDTH = 160.0  # dp, at most
EYEBROW = 0.92  # how small the small capitals may become before words are left out


class PromptBar(Group):
    """What the table waits for, and what one may do about it."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        with self.canvas.before:
            Color(*C("line"))
            self._line = Rectangle()
            Color(*C("felt"))
            self._ground = Rectangle()
        self.undo: list[Pill] = []
        self.menu: list[Key] = []
        self.buttons: list[Pill] = []
        self.eyebrow = Text(size=F_SMALL, tone="gold", bold=True, least=0.7)
        self.sentence = Text(size=F_TITLE, least=0.62, lines=2)
        self.add_widget(self.eyebrow)
        self.add_widget(self.sentence)
        self.view: Bar | None = None

    def show(self, view: Bar) -> None:
        """Another prompt."""
        if view == self.view:
            return
        self.view = view
        self.sentence.set(view.sentence)
        refill(self, self.undo, (view.undo,) if view.undo else (), self._small_pill, lambda pill, one: pill.show(one))
        menus = (view.menu,) if view.menu else ()
        refill(self, self.menu, menus, lambda: Key(self._press, size_of_text=dp(22)), lambda key, one: key.show(one))
        refill(self, self.buttons, view.buttons, lambda: Pill(self._press), lambda pill, one: pill.show(one))
        self.rearrange()

    def _small_pill(self) -> Pill:
        return Pill(self._press, size_of_text=dp(15), lines=3)

    def arrange(self) -> None:
        """Undo left, buttons from the right edge, the sentence between."""
        self._line.pos, self._line.size = (self.x, self.top - dp(1)), (self.width, dp(1))
        self._ground.pos, self._ground.size = self.pos, (self.width, self.height - dp(1))
        if self.height > S.bar:
            self._arrange_in_rows()
            return
        top = (self.height - S.button) / 2
        left: float = S.margin + dp(4)
        for pill in self.undo:
            width = min(dp(UNDO_WIDTH), max(dp(96), pill.natural_width() - dp(8)))
            self.put(pill, S.margin, top, width, S.button)
            left = S.margin + width + dp(14)
        for key in self.menu:
            start = left - dp(6) if self.undo else S.margin
            self.put(key, start, (self.height - S.touch) / 2, S.touch, S.touch)
            left = start + S.touch + dp(12)
        right = self.width - S.margin
        crowded = len(self.buttons) > 2
        for pill, view in zip(reversed(self.buttons), reversed(self._views()), strict=True):
            width = pill.natural_width()
            if view.kind == "primary":
                width = max(dp(110 if crowded else PRIMARY_WIDTH), width)
            width = min(width, dp(230))
            right -= width
            self.put(pill, right, top, width, S.button)
            right -= dp(10)
        space = right - left - dp(4)
        one_line = self.sentence.natural_width() * 0.85 <= space
        self.sentence.split(1 if one_line else 2)
        self._say_eyebrow(space)
        self.put(self.eyebrow, left, dp(13) if one_line else dp(7), space, dp(18))
        self.put(self.sentence, left, dp(32) if one_line else dp(25), space, dp(30) if one_line else dp(46))

    def _arrange_in_rows(self) -> None:
        """Along a short edge of the screen: the sentence above, everything to press below it."""
        room = self.width - 2 * S.margin
        self.sentence.split(2)
        self._say_eyebrow(room)
        self.put(self.eyebrow, S.margin, dp(7), room, dp(18))
        self.put(self.sentence, S.margin, dp(25), room, dp(46))
        top = self.height - S.button - dp(9)
        keys = [*self.undo, *self.menu, *self.buttons]
        gap = dp(8)
        wanted = [float(S.touch) if key in self.menu else min(dp(190), key.natural_width()) for key in keys]
        fixed = S.touch * len(self.menu)  # the menu's key keeps its width
        scale = min(1.0, (room - gap * (len(keys) - 1) - fixed) / max(1.0, sum(wanted) - fixed)) if keys else 1.0
        left, right = S.margin, self.width - S.margin
        for key, width in zip([*self.undo, *self.menu], wanted, strict=False):
            self.put(key, left, top, max(S.touch, width * scale), S.button)
            left += max(S.touch, width * scale) + gap
        for key, width in zip(reversed(self.buttons), reversed(wanted), strict=False):
            right -= width * scale
            self.put(key, right, top, width * scale, S.button)
            right -= gap

    def _say_eyebrow(self, space: float) -> None:
        """The small capitals; where they would become tiny the game's name goes first, then the round."""
        if self.view is None:
            return
        first, *rest = self.view.eyebrow.split(" · ")
        shorter = ([first, *rest], [first, *rest[1:]], rest[1:] or rest or [first])
        said = [spaced(" · ".join(parts)) for parts in shorter]
        size = self.eyebrow.full
        fitting = next((one for one in said if text_width(one, size, True) * EYEBROW <= space), said[-1])
        self.eyebrow.set(fitting, self.view.tone)

    def _views(self) -> tuple[Button, ...]:
        return self.view.buttons if self.view else ()
