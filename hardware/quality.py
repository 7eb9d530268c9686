"""The quality meter: how well a reader reads, and which cards read badly.

A card whose tag is torn, or that lies at the edge of the antenna, shows as misses between sightings long before it fails a
player; a reader with a bad supply shows as errors and reconnections. The misses that end a presence are not counted.
"""

from __future__ import annotations

import threading
from collections import OrderedDict
from dataclasses import dataclass
from typing import Final

import msgspec

MOST_CARDS: Final = 1000
"""Cards that are remembered; beyond it the ones not seen for longest are forgotten, so strangers cannot fill the memory."""

_WEAK_POLLS: Final = 10
_WEAK_SHARE: Final = 0.2


class CardQuality(msgspec.Struct, frozen=True):
    """How one card read on one reader: polls that saw it, polls that missed it while it lay there, placings.

    ``last_seen`` is the monotonic time of the last poll that saw it.
    """

    uid: str
    sightings: int = 0
    misses: int = 0
    placings: int = 0
    last_seen: float = 0.0

    @property
    def weak(self) -> bool:
        """Whether one poll in five misses it, over ten polls or more."""
        polls = self.sightings + self.misses
        return polls >= _WEAK_POLLS and self.misses >= polls * _WEAK_SHARE


class ReaderQuality(msgspec.Struct, frozen=True):
    """How a reader did since it was started; ``last_good`` is the monotonic time of its last good answer, None before the first."""

    polls: int = 0
    reads: int = 0
    misses: int = 0
    errors: int = 0
    connections: int = 0
    last_good: float | None = None
    cards: tuple[CardQuality, ...] = ()

    @property
    def weak_cards(self) -> tuple[str, ...]:
        """UIDs of cards that read badly here."""
        return tuple(card.uid for card in self.cards if card.weak)


@dataclass
class _Counts:
    sightings: int = 0
    misses: int = 0
    placings: int = 0
    last_seen: float = 0.0


class QualityMeter:
    """Counts; written by a reader's worker, read by anybody."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._polls = self._reads = self._misses = self._errors = self._connections = 0
        self._last_good: float | None = None
        self._cards: OrderedDict[str, _Counts] = OrderedDict()

    def connected(self) -> None:
        """The reader was opened."""
        with self._lock:
            self._connections += 1

    def failed(self) -> None:
        """An exchange with the reader failed."""
        with self._lock:
            self._errors += 1

    def polled(self, uids: tuple[str, ...], at: float) -> None:
        """A poll succeeded and saw these."""
        with self._lock:
            self._polls += 1
            self._last_good = at
            for uid in uids:
                counts = self._card(uid)
                counts.sightings += 1
                counts.last_seen = at

    def missed(self, uid: str, misses: int) -> None:
        """A lying card was found again after so many misses."""
        with self._lock:
            self._misses += misses
            self._card(uid).misses += misses

    def read(self, uid: str) -> None:
        """A card was placed."""
        with self._lock:
            self._reads += 1
            self._card(uid).placings += 1

    def snapshot(self) -> ReaderQuality:
        """The counts as they are now."""
        with self._lock:
            cards = tuple(
                CardQuality(uid, c.sightings, c.misses, c.placings, c.last_seen) for uid, c in self._cards.items()
            )
            return ReaderQuality(
                self._polls, self._reads, self._misses, self._errors, self._connections, self._last_good, cards
            )

    def _card(self, uid: str) -> _Counts:
        counts = self._cards.setdefault(uid, _Counts())
        self._cards.move_to_end(uid)
        while len(self._cards) > MOST_CARDS:
            self._cards.popitem(last=False)
        return counts
