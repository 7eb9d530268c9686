"""Short tones for the four signals, made by the program: taken, already taken, unknown, refused. Silent where there is no audio."""

from __future__ import annotations

import io
import logging
import math
import os
import sys
import tempfile
import wave
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

RATE: Final = 22050
# Each signal's notes as (frequency in Hz, seconds); 0 Hz is a pause. Told apart by rhythm and direction, not by pitch alone.
NOTES: Final[Mapping[str, tuple[tuple[float, float], ...]]] = {
    "taken": ((880.0, 0.07),),
    "already": ((660.0, 0.06), (0.0, 0.05), (660.0, 0.06)),
    "unknown": ((520.0, 0.08), (780.0, 0.12)),
    "refused": ((330.0, 0.09), (220.0, 0.16)),
    "attacker": ((523.0, 0.07), (659.0, 0.07), (784.0, 0.12)),
    "hit": ((160.0, 0.12),),
    "win": ((523.0, 0.1), (659.0, 0.1), (784.0, 0.1), (1047.0, 0.3)),
}

_log = logging.getLogger(__name__)


def has_audio(
    environ: Mapping[str, str] = os.environ, platform: str = sys.platform, devices: Path = Path("/dev/snd")
) -> bool:
    """Whether this machine has something to play on; asked first, because ALSA complains on the terminal where it has not."""
    if not platform.startswith("linux"):
        return True
    if environ.get("SDL_AUDIODRIVER") == "dummy":
        return False
    runtime = Path(environ.get("XDG_RUNTIME_DIR") or "/nonexistent")
    servers = (runtime / "pulse" / "native", runtime / "pipewire-0")
    return bool(environ.get("PULSE_SERVER")) or any(path.exists() for path in servers) or any(devices.glob("pcm*p"))


def tone(notes: tuple[tuple[float, float], ...]) -> bytes:
    """The notes as a mono 16-bit WAV file; each note swells and fades so that it does not click."""
    samples = bytearray()
    for frequency, seconds in notes:
        count = round(RATE * seconds)
        for at in range(count):
            fade = min(1.0, at / (0.005 * RATE), (count - at) / (0.02 * RATE)) if frequency else 0.0
            wave_at = math.sin(2 * math.pi * frequency * at / RATE) + 0.3 * math.sin(
                4 * math.pi * frequency * at / RATE
            )
            samples += round(20000 * fade * wave_at / 1.3).to_bytes(2, "little", signed=True)
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes(bytes(samples))
    return file.getvalue()


class Sounds:
    """Plays signals through Kivy's audio; `on` and `volume` (0 to 1) may be changed at any time, `audible` is the machine's."""

    def __init__(self, on: bool = True, volume: float = 0.7, audible: bool = True) -> None:
        self.on, self.volume, self.audible = on, volume, audible
        self._loaded: dict[str, Any] = {}
        self._folder: tempfile.TemporaryDirectory[str] | None = None

    def play(self, name: str) -> bool:
        """Play a signal now; whether anything was played."""
        if not self.audible or not self.on or self.volume <= 0 or name not in NOTES:
            return False
        sound = self._sound(name)
        if sound is None:
            return False
        sound.volume = self.volume
        sound.stop()
        sound.play()
        return True

    def _sound(self, name: str) -> Any:
        """The loaded sound, None where this machine plays none (tried once)."""
        if name not in self._loaded:
            self._loaded[name] = self._load(name)
        return self._loaded[name]

    def _load(self, name: str) -> Any:
        try:
            from kivy.core.audio import SoundLoader

            if self._folder is None:
                self._folder = tempfile.TemporaryDirectory(prefix="companion-tones-")
            path = Path(self._folder.name) / f"{name}.wav"
            path.write_bytes(tone(NOTES[name]))
            return SoundLoader.load(str(path))
        except Exception as error:  # an audio library may raise anything: then the table is silent
            _log.info("no sound: %s", error)
            return None

    def close(self) -> None:
        """Unload everything."""
        for sound in self._loaded.values():
            if sound is not None:
                sound.unload()
        self._loaded.clear()
        if self._folder is not None:
            self._folder.cleanup()
            self._folder = None
