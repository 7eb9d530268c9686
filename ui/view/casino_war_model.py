"""What Casino War shows, as frozen values beside those of ui/view/model.py: circles, chips, seats, the dealer, and two sheets."""

from __future__ import annotations

from ui.view.model import Act, Button, CardView, Do, LedgerBox, Series, Shape, Stage


class CircleView(Shape, frozen=True):
    """A bet on its circle: `word` (ante, tie, raise), `amount` as shown (empty: nothing lies there).

    `act` is what a touch does, `off` what a long press or the right button does. `focused` circles get the chips; in a `pending`
    one lie chips that the table has not taken yet.
    """

    word: str
    amount: str = ""
    focused: bool = False
    pending: bool = False
    won: bool = False
    act: Do | None = None
    off: Do | None = None


class ChipView(Shape, frozen=True):
    """A chip value to tap; `off` takes one of it back; `tone` is the colour of its rim."""

    value: str
    tone: str
    act: Do
    off: Do
    enabled: bool = True


class WarSeat(Shape, frozen=True):
    """One player against the house.

    `word` says in `word_tone` what is due or how it stands (`your card`, `tie`, `won`), under the cards' row `bets` in words.
    Once settled: `net` in `net_tone`, `why` in words, `hand_over` (empty: nothing goes back). `lit` is the tone of the frame.
    """

    name: str
    bank: str
    night: str = ""
    night_tone: str = "muted"
    cards: tuple[CardView, ...] = ()
    circles: tuple[CircleView, ...] = ()
    bets: str = ""
    word: str = ""
    word_tone: str = "muted"
    net: str = ""
    net_tone: str = "ivory"
    why: str = ""
    hand_over: str = ""
    lit: str = ""
    dim: bool = False
    lamp: tuple[float, float, float] | None = None
    act: Act | None = None
    button: Button | None = None
    hold: Act | None = None


class DealerView(Shape, frozen=True):
    """The house: shoe and limits in `lines`, a `word` (war, tie), its cards, the cards burned, or the chips while bets are open.

    `house` opens the night, `misdeal` asks whether the hand shall not count.
    """

    title: str
    lines: tuple[str, ...]
    word: str = ""
    word_tone: str = "red"
    cards: tuple[CardView, ...] = ()
    burned: tuple[CardView, ...] = ()
    chips: tuple[ChipView, ...] = ()
    chips_for: str = ""
    chips_hint: str = ""
    house: Button | None = None
    misdeal: Button | None = None
    lit: str = ""
    lamp: tuple[float, float, float] | None = None
    act: Act | None = None


class WarTableStage(Stage, frozen=True):
    """The whole table of Casino War; `phase` is the game's, `hand_over` the heading over what goes back."""

    phase: str
    dealer: DealerView
    seats: tuple[WarSeat, ...]
    hand_over: str = ""

    @property
    def answered_here(self) -> bool:
        """While chips are put down."""
        return self.betting

    @property
    def betting(self) -> bool:
        """Whether chips can be put down."""
        return self.phase == "bets"


class WhyRow(Shape, frozen=True):
    """How one player was paid: each bet with what was staked and what came back, the sum, and the paying rule."""

    name: str
    why: str
    boxes: tuple[LedgerBox, ...]
    rule: str
    marked: bool = False


class WhyStage(Stage, frozen=True):
    """How everybody was paid; `legend` says what the letters of the rules mean."""

    rows: tuple[WhyRow, ...]
    legend: str


class NightRow(Shape, frozen=True):
    """What one player, or the house, has won or lost tonight; `about` says how it came."""

    name: str
    tone: str
    night: str
    night_tone: str
    about: str


class NightStage(Stage, frozen=True):
    """The night by hand: a line a player and one for the house, and the totals."""

    title: str
    series: tuple[Series, ...]
    rows: tuple[NightRow, ...]
