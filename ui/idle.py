"""Makes Kivy sleep while nothing happens: the loop turns once a second, and at once for a finger, a card or a timer.

Kivy does not redraw when nothing changes, but it spins its loop at `maxfps`. A governor lowers that to 1 a second after 0.6 s
without input or drawing and wakes the loop by itself (knowledge/kivy.md, section 3):

- `EvdevGovernor` (Pi without a desktop, KMSDRM): the loop sleeps in the interrupt clock's event; a daemon thread that waits for
  /dev/input wakes it. Needs `KIVY_CLOCK=interrupt` before Kivy is imported.
- `SdlGovernor` (a desktop): the loop sleeps inside SDL_WaitEventTimeout; threads wake it by an SDL user event.

Threads post by `Clock.schedule_once(do)` without delay only: delays count from the last tick, up to a second ago.
"""

from __future__ import annotations

import ctypes
import os
import select
import sys
import threading
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Final

from kivy.clock import Clock

ACTIVE_FPS: Final = 60
IDLE_FPS: Final = 1
HOLD: Final = 0.6  # seconds of quiet before the loop slows down
RESOLUTION: Final = 0.004  # seconds; the default of 1/(3 fps) would make timers fire early at 1 fps
SDL_USER_EVENT: Final = 0x8000


class Governor:
    """Slows the loop down when nothing happens; `ticks` counts its turns."""

    def __init__(self, active_fps: float = ACTIVE_FPS, idle_fps: float = IDLE_FPS, hold: float = HOLD) -> None:
        self.active_fps, self.idle_fps, self.hold = active_fps, idle_fps, hold
        self.ticks = 0
        self._last = time.monotonic()
        self.window: Any = None
        self._undo: list[Callable[[], None]] = []

    @property
    def idle(self) -> bool:
        """Whether the loop turns slowly now."""
        return bool(Clock._max_fps == self.idle_fps)

    def install(self) -> None:
        """Take hold of Kivy's window and clock."""
        from kivy.core.window import Window

        self.window = Window
        Window.bind(on_motion=self.poke, on_key_down=self.poke)
        Clock._max_fps = self.active_fps
        Clock.clock_resolution = RESOLUTION
        flip, idle = Window.flip, Clock.idle

        def flipped() -> None:
            self.poke()  # drawing is activity: an animation goes on at full speed
            flip()

        def idled() -> Any:
            self.ticks += 1
            if not self.idle and time.monotonic() - self._last > self.hold:
                Clock._max_fps = self.idle_fps
            slept = self.sleep(idle)
            # Stock Kivy polls SDL after it dispatched input, so a touch waits one more tick; polling here saves it.
            Window.mainloop()
            return slept

        Window.flip, Clock.idle = flipped, idled
        self._undo = [lambda: setattr(Window, "flip", flip), lambda: setattr(Clock, "idle", idle)]
        self.start()

    def remove(self) -> None:
        """Let go again."""
        for undo in self._undo:
            undo()
        self._undo.clear()
        Clock._max_fps = self.active_fps

    def start(self) -> None:
        """Begin to listen for what must wake the loop."""

    def sleep(self, idle: Callable[[], Any]) -> Any:
        """Wait for the next turn."""
        return idle()

    def poke(self, *_: object) -> None:
        """Something happened: full speed."""
        self._last = time.monotonic()
        Clock._max_fps = self.active_fps


class EvdevGovernor(Governor):
    """For the kiosk: woken by input devices read beside Kivy's own provider (SDL opens them without grabbing)."""

    def __init__(self, devices: Sequence[int] | None = None, **keywords: float) -> None:
        super().__init__(**keywords)
        self._devices = list(devices) if devices is not None else _input_devices()

    def start(self) -> None:
        """Watch the devices."""
        if not hasattr(Clock, "_event"):
            raise RuntimeError("EvdevGovernor needs KIVY_CLOCK=interrupt before Kivy is imported")
        if self._devices:
            threading.Thread(target=self._watch, name="input-waker", daemon=True).start()

    def _watch(self) -> None:
        devices = list(self._devices)
        while devices:
            for device in select.select(devices, [], [])[0]:
                try:
                    if not os.read(device, 4096):
                        devices.remove(device)
                except BlockingIOError:
                    continue
                except OSError:  # unplugged
                    devices.remove(device)
            self.poke()
            Clock._event.set()


class SdlGovernor(Governor):
    """For a desktop: sleeps in the very SDL that Kivy loaded; `Clock.schedule_*` from another thread wakes it."""

    def __init__(self, **keywords: float) -> None:
        super().__init__(**keywords)
        self._sdl = ctypes.CDLL(_sdl_library())  # CDLL lets other threads run during a call
        self._event = (ctypes.c_uint8 * 64)()
        ctypes.cast(self._event, ctypes.POINTER(ctypes.c_uint32))[0] = SDL_USER_EVENT
        self._thread = threading.get_ident()

    def start(self) -> None:
        """Be told of everything that is scheduled."""
        Clock.on_schedule = self._scheduled

    def _scheduled(self, _event: object) -> None:
        if threading.get_ident() != self._thread:
            self.poke()
            self._sdl.SDL_PushEvent(self._event)

    def sleep(self, idle: Callable[[], Any]) -> Any:
        """While idle wait inside SDL for input, a thread or the next due timer."""
        if not self.idle:
            return idle()
        due = Clock.get_min_timeout()  # when the next event is due; 0 is now
        wait = int(1000 * min(1 / self.idle_fps, due - Clock.time())) if due else 0
        if wait > 0 and not self.window.canvas.needs_redraw and self._sdl.SDL_WaitEventTimeout(None, wait):
            self.poke()
        keep, Clock._max_fps = Clock._max_fps, 0  # it has slept already
        slept = idle()
        Clock._max_fps = keep
        return slept


def _input_devices() -> list[int]:
    found = []
    for path in sorted(Path("/dev/input").glob("event*")):
        try:
            found.append(os.open(path, os.O_RDONLY | os.O_NONBLOCK))
        except OSError:
            continue  # no right to read it: Kivy's own provider could not either
    return found


def _sdl_library() -> str:
    """Path of the SDL2 that this process has loaded; raises `LookupError` where it cannot be told."""
    maps = Path("/proc/self/maps")
    if maps.exists():
        for line in maps.read_text().splitlines():
            path = line.split(maxsplit=5)[-1]
            if "libSDL2-2" in path or "libSDL2.so" in path:
                return path
    raise LookupError("SDL2 is not loaded, or this system does not tell where")


def choose(driver: str) -> Governor:
    """The governor for SDL's video driver (`KMSDRM`, `x11`, `offscreen` …) on this system.

    Drivers without a native wait (SDL polls them each millisecond) and systems that do not tell where SDL lies get the
    evdev governor, which needs neither.
    """
    waits = driver.lower() in ("x11", "wayland", "windows", "cocoa")
    if waits and sys.platform.startswith("linux"):
        try:
            return SdlGovernor()
        except (LookupError, OSError):
            return Governor(idle_fps=20)
    if waits or not hasattr(Clock, "_event"):
        return Governor(idle_fps=20)  # a stock clock cannot be woken: 20 turns a second keep touches quick
    return EvdevGovernor()
