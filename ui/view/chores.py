"""Between two rounds of CasiNoya the cards are put away: what is to be done, and that nobody is asked for anything meanwhile."""

from __future__ import annotations

from msgspec.structs import replace

from companion.live.snapshot import Snapshot
from companion.rules.casinoya.state import State
from companion.rules.game import Chore, ChoresDue
from companion.words import N_, chore_text, say
from companion.words.say import listed
from ui.view.games import Context
from ui.view.model import SeatView


def due_chores(shot: Snapshot, context: Context) -> ChoresDue | None:
    """The steps after a round, until somebody says that they are done."""
    if context.due is None or shot.outcome:
        return None
    gone = {seat.name for seat in shot.state.seats if seat.left}
    return ChoresDue(steps=tuple(step for step in context.due.steps if step.seat not in gone))


def grouped_chores(shot: Snapshot, due: ChoresDue) -> tuple[str, ...]:
    """The steps as sentences; what several do alike is one step with their names, or everybody's."""
    state: State = shot.state
    everybody = [seat.name for seat in state.seats if not seat.out]
    groups: dict[tuple[str, int], list[str]] = {}
    for step in due.steps:
        groups.setdefault((step.do, step.count), []).append(step.seat)
    sentences = []
    for (do, count), seats in groups.items():
        names = listed([seat for seat in seats if seat])
        together = len(everybody) > 1 and set(seats) >= set(everybody)
        sentences.append(chore_text(Chore(do, say(N_("Everybody")) if together else names, count)))
    return tuple(sentences)


def putting_away(seat: SeatView) -> SeatView:
    """The seat without what the next round will ask of it, and without marks of the round that is over."""
    if seat.role != "waiting":
        return replace(seat, note="")
    return replace(seat, role="", role_word="", note="", act=None)
