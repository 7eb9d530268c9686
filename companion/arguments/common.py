"""What the options of several commands have in common."""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from companion.cli import fail

if TYPE_CHECKING:
    from pathlib import Path

    from companion.settings import Loaded


def path(text: str) -> Path:
    """A path; for `type=`, so that a command without one needs no pathlib."""
    from pathlib import Path

    return Path(text)


def day(text: str) -> float:
    """A day as a moment of the wall clock: its beginning here."""
    return time.mktime(time.strptime(text, "%Y-%m-%d"))


def positive(text: str) -> int:
    """A whole number from 1 on; for `type=`."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def record_file(command: argparse.ArgumentParser) -> None:
    """The option `--record`."""
    command.add_argument("--record", metavar="FILE", type=path, help="record all that happens, for companion replay")


def settings_words(command: argparse.ArgumentParser) -> None:
    """The option `--set`."""
    command.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help="a setting, as in --set screen.language=fr"
    )


def settings_of(words: Sequence[str]) -> Loaded:
    """The settings under these words; a wrong one ends the program with status 2."""
    from companion.settings import SettingsError, load

    try:
        return load(words=words)
    except SettingsError as error:
        fail(str(error), 2)
