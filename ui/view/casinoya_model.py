"""What stands on the felt in blackjack, Chinese poker and War, as frozen values; the widgets are in `ui/stages`."""

from __future__ import annotations

from ui.view.model import Act, Button, CardView, ChoiceItem, Shape, Stage

# --- hands whose order means something ------------------------------------------------------------------------------


class LaidView(Shape, frozen=True):
    """One seat's scans in rows: Chinese poker's three, War's one. A seat without rows is out.

    `names` of the rows are empty where they would not fit; the first `movable` places can be dragged onto each other (`swap` is
    the act's name); `behind` are the places (from 0) with a card face down behind them. A finger on the hand does `act`.
    """

    seat: str
    rows: tuple[tuple[CardView, ...], ...] = ()
    names: tuple[str, ...] = ()
    note: str = ""
    note_tone: str = "ivory"
    button: Button | None = None
    act: Act | None = None
    movable: int = 0
    behind: tuple[int, ...] = ()


class LaidStage(Stage, frozen=True):
    """Hands being laid in rows: under their seats (`columns`), or one large or several in a grid with their names."""

    hands: tuple[LaidView, ...]
    columns: bool = False

    @property
    def answered_here(self) -> bool:
        """A hand looked at large is sorted with the finger."""
        return not self.columns and len(self.hands) == 1


class PrivateStage(Stage, frozen=True):
    """A hand that only its player may see: backs, and faces while a finger holds `hold` (empty: not complete yet)."""

    seat: str
    rows: tuple[tuple[CardView, ...], ...]
    names: tuple[str, ...]
    hold: str
    lines: tuple[str, ...] = ()

    @property
    def answered_here(self) -> bool:
        """It is for one pair of eyes."""
        return True


# --- blackjack ------------------------------------------------------------------------------------------------------


class TurnView(Shape, frozen=True):
    """One seat's cards while they are drawn: `shows` is the shown total in words, `word` what the seat does, in its tone."""

    seat: str
    shows: str
    word: str
    tone: str
    cards: tuple[CardView, ...]
    button: Button | None = None
    active: bool = False


class TurnsStage(Stage, frozen=True):
    """All seats' cards, hidden and shown."""

    hands: tuple[TurnView, ...]


class KeysStage(Stage, frozen=True):
    """A choice among a few short words (a joker's value), the proposed one marked."""

    keys: tuple[ChoiceItem, ...]

    @property
    def answered_here(self) -> bool:
        """Its keys are touched."""
        return True


# --- War ------------------------------------------------------------------------------------------------------------


class MusterView(Shape, frozen=True):
    """What one seat is asked before the armies are laid: one of `options`, or columns to touch.

    `columns` has an act for each column, `chosen` those touched already (from 0); `answer` tells what was chosen.
    """

    seat: str
    title: str
    options: tuple[ChoiceItem, ...] = ()
    columns: tuple[Act, ...] = ()
    chosen: tuple[int, ...] = ()
    answer: str = ""


class MusterStage(Stage, frozen=True):
    """All seats' answers."""

    seats: tuple[MusterView, ...]

    @property
    def answered_here(self) -> bool:
        """Its keys are touched."""
        return True


class ArmyView(Shape, frozen=True):
    """One army: the card that stands in each column, links where neighbours lend each other their effect.

    `waiting` are columns (from 0) with a reinforcement face down, `fallen` those where one stepped in before the lost card.
    """

    seat: str
    tone: str
    cards: tuple[CardView, ...]
    links: tuple[bool, ...]
    waiting: tuple[int, ...] = ()
    fallen: tuple[int, ...] = ()
    gone: bool = False


class Told(Shape, frozen=True):
    """A line beside the armies; `weight` is `head`, `plain`, `small` or `sum`."""

    text: str
    tone: str = "ivory"
    weight: str = "plain"


class ArmyStage(Stage, frozen=True):
    """All armies, the column that is fought (from 0), and what happens in it; `over` are columns nobody fought."""

    armies: tuple[ArmyView, ...]
    column: int
    told: tuple[Told, ...]
    cancelled: tuple[int, ...] = ()
    why: Act | None = None
