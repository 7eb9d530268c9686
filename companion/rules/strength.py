"""Five- and three-card poker hands with up to two jokers, as one integer each: the bigger, the stronger.

Each face has a code: a rank key above bit 12, and below it four 3-bit counters, one a suit. The sum of a hand's codes
tells its ranks (no two sets of up to five ranks share a sum of keys) and whether it is suited (one counter alone is not
zero). A joker's code is 0, so a joker hand is looked up like any other and costs nothing more. The tables are built at
the first use, in some milliseconds.

The scale (RULES.md 1, hand order; 1.3) numbers every class of hands without gaps, weakest first. A three-card hand
stands just below the five-card hands with the same leading ranks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from enum import IntEnum
from functools import cache
from itertools import combinations, combinations_with_replacement
from typing import Final, NamedTuple

from companion.rules.cards import RANK_OF, RANKS, SUIT_OF, SUITS


class Category(IntEnum):
    """The kinds of poker hands, weakest first (RULES.md 1, hand order)."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    FIVE_OF_A_KIND = 9


class HandError(ValueError):
    """Cards that make no hand: not three or five faces, too many jokers, or more copies than jokers can make."""

    code = "bad-hand"


class Tables(NamedTuple):
    """Strength by sum of rank keys: of hands of several suits, of suited hands, and of three-card hands."""

    plain: dict[int, int]
    flush: dict[int, int]
    front: dict[int, int]


LOW: Final = 2  # the rank of a deuce; ranks count from 2 to 14 (ace)
ACE: Final = 14
# Deuce to ace; the smallest keys, found greedily, of which no two sets of up to five, repeats allowed, have equal sums.
RANK_KEYS: Final = (1, 6, 31, 108, 366, 926, 2286, 5733, 12905, 27316, 44676, 94545, 147031)
SUIT_BITS: Final = 12
SUIT_MASK: Final = (1 << SUIT_BITS) - 1
CODE: Final[Mapping[str, int]] = {
    face: RANK_KEYS[RANK_OF[face] - LOW] << SUIT_BITS | 8 ** SUITS.index(suit) if suit else 0
    for face, suit in SUIT_OF.items()
}

_DOWN: Final = range(len(RANKS) - 1, -1, -1)
_WHEEL: Final = (12, 3, 2, 1, 0)  # A-2-3-4-5, the only straight in which the ace is low
_STRAIGHTS: Final = (_WHEEL, *(tuple(range(top, top - 5, -1)) for top in range(4, 13)))

_Shape = tuple[tuple[int, int], ...]  # (copies of a rank, how many such ranks), most copies first
_SHAPES: Final[Mapping[Category, tuple[_Shape, ...]]] = {
    Category.HIGH_CARD: (((1, 5),), ((1, 3),)),
    Category.PAIR: (((2, 1), (1, 3)), ((2, 1), (1, 1))),
    Category.TWO_PAIR: (((2, 2), (1, 1)),),
    Category.THREE_OF_A_KIND: (((3, 1), (1, 2)), ((3, 1),)),
    Category.FULL_HOUSE: (((3, 1), (2, 1)),),
    Category.FOUR_OF_A_KIND: (((4, 1), (1, 1)),),
    Category.FIVE_OF_A_KIND: (((5, 1),),),
}


_Class = tuple[tuple[int, ...], int, int]  # ranks (0 to 12) as they are compared, sum of rank keys, number of cards


# --- the scale ---------------------------------------------------------------------------------------------------


def _key(ranks: Iterable[int]) -> int:
    return sum([RANK_KEYS[rank] for rank in ranks])


def _of_shape(shape: _Shape) -> Iterator[_Class]:
    (copies, many), *others = shape
    fewer, rest = others[0] if others else (0, 0)
    size = copies * many + fewer * rest
    for first in combinations(_DOWN, many):
        key = copies * _key(first)
        for kickers in combinations([rank for rank in _DOWN if rank not in first], rest):
            yield first + kickers, key + fewer * _key(kickers), size


def _flushes(*, duplicates: bool) -> Iterator[_Class]:
    """Suited hands, straights too; with `duplicates` also those in which jokers repeat one or two of three naturals."""
    for ranks in combinations_with_replacement(_DOWN, 5) if duplicates else combinations(_DOWN, 5):
        if not duplicates or len(set(ranks)) >= 3:
            yield ranks, _key(ranks), 5


def _classes(category: Category, *, duplicates: bool) -> list[_Class]:
    """The classes of hands of one category without jokers, weakest first."""
    if category in (Category.STRAIGHT, Category.STRAIGHT_FLUSH):
        return [((3 if ranks is _WHEEL else ranks[0],), _key(ranks), 5) for ranks in _STRAIGHTS]
    if category is Category.FLUSH:
        classes = [*_flushes(duplicates=duplicates)]
    else:
        classes = [one for shape in _SHAPES[category] for one in _of_shape(shape)]
    classes.sort()  # a three-card hand's leading ranks begin those of the five-card hands just above it
    if category in (Category.HIGH_CARD, Category.FLUSH):
        straights = {_key(ranks) for ranks in _STRAIGHTS}
        return [one for one in classes if one[1] not in straights]
    return classes


class _Scale(NamedTuple):
    """What each strength means, and the strengths of hands without jokers."""

    categories: bytes
    leading: list[tuple[int, ...]]  # ranks 0 to 12
    natural: Tables


@cache
def _scale(joker_no_duplicate: bool) -> _Scale:
    categories = bytearray()
    leading: list[tuple[int, ...]] = []
    natural = Tables({}, {}, {})
    for category in Category:
        table = natural.flush if category in (Category.FLUSH, Category.STRAIGHT_FLUSH) else natural.plain
        for ranks, key, size in _classes(category, duplicates=not joker_no_duplicate):
            (natural.front if size == 3 else table)[key] = len(leading)
            leading.append(ranks)
        categories.extend([category] * (len(leading) - len(categories)))
    return _Scale(bytes(categories), leading, natural)


# --- the tables --------------------------------------------------------------------------------------------------


def _with_joker(table: Mapping[int, int], hands: Iterable[tuple[int, ...]], *, duplicates: bool) -> dict[int, int]:
    """The best that one more rank makes of each of `hands`; without `duplicates` a rank that the hand has not."""
    get = table.get
    best = {}
    for ranks in hands:
        key = _key(ranks)
        more = RANK_KEYS if duplicates else [RANK_KEYS[rank] for rank in _DOWN if rank not in ranks]
        best[key] = max([get(key + another, -1) for another in more])
    return best


@cache
def tables(five_of_a_kind: bool = True, joker_no_duplicate: bool = True) -> Tables:
    """Strengths by sum of rank keys, of hands with no, one or two jokers; built once for each pair of options."""
    categories, _, natural = _scale(joker_no_duplicate)
    plain, flush, front = map(dict, natural)
    if not five_of_a_kind:
        plain = {key: number for key, number in plain.items() if categories[number] != Category.FIVE_OF_A_KIND}
    ranks = range(len(RANKS))
    any_of = combinations_with_replacement
    repeats = not joker_no_duplicate
    suited = [hand for hand in any_of(ranks, 4) if len(set(hand)) >= 3] if repeats else combinations(ranks, 4)

    one_plain = _with_joker(plain, any_of(ranks, 4), duplicates=True)
    one_flush = _with_joker(flush, suited, duplicates=repeats)
    one_front = _with_joker(front, any_of(ranks, 2), duplicates=True)
    two_plain = _with_joker(one_plain, any_of(ranks, 3), duplicates=True)
    two_flush = _with_joker(one_flush, combinations(ranks, 3), duplicates=repeats)
    two_front = _with_joker(one_front, any_of(ranks, 1), duplicates=True)
    return Tables(natural.plain | one_plain | two_plain, flush | one_flush | two_flush, front | one_front | two_front)


@cache
def suitedness() -> bytes:
    """For each value of the four suit counters: 1 where at most one suit is there, else 0."""
    suited = bytearray(SUIT_MASK + 1)
    for suit in range(len(SUITS)):
        for count in range(6):
            suited[count * 8**suit] = 1
    return bytes(suited)


# --- asking --------------------------------------------------------------------------------------------------------


@cache
def evaluator(
    size: int = 5, five_of_a_kind: bool = True, joker_no_duplicate: bool = True
) -> Callable[[Iterable[int]], int]:
    """The function from the codes of `size` cards (5 or 3) to their strength: the fastest way to ask often.

    It trusts its caller: exactly `size` codes, at most two of them jokers; `KeyError` for most others.

    >>> evaluator()([CODE[face] for face in ("KS", "KH", "4D", "4C", "X1")]) == strength(["KS", "KH", "KD", "4D", "4C"])
    True
    """
    plain, flush, front = tables(five_of_a_kind, joker_no_duplicate)
    if size == 3:
        return lambda codes: front[sum(codes) >> SUIT_BITS]
    suited = suitedness()

    def five(codes: Iterable[int]) -> int:
        total = sum(codes)
        return (flush if suited[total & 0xFFF] else plain)[total >> 12]

    return five


def strength(faces: Iterable[str], five_of_a_kind: bool = True, joker_no_duplicate: bool = True) -> int:
    """The strength of five or three faces, jokers read as well as they can be (RULES.md 1, joker in a poker hand).

    A joker already chosen is its face, even if the hand then holds that face twice or five of a rank. Strengths compare
    only under equal `joker_no_duplicate`. Raises `HandError` for anything that makes no hand.

    >>> strength(["AS", "KD", "2C", "2H", "9S"]) < strength(["2S", "3D", "4C", "5H", "X1"])
    True
    """
    hand = tuple(faces)
    if len(hand) not in (3, 5):
        raise HandError(f"a hand has five or three cards, not {len(hand)}")
    try:
        return evaluator(len(hand), five_of_a_kind, joker_no_duplicate)([CODE[face] for face in hand])
    except KeyError:
        raise HandError(f"no hand: {' '.join(hand)[:60]}") from None


def category(strength: int, joker_no_duplicate: bool = True) -> Category:
    """The kind of hand that `strength` is.

    >>> category(strength(["KS", "KH", "KD", "X1", "X2"])).name, category(strength(["AS", "2S", "3D"])).name
    ('FIVE_OF_A_KIND', 'HIGH_CARD')
    """
    return Category(_scale(joker_no_duplicate).categories[strength])


def leading(strength: int, joker_no_duplicate: bool = True) -> tuple[int, ...]:
    """The ranks (2 to 14) that name the hand and break ties, in the order in which they are compared.

    A full house has (three, pair), two pairs (higher, lower, kicker), a straight only its top card (5 for A-2-3-4-5).

    >>> leading(strength(["KS", "KH", "4D", "4C", "X1"]))
    (13, 4)
    """
    return tuple([rank + LOW for rank in _scale(joker_no_duplicate).leading[strength]])


def top(joker_no_duplicate: bool = True) -> int:
    """The greatest strength there is: five aces."""
    return len(_scale(joker_no_duplicate).categories) - 1
