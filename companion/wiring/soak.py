"""`companion soak`: robots play for simulated hours or weeks at one read a second, with faults every hour; what grows is told.

The real driver on the simulated chip, the real journal on this machine's disk, the real screen drawn offscreen: only the clock is
compressed. Measured each simulated hour are memory, file handles, threads, the journal's size, whether the game comes back from the
journal as it stands, and whether the screen comes to rest.
"""

from __future__ import annotations

import gc
import itertools
import logging
import os
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.live import messages as post
from companion.live.errors import JournalError
from companion.live.journal import ARCHIVED, KEEP, Journal
from companion.live.pause import Pause
from companion.live.snapshot import Reply, Snapshot
from companion.live.table import Table
from companion.robots import Company
from companion.rules.game import plain
from companion.rules.games import GAMES
from companion.wiring.demo import Stepped, Wanted, evening

HOUR: Final = 3600.0
WARM: Final = 0.15  # share of the hours in which caches fill and the journal comes to its bound; measured from there on
GROWTH: Final = 1.05  # of memory, from the warm beginning to the end
OUTAGE_S: Final = 20.0
BACK_S: Final = 5.0
RESTS_S: Final = 10.0  # real seconds within which an unchanged screen must have come to rest
BURST: Final = 25  # reads between two waits for the screen, so that it is not left behind
FAULTS: Final = ("unplug", "noise", "silence", "stuck", "stacked", "left")

_log = logging.getLogger(__name__)


class Hour(msgspec.Struct, frozen=True):
    """What was measured after an hour: KiB of memory, open handles, threads, bytes of journal and archive, games in both."""

    hour: int
    fault: str
    memory: int
    handles: int
    threads: int
    journal: int
    archive: int
    games: int
    rested_s: float


class Report(msgspec.Struct):
    """What came of it; `failures` are sentences, none if all is well."""

    hours: int
    seed: int
    screen: bool
    reads: int = 0
    actions: int = 0
    games: int = 0
    resumes: int = 0
    seconds: float = 0.0
    growth: float = 1.0
    measured: list[Hour] = []
    failures: list[str] = []

    @property
    def ok(self) -> bool:
        """Whether nothing failed."""
        return not self.failures


class Screen:
    """The screen beside the table, drawn by the main thread; without one nothing is waited for."""

    def __init__(self, shown: bool) -> None:
        self.shown = shown
        self.renderer = ""

    @property
    def compiles(self) -> bool:
        """Whether Mesa's llvmpipe draws: it keeps machine code for each new state (hundreds of MiB), so memory says nothing of us."""
        return "llvmpipe" in self.renderer.lower()

    def ask_renderer(self) -> None:
        """Note what draws; on the screen's thread."""
        from kivy.graphics.opengl import GL_RENDERER, glGetString

        self.renderer = bytes(glGetString(GL_RENDERER) or b"").decode("ascii", "replace")

    def catch_up(self) -> None:
        """Wait until everything that was told so far was shown."""
        if self.shown:
            from kivy.clock import Clock

            done = threading.Event()
            Clock.schedule_once(lambda _dt: done.set())
            done.wait(60.0)

    def rest(self) -> float | None:
        """The real seconds until the loop turned slowly because nothing was drawn any more; None if it never did."""
        if not self.shown:
            return 0.0
        from kivy.clock import Clock

        from ui.idle import ACTIVE_FPS

        begun, pause = time.monotonic(), threading.Event()
        while time.monotonic() - begun < RESTS_S:
            if Clock._max_fps < ACTIVE_FPS:
                return time.monotonic() - begun
            pause.wait(0.05)
        return None


class Tidy(Stepped):
    """A table whose robots do their chores between rounds, where a screen asks for them."""

    def _act(self, company: Company, shot: Snapshot) -> Reply:
        if isinstance(self.owner.router.consumer, Pause):
            self.owner.post(post.ChoresDone())
            self.owner.pump()
        return super()._act(company, shot)


class Soak:
    """One run. `play` does it all, on any thread."""

    def __init__(self, hours: int, seed: int, folder: Path, screen: Screen, told: Callable[[str], None]) -> None:
        self.report = Report(hours, seed, screen.shown)
        self.rng = random.Random(seed)
        self.path = folder / "journal.db"
        self.screen = screen
        self.told = told
        self.closing = threading.Event()
        self.table = Tidy(self.rng, table=Table(GAMES, Journal.open(self.path, wall=lambda: self.table.now)))
        self._hours = itertools.count(1)
        self._tick = 0.0

    # --- play --------------------------------------------------------------------------------------------------------

    def play(self) -> Report:
        """Play until the hours are over, measure each, and judge."""
        begun = time.monotonic()
        due, ends = HOUR, self.report.hours * HOUR
        try:
            for shot in self._shots():
                if self.closing.is_set() or self.table.now >= ends:
                    break
                if self.table.now >= due:
                    due += HOUR
                    self._hour(shot)
            else:
                raise AssertionError("the games never end")
            if self.table.now >= due and not self.closing.is_set():
                self._hour(shot)
        except Exception as error:
            _log.exception("the soak ended early")
            self.report.failures.append(f"it ended early: {error!r}")
        finally:
            self.report.reads = self.table.hardware.reader.reads
            self.report.actions = self.table.actions
            self.report.seconds = round(time.monotonic() - begun, 1)
        self._judge()
        return self.report

    def _shots(self) -> Iterator[Snapshot]:
        """The moments of one game after another, at one read a second."""
        touches = 0
        for name, players in evening(Wanted(games=1 << 40), self.rng):
            self.report.games += 1
            for shot in self.table.play(name, players):
                yield shot
                if self.table.touches > touches:  # the rest of the second passes at once
                    touches = self.table.touches
                    self._tick = max(self._tick + 1.0, self.table.now)
                    self.table.now = self._tick
                    if touches % BURST == 0:
                        self.screen.catch_up()

    # --- an hour -----------------------------------------------------------------------------------------------------

    def _hour(self, shot: Snapshot) -> None:
        hour = next(self._hours)
        fault = FAULTS[hour % len(FAULTS)]
        self._break(fault, shot)
        self._come_back(shot)
        self.screen.catch_up()
        rested = self.screen.rest()
        if rested is None:
            self._fail(hour, "the screen does not come to rest")
        gc.collect()
        sizes = {ending: _size(self.path.with_name(self.path.name + ending)) for ending in ("", "-wal", ".archive")}
        measured = Hour(
            hour, fault, _memory(), _handles(), threading.active_count(), sizes[""] + sizes["-wal"], sizes[".archive"],
            len(self._journal().games()), round(RESTS_S if rested is None else rested, 2),
        )  # fmt: skip
        self.report.measured.append(measured)
        self.told(
            f"hour {hour:4}  {fault:8} {measured.memory // 1024:5} MiB  {measured.handles:3} handles  {measured.threads:2} threads  "
            f"journal {measured.journal // 1024:6} KiB  archive {measured.archive // 1024:6} KiB  screen {measured.rested_s:.2f} s"
        )

    def _break(self, fault: str, shot: Snapshot) -> None:
        """Let something happen to the reader; the game must not notice."""
        reader = self.table.hardware.reader
        self._run(1.0)
        match fault:
            case "unplug":
                reader.unplug()
                self._run(OUTAGE_S)
                reader.replug()
            case "noise":
                reader.faults.babble(self.rng.randrange(1 << 30), 0.2)
                self._run(OUTAGE_S)
                reader.heal()
            case "silence":
                reader.mute(True)
                self._run(OUTAGE_S)
                reader.mute(False)
            case "stuck":
                reader.unplug()
                self._run(3.0)
                reader.stick()
                reader.replug()
            case _:
                played = [
                    card
                    for label in shot.game.decks(shot.players, shot.options)
                    for card in shot.game.cards(label, shot.options)
                ]
                two = self.rng.sample(played, 2)
                for card in two if fault == "stacked" else ():
                    self.table.hardware.place(card)
                if fault == "left":
                    reader.place("08A1B2C3")  # a phone that somebody has left there
                self._run(OUTAGE_S)
                reader.lift()
        begun = self.table.now
        self.table.until(lambda: self.table.devices.readers[0].status == "ready", "the reader is back")
        if self.table.now - begun > BACK_S:
            self.report.failures.append(f"after {fault} the reader was back in {self.table.now - begun:.1f} s")
        self._run(1.0)
        after = self.table.owner.table.snapshot
        if after is None or (after.entries, after.state) != (shot.entries, shot.state):
            self.report.failures.append(f"{fault} changed the game at entry {shot.entries}")

    def _come_back(self, shot: Snapshot) -> None:
        """Resume a copy of the journal, as after a power cut now."""
        with tempfile.TemporaryDirectory(prefix="companion-soak-") as folder:
            copy = Path(folder) / "journal.db"
            try:
                self._journal().copy_to(copy)
                with Journal.open(copy) as journal:
                    table = Table(GAMES, journal)
                    reply = table.resume()
            except JournalError as error:
                self.report.failures.append(f"the journal cannot be read back: {error}")
                return
        again = table.snapshot
        self.report.resumes += 1
        same = again is not None and (again.entries, plain(again.report())) == (shot.entries, plain(shot.report()))
        if reply.notices or not same:
            self.report.failures.append(f"at entry {shot.entries} the journal came back otherwise: {reply.notices}")

    def _run(self, seconds: float) -> None:
        end = self.table.now + seconds
        while self.table.now < end:
            self.table.step()

    def _journal(self) -> Journal:
        journal = self.table.owner.table.journal
        assert journal is not None
        return journal

    def _fail(self, hour: int, what: str) -> None:
        self.report.failures.append(f"hour {hour}: {what}")

    # --- judgement ---------------------------------------------------------------------------------------------------

    def _judge(self) -> None:
        hours = self.report.measured
        warm = hours[max(1, round(len(hours) * WARM)) :] or hours
        if not warm:
            return
        first, last = warm[0], warm[-1]
        self.report.growth = round(last.memory / first.memory, 3)
        if self.report.growth > GROWTH and not self.screen.compiles:
            self.report.failures.append(f"memory grew from {first.memory} to {last.memory} KiB")
        for what in ("handles", "threads"):
            if len({getattr(one, what) for one in warm}) > 1:
                self.report.failures.append(f"{what} did not stay: {sorted({getattr(one, what) for one in warm})}")
        most = max(one.games for one in hours)
        if most > KEEP:
            self.report.failures.append(f"the journal holds {most} games; {KEEP} are the most")


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except OSError:
        return 0


def _memory() -> int:
    """KiB of memory that this process holds; its peak where the system does not tell that."""
    try:
        pages = int(Path("/proc/self/statm").read_text().split()[1])
    except OSError:
        import resource

        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // (1024 if sys.platform == "darwin" else 1)
    return pages * os.sysconf("SC_PAGE_SIZE") // 1024


def _handles() -> int:
    try:
        return len(os.listdir("/proc/self/fd")) - 1
    except OSError:
        return 0


# --- the command -----------------------------------------------------------------------------------------------------


def soak(
    hours: int, seed: int, *, as_json: bool, screen: bool = True, undrawn: bool = False, place: Path | None = None
) -> int:
    """Run it and print what was measured; status 1 if anything failed. `place` is where the journal is written.

    `undrawn` leaves the screen its widgets, layouts and drawing instructions, and fills no pixel.
    """
    logging.getLogger("hardware").setLevel(logging.ERROR)  # the faults are ours
    if undrawn:
        os.environ["KIVY_GL_BACKEND"] = "mock"
        logging.getLogger("kivy").setLevel(logging.CRITICAL)  # nobody compiles its shaders

    def told(line: str) -> None:  # each hour as it ends: who waits for a week wants to see that it goes on
        print(line, file=sys.stderr if as_json else sys.stdout, flush=True)

    with tempfile.TemporaryDirectory(prefix="soak-", dir=place) as folder:
        run = Soak(hours, seed, Path(folder), Screen(screen), told)
        report = _beside_a_screen(run) if screen else run.play()
        run.table.devices.close()
        run._journal().close()
    if as_json:
        print(
            msgspec.json.encode(
                {"ok": report.ok, "archived": ARCHIVED, "kept": KEEP, **msgspec.to_builtins(report)}
            ).decode()
        )
        return 0 if report.ok else 1
    print(
        f"{report.hours} simulated hours in {report.seconds} s: {report.reads} reads, {report.actions} actions, {report.games} games, "
        f"{report.resumes} resumes; memory {report.growth:.3f} times what it was."
    )
    if run.screen.compiles:
        print(f"Memory is not judged: {run.screen.renderer} draws in software and keeps what it compiles.")
    for failure in report.failures:
        print(failure)
    print("All is well." if report.ok else "Not all is well.")
    return 0 if report.ok else 1


def _beside_a_screen(run: Soak) -> Report:
    """Draw the table offscreen on this thread while it is played on another."""
    from companion.people import People
    from companion.settings import Loaded, Settings
    from companion.wiring.front import Front
    from ui import app

    front: Any = Front(run.table.owner, run.table.devices, Loaded(Settings(), ()), People())
    reports: list[Report] = []

    def play() -> None:
        reports.append(run.play())
        app.stop()

    thread = threading.Thread(target=play, name="soak", daemon=True)

    def started() -> None:
        run.screen.ask_renderer()
        thread.start()

    app.run(front, display=app.PANELS["none"], motion=False, started=started, screen="table")
    run.closing.set()
    thread.join(60.0)
    return reports[0]
