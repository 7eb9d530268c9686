"""Plots of what the balance lab found (extra `lab`: matplotlib), one PNG a question."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.lab.balance import Result
from companion.lab.balance_report import noun
from companion.lab.balance_settings import LabError
from companion.lab.intervals import Interval, wilson


def plot(results: Sequence[Result], folder: Path) -> tuple[Path, ...]:
    """Write the plots into `folder`, which is made; `LabError("no-matplotlib")` without the extra."""
    try:
        from matplotlib.figure import Figure
    except ImportError:
        raise LabError("no-matplotlib", "plots need the extra `lab`: pip install tabletop-companion[lab]") from None
    folder.mkdir(parents=True, exist_ok=True)
    written = []
    for name, draw in (("length", _lengths), ("wins", _wins), ("effects", _effects), ("hands", _hands)):
        figure = Figure(figsize=(8, 4.5), layout="constrained")
        if draw(figure.add_subplot(), results):
            path = folder / f"{name}.png"
            figure.savefig(path, dpi=120)
            written.append(path)
    return tuple(written)


def _lengths(axes: Any, results: Sequence[Result]) -> bool:
    for result in results:
        lengths = dict(sorted(result.tally.lengths.items()))
        shares = [count / result.tally.games for count in lengths.values()]
        axes.plot(list(lengths), shares, marker=".", label=result.setting.label)
    axes.set(
        xlabel=noun(results[0].setting.game), ylabel="share of games", title=f"Length of {results[0].setting.game}"
    )
    axes.legend()
    return True


def _wins(axes: Any, results: Sequence[Result]) -> bool:
    first = results[0]
    names = [f"seat {seat + 1}" for seat in range(first.setting.players)] + sorted(first.tally.skill_seats)
    for at, result in enumerate(results):
        tally = result.tally
        shares = [wilson(tally.seat_wins.get(seat, 0), tally.games) for seat in range(first.setting.players)]
        shares += [
            wilson(tally.skill_wins.get(s, 0), tally.skill_seats.get(s, 0)) for s in sorted(first.tally.skill_seats)
        ]
        places = [place + 0.8 * (at + 0.5) / len(results) - 0.4 for place in range(len(names))]
        axes.errorbar(
            places, [one.value for one in shares], yerr=_bars(shares), fmt="o", capsize=3, label=result.setting.label
        )
    axes.axhline(1 / first.setting.players, color="grey", linewidth=0.8, linestyle="--")
    axes.set_xticks(range(len(names)), names)
    axes.set(ylabel="share of games won, 95 %", title=f"Who wins {first.setting.game}", ylim=(0, 1))
    axes.legend()
    return True


def _effects(axes: Any, results: Sequence[Result]) -> bool:
    names = sorted({name for result in results for name in result.tally.effects})
    for at, result in enumerate(results):
        worked = [
            effect.worked / result.tally.games if (effect := result.tally.effects.get(name)) else 0.0 for name in names
        ]
        _bar(axes, at, len(results), worked, result.setting.label)
    axes.set_xticks(range(len(names)), names)
    axes.set(ylabel="points that worked, a game", title="What each effect contributed")
    axes.legend()
    return bool(names)


def _hands(axes: Any, results: Sequence[Result]) -> bool:
    names = [
        name
        for name, _ in sorted(results[0].tally.hands.items(), key=lambda item: item[1].base / max(1, item[1].battles))
    ]
    for at, result in enumerate(results):
        shares = [
            hand.damage / max(1, result.tally.damage) if (hand := result.tally.hands.get(name)) else 0.0
            for name in names
        ]
        _bar(axes, at, len(results), shares, result.setting.label)
    axes.set_xticks(range(len(names)), [name.replace("_", "\n") for name in names], fontsize=8)
    axes.set(ylabel="share of all damage", title="What each attacking hand contributed")
    axes.legend()
    return bool(names)


def _bar(axes: Any, at: int, of: int, heights: Sequence[float], label: str) -> None:
    width = 0.8 / of
    axes.bar([place + width * (at + 0.5) - 0.4 for place in range(len(heights))], heights, width, label=label)


def _bars(shares: Sequence[Interval]) -> list[list[float]]:
    return [[one.value - one.low for one in shares], [one.high - one.value for one in shares]]
