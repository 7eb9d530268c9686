"""Games that left the journal are found again: listed with those that stayed, a page at a time, whatever became of the files."""

from __future__ import annotations

import shutil
import sqlite3
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from comparing import facts
from counting_game import GAMES as COUNTING

from companion.live import journal as journal_module
from companion.live.evening import played_game
from companion.live.journal import Journal
from companion.live.kept import Begun
from companion.live.past import Leaf, Month, Night, Past, leaf_of, months_of
from companion.live.table import Table
from companion.rules.game import Given, Player

TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
DAY = 86_400
START = 1_700_000_000  # 14 November 2023


@pytest.fixture(autouse=True)
def few(monkeypatch: pytest.MonkeyPatch) -> None:
    """A journal of two games."""
    monkeypatch.setattr(journal_module, "KEEP", 2)


def evening(path: Path, count: int, *, first: int = 0) -> Any:
    """So many games, one a day, each with as many bids as its number says; returns how the last one stands."""
    now = [float(START + first * DAY)]
    with Journal.open(path, wall=lambda: now[0]) as journal:
        table = Table(COUNTING, journal)
        for number in range(first, first + count):
            assert table.new("counting", TWO).ok
            assert table.submit(Given("Ana", "bid", 1 + number % 5)).ok
            now[0] += DAY
        return facts(table.snapshot)


def bids(path: Path) -> list[int]:
    """What was bid in each game that is found, oldest first."""
    with Journal.open(path) as journal:
        past = Past(journal)
        found = [past.read(one.id) for one in past.begun()]
    return [kept.entries[0].entry.action.number for kept in found if kept is not None]  # type: ignore[union-attr]


def test_games_of_the_archive_are_found_with_those_of_the_journal(journal_path: Path) -> None:
    """Oldest first, each once, with its date; each can be followed to its end; `since` leaves older ones unread."""
    evening(journal_path, 9)
    with Journal.open(journal_path) as journal:
        assert journal.games() == (8, 9)
        past = Past(journal)
        assert past.begun() == tuple(Begun(at + 1, START + at * DAY) for at in range(9))
        played = list(past.played(COUNTING))
        assert [(one.id, one.begun, one.entries) for one in played] == [
            (at + 1, START + at * DAY, 1) for at in range(9)
        ]
        assert [one.id for one in past.played(COUNTING, START + 6 * DAY)] == [7, 8, 9]
        assert past.read(10) is None
    assert bids(journal_path) == [1, 2, 3, 4, 5, 1, 2, 3, 4]


def test_a_game_that_lies_in_both_is_one_game(journal_path: Path, tmp_path: Path) -> None:
    """The power went after it was copied and before it left: it is listed once, and leaves with the next new game."""
    evening(journal_path, 2)
    shutil.copy(journal_path, f"{journal_path}.archive")
    assert bids(journal_path) == [1, 2]
    evening(journal_path, 3, first=2)
    assert bids(journal_path) == [1, 2, 3, 4, 5]
    with Journal.open(journal_path) as journal:
        assert journal.games() == (4, 5)


def test_a_journal_that_is_begun_anew_goes_on_with_the_numbers(journal_path: Path) -> None:
    """Somebody moved the journal away, as the doctor says, and its archive stayed: no game takes the number of an old one."""
    evening(journal_path, 5)
    journal_path.unlink()
    assert evening(journal_path, 4, first=5)["entries"] == 1
    assert bids(journal_path) == [1, 2, 3, 1, 2, 3, 4]
    with Journal.open(journal_path) as journal:
        assert journal.games() == (6, 7)


def test_a_game_leaves_only_for_a_place_that_has_it(journal_path: Path, tmp_path: Path) -> None:
    """Beside an archive of another journal with the same numbers nothing is overwritten, mixed or lost."""
    other = tmp_path / "other.journal"
    evening(other, 6, first=100)
    theirs = Path(f"{other}.archive").read_bytes()
    evening(journal_path, 2)
    Path(f"{journal_path}.archive").write_bytes(theirs)
    evening(journal_path, 2, first=2)
    with Journal.open(journal_path) as journal:
        assert journal.games() == (1, 2, 5, 6)
    assert bids(journal_path) == [1, 2, 3, 4, 3, 4]  # their third and fourth between ours


RECURSIVE = """CREATE VIEW game AS WITH RECURSIVE n(id) AS (VALUES(1) UNION ALL SELECT id + 1 FROM n)
SELECT id, x'00' AS header, 0 AS crc, 0 AS begun FROM n"""


@pytest.mark.parametrize("kind", ["nonsense", "empty", "folder", "endless"])
def test_an_archive_that_is_none_counts_as_not_there(journal_path: Path, kind: str) -> None:
    """Damaged, cut to nothing, no file, or a view that computes for ever: the games of the journal are listed at once."""
    evening(journal_path, 2)
    archive = Path(f"{journal_path}.archive")
    if kind == "folder":
        archive.mkdir()
    elif kind == "endless":
        base = sqlite3.connect(archive)
        base.execute(RECURSIVE)
        base.close()
    else:
        archive.write_bytes(b"nonsense" * 1000 if kind == "nonsense" else b"")
    assert bids(journal_path) == [1, 2]
    evening(journal_path, 2, first=2)
    assert bids(journal_path)[-2:] == [3, 4]


def test_a_damaged_page_of_the_archive_costs_what_lies_on_it(journal_path: Path) -> None:
    """One game's bytes are wrong: it is left out, the others are there."""
    evening(journal_path, 6)
    base = sqlite3.connect(f"{journal_path}.archive")
    base.execute("UPDATE game SET header = x'00' WHERE id = 2")
    base.commit()
    base.close()
    with Journal.open(journal_path) as journal:
        assert [one.id for one in Past(journal).played(COUNTING)] == [1, 3, 4, 5, 6]


# --- pages -----------------------------------------------------------------------------------------------------------


def dates(*days: float) -> list[Begun]:
    """Games begun on these days, numbered from 1."""
    return [Begun(at, int(START + day * DAY)) for at, day in enumerate(days, 1)]


def test_pages_hold_all_games_once_the_newest_night_first() -> None:
    """A night that does not fit goes on on the next page and keeps its date and its number of games."""
    games = dates(0, 0.01, 0.02, 5, 5.01, 9)
    assert leaf_of(games, 0, 4) == Leaf(
        0, 2, 6, (Night(games[5].begun, 1, (6,)), Night(games[3].begun, 2, (5, 4)), Night(games[0].begun, 3, (3,)))
    )
    assert leaf_of(games, 1, 4) == Leaf(1, 2, 6, (Night(games[0].begun, 3, (2, 1)),))
    assert leaf_of(games, 7, 4) == leaf_of(games, 1, 4)
    assert leaf_of((), 0) == Leaf(0, 1, 0)
    for count in range(1, 30):
        some = dates(*(at * 0.2 for at in range(count)))
        pages = [leaf_of(some, at, 7) for at in range(leaf_of(some, 0, 7).pages)]
        assert [number for page in pages for night in page.nights for number in night.numbers] == list(
            range(count, 0, -1)
        )


def test_a_month_leads_to_its_newest_night() -> None:
    """Each month once with its games, whatever the clock did; games without a date belong to none."""
    games = [*dates(0, 1, 31, 32, 33), Begun(6, 0)]
    found = months_of(games, 2)
    assert found == (Month("2023-12", 3, 0), Month("2023-11", 2, 2))
    for month in found:
        numbers: Sequence[int] = [n for night in leaf_of(games, month.page, 2).nights for n in night.numbers]
        assert any(time.strftime("%Y-%m", time.localtime(games[n - 1].begun)) == month.name for n in numbers)


def test_five_thousand_old_games_are_listed_without_being_read(
    journal_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list, its pages and months need no game's entries; a page that is looked at costs what its own forty games cost."""
    evening(journal_path, 3)
    base = sqlite3.connect(f"{journal_path}.archive")
    base.execute("DELETE FROM entry")
    ((header, crc),) = base.execute("SELECT header, crc FROM game").fetchall()
    base.execute("DELETE FROM game")
    base.executemany(
        "INSERT INTO game VALUES (?, ?, ?, ?)", ((at, header, crc, START + at * 7200) for at in range(-5000, 0))
    )
    base.commit()
    base.close()
    asked: list[str] = []
    connect = sqlite3.connect

    def traced(*given: Any, **keywords: Any) -> sqlite3.Connection:
        base: sqlite3.Connection = connect(*given, **keywords)
        base.set_trace_callback(asked.append)
        return base

    monkeypatch.setattr(sqlite3, "connect", traced)
    with Journal.open(journal_path) as journal:
        asked.clear()
        past = Past(journal)
        found = past.begun()
        leaves = [leaf_of(found, page) for page in (0, 60, 125)]
        assert sum(month.count for month in months_of(found)) == len(found) == 5002
        assert [one for one in asked if "header" in one or "entry" in one] == []
        assert len(asked) <= 4  # the two lists, and whether the archive is ours
        for leaf in leaves:
            numbers = [number for night in leaf.nights for number in night.numbers]
            asked.clear()
            assert all(played_game(past.read(number), COUNTING) for number in numbers)  # type: ignore[arg-type]
            assert sum("FROM entry" in one for one in asked) == len(numbers) <= 40
    assert leaves[-1].pages == 126
