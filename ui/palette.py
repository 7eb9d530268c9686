"""The colours of the screen by name, as plain values: no Kivy, so that tests can weigh their contrast without a window.

`DARK` is the look of the table at night (the mock-ups' palette); `LIGHT` is the same table by day. A tone means one thing
everywhere: gold attacks and is the next step, blue defends, ivory waits, red is damage and danger, mint heals and is ready.
"""

from __future__ import annotations

from typing import Final

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


def luminance(code: str) -> float:
    """Relative luminance (WCAG 2), 0 to 1."""

    def linear(part: float) -> float:
        return part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4

    red, green, blue, _ = rgba(code)
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)


def contrast(one: str, other: str) -> float:
    """Contrast ratio (WCAG 2) of two colours, 1 to 21."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)
