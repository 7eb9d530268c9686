"""Casino War on the felt: the dealer above, the players in rows, or in half rows from four on."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.view.casino_war_model import WarTableStage
from ui.widgets.base import refill
from ui.widgets.dealer import DealerPanel
from ui.widgets.war_seats import WarSeatPanel

_DEALER = {1: 0.44, 2: 0.3}  # the dealer's share of the height by rows of players; 0.265 with three


@stage(WarTableStage)
class WarTableWidget(StageWidget):
    """The same panels from the bets to the payout, so that cards and numbers stay where they were."""

    bare = True

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.dealer = DealerPanel(self.press)
        self.add_widget(self.dealer)
        self.seats: list[WarSeatPanel] = []

    def show(self, view: WarTableStage) -> None:
        """Another moment of the table."""
        self.dealer.show(view.dealer)
        refill(
            self,
            self.seats,
            view.seats,
            lambda: WarSeatPanel(self.press),
            lambda panel, seat: panel.show(seat, view.betting, view.hand_over),
        )
        self.rearrange()

    def arrange(self) -> None:
        """The dealer's panel, then one or two columns of seats filled row by row."""
        count = len(self.seats)
        columns = 1 if count <= 3 or self.deep else 2
        rows = max(1, -(-count // columns))
        gap = dp(7)
        dealer = dp(176) if self.deep else max(dp(82), self.height * _DEALER.get(rows, 0.265))
        tall = (self.height - dealer - gap * rows) / rows
        if self.deep:
            tall = min(dp(110), tall)
        self.put(self.dealer, 0, 0, self.width, dealer)
        wide = (self.width - gap * (columns - 1)) / columns
        for at, panel in enumerate(self.seats):
            row, column = divmod(at, columns)
            self.put(panel, column * (wide + gap), dealer + gap + row * (tall + gap), wide, tall)
