"""Starting on whatever lies there: a journal, card file, settings or people that are torn, flipped, full, read-only, newer, older,
foreign or in use end in a clear message with its code and the last good state, and the next start is no worse than the first."""

from __future__ import annotations

import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from scripted import Script, resumed
from talking import PATIENCE, ROOT, Talking

from companion import settings
from companion.settings import SettingsError
from companion.wiring.desk import Desk, real
from ui.facade import SignalGiven

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="rights, limits and signals of POSIX")


def played(path: Path, most: int = 60) -> Script:
    """A journal with a game in it, made by the real process."""
    script = Script("casinoya-poker", 1, most=most)
    process = Talking("--journal", str(path))
    process.reply()
    for expected in script.lines:
        assert process.say(expected.line)[-1] == {"ready": expected.entries}
    assert process.end() == 0
    return script


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Script]:
    path = tmp_path_factory.mktemp("good") / "journal.db"
    return path, played(path)


def start(path: Path, **more: Any) -> tuple[int, list[dict[str, Any]], str]:
    """Start it on a journal, ask for the state, end; status, lines, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "headless", "--journal", str(path)],
        input=b"state\n", capture_output=True, timeout=PATIENCE, check=False, cwd=ROOT, **more,
    )  # fmt: skip
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def flipped(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0x40]) + data[at + 1 :]


DAMAGE: dict[str, Callable[[bytes], bytes]] = {
    "a flipped bit in an entry": lambda data: flipped(data, data.rindex(b'"exchange"') + 3),
    "a flipped bit in the header of the file": lambda data: flipped(data, 18),
    "a flipped bit in the list of tables": lambda data: flipped(data, 700),
    "torn in the middle": lambda data: data[: len(data) // 2],
    "torn to a stump": lambda data: data[:90],
    "its second half zeros": lambda data: data[: len(data) // 2] + bytes(len(data) - len(data) // 2),
    "all zeros": lambda data: bytes(len(data)),
    "empty": lambda _data: b"",
}


@pytest.mark.parametrize("damage", list(DAMAGE))
def test_a_damaged_journal_is_told_once_and_played_on(
    damage: str, journal: tuple[Path, Script], tmp_path: Path
) -> None:
    """It starts, tells `journal-damaged` if anything is lost, stands at a moment that was, and the second start is quiet."""
    good, script = journal
    path = tmp_path / "journal.db"
    path.write_bytes(DAMAGE[damage](good.read_bytes()))
    status, lines, errors = start(path)
    assert (status, "Traceback" in errors) == (0, False), errors
    state = next(line["state"] for line in lines if "state" in line)
    ready = lines[-1]["ready"]
    if ready < script.lines[-1].entries:
        assert damage == "empty" or {line["error"] for line in lines if "error" in line} <= {"journal-damaged"}
        assert damage == "empty" or any("error" in line and line["text"] for line in lines)
    moments = {one.entries: one.report for one in script.lines}
    assert state == (moments[ready] if state["game"] is not None else {"game": None})
    again = start(path)
    assert again[0] == 0
    assert not [line for line in again[1] if "error" in line]
    assert again[1][-1] == {"ready": ready}


@pytest.mark.parametrize("version", [0, 2, 99])
def test_a_journal_of_another_version_is_told_and_left_alone(
    version: int, journal: tuple[Path, Script], tmp_path: Path
) -> None:
    """Newer or older: status 2, one line with the code and both versions, the file as it was, any number of times."""
    path = tmp_path / "journal.db"
    shutil.copyfile(journal[0], path)
    base = sqlite3.connect(path)
    base.execute(f"PRAGMA user_version = {version}")
    base.commit()
    base.close()
    before = path.read_bytes()
    for _ in range(2):
        status, lines, errors = start(path)
        assert (status, lines) == (2, [])
        assert f"[journal-{'older' if version == 0 else 'newer'}]" in errors
        assert len(errors.splitlines()) == 1
        assert path.read_bytes() == before


@pytest.mark.parametrize("content", [b"hello", b"\x7fELF" + bytes(4000), b"SQLite format 3\0" + bytes(4000)])
def test_a_foreign_file_is_told_and_left_alone(content: bytes, tmp_path: Path) -> None:
    """A file that is no journal is never taken for one."""
    path = tmp_path / "journal.db"
    path.write_bytes(content)
    status, lines, errors = start(path)
    assert (status, lines) == (2, [])
    assert "[journal-foreign]" in errors
    assert path.read_bytes() == content


def test_two_processes_on_one_journal(tmp_path: Path) -> None:
    """The second says so with its code and ends; the first goes on; after it the second may."""
    path = tmp_path / "journal.db"
    first = Talking("--journal", str(path))
    first.reply()
    first.say("new cassino Ana Bruno")
    for _ in range(2):
        status, lines, errors = start(path)
        assert (status, lines) == (2, [])
        assert "[journal-locked]" in errors
    assert first.say("touch KS")[-1] == {"ready": 1}
    first.kill()
    assert start(path)[1][-1] == {"ready": 1}


AS_NOBODY = """
import os, sys
from companion.cli import main
from companion.words import error_text
error_text("journal-read-only", {"file": "", "detail": ""})  # what is loaded late is loaded now: nobody may not read root's Python
main(["headless", "--journal", sys.argv[1]])
os.setgroups([]), os.setgid(65534), os.setuid(65534)
print("--")
sys.exit(main(["headless", "--journal", sys.argv[2]]))
"""


@pytest.mark.skipif(
    hasattr(os, "geteuid") and os.geteuid() != 0, reason="only root can become somebody without the right to write"
)
def test_a_read_only_journal_is_told(journal: tuple[Path, Script], tmp_path: Path) -> None:
    """Without the right to write: status 2, the code, nothing changed."""
    folder = Path(tempfile.mkdtemp(prefix="companion-abuse-"))
    try:
        folder.chmod(0o755)
        path = folder / "journal.db"
        shutil.copyfile(journal[0], path)
        path.chmod(0o444)
        before = path.read_bytes()
        done = subprocess.run(
            [sys.executable, "-c", AS_NOBODY, str(tmp_path / "scratch.db"), str(path)],
            stdin=subprocess.DEVNULL, capture_output=True, timeout=PATIENCE, check=False, cwd=ROOT,
        )  # fmt: skip
        assert done.returncode == 2, done.stderr
        assert done.stdout.partition(b"--\n")[2] == b""
        assert b"[journal-read-only]" in done.stderr
        assert b"Traceback" not in done.stderr
        assert path.read_bytes() == before
        assert [one.name for one in folder.iterdir()] == ["journal.db"]
    finally:
        shutil.rmtree(folder)


def test_no_room_for_more_keeps_the_last_good_state(tmp_path: Path) -> None:
    """Where a file may grow no further a change is refused with its code, the state stays, and everything acknowledged is kept."""
    path = tmp_path / "journal.db"
    process = Talking("--journal", str(path))
    process.reply()
    process.say("new casinoya-poker Ana Bruno")
    now = path.with_name("journal.db-wal").stat().st_size
    resource.prlimit(process.process.pid, resource.RLIMIT_FSIZE, (now + 40_000, now + 40_000))
    ready, refusal = 0, None
    for hp in range(1, 2000):
        reply = process.say(f"correct Ana hp {hp % 20 + 1}")
        if "error" in reply[0]:
            refusal = reply[0]
            break
        ready = reply[-1]["ready"]
    assert refusal is not None
    assert refusal["error"] in {"journal-disk-full", "journal-fault"}
    assert refusal["text"]
    state = process.say("state")
    assert state[-1] == {"ready": ready}
    assert process.say("undo")[-1] in ({"ready": ready}, {"ready": ready + 1})
    rest = process.say("state")
    process.kill()
    shot, notices = resumed(path)
    assert shot is not None
    assert not set(notices) - {"journal-torn"}
    assert shot.entries == rest[-1]["ready"]


# --- the table with a screen -------------------------------------------------------------------------------------------------


@pytest.fixture
def table(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[], tuple[Desk, list[str]]]]:
    """Starts a real table (without devices) on a data folder; what it tells a screen."""
    monkeypatch.setenv("STATE_DIRECTORY", str(tmp_path / "data"))
    monkeypatch.setattr(settings, "SYSTEM", tmp_path / "companion.toml")
    monkeypatch.setattr(settings, "user_file", lambda: tmp_path / "none.toml")
    running: list[Desk] = []

    def begin() -> tuple[Desk, list[str]]:
        faults: list[SettingsError] = []
        desk = real(settings.load(faults=faults), [])
        running.append(desk)
        for fault in faults:
            desk.front.say_trouble(str(fault))
        told: list[str] = []
        desk.front.subscribe(
            lambda notice: told.append(notice.code or notice.text) if isinstance(notice, SignalGiven) else None
        )
        return desk, told

    yield begin
    for desk in running:
        desk.front.close()


def newer(path: Path) -> None:
    base = sqlite3.connect(path)
    base.execute("PRAGMA user_version = 99")
    base.commit()
    base.close()


def test_a_kiosk_on_a_read_only_journal_shows_the_last_good_state(
    table: Callable[[], tuple[Desk, list[str]]],
    journal: tuple[Path, Script],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The game stands as it was left and can be played on, the screen says that nothing is kept, and the file is untouched."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "journal.db"
    shutil.copyfile(journal[0], path)
    before, access = path.read_bytes(), os.access
    monkeypatch.setattr(
        os, "access", lambda one, mode, **more: tmp_path not in Path(one).parents and access(one, mode, **more)
    )
    for _ in range(2):  # started again and again it is the same
        desk, told = table()
        assert told == ["journal-read-only"]
        assert "cannot be written" in desk.front.doctor()[0]
        assert desk.front.snapshot is not None
        assert desk.front.snapshot.entries == journal[1].lines[-1].entries
        desk.front.undo()
        desk.front.close()
    assert path.read_bytes() == before


@pytest.mark.parametrize("ruin", ["newer", "foreign", "folder"])
def test_a_kiosk_whose_journal_cannot_be_used_comes_up_all_the_same(
    ruin: str, table: Callable[[], tuple[Desk, list[str]]], journal: tuple[Path, Script], tmp_path: Path
) -> None:
    """It plays without keeping and says why; what lies there stays."""
    (tmp_path / "data").mkdir()
    path = tmp_path / "data" / "journal.db"
    if ruin == "folder":
        path.mkdir()
    else:
        shutil.copyfile(journal[0], path)
        if ruin == "newer":
            newer(path)
        else:
            path.write_bytes(b"a letter to grandmother")
    desk, told = table()
    assert told == [{"newer": "journal-newer"}.get(ruin, "journal-foreign")]
    assert desk.front.snapshot is None
    assert desk.front.doctor()[0]


@pytest.mark.parametrize(
    "text", ["[", "[screen]\nvolume = 'loud'\n", "nonsense = 1\n", "[" * 5000, "\x00", "a = " + "[" * 5000]
)
def test_a_kiosk_comes_up_on_any_settings(
    text: str, table: Callable[[], tuple[Desk, list[str]]], tmp_path: Path
) -> None:
    """Settings that cannot be used are left out and told, those of the system and those of the screen."""
    (tmp_path / "data").mkdir()
    for path in (tmp_path / "companion.toml", tmp_path / "data" / settings.SCREEN_FILE):
        path.write_text(text)
    desk, told = table()
    assert len(told) == 2
    assert all(path in sentence for path, sentence in zip(("companion.toml", "screen.toml"), told, strict=True))
    desk.front.change_setting("volume", "11")
    assert "volume = 11" in (tmp_path / "data" / settings.SCREEN_FILE).read_text()


def test_a_kiosk_comes_up_on_a_ruined_card_file_and_people(
    table: Callable[[], tuple[Desk, list[str]]], tmp_path: Path
) -> None:
    """A card file that is none is set aside and told; a folder in its place, too; people that cannot be read are forgotten."""
    data = tmp_path / "data"
    data.mkdir()
    (data / "cards.toml").write_bytes(b"\xff\xfe")
    (data / "people.json").write_bytes(b"{" * 100)
    desk, told = table()
    assert told == ["cards-damaged"]
    desk.front.close()
    (data / "cards.toml").unlink(missing_ok=True)
    (data / "cards.toml").mkdir()
    _, told = table()
    assert told == ["cards-fault"]
