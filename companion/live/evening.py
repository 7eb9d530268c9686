"""The games of a night and before, made from the journal: how each went, by round, hand or pack, and what it was known for."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence
from typing import Any, Final, Protocol, TypeVar

import msgspec

from companion.live.kept import Kept
from companion.live.log import log
from companion.live.snapshot import Snapshot
from companion.live.table import Table
from companion.rules.game import Event, Games, Join, Leave, Outcome, Player, plain

MARKS: Final = ("round", "hand", "pack")  # what a report counts
MEASURES: Final = ("hp", "bank", "points")  # what it is about
NIGHT_S: Final = 6 * 3600  # between two nights nobody plays for so long, if the clock can be believed


class Point(msgspec.Struct, frozen=True):
    """The measure of each player when the round, hand or pack `number` was over (0: at the start)."""

    number: int
    values: dict[str, int]


class Award(msgspec.Struct, frozen=True):
    """What a player was known for: `code` is `most-damage`, `hardest-hit`, `most-healed`, `best-payout` or `most-sweeps`."""

    code: str
    seat: str
    number: int


class Played(msgspec.Struct, frozen=True):
    """One game: how it began and ended, and the series of its measure (`hp`, `bank` or `points`) by mark (`round` …).

    `begun` is the wall clock in seconds, a note. `outcome` is None for a game that was left.
    """

    id: int
    game: str
    players: tuple[Player, ...]
    options: dict[str, str]
    begun: int
    entries: int
    outcome: Outcome | None
    mark: str
    measure: str
    series: tuple[Point, ...]
    awards: tuple[Award, ...]


def played_game(kept: Kept, games: Games) -> Played | None:
    """One game that was read back; None if its game is gone or its options are impossible now."""
    snapshot = Table(games).go_on(kept).snapshot
    return None if snapshot is None else summary(snapshot, kept.id, kept.begun)


def summary(snapshot: Snapshot, number: int = 0, begun: int = 0) -> Played:
    """How the game of a snapshot went until then."""
    mark, measure, series = _series(snapshot)
    return Played(
        number,
        snapshot.name,
        snapshot.players,
        dict(snapshot.words),
        begun,
        snapshot.entries,
        snapshot.outcome,
        mark,
        measure,
        series,
        _awards(event for record in snapshot.history.current() for event in record.events),
    )


class Dated(Protocol):
    """Whatever began by the wall clock."""

    @property
    def begun(self) -> int:
        """Seconds, a note."""
        ...


Some = TypeVar("Some", bound=Dated)


def same_night(one: int, other: int) -> bool:
    """Whether two games that follow each other were begun in one night."""
    return abs(other - one) < NIGHT_S


def nights(games: Sequence[Some]) -> list[list[Some]]:
    """The games night by night; a clock that was set in between may put them into more nights, never out of order."""
    found: list[list[Some]] = []
    for played in games:
        if found and same_night(found[-1][-1].begun, played.begun):
            found[-1].append(played)
        else:
            found.append([played])
    return found


def _series(snapshot: Snapshot) -> tuple[str, str, tuple[Point, ...]]:
    states = [_start(snapshot), *(record.state for record in snapshot.history.current())]
    if states[-1] is not snapshot.state:
        states.append(snapshot.state)  # after an undo the newest record that stands led elsewhere before
    reports = [snapshot.game.report(state) for state in states]
    mark = next((name for name in MARKS if name in reports[0]), "")
    measure = next((name for name in MEASURES if name in reports[0]["players"][0]), "")
    points = [Point(0, _values(reports[0], measure))]
    number = reports[0].get(mark, 0)
    for report in reports:
        if report.get(mark, 0) != number:
            points.append(Point(number, _values(report, measure)))
            number = report.get(mark, 0)
    last = Point(number, _values(reports[-1], measure))
    return mark, measure, (*points, last)


def _start(snapshot: Snapshot) -> Any:
    """The state before the first action: of those who began the game, not of those who joined since."""
    left: set[str] = set()
    joined: set[str] = set()
    for record in snapshot.history.current():
        action = record.change.action
        if isinstance(action, Leave):
            left.add(action.seat)
        elif isinstance(action, Join) and action.seat not in left:
            joined.add(action.seat)
    players = tuple(player for player in snapshot.players if player.name not in joined)
    return snapshot.game.start(players, snapshot.options).state


def _values(report: dict[str, Any], measure: str) -> dict[str, int]:
    return {player["name"]: player[measure] for player in report["players"] if measure in player}


def _awards(events: Iterable[Event]) -> tuple[Award, ...]:
    sums: dict[str, dict[str, int]] = {}
    best: dict[str, Award] = {}

    def add(code: str, seat: Any, number: Any) -> None:
        if seat and isinstance(number, int):
            by_seat = sums.setdefault(code, {})
            by_seat[seat] = by_seat.get(seat, 0) + number

    def top(code: str, seat: Any, number: Any) -> None:
        if seat and isinstance(number, int) and number > (best[code].number if code in best else 0):
            best[code] = Award(code, seat, number)

    for event in events:
        facts: Any = event
        match type(event).__name__:  # this package knows games by their vocabulary only: events by name
            case "DamageDealt":
                add("most-damage", facts.by, facts.amount)
                top("hardest-hit", facts.by, facts.amount)
            case "Healed":
                add("most-healed", facts.seat, facts.amount)
            case "PaidOut":
                top("best-payout", facts.seat, facts.net)
            case "Swept":
                add("most-sweeps", facts.seat, 1)
    for code, by_seat in sums.items():
        seat = max(by_seat, key=by_seat.__getitem__)
        if by_seat[seat] > 0:
            best[code] = Award(code, seat, by_seat[seat])
    return tuple(best.values())


# --- exports --------------------------------------------------------------------------------------------------------


def to_json(games: Sequence[Played]) -> bytes:
    """The games as one JSON list."""
    return msgspec.json.format(msgspec.json.encode(games, enc_hook=str), indent=1)


def from_json(data: bytes) -> tuple[Played, ...]:
    """Read `to_json` back; raises `msgspec.DecodeError`."""
    return msgspec.json.decode(data, type=tuple[Played, ...])


def to_csv(games: Sequence[Played]) -> str:
    """The series of the games: a line for each player and round, hand or pack."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["id", "game", "begun", "mark", "number", "player", "measure", "value"])
    for played in games:
        for point in played.series:
            for name, value in point.values.items():
                writer.writerow(
                    [played.id, played.game, played.begun, played.mark, point.number, cell(name), played.measure, value]
                )
    return out.getvalue()


def log_csv(snapshot: Snapshot) -> str:
    """The log of a game: a line for each event, or for an entry that nothing followed from."""
    out = io.StringIO(newline="")
    writer = csv.writer(out)
    writer.writerow(["entry", "kind", "about", "stands", "action", "means", "where", "uid", "event", "seats", "facts"])
    for entry in log(snapshot.history, snapshot.players):
        origin = entry.origin
        action = plain(entry.action)
        head = [entry.n, entry.kind, entry.entry, "yes" if entry.stands else "no", cell(_json(action))]
        head += [origin.means, cell(origin.where), origin.uid] if origin else ["", "", ""]
        for fact in entry.facts:
            event = plain(fact.event)
            writer.writerow([*head, event.pop("event"), cell(" ".join(fact.seats)), cell(_json(event))])
        if not entry.facts:
            writer.writerow([*head, "", cell(" ".join(entry.seats)), ""])
    return out.getvalue()


def _json(value: Any) -> str:
    return msgspec.json.encode(value, enc_hook=str).decode()


def cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: one that begins like one gets an apostrophe.

    >>> cell("=HYPERLINK(1)"), cell("Ana")
    ("'=HYPERLINK(1)", 'Ana')
    """
    return f"'{text}" if text[:1] in {"=", "+", "-", "@", "\t", "\r", "'"} else text
