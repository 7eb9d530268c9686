"""What the host's sheets and pages are made of: a grid of things to choose, and a page of lines."""

from __future__ import annotations

from ui.view.model import Act, Bar, Button, Shape, Stage


class MenuStage(Stage, frozen=True):
    """A title, a few sentences, and buttons in a grid."""

    title: str
    items: tuple[Button, ...]
    lines: tuple[str, ...] = ()

    @property
    def answered_here(self) -> bool:
        """The grid is touched."""
        return True


class PageLine(Shape, frozen=True):
    """A line of a page: a small word at the left (a number, a date), a sentence in a `tone`, what a press does.

    A `head` stands above the lines that follow, across all columns, in a tone of its own.
    """

    left: str
    text: str
    act: Act | None = None
    head: bool = False
    tone: str = ""


class PageView(Shape, frozen=True):
    """A whole screen of lines with tabs above: log, evenings, backups, readers, command cards."""

    title: str
    about: str
    tabs: tuple[Button, ...]
    lines: tuple[PageLine, ...]
    bar: Bar
    empty: str = ""
    columns: int = 1
