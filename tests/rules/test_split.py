"""The best Chinese split against an exhaustive search that knows nothing of tables or bounds."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from itertools import combinations, product

import hand_oracle as oracle
import pytest

from companion.rules.cards import Card, pack
from companion.rules.casinoya import split as splitting
from companion.rules.casinoya.split import Split, best_split
from companion.rules.strength import Category, HandError, category

FRONT = {Category.HIGH_CARD: 1, Category.PAIR: 2, Category.THREE_OF_A_KIND: 5}  # RULES.md 1.3
ROW = dict(zip(Category, (2, 3, 4, 5, 6, 7, 8, 10, 12, 15), strict=True))  # RULES.md 1.1
DECK = pack("Ana", jokers=True)
Damage = Mapping[Category, int]


def deals(jokers: int, count: int, seed: str = "") -> list[list[Card]]:
    """Sampled deals of thirteen cards with so many jokers, shuffled."""
    rng = random.Random(f"split {jokers} {seed}")
    return [rng.sample([*rng.sample(DECK[:52], 13 - jokers), *DECK[52 : 52 + jokers]], 13) for _ in range(count)]


def deal(text: str) -> list[Card]:
    """A deal from faces."""
    return [Card(f"Ana/{face}") for face in text.split()]


def worth(split: Split) -> tuple[int, int]:
    """What a split is judged by."""
    return sum(split.damage), sum(split.strengths)


def check(cards: Sequence[Card], split: Split, front: Damage, row: Damage, strict: bool = False) -> None:
    """Assert that a split is made of the cards, legal, and worth what it says."""
    assert sorted(split.front + split.middle + split.back) == sorted(cards)
    assert (len(split.front), len(split.middle), len(split.back)) == (3, 5, 5)
    assert set(split.readings) == {card for card in cards if card.is_joker}
    rows = [[split.readings.get(card, card.face) for card in one] for one in (split.front, split.middle, split.back)]
    assert split.strengths == tuple(oracle.scale()[oracle.name(one)] for one in rows)
    kinds = [category(one) for one in split.strengths]
    assert split.damage == (front[kinds[0]], row[kinds[1]], row[kinds[2]])
    low, middle, high = split.strengths
    assert low < middle < high if strict else low <= middle <= high


def exhaustive(
    cards: Sequence[Card],
    front: Damage,
    row: Damage,
    five: bool = True,
    no_duplicate: bool = True,
    strict: bool = False,
) -> tuple[int, int]:
    """The best sum of damage, then of strengths, of all 72,072 arrangements and all readings of their jokers."""
    scale, places = oracle.scale(no_duplicate), range(13)

    def rows(size: int, damage: Damage) -> dict[frozenset[int], list[tuple[int, int]]]:
        known = {}
        for subset in combinations(places, size):
            named = {oracle.name(one) for one in oracle.readings([cards[at].face for at in subset], five, no_duplicate)}
            known[frozenset(subset)] = [(damage[Category(kind)], scale[kind, ranks]) for kind, ranks in named]
        return known

    fives, threes, best = rows(5, row), rows(3, front), (-(10**9), 0)
    most = {subset: max(one)[0] for known in (fives, threes) for subset, one in known.items()}
    for back in fives:
        for middle in map(frozenset, combinations(set(places) - back, 5)):
            rest = frozenset(places) - back - middle
            if most[back] + most[middle] + most[rest] < best[0]:
                continue
            for one in product(threes[rest], fives[middle], fives[back]):
                (_, low), (_, mid), (_, high) = one
                if low < mid < high if strict else low <= mid <= high:
                    best = max(best, (sum(damage for damage, _ in one), low + mid + high))
    return best


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("strict", [False, True])
def test_exhaustive(jokers: int, strict: bool) -> None:
    """The split is the best of all arrangements and readings, legal, and worth what it says."""
    for cards in deals(jokers, 1, f"exhaustive {strict}"):
        split = best_split(cards, FRONT, ROW, strict=strict)
        check(cards, split, FRONT, ROW, strict)
        assert worth(split) == exhaustive(cards, FRONT, ROW, strict=strict)


@pytest.mark.parametrize("jokers", [1, 2])
@pytest.mark.parametrize(("five", "no_duplicate"), [(False, True), (True, False), (False, False)])
def test_exhaustive_under_the_options(jokers: int, five: bool, no_duplicate: bool) -> None:
    """The split is the best under each option of the jokers."""
    cards = deals(jokers, 1, f"options {five} {no_duplicate}")[0]
    split = best_split(cards, FRONT, ROW, five_of_a_kind=five, joker_no_duplicate=no_duplicate)
    assert worth(split) == exhaustive(cards, FRONT, ROW, five, no_duplicate)


def designers_tables(rng: random.Random, rising: bool) -> tuple[Damage, Damage]:
    """Random damage tables, with ties; `rising` ones never do less for a better category."""
    numbers = [rng.randint(-1, 6) for _ in range(13)]
    front, row = numbers[:3], numbers[3:]
    if rising:
        front.sort()
        row.sort()
    return dict(zip(FRONT, front, strict=True)), dict(zip(Category, row, strict=True))


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_exhaustive_under_designers_tables(jokers: int) -> None:
    """Any damage tables, even those where a flush does less than a straight, have their best split found."""
    rng = random.Random(jokers)
    for rising in (False, True):
        front, row = designers_tables(rng, rising)
        cards = deals(jokers, 1, f"tables {rising}")[0]
        split = best_split(cards, front, row)
        check(cards, split, front, row)
        assert worth(split) == exhaustive(cards, front, row)


def both_searches(cards: list[Card], front: Damage, row: Damage, strict: bool) -> tuple[int, int]:
    """What the bounded and the plain search of the product find, as one number each."""
    rules = splitting._Rules(True, True, strict)
    faces = [card.face for card in cards]
    worths = splitting._worths(splitting._front_damage(front), tuple(row.values()), rules)
    rows, fronts = splitting._evaluated(faces, worths)
    bounded = splitting._Deal(faces, worths, rules, rows, fronts).search()
    plain = splitting._Deal(faces, worths, rules, rows, fronts).search_any()
    return sum(bounded.worths), sum(plain.worths)


@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("strict", [False, True])
def test_bounds_lose_nothing(jokers: int, strict: bool) -> None:
    """The bounded search finds what trying everything finds, also where equal damages make jokers read lower."""
    rng = random.Random(f"{jokers} {strict}")
    for cards in deals(jokers, 8, f"bounds {strict}"):
        for front, row in ((FRONT, ROW), designers_tables(rng, rising=True)):
            bounded, plain = both_searches(cards, front, row, strict)
            assert bounded == plain, cards


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [0, 1, 2])
@pytest.mark.parametrize("strict", [False, True])
def test_bounds_lose_nothing_in_many_deals(jokers: int, strict: bool) -> None:
    """The bounded search finds what trying everything finds, in many deals and tables."""
    rng = random.Random(f"many {jokers} {strict}")
    for cards in deals(jokers, 250, f"many {strict}"):
        for front, row in ((FRONT, ROW), designers_tables(rng, rising=True)):
            bounded, plain = both_searches(cards, front, row, strict)
            assert bounded == plain, cards


@pytest.mark.slow
@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_exhaustive_in_many_deals(jokers: int) -> None:
    """The split is the best of all arrangements and readings in more deals."""
    for cards in deals(jokers, 10, "more"):
        split = best_split(cards, FRONT, ROW)
        check(cards, split, FRONT, ROW)
        assert worth(split) == exhaustive(cards, FRONT, ROW)


def test_damage_before_strength() -> None:
    """The sum of damage decides before the sum of strengths, which alone would choose otherwise."""
    nothing = dict.fromkeys(Category, 0)
    gave_up = 0
    for cards in deals(0, 30, "before"):
        split, strongest = best_split(cards, FRONT, ROW), best_split(cards, nothing, nothing)
        kinds = [category(one) for one in strongest.strengths]
        assert sum(split.damage) >= FRONT[kinds[0]] + ROW[kinds[1]] + ROW[kinds[2]]
        assert sum(split.strengths) <= sum(strongest.strengths)
        gave_up += sum(split.strengths) < sum(strongest.strengths)
    assert gave_up


def test_rows_are_named_in_order() -> None:
    """Each row lies as its hand is named: the three before the pair, then higher ranks first, jokers by their reading."""
    split = best_split(deal("2S 2H 2D 9C 9S AS KS QS JS X1 5D 4C 7H"), FRONT, ROW)
    assert [card.face for card in split.back] == ["AS", "KS", "QS", "JS", "X1"]
    assert split.readings == {Card("Ana/X1"): "TS"}
    assert [card.face[0] for card in split.middle] == ["2", "2", "2", "9", "9"]
    assert [card.face for card in split.front] == ["7H", "5D", "4C"]


def test_strict_needs_stronger_rows() -> None:
    """Where the best rows are equal, `strict` finds another arrangement, and equality is legal without it."""
    cards = deal("TS JS QS KS AS TH JH QH KH AH 2D 3C 5D")
    assert best_split(cards, FRONT, ROW).damage == (1, 12, 12)
    split = best_split(cards, FRONT, ROW, strict=True)
    check(cards, split, FRONT, ROW, strict=True)
    assert sum(split.damage) < 25


def test_joker_read_lower() -> None:
    """A joker is read below its best where only that is legal, and the split says so."""
    cards = deal("8S 4S JD 4D 8D 5C 3H 3S 5S 2C 6S 2D X1")
    front = {Category.HIGH_CARD: 0, Category.PAIR: 3, Category.THREE_OF_A_KIND: 9}
    nothing = dict.fromkeys(Category, 0)
    split = best_split(cards, front, nothing, strict=True)
    check(cards, split, front, nothing, strict=True)
    assert [card.face for card in split.middle] == ["X1", "5S", "4D", "3S", "2D"]
    assert split.readings == {Card("Ana/X1"): "AS"}  # the six would make it equal to the back, 6-5-4-3-2
    assert [card.face for card in split.back] == ["6S", "5C", "4S", "3H", "2C"]


def test_same_deal_same_split() -> None:
    """The same cards in the same order always give the same split."""
    cards = deals(2, 1)[0]
    assert best_split(cards, FRONT, ROW) == best_split(list(cards), FRONT, ROW)


@pytest.mark.parametrize("faces", ["", "AS KS QS", " ".join(["AS"] * 13), "AS KS QS JS TS 9S 8S 7S 6S 5S 4S 3S 2S AH"])
def test_what_cannot_be_split(faces: str) -> None:
    """Anything but thirteen different cards is refused."""
    with pytest.raises(HandError):
        best_split(deal(faces), FRONT, ROW)
