"""Pins: probing plainly, lamps on gpiozero's own mock pins, and simulated pins that do not grow."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from hardware.events import HardwareEvent, LampStatus
from hardware.lights import Lights, Motion, NoLamp, Pattern
from hardware.pins import LampSpec, PinLamp, PinsError, open_lamps, probe_pins, scratch_directory
from hardware.simulation.pins import SimulatedPins

RED = (1.0, 0.0, 0.0)
AMBER = (1.0, 0.5, 0.0)


def test_no_pins_is_said_plainly_and_gpiozero_is_not_even_loaded() -> None:
    """A laptop gets one sentence and no warning, and the probe leaves gpiozero and the environment alone."""
    code = (
        "import sys, warnings; warnings.simplefilter('error')\n"
        "from hardware.pins import probe_pins\n"
        "environ = {}; report = probe_pins(environ, [])\n"
        "print(report.code, report.ok, bool(report.detail), environ, 'gpiozero' in sys.modules)"
    )
    environ = {key: value for key, value in os.environ.items() if not key.startswith("GPIOZERO")}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=30, env=environ, check=True
    )
    assert done.stdout.split("\n")[0] == "pins-none False True {} False"
    assert done.stderr == ""


LGPIO = {
    # What pip's --only-binary installs on Python 3.13: an empty module (knowledge/hardware.md, section 5).
    "empty": "",
    # lgpio makes a pipe in LG_WD or the current directory at import.
    "working": (
        "import os\nopen(os.path.join(os.environ.get('LG_WD', '.'), '.lgd-nfy0'), 'w').close()\n"
        "SET_PULL_NONE = SET_BIAS_DISABLE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0\n"
        "def gpiochip_open(chip): return 0\ndef gpiochip_close(handle): pass\n"
    ),
    "busy": "SET_PULL_NONE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0\ndef gpiochip_open(chip): raise RuntimeError('GPIO busy')\n",
    "denied": "SET_PULL_NONE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0\ndef gpiochip_open(chip): raise PermissionError('can not open gpiochip')\n",
    "strange": "SET_PULL_NONE = BOTH_EDGES = RISING_EDGE = FALLING_EDGE = 0\ndef gpiochip_open(chip): raise RuntimeError('xyzzy')\n",
    "missing": None,
}


def probe_with(tmp_path: Path, lgpio: str | None, *, pi: bool = True) -> dict[str, Any]:
    """Run the probe in a fresh process in which the real gpiozero finds this lgpio, on a Pi 5 or on no Pi."""
    library = tmp_path / "library"
    library.mkdir()
    (library / "lgpio.py").write_text(
        "raise ModuleNotFoundError(\"No module named 'lgpio'\")" if lgpio is None else lgpio
    )
    (tmp_path / "run").mkdir()
    (tmp_path / "cwd").mkdir()
    code = (
        "import json, os, sys, warnings; warnings.simplefilter('error')\n"
        "import gpiozero.pins.local as local\n"
        + ("local.get_pi_revision = lambda: 0xc04170\n" if pi else "")
        + "from hardware.pins import probe_pins\n"
        "report = probe_pins(chips=['/dev/gpiochip0'])\n"
        "print(json.dumps({'code': report.code, 'ok': report.ok, 'detail': report.detail, 'fix': report.fix,\n"
        "  'factory': type(report.factory).__name__, 'env': os.environ['GPIOZERO_PIN_FACTORY'],\n"
        "  'warned': [str(name) for name in sys.modules if 'rpigpio' in name or 'native' in name]}))"
    )
    keep = {key: value for key, value in os.environ.items() if not key.startswith(("GPIOZERO", "LG_"))}
    root = str(Path(__file__).parents[2])
    environ = {**keep, "PYTHONPATH": os.pathsep.join([str(library), root]), "XDG_RUNTIME_DIR": str(tmp_path / "run")}
    environ.pop("RUNTIME_DIRECTORY", None)
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        timeout=30,
        env=environ,
        cwd=tmp_path / "cwd",
        check=True,
    )
    assert done.stderr == ""
    result: dict[str, Any] = json.loads(done.stdout)
    return result


@pytest.mark.parametrize(
    ("lgpio", "code"),
    [
        ("empty", "pins-no-library"),
        ("missing", "pins-no-library"),
        ("busy", "pins-busy"),
        ("denied", "pins-denied"),
        ("strange", "pins-failed"),
    ],
)
def test_a_pi_whose_pins_cannot_be_had_is_told_why_and_never_falls_back(tmp_path: Path, lgpio: str, code: str) -> None:
    """Each way lgpio can fail has its code and its fix, and no other pin library is tried behind it (failures.md, row 20)."""
    report = probe_with(tmp_path, LGPIO[lgpio])
    assert (report["code"], report["ok"], report["env"]) == (code, False, "lgpio")
    assert report["detail"].startswith("lgpio")
    assert report["fix"]
    assert report["warned"] == []


def test_lgpio_is_preferred_and_gets_a_directory_it_can_write(tmp_path: Path) -> None:
    """On a Pi 5 lgpio is used, and its pipe is made in the runtime directory, not where the service was started."""
    report = probe_with(tmp_path, LGPIO["working"])
    assert (report["code"], report["ok"], report["factory"]) == ("pins-ready", True, "LGPIOFactory")
    assert [path.name for path in (tmp_path / "run").iterdir()] == [".lgd-nfy0"]
    assert list((tmp_path / "cwd").iterdir()) == []


def test_gpio_chips_of_a_pc_are_no_header_pins(tmp_path: Path) -> None:
    """A machine with GPIO chips that is no Pi has no pins for us, which is not a fault."""
    report = probe_with(tmp_path, LGPIO["working"], pi=False)
    assert (report["code"], report["fix"]) == ("pins-none", "")


def test_scratch_directory_prefers_the_service_runtime_directory(tmp_path: Path) -> None:
    """systemd's RuntimeDirectory comes first, then the session's, then the temporary directory; only existing ones count."""
    mine, session = tmp_path / "mine", tmp_path / "session"
    mine.mkdir()
    session.mkdir()
    assert scratch_directory({"RUNTIME_DIRECTORY": str(mine), "XDG_RUNTIME_DIR": str(session)}) == str(mine)
    assert scratch_directory({"RUNTIME_DIRECTORY": str(tmp_path / "none"), "XDG_RUNTIME_DIR": str(session)}) == str(
        session
    )
    assert Path(scratch_directory({})).is_dir()


def test_rgb_and_single_lamps_follow_on_gpiozeros_pins() -> None:
    """An RGB lamp puts each part on its pin and a single LED the brightest part, both by PWM through gpiozero."""
    pins = SimulatedPins()
    lights = Lights(
        open_lamps([LampSpec("rgb", (17, 27, 22)), LampSpec("one", (5,))], pins, lambda event: None, 0.0),
        lambda event: None,
    )
    lights.set("rgb", Pattern(AMBER, Motion.STEADY))
    lights.set("one", Pattern((0.2, 0.4, 0.0), Motion.STEADY))
    lights.step(0.0)
    assert [pins.level(number) for number in (17, 27, 22, 5)] == [1.0, 0.5, 0.0, 0.4]
    lights.close()
    assert [pins.level(number) for number in (17, 27, 22, 5)] == [0.0] * 4


def test_common_anode_lamps_are_turned_round() -> None:
    """A lamp that lights when its pin is low is dark at a high pin."""
    pins = SimulatedPins()
    lamp = PinLamp(LampSpec("rgb", (17, 27, 22), active_high=False), pins)
    assert [pins.level(number) for number in (17, 27, 22)] == [1.0, 1.0, 1.0]
    lamp.show(Pattern(RED, Motion.STEADY), 0)
    assert [pins.level(number) for number in (17, 27, 22)] == [0.0, 1.0, 1.0]
    lamp.close()


def test_watchers_see_every_change_and_pins_do_not_grow() -> None:
    """The on-screen lamps hang on the pins' watchers; an hour of breathing keeps one state a pin."""
    pins = SimulatedPins()
    seen: list[tuple[int, float]] = []
    lights = Lights(open_lamps([LampSpec("one", (17,))], pins, lambda event: None, 0.0), lambda event: None)
    pins.watchers.append(lambda number, level: seen.append((number, level)))
    lights.set("one", Pattern(RED, Motion.BREATHE))
    for frame in range(3000):
        lights.step(frame * 0.04)
    assert len(seen) > 2000
    assert {number for number, _ in seen} == {17}
    assert len(pins.pin(17).states) == 1
    lights.close()


def test_a_pin_that_breaks_is_one_lamp_less() -> None:
    """A pin whose writes fail makes its lamp faulty, the neighbour goes on, and a mended pin is lit again."""
    pins = SimulatedPins()
    events: list[HardwareEvent] = []
    lights = Lights(
        open_lamps([LampSpec("bad", (17,)), LampSpec("good", (27,))], pins, events.append, 0.0), events.append
    )
    pins.break_pin(17, OSError("bad write"))
    for name in ("bad", "good"):
        lights.set(name, Pattern(RED, Motion.STEADY))
    lights.step(0.0)
    assert (pins.level(17), pins.level(27)) == (0.0, 1.0)
    assert [event.ok for event in events if isinstance(event, LampStatus)] == [False]
    pins.mend_pin(17)
    lights.step(5.0)
    assert pins.level(17) == 1.0
    assert [event.ok for event in events if isinstance(event, LampStatus)] == [False, True]
    lights.close()


def test_a_pin_in_use_is_reported_and_the_seat_plays_without_a_lamp() -> None:
    """Two lamps on one pin: the second is told as busy and becomes a lamp that shows nothing."""
    pins = SimulatedPins()
    events: list[HardwareEvent] = []
    lamps = open_lamps(
        [LampSpec("a", (17,)), LampSpec("b", (17, 27, 22)), LampSpec("c", (27,))], pins, events.append, 3.0
    )
    assert [type(lamp) for lamp in lamps] == [PinLamp, NoLamp, PinLamp]
    assert [(event.lamp, event.ok, event.code, event.at) for event in events if isinstance(event, LampStatus)] == [
        ("b", False, "device-busy", 3.0)
    ]
    for lamp in lamps:
        lamp.close()


def test_pins_without_pwm_switch_at_half() -> None:
    """Where the pins cannot dim, a lamp is on or off, and a breathing lamp still moves."""
    from gpiozero.pins.mock import MockFactory

    lamp = PinLamp(LampSpec("one", (17,)), MockFactory())
    levels = set()
    for ms in range(0, 2400, 40):
        lamp.show(Pattern(RED, Motion.BREATHE), ms)
        levels.add(lamp._devices[0].value)
    assert levels == {0.0, 1.0}
    lamp.close()


@pytest.mark.parametrize("numbers", [(17, 17, 18), (1, 2), (28,), (-1,)])
def test_lamps_that_cannot_be_wired_are_refused(numbers: tuple[int, ...]) -> None:
    """Two pins, a pin twice or a pin that no header has is an error when the settings are read, not in the middle of a game."""
    with pytest.raises(ValueError, match="lamp 'x'") as caught:
        LampSpec("x", numbers)
    assert isinstance(caught.value, PinsError)


def test_without_pins_every_lamp_is_a_quiet_one() -> None:
    """On a laptop the same lamps are made, show nothing, and nothing is reported for each of them."""
    events: list[HardwareEvent] = []
    lamps = open_lamps([LampSpec("a", (17,)), LampSpec("b")], None, events.append, 0.0)
    assert [type(lamp) for lamp in lamps] == [NoLamp, NoLamp]
    assert events == []
    assert probe_pins({}, []).factory is None
