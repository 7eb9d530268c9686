"""What is remembered between evenings: names, groups of players, and the options last used for each game."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from companion.live.files import PRIVATE, read_plain, write_whole
from companion.rules.cards import is_label, is_name
from companion.rules.game import Player

MOST_NAMES: Final = 60
MOST_BYTES: Final = 1_000_000
MOST_WORD: Final = 4096  # characters of an option's value; the longest is the path of a file

_log = logging.getLogger(__name__)


class Group(msgspec.Struct, frozen=True):
    """Saved players who often play together, in table order."""

    name: str
    players: tuple[Player, ...]


class Memory(msgspec.Struct, frozen=True):
    """What the file holds."""

    names: tuple[str, ...] = ()
    groups: tuple[Group, ...] = ()
    options: dict[str, dict[str, str]] = {}
    seen: dict[str, int] = {}  # how often each hint was shown


class People:
    """The memory of one place, kept in a JSON file if there is a `path`; a file that cannot be read is set aside."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.memory = Memory()
        self.damaged = False
        if path is None or not path.exists():
            return
        try:
            self.memory = possible(msgspec.json.decode(read_plain(path, MOST_BYTES), type=Memory))
        except (OSError, msgspec.DecodeError) as error:
            self.damaged = True
            _log.warning("the players remembered in %s cannot be read: %s", path, error)
            try:
                path.replace(path.with_name(path.name + ".bad"))
            except OSError as cause:  # a read-only disk: nothing is remembered, and the table plays
                _log.warning("it stays where it is: %s", cause)

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

    def first_times(self, what: str, most: int) -> bool:
        """Whether something was shown fewer than `most` times; counts this time."""
        times = self.memory.seen.get(what, 0)
        if times < most:
            self._keep(seen=self.memory.seen | {what: times + 1})
        return times < most

    def _keep(self, **changes: object) -> None:
        self.memory = msgspec.structs.replace(self.memory, **changes)
        if self.path is not None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            write_whole(self.path, msgspec.json.format(msgspec.json.encode(self.memory)), PRIVATE)


def possible(memory: Memory) -> Memory:
    """What of a memory somebody could have given at this table; the file may come from anywhere, as from a stick."""
    groups = tuple(
        group
        for group in memory.groups
        if is_label(group.name) and all(is_name(one.name) and is_label(one.label) for one in group.players)
    )
    options = {
        game: {key: value for key, value in words.items() if len(key) <= MOST_WORD and len(value) <= MOST_WORD}
        for game, words in memory.options.items()
        if is_label(game)
    }
    names = tuple(dict.fromkeys(name for name in memory.names if is_name(name)))
    return Memory(names[:MOST_NAMES], groups[:MOST_NAMES], dict(list(options.items())[:MOST_NAMES]))
