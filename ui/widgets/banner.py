"""The banner of a fault: says what is wrong and what to do, over the stage, while play goes on by hand."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_TITLE, S
from ui.view.model import Banner
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Pill, Press


class FaultBanner(Group):
    """A plate with a title, a sentence and at most three buttons; it swallows no finger beside its own buttons' places."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.plate = Plate(self, "panel", "red", 2)
        self.title = Text(size=F_TITLE, bold=True, least=0.65)
        self.text = Text(size=F_BODY, tone="muted", lines=2, least=0.8, valign="top")
        self.buttons: list[Pill] = []
        self.add_widget(self.title)
        self.add_widget(self.text)
        self.view: Banner | None = None

    def show(self, view: Banner) -> None:
        """Another fault."""
        if view == self.view:
            return
        self.view = view
        self.plate.paint("panel", view.tone, 2, halo=view.tone)
        self.title.set(view.title)
        self.text.set(view.text)
        refill(
            self,
            self.buttons,
            view.buttons,
            lambda: Pill(self._press, size_of_text=F_BODY),
            lambda pill, one: pill.show(one),
        )
        self.rearrange()

    def arrange(self) -> None:
        """Text left, buttons right."""
        right = self.width - dp(14)
        for pill in reversed(self.buttons):
            width = max(dp(96), pill.natural_width() - dp(8))
            right -= width
            self.put(pill, right, (self.height - S.touch) / 2, width, S.touch)
            right -= dp(8)
        room = right - dp(28)
        rows = 0 if not self.text.say else 1 if self.text.natural_width() <= room else 2
        words = (0, dp(20), dp(38))[rows]
        top = (self.height - dp(26) - words) / 2
        self.put(self.title, dp(20), top, room, dp(26))
        self.put(self.text, dp(20), top + dp(26), room, words)

    def on_touch_down(self, touch: Any) -> bool:
        """What lies under the plate is not pressed through it."""
        return bool(super().on_touch_down(touch)) or bool(self.collide_point(*touch.pos))
