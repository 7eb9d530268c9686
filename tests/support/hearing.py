"""What a facade tells from its threads, and waiting until something is so."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Final

from ui.facade import Notice, SignalGiven

PATIENCE: Final = 30.0


class Heard:
    """Everything that was told to `hear`."""

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self.notices: list[Notice] = []

    def hear(self, notice: Notice) -> None:
        with self._changed:
            self.notices.append(notice)
            self._changed.notify_all()

    def until(self, ready: Callable[[], bool]) -> None:
        """Wait until something is so; looked at after each notice, and now and then where nobody tells."""
        with self._changed:
            for _ in range(round(PATIENCE / 0.05)):
                if ready():
                    return
                self._changed.wait(0.05)
        raise AssertionError("it never came to that")

    def codes(self) -> list[str]:
        """The codes of the signals that were given."""
        return [one.code for one in self.notices if isinstance(one, SignalGiven)]
