"""What a Raspberry Pi says of its power supply: too little voltage is why USB adapters drop out and cards go bad."""

from __future__ import annotations

from pathlib import Path
from typing import Final, Literal

Supply = Literal["unknown", "steady", "was-low", "low"]

SYSTEM: Final = Path("/sys")
_LOW: Final = 1 << 0  # bits of the firmware's answer
_WAS_LOW: Final = 1 << 16


def supply(system: Path = SYSTEM) -> Supply:
    """How the supply is now and was since the start; `unknown` on a machine that does not say.

    The firmware's `get_throttled` is asked where the kernel shows it, else the alarm of the kernel's `rpi_volt` sensor.
    """
    for path in system.glob("devices/platform/soc*/*firmware*/get_throttled"):
        bits = _number(path, 16)
        if bits is not None:
            return "low" if bits & _LOW else "was-low" if bits & _WAS_LOW else "steady"
    for path in system.glob("class/hwmon/hwmon*/name"):
        alarm = _number(path.with_name("in0_lcrit_alarm"), 10) if _text(path) == "rpi_volt" else None
        if alarm is not None:
            return "low" if alarm else "steady"
    return "unknown"


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="ascii", errors="replace").strip()
    except OSError:
        return ""


def _number(path: Path, base: int) -> int | None:
    try:
        return int(_text(path), base)
    except ValueError:
        return None
