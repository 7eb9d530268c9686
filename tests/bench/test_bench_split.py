"""The best Chinese split beside the peers' evaluators, memoised and pruned by the same search."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Sequence
from itertools import combinations
from statistics import median
from typing import Any

import peers
import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.rules.cards import Card, pack
from companion.rules.casinoya import split as splitting
from companion.rules.casinoya.split import best_split
from companion.rules.strength import Category, strength

pytestmark = pytest.mark.bench
FRONT = {Category.HIGH_CARD: 1, Category.PAIR: 2, Category.THREE_OF_A_KIND: 5}
ROW = dict(zip(Category, (2, 3, 4, 5, 6, 7, 8, 10, 12, 15), strict=True))
DECK = pack("Ana", jokers=True)
DEALS = 60


def deals(jokers: int) -> list[list[Card]]:
    """Sampled deals of thirteen cards with so many jokers."""
    rng = random.Random(f"bench split {jokers}")
    return [[*rng.sample(DECK[:52], 13 - jokers), *DECK[52 : 52 + jokers]] for _ in range(DEALS)]


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


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_split(benchmark: BenchmarkFixture, jokers: int) -> None:
    """This project's split, without and with jokers."""
    benchmark.group = f"{DEALS} splits, {jokers} jokers"
    many = deals(jokers)
    benchmark.pedantic(lambda: [ours(cards) for cards in many], rounds=5, warmup_rounds=1)
    each = times(ours, many)
    benchmark.extra_info |= {"median_ms": median(each), "worst_ms": max(each)}
    assert median(each) < 10


@pytest.mark.parametrize("name", peers.PEERS)
def test_peer_split(benchmark: BenchmarkFixture, name: str) -> None:
    """The same search on each way to ask a peer finds splits of the same worth; on a public one it takes longer."""
    if reason := peers.missing().get(name):
        pytest.skip(reason)
    benchmark.group = f"{DEALS} splits, 0 jokers"
    many, mine = deals(0), times(ours, deals(0))
    splits = {one.name: by_peer(one) for one in peers.PEERS[name]()}
    medians = {}
    for way, split in splits.items():
        for cards in many[:20]:
            found = ours(cards)
            assert sum(split(cards).worths) == (sum(found.damage) << 16) + sum(found.strengths)
        medians[way] = median(times(split, many))
    benchmark.extra_info |= {way: {"median_ms": one, "ours": median(mine) / one} for way, one in medians.items()}
    assert median(mine) < min(medians[one.name] for one in peers.PEERS[name]() if one.public)
    fastest = splits[min(medians, key=medians.__getitem__)]
    benchmark.pedantic(lambda: [fastest(cards) for cards in many], rounds=3, warmup_rounds=1)
