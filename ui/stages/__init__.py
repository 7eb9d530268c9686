"""What stands on the felt: one widget class for each kind of stage view, found by the view's type.

A game's engineer adds `ui/view/<game>.py` (snapshot to stage view) and, for a stage that no other game has, `ui/stages/<stage>.py`
with `@stage(ViewType)` on its widget class. Until then `generic` plays any game from its prompts.
"""

from __future__ import annotations

import pkgutil
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, Final, Protocol, TypeVar

from kivy.metrics import dp
from kivy.uix.widget import Widget

from ui.view.model import BattleStage, ChoresStage, ExchangeStage, FaceStage, HandStage, NumberAsk, ScanStage, Stage
from ui.widgets.base import Group
from ui.widgets.buttons import Press

DEEP: Final = 560.0  # dp: a felt that is narrower lies along a short edge of the screen
AskPad = Callable[[NumberAsk], None]
PAD = 20.0  # dp between the felt's edge and what stands on it


class _Asked(Protocol):
    """A seat's row: a widget that asks, or tells what was answered."""

    @property
    def asks(self) -> bool: ...


class StageWidget(Group):
    """Base of all stages: `show` draws another view of the same kind (`made_for`)."""

    made_for: type[Stage] = Stage
    bare = False  # panels of its own on the dark ground, instead of the felt

    def __init__(self, press: Press, ask_pad: AskPad, **keywords: Any) -> None:
        super().__init__(**keywords)
        self.press, self.ask_pad = press, ask_pad

    def show(self, view: Any) -> None:
        """Draw this view."""
        raise NotImplementedError

    @property
    def deep(self) -> bool:
        """Whether the felt is turned to a short edge of the screen: narrow and deep, so that things stand below each other."""
        return bool(self.width < dp(DEEP))

    def inner(self) -> tuple[float, float, float, float]:
        """The place inside the felt's padding: x, y from the top left, width, height."""
        pad = dp(PAD)
        return pad, dp(12), self.width - 2 * pad, self.height - dp(24)

    def put_deep(self, rows: Sequence[_Asked], side: float, edge: float, told: float, most: float) -> None:
        """Rows of seats below each other (pixels): who has answered needs `told`, who is asked shares the rest."""
        gap, asked = dp(6), [row for row in rows if row.asks]
        room = self.height - 2 * edge - gap * (len(rows) - 1) - told * (len(rows) - len(asked))
        top = edge
        for row in rows:
            tall = min(most, room / len(asked)) if row.asks else told
            self.put(row, side, top, self.width - 2 * side, tall)
            top += tall + gap


class _Make(Protocol):
    def __call__(self, press: Press, ask_pad: AskPad) -> StageWidget: ...


WidgetClass = TypeVar("WidgetClass", bound=type[StageWidget])
_CLASSES: dict[type[Stage], _Make] = {}
_OFTEN: Final[dict[type[Stage], str]] = {
    ExchangeStage: "exchange",
    ScanStage: "scan",
    BattleStage: "battle",
    ChoresStage: "chores",
    HandStage: "sheets",
    FaceStage: "faces",
}


def stage(view: type[Stage]) -> Callable[[WidgetClass], WidgetClass]:
    """Register a widget class for a kind of stage view."""

    def register(widget: WidgetClass) -> WidgetClass:
        _CLASSES[view] = widget
        widget.made_for = view
        return widget

    return register


def make(view: Stage, press: Press, ask_pad: AskPad) -> StageWidget:
    """A widget for this view; raises `KeyError` for a kind of stage without one.

    The stages of poker are imported one by one when they are first shown; the first other kind imports all.
    """
    kind = type(view)
    if kind not in _CLASSES:
        import_module(f"{__name__}.{_OFTEN[kind]}") if kind in _OFTEN else load()
    widget = _CLASSES[type(view)](press, ask_pad)
    widget.show(view)
    return widget


def is_of(widget: Widget, view: Stage) -> bool:
    """Whether the widget draws views of this kind."""
    return isinstance(widget, StageWidget) and widget.made_for is type(view)


def load() -> None:
    """Import all stage modules, so that they register themselves."""
    for module in pkgutil.iter_modules(__path__):
        import_module(f"{__name__}.{module.name}")
