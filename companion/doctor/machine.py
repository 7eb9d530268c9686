"""The machine itself: display, touch panel, clock, power."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding
from companion.settings import Loaded
from companion.words.language import N_
from companion.words.say import say

EARLIEST: Final = 1_735_689_600  # 2025-01-01: a clock before that was never set


def display(loaded: Loaded) -> Iterator[Finding]:
    """Whether a window can be opened, and the libraries that draw in it."""
    from ui.app import has_display

    here = has_display()
    told = say(N_("a window can be opened")) if here else say(N_("no display; headless and demo work"))
    yield Finding("display", "ok" if here else "note", told)
    if sys.platform.startswith("linux"):
        import ctypes

        for library, package in (("libGL.so.1", "libgl1"), ("libEGL.so.1", "libegl1")):
            try:
                ctypes.CDLL(library)
            except OSError:
                yield Finding(
                    "display", "fault", say(N_("{what} is missing"), what=library), f"apt-get install {package}"
                )


def touch(loaded: Loaded) -> Iterator[Finding]:
    """Panels that can be touched, and whether they may be read; every part of one is tried on the screen's touch grid."""
    panels = [event for event in sorted(Path("/sys/class/input").glob("event*")) if is_touch(event)]
    for event in panels:
        device, name = Path("/dev/input") / event.name, (event / "device" / "name").read_text().strip()
        if os.access(device, os.R_OK):
            yield Finding(
                "touch",
                "ok",
                say(
                    N_("{name} ({device}); try every part of it on Settings, Doctor, Touch grid"),
                    name=name,
                    device=device,
                ),
            )
        else:
            unread = say(N_("{name}: {device} cannot be read"), name=name, device=device)
            yield Finding("touch", "fault", unread, say(N_("put this user into the group input")))


def is_touch(event: Path) -> bool:
    """Whether an input device reports positions of several fingers (ABS_MT_POSITION_X, bit 53) or of one (ABS_X and BTN_TOUCH)."""
    try:
        bits = [int(word, 16) for word in (event / "device" / "capabilities" / "abs").read_text().split()]
    except (OSError, ValueError):
        return False
    width = 64 if sys.maxsize > 2**32 else 32
    total = sum(word << width * at for at, word in enumerate(reversed(bits)))
    return bool(total >> 53 & 1)


def clock_and_power(loaded: Loaded) -> Iterator[Finding]:
    """Whether the clock was ever set, and what a Raspberry Pi says of its supply."""
    from hardware.supply import supply

    if time.time() < EARLIEST:
        yield Finding("clock", "note", say(N_("was never set; games do not need it, dates in the log will be wrong")))
    else:
        yield Finding("clock", "ok", time.strftime("%Y-%m-%d %H:%M"))
    match supply():
        case "low":
            fix = say(N_("use the supply of this Raspberry Pi and a short cable"))
            yield Finding("power", "fault", say(N_("under-voltage now")), fix)
        case "was-low":
            yield Finding(
                "power", "note", say(N_("there was under-voltage since the start")), say(N_("use a stronger supply"))
            )
        case "steady":
            yield Finding("power", "ok", say(N_("steady")))
