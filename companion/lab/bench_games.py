"""Whole robot games, Cassino's offers, and the balance lab itself."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable
from pathlib import Path
from statistics import median
from typing import Any

import msgspec

from companion.lab.balance import balance
from companion.lab.balance_games import Games
from companion.lab.balance_settings import settings_of
from companion.lab.balance_tally import Tally
from companion.lab.bench import Line, Run, compared
from companion.lab.dealt import Dealt
from companion.rules.cards import Card, pack
from companion.rules.game import Player
from companion.rules.games import GAMES

PACK = pack("pack", jokers=False)


def games(run: Run) -> Iterable[Line]:
    """CPU seconds of whole games by sensible robots, of which the best round counts."""
    for name in GAMES:
        (setting,) = settings_of(name, skills=("war",) if name == "casino-war" else ("sensible",), hands=60)
        played = Games(setting)
        count = run.times(120 if name.startswith("casinoya") else 6, 2)
        best, tally = _quickest(lambda played=played, count=count: played.play(0, count), run.times(4))
        rate, each = count / best, best / tally.actions.total
        most = 500.0 if name == "casinoya-poker" else None
        yield compared(
            "games", f"{name}, 2 players, trusted", rate, "games/s", better="more", most=most,
            note=f"{tally.actions.total / count:.0f} actions, {each * 1e6:.1f} µs each, robots included",
        )  # fmt: skip
    yield _checked(run)
    yield from _by_players(run)
    yield _memory(run)


def _quickest(do: Any, rounds: int) -> tuple[float, Tally]:
    best = float("inf")
    for _ in range(rounds):
        began = time.process_time()
        tally = do()
        best = min(best, time.process_time() - began)
    return best, tally


def _checked(run: Run) -> Line:
    game: Any = GAMES["casinoya-poker"]
    players, options = (Player("Ana", "Ana"), Player("Bruno", "Bruno")), game.options_type()
    count = run.times(120, 2)
    best = {False: float("inf"), True: float("inf")}
    for _ in range(run.times(4)):
        for checked in best:
            began = time.process_time()
            for number in range(count):
                rng = random.Random(number)
                Dealt(game, players, options, rng, ("sensible",) * 2, checked=checked).play(lambda events: None)
            best[checked] = min(best[checked], time.process_time() - began)
    return compared(
        "games", "casinoya-poker, 2 players, checked", count / best[True], "games/s", peer="trusted",
        theirs=count / best[False], better="more",
    )  # fmt: skip


def _by_players(run: Run) -> Iterable[Line]:
    """Linear in players: what one action costs with six is what it costs with two."""
    count = run.times(60, 2)
    each = {}
    for players in (2, 6):
        (setting,) = settings_of("casinoya-poker", players=players, skills=("sensible",))
        played = Games(setting)
        best, tally = _quickest(lambda played=played: played.play(0, count), run.times(4))
        each[players] = 1e6 * best / tally.actions.total
    yield compared(
        "games", "an action of poker with 6 players", each[6], "µs", peer="with 2", theirs=each[2], ratio=1.5,
        note="linear in players",
    )  # fmt: skip


def _memory(run: Run) -> Line:
    """How much the process grows over many games, once the first have filled what is kept."""
    (setting,) = settings_of("casinoya-poker", skills=("sensible",))
    played, tally = Games(setting), Tally()
    count = run.times(3000, 20, full=100_000)
    tally.merge(played.play(0, count // 3))
    before = resident()
    tally.merge(played.play(count // 3, count))
    return compared("games", f"memory grown over {count:,} games", max(0.0, resident() - before), "MiB", most=1)


def resident() -> float:
    """MiB of memory that this process has resident; 0 where the system does not tell."""
    status = Path("/proc/self/status")
    if not status.exists():
        return 0.0
    return next(int(line.split()[1]) / 1024 for line in status.read_text().splitlines() if line.startswith("VmRSS"))


def lab(run: Run) -> Iterable[Line]:
    """Wall time of the same games on one process and on two."""
    settings = settings_of("casinoya-poker")
    count = run.times(6000, 20)  # a process takes 0.1 s to start
    times = {}
    for jobs in (1, 2):
        began = time.perf_counter()
        balance(settings, count, jobs)
        times[jobs] = time.perf_counter() - began
    yield compared(
        "lab", f"balance, {count:,} games on 2 processes", count / times[2], "games/s", peer="1 process",
        theirs=count / times[1], better="more", ratio=1.8, note="needs two free cores",
    )  # fmt: skip


def offers(run: Run) -> Iterable[Line]:
    """The uses of a card on random tables of 12, and on the worst tables of 40 that are known."""
    from companion.rules.cassino import CASSINO, ROYAL
    from companion.rules.cassino.offers import offered
    from companion.rules.cassino.variants import ClassicOptions, RoyalOptions

    def shown(game: Any, options: Any, played: Card, table: Iterable[Card]) -> Any:
        start = game.start([Player("Ana", "pack"), Player("Bruno", "pack")], options).state
        return msgspec.structs.replace(start, phase="use", played=played, table=tuple(table), hands=(3, 4), stock=0)

    def milliseconds(state: Any) -> float:
        best = float("inf")
        for _ in range(run.times(3)):
            began = time.perf_counter()
            offered(state, 200)
            best = min(best, time.perf_counter() - began)
        return 1000 * best

    rng = random.Random(12)
    picked = [rng.sample(PACK, 13) for _ in range(run.times(150, 10))]
    found = [milliseconds(shown(CASSINO, ClassicOptions(), cards[0], cards[1:])) for cards in picked]
    yield compared("offers", "Cassino, 12 loose cards, median", median(found), "ms", most=1)
    low = [card for card in PACK if card.face[0] not in "TJQK"]
    worst = 0.0
    for played in ("TS", "JS", "QS", "KS"):
        table = [*low, *(card for card in PACK if card.face[0] in "TJ" and card.face != played)][:40]
        for game, options in ((CASSINO, ClassicOptions()), (ROYAL, RoyalOptions(dual_cassinos=True))):
            worst = max(worst, milliseconds(shown(game, options, Card(f"pack/{played}"), table)))
    yield compared("offers", "Cassino, 40 loose cards, worst", worst, "ms", most=100)
