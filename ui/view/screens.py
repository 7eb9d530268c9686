"""Whole screens beside the table: home, a new game, its end, lists, a deck that is taught, the touch grid."""

from __future__ import annotations

from ui.view.acts import Act, Button, Shape
from ui.view.parts import Banner, Bar


class Series(Shape, frozen=True):
    """A line of the chart: one number for each round, start first."""

    name: str
    tone: str
    values: tuple[float, ...]


class OverView(Shape, frozen=True):
    """The end of a game: headline, what game it was, a chart and what to remember of it."""

    title: str
    about: str
    chart_title: str
    series: tuple[Series, ...]
    facts_title: str
    facts: tuple[tuple[str, str], ...]
    bar: Bar


class GameTile(Shape, frozen=True):
    """A game on the home screen."""

    title: str
    about: str
    suit: str
    act: Act


class HomeView(Shape, frozen=True):
    """The first screen: readers, the game to go on with (`resume`: label, sentence, button), all games."""

    title: str
    about: str
    status: str
    status_tone: str
    resume: tuple[str, str, Button] | None
    tiles: tuple[GameTile, ...]
    bar: Bar
    banner: Banner | None = None


class SlotView(Shape, frozen=True):
    """A place at the table of a new game: its number, name and deck; an empty one adds a player."""

    number: int
    name: str
    about: str
    act: Act
    remove: Act | None = None
    marked: bool = False


class NewGameView(Shape, frozen=True):
    """Who plays: places in table order, names to tap (`names`), variants of the game, saved groups."""

    title: str
    about: str
    slots: tuple[SlotView, ...]
    names: tuple[Button, ...]
    variants: tuple[Button, ...]
    bar: Bar
    rules: Button | None = None


class KeyboardView(Shape, frozen=True):
    """A name typed on the screen."""

    title: str
    text: str
    names: tuple[Button, ...]
    bar: Bar
    most: int = 40


class OptionRow(Shape, frozen=True):
    """One option or setting: its name, what it means, its choices as buttons, or a number to step."""

    name: str
    title: str
    about: str
    choices: tuple[Button, ...] = ()
    value: str = ""
    less: Act | None = None
    more: Act | None = None


class ListView(Shape, frozen=True):
    """Options or settings in a list, or lines of the log."""

    title: str
    about: str
    rows: tuple[OptionRow, ...]
    lines: tuple[tuple[str, str], ...]
    bar: Bar


class MiniCard(Shape, frozen=True):
    """A small card that only shows: whether it has its tag, and whether the next touch becomes it."""

    face: str
    known: bool
    wanted: bool = False


class TeachView(Shape, frozen=True):
    """A deck is taught: how far it is (`ratio`), the card that comes next (`face`, empty: any), what to do, other ways, and the
    whole deck small. Where there are `choices` the grid of faces stands in place of all that, with or without `jokers`."""

    title: str
    about: str
    ratio: float
    face: str
    head: str
    text: str
    buttons: tuple[Button, ...]
    rows: tuple[tuple[MiniCard, ...], ...]
    bar: Bar
    choices: dict[str, Act]
    jokers: bool = True


class GridView(Shape, frozen=True):
    """The touch grid: fields to be touched, each goes out when a finger was there; `left` are still to be touched."""

    title: str
    columns: int
    rows: int
    left: frozenset[int]
    bar: Bar
