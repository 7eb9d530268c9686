"""Holds a widget turned by 90, 180 or 270 degrees, so that words and keys face the player who acts; fingers are turned, too."""

from __future__ import annotations

from typing import Any

from kivy.uix.scatter import Scatter
from kivy.uix.widget import Widget

from ui.widgets import paint


class Turned(Scatter):
    """A frame around one widget. `angle` turns it against the clock, in degrees."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(
            do_rotation=False,
            do_scale=False,
            do_translation=False,
            auto_bring_to_front=False,
            size_hint=(None, None),
            **keywords,
        )

    def hold(self, widget: Widget, angle: int, x: float, y: float, width: float, height: float) -> None:
        """Fill the place with its lower left corner at (x, y) with the widget, turned by `angle`."""
        if widget.parent is not self:
            if widget.parent is not None:
                widget.parent.remove_widget(widget)
            self.add_widget(widget)
        x, y, width, height = map(paint.snapped, (x, y, width, height))  # turned pixels fall on pixels
        across = angle in (90, 270)
        self.rotation = angle
        self.size = (height, width) if across else (width, height)
        widget.pos, widget.size = (0, 0), self.size
        self.center = (x + width / 2, y + height / 2)
