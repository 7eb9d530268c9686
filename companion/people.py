"""What is remembered between evenings: names, groups of players, and the options last used for each game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.rules.game import Player
from companion.settings import replace_file

MOST_NAMES: Final = 60
MOST_BYTES: Final = 1_000_000


class Group(msgspec.Struct, frozen=True):
    """Saved players who often play together, in table order."""

    name: str
    players: tuple[Player, ...]


class Memory(msgspec.Struct, frozen=True):
    """What the file holds."""

    names: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    options: dict[str, dict[str, str]] = {}


class People:
    """The memory of one place, kept in a JSON file if there is a `path`; a file that cannot be read is set aside."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.memory = Memory()
        self.damaged = False
        if path is None or not path.exists():
            return
        try:
            data = path.read_bytes()
            if len(data) > MOST_BYTES:
                raise msgspec.DecodeError("too long")
            self.memory = msgspec.json.decode(data, type=Memory)
        except (OSError, msgspec.DecodeError):
            self.damaged = True
            path.replace(path.with_name(path.name + ".bad"))

    def played(self, players: Sequence[Player], game: str, options: Mapping[str, str]) -> None:
        """Remember who has just begun a game, and how."""
        names = dict.fromkeys((*(player.name for player in players), *self.memory.names))
        self._keep(names=tuple(names)[:MOST_NAMES], options=self.memory.options | {game: dict(options)})

    def save_group(self, name: str, players: Sequence[Player]) -> None:
        """Remember a group; one of that name is replaced."""
        others = (group for group in self.memory.groups if group.name != name)
        self._keep(groups=(*others, Group(name, tuple(players))))

    def forget_group(self, name: str) -> None:
        """Forget a group."""
        self._keep(groups=tuple(group for group in self.memory.groups if group.name != name))

    def _keep(self, **changes: object) -> None:
        self.memory = msgspec.structs.replace(self.memory, **changes)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            replace_file(self.path, msgspec.json.format(msgspec.json.encode(self.memory)))
