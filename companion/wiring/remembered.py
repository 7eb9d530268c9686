"""The newest lines of the program's log, for a report (companion/wiring/report.py)."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Sequence
from typing import Final

LINES: Final = 500  # of the program's log that are remembered
LONGEST: Final = 4000  # characters of one, with its traceback


class Remembered(logging.Handler):
    """The newest lines of the program's log; they still go where they went before."""

    def __init__(self) -> None:
        super().__init__()
        self.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s: %(message)s"))
        self._lines: deque[str] = deque(maxlen=LINES)

    @classmethod
    def begun(cls) -> Remembered:
        """One that hears all that is logged from now on, until `close`."""
        made = cls()
        logging.getLogger().addHandler(made)
        return made

    @property
    def lines(self) -> Sequence[str]:
        """Oldest first."""
        return tuple(self._lines)

    def emit(self, record: logging.LogRecord) -> None:
        """Keep it; where nobody else listens it goes to standard error, as without us."""
        self._lines.append(self.format(record)[:LONGEST])
        last = logging.lastResort
        if last is not None and record.levelno >= last.level and logging.getLogger().handlers == [self]:
            last.handle(record)

    def close(self) -> None:
        """Hear nothing more."""
        logging.getLogger().removeHandler(self)
        super().close()
