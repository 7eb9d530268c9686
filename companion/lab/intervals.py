"""Confidence intervals from counts and sums, by the standard library alone: Wilson for shares, Student's t for means."""

from __future__ import annotations

from math import atan, cos, pi, sin, sqrt
from statistics import NormalDist

import msgspec

LEVEL = 0.95


class Interval(msgspec.Struct, frozen=True):
    """An estimate with the bounds of its interval, of confidence `LEVEL` unless another was asked for."""

    value: float
    low: float
    high: float

    @property
    def half(self) -> float:
        """Half of its width: the number behind ±."""
        return (self.high - self.low) / 2


class Sums(msgspec.Struct):
    """Count, sum and sum of squares of whole numbers: exact, so that parts add up to the same in any order."""

    count: int = 0
    total: int = 0
    squares: int = 0

    def add(self, value: int) -> None:
        """One more value."""
        self.count += 1
        self.total += value
        self.squares += value * value

    def merge(self, other: Sums) -> None:
        """The values of another part."""
        self.count += other.count
        self.total += other.total
        self.squares += other.squares

    def mean(self, level: float = LEVEL) -> Interval:
        """The mean by Student's t; without width below two values, and 0 of none."""
        if self.count < 2:
            value = float(self.total) if self.count else 0.0
            return Interval(value, value, value)
        value = self.total / self.count
        # whole numbers until the last step: no cancellation
        variance = (self.count * self.squares - self.total**2) / (self.count * (self.count - 1))
        half = t_quantile((1 + level) / 2, self.count - 1) * sqrt(variance / self.count)
        return Interval(value, value - half, value + half)


def wilson(successes: int, trials: int, level: float = LEVEL) -> Interval:
    """A share by Wilson's score interval, which stays within 0 and 1 and is right for small counts too.

    >>> print(*(f"{x:.4f}" for x in (wilson(10, 20).low, wilson(10, 20).high, wilson(0, 50).high)))
    0.2993 0.7007 0.0713
    """
    if not trials:
        return Interval(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf((1 + level) / 2)
    share, widened = successes / trials, 1 + z * z / trials
    centre = (share + z * z / (2 * trials)) / widened
    half = z * sqrt(share * (1 - share) / trials + z * z / (4 * trials * trials)) / widened
    return Interval(share, max(0.0, centre - half), min(1.0, centre + half))


def t_quantile(probability: float, freedom: int) -> float:
    """The quantile of Student's t with `freedom` degrees, by bisection of its distribution; `probability` in (0.5, 1).

    >>> f"{t_quantile(0.975, 5):.4f}", f"{t_quantile(0.975, 30):.4f}"
    ('2.5706', '2.0423')
    """
    if freedom > 10_000:
        return NormalDist().inv_cdf(probability)
    low, high = 0.0, 1.0
    while t_distribution(high, freedom) < probability:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if t_distribution(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def t_distribution(t: float, freedom: int) -> float:
    """The chance that Student's t with `freedom` degrees is at most `t` >= 0 (Abramowitz and Stegun, 26.7.3 and 26.7.4)."""
    angle = atan(t / sqrt(freedom))
    odd = freedom % 2
    if freedom == 1:
        return 0.5 + angle / pi
    term = total = cos(angle) if odd else 1.0
    for at in range(2 + odd, freedom - 1, 2):
        term *= cos(angle) ** 2 * (at - 1) / at
        total += term
    between = 2 / pi * (angle + sin(angle) * total) if odd else sin(angle) * total
    return 0.5 + between / 2
