"""What a hand pays: the table of paths as data, the amounts of one hand, and the same as a formula for "Why?"."""

from __future__ import annotations

import tomllib
from fractions import Fraction
from functools import cache, lru_cache
from importlib.resources import files
from math import ceil, floor
from typing import Final, Literal, get_args

import msgspec

from companion.rules.casino_war.options import CasinoWarOptions

Path = Literal["won-first", "lost-first", "surrendered", "war-won", "war-tied", "war-lost"]
PATHS: Final[tuple[Path, ...]] = get_args(Path)
AT_WAR: Final = frozenset[Path]({"war-won", "war-tied", "war-lost"})


class PayRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One path of the table: what comes back, as multiples (see numbers/casino_war.toml)."""

    ante: int | str
    tie: bool
    raise_: int | str = msgspec.field(default=0, name="raise")
    bonus: int | str = 0


class Stake(msgspec.Struct, frozen=True, gc=False):
    """The bets of one player in one hand, in chips."""

    ante: int
    tie: int = 0
    raised: int = 0

    @property
    def total(self) -> int:
        """Every chip at stake."""
        return self.ante + self.tie + self.raised


class Line(msgspec.Struct, frozen=True, gc=False):
    """One bet of a settled hand: `bet` is `ante`, `tie`, `raise` or `bonus` (for which nothing is staked)."""

    bet: Literal["ante", "tie", "raise", "bonus"]
    staked: int
    returned: int


@cache
def table() -> dict[Path, PayRow]:
    """The pay table as shipped; raises `msgspec.ValidationError` if a path is missing or unknown."""
    text = files("companion.rules").joinpath("numbers/casino_war.toml").read_text("utf-8")
    rows = msgspec.convert(tomllib.loads(text), dict[Path, PayRow])
    if missing := set(PATHS) - set(rows):
        raise msgspec.ValidationError(f"casino_war.toml lacks {sorted(missing)}")
    return rows


def lines(path: Path, stake: Stake, options: CasinoWarOptions) -> tuple[Line, ...]:
    """What each bet of `stake` returns on `path`: RULES.md 2, the table; bets that do not stand are left out."""
    row = table()[path]
    paid = [Line("ante", stake.ante, _share(row.ante, stake.ante, options))]
    if stake.raised:
        paid.append(Line("raise", stake.raised, _share(row.raise_, stake.raised, options)))
    if row.bonus and options.war_tie == "bonus":
        paid.append(Line("bonus", 0, _share(row.bonus, stake.ante, options)))
    if stake.tie:
        paid.append(Line("tie", stake.tie, stake.tie * _tie_multiple(row, options)))
    return tuple(paid)


def returned(path: Path, stake: Stake, options: CasinoWarOptions) -> int:
    """Every chip handed back on `path`.

    >>> returned("war-tied", Stake(10, 10, 10), CasinoWarOptions())
    150
    """
    return sum(line.returned for line in lines(path, stake, options))


class Formula(msgspec.Struct, frozen=True):
    """A row of RULES.md's table in its own letters: A ante, R raise, T tie bet."""

    returned: str
    net: str


@lru_cache(maxsize=64)
def formula(path: Path, options: CasinoWarOptions) -> Formula:
    """The paying rule of `path` under `options`, made from the table.

    >>> formula("surrendered", CasinoWarOptions())
    Formula(returned='A/2 + 11T', net='−A/2 + 10T')
    """
    row = table()[path]
    bonus = Fraction(row.bonus) if options.war_tie == "bonus" else Fraction(0)
    ante, raised = Fraction(row.ante) + bonus, Fraction(row.raise_)
    tied = 0 if options.tie_pays == "off" else _tie_multiple(row, options)
    staked = 2 if path in AT_WAR else 1  # the raise is exactly the ante
    return Formula(
        _sum((ante, "A"), (raised, "R"), (Fraction(tied), "T")),
        _sum((ante + raised - staked, "A"), (Fraction(0 if options.tie_pays == "off" else tied - 1), "T")),
    )


def _tie_multiple(row: PayRow, options: CasinoWarOptions) -> int:
    return options.tie_pays + 1 if row.tie and options.tie_pays != "off" else 0


def _share(multiple: int | str, bet: int, options: CasinoWarOptions) -> int:
    if isinstance(multiple, int):
        return multiple * bet
    chips = Fraction(multiple) * bet
    return ceil(chips) if options.surrender_round == "player" else floor(chips)


def _sum(*terms: tuple[Fraction, str]) -> str:
    text = ""
    for factor, letter in terms:
        if not factor:
            continue
        size = abs(factor)
        term = (str(size.numerator) if size.numerator != 1 else "") + letter
        if size.denominator != 1:
            term += f"/{size.denominator}"
        if text:
            text += f" {'−' if factor < 0 else '+'} {term}"
        else:
            text = f"{'−' if factor < 0 else ''}{term}"
    return text or "0"
