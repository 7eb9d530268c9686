"""`companion bench`: the screen and the headless table as processes of their own, beside an empty Kivy app."""

from __future__ import annotations

import atexit
import json
import os
import resource
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterable
from functools import cache
from statistics import median
from typing import Any

from companion.lab.balance import environment
from companion.lab.bench import Line, Run, UnmeasurableError, compared
from companion.wiring.bench_probe import DRIVER
from companion.wiring.bench_wire import percentiles

PATIENCE = 120.0


@cache
def _bytecode() -> str:
    """A folder for the bytecode of everything that the children load."""
    folder = tempfile.mkdtemp(prefix="companion-bench-")
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    return folder


def installed() -> dict[str, str]:
    """The variables of a child process that starts as an installed program does: with its bytecode, which pip makes once.

    A checkout may have none (`PYTHONDONTWRITEBYTECODE`), while a peer from a wheel has: our sources would be compiled at every
    start. Here both have it from their second start on, which is the first that is measured.
    """
    kept = {name: value for name, value in environment().items() if name != "PYTHONDONTWRITEBYTECODE"}
    return kept | {"PYTHONPYCACHEPREFIX": _bytecode()}


def probe(what: str, seconds: float = 0.0, *, x11: bool = False) -> dict[str, Any]:
    """What a probe's process found; `took` is the time from its start to its first frame."""
    command = [sys.executable, "-m", "companion.wiring.bench_probe", what, f"{seconds:g}"]
    if x11:
        if shutil.which("xvfb-run") is None:
            raise UnmeasurableError("xvfb-run is not here (package xvfb)")
        command = ["xvfb-run", "-a", "-s", "-screen 0 800x480x24", *command]
    clean = {name: value for name, value in installed().items() if not name.startswith(("KIVY", "KCFG", "SDL"))}
    began = time.monotonic()
    done = subprocess.run(  # noqa: S603  our own module, and names from this file
        command, env=clean | {DRIVER: "" if x11 else "offscreen"}, capture_output=True, timeout=PATIENCE, check=False
    )
    lines = done.stdout.splitlines()
    if done.returncode or not lines:
        said = done.stderr.decode("utf-8", "replace").strip().splitlines()[-1:] or ["it said nothing"]
        raise UnmeasurableError(f"the probe {what!r} ended with {done.returncode}: {said[0]}")
    facts: dict[str, Any] = json.loads(lines[-1])
    facts["took"] = facts.get("flipped", began) - began
    return facts


def start(run: Run) -> Iterable[Line]:
    """Process start to the first frame of the home screen with all simulated hardware, in turn with an empty app."""
    took: dict[str, list[float]] = {"home": [], "empty": [], "pinned": []}
    spent: dict[str, list[float]] = {what: [] for what in took}
    for what in took:
        probe(what)  # not measured: it makes the bytecode
    for _ in range(run.times(7)):
        for what in took:
            facts = probe(what)
            took[what].append(1000 * facts["took"])
            spent[what].append(1000 * facts["spent"])
    for what, peer, ratio in (("empty", "empty Kivy app", 1.3), ("pinned", "empty, our environment", None)):
        for name, times in (("start to first frame", took), ("CPU to first frame", spent)):
            yield compared(
                "start", f"{name} (best)", min(times["home"]), "ms", peer=peer, theirs=min(times[what]),
                ratio=ratio if times is took else None,
            )  # fmt: skip


def headless(run: Run) -> Iterable[Line]:
    """Process start to the line `ready` of headless."""
    times, bare, spent = [], [], []
    for turn in range(1 + run.times(9)):
        began = time.perf_counter()
        subprocess.run([sys.executable, "-c", "pass"], env=installed(), check=True, timeout=PATIENCE)
        bare.append(1000 * (time.perf_counter() - began))
        began = time.perf_counter()
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "headless"], env=installed(), stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )  # fmt: skip
        assert process.stdin is not None
        assert process.stdout is not None
        said = [process.stdout.readline() for _ in range(2)]  # the greeting, then `ready`
        times.append(1000 * (time.perf_counter() - began))
        process.stdin.close()
        process.stdout.close()
        before = _of_children()
        process.wait(PATIENCE)
        spent.append(1000 * (_of_children() - before))
        if b'"ready"' not in said[-1]:
            raise UnmeasurableError(f"headless began with {said}")
        if not turn:  # it made the bytecode
            times, bare, spent = [], [], []
    yield compared(
        "headless",
        "start of headless to ready (best)",
        min(times),
        "ms",
        peer="bare Python",
        theirs=min(bare),
        most=120,
    )
    yield compared("headless", "CPU of headless, start to end (best)", min(spent), "ms")


def _of_children() -> float:
    """CPU seconds of the processes that have ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    return ended.ru_utime + ended.ru_stime


def memory(run: Run) -> Iterable[Line]:
    """Proportional memory of six players in battle, simulated hardware and all."""
    mine = [probe("battle")["memory"] for _ in range(run.times(3))]
    theirs = [probe("empty")["memory"] for _ in range(run.times(3))]
    for kind, ratio in (("pss", 1.35), ("rss", None)):
        yield compared(
            "memory", f"memory with 6 players in battle, {kind.upper()}", median(one[kind] for one in mine), "MiB",
            peer="empty Kivy app", theirs=median(one[kind] for one in theirs), ratio=ratio,
        )  # fmt: skip


def _steps() -> float:
    """Milliseconds of CPU that a fixed piece of Python takes."""
    before, seen = time.thread_time(), {}
    for number in range(300):
        seen[number % 7] = str(number)
    return (time.thread_time() - before) * 1000


def waking(run: Run) -> Line:
    """What a rest costs on this machine, whoever rests; on a virtual one the first steps may take a hundred times as long."""
    rest, after = threading.Event(), []
    for _ in range(run.times(6, 1)):
        rest.wait(run.times(100, 1) / 100)
        after.append(_steps())
    return compared(
        "idle", "this machine: 300 steps of Python after a second's rest", median(after), "ms",
        peer="without the rest", theirs=min(_steps() for _ in range(50)),
    )  # fmt: skip


def idle(run: Run) -> Iterable[Line]:
    """CPU of the battle's screen while nothing happens; the simulated hardware's polling apart."""
    seconds = float(run.times(20, 1))
    yield waking(run)
    for x11, name in ((True, "X11"), (False, "offscreen, as KMSDRM")):
        try:
            yield compared(
                "idle", f"idle CPU, {name}", 100 * probe("still", seconds, x11=x11)["cpu"], "% of a core",
                peer="empty Kivy app", theirs=100 * probe("empty", seconds, x11=x11)["cpu"], most=0.1,
            )  # fmt: skip
        except UnmeasurableError as error:
            yield Line("idle", f"idle CPU, {name}", float("nan"), "", note=f"not measured: {error}")
    polled = 100 * probe("battle", seconds)["cpu"]
    yield compared(
        "idle", "the same with six breathing lamps and a reader polled 33 times a second", polled, "% of a core"
    )


def redraw(run: Run) -> Iterable[Line]:
    """Everything drawn once more: six players in battle."""
    times = [one for _ in range(run.times(3)) for one in probe("still")["redraw"]]
    processors = os.cpu_count()
    yield compared(
        "redraw", "full redraw, 6 players in battle, 800×480 (best)", min(times), "ms", most=8,
        note=f"software GL on {processors} cores; median {median(times):.1f} ms",
    )  # fmt: skip


def flip(run: Run) -> Iterable[Line]:
    """From laying a card to the frame that shows it, while the loop turns and from its sleep."""
    facts = probe("flips", run.times(100, 4))
    for name, words in (("active", "card placed to flip"), ("from_idle", "card placed to flip, from idle")):
        times = [one for one in facts[name] if one is not None]
        yield from percentiles("flip", words, times, 25)
