"""Hand order as a person would check it: count ranks, look for straights, try every face for every joker. No tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import combinations_with_replacement

ORDER = "23456789TJQKA"
SUITS = "SHDC"
NATURALS = [rank + suit for suit in SUITS for rank in ORDER]
NAMES = ["HIGH_CARD", "PAIR", "TWO_PAIR", "THREE_OF_A_KIND", "STRAIGHT", "FLUSH", "FULL_HOUSE", "FOUR_OF_A_KIND"]
NAMES += ["STRAIGHT_FLUSH", "FIVE_OF_A_KIND"]
SHAPES = {
    (5,): "FIVE_OF_A_KIND",
    (4, 1): "FOUR_OF_A_KIND",
    (3, 2): "FULL_HOUSE",
    (3, 1, 1): "THREE_OF_A_KIND",
    (3,): "THREE_OF_A_KIND",
    (2, 2, 1): "TWO_PAIR",
    (2, 1, 1, 1): "PAIR",
    (2, 1): "PAIR",
    (1, 1, 1, 1, 1): "HIGH_CARD",
    (1, 1, 1): "HIGH_CARD",
}

Named = tuple[int, tuple[int, ...]]  # index in NAMES, the ranks (2 to 14) in the order in which they are compared


def is_joker(face: str) -> bool:
    """Whether a face is a joker."""
    return face[0] == "X"


def name(faces: Sequence[str]) -> Named:
    """Category and comparing ranks of a hand without jokers."""
    return _name(tuple(ORDER.index(face[0]) + 2 for face in faces), len({face[1] for face in faces}) == 1)


@cache
def _name(ranks: tuple[int, ...], suited: bool) -> Named:
    counted = sorted(((copies, rank) for rank, copies in Counter(ranks).items()), reverse=True)
    order = tuple(rank for _, rank in counted)
    kind = SHAPES[tuple(copies for copies, _ in counted)]
    if len(ranks) == 3:
        return NAMES.index(kind), order
    straight = order[:1] if len(order) == 5 and order[0] - order[4] == 4 else ()
    if order == (14, 5, 4, 3, 2):
        straight = (5,)
    if straight:
        return NAMES.index("STRAIGHT_FLUSH" if suited else "STRAIGHT"), straight
    if suited and NAMES.index(kind) < NAMES.index("FLUSH"):
        return NAMES.index("FLUSH"), tuple(sorted(ranks, reverse=True))
    return NAMES.index(kind), order


def choices(held: Sequence[str], five: bool, no_duplicate: bool) -> Iterator[str]:
    """What the next joker may be (RULES.md 1, joker in a poker or Chinese hand)."""
    for face in NATURALS:
        same_rank = [other for other in held if other[0] == face[0]]
        if len(same_rank) == 4:
            if five:
                yield face
        elif face not in held or not no_duplicate:
            yield face


def readings(faces: Sequence[str], five: bool = True, no_duplicate: bool = True) -> Iterator[tuple[str, ...]]:
    """Every hand that the jokers can make of `faces`, chosen one by one."""
    held = tuple(face for face in faces if not is_joker(face))
    return _choose(held, len(faces) - len(held), five, no_duplicate)


def _choose(held: tuple[str, ...], left: int, five: bool, no_duplicate: bool) -> Iterator[tuple[str, ...]]:
    if not left:
        yield held
        return
    for face in choices(held, five, no_duplicate):
        yield from _choose((*held, face), left - 1, five, no_duplicate)


def best(faces: Sequence[str], five: bool = True, no_duplicate: bool = True) -> Named:
    """The best that the jokers can make."""
    return max(map(name, readings(faces, five, no_duplicate)))


@cache
def scale(no_duplicate: bool = True) -> dict[Named, int]:
    """Every class of hands, numbered from the weakest; a front just below what it begins.

    Without `no_duplicate` also the flushes in which one or two jokers double what three naturals are.
    """
    ranks = range(2, 15)
    several = [*combinations_with_replacement(ranks, 5), *combinations_with_replacement(ranks, 3)]
    fewest = 5 if no_duplicate else 3
    suited = [hand for hand in combinations_with_replacement(ranks, 5) if len(set(hand)) >= fewest]
    classes = {_name(hand, False) for hand in several} | {_name(hand, True) for hand in suited}
    return {named: number for number, named in enumerate(sorted(classes))}
