"""What a press means, as frozen values: an *act* is carried out by the desk (ui/desk.py) and knows no widget."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.live.snapshot import Standing
from companion.rules.cards import Card
from companion.rules.game import AnyAction

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
