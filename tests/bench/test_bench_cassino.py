"""How long it takes to offer the uses of a card, by the size of the table, and to play a whole game."""

from __future__ import annotations

import random
import statistics
import time

import msgspec
import pytest

from companion.rules.cards import Card, pack
from companion.rules.cassino import CASSINO, ROYAL
from companion.rules.cassino.offers import offered
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.variants import ClassicOptions, RoyalOptions
from companion.rules.game import Player

pytestmark = pytest.mark.bench
PACK = pack("pack", jokers=False)
LOW = tuple(card for card in PACK if card.face[0] not in "TJQK")


def shown(game, options, played: Card, table) -> CassinoState:
    """A table on which the first of two players has just shown a card."""
    start = game.start([Player("Ana", "pack"), Player("Bruno", "pack")], options).state
    return msgspec.structs.replace(start, phase="use", played=played, table=tuple(table), hands=(3, 4), stock=0)


def tables(game, options, size: int, many: int) -> list[CassinoState]:
    """Random tables of so many loose cards."""
    rng = random.Random(size)
    picked = [rng.sample(PACK, size + 1) for _ in range(many)]
    return [shown(game, options, cards[0], cards[1:]) for cards in picked]


@pytest.mark.parametrize("size", [4, 8, 12, 16, 24, 40])
@pytest.mark.parametrize(
    ("game", "options"), [(CASSINO, ClassicOptions()), (ROYAL, RoyalOptions())], ids=["classic", "royal"]
)
def test_offers_by_table_size(benchmark, game, options, size):
    """Offering the uses of a card on random tables, a round of 40 tables."""
    states = tables(game, options, size, 40)
    benchmark.pedantic(lambda: [offered(state, 200) for state in states], rounds=5, warmup_rounds=1)


def test_twelve_loose_cards_are_quick():
    """The median of random tables of twelve loose cards stays within two milliseconds (issue 5)."""
    times = []
    for state in tables(CASSINO, ClassicOptions(), 12, 150):
        began = time.perf_counter()
        offered(state, 200)
        times.append(time.perf_counter() - began)
    assert statistics.median(times) < 0.002


@pytest.mark.parametrize("played", ["TS", "JS", "QS", "KS"])
def test_forty_low_cards_are_bounded(played):
    """Forty loose cards of low value answer within 300 ms whatever is played on them (issue 5)."""
    table = [*LOW, *(card for card in PACK if card.face[0] in "TJ" and card.face != played)][:40]
    for game, options in ((CASSINO, ClassicOptions()), (ROYAL, RoyalOptions(dual_cassinos=True))):
        began = time.perf_counter()
        offered(shown(game, options, Card(f"pack/{played}"), table), 200)
        assert time.perf_counter() - began < 0.3
