"""Hand strength against a slow oracle without tables, and the positions of RULES.md."""

from __future__ import annotations

import doctest
import random
import subprocess
import sys
from collections.abc import Sequence
from itertools import combinations, pairwise, product
from types import ModuleType

import hand_oracle as oracle
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.rules import readings
from companion.rules import strength as strengths
from companion.rules.cards import FACES, NATURALS
from companion.rules.strength import (
    CODE,
    RANK_KEYS,
    Category,
    HandError,
    category,
    evaluator,
    leading,
    strength,
    top,
)

OPTIONS = [*product((True, False), (True, False))]


def hand(text: str) -> list[str]:
    """Faces from words."""
    return text.split()


def named(faces: Sequence[str], five: bool = True, no_duplicate: bool = True) -> oracle.Named:
    """A hand as its strength names it."""
    value = strength(faces, five, no_duplicate)
    return int(category(value, no_duplicate)), leading(value, no_duplicate)


# --- positions ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "kind", "ranks"),
    [
        ("KS KH 4S 4D X1", Category.FULL_HOUSE, (13, 4)),
        ("KS KH KD X1 X2", Category.FIVE_OF_A_KIND, (13,)),
        ("AS 2H 3D 4C X1", Category.STRAIGHT, (5,)),
        ("TS JH QD KC X1", Category.STRAIGHT, (14,)),
        ("9S JH QD KC X1", Category.STRAIGHT, (13,)),
        ("2S 3H 4D 5C X1", Category.STRAIGHT, (6,)),
        ("AH QH 9H 4H X1", Category.FLUSH, (14, 13, 12, 9, 4)),
        ("KH QH 9H 4H X1", Category.FLUSH, (14, 13, 12, 9, 4)),
        ("5D 6D 7D X1 X2", Category.STRAIGHT_FLUSH, (9,)),
        ("AC 3C 5C X1 X2", Category.STRAIGHT_FLUSH, (5,)),
        ("AS KD 2C 2H 9S", Category.PAIR, (2, 14, 13, 9)),
        ("AS AD 2C 2H 9S", Category.TWO_PAIR, (14, 2, 9)),
        ("7S 7D 7C 7H X2", Category.FIVE_OF_A_KIND, (7,)),
        ("7S 7D 7C 9H X2", Category.FOUR_OF_A_KIND, (7, 9)),
        ("AS 9D 7C 4H X2", Category.PAIR, (14, 9, 7, 4)),
        ("AS 2H 3D", Category.HIGH_CARD, (14, 3, 2)),
        ("AS KS QS", Category.HIGH_CARD, (14, 13, 12)),
        ("8S 3H X1", Category.PAIR, (8, 3)),
        ("8S X2 X1", Category.THREE_OF_A_KIND, (8,)),
    ],
)
def test_positions(text: str, kind: Category, ranks: tuple[int, ...]) -> None:
    """A hand is named by its category and by the ranks that break ties, jokers read best."""
    assert named(hand(text)) == (kind, ranks)


def test_no_five_of_a_kind() -> None:
    """Without five of a kind, three kings and two jokers are four kings and an ace; four of a rank keep a kicker."""
    assert named(hand("KS KH KD X1 X2"), five=False) == (Category.FOUR_OF_A_KIND, (13, 14))
    assert named(hand("AS AH AD AC X1"), five=False) == (Category.FOUR_OF_A_KIND, (14, 13))


def test_double_ace_flush() -> None:
    """A double-ace flush exists only where jokers may duplicate a card, and beats the ace-king flush."""
    ace_high = hand("AH QH 9H 4H X1")
    assert named(ace_high, no_duplicate=False) == (Category.FLUSH, (14, 14, 12, 9, 4))
    assert named(hand("AH QH 9H X1 X2"), no_duplicate=False) == (Category.FLUSH, (14, 14, 14, 12, 9))
    assert strength(ace_high, True, False) > strength(hand("AS KS QS JS 9S"), True, False)
    assert strength(ace_high, True, False) < strength(hand("2S 2H 2D 3S 3H"), True, False)


def test_chosen_jokers_are_faces() -> None:
    """A joker already chosen counts as its face: a fifth king, a second ace of hearts, with no other hand mistaken."""
    assert named(hand("KS KH KD KC KS")) == (Category.FIVE_OF_A_KIND, (13,))
    assert named(hand("3S 3H 3D 3C 3C")) == (Category.FIVE_OF_A_KIND, (3,))
    assert named(hand("AH AH QH 9H 4H"), no_duplicate=False) == (Category.FLUSH, (14, 14, 12, 9, 4))
    assert named(hand("AH AH QH 9H X1"), no_duplicate=False) == (Category.FLUSH, (14, 14, 14, 12, 9))
    assert strength(hand("KS KH KD KC KS")) == strength(hand("KS KH KD X1 X2"))


def test_five_of_a_kind_beats_a_straight_flush() -> None:
    """Five deuces beat a royal flush, and five aces are the strongest hand of all."""
    assert strength(hand("2S 2H 2D 2C X1")) > strength(hand("AS KS QS JS TS"))
    assert strength(hand("AS AH AD X1 X2")) == top()


def test_straights_do_not_wrap() -> None:
    """An ace is low in A-2-3-4-5 only: Q-K-A-2-3 is no straight."""
    assert named(hand("QS KH AD 2C 3S"))[0] == Category.HIGH_CARD


# --- the scale ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("no_duplicate", [True, False])
def test_scale_is_the_hand_order(no_duplicate: bool) -> None:
    """Along the scale, category and then leading ranks rise; a front stands below each hand that begins like it."""
    classes = [(category(one, no_duplicate), leading(one, no_duplicate)) for one in range(top(no_duplicate) + 1)]
    assert all(lower < higher for lower, higher in pairwise(classes))
    assert {named: number for number, named in enumerate(classes)} == oracle.scale(no_duplicate)
    assert no_duplicate == (len(classes) == 7462 + 455 + 13)


@pytest.mark.parametrize(
    ("front", "five"), [("KS KH 9D", "KD KC 9S 3H 2D"), ("AS JH 9D", "AD JC 9S 3H 2D"), ("4S 4H 4D", "4S 4H 4D 3H 2D")]
)
def test_front_ties(front: str, five: str) -> None:
    """A three-card hand that ties a five-card hand's leading ranks is lower, but above any that is lower there."""
    assert strength(hand(front)) < strength(hand(five))
    weaker = {"KS KH 9D": "KD KC 8S 7H 6D", "AS JH 9D": "AD JC 8S 7H 6D", "4S 4H 4D": "3S 3H 3D AH KD"}[front]
    assert strength(hand(front)) > strength(hand(weaker))


def test_keys_never_collide() -> None:
    """No two sets of up to five ranks, repeats allowed, have the same sum of keys: not even five of a kind."""
    sums: set[int] = {0}
    total = 1
    layer = {(0, 0)}  # (sum, highest rank used): ranks are added in rising order
    for _ in range(5):
        layer = {(key + RANK_KEYS[rank], rank) for key, last in layer for rank in range(last, 13)}
        sums |= {key for key, _ in layer}
        total += len({key for key, _ in layer})
    assert total == len(sums) == 1 + 13 + 91 + 455 + 1820 + 6188


# --- against the oracle --------------------------------------------------------------------------------------------


def sample(size: int, jokers: int, count: int) -> list[tuple[str, ...]]:
    """Sampled hands with so many jokers."""
    rng = random.Random(f"{size} {jokers}")
    return [(*rng.sample(NATURALS, size - jokers), *FACES[52 : 52 + jokers]) for _ in range(count)]


@pytest.mark.parametrize(("size", "jokers", "count"), [(5, 0, 4000), (5, 1, 150), (5, 2, 4), (3, 1, 150), (3, 2, 10)])
@pytest.mark.parametrize(("five", "no_duplicate"), OPTIONS)
def test_sampled_hands(size: int, jokers: int, count: int, five: bool, no_duplicate: bool) -> None:
    """Sampled hands are what the oracle says, which tries every face for every joker, under every option."""
    for faces in sample(size, jokers, count):
        assert named(faces, five, no_duplicate) == oracle.best(faces, five, no_duplicate), faces


def test_all_fronts() -> None:
    """All 22,100 natural three-card hands are what the oracle says."""
    for faces in combinations(NATURALS, 3):
        assert named(faces) == oracle.name(faces), faces


@given(st.lists(st.sampled_from(FACES), min_size=5, max_size=5, unique=True), st.randoms(use_true_random=False))
def test_order_of_cards_is_nothing(faces: list[str], rng: random.Random) -> None:
    """A hand is as strong in any order of its cards."""
    shuffled = rng.sample(faces, 5)
    assert strength(faces) == strength(shuffled)


@given(st.lists(st.sampled_from(NATURALS), min_size=5, max_size=5, unique=True), st.integers(0, 4))
def test_joker_is_never_worse(faces: list[str], place: int) -> None:
    """A joker in the place of a card never weakens the hand."""
    assert strength([*faces[:place], "X1", *faces[place + 1 :]]) >= strength(faces)


@pytest.mark.parametrize(
    "faces",
    [
        [],
        ["KS"],
        hand("KS KH KD KC"),
        hand("KS KH KD KC 2S 3S"),
        hand("KS KH KD KC 1S"),
        hand("KS KH X1 X2 X1"),
        hand("X1 X2 X1"),
        hand("KS KS KS KS 2S"),
        ["Ana/KS", "KH", "KD"],
    ],
)
def test_what_is_no_hand(faces: list[str]) -> None:
    """Anything but three or five known faces with at most two jokers is refused, as a ValueError with a stable code."""
    with pytest.raises(HandError) as refused:
        strength(faces)
    assert isinstance(refused.value, ValueError)
    assert refused.value.code == "bad-hand"


def test_tables_are_lazy() -> None:
    """Importing the module builds no table; the first question does."""
    program = (
        "from companion.rules import strength as s\n"
        "assert s.tables.cache_info().currsize == s.evaluator.cache_info().currsize == 0\n"
        "s.strength(['KS', 'KH', 'KD', 'X1', 'X2'])\n"
        "assert s.tables.cache_info().currsize == 1\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)


@pytest.mark.parametrize("module", [strengths, readings], ids=lambda module: module.__name__)
def test_examples(module: ModuleType) -> None:
    """The examples in the docstrings are true."""
    result = doctest.testmod(module)
    assert result.attempted >= 3
    assert not result.failed


# --- everything (slow) ---------------------------------------------------------------------------------------------


@pytest.mark.slow
def test_all_natural_hands() -> None:
    """All 2,598,960 natural hands are what the oracle says: 7,462 classes in the standard order."""
    evaluate, seen = evaluator(), {}
    for faces in combinations(NATURALS, 5):
        value = evaluate([CODE[face] for face in faces])
        assert seen.setdefault(value, oracle.name(faces)) == oracle.name(faces), faces
    assert len(seen) == 7462
    assert all((category(value), leading(value)) == known for value, known in seen.items())


@pytest.mark.slow
def test_all_natural_hands_beside_phevaluator() -> None:
    """All natural hands stand in the order of phevaluator, an evaluator of other people."""
    peer = pytest.importorskip("phevaluator", reason="phevaluator (extra `bench`) is not installed")
    evaluate, ranks = evaluator(), {}
    cards = [(CODE[face], peer.Card(face[0] + face[1].lower())) for face in NATURALS]
    for five in combinations(cards, 5):
        value = evaluate([code for code, _ in five])
        theirs = peer.evaluate_cards(*[card for _, card in five])
        assert ranks.setdefault(value, theirs) == theirs
    in_order = [ranks[value] for value in sorted(ranks)]
    assert in_order == [*range(7462, 0, -1)]


@pytest.mark.slow
@pytest.mark.parametrize(("five", "no_duplicate"), OPTIONS)
def test_all_joker_hands(five: bool, no_duplicate: bool) -> None:
    """All hands with one and two jokers are as strong as the best of all that the jokers can be.

    Hands without jokers are proved above, so they judge here; a joker hand is tried with every face allowed.
    """
    evaluate = evaluator(5, five, no_duplicate)
    code_of = {face: CODE[face] for face in NATURALS}

    def best(held: tuple[str, ...], codes: tuple[int, ...], left: int) -> int:
        if not left:
            return evaluate(codes)
        return max(best((*held, face), (*codes, code_of[face]), left - 1) for face in allowed(held))

    def allowed(held: tuple[str, ...]) -> list[str]:
        if len({face[0] for face in held}) > 1:  # no five of a kind can come of it
            return [face for face in NATURALS if face not in held] if no_duplicate else [*NATURALS]
        return [*oracle.choices(held, five, no_duplicate)]

    for size in (4, 3):
        for held in combinations(NATURALS, size):
            codes = tuple(code_of[face] for face in held)
            assert evaluate((*codes, *[0] * (5 - size))) == best(held, codes, 5 - size), held
