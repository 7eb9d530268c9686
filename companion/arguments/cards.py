"""The options of `companion cards` and its commands."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from companion import commands
from companion.arguments.common import path, positive, settings_of, settings_words

if TYPE_CHECKING:
    from pathlib import Path


def cards(command: argparse.ArgumentParser) -> None:
    """Which tag is which card."""
    command.description = (
        "The card registry: which tag is which card. It lies in the data folder unless --registry names another."
    )
    command.add_argument(
        "--registry", metavar="FILE", type=path, help="the registry (default: cards.toml in the data folder)"
    )
    settings_words(command)
    parts = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    one = parts.add_parser("list", help="the known decks")
    one.set_defaults(run=lambda parsed: commands.list_cards(_registry(parsed)))
    one = parts.add_parser("import", help="add a card file to the registry")
    one.add_argument("file", type=path, metavar="FILE")
    one.set_defaults(run=lambda parsed: commands.import_cards(_registry(parsed), parsed.file))
    one = parts.add_parser("export", help="write the registry as a card file")
    one.add_argument("file", type=path, nargs="?", metavar="FILE")
    one.set_defaults(run=lambda parsed: commands.export_cards(_registry(parsed), parsed.file))
    one = parts.add_parser("forget", help="forget the tags of a deck")
    one.add_argument("label", metavar="LABEL")
    one.set_defaults(run=lambda parsed: commands.forget_cards(_registry(parsed), parsed.label))
    one = parts.add_parser("check", help="check a designer's deck file, or a card file with tags")
    one.add_argument("file", type=path, metavar="FILE")
    one.set_defaults(run=lambda parsed: commands.check_deck(parsed.file))
    one = parts.add_parser("audit", help="which cards of a deck are missing, double or weak")
    _deck_kind(one)
    one.add_argument("--reader", metavar="PORT[=KIND]", help="look through the deck: lay each card on this reader once")
    one.set_defaults(run=_run_audit)
    one = parts.add_parser(
        "teach", help="teach a deck by laying its cards on a reader, in print order or named one by one"
    )
    _deck_kind(one)
    one.add_argument("--reader", metavar="PORT[=KIND]", required=True, help="the reader, as for headless")
    one.add_argument(
        "--any-order", action="store_true", help="ask which card each tag is, instead of taking them in print order"
    )
    one.add_argument("--write", action="store_true", help="write each card's number on its tag, too, and read it back")
    one.set_defaults(run=_run_teach)
    one = parts.add_parser("command", help="let a spare tag mean next, stand, war, surrender, undo or yes")
    one.add_argument("word", choices=("next", "stand", "war", "surrender", "undo", "yes"), metavar="WORD")
    one.add_argument("--reader", metavar="PORT[=KIND]", required=True, help="the reader, as for headless")
    one.set_defaults(run=_run_command)


def _deck_kind(command: argparse.ArgumentParser) -> None:
    command.add_argument(
        "label",
        metavar="LABEL",
        help="the deck, which is mostly its player's name; `shoe` and `pack` are the common ones",
    )
    command.add_argument(
        "--cards", choices=("jokers", "pack", "shoe"), default="jokers", help="54, 52, or several packs of 52"
    )
    command.add_argument("--packs", type=positive, default=6, metavar="N", help="packs in a shoe (default: 6)")


def _registry(parsed: argparse.Namespace) -> Path:
    chosen: Path = parsed.registry or settings_of(parsed.set).settings.data / "cards.toml"
    return chosen


def _run_teach(parsed: argparse.Namespace) -> int:
    from companion.wiring.teach import teach

    return teach(
        _registry(parsed),
        parsed.label,
        parsed.cards,
        parsed.packs,
        parsed.reader,
        printed=not parsed.any_order,
        writing=parsed.write,
    )


def _run_audit(parsed: argparse.Namespace) -> int:
    if parsed.reader is None:
        return commands.audit_cards(_registry(parsed), parsed.label, parsed.cards, parsed.packs)
    from companion.wiring.teach import look_through

    return look_through(_registry(parsed), parsed.label, parsed.cards, parsed.packs, parsed.reader)


def _run_command(parsed: argparse.Namespace) -> int:
    from companion.wiring.teach import teach_command

    return teach_command(_registry(parsed), parsed.word, parsed.reader)
