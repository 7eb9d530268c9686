"""Any game from its prompts alone: tabs of who is asked, the question in focus, its options, number or touches."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_TITLE
from ui.view.model import Button, ChoiceItem, GenericStage
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Key, Pill
from ui.widgets.hands import CardRow
from ui.widgets.numbers import NumberKeys, Stepper, answers
from ui.widgets.scroll import Scroll


class OptionGrid(Group):
    """All options of a choice as keys, in as many columns as their words allow."""

    def __init__(self, press: Any, **keywords: Any) -> None:
        super().__init__(size_hint=(1, None), **keywords)
        self._press = press
        self.keys: list[Key] = []

    def show(self, options: tuple[ChoiceItem, ...]) -> None:
        """Other options."""
        buttons = [Button(one.text, one.act, "primary" if one.proposed else "plain", one.enabled) for one in options]
        refill(self, self.keys, buttons, lambda: Key(self._press, size_of_text=F_BODY), lambda key, one: key.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """Equal keys of touchable height."""
        if not self.keys:
            return
        widest = max(key.text.natural_width() for key in self.keys) + dp(28)
        columns = int(max(1, min(len(self.keys), 8, self.width // max(dp(64), widest))))
        gap, tall = dp(8), dp(52)
        rows = -(-len(self.keys) // columns)
        width = min(dp(240), (self.width - gap * (columns - 1)) / columns)
        self.height = rows * tall + (rows - 1) * gap
        for at, key in enumerate(self.keys):
            row, column = divmod(at, columns)
            self.put(key, column * (width + gap), row * (tall + gap), width, tall)


@stage(GenericStage)
class GenericWidget(StageWidget):
    """Tabs above, the question below."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.tabs: list[Pill] = []
        self.title = Text(size=F_TITLE, bold=True, lines=2, least=0.7)
        self.row = CardRow(most=56)
        self.options = OptionGrid(self.press)
        self.scroll = Scroll()
        self.scroll.add_widget(self.options)
        self.keys = NumberKeys(self.press)
        self.stepper = Stepper(self.press, self.ask_pad)
        self.button: list[Pill] = []
        self.lines = Text(size=F_BODY, tone="muted", lines=6, valign="top")
        for child in (self.title, self.row, self.lines):
            self.add_widget(child)
        self.view: GenericStage | None = None

    def show(self, view: GenericStage) -> None:
        """Other prompts."""
        self.view = view
        refill(
            self, self.tabs, view.tabs, lambda: Pill(self.press, size_of_text=F_BODY), lambda tab, one: tab.show(one)
        )
        ask = view.ask
        self.title.set(ask.title if ask else "", ask.tone if ask else "ivory")
        self.row.show(ask.cards if ask else ())
        few = bool(ask and ask.number and len(answers(ask.number)) <= 12)
        wanted: dict[Any, bool] = {
            self.scroll: bool(ask and ask.options),
            self.keys: bool(ask and ask.number) and few,
            self.stepper: bool(ask and ask.number) and not few,
        }
        for widget, here in wanted.items():
            self.have(widget, here)
        if ask and ask.options:
            self.options.show(ask.options)
        if ask and ask.number:
            (self.keys if few else self.stepper).show(ask.number)
        refill(
            self,
            self.button,
            (ask.button,) if ask and ask.button else (),
            lambda: Pill(self.press),
            lambda pill, one: pill.show(one),
        )
        self.lines.set("\n".join(view.lines))
        self.rearrange()

    def arrange(self) -> None:
        """From the top: tabs, title, cards, what can be answered."""
        x, y, width, height = self.inner()
        bottom = y + height
        if len(self.tabs) > 0:
            gap = dp(8)
            each = min(dp(170), (width - gap * (len(self.tabs) - 1)) / len(self.tabs))
            for at, tab in enumerate(self.tabs):
                self.put(tab, x + at * (each + gap), y - dp(2), each, dp(48))
            y += dp(54)
        cards = dp(78) if self.row.cards else 0
        title = dp(30) if self.title.natural_width() <= width else dp(50)
        self.put(self.title, x, y, width, title)
        y += title + dp(6)
        if cards:
            self.put(self.row, x, y, width, cards)
            y += cards + dp(6)
        room = max(dp(52), bottom - y)
        self.options.width = width
        self.options.arrange()
        options = min(room, self.options.height + dp(4)) if self.scroll.parent is not None else 0
        self.put(self.scroll, x, y, width, options)
        y += options + dp(6) if options else 0
        self.put(self.keys, x, y + dp(4), min(width, len(self.keys.keys) * dp(80)), min(dp(64), room))
        self.put(self.stepper, x, y + dp(4), width, min(dp(64), room))
        if self.keys.parent is not None or self.stepper.parent is not None:
            y += dp(74)
        for pill in self.button:
            self.put(pill, x, y + dp(4), max(dp(160), pill.natural_width()), dp(52))
            y += dp(64)
        self.put(self.lines, x, y, width, max(0, bottom - y))
