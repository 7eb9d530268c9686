"""The real process `companion headless`: streams, journal, card files and readers on a pty."""

from __future__ import annotations

import contextlib
import json
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.tags import Ntag213
from hardware.simulation.transports import PtyServer

PATIENCE = 20.0
ROOT = Path(__file__).parents[1]


class Process:
    """A running `companion headless`; a thread reads its lines, so that no test can hang on it."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion", "headless", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=ROOT,
        )
        self._lines: queue.Queue[dict[str, Any] | None] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(json.loads(line))
        self._lines.put(None)

    def line(self) -> dict[str, Any] | None:
        return self._lines.get(timeout=PATIENCE)

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> list[dict[str, Any]]:
        """Lines up to the first that is wanted."""
        lines = []
        while True:
            line = self.line()
            assert line is not None, f"it ended: {lines}"
            lines.append(line)
            if wanted(line):
                return lines

    def reply(self) -> list[dict[str, Any]]:
        return self.until(lambda line: "ready" in line)

    def send(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def say(self, line: str) -> list[dict[str, Any]]:
        self.send(line.encode() + b"\n")
        return self.reply()

    def end(self) -> int:
        assert self.process.stdin is not None
        with contextlib.suppress(BrokenPipeError):
            self.process.stdin.close()
        return self.process.wait(PATIENCE)


@pytest.fixture
def start() -> Iterator[Callable[..., Process]]:
    """Starts processes that are gone after the test."""
    running: list[Process] = []

    def begin(*arguments: str) -> Process:
        running.append(Process(*arguments))
        return running[-1]

    yield begin
    for one in running:
        if one.process.poll() is None:
            one.process.kill()
        one.process.wait(PATIENCE)
        for stream in (one.process.stdin, one.process.stdout, one.process.stderr):
            if stream is not None:
                with contextlib.suppress(BrokenPipeError):
                    stream.close()


def run(lines: bytes, *arguments: str) -> tuple[int, list[dict[str, Any]], str]:
    """Feed all lines at once; exit status, lines out, standard error."""
    done = subprocess.run(
        [sys.executable, "-m", "companion", "headless", *arguments],
        input=lines, capture_output=True, timeout=PATIENCE, check=False, cwd=ROOT,
    )  # fmt: skip
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()], done.stderr.decode()


def readies(lines: Sequence[dict[str, Any]]) -> list[int]:
    return [line["ready"] for line in lines if "ready" in line]


def test_it_greets_answers_each_line_and_ends_with_its_input() -> None:
    """One reply for the greeting and one a line, the last line without a line end too; exit status 0."""
    status, lines, errors = run(b"new casinoya-poker Ana Bruno\n\n# comment\nnumber Ana exchange 2")
    assert (status, errors) == (0, "")
    assert lines[0]["hello"] == "companion"
    assert readies(lines) == [0, 0, 0, 0, 1]


def test_quit_ends_it_and_what_follows_is_not_done() -> None:
    """After `quit` nothing more is answered."""
    status, lines, _ = run(b"new casinoya-poker Ana Bruno\nquit\n" + b"number Ana exchange 2\n" * 200)
    assert status == 0
    assert readies(lines) == [0, 0, 0]


def test_quit_ends_it_while_its_input_stays_open(start: Callable[..., Process]) -> None:
    """It does not wait for the end of input after `quit`."""
    process = start()
    process.reply()
    assert process.say("quit") == [{"ready": 0}]
    assert process.process.wait(PATIENCE) == 0


def test_nothing_that_is_written_to_it_ends_it() -> None:
    """Ten megabytes in a line, NUL, bytes that are no UTF-8, open quotes: one reply each, then business as usual."""
    evil = [
        b"x" * 10_000_000,
        b"\0\0\0",
        b"\xff\xfe\xfd",
        b"touch '",
        b"\x1b[2J\r\r",
        "touch \u2028".encode(),
        b"pick " * 9000,
    ]
    status, lines, errors = run(b"\n".join([b"new casinoya-poker Ana Bruno", *evil, b"number Ana exchange 2"]) + b"\n")
    assert (status, errors) == (0, "")
    assert readies(lines) == [0] * 9 + [1]
    assert sum("error" in line for line in lines) == len(evil)


@pytest.mark.parametrize(
    "arguments",
    [
        ["--nonsense"],
        ["--reader", "/dev/null=laser"],
        ["--reader", "=pn532"],
        ["--reader", "/dev/a", "--reader", "/dev/a=pod"],
        ["--cards", "/nowhere/cards.toml"],
        ["--journal", "/nowhere/journal.db"],
        ["--journal"],
        ["extra"],
    ],
)  # fmt: skip
def test_a_bad_option_ends_it_with_status_2(arguments: list[str]) -> None:
    """A bad command-line option is told in a line on standard error, before anything is printed."""
    status, lines, errors = run(b"", *arguments)
    assert status == 2
    assert lines == []
    assert errors.strip()
    assert "Traceback" not in errors


def test_a_card_file_that_is_wrong_ends_it_with_line_and_reason(tmp_path: Path) -> None:
    """The card file's fault is named with its line."""
    file = tmp_path / "cards.toml"
    file.write_text('[Ana]\n"04A1B2C3D4E5F6" = "KX"\n')
    status, _, errors = run(b"", "--cards", str(file))
    assert status == 2
    assert "line 2" in errors
    assert "KX" in errors


def test_it_touches_no_hardware_and_loads_no_screen() -> None:
    """Without --reader neither Kivy nor nfcpy, pyserial or gpiozero is loaded."""
    code = (
        "import sys, io; sys.stdin = io.TextIOWrapper(io.BytesIO(b'new cassino Ana Bruno\\ngames\\n'));"
        "from companion.cli import main; status = main(['headless']);"
        "bad = {'kivy', 'nfc', 'serial', 'gpiozero', 'usb1', 'hardware', 'ui'} & {name.partition('.')[0] for name in sys.modules};"
        "sys.exit(f'loaded: {bad}' if bad else status)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, timeout=PATIENCE, check=False, cwd=ROOT)
    assert done.returncode == 0, done.stderr.decode()[-500:]


def test_the_last_game_of_a_journal_is_resumed(tmp_path: Path) -> None:
    """Started again the game stands where it stood, the prompts are in the greeting, and undo goes on."""
    journal = str(tmp_path / "journal.db")
    run(
        b"new cassino Ana Bruno\nnew casinoya-poker Ana Bruno hp=7\nnumber Ana exchange 2\nundo\nnumber Ana exchange 3\n",
        "--journal",
        journal,
    )
    _, lines, _ = run(b"state\nundo\n", "--journal", journal)
    assert [next(iter(line)) for line in lines[:3]] == ["hello", "prompt", "ready"]
    assert readies(lines) == [3, 3, 4]
    assert lines[1]["seat"] == "Bruno"
    state = next(line["state"] for line in lines if "state" in line)
    assert [player["hp"] for player in state["players"]] == [7, 7]


def test_a_finished_game_is_resumed_at_its_end(tmp_path: Path) -> None:
    """The outcome is in the greeting, and undo works."""
    journal = str(tmp_path / "journal.db")
    script = (
        "new casinoya-poker Ana Bruno hp=1\nnumber Ana exchange 0\nnumber Bruno exchange 0\n"
        "touch Ana/KS Ana/KH Ana/KC Ana/4C Ana/4D Bruno/9S Bruno/9D Bruno/3H Bruno/3S Bruno/QC\npick table next\n"
    )
    run(script.encode(), "--journal", journal)
    _, lines, _ = run(b"undo\n", "--journal", journal)
    assert [next(iter(line)) for line in lines[:3]] == ["hello", "outcome", "ready"]
    assert lines[1]["winners"] == ["Ana"]
    assert lines[-2]["purpose"] == "next"


def test_killed_at_any_moment_no_acknowledged_action_is_lost(tmp_path: Path, start: Callable[..., Process]) -> None:
    """What was answered before SIGKILL is there afterwards."""
    journal = str(tmp_path / "journal.db")
    process = start("--journal", journal)
    process.reply()
    process.say("new casinoya-poker Ana Bruno")
    process.say("number Ana exchange 2")
    process.say("number Bruno exchange 0")
    assert process.say("touch Ana/KS Ana/KH")[-1] == {"ready": 4}
    process.send(b"touch Ana/KC\n")
    process.process.send_signal(signal.SIGKILL)
    process.process.wait(PATIENCE)
    _, lines, _ = run(b"state\n", "--journal", journal)
    assert readies(lines)[0] in {4, 5}
    state = next(line["state"] for line in lines if "state" in line)
    assert state["players"][0]["hand_cards"][:2] == ["Ana/KS", "Ana/KH"]


def test_two_processes_cannot_have_one_journal(tmp_path: Path, start: Callable[..., Process]) -> None:
    """The second one says so and ends; the first goes on."""
    journal = str(tmp_path / "journal.db")
    first = start("--journal", journal)
    first.reply()
    first.say("new cassino Ana Bruno")
    status, _, errors = run(b"", "--journal", journal)
    assert status == 2
    assert "another program" in errors
    assert first.say("touch KS")[-1] == {"ready": 1}


def test_it_survives_that_nobody_reads_any_more(start: Callable[..., Process]) -> None:
    """A closed standard output ends it quietly."""
    process = start()
    process.reply()
    assert process.process.stdout is not None
    done = subprocess.run(
        f"yes state | {sys.executable} -m companion headless | head -c 100 > {os.devnull}",
        shell=True, timeout=PATIENCE, check=False, cwd=ROOT, capture_output=True,
    )  # fmt: skip
    assert b"Traceback" not in done.stderr
    assert process.end() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGTERM")
def test_told_to_end_it_ends_in_order(tmp_path: Path, start: Callable[..., Process]) -> None:
    """SIGTERM ends it with status 0, and the journal is whole."""
    journal = str(tmp_path / "journal.db")
    process = start("--journal", journal)
    process.reply()
    process.say("new casinoya-poker Ana Bruno")
    process.process.terminate()
    assert process.process.wait(PATIENCE) == 0
    assert readies(run(b"", "--journal", journal)[1]) == [0]


# --- readers -----------------------------------------------------------------------------------------------------------


@pytest.fixture
def chip() -> SimulatedPN532:
    return SimulatedPN532()


def card_file(path: Path) -> str:
    file = path / "cards.toml"
    faces = ["KS", "KH", "KC", "4C", "4D"]
    lines = [f'"04A1B2C3D4E5{number:02X}" = "{face}"' for number, face in enumerate(faces)]
    file.write_text("[Ana]\n" + "\n".join(lines) + "\n")
    return str(file)


def wait_for(ready: Callable[[], bool]) -> None:
    """Until something is so on the simulated side."""
    give_up = time.monotonic() + PATIENCE
    event = threading.Event()
    while not ready():
        assert time.monotonic() < give_up
        event.wait(0.01)


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is needed to stand in for a serial port")
def test_a_card_on_a_reader_is_a_touch(tmp_path: Path, chip: SimulatedPN532, start: Callable[..., Process]) -> None:
    """A tag on a PN532 behind a serial port is named by the card file, submitted, and told with the reader's name."""
    with PtyServer(chip) as server:
        process = start("--cards", card_file(tmp_path), "--reader", f"{server.path}=pn532")
        process.reply()
        process.until(lambda line: line.get("status") == "ready" and line.get("reader") == server.path)
        process.say("new casinoya-poker Ana Bruno")
        process.say("number Ana exchange 0")
        process.say("number Bruno exchange 0")
        chip.place(Ntag213("04A1B2C3D4E500"))
        reply = process.reply()
        assert reply[0] == {"touch": "Ana/KS", "reader": server.path}
        assert reply[1]["event"] == "CardScanned"
        assert reply[-1] == {"ready": 3}
        chip.lift()
        chip.place(Ntag213("04DEADBEEF0001"))
        stranger = process.until(lambda line: line.get("status") == "unknown-tag")[-1]
        assert stranger["uid"] == "04DEADBEEF0001"
        chip.lift()
        chip.place(Ntag213("04A1B2C3D4E500"))
        reply = process.until(lambda line: "ready" in line)
        assert reply[0]["touch"] == "Ana/KS"
        assert reply[1]["error"] == "card-in-hand"
        assert reply[-1] == {"ready": 3}
        assert process.say("state")[0]["state"]["players"][0]["hand_cards"] == ["Ana/KS"]
        assert process.end() == 0


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is needed to stand in for a serial port")
def test_a_reader_at_a_seat_takes_no_cards_of_another(
    tmp_path: Path, chip: SimulatedPN532, start: Callable[..., Process]
) -> None:
    """`@SEAT` binds a reader; the card of another player there is refused and nothing changes."""
    with PtyServer(chip) as server:
        process = start("--cards", card_file(tmp_path), "--reader", f"{server.path}@Bruno")
        process.reply()
        process.until(lambda line: line.get("status") == "ready" and "reader" in line)
        for line in ("new casinoya-poker Ana Bruno", "number Ana exchange 0", "number Bruno exchange 0"):
            process.say(line)
        chip.place(Ntag213("04A1B2C3D4E500"))
        reply = process.reply()
        assert reply[0]["touch"] == "Ana/KS"
        assert reply[1]["error"] == "wrong-seat"
        assert reply[1]["text"]
        assert reply[-1] == {"ready": 2}


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is needed to stand in for a serial port")
def test_a_reader_that_is_lost_is_told_and_the_game_goes_on(
    tmp_path: Path, chip: SimulatedPN532, start: Callable[..., Process]
) -> None:
    """Unplugged: a line says so, lines of text are answered as before; plugged in again it is ready again."""
    link = str(tmp_path / "reader")
    with PtyServer(chip, link=link) as server:
        process = start("--cards", card_file(tmp_path), "--reader", link)
        process.reply()
        process.until(lambda line: line.get("status") == "ready" and "reader" in line)
        server.unplug()
        lost = process.until(lambda line: line.get("status") == "lost")[-1]
        assert lost["reader"] == link
        assert process.say("new casinoya-poker Ana Bruno")[-1] == {"ready": 0}
        server.plug()
        process.until(lambda line: line.get("status") == "ready" and "reader" in line)


def test_a_reader_that_is_not_there_is_told(start: Callable[..., Process]) -> None:
    """A port that does not exist is a line of trouble with its code, never the end."""
    process = start("--reader", "/dev/does-not-exist")
    process.reply()
    lost = process.until(lambda line: line.get("status") == "lost")[-1]
    assert lost["code"]
    assert lost["detail"]
    assert process.say("games")[-1] == {"ready": 0}
    assert process.end() == 0
