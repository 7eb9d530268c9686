"""The options of `companion headless`."""

from __future__ import annotations

import argparse

from companion.arguments.common import path, record_file


def headless(command: argparse.ArgumentParser) -> None:
    """The table without screen."""
    command.description = "The whole table without screen: commands on standard input, JSON lines on standard output."
    command.add_argument("--journal", metavar="FILE", type=path, help="save every action; resume the last game in FILE")
    command.add_argument("--cards", metavar="FILE", type=path, help="know the tags of this card file (TOML)")
    command.add_argument(
        "--reader",
        metavar="PORT[=KIND][@SEAT]",
        action="append",
        default=[],
        help="attach a reader: a serial device or `usb`; KIND pn532 (default), pod, acr122 or rcs380; repeatable",
    )
    record_file(command)
    command.set_defaults(run=_run_headless)


def _run_headless(parsed: argparse.Namespace) -> int:
    from companion.wiring.headless import headless

    return headless(parsed.journal, parsed.cards, parsed.reader, parsed.record)
