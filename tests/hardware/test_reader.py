"""A reader's worker on the simulated chip: cards in, events out, whatever breaks in between (failures.md, rows 1 to 11)."""

from __future__ import annotations

import itertools
import queue
import threading
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hardware.errors import BadPayloadError, DeviceBusyError, DeviceMissingError
from hardware.events import CardPlaced, CardRemoved, HardwareEvent, PayloadWritten, ReaderStatus
from hardware.quality import MOST_CARDS, QualityMeter
from hardware.reader import Reader
from hardware.simulation import frames
from hardware.simulation.reader import SimulatedReader, uid_for
from hardware.simulation.tags import BlankTag, MifareClassic, MifareUltralight, Ntag213, Phone
from hardware.source import CardSource, Target

A, B = "04AA0000000001", "04BB0000000002"


# -- what one card costs -----------------------------------------------------------------------------------------------------


def test_a_known_card_costs_one_command(bench) -> None:
    """From placing to the event: one InListPassiveTarget, 11 bytes there and 28 back."""
    chip = bench.sim.chip
    chip.reset_counters()
    bench.sim.place(A)
    assert bench.polls() == [CardPlaced("north", A, bench.now - 0.1)]
    assert chip.commands == {"InListPassiveTarget": 1}
    assert (chip.host_bytes, chip.chip_bytes) == (11, 28)


def test_an_empty_poll_costs_one_command(bench) -> None:
    """Nobody there: 11 bytes there and 16 back."""
    chip = bench.sim.chip
    chip.reset_counters()
    bench.polls()
    assert chip.commands == {"InListPassiveTarget": 1}
    assert (chip.host_bytes, chip.chip_bytes) == (11, 16)


def test_an_unknown_card_introduces_itself_with_two_commands(make_bench) -> None:
    """A ``tc:`` payload is read once, when nobody knows the UID: 23 bytes there and 60 back."""
    bench = make_bench(known=lambda _uid: False).up()
    chip = bench.sim.chip
    chip.reset_counters()
    bench.sim.place(A, number=4711)
    assert bench.brief(bench.polls(20)) == [f"+{A}=4711"]
    assert chip.commands["InDataExchange"] == 1
    assert chip.commands.total() == 21
    assert (chip.host_bytes, chip.chip_bytes) == (11 * 20 + 12, 28 * 20 + 32)


def test_a_payload_behind_the_lock_tlv_costs_three_commands(make_bench) -> None:
    """What a phone wrote onto a factory tag is found with one more READ."""
    bench = make_bench(known=lambda _uid: False).up()
    tag = Ntag213(A)
    tag.memory[21:37] = bytes(Ntag213(A, 99).memory[16:32])
    bench.sim.chip.reset_counters()
    bench.sim.place(tag)
    assert bench.brief(bench.polls()) == [f"+{A}=99"]
    assert bench.sim.chip.commands == {"InListPassiveTarget": 1, "InDataExchange": 2}


def test_writing_costs_eight_commands(bench) -> None:
    """Six pages and two READs to see that they stuck, beside the poll."""
    bench.sim.place(A)
    bench.polls()
    chip = bench.sim.chip
    chip.reset_counters()
    bench.reader.write(5, A)
    bench.polls()
    assert chip.commands == {"InListPassiveTarget": 1, "InDataExchange": 8}
    assert (chip.host_bytes, chip.chip_bytes) == (11 + 120, 28 + 160)


def test_a_known_card_is_never_read(bench) -> None:
    """Play-time scans are the UID alone, also when the tag has a payload."""
    bench.sim.place(A, number=5)
    assert bench.brief(bench.polls()) == [f"+{A}"]
    assert bench.sim.chip.commands["InDataExchange"] == 0


# -- row 1: a chip left at another speed -------------------------------------------------------------------------------------


def test_row_1_a_crashed_program_leaves_no_dead_reader(make_bench) -> None:
    """A chip stuck at 921,600 baud comes up by itself, and reads."""
    bench = make_bench()
    bench.sim.stick(921600)
    bench.up()
    bench.sim.place(A)
    assert bench.brief(bench.polls()) == [f"+{A}"]


# -- rows 2 and 3: unplugged, dead -------------------------------------------------------------------------------------------


def test_row_2_an_unplugged_reader_is_lost_and_never_a_removed_card(bench) -> None:
    """A card that lies there stays placed through the outage; the reader says that it is lost, once, and why."""
    bench.sim.place(A)
    bench.polls(5)
    bench.sim.unplug()
    (lost,) = bench.seconds(60)
    assert (lost.status, lost.code) == ("lost", "device-missing")
    assert bench.reader.status == "lost"
    bench.sim.replug()
    assert bench.brief(bench.seconds(10)) == ["ready"]
    bench.sim.lift()
    assert bench.brief(bench.polls(4)) == [f"-{A}"]


def test_row_2_reopening_backs_off_from_one_to_three_seconds(bench) -> None:
    """Attempts come at once and then after 1, 2, 3, 3 … seconds, and start again from one after a good connection."""
    attempts: list[float] = []
    real = bench.reader.open_source

    def counted() -> CardSource:
        attempts.append(bench.now)
        return real()

    bench.reader.open_source = counted
    for _ in range(2):
        bench.sim.unplug()
        bench.seconds(20)
        waits = [round(b - a, 1) for a, b in itertools.pairwise(attempts)]
        assert waits == [1.0, 2.0, 3.0, 3.0, 3.0, 3.0, 3.0]
        bench.sim.replug()
        bench.up()
        attempts.clear()


@pytest.mark.parametrize("frames_left", range(1, 30))
def test_row_2_a_plug_pulled_at_any_frame_is_survived(make_bench, frames_left: int) -> None:
    """In opening, polling or reading a payload: no exception, no phantom, and the card is told exactly once."""
    bench = make_bench(known=lambda _uid: False)
    bench.sim.faults.unplug_after(frames_left)
    bench.polls(10)
    bench.sim.place(A, number=7)
    bench.seconds(3)
    bench.sim.faults.clear()
    bench.sim.chip.power_on()
    bench.seconds(10)
    bench.sim.lift()
    bench.seconds(1)
    bench.sim.place(A, number=7)
    bench.seconds(1)
    cards = [event for event in bench.brief(bench.events) if event[0] in "+-"]
    assert cards in ([f"+{A}=7"], [f"+{A}=7", f"-{A}", f"+{A}=7"])
    assert bench.reader.status == "ready"


def test_row_3_a_reader_that_never_was_there_is_lost_and_not_empty(make_bench) -> None:
    """A dead reader is told from one without a card, from its first attempt on."""
    bench = make_bench()
    bench.sim.unplug()
    assert [event.code for event in bench.seconds(30)] == ["device-missing"]
    bench.sim.replug()
    assert bench.brief(bench.seconds(8)) == ["ready"]


def test_a_new_reason_is_told(make_bench) -> None:
    """While a reader is lost, another reason is news and the same one is not."""
    bench = make_bench()
    reasons = iter([DeviceMissingError("a"), DeviceMissingError("a"), DeviceBusyError("b"), DeviceMissingError("a")])

    def fail() -> CardSource:
        raise next(reasons)

    bench.reader.open_source = fail
    assert [event.code for event in bench.seconds(9)] == ["device-missing", "device-busy", "device-missing"]
    bench.reader.open_source = bench.sim.open


# -- row 4: a chip that stops without a word ---------------------------------------------------------------------------------


def test_row_4_a_mute_chip_is_lost_and_comes_back(bench) -> None:
    """A chip that hangs is noticed by the next poll and its repetition, reopened, and its silence has an age."""
    last_good = bench.reader.quality.last_good
    bench.sim.mute()
    events = bench.polls(4)
    assert [(event.status, event.code) for event in events] == [("lost", "device-silent")]
    assert bench.reader.quality.last_good == last_good
    bench.sim.mute(False)
    assert bench.brief(bench.seconds(6)) == ["ready"]


def test_row_4_health_is_checked_every_five_seconds(bench) -> None:
    """The chip is asked for its version, between polls."""
    bench.sim.chip.reset_counters()
    bench.seconds(20)
    assert bench.sim.chip.commands["GetFirmwareVersion"] in (3, 4)


def test_row_4_a_chip_that_lost_its_power_for_a_moment_is_set_up_again(bench) -> None:
    """After a brown-out the chip sleeps and has forgotten its settings; nobody replugged anything."""
    bench.sim.place(A)
    bench.polls(2)
    bench.sim.chip.power_on()
    assert bench.brief(bench.seconds(5)) in ([], ["lost", "ready"])
    assert bench.reader.status == "ready"
    bench.sim.lift()
    bench.seconds(1)
    bench.sim.place(B)
    assert bench.brief(bench.polls(2)) == [f"+{B}"]


# -- garbled lines -----------------------------------------------------------------------------------------------------------

GARBLES = {
    "bad checksum": lambda faults: faults.corrupt(),
    "truncated": lambda faults: faults.truncate(),
    "lost ack": lambda faults: faults.lose_ack(),
    "lost response": lambda faults: faults.lose_response(),
    "noise": lambda faults: faults.noise(),
    "one byte of noise": lambda faults: faults.noise(b"\x00"),
    "an error frame": lambda faults: faults.replace_response(frames.ERROR),
    "another answer": lambda faults: faults.replace_response(frames.encode(b"\xd5\x03\x32\x01\x06\x07")),
    "an empty answer": lambda faults: faults.replace_response(frames.encode(b"\xd5\x4b")),
}


@pytest.mark.parametrize("garble", GARBLES.values(), ids=GARBLES.keys())
def test_one_garbled_frame_is_forgiven(bench, garble: Callable[[object], None]) -> None:
    """A single fault on the wire neither loses the reader nor lifts, repeats or invents a card."""
    bench.sim.place(A)
    bench.polls(2)
    garble(bench.sim.faults)
    assert bench.brief(bench.seconds(1)) == []
    assert bench.reader.quality.connections == 1
    garble(bench.sim.faults)
    bench.sim.lift()
    bench.sim.place(B)
    assert bench.brief(bench.seconds(1)) == [f"-{A}", f"+{B}"]


@pytest.mark.parametrize("garble", GARBLES.values(), ids=GARBLES.keys())
def test_a_garbled_frame_while_a_tag_introduces_itself_is_forgiven(
    make_bench, garble: Callable[[object], None]
) -> None:
    """The payload is read again; the card is told once, with its number."""
    bench = make_bench(known=lambda _uid: False).up()
    bench.sim.place(A, number=12)

    def is_known(_uid: str) -> bool:
        garble(bench.sim.faults)  # between the poll and the READ
        return False

    bench.reader.is_known = is_known
    assert bench.brief(bench.seconds(2)) == [f"+{A}=12"]


@given(st.lists(st.binary(max_size=40), max_size=6), st.booleans())
@settings(max_examples=150, deadline=None)
def test_no_frame_kills_the_worker(answers: list[bytes], framed: bool) -> None:
    """Whatever a chip sends, in a sound frame or not, the worker goes on and reads the next card."""
    sim, events, now = SimulatedReader("north"), [], [0.0]
    reader = Reader("north", sim.open, events.append, is_known=lambda _uid: False, clock=lambda: now[0])

    def seconds(duration: float) -> None:
        end = now[0] + duration
        while now[0] < end:
            now[0] += max(reader.step(), 0.001)

    seconds(1)
    for answer in answers:
        sim.faults.replace_response(frames.encode(b"\xd5\x4b" + answer) if framed else answer)
        seconds(0.15)
    sim.heal()
    seconds(7)
    assert reader.status == "ready"
    events.clear()
    sim.place(A)
    seconds(0.3)
    assert [event.uid for event in events if isinstance(event, CardPlaced)] == [A]
    reader.close()


@pytest.mark.parametrize("seed", range(6))
def test_a_loose_plug_never_makes_a_wrong_card(make_bench, seed: int) -> None:
    """Under noise, losses and cuts for a minute nothing but the card that lies there is ever told, and all heals."""
    bench = make_bench().up()
    bench.sim.place(A)
    bench.polls(2)
    bench.sim.faults.babble(seed)
    bench.seconds(60)
    bench.sim.heal()
    bench.seconds(10)
    cards = [event for event in bench.events if isinstance(event, CardPlaced | CardRemoved)]
    assert {event.uid for event in cards} == {A}
    assert bench.reader.status == "ready"
    assert bench.reader.quality.errors > 20


# -- rows 5, 6, 7: a card left lying, a reader that comes back, two cards ----------------------------------------------------


def test_row_5_a_card_left_lying_for_an_hour_is_one_card(bench) -> None:
    """No repetition and no flicker, over 36,000 polls."""
    bench.sim.place(A)
    assert bench.brief(bench.seconds(3600)) == [f"+{A}"]


def test_row_6_a_card_that_lies_there_at_the_start_is_not_played(make_bench) -> None:
    """It is told as resting; lifted and placed again it counts."""
    bench = make_bench()
    bench.sim.place(A)
    assert bench.brief(bench.seconds(2)) == ["resting", "ready"]
    assert bench.events[0].uids == (A,)
    bench.sim.lift()
    assert bench.brief(bench.seconds(1)) == ["clear"]
    bench.sim.place(A)
    assert bench.brief(bench.polls()) == [f"+{A}"]


def test_row_6_reconnections_never_count_a_card_again(bench) -> None:
    """A card that lies through ten outages is one card."""
    bench.sim.place(A)
    bench.polls(2)
    for _ in range(10):
        bench.sim.unplug()
        bench.seconds(3)
        bench.sim.replug()
        bench.seconds(8)
    assert [word for word in bench.brief(bench.events) if word not in ("lost", "ready")] == [f"+{A}"]


def test_row_6_a_card_swapped_in_while_the_reader_was_away_is_not_played(bench) -> None:
    """The one that lay there is removed, the other rests until it is lifted and placed again."""
    bench.sim.place(A)
    bench.polls(2)
    bench.sim.unplug()
    bench.seconds(3)
    bench.sim.lift()
    bench.sim.place(B)
    bench.sim.replug()
    assert bench.brief(bench.seconds(10)) == [f"-{A}", "resting", "ready"]


def test_row_7_two_cards_are_refused_until_one_is_lifted(bench) -> None:
    """No card is taken at random: both are named, and the one that stays is played."""
    bench.sim.place(A)
    bench.sim.place(B)
    (status,) = bench.polls(5)
    assert (status.status, status.uids) == ("two-cards", (A, B))
    bench.sim.lift(A)
    assert bench.brief(bench.polls(5)) == ["clear", f"+{B}"]


def test_row_7_two_cards_are_never_read_or_written(make_bench) -> None:
    """With two tags in the field, nobody could say whose memory it is."""
    bench = make_bench(known=lambda _uid: False).up()
    bench.sim.place(A, number=1)
    bench.sim.place(B, number=2)
    bench.reader.write(3, A)
    bench.polls(10)
    assert bench.sim.chip.commands["InDataExchange"] == 0


# -- rows 8, 10, 11: blank tags, Classic, phones -----------------------------------------------------------------------------


@pytest.mark.parametrize("tag", [BlankTag(A), Ntag213(A), MifareUltralight(A)], ids=["wiped", "factory", "Ultralight"])
def test_row_8_a_blank_tag_is_a_card_without_a_number(make_bench, tag: Ntag213) -> None:
    """It is told by its UID, so that it can be named."""
    bench = make_bench(known=lambda _uid: False).up()
    bench.sim.place(tag)
    assert bench.brief(bench.polls(5)) == [f"+{A}"]


def test_row_10_a_classic_tag_is_a_card_by_its_uid(make_bench) -> None:
    """It is not even asked for a payload, which it would refuse."""
    bench = make_bench(known=lambda _uid: False).up()
    bench.sim.place(MifareClassic("01020304"))
    assert bench.brief(bench.polls(5)) == ["+01020304"]
    assert bench.sim.chip.commands["InDataExchange"] == 0


def test_row_11_a_phone_is_refused_once_and_never_a_card(bench) -> None:
    """Whatever UID it makes up, also over a reconnection."""
    bench.sim.place(Phone())
    assert bench.brief(bench.seconds(5)) == ["phone"]
    bench.sim.unplug()
    bench.seconds(2)
    bench.sim.replug()
    bench.seconds(8)
    bench.sim.lift()
    bench.seconds(1)
    assert bench.brief(bench.events) == ["phone", "lost", "ready", "clear"]


# -- row 9: writing ----------------------------------------------------------------------------------------------------------


def test_row_9_a_payload_is_written_read_back_and_not_played(bench) -> None:
    """A tag placed to be written is no scan; lifted and placed again it introduces itself."""
    bench.reader.is_known = lambda _uid: False
    bench.reader.write(4242, A.lower())
    assert bench.polls(3) == []
    tag = bench.sim.place(A)
    (written,) = bench.seconds(3)
    assert written == PayloadWritten("north", A, 4242, written.at, ok=True)
    bench.sim.lift()
    assert bench.seconds(1) == []
    bench.sim.place(tag)
    assert bench.brief(bench.polls(3)) == [f"+{A}=4242"]


def test_row_9_a_card_that_lies_there_can_be_written(bench) -> None:
    """The card was placed before and stays placed; the write adds its own event."""
    bench.sim.place(A)
    bench.polls(2)
    bench.reader.write(1, A)
    assert bench.brief(bench.polls(5)) == ["PayloadWritten"]
    bench.sim.lift()
    assert bench.brief(bench.polls(5)) == [f"-{A}"]


@pytest.mark.parametrize("after", range(6))
def test_row_9_a_tag_lifted_in_the_middle_is_told_and_can_be_tried_again(bench, after: int) -> None:
    """The write failed with a code; the tag is blank and not another card; the next request succeeds."""
    tag = Ntag213(A, number=9)
    tag.lift_after_writes = after
    bench.sim.place(tag)
    bench.polls()
    bench.reader.write(10, A)
    (failed,) = bench.polls(3)
    assert (failed.ok, failed.code) == (False, "tag-gone")
    tag.lift_after_writes = None
    bench.reader.write(10, A)
    (done,) = bench.polls(3)
    assert done.ok


def test_row_9_a_locked_tag_says_so(bench) -> None:
    """Nothing is written and nothing is locked further."""
    tag = Ntag213(A)
    tag.lock_pages()
    memory = bytes(tag.memory)
    bench.sim.place(tag)
    bench.polls()
    bench.reader.write(10, A)
    (failed,) = bench.polls(3)
    assert not failed.ok
    assert failed.code in ("tag-refused", "tag-locked")
    assert tag.memory == memory


def test_row_9_a_reader_lost_in_the_middle_of_a_write_is_told(bench) -> None:
    """The request ends with the reader's fault, and is not repeated on a tag that nobody is looking at any more."""
    bench.sim.place(A)
    bench.polls()
    bench.reader.write(10, A)
    bench.sim.faults.unplug_after(7)
    events = bench.polls(3)
    assert isinstance(events[0], PayloadWritten)
    assert (events[0].ok, events[0].code) == (False, "reader-failed")
    bench.sim.heal()
    bench.sim.chip.power_on()
    assert "PayloadWritten" not in bench.brief(bench.seconds(10))


def test_a_write_can_be_taken_back_and_is_checked_at_once(bench) -> None:
    """A number beyond 24 bits raises; a request that was taken back leaves the tag alone."""
    with pytest.raises(BadPayloadError):
        bench.reader.write(1 << 24, A)
    bench.reader.write(5, A)
    bench.reader.cancel_write()
    bench.sim.place(A)
    assert bench.brief(bench.polls(3)) == [f"+{A}"]


def test_a_tag_that_cannot_be_read_is_still_a_card(make_bench) -> None:
    """After three attempts it is told without a number; so it is when it was lifted before."""

    class Deaf(Ntag213):
        def exchange(self, command: bytes) -> bytes | None:
            return None

    bench = make_bench(known=lambda _uid: False).up()
    bench.sim.place(Deaf(A))
    assert bench.brief(bench.polls(2)) == []
    assert bench.brief(bench.polls(1)) == [f"+{A}"]
    assert bench.sim.chip.commands["InDataExchange"] == 3
    bench.sim.lift()
    bench.polls(4)
    bench.sim.place(Deaf(B))
    bench.polls(1)
    bench.sim.lift()
    assert bench.brief(bench.polls(4)) == [f"+{B}", f"-{B}"]


# -- the world around --------------------------------------------------------------------------------------------------------


def test_listeners_and_lookups_that_fail_do_no_harm(bench) -> None:
    """A broken inbox or registry is logged; the reader goes on."""

    def broken(*_args: object) -> bool:
        raise RuntimeError("broken")

    bench.reader.is_known = broken
    bench.sim.place(A, number=3)
    assert bench.brief(bench.polls()) == [f"+{A}=3"]
    bench.reader._post = broken
    bench.sim.lift()
    bench.polls(5)
    bench.reader._post = bench.events.append
    bench.sim.place(B)
    assert bench.brief(bench.polls()) == [f"+{B}"]


def test_quality_counts_what_a_reader_and_a_card_did(bench) -> None:
    """Reads, flickers, errors and connections; a card that one poll in five misses is weak, one that was lifted is not."""
    weak, good = bench.sim.place(A), Ntag213(B)
    for i in range(30):
        if i % 3 == 2:
            bench.sim.lift()
        bench.polls()
        bench.sim.place(weak)
    bench.sim.lift()
    bench.polls(4)
    bench.sim.place(good)
    bench.polls(30)
    bench.sim.garble()
    bench.polls(3)
    quality = bench.reader.quality
    assert (quality.reads, quality.errors, quality.connections) == (2, 1, 1)
    assert quality.misses == 9
    assert quality.weak_cards == (A,)
    assert quality.last_good is not None
    assert bench.now - quality.last_good < 0.2
    first, second = quality.cards
    assert (first.uid, first.placings, second.uid, second.placings) == (A, 1, B, 1)
    assert first.last_seen < second.last_seen <= quality.last_good


def test_strangers_cannot_fill_the_memory_of_the_meter() -> None:
    """Beyond a thousand cards the ones not seen for longest are forgotten."""
    meter = QualityMeter()
    for i in range(MOST_CARDS + 5):
        meter.polled((f"{i:08X}", "keep"), float(i))
    cards = [card.uid for card in meter.snapshot().cards]
    assert len(cards) == MOST_CARDS
    assert "keep" in cards
    assert "00000005" not in cards


def test_closing_puts_the_chip_to_sleep_and_says_so(bench) -> None:
    """The port is closed politely, once."""
    bench.reader.close()
    assert bench.sim.chip.asleep
    assert bench.sim.chip.commands["PowerDown"] == 1
    assert bench.brief(bench.events) == ["closed"]
    assert bench.reader.status == "closed"


# -- threads -----------------------------------------------------------------------------------------------------------------


def test_two_readers_at_once_tell_their_own_cards() -> None:
    """Two workers, each with its own chip: every placing and lifting arrives once, under the right name."""
    inbox: queue.Queue[HardwareEvent] = queue.Queue()
    sims = [SimulatedReader("north"), SimulatedReader("south")]
    readers = [Reader(sim.name, sim.open, inbox.put, is_known=lambda _uid: True, poll_every=0.001) for sim in sims]
    for reader in readers:
        reader.start()
    ready = {inbox.get(timeout=10).reader for _ in readers}
    assert ready == {"north", "south"}
    for i in range(40):
        uids = [uid_for(f"{sim.name} {i}") for sim in sims]
        for sim, uid in zip(sims, uids, strict=True):
            sim.place(uid)
        assert {(event.reader, event.uid) for event in (inbox.get(timeout=10), inbox.get(timeout=10))} == set(
            zip(("north", "south"), uids, strict=True)
        )
        for sim in sims:
            sim.lift()
        assert {type(inbox.get(timeout=10)) for _ in sims} == {CardRemoved}
    assert [sim.reads for sim in sims] == [40, 40]
    for reader in readers:
        reader.close()
        assert not any(thread.name == f"reader {reader.name}" for thread in threading.enumerate())
    assert {inbox.get(timeout=1).status for _ in readers} == {"closed"}


class Hanging:
    """A source whose poll hangs until it is let go, as a driver does on a wait without end."""

    description = "hanging"

    def __init__(self) -> None:
        self.hangs = threading.Event()
        self.let_go = threading.Event()
        self.abandoned = threading.Event()

    def poll(self) -> tuple[Target, ...]:
        self.hangs.set()
        self.let_go.wait(20)
        return (Target(B),)

    def health(self) -> None: ...

    def abandon(self) -> None:
        self.abandoned.set()

    close = abandon


def test_a_worker_that_hangs_is_replaced() -> None:
    """The heartbeat stands still; the new worker opens the reader, reads on, and the old one never posts again."""
    inbox: queue.Queue[HardwareEvent] = queue.Queue()
    sim, hanging = SimulatedReader("north"), Hanging()
    reader = Reader("north", sim.open, inbox.put, is_known=lambda _uid: True, poll_every=0.001)
    reader.start()
    assert inbox.get(timeout=10).status == "ready"
    sim.place(A)
    assert inbox.get(timeout=10).uid == A
    reader.open_source = lambda: hanging
    sim.garble(3)
    assert hanging.hangs.wait(10)
    stood_at = reader.heartbeat
    reader.open_source = sim.open
    reader.replace()
    assert hanging.abandoned.wait(10), "the port of the old worker is closed by the new one"
    sim.lift()
    assert isinstance(inbox.get(timeout=10), CardRemoved), "the new worker remembers what lay there"
    assert reader.heartbeat > stood_at
    hanging.let_go.set()
    sim.place(A)
    assert inbox.get(timeout=10).uid == A
    reader.close()
    rest = [inbox.get(timeout=1)]
    assert [event.status for event in rest if isinstance(event, ReaderStatus)] == ["closed"]


class HangingRead(Hanging):
    """A source that finds a tag and hangs while it is read."""

    def poll(self) -> tuple[Target, ...]:
        return (Target(B),) if self.reads else ()

    def read_pages(self, _target: Target, _page: int) -> bytes:
        self.hangs.set()
        self.let_go.wait(20)
        return bytes(Ntag213(B, 6).memory[16:32])

    reads = False


def test_a_worker_that_hangs_while_a_tag_introduces_itself_loses_no_card() -> None:
    """The new worker lets the tag introduce itself again; what the old one reads at last is not told."""
    inbox: queue.Queue[HardwareEvent] = queue.Queue()
    sim, hanging = SimulatedReader("north"), HangingRead()
    reader = Reader("north", lambda: hanging, inbox.put, poll_every=0.001)
    reader.start()
    assert inbox.get(timeout=10).status == "ready"
    hanging.reads = True
    assert hanging.hangs.wait(10)
    sim.place(B, number=5)
    old = reader._worker.thread
    reader.open_source = sim.open
    reader.replace()
    placed = inbox.get(timeout=10)
    assert (placed.uid, placed.payload) == (B, 5)
    hanging.let_go.set()
    old.join(10)
    assert not old.is_alive()
    reader.close()
    assert [event.status for event in inbox.queue] == ["closed"]


def test_closing_does_not_wait_for_a_worker_that_hangs() -> None:
    """Closing is bounded, and what the worker says afterwards is not posted."""
    inbox: queue.Queue[HardwareEvent] = queue.Queue()
    hanging = Hanging()
    reader = Reader("north", lambda: hanging, inbox.put, poll_every=0.001)
    reader.start()
    assert hanging.hangs.wait(10)
    reader.close(timeout=0.05)
    assert inbox.get(timeout=1).status == "closed"
    hanging.let_go.set()
    assert hanging.abandoned.wait(10)
    assert list(inbox.queue) == []
