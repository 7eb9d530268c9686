"""The order of a start: the journal, the screen as it is, then the devices, whose drivers are loaded beside it; readiness last."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hearing import PATIENCE, Heard  # of tests/support

from companion import settings, words
from companion.devices import Devices, ReaderSpec
from companion.live.cards import Cards
from companion.live.errors import JournalLockedError
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.router import Router
from companion.live.table import Table
from companion.rules.game import Player
from companion.rules.games import GAMES
from companion.wiring.desk import Desk, real
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.tags import Ntag213
from hardware.simulation.transports import PtyServer
from ui.desk import Desk as ScreenDesk
from ui.view.model import HomeView

ROOT = Path(__file__).parents[1]
UID = "04A0B1C2D3E4F5"

needs_terminals = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")

DRIVERS = (
    "nfc",
    "gpiozero",
    "serial",
    "usb1",
    "hardware.reader",
    "hardware.pod",
    "hardware.lights",
    "hardware.simulation",
)
GAME_RULES = ("companion.rules.casinoya", "companion.rules.cassino", "companion.rules.casino_war", "companion.robots")

SHOWN = """
import json, sys, threading
from companion import settings
from companion.devices import ReaderSpec
from companion.wiring.desk import real
from ui import app

def loaded():
    return sorted(sys.modules)

desk = real(settings.load([], [f"files.data={sys.argv[1]}", "screen.hints=off"]), [ReaderSpec("/dev/none-such", "pn532", "Ana")])
app.configure(app.PANELS["none"], simulator=False)
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
frames, facts = [], {}

def flipped(*_):
    frames.append(glReadPixels(0, 0, 800, 480, GL_RGBA, GL_UNSIGNED_BYTE))

Window.bind(on_flip=flipped)

def opened():
    desk.open()
    facts["opened"] = loaded()
    app.stop()

def again(*_):
    facts["same"] = frames[0] == frames[-1] and len(frames) > 1
    facts["colours"] = len(set(zip(*[iter(frames[0])] * 4)))
    threading.Thread(target=opened).start()

def shown():
    facts["frames"], facts["shown"] = len(frames), loaded()
    facts["readers"] = [(one.name, one.state, one.seat) for one in desk.front.readers()]
    facts["threads"] = sorted(one.name for one in threading.enumerate())
    Window.canvas.ask_update()
    Clock.schedule_once(again, 0.3)

app.run(desk.front, display=app.PANELS["none"], started=shown)
print(json.dumps(facts))
"""


def clean_environment(**more: str) -> dict[str, str]:
    """Without what the tests of the screen, a desktop or systemd have put there."""
    names = ("KIVY", "SDL", "NOTIFY", "WATCHDOG", "STATE_DIRECTORY")
    return {name: value for name, value in os.environ.items() if not name.startswith(names)} | more


def parts(loaded: list[str], names: tuple[str, ...]) -> list[str]:
    """Which of these packages and modules are loaded."""
    return [name for name in names if any(one == name or one.startswith(f"{name}.") for one in loaded)]


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """What a real table's process has loaded when its first frame stands, and what after its devices are opened."""
    done = subprocess.run(
        [sys.executable, "-c", SHOWN, str(tmp_path_factory.mktemp("start"))], cwd=ROOT, env=clean_environment(),
        capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    facts: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return facts


def test_the_first_frame_is_shown_before_any_driver_is_loaded(shown: dict[str, Any]) -> None:
    """Drivers, the rules of the games and their robots cost nobody the first frame; the reader's driver is there afterwards."""
    assert shown["frames"] == 1
    assert parts(shown["shown"], DRIVERS + GAME_RULES) == []
    assert parts(shown["opened"], ("hardware.reader",)) == ["hardware.reader"]
    assert not [one for one in shown["threads"] if one.startswith("reader ")]


def test_the_first_frame_is_the_home_screen_as_it_stays(shown: dict[str, Any]) -> None:
    """No splash: drawn once more before anything is opened it is the same to the pixel, with its reader told as starting."""
    assert shown["same"]
    assert shown["colours"] > 20
    assert shown["readers"] == [["/dev/none-such", "starting", "Ana"]]


SIMULATED = """
import sys, threading
from companion.cli import main
from ui import app

opened = []

def watch():
    pause = threading.Event()
    while "hardware.nfc" not in sys.modules or "gpiozero" not in sys.modules:
        pause.wait(0.02)
    opened.append(True)
    app.stop()

run = app.run

def watched(facade, **keywords):
    assert "gpiozero" not in sys.modules
    threading.Thread(target=watch, daemon=True).start()
    return run(facade, **keywords)

app.run = watched
print(main(["simulate", "--seed", "1"]), opened)
"""


def test_the_simulated_table_opens_its_devices_once_it_is_shown(tmp_path: Path) -> None:
    """`companion simulate` runs the real drivers on the simulated chip, and loads them behind its first frame."""
    done = subprocess.run(
        [sys.executable, "-c", SIMULATED], cwd=ROOT, capture_output=True, text=True, timeout=60, check=False,
        env=clean_environment(SDL_VIDEODRIVER="offscreen", SDL_AUDIODRIVER="dummy", HOME=str(tmp_path), XDG_DATA_HOME=str(tmp_path)),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines()[-1] == "0 [True]"


# --- without a screen ----------------------------------------------------------------------------------------------------------


def loaded_by(*arguments: str, lines: str = "") -> list[str]:
    """The modules that a process loaded to run this command to the end of these lines, beyond what Python itself starts with.

    (An editable installation's hook loads `pathlib` before any program begins.)
    """
    code = (
        "import json, sys\nbefore = set(sys.modules)\nfrom companion.cli import main\nstatus = main(sys.argv[1:])\n"
        "print(json.dumps(sorted(set(sys.modules) - before)))\nsys.exit(status)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], cwd=ROOT, env=clean_environment(), input=lines,
        capture_output=True, text=True, timeout=60, check=True,
    )  # fmt: skip
    loaded: list[str] = json.loads(done.stdout.splitlines()[-1])
    return loaded


def test_headless_loads_only_what_it_needs_until_it_is_ready() -> None:
    """Without journal, cards, readers and game: no database, no drivers, no screen, no rules, no sentences, no other command."""
    spared = (
        *DRIVERS, *GAME_RULES, "kivy", "ui", "hardware", "sqlite3", "hashlib", "tomllib", "logging", "random", "pathlib",
        "importlib.resources", "companion.live.journal", "companion.settings", "companion.words", "companion.commands",
        "companion.arguments.screen", "companion.devices",
    )  # fmt: skip
    assert parts(loaded_by("headless"), spared) == []


def test_headless_loads_the_rules_of_the_game_that_is_played_and_no_other() -> None:
    """A game of Casino War brings its own rules, and nothing of CasiNoya's or Cassino's."""
    loaded = loaded_by("headless", lines="new casino-war Ana\n")
    assert parts(loaded, GAME_RULES) == ["companion.rules.casino_war"]


def test_a_journal_brings_the_database_and_no_driver(tmp_path: Path) -> None:
    """With `--journal` the table keeps its games, and still needs no device's driver."""
    loaded = loaded_by("headless", "--journal", str(tmp_path / "journal.db"))
    assert parts(loaded, (*DRIVERS, "sqlite3")) == ["sqlite3"]


# --- in this process -----------------------------------------------------------------------------------------------------------


class Listening(Heard):
    """A real desk on a folder, not yet opened, and what it tells."""

    def __init__(self, folder: Path, *specs: ReaderSpec) -> None:
        super().__init__()
        loaded = settings.load([], [f"files.data={folder}"], overrides=folder / "screen.toml")
        self.desk: Desk = real(loaded, specs)
        self.desk.front.subscribe(self.hear)

    def home(self) -> HomeView:
        """The home screen as it is now."""
        screen = ScreenDesk(self.desk.front, lambda: None, lambda seconds, do: None)
        screen.screen = "home"
        view = screen.view()
        assert isinstance(view, HomeView)
        return view


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Callable[..., Listening]]:
    """Begins real tables on one folder and closes them."""
    running: list[Listening] = []

    def begin(*specs: ReaderSpec) -> Listening:
        running.append(Listening(tmp_path / "data", *specs))
        return running[-1]

    yield begin
    for one in running:
        one.desk.front.close()
    words.use("en")


@needs_terminals
def test_a_card_that_lies_on_the_reader_at_the_start_is_read_once_it_is_open(
    start: Callable[..., Listening], tmp_path: Path
) -> None:
    """It is told as lying there from before (failures.md, row 6), and counts when it is lifted and laid on again."""
    chip = SimulatedPN532()
    server = PtyServer(chip, link=str(tmp_path / "nfc-p1"))
    chip.place(Ntag213(UID))
    here = start(ReaderSpec(str(tmp_path / "nfc-p1"), "pn532", "Ana"))
    try:
        assert [one.state for one in here.desk.front.readers()] == ["starting"]
        assert sum(chip.commands.values()) == 0
        here.desk.open()
        here.until(lambda: "resting" in here.codes())
        here.until(lambda: here.desk.devices.settled)
        chip.lift()
        here.until(lambda: here.desk.front._told[str(tmp_path / "nfc-p1")].status == "clear")
        before = len(here.codes())
        chip.place(Ntag213(UID))
        here.until(lambda: len(here.codes()) > before)
        assert here.codes()[-1] == "unknown-tag"
    finally:
        here.desk.front.close()
        server.unplug()


@needs_terminals
def test_a_reader_that_cannot_be_opened_says_so_on_the_screen(start: Callable[..., Listening], tmp_path: Path) -> None:
    """Starting until it is tried, then lost, with the banner and the reason on the home screen."""
    port = str(tmp_path / "nfc-none")
    here = start(ReaderSpec(port))
    before = here.home()
    assert (before.status, before.banner) == ("Reader starting", None)
    here.desk.open()
    here.until(lambda: here.desk.front.readers()[0].state == "lost")
    after = here.home()
    assert after.status == "Reader lost"
    assert after.banner is not None
    assert port in here.desk.front.readers()[0].detail
    assert here.desk.devices.settled


def test_a_driver_that_cannot_be_loaded_costs_its_own_device_only(
    start: Callable[..., Listening], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of two readers one has no driver: it is lost, screen and doctor say why; the other one is tried, and the table plays."""
    add = Devices.add_reader

    def broken(self: Devices, spec: ReaderSpec, open_source: Any = None) -> None:
        if spec.port == "/dev/none-1":
            raise ImportError("No module named 'half.installed'")
        add(self, spec, open_source)

    monkeypatch.setattr(Devices, "add_reader", broken)
    here = start(ReaderSpec("/dev/none-1"), ReaderSpec("/dev/none-2"))
    here.desk.open()
    here.until(lambda: [one.state for one in here.desk.front.readers()] == ["lost", "lost"])
    first, second = here.desk.front.readers()
    assert (first.code, first.detail) == ("driver-missing", "No module named 'half.installed'")
    assert second.code == "device-missing"
    assert "A device cannot be opened: No module named 'half.installed'" in here.desk.front.doctor()
    assert here.desk.devices.settled
    here.desk.front.new_game("casino-war", (Player("Ana", "Ana"),), {})
    assert here.desk.front.snapshot is not None


def test_a_table_that_ends_while_its_devices_are_opened_leaves_none_open() -> None:
    """The end waits for a driver that is being loaded, and what would have come after it is not opened any more."""
    table = Table(GAMES)
    owner = Owner(table, Router(table, Cards()))
    owner.start()
    devices = Devices(owner)
    loading, loaded, closed = threading.Event(), threading.Event(), threading.Event()
    done: list[str] = []

    def load() -> None:
        loading.set()
        loaded.wait(PATIENCE)
        devices.add_closer(lambda: done.append("closed"))
        done.append("first")

    def end() -> None:
        devices.close()
        closed.set()

    opening = threading.Thread(target=lambda: devices.open(load, lambda: done.append("second")))
    opening.start()
    assert loading.wait(PATIENCE)
    ending = threading.Thread(target=end)
    ending.start()
    assert not closed.wait(0.2)
    loaded.set()
    assert closed.wait(PATIENCE)
    opening.join(PATIENCE)
    assert done == ["first", "closed"]
    assert not devices.open(lambda: done.append("late"))
    assert "late" not in done
    owner.stop()


def test_a_device_is_connected_by_the_owner_alone() -> None:
    """Devices that are opened beside the screen touch the table on its own thread, like everything that happens to it."""
    table = Table(GAMES)
    owner = Owner(table, Router(table, Cards()))
    owner.start()
    threads: list[str] = []

    class Watched(Devices):
        def connect(self) -> None:
            threads.append(threading.current_thread().name)
            super().connect()

    devices = Watched(owner)
    assert devices.open() == []
    assert threads == ["table-owner"]
    devices.close()
    owner.stop()


def test_the_journal_is_this_tables_before_anything_is_shown(tmp_path: Path) -> None:
    """A second process on a journal that is in use ends with status 2 and a sentence before it has loaded the screen."""
    path = tmp_path / "journal.db"
    code = (
        "import sys\nfrom companion.cli import main\n"
        "try:\n    main(['simulate', '--journal', sys.argv[1]])\n"
        "except SystemExit as end:\n    print(end.code, 'kivy' in sys.modules)\n"
    )
    with Journal.open(path):
        done = subprocess.run(
            [sys.executable, "-c", code, str(path)], cwd=ROOT, env=clean_environment(SDL_VIDEODRIVER="offscreen"),
            capture_output=True, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.stdout.splitlines()[-1] == "2 False"
    assert JournalLockedError.code in done.stderr


def test_the_game_stands_on_the_screen_before_the_devices_are_opened(start: Callable[..., Listening]) -> None:
    """Resumed from the journal before anything is shown: the home screen offers to go on with it while its reader still starts."""
    here = start(ReaderSpec("/dev/none"))
    here.desk.front.new_game("casino-war", (Player("Ana", "Ana"),), {})
    here.desk.front.close()
    again = start(ReaderSpec("/dev/none"))
    resume = again.home().resume
    assert resume is not None
    assert "Casino War" in resume[1]
    assert [one.state for one in again.desk.front.readers()] == ["starting"]


# --- what systemd is told ------------------------------------------------------------------------------------------------------


@needs_terminals
@pytest.mark.skipif(not hasattr(socket, "AF_UNIX"), reason="there are no sockets of systemd's kind here")
def test_ready_is_said_when_cards_can_be_laid(tmp_path: Path) -> None:
    """READY=1 means what it meant: screen, journal, and each device ready (the chip has been asked) or reported faulty."""
    chip = SimulatedPN532()
    server = PtyServer(chip, link=str(tmp_path / "nfc-p1"))
    address = tmp_path / "notify"
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
        systemd.bind(str(address))
        systemd.settimeout(PATIENCE)
        process = subprocess.Popen(
            [
                sys.executable, "-m", "companion", "kiosk", "--display", "none",
                "--reader", str(tmp_path / "nfc-p1"), "--reader", str(tmp_path / "nfc-none"),
            ],
            cwd=ROOT,
            env=clean_environment(NOTIFY_SOCKET=str(address), STATE_DIRECTORY=str(tmp_path / "state"), HOME=str(tmp_path)),
            stderr=subprocess.PIPE,
        )  # fmt: skip
        try:
            while b"READY=1" not in systemd.recv(4096):
                continue
            assert chip.commands["InListPassiveTarget"] >= 3  # by then it is known what lay on the reader
            process.send_signal(signal.SIGTERM)
            assert process.wait(PATIENCE) == 0
        finally:
            process.kill()
            process.communicate()
            server.unplug()
