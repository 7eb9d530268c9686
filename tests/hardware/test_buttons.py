"""Buttons: bounce, lock-out, long press, held at start, faults, through gpiozero's own Button."""

from __future__ import annotations

import itertools
import queue
import random
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.buttons import BOUNCE_S, LOCKOUT_S, ButtonError, Buttons, ButtonSpec, Press
from hardware.events import ButtonPressed, HardwareEvent
from hardware.simulation.pins import SimulatedPins


class Bench:
    """Buttons on simulated pins under a clock that the test moves, stepped whenever they ask for it."""

    def __init__(self, *specs: ButtonSpec, down: tuple[int, ...] = ()):
        self.now = 100.0
        self.pins = SimulatedPins()
        for number in down:
            self.pins.press(number)
        self.events: list[HardwareEvent] = []
        self.buttons = Buttons(specs, self.pins, self.events.append, clock=lambda: self.now)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while True:
            pause = self.buttons.step(self.now)
            if pause is None or self.now + pause > end:
                break
            self.now += max(pause, 0.0001)
        self.now = end
        self.buttons.step(self.now)

    def press(self, pin: int, seconds: float = 0.1) -> None:
        self.pins.press(pin)
        self.run(seconds)
        self.pins.release(pin)
        self.run(0.05)

    @property
    def said(self) -> list[tuple[str, bool]]:
        return [(event.button, event.held) for event in self.events if isinstance(event, ButtonPressed)]


def test_a_press_is_one_event_at_once() -> None:
    """A button without a long press speaks as it goes down, within the bounce time, and not again while it is held."""
    bench = Bench(ButtonSpec("next", 5))
    bench.pins.press(5)
    bench.run(BOUNCE_S + 0.001)
    assert bench.said == [("next", False)]
    bench.run(60)
    bench.pins.release(5)
    bench.run(1)
    assert bench.said == [("next", False)]


def test_bouncing_contacts_are_one_press() -> None:
    """Contacts that bounce at both ends of a press make one event."""
    bench = Bench(ButtonSpec("next", 5))
    rng = random.Random(1)
    for _ in range(2):
        for _ in range(9):
            bench.pins.press(5)
            bench.run(rng.uniform(0.0002, 0.004))
            bench.pins.release(5)
            bench.run(rng.uniform(0.0002, 0.004))
        bench.pins.press(5)
        bench.run(0.5)
        for _ in range(9):
            bench.pins.release(5)
            bench.run(rng.uniform(0.0002, 0.004))
            bench.pins.press(5)
            bench.run(rng.uniform(0.0002, 0.004))
        bench.pins.release(5)
        bench.run(0.5)
    assert bench.said == [("next", False)] * 2


def test_a_spike_on_the_wire_is_no_press() -> None:
    """A disturbance shorter than the bounce time is nothing at all."""
    bench = Bench(ButtonSpec("next", 5))
    bench.pins.press(5)
    bench.run(BOUNCE_S / 2)
    bench.pins.release(5)
    bench.run(1)
    assert bench.said == []


def test_two_presses_within_the_lockout_are_one() -> None:
    """A nervous double press counts once; a press after the lock-out counts."""
    bench = Bench(ButtonSpec("next", 5))
    bench.press(5, 0.05)
    bench.press(5, 0.05)
    assert bench.said == [("next", False)]
    bench.run(LOCKOUT_S)
    bench.press(5, 0.05)
    assert bench.said == [("next", False)] * 2


def test_a_long_press_is_told_while_it_is_held_and_a_short_one_when_let_go() -> None:
    """A button with a long press never says both: short on release, long when the time is reached."""
    bench = Bench(ButtonSpec("undo", 6, hold_s=3.0))
    bench.pins.press(6)
    bench.run(2.9)
    assert bench.said == []
    bench.pins.release(6)
    bench.run(0.1)
    assert bench.said == [("undo", False)]
    bench.run(1)
    bench.pins.press(6)
    bench.run(3.01)
    assert bench.said == [("undo", False), ("undo", True)]
    bench.run(10)
    bench.pins.release(6)
    bench.run(1)
    assert bench.said == [("undo", False), ("undo", True)]


def test_a_button_held_at_the_start_is_no_press() -> None:
    """A stuck or leaned-on button at power-up neither presses nor shuts down; it works once it was let go."""
    bench = Bench(ButtonSpec("undo", 6, hold_s=3.0), down=(6,))
    bench.run(20)
    bench.pins.release(6)
    bench.run(1)
    assert bench.said == []
    bench.press(6)
    assert bench.said == [("undo", False)]


def test_buttons_do_not_disturb_each_other() -> None:
    """Two buttons pressed together are two events, each with its own time."""
    bench = Bench(ButtonSpec("next", 5), ButtonSpec("undo", 6, hold_s=3.0))
    bench.pins.press(6)
    bench.run(1)
    bench.press(5)
    bench.pins.release(6)
    bench.run(1)
    assert bench.said == [("next", False), ("undo", False)]


def test_a_pin_in_use_is_a_fault_and_the_other_button_works() -> None:
    """A button that cannot be opened is named with its reason; nothing is raised."""
    bench = Bench(ButtonSpec("next", 5), ButtonSpec("undo", 5), ButtonSpec("more", 6))
    assert set(bench.buttons.faults) == {"undo"}
    assert "GPIO5" in bench.buttons.faults["undo"]
    bench.press(6)
    assert bench.said == [("more", False)]


def test_without_pins_there_are_no_buttons_and_no_fault() -> None:
    """On a laptop the same buttons are simply not there."""
    buttons = Buttons([ButtonSpec("next", 5)], None, lambda event: None)
    buttons.start()
    assert buttons.step(0.0) is None
    assert buttons.faults == {}
    buttons.close()


@pytest.mark.parametrize(("pin", "hold"), [(28, None), (-1, None), (5, 0.1), (5, float("nan")), (5, 100.0)])
def test_buttons_that_cannot_be_wired_are_refused(pin: int, hold: float | None) -> None:
    """A wrong pin or hold time is an error when the settings are read."""
    with pytest.raises(ValueError, match="button 'x'") as caught:
        ButtonSpec("x", pin, hold)
    assert isinstance(caught.value, ButtonError)


def test_the_thread_turns_an_edge_into_an_event_and_ends() -> None:
    """With the real clock a press arrives through the thread; close gives the pins back and ends the thread."""
    pins = SimulatedPins()
    events: queue.SimpleQueue[HardwareEvent] = queue.SimpleQueue()
    before = threading.active_count()
    buttons = Buttons([ButtonSpec("next", 5)], pins, events.put)
    buttons.start()
    pins.press(5)
    event = events.get(timeout=5)
    assert isinstance(event, ButtonPressed)
    assert (event.source, event.button, event.held) == ("gpio", "next", False)
    buttons.close()
    buttons.close()
    assert threading.active_count() == before
    again = Buttons([ButtonSpec("next", 5)], pins, events.put)
    assert again.faults == {}
    again.close()


@given(st.lists(st.tuples(st.booleans(), st.floats(0.0, 4.0)), max_size=60), st.sampled_from([None, 3.0]))
def test_any_edges_give_at_most_one_event_a_press_and_none_inside_the_lockout(
    edges: list[tuple[bool, float]], hold: float | None
) -> None:
    """Whatever the contacts do, presses are never closer than the lock-out and never more than the times it went down."""
    press, now, spoken = Press(hold), 0.0, []
    downs = sum(1 for (one, _), (two, _) in zip([(False, 0.0), *edges], edges, strict=False) if two and not one)
    for down, pause in edges:
        press.edge(down, now)
        end = now + pause
        while (due := press.due()) is not None and due <= end:
            now = max(now, due)
            got = press.step(now)
            spoken += [(now, held) for held in got]
            if not got and press.due() == due:
                now = now + 1e-6
                spoken += [(now, held) for held in press.step(now)]
        now = max(end, now)
        spoken += [(now, held) for held in press.step(now)]
    assert len(spoken) <= downs
    if hold is None:
        assert all(two - one >= LOCKOUT_S - BOUNCE_S - 1e-3 for (one, _), (two, _) in itertools.pairwise(spoken))
        assert not any(held for _, held in spoken)
