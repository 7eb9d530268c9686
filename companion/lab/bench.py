"""`companion bench`: how fast this is, beside the best of others, on this machine, in one run (issue 9).

Each row measures us and a peer in turn and takes the best of some rounds, which is the round least disturbed by whatever else the
machine does. So ratios hold on a loaded machine too, where absolute figures are worse than they are.
"""

from __future__ import annotations

import gc
import os
import platform
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Final, Literal, NamedTuple, TextIO

import msgspec

from companion.lab.balance_settings import LabError, save_path

Better = Literal["less", "more"]


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the table: our figure, the peer's, their ratio, and the aim of issue 9 with whether it is met.

    `ratio` is ours to the peer's as the aim counts it: how many times as fast where more is better, else how many times as much.
    `aim` is empty for what is only told.
    """

    row: str
    what: str
    ours: float
    unit: str
    peer: str = ""
    theirs: float | None = None
    ratio: float | None = None
    aim: str = ""
    met: bool | None = None
    note: str = ""


class Run(NamedTuple):
    """How a row is measured: `quick` takes fewer rounds and smaller samples, for a look and for the tests; `full` the long ones."""

    quick: bool = False
    full: bool = False

    def times(self, many: int, few: int = 1, *, full: int = 0) -> int:
        """So many, so few when it must be quick, or as many as `full` says where that is asked for."""
        return few if self.quick else full if self.full and full else many


Measure = Callable[[Run], Iterable[Line]]


class Row(NamedTuple):
    """One row of issue 9: its name for `--only`, what it is about, and where it is measured (loaded late)."""

    name: str
    about: str
    load: Callable[[], Measure]


def _strength() -> Measure:
    from companion.lab.bench_strength import natural

    return natural


def _jokers() -> Measure:
    from companion.lab.bench_strength import jokers

    return jokers


def _bulk() -> Measure:
    from companion.lab.bench_strength import bulk

    return bulk


def _split() -> Measure:
    from companion.lab.bench_strength import split

    return split


def _offers() -> Measure:
    from companion.lab.bench_games import offers

    return offers


def _submit() -> Measure:
    from companion.lab.bench_table import submit

    return submit


def _durable() -> Measure:
    from companion.lab.bench_table import durable

    return durable


def _resume() -> Measure:
    from companion.lab.bench_table import resume

    return resume


def _games() -> Measure:
    from companion.lab.bench_games import games

    return games


def _lab() -> Measure:
    from companion.lab.bench_games import lab

    return lab


def _wire() -> Measure:
    from companion.wiring.bench_wire import wire

    return wire


def _lamp() -> Measure:
    from companion.wiring.bench_wire import lamp

    return lamp


def _start() -> Measure:
    from companion.wiring.bench_screen import start

    return start


def _headless() -> Measure:
    from companion.wiring.bench_screen import headless

    return headless


def _flip() -> Measure:
    from companion.wiring.bench_screen import flip

    return flip


def _memory() -> Measure:
    from companion.wiring.bench_screen import memory

    return memory


def _idle() -> Measure:
    from companion.wiring.bench_screen import idle

    return idle


def _redraw() -> Measure:
    from companion.wiring.bench_screen import redraw

    return redraw


ROWS: Final = (
    Row("strength", "5-card strength per call, natural cards, beside four libraries", _strength),
    Row("jokers", "the same with one and two jokers, beside brute force on a library", _jokers),
    Row("bulk", "strength of 100,000 hands at once (numpy)", _bulk),
    Row("split", "the best Chinese split, 0 to 2 jokers", _split),
    Row("offers", "Cassino: the uses of a card, 12 and 40 loose cards", _offers),
    Row("submit", "a submitted action, in memory", _submit),
    Row("durable", "a submitted action, saved, beside a bare SQLite commit", _durable),
    Row("resume", "resume 10,000 actions; undo at any depth", _resume),
    Row("games", "whole robot games a second, each game, trusted and checked; memory", _games),
    Row("lab", "the balance lab on two processes beside one", _lab),
    Row("wire", "commands and time on the wire for a card, beside nfcpy's tag.ndef", _wire),
    Row("lamp", "card placed to lamp, real threads, simulated chip", _lamp),
    Row("flip", "card placed to the next frame, real threads, also from idle", _flip),
    Row("start", "start to the first frame, beside an empty Kivy app", _start),
    Row("headless", "start of headless to ready", _headless),
    Row("memory", "memory with 6 players in battle, beside an empty Kivy app", _memory),
    Row("idle", "CPU while nothing happens: X11 and offscreen", _idle),
    Row("redraw", "a full redraw of the busiest screen", _redraw),
)


class UnmeasurableError(RuntimeError):
    """What a row needs is not here; its text says what is missing."""


def compared(
    row: str,
    what: str,
    ours: float,
    unit: str,
    *,
    peer: str = "",
    theirs: float | None = None,
    better: Better = "less",
    most: float | None = None,
    ratio: float | None = None,
    note: str = "",
) -> Line:
    """A line with its ratio and verdict: `most` bounds our own figure, `ratio` the one to the peer's, as `better` counts."""
    found = None if theirs is None else ours / theirs if better == "less" or unit.endswith("/s") else theirs / ours
    aims, met = [], True
    if most is not None:
        aims.append(f"{'≤' if better == 'less' else '≥'} {most:g} {unit}")
        met = ours <= most if better == "less" else ours >= most
    if ratio is not None and found is not None:
        aims.append(f"{'≤' if better == 'less' else '≥'} {ratio:g} ×")
        met = met and (found <= ratio if better == "less" else found >= ratio)
    aim = " and ".join(aims)
    return Line(row, what, ours, unit, peer, theirs, found, aim, met if aims else None, note)


def chosen(only: Sequence[str]) -> tuple[Row, ...]:
    """The rows asked for, all of them without a choice; `LabError("unknown-row")`."""
    known = {row.name: row for row in ROWS}
    for name in only:
        if name not in known:
            raise LabError("unknown-row", f"there is no row {name!r}; there are {', '.join(known)}")
    return tuple(row for row in ROWS if not only or row.name in only)


def measure(rows: Iterable[Row], run: Run) -> Iterator[Line]:
    """The lines of the rows, one by one; a row that cannot be measured here is told in words."""
    for row in rows:
        gc.collect()
        try:
            yield from row.load()(run)
        except (UnmeasurableError, ImportError) as error:
            yield Line(row.name, row.about, float("nan"), "", note=f"not measured: {error}")


# --- what it says ----------------------------------------------------------------------------------------------------


def machine() -> dict[str, str]:
    """The machine and the interpreter, so that figures are never shown without them; `load` is that of the last minute."""
    name = platform.processor() or platform.machine()
    cpus = Path("/proc/cpuinfo")
    if cpus.exists():
        found = (
            line.partition(":")[2].strip() for line in cpus.read_text().splitlines() if line.startswith("model name")
        )
        name = next(found, name)
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "?"
    return {
        "processor": name,
        "cores": str(os.cpu_count()),
        "system": f"{platform.system()} {platform.release()} {platform.machine()}",
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "load": load,
    }


def shown(line: Line) -> str:
    """One line of the printed table (Markdown)."""
    theirs = "" if line.theirs is None else f"{line.peer} {_figure(line.theirs)}"
    ratio = "" if line.ratio is None else f"{line.ratio:.3g} ×"
    met = {True: "✓", False: "✗", None: ""}[line.met]
    figure = "–" if line.ours != line.ours else f"{_figure(line.ours)} {line.unit}"
    note = f" ({line.note})" if line.note else ""
    return f"| {line.what}{note} | {figure} | {theirs} | {ratio} | {line.aim} | {met} |"


HEAD: Final = ("| what | ours | peer | ratio | aim | |", "|---|---:|---:|---:|---|---|")


def _figure(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.3g}"


def command(only: Sequence[str], quick: bool, json: str, out: TextIO = sys.stdout, *, full: bool = False) -> int:
    """Measure, print the table as it comes, and save it; the exit status is 2 for a question that makes no sense."""
    try:
        rows = chosen(only)
        kept = save_path(json) if json else None
    except LabError as error:
        print(f"companion: {error.code}: {error}", file=sys.stderr)
        return 2
    about = machine()
    print(", ".join(f"{key} {value}" for key, value in about.items()), *HEAD, sep="\n", file=out, flush=True)
    lines = []
    for line in measure(rows, Run(quick, full)):
        lines.append(line)
        print(shown(line), file=out, flush=True)
    missed = [line.what for line in lines if line.met is False]
    print(f"{len(lines)} figures, {len(missed)} aims missed{': ' + '; '.join(missed) if missed else ''}", file=out)
    if kept is not None:
        told = {"machine": about, "quick": quick, "lines": lines}
        try:
            kept.write_bytes(msgspec.json.format(msgspec.json.encode(told)) + b"\n")
        except OSError as error:
            print(f"companion: {error}", file=sys.stderr)
            return 1
    return 0
