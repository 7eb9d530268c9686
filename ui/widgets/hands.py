"""A hand on the felt: name, what is known of it, its cards, one small button."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_SMALL
from ui.view.model import CardView, HandView
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Key, Press
from ui.widgets.cards import RATIO, PlayingCard


class CardRow(Group):
    """Cards in a row, as large as fits; overlapping when there are too many. `align` is `left`, `right` or `center`."""

    def __init__(self, align: str = "left", most: float = 108, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.align, self.most = align, dp(most)
        self.cards: list[PlayingCard] = []
        self.gap = dp(5)

    def show(self, views: tuple[CardView, ...]) -> None:
        """Other cards; backs that become faces turn over one after another."""
        before = len(self.cards)
        at = iter(range(len(views)))
        refill(self, self.cards, views, PlayingCard, lambda card, view: card.show(view, delay=0.06 * next(at)))
        if len(self.cards) != before:
            self.rearrange()

    def card_width(self) -> float:
        """Width of one card for the present size."""
        count = max(1, len(self.cards))
        by_height = self.height / RATIO
        by_width = (self.width - self.gap * (count - 1)) / count
        if by_width < dp(30):  # too narrow to read: overlap
            by_width = max(by_width, dp(44))
        return float(min(self.most, by_height, by_width))

    def used_width(self) -> float:
        """Width that the cards really take."""
        count = len(self.cards)
        return float(count * self.card_width() + max(0, count - 1) * self.gap) if count else 0.0

    def arrange(self) -> None:
        """Place all cards."""
        count = len(self.cards)
        if not count:
            return
        width = self.card_width()
        step = width + self.gap
        if count > 1 and (count - 1) * step + width > self.width:
            step = (self.width - width) / (count - 1)
        used = (count - 1) * step + width
        left = {"left": 0.0, "right": self.width - used, "center": (self.width - used) / 2}[self.align]
        for at, card in enumerate(self.cards):
            self.put(
                card, round(left + at * step), (self.height - width * RATIO) / 2, round(width), round(width * RATIO)
            )


class HandStrip(Group):
    """One seat's hand while it is scanned: the name line, the cards, a small button at the right."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.name = Text(size=F_BODY, bold=True, least=0.8)
        self.note = Text(size=F_BODY, least=0.7)
        self.row = CardRow()
        self.button: list[Key] = []
        for child in (self.name, self.note, self.row):
            self.add_widget(child)
        self.view: HandView | None = None

    def show(self, view: HandView) -> None:
        """Another view of the hand."""
        if view == self.view:
            return
        self.view = view
        self.name.set(view.seat)
        self.note.set(view.note, view.note_tone)
        self.row.show(view.cards)
        refill(
            self,
            self.button,
            (view.button,) if view.button else (),
            lambda: Key(self._press, size_of_text=F_SMALL),
            lambda key, one: key.show(one),
        )
        self.rearrange()

    def arrange(self) -> None:
        """The name line above the cards; the button beside them."""
        line = dp(24)
        side = dp(48) if self.width < dp(300) else dp(74)
        room = self.width - side - dp(8)
        name = min(self.name.natural_width() + dp(14), self.width * 0.55)
        self.put(self.name, 0, 0, name, line)
        self.put(self.note, name, 0, self.width - name, line)
        self.put(self.row, 0, line + dp(4), room, self.height - line - dp(4))
        used = self.row.used_width()
        left = min(room + dp(8), used + dp(10)) if used else 0.0
        for key in self.button:
            height = max(dp(48), min(dp(52), self.height - line - dp(8)))
            self.put(key, left, line + dp(4) + (self.height - line - dp(4) - height) / 2, side, height)
