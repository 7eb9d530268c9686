"""Short movements that a touch brings to their end: whoever is in a hurry sees the result at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy.animation import Animation
from kivy.uix.widget import Widget

Done = Callable[[], None]
_RUNNING: dict[Any, tuple[Widget, Done]] = {}


def nothing() -> None:
    """Nothing follows."""


def start(animation: Any, widget: Widget, done: Done = nothing) -> None:
    """Let it run on the widget; `done` is called when it is brought to its end early (`finish_all`)."""
    stop(widget, *animation.animated_properties)
    _RUNNING[animation] = (widget, done)
    animation.bind(on_complete=_forget)
    animation.start(widget)


def stop(widget: Widget, *properties: str) -> None:
    """Stop what moves these properties of the widget, or everything, where they are."""
    for animation in [one for one, (mover, _) in _RUNNING.items() if mover is widget]:
        if not properties or set(properties) & set(animation.animated_properties):
            _RUNNING.pop(animation)
            animation.cancel(widget)


def finish_all() -> bool:
    """Bring everything that moves to its end now; whether anything moved."""
    running = list(_RUNNING.items())
    _RUNNING.clear()
    for animation, (widget, done) in running:
        finals = dict(animation.animated_properties)
        animation.cancel(widget)
        for name, value in finals.items():
            setattr(widget, name, value)
        done()
    return bool(running)


def _forget(animation: Any, _widget: Widget) -> None:
    _RUNNING.pop(animation, None)


def forget_all() -> None:
    """The window closes: nothing moves any more, and nothing is kept alive."""
    for animation, (widget, _done) in _RUNNING.items():
        animation.cancel(widget)
    _RUNNING.clear()


def moving() -> int:
    """How many movements run."""
    return len(_RUNNING)


def rise(seconds: float, **finals: float) -> Any:
    """A movement that begins quickly and comes to rest."""
    from ui.theme import FRAME

    return Animation(d=seconds, t="out_quad", step=FRAME, **finals)
