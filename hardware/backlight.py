"""The backlight of the panel, where there is one: `/sys/class/backlight/*/brightness` (systemd/companion.rules lets us write it)."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Final

SYSFS: Final = Path("/sys/class/backlight")
_log = logging.getLogger(__name__)


class Backlight:
    """One panel's light. `set` never raises: a light that cannot be set is told in the log once, and then left alone."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.failed = False
        self._most = self._number("max_brightness")
        self._last = -1

    @staticmethod
    def find(sysfs: Path = SYSFS) -> Backlight | None:
        """The first backlight of this machine, None where there is none that tells its range."""
        lights = (Backlight(folder) for folder in (sorted(sysfs.iterdir()) if sysfs.is_dir() else ()))
        return next((light for light in lights if light._most > 0), None)

    def set(self, percent: float) -> bool:
        """Light the panel to so many percent, 0 is dark; whether it could be done. Above 0 it never goes quite dark."""
        level = max(1, round(self._most * min(percent, 100) / 100)) if percent > 0 else 0
        if level == self._last or self.failed:
            return not self.failed
        try:
            (self.folder / "brightness").write_text(f"{level}\n")
        except OSError as error:
            _log.warning("the backlight cannot be set: %s", error)
            self.failed = True
            return False
        self._last = level
        return True

    def _number(self, name: str) -> int:
        try:
            return int((self.folder / name).read_text())
        except (OSError, ValueError):
            return 0
