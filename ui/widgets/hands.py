"""A hand on the felt: name, what is known of it, its cards, one small button."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_SMALL, F_TITLE
from ui.view.model import CardView, HandView
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Key, Press, Pressable
from ui.widgets.cards import RATIO, PlayingCard
from ui.widgets.names import put_name


class CardRow(Group):
    """Cards in a row, as large as fits; overlapping when there are too many. `align` is `left`, `right` or `center`."""

    def __init__(self, align: str = "left", most: float = 108, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.align, self.most = align, dp(most)
        self.cards: list[PlayingCard] = []
        self._seen = False  # cards that come later fly to their places
        self.gap = dp(5)

    def show(self, views: tuple[CardView, ...]) -> None:
        """Other cards; backs that become faces turn over one after another."""
        before, seen = len(self.cards), self._seen
        self._seen = True
        at = iter(range(len(views)))

        def show(card: PlayingCard, view: CardView) -> None:
            place = next(at)
            card.show(view, delay=0.06 * place, comes=seen and place >= before)

        refill(self, self.cards, views, PlayingCard, show)
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


class HandStrip(Pressable):
    """One seat's hand while it is scanned: the name line, the cards, and a small button beside them.

    Where there is no room for the button the whole strip is one and its words stand at the end of the name line.
    """

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.name = Text(size=F_BODY, bold=True, least=0.8)
        self.note = Text(size=F_BODY, least=0.7)
        self.hint = Text(size=F_SMALL, tone="muted", bold=True, align="right")
        self.row = CardRow()
        self.button: list[Key] = []
        for child in (self.name, self.note, self.hint, self.row):
            self.add_widget(child)
        self.view: HandView | None = None

    @property
    def wide(self) -> bool:
        """Whether the name stands beside the cards instead of above them."""
        return bool(self.width > dp(560))

    @property
    def narrow(self) -> bool:
        """Whether there is no room for a button beside the cards."""
        return bool(self.width < dp(300))

    def show(self, view: HandView) -> None:
        """Another view of the hand."""
        if view == self.view:
            return
        self.view = view
        self.name.set(view.seat)
        self.note.set(view.note, view.note_tone)
        self.row.show(view.cards)
        self.rearrange()

    def _place_button(self) -> None:
        button = self.view.button if self.view else None
        shown = (button,) if button and not self.narrow else ()
        refill(self, self.button, shown, lambda: Key(self._press, size_of_text=F_SMALL), lambda key, one: key.show(one))
        self.mean(button.act if button and self.narrow else None)
        self.hint.set(
            button.text if button and self.narrow else "", "gold" if button and button.kind == "primary" else "muted"
        )

    def arrange(self) -> None:
        """The name line above the cards; the button beside them."""
        self._place_button()
        if self.wide:
            self._arrange_wide()
            return
        line, side = dp(24), dp(74)
        self.name.resize(F_BODY)
        room = self.width - (0 if self.narrow else side + dp(8))
        hint = self.hint.natural_width() + dp(8) if self.hint.say else 0
        words = self.note.natural_width() * 0.8 + dp(4)  # a long name gives way to what is known of the hand
        name = min(self.name.natural_width() + dp(14), max(self.width * 0.22, self.width - hint - words))
        put_name(self, self.name, 0, 0, name - dp(7), line, dp(2))
        self.put(self.hint, self.width - hint, 0, hint, line)
        if name < self.name.natural_width() * 0.8 and self.height > dp(104):  # room for the note below the name
            self.put(self.name, 0, 0, self.width - hint - dp(4), line)
            self.put(self.note, 0, dp(21), self.width, dp(18))
            line += dp(16)
        else:
            self.put(self.note, name, 0, self.width - name - hint, line)
        self.put(self.row, 0, line + dp(4), room, self.height - line - dp(4))
        left = min(room + dp(8), self.row.used_width() + dp(10))
        for key in self.button:
            height = max(dp(48), min(dp(52), self.height - line - dp(8)))
            self.put(key, left, line + dp(4) + (self.height - line - dp(4) - height) / 2, side, height)

    def _arrange_wide(self) -> None:
        """Name and note at the left, then the cards, the button at the right end."""
        left, side = dp(220), dp(86)
        middle = self.height / 2
        self.put(self.name, 0, middle - dp(26), left - dp(10), dp(26))
        self.put(self.note, 0, middle, left - dp(10), dp(24))
        self.put(self.hint, 0, 0, 0, 0)
        self.name.resize(F_TITLE)
        self.put(self.row, left, 0, self.width - left - side - dp(12), self.height)
        for key in self.button:
            height = max(dp(48), min(dp(54), self.height))
            beside = left + self.row.used_width() + dp(20)
            self.put(key, min(beside, self.width - side), middle - height / 2, side, height)
