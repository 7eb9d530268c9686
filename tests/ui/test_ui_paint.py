"""How surfaces are painted: pictures of a look, made once, laid on whole pixels; and how little is drawn for a whole screen."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from math import pi
from pathlib import Path
from typing import Any

import pytest

from companion.rules.game import Given

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

RED, BLUE, CLEAR = (1.0, 0.0, 0.0, 1.0), (0.0, 0.0, 1.0, 1.0), (0.0, 0.0, 0.0, 0.0)
Pixel = tuple[int, int, int, int]


def rows(texture: Any) -> list[list[Pixel]]:
    """The pixels of a texture, rows from below."""
    width, height = texture.size
    raw = texture.pixels
    found = [tuple(raw[at : at + 4]) for at in range(0, len(raw), 4)]
    return [found[width * row : width * (row + 1)] for row in range(height)]


def drawn(canvas: Any) -> Iterator[Any]:
    """All instructions of a canvas, those of its children too."""
    for one in canvas.children:
        yield one
        if hasattr(one, "children"):
            yield from drawn(one)


@pytest.mark.usefixtures("window")
def test_a_corner_covers_what_a_circle_covers() -> None:
    """The smooth corners of a picture have the area of a quarter of a disc, and its four corners are mirrors of one."""
    from ui.widgets import paint

    look = paint.patch((paint.Layer(RED, 12.0),))
    assert look.texture.size == (25, 25)
    assert look.corners == (12, 12, 12, 12)
    picture = rows(look.texture)
    covered = sum(pixel[3] for row in picture for pixel in row) / 255
    assert covered == pytest.approx(pi * 12**2 + 4 * 12 + 1, rel=0.005)
    assert picture == picture[::-1] == [row[::-1] for row in picture]
    assert {pixel[:3] for row in picture for pixel in row if pixel[3]} == {(255, 0, 0)}


@pytest.mark.usefixtures("window")
def test_an_edge_of_a_part_of_a_pixel_is_mixed_in() -> None:
    """An edge of 1.2 pixels is one pixel of its own tone and a fifth of the next."""
    from ui.widgets import paint

    middle = rows(paint.patch((paint.Layer(RED, 8.0), paint.inset(BLUE, 6.8, 1.2))).texture)[8]
    assert middle[:3] == [(255, 0, 0, 255), (51, 0, 204, 255), (0, 0, 255, 255)]


@pytest.mark.usefixtures("window")
def test_a_ring_is_empty_within() -> None:
    """A layer without a colour wipes out what lies below it."""
    from ui.widgets import paint

    middle = rows(paint.patch((paint.Layer(RED, 8.0), paint.inset(None, 6.0, 2.0))).texture)[8]
    assert middle[:4] == [(255, 0, 0, 255), (255, 0, 0, 255), (0, 0, 0, 0), (0, 0, 0, 0)]


@pytest.mark.usefixtures("window")
def test_a_shadow_reaches_beyond_its_place() -> None:
    """What reaches beyond the place makes the picture larger on that side only, and tells by how much."""
    from ui.widgets import paint

    shadow = paint.Layer((0.0, 0.0, 0.0, 0.5), 4.0, (-1.0, 2.0, 1.0, -2.0))
    look = paint.patch((shadow, paint.Layer(RED, 4.0)))
    assert look.beyond == (2, 1, 0, 0)  # below, right, above, left
    picture = rows(look.texture)
    assert picture[0][len(picture[0]) // 2] == (0, 0, 0, 128)
    assert picture[-1][5] == (255, 0, 0, 255)


@pytest.mark.usefixtures("window")
def test_a_surface_lies_on_whole_pixels() -> None:
    """A place between pixels is moved to the next ones, so that the edges of neighbours fall together and are crisp."""
    from kivy.graphics import BorderImage, Canvas

    from ui.widgets import paint

    canvas = Canvas()
    with canvas:
        paint.surface(10.4, 20.6, 100.3, 50.0, paint.Layer(RED, 6.0).grown(2.5, RED))
        paint.surface(110.7, 20.6, 30.0, 50.0, paint.Layer(RED, 6.0))
    first, second = (one for one in drawn(canvas) if isinstance(one, BorderImage))
    assert (*first.pos, *first.size) == (10 - 3, 21 - 3, 101 + 6, 50 + 6)
    assert second.pos == (111, 21)
    assert first.texture.mag_filter == "nearest"


@pytest.mark.usefixtures("window")
def test_a_place_smaller_than_its_corners_has_its_own_picture() -> None:
    """A disc of an odd number of pixels is not laid together from corners that overlap."""
    from kivy.graphics import BorderImage, Canvas

    from ui.widgets import paint

    canvas = Canvas()
    with canvas:
        paint.disc(50.5, 50.5, 7.5, RED, 1.0, BLUE)
    (image,) = (one for one in drawn(canvas) if isinstance(one, BorderImage))
    assert tuple(image.size) == image.texture.size == (17, 17)
    picture = rows(image.texture)
    assert picture == picture[::-1]
    assert picture[8][8] == (255, 0, 0, 255)
    assert picture[8][0] == (0, 0, 255, 255)
    assert picture[0][0] == (0, 0, 0, 0)


@pytest.mark.usefixtures("window")
def test_looks_are_made_once() -> None:
    """Two surfaces of one look share a picture, whatever their size; nothing is laid without a look or a size."""
    from kivy.graphics import BorderImage, Canvas

    from ui.widgets import paint

    canvas = Canvas()
    with canvas:
        paint.surface(0, 0, 100, 40, paint.Layer(RED, 9.0))
        paint.surface(0, 0, 300, 90, paint.Layer(RED, 9.0))
        paint.surface(0, 0, 300, 0, paint.Layer(RED, 9.0))
        paint.surface(0, 0, 300, 90)
    one, other, flat, bare = (found for found in drawn(canvas) if isinstance(found, BorderImage))
    assert one.texture is other.texture
    assert tuple(flat.size) == tuple(bare.size) == (0, 0)


def six_in_battle(bench: Any, **settings: str) -> Any:
    """The busiest screen: six players, a battle on the felt."""
    one = bench(settings=settings)
    names = ("Ana", "Bruno", "Chloé", "Dev", "Élodie", "François")
    one.start("casinoya-poker", *names)
    one.do(*(Given(name, "exchange", 0) for name in names))
    for name, rank in zip(names, "AKQJT9", strict=True):  # a pair each, no two alike
        one.do(*(f"{name}/{face}" for face in (f"{rank}S", f"{rank}H", "2D", "3D", "4C")))
    assert type(one.root.view.stage).__name__ == "BattleStage"
    return one


def test_the_busiest_screen_is_little_to_draw(bench: Any) -> None:
    """Six players in battle: few instructions, no fans of triangles, and hardly more pixels than the window has."""
    one = six_in_battle(bench)
    kinds = Counter(type(instruction).__name__ for instruction in drawn(one.root.canvas))
    assert sum(kinds.values()) < 750, kinds
    assert not kinds["SmoothRoundedRectangle"] + kinds["RoundedRectangle"] + kinds["SmoothEllipse"], kinds
    filled = [
        instruction.size[0] * instruction.size[1]
        for instruction in drawn(one.root.canvas)
        if type(instruction).__name__ in ("Rectangle", "BorderImage")
    ]
    assert sum(filled) < 2 * one.root.width * one.root.height
    assert max(filled) < 0.6 * one.root.width * one.root.height, "nothing is filled beneath everything else"


def test_what_is_hidden_is_not_drawn(bench: Any) -> None:
    """Empty texts, the chips of seats without a role, the lock and the veil of a screen that is awake are on no canvas."""
    from ui.widgets.base import Text

    one = six_in_battle(bench)
    for text in (widget for widget in one.root.walk() if isinstance(widget, Text)):
        shown = bool(text.say) and text.width > 1 and text.height > 1
        assert bool(list(drawn(text.canvas))) is shown, text.say
    for panel in one.root.screen.seats.panels:
        assert (panel.chip.parent is panel) is (panel.view.role in ("attacker", "defender"))
    assert one.root.cover.box.parent is None
    assert tuple(one.root.cover._veil.size) == (0, 0)
    card = next(widget for widget in one.root.walk() if type(widget).__name__ == "PlayingCard")
    card.opacity = 0
    one.frames(2)
    assert not list(drawn(card.canvas))


def test_a_number_that_changes_draws_one_text_anew(bench: Any) -> None:
    """Between two views only what differs gets a new picture: equal texts and looks are shared and kept."""
    from ui.widgets import base, paint

    one = bench()
    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(*(Given(name, "exchange", 0) for name in ("Ana", "Bruno")))
    one.do("Ana/KS", "Ana/KH")
    texts, looks = base._texture.cache_info().misses, paint.patch.cache_info().misses
    one.do("Ana/KD")
    assert base._texture.cache_info().misses - texts <= 5  # the count of cards, who is awaited, what can be undone
    assert paint.patch.cache_info().misses == looks


def test_the_ground_is_wiped_wherever_the_screen_is_drawn(bench: Any) -> None:
    """The background is a wipe of what is drawn into: the window, or the picture that is kept of a screen."""
    from ui.theme import C

    one = bench(settings={"theme": "light"})
    corner = one.picture().getpixel((2, 2))
    assert corner == tuple(round(255 * part) for part in C("background")[:3])


def test_turned_parts_lie_on_whole_pixels(bench: Any) -> None:
    """A bar at a side is turned onto pixels, not between them: its words are as crisp as upright ones."""
    from ui.widgets.base import Text
    from ui.widgets.turned import Turned

    one = bench()
    frame, text = Turned(), Text("crisp")
    one.root.add_widget(frame)
    for angle in (90, 180, 270):
        frame.hold(text, angle, 10.3, 20.6, 81.5, 200.2)
        for corner in ((0, 0), (text.width, text.height)):
            across, upward = frame.to_parent(*corner)
            assert across == pytest.approx(round(across), abs=1e-3)
            assert upward == pytest.approx(round(upward), abs=1e-3)
    one.root.remove_widget(frame)


def test_surfaces_are_painted_in_one_way() -> None:
    """No widget draws rounded surfaces of Kivy's own: they cost a hundred times as many vertices where the processor draws."""
    folder = Path(__file__).parents[2] / "ui"
    wordy = re.compile(r"\b(?:Smooth)?RoundedRectangle\(|\bSmoothEllipse\(")
    found = [
        f"{path.relative_to(folder)}:{number}"
        for path in sorted(folder.rglob("*.py"))
        if path.parent.name != "simulator"  # its lights change their colour all the time, and no table shows them
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if wordy.search(line)
    ]
    assert not found, found
