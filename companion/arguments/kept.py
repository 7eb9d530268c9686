"""The options of the commands on a machine and on what it keeps: settings, doctor, lamps, nights, export, backup, restore."""

from __future__ import annotations

import argparse

from companion import commands
from companion.arguments.common import day, path, settings_of, settings_words


def settings(command: argparse.ArgumentParser) -> None:
    """The effective settings."""
    command.description = "Print every setting with its value and the file it came from."
    settings_words(command)
    command.set_defaults(run=lambda parsed: commands.show_settings(settings_of(parsed.set)))


def doctor(command: argparse.ArgumentParser) -> None:
    """What a table needs."""
    command.description = "Look at settings, decks, journal, ports, pins, display and clock. Status 0: all well, 1: something must be mended."
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    settings_words(command)
    command.set_defaults(run=_run_doctor)


def _run_doctor(parsed: argparse.Namespace) -> int:
    from companion.doctor import report

    return report(parsed.set, as_json=parsed.json)


def lamps(command: argparse.ArgumentParser) -> None:
    """Every lamp, one after another."""
    command.description = "Light the lamps of the settings one after another, and say which."
    command.add_argument("--seconds", type=float, default=1.5, metavar="N", help="how long each is lit (default: 1.5)")
    settings_words(command)
    command.set_defaults(run=_run_lamps)


def _run_lamps(parsed: argparse.Namespace) -> int:
    from companion.wiring.kiosk import walk_lamps

    return walk_lamps(settings_of(parsed.set), parsed.seconds)


def export(command: argparse.ArgumentParser) -> None:
    """All games as files."""
    command.description = (
        "Write all games of a journal as CSV and JSON into a new folder below FOLDER; both are read back."
    )
    command.add_argument("folder", type=path, metavar="FOLDER")
    command.add_argument(
        "--journal", metavar="FILE", type=path, help="the journal (default: journal.db in the data folder)"
    )
    settings_words(command)
    command.set_defaults(run=_run_export)


def _run_export(parsed: argparse.Namespace) -> int:
    journal = parsed.journal or settings_of(parsed.set).settings.data / "journal.db"
    return commands.export(journal, parsed.folder)


def nights(command: argparse.ArgumentParser) -> None:
    """The games of a journal."""
    command.description = "The games of a journal and of its archive, oldest first, night by night."
    command.add_argument(
        "--journal", metavar="FILE", type=path, help="the journal (default: journal.db in the data folder)"
    )
    command.add_argument("--json", action="store_const", dest="form", const="json", help="as JSON")
    command.add_argument(
        "--csv", action="store_const", dest="form", const="csv", help="as CSV: a line a player and round"
    )
    command.add_argument("--since", metavar="YYYY-MM-DD", type=day, default=0, help="only those from this day on")
    settings_words(command)
    command.set_defaults(run=_run_nights, form="text")


def _run_nights(parsed: argparse.Namespace) -> int:
    journal = parsed.journal or settings_of(parsed.set).settings.data / "journal.db"
    return commands.nights(journal, parsed.form, parsed.since)


def backup(command: argparse.ArgumentParser) -> None:
    """A copy of all that is kept."""
    command.description = (
        "Copy everything that is kept into a new folder; every byte is read back. The table must not be running."
    )
    command.add_argument("folder", type=path, metavar="FOLDER")
    settings_words(command)
    command.set_defaults(run=lambda parsed: commands.backup(settings_of(parsed.set).settings.data, parsed.folder))


def restore(command: argparse.ArgumentParser) -> None:
    """A copy put in place."""
    command.description = "Put a backup in place, if every byte of it is right. The table must not be running."
    command.add_argument("folder", type=path, metavar="FOLDER")
    settings_words(command)
    command.set_defaults(run=lambda parsed: commands.restore(settings_of(parsed.set).settings.data, parsed.folder))
