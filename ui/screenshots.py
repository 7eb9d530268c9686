"""Keeps a PNG of each kind of screen that was passed: for the README, the demo's contact sheet and people without a display."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from ui.view import model


def kind_of(view: model.Screen, game: str) -> str:
    """A name for what is seen: the screen, and at the table the game and the stage."""
    screen = type(view).__name__.removesuffix("View").lower()
    if isinstance(view, model.TableView):
        fault = "-fault" if view.banner else ""
        return f"{game}-{model.stage_kind(view.stage)}{fault}"
    return f"{game}-{screen}" if isinstance(view, model.OverView) else screen


class Recorder:
    """Looks at each drawn frame and keeps the first of each kind, numbered in the order seen."""

    def __init__(self, folder: Path, app: Any) -> None:
        from kivy.core.window import Window

        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.app = folder, app
        self.seen: list[str] = []
        self._busy = False
        self._window = Window
        Window.bind(on_flip=self.look)

    def look(self, *_: object) -> None:
        """After a frame: keep it if it shows something new."""
        root = self.app.root
        if root is None or root.view is None or self._busy or root.desk.held:  # a held split is for one pair of eyes
            return
        shot = root.facade.snapshot
        kind = kind_of(root.view, shot.name if shot else "")
        if kind in self.seen:
            return
        self.seen.append(kind)
        self._busy = True
        root.export_to_png(str(self.folder / f"{len(self.seen):02d}-{kind}.png"))
        self._busy = False

    def close(self) -> None:
        """Look no more."""
        self._window.unbind(on_flip=self.look)
