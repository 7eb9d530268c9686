"""What all widgets are made of: groups that place their children by hand, plates, and text that always fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import Any, TypeVar

from kivy.clock import Clock
from kivy.core.text import Label as CoreLabel
from kivy.core.text.markup import MarkupLabel
from kivy.graphics import ClearBuffers, ClearColor, Color, Rectangle
from kivy.graphics.texture import Texture
from kivy.metrics import dp
from kivy.uix.widget import Widget
from kivy.utils import escape_markup

from ui.palette import RGBA
from ui.theme import F_BODY, HAIR, SIGN_FONT, TEXT, UI_FONT, C, S
from ui.widgets import paint

WidgetT = TypeVar("WidgetT", bound=Widget)
ViewT = TypeVar("ViewT")

_IN_ROBOTO = frozenset("−≤≥≈≠∞√")  # the few mathematical signs beyond U+2190 that Roboto has


def is_sign(letter: str) -> bool:
    """Whether the letter must be drawn with the sign font (Kivy has no font fallback).

    >>> is_sign("♠"), is_sign("−"), is_sign("é")
    (True, False, False)
    """
    return ord(letter) >= 0x2190 and letter not in _IN_ROBOTO


def runs(text: str) -> Iterator[tuple[bool, str]]:
    """The text in runs of signs (True) and letters (False)."""
    for sign, letters in groupby(text, is_sign):
        yield sign, "".join(letters)


@lru_cache(maxsize=64)
def _ruler(font: str, size: float, bold: bool) -> CoreLabel:
    return CoreLabel(font_name=font, font_size=size, bold=bold)


@lru_cache(maxsize=4096)
def text_width(text: str, size: float, bold: bool = False) -> float:
    """Width in pixels of one line."""
    total = 0.0
    for sign, letters in runs(text):
        total += _ruler(SIGN_FONT if sign else UI_FONT, size, bold).get_extents(letters)[0]
    return total


@lru_cache(maxsize=512)
def glyph(text: str, size: float, font: str = UI_FONT, bold: bool = False) -> Texture:
    """White texture of a short text, shared by all cards; tint it with a `Color`."""
    label = CoreLabel(text=text, font_name=font, font_size=size, bold=bold)
    label.refresh()
    return paint.crisp(label.texture)


def spaced(text: str) -> str:
    """Small capitals: upper case, letters apart by hair spaces."""
    return HAIR.join(text.upper())


class Group(Widget):
    """A widget that places its children itself: `arrange` is called once before the next frame after a change of size."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(**keywords)
        self._arranging = Clock.create_trigger(lambda _dt: self.arrange(), -1)
        self.bind(pos=self._arranging, size=self._arranging)

    def arrange(self) -> None:
        """Place the children (`put`)."""

    def rearrange(self) -> None:
        """Arrange before the next frame."""
        self._arranging()

    def put(self, child: Widget, x: float, y: float, width: float, height: float) -> None:
        """Place a child: `x` from the left edge, `y` from the top edge downwards, in pixels."""
        child.size = (max(0, width), max(0, height))
        child.pos = (self.x + x, self.top - y - height)

    def have(self, child: Widget, there: bool) -> None:
        """Have the child, above the others, or not: one that is only made transparent would be drawn all the same."""
        if there is not (child.parent is self):
            (self.add_widget if there else self.remove_widget)(child)


class Plate:
    """A rounded surface under a widget: a fill in an edge, with a faint halo around it where one is asked for."""

    def __init__(
        self, widget: Widget, fill: str = "panel", edge: str = "line", weight: float = 1, radius: float = 0
    ) -> None:
        self.widget = widget
        self.radius = radius or S.radius
        self.weight = dp(weight)
        self._fill, self._edge = self._tone(fill), self._tone(edge)
        with widget.canvas.before:
            self._surface = paint.Surface()
        self._halo: paint.Surface | None = None  # few ever have one
        widget.bind(pos=self.follow, size=self.follow, opacity=self.follow)
        self.follow()

    @staticmethod
    def _tone(tone: str, alpha: float = 1.0) -> RGBA | None:
        return C(tone, alpha) if tone else None

    def paint(self, fill: str, edge: str, weight: float = 1, alpha: float = 1.0, halo: str = "") -> None:
        """Change the look: tones of fill and edge (empty: none), weight of the edge in dp, a faint `halo` around it."""
        look = (self._tone(fill, alpha), self._tone(edge, alpha), dp(weight))
        if look != (self._fill, self._edge, self.weight):
            self._fill, self._edge, self.weight = look
            self.follow()
        if halo or self._halo is not None:
            self.halo_strength(halo, 0.22 if halo else 0.0)

    def halo_strength(self, tone: str, alpha: float) -> None:
        """Set the halo alone, for a pulse."""
        if self._halo is None:
            self._halo = paint.Surface(under=self.widget.canvas.before)
            self._lay_halo()
        self._halo.tint.rgba = C(tone, alpha) if tone else (0, 0, 0, 0)

    def follow(self, *_: object) -> None:
        """Take the widget's place."""
        x, y = self.widget.pos
        width, height = self.widget.size
        radius = paint.fitting(self.radius, width, height)
        layers = []
        if self._edge is not None:
            layers.append(paint.Layer(self._edge, radius))
        if self._fill is None and layers:
            layers.append(paint.inset(None, radius - self.weight, self.weight))
        elif self._fill is not None and (self._fill != self._edge or self._fill[3] < 1):
            layers.append(paint.inset(self._fill, radius - self.weight, self.weight))
        self._surface.lay(x, y, width, height, *(layers if self.widget.opacity else ()))
        self._lay_halo()

    def _lay_halo(self) -> None:
        """The halo's place: around the surface."""
        if self._halo is not None:
            x, y = self.widget.pos
            width, height = self.widget.size
            radius = paint.fitting(self.radius, width, height)
            around = paint.Layer(paint.SEEN, radius).grown(dp(4), paint.SEEN)
            self._halo.lay(x, y, width, height, around, paint.Layer(None, radius))


class Text(Widget):
    """Text that fits its place: one or more lines, smaller down to `least` of its size, shortened with dots after that.

    `tone` is a colour name; another tone costs no new texture. Signs that Roboto lacks are drawn with the sign font. `fits`
    tells whether the whole text is shown. Textures are as small as the words and shared by equal texts.
    """

    def __init__(
        self,
        say: str = "",
        *,
        size: float = F_BODY,
        tone: str = "ivory",
        bold: bool = False,
        align: str = "left",
        valign: str = "middle",
        lines: int = 1,
        least: float = 0.72,
        **keywords: Any,
    ) -> None:
        super().__init__(**keywords)
        self.full, self.lines, self.least, self.bold = TEXT.of(size), lines, least, bold
        self.align, self.valign = align, valign
        self.say, self.tone = "", tone
        self.font_size = size
        self.fits = True
        self.ink: tuple[float, float] = (0.0, 0.0)  # width and height of the words
        self._color, self._rectangle = Color(*C(tone)), Rectangle(size=(0, 0))
        self._inked = False  # whether these two are on the canvas: a text without words costs nothing
        self.bind(size=self._fit, pos=self._place)
        self.set(say)

    def set(self, say: str, tone: str = "") -> None:
        """Say something else, in another tone if given."""
        if tone and tone != self.tone:
            self.tone = tone
            self._color.rgba = C(tone)
        if say != self.say:
            self.say = say
            self._fit()

    def resize(self, size: float) -> None:
        """Another full size of the letters."""
        if TEXT.of(size) != self.full:
            self.full = TEXT.of(size)
            self._fit()

    def split(self, lines: int) -> None:
        """On at most so many lines."""
        if lines != self.lines:
            self.lines = lines
            self._fit()

    def natural_width(self) -> float:
        """Width of the text in one line at its full size."""
        return text_width(self.say, self.full, self.bold)

    def _fit(self, *_: object) -> None:
        width, height = self.size
        shown = width > 1 and height > 1 and bool(self.say)
        if shown != self._inked:
            self._inked = shown
            for part in (self._color, self._rectangle):
                (self.canvas.add if shown else self.canvas.remove)(part)
        if not shown:
            self.ink = (0, 0)
            self.fits = not self.say or self.fits
            return
        size, say = self.full, self.say
        if self.lines == 1:
            needed = text_width(say, size, self.bold)
            if needed > width:
                # words are drawn in half pixels
                size = max(size * self.least, int(2 * size * (width - 1) / needed) / 2)
                while text_width(say, size, self.bold) > width + 1 and size > self.full * self.least:
                    size -= dp(0.5)  # letters do not shrink evenly
            self.fits = text_width(say, size, self.bold) <= width + 1
            rows = [say if self.fits else _shortened(say, size, self.bold, width)]
        else:
            wrapped = _wrapped(say, size, self.bold, width)
            while not self._holds(wrapped, size) and size > self.full * self.least:
                size -= dp(0.5)
                wrapped = _wrapped(say, size, self.bold, width)
            self.fits = self._holds(wrapped, size)
            rows = wrapped if self.fits else self._cut(wrapped, size)
        self.font_size = size
        # Never rounded up: letters are measured in whole pixels of size, and a larger one would stand out of its place.
        texture = _texture("\n".join(rows), int(size * 2) / 2, self.bold, self.align)
        self._rectangle.texture = texture
        self._rectangle.size = self.ink = texture.size
        self._place()

    def _holds(self, rows: list[str], size: float) -> bool:
        width, height = self.size
        fitting = all(text_width(row, size, self.bold) <= width + 1 for row in rows)
        return fitting and len(rows) <= self.lines and len(rows) * size * 1.19 <= height + 1

    def _cut(self, rows: list[str], size: float) -> list[str]:
        """As many rows as there is room for, the last one ending in dots."""
        room = max(1, min(self.lines, int((self.height + 1) // (size * 1.19))))
        kept = rows[:room]
        if len(rows) > room:
            kept[-1] += "…"
        return [_shortened(row, size, self.bold, self.width) for row in kept]

    def _place(self, *_: object) -> None:
        width, height = self.ink
        x = {"left": self.x, "right": self.right - width, "center": self.center_x - width / 2}[self.align]
        y = {"top": self.top - height, "middle": self.center_y - height / 2, "bottom": self.y}[self.valign]
        self._rectangle.pos = (round(x), round(y))


@lru_cache(maxsize=600)
def _texture(text: str, size: float, bold: bool, align: str) -> Texture:
    """A white texture of the words, as small as they are."""
    signs = any(map(is_sign, text))
    if signs:
        marked = "".join(
            f"[font={SIGN_FONT}]{escape_markup(letters)}[/font]" if sign else escape_markup(letters)
            for sign, letters in runs(text)
        )
        label = MarkupLabel(text=marked, font_name=UI_FONT, font_size=size, bold=bold, halign=align)
    else:
        label = CoreLabel(text=text, font_name=UI_FONT, font_size=size, bold=bold, halign=align)
    label.refresh()
    return paint.crisp(label.texture)


def _shortened(text: str, size: float, bold: bool, width: float) -> str:
    """The text, cut and dotted so that it is no wider than `width`."""
    if text_width(text, size, bold) <= width + 1:
        return text
    low, high = 0, len(text)
    while low < high:
        middle = (low + high + 1) // 2
        if text_width(text[:middle].rstrip() + "…", size, bold) <= width:
            low = middle
        else:
            high = middle - 1
    return text[:low].rstrip() + "…"


def _wrapped(text: str, size: float, bold: bool, width: float) -> list[str]:
    """The text in rows no wider than `width` where words allow it."""
    rows = []
    for paragraph in text.split("\n"):
        row = ""
        for word in _BREAKS.split(paragraph):
            longer = row + word
            if row and text_width(longer.rstrip(" "), size, bold) > width:
                rows.append(row.rstrip(" "))
                row = word
            else:
                row = longer
        rows.append(row.rstrip(" "))
    return rows


_BREAKS = re.compile(r"(?<=[ -])(?=\w)")  # a row may end behind a blank, and behind the hyphen of a long name


class Backdrop(Widget):
    """The table's background under everything: what is drawn into is wiped in one colour, cheaper than a surface to be filled."""

    def __init__(self, tone: str = "background", **keywords: Any) -> None:
        super().__init__(**keywords)
        with self.canvas:
            ClearColor(*C(tone))
            ClearBuffers()


def refill(
    parent: Widget,
    pool: list[WidgetT],
    views: Sequence[ViewT],
    make: Callable[[], WidgetT],
    show: Callable[[WidgetT, ViewT], None],
) -> None:
    """Show each view in a widget of the pool, adding and removing widgets at its end: what stays the same keeps its widget."""
    while len(pool) > len(views):
        parent.remove_widget(pool.pop())
    while len(pool) < len(views):
        widget = make()
        pool.append(widget)
        parent.add_widget(widget)
    for widget, view in zip(pool, views, strict=True):
        show(widget, view)
