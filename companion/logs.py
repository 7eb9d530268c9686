"""The log of the live table and the protocol: what goes wrong is written to `logging`, which is loaded by the first such line."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import logging


class Log:
    """The logger of a module, got when there is something to write: a start in order needs none (it takes 4 ms of 60)."""

    def __init__(self, name: str) -> None:
        self._name = name

    def _logger(self) -> logging.Logger:
        import logging

        return logging.getLogger(self._name)

    def exception(self, text: str, *facts: object) -> None:
        """An error that was just caught, with its traceback."""
        self._logger().exception(text, *facts, stacklevel=2)

    def warning(self, text: str, *facts: object) -> None:
        """What went wrong, and nothing was lost by it."""
        self._logger().warning(text, *facts, stacklevel=2)
