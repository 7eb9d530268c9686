"""Real buttons on the Pi's pins: one event a press, however the contacts bounce, and a long press with a meaning of its own.

gpiozero tells the edges; the bounce, the lock-out and the long press are ours, under a passed-in time, because gpiozero's
``bounce_time`` does nothing on simulated pins and no two of its pin libraries do the same (knowledge/hardware.md, section 5).
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from hardware.errors import HardwareError
from hardware.events import ButtonPressed, Post

BOUNCE_S = 0.02
"""A level counts once it stood this long: longer than contacts bounce, shorter than anybody notices."""
LOCKOUT_S = 0.3
"""A second press within this time of the last is the same nervous finger (knowledge/failures.md, 5.1)."""


class ButtonError(HardwareError, ValueError):
    """A button described in a way that cannot be wired."""

    code = "bad-button"


@dataclass(frozen=True, slots=True)
class ButtonSpec:
    """A switch from a pin (BCM number) to ground; ``hold_s`` gives it a long press, for instance the safe shutdown.

    A button without a long press speaks as it goes down; one with it speaks when it is let go, or when the time is reached.
    """

    name: str
    pin: int
    hold_s: float | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.pin <= 27:
            raise ButtonError(f"button {self.name!r}: pins are BCM numbers from 0 to 27, not {self.pin}")
        if self.hold_s is not None and not 0.5 <= self.hold_s <= 30.0:
            raise ButtonError(f"button {self.name!r}: a long press lasts 0.5 to 30 s, not {self.hold_s}")


class Press:
    """The contacts of one button as a state machine without clock or pins.

    ``edge`` takes each change of level, ``step`` returns what it amounts to: a list of ``held`` flags, one per press.
    """

    def __init__(self, hold_s: float | None = None, down: bool = False):
        self._hold_s = hold_s
        self._raw = self._settled = down
        self._since = 0.0
        self._pressed_at = 0.0
        self._spent = True  # this press has spoken already, or must not: a button that is down at the start is no press
        self._spoke_at: float | None = None

    def edge(self, down: bool, now: float) -> None:
        """The contacts changed (or were looked at and found as they are)."""
        if down != self._raw:
            self._raw, self._since = down, now

    def step(self, now: float) -> list[bool]:
        """What happened up to ``now``: nothing, or a press (``False``), or a long press (``True``)."""
        spoken: list[bool] = []
        if self._raw != self._settled and now - self._since >= BOUNCE_S:
            self._settled = self._raw
            if self._settled:
                self._pressed_at = self._since
                self._spent = self._spoke_at is not None and self._since - self._spoke_at < LOCKOUT_S
                if self._hold_s is None and not self._spent:
                    spoken.append(self._speak(self._since, held=False))
            elif not self._spent:
                # Let go late, but seen late too: the long press was reached all the same.
                held = self._hold_s is not None and self._since - self._pressed_at >= self._hold_s
                spoken.append(self._speak(self._since, held=held))
        if (
            self._settled
            and self._raw
            and not self._spent
            and self._hold_s is not None
            and now - self._pressed_at >= self._hold_s
        ):
            spoken.append(self._speak(now, held=True))
        return spoken

    def due(self) -> float | None:
        """The time at which ``step`` can next find something without a further edge; None: never."""
        if self._raw != self._settled:
            return self._since + BOUNCE_S
        if self._settled and not self._spent and self._hold_s is not None:
            return self._pressed_at + self._hold_s
        return None

    def _speak(self, at: float, *, held: bool) -> bool:
        self._spent, self._spoke_at = True, at
        return held


class Buttons:
    """Every button on the Pi's pins; posts ButtonPressed(source="gpio").

    A button that cannot be opened or read is in ``faults`` and the others work. ``start`` runs a thread that sleeps until an
    edge; tests call ``step`` under a clock they move.
    """

    def __init__(
        self, specs: Iterable[ButtonSpec], factory: Any, post: Post, clock: Callable[[], float] = time.monotonic
    ):
        self._post = post
        self._clock = clock
        self._changed = threading.Condition()
        self._closed = False
        self._edges = 0
        self._thread: threading.Thread | None = None
        self.faults: dict[str, str] = {}
        """Name of a button that does not work → why."""
        self._buttons: dict[str, tuple[Any, Press]] = {}
        for spec in specs if factory is not None else ():
            try:
                self._buttons[spec.name] = self._open(spec, factory)
            except Exception as error:
                # gpiozero raises its own classes, OSError, RuntimeError (lgpio's "GPIO busy") …: one button less, never the app.
                self.faults[spec.name] = str(error) or type(error).__name__

    def step(self, now: float) -> float | None:
        """Look at every button, post what was pressed, and return the seconds until something is due (None: an edge will tell)."""
        pressed: list[ButtonPressed] = []
        dues: list[float] = []
        with self._changed:
            self._edges = 0
            for name, (device, press) in self._buttons.items():
                try:
                    press.edge(bool(device.is_pressed), now)  # heals an edge that was lost
                    self.faults.pop(name, None)
                except Exception as error:
                    self.faults[name] = str(error) or type(error).__name__
                    continue
                pressed += [ButtonPressed(source="gpio", button=name, at=now, held=held) for held in press.step(now)]
                if (due := press.due()) is not None:
                    dues.append(due)
        for event in pressed:
            self._post(event)
        return max(0.0, min(dues) - now) if dues else None

    def start(self) -> None:
        """Run the loop in a thread of its own until ``close``."""
        if self._thread is None and self._buttons:
            self._thread = threading.Thread(target=self._run, name="buttons", daemon=True)
            self._thread.start()

    def close(self) -> None:
        """Stop the loop and give up the pins; any number of times."""
        with self._changed:
            self._closed = True
            self._changed.notify_all()
            opened, self._buttons = self._buttons, {}
        if self._thread is not None and self._thread is not threading.current_thread():
            self._thread.join(timeout=2.0)
        for name, (device, _) in opened.items():
            try:
                device.close()
            except Exception as error:
                self.faults[name] = str(error) or type(error).__name__

    def _open(self, spec: ButtonSpec, factory: Any) -> tuple[Any, Press]:
        from gpiozero import Button

        device = Button(spec.pin, pull_up=True, bounce_time=None, pin_factory=factory)
        press = Press(spec.hold_s, down=bool(device.is_pressed))
        device.when_pressed = lambda: self._edge(press, down=True)
        device.when_released = lambda: self._edge(press, down=False)
        return device, press

    def _edge(self, press: Press, *, down: bool) -> None:
        # Runs in gpiozero's thread: note it and be gone.
        with self._changed:
            press.edge(down, self._clock())
            self._edges += 1
            self._changed.notify_all()

    def _run(self) -> None:
        while True:
            pause = self.step(self._clock())
            with self._changed:
                if not (self._edges or self._closed):
                    self._changed.wait(pause)
                if self._closed:
                    return
