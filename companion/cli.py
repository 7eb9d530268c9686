"""The command `companion`: what it can do, and nothing loaded before it is needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from companion import __version__

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
    from companion.wiring import headless

    return headless(parsed.journal, parsed.cards, parsed.reader)
