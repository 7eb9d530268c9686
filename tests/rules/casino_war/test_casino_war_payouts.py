"""The pay table of Casino War: every row, with and without a tie bet, under every option that changes it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.payouts import AT_WAR, PATHS, Formula, Path, Stake, formula, lines, returned

# RULES.md 2, letter by letter
ROWS: dict[Path, tuple[str, str]] = {
    "won-first": ("2A", "A − T"),
    "lost-first": ("0", "−A − T"),
    "surrendered": ("A/2 + 11T", "−A/2 + 10T"),
    "war-won": ("2A + R + 11T", "A + 10T"),
    "war-tied": ("3A + R + 11T", "2A + 10T"),
    "war-lost": ("11T", "−2A + 10T"),
}
# the same as arithmetic, written independently of the table
BACK: dict[Path, Callable[[int, int, int], int]] = {
    "won-first": lambda a, r, t: 2 * a,
    "lost-first": lambda a, r, t: 0,
    "surrendered": lambda a, r, t: a // 2 + 11 * t,
    "war-won": lambda a, r, t: 2 * a + r + 11 * t,
    "war-tied": lambda a, r, t: 3 * a + r + 11 * t,
    "war-lost": lambda a, r, t: 11 * t,
}
NET: dict[Path, Callable[[int, int], int]] = {
    "won-first": lambda a, t: a - t,
    "lost-first": lambda a, t: -a - t,
    "surrendered": lambda a, t: -a // 2 + 10 * t,
    "war-won": lambda a, t: a + 10 * t,
    "war-tied": lambda a, t: 2 * a + 10 * t,
    "war-lost": lambda a, t: -2 * a + 10 * t,
}


def stake(path: Path, ante: int, tie: int) -> Stake:
    """The bets that stand on `path`."""
    return Stake(ante, tie, ante if path in AT_WAR else 0)


@pytest.mark.parametrize("path", PATHS)
def test_formula_is_the_row_of_the_rules(path: Path) -> None:
    """The formula shown for a path is RULES.md's row, letter by letter."""
    assert formula(path, CasinoWarOptions()) == Formula(*ROWS[path])


@pytest.mark.parametrize("tie", [0, 1, 5, 20])
@pytest.mark.parametrize("ante", [2, 10, 30, 1000])
@pytest.mark.parametrize("path", PATHS)
def test_amounts_follow_the_row(path: Path, ante: int, tie: int) -> None:
    """Returned and net are the row's arithmetic for every even ante, with and without a tie bet."""
    bets = stake(path, ante, tie)
    back = returned(path, bets, CasinoWarOptions())
    assert back == BACK[path](bets.ante, bets.raised, bets.tie)
    assert back - bets.total == NET[path](ante, tie)


@pytest.mark.parametrize("path", PATHS)
def test_lines_add_up_and_name_each_standing_bet(path: Path) -> None:
    """The lines of "Why?" cover every chip staked and returned, one line for each bet that stands."""
    bets = stake(path, 10, 5)
    parts = lines(path, bets, CasinoWarOptions())
    assert sum(line.staked for line in parts) == bets.total
    assert sum(line.returned for line in parts) == returned(path, bets, CasinoWarOptions())
    names = [line.bet for line in parts]
    assert names == ["ante", *(["raise"] if bets.raised else []), *(["bonus"] if path == "war-tied" else []), "tie"]


def test_no_bonus_pays_a_tied_war_as_a_plain_win() -> None:
    """With war_tie=no_bonus a second tie returns what a won war returns."""
    options = CasinoWarOptions(war_tie="no_bonus")
    bets = Stake(20, 3, 20)
    assert returned("war-tied", bets, options) == returned("war-won", bets, options) == 60 + 33
    assert formula("war-tied", options) == Formula("2A + R + 11T", "A + 10T")


def test_tie_bet_at_eleven_and_off() -> None:
    """tie_pays=11 returns twelve for one, and without tie bets no formula speaks of them."""
    assert returned("surrendered", Stake(10, 5), CasinoWarOptions(tie_pays=11)) == 65
    assert formula("war-lost", CasinoWarOptions(tie_pays=11)) == Formula("12T", "−2A + 11T")
    assert formula("lost-first", CasinoWarOptions(tie_pays="off")) == Formula("0", "−A")


@pytest.mark.parametrize(("rounding", "back"), [("house", 3), ("player", 4)])
def test_half_of_an_odd_ante_is_rounded_as_agreed(rounding: str, back: int) -> None:
    """Half of 7 is 3 for the house and 4 for the player."""
    assert returned("surrendered", Stake(7), CasinoWarOptions(surrender_round=rounding)) == back  # type: ignore[arg-type]


def test_worked_examples_of_the_rules() -> None:
    """Ante 2 over a ten: 4; ante 5, tie bet 5, war won: 70; ante 10, tie bet 10, war tied: 150; and section 4."""
    house = CasinoWarOptions(surrender_round="house")
    assert returned("won-first", Stake(2), house) == 4
    assert returned("war-won", Stake(5, 5, 5), house) == 70
    assert returned("war-tied", Stake(10, 10, 10), house) == 150
    assert [returned(path, Stake(20, 0, 20), house) for path in ("war-won", "war-tied", "war-lost")] == [60, 80, 0]
