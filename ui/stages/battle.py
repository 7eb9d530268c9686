"""One battle: attacker left, defender right, the ledger and the sum below."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL, F_TITLE
from ui.view.model import BattleStage, HandView
from ui.widgets.base import Group, Text, refill
from ui.widgets.hands import CardRow
from ui.widgets.ledger import LedgerRow


class BattleSide(Group):
    """Who, with which hand, and its cards."""

    def __init__(self, align: str, tone: str, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.who = Text(size=F_BODY, tone=tone, bold=True, align=align, least=0.7)
        self.title = Text(size=dp(18), align=align, bold=True, least=0.65)
        self.row = CardRow(align=align, most=60)
        for child in (self.who, self.title, self.row):
            self.add_widget(child)

    def show(self, view: HandView) -> None:
        """Another hand."""
        self.who.set(view.line)
        self.title.set(view.title)
        self.row.show(view.cards)

    def arrange(self) -> None:
        """Two lines of text, the cards below."""
        self.put(self.who, 0, 0, self.width, dp(20))
        self.put(self.title, 0, dp(21), self.width, dp(25))
        self.put(self.row, 0, dp(54), self.width, self.height - dp(54))


@stage(BattleStage)
class BattleWidget(StageWidget):
    """The battle that was just fought."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.attacker = BattleSide("left", "gold")
        self.defender = BattleSide("right", "blue")
        self.ledger = LedgerRow(self.press)
        self.total = Text(size=F_TITLE, bold=True, align="right", least=0.6)
        self.below = Text(size=F_SMALL, tone="muted", align="right", lines=2, least=0.8, valign="top")
        self.notes: list[Text] = []
        for child in (self.attacker, self.defender, self.ledger, self.total, self.below):
            self.add_widget(child)

    def show(self, view: BattleStage) -> None:
        """Another battle."""
        self.attacker.show(view.attacker)
        self.defender.show(view.defender)
        self.ledger.show(view.ledger)
        self.total.set(view.total, view.total_tone)
        self.below.set(view.below)
        refill(
            self,
            self.notes,
            view.notes,
            lambda: Text(size=F_SMALL, bold=True, least=0.7),
            lambda text, note: text.set(note.text, note.tone),
        )
        self.rearrange()

    def arrange(self) -> None:
        """Sides above, ledger below left, the sum below right."""
        x, y, width, height = self.inner()
        ledger = dp(56)
        band = dp(22) if self.notes else 0
        sides = height - ledger - dp(12) - band
        half = (width - dp(24)) / 2
        self.put(self.attacker, x, y, half, sides)
        self.put(self.defender, x + width - half, y, half, sides)
        self._place_notes(x, y + sides + dp(4), width, band)
        wanted = sum(cell.natural_width() for cell in self.ledger.cells)
        room = min(max(wanted, width * 0.5), width * 0.76)
        bottom = y + height - ledger
        self.put(self.ledger, x, bottom, min(wanted, room), ledger)
        self.put(self.total, x + room + dp(10), bottom - dp(1), width - room - dp(10), dp(27))
        self.put(self.below, x + room + dp(10), bottom + dp(25), width - room - dp(10), dp(33))

    def _place_notes(self, x: float, y: float, width: float, height: float) -> None:
        """What the effects did, beside each other over the ledger."""
        wants = [text.natural_width() + dp(20) for text in self.notes]
        scale = min(1.0, width / sum(wants)) if wants else 1.0
        for text, want in zip(self.notes, wants, strict=True):
            self.put(text, x, y, want * scale - dp(8), height)
            x += want * scale
