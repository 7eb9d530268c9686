"""Numbers by finger: a stepper with a confirm button, keys for a few numbers, a pad for many."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.metrics import dp

from companion.rules.game import Corrected, Given
from ui.theme import F_BODY, F_TITLE, S
from ui.view.model import Button, CloseSheet, NumberAsk, Submit
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Key, Pill, Press


def answers(ask: NumberAsk) -> tuple[int, ...]:
    """All numbers that may be given."""
    return tuple(range(ask.low, ask.high + 1, max(1, ask.step)))


def answer(ask: NumberAsk, number: int) -> Submit:
    """The act that gives the number."""
    if ask.field:
        return Submit(Corrected(ask.seat, ask.field, number))
    return Submit(Given(ask.seat, ask.purpose, number), ask.standing)


class NumberKeys(Group):
    """One key for each possible number (at most twelve): one tap answers. `columns` 0 puts all in one row."""

    def __init__(self, press: Press, columns: int = 0, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.columns = columns
        self.keys: list[Key] = []

    def show(self, ask: NumberAsk) -> None:
        """Ask this number."""
        buttons = [
            Button(str(number), answer(ask, number), "primary" if number == ask.default and ask.default else "plain")
            for number in answers(ask)
        ]
        refill(self, self.keys, buttons, lambda: Key(self._press, size_of_text=dp(24)), lambda key, one: key.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """A grid of equal keys."""
        count = len(self.keys)
        if not count:
            return
        columns = self.columns or count
        rows = -(-count // columns)
        gap = dp(6)
        width = (self.width - gap * (columns - 1)) / columns
        height = (self.height - gap * (rows - 1)) / rows
        for at, key in enumerate(self.keys):
            row, column = divmod(at, columns)
            self.put(key, column * (width + gap), row * (height + gap), width, height)


class Stepper(Group):
    """Minus, the number, plus, and the button that gives it; a tap on the number opens the pad."""

    def __init__(self, press: Press, ask_pad: Callable[[NumberAsk], None] | None = None, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self._ask_pad = ask_pad
        self.ask: NumberAsk | None = None
        self.number = 0
        self.minus = Key(self._step, Button("−", CloseSheet()), size_of_text=dp(26))
        self.plus = Key(self._step, Button("+", CloseSheet()), size_of_text=dp(26))
        self.value = Key(self._pad, size_of_text=dp(26))
        self.give = Pill(press)
        self._steps = {self.minus: -1, self.plus: 1}
        self.minus.bind(on_release=lambda *_: self._move(-1))
        self.plus.bind(on_release=lambda *_: self._move(1))
        for child in (self.minus, self.value, self.plus, self.give):
            self.add_widget(child)

    def show(self, ask: NumberAsk) -> None:
        """Ask this number; a number being set is kept while the question stays the same."""
        if ask != self.ask:
            self.ask = ask
            self.number = ask.default
            self._say()

    def set(self, number: int) -> None:
        """Set the number, within its bounds and on its step."""
        if self.ask:
            low, high, step = self.ask.low, self.ask.high, max(1, self.ask.step)
            self.number = min(high, max(low, low + (number - low) // step * step))
            self._say()

    def _move(self, by: int) -> None:
        if self.ask:
            self.set(self.number + by * max(1, self.ask.step))

    def _step(self, _act: object) -> None:
        """Minus and plus act on release by themselves."""

    def _pad(self, _act: object) -> None:
        if self._ask_pad and self.ask:
            self._ask_pad(self.ask)

    def _say(self) -> None:
        if self.ask:
            self.value.show(Button(str(self.number), CloseSheet(), "plain"))
            self.give.show(Button(self.ask.done or "OK", answer(self.ask, self.number), "primary"))

    def arrange(self) -> None:
        """Four parts in a row."""
        gap, side = dp(8), max(dp(52), min(self.height, dp(64)))
        give = max(dp(120), self.give.natural_width())
        value = min(dp(150), max(dp(64), self.width - give - 2 * side - 3 * gap))
        top = (self.height - side) / 2
        self.put(self.minus, 0, top, side, side)
        self.put(self.value, side + gap, top, value, side)
        self.put(self.plus, side + 2 * gap + value, top, side, side)
        self.put(self.give, 2 * side + 3 * gap + value, top, give, side)


class NumberPad(Group):
    """A sheet with digits for one number: what is typed must lie within the bounds before it can be given."""

    KEYS = ("7", "8", "9", "4", "5", "6", "1", "2", "3", "⌫", "0", "")

    def __init__(self, press: Press, close: Callable[[], None], **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press, self._close = press, close
        self.ask: NumberAsk | None = None
        self.typed = ""
        self.title = Text(size=F_TITLE, bold=True, lines=2)
        self.bounds = Text(size=F_BODY, tone="muted", lines=2)
        self.shown = Text(size=dp(48), bold=True)
        self.give = Pill(self._give)
        self.cancel = Pill(lambda _act: close())
        self.keys: list[Key] = []
        for letter in self.KEYS:
            if letter:
                key = Key(lambda _act: None, Button(letter, CloseSheet()), size_of_text=dp(24))
                key.bind(on_release=lambda _key, letter=letter: self.type(letter))
                self.keys.append(key)
                self.add_widget(key)
        for child in (self.title, self.bounds, self.shown, self.give, self.cancel):
            self.add_widget(child)

    def show(self, ask: NumberAsk, cancel: str, bounds: str) -> None:
        """Ask this number; `cancel` and `bounds` are finished words."""
        self.ask, self.typed = ask, ""
        self.title.set(ask.title)
        self.bounds.set(bounds)
        self.cancel.show(Button(cancel, CloseSheet(), "quiet"))
        self._say()

    def type(self, letter: str) -> None:
        """One key."""
        self.typed = self.typed[:-1] if letter == "⌫" else (self.typed + letter).lstrip("0")[:6] or "0"
        self._say()

    def number(self) -> int | None:
        """What is typed, None while it may not be given."""
        if not self.ask or not self.typed:
            return None
        number = int(self.typed)
        fits = self.ask.low <= number <= self.ask.high and (number - self.ask.low) % max(1, self.ask.step) == 0
        return number if fits else None

    def _say(self) -> None:
        if self.ask is None:
            return
        number = self.number()
        self.shown.set(self.typed or "–", "ivory" if number is not None or not self.typed else "red")
        done = self.ask.done or "OK"
        act = answer(self.ask, number if number is not None else self.ask.default)
        self.give.show(Button(done, act, "primary", enabled=number is not None))

    def _give(self, act: Any) -> None:
        self._press(act)
        self._close()

    def arrange(self) -> None:
        """Words left, digits right; where it is deep they stand below each other."""
        gap = dp(6)
        if self.height > self.width * 0.7:
            self._arrange_deep(gap)
            return
        pad = min(dp(330), self.width * 0.5)
        left = self.width - pad
        width, height = (pad - 2 * gap) / 3, (self.height - 3 * gap) / 4
        for at, key in enumerate(self.keys):
            row, column = divmod(at, 3)
            self.put(key, left + column * (width + gap), row * (height + gap), width, height)
        room = left - dp(20)
        self.put(self.title, 0, 0, room, dp(50))
        self.put(self.bounds, 0, dp(50), room, dp(24))
        self.put(self.shown, 0, dp(80), room, dp(60))
        self.put(self.cancel, 0, self.height - dp(52), min(dp(130), room / 2 - dp(5)), dp(52))
        self.put(
            self.give, min(dp(140), room / 2 + dp(5)), self.height - dp(52), min(dp(170), room / 2 - dp(5)), dp(52)
        )

    def _arrange_deep(self, gap: float) -> None:
        """Words, digits, buttons from top to bottom."""
        half = (self.width - gap) / 2
        self.put(self.title, 0, 0, half, dp(50))
        self.put(self.bounds, 0, dp(50), half, dp(40))
        self.put(self.shown, half + dp(20), dp(12), half - dp(20), dp(66))
        top = dp(96)
        foot = self.height - S.touch
        width, height = (self.width - 2 * gap) / 3, min(dp(64), (foot - top - 4 * gap) / 4)
        for at, key in enumerate(self.keys):
            row, column = divmod(at, 3)
            self.put(key, column * (width + gap), top + row * (height + gap), width, height)
        self.put(self.cancel, 0, foot, half, S.touch)
        self.put(self.give, half + gap, foot, half, S.touch)
