"""Casino War with a reader at each seat and the dealer's: lamps lead the deal, a card at the wrong seat is named and not taken.

Everything is the real thing on simulated silicon: four PN532 behind nfcpy's driver, lamps on gpiozero's pins, one clock.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from companion.devices import Devices, ReaderSpec
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.router import Router
from companion.live.table import Table
from companion.live.teaching import Verdict
from companion.rules.cards import Card
from companion.rules.game import DEALER, Given, Picked, Player
from companion.rules.games import GAMES
from companion.words import error_text
from hardware.lights import Motion
from hardware.pins import LampSpec, open_lamps
from hardware.simulation.pins import SimulatedPins
from hardware.simulation.reader import SimulatedReader, uid_for
from hardware.simulation.tags import Ntag213

NAMES = ("Ana", "Bruno", "Chloé")
SHOE = GAMES["casino-war"].cards("shoe", GAMES["casino-war"].options_type())


class SeatReaders:
    """A table with so many readers, each bound to a seat, stepped by hand."""

    def __init__(self, *seats: str) -> None:
        self.now = 0.0
        table = Table(GAMES)
        cards = Cards()
        lines = "".join(f'"{uid_for(card)}" = "{card.rpartition("/")[2]}"\n' for card in SHOE)
        cards.take_in(f"[shoe]\n{lines}".encode())
        self.owner = Owner(table, Router(table, cards), clock=self.clock)
        self.devices = Devices(self.owner, clock=self.clock)
        self.hardware = {seat: SimulatedReader(seat) for seat in seats}
        for seat, reader in self.hardware.items():
            self.devices.add_reader(ReaderSpec(f"reader of {seat}", seat=seat), reader.open)
        specs = [LampSpec(str(place), tuple(range(3 * place, 3 * place + 3))) for place in range(len(NAMES) + 1)]
        for place, lamp in enumerate(open_lamps(specs, SimulatedPins(), self.devices.take, 0.0)):
            self.devices.add_lamp(lamp, place)
        self.devices.connect()
        self.verdicts: list[Verdict] = []
        self.owner.subscribe(lambda news: self.verdicts.append(news) if isinstance(news, Verdict) else None)

    def clock(self) -> float:
        return self.now

    def until(self, done: Callable[[], bool]) -> None:
        for _ in range(3000):
            if done():
                return
            for reader in self.devices.readers:
                self.now += max(0.001, reader.step()) / len(self.devices.readers)
            self.owner.pump()
        raise AssertionError("the readers did not come to it")

    def start(self) -> None:
        table = self.owner.table
        assert table.new("casino-war", [Player(name, name) for name in NAMES]).ok
        for name in NAMES:
            assert table.submit(Given(name, "ante", 10)).ok
        assert table.submit(Picked(DEALER, "deal")).ok
        self.until(lambda: all(reader.status == "ready" for reader in self.devices.readers))

    def lay(self, face: str, seat: str) -> Verdict:
        """A card on the reader of a seat; it is lifted once it was judged."""
        self.verdicts.clear()
        card = Card(f"shoe/{face}")
        self.hardware[seat].place(Ntag213(uid_for(card)))
        self.until(lambda: bool(self.verdicts))
        self.hardware[seat].lift(uid_for(card))
        for _ in range(40):
            self.until(lambda: True)
            for reader in self.devices.readers:
                self.now += max(0.001, reader.step())
            self.owner.pump()
        return self.verdicts[0]

    def breathing(self) -> set[str]:
        """The seats whose lamps breathe."""
        lights: Any = self.devices.lights
        shot = self.owner.table.snapshot
        return {
            self.devices.seat_of(name, shot) for name in lights.names if lights.lasting(name).motion is Motion.BREATHE
        }

    @property
    def report(self) -> dict[str, Any]:
        shot = self.owner.table.snapshot
        assert shot is not None
        return shot.report()


@pytest.fixture
def table() -> Iterator[SeatReaders]:
    made = SeatReaders(*NAMES, DEALER)
    yield made
    made.devices.close()


def test_the_lamps_lead_the_deal_from_seat_to_seat_and_then_to_the_dealer(table: SeatReaders) -> None:
    """Only the lamp of the seat that gets the next card breathes, then the dealer's, in the war too."""
    table.start()
    led = []
    for face, seat in (("TS#1", "Ana"), ("9C#1", "Bruno"), ("TC#1", "Chloé"), ("TH#1", DEALER)):
        led.append(table.breathing())
        assert table.lay(face, seat).code == "taken"
    assert led == [{"Ana"}, {"Bruno"}, {"Chloé"}, {DEALER}]
    assert table.breathing() == {"Ana"}  # the first of the tied decides
    owner = table.owner.table
    assert owner.submit(Picked("Ana", "surrender")).ok
    assert table.breathing() == {"Chloé"}
    assert owner.submit(Picked("Chloé", "war")).ok
    assert table.breathing() == {DEALER}  # who burns
    assert owner.submit(Picked(DEALER, "burned")).ok
    assert table.breathing() == {"Chloé"}
    assert table.lay("JD#1", "Chloé").code == "taken"
    assert table.breathing() == {DEALER}
    assert table.lay("2D#1", DEALER).code == "taken"
    assert table.report["phase"] == "paid"


@pytest.mark.parametrize("wrong", ["Bruno", "Chloé", DEALER])
def test_a_card_at_the_wrong_seat_is_named_and_not_taken(table: SeatReaders, wrong: str) -> None:
    """Ana's card on another reader, the dealer's included, changes nothing and says whose it is; then it is taken at hers."""
    table.start()
    entries = table.owner.table.snapshot.entries  # type: ignore[union-attr]
    verdict = table.lay("TS#1", wrong)
    assert (verdict.code, verdict.signal) == ("wrong-seat", "refused")
    sentence = error_text(verdict.code, verdict.params)
    assert "10♠" in sentence
    assert "Ana" in sentence
    assert table.owner.table.snapshot.entries == entries  # type: ignore[union-attr]
    assert table.report["shoe"] == 312
    assert table.lay("TS#1", "Ana").code == "taken"
    assert table.report["players"][0]["first"] == "shoe/TS#1"


def test_the_dealers_reader_alone_takes_the_cards_of_all_seats() -> None:
    """Where seats have no readers everything is dealt over the dealer's."""
    table = SeatReaders(DEALER)
    table.start()
    for face in ("TS#1", "9C#1", "4C#1", "KH#1"):
        assert table.lay(face, DEALER).code == "taken"
    assert table.report["phase"] == "paid"
    table.devices.close()


def test_a_seat_whose_reader_is_lost_is_dealt_to_over_the_dealers(table: SeatReaders) -> None:
    """An unplugged reader does not stop the hand: its seat's card may be laid on the dealer's until it is back."""
    table.start()
    table.hardware["Ana"].unplug()
    ana = table.devices.readers[0]
    table.until(lambda: ana.status == "lost")
    assert table.lay("TS#1", DEALER).code == "taken"
    table.hardware["Ana"].replug()
    table.until(lambda: ana.status == "ready")
    assert table.lay("9C#1", DEALER).code == "wrong-seat"
    assert table.lay("9C#1", "Bruno").code == "taken"
