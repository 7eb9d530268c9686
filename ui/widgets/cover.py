"""What lies over the whole screen: darkness while it is dim or asleep, and the lock against children and cleaning cloths."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.words import N_, say
from ui.theme import F_BODY, F_TITLE
from ui.widgets.base import Group, Plate, Text

UNLOCK: Final = 1.5  # seconds that a finger must rest on the lock


class Cover(Group):
    """Nothing while the screen is awake and open. While it is locked every touch ends here; holding the plate opens it."""

    def __init__(self, unlock: Callable[[], None], **keywords: Any) -> None:
        super().__init__(**keywords)
        self._unlock = unlock
        self.locked = False
        self._holding: Any = None
        self.box = Group(opacity=0)
        self.plate = Plate(self.box, "raised", "gold", 2)
        self.title = Text(size=F_TITLE, bold=True, align="center")
        self.about = Text(size=F_BODY, tone="muted", align="center", least=0.7)
        self.box.add_widget(self.title)
        self.box.add_widget(self.about)
        with self.canvas.before:
            self._veil_color = Color(0, 0, 0, 0)
            self._veil = Rectangle(size=(0, 0))

    def show(self, darkness: float, locked: bool) -> None:
        """How dark it is, and whether the screen is locked."""
        self._veil_color.rgba = (0, 0, 0, max(darkness, 0.35 if locked else 0.0))
        self.locked = locked
        self.box.opacity = 1 if locked and darkness < 1 else 0
        self.have(self.box, bool(self.box.opacity))
        if locked:
            self.title.set(say(N_("Locked")))
            self._say()
        self.rearrange()

    def _say(self) -> None:
        held = self._holding is not None
        self.about.set(say(N_("Keep holding …") if held else N_("Hold here to unlock; cards are still read")))
        self.plate.paint("raised", "mint" if held else "gold", 2)

    def on_touch_down(self, touch: Any) -> bool:
        """Nothing below a locked cover is touched."""
        if not self.locked:
            return False
        if self.box.collide_point(*touch.pos) and self._holding is None:
            touch.grab(self)
            self._holding = Clock.schedule_once(self._open, UNLOCK)
            self._say()
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """The finger went too early."""
        if touch.grab_current is self:
            touch.ungrab(self)
            if self._holding is not None:
                self._holding.cancel()
                self._holding = None
                self._say()
        return self.locked

    def on_touch_move(self, touch: Any) -> bool:
        """A cloth moves nothing."""
        return self.locked

    def _open(self, _dt: float) -> None:
        self._holding = None
        self._unlock()

    def arrange(self) -> None:
        """The veil over everything, the plate in the middle."""
        self._veil.pos = self.pos
        self._veil.size = (
            self.size if self._veil_color.a else (0, 0)
        )  # what cannot be seen would be filled all the same
        width, height = min(dp(420), self.width - dp(40)), dp(96)
        self.put(self.box, (self.width - width) / 2, (self.height - height) / 2, width, height)
        self.box.put(self.title, dp(16), dp(16), width - dp(32), dp(32))
        self.box.put(self.about, dp(16), dp(52), width - dp(32), dp(26))
