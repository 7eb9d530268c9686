"""`companion demo`: robots play whole games through the simulated chip, in a window or as a running log."""

from __future__ import annotations

import itertools
import random
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion import settings as kept_settings
from companion.cli import fail
from companion.devices import Devices
from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.router import Router
from companion.live.snapshot import Reply, Snapshot
from companion.live.table import Table
from companion.live.teaching import Verdict
from companion.robots import Company, manners_at, skills_at
from companion.rules.cards import Card
from companion.rules.game import Leave, Player, Touched
from companion.rules.games import GAMES
from companion.wiring.front import log_lines
from companion.wiring.headless import open_recording
from companion.wiring.simulated import ROBOT, SimulatedHardware
from companion.words import error_text, outcome_text, say
from companion.words.language import N_, P_
from hardware.simulation.reader import uid_for

if TYPE_CHECKING:
    from companion.wiring.desk import Desk

NAMES: Final = ("Ana", "Bruno", "Cem", "Dora", "Eva", "Finn")
HANDS: Final = 12  # a game of money has no end of its own: after so many hands everybody goes home
OPTIONS: Final[Mapping[str, Mapping[str, str]]] = {"casino-war": {"bank": "200", "minimum": "10"}}
STEPS: Final = 2000  # steps of the reader within which a card that lies on it must have been read
THREAD_S: Final = 10.0  # seconds that the demo's thread gets to end when the window is closed
READABLE: Final = 0.12  # seconds between two lines where somebody reads along


class Wanted(NamedTuple):
    """What the demo is asked for; `players` 0 is as many as suit the game."""

    game: str = ""
    games: int = 1
    players: int = 0
    seed: int | None = None
    fast: bool = False
    screenshots: Path | None = None
    record: Path | None = None
    languages: tuple[str, ...] = ()


class Summary(NamedTuple):
    """What was played, and what the chip had to do for it."""

    games: int
    actions: int
    touches: int
    reads: int
    commands: int
    seconds: float

    def text(self) -> str:
        """The summary in a line."""
        return say(
            P_(
                "{games} game, {actions} actions; {reads} cards read by the simulated chip ({commands} wire commands) in {seconds} s",
                "{games} games, {actions} actions; {reads} cards read by the simulated chip ({commands} wire commands) in {seconds} s",
                "games",
            ),
            **self._asdict() | {"seconds": f"{self.seconds:.1f}"},
        )


def evening(wanted: Wanted, rng: random.Random) -> Iterator[tuple[str, tuple[Player, ...]]]:
    """The games to be played, with their players; without a choice one game after another."""
    if wanted.game and wanted.game not in GAMES:
        fail(error_text("unknown-game", {"game": wanted.game, "choices": tuple(GAMES)}), 2)
    names = itertools.cycle([wanted.game] if wanted.game else list(GAMES))
    for name in itertools.islice(names, wanted.games):
        fewest, most = GAMES[name].seats
        count = wanted.players or min(most, max(fewest, rng.randint(2, 4)))
        if name == "cassino-draw":
            count = wanted.players or 2
        if not fewest <= count <= most:
            fail(f"{name}: {fewest} to {most} players", 2)
        yield name, tuple(Player(one, one) for one in NAMES[:count])


# --- in the terminal ---------------------------------------------------------------------------------------------------


class Stepped:
    """A table on simulated hardware whose every step is driven from here, under a clock that only steps move."""

    def __init__(self, rng: random.Random, record: Path | None = None, table: Table | None = None) -> None:
        self.now = 0.0
        self.rng = rng
        self.actions = 0
        self.touches = 0
        table = table or Table(GAMES)
        self.owner = Owner(table, Router(table, Cards()), clock=self.clock)
        self.devices = Devices(self.owner, self._told, self.clock)
        self._there: set[str] = set()  # tags that lie on the reader as far as it has told
        self.hardware = SimulatedHardware(self.clock)
        self.hardware.announce(self.devices)
        self.hardware.attach(self.devices)
        self.devices.connect()
        self.owner.subscribe(self._hear)
        self.owner.tap = open_recording(record, self.owner)
        self._verdicts: list[Verdict] = []
        self._reader = self.devices.readers[0]

    def clock(self) -> float:
        """Seconds that have passed on this table."""
        return self.now

    def _hear(self, news: Any) -> None:
        if isinstance(news, Verdict):
            self._verdicts.append(news)

    def _told(self, message: post.AnyMessage, result: Any) -> None:
        if isinstance(message, post.TagSeen):
            self._there.add(message.uid)
        elif isinstance(message, post.TagLifted):
            self._there.discard(message.uid)

    def step(self) -> None:
        """One step of the reader, and all that followed from it."""
        self.now += max(0.001, self._reader.step())
        self.owner.pump()
        if self.devices.lights is not None:
            self.devices.lights.step(self.now)

    def until(self, done: Callable[[], bool], what: str) -> None:
        """Step until something is so; `RuntimeError` if it never comes."""
        for _ in range(STEPS):
            if done():
                return
            self.step()
        raise RuntimeError(f"the simulated reader did not come to it: {what}")

    def tap(self, card: Card) -> Reply:
        """Lay a card on the antenna, wait for the table's word, and lift it; one that was there just now must first be missed."""
        self.until(lambda: uid_for(card) not in self._there, f"{card} is gone")
        self._verdicts.clear()
        self.hardware.place(card)
        self.until(lambda: bool(self._verdicts), f"{card} is read")
        self.hardware.lift(card)
        self.touches += 1
        verdict = self._verdicts[0]
        if verdict.reply is None:
            raise RuntimeError(f"{card} was not taken: {verdict.code}")
        return verdict.reply

    def told(self, message: post.AnyMessage) -> Reply:
        """The table's reply to a message."""
        replies: list[Reply] = []
        self.owner.post(message, replies.append)
        self.owner.pump()
        return replies[0]

    def start(self, game: str, players: Sequence[Player]) -> Snapshot:
        """Begin a game and wait until the reader is there."""
        reply = self.told(post.NewGame(game, tuple(players), dict(OPTIONS.get(game, {}))))
        if reply.refusal is not None:
            fail(error_text(reply.refusal.code, reply.refusal.params), 2)
        self.until(lambda: self._reader.status == "ready", "the reader is ready")
        assert reply.snapshot is not None
        return reply.snapshot

    def play(self, game: str, players: Sequence[Player]) -> Iterator[Snapshot]:
        """Play a whole game; a snapshot after each action."""
        shot = self.start(game, players)
        manners, skills = manners_at(game, shot.players), skills_at(game, shot.players)
        company = Company(shot.game, shot.players, shot.options, self.rng, skills, manners=manners, whims=0.0)
        events = shot.events
        yield shot
        while shot.outcome is None:
            company.follow(shot.state, events, shot.players)
            reply = self._act(company, shot)
            if reply.refusal is not None:
                raise RuntimeError(f"a robot was refused: {reply.refusal}")
            self.actions += 1
            assert reply.snapshot is not None
            shot, events = reply.snapshot, reply.events
            yield shot

    def _act(self, company: Company, shot: Snapshot) -> Reply:
        if goes_home(company.report):
            leaver = next(one["name"] for one in company.report["players"] if not one["out"])
            return self.told(post.Submit(Leave(leaver), ROBOT))
        action = company.act([one.prompt for one in shot.prompts])
        if action is None:
            raise RuntimeError("nobody acts")
        return self.tap(action.card) if isinstance(action, Touched) else self.told(post.Submit(action, ROBOT))

    def summary(self, games: int, seconds: float) -> Summary:
        """What was done so far."""
        chip = self.hardware.reader.chip
        return Summary(games, self.actions, self.touches, chip.reads, sum(chip.commands.values()), seconds)


def goes_home(report: Mapping[str, Any]) -> bool:
    """Whether it is time to go home: a game of money after its hands."""
    return "bank" in report["players"][0] and report["phase"] == "bets" and report["hand"] > HANDS


def in_terminal(wanted: Wanted, write: Callable[[str], None] = print) -> Summary:
    """Play with a running log; the summary is written at the end and returned."""
    rng = random.Random(wanted.seed)
    table = Stepped(rng, wanted.record)
    pause = threading.Event()
    begun = time.monotonic()
    games = 0
    for name, players in evening(wanted, rng):
        write(say(N_("— {game}: {players:names}"), game=name, players=[player.name for player in players]))
        shot = None
        for shot in table.play(name, players):
            for line in log_lines(shot, shot.entries - 1) if shot.entries else ():
                write(f"{line.entry:5}  {line.text}")
                if not wanted.fast:
                    pause.wait(READABLE)
        games += 1
        if shot is not None and shot.outcome is not None:
            write(f"       {outcome_text(shot.outcome)}")
    summary = table.summary(games, time.monotonic() - begun)
    table.owner.stop()
    table.owner.pump()  # a recording ends with it
    write(summary.text())
    return summary


# --- in the window -----------------------------------------------------------------------------------------------------


def in_window(wanted: Wanted, offscreen: bool) -> int:
    """Play in the window, or offscreen for screenshots; closed by hand or after the last game.

    With screenshots the walk of companion/wiring/tour.py follows, and a contact sheet; in several languages all of it once in each,
    in a folder of its own.
    """
    from companion.wiring.desk import simulated
    from ui import app

    games = list(evening(wanted, random.Random(wanted.seed)))
    words = ["screen.hints=off"]  # robots need none, and pictures show the prompts
    if wanted.languages:
        words.append(f"screen.language={wanted.languages[0]}")
    quiet = kept_settings.load(words=words)
    pictured = wanted.screenshots is not None
    with tempfile.TemporaryDirectory(prefix="companion-demo-") as folder:  # pictures of a journal need one
        journal = Path(folder) / "journal.db" if pictured else None
        desk = simulated(quiet, journal, wanted.seed, 0.02 if wanted.fast else 0.8, record=wanted.record)
        show = Show(wanted, games, desk)
        thread = threading.Thread(target=show.run, name="demo", daemon=True)
        status = app.run(
            desk.front,
            display=app.PANELS["none" if offscreen else "window"],
            motion=not wanted.fast,
            screenshots=wanted.screenshots,
            started=thread.start,
            screen="table",
        )
        show.closed.set()
        thread.join(THREAD_S)
    print(show.summary().text())
    return 1 if show.failed else status


class Show:
    """The evening in a window: games one after another, then the walk for pictures. `run` is the demo's own thread."""

    def __init__(self, wanted: Wanted, games: Sequence[tuple[str, tuple[Player, ...]]], desk: Desk) -> None:
        assert desk.hands is not None
        self.wanted, self.evening, self.desk, self.hands = wanted, games, desk, desk.hands
        self.closed = threading.Event()
        self.over = threading.Event()
        self.played, self.failed = 0, False
        self._begun = time.monotonic()
        self._entries = 0
        desk.owner.table.subscribe(self._heard)

    def _heard(self, reply: Reply) -> None:
        shot = reply.snapshot
        if shot is None:
            return
        if shot.outcome is not None:
            self.over.set()
        elif (report := shot.game.report(shot.state)) and goes_home(report):
            leaver = next((one["name"] for one in report["players"] if not one["out"]), None)
            if leaver is not None:
                self.desk.owner.post(post.Submit(Leave(leaver), ROBOT))

    def run(self) -> None:
        """Play, photograph, and close the window."""
        from companion.wiring.tour import Tour, TourError
        from ui import app, screenshots

        folder = self.wanted.screenshots
        self.desk.open()
        tour = Tour(self.desk, screenshots.photograph, screenshots.press, self.closed.wait)
        try:
            for language in self.wanted.languages or ("",):
                if language:
                    self.desk.front.change_setting("language", language)
                if folder is not None and len(self.wanted.languages) > 1:
                    screenshots.begin(folder / language)
                self.games()
                if folder is not None and not self.closed.is_set():
                    screenshots.watch(False)
                    tour.run()
                    screenshots.watch(True)
                    screenshots.contact_sheet()
        except TourError as error:
            self.failed = not self.closed.is_set()
            if self.failed:
                print(f"companion: {error}", file=sys.stderr)
        finally:
            app.stop()

    def games(self) -> None:
        """The games that are wanted."""
        for name, players in self.evening:
            self.over.clear()
            for player in players:
                self.hands.set_robot(player.name, True)
            self.desk.front.new_game(name, players, OPTIONS.get(name, {}))
            while not self.over.wait(0.2):
                if self.closed.is_set():
                    return
            shot = self.desk.front.snapshot
            self.played += 1
            self._entries += shot.entries if shot else 0
            self.closed.wait(0.3 if self.wanted.fast else 4.0)

    def summary(self) -> Summary:
        """What was done."""
        chip = self.hands.hardware.reader.chip
        commands = sum(chip.commands.values())
        return Summary(self.played, self._entries, 0, chip.reads, commands, time.monotonic() - self._begun)


def demo(wanted: Wanted) -> int:
    """The demo where it can be seen: in a window, else in the terminal; screenshots need no display."""
    from ui.app import has_display

    if wanted.screenshots is not None:
        wanted.screenshots.mkdir(parents=True, exist_ok=True)
        return in_window(wanted, offscreen=not has_display())
    if has_display():
        return in_window(wanted, offscreen=False)
    try:
        in_terminal(wanted, _line)
    except BrokenPipeError:
        sys.stderr.close()
    return 0


def _line(text: str) -> None:
    print(text, flush=True)
