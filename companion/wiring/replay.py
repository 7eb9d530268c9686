"""`companion replay --screen`: a recording is offered to a table again in front of people, at its own pace or faster."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Final

import msgspec

from companion import settings as kept_settings
from companion.devices import Devices
from companion.headless import Protocol
from companion.live import messages as post
from companion.live.inbox import Owner
from companion.live.recording import Recording, restored
from companion.people import People
from companion.rules.games import GAMES
from companion.wiring.front import Front

QUIET: Final = {"chores": "off", "auto_next": "0"}  # all that happened is in the recording; nothing happens by itself


def front_of(owner: Owner, loaded: kept_settings.Loaded) -> Front:
    """The facade over a restored table: no devices, nothing is kept, nothing comes by itself."""
    screen = loaded.settings.screen
    for name, value in QUIET.items():
        screen = kept_settings.changed(screen, name, value)
    settings = msgspec.structs.replace(loaded.settings, screen=screen)
    return Front(owner, Devices(owner), kept_settings.Loaded(settings, loaded.origins), People())


class Replaying(threading.Thread):
    """Offers a recording; `speed` 2 is twice as fast, 0 waits for nothing. `finished` is set at its end."""

    def __init__(self, recording: Recording, owner: Owner, speed: float) -> None:
        super().__init__(name="replay", daemon=True)
        self.recording, self.owner, self.speed = recording, owner, speed
        self.finished = threading.Event()
        self.stopped = threading.Event()

    def run(self) -> None:
        """Offer one message after another, each when the one before is done."""
        before: float | None = None
        for offered in self.recording:
            if before is not None and self.speed and self.stopped.wait(max(0.0, offered.at - before) / self.speed):
                return
            before = offered.at
            if not isinstance(offered.message, post.Stop | post.Called):
                self.owner.ask(offered.message, None)
        self.finished.set()


def on_screen(file: Path, loaded: kept_settings.Loaded, speed: float) -> int:
    """Show a recording until the window is closed; a recording that cannot be read raises `RecordingError`."""
    from ui.app import PANELS, run

    with file.open("rb") as stream:
        recording = Recording(stream)
        owner = restored(recording, GAMES, lambda table: Protocol(table).answer)
        front = front_of(owner, loaded)
        owner.start()
        replaying = Replaying(recording, owner, speed)
        try:
            return run(front, display=PANELS["window"], started=replaying.start, screen="table")
        finally:
            replaying.stopped.set()
            if replaying.is_alive():
                replaying.join(10)
