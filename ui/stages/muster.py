"""Before the armies of War are laid: what each seat discards, in words, and the columns touched for reinforcements."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL
from ui.view.casinoya_model import MusterStage, MusterView
from ui.view.model import Act, Button, CardView
from ui.widgets.base import Group, Plate, Text, refill
from ui.widgets.buttons import Key, Press, Pressable
from ui.widgets.cards import RATIO, PlayingCard


class ColumnKey(Pressable):
    """A column of an army: a back, with a second one behind it once it is chosen; its number below."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.plate = Plate(self, "raised", "line", 1.2, radius=dp(10))
        self.behind = PlayingCard(CardView("back"))
        self.card = PlayingCard(CardView("back"))
        self.number = Text(size=F_BODY, bold=True, align="center")
        for child in (self.behind, self.card, self.number):
            self.add_widget(child)

    def show(self, view: tuple[int, Act, bool]) -> None:
        """Its number from 1, what a touch does, whether it is chosen."""
        number, act, chosen = view
        self.mean(act)
        self.number.set(str(number), "gold" if chosen else "ivory")
        self.plate.paint("raised", "gold" if chosen else "line", 2 if chosen else 1.2)
        self.behind.opacity = 1 if chosen else 0
        self.behind.show(CardView("back", glow="gold"), moving=False)
        self.rearrange()

    def arrange(self) -> None:
        """The card left of its number, or above it where the key is tall."""
        tall = self.height > dp(70)
        room = self.height - (dp(30) if tall else dp(14))
        width = min(room / RATIO, self.width * 0.5)
        left = (self.width - width) / 2 if tall else self.width / 2 - width - dp(2)
        top = dp(9)
        self.put(self.card, left, top, width, width * RATIO)
        self.put(self.behind, left + dp(6), top - dp(5), width, width * RATIO)
        if tall:
            self.put(self.number, 0, self.height - dp(23), self.width, dp(20))
        else:
            self.put(self.number, self.width / 2 + dp(6), 0, self.width / 2 - dp(8), self.height)


class MusterRow(Group):
    """One seat: its name with the question, then keys or columns, or its answer."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._press = press
        self.name = Text(size=F_BODY, bold=True, least=0.75)
        self.title = Text(size=F_BODY, tone="muted", least=0.75, lines=2, valign="top")
        self.answer = Text(size=F_BODY, tone="mint", least=0.75, lines=2)
        self.keys: list[Key] = []
        self.columns: list[ColumnKey] = []
        for child in (self.name, self.title, self.answer):
            self.add_widget(child)

    def show(self, view: MusterView) -> None:
        """Another question, or an answer."""
        self.name.set(view.seat)
        self.title.set(view.title)
        self.answer.set(f"✓ {view.answer}" if view.answer else "")
        buttons = [Button(one.text, one.act) for one in view.options]
        refill(
            self,
            self.keys,
            buttons,
            lambda: Key(self._press, size_of_text=F_SMALL, lines=2),
            lambda key, one: key.show(one),
        )
        columns = [(at + 1, act, at in view.chosen) for at, act in enumerate(view.columns)]
        refill(self, self.columns, columns, lambda: ColumnKey(self._press), lambda key, one: key.show(one))
        self.rearrange()

    @property
    def asks(self) -> bool:
        """Whether something is asked of this seat."""
        return bool(self.keys or self.columns)

    def arrange(self) -> None:
        """Words left of the keys where the row is wide, above them where it is not."""
        wide = self.width > dp(560)
        if wide:
            left, top = dp(178), 0.0
            self.put(self.name, 0, self.height / 2 - dp(30), left - dp(10), dp(22))
            self.put(self.title, 0, self.height / 2 - dp(7), left - dp(10), dp(38))
        else:
            left, top = 0.0, dp(20)
            name = min(self.name.natural_width() + dp(10), self.width * 0.6)
            self.put(self.name, 0, 0, name, dp(19))
            self.put(self.title, name, 0, self.width - name, dp(19))
        slots = self.columns or self.keys
        gap, room = dp(6), self.width - left
        height = min(dp(96), self.height - top)
        y = top + (self.height - top - height) / 2
        width = min(dp(120), (room - gap * 4) / 5)
        for at, key in enumerate(slots):
            self.put(key, left + at * (width + gap), y, width, height)
        self.put(self.answer, left, top, room, self.height - top)


@stage(MusterStage)
class MusterWidget(StageWidget):
    """All seats in one column of rows, or in two."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.rows: list[MusterRow] = []

    def show(self, view: MusterStage) -> None:
        """Other questions."""
        refill(self, self.rows, view.seats, lambda: MusterRow(self.press), lambda row, one: row.show(one))
        self.rearrange()

    def arrange(self) -> None:
        """Rows of equal height."""
        count = len(self.rows)
        if not count:
            return
        if self.deep:
            self.put_deep(self.rows, side=dp(14), edge=dp(10), told=dp(42), most=dp(170))
            return
        columns = 1 if count < 4 else 2
        lines = -(-count // columns)
        x, gap, edge = dp(14), dp(16), dp(7)
        wide = (self.width - 2 * x - gap * (columns - 1)) / columns
        tall = (self.height - 2 * edge - dp(5) * (lines - 1)) / lines
        for at, row in enumerate(self.rows):
            line, column = divmod(at, columns)
            self.put(row, x + column * (wide + gap), edge + line * (tall + dp(5)), wide, tall)
