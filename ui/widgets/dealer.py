"""The house of Casino War above all seats: shoe and limits, its cards or the chips, the night, the misdeal."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.theme import F_BODY, F_SMALL
from ui.view.casino_war_model import DealerView
from ui.widgets.base import Group, Plate, Text, refill, spaced, text_width
from ui.widgets.betting import ChipRail, HitArea
from ui.widgets.buttons import Pill, Press
from ui.widgets.hands import CardRow
from ui.widgets.seats import LampDot
from ui.widgets.war_seats import WIDE, WarCards


class DealerPanel(Group):
    """The house above all seats."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.plate = Plate(self, "panel", "line", 1)
        self.hit = HitArea(press)
        self.lamp = LampDot()
        self.title = Text(bold=True)
        self.lines = Text(size=F_SMALL, tone="muted", lines=3, least=0.75, valign="top")
        self.word = Text(bold=True, least=0.6)
        self.burned = CardRow(align="right", most=46)
        self.cards = WarCards()
        self.rail = ChipRail(press)
        self.house = Pill(press, size_of_text=F_BODY, lines=2)
        self.misdeal: list[Pill] = []
        self._press = press
        for child in (
            self.hit,
            self.lamp,
            self.title,
            self.lines,
            self.word,
            self.burned,
            self.cards,
            self.rail,
            self.house,
        ):
            self.add_widget(child)
        self.view: DealerView | None = None

    def show(self, view: DealerView) -> None:
        """Another moment of the house."""
        if view == self.view:
            return
        self.view = view
        self.plate.paint("raised" if view.lit else "panel", view.lit or "line", 2.2 if view.lit else 1)
        self.hit.mean(view.act)
        self.lamp.show(view.lamp)
        self.title.set(view.title)
        self.lines.set("\n".join(view.lines))
        self.word.set(spaced(view.word), view.word_tone)
        self.cards.show(view.cards)
        self.burned.show(view.burned)
        self.rail.show(view.chips_for, view.chips_hint, view.chips)
        if view.house:
            self.house.show(view.house)
        refill(
            self,
            self.misdeal,
            (view.misdeal,) if view.misdeal else (),
            lambda: Pill(self._press, size_of_text=F_BODY),
            lambda pill, one: pill.show(one),
        )
        self.rearrange()

    def arrange(self) -> None:
        """Words left, chips or cards in the middle, the house's night right."""
        width, height = self.width, self.height
        if self.view is None or width <= 1:
            return
        narrow = width < dp(WIDE)  # the chips stand in a row of their own below
        pad = dp(20)
        rail = (dp(82) if self.rail.chips else 0) if narrow else 0
        height -= rail
        scale = 1.0 if narrow else min(1.3, max(1.0, height / dp(110)))
        left = dp(206) * scale
        # Beside a turned prompt bar, and before burned cards, the words take what they need, so that the cards stand free.
        if width < dp(700) or self.view.burned:
            said = [text_width(line, F_SMALL * scale) for line in self.view.lines]
            heads = (self.title.natural_width() * scale, self.word.natural_width() * scale)
            left = max(dp(150), max(*heads, *said) + dp(32))
        self.title.resize(dp(18) * scale)
        self.word.resize(dp(21) * scale)
        self.lines.resize(F_SMALL * scale)
        title, word = dp(24) * scale, dp(28) * scale
        lines = dp(18) * scale * len(self.view.lines)
        total = title + lines + (word if self.word.say else 0)
        top = max(dp(4), (height - total) / 2)
        self.put(self.lamp, pad - dp(1), top + (title - dp(13)) / 2, dp(13), dp(13))
        self.put(self.title, pad + dp(19), top, left - dp(19), title)
        self.put(self.lines, pad, top + title, left, lines)
        self.put(self.word, pad, top + title + lines, left, word if self.word.say else 0)
        house = dp(112)
        right = width - dp(14)
        self.put(self.house, right - house, (height - dp(50)) / 2, house, dp(50))
        right -= house + dp(14)
        start = pad + left + dp(8)
        if rail:
            self.put(self.rail, dp(12), height - dp(4), width - dp(24), rail)
        else:
            self.put(self.rail, start, dp(6), right - start, height - dp(12))
        tall = min(height - dp(16), dp(124))
        room = WarCards.width_for(tall)
        self.put(self.cards, right - room, (height - tall) / 2, room, tall)
        back = min(height - dp(30), dp(60))
        for pill in self.misdeal:
            wide = min(dp(132), max(dp(96), pill.natural_width() - dp(8)))
            if start - dp(20) + wide > right - room and height >= dp(118):  # below the house's key, free of the cards
                self.put(self.house, width - dp(14) - house, height / 2 - dp(53), house, dp(50))
                self.put(pill, width - dp(14) - house, height / 2 + dp(5), house, dp(48))
                continue
            self.put(pill, start - dp(20), (height - dp(48)) / 2, wide, dp(48))
            start += wide - dp(8)
        self.put(self.burned, start, (height - back) / 2, right - room - dp(16) - start, back)
        self.put(self.hit, start, 0, right + dp(6) - start, height)
