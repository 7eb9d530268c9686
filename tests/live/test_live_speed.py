"""What the live table costs, measured against a bare SQLite commit of the same bytes (issue 9)."""

from __future__ import annotations

import random
import sqlite3
import statistics
import time
from pathlib import Path
from typing import Any

import pytest
from counting_game import GAMES as COUNTING
from playing import Dealer, answer

from companion.live.journal import Journal
from companion.live.table import Table
from companion.rules.game import Corrected, Player

pytestmark = pytest.mark.bench
TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
ACTIONS = 10_000


def begun(journal: Journal | None = None, games: Any = COUNTING, name: str = "counting") -> Table:
    table = Table(games, journal)
    words = {"rounds": "100000", "bids": "off"} if name == "counting" else {}
    assert table.new(name, TWO, words).ok
    return table


def seconds(do: Any, many: int) -> float:
    """Seconds of one call, over `many` of them."""
    began = time.perf_counter()
    for number in range(many):
        do(number)
    return (time.perf_counter() - began) / many


def test_an_action_in_memory(benchmark: Any) -> None:
    """One accepted action, checked, applied and published, of a game that costs next to nothing itself."""
    table = begun()
    numbers = iter(range(10**9))
    benchmark.pedantic(lambda: table.submit(Corrected("Ana", "points", next(numbers))), rounds=50, iterations=100)


def test_a_durable_action_costs_little_more_than_its_commit(tmp_path: Path) -> None:
    """The median of saved actions is at most 1.2 bare SQLite FULL commits of the same bytes, measured in turn."""
    with Journal.open(tmp_path / "t.journal") as journal:
        table = begun(journal)
        table.submit(Corrected("Ana", "points", 1))
        body = journal._base.execute("SELECT body FROM entry").fetchone()[0]
        bare = sqlite3.connect(tmp_path / "bare", isolation_level=None)
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            bare.execute(f"PRAGMA {pragma}")
        bare.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, body BLOB)")
        ours, theirs = [], []
        for _ in range(10):
            theirs.append(seconds(lambda _: bare.execute("INSERT INTO entry (body) VALUES (?)", (body,)), 50))
            ours.append(seconds(lambda number: table.submit(Corrected("Ana", "points", number)), 50))
        bare.close()
    ratio = statistics.median(ours) / statistics.median(theirs)
    print(
        f"\ndurable {statistics.median(ours) * 1e6:.0f} us, bare {statistics.median(theirs) * 1e6:.0f} us: {ratio:.2f}"
    )
    assert ratio <= 1.2


@pytest.mark.parametrize("name", ["counting", "casinoya-poker", "casino-war", "cassino"])
def test_a_long_game_is_resumed_quickly(tmp_path: Path, games: Any, name: str) -> None:
    """Ten thousand entries are read, verified and folded; the live table's own share stays under 100 ms."""
    path = tmp_path / "t.journal"
    with Journal.open(path) as journal:
        journal._base.execute("PRAGMA synchronous = OFF")
        table = begun(journal, games, name)
        dealer = Dealer(random.Random(1))
        while table.snapshot.entries < ACTIONS:
            action = answer(table.snapshot, dealer)
            if action is None or dealer.rng.random() < 0.02:
                for _ in range(dealer.rng.randint(1, 30)):
                    table.undo()
            else:
                table.submit(action)
    with Journal.open(path) as journal:
        began = time.process_time()
        again = Table(games, journal)
        assert again.resume().entries >= ACTIONS
        whole = time.process_time() - began
    game = again.snapshot.game
    states = [game.start(TWO, again.snapshot.options).state, *(record.state for record in again.snapshot.history)]
    acts = [
        (state, record)
        for state, record in zip(states, again.snapshot.history, strict=False)
        if record.entry.__class__.__name__ == "Act"
    ]
    began = time.process_time()
    for state, record in acts:
        game.apply(state, record.change.action)
    rules = time.process_time() - began
    print(f"\n{name}: {whole * 1e3:.0f} ms, of it {rules * 1e3:.0f} ms in the rules ({len(acts)} actions)")
    assert whole - rules < 0.1


def test_undo_costs_the_same_at_any_depth() -> None:
    """Undo and redo of ten thousand actions take less than a millisecond each."""
    table = begun()
    for number in range(ACTIONS):
        table.submit(Corrected("Ana", "points", number))
    assert seconds(lambda _: table.undo(), ACTIONS) < 0.001
    assert seconds(lambda _: table.redo(), ACTIONS) < 0.001
