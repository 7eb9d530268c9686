"""A PN532 made of Python: host bytes in, chip bytes out, with tags in its field.

No threads, no clock and no I/O of its own; a transport puts it behind a serial port. Behaviour follows the command set as
nfcpy 1.0.4 drives it and the facts of knowledge/hardware.md, section 2; its known limits are listed there and in hardware/README.md.
"""

from __future__ import annotations

import collections
import itertools
import struct
import threading
from collections.abc import Callable
from typing import Final

from hardware.simulation import frames
from hardware.simulation.tags import ACK as TAG_ACK
from hardware.simulation.tags import SimulatedTag

BAUD_RATES: Final = (9600, 19200, 38400, 57600, 115200, 230400, 460800, 921600, 1288000)
FIRMWARE: Final = bytes.fromhex("32010607")

COMMAND_NAMES: Final = {
    0x00: "Diagnose",
    0x02: "GetFirmwareVersion",
    0x04: "GetGeneralStatus",
    0x06: "ReadRegister",
    0x08: "WriteRegister",
    0x10: "SetSerialBaudRate",
    0x12: "SetParameters",
    0x14: "SAMConfiguration",
    0x16: "PowerDown",
    0x32: "RFConfiguration",
    0x40: "InDataExchange",
    0x42: "InCommunicateThru",
    0x44: "InDeselect",
    0x4A: "InListPassiveTarget",
    0x52: "InRelease",
    0x54: "InSelect",
}

_TX_MODE, _RX_MODE, _TX_CONTROL, _TX_AUTO, _FIFO_DATA = 0x6302, 0x6303, 0x6304, 0x6305, 0x6339
_OK, _TIMEOUT, _CRC_ERROR, _BAD_PARAMETER, _WRONG_CONTEXT = b"\x00", b"\x01", b"\x02", b"\x10", b"\x27"
_TWO_TARGETS = 2
_FOR_EVER = 0xFF


def crc_a(data: bytes) -> bytes:
    """The ISO 14443-3 type A checksum, low byte first."""
    crc = 0x6363
    for byte in data:
        octet = byte ^ crc & 0xFF
        octet ^= (octet << 4) & 0xFF
        crc = (crc >> 8) ^ (octet << 8) ^ (octet << 3) ^ (octet >> 4)
    return struct.pack("<H", crc & 0xFFFF)


class SimulatedPN532:
    """The chip; thread safe, so a hand may place and lift tags while a driver talks to it.

    ``commands`` counts commands by name, ``host_bytes`` and ``chip_bytes`` the traffic, ``reads`` the presences that a poll has
    reported to the host: a tag counts once for each time it was placed and found.
    """

    def __init__(self, firmware: bytes = FIRMWARE):
        self.firmware = firmware
        self.lock = threading.RLock()
        self.tags: list[SimulatedTag] = []
        self.reads = 0
        self._unread: set[int] = set()
        self.reset_counters()
        self.power_on()

    # -- what a hand does ------------------------------------------------------------------------------------------------

    def place(self, tag: SimulatedTag) -> None:
        """Lay a tag on the antenna; the first one placed answers first."""
        with self.lock:
            if tag not in self.tags:
                tag.field_off()
                self.tags.append(tag)
                self._unread.add(id(tag))

    def lift(self, uid: str | None = None) -> tuple[SimulatedTag, ...]:
        """Take away the tag with this UID (hex), or all of them; returns what was taken."""
        with self.lock:
            gone = tuple(tag for tag in self.tags if uid is None or tag.hex == uid.upper())
            for tag in gone:
                self.tags.remove(tag)
                self._unread.discard(id(tag))
                tag.field_off()
            return gone

    def power_on(self) -> None:
        """Forget everything but the tags, as a chip does that lost its power."""
        with self.lock:
            self.baud_rate = 115200
            self.pending_baud_rate: int | None = None
            self.asleep = True
            self.parameters = 0x14
            self.max_retries = [_FOR_EVER, 0x01, _FOR_EVER]
            self.registers: dict[int, int] = collections.defaultdict(int)
            self.registers[_RX_MODE] = self.registers[_TX_MODE] = 0x80
            self._buffer = frames.FrameBuffer()
            self._edges = 0
            self._last = b""
            self._parked: Callable[[], bytes | None] | None = None
            self._targets: dict[int, SimulatedTag] = {}
            self._field_off()

    def reset_counters(self) -> None:
        """Count commands and bytes from zero again."""
        with self.lock:
            self.commands: collections.Counter[str] = collections.Counter()
            self.host_bytes = self.chip_bytes = self.bad_frames = 0

    # -- what a transport does -------------------------------------------------------------------------------------------

    def feed(self, data: bytes) -> list[bytes]:
        """Take bytes from the host and give the frames that answer them, in order."""
        with self.lock:
            self.host_bytes += len(data)
            if self.asleep:
                data = self._wake(data)
            out: list[bytes] = []
            for frame in self._buffer.feed(data):
                out += self._on_frame(frame)
            self.chip_bytes += sum(map(len, out))
            return out

    def poll(self) -> list[bytes]:
        """The answer to a command that was waiting for a tag, once there is one."""
        with self.lock:
            if self._parked is None or (answer := self._parked()) is None:
                return []
            self._parked = None
            frame = self._response(0x4A, answer)
            self.chip_bytes += len(frame)
            return [frame]

    def host_speed_is(self, baud_rate: int | None) -> None:
        """Hear that the host changed its own speed, which confirms a pending change as its ACK does."""
        with self.lock:
            if self.pending_baud_rate is not None and baud_rate == self.pending_baud_rate:
                self._confirm_baud_rate()

    def execute(self, code: int, arguments: bytes) -> bytes | None:
        """Run one command without host framing, as the controller inside an ACR122U does; None is no answer."""
        with self.lock:
            self.asleep = False
            return self._run(code, arguments)

    # -- the link --------------------------------------------------------------------------------------------------------

    def _wake(self, data: bytes) -> bytes:
        # The HSU wakes at the fifth rising edge on its line; what came before is lost.
        for i, octet in enumerate(data):
            bits = [0, *(octet >> b & 1 for b in range(8)), 1]
            self._edges += sum(1 for a, b in itertools.pairwise(bits) if (a, b) == (0, 1))
            if self._edges >= 5:
                self.asleep, self._edges = False, 0
                return data[i + 1 :]
        return b""

    def _on_frame(self, frame: frames.Frame) -> list[bytes]:
        if frame.kind == "ack":
            self._parked = None  # the host gives up waiting
            self._confirm_baud_rate()
            return []
        if frame.kind == "nack":
            return [self._last] if self._last else []
        if frame.kind == "bad":
            self.bad_frames += 1
            return []
        if len(frame.data) < 2 or frame.data[0] != frames.HOST:
            return [frames.ERROR]
        self._parked = None
        code = frame.data[1]
        if code not in COMMAND_NAMES:
            return [frames.ACK, frames.ERROR]
        try:
            answer = self._run(code, frame.data[2:])
        except (IndexError, struct.error):  # too few arguments: the chip's syntax error
            return [frames.ACK, frames.ERROR]
        return [frames.ACK] if answer is None else [frames.ACK, self._response(code, answer)]

    def _response(self, code: int, answer: bytes) -> bytes:
        self._last = frames.encode(bytes([frames.CHIP, code + 1]) + answer)
        return self._last

    def _confirm_baud_rate(self) -> None:
        if self.pending_baud_rate is not None:
            self.baud_rate, self.pending_baud_rate = self.pending_baud_rate, None

    # -- commands --------------------------------------------------------------------------------------------------------

    def _run(self, code: int, arguments: bytes) -> bytes | None:
        self.commands[COMMAND_NAMES.get(code, f"0x{code:02X}")] += 1
        match code:
            case 0x00:
                return arguments if arguments[0] == 0x00 else _OK  # 00 is the echo of the communication line test
            case 0x02:
                return self.firmware
            case 0x04:
                return bytes([0, int(self._field), len(self._targets), 0])
            case 0x06:
                wanted = struct.unpack(f">{len(arguments) // 2}H", arguments)
                return bytes(self.registers[register] & 0xFF for register in wanted)
            case 0x08:
                for register, value in struct.iter_unpack(">HB", arguments):
                    self.registers[register] = value
                return b""
            case 0x10:
                self.pending_baud_rate = BAUD_RATES[arguments[0]]  # in force when the host acknowledges
                return b""
            case 0x12:
                self.parameters = arguments[0]
                return b""
            case 0x14:
                return b""
            case 0x16:
                self._field_off()
                self.asleep = True
                return _OK
            case 0x32:
                self._configure_rf(arguments[0], arguments[1:])
                return b""
            case 0x40:
                return self._exchange(arguments[0] & 0x3F, arguments[1:])
            case 0x42:
                return self._communicate(arguments)
            case 0x44:
                return _OK
            case 0x4A:
                return self._list_targets(arguments[0], arguments[1], arguments[2:])
            case 0x52:
                self._targets.clear()
                return _OK
            case 0x54:
                return self._select(arguments[0])
        return None

    def _configure_rf(self, item: int, data: bytes) -> None:
        if item == 0x01:
            if data[0] & 1:
                self._field_on()
            else:
                self._field_off()
        elif item == 0x05:
            self.max_retries = list(struct.unpack("3B", data))

    def _field_on(self) -> None:
        self._field = True
        self.registers[_TX_CONTROL] |= 3

    def _field_off(self) -> None:
        self._field = False
        self.registers[_TX_CONTROL] &= ~3
        self._targets.clear()
        for tag in self.tags:
            tag.field_off()

    def _list_targets(self, most: int, modulation: int, initiator: bytes) -> bytes | None:
        if not 1 <= most <= _TWO_TARGETS or modulation > 4:
            return _OK  # no target
        self._field_on()
        # A tag that is still active hears the first request as an error and falls back to idle; the second finds it (ISO 14443-3).
        tries_needed = 1 + int(any(tag.active for tag in self.tags))
        tries = self.max_retries[2] + 1
        self._targets.clear()
        for tag in self.tags:
            tag.active = False

        def found() -> bytes | None:
            tags = self._asked_for(initiator)[:most] if modulation == 0 else []
            return self._activate(tags) if tags and tries >= tries_needed else None

        answer = found()
        if answer is None and self.max_retries[2] == _FOR_EVER:
            self._parked = found
            return None
        if answer is None:
            # nfcpy looks for the request that is still in the FIFO to tell "nobody answered" from "somebody could not be selected".
            self.registers[_FIFO_DATA] = 0x26 if modulation == 0 else 0x00
            return b"\x00"
        return answer

    def _asked_for(self, initiator: bytes) -> list[SimulatedTag]:
        uid = {8: initiator[1:], 12: initiator[1:4] + initiator[5:]}.get(
            len(initiator), initiator
        )  # without cascade tags
        return [tag for tag in self.tags if not initiator or tag.uid == uid]

    def _activate(self, tags: list[SimulatedTag]) -> bytes:
        answer = bytes([len(tags)])
        for number, tag in enumerate(tags, 1):
            tag.select()
            self._targets[number] = tag
            answer += bytes([number]) + tag.sens_res[::-1] + bytes([tag.sel_res, len(tag.uid)]) + tag.uid
            if id(tag) in self._unread:
                self._unread.discard(id(tag))
                self.reads += 1
        self.registers[_RX_MODE] = self.registers[_TX_MODE] = 0x80
        self.registers[_TX_AUTO] = 0x40
        return answer

    def _answer_of(self, tag: SimulatedTag | None, command: bytes) -> bytes | None:
        return tag.exchange(command) if tag is not None and self._field and tag in self.tags else None

    def _communicate(self, command: bytes) -> bytes:
        answer = self._answer_of(self._targets.get(1), command)
        if answer is None:
            return _TIMEOUT
        if self.registers[_RX_MODE] & 0x80:  # the chip checks the CRC, which a 4-bit answer has not
            return _CRC_ERROR if len(answer) == 1 else _OK + answer
        return _OK + answer + (crc_a(answer) if len(answer) > 1 else b"")

    def _exchange(self, number: int, command: bytes) -> bytes:
        if number not in self._targets:
            return _WRONG_CONTEXT
        answer = self._answer_of(self._targets[number], command)
        if answer is None:
            return _TIMEOUT
        if len(answer) == 1:
            return _OK if answer == TAG_ACK else _CRC_ERROR
        return _OK + answer

    def _select(self, number: int) -> bytes:
        tag = self._targets.get(number)
        if tag is None or tag not in self.tags:
            return _WRONG_CONTEXT
        tag.select()
        return _OK
