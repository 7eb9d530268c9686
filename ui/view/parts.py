"""What stands on every table screen: cards, counts, seats, the prompt bar, the banner of a fault."""

from __future__ import annotations

from typing import Literal

from ui.view.acts import Act, Button, Shape

Role = Literal["", "waiting", "attacker", "defender", "out", "winner"]
Shown = Literal["face", "back", "empty"]


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
