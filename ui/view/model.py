"""What is shown, as frozen values: the widgets draw these and know nothing of games, the views make them and know no widgets.

A *tone* is a colour name of `ui.palette`. Texts are finished sentences in the language in use. An *act* is what a press means.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.live.snapshot import Standing
from companion.rules.cards import Card
from companion.rules.game import AnyAction

Role = Literal["", "waiting", "attacker", "defender", "out", "winner"]
Shown = Literal["face", "back", "empty"]
Kind = Literal["primary", "plain", "quiet", "danger"]


class Shape(msgspec.Struct, frozen=True):
    """Base of all view values."""


# --- numbers asked ---------------------------------------------------------------------------------------------------


class NumberAsk(Shape, frozen=True):
    """A number asked of `seat` by a standing prompt: its bounds, and what the button says (`done`)."""

    seat: str
    title: str
    standing: Standing | None
    purpose: str
    low: int
    high: int
    step: int
    default: int
    done: str = ""
    field: str = ""  # the host corrects this number of the seat; nobody was asked


# --- acts: what a press means ---------------------------------------------------------------------------------------


class Submit(Shape, frozen=True):
    """Offer this action as the answer to that standing prompt (None: to no prompt)."""

    action: AnyAction
    answers: Standing | None = None


class Undo(Shape, frozen=True):
    """Take the last action back, or so many."""

    steps: int = 1


class Redo(Shape, frozen=True):
    """Bring it back."""


class Go(Shape, frozen=True):
    """Show another screen: `home`, `new`, `table`, `over`, `settings`, `log`; `about` says which game."""

    screen: str
    about: str = ""


class ByHand(Shape, frozen=True):
    """Enter cards of this deck by hand, for `seat`."""

    seat: str
    label: str


class ChooseFace(Shape, frozen=True):
    """Choose another option of this pick on the grid of faces."""

    standing: Standing


class AskNumber(Shape, frozen=True):
    """Ask a number on the pad."""

    ask: NumberAsk


class EnterCard(Shape, frozen=True):
    """A card entered by hand."""

    card: Card


class ChoresDone(Shape, frozen=True):
    """The steps after the round of that entry are done."""

    entry: int


class Explain(Shape, frozen=True):
    """Say where a number comes from."""

    title: str
    lines: tuple[str, ...]


class CloseSheet(Shape, frozen=True):
    """Put the sheet over the stage (grid, pad, explanation) away."""


class Details(Shape, frozen=True):
    """Show what the doctor says of the readers."""


class Retry(Shape, frozen=True):
    """Try lost readers again."""


class Put(Shape, frozen=True):
    """Change something of the screen's own, outside a game: `what` (a draft's seat, a setting …), `where`, the new `value`."""

    what: str
    where: str = ""
    value: str = ""


class Host(Shape, frozen=True):
    """Something of the host's (ui/host.py): `what` (`menu`, `seat`, `log` …), `about` whom or which entry, the `value`."""

    what: str
    about: str = ""
    value: str = ""


class Confirm(Shape, frozen=True):
    """Ask before doing: `question`, then `act` behind a button that says `text`."""

    question: str
    text: str
    act: Submit | Go | Put | Host


class Do(Shape, frozen=True):
    """Something that the game's own view understands (`GameView.did`): `what`, `where`, the `value`; a chip on a circle …"""

    what: str
    where: str = ""
    value: str = ""


class Look(Shape, frozen=True):
    """Lay a sheet of the game's own view over the stage (`GameView.sheet`); `about` whom."""

    what: str
    about: str = ""


class Split(Shape, frozen=True):
    """The best Chinese split, privately for `seat`: `ask` for it, `hold` and `release` to see it, `lay` the cards so, `forget` it."""

    what: Literal["ask", "hold", "release", "lay", "forget"]
    seat: str


class Focus(Shape, frozen=True):
    """Show the prompts of this seat first."""

    seat: str


Act = (
    Submit
    | Undo
    | Redo
    | Go
    | ByHand
    | EnterCard
    | ChooseFace
    | AskNumber
    | Explain
    | CloseSheet
    | ChoresDone
    | Details
    | Retry
    | Confirm
    | Host
    | Focus
    | Put
    | Do
    | Look
    | Split
)


class Button(Shape, frozen=True):
    """Something to press."""

    text: str
    act: Act
    kind: Kind = "plain"
    enabled: bool = True


# --- things on the table --------------------------------------------------------------------------------------------


class CardView(Shape, frozen=True):
    """One place for a card. `face` is a face of `companion.rules.cards` (empty for a back or an empty place), `reading` the face
    a joker stands for, `glow` the tone of a ring around it, `badge` a sign in its corner with its tone."""

    shown: Shown = "face"
    face: str = ""
    reading: str = ""
    glow: str = ""
    badge: str = ""
    badge_tone: str = "gold"
    dim: bool = False


class Count(Shape, frozen=True):
    """A number with its word, as under the hit points: `39 deck`. `sign` picks the drawn icon: `deck`, `pit` or none."""

    value: str
    word: str
    sign: str = ""


class SeatView(Shape, frozen=True):
    """One seat. `big` is its main number (hit points, bank, points) as shown, `of` what stands small behind it (`/20`), `ratio`
    fills the bar (None: no bar), `note` stands at the right (`−10`, `ready`) in `note_tone`; `low` draws the number red."""

    name: str
    big: str = ""
    of: str = ""
    ratio: float | None = None
    counts: tuple[Count, ...] = ()
    role: Role = ""
    role_word: str = ""
    note: str = ""
    note_tone: str = "mint"
    low: bool = False
    lamp: tuple[float, float, float] | None = None
    act: Act | None = None
    line: str = ""
    hold: Act | None = None


class Bar(Shape, frozen=True):
    """The prompt bar: small capitals (in `tone`), one sentence, the named undo far left, the primary button far right."""

    eyebrow: str
    sentence: str
    undo: Button | None = None
    buttons: tuple[Button, ...] = ()
    tone: str = "gold"
    menu: Button | None = None


class Banner(Shape, frozen=True):
    """Something is wrong and play goes on: shown over the stage, never in the way of buttons."""

    title: str
    text: str
    buttons: tuple[Button, ...] = ()
    tone: str = "red"


# --- stages ---------------------------------------------------------------------------------------------------------


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


class Series(Shape, frozen=True):
    """A line of the chart: one number for each round, start first."""

    name: str
    tone: str
    values: tuple[float, ...]


class OverView(Shape, frozen=True):
    """The end of a game: headline, what game it was, a chart and what to remember of it."""

    title: str
    about: str
    chart_title: str
    series: tuple[Series, ...]
    facts_title: str
    facts: tuple[tuple[str, str], ...]
    bar: Bar


class GameTile(Shape, frozen=True):
    """A game on the home screen."""

    title: str
    about: str
    suit: str
    act: Act


class HomeView(Shape, frozen=True):
    """The first screen: readers, the game to go on with (`resume`: label, sentence, button), all games."""

    title: str
    about: str
    status: str
    status_tone: str
    resume: tuple[str, str, Button] | None
    tiles: tuple[GameTile, ...]
    bar: Bar
    banner: Banner | None = None


class SlotView(Shape, frozen=True):
    """A place at the table of a new game: its number, name and deck; an empty one adds a player."""

    number: int
    name: str
    about: str
    act: Act
    remove: Act | None = None
    marked: bool = False


class NewGameView(Shape, frozen=True):
    """Who plays: places in table order, names to tap (`names`), variants of the game, saved groups."""

    title: str
    about: str
    slots: tuple[SlotView, ...]
    names: tuple[Button, ...]
    variants: tuple[Button, ...]
    bar: Bar
    rules: Button | None = None


class KeyboardView(Shape, frozen=True):
    """A name typed on the screen."""

    title: str
    text: str
    names: tuple[Button, ...]
    bar: Bar
    most: int = 40


class OptionRow(Shape, frozen=True):
    """One option or setting: its name, what it means, its choices as buttons, or a number to step."""

    name: str
    title: str
    about: str
    choices: tuple[Button, ...] = ()
    value: str = ""
    less: Act | None = None
    more: Act | None = None


class ListView(Shape, frozen=True):
    """Options or settings in a list, or lines of the log."""

    title: str
    about: str
    rows: tuple[OptionRow, ...]
    lines: tuple[tuple[str, str], ...]
    bar: Bar


class MiniCard(Shape, frozen=True):
    """A small card that only shows: whether it has its tag, and whether the next touch becomes it."""

    face: str
    known: bool
    wanted: bool = False


class TeachView(Shape, frozen=True):
    """A deck is taught: how far it is (`ratio`), the card that comes next (`face`, empty: any), what to do, other ways, and the
    whole deck small. Where there are `choices` the grid of faces stands in place of all that, with or without `jokers`."""

    title: str
    about: str
    ratio: float
    face: str
    head: str
    text: str
    buttons: tuple[Button, ...]
    rows: tuple[tuple[MiniCard, ...], ...]
    bar: Bar
    choices: dict[str, Act]
    jokers: bool = True


class GridView(Shape, frozen=True):
    """The touch grid: fields to be touched, each goes out when a finger was there; `left` are still to be touched."""

    title: str
    columns: int
    rows: int
    left: frozenset[int]
    bar: Bar


Screen = TableView | OverView | HomeView | NewGameView | KeyboardView | ListView | TeachView | GridView
