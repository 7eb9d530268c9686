"""A PN532 on a UART, asked for the UIDs in its field without ever waiting for it: made for a loop that has a lamp to move.

Speaks only what a pod needs: wake, SAMConfiguration, RFConfiguration, InListPassiveTarget for two targets. CPython and MicroPython
alike; times are milliseconds that only grow. Facts: knowledge/hardware.md, section 2.
"""

POLL_MS = 100
"""Time from one look to the next."""
ANSWER_MS = 150
"""An answer that takes longer does not come; an empty look takes about 20."""
REST_MS = 1000
"""A chip that does not answer is woken again after this time."""
SILENT = 2
"""So many looks in a row without an answer mean that the chip is lost."""

_ACK = b"\x00\x00\xff\x00\xff\x00"
_WAKE = b"\x55\x55" + b"\x00" * 14
# SAMConfiguration: normal mode; RFConfiguration: give up a look after two tries (0xFF, the default, waits for ever).
_SETUP = (b"\x14\x01\x14\x01", b"\x32\x05\xff\x01\x02")
_LOOK = b"\x4a\x02\x00"
_LIMIT = 128


class Uart:
    """What is needed of a serial port: MicroPython's ``machine.UART`` has it."""

    def any(self) -> int:
        """How many bytes can be read now."""
        raise NotImplementedError

    def read(self, count: int) -> bytes | None:
        """Up to ``count`` bytes that are there."""
        raise NotImplementedError

    def write(self, data: bytes) -> int | None:
        """Send bytes."""
        raise NotImplementedError


def frame(body: bytes) -> bytes:
    """A command to the chip: preamble, length, checksums.

    >>> frame(b"\\x02").hex()
    '0000ff02fed4022a00'
    """
    data = b"\xd4" + body
    return b"\x00\x00\xff" + bytes([len(data), (-len(data)) & 0xFF]) + data + bytes([(-sum(data)) & 0xFF, 0])


def answer_in(buffer: bytes, command: int) -> bytes | None:
    """What follows the answer code of the first whole and sound answer to ``command`` in ``buffer``, or None."""
    start = buffer.find(b"\x00\xff")
    while start >= 0:
        body = start + 4
        if len(buffer) >= body:
            length = buffer[start + 2]
            end = body + length
            if length >= 2 and (length + buffer[start + 3]) & 0xFF == 0 and len(buffer) > end:
                data = buffer[body:end]
                if (sum(data) + buffer[end]) & 0xFF == 0 and data[0] == 0xD5 and data[1] == command + 1:
                    return data[2:]
        start = buffer.find(b"\x00\xff", start + 1)
    return None


def uids_in(answer: bytes) -> list[str]:
    """The UIDs (upper-case hex) in an answer to InListPassiveTarget; a damaged list ends where it is damaged."""
    found = []
    count = answer[0] if answer else 0
    at = 1
    for _ in range(count):
        if len(answer) < at + 5:
            break
        sak = answer[at + 3]
        length = answer[at + 4]
        uid = answer[at + 5 : at + 5 + length]
        if len(uid) != length or length not in (4, 7, 10):
            break
        found.append("".join([f"{byte:02X}" for byte in uid]))
        at += 5 + length
        if sak & 0x20 and at < len(answer):
            at += answer[at]  # a phone or bank card adds its ATS, whose first byte is its length
    return found


class PN532:
    """The chip behind ``uart``. Call ``step`` often; when it returns True there is a new result in ``uids``.

    ``uids`` is a list of upper-case hex strings, or None while the chip does not answer.
    """

    def __init__(self, uart: Uart) -> None:
        self.uids: list[str] | None = None
        self._uart = uart
        self._todo = list(_SETUP)
        self._command = 0
        self._buffer = b""
        self._sent_at = -1
        self._next_at = 0
        self._silent = 0

    def step(self, now: int) -> bool:
        """Go on as far as possible without waiting."""
        if self._sent_at >= 0:
            return self._listen(now)
        if now >= self._next_at:
            self._say(now)
        return False

    def _say(self, now: int) -> None:
        waiting = self._uart.any()
        while waiting:
            self._uart.read(waiting)  # left over from an answer that came too late
            waiting = self._uart.any()
        body = self._todo[0] if self._todo else _LOOK
        wake = _WAKE if len(self._todo) == len(_SETUP) else b""
        self._uart.write(wake + frame(body))
        self._command = body[0]
        self._buffer = b""
        self._sent_at = now

    def _listen(self, now: int) -> bool:
        waiting = self._uart.any()
        if waiting:
            self._buffer = (self._buffer + (self._uart.read(waiting) or b""))[-_LIMIT:]
        answer = answer_in(self._buffer, self._command)
        if answer is not None:
            self._sent_at = -1
            self._silent = 0
            if self._todo:
                self._todo.pop(0)
                self._next_at = now
                return False
            self.uids = uids_in(answer)
            self._next_at = now + POLL_MS
            return True
        if now - self._sent_at < ANSWER_MS:
            return False
        self._sent_at = -1
        self._silent += 1
        self._uart.write(_ACK)  # ends whatever the chip is still at
        if self._silent < SILENT and not self._todo:
            self._next_at = now
            return False
        self._todo = list(_SETUP)
        self._next_at = now + REST_MS
        self.uids = None
        return True
