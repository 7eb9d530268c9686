"""A backup is restored between two runs: the program closes everything, takes the files, and begins again."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NoReturn

from companion.live.backup import restore
from companion.live.errors import BackupError
from companion.words import error_text


def begin_again() -> NoReturn:
    """This program once more, with the same command line."""
    os.execv(sys.executable, [sys.executable, "-m", "companion", *sys.argv[1:]])  # noqa: S606  ourselves, with our own arguments


class Again:
    """What the screen asks for when a backup is to be restored; `finish` is called when all is closed."""

    def __init__(
        self, files: Mapping[str, Path], stop: Callable[[], None], begin: Callable[[], object] = begin_again
    ) -> None:
        self.files = files
        self.wanted: Path | None = None
        self._stop = stop
        self._begin = begin

    def __call__(self, folder: Path) -> None:
        """End the screen; what is in `folder` is taken afterwards."""
        self.wanted = folder
        self._stop()

    def finish(self) -> bool:
        """Restore and begin again, if that was asked for; whether it was. A backup that turned bad is told, nothing is changed."""
        if self.wanted is None:
            return False
        folder, self.wanted = self.wanted, None
        try:
            restore(folder, self.files)
        except BackupError as error:
            print(f"companion: {error_text(error.code, error.params)}", file=sys.stderr)
        self._begin()
        return True
