"""Hand strength of very many hands at once, on numpy (extra `lab`), for simulations.

Hands are columns: an int64 array of card codes of shape (5, N) or (3, N), one row a card. The strengths are those of
`companion.rules.strength`, jokers and options included.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import TYPE_CHECKING, Final, TypeAlias

from companion.rules.cards import FACES
from companion.rules.strength import CODE, RANK_KEYS, SUIT_BITS, SUIT_MASK, suitedness, tables

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Codes: TypeAlias = NDArray[np.int64]
    Strengths: TypeAlias = NDArray[np.int16]

_CHUNK: Final = 16_384  # hands at a time: what is in between stays in the processor's cache
_KEYS: Final = 5 * RANK_KEYS[-1] + 1  # more than any sum of rank keys


def codes(faces: Iterable[str] = FACES) -> Codes:
    """The codes of `faces` as an array; by default all 54, in the order of `FACES`."""
    import numpy as np

    return np.array([CODE[face] for face in faces], np.int64)


def deal(generator: np.random.Generator, count: int, size: int = 5, *, jokers: bool = True) -> Codes:
    """`count` hands of `size` different cards, each from a whole deck: codes of shape (size, count)."""
    import numpy as np

    deck = codes()[: 54 if jokers else 52]
    picked = np.empty((size, count), np.int64)
    for row in range(size):  # the n-th of the cards not yet taken: step over the taken ones, lowest first
        card = generator.integers(0, len(deck) - row, count)
        taken = np.sort(picked[:row], axis=0)
        for earlier in taken:
            card += card >= earlier
        picked[row] = card
    return deck[picked]


def strengths(hands: Codes, five_of_a_kind: bool = True, joker_no_duplicate: bool = True) -> Strengths:
    """The strength of each column of `hands`, shape (5, N) or (3, N), as int16 of shape (N,).

    Like `strength.evaluator` it trusts its caller: what is no hand is -1 or nonsense. Raises `ValueError` for another
    number of rows.
    """
    import numpy as np

    if hands.ndim != 2 or len(hands) not in (3, 5):
        raise ValueError(f"hands are columns of 5 or 3 codes, not an array of shape {hands.shape}")
    table, offsets = _lookup(len(hands), five_of_a_kind, joker_no_duplicate)
    count = hands.shape[1]
    found = np.empty(count, np.int16)
    for start in range(0, count, _CHUNK):
        chunk = hands[:, start : start + _CHUNK]
        total = chunk[0] + chunk[1]
        for row in chunk[2:]:
            total += row
        which = offsets.take(total & SUIT_MASK)
        total >>= SUIT_BITS
        total += which
        table.take(total, out=found[start : start + _CHUNK], mode="clip")
    return found


@cache
def _lookup(size: int, five_of_a_kind: bool, joker_no_duplicate: bool) -> tuple[Strengths, NDArray[np.int32]]:
    """Strength by sum of rank keys, suited hands behind the others; and by suit counters where to look."""
    import numpy as np

    plain, flush, front = tables(five_of_a_kind, joker_no_duplicate)
    halves = (plain, flush) if size == 5 else (front, front)
    table = np.full((2, _KEYS), -1, np.int16)
    for half, known in zip(table, halves, strict=True):
        half[np.fromiter(known, np.int64)] = np.fromiter(known.values(), np.int16)
    offsets = np.frombuffer(suitedness(), np.uint8).astype(np.int32) * _KEYS
    return table.reshape(-1), offsets
