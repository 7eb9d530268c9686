"""Lamps: motions, moments, faults, the one loop, and darkness at both ends."""

from __future__ import annotations

import itertools
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.events import HardwareEvent, LampStatus
from hardware.firmware import motion
from hardware.lights import (
    DARK,
    Colour,
    Lights,
    Motion,
    NoLamp,
    Pattern,
    PatternError,
    SentLamp,
    ShownLamp,
    UnknownLampError,
    colour_at,
    walk,
)

RED = (1.0, 0.0, 0.0)
GREEN = (0.0, 1.0, 0.0)
LIT_MOTIONS = [kind for kind in Motion if kind is not Motion.OFF]


class Film:
    """A lamp that keeps what it showed, as (time, colour)."""

    def __init__(self, name: str = "a"):
        self.frames: list[tuple[float, Colour]] = []
        self.now = 0.0
        self.lamp = ShownLamp(name, lambda colour: self.frames.append((self.now, colour)))

    @property
    def colour(self) -> Colour:
        return self.frames[-1][1] if self.frames else (0.0, 0.0, 0.0)


class Broken(NoLamp):
    """A lamp that raises while it is broken."""

    def __init__(self, name: str, error: Exception | None):
        super().__init__(name)
        self.error = error
        self.calls = 0

    def show(self, pattern: Pattern, elapsed_ms: int) -> int:
        self.calls += 1
        if self.error is not None:
            raise self.error
        return 0


def play(lights: Lights, film: Film, until: float, start: float = 0.0) -> int:
    """Step the loop exactly when it asks to be stepped; returns the number of steps."""
    now, steps = start, 0
    while now < until:
        film.now = now
        pause = lights.step(now)
        steps += 1
        if pause is None:
            break
        now += pause
    return steps


def wait_for(condition: Callable[[], bool]) -> None:
    """Yield to the loop's thread until it has done its part (a bound of 5 s, not a sleep)."""
    event, end = threading.Event(), time.monotonic() + 5
    while not condition() and time.monotonic() < end:
        event.wait(0.002)
    assert condition()


def test_every_motion_can_be_told_without_colour() -> None:
    """No two motions have the same course of brightness, so colour is never needed to tell them apart."""
    courses = {kind: tuple(motion.level(kind.value, ms) for ms in range(0, 12_000, 10)) for kind in Motion}
    assert set(courses) == {Motion(name) for name in motion.MOTIONS}
    assert len(set(courses.values())) == len(courses)


@pytest.mark.parametrize("kind", Motion)
def test_no_motion_flashes_more_than_three_times_a_second(kind: Motion) -> None:
    """Any second of a motion holds at most three rises to full brightness (WCAG 2.3.1)."""
    levels = [motion.level(kind.value, ms) for ms in range(0, 10_000, 5)]
    rises = [index for index in range(1, len(levels)) if levels[index - 1] < 200 <= levels[index]]
    assert all(sum(start <= rise < start + 200 for rise in rises) <= 3 for start in range(len(levels)))


@given(kind=st.sampled_from(list(Motion)), elapsed=st.integers(0, 10**9))
def test_rest_never_misses_a_change(kind: Motion, elapsed: int) -> None:
    """Between now and the announced next change an edged motion keeps its level, and a gliding one asks again within a frame."""
    rest = motion.rest(kind.value, elapsed)
    if kind is Motion.BREATHE:
        assert 0 < rest <= motion.FRAME_MS
    elif rest == 0:
        assert kind in (Motion.OFF, Motion.STEADY)
    else:
        assert motion.level(kind.value, elapsed) == motion.level(kind.value, elapsed + rest - 1)


def test_a_blink_is_on_and_off_at_its_edges_only() -> None:
    """A blinking lamp is drawn twice a second and not more often."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.set("a", Pattern(RED, Motion.BLINK))
    steps = play(lights, film, until=3.0)
    assert [(round(at, 3), colour) for at, colour in film.frames] == [
        (edge / 2, RED if edge % 2 == 0 else (0.0, 0.0, 0.0)) for edge in range(6)
    ]
    assert steps == 6


def test_breathing_glides_at_25_frames_a_second() -> None:
    """A breathing lamp never jumps and is drawn about 25 times a second."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.set("a", Pattern(GREEN, Motion.BREATHE))
    steps = play(lights, film, until=2.4)
    greens = [colour[1] for _, colour in film.frames]
    assert 58 <= steps <= 62
    assert max(greens) > 0.95
    assert min(greens) < 0.06
    assert max(abs(one - two) for one, two in itertools.pairwise(greens)) < 0.08


def test_a_steady_lamp_needs_no_further_step() -> None:
    """When nothing moves the loop has nothing to do until it is told something."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.set("a", Pattern(RED, Motion.STEADY))
    assert lights.step(0.0) is None
    assert lights.step(9.0) is None
    assert film.frames == [(0.0, RED)]


def test_a_moment_ends_by_itself_and_the_lasting_pattern_goes_on() -> None:
    """A passing moment lies over the lasting pattern for its time; then the lasting one is back without a word."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.set("a", Pattern(RED, Motion.STEADY))
    lights.step(0.0)
    lights.flash("a", Pattern(GREEN, Motion.STEADY), 0.6)
    assert play(lights, film, until=5.0, start=1.0) == 2
    assert [(round(at, 3), colour) for at, colour in film.frames] == [(0.0, RED), (1.0, GREEN), (1.6, RED)]
    assert lights.lasting("a") == Pattern(RED, Motion.STEADY)


def test_a_new_moment_replaces_an_old_one() -> None:
    """Two moments in a row do not queue up: the newer one is the truth."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.flash("a", Pattern(RED, Motion.STEADY), 1.0)
    lights.step(0.0)
    lights.flash("a", Pattern(GREEN, Motion.STEADY), 1.0)
    lights.step(0.5)
    assert film.colour == GREEN
    lights.step(1.2)
    assert film.colour == GREEN
    lights.step(1.5)
    assert film.colour == (0.0, 0.0, 0.0)


def test_the_lasting_pattern_may_change_under_a_moment() -> None:
    """What is set while a moment runs is shown when the moment ends."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.flash("a", Pattern(RED, Motion.STEADY), 1.0)
    lights.step(0.0)
    lights.set("a", Pattern(GREEN, Motion.STEADY))
    lights.step(0.5)
    assert film.colour == RED
    lights.step(1.0)
    assert film.colour == GREEN


def test_the_same_pattern_again_keeps_the_rhythm() -> None:
    """A snapshot that sets the same pattern anew must not make the lamp stutter."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.set("a", Pattern(RED, Motion.BLINK))
    lights.step(0.0)
    lights.set("a", Pattern(RED, Motion.BLINK))
    assert lights.step(0.4) == pytest.approx(0.1)
    lights.step(0.5)
    assert film.colour == (0.0, 0.0, 0.0)


def test_a_lamp_that_throws_is_reported_once_and_stops_no_other() -> None:
    """One broken lamp is one event; the others go on, and it is tried again until it works."""
    events: list[HardwareEvent] = []
    broken, film = Broken("bad", OSError("no such pin")), Film()
    lights = Lights([broken, film.lamp], events.append)
    lights.set("bad", Pattern(RED, Motion.STEADY))
    lights.set("a", Pattern(GREEN, Motion.STEADY))
    pause = lights.step(0.0)
    assert film.colour == GREEN
    assert events == [LampStatus(lamp="bad", ok=False, at=0.0, detail="no such pin", code="lamp-failed")]
    assert lights.faults == {"bad": "no such pin"}
    assert pause == pytest.approx(5.0)
    lights.step(5.0)
    assert len(events) == 1
    broken.error = None
    assert lights.step(10.0) is None
    assert events[1:] == [LampStatus(lamp="bad", ok=True, at=10.0)]
    assert lights.faults == {}


@pytest.mark.parametrize(
    "error", [OSError("x"), ValueError("x"), RuntimeError("x"), IndexError(), AttributeError("closed")]
)
def test_any_exception_of_a_lamp_is_a_fault(error: Exception) -> None:
    """gpiozero raises anything from IndexError to its own classes after a fault; none of it ends the loop."""
    events: list[HardwareEvent] = []
    lights = Lights([Broken("bad", error)], events.append)
    lights.step(0.0)
    assert isinstance(events[0], LampStatus)
    assert events[0].detail


def test_close_puts_every_lamp_out_even_past_a_broken_one() -> None:
    """At the end each lamp is dark, also those after one that cannot be put out."""
    events: list[HardwareEvent] = []
    film = Film()
    lights = Lights([Broken("bad", OSError("gone")), film.lamp], events.append)
    lights.set("a", Pattern(RED, Motion.STEADY))
    lights.step(0.0)
    lights.close()
    lights.close()
    assert film.colour == (0.0, 0.0, 0.0)


def test_a_pattern_set_while_the_lamp_is_being_drawn_is_not_lost() -> None:
    """What is set in the middle of a drawing is due at once, not when the old pattern would have moved."""
    seen: list[Pattern] = []

    class Interrupted(NoLamp):
        def show(self, pattern: Pattern, elapsed_ms: int) -> int:
            seen.append(pattern)
            if len(seen) == 1:
                lights.set("a", Pattern(RED, Motion.STEADY))
            return 0

    lights = Lights([Interrupted("a")], lambda event: None)
    assert lights.step(0.0) == 0.0
    assert lights.step(0.0) is None
    assert seen == [DARK, Pattern(RED, Motion.STEADY)]


def test_dark_ends_patterns_and_moments() -> None:
    """`dark` leaves nothing lit and nothing to come."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.set("a", Pattern(RED, Motion.BLINK))
    lights.flash("a", Pattern(GREEN, Motion.STEADY))
    lights.step(0.0)
    lights.dark()
    assert lights.step(0.1) is None
    assert film.colour == (0.0, 0.0, 0.0)
    assert lights.lasting("a") == DARK


def test_a_sent_lamp_gets_each_pattern_once_and_again_after_a_failure() -> None:
    """A lamp that moves by itself is told a pattern once, not 25 times a second; a failed telling is repeated."""
    told: list[Pattern] = []
    fail = [False]

    def send(pattern: Pattern) -> None:
        if fail[0]:
            raise OSError("pod unplugged")
        told.append(pattern)

    lights = Lights([SentLamp("pod", send)], lambda event: None)
    breathe = Pattern(GREEN, Motion.BREATHE)
    lights.set("pod", breathe)
    assert lights.step(0.0) is None
    lights.step(1.0)
    assert told == [breathe]
    fail[0] = True
    lights.set("pod", Pattern(RED, Motion.BLINK))
    assert lights.step(2.0) == pytest.approx(5.0)
    fail[0] = False
    lights.step(7.0)
    assert told == [breathe, Pattern(RED, Motion.BLINK)]


@pytest.mark.parametrize("colour", [(1.1, 0, 0), (-0.1, 0, 0), (float("nan"), 0, 0)])
def test_impossible_colours_are_refused(colour: Colour) -> None:
    """A colour outside 0 to 1 is refused at the border, with a builtin that callers expect."""
    with pytest.raises(ValueError, match="0 to 1") as caught:
        Pattern(colour, Motion.STEADY)
    assert isinstance(caught.value, PatternError)


def test_unknown_lamps_and_endless_moments_are_refused_and_change_nothing() -> None:
    """A wrong name or time is an error of its own and leaves every lamp as it was."""
    film = Film()
    lights = Lights([film.lamp], lambda event: None)
    lights.step(0.0)
    with pytest.raises(UnknownLampError, match="'b'"):
        lights.set("b", Pattern(RED, Motion.STEADY))
    for seconds in (0.0, -1.0, float("inf"), float("nan")):
        with pytest.raises(PatternError):
            lights.flash("a", Pattern(RED, Motion.STEADY), seconds)
    assert lights.step(1.0) is None
    assert film.frames == [(0.0, (0.0, 0.0, 0.0))]


def test_colour_follows_level() -> None:
    """Every part of a colour is dimmed alike, so a hue never drifts while it breathes."""
    for ms in range(0, 2400, 40):
        red, green, blue = colour_at(Pattern((1.0, 0.5, 0.25), Motion.BREATHE), ms)
        assert green == pytest.approx(red / 2)
        assert blue == pytest.approx(red / 4)


def test_walk_lights_one_lamp_after_another() -> None:
    """The lamp walk names and lights each lamp in turn and leaves the lasting patterns alone."""
    films = [Film("a"), Film("b")]
    lights = Lights([film.lamp for film in films], lambda event: None)
    lights.set("b", Pattern(GREEN, Motion.STEADY))
    lit = []
    now = 0.0
    for name in walk(lights, Pattern(RED, Motion.STEADY), 1.0):
        lights.step(now)
        lit.append((name, [film.colour for film in films]))
        now += 1.0
    lights.step(now)
    assert lit == [("a", [RED, GREEN]), ("b", [(0.0, 0.0, 0.0), RED])]
    assert [film.colour for film in films] == [(0.0, 0.0, 0.0), GREEN]


def test_the_thread_sleeps_while_nothing_moves_and_wakes_when_told() -> None:
    """The loop's thread blocks without any CPU on steady lamps, and shows a new pattern at once."""
    shown: queue.SimpleQueue[tuple[Pattern, int]] = queue.SimpleQueue()

    class Counting(NoLamp):
        def show(self, pattern: Pattern, elapsed_ms: int) -> int:
            shown.put((pattern, elapsed_ms))
            return 0

    before = threading.active_count()
    lights = Lights([Counting("a")], lambda event: None)
    pauses: queue.SimpleQueue[float | None] = queue.SimpleQueue()
    wait = lights._changed.wait

    def watched(timeout: float | None = None) -> bool:
        pauses.put(timeout)
        return wait(timeout)

    lights._changed.wait = watched  # type: ignore[method-assign]  # to see how long the loop means to sleep
    lights.start()
    lights.start()
    assert threading.active_count() == before + 1
    assert shown.get(timeout=5)[0] == DARK
    lights.set("a", Pattern(RED, Motion.STEADY))
    assert shown.get(timeout=5)[0] == Pattern(RED, Motion.STEADY)
    wait_for(lambda: pauses.qsize() > 0)
    assert pauses.get() is None
    assert shown.empty()
    lights.close()
    assert shown.get(timeout=5) == (DARK, 0)
    assert threading.active_count() == before


def test_patterns_set_from_many_threads_end_as_the_last_one_said() -> None:
    """Setters never lose a pattern to the loop that is drawing meanwhile."""
    films = [Film(str(index)) for index in range(4)]
    lights = Lights([film.lamp for film in films], lambda event: None)
    lights.start()

    def paint(name: str) -> None:
        for index in range(300):
            lights.set(name, Pattern((index / 300, 0.0, 0.0), Motion.STEADY))
        lights.set(name, Pattern(GREEN, Motion.STEADY))

    threads = [threading.Thread(target=paint, args=(film.lamp.name,)) for film in films]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(timeout=10)
    wait_for(lambda: all(film.colour == GREEN for film in films))
    lights.close()


SCRIPT = """
import sys, threading
from hardware.lights import Lights, Motion, Pattern, dark_at_exit
from hardware.pins import LampSpec, open_lamps
from hardware.simulation.pins import SimulatedPins
pins = SimulatedPins()
pins.watchers.append(lambda number, level: print(number, round(level, 2), flush=True))
lights = Lights(open_lamps([LampSpec("a", (17,)), LampSpec("b", (22, 23, 24))], pins, print, 0.0), print)
dark_at_exit(lights)
lights.start()
lights.set("a", Pattern((1, 1, 1), Motion.STEADY))
lights.set("b", Pattern((0, 1, 0), Motion.STEADY))
if sys.argv[1] == "exit":
    sys.stdin.readline()
    raise RuntimeError("the app died")
while True:
    threading.Event().wait(0.1)  # not signal.pause(): a signal that comes just before it would wait for the next one
"""


@pytest.mark.parametrize("ending", ["exit", "sigterm"])
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no SIGTERM that a process could handle")
def test_lamps_are_dark_after_sigterm_and_after_a_crash(ending: str) -> None:
    """A process that is terminated, or dies of an exception, leaves no lamp lit (failures.md, row 20)."""
    process = subprocess.Popen(
        [sys.executable, "-c", SCRIPT, ending],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
    )
    assert process.stdout is not None
    seen = [process.stdout.readline().strip() for _ in range(2)]
    assert sorted(seen) == ["17 1.0", "23 1.0"]
    if ending == "sigterm":
        process.send_signal(signal.SIGTERM)
    rest, _ = process.communicate("die\n" if ending == "exit" else None, timeout=20)
    last = dict(line.split() for line in rest.splitlines())
    assert last == {"17": "0.0", "23": "0.0"}
    assert process.returncode == (143 if ending == "sigterm" else 1)
