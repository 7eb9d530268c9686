"""Blackjack's cards: two backs and what lies open, fanned; the shown total and what the seat does above them."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL
from ui.view.casinoya_model import KeysStage, TurnsStage, TurnView
from ui.view.model import Button
from ui.widgets.base import Plate, Text, refill, text_width
from ui.widgets.buttons import Key, Press, Pressable
from ui.widgets.cards import RATIO
from ui.widgets.hands import CardRow
from ui.widgets.names import put_name

ROOMY = 330.0  # dp: a strip that has room for a button beside its cards
_COLUMNS = {1: 1, 2: 2, 3: 3, 4: 2, 5: 3, 6: 3}


class Fan(CardRow):
    """Cards that overlap, as large as the height allows: the corner of each stays readable."""

    def card_width(self) -> float:
        """Width of one card for the present height."""
        return float(min(self.most, self.height / RATIO))

    def limit(self, most: float) -> None:
        """No card wider than this, in pixels."""
        if most != self.most:
            self.most = most
            self.rearrange()

    def arrange(self) -> None:
        """Overlapped as on the table, tighter where there are many."""
        width, count = self.card_width(), len(self.cards)
        self.gap = -width * 0.14 if count > 1 else 0
        super().arrange()


class TurnStrip(Pressable):
    """One seat's line of words over its cards; where a button has no room the whole strip is one."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "felt", "felt", 0)
        self.name = Text(size=F_BODY, bold=True, least=0.8)
        self.shows = Text(size=F_BODY, least=0.8)
        self.word = Text(size=F_SMALL, least=0.75)
        self.hint = Text(size=F_SMALL, tone="muted", bold=True, align="right")  # what the strip as a button does
        self.fan = Fan(most=96)
        self.button: list[Key] = []
        self.one_line = True
        for child in (self.name, self.shows, self.word, self.hint, self.fan):
            self.add_widget(child)
        self.view: TurnView | None = None

    def show(self, view: TurnView) -> None:
        """Another view of the cards."""
        if view == self.view:
            return
        self.view = view
        self.plate.paint("panel" if view.active else "felt", "line" if view.active else "felt", 1)
        self.name.set(view.seat)
        self.shows.set(view.shows)
        self.word.set(view.word, view.tone)
        self.fan.show(view.cards)
        self.rearrange()

    def fits_one_line(self, width: float) -> bool:
        """Whether all words fit above the cards in one line of a strip of this width."""
        if self.view is None:
            return True
        hint = self.view.button.text if self.view.button and width < dp(ROOMY) else ""
        words = sum(text.natural_width() for text in (self.name, self.shows, self.word)) + dp(22)
        if hint:
            words += text_width(hint, self.hint.full, True) + dp(10)
        return bool(words <= width - dp(16))

    def widest_card(self, width: float) -> float:
        """How wide the cards may be so that about half of each is seen in a strip of this width."""
        count = len(self.view.cards) if self.view else 0
        room = width - dp(16) - (dp(82) if self.view and self.view.button and width >= dp(ROOMY) else 0)
        return float(min(dp(96), room / (1 + 0.52 * max(0, count - 1))))

    def lines(self, one: bool) -> None:
        """One line of words, or two."""
        if one != self.one_line:
            self.one_line = one
            self.rearrange()

    def arrange(self) -> None:
        """Words in one line, or in two where a name is long; the cards below, the button at their right."""
        view = self.view
        if view is None:
            return
        pad, line = dp(8), dp(20)
        inner = self.width - 2 * pad
        name, shows = self.name.natural_width() + dp(10), self.shows.natural_width() + dp(10)
        side = dp(74)
        roomy = self.width >= dp(ROOMY)
        hinted = view.button if view.button and not roomy else None
        self.mean(hinted.act if hinted else None)
        self.hint.set(hinted.text if hinted else "", "gold" if hinted and hinted.kind == "primary" else "muted")
        hint = self.hint.natural_width() + dp(10) if hinted else 0.0
        top = dp(5)
        if self.one_line:
            self.put(self.name, pad, top, name, line)
            self.put(self.shows, pad + name, top, shows, line)
            self.put(self.word, pad + name + shows, top, inner - name - shows - hint, line)
        else:
            shows_width = min(shows - dp(6), inner * 0.4)
            put_name(self, self.name, pad, top, inner - shows_width - dp(6), line, dp(3))
            self.put(self.shows, pad + inner - shows_width, top, shows_width, line)
            top += dp(18)
            self.put(self.word, pad, top, inner - hint, line)
        self.put(self.hint, pad + inner - hint, top, hint, line)  # no card ever lies over it
        top += line + dp(2)
        shown = (view.button,) if view.button and roomy else ()
        refill(self, self.button, shown, lambda: Key(self._press, size_of_text=F_SMALL), lambda key, one: key.show(one))
        room = inner - (side + dp(8) if shown else 0)
        height = self.height - top - dp(7)
        self.put(self.fan, pad, top, room, height)
        for key in self.button:
            tall = max(dp(48), min(dp(54), height))
            self.put(key, pad + inner - side, top + (height - tall) / 2, side, tall)


@stage(TurnsStage)
class TurnsWidget(StageWidget):
    """A grid of the seats' cards."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.strips: list[TurnStrip] = []

    def show(self, view: TurnsStage) -> None:
        """Other cards."""
        refill(self, self.strips, view.hands, lambda: TurnStrip(self.press), lambda strip, hand: strip.show(hand))
        self.rearrange()

    def arrange(self) -> None:
        """Up to three beside each other, in two rows."""
        columns = _COLUMNS.get(len(self.strips), 3)
        rows = max(1, -(-len(self.strips) // columns))
        gap, edge = dp(6), dp(10)
        wide = (self.width - 2 * edge - gap * (columns - 1)) / columns
        tall = (self.height - 2 * dp(8) - gap * (rows - 1)) / rows
        used = min(tall, dp(172))
        # Everybody's cards have one size, at which each rank of the longest fan can be read.
        one_line = all(strip.fits_one_line(wide) for strip in self.strips)
        most = min((strip.widest_card(wide) for strip in self.strips), default=dp(96))
        for at, strip in enumerate(self.strips):
            row, column = divmod(at, columns)
            strip.lines(one_line)
            strip.fan.limit(most)
            self.put(strip, edge + column * (wide + gap), dp(8) + row * (tall + gap) + (tall - used) / 2, wide, used)


@stage(KeysStage)
class KeysWidget(StageWidget):
    """Large keys, the proposal in gold; the question stands in the prompt bar."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.keys: list[Key] = []

    def show(self, view: KeysStage) -> None:
        """Another choice."""
        buttons = [Button(one.text, one.act, "primary" if one.proposed else "plain", one.enabled) for one in view.keys]
        refill(self, self.keys, buttons, lambda: Key(self.press, size_of_text=dp(26)), lambda key, one: key.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """Two rows."""
        x, y, width, height = self.inner()
        columns = max(1, -(-len(self.keys) // 2))
        gap = dp(8)
        wide, tall = (width - gap * (columns - 1)) / columns, (height - gap) / 2
        for at, key in enumerate(self.keys):
            row, column = divmod(at, columns)
            self.put(key, x + column * (wide + gap), y + row * (tall + gap), wide, tall)
