"""The command `companion`: what it can do, and nothing loaded before it is needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

from companion import __version__

if TYPE_CHECKING:
    from companion.settings import Loaded

Run = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1 (it did not work) or 2 (bad command line)."""
    parsed = parser().parse_args(arguments)
    run: Run = parsed.run
    try:
        return run(parsed)
    except KeyboardInterrupt:
        return 130


def fail(text: str, status: int = 1) -> NoReturn:
    """End the program with one line on standard error."""
    print(f"companion: {text}", file=sys.stderr)
    raise SystemExit(status)


def parser() -> argparse.ArgumentParser:
    """All commands with their options."""
    top = argparse.ArgumentParser(
        prog="companion", description="A tabletop companion for card games with NFC-tagged cards."
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _headless(commands.add_parser("headless", help="the whole table without screen: lines in, JSON lines out"))
    _simulate(commands.add_parser("simulate", help="a table on this machine, its hardware simulated, in a window"))
    _demo(commands.add_parser("demo", help="robots play whole games through the simulated reader"))
    return top


# --- headless ----------------------------------------------------------------------------------------------------------


def _headless(command: argparse.ArgumentParser) -> None:
    command.description = "The whole table without screen: commands on standard input, JSON lines on standard output."
    command.add_argument("--journal", metavar="FILE", type=Path, help="save every action; resume the last game in FILE")
    command.add_argument("--cards", metavar="FILE", type=Path, help="know the tags of this card file (TOML)")
    command.add_argument(
        "--reader",
        metavar="PORT[=KIND][@SEAT]",
        action="append",
        default=[],
        help="attach a reader: a serial device or `usb`; KIND pn532 (default), pod, acr122 or rcs380; repeatable",
    )
    command.set_defaults(run=_run_headless)


def _run_headless(parsed: argparse.Namespace) -> int:
    from companion.wiring.headless import headless

    return headless(parsed.journal, parsed.cards, parsed.reader)


# --- on this machine ---------------------------------------------------------------------------------------------------


def _simulate(command: argparse.ArgumentParser) -> None:
    command.description = (
        "The table in a window with the simulated hardware beside it: reader, lamps, every card, robots, faults. "
        "Without a display robots play in the terminal instead."
    )
    command.add_argument(
        "--journal", metavar="FILE", type=Path, help="save every action in FILE and resume its last game"
    )
    command.add_argument("--seed", type=int, help="let robots and random hands be the same each time")
    command.add_argument("--screenshots", metavar="DIR", type=Path, help="keep a picture of each screen that is passed")
    _settings_words(command)
    command.set_defaults(run=_run_simulate)


def _settings_words(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "--set", metavar="KEY=VALUE", action="append", default=[], help="a setting, as in --set screen.language=fr"
    )


def _run_simulate(parsed: argparse.Namespace) -> int:
    from ui.app import PANELS, has_display, run

    if not has_display():
        print("There is no display here, so robots play in the terminal: companion demo.", flush=True)
        from companion.wiring.demo import Wanted, demo

        return demo(Wanted(seed=parsed.seed))
    from companion.wiring.desk import simulated

    desk = simulated(_loaded(parsed.set), parsed.journal, parsed.seed)
    return run(desk.front, display=PANELS["window"], simulator=True, screenshots=parsed.screenshots)


def _loaded(words: Sequence[str]) -> Loaded:
    from companion.settings import SettingsError, load

    try:
        return load(words=words)
    except SettingsError as error:
        fail(str(error), 2)


def _demo(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Robots play whole games; each card is laid on the simulated chip and lifted from it. "
        "In a window if there is a display, else as a running log."
    )
    command.add_argument("--game", default="", metavar="NAME", help="which game (default: one after another)")
    command.add_argument("--games", type=_positive, default=1, metavar="N", help="how many games (default: 1)")
    command.add_argument("--players", type=_positive, default=0, metavar="N", help="how many players")
    command.add_argument("--seed", type=int, help="the same seed plays the same games")
    command.add_argument("--fast", action="store_true", help="as fast as it goes, without animations")
    command.add_argument(
        "--screenshots", metavar="DIR", type=Path, help="a picture of each screen that is passed; needs no display"
    )
    command.set_defaults(run=_run_demo)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _run_demo(parsed: argparse.Namespace) -> int:
    from companion.wiring.demo import Wanted, demo

    return demo(Wanted(parsed.game, parsed.games, parsed.players, parsed.seed, parsed.fast, parsed.screenshots))
