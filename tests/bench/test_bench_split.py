"""The best Chinese split beside the peers' evaluators, memoised and pruned by the same search."""

from __future__ import annotations

from statistics import median

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from companion.lab import peers
from companion.lab.bench_split import by_peer, deals, ours, times

pytestmark = pytest.mark.bench
DEALS = 60


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
