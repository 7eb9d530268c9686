"""The Pi's side of the line to a seat pod: typed messages over the shared framing, everything that comes in checked.

The wire format is hardware/README.md, "Seat pods"; the framing itself is ``hardware/firmware/codec.py``, the very file that runs in
the pod. A pod is a stranger with a cable: whatever is not exactly as written down is a ProtocolError and changes nothing.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias, cast, get_args

from hardware.errors import HardwareError
from hardware.firmware import codec
from hardware.lights import Colour, Pattern

VERSION: Final = codec.VERSION
MAX_LINE: Final = codec.MAX_LINE

PodReaderState: TypeAlias = Literal["ready", "lost", "two-cards", "phone"]

_UID = re.compile(r"(?:[0-9A-F]{8}|[0-9A-F]{14}|[0-9A-F]{20})\Z")
_IDENT = re.compile(r"[0-9A-F]{4,32}\Z")
_FIRMWARE = re.compile(r"[0-9A-Za-z.-]{1,12}\Z")
_CAPS = re.compile(r"(?:-|r?l?b?)\Z")
_MEANING = re.compile(r"[a-z][a-z0-9-]{0,15}\Z")
_NUMBER = re.compile(r"[0-9]{1,5}\Z")
_CODE = re.compile(r"[a-z][a-z-]{0,23}\Z")


class ProtocolError(HardwareError, ValueError):
    """A line with a good checksum that says something it may not."""

    code = "pod-protocol"


class PodVersionError(ProtocolError):
    """A line of another version of the protocol."""

    code = "pod-version"


@dataclass(frozen=True, slots=True)
class Hello:
    """The pod names itself; ``next_event`` is the number that its next event will have. ``number`` 0: it just started."""

    number: int
    ident: str
    firmware: str
    caps: str
    next_event: int


@dataclass(frozen=True, slots=True)
class Placed:
    """A tag came to lie on the pod's reader."""

    number: int
    uid: str


@dataclass(frozen=True, slots=True)
class Resting:
    """A tag lay there already when the session, or the pod, began."""

    number: int
    uid: str


@dataclass(frozen=True, slots=True)
class Removed:
    """The tag was lifted."""

    number: int
    uid: str


@dataclass(frozen=True, slots=True)
class ReaderChanged:
    """The pod's own reader changed its state."""

    number: int
    state: PodReaderState


@dataclass(frozen=True, slots=True)
class Pressed:
    """The button went down while it meant ``meaning``; ``token`` is the number of the line that gave it this meaning."""

    number: int
    meaning: str
    token: int


@dataclass(frozen=True, slots=True)
class Pong:
    """Alive; counts of reader polls, of polls that missed a lying card, and of bad lines heard, each modulo 100,000."""

    number: int
    reads: int
    misses: int
    bad_lines: int


@dataclass(frozen=True, slots=True)
class Ack:
    """The line with this number was carried out."""

    number: int


@dataclass(frozen=True, slots=True)
class Refused:
    """The line with this number was not understood."""

    number: int
    reason: str


PodEvent: TypeAlias = Placed | Resting | Removed | ReaderChanged | Pressed
PodMessage: TypeAlias = Hello | PodEvent | Pong | Ack | Refused


def parse(frame: tuple[int, int, str, list[str]]) -> PodMessage:
    """The message in a good line; raises ProtocolError (PodVersionError for another version).

    >>> parse((1, 7, "placed", ["04A2B3C4D5E680"]))
    Placed(number=7, uid='04A2B3C4D5E680')
    """
    version, number, word, args = frame
    if version != VERSION:
        raise PodVersionError(f"the pod speaks version {version} of the protocol, this program version {VERSION}")
    match word, args:
        case "placed", [uid]:
            return Placed(_event(number), _match(_UID, uid))
        case "resting", [uid]:
            return Resting(_event(number), _match(_UID, uid))
        case "removed", [uid]:
            return Removed(_event(number), _match(_UID, uid))
        case "reader", [state] if state in get_args(PodReaderState):
            return ReaderChanged(_event(number), cast("PodReaderState", state))
        case "pressed", [meaning, token]:
            return Pressed(_event(number), _match(_MEANING, meaning), _count(token, codec.MAX_NUMBER))
        case "hello", [ident, firmware, caps, following]:
            return Hello(
                number,
                _match(_IDENT, ident),
                _match(_FIRMWARE, firmware),
                _match(_CAPS, caps).replace("-", ""),
                _event(_count(following, codec.MAX_NUMBER)),
            )
        case "pong", [reads, misses, bad]:
            return Pong(number, _count(reads), _count(misses), _count(bad))
        case "ack", []:
            return Ack(number)
        case "error", [reason]:
            return Refused(number, _match(_CODE, reason))
    raise ProtocolError(f"no such line: {word[:24]!r} with {len(args)} arguments")


def hello(number: int) -> bytes:
    """Begin a session: the pod forgets what it was still to tell and says what is true now."""
    return codec.encode(number, ["hello"])


def ping(number: int) -> bytes:
    """Ask whether the pod is alive."""
    return codec.encode(number, ["ping"])


def ack(number: int) -> bytes:
    """The pod's event with this number arrived."""
    return codec.encode(number, ["ack"])


def light(number: int, pattern: Pattern) -> bytes:
    """Show a pattern for good.

    >>> from hardware.lights import Motion
    >>> light(3, Pattern((1.0, 0.5, 0.0), Motion.DOUBLE_BLINK))
    b'!1 3 light double-blink ff8000*E460\\n'
    """
    return codec.encode(number, ["light", pattern.motion.value, _hex(pattern.colour)])


def flash(number: int, pattern: Pattern, seconds: float) -> bytes:
    """Show a pattern for a moment, up to 60 s."""
    length = max(1, min(60_000, round(seconds * 1000)))
    return codec.encode(number, ["flash", pattern.motion.value, _hex(pattern.colour), str(length)])


def button(number: int, meaning: str | None) -> bytes:
    """Give the button a meaning (lower-case words joined by hyphens, up to 16 characters) or none; ``number`` becomes its token."""
    if meaning is not None and not _MEANING.match(meaning):
        raise ProtocolError(f"no meaning for a button: {meaning!r}")
    return codec.encode(number, ["button", meaning or "-"])


def _hex(colour: Colour) -> str:
    return "".join(f"{round(part * 255):02x}" for part in colour)


def _match(pattern: re.Pattern[str], text: str) -> str:
    if not pattern.match(text):
        raise ProtocolError(f"not a well-formed argument: {text[:32]!r}")
    return text


def _count(text: str, high: int = 99_999) -> int:
    if not _NUMBER.match(text) or int(text) > high:
        raise ProtocolError(f"not a number up to {high}: {text[:32]!r}")
    return int(text)


def _event(number: int) -> int:
    if number == 0:
        raise ProtocolError("an event needs a number")
    return number
