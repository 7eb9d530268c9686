"""All games that are kept, those of the journal and the older ones of its archive: listed without being read, read one at a time."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from companion.live.evening import Played, nights, played_game
from companion.live.kept import Begun, Kept
from companion.rules.game import Games

if TYPE_CHECKING:
    from companion.live.journal import Journal

ON_A_PAGE: Final = 40
"""Games of a page: a fifth of a second to read on a laptop, however many are kept."""


class Night(msgspec.Struct, frozen=True):
    """A night, or what of it is on a page: when it began, how many games it had in all, and those here by number, newest first."""

    begun: int
    count: int
    numbers: tuple[int, ...]


class Leaf(msgspec.Struct, frozen=True):
    """A page of the list of games, the newest night first: the `page`-th (0 is the newest) of `pages`; `total` games are kept."""

    page: int
    pages: int
    total: int
    nights: tuple[Night, ...] = ()


class Month(msgspec.Struct, frozen=True):
    """A month in which games were begun (`2026-10`, by the wall clock): how many, and the page where its newest one stands."""

    name: str
    count: int
    page: int


class Past:
    """The games of a journal and of its archive, by number. Reads the journal, so it is used on the owner's thread."""

    def __init__(self, journal: Journal) -> None:
        self._journal = journal

    def begun(self) -> tuple[Begun, ...]:
        """Every game once, oldest first."""
        found = {one.id: one for one in (*self._journal.archive.begun(), *self._journal.begun())}
        return tuple(found[number] for number in sorted(found))

    def read(self, game: int) -> Kept | None:
        """One game up to its first damaged entry; None if it is not there or cannot be read."""
        return self._journal.read(game) or self._journal.archive.read(game)

    def played(self, games: Games, since: float = 0) -> Iterator[Played]:
        """The games begun from a moment of the wall clock on, oldest first; those that cannot be followed any more are left out."""
        for one in self.begun():
            kept = self.read(one.id) if one.begun >= since else None
            played = played_game(kept, games) if kept else None
            if played:
                yield played


def leaf_of(begun: Sequence[Begun], page: int, most: int = ON_A_PAGE) -> Leaf:
    """A page of the games, the last one for a page beyond it; a night that does not fit goes on on the next.

    >>> leaf_of([Begun(1, 100_000), Begun(2, 200_000), Begun(3, 200_100)], 0, most=2).nights
    (Night(begun=200000, count=2, numbers=(3, 2)),)
    """
    pages = max(1, -(-len(begun) // most))
    page = max(0, min(page, pages - 1))
    first = len(begun) - (page + 1) * most
    shown, at = [], len(begun)
    for night in reversed(nights(begun)):
        at -= len(night)
        here = night[max(0, first - at) : max(0, first + most - at)]
        if here:
            shown.append(Night(night[0].begun, len(night), tuple(one.id for one in reversed(here))))
    return Leaf(page, pages, len(begun), tuple(shown))


def months_of(begun: Sequence[Begun], most: int = ON_A_PAGE) -> tuple[Month, ...]:
    """The months of the games whose date is known, the newest first."""
    counts: dict[str, int] = {}
    pages: dict[str, int] = {}
    for at, one in enumerate(reversed(begun)):
        if one.begun:
            name = time.strftime("%Y-%m", time.localtime(one.begun))
            counts[name] = counts.get(name, 0) + 1
            pages.setdefault(name, at // most)
    return tuple(Month(name, counts[name], pages[name]) for name in sorted(counts, reverse=True))
