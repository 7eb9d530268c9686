"""The pod's worker against the simulated pod, which runs the firmware itself, under a clock that the test moves."""

from __future__ import annotations

import itertools
import random
import threading
from collections.abc import Callable

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hardware import pod_protocol as protocol
from hardware.errors import DeviceBusyError, DeviceForbiddenError
from hardware.events import ButtonPressed, CardPlaced, CardRemoved, HardwareEvent, PodStatus, ReaderStatus
from hardware.firmware import codec
from hardware.lights import Lights, Motion, Pattern, SentLamp
from hardware.pod import Pod, Port
from hardware.simulation.pod import PodLink, SimulatedPod
from hardware.simulation.tags import Ntag213, Phone

RED = Pattern((1.0, 0.0, 0.0), Motion.STEADY)
GREEN = Pattern((0.0, 1.0, 0.0), Motion.STEADY)
ACE = Ntag213("04A2B3C4D5E680")
KING = Ntag213("04A2B3C4D5E681")


class Seat:
    """A pod at a seat, its worker, and time."""

    def __init__(self, open_port: Callable[[], Port] | None = None):
        self.now = 1000.0
        self.pod = SimulatedPod()
        self.events: list[HardwareEvent] = []
        self.host = Pod("ana", open_port or (lambda: PodLink(self.pod)), self.events.append, clock=lambda: self.now)

    def run(self, seconds: float, *, each: Callable[[], None] | None = None) -> None:
        for _ in range(round(seconds / 0.02)):
            self.now += 0.02
            if each is not None:
                each()
            self.pod.turn(round(self.now * 1000))
            self.host.step(self.now)

    def ready(self) -> Seat:
        self.run(1.0)
        assert self.statuses[-1] == "ready"
        self.events.clear()
        return self

    def press(self, seconds: float = 0.1) -> None:
        self.pod.press()
        self.run(seconds)
        self.pod.release()
        self.run(0.4)

    @property
    def statuses(self) -> list[str]:
        return [
            event.status + (f" {event.code}" if event.code else "")
            for event in self.events
            if isinstance(event, PodStatus)
        ]

    @property
    def cards(self) -> list[tuple[str, str]]:
        return [
            ("placed" if isinstance(event, CardPlaced) else "removed", event.uid)
            for event in self.events
            if isinstance(event, CardPlaced | CardRemoved)
        ]

    @property
    def buttons(self) -> list[str]:
        return [event.button for event in self.events if isinstance(event, ButtonPressed)]

    @property
    def reader(self) -> list[str]:
        return [event.status for event in self.events if isinstance(event, ReaderStatus)]


def test_a_pod_is_starting_then_ready_and_names_itself() -> None:
    """Plugging in is two statuses, and the second says which board it is."""
    seat = Seat()
    seat.run(1.0)
    assert seat.statuses == ["starting", "ready"]
    assert seat.host.hello is not None
    assert (seat.host.hello.ident, seat.host.hello.caps) == ("E6614C311B2A5D2C", "rlb")


def test_a_card_on_the_pods_reader_is_placed_and_removed_once() -> None:
    """A card is one event when it comes and one when it goes, under the pod's name, read by the firmware's own PN532 driver."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(5.0)
    seat.pod.chip.lift()
    seat.run(1.0)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex)]
    assert {event.reader for event in seat.events if isinstance(event, CardPlaced)} == {"ana"}
    assert seat.pod.chip.commands["InListPassiveTarget"] > 40


def test_a_card_swapped_quickly_is_both() -> None:
    """Taking one card away and laying another within one poll is a removal and a placing, in this order."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(0.5)
    seat.pod.chip.lift()
    seat.pod.chip.place(KING)
    seat.run(0.5)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex), ("placed", KING.hex)]


def test_a_card_that_flickers_is_one_card() -> None:
    """Two polls that miss a lying card are no removal."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(0.5)
    for _ in range(5):
        seat.pod.chip.lift()
        seat.run(0.18)
        seat.pod.chip.place(ACE)
        seat.run(0.3)
    assert seat.cards == [("placed", ACE.hex)]


def test_a_card_that_lies_there_at_the_start_is_no_new_card() -> None:
    """What lay on the reader before anybody looked is told as resting; lifted and placed again it is played."""
    seat = Seat()
    seat.pod.chip.place(ACE)
    seat.run(2.0)
    assert (seat.cards, seat.reader) == ([], ["resting"])
    seat.pod.chip.lift()
    seat.run(1.0)
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    assert (seat.cards, seat.reader) == ([("placed", ACE.hex)], ["resting", "clear"])


def test_a_card_laid_down_as_soon_as_the_pod_is_ready_is_new() -> None:
    """Ready means that somebody has looked: whatever is placed from that moment on is played."""
    seat = Seat()
    while "ready" not in seat.statuses:
        seat.run(0.02)
    seat.pod.chip.place(ACE)
    seat.run(0.5)
    assert (seat.cards, seat.reader) == ([("placed", ACE.hex)], [])


def test_unplugged_and_plugged_in_with_the_card_on_nothing_happened() -> None:
    """A card that lay there before and after an unplugging is neither removed nor placed again (failures.md, rows 2 and 6)."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    seat.pod.unplug()
    seat.run(3.0)
    seat.pod.plug()
    seat.run(8.0)
    assert seat.statuses == ["lost device-failed", "lost device-missing", "ready"]
    assert seat.cards == [("placed", ACE.hex)]
    seat.pod.chip.lift()
    seat.run(1.0)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex)]


def test_a_card_taken_while_the_pod_was_away_is_removed_when_it_is_back() -> None:
    """Losing a pod is never the removal of a card; that is told when somebody has looked again."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    seat.pod.unplug()
    seat.run(2.0)
    seat.pod.chip.lift()
    assert seat.cards == [("placed", ACE.hex)]
    seat.pod.plug()
    seat.run(8.0)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex)]


def test_two_cards_and_phones_are_told_and_not_played() -> None:
    """The pod's reader refuses stacks and phones by itself, and says when it is clear again."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.pod.chip.place(KING)
    seat.run(1.0)
    assert (seat.cards, seat.reader) == ([], ["two-cards"])
    seat.pod.chip.lift()
    seat.run(1.0)
    seat.pod.chip.place(Phone())
    seat.run(1.0)
    seat.pod.chip.lift()
    seat.run(1.0)
    assert (seat.cards, seat.reader) == ([], ["two-cards", "clear", "phone", "clear"])


def test_a_pods_reader_that_hangs_is_told_and_comes_back() -> None:
    """A silent PN532 behind a healthy pod is a reader that is lost, not a pod that is lost, and heals by itself."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    seat.pod.reader_faults.mute()
    seat.run(2.0)
    assert seat.reader == ["lost"]
    assert seat.statuses == []
    seat.pod.chip.power_on()
    seat.pod.reader_faults.mute(False)
    seat.run(3.0)
    assert seat.reader == ["lost", "ready"]
    assert seat.cards == [("placed", ACE.hex)]


def test_the_wires_to_the_pods_reader_may_babble() -> None:
    """Random damage between PN532 and pod never makes a wrong card and never takes one away for good."""
    seat = Seat().ready()
    seat.pod.reader_faults.babble(7)
    seat.pod.chip.place(ACE)
    seat.run(20.0)
    seat.pod.reader_faults.babble(None)
    seat.run(3.0)
    assert {uid for _, uid in seat.cards} <= {ACE.hex}
    assert seat.host.hello is not None
    seat.events.clear()
    seat.pod.chip.lift()
    seat.run(1.0)
    seat.pod.chip.place(KING)
    seat.run(1.0)
    assert seat.cards[-1] == ("placed", KING.hex)


def test_the_lamp_follows_and_is_told_again_after_a_reset() -> None:
    """The pod shows the lasting pattern, the moment over it, and after it was plugged in again the lasting one without being asked."""
    seat = Seat().ready()
    seat.host.show(RED)
    seat.run(0.1)
    assert seat.pod.colour == (255, 0, 0)
    seat.host.flash(GREEN, 0.5)
    seat.run(0.1)
    assert seat.pod.colour == (0, 255, 0)
    seat.run(0.6)
    assert seat.pod.colour == (255, 0, 0)
    seat.pod.unplug()
    seat.run(0.5)
    assert seat.pod.colour == (0, 0, 0)
    seat.pod.plug()
    seat.run(3.0)
    assert seat.pod.colour == (255, 0, 0)


def test_a_pods_lamp_is_one_of_the_lamps() -> None:
    """Lights drives a pod's lamp through SentLamp as it drives pins: one line a pattern, the pod does the moving."""
    seat = Seat().ready()
    lights = Lights([SentLamp("ana", seat.host.show)], seat.events.append)
    lights.set("ana", Pattern((0.0, 0.0, 1.0), Motion.BLINK))
    seen = set()
    for _ in range(100):
        lights.step(seat.now)
        seat.run(0.02)
        seen.add(seat.pod.colour)
    assert seen == {(0, 0, 0), (0, 0, 255)}


def test_the_lamp_goes_dark_when_the_pi_is_gone() -> None:
    """A pod that hears nothing more from the Pi puts its lamp out and forgets its button's meaning; so does an orderly end at once."""
    seat = Seat().ready()
    seat.host.show(RED)
    seat.run(0.5)
    for step in range(13_000 // 20):
        seat.pod.turn(round(seat.now * 1000) + step * 20)
    assert seat.pod.colour == (0, 0, 0)
    other = Seat().ready()
    other.host.show(RED)
    other.run(0.5)
    other.host.close()
    assert other.pod.colour == (0, 0, 0)
    assert other.statuses == ["closed"]


def test_a_pi_that_was_frozen_finds_its_pods_again() -> None:
    """After a pause so long that the pod gave the Pi up, lamp, button and cards work again by themselves."""
    seat = Seat().ready()
    seat.host.show(RED)
    seat.host.ask("next")
    seat.run(0.5)
    for _ in range(15 * 50):
        seat.now += 0.02
        seat.pod.turn(round(seat.now * 1000))
    assert seat.pod.colour == (0, 0, 0)
    seat.run(10.0)
    assert seat.pod.colour == (255, 0, 0)
    seat.press()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    assert (seat.buttons, seat.cards) == (["next"], [("placed", ACE.hex)])


def test_a_button_has_the_meaning_of_the_prompt() -> None:
    """The button speaks the word that it was given, and nothing when nobody asks."""
    seat = Seat().ready()
    seat.press()
    seat.host.ask("stand")
    seat.run(0.2)
    seat.press()
    seat.host.ask("next")
    seat.run(0.2)
    seat.press()
    seat.host.ask(None)
    seat.run(0.2)
    seat.press()
    assert seat.buttons == ["stand", "next"]


def test_a_press_for_an_older_question_is_void() -> None:
    """A press that crosses a new question on the line, even one with the same word, is not its answer."""
    seat = Seat().ready()
    seat.host.ask("stand")
    seat.run(0.2)
    seat.pod.deaf = True
    seat.pod.press()
    for step in range(3):
        seat.pod.turn(round(seat.now * 1000) + 20 * step)  # the pod has sent the press; the Pi has not read it
    seat.host.ask(None)
    seat.host.ask("stand")
    seat.pod.deaf = False
    seat.pod.release()
    seat.run(1.0)
    assert seat.buttons == []
    assert seat.host.quality.dropped == 1
    seat.press()
    assert seat.buttons == ["stand"]


def test_a_bouncing_or_nervous_button_is_one_press() -> None:
    """The pod debounces, and a second press within 300 ms is the same finger."""
    seat = Seat().ready()
    seat.host.ask("next")
    seat.run(0.2)
    ms = round(seat.now * 1000)
    for step in range(6):
        (seat.pod.press if step % 2 == 0 else seat.pod.release)()
        seat.pod.turn(ms + step * 3)
    seat.pod.press()
    seat.run(0.06)
    seat.pod.release()
    seat.run(0.06)
    seat.pod.press()
    seat.run(0.06)
    seat.pod.release()
    seat.run(1.0)
    assert seat.buttons == ["next"]


def test_lost_acknowledgements_repeat_nothing() -> None:
    """The pod sends an event until it is acknowledged; the Pi takes it once and ignores the repetitions."""
    seat = Seat().ready()
    seat.host.ask("next")
    seat.run(0.2)
    seat.pod.deaf = True
    seat.pod.press()
    seat.pod.chip.place(ACE)
    seat.run(2.0)
    seat.pod.deaf = False
    seat.pod.release()
    seat.run(2.0)
    assert seat.buttons == ["next"]
    assert seat.cards == [("placed", ACE.hex)]
    assert seat.host.quality.repeated >= 3


def test_lost_commands_are_said_again() -> None:
    """A lamp line that the pod did not hear is repeated until it is acknowledged; only the newest counts."""
    seat = Seat().ready()
    seat.pod.deaf = True
    seat.host.show(RED)
    seat.run(0.5)
    seat.host.show(GREEN)
    seat.run(0.5)
    seat.pod.deaf = False
    seat.run(0.5)
    assert seat.pod.colour == (0, 255, 0)


def test_a_late_flash_is_no_news() -> None:
    """A moment that could not be told within two seconds is dropped, not shown late."""
    seat = Seat().ready()
    seat.pod.deaf = True
    seat.host.flash(GREEN, 5.0)
    seat.run(2.5)
    seat.pod.deaf = False
    seat.run(1.0)
    assert seat.pod.colour == (0, 0, 0)


@pytest.mark.parametrize("rate", [0.05, 0.3])
def test_a_noisy_line_loses_nothing(rate: float) -> None:
    """With a good part of the pod's lines damaged, cards and presses still arrive once each and in order."""
    seat = Seat().ready()
    rng = random.Random(5)

    def damage(line: bytes) -> bytes:
        if rng.random() >= rate:
            return line
        broken = bytearray(line)
        broken[rng.randrange(len(broken))] ^= 1 << rng.randrange(8)
        return bytes(broken)

    seat.pod.damage = damage
    seat.host.ask("next")
    for _ in range(6):
        for tag in (ACE, KING):
            seat.pod.chip.place(tag)
            seat.run(2.0)
            seat.pod.chip.lift()
            seat.run(2.0)
    assert [(what, uid) for what, uid in seat.cards] == [
        (what, tag.hex) for _ in range(6) for tag in (ACE, KING) for what in ("placed", "removed")
    ]
    assert seat.statuses == []
    assert seat.host.quality.bad_lines > 0


def test_a_mute_pod_is_lost_and_tried_again_slower_each_time() -> None:
    """A pod that answers nothing is told once, and its port is opened again after 1, 2, 5 and 5 seconds."""
    seat = Seat()
    opened: list[float] = []

    def open_port() -> Port:
        opened.append(seat.now)
        return PodLink(seat.pod)

    seat.host = Pod("ana", open_port, seat.events.append, clock=lambda: seat.now)
    seat.pod.muted = True
    seat.pod.said()
    seat.run(45.0)
    assert seat.statuses == ["starting", "lost device-silent"]
    gaps = [round(two - one, 1) for one, two in itertools.pairwise(opened)]
    assert gaps[:4] == [7.0, 8.0, 9.0, 9.0]
    seat.pod.muted = False
    seat.run(8.0)
    assert seat.statuses[-1] == "ready"


def test_a_port_that_is_missing_is_tried_again_and_found() -> None:
    """Hot-plug: a pod that is plugged in later is there within the back-off, and until then costs one status."""
    seat = Seat()
    seat.pod.unplug()
    seat.run(30.0)
    assert seat.statuses == ["starting", "lost device-missing"]
    seat.pod.plug()
    seat.run(6.0)
    assert seat.statuses[-1] == "ready"


@pytest.mark.parametrize(
    "error",
    [DeviceBusyError("held"), DeviceForbiddenError("no rights"), OSError(5, "x"), RuntimeError("x"), TypeError("x")],
)
def test_whatever_opening_raises_is_a_status(error: Exception) -> None:
    """A port that cannot be opened has its code and its sentence, and the worker goes on."""

    def open_port() -> Port:
        raise error

    seat = Seat(open_port)
    seat.run(3.0)
    assert seat.statuses == ["starting", f"lost {getattr(error, 'code', 'device-failed')}"]
    assert seat.host.beats > 2


def test_a_pod_of_another_version_is_told_as_such() -> None:
    """Firmware of another protocol version is not a broken cable: the status says what to do."""
    seat = Seat()
    seat.pod.damage = lambda line: codec.encode(1, ["hello", "E661", "9.9", "rlb", "1"], version=2)
    seat.run(2.0)
    assert seat.statuses == ["starting", "lost pod-version"]


@pytest.mark.parametrize("noise", [b"\x00\xff" * 400, b"!!!!!!!!" * 100, b"a\n" * 400, codec.encode(1, ["ack"]) * 60])
def test_a_babbling_pod_is_unplugged_in_software(noise: bytes) -> None:
    """Whoever talks without end loses its port for a while: no event, bounded memory, bounded work."""
    seat = Seat().ready()
    seat.run(2.0, each=lambda: seat.pod.say(noise))
    assert seat.statuses[0] == "lost pod-babbling"
    assert seat.cards == []
    assert seat.buttons == []
    seat.pod.said(10**9)
    seat.run(15.0)
    assert seat.statuses[-1] == "ready"


def test_a_pod_that_says_little_but_nonsense_is_unplugged_too() -> None:
    """A trickle of damaged lines, far below the byte limit, is no pod either; the odd one is forgiven."""
    seat = Seat().ready()
    seat.run(5.0, each=lambda: seat.pod.say(b"!\n") if round(seat.now * 50) % 10 == 0 else None)
    assert seat.statuses == []
    seat.run(1.5, each=lambda: seat.pod.say(b"!\n!\n"))
    assert seat.statuses[0] == "lost pod-babbling"


def test_more_events_than_the_pod_can_keep_begin_a_new_session() -> None:
    """While the Pi's answers are lost the pod keeps eight events at most; then it asks to begin anew, and the state is right again."""
    seat = Seat().ready()
    sessions = seat.host.quality.sessions
    seat.pod.deaf = True
    for step in range(10):
        seat.pod.chip.lift()
        seat.pod.chip.place((ACE, KING)[step % 2])
        seat.run(0.25)
        assert len(seat.pod._pod._waiting) <= 8
    seat.pod.deaf = False
    seat.run(3.0)
    assert seat.host.quality.sessions == sessions + 1
    seat.pod.chip.lift()
    seat.run(1.0)
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    assert seat.cards[-1] == ("placed", ACE.hex)


def test_a_card_exchanged_while_the_pods_reader_was_away_rests() -> None:
    """Another card that lies there when the reader answers again was not placed just now."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    seat.pod.reader_faults.mute()
    seat.run(2.0)
    seat.pod.chip.lift()
    seat.pod.chip.place(KING)
    seat.pod.reader_faults.mute(False)
    seat.run(3.0)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex)]
    assert seat.reader == ["lost", "resting", "ready"] or seat.reader == ["lost", "ready", "resting"]


def test_a_flash_whose_acknowledgement_was_lost_is_not_flashed_again() -> None:
    """The same flash sent twice ends when the first one would have."""
    seat = Seat().ready()
    seat.pod.muted = True
    seat.host.flash(GREEN, 0.5)
    lit = 0

    def count() -> None:
        nonlocal lit
        lit += seat.pod.colour == (0, 255, 0)

    seat.run(2.5, each=count)
    assert 22 <= lit <= 27


def test_a_pod_that_sends_events_like_a_machine_gun_is_throttled() -> None:
    """Well-formed events beyond ten a second are dropped, so that one pod cannot drown the table."""
    seat = Seat().ready()
    assert seat.host.hello is not None
    number = [seat.host.hello.next_event]

    def fire() -> None:
        for _ in range(2):
            uid = f"04{number[0]:012X}"
            seat.pod.say(codec.encode(number[0], ["placed", uid]))
            number[0] = codec.after(number[0])

    seat.run(3.0, each=fire)
    assert sum(what == "placed" for what, _ in seat.cards) <= 45
    assert seat.host.quality.dropped > 50


@pytest.mark.parametrize(
    "words",
    [
        ["removed", ACE.hex],
        ["pressed", "stand", "1"],
        ["pressed", "war", "9"],
        ["placed", "08123456"],
        ["reader", "ready"],
        ["placed", "XYZ"],
        ["dance"],
    ],
)
def test_a_lying_pod_is_not_believed(words: list[str]) -> None:
    """Removals of cards that do not lie there, presses nobody asked for, phones and nonsense change nothing."""
    seat = Seat().ready()
    assert seat.host.hello is not None
    seat.pod.say(codec.encode(seat.host.hello.next_event, words))
    seat.run(1.0)
    assert [event for event in seat.events if not isinstance(event, PodStatus)] == []


def test_events_out_of_order_are_not_taken_and_the_session_begins_anew() -> None:
    """Numbers that jump, forwards or backwards, are refused; the Pi asks for the present state instead of guessing."""
    seat = Seat().ready()
    assert seat.host.hello is not None
    start = seat.host.hello.next_event
    for jump in (500, 60_000, start - 2 if start > 2 else 40_000):
        seat.pod.say(codec.encode(jump, ["placed", KING.hex]))
        seat.run(1.5)
    assert seat.cards == []
    assert seat.host.quality.refused == 3
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    assert seat.cards == [("placed", ACE.hex)]


def test_the_same_card_placed_twice_is_one_card() -> None:
    """A pod that says a card came while it lies there already is not believed a second time."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(0.5)
    seat.pod.say(codec.encode(2, ["placed", ACE.hex]))
    seat.run(0.5)
    assert seat.cards == [("placed", ACE.hex)]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.lists(st.one_of(st.binary(min_size=1, max_size=120), st.integers(0, 9)), max_size=25))
def test_no_sequence_of_mischief_stops_the_worker(acts: list[bytes | int]) -> None:
    """Noise, unplugging, forged lines and cards in any order: every CardRemoved follows its CardPlaced, and the pod is ready at last."""
    seat = Seat()
    forged = [
        ["placed", KING.hex],
        ["removed", KING.hex],
        ["hello", "E661", "1.0", "rlb", "7"],
        ["ack"],
        ["error", "word"],
    ]
    for act in acts:
        match act:
            case bytes():
                seat.pod.say(act)
            case 0:
                seat.pod.unplug()
            case 1:
                seat.pod.plug()
            case 2:
                seat.pod.chip.place(ACE)
            case 3:
                seat.pod.chip.lift()
            case 4:
                seat.host.show(RED)
            case _:
                seat.pod.say(codec.encode(act, forged[act - 5]))
        seat.run(0.3)
    seat.pod.plug()
    seat.pod.said(10**9)
    seat.run(20.0)
    lying: str | None = None
    for what, uid in seat.cards:
        assert (what == "placed") == (lying is None)
        assert what == "placed" or uid == lying
        lying = uid if what == "placed" else None
    assert seat.statuses[-1] == "ready"


def test_a_card_that_lies_through_everything_is_not_lost_to_a_restarted_worker() -> None:
    """A new worker (the program was restarted) finds a lying card resting, not new."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    seat.host.close()
    seat.events.clear()
    seat.host = Pod("ana", lambda: PodLink(seat.pod), seat.events.append, clock=lambda: seat.now)
    seat.run(2.0)
    assert (seat.cards, seat.reader) == ([], ["resting"])


def test_the_number_of_an_event_may_wrap_around() -> None:
    """After 65,535 comes 1, and nothing is lost or doubled there."""
    seat = Seat()
    seat.pod._pod._next = 65_534
    seat.ready()
    for _ in range(3):
        seat.pod.chip.place(ACE)
        seat.run(0.5)
        seat.pod.chip.lift()
        seat.run(0.8)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex)] * 3


def test_a_word_for_the_button_is_checked_before_it_is_taken() -> None:
    """A meaning that no line can carry is refused and the old one stays."""
    seat = Seat().ready()
    seat.host.ask("stand")
    with pytest.raises(protocol.ProtocolError):
        seat.host.ask("Stand up!")
    seat.run(0.2)
    seat.press()
    assert seat.buttons == ["stand"]


def test_the_worker_thread_ends_and_closes() -> None:
    """Start, close, close again: the thread is gone and the state is told once."""
    pod = SimulatedPod()
    pod.unplug()
    events: list[HardwareEvent] = []
    before = threading.active_count()
    host = Pod("ana", lambda: PodLink(pod), events.append)
    host.start()
    host.close()
    host.close()
    assert threading.active_count() == before
    assert [event.status for event in events if isinstance(event, PodStatus)][-1] == "closed"


class HangingPort:
    """A port whose driver never comes back from a read until it is let go."""

    def __init__(self) -> None:
        self.entered, self.let_go = threading.Event(), threading.Event()
        self.closed = False

    def read(self) -> bytes:
        self.entered.set()
        self.let_go.wait(5.0)
        return b"!1 1 pressed stand 1*0000\n"

    def write(self, data: bytes) -> None:
        return

    def wait(self, seconds: float) -> None:
        return

    def wake(self) -> None:
        return

    def close(self) -> None:
        self.closed = True


def test_a_worker_that_hangs_is_replaced_and_says_nothing_more() -> None:
    """A driver that never returns costs a thread, not the pod: the next worker closes its port, opens anew and is ready."""
    pod, hanging = SimulatedPod(), HangingPort()
    ports: list[Port] = [hanging]
    ready = threading.Event()
    events: list[HardwareEvent] = []

    def post(event: HardwareEvent) -> None:
        events.append(event)
        if isinstance(event, PodStatus) and event.status == "ready":
            ready.set()

    host = Pod("ana", lambda: ports.pop() if ports else PodLink(pod), post)
    host.start()
    assert hanging.entered.wait(5.0)
    old = next(one for one in threading.enumerate() if one.name == "pod ana")
    stood = host.beats
    host.replace()
    turning = threading.Event()

    def turn() -> None:
        began = 0
        while not turning.is_set():
            began += 20
            pod.turn(began)
            turning.wait(0.005)

    turner = threading.Thread(target=turn)
    turner.start()
    try:
        assert ready.wait(5.0)
    finally:
        turning.set()
        turner.join()
    assert hanging.closed
    assert host.beats > stood
    told = len(events)
    hanging.let_go.set()
    old.join(5.0)
    assert not old.is_alive()
    assert len(events) == told
    host.close()
    assert [event.status for event in events if isinstance(event, PodStatus)] == ["starting", "ready", "closed"]


def test_a_card_that_lay_there_before_the_worker_was_replaced_did_not_move() -> None:
    """Replacing tells nothing of a card: it lies there before and after, and is one presence."""
    seat = Seat().ready()
    seat.pod.chip.place(ACE)
    seat.run(1.0)
    seat.host.replace()
    seat.run(3.0)
    assert seat.cards == [("placed", ACE.hex)]
    seat.pod.chip.lift()
    seat.run(1.0)
    assert seat.cards == [("placed", ACE.hex), ("removed", ACE.hex)]
