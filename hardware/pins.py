"""The Pi's pins: finding out whether there are any, plainly and once, and lamps on them.

gpiozero is imported late and is handed one pin factory, which is the only door to the pins. There is no silent fallback to another
library: a Pi 5 would lose its pins and a Pi 4 its dimming without a word (knowledge/failures.md, row 20).
"""

from __future__ import annotations

import glob
import os
import tempfile
import warnings
from collections.abc import Iterable, Mapping, MutableMapping
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias

from hardware.errors import DeviceBusyError, HardwareError
from hardware.events import LampStatus, Post
from hardware.firmware import motion as motions
from hardware.lights import Lamp, NoLamp, Pattern, colour_at

PinsCode: TypeAlias = Literal["pins-ready", "pins-none", "pins-no-library", "pins-denied", "pins-busy", "pins-failed"]
"""``pins-none``: this machine has no pins (a laptop): no fault, lamps are on the screen. All others but ``pins-ready`` are faults."""


@dataclass(frozen=True, slots=True)
class PinsReport:
    """Whether there are pins: ``code`` is stable, ``detail`` says what was seen, ``fix`` what to do (empty: nothing).

    ``factory`` is a gpiozero pin factory, ready to be handed to lamps and buttons, or None.
    """

    code: PinsCode
    detail: str
    fix: str = ""
    factory: Any = None

    @property
    def ok(self) -> bool:
        """Whether lamps and buttons can be opened on the pins."""
        return self.factory is not None


class PinsError(HardwareError, ValueError):
    """A lamp or button described in a way that cannot be wired."""

    code = "bad-pins"


def scratch_directory(environ: Mapping[str, str] = os.environ) -> str:
    """A directory that exists and can be written to, for lgpio, which puts a pipe where it is imported (lg #12, gpiozero #1106)."""
    for candidate in (environ.get("RUNTIME_DIRECTORY", "").split(":")[0], environ.get("XDG_RUNTIME_DIR", "")):
        if candidate and os.path.isdir(candidate) and os.access(candidate, os.W_OK | os.X_OK):
            return candidate
    return tempfile.gettempdir()


def probe_pins(environ: MutableMapping[str, str] | None = None, chips: Iterable[str] | None = None) -> PinsReport:
    """Find the pins of this machine through gpiozero; never raises and never warns.

    ``environ`` (default: the process's) gets ``GPIOZERO_PIN_FACTORY=lgpio`` and ``LG_WD`` unless they are set already: both must
    be there before lgpio's first import. ``chips`` are the GPIO devices of the kernel (default: ``/dev/gpiochip*``); without any,
    gpiozero is not even imported.
    """
    environ = os.environ if environ is None else environ
    found = sorted(glob.glob("/dev/gpiochip*") if chips is None else chips)
    wanted = environ.get("GPIOZERO_PIN_FACTORY")
    if not found and wanted is None:
        return PinsReport("pins-none", "this machine has no GPIO pins")
    environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
    environ.setdefault("LG_WD", scratch_directory(environ))
    library = environ["GPIOZERO_PIN_FACTORY"]
    try:
        with warnings.catch_warnings():
            warnings.simplefilter(
                "ignore"
            )  # gpiozero warns of each fallback; there is none, and the report says the rest
            from gpiozero import Device

            Device.ensure_pin_factory()
            return PinsReport(
                "pins-ready", f"pins through {library} ({found[0] if found else 'no gpiochip'})", "", Device.pin_factory
            )
    except Exception as error:
        # A library that is half installed raises nearly anything (lgpio 0.0.0.2 is an empty module: AttributeError).
        return _explain(error, library, found)


def _explain(error: Exception, library: str, chips: list[str]) -> PinsReport:
    said = f"{library}: {error}" if str(error) else f"{library}: {type(error).__name__}"
    denied = [chip for chip in chips if not os.access(chip, os.R_OK | os.W_OK)]
    if type(error).__name__ == "PinUnknownPi":
        # A laptop may have GPIO chips of its own; they are not header pins.
        return PinsReport("pins-none", "this machine has GPIO chips but is no Raspberry Pi")
    if (
        isinstance(error, PermissionError)
        or (denied and "permission" in said.lower())
        or (denied and "open" in said.lower())
    ):
        return PinsReport(
            "pins-denied", said, "add the user to the group gpio (sudo adduser $USER gpio) and log in again"
        )
    if "busy" in said.lower():
        return PinsReport("pins-busy", said, "another program holds the pins; stop it (gpioinfo names it)")
    if isinstance(error, (ImportError, AttributeError)):
        return PinsReport(
            "pins-no-library",
            said,
            "sudo apt install python3-lgpio, and make the venv with --system-site-packages (pip install lgpio works up to Python 3.12)",
        )
    return PinsReport("pins-failed", said, "see the gpiozero documentation for this message")


@dataclass(frozen=True, slots=True)
class LampSpec:
    """How a lamp is wired: BCM numbers of its pins, one (a single LED) or three (red, green, blue); none is no lamp.

    ``active_high`` is false for LEDs that light when the pin is low (common anode).
    """

    name: str
    pins: tuple[int, ...] = ()
    active_high: bool = True

    def __post_init__(self) -> None:
        if len(self.pins) not in (0, 1, 3):
            raise PinsError(
                f"lamp {self.name!r}: one pin for a single LED or three for red, green and blue, not {len(self.pins)}"
            )
        if len(set(self.pins)) != len(self.pins) or any(not 0 <= pin <= 27 for pin in self.pins):
            raise PinsError(f"lamp {self.name!r}: pins are different BCM numbers from 0 to 27, not {list(self.pins)}")


class PinLamp:
    """A single LED or an RGB LED on pins; dims by PWM where the pins can, else it is on or off.

    Raises what gpiozero raises at opening (a pin in use, a broken chip).
    """

    def __init__(self, spec: LampSpec, factory: Any):
        self.name = spec.name
        self._devices: list[Any] = []
        self._shown: tuple[float, ...] = ()
        try:
            for pin in spec.pins:
                self._devices.append(_open_led(pin, spec.active_high, factory))
        except Exception:
            self.close()
            raise

    def show(self, pattern: Pattern, elapsed_ms: int) -> int:
        """Writes the colour of this moment to the pins, if it changed; a single LED shows the brightest of the three parts."""
        colour = colour_at(pattern, elapsed_ms)
        shown = (max(colour),) if len(self._devices) == 1 else colour
        if shown != self._shown:
            self._shown = ()  # if a write fails half-way, the next try writes them all
            for device, level in zip(self._devices, shown, strict=True):
                device.value = level
            self._shown = shown
        return motions.rest(pattern.motion.value, elapsed_ms)

    def close(self) -> None:
        """Gives the pins back; the first failure is raised after all were tried."""
        failed: Exception | None = None
        for device in self._devices:
            try:
                device.close()
            except Exception as error:
                failed = failed or error
        self._devices = []
        if failed is not None:
            raise failed


def _open_led(pin: int, active_high: bool, factory: Any) -> Any:
    from gpiozero import PWMLED, PinPWMUnsupported

    try:
        return PWMLED(pin, active_high=active_high, initial_value=0, pin_factory=factory)
    except PinPWMUnsupported:
        return _Undimmed(pin, active_high, factory)


class _Undimmed:
    """An LED on a pin without PWM: lit from half brightness on, so that every motion can still be told."""

    def __init__(self, pin: int, active_high: bool, factory: Any):
        from gpiozero import LED

        self._led = LED(pin, active_high=active_high, initial_value=False, pin_factory=factory)

    @property
    def value(self) -> float:
        return float(self._led.value)

    @value.setter
    def value(self, level: float) -> None:
        self._led.value = level >= 0.5

    def close(self) -> None:
        self._led.close()


def open_lamps(specs: Iterable[LampSpec], factory: Any, post: Post, now: float) -> list[Lamp]:
    """Open each lamp; one that cannot be opened is posted as faulty and becomes a NoLamp, so that the game goes on."""
    lamps: list[Lamp] = []
    for spec in specs:
        if not spec.pins or factory is None:
            lamps.append(NoLamp(spec.name))
            continue
        try:
            lamps.append(PinLamp(spec, factory))
        except Exception as error:
            busy = "InUse" in type(error).__name__ or "busy" in str(error).lower()
            code = DeviceBusyError.code if busy else "lamp-failed"
            post(LampStatus(lamp=spec.name, ok=False, at=now, detail=str(error) or type(error).__name__, code=code))
            lamps.append(NoLamp(spec.name))
    return lamps
