"""A list that scrolls up and down under a finger, on whole pixels: words lie unsmoothed and would lose rows between two."""

from __future__ import annotations

from typing import Any

from kivy.metrics import dp
from kivy.uix.scrollview import ScrollView

from ui.theme import C


class Scroll(ScrollView):
    """Scrolls its one child in the height; a thin bar tells where."""

    def __init__(self, **keywords: Any) -> None:
        super().__init__(
            do_scroll_x=False, bar_width=dp(5), bar_color=C("muted"), scroll_type=["bars", "content"], **keywords
        )

    def update_from_scroll(self, *largs: Any) -> None:
        """Where the child is drawn now."""
        super().update_from_scroll(*largs)
        self.g_translate.xy = tuple(round(one) for one in self.g_translate.xy)
