"""What goes wrong at real tables (failures.md), from the chip to the screen's facade: told as it should be, and the game untouched."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion import settings
from companion.devices import Devices, ReaderSpec
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.router import Router
from companion.live.table import Table
from companion.people import People
from companion.rules.cards import pack
from companion.rules.game import Given, Player, Touch
from companion.rules.games import GAMES
from companion.wiring.front import Front
from hardware.simulation.reader import SimulatedReader
from hardware.simulation.tags import BlankTag, MifareClassic, Ntag213, Phone
from ui.facade import SignalGiven
from ui.view.sheets import fault_banner

CARD, OTHER = "04A0B1C2000001", "04A0B1C2000002"


class Game:
    """CasiNoya Poker that waits for Ana's cards, on one simulated PN532 under a clock that the test moves."""

    def __init__(self, *, lying: str = "") -> None:
        self.now = 0.0
        self.signals: list[SignalGiven] = []
        self.sim = SimulatedReader("north")
        if lying:
            self.sim.place(lying)
        table = Table(GAMES)
        cards = Cards(below=lambda _most: 5)
        deck = pack("Ana", jokers=True)
        cards.enrol(CARD, deck[0])
        cards.enrol(OTHER, deck[1])
        self.owner = Owner(table, Router(table, cards), clock=lambda: self.now)
        self.devices = Devices(self.owner, clock=lambda: self.now)
        self.devices.add_reader(ReaderSpec("north"), self.sim.open)
        self.front = Front(self.owner, self.devices, settings.load([], ["files.data=/nowhere"]), People())
        self.front.subscribe(lambda notice: self.signals.append(notice) if isinstance(notice, SignalGiven) else None)
        table.new("casinoya-poker", (Player("Ana", "Ana"), Player("Bruno", "Bruno")), {})
        for name in ("Ana", "Bruno"):
            table.submit(Given(name, "exchange", 0))
        assert any(isinstance(one.prompt, Touch) for one in self.shot.prompts)
        self.signals.clear()
        self.devices.connect()
        self.run(1.0)
        self.begun = self.shot.entries

    @property
    def shot(self) -> Any:
        return self.owner.table.snapshot

    @property
    def codes(self) -> list[str]:
        return [one.code for one in self.signals]

    @property
    def taken(self) -> int:
        return int(self.shot.entries - self.begun)

    @property
    def state(self) -> str:
        return self.front.readers()[0].state

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += max(self.devices.readers[0].step(), 0.02)
            self.owner.pump()

    def banner(self) -> str:
        shown = fault_banner(self.front.readers(), self.shot)
        return shown.text if shown else ""


def test_row_1_a_stuck_speed_is_no_news() -> None:
    """A chip that a crash left at 921,600 baud is simply ready, and reads."""
    here = Game()
    here.sim.unplug()
    here.run(6.0)
    here.sim.replug()
    here.sim.stick(921600)
    here.run(6.0)
    assert here.state == "ready"
    here.sim.place(CARD)
    here.run(0.5)
    assert here.taken == 1


def test_rows_2_and_3_an_unplugged_reader_is_a_banner_and_never_a_lifted_card() -> None:
    """Pulled out with a card on it: told with the fix, the game stands still, and the card that lay there does not count twice."""
    here = Game()
    here.sim.place(CARD)
    here.run(0.5)
    assert here.taken == 1
    before = here.shot
    here.sim.unplug()
    here.run(3.0)
    assert here.state == "lost"
    assert here.front.readers()[0].detail
    assert here.banner()
    assert here.shot is before
    here.sim.replug()
    here.run(5.0)
    assert here.state == "ready"
    assert not here.banner()
    assert here.shot is before


def test_row_4_a_chip_that_falls_silent_is_told() -> None:
    """Nothing is unplugged, nobody answers: the banner comes within seconds, and goes when it answers again."""
    here = Game()
    here.sim.mute()
    here.run(8.0)
    assert here.state == "lost"
    here.sim.mute(False)
    here.run(6.0)
    assert here.state == "ready"


def test_row_5_a_card_left_lying_is_taken_once() -> None:
    """Ten minutes on the antenna, polls missing it now and then: one entry, one signal."""
    here = Game()
    here.sim.place(CARD)
    for _ in range(20):
        here.run(30.0)
        here.sim.garble()
    assert (here.taken, here.codes) == (1, ["taken"])


def test_row_6_a_card_that_lies_there_at_the_start_rests() -> None:
    """It is told to lift it, and only then it counts."""
    here = Game(lying=CARD)
    assert here.taken == 0
    assert here.codes == ["resting"]
    here.sim.lift()
    here.run(1.0)
    here.sim.place(CARD)
    here.run(0.5)
    assert here.taken == 1


def test_row_7_two_cards_are_refused_until_one_is_lifted() -> None:
    """Neither is taken at random."""
    here = Game()
    here.sim.place(CARD)
    here.sim.place(OTHER)
    here.run(1.0)
    assert here.taken == 0
    assert here.codes == ["two-cards"]
    here.sim.lift(OTHER)
    here.run(1.0)
    assert here.taken == 1


@pytest.mark.parametrize(
    ("row", "tag", "code"),
    [
        (8, lambda: BlankTag("04A0B1C2000009"), "unknown-tag"),
        (10, lambda: MifareClassic("A1B2C3D4"), "unknown-tag"),
        (11, lambda: Phone(3), "phone"),
    ],
)
def test_rows_8_10_and_11_strange_tags_are_told_and_harm_nothing(row: int, tag: Callable[[], Any], code: str) -> None:
    """A blank tag and a MIFARE Classic can be named here; a phone is refused, once, and never offered a name."""
    here = Game()
    here.sim.place(tag())
    here.run(3.0)
    assert (here.taken, here.codes) == (0, [code])
    assert (here.front.unnamed() is not None) == (code == "unknown-tag")


def test_row_9_a_write_that_failed_is_told_and_the_card_is_known() -> None:
    """The tag is torn in the middle of it: known by its UID, not played, and told by name."""
    here = Game()
    here.front.teach("Ana", writing=True)
    here.owner.pump()
    tag = Ntag213("04A0B1C2000009")
    tag.lift_after_writes = 2
    here.sim.place(tag)
    here.run(2.0)
    assert here.taken == 0
    assert here.codes == ["taught", "not-written"]
    assert here.signals[-1].text.startswith("4♠")
