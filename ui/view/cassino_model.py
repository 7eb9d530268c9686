"""What stands on the felt in Cassino, as frozen values: the cards as they lie, builds, the played card, the count of a pack."""

from __future__ import annotations

from typing import Literal

from ui.view.model import Act, Button, CardView, ChoiceItem, Shape, Stage

Choose = Literal["", "proposed", "chosen"]


class LooseView(Shape, frozen=True):
    """A loose card; `act` is None while nothing can be tapped."""

    card: CardView
    act: Act | None = None


class BuildView(Shape, frozen=True):
    """A build: its value, its groups of cards, whose it is in words, a tone, and how it is marked."""

    value: str
    groups: tuple[tuple[CardView, ...], ...]
    label: str
    tone: str = "blue"
    mark: Choose = ""
    act: Act | None = None


class CassinoStage(Stage, frozen=True):
    """The table: what lies, the card of the turn (or the last play) and what may be done.

    `note` stands at the right of the title; `cards` are drawn beside `line`; `choices` come most wanted first and as many are shown
    as there is room for, `more` (the way to all) when they are not `complete` or there is not room, `last` always.
    """

    title: str
    note: str
    loose: tuple[LooseView, ...]
    builds: tuple[BuildView, ...]
    empty: str
    cards: tuple[CardView, ...] = ()
    line: str = ""
    line_tone: str = "muted"
    choices: tuple[Button, ...] = ()
    complete: bool = True
    more: Button | None = None
    last: tuple[Button, ...] = ()

    @property
    def answered_here(self) -> bool:
        """While there is something to choose, by its name or on the table."""
        return bool(self.choices or self.last or self.more)


class UsesStage(Stage, frozen=True):
    """All offered uses of the played card."""

    title: str
    card: CardView
    options: tuple[ChoiceItem, ...]
    note: str = ""

    @property
    def answered_here(self) -> bool:
        """The list is touched."""
        return True


class CountCell(Shape, frozen=True):
    """What one side has of one reason and what that scores; `tone` of the points."""

    have: str
    points: str
    tone: str = "ivory"


class CountRow(Shape, frozen=True):
    """One reason of the count for all sides; `strong` for sums."""

    reason: str
    cells: tuple[CountCell, ...]
    strong: bool = False


class CountStage(Stage, frozen=True):
    """The count of a pack: a column a side, a row a reason, the sum and the running score."""

    title: str
    sides: tuple[str, ...]
    rows: tuple[CountRow, ...]
    note: str = ""
