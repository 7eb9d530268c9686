"""Exact odds of Casino War for any options, by enumerating ranks (RULES.md 2, "Exact odds").

Suits never matter, so cards are counted by rank: 13 x 13 first cards, and after each tie 13 x 13 war cards. Burned cards
and the cards of other players are unknown when the bets and the decision are made, so they change no expectation: a burn
of three or of thirty has the same odds. All figures are the player's expectation in bets (negative: the house's edge),
for an ante that can be halved exactly unless another `ante` is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Final, Literal

import msgspec

from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.payouts import AT_WAR, PATHS, Path, Stake, formula, returned

RANK_COUNT: Final = 13

Strategy = Literal["war", "surrender"]


class PathOdds(msgspec.Struct, frozen=True):
    """One row of RULES.md's table: how likely it is for one who chooses it, and what it pays.

    `chance` is per hand, for a player who goes to war with every tie (`surrendered`: who surrenders every tie); `net` is
    per ante without a tie bet; `returned_rule` and `net_rule` are the formulas in A, R and T.
    """

    path: Path
    chance: Fraction
    net: Fraction
    returned_rule: str
    net_rule: str


class Odds(msgspec.Struct, frozen=True):
    """The odds of one option set, per ante and hand unless said otherwise.

    `first_tie` is the chance of a tie on the first cards; `war` and `surrender` are the expectations of always doing
    so (`surrender` also where the option is off: it is then what a player pays who cannot cover the raise); `best` is the
    better of what may be chosen; `tie` is the tie bet's expectation per chip, None where there is none;
    `surrender_cost` is what surrendering instead of going to war costs per hand and `surrender_cost_at_tie` per tie
    (negative if surrendering were the better play); `risk` is `war` per chip staked, raises counted.
    """

    paths: tuple[PathOdds, ...]
    first_tie: Fraction
    war_tie: Fraction
    war: Fraction
    surrender: Fraction
    best: Fraction
    tie: Fraction | None
    surrender_cost: Fraction
    surrender_cost_at_tie: Fraction
    risk: Fraction


def house_edge(options: CasinoWarOptions, ante: int = 2) -> Odds:
    """The odds of `options` with a whole shoe; `ante` matters only where half of an odd one is rounded."""
    return odds_of_shoe((4 * options.decks,) * RANK_COUNT, options, ante)


def odds_of_shoe(counts: Sequence[int], options: CasinoWarOptions, ante: int = 2) -> Odds:
    """The odds of a shoe with `counts[i]` cards of the i-th rank, lowest first: of a running shoe too.

    Raises `ValueError` unless 13 counts, none negative, hold at least four cards and two of some rank.
    """
    if len(counts) != RANK_COUNT or min(counts) < 0 or sum(counts) < 4 or max(counts) < 2:
        raise ValueError("a shoe is 13 counts with at least four cards and two of a rank")
    at_war = chances(counts, "war")
    surrendering = chances(counts, "surrender")
    paths = tuple(
        PathOdds(
            path,
            (surrendering if path == "surrendered" else at_war)[path],
            _net(path, options, ante),
            formula(path, options).returned,
            formula(path, options).net,
        )
        for path in PATHS
    )
    net = {one.path: one.net for one in paths}
    war = sum((at_war[path] * net[path] for path in PATHS), Fraction(0))
    surrender = sum((surrendering[path] * net[path] for path in PATHS), Fraction(0))
    first_tie = surrendering["surrendered"]
    return Odds(
        paths=paths,
        first_tie=first_tie,
        war_tie=at_war["war-tied"] / first_tie,
        war=war,
        surrender=surrender,
        best=max(war, surrender) if options.surrender else war,
        tie=None if options.tie_pays == "off" else first_tie * (options.tie_pays + 1) - 1,
        surrender_cost=war - surrender,
        surrender_cost_at_tie=(war - surrender) / first_tie,
        risk=war / (1 + first_tie),
    )


def table(options: CasinoWarOptions) -> list[tuple[str, Fraction]]:
    """The odds as coded rows, in the order to print them: `chance-*` are chances, `net-*`, `edge-*` and `cost-*` are bets.

    `edge-war`, `edge-surrender` and `edge-tie` are the player's expectations as RULES.md writes them; `edge-tie` is left
    out where there are no tie bets.
    """
    odds = house_edge(options)
    rows = [("chance-first-tie", odds.first_tie), ("chance-war-tie", odds.war_tie)]
    for one in odds.paths:
        rows += [(f"chance-{one.path}", one.chance), (f"net-{one.path}", one.net)]
    rows += [
        ("edge-war", odds.war),
        ("edge-surrender", odds.surrender),
        ("edge-best", odds.best),
        ("risk-war", odds.risk),
    ]
    if odds.tie is not None:
        rows.append(("edge-tie", odds.tie))
    return [*rows, ("cost-surrender", odds.surrender_cost), ("cost-surrender-at-tie", odds.surrender_cost_at_tie)]


def chances(counts: Sequence[int], strategy: Strategy) -> dict[Path, Fraction]:
    """How likely each path is for a player who always does the same at a tie; the six chances sum to 1."""
    total = sum(counts)
    ways = dict.fromkeys(PATHS, 0)
    after = (total - 2) * (total - 3)  # so that first and war cards are counted in the same unit
    for player, dealt in enumerate(counts):
        for dealer, left in enumerate(counts):
            if player != dealer:
                ways["won-first" if player > dealer else "lost-first"] += dealt * left * after
            elif strategy == "surrender":
                ways["surrendered"] += dealt * (dealt - 1) * after
            else:
                rest = [count - 2 if rank == player else count for rank, count in enumerate(counts)]
                for path, several in _war_ways(rest).items():
                    ways[path] += dealt * (dealt - 1) * several
    return {path: Fraction(several, total * (total - 1) * after) for path, several in ways.items()}


def _war_ways(counts: Sequence[int]) -> dict[Path, int]:
    """Ordered pairs of war cards by path: the player's rank above, level with or below the dealer's."""
    won = tied = lost = lower = 0
    higher = sum(counts)
    for count in counts:
        higher -= count
        won += count * lower
        lost += count * higher
        tied += count * (count - 1)
        lower += count
    return {"war-won": won, "war-tied": tied, "war-lost": lost}


def _net(path: Path, options: CasinoWarOptions, ante: int) -> Fraction:
    stake = Stake(ante, raised=ante if path in AT_WAR else 0)
    return Fraction(returned(path, stake, options) - stake.total, ante)
