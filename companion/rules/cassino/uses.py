"""What a played card may do: read from an option id, judged, and carried out on the builds.

Ids are those of HEADLESS.md: `take:b9#2,9H,4S+5C`, `build:9:4S+2C`, `raise:10`, `add:9:4S+2C`, `trail`.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

import msgspec

from companion.rules.cards import Card
from companion.rules.cassino.promises import announceable, own_kept, promises
from companion.rules.cassino.state import Build, CassinoState, unseen
from companion.rules.cassino.variants import worths
from companion.rules.game import IllegalAction

TRAIL: Final = "trail"
LONGEST: Final = 400  # a take of everything there is has 160 characters
_FACE: Final = re.compile(r"[A23456789TJQK][SHDC]")
_TAKEN: Final = re.compile(r"b([1-9][0-9]?)(?:#([1-9][0-9]?))?")
_PUT: Final = re.compile(r"(build|raise|add):([1-9][0-9]?)(?:#([1-9][0-9]?))?(?::(.+))?")
COURT_PAIRS: Final = {"one": (1,), "all": (1, 2, 3), "one_or_three": (1, 3)}


class Use(msgspec.Struct, frozen=True, gc=False):
    """One use of the played card.

    `value` is the value captured with (0 for a court card's pair) or announced; `builds` are the places in
    `CassinoState.builds` of those taken, raised or added to; `groups` are the loose cards. In a build or add, the
    played card joins the first group if `joins`, else it is a group of its own (or is put on the build raised).
    """

    kind: Literal["take", "build", "raise", "add", "trail"]
    value: int = 0
    builds: tuple[int, ...] = ()
    groups: tuple[tuple[Card, ...], ...] = ()
    joins: bool = False


def read(state: CassinoState, text: str, *, trusted: bool = False) -> Use:
    """The legal use that an option id names; raises `IllegalAction` for any other text or an illegal use.

    `trusted` leaves out what is known to have been judged before: trailing and promises.

    Codes: `bad-use`, `not-on-table`, `no-such-build`, `wrong-sum`, `no-value`, `court-pair`, `lone-build`,
    `build-multiple`, `build-own`, `must-hold`, `promise-forbids`, `controller-may-not-trail`, `must-capture`.
    """
    if state.played is None or len(text) > LONGEST:
        raise IllegalAction("bad-use", option=text[:60])
    if text == TRAIL:
        refusal = None if trusted else trail_refusal(state)
        if refusal is not None:
            raise refusal
        return Use("trail")
    if text.startswith("take:"):
        use = _take(state, state.played, text)
        if not trusted and any(build.controller == state.turn for build in state.builds):
            broken = own_kept(state, after(state, use), unseen(state))
            if broken is not None:
                name = state.players[broken.seat]
                raise IllegalAction("promise-forbids", seat=name, value=broken.value, entry=broken.play)
        return use
    match = _PUT.fullmatch(text)
    if match is None or (match[1] == "build" and match[3]):
        raise IllegalAction("bad-use", option=text[:60])
    groups = _groups(state, match[4].split(",") if match[4] else [], text)
    use = _put(state, state.played, match[1], int(match[2]), int(match[3] or 1), groups)
    if not trusted and not announceable(state, after(state, use), unseen(state)):
        raise IllegalAction("must-hold", value=use.value)
    return use


def _groups(state: CassinoState, words: Sequence[str], text: str) -> list[tuple[Card, ...]]:
    lying = {card.face: card for card in state.table}
    used: set[str] = set()
    groups = []
    for word in words:
        faces = word.split("+")
        for face in faces:
            if not _FACE.fullmatch(face) or face in used:
                raise IllegalAction("bad-use", option=text[:60])
            if face not in lying:
                raise IllegalAction("not-on-table", card=face)
            used.add(face)
        groups.append(tuple(lying[face] for face in faces))
    return groups


def nth_build(state: CassinoState, value: int, number: int) -> int:
    """The place of the `number`th build (from 1) of this value."""
    places = [place for place, build in enumerate(state.builds) if build.value == value]
    if number > len(places):
        raise IllegalAction("no-such-build", value=value, number=number)
    return places[number - 1]


def _take(state: CassinoState, card: Card, text: str) -> Use:
    places: list[int] = []
    words = text.removeprefix("take:").split(",")
    loose = []
    for word in words:
        match = _TAKEN.fullmatch(word)
        if match is None:
            loose.append(word)
            continue
        place = nth_build(state, int(match[1]), int(match[2] or 1))
        if place in places:
            raise IllegalAction("bad-use", option=text[:60])
        places.append(place)
    groups = _groups(state, loose, text)
    value = _captures(state, card, places, groups)
    return Use("take", value, tuple(places), tuple(groups))


def _captures(state: CassinoState, card: Card, places: Sequence[int], groups: Sequence[tuple[Card, ...]]) -> int:
    """The one value with which `card` captures all this; 0 for a court card's pair."""
    worth = worths(state.options)
    values = worth.held[card.face]
    if not values:
        if places or any(len(group) > 1 or group[0].face[0] != card.face[0] for group in groups):
            raise IllegalAction("court-pair", card=card)
        if len(groups) not in COURT_PAIRS[state.court_pair]:
            raise IllegalAction("court-pair", card=card)
        return 0
    for group in groups:
        for one in group:
            if not worth.lying[one.face]:
                raise IllegalAction("no-value", card=one)
    for value in values:
        sums = [sum(worth.lying[one.face] for one in group) for group in groups]
        sums += [state.builds[place].value for place in places]
        if all(total == value for total in sums):
            return value
    raise IllegalAction("wrong-sum", card=card, value=values[-1])


def _put(state: CassinoState, card: Card, kind: str, value: int, number: int, groups: list[tuple[Card, ...]]) -> Use:
    worth = worths(state.options)
    own = worth.lying[card.face]
    for one in (card, *(one for group in groups for one in group)):
        if not worth.lying[one.face]:
            raise IllegalAction("no-value", card=one)
    if value > worth.highest:
        raise IllegalAction("must-hold", value=value)
    sums = [sum(worth.lying[one.face] for one in group) for group in groups]
    if kind == "raise":
        place = nth_build(state, value - own, number)
        build = state.builds[place]
        if build.multiple:
            raise IllegalAction("build-multiple", value=build.value)
        if build.controller == state.turn and not state.options.raise_own:
            raise IllegalAction("build-own", value=build.value)
        if any(total != value for total in sums):
            raise IllegalAction("wrong-sum", card=card, value=value)
        return Use("raise", value, (place,), tuple(groups))
    joins = own != value
    if joins:  # it joins the one group that is worth the rest
        partial = next((at for at, total in enumerate(sums) if total == value - own), None)
        if partial is None:
            raise IllegalAction("wrong-sum", card=card, value=value)
        groups.insert(0, groups.pop(partial))
        sums.pop(partial)
    elif kind == "build" and not groups:
        raise IllegalAction("lone-build", card=card)
    if any(total != value for total in sums):
        raise IllegalAction("wrong-sum", card=card, value=value)
    if kind == "build":
        return Use("build", value, (), tuple(groups), joins)
    return Use("add", value, (nth_build(state, value, number),), tuple(groups), joins)


def after(state: CassinoState, use: Use) -> tuple[Build, ...]:
    """The builds once the played card is used so; a changed build keeps its place, a new one comes last."""
    if use.kind == "trail" or state.played is None:
        return state.builds
    if use.kind == "take":
        return tuple(build for place, build in enumerate(state.builds) if place not in use.builds)
    play, card = state.actions + 1, state.played
    if use.joins:
        put: tuple[tuple[Card, ...], ...] = ((card, *use.groups[0]), *use.groups[1:])
    else:
        put = ((card,), *use.groups)
    if use.kind == "build":
        return (*state.builds, Build(use.value, put, state.turn, play))
    changed = list(state.builds)
    old = changed[use.builds[0]]
    put = ((*old.groups[0], card), *use.groups) if use.kind == "raise" else (*old.groups, *put)
    changed[use.builds[0]] = Build(use.value, put, state.turn, play)
    return tuple(changed)


def trail_refusal(state: CassinoState) -> IllegalAction | None:
    """Why the played card may not lie loose, or None (RULES.md, Cassino, Controller and Trail)."""
    made = [promise for promise in promises(state.builds) if promise.seat == state.turn]
    if made:
        first = made[0]
        seat = state.players[first.seat]
        return IllegalAction("controller-may-not-trail", seat=seat, value=first.value, entry=first.play)
    card = state.played
    if card is None or state.options.forced_capture == "off":
        return None
    equal = any(one.face[0] == card.face[0] for one in state.table)
    if equal or (state.options.forced_capture == "any" and _can_capture(state, card)):
        return IllegalAction("must-capture", card=card)
    return None


def _can_capture(state: CassinoState, card: Card) -> bool:
    """Whether a player without promises can capture anything with `card`, beside an equal card."""
    worth = worths(state.options)
    values = worth.held[card.face]
    if any(build.value in values for build in state.builds):
        return True
    sums = 1  # bit n: some loose cards add to n
    for one in state.table:
        sums |= sums << worth.lying[one.face]
    return any(sums >> value & 1 for value in values)
