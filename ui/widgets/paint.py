"""Rounded surfaces, discs and rings as small pictures, made once for each look and stretched in their middle (nine-patches).

Kivy draws a rounded surface as a fan of triangles with a smoothed line around it, some hundred vertices, and a bordered one as
two of them on top of each other. Where the processor draws (llvmpipe), that is what a frame costs. Here each look - fill, edge,
glow or shadow, all with their smooth corners - is computed once as a picture of a few dozen pixels, and a surface is one
`BorderImage` of it, whatever its size, laid on whole pixels, so that straight edges are crisp.
"""

from __future__ import annotations

from functools import lru_cache
from math import ceil, floor, hypot
from typing import Final, NamedTuple

from kivy.graphics import BorderImage, Color, InstructionGroup
from kivy.graphics.texture import Texture

from ui.palette import RGBA

SEEN: Final = (1.0, 1.0, 1.0, 1.0)  # the tint of what has its colours in its picture


Sides = tuple[float, float, float, float]  # left, below, right, above


class Layer(NamedTuple):
    """One rounded rectangle of a look: its colour (None wipes out what lies below it), its radius, and how far it reaches beyond
    the place on each side, in pixels (negative: it ends within)."""

    colour: RGBA | None
    radius: float
    reach: Sides = (0.0, 0.0, 0.0, 0.0)

    def grown(self, by: float, colour: RGBA | None) -> Layer:
        """The same shape in another colour, larger by so many pixels on all sides."""
        left, below, right, above = self.reach
        return Layer(colour, max(0.0, self.radius + by), (left + by, below + by, right + by, above + by))


def inset(colour: RGBA | None, radius: float, by: float) -> Layer:
    """A layer that ends `by` pixels within the place."""
    return Layer(colour, max(0.0, radius), (-by, -by, -by, -by))


class Patch(NamedTuple):
    """A look's picture: the texture, its corners (as `BorderImage` orders them: below, right, above, left), and how far it
    reaches beyond the place on the same sides."""

    texture: Texture
    corners: tuple[int, int, int, int]
    beyond: tuple[int, int, int, int]


def fitting(radius: float, width: float, height: float) -> float:
    """The radius, no larger than a place of this size in whole pixels allows."""
    return float(min(radius, int(width) // 2, int(height) // 2))


@lru_cache(maxsize=512)
def _reach(layers: tuple[Layer, ...]) -> tuple[tuple[int, int], ...]:
    """Of each side, how far a look reaches beyond its place and how far within its corners bend, in whole pixels."""
    found = []
    for side in range(4):
        bends = [ceil(layer.radius - layer.reach[side]) for layer in layers]
        found.append((max(0, ceil(max(layer.reach[side] for layer in layers))), max(0, *bends)))
    return tuple(found)


@lru_cache(maxsize=512)
def patch(layers: tuple[Layer, ...], width: int = 0, height: int = 0) -> Patch:
    """The picture of a look, layers from below to above; of a place of this very width or height where it is not 0."""
    (out_left, in_left), (out_below, in_below), (out_right, in_right), (out_above, in_above) = _reach(layers)
    across = out_left + (width or in_left + 1 + in_right) + out_right
    upward = out_below + (height or in_below + 1 + in_above) + out_above
    texture = Texture.create(size=(across, upward), colorfmt="rgba")
    columns = list(zip(*(_depths(one, across, out_left, out_right, 0) for one in layers), strict=True))
    lines = list(zip(*(_depths(one, upward, out_below, out_above, 1) for one in layers), strict=True))
    texture.blit_buffer(_pixels(layers, columns, lines), colorfmt="rgba", bufferfmt="ubyte")
    left, right = (across, 0) if width else (out_left + in_left, in_right + out_right)
    below, above = (upward, 0) if height else (out_below + in_below, in_above + out_above)
    return Patch(crisp(texture), (below, right, above, left), (out_below, out_right, out_above, out_left))


Depths = tuple[
    float, ...
]  # of one column or line of pixels: for each layer, how far it lies in the bend of its corners


def _pixels(layers: tuple[Layer, ...], columns: list[Depths], lines: list[Depths]) -> bytes:
    """All pixels, rows from below. Most pictures are mirrored both ways: what occurs twice is computed once."""
    apart = list(dict.fromkeys(columns))
    places = [apart.index(column) for column in columns]
    by_layer = list(zip(*apart, strict=True))
    rows: dict[Depths, bytes] = {}
    mixed: dict[tuple[int, ...], bytes] = {}
    for line in lines:
        if line in rows:
            continue
        covers = [_covers(*one) for one in zip(layers, by_layer, line, strict=True)]
        row = []
        for shares in zip(*covers, strict=True):
            if shares not in mixed:
                mixed[shares] = _mix(layers, shares)
            row.append(mixed[shares])
        rows[line] = b"".join([row[place] for place in places])
    return b"".join([rows[line] for line in lines])


def crisp(texture: Texture) -> Texture:
    """The texture, shown pixel by pixel: what is never stretched looks the same, and is cheaper to draw by a third."""
    texture.min_filter = texture.mag_filter = "nearest"
    return texture


def _depths(layer: Layer, length: int, before: int, behind: int, axis: int) -> list[float]:
    """Of each pixel on an axis (0: across, 1: upwards), how far it lies beyond the centres of the corners' circles, negative
    between them; the place begins `before` pixels from the one end and ends `behind` pixels from the other."""
    first, last = before - layer.reach[axis], length - behind + layer.reach[axis + 2]
    return [
        round(layer.radius - min(at + 0.5 - first, last - at - 0.5), 4) for at in range(length)
    ]  # mirrors are equal


def _covers(layer: Layer, depths: Depths, up: float) -> list[int]:
    """How much of each pixel of a line the layer covers, 0 to 255."""
    reach = layer.radius + 0.5
    bends = [hypot(depth, up) if depth > 0 < up else max(depth, up) for depth in depths]
    return [0 if bend >= reach else 255 if bend <= reach - 1 else round(255 * (reach - bend)) for bend in bends]


def _mix(layers: tuple[Layer, ...], shares: tuple[int, ...]) -> bytes:
    """One pixel: each layer over those below it, in the share (0 to 255) that it covers."""
    red = green = blue = alpha = 0.0  # each colour times alpha
    for (colour, *_), share in zip(layers, shares, strict=True):
        own = share / 255 * (1.0 if colour is None else colour[3])
        red, green, blue, alpha = red * (1 - own), green * (1 - own), blue * (1 - own), alpha * (1 - own)
        if colour is not None:
            red, green, blue, alpha = (
                red + colour[0] * own,
                green + colour[1] * own,
                blue + colour[2] * own,
                alpha + own,
            )
    if alpha <= 0:
        return bytes(4)
    return bytes(min(255, round(255 * part)) for part in (red / alpha, green / alpha, blue / alpha, alpha))


class Surface:
    """A surface on the canvas that is open now (`with widget.canvas`), or the lowest one of another `under`; nothing until it
    is laid. Its `tint` multiplies the colours of its look."""

    def __init__(self, tint: RGBA = SEEN, under: InstructionGroup | None = None) -> None:
        apart = under is not None
        self.tint = Color(*tint, noinsert=apart)
        self._image = BorderImage(size=(0, 0), noinsert=apart)
        if under is not None:
            group = InstructionGroup(
                noinsert=True
            )  # inserted alone, an image would stand before the binding of its texture
            group.add(self.tint)
            group.add(self._image)
            under.insert(0, group)

    def lay(self, x: float, y: float, width: float, height: float, *layers: Layer) -> None:
        """Take this place, from its lower left corner in pixels, with the look of these layers; without any it is not seen."""
        left, bottom = snapped(x), snapped(y)
        across, upward = snapped(x + width) - left, snapped(y + height) - bottom
        if not layers or across < 1 or upward < 1:
            self._image.size, self._image.border = (0, 0), (0, 0, 0, 0)  # the corners of a border are drawn even so
            return
        (_, in_left), (_, in_below), (_, in_right), (_, in_above) = _reach(layers)
        look = patch(
            layers,
            across if across <= in_left + in_right else 0,
            upward if upward <= in_below + in_above else 0,
        )
        out_below, out_right, out_above, out_left = look.beyond
        self._image.texture, self._image.border = look.texture, look.corners
        self._image.pos = (left - out_left, bottom - out_below)
        self._image.size = (out_left + across + out_right, out_below + upward + out_above)


def surface(x: float, y: float, width: float, height: float, *layers: Layer) -> None:
    """Draw a surface on the canvas that is open now, at this place in pixels."""
    Surface().lay(x, y, width, height, *layers)


def disc(x: float, y: float, radius: float, colour: RGBA, rim: float = 0.0, rim_colour: RGBA | None = None) -> None:
    """Draw a disc around a point, with a rim of so many pixels around it, on the canvas that is open now."""
    across = snapped(2 * radius)
    inner = Layer(colour, across / 2)
    surface(x - radius, y - radius, across, across, *((inner.grown(rim, rim_colour),) if rim else ()), inner)


def ring(x: float, y: float, radius: float, colour: RGBA, weight: float) -> None:
    """Draw a circle's line of this weight around a point; nothing is drawn within it."""
    across = snapped(2 * radius + weight)
    outer = Layer(colour, across / 2)
    surface(x - across / 2, y - across / 2, across, across, outer, outer.grown(-weight, None))


def snapped(value: float) -> int:
    """The whole pixel that is next."""
    return floor(value + 0.5)
