"""The log of a game as data: who did what, with which card, on which reader, and what each number came from.

The sentences are made by `companion.words`; an event carries its own why (`DamageDealt` its ledger and the cards behind it).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Literal

import msgspec

from companion.live.snapshot import Act, Origin, Record, Redo, Replace, Undo, standing
from companion.rules.cards import Card
from companion.rules.game import RESERVED, AnyAction, Event, Player

Kind = Literal["act", "undo", "redo", "replace"]

_SEAT_FIELDS = ("seat", "by", "seats", "winners")


class Fact(msgspec.Struct, frozen=True):
    """One event that followed, the seats it concerns and all cards behind it, also those in its ledger."""

    event: Event
    seats: tuple[str, ...]
    cards: tuple[Card, ...]


class LogEntry(msgspec.Struct, frozen=True):
    """One journal entry: what was done or taken back, how it came, whose it is, what followed, and whether it stands.

    `entry` is the journal entry that the change is about: for undo and redo the one taken back or brought back.
    """

    n: int
    kind: Kind
    entry: int
    action: AnyAction
    instead_of: AnyAction | None
    origin: Origin | None
    seats: tuple[str, ...]
    card: Card | None
    facts: tuple[Fact, ...]
    stands: bool


def log(records: Iterable[Record], players: Iterable[Player], seat: str = "") -> tuple[LogEntry, ...]:
    """The log of these records in order; with `seat` only what that player did or what concerns them."""
    owners = {player.label: player.name for player in players}
    made = list(records)
    stands = {record.n for record in standing(made)}
    entries = (_entry(record, owners, record.n in stands) for record in made)
    return tuple(entry for entry in entries if not seat or seat in entry.seats)


def _entry(record: Record, owners: dict[str, str], stands: bool) -> LogEntry:
    kinds: dict[type, Kind] = {Act: "act", Undo: "undo", Redo: "redo", Replace: "replace"}
    change = record.change
    facts = tuple(Fact(event, _seats_of(event), tuple(dict.fromkeys(_cards_in(event)))) for event in record.events)
    card = getattr(change.action, "card", None)
    who = getattr(change.action, "seat", "") or (owners.get(card.label, "") if card is not None else "")
    seats = dict.fromkeys((who, *(seat for fact in facts for seat in fact.seats)))
    return LogEntry(
        record.n,
        kinds[type(record.entry)],
        change.entry,
        change.action,
        change.instead_of,
        record.origin,
        tuple(seat for seat in seats if seat and seat not in RESERVED),
        card,
        facts,
        stands,
    )


def _seats_of(event: Event) -> tuple[str, ...]:
    found: list[str] = []
    for name in _SEAT_FIELDS:
        value = getattr(event, name, ())
        found += [value] if isinstance(value, str) else [one for one in value if isinstance(one, str)]
    return tuple(dict.fromkeys(seat for seat in found if seat))


def _cards_in(value: Any) -> Iterator[Card]:
    """All cards anywhere in an event, in the order of its fields."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from _cards_in(getattr(value, name))
    elif isinstance(value, dict):
        for one in value.values():
            yield from _cards_in(one)
    elif isinstance(value, list | tuple | set | frozenset):
        for one in value:
            yield from _cards_in(one)
