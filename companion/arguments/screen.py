"""The options of the commands with a screen, or a table behind it: simulate, demo, kiosk, replay."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from companion.arguments.common import path, positive, record_file, settings_of, settings_words
from companion.cli import fail

if TYPE_CHECKING:
    from pathlib import Path

    from companion.settings import Loaded


def simulate(command: argparse.ArgumentParser) -> None:
    """The table in a window, its hardware simulated."""
    command.description = (
        "The table in a window with the simulated hardware beside it: reader, lamps, every card, robots, faults. "
        "Without a display robots play in the terminal instead."
    )
    command.add_argument(
        "--journal", metavar="FILE", type=path, help="save every action in FILE and resume its last game"
    )
    command.add_argument("--seed", type=int, help="let robots and random hands be the same each time")
    command.add_argument("--screenshots", metavar="DIR", type=path, help="keep a picture of each screen that is passed")
    record_file(command)
    settings_words(command)
    command.set_defaults(run=_run_simulate)


def _run_simulate(parsed: argparse.Namespace) -> int:
    from ui.app import PANELS, has_display, run

    if not has_display():
        print("There is no display here, so robots play in the terminal: companion demo.", flush=True)
        from companion.wiring.demo import Wanted, demo

        return demo(Wanted(seed=parsed.seed))
    from companion.wiring.desk import simulated

    loaded = settings_of(parsed.set)
    journal = parsed.journal or _simulated_journal(loaded)
    desk = simulated(loaded, journal, parsed.seed, record=parsed.record)
    status = run(
        desk.front,
        display=PANELS["window"],
        simulator=True,
        screenshots=parsed.screenshots,
        started=desk.open_beside,
    )
    desk.again.finish()
    return status


def _simulated_journal(loaded: Loaded) -> Path | None:
    """Where games of simulated tables are kept, apart from real ones; None where nothing can be kept."""
    folder: Path = loaded.settings.data / "simulated"
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    except OSError as error:
        print(f"companion: this table keeps nothing: {error}", file=sys.stderr)
        return None
    return folder / "journal.db"


def demo(command: argparse.ArgumentParser) -> None:
    """Robots that play."""
    command.description = (
        "Robots play whole games; each card is laid on the simulated chip and lifted from it. "
        "In a window if there is a display, else as a running log."
    )
    command.add_argument("--game", default="", metavar="NAME", help="which game (default: one after another)")
    command.add_argument(
        "--games",
        type=positive,
        default=0,
        metavar="N",
        help="how many games (default: 1; with --screenshots every one)",
    )
    command.add_argument("--players", type=positive, default=0, metavar="N", help="how many players")
    command.add_argument("--seed", type=int, help="the same seed plays the same games")
    command.add_argument("--fast", action="store_true", help="as fast as it goes, without animations")
    command.add_argument(
        "--screenshots",
        metavar="DIR",
        type=path,
        help="a picture of each screen, of the faults too, and all on contact.png; needs no display",
    )
    command.add_argument(
        "--language", default="", metavar="L", help="en, fr, or all: pictures in each, in a folder of its own"
    )
    record_file(command)
    command.set_defaults(run=_run_demo)


def _run_demo(parsed: argparse.Namespace) -> int:
    from companion.rules.games import GAMES
    from companion.wiring.demo import Wanted, demo
    from companion.words import error_text, languages

    spoken = languages() if parsed.language == "all" else (parsed.language,) if parsed.language else ()
    if unknown := set(spoken) - set(languages()):
        fail(error_text("bad-option-value", {"option": "language", "value": min(unknown), "choices": languages()}), 2)
    every = parsed.screenshots is not None and not parsed.game
    return demo(
        Wanted(
            parsed.game,
            parsed.games or (len(GAMES) if every else 1),
            parsed.players,
            parsed.seed,
            parsed.fast,
            parsed.screenshots,
            parsed.record,
            spoken,
        )
    )


def kiosk(command: argparse.ArgumentParser) -> None:
    """The table on its real devices."""
    command.description = "The table on the readers, pods, lamps and buttons of the settings and of this command line."
    command.add_argument(
        "--reader",
        metavar="PORT[=KIND][@SEAT]",
        action="append",
        default=[],
        help="attach a reader besides those of the settings",
    )
    command.add_argument(
        "--display",
        choices=("window", "large", "touch1", "touch2", "none"),
        default=None,
        help="the screen (default: found)",
    )
    record_file(command)
    settings_words(command)
    command.set_defaults(run=_run_kiosk)


def _run_kiosk(parsed: argparse.Namespace) -> int:
    from companion.settings import SettingsError, load
    from companion.wiring.kiosk import kiosk

    faults: list[SettingsError] = []
    try:
        loaded = load(words=parsed.set, faults=faults)
    except SettingsError as error:
        fail(str(error), 2)
    return kiosk(loaded, parsed.reader, parsed.display, parsed.record, [str(fault) for fault in faults])


def replay(command: argparse.ArgumentParser) -> None:
    """A recording once more."""
    command.description = (
        "Offer a recording to a table again, without devices or screen, and print the state it comes to."
    )
    command.add_argument("file", type=path, metavar="FILE")
    command.add_argument("--log", action="store_true", help="print the log too")
    command.add_argument("--screen", action="store_true", help="show it in the window, at its own pace")
    command.add_argument("--speed", type=float, default=1.0, metavar="N", help="so many times as fast (0: no pauses)")
    settings_words(command)
    command.set_defaults(run=_run_replay)


def _run_replay(parsed: argparse.Namespace) -> int:
    if not parsed.screen:
        from companion.commands import replay

        return replay(parsed.file, with_log=parsed.log)
    from companion.live.errors import RecordingError
    from companion.wiring.replay import on_screen
    from companion.words import error_text
    from ui.app import has_display

    if not has_display():
        fail("there is no display here; leave --screen away")
    try:
        return on_screen(parsed.file, settings_of(parsed.set), parsed.speed)
    except RecordingError as error:
        fail(f"{parsed.file}: {error_text(error.code, error.params)}")
    except OSError as error:
        fail(str(error))
