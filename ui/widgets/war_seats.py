"""The panels of Casino War: a row or a half row a player, wide enough to read what is won from two metres; the house is in dealer.py."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp
from kivy.properties import NumericProperty

from ui.theme import COUNT, F_BODY, F_SMALL, F_TINY, MOTION
from ui.view.casino_war_model import WarSeat
from ui.view.casino_war_sheets import signed
from ui.view.model import CardView
from ui.widgets import motion
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.betting import BetCircle, HitArea
from ui.widgets.buttons import Pill, Press
from ui.widgets.cards import RATIO, PlayingCard
from ui.widgets.names import put_name
from ui.widgets.seats import LampDot

WIDE: Final = 560.0  # dp: below it a seat has half the table's width


def amount(text: str) -> int:
    """The number that a text like `+60` or `−1 000` says; 0 where it says none.

    >>> amount("−10"), amount("+1\u2009000"), amount("")
    (-10, 1000, 0)
    """
    digits = "".join(letter for letter in text if letter.isdigit())
    return int(digits or 0) * (-1 if text.startswith("−") else 1)


class WarCards(Group):
    """One card, and after an arrow the card of the war; the first keeps its place."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.cards: list[PlayingCard] = []
        self.arrow = Text("›", size=dp(24), tone="muted", bold=True, align="center")
        self.add_widget(self.arrow)

    def show(self, views: tuple[CardView, ...]) -> None:
        """Other cards."""
        refill(self, self.cards, views, PlayingCard, lambda card, view: card.show(view))
        self.rearrange()

    @staticmethod
    def between(height: float) -> float:
        """Room for the arrow between cards of this height, free of their rings."""
        return float(max(dp(18), height * 0.21))

    @staticmethod
    def width_for(height: float) -> float:
        """What two cards of this height take."""
        return float(2 * round(height / RATIO) + WarCards.between(height))

    def arrange(self) -> None:
        """From the left."""
        between = self.between(self.height)
        wide = round(min(self.height / RATIO, (self.width - between) / 2))
        tall = round(wide * RATIO)
        top = (self.height - tall) / 2
        for at, card in enumerate(self.cards):
            self.put(card, at * (wide + between), top, wide, tall)
        self.arrow.opacity = 1 if len(self.cards) > 1 else 0
        self.put(self.arrow, wide, top, between, tall)


class HandOver(Group):
    """The chips that go back to a player: a number in a frame of its own, so that nobody takes it for what was won."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(opacity=0, **keywords)
        self.plate = Plate(self, "felt", "mint", 1.4, radius=dp(9))
        self.word = Text(size=F_TINY, tone="muted", align="center", least=0.7)
        self.number = Text(size=dp(22), tone="mint", bold=True, align="center", least=0.55)
        self.add_widget(self.word)
        self.add_widget(self.number)

    def show(self, word: str, number: str) -> None:
        """Another sum; empty: nothing goes back."""
        self.opacity = 1 if number else 0
        self.word.set(word if number else "")
        self.number.set(number)
        self.rearrange()

    def arrange(self) -> None:
        """The word over the number, beside it where it is low."""
        if self.height < dp(40):
            room = self.width * 0.58
            self.put(self.word, dp(6), 0, room - dp(8), self.height)
            self.put(self.number, room, 0, self.width - room - dp(6), self.height)
            self.number.resize(dp(17))
            return
        self.number.resize(dp(19) if self.height < dp(46) else dp(22))
        line = dp(14) if self.height < dp(46) else dp(19)
        self.put(self.word, dp(4), dp(2), self.width - dp(8), line)
        self.put(self.number, dp(4), line + dp(1), self.width - dp(8), self.height - line - dp(4))


class WarSeatPanel(Group):
    """One player: who, with what bank; the circles; the cards; how it stands, or what was won and what is handed over."""

    counted = NumericProperty(0.0)

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.plate = Plate(self, "felt", "line", 1)
        self.hit = HitArea(press)
        self.lamp = LampDot()
        self.name = Text(bold=True, least=0.72)
        self.bank = Text(tone="muted", least=0.72)
        self.night = Text(least=0.72)
        self.bets = Text(size=F_SMALL, tone="ivory", least=0.7)
        self.cards = WarCards()
        self.word = Text(bold=True, align="right", lines=2, least=0.6)
        self.net = Text(bold=True, align="right", least=0.45)
        self.why = Text(tone="muted", align="right", least=0.65)
        self.over = HandOver()
        self.circles: list[BetCircle] = []
        self.button: list[Pill] = []
        for child in (
            self.hit, self.lamp, self.name, self.bank, self.night, self.bets, self.cards, self.word, self.net, self.why, self.over,
        ):  # fmt: skip
            self.add_widget(child)
        self.view: WarSeat | None = None
        self.betting = False
        self.over_word = ""
        self.bind(counted=self._count)

    def show(self, view: WarSeat, betting: bool, over: str) -> None:
        """Another moment of the seat."""
        if (view, betting, over) == (self.view, self.betting, self.over_word):
            return
        before = self.view
        self.view, self.betting, self.over_word = view, betting, over
        self.plate.paint("raised" if view.lit else "felt", view.lit or "line", 2.2 if view.lit else 1)
        self.hit.mean(view.act)
        self.hit.mean_held(view.hold)
        self.lamp.show(view.lamp)
        self.name.set(view.name, "faint" if view.dim else "ivory")
        self.bank.set(view.bank)
        self.night.set(view.night, view.night_tone)
        self.cards.show(view.cards)
        self.word.set(view.word, view.word_tone)
        self.net.set(view.net, view.net_tone)
        if MOTION.on and before is not None and not before.net and (net := amount(view.net)):
            motion.stop(self)
            self.counted = 0.0
            motion.start(motion.rise(COUNT, counted=net), self)
        self.why.set(view.why)
        self.over.show(over, view.hand_over)
        self.bets.set("" if betting else view.bets)
        self.rearrange()

    def _count(self, *_: object) -> None:
        """What was won or lost runs up to what it is."""
        if self.view is not None and (net := amount(self.view.net)):
            done = abs(self.counted) >= abs(net)
            self.net.set(self.view.net if done else signed(round(self.counted)))

    def _fill(self, circles: bool) -> None:
        """Circles and the button, where they are shown."""
        assert self.view is not None
        shown = self.view.circles if circles else ()
        refill(self, self.circles, shown, lambda: BetCircle(self._press), lambda circle, one: circle.show(one))
        buttons = (self.view.button,) if self.view.button and not self.view.hand_over else ()
        refill(
            self,
            self.button,
            buttons,
            lambda: Pill(self._press, size_of_text=F_BODY, lines=2),
            lambda pill, one: pill.show(one),
        )

    def arrange(self) -> None:
        """A whole row, or half of one."""
        if self.view is None or self.width <= 1:
            return
        if self.width > dp(WIDE):
            self._wide()
        else:
            self._half()

    def _who(self, left: float, width: float, scale: float, third: Text) -> None:
        """Name with lamp, bank, and a third line."""
        sizes = (dp(18) * scale, F_BODY * min(scale, 1.25), F_SMALL * min(scale, 1.25))
        lines = [self.name, self.bank, third]
        shown = [line for line in lines if line.say]
        heights = {id(line): size * 1.28 for line, size in zip(lines, sizes, strict=True)}
        third.resize(sizes[2])
        two = third.natural_width() * third.least > width  # sums of six digits: two smaller rows
        if two:
            heights[id(third)] = sizes[2] * 0.8 * 2.45
        top = (self.height - sum(heights[id(line)] for line in shown)) / 2
        for line, size in zip(lines, sizes, strict=True):
            line.resize(size)
            if line is not self.name:
                line.split(1)
            if line is third and two:
                line.split(2)
                line.resize(size * 0.8)
            if line not in shown:
                self.put(line, 0, 0, 0, 0)
                continue
            indent = dp(19) if line is self.name else 0
            if line is not self.name:
                self.put(line, left, top, width, heights[id(line)])
            else:
                put_name(self, line, left + indent, top, width - indent, heights[id(line)], dp(2))
                self.put(self.lamp, left - dp(1), top + (heights[id(line)] - dp(13)) / 2, dp(13), dp(13))
            top += heights[id(line)]

    def _wide(self) -> None:
        self._fill(circles=True)
        width, height = self.width, self.height
        stacked = height >= dp(140)  # room to put what is handed over below what was won
        scale = min(1.5, max(1.0, height / dp(86)))
        pad, middle = dp(20), height / 2
        right = width - pad
        snug = width < dp(700)  # beside a turned prompt bar: everything closer, so that the cards have room
        who = dp(200) if stacked and not snug else dp(158)
        self._who(pad, who, scale, self.night)
        self.put(self.bets, 0, 0, 0, 0)
        side = min(height - dp(18), (dp(84) if self.betting else dp(66)) if stacked and not snug else dp(58))
        circles = pad + who + dp(10)
        for at, circle in enumerate(self.circles):
            self.put(circle, circles + at * (side + dp(6)), middle - side / 2, side, side)
        left = circles + (len(self.circles) if snug else 3) * (min(side, dp(66)) + dp(6)) + dp(10)
        net = dp(136) if stacked and not snug else dp(112)
        over = net if stacked else dp(100)
        free = right - net - (0 if stacked else over + dp(12)) - dp(14) - left
        tall = min(height - dp(16), (free - dp(18)) / 2 * RATIO)
        room = WarCards.width_for(tall)
        self.put(self.cards, left, (height - tall) / 2, room, tall)
        left += room + dp(14)
        self.word.resize(dp(19) * min(1.25, scale))
        self.put(self.word, left, 0, right - left, height)
        box = self._paid_wide(left, right, net, scale, stacked)
        for pill in self.button:
            wide = min(max(dp(110), pill.natural_width()), dp(180))
            if self.betting:
                self.put(pill, right - wide, middle - dp(25), wide, dp(50))
            else:
                self.put(pill, box[0], box[1] + (box[3] - dp(50)) / 2, box[2], dp(50))
        self.put(self.hit, 0, 0, pad + who if self.betting else width, height)

    def _paid_wide(
        self, left: float, right: float, net: float, scale: float, stacked: bool
    ) -> tuple[float, float, float, float]:
        """What was won at the right edge; what is handed over beside it, or below: its place is returned."""
        middle = self.height / 2
        big, line, over = dp(38) * min(1.3, scale), dp(20), dp(50)
        self.net.resize(dp(30) * min(1.3, scale))
        self.why.resize(F_SMALL * min(scale, 1.2))
        below = stacked and bool(self.over.number.say or self.button)
        top = middle - (big + line + (over + dp(6) if below else 0)) / 2
        self.put(self.net, right - net, top, net, big)
        self.put(self.why, right - net, top + big - dp(1), net, line)
        wide = min(dp(108), right - net - dp(12) - left)
        box = (
            (right - net, top + big + line + dp(6), net, over)
            if stacked
            else (right - net - dp(12) - wide, middle - dp(27), wide, dp(54))
        )
        self.put(self.over, *box)
        return box

    def _half(self) -> None:
        self._fill(circles=self.betting)
        width, height = self.width, self.height
        scale = min(1.2, max(1.0, height / dp(110)))
        pad = dp(14)
        right, middle = width - pad, height / 2
        if self.betting:
            side = min(height - dp(14), dp(64))
            button = dp(84) if self.button else 0
            room = len(self.circles) * (side + dp(6)) + (button + dp(6) if button else 0)
            who = right - pad - room
            self._who(pad, who, scale, self.night)
            left = pad + who + dp(6)
            for at, circle in enumerate(self.circles):
                self.put(circle, left + at * (side + dp(6)), (height - side) / 2, side, side)
            for pill in self.button:
                self.put(pill, right - button, middle - dp(25), button, dp(50))
            self.put(self.hit, 0, 0, pad + who, height)
            for text in (self.bets, self.word, self.net, self.why, self.over, self.cards):
                self.put(text, 0, 0, 0, 0)
            return
        tight = width < dp(340)  # half of what a turned prompt bar leaves
        who = dp(112 if tight else 142)
        self._who(pad, who, scale, self.bets)
        self.put(self.night, 0, 0, 0, 0)
        tall = min(height - dp(18), dp(48) if tight else dp(62) * scale)
        room = WarCards.width_for(tall)
        left = pad + who + dp(6)
        self.put(self.cards, left, (height - tall) / 2, room, tall)
        left += room + dp(6)
        self.word.resize(dp(16))
        self.put(self.word, left, 0, right - left, height)
        self.net.resize(dp(26) * scale)
        self.why.resize(F_SMALL)
        big, small, line = dp(31) * scale, dp(40), dp(18)
        low = bool(self.over.number.say or self.button)
        total = big + line + (small + dp(2) if low else 0)
        if total > height - dp(6):  # no room for the reason: it stands in "Why?"
            total, line = total - line, 0
        top = middle - total / 2
        self.put(self.net, left, top, right - left, big)
        self.put(self.why, left, top + big - dp(2), right - left, line)
        self.put(self.over, left, top + big + line, right - left, small if self.over.number.say else 0)
        for pill in self.button:
            self.put(pill, left, middle, right - left, dp(48))
        if self.button:
            self.put(self.net, left, middle - big - dp(2), right - left, big)
            self.put(self.why, 0, 0, 0, 0)
            self.put(self.hit, 0, 0, left, height)
        else:
            self.put(self.hit, 0, 0, width, height)
