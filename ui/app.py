"""Starts the screen: environment and configuration first, Kivy's import last. Importing this module loads no Kivy."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec
from platformdirs import user_cache_path

if TYPE_CHECKING:
    from ui.facade import Facade

SIMULATOR_WIDTH: Final = 360  # density-free pixels beside the table
KIVY_DATA: Final = Path(__file__).parent / "kivy_data"
"""What Kivy reads at its start, instead of its own data folder; fonts are found beside Kivy itself (ui/theme.py)."""


class Display(msgspec.Struct, frozen=True):
    """How the window is opened: `size` in pixels of the table's screen, `density` in pixels a dp, `rotation` in degrees.

    `driver` is SDL's video driver, empty for its own choice, `offscreen` for none at all, `kmsdrm` for a console.
    """

    size: tuple[int, int] = (800, 480)
    density: float = 1.0
    rotation: int = 0
    fullscreen: bool = False
    driver: str = ""


PANELS: Final[Mapping[str, Display]] = {
    "window": Display(),
    "large": Display((1280, 720), 1.5),
    "touch1": Display((800, 480), fullscreen=True, driver="kmsdrm"),
    "touch2": Display((720, 1280), 1.5, rotation=90, fullscreen=True, driver="kmsdrm"),
    "none": Display(driver="offscreen"),
}
"""Displays by name: a window, a large one, the two official Raspberry Pi panels, and none (screenshots, tests)."""


def has_display(environ: Mapping[str, str] = os.environ, platform: str = sys.platform) -> bool:
    """Whether a window can be opened on this machine as it stands.

    >>> has_display({}, "linux"), has_display({"DISPLAY": ":0"}, "linux"), has_display({}, "darwin")
    (False, True, True)
    """
    if not platform.startswith("linux"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY") or environ.get("SDL_VIDEODRIVER"))


def environment(display: Display) -> dict[str, str]:
    """The variables that Kivy reads when it is imported: pinned providers, no files of its own, the right clock.

    The interrupt clock can be woken by a thread; where SDL waits by itself (a desktop) the stock clock does (ui/idle.py).
    """
    asleep = display.driver in ("kmsdrm", "offscreen")
    variables = {
        "KIVY_NO_ARGS": "1",
        "KIVY_NO_CONFIG": "1",
        "KIVY_NO_FILELOG": "1",
        "KIVY_NO_ENV_CONFIG": "1",
        "KIVY_LOG_MODE": "PYTHON",  # Kivy logs through our logging and leaves the root logger alone
        "KIVY_IMAGE": "sdl2",  # no PIL, which would import numpy where it is installed
        "KIVY_TEXT": "sdl2",
        "KIVY_WINDOW": "sdl2",
        "KIVY_METRICS_DENSITY": f"{display.density:g}",
        "KIVY_DPI": f"{96 * display.density:g}",
        "KIVY_CLOCK": "interrupt" if asleep else "default",
        "KIVY_DATA_DIR": str(KIVY_DATA),  # a style.kv with our classes' rules only: 55 of 190 ms until the first frame
    }
    if display.driver:
        variables["SDL_VIDEODRIVER"] = display.driver
    if display.driver == "kmsdrm":
        variables["KIVY_GL_BACKEND"] = "sdl2"  # takes the GLES context that SDL made; needs no libGL
    return variables


def _kivy_home() -> str:
    """Kivy's own folder among this user's caches: nobody else may prepare it, as they could in the temporary folder."""
    home = user_cache_path("companion", appauthor=False) / "kivy"
    try:
        home.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError:
        return tempfile.mkdtemp(prefix="companion-kivy-")
    return str(home)


def configure(display: Display, simulator: bool) -> None:
    """Set everything that must stand before Kivy's window is imported."""
    for name, value in environment(display).items():
        os.environ.setdefault(name, value)
    if "KIVY_HOME" not in os.environ:
        os.environ["KIVY_HOME"] = _kivy_home()
    if display.driver == "kmsdrm" and (index := drm_index()) is not None:
        os.environ.setdefault("SDL_KMSDRM_DEVICE_INDEX", str(index))

    from kivy import kivy_base_dir
    from kivy.config import Config

    width, height = display.size
    if simulator:
        width += round(SIMULATOR_WIDTH * display.density)
    graphics: dict[str, str | int] = {
        "width": width,
        "height": height,
        "rotation": display.rotation,
        "fullscreen": "auto" if display.fullscreen else 0,
        "borderless": int(display.fullscreen),
        "show_cursor": int(not display.fullscreen),
        "multisamples": 0,
        "maxfps": 60,
        "vsync": 1,
        "resizable": int(not display.fullscreen),
        "minimum_width": round(800 * display.density) if not display.fullscreen else 0,
        "minimum_height": round(480 * display.density) if not display.fullscreen else 0,
    }
    for option, setting in graphics.items():
        Config.set("graphics", option, setting)
    Config.set("kivy", "exit_on_escape", 0)
    Config.set("kivy", "window_icon", str(Path(kivy_base_dir, "data", "logo", "kivy-icon-64.png")))
    Config.set("kivy", "log_level", "warning")
    for name, _ in Config.items(
        "input"
    ):  # exactly one source of touches, or each finger counts twice (failures.md, 17)
        Config.remove_option("input", name)
    if display.driver == "kmsdrm":
        Config.set("input", "%(name)s", "probesysfs,provider=mtdev")
    elif display.driver != "offscreen":
        Config.set("input", "mouse", "mouse,disable_multitouch")


def drm_index(sysfs: Path = Path("/sys/class/drm")) -> int | None:
    """Number of the /dev/dri/card with a connected panel, DSI before HDMI; cards move between boots (kivy.md, section 6)."""
    found: dict[str, int] = {}
    for status in sorted(sysfs.glob("card*-*/status")):
        card, _, connector = status.parent.name.partition("-")
        if status.read_text().strip() == "connected" and card.removeprefix("card").isdigit():
            found.setdefault(connector.split("-")[0], int(card.removeprefix("card")))
    return next((found[kind] for kind in ("DSI", "HDMI") if kind in found), next(iter(found.values()), None))


def run(
    facade: Facade,
    *,
    display: Display = PANELS["window"],
    simulator: bool = False,
    motion: bool = True,
    screenshots: Path | None = None,
    started: Callable[[], None] | None = None,
    heartbeat: Callable[[], None] | None = None,
    screen: str = "",
) -> int:
    """Show the table until the window is closed; the exit status.

    `simulator` puts the panel of `facade.simulator` beside the table; `screenshots` gets a PNG of each kind of screen passed;
    `started` is called once the first frame stands on the screen, `heartbeat` about once a second while the loop turns; `screen`
    is shown first (`home`, or `table` where there is a game). `facade.close()` is called when the window goes. Call `stop()` from any thread
    to end it.
    """
    configure(display, simulator)

    from kivy.clock import Clock
    from kivy.core.window import Window

    if Window is None:
        raise RuntimeError("no window: libgl1 and libegl1 are missing, or no display is there")

    from ui.idle import choose
    from ui.sound import Sounds, has_audio
    from ui.theme import MOTION
    from ui.window import CompanionApp

    MOTION.allowed = motion and screenshots is None
    sounds = Sounds(audible=has_audio() and display.driver != "offscreen")
    app: Any = CompanionApp(facade, simulator and facade.simulator is not None, sounds, screen=screen)
    _running.append(app)
    choose(os.environ.get("SDL_VIDEODRIVER") or _driver()).install()
    recorder = None
    if screenshots is not None:
        from ui.screenshots import Recorder

        recorder = Recorder(screenshots, app)

    def framed(*_: object) -> None:
        Window.unbind(on_flip=framed)  # Kivy swaps the buffers after this handler: the frame stands in the next turn
        Clock.schedule_once(lambda _dt: started() if started is not None else None)

    def on_start(*_: object) -> None:
        # One handler, and it returns nothing: a true value would end the dispatch before the other.
        Window.bind(on_flip=framed)
        if heartbeat is not None:
            Clock.schedule_interval(lambda _dt: heartbeat(), 1.0)

    app.bind(on_start=on_start)
    try:
        app.run()
    finally:
        _running.remove(app)
        if recorder is not None:
            recorder.close()
        sounds.close()
        facade.close()
    return 0


_running: list[Any] = []


def stop() -> None:
    """End the running screen, from any thread."""
    from kivy.clock import Clock

    for app in tuple(_running):
        Clock.schedule_once(lambda _dt, app=app: app.stop())


def _driver() -> str:
    """SDL's own choice, as far as the environment tells."""
    systems = {"win32": "windows", "darwin": "cocoa"}
    return systems.get(sys.platform, "x11" if os.environ.get("DISPLAY") else "kmsdrm")
