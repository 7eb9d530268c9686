"""The 16-byte payload by which an unknown tag introduces itself: an NDEF URI ``tc:XXXXXX``.

It fills pages 4 to 7 of a type 2 tag, so one READ brings all of it (knowledge/hardware.md, section 3)::

    page 4   03 0E D1 01    NDEF TLV of 14 bytes; one short record, well-known type of one letter
    page 5   0A 55 00 't'   ten bytes of payload; type 'U'; no URI prefix; 't'
    page 6   'c' ':' c0 c1
    page 7   c2  c3  c4 c5  six Crockford digits: 24 bits of number, 6 bits of check
    page 8   FE 00 00 00    terminator, outside the window and not needed to read the number

Any phone can read and write it. The UID stays the identity of a card; the number only says which card an unknown tag is meant
to be. Nothing here locks, protects or configures a tag.
"""

from __future__ import annotations

import enum
import zlib
from typing import Final

from hardware.errors import BadPayloadError

ALPHABET: Final = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
FIRST_PAGE: Final = 4
WINDOW: Final = 16
"""Bytes that one READ from FIRST_PAGE brings."""

_PREFIX: Final = b"tc:"
_RECORD_HEAD: Final = bytes.fromhex("D1010A5500")
_EMPTY_MESSAGE: Final = bytes.fromhex("0300FE00")


class More(enum.Enum):
    """Says that the window ended before the message did: read on and decode again."""

    MORE = "more"


MORE: Final = More.MORE


def code_for(number: int) -> str:
    """Six Crockford digits for a 24-bit number; raises BadPayloadError outside 0 … 16,777,215.

    >>> code_for(0), code_for(1234)
    ('00000J', '002D5E')
    """
    if not 0 <= number < 1 << 24:
        raise BadPayloadError(f"A card number must fit 24 bits, and {number} does not.")
    value = number << 6 | _check(number)
    return "".join(ALPHABET[value >> shift & 31] for shift in (25, 20, 15, 10, 5, 0))


def number_from(code: str) -> int | None:
    """The number behind six digits, or None when they are not ours or the check does not fit."""
    value = 0
    for letter in code.upper():
        digit = ALPHABET.find(letter)
        if digit < 0:
            return None
        value = value << 5 | digit
    if len(code) != 6 or _check(value >> 6) != value & 0x3F:
        return None
    return value >> 6


def pages(number: int) -> tuple[tuple[int, bytes], ...]:
    """The page writes that store a number, in an order that is safe to tear.

    The message is emptied first and its length comes last, so a tag lifted after any of the writes reads as blank
    until the last one is done; it never reads as another card.
    """
    record = _RECORD_HEAD + _PREFIX + code_for(number).encode("ascii")
    data = bytes([0x03, len(record)]) + record + b"\xfe"
    data += bytes(-len(data) % 4)
    chunks = [(FIRST_PAGE + i // 4, data[i : i + 4]) for i in range(0, len(data), 4)]
    return ((FIRST_PAGE, _EMPTY_MESSAGE), *chunks[1:], chunks[0])


def decode(window: bytes) -> int | More | None:
    """The number in a tag's memory from page 4 on; None when it holds none of ours; MORE when the window is too short."""
    i = 0
    while i < len(window):
        kind = window[i]
        if kind == 0x00:  # padding
            i += 1
            continue
        if kind == 0xFE:  # terminator
            return None
        if i + 1 >= len(window):
            return MORE
        length = window[i + 1]
        if length == 0xFF:  # a long TLV is never ours
            return None
        if kind != 0x03:  # lock control and the like, as on factory tags
            i += 2 + length
            continue
        record = window[i + 2 : i + 2 + length]
        return MORE if len(record) < length else _number_in(record)
    return MORE


def _number_in(record: bytes) -> int | None:
    uri = record[len(_RECORD_HEAD) :]
    if not record.startswith(_RECORD_HEAD) or not uri.startswith(_PREFIX):
        return None
    return number_from(uri[len(_PREFIX) :].decode("ascii", "replace"))


def _check(number: int) -> int:
    return zlib.crc32(number.to_bytes(3, "big")) & 0x3F
