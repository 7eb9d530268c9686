"""The evening in numbers, exports that read back, and backups that are what they copied."""

from __future__ import annotations

import csv
import io
import random
from pathlib import Path
from typing import Any

import pytest
from comparing import facts
from playing import Dealer, play, players

from companion.live.backup import LIST, backup, check, restore
from companion.live.errors import BackupError
from companion.live.evening import cell, from_json, log_csv, nights, summary, to_csv, to_json
from companion.live.journal import Journal
from companion.live.past import Past
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import Given, Picked, Player, Touched

TWO = (Player("Ana", "Ana"), Player("+Bruno", "red"))


def counted(table: Table, rounds: int) -> None:
    """Play so many rounds of the counting game, Ana with kings."""
    for suit in "SHDC"[:rounds]:
        for action in (
            Given("Ana", "bid", 1),
            Given("+Bruno", "bid", 1),
            Touched(Card(f"Ana/K{suit}")),
            Touched(Card(f"Ana/Q{suit}")),
            Touched(Card(f"red/2{suit}")),
            Touched(Card(f"red/3{suit}")),
            Picked("table", "next"),
        ):
            assert table.submit(action).ok


def test_a_night_is_told_game_by_game(journal_path: Path, games: Any) -> None:
    """Each game of the journal has its players, outcome and points by round; a night ends with a long pause."""
    now = [1_700_000_000.0]
    with Journal.open(journal_path, wall=lambda: now[0]) as journal:
        table = Table(games, journal)
        table.new("counting", TWO, {"rounds": "2"})
        counted(table, 2)
        now[0] += 3600
        table.new("counting", TWO)
        counted(table, 1)
        now[0] += 86400
        table.new("casinoya-poker", [Player("Ana", "Ana"), Player("Bruno", "Bruno")])
        found = tuple(Past(journal).played(games))
    assert [len(night) for night in nights(found)] == [2, 1]
    first = found[0]
    assert (first.game, first.players, first.entries) == ("counting", TWO, 14)
    assert first.outcome.winners == ("Ana",)
    assert (first.mark, first.measure) == ("round", "points")
    assert [(point.number, point.values["Ana"]) for point in first.series] == [(0, 0), (1, 25), (2, 50), (3, 50)]
    assert found[1].outcome is None
    assert found[2].measure == "hp"


def test_every_game_can_be_summed_up(name: str, games: Any) -> None:
    """A random game with undo in it has a series for its players, and the last point is what the report says."""
    table = Table(games)
    rng = random.Random(name)
    table.new(name, players(games[name], rng))
    play(table, Dealer(rng), 150, wild=0.1)
    table.undo()
    snapshot = table.snapshot
    played = summary(snapshot)
    assert played.measure in {"hp", "bank", "points"}
    report = snapshot.report()
    assert played.series[-1].values == {player["name"]: player[played.measure] for player in report["players"]}
    assert all(award.number > 0 for award in played.awards)
    numbers = [point.number for point in played.series]
    assert numbers == sorted(numbers)


def test_a_fight_has_awards(games: Any) -> None:
    """Damage and the hardest hit of a random poker game go to who dealt them."""
    table = Table(games)
    table.new("casinoya-poker", [Player("Ana", "Ana"), Player("Bruno", "Bruno")])
    play(table, Dealer(random.Random(1)), 400)
    dealt: dict[str, int] = {}
    for record in table.snapshot.history:
        for event in record.events:
            if type(event).__name__ == "DamageDealt":
                dealt[event.by] = dealt.get(event.by, 0) + event.amount
    awards = {award.code: award for award in summary(table.snapshot).awards}
    assert awards["most-damage"].number == max(dealt.values())
    assert 0 < awards["hardest-hit"].number <= awards["most-damage"].number


def test_exports_read_back(games: Any) -> None:
    """JSON is read back equal; CSV holds every point and every event, and no cell that a spreadsheet would run."""
    table = Table(games)
    table.new("counting", TWO, {"rounds": "2"})
    counted(table, 2)
    played = (summary(table.snapshot, 7, 1_700_000_000),)
    assert from_json(to_json(played)) == played
    rows = list(csv.DictReader(io.StringIO(to_csv(played))))
    assert [(row["number"], row["player"], row["value"]) for row in rows][2:4] == [
        ("1", "Ana", "25"),
        ("1", "'+Bruno", "5"),
    ]
    assert len(rows) == 8
    table.undo()
    lines = list(csv.DictReader(io.StringIO(log_csv(table.snapshot))))
    assert [line["kind"] for line in lines].count("undo") == 1
    assert {line["entry"] for line in lines} == {str(n) for n in range(1, 16)}
    assert not any(value[:1] in "=+-@" for line in (*rows, *lines) for value in line.values() if value)
    assert cell("@x") == "'@x"


def test_a_backup_is_read_back_and_restored(tmp_path: Path, games: Any) -> None:
    """Journal (open) and cards go to a folder and come back the same; what lay there stays as an older version."""
    path, cards = tmp_path / "table.journal", tmp_path / "cards.toml"
    cards.write_text('[Ana]\n"04000000000001" = "KS"\n')
    with Journal.open(path) as journal:
        table = Table(games, journal)
        table.new("counting", TWO)
        counted(table, 1)
        end = facts(table.snapshot)
        journal.copy_to(tmp_path / "copy")
        listing = backup(
            tmp_path / "stick" / "b1", {"journal": tmp_path / "copy", "cards": cards, "people": tmp_path / "no"}
        )
        counted(table, 1)
        for touch in (backup, restore):
            with pytest.raises(BackupError, match="open"):  # reading it otherwise would drop its lock
                touch(tmp_path / "stick" / "b2", {"journal": path})
    assert set(listing.files) == {"journal", "cards"}
    assert check(tmp_path / "stick" / "b1") == listing
    cards.write_text("ruined")
    restore(tmp_path / "stick" / "b1", {"journal": path, "cards": cards})
    assert cards.read_text().startswith("[Ana]")
    assert (tmp_path / "cards.toml.1").read_text() == "ruined"
    with Journal.open(path) as journal:
        reply = Table(games, journal).resume()
        assert reply.notices == ()
        assert facts(reply.snapshot) == end


def test_a_journal_without_old_games_is_restored_without_them(tmp_path: Path, games: Any) -> None:
    """The archive that lies there belongs to another journal with the same numbers: it stays beside as an older version."""
    path, archive = tmp_path / "table.journal", tmp_path / "table.journal.archive"
    with Journal.open(path) as journal:
        Table(games, journal).new("counting", TWO)
    files = {"journal": path, "archive": archive}
    backup(tmp_path / "stick", files)
    archive.write_bytes(b"of another journal")
    restore(tmp_path / "stick", files)
    assert not archive.exists()
    assert (tmp_path / "table.journal.archive.1").read_bytes() == b"of another journal"
    archive.write_bytes(b"its own")
    backup(tmp_path / "later", files)
    archive.unlink()
    restore(tmp_path / "later", files)
    assert archive.read_bytes() == b"its own"


def test_a_damaged_backup_restores_nothing(tmp_path: Path) -> None:
    """One wrong byte, a missing file, a foreign name, or a link in the backup refuses all of it."""
    cards, people = tmp_path / "cards.toml", tmp_path / "people.json"
    cards.write_text("[Ana]\n")
    people.write_text("{}")
    targets = {"cards": tmp_path / "new-cards", "people": tmp_path / "new-people"}

    def refused(number: int) -> str:
        with pytest.raises(BackupError) as caught:
            restore(tmp_path / f"b{number}", targets)
        assert not any(target.exists() for target in targets.values())
        return str(caught.value.params["file"])

    for number in range(5):
        backup(tmp_path / f"b{number}", {"cards": cards, "people": people})
    (tmp_path / "b0" / "people").write_text("[]")
    (tmp_path / "b1" / "cards").unlink()
    (tmp_path / "b2" / LIST).write_text('{"backup":1,"files":{"../../etc/passwd":"x"}}')
    (tmp_path / "b3" / LIST).unlink()
    (tmp_path / "b4" / "cards").unlink()
    (tmp_path / "b4" / "cards").symlink_to(cards)
    assert [refused(number) for number in range(5)] == ["people", "cards", LIST, LIST, "cards"]
    with pytest.raises(BackupError):
        backup(tmp_path / "b0", {"cards": cards})
    with pytest.raises(ValueError, match="no part"):
        restore(tmp_path / "b0", {"shadow": cards})
