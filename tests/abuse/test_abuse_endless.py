"""A game without an end: how long it may be, and what it costs until then."""

from __future__ import annotations

import gc
import random
import tracemalloc

import pytest
from playing import Dealer, play  # of tests/live/support

from companion.live import table as table_module
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import Corrected, Leave, Player
from companion.rules.games import GAMES

TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))


def test_a_game_ends_at_its_bound_and_another_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """At the bound every change is refused by its code and nothing changes; leaving, which ends it, and a new game are possible."""
    monkeypatch.setattr(table_module, "MOST_ENTRIES", 50)
    table = Table(GAMES)
    table.new("casino-war", TWO)
    while table.snapshot is not None and table.snapshot.entries < 50:
        assert table.submit(Corrected("Ana", "bank", 100 + table.snapshot.entries)).ok
    before = table.snapshot
    for reply in (
        table.submit(Corrected("Ana", "bank", 7)),
        table.undo(),
        table.redo(),
        table.replace(3, Card("shoe/7H#1")),
    ):
        assert reply.refusal is not None
        assert reply.refusal.code == "game-too-long"
    assert table.snapshot is before
    assert table.submit(Leave("Ana")).ok
    assert table.submit(Leave("Bruno")).ok
    assert table.snapshot.outcome is not None
    assert table.new("casino-war", TWO).ok


def test_an_entry_costs_what_the_bound_is_reckoned_with() -> None:
    """An entry of an endless game of Casino War costs no more than 2 KB, and no more late than early."""
    table = Table(GAMES)
    table.new("casino-war", TWO, {"bank": "100000"})
    dealer = Dealer(random.Random(1))
    play(table, dealer, 200)
    tracemalloc.start(1)
    try:
        costs = []
        for _ in range(2):
            gc.collect()
            before, entries = tracemalloc.get_traced_memory()[0], table.snapshot.entries
            play(table, dealer, 300)
            gc.collect()
            done = table.snapshot.entries - entries
            assert done > 200
            costs.append((tracemalloc.get_traced_memory()[0] - before) / done)
        assert max(costs) < 2048
        assert costs[1] < 1.5 * costs[0]
    finally:
        tracemalloc.stop()
