"""What a build promises: a card of its value in its controller's hand, judged by what can still be true.

Hands are hidden. So a promise holds as long as some unseen card can keep it, each card keeping one promise only
(RULES.md, Cassino, "Held cards are hidden").
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.rules.cards import Card
from companion.rules.cassino.state import Build, CassinoState, unseen
from companion.rules.cassino.variants import Worths, worths


class Promise(msgspec.Struct, frozen=True, gc=False):
    """`seat` holds a card of this `value`, as the action `play` said last."""

    seat: int
    value: int
    play: int


def promises(builds: Iterable[Build]) -> list[Promise]:
    """The standing promises, oldest first; one for all builds of one value that a seat controls."""
    latest: dict[tuple[int, int], int] = {}
    for build in builds:
        if build.controller is not None:
            key = (build.controller, build.value)
            latest[key] = max(build.play, latest.get(key, 0))
    return sorted((Promise(seat, value, play) for (seat, value), play in latest.items()), key=lambda one: one.play)


def keepable(
    worth: Worths, made: Sequence[Promise], cards: Iterable[Card], own: tuple[int, Card] | None = None
) -> bool:
    """Whether distinct `cards` can keep all promises; `own` is a seat's card just shown, which only that seat held."""
    if not made:
        return True
    wanted = {promise.value for promise in made}
    answers: dict[int, list[Card]] = {value: [] for value in wanted}
    for card in cards:
        for value in worth.held[card.face]:
            if value in wanted:
                answers[value].append(card)
    keeper: dict[Card, Promise] = {}

    def place(promise: Promise, tried: set[Card]) -> bool:
        options = answers[promise.value]
        if own is not None and own[0] == promise.seat and promise.value in worth.held[own[1].face]:
            options = [own[1], *options]
        for card in options:
            if card not in tried:
                tried.add(card)
                if card not in keeper or place(keeper[card], tried):
                    keeper[card] = promise
                    return True
        return False

    return all(place(promise, set()) for promise in made)


def split(state: CassinoState) -> tuple[list[Promise], list[Promise]]:
    """Standing promises that can still be true together, and the broken ones.

    Of two that cannot both be true the older one is believed: the later one was made knowing it.
    """
    made = promises(state.builds)
    if not made:
        return [], []
    worth, hidden = worths(state.options), unseen(state)
    own = None if state.played is None else (state.turn, state.played)
    kept: list[Promise] = []
    broken: list[Promise] = []
    for promise in made:
        (kept if keepable(worth, [*kept, promise], hidden, own) else broken).append(promise)
    return kept, broken


def own_kept(state: CassinoState, after: Sequence[Build], hidden: Iterable[Card]) -> Promise | None:
    """The promise of the player to move that could not be kept with `after` on the table, or None.

    It needs as many cards left in the hand as own values promised, and a distinct unseen card for each.
    """
    made = [promise for promise in promises(after) if promise.seat == state.turn]
    if len(made) > state.hands[state.turn] or not keepable(worths(state.options), made, hidden):
        return made[0]
    return None


def announceable(state: CassinoState, after: Sequence[Build], hidden: Iterable[Card]) -> bool:
    """Whether the player to move may announce what leaves the builds `after` on the table.

    Beside the own promises every other that stands, and is not known to be broken, needs its own unseen card.
    """
    if own_kept(state, after, hidden) is not None:
        return False
    broken = {(promise.seat, promise.value) for promise in split(state)[1] if promise.seat != state.turn}
    made = [promise for promise in promises(after) if (promise.seat, promise.value) not in broken]
    return keepable(worths(state.options), made, hidden)
