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
from ui.widgets.base import Group, Plate, refill
from ui.widgets.buttons import Press
from ui.widgets.cards import PlayingCard
from ui.widgets.seats import SeatRow
from ui.widgets.turned import Turned

SIDE_BAR = 132.0  # dp: the prompt bar along a short edge has two rows
SIDE_SEATS = 240.0  # dp: the seats beside a felt that is turned to a short edge, in one column or in two
ROOMY = 290.0  # dp: a felt so high can give a fault room above it
BANNER = 80.0  # dp: height of the banner of a fault


def shows_backs(stage: Stage) -> bool:
    """Whether hands lie hidden on the felt."""
    return isinstance(stage, ScanStage) and any(card.shown == "back" for hand in stage.hands for card in hand.cards)


class TableScreen(Group):
    """Draws `TableView`."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press = press
        self.seats = SeatRow(press)
        self.felt = Group()
        self.plate = Plate(self.felt, "felt", "felt", 1)
        self.stage: stages.StageWidget | None = None
        self.view: TableView | None = None
        self.banner: list[FaultBanner] = []
        self.fault = Group()  # holds the banner, and is turned with it
        self.bar = PromptBar(press)
        self._frames: dict[Widget, Turned] = {}
        for child in (self.felt, self.seats, self.bar, self.fault):
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
            ground = "" if self.stage.bare else "felt"
            self.plate.paint(ground, ground)
            if hidden and isinstance(view.stage, BattleStage):
                self._turn_all_over(self.stage)
        self.bar.show(view.bar)
        banners = (view.banner,) if view.banner else ()
        refill(self.fault, self.banner, banners, lambda: FaultBanner(self.press), lambda widget, one: widget.show(one))
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
        angle = self.view.facing if self.view is not None else 0
        self.seats.columns = 0
        if angle in (90, 270) and self.view is not None:
            answered = self.view.stage.answered_here
            self._arrange_sideways(angle) if answered else self._arrange_beside_bar(angle)
        else:
            self._arrange_rows(angle)
        if self.stage is not None:
            self.stage.size, self.stage.pos = self.felt.size, self.felt.pos
        for banner in self.banner:
            banner.size, banner.pos = self.fault.size, self.fault.pos

    def _arrange_rows(self, angle: int) -> None:
        """Seats, felt, prompt bar from top to bottom; for the player opposite the bar lies above, on its head like the felt."""
        head = S.bar if angle else 0.0
        bottom = self.height - (dp(8) if angle else S.bar + dp(8))
        self._arrange_seats_and_felt(angle, S.margin, self.width - 2 * S.margin, head, bottom)
        self._turn(self.bar, angle, 0, 0 if head else self.height - S.bar, self.width, S.bar)

    def _arrange_beside_bar(self, angle: int) -> None:
        """Nothing on the felt is to be touched: only the prompt bar lies at the player's edge."""
        side = dp(SIDE_BAR)
        left = S.margin + (side if angle == 270 else 0.0)
        self._arrange_seats_and_felt(0, left, self.width - 2 * S.margin - side, 0.0, self.height - dp(8))
        self._turn(self.bar, angle, 0 if angle == 270 else self.width - side, 0, side, self.height)

    def _arrange_seats_and_felt(self, angle: int, left: float, inner: float, head: float, bottom: float) -> None:
        """A fault lies over the felt where the felt has only just room enough, and above it where there is more."""
        over = head + S.top
        if self.seats.panels:
            tall = self.seats.tall()
            self.put(self.seats, left, head + S.top + dp(2), inner, tall)
            top = head + S.top + tall + dp(9)
            if self.banner and bottom - top > dp(ROOMY):
                over, top = top - dp(2), top + dp(BANNER + 6)
            else:
                over = top - dp(4)
        else:  # the stage shows the seats; it makes room for a fault, so that nothing is hidden that can be pressed
            top = head + S.top + (dp(BANNER + 4) if self.banner else 0)
        self._turn(self.felt, angle, left, top, inner, bottom - top)
        self._turn(self.fault, angle, left, over, inner, dp(BANNER) if self.banner else 0)

    def _arrange_sideways(self, angle: int) -> None:
        """What is touched lies at the player's edge in the whole height of the screen: bar, felt, a fault; the seats beyond it.

        Distances are from the player's edge; the seats stay upright, as everybody reads them.
        """
        edge, gap, margin = dp(SIDE_BAR), dp(8), dp(8)

        def across(widget: Widget, start: float, depth: float, inset: float) -> None:
            x = start if angle == 270 else self.width - start - depth
            self._turn(widget, angle, x, inset, depth, self.height - 2 * inset)

        across(self.bar, 0, edge, 0)
        rest = self.width - edge - gap
        columns = 0
        if self.seats.panels:
            each, most = self.seats.tall() + gap, self.height - 2 * S.top
            columns = self.seats.columns = 1 if len(self.seats.panels) * each - gap <= most else 2
            rows = -(-len(self.seats.panels) // columns)
            wide = max(dp(SIDE_SEATS), rest * 0.36) - margin - gap
            tall = min(most, rows * each - gap)
            left = self.width - margin - wide if angle == 270 else margin
            self.put(self.seats, left, (self.height - tall) / 2, wide, tall)
            rest -= wide + margin + gap
        start = edge + gap
        depth = rest - (0 if columns else margin) - (dp(BANNER) + gap if self.banner else 0)
        across(self.felt, start, depth, margin)
        across(self.fault, start + depth + gap, dp(BANNER) if self.banner else 0, margin)

    def _turn(self, widget: Widget, angle: int, x: float, y: float, width: float, height: float) -> None:
        """Place a part of the screen (from the top left, as `put`), turned by `angle`; the frame it hangs in is made when it is needed."""
        frame = self._frames.get(widget)
        behind = self.children.index(
            frame if frame is not None and frame.parent else widget
        )  # it keeps what lies over it
        if not angle:
            if frame is not None and widget.parent is frame:
                frame.remove_widget(widget)
                self.remove_widget(frame)
                self.add_widget(widget, index=behind)
            self.put(widget, x, y, width, height)
            return
        if frame is None:
            frame = self._frames[widget] = Turned()
        if frame.parent is None:
            self.remove_widget(widget)
            self.add_widget(frame, index=behind)
        frame.hold(widget, angle, self.x + x, self.top - y - height, width, height)
