"""The command `companion`: what it can do, and nothing loaded before it is needed."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, NoReturn

from companion import __version__

if TYPE_CHECKING:
    from companion.settings import Loaded

Run = Callable[[argparse.Namespace], int]


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is 0, 1 (it did not work) or 2 (bad command line)."""
    given = sys.argv[1:] if arguments is None else list(arguments)
    parsed = parser(odds="odds" in given).parse_args(given)
    run: Run = parsed.run
    try:
        return run(parsed)
    except KeyboardInterrupt:
        return 130


def fail(text: str, status: int = 1) -> NoReturn:
    """End the program with one line on standard error."""
    print(f"companion: {text}", file=sys.stderr)
    raise SystemExit(status)


def parser(odds: bool = False) -> argparse.ArgumentParser:
    """All commands with their options; those of `odds` are a game's and are loaded only if they are wanted."""
    top = argparse.ArgumentParser(
        prog="companion", description="A tabletop companion for card games with NFC-tagged cards."
    )
    top.add_argument("--version", action="version", version=f"companion {__version__}")
    commands = top.add_subparsers(title="commands", metavar="COMMAND", required=True)
    _headless(commands.add_parser("headless", help="the whole table without screen: lines in, JSON lines out"))
    _simulate(commands.add_parser("simulate", help="a table on this machine, its hardware simulated, in a window"))
    _demo(commands.add_parser("demo", help="robots play whole games through the simulated reader"))
    _kiosk(commands.add_parser("kiosk", aliases=["play"], help="the table on its real devices, on this screen"))
    _cards(commands.add_parser("cards", help="which tag is which card: teach, list, import, export, audit, check"))
    _lamps(commands.add_parser("lamps", help="light every lamp, one after another"))
    _doctor(commands.add_parser("doctor", help="look at everything a table needs, and say how to mend it"))
    _replay(commands.add_parser("replay", help="play a recording again, and say how it ends or show it"))
    _nights(commands.add_parser("nights", help="the games of a journal: who played, how it went, as text, JSON or CSV"))
    _export(commands.add_parser("export", help="write all games as CSV and JSON, and read them back"))
    _backup(
        commands.add_parser("backup", help="copy journal, cards, people and settings to a folder, and read it back")
    )
    _restore(commands.add_parser("restore", help="put a backup in place; what lay there stays as its older version"))
    _settings(commands.add_parser("settings", help="the effective settings and where each came from"))
    _odds(commands.add_parser("odds", help="exact odds of Casino War under any options"), odds)
    _balance(commands.add_parser("balance", help="robots play many games: length, who wins, what effects and hands do"))
    _soak(commands.add_parser("soak", help="robots play for simulated days with faults each hour; what grows is told"))
    _bench(commands.add_parser("bench", help="how fast this is, beside others, on this machine"))
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
    _record(command)
    command.set_defaults(run=_run_headless)


def _run_headless(parsed: argparse.Namespace) -> int:
    from companion.wiring.headless import headless

    return headless(parsed.journal, parsed.cards, parsed.reader, parsed.record)


def _record(command: argparse.ArgumentParser) -> None:
    command.add_argument("--record", metavar="FILE", type=Path, help="record all that happens, for companion replay")


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
    _record(command)
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

    loaded = _loaded(parsed.set)
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
    _record(command)
    command.set_defaults(run=_run_demo)


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError(f"{number} is less than 1")
    return number


def _run_demo(parsed: argparse.Namespace) -> int:
    from companion.wiring.demo import Wanted, demo

    return demo(
        Wanted(parsed.game, parsed.games, parsed.players, parsed.seed, parsed.fast, parsed.screenshots, parsed.record)
    )


# --- a real table ------------------------------------------------------------------------------------------------------


def _kiosk(command: argparse.ArgumentParser) -> None:
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
    _record(command)
    _settings_words(command)
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


def _cards(command: argparse.ArgumentParser) -> None:
    command.description = (
        "The card registry: which tag is which card. It lies in the data folder unless --registry names another."
    )
    command.add_argument(
        "--registry", metavar="FILE", type=Path, help="the registry (default: cards.toml in the data folder)"
    )
    _settings_words(command)
    parts = command.add_subparsers(title="commands", metavar="COMMAND", required=True)
    one = parts.add_parser("list", help="the known decks")
    one.set_defaults(run=lambda parsed: _commands().list_cards(_registry(parsed)))
    one = parts.add_parser("import", help="add a card file to the registry")
    one.add_argument("file", type=Path, metavar="FILE")
    one.set_defaults(run=lambda parsed: _commands().import_cards(_registry(parsed), parsed.file))
    one = parts.add_parser("export", help="write the registry as a card file")
    one.add_argument("file", type=Path, nargs="?", metavar="FILE")
    one.set_defaults(run=lambda parsed: _commands().export_cards(_registry(parsed), parsed.file))
    one = parts.add_parser("forget", help="forget the tags of a deck")
    one.add_argument("label", metavar="LABEL")
    one.set_defaults(run=lambda parsed: _commands().forget_cards(_registry(parsed), parsed.label))
    one = parts.add_parser("check", help="check a designer's deck file, or a card file with tags")
    one.add_argument("file", type=Path, metavar="FILE")
    one.set_defaults(run=lambda parsed: _commands().check_deck(parsed.file))
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
    command.add_argument("--packs", type=_positive, default=6, metavar="N", help="packs in a shoe (default: 6)")


def _commands() -> ModuleType:
    from companion import commands

    return commands


def _registry(parsed: argparse.Namespace) -> Path:
    chosen: Path = parsed.registry or _loaded(parsed.set).settings.data / "cards.toml"
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
        status: int = _commands().audit_cards(_registry(parsed), parsed.label, parsed.cards, parsed.packs)
        return status
    from companion.wiring.teach import look_through

    return look_through(_registry(parsed), parsed.label, parsed.cards, parsed.packs, parsed.reader)


def _run_command(parsed: argparse.Namespace) -> int:
    from companion.wiring.teach import teach_command

    return teach_command(_registry(parsed), parsed.word, parsed.reader)


def _lamps(command: argparse.ArgumentParser) -> None:
    command.description = "Light the lamps of the settings one after another, and say which."
    command.add_argument("--seconds", type=float, default=1.5, metavar="N", help="how long each is lit (default: 1.5)")
    _settings_words(command)
    command.set_defaults(run=_run_lamps)


def _run_lamps(parsed: argparse.Namespace) -> int:
    from companion.wiring.kiosk import walk_lamps

    return walk_lamps(_loaded(parsed.set), parsed.seconds)


def _doctor(command: argparse.ArgumentParser) -> None:
    command.description = "Look at settings, decks, journal, ports, pins, display and clock. Status 0: all well, 1: something must be mended."
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    _settings_words(command)
    command.set_defaults(run=_run_doctor)


def _run_doctor(parsed: argparse.Namespace) -> int:
    from companion.doctor import report

    return report(parsed.set, as_json=parsed.json)


# --- what was -------------------------------------------------------------------------------------------------------------


def _replay(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Offer a recording to a table again, without devices or screen, and print the state it comes to."
    )
    command.add_argument("file", type=Path, metavar="FILE")
    command.add_argument("--log", action="store_true", help="print the log too")
    command.add_argument("--screen", action="store_true", help="show it in the window, at its own pace")
    command.add_argument("--speed", type=float, default=1.0, metavar="N", help="so many times as fast (0: no pauses)")
    _settings_words(command)
    command.set_defaults(run=_run_replay)


def _run_replay(parsed: argparse.Namespace) -> int:
    if not parsed.screen:
        status: int = _commands().replay(parsed.file, with_log=parsed.log)
        return status
    from companion.live.errors import RecordingError
    from companion.wiring.replay import on_screen
    from companion.words import error_text
    from ui.app import has_display

    if not has_display():
        fail("there is no display here; leave --screen away")
    try:
        return on_screen(parsed.file, _loaded(parsed.set), parsed.speed)
    except RecordingError as error:
        fail(f"{parsed.file}: {error_text(error.code, error.params)}")
    except OSError as error:
        fail(str(error))


def _export(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Write all games of a journal as CSV and JSON into a new folder below FOLDER; both are read back."
    )
    command.add_argument("folder", type=Path, metavar="FOLDER")
    command.add_argument(
        "--journal", metavar="FILE", type=Path, help="the journal (default: journal.db in the data folder)"
    )
    _settings_words(command)
    command.set_defaults(run=_run_export)


def _run_export(parsed: argparse.Namespace) -> int:
    journal = parsed.journal or _loaded(parsed.set).settings.data / "journal.db"
    status: int = _commands().export(journal, parsed.folder)
    return status


def _nights(command: argparse.ArgumentParser) -> None:
    command.description = "The games of a journal, oldest first."
    command.add_argument(
        "--journal", metavar="FILE", type=Path, help="the journal (default: journal.db in the data folder)"
    )
    command.add_argument("--json", action="store_const", dest="form", const="json", help="as JSON")
    command.add_argument(
        "--csv", action="store_const", dest="form", const="csv", help="as CSV: a line a player and round"
    )
    _settings_words(command)
    command.set_defaults(run=_run_nights, form="text")


def _run_nights(parsed: argparse.Namespace) -> int:
    status: int = _commands().nights(parsed.journal or _loaded(parsed.set).settings.data / "journal.db", parsed.form)
    return status


def _backup(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Copy everything that is kept into a new folder; every byte is read back. The table must not be running."
    )
    command.add_argument("folder", type=Path, metavar="FOLDER")
    _settings_words(command)
    command.set_defaults(run=lambda parsed: _commands().backup(_loaded(parsed.set).settings.data, parsed.folder))


def _restore(command: argparse.ArgumentParser) -> None:
    command.description = "Put a backup in place, if every byte of it is right. The table must not be running."
    command.add_argument("folder", type=Path, metavar="FOLDER")
    _settings_words(command)
    command.set_defaults(run=lambda parsed: _commands().restore(_loaded(parsed.set).settings.data, parsed.folder))


# --- asking ------------------------------------------------------------------------------------------------------------


def _settings(command: argparse.ArgumentParser) -> None:
    command.description = "Print every setting with its value and the file it came from."
    _settings_words(command)
    command.set_defaults(run=lambda parsed: _commands().show_settings(_loaded(parsed.set)))


def _odds(command: argparse.ArgumentParser, wanted: bool) -> None:
    command.description = "Exact odds as fractions and percentages. Every option of the game may be given."
    games = command.add_subparsers(title="games", metavar="GAME", required=True)
    game = games.add_parser("casino-war", help="the table against the house")
    if wanted:
        from companion.rules.casino_war.options import CasinoWarOptions
        from companion.rules.options import fields

        for field in fields(CasinoWarOptions):
            help_text = f"{field.description} ({', '.join(field.choices) or f'{field.low}..{field.high}'}; default {field.default})"
            game.add_argument(
                f"--{field.name.replace('_', '-')}", dest=f"option_{field.name}", metavar="VALUE", help=help_text
            )
    game.set_defaults(run=_run_odds)


def _run_odds(parsed: argparse.Namespace) -> int:
    given = {name.removeprefix("option_"): value for name, value in vars(parsed).items() if name.startswith("option_")}
    status: int = _commands().show_odds({name: value for name, value in given.items() if value is not None})
    return status


# --- the lab -------------------------------------------------------------------------------------------------------------


def _balance(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Robots of several skills play many games straight on the rules. Reported are length, wins by seat and skill, what each "
        "effect and hand contributed, and at Casino War the house's edge beside the exact one; 95 % intervals. Settings are "
        "compared on the same seeds. A path is an option of the game or one of the designer's numbers: effects.strike.strength, "
        "damage.five.pair, cards.KS.effect."
    )
    command.add_argument("game", metavar="GAME", help="which game, as in --game of demo")
    command.add_argument(
        "--games", type=_positive, default=1000, metavar="N", help="games of each setting (default: 1000)"
    )
    command.add_argument("--players", type=_positive, default=2, metavar="N", help="how many players (default: 2)")
    command.add_argument("--set", metavar="PATH=VALUE", action="append", default=[], help="fix an option or a number")
    command.add_argument("--vary", metavar="PATH=A,B,C", action="append", default=[], help="compare values; repeatable")
    command.add_argument(
        "--skills", default="", metavar="A,B", help="the robots, in turn over the seats (default: all kinds)"
    )
    command.add_argument(
        "--hands", type=_positive, default=60, metavar="N", help="hands of an evening at Casino War (default: 60)"
    )
    command.add_argument(
        "--jobs", type=_positive, default=1, metavar="N", help="processes (default: 1); changes no result"
    )
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed plays the same games (default: 1)"
    )
    command.add_argument("--plot", metavar="DIR", type=Path, help="draw plots into DIR (needs the extra `lab`)")
    command.add_argument("--json", metavar="FILE", default="", help="write all figures to FILE")
    command.set_defaults(run=_run_balance)


def _run_balance(parsed: argparse.Namespace) -> int:
    from companion.lab.balance_command import Wanted, command

    return command(
        Wanted(
            parsed.game, parsed.games, parsed.players, parsed.set, parsed.vary, parsed.jobs, parsed.seed, parsed.hands,
            parsed.skills, parsed.plot, parsed.json,
        )
    )  # fmt: skip


def _soak(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Robots play on the simulated chip at one read a second, time compressed, with a fault every simulated hour, the journal on "
        "this machine's disk and the screen drawn offscreen. Told each hour: memory, handles, threads, journal, whether the screen "
        "rests. Status 1 if memory grows by more than 5 %, handles or threads do not stay, or a fault changes a game."
    )
    command.add_argument(
        "--hours", type=_positive, default=24, metavar="N", help="simulated hours (default: 24; a week is 168)"
    )
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed plays the same games (default: 1)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    command.add_argument("--no-screen", action="store_true", help="without the screen, several times as fast")
    command.add_argument(
        "--folder",
        metavar="DIR",
        type=Path,
        help="write the journal below DIR (default: the system's temporary folder)",
    )
    command.set_defaults(run=_run_soak)


def _run_soak(parsed: argparse.Namespace) -> int:
    from companion.wiring.soak import soak

    return soak(parsed.hours, parsed.seed, as_json=parsed.json, screen=not parsed.no_screen, place=parsed.folder)


def _bench(command: argparse.ArgumentParser) -> None:
    command.description = (
        "Measure this program and others side by side in one run: a table with ratios and aims. The others come with the extra "
        "`bench`, numpy with `lab`; what is missing is told. Figures are for comparison on one machine."
    )
    command.add_argument(
        "--only", metavar="ROW", action="append", default=[], help="only this row; repeatable (see --list)"
    )
    command.add_argument("--list", action="store_true", help="name the rows and measure nothing")
    command.add_argument("--quick", action="store_true", help="fewer rounds and smaller samples")
    command.add_argument("--json", metavar="FILE", default="", help="write the figures to FILE")
    command.set_defaults(run=_run_bench)


def _run_bench(parsed: argparse.Namespace) -> int:
    from companion.lab import bench

    if parsed.list:
        for row in bench.ROWS:
            print(f"{row.name:10} {row.about}")
        return 0
    return bench.command(parsed.only, parsed.quick, parsed.json)
