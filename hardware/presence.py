"""The presence machine: from what each poll saw to when a card came and when it went.

Pure: it is told what was seen and when, and answers with changes. What it promises (knowledge/failures.md, rows 2, 5, 6, 7, 11):

- a card is placed once, however long it lies and however often a poll misses it;
- it is removed after three misses in a row, or after two when 300 ms have passed, and never because a reader failed;
- what lies there when a reader comes up (again) is not a new card: the one that lay there before goes on lying, any other rests;
- two cards at once are refused whether one poll finds both or polls find them by turns; the one that is left then counts;
- a phone is refused, whatever UID it makes up.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal, NamedTuple, TypeAlias

from hardware.source import SEVERAL, Target

MISSES: Final = 3
GONE_AFTER: Final = 0.3
"""Seconds after which two misses are enough."""

_PHONE: Final = "phone"


class Placed(NamedTuple):
    """A card came to lie alone."""

    target: Target


class Removed(NamedTuple):
    """The card that was placed is gone."""

    uid: str


class FieldSays(NamedTuple):
    """Something lies there that is no playable card, or ``clear`` when it no longer does."""

    status: Literal["two-cards", "phone", "resting", "clear"]
    uids: tuple[str, ...] = ()


class Flickered(NamedTuple):
    """A lying card was found again after some polls missed it."""

    uid: str
    misses: int


Change: TypeAlias = Placed | Removed | FieldSays | Flickered


@dataclass
class _Lying:
    target: Target
    last_seen: float
    misses: int = 0
    resting: bool = False


class Presence:
    """What lies on one reader. ``settled`` is false until enough polls after a (re)connection have shown what was there before."""

    def __init__(self, misses: int = MISSES, gone_after: float = GONE_AFTER):
        self._most_misses = misses
        self._gone_after = gone_after
        self._lying: dict[str, _Lying] = {}
        self._placed: str | None = None
        self._two = False
        self._said: Literal["two-cards", "phone", "resting", "clear"] = "clear"
        self._to_settle = misses
        self._resumed = False

    @property
    def settled(self) -> bool:
        """Whether a card that appears now is a new one."""
        return self._to_settle == 0

    @property
    def placed(self) -> str | None:
        """The UID of the card that was placed and not yet removed."""
        return self._placed

    @property
    def alone(self) -> Target | None:
        """The one card that lies there and was seen by the last poll, placed or resting."""
        if len(self._lying) != 1:
            return None
        (uid, entry), *_ = self._lying.items()
        return entry.target if uid not in (_PHONE, SEVERAL.uid) and entry.misses == 0 else None

    def interrupted(self) -> None:
        """Hear that the connection was lost: what lay there is remembered, and what appears first afterwards is not new."""
        self._to_settle = self._most_misses
        self._resumed = True
        for entry in self._lying.values():
            entry.misses = 0

    def seen(self, targets: tuple[Target, ...], at: float) -> list[Change]:
        """Take in one successful poll at monotonic time ``at`` and give the changes, in order."""
        changes: list[Change] = []
        if self._resumed:  # the outage itself is no time without a card
            self._resumed = False
            for entry in self._lying.values():
                entry.last_seen = at
        if SEVERAL in targets:  # nobody can say that a card is not among them
            targets = (SEVERAL, *(entry.target for entry in self._lying.values() if not entry.target.is_phone))
        by_turns = self._note(targets, at, changes)
        self._drop_missed({_key(target) for target in targets}, at, changes)
        if self._to_settle:
            self._to_settle -= 1
        cards = [key for key in self._lying if key != _PHONE]
        if SEVERAL.uid in self._lying:
            self._two = True
        elif len(cards) < 2:
            self._two = False
        elif by_turns or len({_key(target) for target in targets} - {_PHONE}) >= 2:
            self._two = True
        self._decide(cards, changes)
        return changes

    def _note(self, targets: tuple[Target, ...], at: float, changes: list[Change]) -> bool:
        """Enter what was seen; whether a card was found again while another lay there, which is two cards answering by turns."""
        by_turns = False
        for target in targets:
            entry = self._lying.get(_key(target))
            if entry is None:
                self._lying[_key(target)] = _Lying(target, at, resting=not self.settled)
                continue
            if entry.misses and SEVERAL not in targets:
                by_turns = by_turns or len(self._lying) > 1
                changes.append(Flickered(_key(target), entry.misses))
            entry.target, entry.last_seen, entry.misses = target, at, 0
        return by_turns

    def _drop_missed(self, seen: set[str], at: float, changes: list[Change]) -> None:
        for key, entry in list(self._lying.items()):
            if key in seen:
                continue
            entry.misses += 1
            late = entry.misses >= 2 and at - entry.last_seen >= self._gone_after
            if entry.misses < self._most_misses and not late:
                continue
            del self._lying[key]
            if key == self._placed:
                self._placed = None
                changes.append(Removed(key))

    def _decide(self, cards: list[str], changes: list[Change]) -> None:
        if _PHONE in self._lying:
            self._say("phone", (), changes)
        elif self._two:
            self._say("two-cards", tuple(sorted(filter(None, cards))), changes)
        elif len(cards) > 1:
            return  # one is probably being swapped for the other: wait until the first is gone or both are seen
        elif not cards or cards[0] == self._placed:
            self._say("clear", (), changes)
        elif self._lying[cards[0]].resting:
            self._say("resting", (cards[0],), changes)
        else:
            self._say("clear", (), changes)
            self._placed = cards[0]
            changes.append(Placed(self._lying[cards[0]].target))

    def _say(
        self, status: Literal["two-cards", "phone", "resting", "clear"], uids: tuple[str, ...], changes: list[Change]
    ) -> None:
        if status != self._said:
            self._said = status
            changes.append(FieldSays(status, uids))


def _key(target: Target) -> str:
    return _PHONE if target.is_phone else target.uid
