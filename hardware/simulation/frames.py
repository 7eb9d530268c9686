"""The PN532's host link: frames in bytes, and bytes into frames, whatever arrives.

Normal and extended information frames, ACK, NACK and the error frame, as in NXP's UM0701 section 6.2.1; shared by the simulated
chip and by the tests that talk to it.
"""

from __future__ import annotations

from typing import Final, Literal, NamedTuple

ACK: Final = bytes.fromhex("0000ff00ff00")
NACK: Final = bytes.fromhex("0000ffff0000")
ERROR: Final = bytes.fromhex("0000ff01ff7f8100")

HOST: Final = 0xD4
CHIP: Final = 0xD5
LONGEST: Final = 265
"""Bytes of data in the longest frame a PN532 accepts."""


class Frame(NamedTuple):
    """One thing that the host sent; ``data`` starts with the direction byte when ``kind`` is ``data``."""

    kind: Literal["data", "ack", "nack", "bad"]
    data: bytes = b""


def encode(data: bytes) -> bytes:
    """A frame around data, extended where it must be."""
    if len(data) <= 0xFF:
        head = bytes([0x00, 0x00, 0xFF, len(data), -len(data) & 0xFF])
    else:
        high, low = len(data) >> 8, len(data) & 0xFF
        head = bytes([0x00, 0x00, 0xFF, 0xFF, 0xFF, high, low, -(high + low) & 0xFF])
    return head + data + bytes([-sum(data) & 0xFF, 0x00])


class FrameBuffer:
    """Collects bytes and hands out frames; noise between and inside them costs frames, never the link."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        """Frames that are complete with these bytes."""
        self._bytes += data
        frames = []
        while (frame := self._next()) is not None:
            frames.append(frame)
        return frames

    def clear(self) -> None:
        """Forget a half-received frame."""
        self._bytes.clear()

    def _next(self) -> Frame | None:
        buffer = self._bytes
        while True:
            start = buffer.find(b"\x00\xff")
            if start < 0:
                del buffer[: max(len(buffer) - 1, 0)]  # a trailing 00 may begin the next frame
                return None
            if len(buffer) < start + 4:
                return None
            length, check = buffer[start + 2], buffer[start + 3]
            if (length, check) == (0x00, 0xFF):
                del buffer[: start + 4]
                return Frame("ack")
            if (length, check) == (0xFF, 0x00):
                del buffer[: start + 4]
                return Frame("nack")
            body = start + 4
            if (length, check) == (0xFF, 0xFF):
                if len(buffer) < start + 7:
                    return None
                length, body = buffer[start + 4] << 8 | buffer[start + 5], start + 7
                sound = sum(buffer[start + 4 : start + 7]) & 0xFF == 0
            else:
                sound = (length + check) & 0xFF == 0
            if not sound or length > LONGEST:
                del buffer[: start + 2]
                return Frame("bad")
            if len(buffer) < body + length + 1:
                return None
            data = bytes(buffer[body : body + length])
            sound = sum(buffer[body : body + length + 1]) & 0xFF == 0
            del buffer[: body + length + 1]
            return Frame("data", data) if sound else Frame("bad")
