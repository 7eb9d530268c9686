"""The best Chinese split beside the peers' evaluators, memoised and pruned by the same search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import Any, Final

from companion.lab import peers
from companion.rules.cards import Card, pack
from companion.rules.casinoya import split as splitting
from companion.rules.casinoya.split import best_split
from companion.rules.strength import Category, strength

FRONT: Final = {Category.HIGH_CARD: 1, Category.PAIR: 2, Category.THREE_OF_A_KIND: 5}
ROW: Final = dict(zip(Category, (2, 3, 4, 5, 6, 7, 8, 10, 12, 15), strict=True))
DECK: Final = pack("Ana", jokers=True)


def deals(jokers: int, count: int = 60) -> list[list[Card]]:
    """Sampled deals of thirteen cards with so many jokers."""
    rng = random.Random(f"bench split {jokers}")
    return [[*rng.sample(DECK[:52], 13 - jokers), *DECK[52 : 52 + jokers]] for _ in range(count)]


def ours(cards: Sequence[Card]) -> Any:
    """This project's split."""
    return best_split(cards, FRONT, ROW)


def by_peer(one: peers.Evaluator) -> Callable[[Sequence[Card]], splitting._Found]:
    """The same search on a peer's evaluator: each of the 1,287 fives evaluated once by it, fronts by ours.

    (No peer evaluates three cards.) What a five is worth is looked up by what the peer says of it.
    """
    rules = splitting._Rules(True, True, False)
    worths = splitting._worths(splitting._front_damage(FRONT), tuple(ROW.values()), rules)
    classes = peers.representatives()
    worth = {
        one.evaluate(cards): worths.row[strength(hand)]
        for hand, cards in zip(classes, peers.prepared(one, classes), strict=True)
    }
    shape = list if one.name.startswith("treys") else tuple
    evaluate = one.evaluate

    def split(cards: Sequence[Card]) -> splitting._Found:
        faces = [card.face for card in cards]
        theirs = [one.card(face) for face in faces]
        rows = [worth[evaluate(shape(five))] for five in combinations(theirs, 5)]
        _, fronts = splitting._evaluated(faces, worths)
        return splitting._Deal(faces, worths, rules, rows, fronts).search()

    return split


def times(split: Callable[[Sequence[Card]], Any], many: Sequence[Sequence[Card]], rounds: int = 3) -> list[float]:
    """Milliseconds for each deal, the best of some rounds."""
    found = []
    for cards in many:
        best = float("inf")
        for _ in range(rounds):
            start = time.perf_counter()
            split(cards)
            best = min(best, (time.perf_counter() - start) * 1000)
        found.append(best)
    return found
