"""The evening behind the real facade: history, exports, backups on sticks, restoring, recordings with chores, and their replay."""

from __future__ import annotations

import csv
import os
import random
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.devices import Devices
from companion.keeping import Keeping, backups_in, mounted, readable
from companion.live import journal as journal_module
from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.errors import JournalError
from companion.live.evening import from_json
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.recording import Recorder, Recording, play_back, restored
from companion.live.router import Router
from companion.live.table import Table
from companion.people import People
from companion.robots import Company
from companion.rules.game import IllegalAction, Join, Leave, Player, Void
from companion.rules.games import GAMES
from companion.settings import Loaded, Settings
from companion.wiring.again import Again
from companion.wiring.demo import Stepped
from companion.wiring.front import Front
from companion.wiring.replay import Replaying, front_of
from ui.facade_evening import GamesRead, Reported

ROOT = Path(__file__).parents[1]
TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))


class House:
    """A kept table whose inbox a test pumps by hand."""

    def __init__(self, folder: Path, *, wall: Callable[[], float] = lambda: 1_700_000_000.0) -> None:
        self.folder = folder
        self.journal = Journal.open(folder / "journal.db", wall=wall)
        self.keeping = Keeping(folder, sticks=(folder / "media",), wall=wall)
        self.table = Table(GAMES, self.journal)
        self.owner = Owner(self.table, Router(self.table, Cards.load(folder / "cards.toml")))
        self.restored: list[Path] = []
        self.front = Front(
            self.owner,
            Devices(self.owner),
            Loaded(Settings(), ()),
            People(folder / "people.json"),
            keeping=self.keeping,
            journal=self.journal,
            restart=self.restored.append,
        )
        self.heard: list[Any] = []
        self.front.subscribe(self.heard.append)

    def play(self, game: str, steps: int, seed: int = 1) -> None:
        self.owner.post(post.NewGame(game, TWO, {"hp": "8"} if game.startswith("casinoya") else {}))
        self.owner.pump()
        shot = self.table.snapshot
        assert shot is not None
        company = Company(shot.game, shot.players, shot.options, random.Random(seed))
        company.follow(shot.state, shot.events)
        for _ in range(steps):
            shot = self.table.snapshot
            assert shot is not None
            action = company.act([one.prompt for one in shot.prompts])
            if action is None:
                return
            self.owner.post(post.Submit(action))
            self.owner.pump()
            company.follow(self.table.snapshot.state, self.table.snapshot.events)

    def reported(self) -> Reported:
        self.owner.pump()
        return next(one for one in reversed(self.heard) if isinstance(one, Reported))


@pytest.fixture
def house(tmp_path: Path) -> Any:
    made = House(tmp_path)
    yield made
    made.journal.close()


# --- history ---------------------------------------------------------------------------------------------------------


def page(house: House, number: int = 0) -> list[Any]:
    """The games of a page once it is read, newest first."""
    if house.front.past(number) is None:
        house.owner.pump()
    leaf = house.front.past(number)
    assert leaf is not None
    return [house.front.played(one) for night in leaf.nights for one in night.numbers]


def test_games_are_read_one_by_one_and_told_when_they_are_there(house: House) -> None:
    """The history comes without stopping the table for long: each game is a turn of its own; the running one is as it stands."""
    for at, game in enumerate(("casinoya-poker", "casino-war", "cassino")):
        house.play(game, 40, at)
    assert house.front.past(0) is None
    assert house.front.past(0) is None  # the screen was drawn again meanwhile
    assert house.owner.pump(1) == 1
    assert sum(isinstance(one, GamesRead) for one in house.heard) == 0
    assert house.owner.pump() == 2
    assert sum(isinstance(one, GamesRead) for one in house.heard) == 1
    assert [one.game for one in page(house)] == ["cassino", "casino-war", "casinoya-poker"]
    assert page(house)[0].entries == 40
    house.play("casinoya-war", 10)
    assert house.front.past(0) is None
    assert page(house)[0].game == "casinoya-war"
    assert house.owner.pump() == 0


def test_a_game_that_was_looked_at_while_it_ran_is_told_to_its_end_later(house: House) -> None:
    """How it stood when somebody opened the list is not how it went."""
    house.play("casinoya-poker", 10)
    assert [one.entries for one in page(house)] == [10]
    house.front.undo()
    house.owner.pump()
    assert [one.entries for one in page(house)] == [11]
    house.play("casino-war", 5)
    assert [one.entries for one in page(house)] == [5, 11]


def test_last_months_evening_is_found_though_its_games_left_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Old games stand on later pages, a month leads to its page, and only the games of a page that is looked at are read."""
    monkeypatch.setattr(journal_module, "KEEP", 5)
    now = [1_700_000_000.0]
    house = House(tmp_path, wall=lambda: now[0])
    for _ in range(90):
        house.play("casinoya-poker", 1)
        now[0] += 86_400
    assert len(house.journal.games()) == 5
    assert len(page(house)) == 40
    assert sum(isinstance(one, GamesRead) for one in house.heard) == 1
    assert [one.count for one in house.front.months()] == [11, 31, 31, 17]
    november = house.front.months()[-1]
    assert november.name == "2023-11"
    assert house.front.played(1) is None
    assert 17 in [one.id for one in page(house, november.page)]  # the newest of its seventeen
    found = page(house, november.page + 1)
    assert (found[-1].id, found[-1].begun, found[-1].entries) == (1, 1_700_000_000, 1)
    house.front.export(str(tmp_path / "out"))
    assert house.reported().good
    (folder,) = (tmp_path / "out").iterdir()
    assert [one.id for one in from_json((folder / "games.json").read_bytes())] == list(range(1, 91))
    house.journal.close()


def test_a_journal_that_fails_while_games_are_looked_for_is_asked_again(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The list says that it reads; when it is opened again it tries again."""
    house.play("casinoya-poker", 3)
    with monkeypatch.context() as patched:
        patched.setattr(Journal, "begun", lambda _journal: (_ for _ in ()).throw(JournalError(file="x", detail="gone")))
        assert house.front.past(0) is None
        house.owner.pump()
        assert house.front.past(0) is None
    house.owner.pump()
    assert [one.entries for one in page(house)] == [3]


def test_chores_that_were_due_are_due_after_a_restart(tmp_path: Path) -> None:
    """The power goes between two rounds: the next evening begins with the same chores, and cards wait for them."""
    first = House(tmp_path)
    first.play("casinoya-poker", 0)
    shot: Any = first.table.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(2))
    company.follow(shot.state, shot.events)
    while first.front.chores() is None:
        first.owner.post(post.Submit(company.act([one.prompt for one in shot.prompts])))
        first.owner.pump()
        shot = first.table.snapshot
        company.follow(shot.state, shot.events)
    due = first.front.chores()
    first.journal.close()
    again = House(tmp_path)
    again.table.resume()
    again.owner.pump()
    assert again.front.chores() == due
    again.front.chores_done()
    again.owner.pump()
    assert again.front.chores() is None
    again.journal.close()


def begun_round(house: House) -> Company:
    """A game of three in the middle of its first round."""
    players = (*TWO, Player("Chloé", "Chloé"))
    house.owner.post(post.NewGame("casinoya-poker", players, {}))
    house.owner.pump()
    shot: Any = house.table.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(3))
    company.follow(shot.state, shot.events)
    for _ in range(8):
        one_step(house, company)
    return company


def one_step(house: House, company: Company) -> None:
    shot: Any = house.table.snapshot
    house.owner.post(post.Submit(company.act([one.prompt for one in shot.prompts])))  # type: ignore[arg-type]
    house.owner.pump(1)  # what follows by itself waits in the inbox
    shot = house.table.snapshot
    company.follow(shot.state, shot.events, shot.players)


def wish_and_die(folder: Path) -> None:
    """In a process of its own: it is killed in the moment in which the screen is told."""
    house = House(folder)
    begun_round(house)
    house.front.wish(Leave("Chloé"))
    house.front.subscribe(lambda _notice: os.kill(os.getpid(), signal.SIGKILL))
    house.owner.pump()


def out_of_game(house: House) -> list[str]:
    shot: Any = house.table.snapshot
    return [player["name"] for player in shot.report()["players"] if player["out"]]


@pytest.mark.skipif(sys.platform == "win32", reason="no process is killed so on Windows")
def test_who_goes_home_after_the_round_goes_though_the_power_went(tmp_path: Path) -> None:
    """Killed when the wish is shown for the first time: after the restart it is shown, and done when the round is over."""
    code = (
        "import importlib.util, pathlib, sys\n"
        "spec = importlib.util.spec_from_file_location('evening', sys.argv[1])\n"
        "module = importlib.util.module_from_spec(spec)\n"
        "spec.loader.exec_module(module)\n"
        "module.wish_and_die(pathlib.Path(sys.argv[2]))\n"
    )
    done = subprocess.run([sys.executable, "-c", code, __file__, str(tmp_path)], cwd=ROOT, timeout=60, check=False)
    assert done.returncode == -signal.SIGKILL
    house = House(tmp_path)
    house.table.resume()
    house.owner.pump()
    assert house.front.wishes() == (Leave("Chloé"),)
    assert out_of_game(house) == []
    shot: Any = house.table.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(5))
    company.follow(shot.state, shot.events)
    while house.front.wishes():
        one_step(house, company)
        house.owner.pump()
    assert out_of_game(house) == ["Chloé"]
    house.journal.close()


def test_the_power_goes_between_the_end_of_the_round_and_the_leaving(tmp_path: Path) -> None:
    """The last battle is kept, the leaving is not: who was to go is gone before anything else happens."""
    first = House(tmp_path)
    company = begun_round(first)
    first.front.wish(Leave("Chloé"))
    first.owner.pump()
    while not may_go(first):
        one_step(first, company)
    entries = first.table.snapshot.entries
    first.journal.close()  # what waits in the inbox is lost
    again = House(tmp_path)
    again.table.resume()
    assert again.table.snapshot.entries == entries
    again.owner.pump()
    assert (out_of_game(again), again.front.wishes()) == (["Chloé"], ())
    assert again.table.snapshot.entries == entries + 1
    again.journal.close()
    later = House(tmp_path)
    later.table.resume()
    later.owner.pump()
    assert later.table.snapshot.entries == entries + 1
    later.journal.close()


def may_go(house: House) -> bool:
    """Whether the round is over and nobody has gone yet: the leaving waits in the inbox."""
    shot: Any = house.table.snapshot
    try:
        shot.game.check(shot.state, Leave("Chloé"))
    except IllegalAction:
        return False
    return True


def test_a_new_game_has_no_wishes_of_the_old_one(house: House) -> None:
    """They were about that round."""
    begun_round(house)
    house.front.wish(Leave("Chloé"))
    house.front.wish(Join("Dev", "Dev"))
    house.owner.pump()
    assert house.front.wishes() == (Leave("Chloé"), Join("Dev", "Dev"))
    house.front.wish(Join("Dev", "Dev"), wanted=False)
    house.owner.pump()
    assert house.front.wishes() == (Leave("Chloé"),)
    begun_round(house)
    assert house.front.wishes() == ()


# --- exports and backups -----------------------------------------------------------------------------------------------


def test_an_export_reads_back(house: House) -> None:
    """JSON and CSV of all games and the log of this one, in a folder of their own, told with its name."""
    house.play("casinoya-poker", 60)
    house.play("casino-war", 40)
    house.front.export(str(house.folder / "out"))
    told = house.reported()
    assert told.good
    (folder,) = (house.folder / "out").iterdir()
    assert str(folder) in told.text
    games = from_json((folder / "games.json").read_bytes())
    assert [one.game for one in games] == ["casinoya-poker", "casino-war"]
    rows = list(csv.DictReader((folder / "games.csv").read_text().splitlines()))
    assert {row["player"] for row in rows} == {"Ana", "Bruno"}
    log = list(csv.DictReader((folder / "log.csv").read_text().splitlines()))
    assert {int(row["entry"]) for row in log} == set(range(1, house.table.snapshot.entries + 1))


def test_a_backup_while_the_table_plays_holds_its_last_action(house: House, tmp_path: Path) -> None:
    """The open journal is copied whole: the table that comes out of the backup stands where this one does."""
    house.play("casinoya-poker", 30)
    house.front.back_up(str(tmp_path / "stick"))
    assert house.reported().good
    (made,) = backups_in(tmp_path / "stick")
    assert readable(made) is not None
    with Journal.open(made / "journal") as journal:
        reply = Table(GAMES, journal).resume()
    assert reply.snapshot is not None
    assert reply.snapshot.state == house.table.snapshot.state


def test_a_backup_that_cannot_be_written_is_told(house: House) -> None:
    """A file in the place of a folder: the sentence says which, and the game goes on."""
    house.play("cassino", 5)
    (house.folder / "file").write_text("")
    house.front.back_up(str(house.folder / "file"))
    told = house.reported()
    assert not told.good
    assert "file" in told.text
    house.front.export(str(house.folder / "file"))
    assert not house.reported().good


def test_a_backup_is_restored_between_two_runs(house: House, tmp_path: Path) -> None:
    """The screen ends, the files are put in place after the journal was sealed, and the program begins again with them."""
    house.play("casinoya-poker", 30)
    state = house.table.snapshot.state
    house.front.back_up(str(tmp_path / "stick"))
    house.owner.pump()
    house.play("cassino", 10)
    (backup,) = backups_in(tmp_path / "stick")
    house.front.restore(str(backup))
    assert house.restored == [backup]
    house.journal.close()
    done: list[str] = []
    again = Again(house.keeping.files, lambda: done.append("stopped"), lambda: done.append("begun"))
    assert not again.finish()
    again(backup)
    assert again.finish()
    assert done == ["stopped", "begun"]
    with Journal.open(house.folder / "journal.db") as journal:
        reply = Table(GAMES, journal).resume()
    assert reply.snapshot is not None
    assert reply.snapshot.state == state


def test_a_damaged_backup_is_told_and_restores_nothing(house: House, tmp_path: Path) -> None:
    """One byte is another: nobody is asked to end the program."""
    house.play("casinoya-poker", 10)
    house.front.back_up(str(tmp_path / "stick"))
    house.owner.pump()
    (backup,) = backups_in(tmp_path / "stick")
    (backup / "journal").write_bytes(b"x")
    assert readable(backup) is None
    house.front.restore(str(backup))
    assert house.restored == []
    assert not house.reported().good


def test_only_what_is_mounted_and_writable_is_a_stick(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders one or two levels below the usual places that are mount points; links and others are none."""
    for name in ("STICK", "user/KEY", "empty"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "link").symlink_to(tmp_path / "STICK")
    real = {tmp_path / "STICK", tmp_path / "user" / "KEY"}
    monkeypatch.setattr("companion.keeping.os.path.ismount", lambda path: Path(path) in real)
    assert mounted([tmp_path, tmp_path / "nowhere"]) == sorted(real)


def test_backups_of_one_second_get_names_of_their_own(house: House) -> None:
    """Two backups in the same second lie beside each other, the newest first."""
    house.play("cassino", 3)
    for _ in range(2):
        house.front.back_up(house.front.places()[0].path)
        assert house.reported().good
    assert len(house.front.backups()) == 2


def test_the_command_line_exports_and_says_how_many(
    house: House, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """`companion export` writes what the screen writes."""
    house.play("casinoya-poker", 40)
    house.play("cassino", 10)
    house.journal.close()
    assert main(["export", str(tmp_path / "out"), "--journal", str(house.folder / "journal.db")]) == 0
    assert "2 games" in capsys.readouterr().out
    (folder,) = (tmp_path / "out").iterdir()
    assert {path.name for path in folder.iterdir()} == {"games.json", "games.csv", "log.csv"}


# --- recordings --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", list(GAMES))
def test_a_recording_of_the_simulated_table_ends_where_the_table_did(game: str, tmp_path: Path) -> None:
    """Cards through the chip, chores, a fault and a void: the recording alone leads to the same state, headless and on a screen."""
    path = tmp_path / "recording.jsonl"
    table = Stepped(random.Random(game), path)
    Front(table.owner, table.devices, Loaded(Settings(), ()), People())
    shot: Any = table.start(game, [Player("Ana", "Ana"), Player("Bruno", "Bruno")])
    company = Company(shot.game, shot.players, shot.options, random.Random(3))
    company.follow(shot.state, shot.events)
    for step in range(70):
        if shot.outcome is not None:
            break
        table.told(post.ChoresDone())
        if step == 20:
            table.hardware.reader.unplug()
            table.until(lambda: table._reader.status == "lost", "the reader is lost")
            table.hardware.reader.replug()
            table.until(lambda: table._reader.status == "ready", "the reader is back")
        if step == 35:
            table.told(post.Submit(Void()))
            company = Company(shot.game, shot.players, shot.options, random.Random(4))
            shot = table.owner.table.snapshot
            company.follow(shot.state, ())
        reply = table._act(company, shot)
        assert reply.refusal is None
        shot = reply.snapshot
        company.follow(shot.state, reply.events)
    assert isinstance(table.owner.tap, Recorder)
    table.owner.tap.close()
    assert "lost" in path.read_text()
    headless = play_back(path, GAMES)
    assert headless.table.snapshot is not None
    assert (headless.table.snapshot.state, headless.table.snapshot.entries) == (shot.state, shot.entries)
    with path.open("rb") as stream:
        recording = Recording(stream)
        owner = restored(recording, GAMES)
        front = front_of(owner, Loaded(Settings(), ()))
        owner.start()
        replaying = Replaying(recording, owner, 0)
        replaying.run()
        assert replaying.finished.is_set()
        owner.stop()
    assert front.snapshot is not None
    assert front.snapshot.state == shot.state
    assert [one.name for one in front.readers()] == ["simulated PN532"]


def test_the_demo_records_what_replay_plays(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """One file is a bug report: `--record` writes it, `companion replay` comes to the same end."""
    from companion.wiring.demo import Wanted, in_terminal

    path = tmp_path / "bug.jsonl"
    said: list[str] = []
    in_terminal(Wanted("casinoya-poker", 1, 2, 11, fast=True, record=path), said.append)
    assert main(["replay", str(path), "--log"]) == 0
    out = capsys.readouterr().out
    winner = next(line.split()[0] for line in reversed(said) if "wins" in line)
    assert f"{winner} wins" in out
    assert '"phase":"over"' in out
