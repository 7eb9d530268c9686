"""The options of the commands that play by themselves or measure: odds, balance, soak, bench."""

from __future__ import annotations

import argparse

from companion.arguments.common import path, positive


def odds(command: argparse.ArgumentParser) -> None:
    """Exact odds; the options are those of the game."""
    from companion.rules.casino_war.options import CasinoWarOptions
    from companion.rules.options import fields

    command.description = "Exact odds as fractions and percentages. Every option of the game may be given."
    games = command.add_subparsers(title="games", metavar="GAME", required=True)
    game = games.add_parser("casino-war", help="the table against the house")
    for field in fields(CasinoWarOptions):
        help_text = (
            f"{field.description} ({', '.join(field.choices) or f'{field.low}..{field.high}'}; default {field.default})"
        )
        game.add_argument(
            f"--{field.name.replace('_', '-')}", dest=f"option_{field.name}", metavar="VALUE", help=help_text
        )
    game.add_argument("words", metavar="option=value", nargs="*", help="the same as in a `new` of the headless table")
    game.set_defaults(run=_run_odds)


def _run_odds(parsed: argparse.Namespace) -> int:
    from companion.commands import show_odds

    given = {name.removeprefix("option_"): value for name, value in vars(parsed).items() if name.startswith("option_")}
    given |= {name: value for name, _, value in (word.partition("=") for word in parsed.words)}
    return show_odds({name: value for name, value in given.items() if value is not None})


def balance(command: argparse.ArgumentParser) -> None:
    """Many games of robots."""
    command.description = (
        "Robots of several skills play many games straight on the rules. Reported are length, wins by seat and skill, what each "
        "effect and hand contributed, and at Casino War the house's edge beside the exact one; 95 % intervals. Settings are "
        "compared on the same seeds. A path is an option of the game or one of the designer's numbers: effects.strike.strength, "
        "damage.five.pair, cards.KS.effect."
    )
    command.add_argument("game", metavar="GAME", help="which game, as in --game of demo")
    command.add_argument(
        "--games", type=positive, default=1000, metavar="N", help="games of each setting (default: 1000)"
    )
    command.add_argument("--players", type=positive, default=2, metavar="N", help="how many players (default: 2)")
    command.add_argument("--set", metavar="PATH=VALUE", action="append", default=[], help="fix an option or a number")
    command.add_argument("--vary", metavar="PATH=A,B,C", action="append", default=[], help="compare values; repeatable")
    command.add_argument(
        "--skills", default="", metavar="A,B", help="the robots, in turn over the seats (default: all kinds)"
    )
    command.add_argument(
        "--hands", type=positive, default=60, metavar="N", help="hands of an evening at Casino War (default: 60)"
    )
    command.add_argument(
        "--jobs", type=positive, default=1, metavar="N", help="processes (default: 1); changes no result"
    )
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed plays the same games (default: 1)"
    )
    command.add_argument("--plot", metavar="DIR", type=path, help="draw plots into DIR (needs the extra `lab`)")
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


def soak(command: argparse.ArgumentParser) -> None:
    """Simulated days."""
    command.description = (
        "Robots play on the simulated chip at one read a second, time compressed, with a fault every simulated hour, the journal on "
        "this machine's disk and the screen drawn offscreen. Told each hour: memory, handles, threads, journal, whether the screen "
        "rests. Status 1 if memory grows by more than 5 %, handles or threads do not stay, or a fault changes a game."
    )
    command.add_argument(
        "--hours", type=positive, default=24, metavar="N", help="simulated hours (default: 24; a week is 168)"
    )
    command.add_argument(
        "--seed", type=int, default=1, metavar="N", help="the same seed plays the same games (default: 1)"
    )
    command.add_argument("--json", action="store_true", help="one JSON object instead of text")
    screen = command.add_mutually_exclusive_group()
    screen.add_argument("--no-screen", action="store_true", help="without the screen, several times as fast")
    screen.add_argument(
        "--undrawn",
        action="store_true",
        help="with the screen, all but its pixels: its memory is the program's own, where a software renderer keeps what it compiles",
    )
    command.add_argument(
        "--folder",
        metavar="DIR",
        type=path,
        help="write the journal below DIR (default: the system's temporary folder)",
    )
    command.set_defaults(run=_run_soak)


def _run_soak(parsed: argparse.Namespace) -> int:
    from companion.wiring.soak import soak

    return soak(
        parsed.hours,
        parsed.seed,
        as_json=parsed.json,
        screen=not parsed.no_screen,
        undrawn=parsed.undrawn,
        place=parsed.folder,
    )


def bench(command: argparse.ArgumentParser) -> None:
    """Speed beside others."""
    command.description = (
        "Measure this program and others side by side in one run: a table with ratios and aims. The others come with the extra "
        "`bench`, numpy with `lab`; what is missing is told. Figures are for comparison on one machine."
    )
    command.add_argument(
        "--only", metavar="ROW", action="append", default=[], help="only this row; repeatable (see --list)"
    )
    command.add_argument("--list", action="store_true", help="name the rows and measure nothing")
    command.add_argument("--quick", action="store_true", help="fewer rounds and smaller samples")
    command.add_argument(
        "--full", action="store_true", help="the long samples: memory over 100,000 games (some minutes)"
    )
    command.add_argument("--json", metavar="FILE", default="", help="write the figures to FILE")
    command.set_defaults(run=_run_bench)


def _run_bench(parsed: argparse.Namespace) -> int:
    from companion.lab import bench

    if parsed.list:
        for row in bench.ROWS:
            print(f"{row.name:10} {row.about}")
        return 0
    return bench.command(parsed.only, parsed.quick, parsed.json, full=parsed.full)
