"""What the screen needs for the evening around the game: decks and seats by touch, chores, history, exports, backups.

A part of `ui.facade.Facade`, in a module of its own. Everything here returns at once; what takes time is told by a notice.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

import msgspec

from companion.live.evening import Played
from companion.live.past import Leaf, Month
from companion.live.wishes import Wish
from companion.rules.game import ChoresDue


class DeckChosen(msgspec.Struct, frozen=True):
    """A card was touched while decks are chosen: its deck `label`; `place` is what `choose_deck` was told."""

    place: str
    label: str


class Reported(msgspec.Struct, frozen=True):
    """Something that was asked for is done (`good`) or not: a sentence."""

    text: str
    good: bool = True


class GamesRead(msgspec.Struct, frozen=True):
    """The games of a page are read; ask `past()` again."""


class PlaceView(msgspec.Struct, frozen=True):
    """Where something can be written or lies: what it is called, and the path."""

    name: str
    path: str


class EveningFacade(Protocol):
    """The evening around the game."""

    # chores
    def chores(self) -> ChoresDue | None:
        """The chores that hold the next round back; None where none are due or the setting is off."""
        ...

    def chores_done(self) -> None:
        """They are done."""
        ...

    # decks, seats and commands by touch
    def choose_deck(self, place: str) -> None:
        """Touched cards choose decks (`DeckChosen`) and go to no game, until `stop_teaching`."""
        ...

    def map_seat(self, seat: str) -> None:
        """The reader of the next card belongs to this seat."""
        ...

    def unmap(self, reader: str) -> None:
        """The reader belongs to no seat."""
        ...

    def commands(self) -> Mapping[str, int]:
        """All words of command cards and how many tags mean each."""
        ...

    def teach_command(self, word: str) -> None:
        """The next tag becomes a command card."""
        ...

    def forget_commands(self, word: str) -> None:
        """The tags that mean this word mean nothing any more."""
        ...

    def consuming(self) -> str:
        """Who gets the touched cards: `game`, `chores`, `deck`, `seat`, `command`, `teaching`, `split`."""
        ...

    # coming and going
    def wishes(self) -> tuple[Wish, ...]:
        """Who goes home or sits down as soon as the round, hand or pack is over."""
        ...

    def wish(self, wish: Wish, wanted: bool = True) -> None:
        """Note such a wish, or let it be forgotten; it is done by itself as soon as it may be (`TableChanged`)."""
        ...

    # the past
    def undo_many(self, steps: int) -> None:
        """Take back so many changes, newest first."""
        ...

    def past(self, page: int) -> Leaf | None:
        """A page of all games that are kept, the newest night first; None while its games are being read (`GamesRead`)."""
        ...

    def months(self) -> tuple[Month, ...]:
        """The months in which games were begun, the newest first."""
        ...

    def played(self, number: int) -> Played | None:
        """One game of a page that was read, the running one as it stands; None for one that cannot be followed any more."""
        ...

    def places(self) -> tuple[PlaceView, ...]:
        """Where exports and backups can go: the own folder, USB sticks."""
        ...

    def backups(self) -> tuple[PlaceView, ...]:
        """Backups that can be restored."""
        ...

    def export(self, place: str) -> None:
        """Write all games as CSV and JSON there (`Reported`)."""
        ...

    def save_report(self, place: str) -> None:
        """Write there what somebody who mends the table needs (`Reported`)."""
        ...

    def back_up(self, place: str) -> None:
        """Back everything up there and read it back (`Reported`)."""
        ...

    def restore(self, path: str) -> None:
        """Restore a backup: the program ends, takes the files and begins again. A damaged one is told and changes nothing."""
        ...
