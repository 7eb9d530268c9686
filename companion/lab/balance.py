"""The balance lab: many games of robots under one or several settings, on as many processes as wanted.

Which process plays a game changes nothing: game `n` of a setting is made of the seed and `n` alone, and tallies are whole
numbers. All settings of a comparison play the same seeds, so that a difference between them is less hidden by luck.
"""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, Final, TextIO

import msgspec

from companion.lab.balance_games import Games
from companion.lab.balance_settings import MOST_GAMES, LabError, Setting
from companion.lab.balance_tally import Tally
from companion.lab.dealt import EndlessGameError

MOST_JOBS: Final = 64
SHARES: Final = (
    12  # parts for each worker: small enough that none waits long for the last, large enough to cost nothing
)
MOST_SHARE: Final = 500
Chunk = tuple[int, int, int]
Progress = Callable[[int, int], None]


class Result(msgspec.Struct, frozen=True):
    """One setting and what its games came to."""

    setting: Setting
    tally: Tally


def balance(
    settings: Sequence[Setting], games: int, jobs: int = 1, progress: Progress = lambda done, all_of: None
) -> tuple[Result, ...]:
    """Play `games` games of each setting on `jobs` processes; `progress(done, all)` is called after each part.

    Raises `LabError`: `bad-games`, `bad-jobs`, `endless-game` and `worker-died`.
    """
    if not 1 <= games <= MOST_GAMES:
        raise LabError("bad-games", f"1 to {MOST_GAMES} games can be played, not {games}")
    if not 1 <= jobs <= MOST_JOBS:
        raise LabError("bad-jobs", f"1 to {MOST_JOBS} processes, not {jobs}")
    chunks = list(_chunks(len(settings), games, jobs))
    tallies = [Tally() for _ in settings]
    done = 0
    for (at, _, count), tally in _here(settings, chunks) if jobs == 1 else _spread(settings, chunks, jobs):
        tallies[at].merge(tally)
        done += count
        progress(done, games * len(settings))
    return tuple(Result(setting, tally) for setting, tally in zip(settings, tallies, strict=True))


def _chunks(settings: int, games: int, jobs: int) -> Iterable[Chunk]:
    size = max(1, min(MOST_SHARE, settings * games // (jobs * SHARES)))
    for at in range(settings):
        for first in range(0, games, size):
            yield at, first, min(size, games - first)


def _here(settings: Sequence[Setting], chunks: Iterable[Chunk]) -> Iterable[tuple[Chunk, Tally]]:
    games = [Games(setting) for setting in settings]
    for chunk in chunks:
        try:
            yield chunk, games[chunk[0]].play(*chunk[1:])
        except EndlessGameError as error:
            raise _endless(settings[chunk[0]], error) from None


def _endless(setting: Setting, error: object) -> LabError:
    return LabError("endless-game", f"{setting.game} with {setting.label}: {error}; these numbers let nobody win")


# --- processes -------------------------------------------------------------------------------------------------------


class _Worker(threading.Thread):
    """One process and the thread that feeds it: part after part until none is left."""

    def __init__(
        self, opening: bytes, chunks: SimpleQueue[Chunk], done: SimpleQueue[tuple[Chunk, bytes] | None]
    ) -> None:
        super().__init__(name="balance worker", daemon=True)
        self._opening, self._chunks, self._done = opening, chunks, done
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion.lab.balance_worker"], env=environment(),
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        )  # fmt: skip

    def run(self) -> None:
        """Feed it; `None` tells that this worker is done, or dead."""
        try:
            # a broken pipe is a dead process, which its status tells; empty is that nothing is left to do
            with contextlib.suppress(BrokenPipeError, Empty):
                self._feed(_pipe(self.process.stdin), _pipe(self.process.stdout))
        finally:
            self._done.put(None)

    def _feed(self, asked: IO[bytes], answered: IO[bytes]) -> None:
        asked.write(self._opening)
        while True:
            chunk = self._chunks.get_nowait()
            asked.write(msgspec.json.encode(chunk) + b"\n")
            asked.flush()
            answer = answered.readline()
            if not answer:
                return
            self._done.put((chunk, answer))

    def close(self) -> str:
        """End the process; what it said last, if it did not end well."""
        with contextlib.suppress(BrokenPipeError):  # closing flushes, and a dead process takes nothing
            _pipe(self.process.stdin).close()
        said = _pipe(self.process.stderr).read().decode("utf-8", "replace")
        _pipe(self.process.stdout).close()
        _pipe(self.process.stderr).close()
        return said if self.process.wait() else ""


def _spread(settings: Sequence[Setting], chunks: Sequence[Chunk], jobs: int) -> Iterable[tuple[Chunk, Tally]]:
    todo: SimpleQueue[Chunk] = SimpleQueue()
    done: SimpleQueue[tuple[Chunk, bytes] | None] = SimpleQueue()
    for chunk in chunks:
        todo.put(chunk)
    opening = msgspec.json.encode(list(settings)) + b"\n"
    workers = [_Worker(opening, todo, done) for _ in range(min(jobs, len(chunks)))]
    left, missing = len(workers), len(chunks)
    try:
        for worker in workers:
            worker.start()
        while left:
            part = done.get()
            if part is None:
                left -= 1
                continue
            missing -= 1
            yield part[0], msgspec.json.decode(part[1], type=Tally)
    finally:
        if left:  # interrupted: nobody waits for the rest
            for worker in workers:
                worker.process.kill()
        said = [worker.close() for worker in workers]
    if missing:
        last = next((text for text in said if text), "").strip().splitlines()[-1:] or ["it said nothing"]
        if "EndlessGameError" in last[0]:
            raise _endless(settings[0], last[0].partition(": ")[2])
        raise LabError("worker-died", f"a process of the lab ended too early: {last[0]}")


def environment() -> dict[str, str]:
    """The variables of a child process that finds the same package as this one, installed or not."""
    root = str(Path(__file__).parents[2])
    found = [path for path in os.environ.get("PYTHONPATH", "").split(os.pathsep) if path not in ("", root)]
    return os.environ | {"PYTHONPATH": os.pathsep.join([root, *found])}


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    return pipe


# --- how far it is ---------------------------------------------------------------------------------------------------


class Bar:
    """A line on a terminal that tells how far it is; silent elsewhere."""

    WIDTH: Final = 32

    def __init__(self, stream: TextIO, clock: Callable[[], float] = time.monotonic) -> None:
        self._stream, self._clock = stream, clock
        self._begun = clock()
        self._shown = stream.isatty()

    def __call__(self, done: int, all_of: int) -> None:
        """So many of so many games."""
        if not self._shown:
            return
        spent = self._clock() - self._begun
        filled = self.WIDTH * done // all_of
        line = f"[{'#' * filled}{'.' * (self.WIDTH - filled)}] {done:,} of {all_of:,} games"
        if done < all_of:
            line += f", {spent * (all_of - done) / done:.0f} s left"
        self._stream.write(f"\r{line:79}" + ("\n" if done == all_of else ""))
        self._stream.flush()
