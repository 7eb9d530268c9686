"""A choice among faces: the 13 x 4 grid, the proposal ringed in gold."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp

from ui.stages import StageWidget, stage
from ui.view.model import FaceStage
from ui.widgets.grid import FaceGrid


@stage(FaceStage)
class FaceWidget(StageWidget):
    """The grid fills the felt; the question stands in the prompt bar."""

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.grid = FaceGrid(self.press, jokers=False)
        self.add_widget(self.grid)

    def show(self, view: FaceStage) -> None:
        """Another choice."""
        proposed = next((one.face for one in view.faces if one.proposed), "")
        self.grid.show({one.face: one.act for one in view.faces if one.enabled}, proposed)

    def arrange(self) -> None:
        """All of the felt."""
        edge = dp(4) if self.deep else dp(9)
        self.put(self.grid, dp(12), edge, self.width - 2 * dp(12), self.height - 2 * edge)
