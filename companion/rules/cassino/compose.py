"""A use composed by hand: from the loose cards and builds somebody tapped to what the played card can do with them."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from companion.rules.cards import Card
from companion.rules.cassino.loose import Loose
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.uses import TRAIL, read
from companion.rules.cassino.variants import worths
from companion.rules.game import IllegalAction


class Composed(msgspec.Struct, frozen=True, gc=False):
    """The legal uses of exactly what was chosen, captures first; if there is none, the code and facts of why."""

    ids: tuple[str, ...]
    code: str = ""
    facts: dict[str, object] = {}


def composed(state: CassinoState, loose: Collection[Card], builds: Collection[int] = ()) -> Composed:
    """What the played card may do with exactly these loose cards and builds (places in `CassinoState.builds`).

    Nothing chosen means to trail. The cards are put into groups here: whoever taps need not say how.
    """
    found: dict[tuple[str, int], str] = {}  # an ace may be read as 1 and as 14 in the same take
    reasons: list[IllegalAction] = []
    for text in _candidates(state, loose, sorted(builds)):
        try:
            use = read(state, text)
        except IllegalAction as error:
            reasons.append(error)
        else:
            found.setdefault((use.kind, 0 if use.kind == "take" else use.value), text)
    if found or not reasons:
        return Composed(tuple(found.values()))
    reason = min(reasons, key=lambda error: error.code == "wrong-sum")  # the first that says more than a sum
    return Composed((), reason.code, reason.params)


def _candidates(state: CassinoState, loose: Collection[Card], builds: list[int]) -> Iterator[str]:
    """Ids that are legal if the chosen cards may be used so at all; each names everything chosen."""
    if state.played is None:
        return
    worth = worths(state.options)
    own, values = worth.lying[state.played.face], worth.held[state.played.face]
    names = [f"b{state.builds[place].value}{_mark(state, place)}" for place in builds]
    faces = [card.face for card in loose]
    if not loose and not builds:
        yield TRAIL
        return
    by_value: dict[int, list[str]] = {}
    for face in faces:
        by_value.setdefault(worth.lying[face], []).append(face)
    if not values or by_value.get(0):
        yield "take:" + ",".join([*names, *faces])  # court cards pair, or the refusal says what has no value
        return
    cards = Loose(by_value, max(worth.highest, *by_value) if by_value else worth.highest)
    for value in reversed(values):
        groups = cards.parted(value)
        yield "take:" + ",".join([*names, *(["+".join(faces)] if groups is None and faces else groups or [])])
    if len(builds) > 1:
        return
    announced = range(own, worth.highest + 1)
    heads = {f"build:{value}": value for value in announced}
    if builds:
        mark, value = _mark(state, builds[0]), state.builds[builds[0]].value
        heads = {f"raise:{value + own}{mark}": value + own, f"add:{value}{mark}": value}
    for head, value in heads.items():
        if value > worth.highest:
            continue
        first = 0 if head.startswith("raise") or value == own else value - own
        groups = cards.parted(value, first) if first >= 0 else None
        if groups is not None and (groups or builds):
            yield head + (":" + ",".join(groups) if groups else "")


def _mark(state: CassinoState, place: int) -> str:
    """Which build of its value it is, as ids tell it: nothing for the first, `#2` for the second."""
    value = state.builds[place].value
    number = sum(build.value == value for build in state.builds[: place + 1])
    return f"#{number}" if number > 1 else ""
