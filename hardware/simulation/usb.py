"""Simulated USB readers, as transports under nfcpy's own ACR122U and RC-S380 drivers.

Both are duck-typed as ``nfc.clf.transport.USB``. USB carries its own checksums, so of the faults only a pulled plug and a mute
device can happen here.
"""

from __future__ import annotations

import errno
import os
import struct
from collections import deque
from typing import Final

from hardware.simulation import frames
from hardware.simulation.chip import SimulatedPN532, crc_a
from hardware.simulation.faults import Faults
from hardware.simulation.tags import SimulatedTag


class SimulatedUsb:
    """A USB device that answers in whole transfers; ``_answer`` is what each kind does with one."""

    TYPE = "USB"
    manufacturer_name = "Simulated"
    product_name = "Reader"

    def __init__(self, faults: Faults | None = None):
        self.faults = faults or Faults()
        self._ready: deque[bytes] = deque()

    def write(self, frame: bytes, timeout: int = 0) -> None:
        """Take one transfer from the host."""
        self._check()
        if not self.faults.muted:
            self._ready += self._answer(bytes(frame))

    def read(self, timeout: int = 0) -> bytearray:
        """Give one transfer; raises TimeoutError at once when there is none, and would hang for ever where libusb does."""
        self._check()
        if self._ready:
            return bytearray(self._ready.popleft())
        if timeout == 0:
            raise AssertionError("a read without a time-out would hang for ever here")
        raise OSError(errno.ETIMEDOUT, os.strerror(errno.ETIMEDOUT))

    def close(self) -> None:
        """Release the device."""
        self._ready.clear()

    def _check(self) -> None:
        if self.faults.unplugged:
            raise OSError(errno.ENODEV, os.strerror(errno.ENODEV))

    def _answer(self, frame: bytes) -> list[bytes]:
        raise NotImplementedError


class SimulatedAcr122(SimulatedUsb):
    """An ACR122U: a PN532 behind a controller that speaks CCID and wraps its commands in pseudo APDUs."""

    product_name = "ACR122U PICC Interface"

    def __init__(self, chip: SimulatedPN532 | None = None, faults: Faults | None = None):
        super().__init__(faults)
        self.chip = chip or SimulatedPN532()

    def _answer(self, frame: bytes) -> list[bytes]:
        data = self._execute(frame[10:]) if frame[0] == 0x6F else b"\x3b\x00"
        return [] if data is None else [struct.pack("<BI5B", 0x80, len(data), 0, 0, 0, 0, 0) + data]

    def _execute(self, apdu: bytes) -> bytes | None:
        if apdu == bytes.fromhex("FF00480000"):
            return b"ACR122U214"
        if apdu[:4] == bytes.fromhex("FF000000"):
            answer = self.chip.execute(apdu[6], apdu[7:])
            return None if answer is None else bytes([frames.CHIP, apdu[6] + 1]) + answer + b"\x90\x00"
        return b"\x90\x00" if apdu[:1] == b"\xff" else b"\x63\x00"


_NO_ANSWER: Final = struct.pack("<I", 0x80)
_COLLISION: Final = struct.pack("<I", 0x08)
_CASCADE_BIT: Final = 0x04
_CASCADE_TAG: Final = 0x88


class SimulatedRcs380(SimulatedUsb):
    """A Sony RC-S380 (NFC Port-100): the host does the anticollision itself, over a bare type A field."""

    product_name = "RC-S380"

    def __init__(self, faults: Faults | None = None):
        super().__init__(faults)
        self.tags: list[SimulatedTag] = []
        self._ready_tags: list[SimulatedTag] = []
        self._check_crc = True

    def place(self, tag: SimulatedTag) -> None:
        """Lay down a tag."""
        tag.field_off()
        self.tags.append(tag)

    def lift(self) -> None:
        """Take everything away."""
        self.tags.clear()

    def _answer(self, frame: bytes) -> list[bytes]:
        if frame == frames.ACK:  # a soft reset
            self._ready.clear()
            return []
        length = struct.unpack("<H", frame[5:7])[0]
        code, arguments = frame[9], frame[10 : 8 + length]
        body = bytes([0xD7, code + 1]) + self._execute(code, arguments)
        head = struct.pack("<H", len(body))
        checks = bytes([-sum(head) & 0xFF]), bytes([-sum(body) & 0xFF, 0])
        return [frames.ACK, b"\x00\x00\xff\xff\xff" + head + checks[0] + body + checks[1]]

    def _execute(self, code: int, arguments: bytes) -> bytes:
        match code:
            case 0x20:
                return b"\x11\x01"
            case 0x22:
                return b"\x00\x01"
            case 0x02:
                settings = dict(zip(arguments[::2], arguments[1::2], strict=True))
                self._check_crc = bool(settings.get(0x02, self._check_crc))
            case 0x06 if arguments == b"\x00":
                for tag in self.tags:
                    tag.field_off()
            case 0x04:
                return self._on_air(arguments[2:])
        return b"\x00"

    def _on_air(self, command: bytes) -> bytes:
        if command == b"\x26":
            self._ready_tags = [tag for tag in self.tags if not tag.active]
            for tag in self.tags:
                tag.active = False
            return self._heard([tag.sens_res for tag in self._ready_tags])
        if command[:1] in (b"\x93", b"\x95") and len(command) in (2, 7):
            level = (command[0] - 0x93) // 2
            parts = {tag: _uid_part(tag, level) for tag in self._ready_tags}
            if command[1:] == b"\x20":
                return self._heard(list(parts.values()))
            self._ready_tags = [tag for tag, part in parts.items() if part == command[2:7]]
            return self._heard([self._selected(tag, level) for tag in self._ready_tags])
        active = [tag for tag in self.tags if tag.active]
        answer = active[0].exchange(command) if active else None
        if answer is None:
            return _NO_ANSWER
        return self._heard([answer if self._check_crc or len(answer) == 1 else answer + crc_a(answer)])

    def _selected(self, tag: SimulatedTag, level: int) -> bytes:
        if level == 0 and len(tag.uid) > 4:
            return bytes([tag.sel_res | _CASCADE_BIT])
        tag.select()
        return bytes([tag.sel_res])

    def _heard(self, answers: list[bytes]) -> bytes:
        if not answers:
            return _NO_ANSWER
        return _COLLISION if len(set(answers)) > 1 else bytes(4) + b"\x08" + answers[0]


def _uid_part(tag: SimulatedTag, level: int) -> bytes:
    """What a tag answers at a level of the anticollision: four bytes and their check."""
    levels = (tag.uid,) if len(tag.uid) == 4 else (bytes([_CASCADE_TAG]) + tag.uid[:3], tag.uid[3:7])
    part = levels[min(level, len(levels) - 1)]
    return part + bytes([part[0] ^ part[1] ^ part[2] ^ part[3]])
