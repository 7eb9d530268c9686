"""The count of a pack of Cassino, reason by reason, and what is remembered of a whole game."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from companion.live.snapshot import Snapshot
from companion.rules.cassino.events import Claimed, PackScored, ResidueLeft, ResidueTaken, Swept
from companion.rules.cassino.score import Line, count, decided
from companion.rules.cassino.state import CassinoState
from companion.rules.game import Event
from companion.words import N_, P_, event_text, say
from companion.words.say import listed
from ui.view.cassino_model import CountCell, CountRow, CountStage

REASONS: Final = {
    "cards": N_("Most cards"),
    "spades": N_("Most spades"),
    "jack": N_("Jack of spades"),
    "big": N_("Ten of diamonds"),
    "little": N_("Two of spades"),
    "aces": N_("Aces"),
    "sweeps": N_("Sweeps"),
}
EVERY_SPADE: Final = N_("Every spade")


def _names(state: CassinoState, side: int) -> tuple[str, ...]:
    return tuple(state.players[seat] for seat in state.seats_of(side))


def side_name(state: CassinoState, side: int) -> str:
    """`Ana`, or both partners."""
    return listed(list(_names(state, side)))


def count_stage(shot: Snapshot) -> CountStage:
    """The counted pack: what each side has, what that scores, the sum and the running score."""
    state: CassinoState = shot.state
    sides = [side for side in range(state.sides) if side in state.living]
    lines: dict[str, dict[str, Line]] = {}
    for line in count(state):
        lines.setdefault(line.reason, {})[line.seat] = line
    first = [state.players[side] for side in sides]
    rows = []
    for reason, found in lines.items():
        words = EVERY_SPADE if reason == "spades" and state.counts_spades else REASONS[reason]
        rows.append(CountRow(say(words), tuple(_cell(found[name]) for name in first)))
    totals = [sum(found[name].points for found in lines.values()) for name in first]
    rows.append(
        CountRow(
            say(N_("This pack")),
            tuple(CountCell("", f"+{total}" if total else "0", "mint" if total else "muted") for total in totals),
            True,
        )
    )
    rows.append(
        CountRow(
            say(N_("Of {target}"), target=state.target),
            tuple(
                CountCell("", str(state.points[side]), "gold" if state.points[side] >= state.target else "ivory")
                for side in sides
            ),
            True,
        )
    )
    return CountStage(
        say(N_("Count of pack {pack}"), pack=state.pack),
        tuple(side_name(state, side) for side in sides),
        tuple(rows),
        residue(shot),
    )


def _cell(line: Line) -> CountCell:
    """How many, and the points; what scores nothing is faint."""
    return CountCell(str(line.have), f"+{line.points}" if line.points else "–", "ivory" if line.points else "faint")


def residue(shot: Snapshot) -> str:
    """Who took what lay at the end, and that it was no sweep."""
    event = newest(shot, (ResidueTaken, ResidueLeft))
    return event_text(event) if event else ""


def newest(shot: Snapshot, kinds: tuple[type[Event], ...]) -> Event | None:
    """The newest event of these kinds that the last standing action led to."""
    records = shot.history.current()
    events: Sequence[Event] = records[-1].events if records else shot.events
    return next((event for event in reversed(events) if isinstance(event, kinds)), None)


def pack_total(shot: Snapshot, name: str) -> int | None:
    """What a side, named by its first player, scored in the pack just counted."""
    state: CassinoState = shot.state
    if state.phase != "next":
        return None
    found = [line.points for line in count(state) if line.seat == name]
    return sum(found) if found else None


def next_words(shot: Snapshot) -> tuple[str, str]:
    """The sentence under the count, and what the primary button says."""
    state: CassinoState = shot.state
    winners, target = decided(state)
    if winners:
        won = N_("{seats:names}: {points} of {target} and the game")
        facts = {"points": state.points[winners[0]], "target": target}
        return say(won, seats=_names(state, winners[0]), **facts), say(N_("Finish"))
    if target != state.target:
        return say(N_("Several are out: play on to {target}"), target=target), say(N_("Next pack"))
    if any(state.points[side] >= state.target for side in state.living):
        return say(N_("Equal at the top: another pack decides")), say(N_("Next pack"))
    best = max(state.living, key=lambda side: state.points[side])
    left = max(0, state.target - state.points[best])
    words = P_("{seats:names} leads and needs {left} more", "{seats:names} lead and need {left} more", "seats")
    return say(words, seats=_names(state, best), left=left), say(N_("Next pack"))


def remembered(shot: Snapshot) -> tuple[tuple[str, str], ...]:
    """The claim that ended it, sweeps, the best pack, how many packs."""
    swept: dict[str, int] = {}
    claim: Claimed | None = None
    best: PackScored | None = None
    for record in shot.history.current():
        for event in record.events:
            if isinstance(event, Swept):
                swept[event.seat] = swept.get(event.seat, 0) + 1
            elif isinstance(event, Claimed):
                claim = event
            elif isinstance(event, PackScored) and (best is None or event.total > best.total):
                best = event
    found = []
    if claim is not None:
        words = N_("{seat} · right, {points} certain") if claim.right else N_("{seat} · wrong, {points} certain")
        found.append((say(N_("Claim")), say(words, seat=claim.seat, points=claim.points)))
    if best is not None:
        found.append((say(N_("Best pack")), say(N_("{seat} · {number}"), seat=best.seat, number=best.total)))
    if swept:
        most = max(swept, key=lambda name: swept[name])
        found.append((say(N_("Most sweeps")), say(N_("{seat} · {number}"), seat=most, number=swept[most])))
    return tuple(found)
