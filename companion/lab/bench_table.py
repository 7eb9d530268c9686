"""The live table: submitting in memory and durably, resuming, undoing."""

from __future__ import annotations

import random
import sqlite3
import time
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

from companion.lab.bench import Line, Run, compared
from companion.live.journal import Journal
from companion.live.snapshot import Act
from companion.live.table import Table
from companion.robots import Company
from companion.rules.casino_war.robots import Manner
from companion.rules.game import AnyAction, Corrected, Player
from companion.rules.games import GAMES

TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
POKER = "casinoya-poker"


def script(name: str, seed: int, many: int) -> Iterator[list[AnyAction]]:
    """The actions of whole games by sensible robots, game by game, at least `many` in all."""
    game = GAMES[name]
    options = game.options_type()
    while many > 0:
        rng, actions = random.Random(seed), []
        step = game.start(TWO, options)
        company = Company(game, TWO, options, rng)
        while game.outcome(step.state) is None:
            company.follow(step.state, step.events)
            action = company.act(game.prompts(step.state))
            assert action is not None
            step = game.apply(step.state, action)
            actions.append(action)
        yield actions
        many -= len(actions)
        seed += 1


def begun(journal: Journal | None = None, name: str = POKER, words: Mapping[str, str] | None = None) -> Table:
    """A table with two players."""
    table = Table(GAMES, journal)
    reply = table.new(name, TWO, words)
    assert reply.ok
    return table


def submit(run: Run) -> Iterable[Line]:
    """Whole games of poker, submitted action by action: check, apply, prompts, publish."""
    games = list(script(POKER, 1, run.times(3000, 100)))
    count = sum(map(len, games))
    best = [float("inf")] * len(games)  # by game: a millisecond, short enough to be left alone in one of the rounds
    for _ in range(run.times(9)):
        for at, actions in enumerate(games):
            table = begun()
            began = time.process_time()
            for action in actions:
                table.submit(action)
            best[at] = min(best[at], time.process_time() - began)
    (first,) = script(POKER, 1, 1)
    table = begun()
    for action in first[:3]:
        table.submit(action)
    touch = min(_touch(table, first[3]) for _ in range(run.times(2000, 50)))
    yield compared("submit", "a card laid in the reveal, submitted in memory", 1e6 * touch, "µs", most=10)
    yield compared("submit", "any action of poker, submitted in memory (mean)", 1e6 * sum(best) / count, "µs", most=10)


def _touch(table: Table, action: AnyAction) -> float:
    """Seconds of one submitted touch that only lays a card; it is taken back."""
    began = time.perf_counter()
    reply = table.submit(action)
    spent = time.perf_counter() - began
    assert reply.ok
    table.undo()
    return spent


def durable(run: Run) -> Iterable[Line]:
    """Saved actions beside bare commits of the same bytes, in turn, on the same disk."""
    with TemporaryDirectory() as folder, Journal.open(Path(folder) / "journal") as journal:
        table = begun(journal)
        table.submit(Corrected("Ana", "hp", 1))
        body = journal._base.execute("SELECT body FROM entry").fetchone()[0]
        bare = sqlite3.connect(Path(folder) / "bare", isolation_level=None)
        for pragma in ("locking_mode = EXCLUSIVE", "journal_mode = WAL", "synchronous = FULL"):
            bare.execute(f"PRAGMA {pragma}")
        bare.execute("CREATE TABLE entry (n INTEGER PRIMARY KEY, body BLOB)")
        ours, theirs = [], []
        for number in range(run.times(400, 20)):
            began = time.perf_counter()
            bare.execute("INSERT INTO entry (body) VALUES (?)", (body,))
            theirs.append(time.perf_counter() - began)
            began = time.perf_counter()
            table.submit(Corrected("Ana", "hp", number % 90 + 2))
            ours.append(time.perf_counter() - began)
        bare.close()
    yield compared(
        "durable", "a submitted action, durable (median)", 1e6 * median(ours), "µs", peer="bare SQLite",
        theirs=1e6 * median(theirs), ratio=1.2,
    )  # fmt: skip


def resume(run: Run) -> Iterable[Line]:
    """A journal of 10,000 actions read back; then undo and redo at the deepest and the shallowest."""
    many = run.times(10_000, 300)
    for name, words, what in (
        (POKER, {}, "entries of poker, half of them undone"),
        ("casino-war", {"bank": "1000000"}, "actions of Casino War"),
    ):
        best, rules = _resumed(run, name, words, many)
        yield compared(
            "resume", f"resume {many:,} {what}", 1e3 * best, "ms", peer="the rules alone", theirs=1e3 * rules, most=100
        )
    deep = begun()
    for number in range(many):
        deep.submit(Corrected("Ana", "hp", number % 90 + 2))
    times = []
    for take in (deep.undo, deep.redo):
        for _ in range(many):
            began = time.perf_counter()
            take()
            times.append(time.perf_counter() - began)
    times.sort()
    yield compared("resume", f"undo or redo, {many:,} deep, median", 1e3 * median(times), "ms", most=1)
    yield compared("resume", f"undo or redo, {many:,} deep, 99 %", 1e3 * times[len(times) * 99 // 100], "ms", most=1)


def _resumed(run: Run, name: str, words: Mapping[str, str], many: int) -> tuple[float, float]:
    """CPU seconds to resume a journal of so many entries, and what the rules alone take for its actions."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "journal"
        with Journal.open(path) as journal:
            journal._base.execute("PRAGMA synchronous = OFF")
            _fill(begun(journal, name, words), many)
        best = rules = float("inf")
        for _ in range(run.times(4)):
            with Journal.open(path) as journal:
                began = time.process_time()
                reply = Table(GAMES, journal).resume()
                best = min(best, time.process_time() - began)
            assert reply.snapshot is not None
            assert reply.snapshot.entries >= many
            rules = min(rules, _rules(reply.snapshot))
    return best, rules


def _fill(table: Table, many: int) -> None:
    """Play a long game; where it has come to its end, half of it is undone and played otherwise."""
    shot, rng = table.snapshot, random.Random(7)
    assert shot is not None
    habits: dict[str, Manner] | None = {one.name: "war" for one in TWO} if shot.name == "casino-war" else None
    company = Company(shot.game, shot.players, shot.options, rng, manners=habits)
    while shot.entries < many:
        company.follow(shot.state, shot.events)
        action = company.act([one.prompt for one in shot.prompts])
        if action is not None:
            reply = table.submit(action)
            assert reply.ok, reply.refusal
        else:
            standing = len(shot.history.current())
            for _ in range(standing // 2):
                reply = table.undo()
                assert reply.ok, reply.refusal
        assert reply.snapshot is not None
        shot = reply.snapshot


def _rules(shot: Any) -> float:
    """Seconds that the rules alone take for the same actions."""
    game = shot.game
    states = [game.start(TWO, shot.options).state, *(record.state for record in shot.history)]
    acts = [
        (state, record.change.action)
        for state, record in zip(states, shot.history, strict=False)
        if isinstance(record.entry, Act)
    ]
    began = time.process_time()
    for state, action in acts:
        game.apply(state, action)
    return time.process_time() - began
