"""The table: seats above, the stage on the felt, the prompt bar below; a fault banner over the felt."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.widget import Widget

from ui import stages
from ui.theme import REVEAL, S
from ui.view.model import AskNumber, BattleStage, NumberAsk, ScanStage, Stage, TableView
from ui.widgets.banner import FaultBanner
from ui.widgets.bar import PromptBar
from ui.widgets.base import Backdrop, Group, Plate, refill
from ui.widgets.buttons import Press
from ui.widgets.cards import PlayingCard
from ui.widgets.seats import SeatRow


def shows_backs(stage: Stage) -> bool:
    """Whether hands lie hidden on the felt."""
    return isinstance(stage, ScanStage) and any(card.shown == "back" for hand in stage.hands for card in hand.cards)


class TableScreen(Group):
    """Draws `TableView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.backdrop = Backdrop()
        self.seats = SeatRow(press)
        self.felt = Group()
        self.plate = Plate(self.felt, "felt", "felt", 1)
        self.stage: stages.StageWidget | None = None
        self.view: TableView | None = None
        self.banner: list[FaultBanner] = []
        self.bar = PromptBar(press)
        for child in (self.backdrop, self.felt, self.seats, self.bar):
            self.add_widget(child)

    def show(self, view: TableView) -> None:
        """Another view of the table: what stays of the same kind keeps its widgets."""
        hidden = isinstance(self.view, TableView) and shows_backs(self.view.stage)
        self.view = view
        self.seats.show(view.seats)
        if self.stage is not None and stages.is_of(self.stage, view.stage):
            self.stage.show(view.stage)
        else:
            if self.stage is not None:
                self.felt.remove_widget(self.stage)
            self.stage = stages.make(view.stage, self.press, self._pad)
            self.felt.add_widget(self.stage)
            ground = "background" if self.stage.bare else "felt"
            self.plate.paint(ground, ground)
            if hidden and isinstance(view.stage, BattleStage):
                self._turn_all_over(self.stage)
        self.bar.show(view.bar)
        banners = (view.banner,) if view.banner else ()
        refill(self, self.banner, banners, lambda: FaultBanner(self.press), lambda widget, one: widget.show(one))
        self.rearrange()

    @staticmethod
    def _turn_all_over(stage: Widget) -> None:
        """The reveal: what was scanned blind turns over, one card after another (nothing where motion is off)."""
        cards = [card for card in stage.walk() if isinstance(card, PlayingCard)]
        for at, card in enumerate(cards):
            card.turn_up(REVEAL * at / max(1, len(cards)))

    def _pad(self, ask: NumberAsk) -> None:
        self.press(AskNumber(ask))

    def arrange(self) -> None:
        """Rows of fixed height, the felt between takes the rest."""
        self.put(self.backdrop, 0, 0, self.width, self.height)
        inner = self.width - 2 * S.margin
        bottom = self.height - S.bar - dp(8)
        if self.seats.panels:
            tall = self.seats.tall()
            self.put(self.seats, S.margin, S.top + dp(2), inner, tall)
            top = S.top + tall + dp(9)
        else:  # the stage shows the seats; it makes room for a fault, so that nothing is hidden that can be pressed
            top = S.top + (dp(84) if self.banner else 0)
        height = bottom - top
        self.put(self.felt, S.margin, top, inner, height)
        if self.stage is not None:
            self.stage.pos, self.stage.size = self.felt.pos, self.felt.size
            x, y = S.margin, top
            self.put(self.stage, x, y, inner, height)
        for banner in self.banner:
            self.put(banner, S.margin, top - dp(4) if self.seats.panels else S.top, inner, dp(80))
        self.put(self.bar, 0, self.height - S.bar, self.width, S.bar)
