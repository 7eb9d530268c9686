"""When the screen dims and sleeps, and which touches only wake it; no Kivy, so that tests move the time by hand.

The panel's light is set through the facade (`shine`); where no light obeys, the screen draws the darkness itself (ui/widgets/cover.py).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Literal

State = Literal["awake", "dim", "asleep"]
Later = Callable[[float, Callable[[], None]], Callable[[], None]]
"""Called with seconds and what to do then; returns what calls it off."""

SHINE: Final[dict[State, float]] = {"awake": 1.0, "dim": 0.3, "asleep": 0.0}
DARKNESS: Final[dict[State, float]] = {"awake": 0.0, "dim": 0.6, "asleep": 1.0}


class Waking:
    """Awake, dim or asleep. `darkness` (0 to 1) is what the screen must draw over everything."""

    def __init__(self, later: Later, shine: Callable[[float], bool], changed: Callable[[], None]) -> None:
        self.state: State = "awake"
        self.darkness = 0.0
        self._later, self._shine, self._changed = later, shine, changed
        self._dim_after = self._sleep_after = 0.0
        self._call_off: Callable[[], None] = lambda: None

    def settle(self, dim_after: float, sleep_after: float) -> None:
        """Seconds without a touch or a card until the screen dims and sleeps; 0 is never."""
        self._dim_after, self._sleep_after = dim_after, sleep_after
        self.stir()

    def stir(self) -> bool:
        """Something happened: awake, and all seconds begin anew. Whether the screen was dim or asleep."""
        slept = self.state != "awake"
        self._become("awake")
        self._wait(0.0)
        return slept

    def end(self) -> None:
        """The window closes: the panel shines again."""
        self._call_off()
        self._become("awake")

    def _wait(self, since: float) -> None:
        """Wait for the next step down; `since` seconds have passed without anything."""
        self._call_off()
        steps: list[tuple[float, State]] = [(self._dim_after, "dim"), (self._sleep_after, "asleep")]
        due = sorted(step for step in steps if step[0] > since)
        if due:
            after, state = due[0]
            self._call_off = self._later(after - since, lambda: self._sink(after, state))

    def _sink(self, since: float, state: State) -> None:
        if self.state != "asleep":  # a sleep that comes before the dimming stays
            self._become(state)
        self._wait(since)

    def _become(self, state: State) -> None:
        if state == self.state:
            return
        self.state = state
        obeyed = self._shine(SHINE[state])
        self.darkness = DARKNESS[state] if not obeyed or state == "asleep" else 0.0
        self._changed()
