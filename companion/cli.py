"""The command `companion`: what it can do, and nothing loaded before it is needed.

The options of a command are in `companion/arguments/`, and are loaded only where it is the one that is given.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Final, NamedTuple, NoReturn

from companion import __version__

Run = Callable[[argparse.Namespace], int]


class Command(NamedTuple):
    """A command: its name, the module of `companion/arguments/` that fills its options (a function of that name), its help."""

    name: str
    module: str
    help: str
    aliases: tuple[str, ...] = ()


COMMANDS: Final = (
    Command("headless", "headless", "the whole table without screen: lines in, JSON lines out"),
    Command("simulate", "screen", "a table on this machine, its hardware simulated, in a window"),
    Command("demo", "screen", "robots play whole games through the simulated reader"),
    Command("kiosk", "screen", "the table on its real devices, on this screen", ("play",)),
    Command("cards", "cards", "which tag is which card: teach, list, import, export, audit, check"),
    Command("lamps", "kept", "light every lamp, one after another"),
    Command("doctor", "kept", "look at everything a table needs, and say how to mend it"),
    Command("replay", "screen", "play a recording again, and say how it ends or show it"),
    Command("nights", "kept", "the games of a journal: who played, how it went, as text, JSON or CSV"),
    Command("export", "kept", "write all games as CSV and JSON, and read them back"),
    Command("backup", "kept", "copy journal, cards, people and settings to a folder, and read it back"),
    Command("restore", "kept", "put a backup in place; what lay there stays as its older version"),
    Command("settings", "kept", "the effective settings and where each came from"),
    Command("odds", "lab", "exact odds of Casino War under any options"),
    Command("balance", "lab", "robots play many games: length, who wins, what effects and hands do"),
    Command("soak", "lab", "robots play for simulated days with faults each hour; what grows is told"),
    Command("bench", "lab", "how fast this is, beside others, on this machine"),
)


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1 (it did not work) or 2 (bad command line)."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    wanted = [one for one in COMMANDS if given and given[0] in (one.name, *one.aliases)]
    parsed = parser(wanted).parse_args(given)
    run: Run = parsed.run
    try:
        status = run(parsed)
        sys.stdout.flush()
        return status
    except KeyboardInterrupt:
        return 130
    except BrokenPipeError:  # who read it has seen enough: `companion nights | head`; the rest goes nowhere
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1


def fail(text: str, status: int = 1) -> NoReturn:
    """End the program with one line on standard error."""
    print(f"companion: {text}", file=sys.stderr)
    raise SystemExit(status)


def parser(wanted: Sequence[Command] = COMMANDS) -> argparse.ArgumentParser:
    """The wanted commands with their options; where none is wanted all are told, without options."""
    top = argparse.ArgumentParser(
        prog="companion", description="A tabletop companion for card games with NFC-tagged cards."
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    for one in wanted or COMMANDS:
        command = commands.add_parser(one.name, aliases=one.aliases, help=one.help)
        if wanted:
            fill: Callable[[argparse.ArgumentParser], None] = getattr(
                import_module(f"companion.arguments.{one.module}"), one.name
            )
            fill(command)
    return top
