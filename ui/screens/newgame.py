"""A new game: places in table order, names to tap; and the keyboard for a new name."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from companion.words import N_, say
from ui.theme import F_BODY, F_HEAD, F_TITLE, S
from ui.view.model import Button, KeyboardView, NewGameView, Put, SlotView
from ui.widgets.bar import PromptBar
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Key, Pill, Press, Pressable
from ui.widgets.keyboard import Keyboard
from ui.widgets.names import put_name


class Slot(Pressable):
    """A place at the table; pressing it names who sits there."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "panel", "line", 1)
        self.number = Text(size=dp(26), tone="muted", bold=True, align="center")
        self.name = Text(size=dp(21), bold=True)
        self.about = Text(size=F_BODY, tone="muted")
        self.remove: list[Key] = []
        for child in (self.number, self.name, self.about):
            self.add_widget(child)

    def show(self, view: SlotView) -> None:
        """Another place."""
        self.number.set("+" if not view.name else str(view.number), "gold" if not view.name else "muted")
        self.name.set(view.name)
        self.about.set(view.about)
        self.mean(view.act)
        self.plate.paint("panel" if view.name else "background", "line", 1)
        removes = (Button("×", view.remove, "quiet"),) if view.remove else ()
        refill(
            self, self.remove, removes, lambda: Key(self._press, size_of_text=dp(24)), lambda key, one: key.show(one)
        )
        self.rearrange()

    def arrange(self) -> None:
        """Number, name, the key that frees the place."""
        middle = self.height / 2
        room = self.width - dp(52) - (dp(58) if self.remove else dp(10))
        self.put(self.number, dp(6), middle - dp(20), dp(42), dp(40))
        put_name(self, self.name, dp(52), middle - dp(16), room, dp(32), dp(2))
        self.put(self.about, dp(52), middle - dp(12), room, dp(24))
        for key in self.remove:
            self.put(key, self.width - dp(56), middle - dp(24), dp(48), dp(48))


class NewGameScreen(Group):
    """Draws `NewGameView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.title = Text(size=F_HEAD, bold=True, least=0.6)
        self.about = Text(size=F_BODY, tone="muted", least=0.75)
        self.rules: list[Pill] = []
        self.variants: list[Pill] = []
        self.slots: list[Slot] = []
        self.names: list[Pill] = []
        self.before = Text(size=F_BODY, tone="muted", least=0.75)
        self.bar = PromptBar(press)
        for child in (self.title, self.about, self.bar):
            self.add_widget(child)

    def show(self, view: NewGameView) -> None:
        """Another draft."""
        self.title.set(view.title)
        self.about.set(view.about)
        rules = (view.rules,) if view.rules else ()
        refill(self, self.rules, rules, self._pill, lambda pill, one: pill.show(one))
        refill(self, self.variants, view.variants, self._pill, lambda pill, one: pill.show(one))
        refill(self, self.slots, view.slots, lambda: Slot(self.press), lambda slot, one: slot.show(one))
        refill(self, self.names, view.names, self._pill, lambda pill, one: pill.show(one))
        self.before.set(say(N_("Have played here: a tap sits them down")))
        self.bar.show(view.bar)
        self.rearrange()

    def _pill(self) -> Pill:
        return Pill(self.press, size_of_text=F_BODY)

    def arrange(self) -> None:
        """Head, variants, places in two rows of three, names to tap."""
        inner = self.width - 2 * S.margin
        right = self.width - S.margin
        for pill in self.rules:
            wide = pill.natural_width()
            self.put(pill, right - wide, dp(24), wide, S.touch)
            right -= wide + dp(12)
        self.put(self.title, dp(36), dp(18), right - dp(48), dp(42))
        self.put(self.about, dp(36), dp(60), right - dp(48), dp(22))
        top = dp(98)
        gap = dp(10)
        if self.variants:
            wide = (inner - gap * (len(self.variants) - 1)) / len(self.variants)
            for at, pill in enumerate(self.variants):
                self.put(pill, S.margin + at * (wide + gap), top, wide, S.touch)
            top += S.touch + dp(12)
        columns = 3
        width = (inner - gap * (columns - 1)) / columns
        rows = max(1, -(-len(self.slots) // columns))
        names = (dp(56) if self.names else 0) + dp(8)
        room = self.height - S.bar - names - top - dp(8)
        height = min(dp(92), (room - gap * (rows - 1)) / rows)
        for at, slot in enumerate(self.slots):
            row, column = divmod(at, columns)
            self.put(slot, S.margin + column * (width + gap), top + row * (height + gap), width, height)
        line = min(top + rows * (height + gap) + dp(34), self.height - S.bar - dp(60))
        self.put(self.before, dp(36), line - dp(28), inner - dp(40), dp(22))
        roomy = bool(self.names) and line - dp(30) >= top + rows * (height + gap) - gap
        self.have(self.before, roomy)
        left = S.margin
        for pill in self.names:
            wide = pill.natural_width()
            if left + wide > self.width - S.margin:
                self.put(pill, left, line, 0, 0)
                pill.opacity = 0
                continue
            pill.opacity = 1
            self.put(pill, left, line, wide, S.touch)
            left += wide + dp(8)
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)


class KeyboardScreen(Group):
    """Draws `KeyboardView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.field = Group()
        self.plate = Plate(self.field, "felt", "gold", 1.6)
        self.text = Text(size=dp(28), bold=True, least=0.5)
        self.hint = Text(size=F_TITLE, tone="faint")
        self.names: list[Pill] = []
        self.keyboard = Keyboard(lambda text: press(Put("text", "", text)))
        self.bar = PromptBar(press)
        for child in (self.field, self.text, self.hint, self.keyboard, self.bar):
            self.add_widget(child)

    def show(self, view: KeyboardView) -> None:
        """Another text."""
        self.text.set(view.text)
        self.hint.set("" if view.text else view.title)
        self.keyboard.show(view.text)
        refill(
            self,
            self.names,
            view.names,
            lambda: Pill(self.press, size_of_text=F_BODY),
            lambda pill, one: pill.show(one),
        )
        self.bar.show(view.bar)
        self.rearrange()

    def arrange(self) -> None:
        """The field, remembered names, the keys."""
        inner = self.width - 2 * S.margin
        self.put(self.field, S.margin, dp(14), inner, dp(56))
        self.put(self.text, S.margin + dp(18), dp(16), inner - dp(36), dp(52))
        self.put(self.hint, S.margin + dp(18), dp(16), inner - dp(36), dp(52))
        left = S.margin
        for pill in self.names:
            wide = pill.natural_width()
            shown = left + wide <= self.width - S.margin
            pill.opacity = 1 if shown else 0
            self.put(pill, left, dp(80), wide if shown else 0, S.touch if shown else 0)
            left += wide + dp(8)
        top = dp(138)
        self.put(self.keyboard, S.margin, top, inner, self.height - S.bar - dp(10) - top)
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
