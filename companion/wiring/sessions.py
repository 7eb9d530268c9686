"""Recorded sessions of the simulated table: begun and ended from the panel, looked at again in a window of their own."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from itertools import chain, count
from pathlib import Path
from typing import Final

from companion.live import messages as post
from companion.live.inbox import Owner
from companion.live.recording import Recorder

SUFFIX: Final = ".session"
Launch = Callable[[Sequence[str]], object]


def launch(command: Sequence[str]) -> object:
    """Start a process beside this one and leave it alone."""
    return subprocess.Popen(command, start_new_session=True)  # noqa: S603  this very program with a file of its own folder


class Sessions:
    """The recordings in one folder, named by when they were begun."""

    def __init__(
        self, folder: Path, owner: Owner, now: Callable[[], float] = time.time, start: Launch = launch
    ) -> None:
        self.folder, self._owner, self._now, self._start = folder, owner, now, start
        self._recorder: Recorder | None = None

    @property
    def recording(self) -> bool:
        """Whether what happens is being recorded."""
        return self._recorder is not None

    def names(self) -> tuple[str, ...]:
        """All recordings, the newest first."""
        return tuple(sorted((path.stem for path in self.folder.glob(f"*{SUFFIX}")), reverse=True))

    def record(self, on: bool) -> bool:
        """Begin a recording with the game as it stands, or end it; whether one runs now. Waits for the owner."""
        self._owner.ask(post.Call(self._begin if on else self._end, "record"))
        return self.recording

    def show(self, name: str) -> None:
        """Play a recording again in a window of its own; a name that is none of `names` does nothing."""
        if name in self.names():
            file = str(self.folder / f"{name}{SUFFIX}")
            self._start([sys.executable, "-m", "companion", "replay", "--screen", file])

    def _begin(self) -> None:
        if self._recorder is not None or self._owner.tap is not None:  # `--record` has the tap
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        begun = time.strftime("%Y-%m-%d %H.%M.%S", time.localtime(self._now()))
        kept = set(self.names())  # a clock that was set back must not end in a name that exists
        name = next(one for one in chain((begun,), (f"{begun} {number}" for number in count(2))) if one not in kept)
        recorder = Recorder.to(self.folder / f"{name}{SUFFIX}", self._owner.table, self._owner.router)
        self._recorder = self._owner.tap = recorder

    def _end(self) -> None:
        if self._recorder is not None:
            self._owner.tap = None
            self._recorder.close()
            self._recorder = None
