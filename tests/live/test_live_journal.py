"""The journal: nothing acknowledged is lost, damage is seen and set aside, and trouble has a name."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from comparing import facts, mark_of
from counting_game import GAMES as COUNTING
from counting_game import Counting, State
from playing import Dealer, play, players

from companion.live import journal as journal_module
from companion.live.errors import (
    JournalDamagedError,
    JournalError,
    JournalForeignError,
    JournalFullError,
    JournalLockedError,
    JournalNewerError,
    JournalOlderError,
    JournalReadOnlyError,
)
from companion.live.journal import Journal
from companion.live.snapshot import Refusal
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import Corrected, Given, IllegalAction, Pick, Picked, Player, Step, Touched

SUPPORT = Path(__file__).parent / "support"
TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
DEEDS = [
    Given("Ana", "bid", 3),
    Given("Bruno", "bid", 4),
    *(Touched(Card(c)) for c in ("Ana/KS", "Ana/KH", "Bruno/2S")),
]


def filled(path: Path, *, entries: int = len(DEEDS), close: bool = True) -> Journal:
    """A journal with one counting game of so many entries."""
    journal = Journal.open(path, wall=lambda: 1_700_000_000.0)
    table = Table(COUNTING, journal)
    assert table.new("counting", TWO).ok
    for action in DEEDS[:entries]:
        assert table.submit(action).ok
    if close:
        journal.close()
    return journal


def resumed(path: Path, games: Any = COUNTING) -> tuple[Any, tuple[Any, ...]]:
    """What a table makes of the journal: its snapshot and the notices."""
    with Journal.open(path) as journal:
        reply = Table(games, journal).resume()
    assert reply.refusal is None
    return reply.snapshot, reply.notices


# --- going on ------------------------------------------------------------------------------------------------------


def test_an_empty_journal_resumes_nothing(journal: Journal) -> None:
    """A new journal has nothing to go on with and nothing to tell."""
    reply = Table(COUNTING, journal).resume()
    assert (reply.snapshot, reply.notices, reply.entries) == (None, (), 0)


def test_the_last_of_several_games_is_resumed(journal_path: Path) -> None:
    """A new game leaves the old ones in the file, and the newest is the one to go on with."""
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        table.new("counting", TWO)
        table.submit(DEEDS[0])
        table.new("counting", TWO, {"bids": "off"})
        table.submit(DEEDS[2])
        end = facts(table.snapshot)
        assert len(journal.games()) == 2
        first = journal.read(1)
        assert [saved.entry.action for saved in first.entries] == [DEEDS[0]]
    snapshot, notices = resumed(journal_path)
    assert notices == ()
    assert facts(snapshot) == end
    assert snapshot.words == {"bids": "off"}


def test_a_finished_game_is_reopened_at_its_end_and_can_be_undone(journal_path: Path) -> None:
    """After the end and a restart the outcome stands, and undo takes the last action back."""
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        table.new("counting", TWO, {"rounds": "1", "bids": "off"})
        for card in ("Ana/KS", "Ana/KH", "Bruno/2S", "Bruno/2H"):
            table.submit(Touched(Card(card)))
        table.submit(Picked("table", "next"))
        assert table.snapshot.outcome is not None
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        assert table.resume().snapshot.outcome.winners == ("Ana",)
        assert table.undo().snapshot.outcome is None
        assert table.submit(Picked("table", "next")).snapshot.outcome.winners == ("Ana",)


def test_the_wall_clock_is_only_a_note(journal_path: Path) -> None:
    """A clock that jumps back two weeks and on a year between entries changes nothing."""
    now = [1_700_000_000.0]
    with Journal.open(journal_path, wall=lambda: now[0]) as journal:
        table = Table(COUNTING, journal)
        table.new("counting", TWO)
        for action, jump in zip(DEEDS, (-14 * 86400, 366 * 86400, -(10**9), 0, 1), strict=True):
            now[0] += jump
            assert table.submit(action).ok
        end = facts(table.snapshot)
    snapshot, notices = resumed(journal_path)
    assert notices == ()
    assert facts(snapshot) == end


def test_a_long_game_resumes_whole(journal_path: Path) -> None:
    """Checkpoints of the write-ahead log in the middle of a game lose nothing."""
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        table.new("counting", TWO, {"rounds": "100000"})
        dealer = Dealer(random.Random(5))
        play(table, dealer, 1500, wild=0.1)
        end = facts(table.snapshot)
    snapshot, notices = resumed(journal_path)
    assert notices == ()
    assert facts(snapshot) == end


# --- killed --------------------------------------------------------------------------------------------------------


def killed_runs(tmp_path: Path, name: str, games: Any, runs: int, rng: random.Random) -> None:
    """Kill a playing process at random moments; whatever it said was saved must be there."""
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), str(SUPPORT.parents[2])])}
    for run in range(runs):
        path = tmp_path / f"{name}-{run}.journal"
        command = [sys.executable, str(SUPPORT / "victim.py"), str(path), f"{name} {run}", name]
        with subprocess.Popen(command, stdout=subprocess.PIPE, env=env) as victim:
            assert victim.stdout is not None
            said = [victim.stdout.readline() for _ in range(rng.randint(1, 250))]
            victim.send_signal(signal.SIGKILL)
            said += victim.stdout.readlines()
        word, mark = [line.split() for line in said if line.endswith(b"\n")][-1]
        snapshot, notices = resumed(path, games)
        assert {notice.code for notice in notices} <= {"journal-torn"}  # killed while it wrote what nobody was told yet
        if word != b"new":  # then a new game may have begun after the last word
            assert snapshot.entries - int(word) in {0, 1}
        if word == b"%d" % snapshot.entries:
            assert mark_of(snapshot.state) == int(mark)


@pytest.mark.parametrize("game", ["counting", "casinoya-poker", "cassino"])
def test_a_killed_process_loses_nothing_it_acknowledged(tmp_path: Path, games: Any, game: str) -> None:
    """SIGKILL at random moments of random games: the resumed state is the acknowledged one."""
    killed_runs(tmp_path, game, games, 2, random.Random())


@pytest.mark.slow
def test_a_thousand_kills_lose_nothing(tmp_path: Path, name: str, games: Any) -> None:
    """A thousand SIGKILLs over all games lose no acknowledged entry."""
    killed_runs(tmp_path, name, games, 1000 // len(games) + 1, random.Random(name))


# --- damage --------------------------------------------------------------------------------------------------------


def places(data: bytes, path: Path) -> Iterator[tuple[int, int]]:
    """Where in the file the body of each entry lies: offset and length."""
    base = sqlite3.connect(path)
    bodies = [row[0] for row in base.execute("SELECT body FROM entry ORDER BY n")]
    base.close()
    for body in bodies:
        at = data.find(body)
        assert at >= 0
        yield at, len(body)


def test_every_flipped_byte_of_an_entry_is_seen(tmp_path: Path) -> None:
    """Whichever byte of any entry is changed, the table goes on from the entry before it and tells."""
    path = tmp_path / "whole.journal"
    filled(path)
    data = path.read_bytes()
    whole, _ = resumed(path)
    rng = random.Random(2)
    broken = tmp_path / "broken.journal"
    for n, (at, length) in enumerate(places(data, path), 1):
        for offset in range(at, at + length):
            flipped = bytearray(data)
            flipped[offset] ^= rng.randint(1, 255)
            broken.write_bytes(flipped)
            snapshot, notices = resumed(broken)
            assert snapshot.entries == n - 1
            assert [(notice.code, notice.params) for notice in notices] == [
                ("journal-damaged", {"entry": n, "lost": whole.entries - n + 1})
            ]
            again, told = resumed(broken)  # what was damaged is set aside: no second complaint, no loop
            assert (again.entries, told) == (n - 1, ())
            broken.unlink()


def test_a_flipped_number_digest_or_crc_is_seen(tmp_path: Path) -> None:
    """The columns beside the body are under the same chain."""
    for column in ("n = n + 7", "digest = digest + 1", "crc = crc - 1", "body = 'text'", "digest = -1"):
        path = tmp_path / f"{column[:3]}{len(column)}.journal"
        filled(path)
        base = sqlite3.connect(path)
        base.execute(f"UPDATE entry SET {column} WHERE n = 3")
        base.commit()
        base.close()
        snapshot, notices = resumed(path)
        assert snapshot.entries == 2
        assert notices[0].code == "journal-damaged"


def test_a_flipped_byte_in_the_write_ahead_log_is_told(tmp_path: Path) -> None:
    """SQLite forgets a log from its first bad frame on without a word; acknowledged entries behind it are reported."""
    path = tmp_path / "live.journal"
    journal = filled(path, close=False)
    data, wal = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    journal.close()
    copy = tmp_path / "copy.journal"
    rng = random.Random(4)
    lossless = 0
    for offset in [*range(32), *range(32, 80), *(rng.randrange(32, len(wal)) for _ in range(150))]:
        for left in tmp_path.glob("copy.journal*"):
            left.unlink()
        flipped = bytearray(wal)
        flipped[offset] ^= 1 << rng.randint(0, 7)
        copy.write_bytes(data)
        Path(f"{copy}-wal").write_bytes(flipped)
        snapshot, notices = resumed(copy)
        entries = snapshot.entries if snapshot else 0
        if entries < len(DEEDS):
            assert notices, offset
            assert {notice.code for notice in notices} <= {"journal-damaged", "journal-torn"}
            assert entries == len(DEEDS) - 1 or notices[0].code == "journal-damaged"
            assert resumed(copy)[1] == ()
        else:
            lossless += 1
            assert notices == ()
    assert lossless < 60


def test_a_torn_end_of_the_log_loses_nothing_acknowledged(tmp_path: Path) -> None:
    """A log cut anywhere (what a power cut leaves of an unfinished write) resumes at an entry before the cut, silently or told."""
    path = tmp_path / "live.journal"
    journal = filled(path, close=False)
    data, wal = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    journal.close()
    copy = tmp_path / "copy.journal"
    counts = []
    for cut in range(0, len(wal) + 1, 97):
        for left in tmp_path.glob("copy.journal*"):
            left.unlink()
        copy.write_bytes(data)
        Path(f"{copy}-wal").write_bytes(wal[:cut])
        snapshot, _ = resumed(copy)
        counts.append(snapshot.entries if snapshot else 0)
    assert counts == sorted(counts)
    assert counts[-1] >= len(DEEDS) - 1


def test_any_flipped_byte_of_the_file_is_survived(tmp_path: Path) -> None:
    """Whatever byte of the whole file is changed, opening it ends in a good state or a named error, twice the same."""
    path = tmp_path / "whole.journal"
    filled(path)
    data = path.read_bytes()
    whole, _ = resumed(path)
    rng = random.Random(9)
    broken = tmp_path / "broken.journal"
    for offset in [*range(100), *(rng.randrange(100, len(data)) for _ in range(200))]:
        for left in tmp_path.glob("broken.journal*"):
            left.unlink()
        flipped = bytearray(data)
        flipped[offset] ^= rng.randint(1, 255)
        broken.write_bytes(flipped)
        try:
            snapshot, notices = resumed(broken)
        except (JournalNewerError, JournalOlderError, JournalForeignError):
            assert broken.read_bytes() == flipped
            continue
        entries = snapshot.entries if snapshot else 0
        if offset < 1024:
            assert entries == whole.entries  # header and schema are known, so their damage costs nothing
        if entries < whole.entries:
            assert notices, offset
        else:
            assert facts(snapshot) == facts(whole)
        again, _ = resumed(broken)
        assert (again.entries if again else 0) == entries


def abused(tmp_path: Path, cases: int, rng: random.Random) -> None:
    """Damage file and log in any way, many times: always a good state or a named error, and the same again."""
    path = tmp_path / "live.journal"
    journal = Journal.open(path)
    table = Table(COUNTING, journal)
    table.new("counting", TWO, {"rounds": "100000"})
    play(table, Dealer(random.Random(1)), 60, wild=0.2)
    states = [mark_of(record.state) for record in table.snapshot.history]
    data, wal = path.read_bytes(), Path(f"{path}-wal").read_bytes()
    journal.close()
    closed = path.read_bytes()
    broken = tmp_path / "broken.journal"
    for _ in range(cases):
        for left in tmp_path.glob("broken.journal*"):
            left.unlink()
        whole, log = (data, wal) if rng.random() < 0.5 else (closed, b"")
        parts = [bytearray(whole), bytearray(log)]
        for _ in range(rng.choice([1, 1, 2, 5, 40])):
            part = rng.choice([one for one in parts if one])
            at = rng.randrange(len(part))
            match rng.randrange(5):
                case 0:
                    part[at] = rng.randrange(256)
                case 1:
                    del part[at:]
                    part.extend(b"\0" * rng.choice([0, 0, 5000]))
                case 2:
                    part[at : at + 64] = rng.randbytes(64)
                case 3:
                    other = rng.randrange(len(part))
                    part[at : at + 1024] = part[other : other + 1024]
                case 4:
                    part[at : at + 200] = b"\0" * 200
            if not part:
                break
        broken.write_bytes(parts[0])
        if log:
            Path(f"{broken}-wal").write_bytes(parts[1])
        try:
            snapshot, _ = resumed(broken)
        except (JournalNewerError, JournalOlderError, JournalForeignError):
            assert broken.read_bytes() == parts[0]
            continue
        entries = snapshot.entries if snapshot else 0
        if entries:
            assert mark_of(snapshot.state) == states[entries - 1]  # never a state that was not
        again, told = resumed(broken)
        assert (again.entries if again else 0) == entries
        assert told == ()


def test_an_abused_journal_ends_in_a_state_that_was(tmp_path: Path) -> None:
    """Cut, overwritten, zeroed, shuffled: what is resumed is always a moment that was, and twice the same."""
    abused(tmp_path, 250, random.Random(15))


@pytest.mark.parametrize("error", [MemoryError, UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte")])
def test_whatever_sqlite_makes_of_damage_is_damage(tmp_path: Path, monkeypatch: Any, error: Any) -> None:
    """A length without end in a row or in the schema is no memory's fault: reading ends there, and what was good is kept."""

    class Stumbling(sqlite3.Connection):
        def execute(self, sql: str, *values: Any) -> Any:
            if "quick_check" in sql:
                raise error
            return super().execute(sql, *values)

    path = tmp_path / "live.journal"
    filled(path)
    connect = sqlite3.connect
    broken = iter([Stumbling])
    monkeypatch.setattr(sqlite3, "connect", lambda *a, **k: connect(*a, factory=next(broken, sqlite3.Connection), **k))
    snapshot, notices = resumed(path)
    assert snapshot.entries == len(DEEDS)
    assert [one.code for one in notices] == ["journal-damaged"]


def test_a_schema_with_a_length_without_end_costs_nothing(tmp_path: Path) -> None:
    """Five bytes of the schema that ask SQLite for more memory than there is: the game goes on whole, and the file is kept."""
    path = tmp_path / "live.journal"
    filled(path)
    data = bytearray(path.read_bytes())
    data[446:451] = b"\x8f\xff\xff\xff\x7f"
    path.write_bytes(data)
    snapshot, notices = resumed(path)
    assert snapshot.entries == len(DEEDS)
    assert [one.code for one in notices] == ["journal-damaged"]
    assert Path(f"{path}.damaged-1").read_bytes() == data


@pytest.mark.parametrize(("version", "kind"), [(2, JournalNewerError), (-5, JournalOlderError)])
def test_another_versions_journal_keeps_its_log(tmp_path: Path, version: int, kind: type[Exception]) -> None:
    """A journal of another version that was left with a log is refused before SQLite writes that log into it."""
    path, left = tmp_path / "live.journal", tmp_path / "left.journal"
    journal = filled(path, close=False)
    data, wal = bytearray(path.read_bytes()), Path(f"{path}-wal").read_bytes()
    journal.close()
    assert len(wal) > 1000
    data[60:64] = version.to_bytes(4, "big", signed=True)
    left.write_bytes(data)
    Path(f"{left}-wal").write_bytes(wal)
    with pytest.raises(kind):
        Journal.open(left)
    assert left.read_bytes() == data
    assert Path(f"{left}-wal").read_bytes() == wal


def test_a_damaged_archive_gives_way_whatever_sqlite_makes_of_it(tmp_path: Path, monkeypatch: Any) -> None:
    """An archive whose schema is broken is set aside, and the next games are archived anew; nothing stops the evening."""
    monkeypatch.setattr("companion.live.journal.KEEP", 1)
    path = tmp_path / "live.journal"
    with Journal.open(path) as journal:
        for _ in range(3):
            Table(COUNTING, journal).new("counting", TWO)
        archive = Path(f"{path}.archive")
        data = bytearray(archive.read_bytes())
        row = data.index(b"tableentry") - 10
        data[row : row + 5] = b"\x8f\xff\xff\xff\x7f"
        archive.write_bytes(data)
        for _ in range(3):
            assert Table(COUNTING, journal).new("counting", TWO).ok
        assert len(journal.games()) == 1
    assert Path(f"{archive}.damaged-1").read_bytes() == data


@pytest.mark.soak
@pytest.mark.usefixtures("unlogged")
def test_a_much_abused_journal_ends_in_a_state_that_was(tmp_path: Path) -> None:
    """The same a hundred thousand times."""
    abused(tmp_path, 100_000, random.Random(13))


def test_a_file_cut_short_keeps_what_can_be_read(tmp_path: Path) -> None:
    """A truncated file is set aside and its readable entries go on in a new one."""
    path = tmp_path / "t.journal"
    with Journal.open(path) as journal:
        table = Table(COUNTING, journal)
        table.new("counting", TWO, {"rounds": "100000"})
        play(table, Dealer(random.Random(1)), 200)
    data = path.read_bytes()
    path.write_bytes(data[: len(data) * 3 // 4])
    snapshot, notices = resumed(path)
    assert notices[0].code == "journal-damaged"
    assert (tmp_path / "t.journal.damaged-1").read_bytes() == data[: len(data) * 3 // 4]
    assert snapshot is None or snapshot.entries < 200
    assert resumed(path)[1] == ()


@pytest.mark.parametrize(
    "content", [b"\0" * 4096, b"SQLite format 3\0" + b"\0" * 52 + (0x7AB1E70B).to_bytes(4, "big") + b"\xff" * 5000]
)
def test_a_ruined_journal_is_set_aside(journal_path: Path, content: bytes) -> None:
    """Zeros from a power cut, or a journal of which only the mark is left, give way to a new one and are kept."""
    journal_path.write_bytes(content)
    snapshot, notices = resumed(journal_path)
    assert snapshot is None
    assert notices[0].code == "journal-damaged"
    assert Path(f"{journal_path}.damaged-1").read_bytes() == content


def test_damaged_files_do_not_pile_up(journal_path: Path) -> None:
    """Of files that were set aside the newest nine are kept."""
    for _ in range(12):
        journal_path.write_bytes(b"\0" * 4096)
        resumed(journal_path)
    assert len(list(journal_path.parent.glob("*.damaged-*"))) == 9


def test_a_lost_end_is_seen_by_the_seal(tmp_path: Path) -> None:
    """Entries that vanish whole after a clean end are missed."""
    path = tmp_path / "t.journal"
    filled(path)
    base = sqlite3.connect(path)
    base.execute("DELETE FROM entry WHERE n > 3")
    base.commit()
    base.close()
    snapshot, notices = resumed(path)
    assert snapshot.entries == 3
    assert [(notice.code, notice.params["lost"]) for notice in notices] == [("journal-damaged", 2)]
    assert resumed(path)[1] == ()


def test_a_damaged_header_ends_in_no_game(tmp_path: Path) -> None:
    """A game whose header cannot be read is not guessed at."""
    path = tmp_path / "t.journal"
    filled(path)
    base = sqlite3.connect(path)
    base.execute("UPDATE game SET crc = crc + 1")
    base.commit()
    base.close()
    snapshot, notices = resumed(path)
    assert snapshot is None
    assert [(notice.code, notice.params) for notice in notices] == [("journal-damaged", {"entry": 0, "lost": 5})]
    assert resumed(path) == (None, ())


# --- trouble with a name -------------------------------------------------------------------------------------------


def test_one_process_cannot_open_it_twice(journal: Journal, journal_path: Path) -> None:
    """A second opening in the same process is refused and the first one goes on."""
    with pytest.raises(JournalLockedError):
        Journal.open(journal_path)
    assert Table(COUNTING, journal).new("counting", TWO).ok


def test_two_processes_cannot_share_it(journal: Journal, journal_path: Path) -> None:
    """Another process is told that the journal is in use, and the first one goes on undisturbed."""
    table = Table(COUNTING, journal)
    table.new("counting", TWO)
    script = (
        "import sys\nfrom companion.live.journal import Journal\nfrom companion.live.errors import JournalLockedError\n"
        "try:\n    Journal.open(sys.argv[1])\nexcept JournalLockedError as error:\n    print(error.code)\n"
    )
    said = subprocess.run(
        [sys.executable, "-c", script, str(journal_path)],
        capture_output=True,
        text=True,
        check=True,
        cwd=SUPPORT.parents[2],
    )
    assert said.stdout.strip() == "journal-locked"
    assert table.submit(DEEDS[0]).ok


@pytest.mark.parametrize(("version", "error"), [(2, JournalNewerError), (0, JournalOlderError)])
def test_a_journal_of_another_version_is_left_alone(
    journal_path: Path, version: int, error: type[JournalError]
) -> None:
    """A newer or older format is named and the file is not touched."""
    filled(journal_path)
    base = sqlite3.connect(journal_path)
    base.execute(f"PRAGMA user_version = {version}")
    base.close()
    before = journal_path.read_bytes()
    with pytest.raises(error) as caught:
        Journal.open(journal_path)
    assert caught.value.params["found"] == version
    assert journal_path.read_bytes() == before


@pytest.mark.parametrize("content", [b"# Shopping\n- milk\n", b"\x89PNG\r\n" + b"x" * 500])
def test_another_file_is_never_taken_for_a_journal(journal_path: Path, content: bytes) -> None:
    """A file that was never a journal is refused and stays as it is."""
    journal_path.write_bytes(content)
    with pytest.raises(JournalForeignError):
        Journal.open(journal_path)
    assert journal_path.read_bytes() == content


def test_another_programs_database_is_never_taken_for_a_journal(journal_path: Path) -> None:
    """A database without our mark is refused and stays as it is."""
    base = sqlite3.connect(journal_path)
    base.execute("CREATE TABLE recipes (name TEXT)")
    base.commit()
    base.close()
    before = journal_path.read_bytes()
    with pytest.raises(JournalForeignError):
        Journal.open(journal_path)
    assert journal_path.read_bytes() == before
    os.mkfifo(journal_path.parent / "pipe")
    for path in (journal_path.parent, journal_path.parent / "pipe"):
        with pytest.raises(JournalForeignError):
            Journal.open(path)


def test_a_folder_that_is_not_there_is_named(tmp_path: Path) -> None:
    """A journal in a folder that does not exist cannot be made, and says so."""
    with pytest.raises(JournalReadOnlyError):
        Journal.open(tmp_path / "nowhere" / "t.journal")


def as_nobody(code: str, *arguments: str) -> str:
    """Run Python without the rights of root, for which no file is read-only (imports come first: nobody may not read them)."""
    script = OPENING + "import os\nif os.getuid() == 0:\n    os.setgid(65534)\n    os.setuid(65534)\n" + code
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=False, cwd=SUPPORT.parents[2]
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


OPENING = "import sys\nfrom companion.live.journal import Journal\nfrom companion.live.errors import JournalError\n"
OPEN = "try:\n    Journal.open(sys.argv[1])\nexcept JournalError as error:\n    print(error.code)\n"


@pytest.fixture
def open_tmp() -> Iterator[Path]:
    """A folder that other users can reach, too."""
    folder = Path(tempfile.mkdtemp(prefix="live-journal-"))
    folder.chmod(0o755)
    yield folder
    shutil.rmtree(folder)


def test_a_read_only_disk_is_named(open_tmp: Path) -> None:
    """A journal that cannot be written, or whose folder cannot, is refused by its own code, and untouched."""
    path = open_tmp / "t.journal"
    filled(path)
    path.chmod(0o444)
    before = path.read_bytes()
    assert as_nobody(OPEN, str(path)) == "journal-read-only"
    assert as_nobody(OPEN, str(open_tmp / "new.journal")) == "journal-read-only"
    assert path.read_bytes() == before
    assert [one.name for one in open_tmp.iterdir()] == ["t.journal"]


def until_refused(table: Table) -> Refusal:
    """Correct points until it is refused, which must leave everything as it was."""
    for points in range(100_000):
        before = table.snapshot
        refusal = table.submit(Corrected("Ana", "points", points)).refusal
        if refusal is not None:
            assert table.snapshot is before
            return refusal
    raise AssertionError("never refused")


def test_a_full_disk_keeps_the_last_good_state(journal_path: Path) -> None:
    """When nothing more fits each change is refused by name, the state stays, and with room it goes on."""
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        table.new("counting", TWO, {"rounds": "100000"})
        base = journal._base
        pages = base.execute("PRAGMA page_count").fetchone()[0]
        base.execute(f"PRAGMA max_page_count = {pages + 2}")
        assert until_refused(table).code == JournalFullError.code
        base.execute("PRAGMA max_page_count = 1000000")
        assert table.submit(Corrected("Ana", "points", 5)).ok
        end = facts(table.snapshot)
    snapshot, notices = resumed(journal_path)
    assert notices == ()
    assert facts(snapshot) == end


def test_a_really_full_disk_keeps_the_last_good_state(tmp_path: Path) -> None:
    """The same on a file system without room (a small tmpfs, where one may be mounted)."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)], capture_output=True, check=False
    )
    if mounted.returncode:
        pytest.skip("no right to mount a small file system here")
    try:
        path = disk / "t.journal"
        with Journal.open(path) as journal:
            table = Table(COUNTING, journal)
            table.new("counting", TWO, {"rounds": "100000"})
            (disk / "ballast").write_bytes(b"x" * 120_000)
            assert until_refused(table).code == JournalFullError.code
            (disk / "ballast").unlink()
            assert table.submit(Corrected("Ana", "points", 5)).ok
            end = facts(table.snapshot)
        snapshot, notices = resumed(path)
        assert notices == ()
        assert facts(snapshot) == end
    finally:
        subprocess.run(["umount", str(disk)], check=True)


# --- other rules ---------------------------------------------------------------------------------------------------


class Doubling(Counting):
    """The counting game after a change of its rules: other prompts after the bids."""

    def prompts(self, state: State) -> tuple[Any, ...]:
        return (*super().prompts(state), *((Pick("Ana", "swap", optional=True),) if state.seats[0].laid else ()))


class Strict(Counting):
    """The counting game after a change of its rules: kings are out."""

    def check(self, state: State, action: Any) -> None:
        if isinstance(action, Touched) and action.card.face == "KH":
            raise IllegalAction("no-kings")
        super().check(state, action)

    def apply(self, state: State, action: Any) -> Step[State]:
        if isinstance(action, Touched) and action.card.face == "KH":
            raise AssertionError(action)
        return super().apply(state, action)


def test_changed_rules_are_told_with_the_first_entry_that_differs(journal_path: Path) -> None:
    """A last step that comes out otherwise is traced to where it began, and the game goes on."""
    filled(journal_path)
    snapshot, notices = resumed(journal_path, {"counting": Doubling()})
    assert [(notice.code, notice.params) for notice in notices] == [("rules-changed", {"entry": 3})]
    assert snapshot.entries == len(DEEDS)


def test_an_entry_that_became_impossible_ends_the_game_before_it(journal_path: Path) -> None:
    """The last good state is before it; the rest is set aside, told once, and play goes on from there."""
    filled(journal_path)
    snapshot, notices = resumed(journal_path, {"counting": Strict()})
    assert [(notice.code, notice.params) for notice in notices] == [
        ("rules-changed", {"entry": 4}),
        ("journal-cut", {"entry": 4, "lost": 2}),
    ]
    assert snapshot.entries == 3
    with Journal.open(journal_path) as journal:
        table = Table({"counting": Strict()}, journal)
        assert table.resume().notices == ()
        assert table.submit(Touched(Card("Ana/9H"))).ok
    assert resumed(journal_path, {"counting": Strict()})[0].entries == 4


def test_a_game_that_is_no_longer_there_is_named(journal_path: Path) -> None:
    """A journal of a game this version does not have is left as it is."""
    filled(journal_path)
    snapshot, notices = resumed(journal_path, {})
    assert snapshot is None
    assert (notices[0].code, notices[0].params["game"]) == ("cannot-resume", "counting")
    assert resumed(journal_path)[0].entries == len(DEEDS)


# --- size ----------------------------------------------------------------------------------------------------------


def test_old_games_move_to_a_bounded_archive(journal_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The journal keeps the newest games, the archive so many before them, and neither grows for ever."""
    monkeypatch.setattr(journal_module, "KEEP", 3)
    monkeypatch.setattr(journal_module, "ARCHIVED", 4)
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        for _ in range(12):
            table.new("counting", TWO)
            table.submit(DEEDS[0])
        assert journal.games() == (10, 11, 12)
        end = facts(table.snapshot)
    base = sqlite3.connect(f"{journal_path}.archive")
    assert [row[0] for row in base.execute("SELECT id FROM game ORDER BY id")] == [6, 7, 8, 9]
    assert base.execute("SELECT count(*) FROM entry").fetchone()[0] == 4
    base.close()
    assert facts(resumed(journal_path)[0]) == end


def test_a_damaged_archive_is_set_aside(journal_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """An archive that is no database stops nothing: it is set aside and the next new game begins another."""
    monkeypatch.setattr(journal_module, "KEEP", 1)
    Path(f"{journal_path}.archive").write_bytes(b"nonsense" * 1000)
    with Journal.open(journal_path) as journal:
        table = Table(COUNTING, journal)
        for _ in range(3):
            assert table.new("counting", TWO).ok
        assert journal.games() == (3,)
    assert Path(f"{journal_path}.archive.damaged-1").read_bytes() == b"nonsense" * 1000


def test_errors_are_also_the_builtin_a_caller_expects() -> None:
    """Who knows only builtins catches the journal's errors as OSError, a read-only one as PermissionError."""
    assert issubclass(JournalError, OSError)
    assert issubclass(JournalReadOnlyError, PermissionError)
    assert JournalDamagedError(entry=3).refusal().params == {"entry": 3}
    assert len({one.code for one in (JournalLockedError, JournalFullError, JournalNewerError, JournalOlderError)}) == 4


def test_players_of_support_are_used(journal_path: Path, games: Any, name: str) -> None:
    """Every game can be begun, saved and resumed with nothing played yet."""
    with Journal.open(journal_path) as journal:
        table = Table(games, journal)
        assert table.new(name, players(games[name], random.Random(1))).ok
        start = facts(table.snapshot)
    snapshot, notices = resumed(journal_path, games)
    assert notices == ()
    assert facts(snapshot) == start
