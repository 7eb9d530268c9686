"""What the balance lab found, as figures with intervals and as text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import sqrt
from typing import Any, Final

import msgspec

from companion.lab.balance import Result
from companion.lab.balance_tally import EXHAUSTED, MoneyTally, Tally
from companion.lab.intervals import Interval, wilson

NOUN: Final = {"casino-war": "hands", "cassino": "packs"}


class Edge(msgspec.Struct, frozen=True):
    """A simulated expectation per chip beside the exact one; `errors` is their distance in standard errors."""

    bet: str
    hands: int
    simulated: float
    error: float
    exact: Fraction
    errors: float


def noun(game: str) -> str:
    """What the length of a game is counted in."""
    return NOUN.get(game.partition("-")[0] if game.startswith("cassino") else game, "rounds")


def edges(result: Result) -> tuple[Edge, ...]:
    """The house's edge at Casino War as it was simulated, by habit, beside the exact one (odds.py).

    Hands of one habit at one table are independent where the shoe is shuffled after each; several seats of one habit share
    the dealer's card, so then the error is somewhat too small.
    """
    from companion.rules.casino_war.odds import house_edge
    from companion.rules.casino_war.options import CasinoWarOptions

    options = result.setting.prepared()[2]
    if not isinstance(options, CasinoWarOptions):
        return ()
    odds = house_edge(options)
    found = []
    tie_bets = MoneyTally()
    for habit, account in sorted(result.tally.money.items()):
        surrenders = habit == "surrender" and options.surrender
        found.append(_edge(f"ante, {habit}", account, odds.surrender if surrenders else odds.war))
        tie_bets.tie_bets += account.tie_bets
        tie_bets.tie_staked += account.tie_staked
        tie_bets.tie_net += account.tie_net
        tie_bets.tie_squares += account.tie_squares
    if tie_bets.tie_bets > 1 and odds.tie is not None:
        # tie bets are all of one size here, so a chip's expectation is a plain mean
        count, size = tie_bets.tie_bets, tie_bets.tie_staked / tie_bets.tie_bets
        mean = tie_bets.tie_net / count
        error = sqrt((tie_bets.tie_squares / count - mean * mean) / (count - 1)) / size
        found.append(_beside("tie bet", count, mean / size, error, odds.tie))
    return tuple(found)


def _edge(bet: str, account: MoneyTally, exact: Fraction) -> Edge:
    """Nets per ante as a ratio of sums, with the error of a ratio."""
    share = account.net / account.staked
    left = account.net_squares - 2 * share * account.net_staked + share * share * account.staked_squares
    error = sqrt(left * account.hands / max(1, account.hands - 1)) / account.staked
    return _beside(bet, account.hands, share, error, exact)


def _beside(bet: str, count: int, simulated: float, error: float, exact: Fraction) -> Edge:
    return Edge(bet, count, simulated, error, exact, abs(simulated - float(exact)) / error if error else 0.0)


# --- figures ---------------------------------------------------------------------------------------------------------


def figures(result: Result) -> dict[str, Any]:
    """Everything that was found, JSON-able; intervals have `value`, `low` and `high` (95 %)."""
    setting, tally = result.setting, result.tally
    return {
        "game": setting.game,
        "players": setting.players,
        "seed": setting.seed,
        "setting": dict(setting.varied),
        "fixed": setting.fixed,
        "options": dict(setting.words),
        "deck": setting.deck,
        "games": tally.games,
        "length": {noun(setting.game): tally.rounds.mean(), "actions": tally.actions.mean(), "histogram": {str(length): count for length, count in sorted(tally.lengths.items())}},
        "wins": {
            "seat": {str(seat + 1): wilson(tally.seat_wins.get(seat, 0), tally.games) for seat in range(setting.players)},
            "skill": {
                skill: wilson(tally.skill_wins.get(skill, 0), seats) for skill, seats in tally.skill_seats.items()
            },
        },
        "endings": {kind: wilson(count, tally.games) for kind, count in tally.endings.items()},
        "games_with": {what: wilson(count, tally.games) for what, count in tally.games_with.items()},
        "out_by": {why: count / max(1, sum(tally.outs.values())) for why, count in tally.outs.items()},
        "effects": {
            name: {
                "cards_a_game": effect.cards / tally.games,
                "offered_a_game": effect.offered / tally.games,
                "worked_a_game": effect.worked / tally.games,
                "of_damage": effect.worked / tally.damage if tally.damage else 0.0,
            }
            for name, effect in tally.effects.items()
        },
        "hands": {
            name: {
                "of_attacks": wilson(hand.attacks, sum(one.attacks for one in tally.hands.values())),
                "damage_a_battle": hand.damage / max(1, hand.battles),
                "base_a_battle": hand.base / max(1, hand.battles),
                "of_damage": hand.damage / tally.damage if tally.damage else 0.0,
            }
            for name, hand in tally.hands.items()
        },
        "points_a_game": {reason: count / tally.games for reason, count in tally.points.items()},
        "events_a_game": {event: count / tally.games for event, count in tally.events.items()},
        "edge": [
            {
                "bet": edge.bet, "hands": edge.hands, "simulated": edge.simulated, "standard_error": edge.error,
                "exact": float(edge.exact), "exact_fraction": str(edge.exact), "standard_errors_apart": edge.errors,
            }
            for edge in edges(result)
        ],
    }  # fmt: skip


# --- text ------------------------------------------------------------------------------------------------------------


def text(results: Sequence[Result]) -> str:
    """The report: each setting, then, of several, all of them in one table."""
    parts = ["\n".join(_one(result)) for result in results]
    if len(results) > 1:
        parts.append("\n".join(comparison(results)))
    return "\n\n".join(parts)


def _one(result: Result) -> Iterable[str]:
    setting, tally = result.setting, result.tally
    told = " ".join((*setting.fixed, *(f"{path}={value}" for path, value in setting.varied)))
    yield (
        f"{setting.game}, {setting.players} players, {tally.games:,} games, seed {setting.seed}: {told or 'as shipped'}"
    )
    yield f"  length     {_plus(tally.rounds.mean())} {noun(setting.game)}, {_plus(tally.actions.mean(), 0)} actions"
    yield "  wins       " + ", ".join(
        f"seat {seat + 1} {_share(wilson(tally.seat_wins.get(seat, 0), tally.games))}"
        for seat in range(setting.players)
    )
    yield "             " + ", ".join(
        f"{skill} {_share(wilson(tally.skill_wins.get(skill, 0), seats))}"
        for skill, seats in sorted(tally.skill_seats.items())
    )
    outs = sum(tally.outs.values())
    if outs:
        yield "  out by     " + ", ".join(f"{why} {count / outs:.1%}" for why, count in _most(tally.outs))
    happened = [f"{what} {_share(wilson(count, tally.games))}" for what, count in _most(tally.games_with)]
    if tally.endings.keys() - {"won"}:
        happened += [f"ended {kind} {count / tally.games:.1%}" for kind, count in _most(tally.endings) if kind != "won"]
    if happened:
        yield "  games with " + ", ".join(happened)
    yield from _effects(tally)
    yield from _hands(tally)
    if tally.points:
        yield (
            "  points     "
            + ", ".join(f"{why} {count / tally.games:.2f}" for why, count in _most(tally.points))
            + " a game"
        )
    for edge in edges(result):
        yield (
            f"  {edge.bet:18} {edge.simulated:+.5f} ± {1.96 * edge.error:.5f} a chip over {edge.hands:,} hands; "
            f"exact {float(edge.exact):+.5f}, {edge.errors:.1f} standard errors apart"
        )


def _effects(tally: Tally) -> Iterable[str]:
    if tally.effects:
        yield f"  {'effect':10} {'cards':>9} {'offered':>9} {'worked':>9}   a game; {'worked':>7} per damage"
    for name, effect in sorted(tally.effects.items(), key=lambda item: -item[1].worked):
        each = [count / tally.games for count in (effect.cards, effect.offered, effect.worked)]
        share = effect.worked / tally.damage if tally.damage else 0.0
        yield f"  {name:10} {each[0]:9.2f} {each[1]:9.2f} {each[2]:9.2f}           {share:7.1%}"


def _hands(tally: Tally) -> Iterable[str]:
    attacks = sum(hand.attacks for hand in tally.hands.values())
    if attacks:
        yield f"  {'attacking hand':18} {'of attacks':>10} {'base':>7} {'damage':>7} a battle {'of damage':>9}"
    for name, hand in sorted(tally.hands.items(), key=lambda item: -item[1].attacks):
        battles = max(1, hand.battles)
        yield (
            f"  {name:18} {hand.attacks / attacks:10.1%} {hand.base / battles:7.2f} {hand.damage / battles:7.2f}"
            f"          {hand.damage / max(1, tally.damage):9.1%}"
        )


def comparison(results: Sequence[Result]) -> Iterable[str]:
    """One line a setting: length, who wins, how it ends, how hard a battle is."""
    best = results[0].setting.skills[0]
    width = max(len(result.setting.label) for result in results)
    counted = noun(results[0].setting.game)
    yield f"{'setting':{width}} {counted:>15} {'seat 1 wins':>22} {best + ' wins':>22} {'sudden death':>12} {EXHAUSTED:>14} {'damage':>7}"
    for result in results:
        tally = result.tally
        yield (
            f"{result.setting.label:{width}} {_plus(tally.rounds.mean()):>15}"
            f" {_share(wilson(tally.seat_wins.get(0, 0), tally.games)):>22}"
            f" {_share(wilson(tally.skill_wins.get(best, 0), tally.skill_seats.get(best, 0))):>22}"
            f" {tally.games_with.get('sudden death', 0) / tally.games:12.1%} {tally.games_with.get(EXHAUSTED, 0) / tally.games:14.1%}"
            f" {tally.damage / max(1, tally.battles):7.2f}"
        )


def _plus(interval: Interval, digits: int = 2) -> str:
    return f"{interval.value:.{digits}f} ± {interval.half:.{max(1, digits)}f}"


def _share(interval: Interval) -> str:
    return f"{interval.value:.1%} ({100 * interval.low:.1f}–{100 * interval.high:.1f})"


def _most(counts: dict[str, int]) -> list[tuple[str, int]]:
    return sorted(counts.items(), key=lambda item: (-item[1], item[0]))
