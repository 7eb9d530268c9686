"""The command `companion balance`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.lab.balance import Bar, balance
from companion.lab.balance_report import figures, text
from companion.lab.balance_settings import LabError, save_path, settings_of


class Wanted(NamedTuple):
    """What is asked for, as the command line says it."""

    game: str
    games: int = 1000
    players: int = 2
    fixed: Sequence[str] = ()
    varied: Sequence[str] = ()
    jobs: int = 1
    seed: int = 1
    hands: int = 60
    skills: str = ""
    plots: Path | None = None
    json: str = ""


def command(wanted: Wanted) -> int:
    """Play, report, and save what is to be kept; the exit status is 2 for a question that makes no sense."""
    try:
        settings = settings_of(
            wanted.game,
            players=wanted.players,
            seed=wanted.seed,
            hands=wanted.hands,
            fixed=wanted.fixed,
            varied=wanted.varied,
            skills=[skill for skill in wanted.skills.split(",") if skill],
        )
        kept = save_path(wanted.json) if wanted.json else None
        results = balance(settings, wanted.games, wanted.jobs, Bar(sys.stderr))
        print(text(results))
        if kept is not None:
            data = msgspec.json.encode([figures(result) for result in results], order="sorted")
            kept.write_bytes(msgspec.json.format(data) + b"\n")
        if wanted.plots is not None:
            from companion.lab.balance_plots import plot

            for path in plot(results, wanted.plots):
                print(f"wrote {path}")
    except LabError as error:
        print(f"companion: {error.code}: {error}", file=sys.stderr)
        return 2
    except OSError as error:
        print(f"companion: {error}", file=sys.stderr)
        return 1
    return 0
