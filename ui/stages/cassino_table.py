"""The table of Cassino: cards as they lie, builds, and below them the card of the turn with what it may do."""

from __future__ import annotations

from typing import Any, Final

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.theme import F_BODY, F_SMALL, F_TITLE, S
from ui.view.cassino_layout import Places, places
from ui.view.cassino_model import CassinoStage
from ui.view.model import Button
from ui.widgets.base import Text, refill
from ui.widgets.buttons import Pill
from ui.widgets.hands import CardRow
from ui.widgets.tableau import BuildPlate, LooseCard

BAND: Final = 80.0  # dp: the card of the turn and the row of choices
HEAD: Final = 20.0
PILL_ROWS: Final = 3  # of choices where the felt is deep
WIDEST_PILL: Final = 310.0


@stage(CassinoStage)
class CassinoWidget(StageWidget):
    """Everything that lies, and the band of the turn."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.title = Text(size=F_SMALL, tone="muted", bold=True)
        self.note = Text(size=F_SMALL, tone="muted", align="right")
        self.empty = Text(size=F_TITLE, tone="faint", align="center")
        self.row = CardRow(most=56)
        self.line = Text(size=F_BODY, tone="muted", least=0.7)
        for child in (self.title, self.note, self.empty, self.row, self.line):
            self.add_widget(child)
        self.loose: list[LooseCard] = []
        self.builds: list[BuildPlate] = []
        self.pills: list[Pill] = []
        self.view: CassinoStage | None = None

    def show(self, view: CassinoStage) -> None:
        """Another moment of the table."""
        if view == self.view:
            return
        self.view = view
        self.title.set(view.title)
        self.note.set(view.note)
        self.empty.set("" if view.loose or view.builds else view.empty)
        refill(self, self.loose, view.loose, lambda: LooseCard(self.press), lambda card, one: card.show(one))
        refill(self, self.builds, view.builds, lambda: BuildPlate(self.press), lambda plate, one: plate.show(one))
        self.row.show(view.cards)
        self.line.set(view.line, view.line_tone)
        self._place_pills()
        self.rearrange()

    # --- the band --------------------------------------------------------------------------------------------------

    def _band(self) -> tuple[float, float]:
        """Where the words of the band begin, and the width left for them."""
        x, _, width, _ = self.inner()
        cards = len(self.view.cards) if self.view else 0
        tall = dp(BAND - 6)
        natural = cards * (tall / 1.38 + dp(5)) if cards else 0
        left = min(natural, width * 0.4) + dp(14) if cards else 0
        return x + left, width - left

    def _place_pills(self) -> None:
        """As many choices as there is room for; the way to all of them where there is not."""
        if self.view is None or self.width <= 1:
            return
        choices, more, tail = list(self.view.choices), self.view.more, list(self.view.last)
        shown = [*choices, *tail]
        if more is not None:
            if not self.view.complete:
                shown = [*choices, more, *tail]
            while len(choices) > 1 and not self._holds(shown):
                choices.pop()
                shown = [*choices, more, *tail]
        refill(self, self.pills, shown, lambda: Pill(self.press, lines=1), lambda pill, one: pill.show(one))

    def _holds(self, buttons: list[Button]) -> bool:
        """Whether there is room for these choices."""
        if self.deep:
            return len(self._flow(buttons, self.inner()[2])) <= PILL_ROWS
        return self._needed(buttons) <= self._band()[1]

    @staticmethod
    def _flow(buttons: list[Button], room: float) -> list[list[float]]:
        """The widths of the buttons in rows, as words are broken into lines."""
        rows: list[list[float]] = []
        for button in buttons:
            wide = min(_width(button), room)
            if not rows or sum(rows[-1]) + dp(8) * len(rows[-1]) + wide > room:
                rows.append([])
            rows[-1].append(wide)
        return rows

    def _needed(self, buttons: list[Button]) -> float:
        gap = dp(8)
        return float(sum(_width(button) + gap for button in buttons) - gap)

    # --- the felt --------------------------------------------------------------------------------------------------

    def arrange(self) -> None:
        """What lies above, the band below."""
        if self.view is None:
            return
        self._place_pills()
        x, y, width, height = self.inner()
        flow = self._flow([pill.view for pill in self.pills if pill.view], width) if self.deep else []
        band = y + height - dp(BAND) - len(flow) * (S.button + dp(8))
        found = self._spread(width, band - y - dp(HEAD) - dp(12))
        head = dp(HEAD)
        if (found.rows > 1 and not self.deep) or found.tight:  # every line counts
            found, head = self._spread(width, band - y - dp(6)), 0.0
        for text in (self.title, self.note):
            text.opacity = 1 if head else 0
        self.put(self.title, x, y - dp(4), width / 2, dp(HEAD))
        self.put(self.note, x + width / 2, y - dp(4), width / 2, dp(HEAD))
        top = y + head + (dp(6) if head else -dp(2))
        for things, boxes in ((self.loose, found.loose), (self.builds, found.builds)):
            for thing, box in zip(things, boxes, strict=True):
                if thing.tight != found.tight:
                    thing.tight = found.tight
                    thing.rearrange()
                self.put(thing, x + box.x, top + box.y, box.width, box.height)
        self.put(self.empty, x, top, width, band - top)
        left, room = self._band()
        self.put(self.row, x, band + dp(4), max(0.0, left - x - dp(14)), dp(BAND - 6))
        if self.deep:
            self._arrange_deep(left, band, room, flow)
        else:
            self._arrange_words(left, band, room)

    def _arrange_deep(self, left: float, band: float, room: float, flow: list[list[float]]) -> None:
        """The card of the turn with its words, and below it the choices in rows."""
        self.line.split(max(3, self.line.say.count("\n") + 1))
        self.put(self.line, left, band + dp(4), room, dp(BAND - 6))
        x, top = self.inner()[0], band + dp(BAND + 8)
        pills = iter(self.pills)
        for row in flow:
            at = x
            for wide in row:
                self.put(next(pills), at, top, wide, S.button)
                at += wide + dp(8)
            top += S.button + dp(8)

    def _spread(self, width: float, height: float) -> Places:
        view = self.view
        assert view is not None
        return places(
            len(view.loose), [[len(group) for group in one.groups] for one in view.builds], width, height, dp(1)
        )

    def _arrange_words(self, left: float, band: float, room: float) -> None:
        """The line over the row of choices; without choices the line has their place too."""
        lines = self.line.say.count("\n") + 1
        if not self.pills:
            self.line.split(max(3, lines))
            self.put(self.line, left, band + dp(4), room, dp(BAND - 6))
            return
        if self.view is not None and not self.view.choices and lines > 1:  # words left, the only button right
            self.line.split(3)
            needed = self._needed([pill.view for pill in self.pills if pill.view])
            self.put(self.line, left, band + dp(4), room - needed - dp(12), dp(BAND - 6))
            left, room, top = left + room - needed, needed, band + (dp(BAND) - S.button) / 2
        else:
            self.line.split(1)
            self.put(self.line, left, band + dp(1), room, dp(22))
            top = band + dp(BAND) - S.button
        wide = [_width(pill.view) for pill in self.pills if pill.view]
        scale = min(1.0, (room - dp(8) * (len(wide) - 1)) / sum(wide))
        for pill, one in zip(self.pills, wide, strict=True):
            self.put(pill, left, top, one * scale, S.button)
            left += one * scale + dp(8)


def _width(button: Button) -> float:
    """Width that shows the words of a button, up to a bound."""
    from ui.theme import F_BUTTON
    from ui.widgets.base import text_width

    return float(min(dp(WIDEST_PILL), max(dp(88), text_width(button.text, F_BUTTON, True) + dp(40))))
