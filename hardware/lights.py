"""Lamps: a lasting pattern each, a passing moment over it, and one animation loop for all of them.

Knows patterns only, never seats or games. A pattern is a colour *and* a motion, because every motion can be read without colour.
A lamp that throws is reported and tried again later; it never stops the others. Every lamp is dark at the start and at the end
(knowledge/failures.md, row 20).
"""

from __future__ import annotations

import atexit
import signal
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from enum import StrEnum
from types import FrameType
from typing import Protocol, TypeAlias

from hardware.errors import HardwareError
from hardware.events import LampStatus, Post
from hardware.firmware import motion as motions

Colour: TypeAlias = tuple[float, float, float]
"""Red, green, blue, each 0 to 1."""

RETRY_S = 5.0
"""A lamp that failed is tried again after this time, or sooner if its pattern changes."""


class Motion(StrEnum):
    """How a lamp moves; the shapes and times are in hardware/firmware/motion.py, shared with the pods."""

    OFF = "off"
    STEADY = "steady"
    BREATHE = "breathe"
    BLINK = "blink"
    DOUBLE_BLINK = "double-blink"
    FLASH = "flash"
    GLINT = "glint"


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a lamp shows; raises PatternError for a colour outside 0 to 1."""

    colour: Colour
    motion: Motion

    def __post_init__(self) -> None:
        if len(self.colour) != 3 or not all(0.0 <= part <= 1.0 for part in self.colour):
            raise PatternError(f"a colour is three numbers from 0 to 1, not {self.colour!r}")


class PatternError(HardwareError, ValueError):
    """A pattern that no lamp could show."""

    code = "bad-pattern"


class UnknownLampError(HardwareError, KeyError):
    """No lamp has this name."""

    code = "unknown-lamp"

    def __str__(self) -> str:
        return str(self.args[0])  # KeyError would print the sentence in quotes


DARK = Pattern((0.0, 0.0, 0.0), Motion.OFF)


def colour_at(pattern: Pattern, elapsed_ms: int) -> Colour:
    """The colour to show ``elapsed_ms`` after the pattern began.

    >>> colour_at(Pattern((1.0, 0.5, 0.0), Motion.BLINK), 100)
    (1.0, 0.5, 0.0)
    >>> colour_at(Pattern((1.0, 0.5, 0.0), Motion.BLINK), 600)
    (0.0, 0.0, 0.0)
    """
    lit = motions.level(pattern.motion.value, elapsed_ms) / 255
    red, green, blue = pattern.colour
    return red * lit, green * lit, blue * lit


class Lamp(Protocol):
    """One lamp: pins, a pod's lamp, a lamp on the screen, or nothing at all."""

    @property
    def name(self) -> str:
        """The name by which patterns reach it."""

    def show(self, pattern: Pattern, elapsed_ms: int) -> int:
        """Show the pattern as it is ``elapsed_ms`` after its beginning; returns ms until it must be called again (0: never).

        Called by the animation loop only. May raise anything; the loop reports it.
        """

    def close(self) -> None:
        """Give up the pins or the port; the lamp is dark already."""


class NoLamp:
    """A seat without a lamp: takes every pattern and shows nothing."""

    def __init__(self, name: str):
        self.name = name

    def show(self, pattern: Pattern, elapsed_ms: int) -> int:
        """Shows nothing, and never needs to be called again."""
        return 0

    def close(self) -> None:
        """Nothing to give up."""


class SentLamp:
    """A lamp that moves by itself once it is told a pattern, as a pod's does; ``send`` gets each new pattern once."""

    def __init__(self, name: str, send: Callable[[Pattern], None]):
        self.name = name
        self._send = send
        self._sent: Pattern | None = None

    def show(self, pattern: Pattern, elapsed_ms: int) -> int:
        """Sends the pattern if it is another one; the lamp at the far end does the moving."""
        if pattern != self._sent:
            self._sent = None  # if send raises, the next try sends again
            self._send(pattern)
            self._sent = pattern
        return 0

    def close(self) -> None:
        """Nothing to give up: the port belongs to the pod."""


class ShownLamp:
    """A lamp drawn by somebody else (the screen): ``draw`` gets the colour of each moment at which it changes."""

    def __init__(self, name: str, draw: Callable[[Colour], None]):
        self.name = name
        self._draw = draw
        self._drawn: Colour | None = None

    def show(self, pattern: Pattern, elapsed_ms: int) -> int:
        """Hands on the colour of this moment."""
        colour = colour_at(pattern, elapsed_ms)
        if colour != self._drawn:
            self._draw(colour)
            self._drawn = colour
        return motions.rest(pattern.motion.value, elapsed_ms)

    def close(self) -> None:
        """Nothing to give up."""


@dataclass(slots=True)
class _Playing:
    """What one lamp is at: its lasting pattern, the moment over it, and when it is next due."""

    lamp: Lamp
    lasting: Pattern = DARK
    since: float | None = None  # None: the next step is its beginning
    moment: Pattern | None = None
    moment_s: float = 0.0
    moment_since: float | None = None
    due: float | None = 0.0  # None: nothing to do until told otherwise
    fault: str = field(default="")

    def current(self, now: float) -> tuple[Pattern, float, float | None]:
        """The pattern to show now, since when, and until when (None: for good)."""
        if self.since is None:
            self.since = now
        if self.moment is not None:
            if self.moment_since is None:
                self.moment_since = now
            end = self.moment_since + self.moment_s
            if now < end:
                return self.moment, self.moment_since, end
            self.moment = None
        return self.lasting, self.since, None


class Lights:
    """Every lamp of the table, moved by one loop.

    ``set`` and ``flash`` may be called from any thread and never block on a lamp. ``start`` runs the loop in a thread of its
    own, which sleeps without any CPU while nothing moves; tests call ``step`` under a clock they move instead.
    """

    def __init__(self, lamps: Iterable[Lamp], post: Post, clock: Callable[[], float] = time.monotonic):
        self._playing = {lamp.name: _Playing(lamp) for lamp in lamps}
        self._post = post
        self._clock = clock
        self._changed = threading.Condition(threading.RLock())
        self._dirty = False
        self._drawing = threading.Lock()  # one painter at a time: the loop, a test's step, or close
        self._thread: threading.Thread | None = None
        self._closed = False

    @property
    def names(self) -> tuple[str, ...]:
        """The lamps' names, in the order they were given."""
        return tuple(self._playing)

    @property
    def faults(self) -> dict[str, str]:
        """What is wrong with each lamp that is faulty now."""
        with self._changed:
            return {name: playing.fault for name, playing in self._playing.items() if playing.fault}

    def lasting(self, name: str) -> Pattern:
        """The lasting pattern of a lamp; raises UnknownLampError."""
        with self._changed:
            return self._find(name).lasting

    def set(self, name: str, pattern: Pattern) -> None:
        """Give a lamp its lasting pattern (the same again changes nothing, not even the rhythm); raises UnknownLampError."""
        with self._changed:
            playing = self._find(name)
            if playing.lasting == pattern:
                return
            playing.lasting, playing.since = pattern, None
            self._touch(playing)

    def flash(self, name: str, pattern: Pattern, seconds: float = 0.8) -> None:
        """Show a pattern for a moment over the lasting one, which then goes on by itself; a new moment replaces an old one."""
        if not 0.0 < seconds <= 60.0:
            raise PatternError(f"a moment lasts up to 60 s, not {seconds!r}")
        with self._changed:
            playing = self._find(name)
            playing.moment, playing.moment_s, playing.moment_since = pattern, seconds, None
            self._touch(playing)

    def dark(self) -> None:
        """Every lamp off, moments too."""
        with self._changed:
            for playing in self._playing.values():
                playing.lasting, playing.since, playing.moment = DARK, None, None
                self._touch(playing)

    def step(self, now: float) -> float | None:
        """Draw what is due and return the seconds until something is due again (None: nothing moves)."""
        with self._drawing:
            return self._step(now)

    def start(self) -> None:
        """Put every lamp out, then run the loop in its own thread until ``close``."""
        with self._changed:
            if self._thread is not None or self._closed:
                return
            self._thread = threading.Thread(target=self._run, name="lights", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the loop, put every lamp out and give up its pins; any number of times, from any thread."""
        with self._changed:
            if self._closed:
                return
            self._closed = True
            self._changed.notify_all()
            thread = self._thread
        if thread is not None and thread is not threading.current_thread():
            thread.join(timeout=2.0)
        for playing in self._playing.values():
            for finish in (lambda lamp=playing.lamp: lamp.show(DARK, 0), playing.lamp.close):
                try:
                    finish()
                except Exception as error:
                    # One lamp that cannot be put out must not keep the next one lit.
                    self._report(playing, error, self._clock())

    def _find(self, name: str) -> _Playing:
        try:
            return self._playing[name]
        except KeyError:
            raise UnknownLampError(
                f"no lamp is called {name!r}; there are {', '.join(self._playing) or 'none'}"
            ) from None

    def _touch(self, playing: _Playing) -> None:
        playing.due = 0.0
        self._dirty = True
        self._changed.notify_all()

    def _step(self, now: float) -> float | None:
        with self._changed:
            self._dirty = False
            work: list[tuple[_Playing, Pattern, float, float | None]] = []
            for playing in self._playing.values():
                if playing.due is not None and playing.due <= now:
                    work.append((playing, *playing.current(now)))
                    playing.due = None
        for playing, pattern, since, until in work:
            due: float | None
            try:
                rest = playing.lamp.show(pattern, int((now - since) * 1000 + 0.5))
                due = now + rest / 1000 if rest > 0 else None
                self._recover(playing, now)
            except Exception as error:
                due = now + RETRY_S
                self._report(playing, error, now)
            if until is not None:
                due = until if due is None else min(due, until)
            with self._changed:
                # Told something new while we drew: then it is due at once and keeps its 0.
                if playing.due is None:
                    playing.due = due
        with self._changed:
            dues = [playing.due for playing in self._playing.values() if playing.due is not None]
        return max(0.0, min(dues) - now) if dues else None

    def _report(self, playing: _Playing, error: Exception, now: float) -> None:
        detail = str(error) or type(error).__name__
        with self._changed:
            known, playing.fault = playing.fault, detail
        if known != detail:
            code = error.code if isinstance(error, HardwareError) else "lamp-failed"
            self._post(LampStatus(lamp=playing.lamp.name, ok=False, at=now, detail=detail, code=code))

    def _recover(self, playing: _Playing, now: float) -> None:
        with self._changed:
            known, playing.fault = playing.fault, ""
        if known:
            self._post(LampStatus(lamp=playing.lamp.name, ok=True, at=now))

    def _run(self) -> None:
        while True:
            pause = self.step(self._clock())
            with self._changed:
                if not (self._dirty or self._closed):
                    self._changed.wait(pause)
                if self._closed:
                    return


def walk(lights: Lights, pattern: Pattern, seconds: float = 1.0) -> Iterator[str]:
    """Light one lamp after another: yields the name of the lamp that is lit; the caller decides when to go on.

    ``companion lamps`` and the doctor use it. Each lamp shows the pattern as a moment, so its lasting pattern is not lost.
    """
    for name in lights.names:
        lights.flash(name, pattern, seconds)
        yield name


def dark_at_exit(lights: Lights, *, sigterm: bool = True) -> None:
    """Put every lamp out when the process ends, however it ends short of SIGKILL.

    With ``sigterm`` (main thread only) SIGTERM becomes an orderly SystemExit(143), unless somebody handles it already.
    """
    atexit.register(lights.close)
    if sigterm and signal.getsignal(signal.SIGTERM) is signal.SIG_DFL:
        signal.signal(signal.SIGTERM, _leave)


def _leave(number: int, frame: FrameType | None) -> None:
    raise SystemExit(128 + number)
