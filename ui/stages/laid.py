"""Hands laid in rows: dragged into another order, looked at large; and the one that only its player may see."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_BUTTON, F_SMALL
from ui.view.casinoya_model import LaidStage, LaidView, PrivateStage
from ui.view.laid import SWAP
from ui.view.model import Button, CardView, Do, Split
from ui.widgets.base import Group, Text, refill
from ui.widgets.buttons import Key, Pill, Press, Pressable
from ui.widgets.cards import RATIO, PlayingCard
from ui.widgets.names import put_name

DRAG = 10.0  # dp: a finger that moves less only taps
HANDY = 44.0  # dp: cards narrower than that are not dragged, their hand is looked at large first


class Rows(Group):
    """Cards in rows, as large as fits. Each row starts at the left edge; names of the rows stand before them where given."""

    def __init__(self, most: float = 108, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.most = dp(most)
        self.names: list[Text] = []
        self.backs: list[PlayingCard] = []  # what lies face down behind a place
        self.cards: list[PlayingCard] = []
        self.shape: tuple[int, ...] = ()
        self.behind: tuple[int, ...] = ()

    def show(
        self, rows: tuple[tuple[CardView, ...], ...], names: tuple[str, ...], behind: tuple[int, ...] = ()
    ) -> None:
        """Other cards."""
        flat = [view for row in rows for view in row]
        self.shape, self.behind = tuple(map(len, rows)), behind
        refill(
            self,
            self.names,
            names,
            lambda: Text(size=F_SMALL, tone="muted", least=0.8),
            lambda text, one: text.set(one),
        )
        if len(self.backs) != len(behind):  # they lie under the cards
            for card in (*self.backs, *self.cards):
                self.remove_widget(card)
            self.backs, self.cards = [], []
        refill(self, self.backs, [CardView("back")] * len(behind), PlayingCard, lambda card, view: card.show(view))
        refill(self, self.cards, flat, PlayingCard, lambda card, view: card.show(view, moving=False))
        self.rearrange()

    def step(self) -> tuple[float, float]:
        """From one place to the next: across and down, in pixels."""
        rows, longest = max(1, len(self.shape)), max(self.shape, default=1)
        left = dp(62) if self.names else 0
        lift = dp(9) if self.behind else 0
        width = min(self.most, (self.width - left) / longest - dp(4), ((self.height - lift) / rows - dp(4)) / RATIO)
        return width + dp(4), width * RATIO + dp(4)

    def used(self) -> tuple[float, float]:
        """Width and height really taken."""
        across, down = self.step()
        left = dp(62) if self.names else 0
        return left + across * max(self.shape, default=0) - dp(4), down * len(self.shape) - dp(4)

    def arrange(self) -> None:
        """Place all cards."""
        across, down = self.step()
        width, height = round(across - dp(4)), round((across - dp(4)) * RATIO)
        left = dp(62) if self.names else 0
        lift = dp(9) if self.behind else 0
        for row, text in enumerate(self.names):
            self.put(text, 0, lift + row * down, left - dp(6), height)
        at = 0
        places = []
        for row, count in enumerate(self.shape):
            for column in range(count):
                places.append((round(left + column * across), round(lift + row * down)))
                self.put(self.cards[at], *places[at], width, height)
                at += 1
        for card, place in zip(self.backs, self.behind, strict=True):
            if place < len(places):
                self.put(card, places[place][0] + dp(5), places[place][1] - dp(9), width, height)

    def at(self, x: float, y: float) -> int | None:
        """Which place lies under a finger."""
        for place, card in enumerate(self.cards):
            if card.x - dp(2) <= x <= card.right + dp(2) and card.y - dp(2) <= y <= card.top + dp(2):
                return place
        return None


class LaidHand(Pressable):
    """One hand: name and note above, the rows, a button where there is room. Cards large enough are dragged onto each other."""

    def __init__(self, press: Press, headed: bool = True, named: bool = False, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.headed, self.named = headed, named
        self.name = Text(size=F_BODY, bold=True, least=0.75)
        self.note = Text(size=F_BODY, least=0.7)
        self.hint = Text(size=F_SMALL, bold=True, least=0.75)  # what a tap leads to where a button has no room
        self.rows = Rows(most=88)
        self.button: list[Key] = []
        for child in (self.name, self.note, self.hint, self.rows):
            self.add_widget(child)
        self.view: LaidView | None = None
        self._from: int | None = None
        self._ghost: PlayingCard | None = None

    def show(self, view: LaidView) -> None:
        """Another view of the hand."""
        if view == self.view:
            return
        self.view = view
        self.name.set(view.seat if self.headed and view.rows else "")
        self.note.set(view.note, view.note_tone)
        self.mean(view.act)
        self.rearrange()

    # --- places ----------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """Words, rows, and the button beside or under the rows if it fits there."""
        view = self.view
        if view is None:
            return
        self.rows.show(view.rows, view.names if self.named or self.width > dp(330) else (), view.behind)
        if len(view.rows) == 1 and self.headed:
            self._arrange_line(view)
            return
        line = dp(22) if self.name.say or self.note.say else 0
        name = min(self.name.natural_width() + dp(12), self.width * 0.62) if self.name.say else 0
        self.put(self.name, 0, 0, name, line)
        self.put(self.note, name, 0, self.width - name, line)
        room = self.height - line - (dp(4) if line else 0)
        top = self.height - room
        side, tall = dp(92), dp(48)
        beside = self.width >= dp(220)
        below = not beside and len(view.rows) > 1 and self.width >= dp(92)
        shown = (view.button,) if view.button and (beside or below) else ()
        refill(self, self.button, shown, lambda: Key(self._press, size_of_text=F_SMALL), lambda key, one: key.show(one))
        across = self.width
        down = room - (tall + dp(6) if below and view.act else 0)
        self.put(self.rows, 0, top, across, down)
        used, high = self.rows.used()
        if below:
            self.put(self.rows, 0, top + max(0, (down - high) / 2), across, high + dp(1))
        if not self.headed and not view.act:  # alone on the felt: in the middle
            self.put(self.rows, (self.width - used) / 2, top + (room - high) / 2, used + dp(1), high + dp(1))
        for key in self.button:
            if beside:  # at the end of the front row, which is the shortest
                step, row = self.rows.step()
                left = used - 2 * step + dp(8)
                self.put(key, left, top + max(0, (row - tall) / 2), max(dp(76), min(side, self.width - left)), tall)
            else:
                self.put(key, 0, self.height - tall, min(self.width, dp(150)), tall)

    def _arrange_line(self, view: LaidView) -> None:
        """One row of cards: name and note at its left, the button at its right where there is room."""
        left = dp(170) if self.width > dp(560) else dp(108)
        side, tall = dp(92), dp(50)
        roomy = self.width > dp(560)
        hinted = view.button if view.button and not roomy else None
        self.hint.set(
            f"{hinted.text.rstrip('…')}…" if hinted else "",
            "gold" if hinted and hinted.kind == "primary" else "muted",
        )
        middle = self.height / 2 - (dp(9) if hinted else 0)
        put_name(self, self.name, 0, middle - dp(24), left - dp(8), dp(23), dp(2))
        self.put(self.note, 0, middle, left - dp(8), dp(22))
        self.put(self.hint, 0, middle + dp(22), left - dp(8), dp(18) if hinted else 0)
        shown = (view.button,) if view.button and roomy else ()
        refill(self, self.button, shown, lambda: Key(self._press, size_of_text=F_SMALL), lambda key, one: key.show(one))
        self.put(self.rows, left, 0, self.width - left - (side + dp(10) if roomy else 0), self.height)
        for key in self.button:
            self.put(key, self.width - side, middle - tall / 2, side, tall)

    # --- dragging --------------------------------------------------------------------------------------------------

    @property
    def handy(self) -> bool:
        """Whether the cards are large enough to be dragged."""
        return bool(self.rows.step()[0] >= dp(HANDY))

    def on_touch_down(self, touch: Any) -> bool:
        """A finger on a scanned card may become a drag; it is a tap until it moves."""
        if self.view and self.handy and self.view.movable > 1:
            place = self.rows.at(*touch.pos)
            if place is not None and place < self.view.movable and self.collide_point(*touch.pos):
                touch.grab(self)
                self._from = place
                return True
        return bool(super().on_touch_down(touch))

    def on_touch_move(self, touch: Any) -> bool:
        """The card follows the finger."""
        if touch.grab_current is not self or self._from is None:
            return bool(super().on_touch_move(touch))
        if self._ghost is None and abs(touch.x - touch.ox) + abs(touch.y - touch.oy) > dp(DRAG):
            card = self.rows.cards[self._from]
            self._ghost = PlayingCard(card.view, size=(card.width * 1.08, card.height * 1.08))
            card.opacity = 0.25
            self.add_widget(self._ghost)
        if self._ghost is not None:
            self._ghost.center = touch.pos
        return True

    def on_touch_up(self, touch: Any) -> bool:
        """Put down on another scanned card the two change places; anywhere else it goes back."""
        if touch.grab_current is not self or self._from is None:
            return bool(super().on_touch_up(touch))
        touch.ungrab(self)
        start, self._from = self._from, None
        self.rows.cards[start].opacity = 1
        if self._ghost is None:
            if self.act is not None:
                self._press(self.act)
            return True
        self.remove_widget(self._ghost)
        self._ghost = None
        place = self.rows.at(*touch.pos)
        if self.view and place is not None and place != start and place < self.view.movable:
            self._press(Do(SWAP, self.view.seat, f"{start} {place}"))
        return True


@stage(LaidStage)
class LaidWidget(StageWidget):
    """Hands under their seats, in a grid, or one alone."""

    GRID = {1: 1, 2: 1, 3: 1, 4: 2, 5: 2, 6: 2}  # noqa: RUF012  a constant table

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.hands: list[LaidHand] = []
        self.columns = False
        self.alone = False

    def show(self, view: LaidStage) -> None:
        """Other hands."""
        alone = len(view.hands) == 1 and view.hands[0].act is None
        if (view.columns, alone) != (self.columns, self.alone):
            for hand in self.hands:
                self.remove_widget(hand)
            self.hands, self.columns, self.alone = [], view.columns, alone
        headed = not view.columns and not alone
        refill(
            self, self.hands, view.hands, lambda: LaidHand(self.press, headed, alone), lambda hand, one: hand.show(one)
        )
        self.rearrange()

    def arrange(self) -> None:
        """Columns as the seats above, or rows."""
        count = len(self.hands)
        if not count:
            return
        if self.columns:
            gap = dp(8) if count < 6 else dp(6)
            width = (self.width - gap * (count - 1)) / count
            inset = dp(6) if count > 4 else dp(12)
            for at, hand in enumerate(self.hands):
                self.put(hand, at * (width + gap) + inset, dp(8), width - 2 * inset, self.height - dp(18))
            return
        x, y, width, height = self.inner()
        columns = self.GRID.get(count, 3)
        rows = -(-count // columns)
        wide, tall = (width - dp(16) * (columns - 1)) / columns, (height - dp(8) * (rows - 1)) / rows
        for at, hand in enumerate(self.hands):
            row, column = divmod(at, columns)
            self.put(hand, x + column * (wide + dp(16)), y + row * (tall + dp(8)), wide, tall)


class HoldPill(Pill):
    """Does something only while a finger holds it."""

    def __init__(self, press: Press, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.seat = ""
        self.bind(state=self._tell)

    def _tell(self, *_: object) -> None:
        if self.seat:
            self._press(Split("hold" if self.state == "down" else "release", self.seat))

    def on_release(self) -> None:
        """Nothing more: letting go is told by the state."""


@stage(PrivateStage)
class PrivateWidget(StageWidget):
    """Backs in three rows, and the button that shows the faces to whoever holds it."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.rows = Rows()
        self.words = Text(size=F_BODY, tone="muted", lines=5, valign="top")
        self.add_widget(self.rows)
        self.add_widget(self.words)
        self.hold: list[HoldPill] = []

    def show(self, view: PrivateStage) -> None:
        """Another view of the hand."""
        self.rows.show(view.rows, view.names)
        self.words.set("\n".join(view.lines))
        button = (Button(view.hold, Split("hold", view.seat), "primary"),) if view.hold else ()
        refill(
            self,
            self.hold,
            button,
            lambda: HoldPill(self.press, size_of_text=F_BUTTON),
            lambda pill, one: pill.show(one),
        )
        for pill in self.hold:
            pill.seat = view.seat
        self.rearrange()

    def arrange(self) -> None:
        """The rows left, the large button right with the words under it."""
        x, y, width, height = self.inner()
        used = min(dp(420), width * 0.6)
        self.put(self.rows, x, y, used, height)
        left = x + min(used, self.rows.used()[0]) + dp(28)
        room = x + width - left
        top = y + dp(4)
        for pill in self.hold:
            self.put(pill, left, top, room, dp(84))
            top += dp(98)
        self.put(self.words, left, top, room, y + height - top)
