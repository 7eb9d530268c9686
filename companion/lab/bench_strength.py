"""Hand strength and the Chinese split beside treys, PokerKit, phevaluator and eval7."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Sequence
from itertools import combinations
from statistics import median
from typing import Any

from companion.lab import bench_split, peers
from companion.lab.bench import Line, Run, UnmeasurableError, compared
from companion.rules.cards import FACES, NATURALS
from companion.rules.strength import CODE, evaluator

AIMS = {"eval7": 1.3, "treys": 2.0}


def hands(jokers: int = 0, count: int = 2000) -> list[tuple[str, ...]]:
    """Sampled five-card hands with so many jokers."""
    rng = random.Random(f"bench 5 {jokers}")
    return [(*rng.sample(NATURALS, 5 - jokers), *FACES[52 : 52 + jokers]) for _ in range(count)]


def _codes(jokers: int = 0) -> list[tuple[int, ...]]:
    return [tuple(map(CODE.__getitem__, hand)) for hand in hands(jokers)]


def natural(run: Run) -> Iterable[Line]:
    """One call a hand, ours and each peer's fastest public one in turn."""
    for name, reason in peers.missing().items():
        yield Line("strength", f"{name} is not here", float("nan"), "", note=reason)
    many = hands()
    ours, mine = peers.ours(), _codes()
    for name, load in peers.PEERS.items():
        if name in peers.missing():
            continue
        ways = [one for one in load() if one.public]
        prepared = {one.name: peers.prepared(one, many) for one in ways}
        here, there = 0.0, 0.0
        for _ in range(run.times(8)):
            here = max(here, peers.best_rate(ours.evaluate, mine, 5))
            there = max(there, *[peers.best_rate(one.evaluate, prepared[one.name], 3) for one in ways])
        yield compared(
            "strength", f"5-card strength beside {name}", here / 1e6, "M/s", peer=name, theirs=there / 1e6,
            better="more", ratio=AIMS.get(name),
        )  # fmt: skip


def jokers(run: Run) -> Iterable[Line]:
    """The rate with jokers beside the natural one, and beside trying every card on the fastest peer."""
    rounds = run.times(40, 2)
    rates = [0.0, 0.0, 0.0]
    for _ in range(run.times(4)):
        for count in range(3):
            rates[count] = max(rates[count], peers.best_rate(evaluator(), _codes(count), rounds))
    for count, aim in ((1, 50.0), (2, 500.0)):
        what = f"{count} joker{'s' if count > 1 else ''}"
        yield compared(
            "jokers", f"{what}, beside natural", rates[count] / 1e6, "M/s", peer="natural", theirs=rates[0] / 1e6,
            better="more", ratio=0.9, note="same speed within 10 %",
        )  # fmt: skip
        theirs = [one for one in peers.installed() if one.public]
        if not theirs:
            raise UnmeasurableError("; ".join(peers.missing().values()))
        few = hands(count, 8)
        tried = {
            one.name: peers.best_rate(
                lambda ask: ask(), [brute_force(one, hand[: 5 - count], count) for hand in few], run.times(5)
            )
            for one in theirs
        }
        best = max(tried, key=tried.__getitem__)
        yield compared(
            "jokers", f"{what}, beside brute force", rates[count], "/s", peer=best, theirs=tried[best], better="more",
            ratio=aim,
        )  # fmt: skip


def brute_force(one: peers.Evaluator, held: Sequence[str], left: int) -> Callable[[], Any]:
    """The strongest hand by a peer's evaluator, which knows no jokers: every face, or pair of faces, is tried."""
    cards = [one.card(face) for face in held]
    others = [*combinations([one.card(face) for face in NATURALS if face not in held], left)]
    best = min if one.sign < 0 else max
    evaluate = one.evaluate
    if one.name.startswith("treys"):
        return lambda: best([evaluate([*cards, *more]) for more in others])
    return lambda: best([evaluate((*cards, *more)) for more in others])


def bulk(run: Run) -> Iterable[Line]:
    """100,000 hands in one call, jokers included; dealing apart."""
    import numpy

    from companion.lab.bulk import deal, strengths

    many = deal(numpy.random.default_rng(1), 100_000)
    rate = peers.best_rate(strengths, [many], run.times(60, 3)) * 100_000
    yield compared("bulk", "strength of 100,000 hands in bulk", rate / 1e6, "M/s", better="more", most=100)


def split(run: Run) -> Iterable[Line]:
    """Median milliseconds of the best split, beside the best peer under the same search."""
    count, rounds = run.times(60, 4), run.times(5)
    medians = [
        median(bench_split.times(bench_split.ours, bench_split.deals(jokers, count), rounds)) for jokers in range(3)
    ]
    ways = {one.name: bench_split.by_peer(one) for one in peers.installed() if one.public}
    theirs = {name: median(bench_split.times(way, bench_split.deals(0, count), rounds)) for name, way in ways.items()}
    again = median(bench_split.times(bench_split.ours, bench_split.deals(0, count), rounds))
    mine = min(medians[0], again)
    best = min(theirs, key=theirs.__getitem__) if theirs else ""
    yield compared("split", "Chinese split, natural", mine, "ms", peer=best, theirs=theirs.get(best), most=1, ratio=0.6)
    for jokers in (1, 2):
        yield compared(
            "split", f"Chinese split, {jokers} joker{'s' if jokers > 1 else ''}", medians[jokers], "ms", most=1
        )
