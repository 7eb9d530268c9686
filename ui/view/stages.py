"""What stands on the felt, as frozen values: one kind of stage for each kind of thing to look at or to touch."""

from __future__ import annotations

from ui.view.acts import Act, Button, Explain, NumberAsk, Shape
from ui.view.parts import Banner, Bar, CardView, SeatView


class Stage(Shape, frozen=True):
    """Base: what stands on the felt. Each kind of stage has one widget class (ui/stages)."""

    @property
    def answered_here(self) -> bool:
        """Whether the prompt is answered on the felt itself, so that the felt turns with the words to face who acts."""
        return False


def stage_kind(stage: Stage) -> str:
    """A name for what kind of thing stands on the felt, with its phase where it has some: `battle`, `wartable-bets`."""
    kind = type(stage).__name__.removesuffix("Stage").lower()
    return f"{kind}-{phase}" if (phase := getattr(stage, "phase", "")) else kind


class HandView(Shape, frozen=True):
    """A row of cards of one seat with what is known of it."""

    seat: str
    title: str
    cards: tuple[CardView, ...]
    note: str = ""
    note_tone: str = "ivory"
    button: Button | None = None
    line: str = ""


class ScanStage(Stage, frozen=True):
    """Hands that are being scanned: backs until the reveal."""

    hands: tuple[HandView, ...]


class LedgerBox(Shape, frozen=True):
    """One number of the ledger; `sign` stands before the box."""

    word: str
    value: str
    tone: str = "ivory"
    sign: str = ""
    why: Explain | None = None


class Note(Shape, frozen=True):
    """A few words in a tone."""

    text: str
    tone: str = "muted"


class BattleStage(Stage, frozen=True):
    """One battle: two hands, the ledger of the damage, the sum of the hit points, what comes next; `notes` tell what effects did."""

    attacker: HandView
    defender: HandView
    ledger: tuple[LedgerBox, ...]
    total: str
    total_tone: str
    below: str
    notes: tuple[Note, ...] = ()


class ChoiceItem(Shape, frozen=True):
    """One option of a choice; `face` draws it as a card."""

    text: str
    act: Act
    proposed: bool = False
    face: str = ""
    enabled: bool = True


class FaceStage(Stage, frozen=True):
    """A choice among faces on the 13 x 4 grid (a joker's value)."""

    title: str
    hand: HandView | None
    faces: tuple[ChoiceItem, ...]

    @property
    def answered_here(self) -> bool:
        """The grid is touched."""
        return True


class ExchangeStage(Stage, frozen=True):
    """The same small number asked of several seats at once: keys stand under each seat."""

    asks: tuple[NumberAsk, ...]

    @property
    def answered_here(self) -> bool:
        """Its keys are touched."""
        return True


class AskView(Shape, frozen=True):
    """Any prompt in plain words for the generic stage: `options` of a pick, `number` of a number, `button` of a touch."""

    seat: str
    title: str
    tone: str = "ivory"
    options: tuple[ChoiceItem, ...] = ()
    more: bool = False
    number: NumberAsk | None = None
    button: Button | None = None
    cards: tuple[CardView, ...] = ()


class GenericStage(Stage, frozen=True):
    """Any game from its prompts alone: touch, pick, number; `seats` still to answer, `ask` the one in focus."""

    tabs: tuple[Button, ...]
    focus: int
    ask: AskView | None
    lines: tuple[str, ...] = ()

    @property
    def answered_here(self) -> bool:
        """Where there is something to choose."""
        return self.ask is not None


class HandStage(Stage, frozen=True):
    """Cards entered by hand: what each face does; faces without an act are known to lie elsewhere."""

    acts: dict[str, Act]
    jokers: bool = True

    @property
    def answered_here(self) -> bool:
        """The grid is touched."""
        return True


class PadStage(Stage, frozen=True):
    """A number on the pad; `bounds` says what may be given."""

    ask: NumberAsk
    bounds: str
    cancel: str

    @property
    def answered_here(self) -> bool:
        """The pad is touched."""
        return True


class TextStage(Stage, frozen=True):
    """Plain words: where a number comes from, what the doctor says, a question before doing."""

    title: str
    lines: tuple[str, ...]
    buttons: tuple[Button, ...] = ()

    @property
    def answered_here(self) -> bool:
        """Who asked for it reads it."""
        return True


class ChoresStage(Stage, frozen=True):
    """What hands must do now, in order."""

    title: str
    steps: tuple[str, ...]


class TableView(Shape, frozen=True):
    """The whole table screen. Without `seats` the stage has their place too (a game that shows its seats on the stage)."""

    seats: tuple[SeatView, ...]
    stage: Stage
    bar: Bar
    banner: Banner | None = None
    facing: int = 0  # degrees that prompts and choices are turned, against the clock, to face who acts
