"""The line on the wire between the Pi and a seat pod: framing, checksum, resynchronising; hardware/README.md is its contract.

    !<version> <number> <word> <argument>…*<CRC>\\n

Printable ASCII. ``!`` opens a line and never occurs inside one, so a reader in the middle of noise is back in step at the next
line. Runs under CPython and MicroPython alike; the Pi's side (hardware/pod_protocol.py) and the pod use this same file.
"""

VERSION = 1
"""Of the protocol; both ends tell each other with every line."""
MAX_LINE = 96
"""Bytes of a whole line, ``!`` and newline included; anything longer is noise."""
MAX_NUMBER = 65535
"""Numbers run from 1 to this and begin again at 1; 0 is for lines that nobody counts."""

_OPEN = 0x21  # !
_STAR = 0x2A  # *
_NEWLINE = 0x0A
_RETURN = 0x0D


def crc16(data: bytes) -> int:
    """CRC-16/IBM-3740 (polynomial 0x1021, start 0xFFFF), bit by bit: lines are short.

    >>> hex(crc16(b"123456789"))
    '0x29b1'
    """
    crc = 0xFFFF
    for byte in data:
        crc ^= byte << 8
        for _ in range(8):
            crc = ((crc << 1) ^ 0x1021 if crc & 0x8000 else crc << 1) & 0xFFFF
    return crc


def encode(number: int, words: list[str], version: int = VERSION) -> bytes:
    """One line as bytes; ``words`` is the word and its arguments. Raises ValueError for what would not fit or not come back.

    >>> encode(7, ["placed", "04A2B3C4D5E680"])
    b'!1 7 placed 04A2B3C4D5E680*3C78\\n'
    """
    text = " ".join([str(version), str(number)] + words)  # noqa: RUF005 - MicroPython has no * in a list display
    data = text.encode()
    for word in words:
        if not word or " " in word:
            raise ValueError("empty word")
    for byte in data:
        if byte < 0x20 or byte > 0x7E or byte in (_OPEN, _STAR):
            raise ValueError("character not allowed")
    line = b"!" + data + b"*" + f"{crc16(data):04X}\n".encode()
    if len(line) > MAX_LINE or not 0 <= number <= MAX_NUMBER:
        raise ValueError("line too long or number out of range")
    return line


def decode(line: bytes) -> tuple[int, int, str, list[str]] | None:
    """(version, number, word, arguments) of what stood between ``!`` and the newline, or None if it is damaged."""
    if len(line) < 9 or line[-5] != _STAR:
        return None
    data = line[:-5]
    for byte in data:
        if byte < 0x20 or byte > 0x7E or byte == _STAR:
            return None
    if line[-4:] != f"{crc16(data):04X}".encode():
        return None
    parts = data.decode().split(" ")
    if len(parts) < 3 or "" in parts:
        return None
    version = _digits(parts[0])
    number = _digits(parts[1])
    if version < 0 or number < 0 or number > MAX_NUMBER:
        return None
    return version, number, parts[2], parts[3:]


def _digits(text: str) -> int:
    """A decimal number of at most five digits, or -1."""
    if len(text) > 5 or not text:
        return -1
    value = 0
    for character in text:
        digit = ord(character) - 48
        if digit < 0 or digit > 9:
            return -1
        value = value * 10 + digit
    return value


def after(number: int) -> int:
    """The number that follows: 1 comes after the last."""
    return number + 1 if number < MAX_NUMBER else 1


class Lines:
    """Finds the lines in a stream of bytes that may hold anything; never keeps more than one line's worth.

    ``bad`` counts what was not a good line: damaged, too long, or bytes outside any line.
    """

    def __init__(self) -> None:
        self.bad = 0
        self._line = bytearray()
        self._inside = False
        self._noise = False

    def feed(self, data: bytes) -> list[tuple[int, int, str, list[str]]]:
        """The good lines that end in ``data``."""
        found = []
        for byte in data:
            if byte == _OPEN:
                if self._inside or self._noise:
                    self.bad += 1  # what came before was no line
                self._noise = False
                self._inside = True
                self._line = bytearray()
            elif not self._inside:
                self._noise = self._noise or (byte not in (_NEWLINE, _RETURN))
            elif byte == _NEWLINE:
                self._inside = False
                frame = decode(bytes(self._line))
                if frame is None:
                    self.bad += 1
                else:
                    found.append(frame)
            elif byte == _RETURN:
                continue  # a terminal program, or USB in text mode, may add it
            elif len(self._line) >= MAX_LINE - 2:
                self._inside = False
                self._noise = True
            else:
                self._line.append(byte)
        return found
