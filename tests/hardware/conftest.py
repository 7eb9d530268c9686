"""Shared by the tests of readers: one reader on a simulated chip under a moved clock, driven step by step."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator

import pytest
from hypothesis import settings

from hardware.events import CardPlaced, CardRemoved, HardwareEvent, ReaderStatus
from hardware.reader import Reader
from hardware.simulation.reader import SimulatedReader

# Several helpers and a small machine share the cores: the time of one example says nothing.
settings.register_profile("shared-cores", deadline=None)
settings.load_profile("shared-cores")


class Bench:
    """A reader without a thread: ``polls`` moves its clock by what each step asks for."""

    def __init__(self, known: Callable[[str], bool] = lambda _uid: True, name: str = "north"):
        self.now = 100.0
        self.sim = SimulatedReader(name)
        self.events: list[HardwareEvent] = []
        self.reader = Reader(name, self.sim.open, self.events.append, is_known=known, clock=lambda: self.now)

    def polls(self, count: int = 1) -> list[HardwareEvent]:
        """Do so many steps, and return the events of them."""
        before = len(self.events)
        for _ in range(count):
            self.now += max(self.reader.step(), 0.001)
        return self.events[before:]

    def seconds(self, duration: float) -> list[HardwareEvent]:
        """Do steps until the clock has moved so far, and return the events of them."""
        before, end = len(self.events), self.now + duration
        while self.now < end:
            self.polls()
        return self.events[before:]

    def up(self) -> Bench:
        """Bring the reader up, with nothing on it."""
        for _ in itertools.repeat(None, 100):
            if self.reader.status == "ready":
                self.events.clear()
                return self
            self.polls()
        raise AssertionError(f"the reader did not come up: {self.reader.last_status}")

    @staticmethod
    def brief(events: list[HardwareEvent]) -> list[str]:
        """Events in a word or two each."""
        words = []
        for event in events:
            match event:
                case CardPlaced(uid=uid, payload=None):
                    words.append(f"+{uid}")
                case CardPlaced(uid=uid, payload=number):
                    words.append(f"+{uid}={number}")
                case CardRemoved(uid=uid):
                    words.append(f"-{uid}")
                case ReaderStatus(status=status):
                    words.append(status)
                case _:
                    words.append(type(event).__name__)
        return words


@pytest.fixture
def make_bench() -> Iterator[Callable[..., Bench]]:
    """Makes benches, and closes their readers afterwards."""
    benches: list[Bench] = []

    def make(*args: object, **options: object) -> Bench:
        benches.append(Bench(*args, **options))
        return benches[-1]

    yield make
    for bench in benches:
        bench.reader.close()


@pytest.fixture
def bench(make_bench: Callable[..., Bench]) -> Bench:
    """A reader that is up, empty, and knows every card."""
    return make_bench().up()
