"""What is offered equals what an independent brute force finds, each use once, bounded on any table."""

from __future__ import annotations

import random
import re
from itertools import combinations

import msgspec
import pytest
from cassino_script import cards

from companion.rules.cards import Card, pack
from companion.rules.cassino import CASSINO, ROYAL, SPADE
from companion.rules.cassino.compose import composed
from companion.rules.cassino.offers import offered
from companion.rules.cassino.state import Build, CassinoState
from companion.rules.cassino.uses import read
from companion.rules.cassino.variants import ClassicOptions, RoyalOptions, SpadeOptions
from companion.rules.game import IllegalAction, Player

PACK = pack("pack", jokers=False)
NAMES = ("Ana", "Bruno", "Carla")
PIP = {"A": 1, "T": 10, "J": 11, "Q": 12, "K": 13} | {str(n): n for n in range(2, 10)}


class Oracle:
    """The uses of a card by trying every set of cards, written from RULES.md alone and knowing no code of ours."""

    def __init__(self, state: CassinoState, royal: bool, dual: bool) -> None:
        self.state, self.royal, self.dual = state, royal, dual
        self.card = state.played
        self.me = state.turn
        self.left = state.hands[state.turn]
        seen = set(state.table) | {c for b in state.builds for c in b.cards} | {state.played}
        seen |= {c for p in state.piles for c in p} | set(state.lost)
        self.hidden = [c for c in PACK if c not in seen]

    def lying(self, card: Card) -> int:
        value = PIP[card.face[0]]
        return value if self.royal or value <= 10 else 0

    def held(self, card: Card) -> set[int]:
        values = {self.lying(card)} - {0}
        if self.royal and card.face[0] == "A":
            values.add(14)
        if self.dual and card.face == "2S":
            values.add(15)
        if self.dual and card.face == "TD":
            values.add(16)
        return values

    def parts(self, cards: tuple[Card, ...], value: int) -> bool:
        """Whether the cards split into groups of the value."""
        if not cards:
            return True
        first, rest = cards[0], cards[1:]
        for size in range(len(rest) + 1):
            for mates in combinations(rest, size):
                if self.lying(first) + sum(map(self.lying, mates)) == value:
                    left = tuple(c for c in rest if c not in mates)
                    if self.parts(left, value):
                        return True
        return False

    def can_all_hold(self, wanted: list[int]) -> bool:
        """Whether distinct hidden cards answer the values, by plain backtracking."""

        def go(at: int, used: frozenset[Card]) -> bool:
            if at == len(wanted):
                return True
            tried = set()
            for card in self.hidden:
                kind = frozenset(self.held(card))
                if card not in used and wanted[at] in kind and kind not in tried:
                    tried.add(kind)
                    if go(at + 1, used | {card}):
                        return True
            return False

        return go(0, frozenset())

    def own_ok(self, builds: list[tuple[int, int | None]]) -> bool:
        mine = sorted({value for value, owner in builds if owner == self.me})
        return len(mine) <= self.left and self.can_all_hold(mine)

    def may_announce(self, builds: list[tuple[int, int | None]]) -> bool:
        """The tables here have at most one promise of another that might be broken, so each is judged by itself."""
        others = {(value, owner) for value, owner in builds if owner is not None and owner != self.me}
        alive = [value for value, _ in others if self.can_all_hold([value])]
        mine = {value for value, owner in builds if owner == self.me}
        return self.own_ok(builds) and self.can_all_hold(sorted([*alive, *mine]))

    def uses(self) -> set[tuple]:
        """Each use as (kind, value announced, builds, loose cards)."""
        state, card, found = self.state, self.card, set()
        builds = [(b.value, b.controller) for b in state.builds]
        numerals = tuple(c for c in state.table if self.lying(c))
        subsets = [s for n in range(len(numerals) + 1) for s in combinations(numerals, n)]
        if not self.held(card) and self.own_ok(builds):
            found |= {("take", 0, (), frozenset([c])) for c in state.table if c.face[0] == card.face[0]}
        for value in self.held(card):
            same = [at for at, b in enumerate(builds) if b[0] == value]
            whole = [s for s in subsets if self.parts(s, value)]
            for n in range(len(same) + 1):
                for taken in combinations(same, n):
                    if self.own_ok([b for at, b in enumerate(builds) if at not in taken]):
                        found |= {("take", 0, taken, frozenset(s)) for s in whole if s or taken}
        own = self.lying(card)
        if own:
            top = 16 if self.dual else 14 if self.royal else 10
            for value in range(1, top + 1):
                with_card = [s for s in subsets if self.parts((card, *s), value)]
                if self.may_announce([*builds, (value, self.me)]):
                    found |= {("build", value, (), frozenset(s)) for s in with_card if s}
                for at, build in enumerate(state.builds):
                    changed = [b if n != at else (value, self.me) for n, b in enumerate(builds)]
                    if not self.may_announce(changed):
                        continue
                    if build.value == value:
                        found |= {("add", value, (at,), frozenset(s)) for s in with_card}
                    if build.value + own == value and len(build.groups) == 1:
                        found |= {("raise", value, (at,), frozenset(s)) for s in subsets if self.parts(s, value)}
        if not any(owner == self.me for _, owner in builds):
            found.add(("trail", 0, (), frozenset()))
        return found


def key(state: CassinoState, text: str) -> tuple:
    """What an option id does, whatever its grouping."""
    use = read(state, text)
    loose = frozenset(c for g in use.groups for c in g)
    return (use.kind, 0 if use.kind in ("take", "trail") else use.value, tuple(sorted(use.builds)), loose)


def position(rng: random.Random, game, options, most: int) -> CassinoState:
    """A random table of at most `most` loose cards and two builds, with controllers, piles and small hands."""
    cards = rng.sample(PACK, 52)
    royal = isinstance(options, RoyalOptions)
    builds = []
    for _ in range(rng.randrange(3)):
        value = rng.randrange(2, 14 if royal else 11)
        groups = []
        for _ in range(rng.choice((1, 1, 2))):
            for size in (2, 1, 3):
                pile = [c for c in cards[:24] if royal or PIP[c.face[0]] <= 10]
                sets = [s for s in combinations(pile, size) if sum(PIP[c.face[0]] for c in s) == value]
                if sets and (size > 1 or groups):
                    group = rng.choice(sets)
                    groups.append(tuple(group))
                    cards = [c for c in cards if c not in group]
                    break
        if groups:
            builds.append(Build(value, tuple(groups), rng.choice((0, 1, 2)), 1 + len(builds)))
    table = tuple(cards[: rng.randrange(most + 1)])
    cards = cards[len(table) :]
    played, cards = cards[0], cards[1:]
    out = tuple(cards[: rng.choice((0, 8, 20, len(cards) - 12))])
    start = game.start([Player(name, "pack") for name in NAMES], options).state
    return _replace(
        start,
        phase="use",
        table=table,
        builds=tuple(builds),
        played=played,
        piles=((), (), out),
        hands=(rng.randrange(4), 3, 3),
        turn=0,
        stock=0,
        actions=9,
    )


def _replace(state: CassinoState, **changes) -> CassinoState:
    return msgspec.structs.replace(state, **changes)


@pytest.mark.parametrize(
    ("game", "options", "most", "rounds"),
    [
        (CASSINO, ClassicOptions(), 9, 220),
        (SPADE, SpadeOptions(), 7, 60),
        (ROYAL, RoyalOptions(), 8, 160),
        (ROYAL, RoyalOptions(dual_cassinos=True), 7, 160),
    ],
    ids=["classic", "spade", "royal", "dual"],
)
def test_offers_equal_brute_force(game, options, most, rounds):
    """On random tables every legal use is offered exactly once, and nothing else."""
    rng = random.Random(f"cassino {game.name} {options}")
    kinds = set()
    for _ in range(rounds):
        state = position(rng, game, options, most)
        ids, more = offered(state, 100_000)
        expected = Oracle(state, game is ROYAL, getattr(options, "dual_cassinos", False)).uses()
        assert not more
        assert len(set(ids)) == len(ids)
        got = [key(state, text) for text in ids]
        assert len(set(got)) == len(got), state
        assert set(got) == expected, state
        kinds |= {one[0] for one in got}
    assert kinds == {"take", "build", "raise", "add", "trail"}


@pytest.mark.parametrize(
    ("game", "options"),
    [(CASSINO, ClassicOptions()), (ROYAL, RoyalOptions(dual_cassinos=True))],
    ids=["classic", "dual"],
)
def test_composing_by_tapping_equals_what_is_offered(game, options):
    """Whatever cards and builds are tapped, the uses composed of exactly these are those that are offered."""
    rng = random.Random(f"tap {game.name}")
    possible = 0
    for _ in range(60):
        state = position(rng, game, options, 7)
        by_choice: dict[tuple, set[tuple]] = {}
        for text in offered(state, 100_000)[0]:
            use = key(state, text)
            by_choice.setdefault((use[3], use[2]), set()).add(use)
        for chosen in [*by_choice, *(tapped(state, rng) for _ in range(20))]:
            made = composed(state, chosen[0], chosen[1])
            assert {key(state, text) for text in made.ids} == by_choice.get(chosen, set()), (state, chosen)
            assert bool(made.ids) != bool(made.code)
            possible += bool(made.ids)
    assert possible > 100


def tapped(state: CassinoState, rng: random.Random) -> tuple:
    """A random choice of loose cards and builds."""
    loose = frozenset(rng.sample(state.table, rng.randrange(len(state.table) + 1)))
    return loose, tuple(place for place in range(len(state.builds)) if rng.random() < 0.3)


def crowded(game, options, table, played: str) -> CassinoState:
    """A table of loose cards on which Ana has just shown a card."""
    start = game.start([Player(name, "pack") for name in NAMES[:2]], options).state
    return _replace(start, phase="use", table=tuple(table), played=Card(f"pack/{played}"), hands=(3, 3), stock=0)


LOW = tuple(card for card in PACK if PIP[card.face[0]] < 10)


def size(text: str) -> int:
    """How many loose cards an id names."""
    return len(re.findall(r"[A23456789TJQK][SHDC]", text))


@pytest.mark.parametrize("played", ["TS", "TD", "9S", "7H", "5C", "AD", "KS"])
def test_crowded_table_is_shortened(played):
    """Forty loose cards give at most 200 offers, the largest captures first, trail among them, and say so if shortened."""
    rest = [card for card in (*LOW, *cards("TS TH TD TC JS JH JD JC")) if card.face != played][:40]
    ids, more = offered(crowded(CASSINO, ClassicOptions(), rest, played), 200)
    assert len(ids) <= 200
    assert ids[-1] == "trail"
    sizes = [size(text) for text in ids if text.startswith("take")]
    assert sizes == sorted(sizes, reverse=True)
    assert more == (played not in ("AD", "KS"))


def test_a_list_of_long_ids_is_shortened():
    """Forty loose cards of which a king takes nearly all: the ids together stay short enough for a reply under 64 KB."""
    table = [*LOW, *cards("TS TH TD JS")]
    ids, more = offered(crowded(ROYAL, RoyalOptions(), table, "KS"), 200)
    assert more
    assert ids[-1] == "trail"
    assert size(ids[0]) > 36
    assert 50 < len(ids) <= 200
    assert sum(map(len, ids)) <= 14_005


def test_largest_capture_on_a_crowded_table_takes_all_that_can_be():
    """A ten takes all 36 lower cards and the three tens: nothing larger exists, and it is the first offer."""
    table = [*LOW, *cards("TH TD TC")]
    ids, more = offered(crowded(CASSINO, ClassicOptions(), table, "TS"), 200)
    assert size(ids[0]) == 39
    assert more


@pytest.mark.parametrize("seed", range(12))
def test_shortened_captures_are_the_largest(seed):
    """The captures listed on a crowded table are as large as the largest of the whole list."""
    rng = random.Random(seed)
    table = rng.sample(LOW, 15)
    state = crowded(CASSINO, ClassicOptions(), table, rng.choice(["TS", "TD"]))
    every = [size(text) for text in offered(state, 100_000)[0] if text.startswith("take")]
    short = [size(text) for text in offered(state, 200)[0] if text.startswith("take")]
    assert short == sorted(every, reverse=True)[: len(short)]


def test_every_offer_is_legal_and_any_legal_use_is_accepted():
    """What is listed passes `read`; so does a legal use that the shortened list leaves out; an illegal one does not."""
    state = crowded(CASSINO, ClassicOptions(), LOW, "TS")
    ids, more = offered(state, 200)
    assert more
    for text in ids:
        read(state, text)
    assert "take:4S+6C" not in ids
    read(state, "take:4S+6C")
    with pytest.raises(IllegalAction):
        read(state, "take:4S+5C")
