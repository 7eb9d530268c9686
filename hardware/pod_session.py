"""One conversation with a seat pod, without port, thread or clock: bytes and times in, lines and events out.

It believes nothing: lines are bounded and checked by the codec, events must come in order and make sense, and whoever talks too much
ends the session. The rules are written down in hardware/README.md, "Seat pods".
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from hardware import pod_protocol as protocol
from hardware.errors import HardwareError
from hardware.events import ButtonPressed, CardPlaced, CardRemoved, Post, ReaderState, ReaderStatus
from hardware.firmware import codec
from hardware.lights import Pattern

HELLO_S: Final = 1.0
SILENT_S: Final = 6.0
"""A pod that said nothing valid for this time is lost."""
SETTLE_S: Final = 1.5
"""A card that lay there before the connection was lost is taken as lifted if the pod does not name it in this time."""
PING_S: Final = 2.0
AGAIN_S: Final = 0.3
"""A command that was not acknowledged is sent again after this time."""
STALE_FLASH_S: Final = 2.0
"""A flash that the pod did not take by then is no news any more."""
EVENTS_PER_S: Final = 10.0
BYTES_PER_S: Final = 4096.0
BAD_LINES_PER_S: Final = 20.0

_Kind: TypeAlias = Literal["light", "flash", "button"]


class SessionLostError(HardwareError, ConnectionError):
    """The session cannot go on; ``code`` says why: ``device-silent`` or ``pod-babbling``."""

    code = "pod-lost"


@dataclass(slots=True)
class Quality:
    """What became of the lines of one pod since the program started; ``reads`` and ``misses`` are its reader's, as it says."""

    sessions: int = 0
    events: int = 0
    bad_lines: int = 0
    refused: int = 0
    repeated: int = 0
    dropped: int = 0
    reads: int = 0
    misses: int = 0
    last_good: float | None = None


@dataclass(slots=True)
class _Command:
    """The newest line of its kind that the pod has yet to acknowledge; ``number`` 0: not sent in this session."""

    write: Callable[[int], bytes]
    number: int = 0
    sent_at: float = 0.0
    until: float | None = None


class Wishes:
    """What the table wants of a pod: a lasting pattern, a moment, a meaning of its button. Outlives sessions; thread safe.

    There is never more than the newest wish of each kind, so nothing piles up behind a pod that is away.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._commands: dict[_Kind, _Command] = {}
        self._light: Pattern | None = None
        self._meaning: str | None = None
        self._token = 0

    def show(self, pattern: Pattern) -> None:
        """The lamp's lasting pattern."""
        with self._lock:
            self._light = pattern
            self._commands["light"] = _light(pattern)

    def flash(self, pattern: Pattern, seconds: float, now: float) -> None:
        """A moment over it, worth nothing after two seconds."""
        with self._lock:
            self._commands["flash"] = _Command(
                lambda number: protocol.flash(number, pattern, seconds), until=now + STALE_FLASH_S
            )

    def ask(self, meaning: str | None) -> None:
        """What the button means from now on; raises ProtocolError for a word that no line can carry."""
        protocol.button(1, meaning)
        with self._lock:
            if meaning != self._meaning:
                self._meaning, self._token = meaning, 0
                self._commands["button"] = _button(meaning)

    def begin(self) -> None:
        """A session began: the pod knows nothing, so everything that lasts is wanted anew."""
        with self._lock:
            if self._light is not None:
                self._commands["light"] = _light(self._light)
            if self._meaning is not None:
                self._commands["button"] = _button(self._meaning)
            self._token = 0
            for command in self._commands.values():
                command.number = 0

    def due(self, now: float, number: Callable[[], int]) -> list[bytes]:
        """The lines to send now: new ones, and those that were not acknowledged in time; ``number`` gives fresh numbers."""
        lines: list[bytes] = []
        with self._lock:
            for kind, command in list(self._commands.items()):
                if command.until is not None and now > command.until:
                    del self._commands[kind]
                    continue
                if command.number and now - command.sent_at < AGAIN_S:
                    continue
                if not command.number:
                    command.number = number()
                    if kind == "button":
                        self._token = command.number
                command.sent_at = now
                lines.append(command.write(command.number))
        return lines

    def settle(self, number: int) -> None:
        """The pod has done (or refused) the line with this number."""
        with self._lock:
            for kind, command in list(self._commands.items()):
                if command.number == number:
                    del self._commands[kind]

    def still_asks(self, meaning: str, token: int) -> bool:
        """Whether a press answers the question that stands now, not an older one with the same word."""
        with self._lock:
            return meaning == self._meaning and token == self._token != 0


def _light(pattern: Pattern) -> _Command:
    return _Command(lambda number: protocol.light(number, pattern))


def _button(meaning: str | None) -> _Command:
    return _Command(lambda number: protocol.button(number, meaning))


class _Bucket:
    """Lets through so much a second, and as much again at once."""

    def __init__(self, per_second: float, now: float):
        self._rate = self._left = per_second
        self._at = now

    def take(self, amount: float, now: float) -> bool:
        self._left = min(self._rate, self._left + max(0.0, now - self._at) * self._rate)
        self._at = now
        if amount > self._left:
            return False
        self._left -= amount
        return True


class Session:
    """One conversation: ``feed`` takes what came in, ``due`` gives what is to be sent.

    Both raise SessionLostError, or PodVersionError, when there is no point in going on. ``greeted`` is called when the pod has
    named itself, which may happen again in one session (it was reset). ``lying`` is the card that lay there, played, when the
    session before ended: if it still does, nothing happened.
    """

    def __init__(
        self,
        name: str,
        post: Post,
        wishes: Wishes,
        quality: Quality,
        greeted: Callable[[protocol.Hello, float], None],
        now: float,
        lying: str | None = None,
    ):
        self.hello: protocol.Hello | None = None
        """How the pod named itself; None until it did."""
        self._name = name
        self._post = post
        self._wishes = wishes
        self._quality = quality
        self._greeted = greeted
        self._lines = codec.Lines()
        self._bad_seen = 0
        self._out: list[bytes] = []
        self._number = 0
        self._question = 0  # number of the hello that waits for its answer
        self._asked_at = now
        self._heard_at = now
        self._pinged_at = now
        self._expected = 0  # number of the pod's next event; 0 before its hello
        self._card: tuple[str, bool] | None = None  # the UID that lies there, and whether it counts as played
        self._before = lying
        self._before_until = now
        self._reader: protocol.PodReaderState = "ready"
        self._events = _Bucket(EVENTS_PER_S, now)
        self._bytes = _Bucket(BYTES_PER_S, now)
        self._bad_lines = _Bucket(BAD_LINES_PER_S, now)
        self._ask_hello(now)

    @property
    def lying(self) -> str | None:
        """The UID of the card that was placed and not yet removed."""
        return self._card[0] if self._card is not None and self._card[1] else self._before

    def feed(self, data: bytes, now: float) -> None:
        """Bytes came from the pod, or none did."""
        if data and not self._bytes.take(len(data), now):
            raise SessionLostError("it sends more than any pod has to say", code="pod-babbling")
        frames = self._lines.feed(data)
        bad, self._bad_seen = self._lines.bad - self._bad_seen, self._lines.bad
        if bad:
            self._count_bad(bad, now)
        for frame in frames:
            try:
                message = protocol.parse(frame)
            except protocol.PodVersionError:
                raise
            except protocol.ProtocolError:
                self._quality.refused += 1
                self._count_bad(1, now)
                continue
            self._take(message, now)
        if now - self._heard_at >= SILENT_S:
            raise SessionLostError("it does not answer; unplug it and plug it in again", code="device-silent")

    def due(self, now: float) -> list[bytes]:
        """The lines to send now."""
        if (self.hello is None or self._question) and now - self._asked_at >= HELLO_S:
            self._ask_hello(now)
        if self.hello is not None:
            if now >= self._before_until:
                self._forget_before(now)
            if now - self._pinged_at >= PING_S:
                self._pinged_at = now
                self._out.append(protocol.ping(self._fresh()))
            self._out += self._wishes.due(now, self._fresh)
        lines, self._out = self._out, []
        return lines

    def goodbye(self) -> list[bytes]:
        """The lines that put the pod to rest: dark, and its button without a meaning."""
        return [codec.encode(self._fresh(), ["light", "off", "000000"]), protocol.button(self._fresh(), None)]

    def _take(self, message: protocol.PodMessage, now: float) -> None:
        match message:
            case protocol.Hello():
                self._greet(message, now)
            case protocol.Pong():
                self._hear(now)
                self._quality.reads, self._quality.misses = message.reads, message.misses
            case protocol.Ack():
                self._hear(now)
                self._wishes.settle(message.number)
            case protocol.Refused():
                self._hear(now)
                if message.reason == "version":
                    raise protocol.PodVersionError(
                        "it speaks another version of the protocol: put the new firmware on it"
                    )
                self._quality.refused += 1
                self._wishes.settle(message.number)
            case _:
                self._order(message, now)

    def _hear(self, now: float) -> None:
        if self.hello is not None:  # only its hello shows that it is a pod
            self._heard_at = now
            self._quality.last_good = now

    def _greet(self, hello: protocol.Hello, now: float) -> None:
        if hello.number == 0:
            self._ask_again(now)  # it has just started, or lost count
            return
        if hello.number != self._question:
            return  # the answer to an older question
        self._question = 0
        self._quality.sessions += 1
        self.hello = hello
        self._hear(now)
        self._pinged_at = now
        self._expected = hello.next_event
        self._before, self._before_until = self.lying, now + SETTLE_S
        self._card, self._reader = None, "ready"
        self._wishes.begin()
        self._greeted(hello, now)

    def _order(self, event: protocol.PodEvent, now: float) -> None:
        if self._expected == 0:
            return  # before its hello: it speaks of the past
        if event.number == self._expected:
            self._hear(now)
            self._expected = codec.after(event.number)
            self._out.append(protocol.ack(event.number))
            if self._events.take(1, now):
                self._quality.events += 1
                self._believe(event, now)
            else:
                self._quality.dropped += 1
        elif codec.after(event.number) == self._expected:
            self._quality.repeated += 1  # our acknowledgement was lost
            self._out.append(protocol.ack(event.number))
        else:
            self._quality.refused += 1
            self._count_bad(1, now)
            self._ask_again(now)

    def _believe(self, event: protocol.PodEvent, now: float) -> None:
        match event:
            case protocol.Placed(uid=uid) | protocol.Resting(uid=uid):
                self._lay(uid, isinstance(event, protocol.Placed), now)
            case protocol.Removed(uid=uid):
                if self._card is not None and self._card[0] == uid:
                    self._lift(now)
                else:
                    self._quality.refused += 1
            case protocol.ReaderChanged(state=state):
                self._change_reader(state, now)
            case protocol.Pressed(meaning=meaning, token=token):
                if self._wishes.still_asks(meaning, token):
                    self._post(ButtonPressed(source=self._name, button=meaning, at=now))
                else:
                    self._quality.dropped += 1  # pressed for a question that no longer stands

    def _lay(self, uid: str, played: bool, now: float) -> None:
        if len(uid) == 8 and uid.startswith("08"):
            self._quality.refused += 1  # a phone's random number; our own pods never tell it
            return
        if self._card is not None:
            if self._card[0] == uid:
                self._quality.refused += 1  # it lies there already
                return
            self._lift(now)
        if not played and uid == self._before:
            self._before = None
            self._card = uid, True  # it lay there all the time that the pod was away
            return
        self._forget_before(now)
        self._card = uid, played
        if played:
            self._post(CardPlaced(reader=self._name, uid=uid, at=now))
        else:
            self._tell("resting", now, uids=(uid,))

    def _forget_before(self, now: float) -> None:
        """The card of the session before is not there any more."""
        if self._before is not None:
            uid, self._before = self._before, None
            self._post(CardRemoved(reader=self._name, uid=uid, at=now))

    def _lift(self, now: float) -> None:
        assert self._card is not None
        uid, played = self._card
        self._card = None
        if played:
            self._post(CardRemoved(reader=self._name, uid=uid, at=now))
        else:
            self._tell("clear", now)

    def _change_reader(self, state: protocol.PodReaderState, now: float) -> None:
        if state == self._reader:
            return
        old, self._reader = self._reader, state
        if state == "ready":
            self._tell("ready" if old == "lost" else "clear", now)
        elif state == "lost":
            self._tell(
                "lost", now, code="device-silent", detail="the pod's reader does not answer: check its four wires"
            )
        else:
            self._tell(state, now)

    def _tell(
        self, state: ReaderState, now: float, *, uids: tuple[str, ...] = (), code: str = "", detail: str = ""
    ) -> None:
        self._post(ReaderStatus(reader=self._name, status=state, at=now, uids=uids, code=code, detail=detail))

    def _count_bad(self, count: int, now: float) -> None:
        self._quality.bad_lines += count
        if not self._bad_lines.take(count, now):
            raise SessionLostError("most of what it sends is noise: try another cable", code="pod-babbling")

    def _ask_again(self, now: float) -> None:
        """Begin anew, but not as often as a pod gone mad would like."""
        if now - self._asked_at >= HELLO_S:
            self._ask_hello(now)

    def _ask_hello(self, now: float) -> None:
        self._asked_at = now
        self._question = self._fresh()
        self._out.append(protocol.hello(self._question))

    def _fresh(self) -> int:
        self._number = codec.after(self._number)
        return self._number
