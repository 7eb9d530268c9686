"""Bulk hand strength on numpy is hand strength, hand by hand."""

from __future__ import annotations

import subprocess
import sys

import pytest

from companion.rules.cards import FACES
from companion.rules.strength import CODE, evaluator

numpy = pytest.importorskip("numpy", reason="numpy (extra `lab`) is not installed")

from companion.lab.bulk import codes, deal, strengths  # noqa: E402  only where numpy is


@pytest.mark.parametrize("size", [3, 5])
@pytest.mark.parametrize("five", [True, False])
@pytest.mark.parametrize("no_duplicate", [True, False])
def test_equals_one_by_one(size: int, five: bool, no_duplicate: bool) -> None:
    """Each column's strength is that of its hand under every option, over the border of a chunk too, jokers included."""
    hands = deal(numpy.random.default_rng(size), 20_000, size)
    found = strengths(hands, five, no_duplicate)
    evaluate = evaluator(size, five, no_duplicate)
    assert found.dtype == numpy.int16
    assert found.tolist() == [evaluate(hand) for hand in hands.T.tolist()]


def test_dealt_hands() -> None:
    """A dealt hand has no card twice, every card comes as often as another, and jokers only where they are wanted."""
    hands = deal(numpy.random.default_rng(1), 54_000)
    naturals = hands[hands > 0].reshape(-1)
    assert all(len(set(hand) - {0}) + hand.count(0) == 5 for hand in hands[:, :2000].T.tolist())
    counts = numpy.unique(naturals, return_counts=True)[1]
    assert len(counts) == 52
    assert 4_600 < counts.min() <= counts.max() < 5_400
    assert 9_200 < (hands == 0).sum() < 10_800
    assert (deal(numpy.random.default_rng(1), 5_000, jokers=False) > 0).all()


def test_same_seed_same_hands() -> None:
    """The generator passed in decides the hands."""
    one, other = (deal(numpy.random.default_rng(7), 100) for _ in range(2))
    assert (one == other).all()


def test_codes() -> None:
    """The codes of the faces, in their order."""
    assert codes().tolist() == [CODE[face] for face in FACES]


@pytest.mark.parametrize("shape", [(4, 10), (5,), (2, 5, 10)])
def test_wrong_shape(shape: tuple[int, ...]) -> None:
    """Another shape than columns of five or three is refused."""
    with pytest.raises(ValueError, match="columns of 5 or 3"):
        strengths(numpy.zeros(shape, numpy.int64))


def test_numpy_is_lazy() -> None:
    """Importing the module does not load numpy."""
    program = "import sys, companion.lab.bulk; assert 'numpy' not in sys.modules"
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
