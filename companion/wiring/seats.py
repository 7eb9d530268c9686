"""Which reader stands at which seat, kept between evenings: what was mapped by touching a card need not be mapped again."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import msgspec

from companion.live.files import PRIVATE, read_plain, write_whole
from companion.rules.cards import is_name
from companion.rules.game import DEALER

FILE: Final = "seats.json"
MOST_BYTES: Final = 100_000
_log = logging.getLogger(__name__)


class Seats:
    """Reader → seat, in a JSON file; one that cannot be read counts as empty and is told in the log."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self.kept: dict[str, str] = {}
        try:
            found = msgspec.json.decode(read_plain(path, MOST_BYTES), type=dict[str, str])
        except FileNotFoundError:
            return
        except (OSError, msgspec.DecodeError) as error:
            _log.warning("which reader stands where is not known any more, %s: %s", path, error)
            return
        self.kept = {reader: seat for reader, seat in found.items() if seat == DEALER or is_name(seat)}

    def keep(self, seats: Mapping[str, str]) -> None:
        """Remember these; a full disk costs the memory, not the evening."""
        if seats == self.kept:
            return
        self.kept = dict(seats)
        try:
            write_whole(self._path, msgspec.json.encode(self.kept), PRIVATE)
        except OSError as error:
            _log.warning("which reader stands where could not be kept: %s", error)
