"""What goes wrong between a chip and its host, on demand: each fault is armed by one call and told apart from the chip.

One ``Faults`` sits in each simulated transport and sees every frame that the chip sends. All of knowledge/failures.md that a
wire can do is here; what lies on the antenna (two cards, a card left lying, a phone) is done by placing tags.
"""

from __future__ import annotations

import random
import threading

from hardware.simulation import frames


class Faults:
    """Faults of one wire; thread safe. Counted faults spend themselves, ``mute`` and ``unplugged`` last until taken back."""

    def __init__(self) -> None:
        self.lock = threading.RLock()
        self.unplugged = False
        self.muted = False
        self._noise_before = b""
        self._counts: dict[str, int] = dict.fromkeys(("corrupt", "truncate", "lose-ack", "lose-response", "replace"), 0)
        self._replacement = b""
        self._babble: random.Random | None = None
        self._share = 0.0
        self._frames_left: int | None = None

    # -- arming ----------------------------------------------------------------------------------------------------------

    def clear(self) -> None:
        """Heal the wire: everything armed is taken back, the plug is in."""
        with self.lock:
            self.unplugged = self.muted = False
            self._noise_before = b""
            self._counts = dict.fromkeys(self._counts, 0)
            self._babble = None
            self._frames_left = None

    def unplug_after(self, count: int) -> None:
        """Pull the plug when so many more frames have arrived, in whatever exchange that is."""
        with self.lock:
            self._frames_left = count
            self.unplugged = count <= 0

    def mute(self, on: bool = True) -> None:
        """The chip neither hears nor answers, as one that hangs."""
        with self.lock:
            self.muted = on

    def corrupt(self, count: int = 1) -> None:
        """Flip a bit in the next answers, so that their checksums are wrong."""
        self._arm("corrupt", count)

    def truncate(self, count: int = 1) -> None:
        """Cut the next answers short."""
        self._arm("truncate", count)

    def lose_ack(self, count: int = 1) -> None:
        """Swallow the next acknowledgements."""
        self._arm("lose-ack", count)

    def lose_response(self, count: int = 1) -> None:
        """Swallow the next answers but let their acknowledgements through."""
        self._arm("lose-response", count)

    def noise(self, data: bytes = b"\x5a\x01\xa5") -> None:
        """Put noise ahead of the next frame."""
        with self.lock:
            self._noise_before = data

    def replace_response(self, data: bytes, count: int = 1) -> None:
        """Send these bytes instead of the next answers, whatever they are."""
        with self.lock:
            self._replacement = data
            self._arm("replace", count)

    def babble(self, seed: int | None, share: float = 0.06) -> None:
        """Damage this share of frames at random until called with None: a loose plug, a bad supply."""
        with self.lock:
            self._babble = None if seed is None else random.Random(seed)
            self._share = share

    def _arm(self, fault: str, count: int) -> None:
        with self.lock:
            self._counts[fault] = count

    def _spend(self, fault: str) -> bool:
        if self._counts[fault] <= 0:
            return False
        self._counts[fault] -= 1
        return True

    # -- what the wire does to what passes ---------------------------------------------------------------------------------

    def pass_on(self, sent: list[bytes]) -> list[bytes]:
        """What arrives of the frames that the chip sent."""
        with self.lock:
            if self.muted or self.unplugged:
                return []
            if self._frames_left is not None:
                sent = sent[: self._frames_left]
                self._frames_left -= len(sent)
                self.unplugged = self._frames_left <= 0
            arrived = [self._damage(frame) for frame in sent]
            if self._noise_before and arrived:
                arrived.insert(0, self._noise_before)
                self._noise_before = b""
            return [frame for frame in arrived if frame]

    def _damage(self, frame: bytes) -> bytes:
        if frame == frames.ACK:
            return b"" if self._spend("lose-ack") or self._swallowed() else frame
        if self._spend("lose-response"):
            return b""
        if self._spend("replace"):
            return self._replacement
        if self._spend("corrupt"):
            return _flip(frame, len(frame) - 3)
        if self._spend("truncate"):
            return frame[:4]
        return self._at_random(frame)

    def _swallowed(self) -> bool:
        return self._babble is not None and self._babble.random() < self._share

    def _at_random(self, frame: bytes) -> bytes:
        if self._babble is None or self._babble.random() >= self._share:
            return frame
        match self._babble.randrange(4):
            case 0:
                return b""
            case 1:
                return frame[: self._babble.randrange(len(frame))]
            case 2:
                return self._babble.randbytes(self._babble.randrange(1, 9)) + frame
        return _flip(frame, self._babble.randrange(len(frame)))


def _flip(frame: bytes, at: int) -> bytes:
    return frame[:at] + bytes([frame[at] ^ 0x10]) + frame[at + 1 :]
