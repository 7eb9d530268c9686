"""Things to press: pills, keys and the row of them; each knows when its meaning changed and does not listen for a moment."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.clock import Clock
from kivy.metrics import dp
from kivy.uix.behaviors import ButtonBehavior

from ui.theme import F_BUTTON, LOCK, S
from ui.view.model import Act, Button
from ui.widgets.base import Group, Plate, Text

Press = Callable[[Act], None]

HOLD: Final = 0.5  # seconds until a press is a long one
_BOUNCE = 0.08  # seconds: one finger seen twice


class Pressable(ButtonBehavior, Group):
    """A target that does one act. After its act changes it ignores fingers for `LOCK.seconds` (features.md, 11)."""

    target = True  # the geometry test measures every target

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self._act: Act | None = None
        self._hold: Act | None = None
        self._holding: Any = None
        self._held = False
        self._changed = 0.0
        self._pressed = 0.0
        self.always_release = False

    @property
    def act(self) -> Act | None:
        """What a press does; None: it does not listen."""
        return self._act

    def mean(self, act: Act | None) -> None:
        """Give it another meaning."""
        if act != self._act:
            self._act = act
            self._changed = Clock.time()

    @property
    def held_act(self) -> Act | None:
        """What a long press does, where it does something else."""
        return self._hold

    def mean_held(self, act: Act | None) -> None:
        """Give a long press another meaning."""
        self._hold = act

    def on_touch_down(self, touch: Any) -> bool:
        """What stands on it is pressed first; then ignore what comes too soon after a change, and a finger seen twice."""
        if any(child.dispatch("on_touch_down", touch) for child in self.children[:]):
            return True
        if (self._act is None and self._hold is None) or self.opacity == 0 or not self.collide_point(*touch.pos):
            return False
        now = Clock.time()
        if now - self._changed < LOCK.seconds or now - self._pressed < _BOUNCE:
            return True
        self._pressed = now
        self._held = False
        if self._hold is not None:
            self._holding = Clock.schedule_once(self._hold_on, HOLD)
        return bool(super().on_touch_down(touch))

    def on_touch_up(self, touch: Any) -> bool:
        """The finger goes before it was a long press."""
        if touch.grab_current is self and self._holding is not None:
            self._holding.cancel()
            self._holding = None
        return bool(super().on_touch_up(touch))

    def _hold_on(self, _dt: float) -> None:
        """A long press: the release that follows means nothing."""
        self._holding = None
        if self._hold is not None and self.state == "down":
            self._held = True
            self._press(self._hold)

    def on_release(self) -> None:
        """Do the act."""
        if self._act is not None and not self._held:
            self._press(self._act)


class Pill(Pressable):
    """A rounded button: gold for the next step, raised for others, only outlined where it is quiet."""

    LOOKS = {  # noqa: RUF012  a constant table
        "primary": ("gold", "gold", "ink"),
        "plain": ("raised", "line", "ivory"),
        "quiet": ("felt", "line", "muted"),
        "danger": ("felt", "red", "red"),
    }

    def __init__(
        self, press: Press, view: Button | None = None, size_of_text: float = F_BUTTON, lines: int = 1, **keywords: Any
    ) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "raised", "line", 1.2, radius=dp(999))
        self.text = Text(align="center", bold=True, size=size_of_text, lines=lines)
        self.add_widget(self.text)
        self.view: Button | None = None
        if view:
            self.show(view)
        self.bind(state=lambda *_: self._paint())

    def show(self, view: Button) -> None:
        """Draw another button."""
        if view != self.view:
            self.view = view
            self.mean(view.act if view.enabled else None)
            self.text.set(view.text)
            self._paint()

    def _paint(self) -> None:
        if self.view is None:
            return
        fill, edge, tone = self.LOOKS[self.view.kind]
        down = self.state == "down"
        if down:
            fill = {"gold": "gold", "raised": "line", "felt": "raised"}[fill]
        self.plate.paint(
            fill, edge, 1.2, alpha=0.35 if not self.view.enabled else 0.8 if down and fill == "gold" else 1
        )
        self.text.set(self.text.say, tone if self.view.enabled or self.view.kind == "primary" else "faint")

    def natural_width(self) -> float:
        """Width that shows the whole text."""
        return float(max(dp(88), self.text.natural_width() + dp(40)))

    def arrange(self) -> None:
        """The text fills the pill between its round ends."""
        inset = min(dp(14), self.width * 0.12)
        self.put(self.text, inset, 0, self.width - 2 * inset, self.height)


class Key(Pill):
    """A square-cornered key of a pad or a grid."""

    def __init__(
        self, press: Press, view: Button | None = None, size_of_text: float = F_BUTTON, **keywords: Any
    ) -> None:
        super().__init__(press, view, size_of_text, **keywords)
        self.plate.radius = dp(10)

    def arrange(self) -> None:
        """The text fills the key."""
        self.put(self.text, dp(3), 0, self.width - dp(6), self.height)


def button_height() -> float:
    """Height of a pill in pixels."""
    return float(S.button)
