"""Anything at any border: no crash, no hang, no change of state, no growing memory. A share in each run, 100,000 cases in the soak."""

from __future__ import annotations

import contextlib
import gc
import os
import random
import tempfile
import time
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
import pytest
from comparing import mark_of  # of tests/live/support
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from playing import Dealer, play  # of tests/live/support
from scripted import resumed

from companion.devices import read_spec
from companion.headless import Protocol, encoded
from companion.live import backup
from companion.live.cardfile import read_cards, write_cards
from companion.live.cards import Cards
from companion.live.errors import BackupError, CardsError, JournalError, RecordingError
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.messages import Submit, TagLifted, TagSeen
from companion.live.recording import Recorder, play_back
from companion.live.router import Router
from companion.live.table import Table
from companion.rules import options as options_of
from companion.rules.cards import FACES, Card, CardError
from companion.rules.game import BadOption, Given, IllegalAction, Join, Player
from companion.rules.games import GAMES
from companion.settings import SettingsError, load
from companion.words import error_text, event_text, prompt_text
from hardware import payload
from hardware import pod_protocol as protocol
from hardware.events import CardPlaced, PodStatus, ReaderStatus
from hardware.firmware import codec
from hardware.pod import Pod
from hardware.reader import Reader
from hardware.simulation import frames
from hardware.simulation.pod import PodLink, SimulatedPod
from hardware.simulation.reader import SimulatedReader

SHARE = 150
WHOLE = int(os.environ.get("COMPANION_FUZZ", "100000"))  # cases of each border in the soak
REPLY = 64 * 1024
HANGS_S = 5.0
GROWS = 96 * 1024  # KiB that the process may grow in a whole soak of one border: caches fill, nothing else

ANA, BRUNO = Player("Ana", "Ana"), Player("Bruno", "Bruno")

text = st.text(max_size=60) | st.sampled_from(
    [
        "[b]x[/b]",
        "\u202egnp",
        "x" * 10_000,
        "a\x00b",
        "\x1b[2J",
        "\ud800",
        "é" * 40,
        "١٢",
        "1e999",
        "-0",
        "9" * 5000,
        "{0}",
        "%s",
    ]
)
noise = st.binary(max_size=300)


class Border(NamedTuple):
    """A way in: what may come, and what must hold for it; `slow` borders get a third of the share in each run, and all of the soak."""

    strategy: st.SearchStrategy[Any]
    holds: Callable[[Any], None]
    slow: bool = False


# --- mutations of what is right ----------------------------------------------------------------------------------------------

edits = st.lists(
    st.tuples(st.floats(0, 1, exclude_max=True), st.integers(0, 6), st.binary(min_size=1, max_size=12), st.integers(1, 400)),
    min_size=1, max_size=6,
)  # fmt: skip


def changed(data: bytes, how: list[tuple[float, int, bytes, int]]) -> bytes:
    """Bytes with some overwritten, inserted, cut out, doubled, flipped, torn off or zeroed."""
    for share, kind, new, length in how:
        at = int(share * len(data))
        match kind:
            case 0:
                data = data[:at] + new + data[at + len(new) :]
            case 1:
                data = data[:at] + new + data[at:]
            case 2:
                data = data[:at] + data[at + length :]
            case 3:
                data = data[:at] + data[at : at + length] * 2 + data[at + length :]
            case 4 if data:
                data = data[:at] + bytes([data[at] ^ 1 << length % 8]) + data[at + 1 :]
            case 5:
                data = data[:at]
            case 6:
                data = data[:at] + bytes(min(length, len(data) - at)) + data[at + length :]
    return data


# --- the borders -------------------------------------------------------------------------------------------------------------

COMMANDS = [
    "new",
    "touch",
    "pick",
    "number",
    "undo",
    "redo",
    "retake",
    "replace",
    "move",
    "leave",
    "join",
    "void",
    "split",
    "correct",
    "state",
    "games",
    "quit",
    "nonsense",
]
KNOWN = [
    *GAMES, "Ana", "Bruno", "Ana@red", "dealer", "table", "Ana/KS", "KS", "Ana/X1", "shoe/7H#4", "pack/TD", "hp=7", "hp=", "min_damage=0",
    "exchange", "draw", "stand", "next", "0", "1", "5", "-1", "99", "2-1", "2+4", "trail", "take:9H,4S+5C", "build:9:4S+2C", "deck", "pit",
]  # fmt: skip
words = st.sampled_from(KNOWN) | text
lines = (
    noise
    | st.tuples(st.sampled_from(COMMANDS), st.lists(words, max_size=6)).map(
        lambda said: " ".join([said[0], *said[1]]).encode("utf-8", "surrogatepass")
    )
    | st.lists(st.sampled_from(["'", '"', "\\", "#", " ", "\t", "a", "\r", "pick Ana "]), max_size=30).map(
        lambda some: "".join(some).encode()
    )
)


@cache
def conversations() -> list[Protocol]:
    """A conversation in the middle of each game."""
    found = []
    for name in GAMES:
        table = Table(GAMES)
        table.new(name, [ANA, BRUNO])
        play(table, Dealer(random.Random(4)), 12)
        found.append(Protocol(table))
    return found


def a_line(case: tuple[int, bytes]) -> None:
    at, line = case
    talk = conversations()[at % len(conversations())]
    before, began = talk.table.snapshot, time.monotonic()
    reply = talk.answer(line)
    assert time.monotonic() - began < HANGS_S
    said = encoded(reply)
    assert len(said) < REPLY
    assert list(msgspec.json.decode(said.splitlines()[-1])) == ["ready"]
    if any("error" in one for one in reply) and not any("event" in one for one in reply):
        assert talk.table.snapshot is before
    shot = talk.table.snapshot
    if shot is None or (
        shot is not before and (shot.entries > 60 or shot.entries == 0)
    ):  # not for ever in one game, nor at its start
        conversations.cache_clear()


def pod_bytes(data: bytes) -> None:
    seen = codec.Lines()
    for frame in seen.feed(data):
        with contextlib.suppress(protocol.ProtocolError):
            protocol.parse(frame)
    assert len(seen.__dict__.get("_line", b"")) < 4096


class Podded:
    """A pod's worker that lives through all cases."""

    def __init__(self) -> None:
        self.now, self.pod = 0.0, SimulatedPod()
        self.events: list[Any] = []
        self.host = Pod("ana", lambda: PodLink(self.pod), self.events.append, clock=lambda: self.now)

    def run(self, seconds: float) -> None:
        for _ in range(round(seconds / 0.02)):
            self.now += 0.02
            self.pod.turn(round(self.now * 1000))
            self.host.step(self.now)


@cache
def podded() -> Podded:
    return Podded()


def a_pod_says(chunks: list[bytes]) -> None:
    here = podded()
    here.events.clear()
    for chunk in chunks:
        here.pod.say(chunk)
        here.run(0.1)
    assert all(isinstance(event, PodStatus | ReaderStatus) for event in here.events), here.events


class Chipped:
    """A reader's worker that lives through all cases."""

    def __init__(self) -> None:
        self.now, self.sim = 0.0, SimulatedReader("north")
        self.events: list[Any] = []
        self.reader = Reader(
            "north", self.sim.open, self.events.append, is_known=lambda _uid: False, clock=lambda: self.now
        )

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.now += max(self.reader.step(), 0.001)


@cache
def chipped() -> Chipped:
    return Chipped()


def a_chip_says(case: tuple[list[bytes], int]) -> None:
    answers, form = case
    here = chipped()
    here.events.clear()
    for answer in answers:
        sent = (answer, frames.encode(b"\xd5\x4b" + answer), frames.encode(answer), b"\x00\x00\xff" + answer)[form]
        here.sim.faults.replace_response(sent, 2)
        here.run(0.15)
    here.sim.heal()
    for event in here.events:
        if isinstance(event, CardPlaced):  # only a sound list of targets in a sound frame can be one
            assert form in {1, 2}
            assert len(event.uid) in {8, 14, 20}


def a_window(case: tuple[bytes, int]) -> None:
    window, uid = case
    number = payload.decode(window)
    if isinstance(number, int):
        assert 0 <= number < 1 << 24
        known = Cards()
        known.enrol("04A1B2C3D4E5F6", Card("Ana/KS"))
        with contextlib.suppress(CardsError):
            known.introduce(f"04{uid % (1 << 48):012X}", number)
        assert known.card_of("04A1B2C3D4E5F6") == "Ana/KS"


CARDS = b"""[Ana]\n"04A1B2C3D4E5F6" = "KS"\n"04A1B2C3D4E5F7" = "X1"\n[shoe]\n"04A1B2C3D4E5F8" = "7H#4"\n["the \\"red\\""]\n"04A1B2C3D4E5F9"="2C"\n[numbers]\nAna = 7\n[commands]\n"04A1B2C3D4E5FA" = "next"\n"""


def a_card_file(data: bytes) -> None:
    try:
        content = read_cards(data)
    except CardsError as error:
        error_text(error.code, error.params)
    else:
        assert read_cards(write_cards(content)) == content


DECK = (Path(__file__).parents[1] / "transcripts" / "casinoya-library.toml").read_bytes()


def a_deck_file(data: bytes) -> None:
    game = GAMES["casinoya-poker"]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "deck.toml"
        path.write_bytes(data)
        table = Table(GAMES)
        reply = table.new("casinoya-poker", [ANA, BRUNO], {"deck": str(path)})
        assert reply.ok or error_text(reply.refusal.code, reply.refusal.params)
        assert reply.ok or table.snapshot is None
    with contextlib.suppress(BadOption, IllegalAction):
        options_of.read(game.options_type, {"hp": data.decode("latin-1")}, lambda _path: "")


SETTINGS = b"""[screen]\nlanguage = "fr"\nvolume = 30\n[[hardware.readers]]\nport = "/dev/ttyUSB0"\nkind = "pn532"\n[[hardware.lamps]]\nseat = 1\npins = [17, 27, 22]\n[files]\ndata = "/tmp/x"\n"""


def a_settings_file(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "companion.toml"
        path.write_bytes(data)
        with contextlib.suppress(SettingsError):
            load([path], overrides=Path(folder) / "none.toml")
        load([path], overrides=path, faults=[])
    with contextlib.suppress(SettingsError):
        load([], [data.decode("latin-1")], overrides=Path("/nonexistent/none.toml"))
    with contextlib.suppress(ValueError):
        read_spec(data.decode("latin-1"))


@cache
def a_journal() -> tuple[bytes, list[int]]:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        with Journal.open(path) as journal:
            table = Table(GAMES, journal)
            table.new("casinoya-war", [ANA, BRUNO])
            play(table, Dealer(random.Random(6)), 40, wild=0.3)
            assert table.snapshot is not None
        return path.read_bytes(), [mark_of(record.state) for record in table.snapshot.history]


def a_journal_file(how: list[tuple[float, int, bytes, int]]) -> None:
    data, moments = a_journal()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "journal.db"
        path.write_bytes(changed(data, how))
        before = path.read_bytes()
        try:
            shot, _ = resumed(path)
        except JournalError as error:
            error_text(error.code, error.params)
            assert path.read_bytes() == before
            return
        if shot is not None and shot.entries:
            assert mark_of(shot.state) == moments[shot.entries - 1]
        again, told = resumed(path)
        assert (again.entries if again else 0, told) == (shot.entries if shot else 0, ())


@cache
def a_recording() -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        table = Table(GAMES)
        cards = Cards()
        for at, face in enumerate(FACES):
            cards.enrol(f"04{at:012X}", Card(f"Ana/{face}"))
        owner = Owner(table, Router(table, cards), clock=iter(range(10**6)).__next__)
        table.new("casinoya-poker", [ANA, BRUNO])
        owner.tap = recorder = Recorder.to(path, table, owner.router)
        owner.post(Submit(Given("Ana", "exchange", 0)))
        owner.post(Submit(Given("Bruno", "exchange", 0)))
        for at in range(6):
            owner.post(TagSeen("usb", f"04{at:012X}"))
            owner.post(TagLifted("usb", f"04{at:012X}"))
        owner.pump()
        recorder.close()
        return path.read_bytes()


def a_recording_file(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "session.jsonl"
        path.write_bytes(data)
        with contextlib.suppress(RecordingError):
            owner = play_back(path, GAMES, lambda table: Protocol(table).answer)
            if owner.table.snapshot is not None:
                assert encoded(Protocol(owner.table).answer(b"state"))
        assert [one.name for one in Path(folder).iterdir()] == ["session.jsonl"]


def a_name(case: tuple[str, str]) -> None:
    name, label = case
    table = Table(GAMES)
    reply = table.new("casinoya-poker", [Player(name, label), BRUNO])
    if not reply.ok:
        assert table.snapshot is None
        assert len(error_text(reply.refusal.code, reply.refusal.params)) < 500
        with contextlib.suppress(CardError):
            assert Card(f"{label}/KS").label == label
        return
    assert name.isprintable()
    assert 0 < len(name) <= 40
    assert all(name in prompt_text(one.prompt) for one in reply.snapshot.prompts if one.prompt.seat == name)
    for action in (Given(name, "exchange", 2), Join(label, name)):
        for event in table.submit(action).events:
            assert event_text(event)
    assert len(encoded(Protocol(table).answer(b"state"))) < REPLY


def a_backup(case: tuple[bytes, str, bytes]) -> None:
    listing, name, content = case
    with tempfile.TemporaryDirectory() as top:
        folder, data = Path(top) / "stick", Path(top) / "data"
        folder.mkdir()
        (folder / backup.LIST).write_bytes(listing)
        with contextlib.suppress(OSError, ValueError):
            (folder / name.replace("/", "_")[:100]).write_bytes(content)
        with contextlib.suppress(BackupError):
            backup.restore(folder, {"journal": data / "journal.db", "cards": data / "cards.toml"})
        assert {one.name for one in Path(top).iterdir()} <= {"stick", "data"}
        assert not data.exists() or {one.name for one in data.iterdir()} <= {"journal.db", "cards.toml"}


listings = st.fixed_dictionaries(
    {"backup": st.sampled_from([1, 1, 2, "1"]), "made": st.integers(), "files": st.dictionaries(
        st.sampled_from(["journal", "cards", "../journal", "/etc/passwd", "people"]) | text.filter(str.isprintable), st.just("0" * 64), max_size=3)}
).map(msgspec.json.encode)  # fmt: skip

BORDERS: dict[str, Border] = {
    "headless lines": Border(st.tuples(st.integers(0, 8), lines), a_line),
    "pod lines": Border(noise | st.lists(st.sampled_from([b"!", b"\n", b"hello ", b"1 ", b"placed 04A1 ", b"\xff"])).map(b"".join), pod_bytes),
    "a pod that says anything": Border(st.lists(noise | noise.map(lambda said: said + b"\n"), max_size=4), a_pod_says, slow=True),
    "frames of a PN532": Border(st.tuples(st.lists(st.binary(max_size=40), max_size=4), st.integers(0, 3)), a_chip_says, slow=True),
    "NDEF and tc: payloads": Border(st.tuples(noise | st.integers(0, (1 << 24) - 1).flatmap(
        lambda number: edits.map(lambda how: changed(b"".join(page for _, page in payload.pages(number)), how))), st.integers(0)), a_window),
    "card files": Border(noise | edits.map(lambda how: changed(CARDS, how)), a_card_file),
    "deck files": Border(noise | edits.map(lambda how: changed(DECK, how)), a_deck_file),
    "settings": Border(noise | edits.map(lambda how: changed(SETTINGS, how)), a_settings_file),
    "journals": Border(edits, a_journal_file, slow=True),
    "recordings": Border(noise | edits.map(lambda how: changed(a_recording(), how)), a_recording_file, slow=True),
    "names": Border(st.tuples(text, text) | text.map(lambda one: (one, one)), a_name),
    "backups": Border(st.tuples(noise | listings, text, noise), a_backup),
}  # fmt: skip


def resident() -> int:
    """KiB of memory that this process holds."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4


def fuzz(border: Border, cases: int) -> None:
    @settings(
        max_examples=cases,
        deadline=None,
        database=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.generate, Phase.shrink],
        print_blob=True,
    )
    @given(border.strategy)
    def once(case: Any) -> None:
        border.holds(case)

    once()


@pytest.mark.parametrize("name", list(BORDERS))
def test_nothing_that_comes_in_does_harm(name: str) -> None:
    """A share of anything at this border: it is understood or refused, and all goes on."""
    border = BORDERS[name]
    fuzz(border, SHARE // 3 if border.slow else SHARE)


@pytest.mark.soak
@pytest.mark.usefixtures("unlogged")
@pytest.mark.parametrize("name", list(BORDERS))
def test_a_hundred_thousand_of_anything_do_no_harm(name: str) -> None:
    """A hundred thousand cases at this border; nothing happens, and memory does not grow with them."""
    border, rounds = BORDERS[name], 10
    fuzz(border, 1000)
    gc.collect()
    before = resident()
    for _ in range(rounds):  # hypothesis itself remembers each case of a run
        fuzz(border, WHOLE // rounds)
        gc.collect()
    assert resident() - before < GROWS
