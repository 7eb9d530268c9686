"""All uses of the played card of Cassino in a list, two beside each other."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_TITLE
from ui.view.cassino_model import UsesStage
from ui.view.model import Button, ChoiceItem
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Key
from ui.widgets.cards import PlayingCard
from ui.widgets.scroll import Scroll

ONE_COLUMN = 440.0  # dp: a list so narrow has one column


class UseList(Group):
    """Keys in two columns, each on up to two lines."""

    def __init__(self, press: Any, **keywords: Any) -> None:
        super().__init__(size_hint=(1, None), **keywords)
        self._press = press
        self.keys: list[Key] = []

    def show(self, options: tuple[ChoiceItem, ...]) -> None:
        """Other uses."""
        buttons = [Button(one.text, one.act, "primary" if one.proposed else "plain") for one in options]
        refill(self, self.keys, buttons, lambda: _key(self._press), lambda key, one: key.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """Rows from the top."""
        gap, tall = dp(8), dp(54)
        columns = 2 if self.width > dp(ONE_COLUMN) else 1
        width = (self.width - dp(8) - gap * (columns - 1)) / columns
        self.height = -(-len(self.keys) // columns) * (tall + gap)
        for at, key in enumerate(self.keys):
            row, column = divmod(at, columns)
            self.put(key, column * (width + gap), row * (tall + gap), width, tall)


def _key(press: Any) -> Key:
    key = Key(press, size_of_text=F_BODY)
    key.text.split(2)
    return key


@stage(UsesStage)
class UsesWidget(StageWidget):
    """The card, the question, the list."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.card = PlayingCard()
        self.title = Text(size=F_TITLE, bold=True, lines=2, least=0.7)
        self.list = UseList(self.press)
        self.scroll = Scroll()
        self.scroll.add_widget(self.list)
        for child in (self.card, self.title, self.scroll):
            self.add_widget(child)
        self.view: UsesStage | None = None

    def show(self, view: UsesStage) -> None:
        """Other uses."""
        if view == self.view:
            return
        self.view = view
        self.card.show(view.card, moving=False)
        self.title.set(view.title)
        self.list.show(view.options)
        self.scroll.scroll_y = 1
        self.rearrange()

    def arrange(self) -> None:
        """The card left of the list, the title above."""
        x, y, width, height = self.inner()
        self.put(self.title, x, y - dp(2), width, dp(28))
        side = dp(64)
        self.put(self.card, x, y + dp(38), side, side * 1.38)
        left = side + dp(18)
        self.put(self.scroll, x + left, y + dp(34), width - left, height - dp(34))
        self.list.width = width - left
        self.list.arrange()
