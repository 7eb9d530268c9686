"""The real table from the settings to the card on its reader: the program's own wiring on pseudo-terminals, threads and all."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from hearing import Heard  # of tests/support

from companion import settings, words
from companion.devices import ReaderSpec
from companion.live.journal import Journal
from companion.rules.cards import Card, pack
from companion.rules.game import Given, Player, Touch
from companion.wiring.desk import Desk, real
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.pod import PodPty, SimulatedPod
from hardware.simulation.tags import Ntag213
from hardware.simulation.transports import PtyServer
from ui.facade_devices import Examined

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")

TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))


def uid(number: int) -> str:
    return f"04A0B1C2{number:06X}"


class Table(Heard):
    """A real desk on one or two PN532 behind links, as udev keeps them."""

    def __init__(self, folder: Path, ports: dict[str, str]) -> None:
        super().__init__()
        self.folder = folder
        self.chips = {name: SimulatedPN532() for name in ports}
        self.links = {name: str(folder / name) for name in ports}
        self.servers = {name: PtyServer(self.chips[name], link=self.links[name]) for name in ports}
        self.seats = ports
        self.commands: list[Sequence[str]] = []
        self.desk = self.begin()

    def begin(self) -> Desk:
        words_ = [f"files.data={self.folder / 'data'}"]
        loaded = settings.load([], words_, overrides=self.folder / "screen.toml")
        specs = [ReaderSpec(self.links[name], "pn532", seat) for name, seat in self.seats.items()]
        self.desk = real(loaded, specs, run=self._run)
        self.desk.front.subscribe(self.hear)
        self.desk.open()
        return self.desk

    def _run(self, command: Sequence[str]) -> str:
        self.commands.append(tuple(command))
        return ""

    def ready(self) -> None:
        self.until(lambda: {one.state for one in self.desk.front.readers()} == {"ready"})

    def lay(self, tag: str | Ntag213, name: str = "nfc-p1") -> None:
        """Lay a tag down until the table has said something of it, then lift it until it is missed."""
        before = len(self.codes())
        tag = Ntag213(tag) if isinstance(tag, str) else tag
        self.chips[name].place(tag)
        self.until(lambda: len(self.codes()) > before)
        self.chips[name].lift()
        self.until(lambda: tag.hex not in self.desk.owner.router._lying)

    def close(self) -> None:
        self.desk.front.close()
        for server in self.servers.values():
            server.unplug()


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Callable[..., Table]]:
    """Makes tables and closes them."""
    made: list[Table] = []

    def make(**ports: str) -> Table:
        made.append(Table(tmp_path, {name.replace("_", "-"): seat for name, seat in (ports or {"nfc-p1": ""}).items()}))
        return made[-1]

    yield make
    for one in made:
        one.close()
    words.use("en")


def test_a_seat_is_mapped_by_touching_a_card_and_stays_so_over_a_restart(table: Callable[..., Table]) -> None:
    """Two equal readers: Ana touches any card to hers, known or not, and the next evening it still is hers."""
    here = table(nfc_p1="", nfc_p2="")
    here.ready()
    here.desk.front.map_seat("Ana")
    here.until(lambda: here.desk.front.consuming() == "seat")
    here.lay(uid(1), "nfc-p2")
    assert here.codes()[-1] == "seat-mapped"
    assert {one.name: one.seat for one in here.desk.front.readers()} == {
        here.links["nfc-p1"]: "",
        here.links["nfc-p2"]: "Ana",
    }
    here.desk.front.close()
    here.begin()
    assert {one.name: one.seat for one in here.desk.front.readers()} == {
        here.links["nfc-p1"]: "",
        here.links["nfc-p2"]: "Ana",
    }
    here.ready()
    here.desk.front.unmap(here.links["nfc-p2"])
    here.until(lambda: not any(one.seat for one in here.desk.front.readers()))


def test_a_deck_is_taught_and_a_new_sticker_is_named_in_the_game(table: Callable[..., Table]) -> None:
    """From the screen's facade: teach in print order, play, and name the tag that nobody knew; it counts at once."""
    here = table()
    here.ready()
    here.desk.front.teach("Ana", "pack")
    here.until(lambda: here.desk.front.teaching() is not None)
    for number in range(3):
        here.lay(uid(number))
    teaching = here.desk.front.teaching()
    assert teaching is not None
    assert (len(teaching.known), teaching.expected) == (3, pack("Ana", jokers=False)[3])
    here.desk.front.stop_teaching()
    here.desk.front.new_game("casinoya-poker", TWO, {})
    for name in ("Ana", "Bruno"):
        here.desk.front.submit(Given(name, "exchange", 0))
    here.until(lambda: any(isinstance(one.prompt, Touch) for one in here.desk.front.snapshot.prompts))  # type: ignore[union-attr]
    shot = here.desk.front.snapshot
    assert shot is not None
    here.lay(uid(99))
    assert here.codes()[-1] == "unknown-tag"
    unnamed = here.desk.front.unnamed()
    assert unnamed is not None
    assert (unnamed.uid, unnamed.reader) == (uid(99), here.links["nfc-p1"])
    here.desk.front.name_tag(Card("Ana/KS"))
    here.until(lambda: here.codes()[-1] == "taken")
    assert here.desk.front.unnamed() is None
    assert here.desk.front.has_tag(Card("Ana/KS"))
    after = here.desk.front.snapshot
    assert after is not None
    assert after.entries == shot.entries + 1


def test_a_reader_that_is_plugged_in_again_is_back_within_five_seconds(table: Callable[..., Table]) -> None:
    """Pulled out in the middle of a game and put back: the game's state is the same, and the reader reads."""
    here = table()
    here.ready()
    here.desk.front.new_game("casinoya-poker", TWO, {})
    before = here.desk.front.snapshot
    here.servers["nfc-p1"].unplug()
    here.until(lambda: here.desk.front.readers()[0].state == "lost")
    assert here.desk.front.readers()[0].detail
    clock = here.desk.devices._clock
    here.servers["nfc-p1"].plug()
    plugged = clock()
    here.ready()
    told = here.desk.devices.readers[0].last_status.at
    assert told - plugged < 5.0
    assert here.desk.front.snapshot is before
    here.lay(uid(5))
    assert here.codes()[-1] == "unknown-tag"


def test_the_doctor_looks_at_a_running_table_without_opening_anything_twice(table: Callable[..., Table]) -> None:
    """On the screen: the table's own readers and journal are told as they are, and nothing stops answering for it."""
    here = table()
    here.ready()
    here.desk.front.examine()
    here.until(lambda: any(isinstance(one, Examined) for one in here.notices))
    found = {one.what: one for one in here.desk.front.findings() or ()}
    reader = found[f"reader {here.links['nfc-p1']}"]
    assert reader.state == "ok"
    assert "PN532" in reader.detail
    assert found["journal"].state == "ok"
    assert here.desk.front.readers()[0].state == "ready"
    quality = here.desk.front.quality()
    assert [one.name for one in quality] == [here.links["nfc-p1"]]
    assert quality[0].quiet_s is not None


def test_the_screen_switches_off_when_all_is_closed(table: Callable[..., Table]) -> None:
    """The button on the screen: the same way as the held button, and the journal is whole when the machine is told."""
    here = table()
    here.ready()
    here.desk.front.new_game("casinoya-poker", TWO, {})
    assert here.desk.front.can_switch_off
    here.desk.front.switch_off()
    assert here.commands == []
    here.desk.front.close()
    assert here.desk.power.finish()
    assert here.commands == [("systemctl", "poweroff")]
    with Journal.open(here.folder / "data" / "journal.db") as journal:
        kept = journal.last()
    assert kept is not None
    assert kept.header.game == "casinoya-poker"


def test_a_pods_button_says_whose_pod_it_is(tmp_path: Path) -> None:
    """While Ana's reader is looked for, pressing a pod's button maps it to her: a pod needs no reader for that."""
    pod = SimulatedPod()
    link = tmp_path / "pod-1-1-2"
    server = PodPty(pod, link=str(link))
    loaded = settings.load([], [f"files.data={tmp_path / 'data'}"], overrides=tmp_path / "screen.toml")
    desk = real(loaded, [ReaderSpec(str(link), "pod")])
    desk.open()
    heard = Heard()
    desk.front.subscribe(heard.hear)
    until = heard.until

    try:
        until(lambda: desk.devices.pods[0].status == "ready")
        desk.front.map_seat("Ana")
        until(lambda: desk.devices._asked.get(str(link)) == "mine" and pod._pod._meaning == "mine")
        pod.press()
        until(lambda: desk.owner.router.seats == {str(link): "Ana"})
        pod.release()
        until(lambda: desk.front.consuming() == "game")  # the owner has bound the seat, and then ends the mapping
    finally:
        desk.front.close()
        server.unplug()
