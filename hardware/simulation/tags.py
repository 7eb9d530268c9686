"""Simulated tags: what a card, a phone or a stray badge does on the air, byte for byte.

A tag knows nothing of a chip. ``exchange`` returns the raw answer without CRC, one byte for a 4-bit ACK or NAK, or None when
the tag stays silent. Public facts of NTAG21x, MIFARE and ISO 14443-3; timing is not modelled.
"""

from __future__ import annotations

import random
from typing import Final

from hardware import payload

ACK: Final = b"\x0a"
NAK: Final = b"\x00"


class SimulatedTag:
    """Anything that answers a 106 kbps type A poll; ``uid`` is 4, 7 or 10 bytes."""

    sens_res = bytes.fromhex("4400")  # as on the air, low byte first
    sel_res = 0x00

    def __init__(self, uid: bytes | str):
        self.uid = bytes.fromhex(uid) if isinstance(uid, str) else bytes(uid)
        if len(self.uid) not in (4, 7, 10):
            raise ValueError("a UID has 4, 7 or 10 bytes")
        self.active = False

    @property
    def hex(self) -> str:
        """The UID as events name it."""
        return self.uid.hex().upper()

    def select(self) -> None:
        """Become active, as after anticollision."""
        self.active = True

    def field_off(self) -> None:
        """Lose power."""
        self.active = False

    def exchange(self, command: bytes) -> bytes | None:
        """The answer to a command, or None for silence."""
        return None


class Type2Tag(SimulatedTag):
    """Page memory of 4-byte pages, the base of MIFARE Ultralight and NTAG21x."""

    page_count = 16

    def __init__(self, uid: bytes | str, number: int | None = None):
        super().__init__(uid)
        self.memory = bytearray(self.page_count * 4)
        if len(self.uid) == 7:
            u = self.uid
            self.memory[0:10] = (
                u[0:3] + bytes([0x88 ^ u[0] ^ u[1] ^ u[2]]) + u[3:7] + bytes([u[3] ^ u[4] ^ u[5] ^ u[6], 0x48])
            )
        self.writes = 0
        self.lift_after_writes: int | None = None
        self._compat_page: int | None = None
        self._leave_factory()
        if number is not None:
            self.store(number)

    def _leave_factory(self) -> None:
        """Fill what the maker fills."""

    def store(self, number: int) -> None:
        """Hold a ``tc:`` payload, as if it had been written before."""
        for page, data in payload.pages(number):
            self.memory[page * 4 : page * 4 + 4] = data

    def page(self, number: int) -> bytes:
        """Four bytes of memory."""
        return bytes(self.memory[number * 4 : number * 4 + 4])

    def lock_pages(self) -> None:
        """Set the static lock bits of pages 4 to 15, as a stranger's app may have done."""
        self.memory[10], self.memory[11] = 0xF0, 0xFF

    def exchange(self, command: bytes) -> bytes | None:
        """Answer READ, WRITE, COMPATIBILITY WRITE and HALT; a NAK sends the tag back to idle."""
        if not self.active or not command:
            return None
        answer = self._dispatch(command)
        if answer is None or (len(answer) == 1 and answer != ACK):
            self.active = False
        return answer

    def _dispatch(self, command: bytes) -> bytes | None:
        if self._compat_page is not None:
            page, self._compat_page = self._compat_page, None
            return self._write(page, command[:4]) if len(command) == 16 else NAK
        match command[0], len(command):
            case 0x30, 2:
                return self._read(command[1])
            case 0xA2, 6:
                return self._write(command[1], command[2:6])
            case 0xA0, 2:
                self._compat_page = command[1]
                return ACK
            case 0x50, _:
                return None
        return self._other(command)

    def _other(self, command: bytes) -> bytes | None:
        return None  # a plain Ultralight goes mute

    def _visible(self, page: int) -> bytes:
        return self.page(page % self.page_count)

    def _read(self, page: int) -> bytes:
        if page >= self.page_count:
            return NAK
        return b"".join(self._visible(p) for p in range(page, page + 4))

    def _locked(self, page: int) -> bool:
        return 3 <= page <= 15 and bool((self.memory[10] | self.memory[11] << 8) >> page & 1)

    def _write(self, page: int, data: bytes) -> bytes | None:
        if self.lift_after_writes is not None and self.writes >= self.lift_after_writes:
            return None  # lifted in the middle
        if not 2 <= page < self.page_count or self._locked(page):
            return NAK
        self.writes += 1
        if page == 2:  # lock bits can only be set
            self.memory[10] |= data[2]
            self.memory[11] |= data[3]
        elif page == 3:  # so can those of the capability container
            for i in range(4):
                self.memory[12 + i] |= data[i]
        else:
            self.memory[page * 4 : page * 4 + 4] = data
        return ACK


class MifareUltralight(Type2Tag):
    """MF0ICU1: sixteen pages, READ and WRITE only, mute on anything else."""


class Ntag213(Type2Tag):
    """NTAG213: 45 pages, 144 bytes for the user from page 4; the tag that our cards carry."""

    page_count = 45
    version = bytes.fromhex("0004040201000f03")
    capability = bytes.fromhex("e1101200")
    factory_message = bytes.fromhex("0103a00c340300fe")  # lock control TLV and an empty message

    def _leave_factory(self) -> None:
        end = self.page_count * 4
        self.memory[12:16] = self.capability
        self.memory[16 : 16 + len(self.factory_message)] = self.factory_message
        self.memory[end - 20 : end] = bytes.fromhex("000000bd 040000ff 00050000 ffffffff 00000000")

    def _visible(self, page: int) -> bytes:
        page %= self.page_count
        return bytes(4) if page >= self.page_count - 2 else self.page(page)  # password and its answer read as zero

    def _other(self, command: bytes) -> bytes | None:
        match command[0], len(command):
            case 0x60, 1:
                return self.version
            case 0x3A, 3 if command[1] <= command[2] < self.page_count:
                return b"".join(self._visible(p) for p in range(command[1], command[2] + 1))
            case 0x3C, 2:
                return bytes(32)
        return NAK


class Ntag215(Ntag213):
    """NTAG215: 135 pages, shipped without a lock control TLV."""

    page_count = 135
    version = bytes.fromhex("0004040201001103")
    capability = bytes.fromhex("e1103e00")
    factory_message = bytes.fromhex("0300fe00")


class BlankTag(Ntag213):
    """An NTAG213 whose user memory was wiped to zero: not even an empty NDEF message."""

    capability = bytes(4)
    factory_message = bytes(8)


class MifareClassic(SimulatedTag):
    """MIFARE Classic 1K as an app without its cipher sees it: a 4-byte UID, and NAK to everything."""

    sens_res = bytes.fromhex("0400")
    sel_res = 0x08

    def exchange(self, command: bytes) -> bytes | None:
        """NAK: not authenticated."""
        if not self.active:
            return None
        self.active = False
        return b"\x04"


class Phone(SimulatedTag):
    """A phone or bank card laid on the reader: ISO-DEP, a new random 4-byte UID 08… whenever the field comes back."""

    sens_res = bytes.fromhex("0400")
    sel_res = 0x20

    def __init__(self, seed: int = 1):
        self._random = random.Random(seed)
        super().__init__(b"\x08\x00\x00\x00")
        self.field_off()

    def field_off(self) -> None:
        """Lose power, and with it the UID."""
        super().field_off()
        self.uid = b"\x08" + self._random.randbytes(3)
