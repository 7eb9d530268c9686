"""The grid of all faces, 13 x 4 and two jokers: cards entered by hand and jokers given a value."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.metrics import dp

from companion.rules.cards import JOKERS, SUITS
from ui.theme import SIGN_FONT, STAR, SUIT_SIGNS, C, S
from ui.view.model import Act
from ui.widgets.base import Group, Plate, glyph
from ui.widgets.buttons import Press, Pressable
from ui.widgets.cards import rank_text

COLUMNS: Final = "A23456789TJQK"
ROWS: Final = SUITS


class FaceKey(Pressable):
    """One face as a small card; dark when it cannot be chosen."""

    def __init__(self, press: Press, face: str, **keywords: Any) -> None:
        super().__init__(press, **keywords)
        self.face = face
        self.plate = Plate(self, "face", "edge", 1, radius=dp(6))
        self.state_of = "open"
        self._drawing = Clock.create_trigger(self._redraw, -1)
        self.bind(pos=self._drawing, size=self._drawing, state=self._drawing)

    def show(self, act: Act | None, proposed: bool = False) -> None:
        """What choosing it does (None: it cannot be chosen), whether it is the proposal."""
        self.mean(act)
        state = "proposed" if proposed and act else "open" if act else "gone"
        if state != self.state_of:
            self.state_of = state
            self._drawing()

    def _redraw(self, *_: object) -> None:
        if self.width <= 1:
            return
        gone = self.state_of == "gone"
        down = self.state == "down"
        proposed = self.state_of == "proposed"
        self.plate.paint(
            "felt" if gone else "edge" if down else "face",
            "gold" if proposed else "line" if gone else "edge",
            3 if proposed else 1,
        )
        self.canvas.clear()
        with self.canvas:
            width, height = self.size
            if self.face in JOKERS:
                self._draw_joker(gone)
                return
            red = self.face[1] in "HD"
            Color(*(C("faint") if gone else C("red_suit" if red else "black_suit")))
            size = min(width * (0.62 if width < dp(30) else 0.42), height * 0.46)
            rank = glyph(rank_text(self.face), size, "Roboto", True)
            suit = glyph(SUIT_SIGNS[self.face[1]], size * 1.05, SIGN_FONT)
            wide = height < width * 0.8
            if wide:
                x = self.center_x - (rank.width + suit.width) / 2
                places = ((x, self.center_y - rank.height / 2), (x + rank.width, self.center_y - suit.height / 2))
            else:
                places = (
                    (self.center_x - rank.width / 2, self.center_y - height * 0.02),
                    (self.center_x - suit.width / 2, self.center_y + height * 0.06 - suit.height),
                )
            for texture, (left, base) in zip((rank, suit), places, strict=True):
                Rectangle(texture=texture, pos=(round(left), round(base)), size=texture.size)

    def _draw_joker(self, gone: bool) -> None:
        """The star with its number beside it, below it where the key is narrow."""
        width, height = self.size
        narrow = height > 2.5 * width
        star = glyph(STAR, width * 0.85 if narrow else min(width, height) * 0.6, SIGN_FONT)
        number = glyph(self.face[1], width * 0.65 if narrow else min(width, height) * 0.34, "Roboto", True)
        x = self.center_x - (star.width + (0 if narrow else number.width)) / 2
        places = (
            (x, self.center_y if narrow else self.center_y - star.height / 2),
            (self.center_x - number.width / 2, self.center_y - number.height)
            if narrow
            else (x + star.width, self.center_y - number.height / 2),
        )
        tones = ("line" if gone else "gold", "line" if gone else "black_suit")
        for texture, tone, (left, base) in zip((star, number), tones, places, strict=True):
            Color(*C(tone))
            Rectangle(texture=texture, pos=(round(left), round(base)), size=texture.size)


class FaceGrid(Group):
    """All faces: a row for each suit, the jokers in a column of their own at the right (where `jokers`)."""

    folds = True  # fingers need wide keys

    def __init__(self, press: Press, jokers: bool = True, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.keys: dict[str, FaceKey] = {}
        self.jokers = jokers
        faces = [rank + suit for suit in ROWS for rank in COLUMNS] + list(JOKERS if jokers else ())
        for face in faces:
            key = FaceKey(press, face)
            self.keys[face] = key
            self.add_widget(key)

    def show(self, acts: Mapping[str, Act], proposed: str = "") -> None:
        """What each face does; faces without an act cannot be chosen."""
        for face, key in self.keys.items():
            key.show(acts.get(face), face == proposed)

    def arrange(self) -> None:
        """Equal keys; where they would be narrower than a finger each suit has two rows."""
        columns = len(COLUMNS) + (1 if self.jokers else 0)
        gap = dp(3)
        if self.folds and self.width < columns * (S.touch + gap) - gap:
            self._arrange_folded(gap)
            return
        width = (self.width - gap * (columns - 1)) / columns
        height = (self.height - gap * 3) / 4
        for row, suit in enumerate(ROWS):
            for column, rank in enumerate(COLUMNS):
                self.put(self.keys[rank + suit], column * (width + gap), row * (height + gap), width, height)
        if self.jokers:
            for row, face in enumerate(JOKERS):
                self.put(self.keys[face], 13 * (width + gap), row * 2 * (height + gap), width, 2 * height + gap)

    def _arrange_folded(self, gap: float) -> None:
        """A suit in two rows of seven: the place behind a king is free, and the jokers take the first two of these."""
        columns, rows = 7, 8
        width = (self.width - gap * (columns - 1)) / columns
        height = (self.height - gap * (rows - 1)) / rows
        for at, face in enumerate(self.keys):
            if face in JOKERS:
                row, column = 2 * JOKERS.index(face) + 1, columns - 1
            else:
                suit, rank = divmod(at, len(COLUMNS))
                row, column = 2 * suit + rank // columns, rank % columns
            self.put(self.keys[face], column * (width + gap), row * (height + gap), width, height)
