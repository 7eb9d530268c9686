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
from ui.widgets.turned import Turned

SIDE_BAR = 132.0  # dp: the prompt bar along a short edge has two rows


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
        self._frames: dict[Widget, Turned] = {}
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
        """Rows of fixed height, the felt between takes the rest; prompts and choices turned to who acts."""
        self.put(self.backdrop, 0, 0, self.width, self.height)
        angle = self.view.facing if self.view is not None else 0
        side = dp(SIDE_BAR) if angle in (90, 270) else 0.0
        inner = self.width - 2 * S.margin - side
        left = S.margin + (side if angle == 270 else 0.0)
        head = S.bar if angle == 180 else 0.0
        bottom = self.height - (dp(8) if angle else S.bar + dp(8))
        if self.seats.panels:
            tall = self.seats.tall()
            self.put(self.seats, left, head + S.top + dp(2), inner, tall)
            top = head + S.top + tall + dp(9)
        else:  # the stage shows the seats; it makes room for a fault, so that nothing is hidden that can be pressed
            top = head + S.top + (dp(84) if self.banner else 0)
        self._turn(self.felt, angle if angle == 180 else 0, left, top, inner, bottom - top)
        if self.stage is not None:
            self.stage.size, self.stage.pos = self.felt.size, self.felt.pos
        for banner in self.banner:
            self.put(banner, left, top - dp(4) if self.seats.panels else head + S.top, inner, dp(80))
        if side:
            self._turn(self.bar, angle, 0 if angle == 270 else self.width - side, 0, side, self.height)
        else:
            self._turn(self.bar, angle, 0, 0 if head else self.height - S.bar, self.width, S.bar)

    def _turn(self, widget: Widget, angle: int, x: float, y: float, width: float, height: float) -> None:
        """Place a part of the screen (from the top left, as `put`), turned by `angle`; the frame it hangs in is made when it is needed."""
        frame = self._frames.get(widget)
        if not angle:
            if frame is not None and widget.parent is frame:
                frame.remove_widget(widget)
                self.remove_widget(frame)
                self.add_widget(widget, index=len(self.children) - 1)  # over the backdrop, under everything else
            self.put(widget, x, y, width, height)
            return
        if frame is None:
            frame = self._frames[widget] = Turned()
        if frame.parent is None:
            self.remove_widget(widget)
            self.add_widget(frame, index=len(self.children) - 1)
        frame.hold(widget, angle, self.x + x, self.top - y - height, width, height)
