"""What a joker in a poker or Chinese hand may be, and what is proposed (RULES.md 1, joker in a poker or Chinese hand).

Jokers are asked one by one, so a hand here is the faces it *holds* (naturals and jokers already chosen) and how many
jokers are *left* to choose, together five or three. Two options rule what a joker may be:

- With `joker_no_duplicate` no face the hand already holds, but for the fifth of a rank once all four are held. Without
  it any face, so that a double-ace flush exists.
- Without `five_of_a_kind` no joker may be the fifth of a rank, duplicates or not: that hand has no name then.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Final

from companion.rules.cards import NATURALS, RANK_OF, RANKS, SUIT_OF, SUITS
from companion.rules.strength import ACE, LOW, RANK_KEYS, HandError, strength, tables

_PREFERRED: Final = tuple(rank + suit for rank in reversed(RANKS) for suit in SUITS)


def may_be(face: str, held: Sequence[str], five_of_a_kind: bool = True, joker_no_duplicate: bool = True) -> bool:
    """Whether the next joker of a hand that holds `held` may be `face`.

    >>> may_be("KS", ["KS", "KH", "KD", "KC"]), may_be("KS", ["KS", "KH", "KD", "4C"])
    (True, False)
    """
    if face not in NATURALS:
        return False
    copies = sum([RANK_OF[other] == RANK_OF[face] for other in held])
    if copies >= 4:
        return five_of_a_kind and copies == 4
    return not joker_no_duplicate or face not in held


def reachable(
    held: Sequence[str], left: int, five_of_a_kind: bool = True, joker_no_duplicate: bool = True
) -> frozenset[int]:
    """Every strength that the hand can still come to, whatever its `left` jokers (0 to 2) are.

    Raises `HandError` if `held` and `left` make no hand.
    """
    if not left:
        return frozenset((strength(held, five_of_a_kind, joker_no_duplicate),))
    return frozenset([one for one, _ in _ways(held, left, five_of_a_kind, joker_no_duplicate)])


def _ways(
    held: Sequence[str], left: int, five_of_a_kind: bool, joker_no_duplicate: bool
) -> list[tuple[int, tuple[int, ...]]]:
    """Every strength that one or two jokers can make, with the ranks (0 to 12) that they take for it."""
    if len(held) + left not in (3, 5) or left not in (1, 2):
        raise HandError(f"{len(held)} cards and {left} jokers make no hand")
    ranks = [RANK_OF[face] - LOW for face in held]
    plain, flush, front = tables(five_of_a_kind, joker_no_duplicate)
    key = sum([RANK_KEYS[rank] for rank in ranks])
    more = [*_more(ranks, left, five_of_a_kind)]
    if len(held) + left == 3:
        return [(front[key + others], new) for new, others in more]
    ways = [(plain[key + others], new) for new, others in more]
    if len({SUIT_OF[face] for face in held}) == 1:  # a joker of another suit made each of the above
        ways += [
            (flush[key + others], new) for new, others in more if not joker_no_duplicate or len({*ranks, *new}) == 5
        ]
    return ways


def _more(ranks: Sequence[int], left: int, five_of_a_kind: bool) -> Iterator[tuple[tuple[int, ...], int]]:
    """The ranks that `left` jokers can add to `ranks`, and the sum of their keys."""
    most = 5 if five_of_a_kind else 4
    for new in combinations_with_replacement(range(ACE - LOW + 1), left):
        if all(ranks.count(rank) + new.count(rank) <= most for rank in new):
            yield new, sum([RANK_KEYS[rank] for rank in new])


def proposed(
    held: Sequence[str],
    left: int,
    five_of_a_kind: bool = True,
    joker_no_duplicate: bool = True,
    ceiling: int | None = None,
) -> str:
    """The face proposed for the next joker: it keeps the best reading still reachable that is not above `ceiling`.

    `ceiling` is the strength of the row behind in Chinese poker (one less under `strict`); where every reading is above
    it, the best one is proposed. Of several ranks the highest comes first (both jokers of a straight, say), of several
    suits that read equally the first of spades, hearts, diamonds, clubs.

    >>> proposed(["KS", "KH", "4D", "4C"], 1), proposed(["AH", "QH", "9H", "4H"], 1)
    ('KD', 'KH')
    """
    ways = _ways(held, left, five_of_a_kind, joker_no_duplicate)
    best = max(ways)[0]
    wanted = best if ceiling is None else max((one for one, _ in ways if one <= ceiling), default=best)
    ranks = {rank + LOW for one, new in ways if one == wanted for rank in new}
    return next(
        face
        for face in _PREFERRED
        if RANK_OF[face] in ranks
        and may_be(face, held, five_of_a_kind, joker_no_duplicate)
        and wanted in reachable([*held, face], left - 1, five_of_a_kind, joker_no_duplicate)
    )


def options(
    held: Sequence[str],
    left: int,
    five_of_a_kind: bool = True,
    joker_no_duplicate: bool = True,
    ceiling: int | None = None,
) -> tuple[str, ...]:
    """Every face the next joker may be: the proposed one first, then in print order (spades first, deuce to ace).

    `ceiling` touches the proposal alone; the player may always take another.
    """
    first = proposed(held, left, five_of_a_kind, joker_no_duplicate, ceiling)
    others = [face for face in NATURALS if face != first and may_be(face, held, five_of_a_kind, joker_no_duplicate)]
    return (first, *others)


def read(
    faces: Sequence[str],
    five_of_a_kind: bool = True,
    joker_no_duplicate: bool = True,
    ceiling: int | None = None,
) -> tuple[str, ...]:
    """The hand with each joker read as proposed, jokers in the order in which they lie.

    >>> read(["X1", "TS", "JS", "X2", "QS"])
    ('AS', 'TS', 'JS', 'KS', 'QS')
    """
    held = [face for face in faces if face in NATURALS]
    spelled = []
    for face in faces:
        if face in NATURALS:
            spelled.append(face)
            continue
        chosen = proposed(held, len(faces) - len(held), five_of_a_kind, joker_no_duplicate, ceiling)
        held.append(chosen)
        spelled.append(chosen)
    return tuple(spelled)
