"""Between the devices and the owner: what hardware reports becomes messages, what the table says becomes lamp patterns.

One `Devices` holds the readers, pods, lamps and buttons of a table, real or simulated; it is made by the wiring. Their drivers
are loaded when they are added, so a table that is shown first announces them and opens them beside the screen.
"""

from __future__ import annotations

import atexit
import threading
import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.live import lamps as lamp_words
from companion.live import messages as post
from companion.live.inbox import Consuming, Owner
from companion.live.lamps import PATTERNS, LampPattern
from companion.live.pause import Pause
from companion.live.snapshot import Reply, Snapshot
from companion.live.teaching import SeatMapping, Verdict
from companion.rules.game import DEALER, TABLE, Pick

if TYPE_CHECKING:
    from hardware.events import HardwareEvent
    from hardware.lights import Lamp, Lights
    from hardware.pod import Pod
    from hardware.reader import Reader
    from hardware.source import CardSource

KINDS: Final = ("pn532", "pod", "acr122", "rcs380")
MEANINGS: Final = ("stand", "war", "next", "deal", "burned")  # what a pod's one button may mean, the likeliest first
OPENED_S: Final = 10.0  # seconds that closing waits for drivers which are being loaded


class ReaderSpec(NamedTuple):
    """A reader as written: `PORT[=KIND][@SEAT]`."""

    port: str
    kind: str = "pn532"
    seat: str = ""


def read_spec(text: str) -> ReaderSpec:
    """A reader's port, kind and seat; `ValueError` with the reason for what is none.

    >>> read_spec("/dev/ttyUSB0=pn532@Ana")
    ReaderSpec(port='/dev/ttyUSB0', kind='pn532', seat='Ana')
    """
    port, seat = text, ""
    if "@" in text:
        port, _, seat = text.rpartition("@")
        if not seat or "/" in seat:
            raise ValueError(f"{text!r}: after @ stands the name of a seat, as in PORT@Ana")
    kind = "pn532"
    if "=" in port:
        port, _, kind = port.rpartition("=")
        if kind not in KINDS:
            raise ValueError(f"{text!r}: there is no kind of reader {kind!r}; there are {', '.join(KINDS)}")
    if not port:
        raise ValueError(f"{text!r}: the port is missing")
    return ReaderSpec(port, kind, seat)


def message_of(event: HardwareEvent) -> post.AnyMessage:
    """What the hardware reports, as the table's inbox takes it."""
    from hardware import events

    match event:
        case events.CardPlaced(reader, uid, at, payload):
            return post.TagSeen(reader, uid, at, payload)
        case events.CardRemoved(reader, uid, at):
            return post.TagLifted(reader, uid, at)
        case events.ReaderStatus(reader, status, at, detail, code, uids):
            return post.DeviceTold("reader", reader, status, at, code, detail, uids)
        case events.PodStatus(pod, status, at, detail, code):
            return post.DeviceTold("pod", pod, status, at, code, detail)
        case events.LampStatus(lamp, ok, at, detail, code):
            return post.DeviceTold("lamp", lamp, "ready" if ok else "lost", at, code, detail)
        case events.PayloadWritten(reader, uid, number, at, ok, detail, code):
            return post.TagWritten(reader, uid, number, at, ok, code, detail)
        case events.ButtonPressed(source, button, at, held):
            return post.Pressed(source, button, at, held)


Told = Callable[[post.AnyMessage, Any], None]


class Devices:
    """All devices of one table. Give it readers and lamps, `start` it (or `open` it beside the screen), and `close` it at the end.

    `told` hears each message of a device with what became of it, on the owner's thread.
    """

    def __init__(self, owner: Owner, told: Told | None = None, clock: Callable[[], float] = time.monotonic) -> None:
        self.owner = owner
        self.readers: list[Reader] = []
        self.pods: list[Pod] = []
        self.lights: Lights | None = None
        self._told = told
        self._clock = clock
        self._lamps: list[Lamp] = []
        self._places: dict[str, int] = {}  # lamps that belong to the first, second … player; 0 is the dealer
        self._closers: list[Callable[[], None]] = []
        self._asked: dict[str, str | None] = {}
        self._announced: list[str] = []
        self._missing: dict[str, str] = {}  # announced, but its driver could not be loaded, and why
        self._opening = threading.Lock()
        self._closed = False

    # --- what there is ---------------------------------------------------------------------------------------------------

    def announce(self, spec: ReaderSpec) -> None:
        """A reader or pod that is added later has its name, its seat and its kind from now on; until then it is starting.

        Its seat must be known before a recording begins, and before the screen is shown; its driver need not.
        """
        if spec.port not in self._announced:
            self._announced.append(spec.port)
        if spec.kind == "pod":
            self.owner.router.means[spec.port] = "pod"
        if spec.seat:
            self.owner.router.bind(spec.port, spec.seat)

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all readers and pods, opened or not."""
        there = (*(one.name for one in self.readers), *(one.name for one in self.pods))
        return tuple(dict.fromkeys((*self._announced, *there)))

    def add_reader(self, spec: ReaderSpec, open_source: Callable[[], CardSource] | None = None) -> None:
        """A reader or pod; `open_source` opens a simulated one."""
        if spec.port not in self._announced:
            self.announce(spec)
        if spec.kind == "pod":
            self._add_pod(spec)
            return
        from hardware.reader import Reader

        if open_source is None:
            open_source = _opener(spec)
        cards = self.owner.router.cards
        self.readers.append(Reader(spec.port, open_source, self.take, is_known=cards.is_known, clock=self._clock))

    def _add_pod(self, spec: ReaderSpec) -> None:
        from hardware.lights import SentLamp
        from hardware.pod import Pod, SerialPodPort

        pod = Pod(spec.port, lambda: SerialPodPort(spec.port), self.take, self._clock)
        self.pods.append(pod)
        self._lamps.append(SentLamp(spec.port, pod.show))

    def add_lamp(self, lamp: Lamp, place: int) -> None:
        """A lamp of the player at this place, counted from 1; 0 is the dealer's."""
        self._lamps.append(lamp)
        self._places[lamp.name] = place

    def add_closer(self, close: Callable[[], None]) -> None:
        """Something else to be closed at the end."""
        self._closers.append(close)

    # --- running -----------------------------------------------------------------------------------------------------------

    def connect(self) -> None:
        """Let the lamps follow the table; nothing runs by itself yet."""
        if self._lamps:
            from hardware.lights import Lights

            self.lights = Lights(self._lamps, self.take, self._clock)
            self._show(self.owner.table.snapshot)
        self._closers.append(self.owner.table.subscribe(self._replied))
        self._closers.append(self.owner.subscribe(self._judged))

    def states(self) -> dict[str, tuple[str, str]]:
        """What each reader and pod says of itself: state and detail, by name."""
        awaited = {
            name: ("lost", self._missing[name]) if name in self._missing else ("starting", "")
            for name in self._announced
        }
        readers = {one.name: (one.status, one.last_status.detail) for one in self.readers}
        return {**awaited, **readers, **{one.name: (one.status, one.told) for one in self.pods}}

    def weak(self) -> set[str]:
        """UIDs of tags that some reader misses often while they lie on it."""
        return {uid for reader in self.readers for uid in reader.quality.weak_cards}

    @property
    def settled(self) -> bool:
        """Whether each reader and pod is ready or reported faulty."""
        return "starting" not in {state for state, _ in self.states().values()}

    def dark(self) -> None:
        """Put all lamps out for good, quickly and from any thread: the pods' and those on the pins. Nothing is opened any more."""
        self._closed = True
        if self.lights is not None:
            self.lights.close()

    def start(self) -> None:
        """Connect, and start the readers' workers and the lamps' loop; the lamps go out however the program ends."""
        self.connect()
        if self.lights is not None:
            from hardware.lights import dark_at_exit

            dark_at_exit(self.lights, sigterm=False)  # SIGTERM is the business of whoever runs the program
            self._closers.append(self._left_in_order)
            self.lights.start()
        for reader in self.readers:
            reader.start()
        for pod in self.pods:
            pod.start()

    def open(self, *adders: Callable[[], None]) -> list[Exception]:
        """Add devices and start them while the table is in use already; `adders` load their drivers, on the calling thread.

        They are connected on the owner's thread. Returns what went wrong, with which the table goes on: an adder that fails costs
        its own devices only, and what was announced and is not there is lost. Once the devices are closed nothing is opened any more.
        """
        faults: list[Exception] = []
        with self._opening:
            for add in adders:
                if self._closed:
                    return faults
                try:
                    add()
                except Exception as error:  # a driver that is half installed raises nearly anything
                    faults.append(error)
            if self._closed:
                return faults
            started = self.owner.ask(post.Call(self.start, "open-devices"))
            if isinstance(started, Exception):
                faults.append(started)
            there = {*(one.name for one in self.readers), *(one.name for one in self.pods)}
            for name in self._announced:
                if name not in there:
                    self._missing[name] = detail = "; ".join(map(str, faults))
                    self.owner.post(post.DeviceTold("reader", name, "lost", self._clock(), "driver-missing", detail))
        return faults

    def close(self) -> None:
        """Close every device; the lamps go out. Devices that are being opened are waited for, and closed with the others."""
        self._closed = True
        opened = self._opening.acquire(timeout=OPENED_S)
        for pod in self.pods:
            pod.close()
        for reader in self.readers:
            reader.close()
        if self.lights is not None:
            self.lights.close()
        for close in reversed(self._closers):
            close()
        self._closers.clear()
        if opened:
            self._opening.release()

    def _left_in_order(self) -> None:
        if self.lights is not None:
            atexit.unregister(self.lights.close)

    def take(self, event: HardwareEvent) -> None:
        """Post what a device reports; called on the devices' threads."""
        message = message_of(event)
        told = self._told
        self.owner.post(message, None if told is None else lambda result: told(message, result))

    # --- lamps and buttons, on the owner's thread ----------------------------------------------------------------------------

    def _replied(self, reply: Reply) -> None:
        self._show(reply.snapshot)
        if reply.origin is None or reply.origin.means not in {"reader", "pod"}:  # those are told by their verdict
            self._flash(lamp_words.moment(reply), reply.snapshot)

    def _judged(self, news: Any) -> None:
        if isinstance(news, Consuming):
            self._show(self.owner.table.snapshot)
        if isinstance(news, Verdict):
            self._write(news)
            self._flash(lamp_words.moment(news), self.owner.table.snapshot)

    def _write(self, verdict: Verdict) -> None:
        """A tag that was just taught is given its payload, where that was wished for and the reader can write."""
        payload = verdict.params.get("payload")
        if verdict.code != "taught" or payload is None:
            return
        for reader in self.readers:
            if reader.name == verdict.reader:
                reader.write(payload, verdict.uid)

    def _show(self, snapshot: Snapshot | None) -> None:
        if self.lights is not None:
            words = lamp_words.lasting(snapshot)
            for name in self.lights.names:
                self.lights.set(name, _pattern(PATTERNS[words.get(self.seat_of(name, snapshot), "off")]))
        for pod in self.pods:
            router = self.owner.router
            seat = router.seats.get(pod.name, "")
            if isinstance(router.consumer, SeatMapping):
                meaning: str | None = "mine"
            elif isinstance(router.consumer, Pause):
                meaning = "next"
            else:
                meaning = button_meaning(snapshot, seat)
            if self._asked.get(pod.name, "") != meaning:
                self._asked[pod.name] = meaning
                pod.ask(meaning)

    def _flash(self, moments: Sequence[lamp_words.Moment], snapshot: Snapshot | None) -> None:
        if self.lights is None:
            return
        for moment in moments:
            pattern = PATTERNS[moment.word]
            for name in self.lights.names:
                if not moment.seat or self.seat_of(name, snapshot) == moment.seat:
                    self.lights.flash(name, _pattern(pattern), pattern.seconds)

    def seat_of(self, lamp: str, snapshot: Snapshot | None) -> str:
        """Whose lamp it is."""
        place = self._places.get(lamp)
        if place is None:
            return self.owner.router.seats.get(lamp, "")
        if place == 0:
            return DEALER
        players = snapshot.players if snapshot else ()
        return players[place - 1].name if place <= len(players) else ""


def button_meaning(snapshot: Snapshot | None, seat: str) -> str | None:
    """What the button of a seat's pod means now: an option of that seat's pick, else of the dealer's or the table's."""
    if snapshot is None:
        return None
    picks = [one.prompt for one in snapshot.prompts if isinstance(one.prompt, Pick) and not one.prompt.optional]
    for wanted in (seat, DEALER, TABLE):
        for pick in picks:
            if pick.seat == wanted:
                ids = snapshot.choices(pick, len(MEANINGS)).ids
                return next((meaning for meaning in MEANINGS if meaning in ids), None)
    return None


def _pattern(wanted: LampPattern) -> Any:
    from hardware.lights import Motion, Pattern

    return Pattern(wanted.colour, Motion(wanted.motion))


def _opener(spec: ReaderSpec) -> Callable[[], CardSource]:
    def opened() -> CardSource:
        from hardware.nfc import open_source  # nfcpy takes 100 ms to load: on the worker's thread, not before `ready`

        return open_source(spec.port, spec.kind)  # type: ignore[arg-type]  # read_spec has checked the kind

    return opened
