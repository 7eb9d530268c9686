"""A reader under any mixture of cards, hands and faults, against what truly lay on its antenna."""

from __future__ import annotations

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from hardware.events import CardPlaced, CardRemoved, HardwareEvent, PayloadWritten, ReaderStatus
from hardware.reader import Reader
from hardware.simulation.reader import SimulatedReader
from hardware.simulation.tags import Ntag213, Phone

CARDS = {f"04{i:02X}0000000000": i for i in range(1, 5)}
"""UIDs, each with the number that its payload holds."""


class ReaderMachine(RuleBasedStateMachine):
    """Hands place and lift cards and a phone, the wire fails in every way, workers are replaced, payloads are written again."""

    @initialize()
    def switch_on(self) -> None:
        self.now = 0.0
        self.sim = SimulatedReader("north")
        self.tags = {uid: Ntag213(uid, number) for uid, number in CARDS.items()}
        self.phone = Phone()
        self.events: list[HardwareEvent] = []
        self.checked = 0
        self.placed: str | None = None
        self.touched: set[str] = set()
        self.known: set[str] = set()
        self.reader = Reader(
            "north", self.sim.open, self.events.append, is_known=self.known.__contains__, clock=lambda: self.now
        )

    def step(self) -> None:
        self.touched |= set(self.sim.lying)
        self.now += max(self.reader.step(), 0.001)

    @rule(uid=st.sampled_from(sorted(CARDS)))
    def place(self, uid: str) -> None:
        self.sim.place(self.tags[uid])

    @rule()
    def place_phone(self) -> None:
        self.sim.place(self.phone)

    @rule()
    def lift_all(self) -> None:
        self.sim.lift()

    @precondition(lambda self: self.sim.lying)
    @rule(data=st.data())
    def lift_one(self, data: st.DataObject) -> None:
        self.sim.lift(data.draw(st.sampled_from(self.sim.lying)))

    @rule(count=st.integers(1, 12))
    def poll(self, count: int) -> None:
        for _ in range(count):
            self.step()

    @rule(uid=st.sampled_from(sorted(CARDS)))
    def learn(self, uid: str) -> None:
        self.known.add(uid)

    @rule(frames_left=st.integers(0, 40))
    def pull_the_plug_soon(self, frames_left: int) -> None:
        self.sim.faults.unplug_after(frames_left)

    @rule()
    def pull_the_plug(self) -> None:
        self.sim.unplug()

    @rule()
    def heal(self) -> None:
        if self.sim.faults.unplugged:
            self.sim.chip.power_on()
        self.sim.heal()

    @rule(fault=st.sampled_from(["corrupt", "truncate", "lose_ack", "lose_response", "noise"]), count=st.integers(1, 4))
    def garble(self, fault: str, count: int) -> None:
        if fault == "noise":
            self.sim.faults.noise()
        else:
            getattr(self.sim.faults, fault)(count)

    @rule()
    def hang(self) -> None:
        self.sim.mute()

    @rule()
    def stick(self) -> None:
        self.sim.stick()

    @rule()
    def lose_power(self) -> None:
        self.sim.chip.power_on()

    @rule()
    def replace_the_worker(self) -> None:
        self.reader.replace()

    @rule(uid=st.sampled_from(sorted(CARDS)))
    def write(self, uid: str) -> None:
        self.reader.write(CARDS[uid], uid)

    @invariant()
    def events_tell_the_truth(self) -> None:
        """Placings and removals alternate; a placed card did lie there, and its number is its own or none; no phone is a card."""
        for event in self.events[self.checked :]:
            match event:
                case CardPlaced(uid=uid, payload=payload):
                    assert self.placed is None
                    assert uid in self.touched & CARDS.keys()
                    assert payload in (None, CARDS[uid])
                    self.placed = uid
                case CardRemoved(uid=uid):
                    assert uid == self.placed
                    self.placed = None
                case PayloadWritten(uid=uid, number=number, ok=ok):
                    assert number == CARDS[uid]
                    assert ok or event.code
                case ReaderStatus(status="lost"):
                    assert event.code
                    assert event.detail
        self.checked = len(self.events)

    @rule()
    def a_new_card_counts_once_all_is_well(self) -> None:
        """Healed, emptied and given a few seconds, the reader is ready, nothing is placed, and the next card is told at once."""
        self.heal()
        self.sim.lift()
        end = self.now + 12
        while self.now < end:
            self.step()
        self.reader.cancel_write()
        self.events_tell_the_truth()
        assert self.reader.status == "ready"
        assert self.placed is None
        uid = min(CARDS)
        self.sim.place(self.tags[uid])
        self.step()
        self.events_tell_the_truth()
        assert self.placed == uid

    def teardown(self) -> None:
        if hasattr(self, "reader"):
            self.reader.close()


ReaderMachine.TestCase.settings = settings(max_examples=40, stateful_step_count=40, deadline=None)


class TestReaderMachine(ReaderMachine.TestCase):
    """Whatever happens, what a reader tells is true, and it recovers."""
