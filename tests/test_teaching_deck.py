"""A deck is taught from the antenna to the card file: the real driver on a simulated chip, under a clock that the test moves."""

from __future__ import annotations

import signal
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.devices import Devices, ReaderSpec
from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Consuming, Owner
from companion.live.router import Router
from companion.live.table import Table
from companion.live.teaching import Teaching, Verdict
from companion.rules.cards import Card, pack, shoe
from companion.rules.game import Given, Player, Touch
from companion.rules.games import GAMES
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.reader import SimulatedReader
from hardware.simulation.tags import Ntag213
from hardware.simulation.transports import PtyServer

ROOT = Path(__file__).parents[1]

EXCHANGE_S = 0.028  # a poll with a card on a UART (knowledge/hardware.md, section 2, row f)
WRITE_S = 0.121  # a payload written and read back (section 3)
A_CARD_S = 1.5


class Table54:
    """A table with one reader, whose time the test moves; `writes` adds what writing costs."""

    def __init__(self, path: Path | None = None, *, writes: bool = False) -> None:
        self.now = 0.0
        self.news: list[Any] = []
        self.sim = SimulatedReader("north")
        self.cost = EXCHANGE_S + (WRITE_S if writes else 0.0)
        table = Table(GAMES)
        self.cards = Cards.load(path) if path else Cards(below=lambda most: 77)
        self.owner = Owner(table, Router(table, self.cards), clock=lambda: self.now)
        self.owner.subscribe(self.news.append)
        self.devices = Devices(self.owner, clock=lambda: self.now)
        self.devices.add_reader(ReaderSpec("north"), self.sim.open)
        self.devices.connect()
        self.run(1.0)

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += self.devices.readers[0].step() + self.cost
            self.owner.pump()

    def post(self, message: Any) -> None:
        self.owner.post(message)
        self.owner.pump()

    def lay(self, tag: Ntag213 | str, seconds: float = A_CARD_S) -> None:
        """A hand lays a card down, and takes it away after two thirds of its time."""
        self.sim.place(tag)
        self.run(seconds * 0.6)
        self.sim.lift()
        self.run(seconds * 0.4)

    @property
    def codes(self) -> list[str]:
        return [one.code for one in self.news if isinstance(one, Verdict)]

    @property
    def teaching(self) -> Teaching:
        consumer = self.owner.router.consumer
        assert isinstance(consumer, Teaching)
        return consumer


def uid(number: int) -> str:
    return f"04A0B1C2{number:06X}"


def tag(number: int) -> Ntag213:
    return Ntag213(uid(number))


def test_54_cards_are_taught_in_less_than_three_minutes_without_a_tap() -> None:
    """In print order, 1.5 s a card, with what the driver and the chip cost on the wire: nothing is pressed in between."""
    here = Table54()
    here.post(post.Teach("Ana", "jokers", printed=True))
    begun = here.now
    for number in range(54):
        here.lay(tag(number))
    assert here.now - begun < 180
    assert here.codes == ["taught"] * 54
    assert here.owner.router.consumer.name == "game"
    assert [here.cards.card_of(uid(number)) for number in range(54)] == list(pack("Ana", jokers=True))


def test_54_tags_are_written_too_in_less_than_three_minutes() -> None:
    """With the payload written and read back each time it is still one flow, and every tag carries its card's number."""
    here = Table54(writes=True)
    here.post(post.Teach("Ana", "jokers", printed=True, writing=True))
    begun = here.now
    tags = [tag(number) for number in range(54)]
    for one in tags:
        here.lay(one)
    assert here.now - begun < 180
    assert here.codes == ["taught", "written"] * 54
    stranger = Table54()
    stranger.cards.number_deck("Ana")  # the same number: the other table knows the deck, and none of its tags
    for one in tags:
        stranger.lay(one)
    assert [stranger.cards.card_of(one.hex) for one in tags] == list(pack("Ana", jokers=True))


def test_a_card_that_introduces_itself_is_enrolled_in_any_order() -> None:
    """Teaching in any order: written tags name themselves, others wait for a name."""
    here = Table54(writes=True)
    here.post(post.Teach("Ana", "pack", printed=True, writing=True))
    tags = [tag(number) for number in range(3)]
    for one in tags:
        here.lay(one)
    young = Table54()
    young.post(post.Teach("Ana", "pack"))
    young.lay(tags[2])
    young.lay(tag(60))
    assert young.codes == ["taught", "name-it"]
    assert young.cards.card_of(tags[2].hex) == pack("Ana", jokers=False)[2]
    young.post(post.Name(Card("Ana/QH")))
    assert young.cards.card_of(uid(60)) == "Ana/QH"


@pytest.mark.parametrize("pages", range(7))
def test_a_tag_that_is_torn_while_it_is_written_is_never_a_wrong_card(pages: int) -> None:
    """The hand takes the card away after any page of the write: it is known by its UID, is told as not written, is not locked,
    and to another table it is a blank tag or itself, never another card."""
    here = Table54(writes=True)
    here.post(post.Teach("Ana", "jokers", printed=True, writing=True))
    torn = tag(1)
    torn.lift_after_writes = pages
    here.lay(torn)
    written = "written" in here.codes
    assert here.codes == ["taught", "written" if written else "not-written"]
    assert written == (pages >= 6)
    assert here.cards.card_of(uid(1)) == "Ana/2S"
    other = Table54()
    other.cards.number_deck("Ana")
    torn.lift_after_writes = None
    other.lay(torn)
    assert other.cards.card_of(uid(1)) == ("Ana/2S" if written else None)
    assert other.codes == (["no-game"] if written else ["unknown-tag"])


def test_a_duplicate_is_refused_by_name_and_teaching_goes_on() -> None:
    """The same tag again is `already-taught` with its card; the next card is still waited for."""
    here = Table54()
    here.post(post.Teach("Ana", "jokers", printed=True))
    for number in (0, 0, 1):
        here.lay(tag(number))
    assert here.codes == ["taught", "already-taught", "taught"]
    assert [one.card for one in here.news if isinstance(one, Verdict)] == ["Ana/2S", "Ana/2S", "Ana/3S"]


def test_progress_is_kept_over_a_restart(tmp_path: Path) -> None:
    """Power goes in the middle of it: the cards taught are known, and the next session asks for the first that is missing."""
    path = tmp_path / "cards.toml"
    here = Table54(path)
    here.post(post.Teach("Ana", "jokers", printed=True))
    for number in range(5):
        here.lay(tag(number))
    again = Table54(path)
    again.post(post.Teach("Ana", "jokers", printed=True))
    assert again.teaching.progress["known"] == 5
    assert again.teaching.wanted == pack("Ana", jokers=True)[5]


def test_another_card_may_be_taught_first_and_the_last_one_taken_back() -> None:
    """`Other card`, skipping and going back: the next touch becomes what the screen shows, and then what lies behind it."""
    here = Table54()
    here.post(post.Teach("Ana", "jokers", printed=True))
    here.post(post.Expect(Card("Ana/QH")))
    here.lay(tag(0))
    assert here.cards.card_of(uid(0)) == "Ana/QH"
    assert here.teaching.wanted == "Ana/KH"
    here.lay(tag(1))
    here.post(post.Untaught())
    assert here.cards.card_of(uid(1)) is None
    assert here.teaching.wanted == "Ana/KH"
    here.post(post.Expect(Card("Ana/QH")))
    here.post(post.Expect(Card("Bruno/QH")))
    assert here.codes[-2:] == ["has-a-tag", "not-in-deck"]
    here.post(post.Expect(Card("Ana/X2")))
    here.lay(tag(2))
    assert here.teaching.wanted == "Ana/2S"  # behind the last comes the first that is missing


@pytest.mark.parametrize(("kind", "count"), [("pack", 52), ("shoe", 312)])
def test_other_decks_have_their_own_size(kind: Any, count: int) -> None:
    """52 cards, or six packs of 52 of which each card is a card of its own."""
    here = Table54()
    here.post(post.Teach("shoe", kind, 6, printed=True))
    assert len(here.teaching.expected) == count
    assert here.teaching.wanted == (shoe("shoe", 6)[0] if kind == "shoe" else pack("shoe", jokers=False)[0])


def test_an_unknown_tag_in_a_game_can_be_named_there_and_counts() -> None:
    """The tag is unknown; named, it is the card from now on and has been touched; naming it again as another is refused."""
    here = Table54()
    here.post(post.NewGame("casinoya-poker", (Player("Ana", "Ana"), Player("Bruno", "Bruno"))))
    shot = here.owner.table.snapshot
    assert shot is not None
    while not isinstance(shot.prompts[0].prompt, Touch):
        asked = shot.prompts[0].prompt
        here.post(post.Submit(Given(asked.seat, asked.purpose, 0)))
        shot = here.owner.table.snapshot
        assert shot is not None
    before = shot.entries
    here.lay(tag(9))
    assert here.codes[-1] == "unknown-tag"
    here.post(post.NameTag(uid(9), Card("Ana/KS"), "north"))
    assert here.codes[-1] == "taken"
    assert here.cards.card_of(uid(9)) == "Ana/KS"
    shot = here.owner.table.snapshot
    assert shot is not None
    assert shot.entries == before + 1
    here.post(post.NameTag(uid(10), Card("Ana/KS"), "north"))
    assert here.codes[-1] == "card-taken"
    assert here.cards.card_of(uid(10)) is None
    here.post(post.NameTag(uid(10), Card("Ana/KS"), "north", instead=True))
    assert here.cards.card_of(uid(10)) == "Ana/KS"
    assert here.cards.card_of(uid(9)) is None


def test_a_deck_is_looked_through_and_what_is_missing_double_or_strange_shows() -> None:
    """The audit by touch: every card is laid on once; a clone counts as double, another deck's card and a stranger are told."""
    here = Table54()
    for number, card in enumerate(pack("Ana", jokers=False)[:4]):
        here.cards.enrol(uid(number), card)
    here.cards.enrol(uid(50), Card("Bruno/AS"))
    here.post(post.Check("Ana", "pack"))
    for number in (0, 1, 1, 3, 50, 60):
        here.lay(tag(number))
    assert here.codes == ["checked", "checked", "already-checked", "checked", "other-deck", "unknown-tag"]
    checking: Any = here.owner.router.consumer
    audit = here.cards.audit("Ana", checking.expected, seen=checking.seen_uids, weak={uid(3)})
    assert audit.missing[:1] == ("Ana/4S",)
    assert audit.double == ("Ana/3S",)
    assert audit.weak == ("Ana/5S",)


def test_a_whole_deck_that_was_looked_through_gives_the_cards_back_to_the_game() -> None:
    """With the last card the check is over by itself."""
    here = Table54()
    for number, card in enumerate(pack("Ana", jokers=False)):
        here.cards.enrol(uid(number), card)
    here.post(post.Check("Ana", "pack"))
    for number in range(52):
        here.lay(tag(number), 1.0)
    assert here.owner.router.consumer.name == "game"
    assert [one.consumer for one in here.news if isinstance(one, Consuming)][-1] == "game"


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is needed to stand in for a serial port")
def test_the_terminal_writes_tags_and_looks_a_deck_through(tmp_path: Path) -> None:
    """`cards teach --write` and `cards audit --reader`, as processes: the tag carries its number, the second look finds a double."""
    chip = SimulatedPN532()
    registry = tmp_path / "cards.toml"
    tags = [tag(1), tag(2)]

    def run(server: PtyServer, *words: str, laid: list[tuple[Ntag213, str]]) -> list[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "cards", "--registry", str(registry), *words, "--reader", server.path],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        assert process.stdin is not None
        guard = threading.Timer(30, process.kill)
        guard.start()
        heard: list[str] = []

        def until(sign: str) -> None:
            for line in process.stdout or ():
                heard.append(line.strip())
                if sign in line:
                    return

        until("PN532")
        for one, sign in laid:
            chip.place(one)
            until(sign)
            chip.lift()
        if words[0] == "teach":
            process.send_signal(signal.SIGINT)
        process.stdin.close()
        heard += [line.strip() for line in process.stdout]
        process.wait(10)
        guard.cancel()
        process.stdout.close()
        return heard

    with PtyServer(chip) as server:
        run(server, "teach", "Ana", "--cards", "pack", "--write", laid=[(tags[0], "carries"), (tags[1], "carries")])
        heard = run(server, "audit", "Ana", "--cards", "pack", laid=[(tags[0], "2♠"), (tags[1], "3♠"), (tags[0], "✗")])
    assert "Ana: 2 of 52 cards are known." in heard
    assert "laid on twice: 2S" in heard
    assert [one.writes for one in tags] == [6, 6]
