"""Every colour, size, font and duration of the screen. Sizes are pixels of this window, made from density-free units (dp)."""

from __future__ import annotations

from typing import Final

from kivy.core.text import LabelBase
from kivy.metrics import dp, sp

from ui.palette import RGBA, THEMES, rgba

UI_FONT: Final = "Roboto"
SIGN_FONT: Final = "DejaVuSans"  # inside Kivy's wheel; Roboto has no suits, stars, ticks or swords
LabelBase.register(
    SIGN_FONT, f"data/fonts/{SIGN_FONT}.ttf"
)  # Kivy looks beside itself for this, not among the system's fonts
HAIR: Final = "\u200a"  # a hair space: spaces the letters of small capitals

SUIT_SIGNS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
STAR: Final = "★"


class Colours:
    """The palette in use; `C("gold")` is a colour, `C("gold", 0.3)` a translucent one."""

    def __init__(self) -> None:
        self.theme = "dark"

    def use(self, theme: str) -> None:
        """Change the theme; what is drawn already keeps its colours, so the root is built anew (ui/window.py)."""
        self.theme = theme if theme in THEMES else "dark"

    def __call__(self, tone: str, alpha: float = 1.0) -> RGBA:
        """A colour of the theme in use; raises `KeyError` for an unknown tone."""
        return rgba(THEMES[self.theme][tone], alpha)


C: Final = Colours()


class Sizes:
    """Lengths in pixels, evaluated when the window's density is known."""

    def __init__(self) -> None:
        self.gap = dp(8)
        self.small_gap = dp(4)
        self.margin = dp(16)
        self.pad = dp(12)
        self.radius = dp(12)
        self.touch = dp(48)  # the smallest target
        self.button = dp(50)
        self.bar = dp(76)  # the prompt bar
        self.seats = dp(144)  # the row of seats
        self.low_seats = dp(88)  # where nothing stands under their numbers
        self.top = dp(12)
        self.simulator = dp(360)


S: Final = Sizes()

# Text sizes, scaled by the system's font scale (sp). `hp` gives digits of 44 dp and `count` of 22 dp height: Roboto's digits are
# 0.711 em tall (readable from two metres at 800 x 480).
F_TINY: Final = sp(11)
F_SMALL: Final = sp(13)
F_BODY: Final = sp(15)
F_BUTTON: Final = sp(17)
F_TITLE: Final = sp(20)
F_HEAD: Final = sp(34)
F_HP: Final = dp(62)
F_COUNT: Final = dp(31)

# Durations in seconds.
TURN: Final = 0.28  # a card turns over
REVEAL: Final = 0.22  # from the first card of a reveal to the last
COUNT: Final = 0.45  # hit points count down
LEDGER: Final = 0.42  # from the first box of a ledger to the last
FLIGHT: Final = 0.24  # a card comes from its seat to its place
FRAME: Final = 1 / 60  # the step of every animation (knowledge/kivy.md, section 3)


class TextSize:
    """How much larger than drawn the words are (setting `text_size`); the large numbers of the seats are large already."""

    LARGE: Final = 1.2

    def __init__(self) -> None:
        self.factor = 1.0

    def use(self, name: str) -> None:
        """`normal` or `large`; what is built already keeps its size, so the root is built anew (ui/window.py)."""
        self.factor = self.LARGE if name == "large" else 1.0

    def of(self, size: float) -> float:
        """The size in pixels of letters that are drawn at `size`."""
        return size * self.factor if size < F_COUNT else size


TEXT: Final = TextSize()


class Motion:
    """Whether things move now (`on`); `allowed` is off in `--fast` and in screenshots, whatever the setting says."""

    def __init__(self) -> None:
        self.allowed = True
        self.on = True


MOTION: Final = Motion()


class Lock:
    """How long a button whose meaning just changed does not listen, in seconds (setting `lockout_ms`)."""

    def __init__(self) -> None:
        self.seconds = 0.3


LOCK: Final = Lock()
