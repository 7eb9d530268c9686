"""Robots at Casino War: each keeps its habit, everybody bets before the deal, and the demo plays them."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.robots import Company, manners_at
from companion.rules import options as options_of
from companion.rules.casino_war import CASINO_WAR
from companion.rules.casino_war.events import HandDealt, PaidOut, Surrendered, WentToWar
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.robots import decision, tie_bet
from companion.rules.game import Event, Number, Player
from companion.wiring.demo import Wanted, in_terminal

NAMES = ("Ana", "Bruno", "Cem", "Dora")


def evening(seed: int, hands: int, **written: str) -> list[Event]:
    """All events of so many hands."""
    players = [Player(name, name) for name in NAMES]
    options = options_of.read(CasinoWarOptions, written)
    company = Company(CASINO_WAR, players, options, random.Random(seed), manners=manners_at("casino-war", players))
    step: Any = CASINO_WAR.start(players, options)
    happened: list[Event] = []
    while step.state.hand <= hands:
        happened += step.events
        company.follow(step.state, step.events)
        action = company.act(CASINO_WAR.prompts(step.state))
        if action is None:
            break
        CASINO_WAR.check(step.state, action)
        step = CASINO_WAR.apply(step.state, action)
    return happened


@pytest.mark.parametrize("seed", range(3))
def test_each_robot_keeps_its_habit(seed: int) -> None:
    """One always goes to war, one always surrenders, one has a tie bet in every hand; nobody else ever has one."""
    happened = evening(seed, 150, bank="100000", minimum="10")
    to_war = {event.seat for event in happened if isinstance(event, WentToWar)}
    gave_up = {event.seat for event in happened if isinstance(event, Surrendered)}
    assert to_war == {"Ana", "Cem", "Dora"}
    assert gave_up == {"Bruno"}
    settled = [event for event in happened if isinstance(event, PaidOut)]
    assert {event.seat for event in settled if any(line.bet == "tie" for line in event.lines)} == {"Cem"}
    assert all(any(line.bet == "tie" for line in event.lines) for event in settled if event.seat == "Cem")


def test_everybody_bets_before_anybody_deals() -> None:
    """As long as banks last, no robot misses a hand because another dealt too early."""
    dealt = [event for event in evening(5, 60, bank="100000") if isinstance(event, HandDealt)]
    assert len(dealt) == 60
    assert all(event.seats == NAMES for event in dealt)


def test_a_habit_bends_where_there_is_no_choice() -> None:
    """Who cannot cover the raise surrenders, and where there is no surrender everybody goes to war."""
    assert decision("war", ("surrender",)) == "surrender"
    assert decision("surrender", ("war",)) == "war"


def test_a_tie_bet_is_only_made_as_far_as_the_bank_goes() -> None:
    """The smallest tie bet, the last one again, or none."""
    options = CasinoWarOptions(minimum=5)
    assert tie_bet(Number("Cem", "tie", 0, 40, 1, 0), options) == 5
    assert tie_bet(Number("Cem", "tie", 0, 40, 2, 0), options) == 6
    assert tie_bet(Number("Cem", "tie", 0, 40, 1, 20), options) == 20
    assert tie_bet(Number("Cem", "tie", 0, 4, 1, 0), options) == 0


def test_other_games_have_no_such_habits() -> None:
    """Habits are for Casino War alone."""
    assert manners_at("cassino", [Player("Ana", "Ana")]) == {}


def test_the_demo_plays_them_through_the_simulated_chip() -> None:
    """`companion demo --game casino-war` deals each card over the chip until everybody goes home."""
    lines: list[str] = []
    summary = in_terminal(Wanted("casino-war", players=3, seed=4, fast=True), lines.append)
    assert summary.reads >= summary.touches >= 12 * 4
    assert any("Cem bets: ante 10, tie bet 10" in line for line in lines)
    assert lines[-1] == summary.text()
