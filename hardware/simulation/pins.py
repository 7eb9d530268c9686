"""Pins made of Python: gpiozero's own mock factory with PWM, for tests and for the lamps on the screen.

``hardware/lights.py`` and ``hardware/buttons.py`` drive these pins exactly as they drive real ones. Imports gpiozero, so import late.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from gpiozero.pins.mock import MockFactory, MockPWMPin

Watcher: TypeAlias = Callable[[int, float], None]
"""Called with the BCM number of a pin and its new level (0 to 1), in the thread that changed it; must be quick."""


# gpiozero ships no types, so its classes are Any to mypy and cannot be subclassed under --strict.
class SimulatedPin(MockPWMPin):  # type: ignore[misc]
    """A PWM pin that remembers its present state only, and tells the factory's watchers of each change.

    gpiozero's mock pins keep every state they ever had: 120 bytes a change, an hour of breathing lamps is 0.13 GB
    (knowledge/hardware.md, section 5).
    """

    def _set_state(self, value: float) -> None:
        self.factory.check(self._number)
        super()._set_state(value)

    def drive_high(self) -> None:
        """A pull-up or a hand drives the pin; a closed switch to ground is stronger than any pull-up."""
        if self.factory.is_pressed(self._number):
            super().drive_low()
        else:
            super().drive_high()

    def _change_state(self, value: float) -> bool:
        changed = bool(super()._change_state(value))
        if changed:
            del self.states[:-1]
            self.factory.tell(self._number, float(value))
        return changed


class SimulatedPins(MockFactory):  # type: ignore[misc]
    """A pin factory for ``gpiozero`` devices whose pins can be watched, pressed and broken.

    ``revision`` is a Raspberry Pi revision code in hexadecimal (default: a Pi 4, which has the pin numbers of all of them).
    """

    def __init__(self, revision: str = "c03112"):
        super().__init__(revision=revision, pin_class=SimulatedPin)
        self.watchers: list[Watcher] = []
        self._broken: dict[int, Exception] = {}
        self._pressed: set[int] = set()

    def level(self, number: int) -> float:
        """The present level of a pin, 0 to 1."""
        return float(self._pin(number).state)

    def press(self, number: int) -> None:
        """Close the switch between this pin and ground; it stays closed until it is released, whoever opens the pin meanwhile."""
        self._pressed.add(number)
        self._pin(number).drive_low()

    def release(self, number: int) -> None:
        """Open the switch again; the pull-up does the rest."""
        self._pressed.discard(number)
        self._pin(number).drive_high()

    def is_pressed(self, number: int) -> bool:
        """Whether the switch at this pin is closed."""
        return number in self._pressed

    def break_pin(self, number: int, error: Exception) -> None:
        """Let every write to this pin raise ``error`` until it is mended."""
        self._broken[number] = error

    def mend_pin(self, number: int) -> None:
        """End what ``break_pin`` began."""
        self._broken.pop(number, None)

    def check(self, number: int) -> None:
        """Raise what this pin was broken with, if it was; pins ask before each write."""
        if error := self._broken.get(number):
            raise error

    def tell(self, number: int, level: float) -> None:
        """Tell the watchers; a watcher that fails is the watcher's bug and may be seen."""
        for watcher in tuple(self.watchers):
            watcher(number, level)

    def _pin(self, number: int) -> Any:
        return self.pin(number)
