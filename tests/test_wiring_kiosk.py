"""The kiosk's own business: lamps go dark, a held button switches off, hanging workers are replaced, the panel as it was found."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from companion import settings
from companion.devices import Devices, ReaderSpec
from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.router import Router
from companion.live.table import Table
from companion.live.teaching import Verdict
from companion.notify import Notifier, Watchdog
from companion.rules.game import Player
from companion.rules.games import GAMES
from companion.wiring import kiosk
from companion.wiring.power import POWER_OFF, Power, orderly_end, run_command
from hardware.buttons import Buttons, ButtonSpec
from hardware.pins import LampSpec, open_lamps
from hardware.simulation.pins import SimulatedPins
from hardware.simulation.reader import SimulatedReader

ROOT = Path(__file__).parents[1]


class Now:
    """Time that the test moves."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def table_of(now: Callable[[], float], journal: Journal | None = None) -> Owner:
    """A table in the middle of Casino War."""
    table = Table(GAMES, journal)
    owner = Owner(table, Router(table, Cards()), clock=now)
    owner.post(post.NewGame("casinoya-poker", (Player("Ana", "Ana"), Player("Bruno", "Bruno"))))
    owner.pump()
    return owner


# --- lamps -------------------------------------------------------------------------------------------------------------------


def lit(pins: SimulatedPins) -> float:
    return sum(float(pins.pin(number).state) for number in (17, 27, 22))


def test_sigterm_puts_the_lamps_out_and_ends_the_screen_in_order() -> None:
    """`systemctl stop`: the lamps are dark before the screen is asked to end, and the process is not torn out of its `finally`."""
    now, pins = Now(), SimulatedPins()
    owner = table_of(now)
    devices = Devices(owner, clock=now)
    devices.add_lamp(open_lamps([LampSpec("seat 1", (17, 27, 22))], pins, devices.take, now.now)[0], 1)
    devices.connect()
    assert devices.lights is not None
    now.now += 1.0
    devices.lights.step(now.now)
    assert lit(pins) > 0
    ended, seen = threading.Event(), []

    def stop() -> None:
        seen.append(lit(pins))
        ended.set()

    undo = orderly_end(devices.dark, stop)
    try:
        os.kill(os.getpid(), signal.SIGTERM)
        assert ended.wait(5.0)
    finally:
        undo()
    assert seen == [0.0]
    devices.close()


def test_without_a_signal_nothing_is_ended() -> None:
    """The arrangement is undone without having done anything, and the old handler stands again."""
    before = signal.getsignal(signal.SIGTERM)
    done: list[str] = []
    undo = orderly_end(lambda: done.append("dark"), lambda: done.append("stop"))
    assert signal.getsignal(signal.SIGTERM) is not before
    undo()
    for thread in threading.enumerate():
        if thread.name == "orderly end":
            thread.join(5.0)
    assert signal.getsignal(signal.SIGTERM) is before
    assert done == []


# --- switching off -----------------------------------------------------------------------------------------------------------


def test_a_held_button_closes_everything_and_then_switches_off(tmp_path: Path) -> None:
    """A long press on `next` on a real pin: the screen ends, the journal is closed and whole, and only then the machine is told."""
    path = tmp_path / "journal.db"
    now, pins, journal = Now(), SimulatedPins(), Journal.open(path)
    owner = table_of(now, journal)
    order: list[Any] = []

    def run(command: Sequence[str]) -> str:
        with Journal.open(path) as again:  # raises if the journal were still open
            kept = again.last()
        order.append((tuple(command), kept is not None and kept.header.game))
        return ""

    power = Power(lambda: order.append("screen"), run)
    owner.subscribe(power.hear)
    devices = Devices(owner, clock=now)
    buttons = Buttons([ButtonSpec("next", 5, 3.0)], pins, devices.take, now)
    pins.press(5)
    for _ in range(40):
        now.now += 0.1
        buttons.step(now.now)
    pins.release(5)
    before = owner.table.snapshot
    owner.pump()
    assert order == ["screen"]
    assert owner.table.snapshot is before
    journal.close()
    assert power.finish()
    assert order == ["screen", (POWER_OFF, "casinoya-poker")]
    assert not power.finish()
    buttons.close()


def test_off_does_nothing_unless_it_is_held() -> None:
    """A short press on `off` is answered with what to do, and changes nothing."""
    owner = table_of(Now())
    told: list[Any] = []
    owner.subscribe(told.append)
    power = Power(lambda: told.append("screen"), lambda _command: "")
    owner.subscribe(power.hear)
    owner.post(post.Pressed("gpio", "off", 1.0))
    owner.pump()
    assert [one.code for one in told if isinstance(one, Verdict)] == ["hold-to-switch-off"]
    assert "screen" not in told
    assert not power.finish()


def test_a_held_undo_is_no_undo() -> None:
    """Holding `undo` takes nothing back."""
    owner = table_of(Now())
    before = owner.table.snapshot
    owner.post(post.Pressed("gpio", "undo", 1.0, held=True))
    owner.pump()
    assert owner.table.snapshot is before


def test_a_machine_that_refuses_is_told_of(capsys: pytest.CaptureFixture[str]) -> None:
    """Without the polkit rule, or without systemd, the reason is printed, and the program goes its other ways."""
    power = Power(lambda: None, lambda _command: "Interactive authentication required.")
    power()
    assert not power.finish()
    assert "Interactive authentication required." in capsys.readouterr().err


def test_running_a_command_tells_what_went_wrong() -> None:
    """Nothing is raised: a program that is missing, and one that fails, come back as a sentence."""
    assert run_command([sys.executable, "-c", "pass"]) == ""
    assert "no pardon" in run_command([sys.executable, "-c", "import sys; sys.exit('no pardon')"])
    assert run_command([sys.executable, "-c", "raise SystemExit(3)"]) == "status 3"
    assert run_command(["/no/such/program"])


# --- workers that hang -------------------------------------------------------------------------------------------------------


def test_a_reader_or_pod_that_hangs_is_replaced_and_the_dog_is_fed() -> None:
    """Both kinds of workers are watched by their own counters; neither keeps systemd's watchdog hungry."""
    now = Now()
    devices = Devices(table_of(now), clock=now)
    sim = SimulatedReader("north")
    devices.add_reader(ReaderSpec("north"), sim.open)
    devices.add_reader(ReaderSpec("/dev/pod-1", "pod", "Ana"))
    fed: list[bool] = []

    class Told(Notifier):
        def watchdog(self) -> bool:
            fed.append(True)
            return True

    dog = Watchdog(Told(None), 30.0, now)
    kiosk.watch_devices(dog, devices)
    for _ in range(8):
        now.now += 1.0
        devices.readers[0].step()
        devices.pods[0].step(now.now)
        dog.step(now.now)
    assert dog.replaced == {}
    for _ in range(12):
        now.now += 1.0
        dog.step(now.now)
    assert dog.replaced == {"north": 1, "/dev/pod-1": 1}
    assert len(fed) >= 2
    devices.close()


def test_the_owner_turns_by_itself_while_nothing_happens() -> None:
    """An owner that sleeps on an empty inbox still counts, so the watchdog needs not nudge it."""
    turned = threading.Event()

    class Counted(Owner):
        @property
        def beats(self) -> int:
            return self._beats

        @beats.setter
        def beats(self, count: int) -> None:
            self._beats = count
            if count >= 3:
                turned.set()

    table = Table(GAMES)
    owner = Counted(table, beat_s=0.01)
    owner.start()
    assert turned.wait(5.0)
    owner.stop()


# --- the panel ---------------------------------------------------------------------------------------------------------------


def found_by(tmp_path: Path, mode: str, **environ: str) -> dict[str, str]:
    """What `systemd/display` writes for a panel, as the environment of the kiosk."""
    connector = tmp_path / "drm" / "card1-DSI-1"
    connector.mkdir(parents=True)
    (connector / "status").write_text("connected\n")
    (connector / "modes").write_text(f"{mode}\n")
    run = tmp_path / "run"
    run.mkdir()
    given = {
        "PATH": os.environ["PATH"],
        "COMPANION_DRM": str(tmp_path / "drm"),
        "RUNTIME_DIRECTORY": str(run),
        **environ,
    }
    subprocess.run([ROOT / "systemd" / "display"], env=given, check=True, capture_output=True, timeout=30)
    lines = dict(line.split("=", 1) for line in (run / "display.env").read_text().splitlines())
    return {"SDL_VIDEODRIVER": "kmsdrm", "KIVY_HOME": str(run / "kivy"), **lines}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the kiosk is for Linux")
@pytest.mark.parametrize(
    ("mode", "given", "size", "rotation", "density"),
    [
        ("800x480", {}, (800, 480), 0, 1.0),
        ("720x1280", {}, (720, 1280), 90, 1.5),
        ("720x1280", {"COMPANION_ROTATION": "270"}, (720, 1280), 270, 1.5),
        ("1920x1080", {"COMPANION_DENSITY": "2.5"}, (1920, 1080), 0, 2.5),
    ],
)
def test_the_panel_is_as_the_start_script_found_it(
    tmp_path: Path, mode: str, given: dict[str, str], size: tuple[int, int], rotation: int, density: float
) -> None:
    """Size, rotation and density come from systemd/display, the script itself, not from a guess in the program."""
    display = kiosk.panel(None, found_by(tmp_path, mode, **given))
    assert (display.size, display.rotation, display.density) == (size, rotation, density)
    assert (display.driver, display.fullscreen) == ("kmsdrm", True)


def test_without_the_script_the_first_panel_is_taken() -> None:
    """A kiosk started by hand on a console has a size to begin with; a desktop gets a window."""
    assert kiosk.panel(None, {"SDL_VIDEODRIVER": "kmsdrm"}).size == (800, 480)
    assert kiosk.panel(None, {"DISPLAY": ":0"}).driver == ""
    assert kiosk.panel("touch2", {}).rotation == 90


def test_kivy_gets_the_rotation_and_exactly_one_touch_provider() -> None:
    """What the panel says reaches Kivy's configuration: a tall panel is turned, and only mtdev hears fingers."""
    code = (
        "from ui.app import Display, configure\n"
        "configure(Display((720, 1280), 1.5, 90, True, 'kmsdrm'), False)\n"
        "from kivy.config import Config\n"
        "print(Config.getint('graphics', 'rotation'), Config.get('graphics', 'width'), Config.get('graphics', 'height'))\n"
        "print(Config.get('graphics', 'fullscreen'), Config.items('input'))\n"
    )
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("KIVY_", "SDL_"))}
    done = subprocess.run(
        [sys.executable, "-c", code], env=environ, cwd=ROOT, capture_output=True, text=True, timeout=60, check=True
    )
    assert done.stdout.splitlines() == ["90 720 1280", "auto [('%(name)s', 'probesysfs,provider=mtdev')]"]


def test_a_button_may_be_held_by_its_setting() -> None:
    """Three seconds unless the settings say otherwise; 0 gives a button without a long press."""
    assert settings.ButtonSetting("next", 5).hold_s == 3.0
    assert settings.ButtonSetting("next", 5, 0).hold_s == 0
