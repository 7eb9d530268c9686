"""The seat pod as a state machine: no pins, no clock, no wires, so that the simulation and the tests run this very file.

Times are milliseconds that only grow, handed in. The pod decides nothing about any game: it says what lies on its reader and that
its button was pressed, and shows the pattern it was told. The words are in hardware/README.md. CPython and MicroPython alike.
"""

from .codec import VERSION, Lines, after, encode
from .motion import MOTIONS, level

FIRMWARE = "1.0"

MISSES = 3
"""A card is gone when this many polls in a row did not find it."""
AGAIN_MS = 250
"""An event that was not acknowledged is sent again after this time."""
ALONE_MS = 12000
"""Without a good line from the Pi for this time the lamp goes dark and the button means nothing: the Pi is off."""
BOUNCE_MS = 20
LOCKOUT_MS = 300
MAX_WAITING = 8
"""Events kept for the Pi; if more happen, the oldest is lost and the Pi is told to look again."""
MAX_FLASH_MS = 60000


class Board:
    """What the state machine needs of the board that it runs on."""

    def send(self, line: bytes) -> None:
        """Put one whole line on the wire; what the wire cannot take now may be lost."""
        raise NotImplementedError

    def show(self, colour: tuple[int, int, int]) -> None:
        """Light the lamp: red, green, blue, each 0 to 255; called when the colour changes."""
        raise NotImplementedError


class Pod:
    """One pod on its ``board``; ``ident`` is the board's own number (hex), ``caps`` what it has.

    ``caps`` is some of ``r`` (reader), ``l`` (lamp), ``b`` (button), in this order.
    """

    def __init__(self, board: Board, ident: str, caps: str) -> None:
        self.ident = ident
        self.caps = caps
        self.reads = 0
        self.misses = 0
        self._board = board
        self._lines = Lines()
        self._session = False
        self._heard = -ALONE_MS
        self._next = 1
        self._waiting: list[tuple[int, list[str]]] = []
        self._sent_at = 0
        # reader
        self._looked = False
        self._polled = False
        self._asked = 0  # a hello that waits until somebody has looked at the reader
        self._reader = "ready"
        self._card: str | None = None
        self._missed = 0
        # lamp
        self._light = ("off", 0, 0, 0)
        self._light_since = 0
        self._flash: tuple[str, int, int, int] | None = None
        self._flash_since = 0
        self._flash_ms = 0
        self._flash_number = 0
        self._shown = (-1, -1, -1)
        # button
        self._meaning = "-"
        self._token = 0
        self._down = False
        self._down_raw = False
        self._down_since = 0
        self._pressed_at = -LOCKOUT_MS

    def start(self, now: int) -> None:
        """Power came: lamp dark, and a hello that asks the Pi to begin."""
        self._draw(now)
        self._hello(0)

    # from the Pi

    def feed(self, data: bytes, now: int) -> None:
        """Bytes came from the Pi."""
        for version, number, word, args in self._lines.feed(data):
            if version != VERSION:
                self._send(number, ["error", "version"])
                continue
            self._heard = now
            code = self._obey(number, word, args, now)
            if code:
                self._send(number, ["error", code])
        self._draw(now)

    def _obey(self, number: int, word: str, args: list[str], now: int) -> str:
        if word == "ping" and not args and not self._session:
            self._hello(0)  # the Pi thinks that we are talking, and we lost count
        elif word == "ping" and not args:
            self._send(
                number, ["pong", str(self.reads % 100000), str(self.misses % 100000), str(self._lines.bad % 100000)]
            )
        elif word == "ack" and not args:
            if self._waiting and self._waiting[0][0] == number:
                self._waiting.pop(0)
                self._post(now)
        elif word == "hello" and not args:
            # A session begins when it is known what lies there already: then every card after it is new.
            if self._looked or "r" not in self.caps:
                self._begin(number, now)
            else:
                self._asked = number
        elif word == "light" and len(args) == 2:
            colour = _colour(args[0], args[1])
            if colour is None:
                return "argument"
            if colour != self._light:
                self._light = colour
                self._light_since = now
            self._send(number, ["ack"])
        elif word == "flash" and len(args) == 3:
            colour = _colour(args[0], args[1])
            length = _number(args[2], MAX_FLASH_MS)
            if colour is None or length <= 0:
                return "argument"
            if (
                number != self._flash_number
            ):  # the same number is the same flash, sent again because our answer was lost
                self._flash_number = number
                self._flash = colour
                self._flash_since = now
                self._flash_ms = length
            self._send(number, ["ack"])
        elif word == "button" and len(args) == 1:
            if len(args[0]) > 16:
                return "argument"
            self._meaning = args[0]
            self._token = number
            self._send(number, ["ack"])
        else:
            return "word"
        return ""

    def _begin(self, number: int, now: int) -> None:
        """A new session: what was not told in the old one is void; the present state is told anew."""
        self._session = True
        self._waiting = []
        self._flash_number = 0
        self._meaning = "-"
        self._hello(number)
        if self._reader != "ready":
            self._event(["reader", self._reader], now)
        if self._card is not None:
            self._event(["resting", self._card], now)

    # from the reader and the button

    def poll(self, uids: list[str] | None, now: int) -> None:
        """One look at the reader: the UIDs on it (upper-case hex), none, or None if the reader did not answer."""
        self._look(uids, now)
        self._looked = True
        if self._asked:
            number, self._asked = self._asked, 0
            self._begin(number, now)

    def _look(self, uids: list[str] | None, now: int) -> None:
        if uids is None:
            self._reader_is("lost", now)
            return
        self.reads += 1
        if len(uids) > 1:
            self._reader_is("two-cards", now)
            return
        if uids and len(uids[0]) == 8 and uids[0][:2] == "08":
            self._reader_is("phone", now)  # a phone or bank card: a new random number at each look
            return
        first = not self._polled or self._reader == "lost"
        self._polled = True
        uid = uids[0] if uids else None
        if uid is not None and uid == self._card:
            self._missed = 0
            self._reader_is("ready", now)
        elif uid is not None:
            if self._card is not None:
                self._event(["removed", self._card], now)
            self._card = uid
            self._missed = 0
            self._reader_is("ready", now)
            # What lay there before anybody looked was not played just now.
            self._event(["resting" if first else "placed", uid], now)
        elif self._card is not None:
            self.misses += 1
            self._missed += 1
            if self._missed >= MISSES:
                self._event(["removed", self._card], now)
                self._card = None
                self._reader_is("ready", now)
        else:
            self._reader_is("ready", now)

    def _reader_is(self, state: str, now: int) -> None:
        if state != self._reader:
            self._reader = state
            self._event(["reader", state], now)

    def button(self, down: bool, now: int) -> None:
        """The level of the button at this moment; call it often."""
        if down != self._down_raw:
            self._down_raw = down
            self._down_since = now
        if self._down_raw != self._down and now - self._down_since >= BOUNCE_MS:
            self._down = self._down_raw
            if self._down and now - self._pressed_at >= LOCKOUT_MS and self._meaning != "-":
                self._pressed_at = now
                self._event(["pressed", self._meaning, str(self._token)], now)

    # to the Pi and to the lamp

    def tick(self, now: int) -> None:
        """Time passed: repeat what was not heard, move the lamp; call it every 20 ms or so."""
        if self._session and now - self._heard >= ALONE_MS:
            self._session = False
            self._waiting = []
            self._meaning = "-"
            self._light = ("off", 0, 0, 0)
            self._flash = None
        if self._waiting and now - self._sent_at >= AGAIN_MS:
            self._post(now)
        self._draw(now)

    def _event(self, words: list[str], now: int) -> None:
        if not self._session:
            return
        if len(self._waiting) >= MAX_WAITING:
            # Somebody plays the pod like a piano, or the Pi is busy: begin anew rather than tell half of it.
            self._session = False
            self._waiting = []
            self._hello(0)
            return
        self._waiting.append((self._next, words))
        self._next = after(self._next)
        if len(self._waiting) == 1:
            self._post(now)

    def _post(self, now: int) -> None:
        if self._waiting:
            number, words = self._waiting[0]
            self._sent_at = now
            self._send(number, words)

    def _hello(self, number: int) -> None:
        self._send(number, ["hello", self.ident, FIRMWARE, self.caps or "-", str(self._next)])

    def _send(self, number: int, words: list[str]) -> None:
        self._board.send(encode(number, words))

    def _draw(self, now: int) -> None:
        if self._flash is not None and now - self._flash_since >= self._flash_ms:
            self._flash = None
        pattern = self._light if self._flash is None else self._flash
        since = self._light_since if self._flash is None else self._flash_since
        lit = level(pattern[0], now - since)
        shown = (pattern[1] * lit // 255, pattern[2] * lit // 255, pattern[3] * lit // 255)
        if shown != self._shown:
            self._shown = shown
            self._board.show(shown)


def _number(text: str, high: int) -> int:
    """A decimal number up to ``high``, or -1."""
    if not text or len(text) > 5:
        return -1
    for character in text:
        if character not in "0123456789":
            return -1
    value = int(text)
    return value if value <= high else -1


def _colour(motion: str, text: str) -> tuple[str, int, int, int] | None:
    """(motion, red, green, blue) of a motion's name and ``rrggbb``, or None."""
    if motion not in MOTIONS or len(text) != 6:
        return None
    for character in text:
        if character not in "0123456789abcdef":
            return None
    return motion, int(text[0:2], 16), int(text[2:4], 16), int(text[4:6], 16)
