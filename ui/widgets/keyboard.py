"""An on-screen keyboard for names: letters, accents, digits; a real keyboard is not needed at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from kivy.metrics import dp

from ui.view.model import Button, CloseSheet
from ui.widgets.base import Group
from ui.widgets.buttons import Key

ROWS: Final = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
ACCENTS: Final = ("àâäáãåæçé", "èêëíîïñóô", "öõøœúûüÿß")
DIGITS: Final = ("1234567890", "-'.&()+", "")
ERASE, SHIFT, SPACE, MORE = "⌫", "⇧", "␣", "é 1"


class Keyboard(Group):
    """Three rows of letters and one of large keys; `typed` is called with the new text."""

    def __init__(self, typed: Callable[[str], None], **keywords: Any) -> None:
        super().__init__(**keywords)
        self._typed = typed
        self.text = ""
        self.shift = True
        self.layer = 0
        self.rows: list[list[Key]] = []
        self._build()

    def show(self, text: str) -> None:
        """The text so far; a capital comes first and after a blank."""
        self.text = text
        shift = not text or text.endswith((" ", "-"))
        if shift != self.shift:
            self.shift = shift
            self._build()

    def press(self, letter: str) -> None:
        """One key."""
        if letter == SHIFT:
            self.shift = not self.shift
            self._build()
            return
        if letter == MORE:
            self.layer = (self.layer + 1) % 3
            self._build()
            return
        text = self.text[:-1] if letter == ERASE else self.text + (" " if letter == SPACE else letter)
        self._typed(text.lstrip()[:40])

    def _build(self) -> None:
        layers = (ROWS, ACCENTS, DIGITS)[self.layer]
        rows = [[letter.upper() if self.shift and letter != "ß" else letter for letter in row] for row in layers if row]
        rows.append([SHIFT, MORE, SPACE, ERASE])
        if [len(row) for row in rows] != [len(row) for row in self.rows]:
            for row in self.rows:
                for key in row:
                    self.remove_widget(key)
            self.rows = [[self._key() for _ in row] for row in rows]
        for keys, letters in zip(self.rows, rows, strict=True):
            for key, letter in zip(keys, letters, strict=True):
                key.letter = letter
                key.show(
                    Button(
                        letter if letter != SPACE else "",
                        CloseSheet(),
                        "primary" if letter == SHIFT and self.shift else "plain",
                    )
                )
        self.rearrange()

    def _key(self) -> Key:
        key = Key(lambda _act: None, size_of_text=dp(22))
        key.letter = ""
        key.bind(on_release=lambda pressed: self.press(pressed.letter))
        self.add_widget(key)
        return key

    def arrange(self) -> None:
        """Rows of equal height, each centred; the lowest has a wide space bar."""
        gap = dp(5)
        height = (self.height - gap * (len(self.rows) - 1)) / len(self.rows)
        for at, keys in enumerate(self.rows):
            top = at * (height + gap)
            if at == len(self.rows) - 1:
                wide = dp(90)
                widths = [wide, wide, self.width - 3 * wide - 3 * gap, wide]
            else:
                width = (self.width - gap * 9) / 10
                widths = [width] * len(keys)
            left = (self.width - sum(widths) - gap * (len(keys) - 1)) / 2
            for key, width in zip(keys, widths, strict=True):
                self.put(key, left, top, width, height)
                left += width + gap
