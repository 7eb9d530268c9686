"""The colours of the screen by name, as plain values: no Kivy, so that tests can weigh their contrast without a window.

`DARK` is the look of the table at night (the mock-ups' palette); `LIGHT` is the same table by day. A tone means one thing
everywhere: gold attacks and is the next step, blue defends, ivory waits, red is damage and danger, mint heals and is ready.

What is written in gold and blue must stand out from its ground; borders and chips of the two roles must also stand apart from
each other for eyes that see no red or no green. So `attacker` and `defender` are a gold and a blue of their own, at least 3:1
apart in lightness under both simulations (`seen_by`), with `on_attacker` and `on_defender` for what is drawn upon them.
"""

from __future__ import annotations

from typing import Final, Literal

RGBA = tuple[float, float, float, float]

DARK: Final = {
    "background": "0B100E",
    "felt": "12201A",
    "panel": "18271F",
    "raised": "22382E",
    "line": "2F4A3D",
    "ivory": "F4EFE3",
    "muted": "9DB2A6",
    "gold": "F2B84B",
    "red": "FF7069",  # lighter than the mock-ups: 4.5:1 on every ground
    "mint": "4CC9A7",
    "blue": "5AA9F0",
    "ink": "14100A",
    "attacker": "FFD166",
    "on_attacker": "14100A",
    "defender": "2B6CB8",
    "on_defender": "FFFFFF",
    "track": "0A0F0D",
    "faint": "6E8578",
    "face": "FBF8F1",
    "edge": "C9C1AE",
    "red_suit": "C8283C",
    "black_suit": "1B1F1D",
    "back": "1F4234",
    "back_line": "3E6B56",
    "gold_back": "3A3520",
}

LIGHT: Final = DARK | {
    "background": "E9E4D6",
    "felt": "F3EFE4",
    "panel": "FCFAF4",
    "raised": "FFFFFF",
    "line": "C6C0AE",
    "ivory": "17211C",
    "muted": "4F6156",
    "gold": "8A5A00",
    "red": "B3202B",
    "mint": "0B6B52",
    "blue": "1A5FA8",
    "ink": "FFFFFF",
    "attacker": "B57200",
    "on_attacker": "000000",
    "defender": "0A2458",
    "on_defender": "FFFFFF",
    "track": "D9D3C3",
    "faint": "66766C",
    "back": "2B5A47",
    "back_line": "6FA48B",
    "gold_back": "EADFC0",
}

THEMES: Final = {"dark": DARK, "light": LIGHT}


def rgba(code: str, alpha: float = 1.0) -> RGBA:
    """`F2B84B` as red, green, blue and alpha, each 0 to 1."""
    red, green, blue = (int(code[at : at + 2], 16) / 255 for at in (0, 2, 4))
    return red, green, blue, alpha


Eyes = Literal["", "protanopia", "deuteranopia"]

# Machado, Oliveira and Fernandes (2009), "A physiologically-based model for simulation of color vision deficiency", severity 1.0:
# what linear red, green and blue become for eyes without the long or the middle cones.
_SEEN: Final = {
    "protanopia": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deuteranopia": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
}


def seen_by(code: str, eyes: Eyes = "") -> tuple[float, float, float]:
    """Linear red, green and blue, each 0 to 1, as these eyes see the colour; empty: eyes that see all."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue = (linear(part) for part in rgba(code)[:3])
    if not eyes:
        return red, green, blue
    seen = [min(1.0, max(0.0, a * red + b * green + c * blue)) for a, b, c in _SEEN[eyes]]
    return seen[0], seen[1], seen[2]


def luminance(code: str, eyes: Eyes = "") -> float:
    """Relative luminance (WCAG 2), 0 to 1, as these eyes see the colour."""
    red, green, blue = seen_by(code, eyes)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str, eyes: Eyes = "") -> float:
    """Contrast ratio (WCAG 2) of two colours, 1 to 21, as these eyes see them."""
    high, low = sorted((luminance(one, eyes), luminance(other, eyes)), reverse=True)
    return (high + 0.05) / (low + 0.05)


def told_apart(one: tuple[float, float, float], other: tuple[float, float, float]) -> bool:
    """Whether two colours (parts of 1) have at least 1.5 : 1 of contrast: enough for a dot of light beside its ground."""
    first, second = ("".join(f"{round(part * 255):02X}" for part in colour) for colour in (one, other))
    return contrast(first, second) >= 1.5
