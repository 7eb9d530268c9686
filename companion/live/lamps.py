"""What the lamps say: a lasting word for each seat, a passing one for a moment, and the table from words to patterns.

A pattern is plain data (colour and motion); the wiring makes `hardware.lights` patterns of it. Among the words that last, and
among those that pass, each has a motion of its own, so that all can be read without colour.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from companion.live.snapshot import Reply, Snapshot
from companion.live.teaching import Signal, Verdict
from companion.rules.game import Event, Light

Passing = Literal["taken", "already", "unknown", "refused", "hit"]


class Moment(msgspec.Struct, frozen=True):
    """A passing word for a seat; the empty seat is the table's own lamp, or all of them where it has none."""

    seat: str
    word: Passing


class LampPattern(msgspec.Struct, frozen=True):
    """Red, green and blue from 0 to 1, a motion by its name in `hardware.lights.Motion`, and how long (0: it lasts)."""

    colour: tuple[float, float, float]
    motion: str
    seconds: float = 0.0


PATTERNS: Final[dict[Light | Passing, LampPattern]] = {
    # lasting
    "off": LampPattern((0.0, 0.0, 0.0), "off"),
    "waiting": LampPattern((1.0, 0.75, 0.35), "breathe"),
    "attacker": LampPattern((1.0, 0.1, 0.05), "blink"),
    "defender": LampPattern((0.1, 0.35, 1.0), "steady"),
    "out": LampPattern((0.5, 0.15, 0.15), "glint"),
    "winner": LampPattern((0.2, 1.0, 0.3), "double-blink"),
    # passing
    "taken": LampPattern((0.2, 1.0, 0.3), "steady", 0.6),
    "already": LampPattern((1.0, 0.75, 0.0), "glint", 0.6),
    "unknown": LampPattern((0.6, 0.2, 1.0), "blink", 2.0),
    "refused": LampPattern((1.0, 0.0, 0.0), "double-blink", 1.2),
    "hit": LampPattern((1.0, 0.1, 0.05), "flash", 0.8),
}

_HITS: Final = frozenset({"DamageDealt"})  # live knows games by their vocabulary only: events by name


def lasting(snapshot: Snapshot | None) -> dict[str, Light]:
    """The word that lasts for each seat; empty without a game."""
    return {} if snapshot is None else snapshot.lights


def moment(news: Event | Reply | Verdict) -> tuple[Moment, ...]:
    """The passing words of an event, a reply of the table, or a verdict of the router, in their order.

    A reply to a verdict is told by the verdict, so a listener to both asks one of them.
    """
    match news:
        case Verdict(reply=reply):
            signal: Signal = news.signal
            hits = _hits(reply.events) if reply is not None else ()
            return (Moment(news.seat, signal), *hits)
        case Reply():
            if news.refusal is not None:
                return (Moment("", "refused"),)
            return _hits(news.events)
        case _:
            return _hits((news,))


def _hits(events: tuple[Event, ...]) -> tuple[Moment, ...]:
    hit: dict[str, None] = {}
    for event in events:
        if type(event).__name__ in _HITS and getattr(event, "amount", 0) > 0:
            hit[getattr(event, "seat", "")] = None
    return tuple(Moment(seat, "hit") for seat in hit)
