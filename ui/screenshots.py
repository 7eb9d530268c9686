"""Keeps a PNG of each kind of screen that was passed: for the README, the demo's contact sheet and people without a display.

A `Recorder` looks at every frame by itself; `photograph` and `contact_sheet` are asked for by another thread (companion/wiring/tour.py).
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

from ui.view import model
from ui.view.cassino_model import CassinoStage
from ui.view.host_model import PageView

SETTLE_S: Final = 0.25  # from a press to its picture
DRAWN_S: Final = 0.05
PATIENCE_S: Final = 20.0
COLUMNS: Final = 5
THUMB: Final = (320, 192)
CAPTION: Final = 20
CONTACT: Final = "contact.png"


def kind_of(view: model.Screen | PageView, game: str) -> str:
    """A name for what is seen: the screen, and at the table the game, the stage, and whether somebody must turn the head."""
    screen = type(view).__name__.removesuffix("View").lower()
    if isinstance(view, model.TableView):
        fault = "-fault" if view.banner else ""
        choice = "-choice" if isinstance(view.stage, CassinoStage) and view.stage.answered_here else ""
        turned = f"-facing-{view.facing}" if view.facing else ""
        return f"{game}-{model.stage_kind(view.stage)}{choice}{turned}{fault}"
    return f"{game}-{screen}" if isinstance(view, model.OverView) else screen


class Recorder:
    """Looks at each drawn frame and keeps the first of each kind, numbered in the order seen."""

    def __init__(self, folder: Path, app: Any) -> None:
        from kivy.core.window import Window

        self.app = app
        self.watching = True
        self._busy = False
        self._window = Window
        self.begin(folder)
        Window.bind(on_flip=self.look)
        _recorders.append(self)

    def begin(self, folder: Path) -> None:
        """From now on into this folder; what was seen before is new again."""
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.seen: list[str] = []
        self.kept: list[Path] = []

    def look(self, *_: object) -> None:
        """After a frame: keep it if it shows something new."""
        root = self.app.root
        if root is None or root.view is None or self._busy or not self.watching:
            return
        shot = root.facade.snapshot
        if root.desk.held or root.desk.view() != root.view:  # for one pair of eyes; and what is stale is drawn again
            return
        if root.facade.snapshot is not shot:
            return
        kind = kind_of(root.view, shot.name if shot else "")
        if kind not in self.seen:
            self.seen.append(kind)
            self.keep(kind)

    def keep(self, name: str) -> None:
        """Keep the screen as it is under this name, as the next of the folder."""
        root = self.app.root
        if root is None or root.desk.held:
            return
        self._busy = True
        self.kept.append(self.folder / f"{len(self.kept) + 1:02d}-{name}.png")
        root.export_to_png(str(self.kept[-1]))
        self._busy = False

    def close(self) -> None:
        """Look no more."""
        self._window.unbind(on_flip=self.look)
        if self in _recorders:
            _recorders.remove(self)


_recorders: list[Recorder] = []


def _on_screen(do: Callable[[Recorder], object], after: float = 0.0) -> None:
    """Let the screen's thread do something, `after` seconds; returns when it is done. Without a screen nothing is done."""
    from kivy.clock import Clock

    done = threading.Event()

    def now(_dt: float) -> None:
        try:
            for recorder in tuple(_recorders):
                do(recorder)
        finally:
            done.set()

    # A thread posts without delay, as delays count from the last tick (kivy.md, section 3); the screen's own thread waits.
    Clock.schedule_once((lambda _dt: Clock.schedule_once(now, after)) if after else now)
    done.wait(PATIENCE_S)


def watch(on: bool) -> None:
    """Whether new kinds of screens are kept by themselves, too."""

    def do(recorder: Recorder) -> None:
        recorder.watching = on

    _on_screen(do)


def begin(folder: Path) -> None:
    """Keep what is seen from now on in this folder."""
    _on_screen(lambda recorder: recorder.begin(folder))


def press(act: model.Act | Callable[[Any], model.Act | None]) -> None:
    """Press something on the screen, which then is drawn; `act` may be found in the view that stands there."""

    def do(recorder: Recorder) -> None:
        root = recorder.app.root
        found = act(root.view) if callable(act) else act
        if found is not None:
            root.desk.press(found)

    _on_screen(do)
    _on_screen(lambda _recorder: None, DRAWN_S)


def photograph(name: str, *acts: model.Act | Callable[[Any], model.Act | None]) -> None:
    """Press these, one after another, and keep what stands there then under this name; called from another thread."""
    for act in acts:
        press(act)
    _on_screen(lambda recorder: recorder.keep(name), SETTLE_S)


def contact_sheet() -> None:
    """Put all pictures kept in the present folder onto one, with their names, as `contact.png` beside them."""
    _on_screen(lambda recorder: draw_contact(recorder.kept, recorder.folder / CONTACT))


def draw_contact(pictures: list[Path], path: Path) -> None:
    """Draw small pictures in rows of five, each over its name; on the screen's thread."""
    from kivy.core.image import Image
    from kivy.core.text import Label
    from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, Rectangle

    gap = 8
    wide, high = THUMB[0] + gap, THUMB[1] + CAPTION + gap
    rows = max(1, -(-len(pictures) // COLUMNS))
    size = (COLUMNS * wide + gap, rows * high + gap)
    sheet = Fbo(size=size)
    with sheet:
        ClearColor(0.13, 0.13, 0.13, 1)
        ClearBuffers()
        for at, picture in enumerate(pictures):
            row, column = divmod(at, COLUMNS)
            x, top = gap + column * wide, size[1] - gap - row * high
            texture = Image(str(picture), mipmap=True, nocache=True).texture
            scale = min(THUMB[0] / texture.width, THUMB[1] / texture.height)
            shown = (round(texture.width * scale), round(texture.height * scale))
            Color(1, 1, 1, 1)
            Rectangle(texture=texture, pos=(x + (THUMB[0] - shown[0]) // 2, top - shown[1]), size=shown)
            label = Label(text=picture.stem, font_size=13)
            label.refresh()
            Color(0.8, 0.8, 0.8, 1)
            words = label.texture
            width = min(words.width, THUMB[0])
            Rectangle(texture=words, pos=(x, top - THUMB[1] - CAPTION + 2), size=(width, words.height))
    sheet.draw()
    sheet.texture.save(str(path), flipped=True)
