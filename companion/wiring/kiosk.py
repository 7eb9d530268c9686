"""The real table on this screen: devices, window, and what systemd is told."""

from __future__ import annotations

import os
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.notify import from_environment
from companion.settings import Loaded
from companion.wiring.desk import Desk, real
from companion.wiring.headless import read_specs

if TYPE_CHECKING:
    from hardware.reader import Reader
    from ui.app import Display

SETTLED_S: Final = 20.0  # after this time a device that has said nothing counts as reported faulty
LOOK_S: Final = 0.2


def kiosk(loaded: Loaded, readers: Sequence[str], display: str | None, record: Path | None = None) -> int:
    """Show the table until the window is closed. Without a screen it says so and returns 1."""
    from ui import app

    if display is None and not app.has_display():
        print("companion: there is no display here; try companion simulate or companion headless", file=sys.stderr)
        return 1
    notifier, watchdog = from_environment()
    desk = real(loaded, read_specs(readers), record)
    turns = 0

    def turned() -> None:
        nonlocal turns
        turns += 1

    watchdog.watch("screen", lambda: turns)
    watchdog.watch("table", lambda: desk.owner.beats)
    for reader in desk.devices.readers:
        watchdog.watch(reader.name, _beats(reader), replace=reader.replace)
    ended = threading.Event()

    def ready() -> None:
        threading.Thread(
            target=lambda: settle(desk, ended) and notifier.ready("playing"), name="ready", daemon=True
        ).start()
        watchdog.start()

    try:
        status = app.run(desk.front, display=panel(display), started=ready, heartbeat=turned)
    finally:
        ended.set()
        notifier.stopping()
        watchdog.close()
        desk.front.close()
    desk.again.finish()
    return status


def _beats(reader: Reader) -> Callable[[], int]:
    return lambda: reader.heartbeat


def panel(name: str | None) -> Display:
    """The display by name, else as the environment has it: the kiosk's start script sets what Kivy must know."""
    from ui.app import PANELS, Display

    if name is not None:
        return PANELS[name]
    if os.environ.get("SDL_VIDEODRIVER") == "kmsdrm":
        density = float(os.environ.get("KIVY_METRICS_DENSITY") or 1.0)
        return Display((800, 480), density, fullscreen=True, driver="kmsdrm")
    return PANELS["window"]


def settle(desk: Desk, ended: threading.Event) -> bool:
    """Wait until each device is ready or reported faulty; False if the program ended before."""
    give_up = time.monotonic() + SETTLED_S
    while time.monotonic() < give_up:
        if all(reader.status != "starting" for reader in desk.devices.readers):
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
