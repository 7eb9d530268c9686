"""The real table on this screen: devices, window, and what systemd is told."""

from __future__ import annotations

import configparser
import os
import sys
import threading
import time
from collections.abc import Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.notify import from_environment
from companion.settings import Loaded
from companion.wiring.desk import Desk, real
from companion.wiring.headless import read_specs
from companion.wiring.power import orderly_end

if TYPE_CHECKING:
    from companion.devices import Devices
    from companion.notify import Watchdog
    from ui.app import Display

SETTLED_S: Final = 20.0  # after this time a device that has said nothing counts as reported faulty
LOOK_S: Final = 0.2
FIRST_PANEL: Final = {"width": 800, "height": 480, "rotation": 0}


def kiosk(
    loaded: Loaded, readers: Sequence[str], display: str | None, record: Path | None = None, faults: Sequence[str] = ()
) -> int:
    """Show the table until the window is closed. Without a screen it says so and returns 1.

    `faults` are sentences on settings that could not be used; the screen tells them.
    """
    from ui import app

    if display is None and not app.has_display():
        print("companion: there is no display here; try companion simulate or companion headless", file=sys.stderr)
        return 1
    notifier, watchdog = from_environment()
    desk = real(loaded, read_specs(readers), record)
    for fault in faults:
        print(f"companion: {fault}", file=sys.stderr)
        desk.front.say_trouble(fault)
    turns = 0

    def turned() -> None:
        nonlocal turns
        turns += 1

    watchdog.watch("screen", lambda: turns)
    watchdog.watch("table", lambda: desk.owner.beats)  # it turns once a second by itself
    ended = threading.Event()
    as_before = orderly_end(desk.devices.dark, app.stop)

    def usable() -> None:
        desk.open()
        watch_devices(watchdog, desk.devices)
        if settle(desk, ended):
            notifier.ready("playing")

    def shown() -> None:
        threading.Thread(target=usable, name="devices", daemon=True).start()
        watchdog.start()

    try:
        status = app.run(desk.front, display=panel(display), started=shown, heartbeat=turned)
    finally:
        ended.set()
        notifier.stopping()
        watchdog.close()
        desk.front.close()
        as_before()
    if not desk.power.finish():
        desk.again.finish()
    return status


def watch_devices(watchdog: Watchdog, devices: Devices) -> None:
    """A reader's or pod's worker that hangs is replaced; it never keeps the dog hungry."""
    for reader in devices.readers:
        watchdog.watch(reader.name, partial(getattr, reader, "heartbeat"), replace=reader.replace)
    for pod in devices.pods:
        watchdog.watch(pod.name, partial(getattr, pod, "beats"), replace=pod.replace)


def panel(name: str | None, environ: Mapping[str, str] | None = None) -> Display:
    """The display by name, else as the environment has it: the size and rotation that `systemd/display` found.

    That helper writes them to `$KIVY_HOME/config.ini` (width and height as the panel has them, before the rotation) and the
    density to the environment. Without its file the first official panel is taken; full screen takes the real size anyhow.
    """
    from ui.app import PANELS, Display

    if name is not None:
        return PANELS[name]
    environ = os.environ if environ is None else environ
    if environ.get("SDL_VIDEODRIVER") != "kmsdrm":
        return PANELS["window"]
    density = float(environ.get("KIVY_METRICS_DENSITY") or 1.0)
    written = configparser.ConfigParser(interpolation=None)
    if "KIVY_HOME" in environ:
        written.read(
            Path(environ["KIVY_HOME"]) / "config.ini", encoding="utf-8"
        )  # a missing file reads as an empty one
    found = {key: written.getint("graphics", key, fallback=usual) for key, usual in FIRST_PANEL.items()}
    return Display((found["width"], found["height"]), density, found["rotation"], fullscreen=True, driver="kmsdrm")


def settle(desk: Desk, ended: threading.Event) -> bool:
    """Wait until each device is ready or reported faulty; False if the program ended before."""
    give_up = time.monotonic() + SETTLED_S
    while time.monotonic() < give_up:
        if desk.devices.settled:
            return True
        if ended.wait(LOOK_S):
            return False
    return True


def walk_lamps(loaded: Loaded, seconds: float) -> int:
    """Light the lamps of the settings one after another; status 1 where there are no pins."""
    from hardware.lights import DARK, Lights, Motion, Pattern
    from hardware.pins import LampSpec, open_lamps, probe_pins

    wanted = loaded.settings.hardware.lamps
    if not wanted:
        print(
            "No lamps are set. Write into companion.toml, for instance:\n\n[[hardware.lamps]]\nseat = 1\npins = [17, 27, 22]"
        )
        return 1
    found = probe_pins()
    if not found.ok:
        print(f"{found.detail} {found.fix}".strip())
        return 1
    faults: list[str] = []
    specs = [LampSpec(f"seat {lamp.seat}" if lamp.seat else "dealer", lamp.pins, lamp.active_high) for lamp in wanted]
    lamps = open_lamps(specs, found.factory, lambda event: faults.append(str(event)), time.monotonic())
    lights = Lights(lamps, lambda event: faults.append(str(event)))
    lights.start()
    pause = threading.Event()
    try:
        for spec in specs:
            for colour, name in (((1.0, 0.0, 0.0), "red"), ((0.0, 1.0, 0.0), "green"), ((0.0, 0.0, 1.0), "blue")):
                print(f"{spec.name}: {name if len(spec.pins) == 3 else 'on'}", flush=True)
                lights.set(spec.name, Pattern(colour, Motion.STEADY))
                pause.wait(seconds / (3 if len(spec.pins) == 3 else 1))
                if len(spec.pins) != 3:
                    break
            lights.set(spec.name, DARK)
    finally:
        lights.close()
    for fault in faults:
        print(fault)
    return 1 if faults else 0
