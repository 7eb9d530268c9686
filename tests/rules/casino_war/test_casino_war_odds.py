"""Exact odds: RULES.md's figures, an oracle that counts single cards, and the time a slider has."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from companion.rules.cards import Card, shoe
from companion.rules.casino_war import CASINO_WAR
from companion.rules.casino_war.odds import chances, house_edge, odds_of_shoe, table
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.casino_war.payouts import PATHS
from companion.rules.casino_war.state import rank_counts
from companion.rules.game import Given, Picked, Player, Touched


def test_figures_of_the_rules() -> None:
    """Six packs: the tie, both wars, surrender and both tie bets are exactly RULES.md's fractions."""
    odds = house_edge(CasinoWarOptions())
    assert odds.first_tie == Fraction(23, 311)
    assert odds.war == Fraction(-23138, 993023)
    assert odds.surrender == Fraction(-23, 622)
    assert odds.tie == Fraction(-58, 311)
    assert house_edge(CasinoWarOptions(war_tie="no_bonus")).war == Fraction(-142853, 4965115)
    assert house_edge(CasinoWarOptions(tie_pays=11)).tie == Fraction(-35, 311)
    assert house_edge(CasinoWarOptions(tie_pays="off")).tie is None
    assert f"{float(odds.war):.4%}" == "-2.3301%"
    assert f"{float(house_edge(CasinoWarOptions(war_tie='no_bonus')).war):.4%}" == "-2.8771%"


def _ways_by_cards(cards: tuple[Card, ...]) -> dict[str, Fraction]:
    """Chances of the paths for one who goes to war, by counting ordered deals of single cards."""
    ways = dict.fromkeys(PATHS, Fraction(0))
    deals = len(cards) * (len(cards) - 1)
    for player, dealer in permutations(cards, 2):
        if player.rank != dealer.rank:
            ways["won-first" if player.rank > dealer.rank else "lost-first"] += Fraction(1, deals)
            continue
        rest = [card for card in cards if card not in (player, dealer)]
        after = {"war-won": 0, "war-tied": 0, "war-lost": 0}
        for mine, theirs in permutations(rest, 2):
            after["war-won" if mine.rank > theirs.rank else "war-lost" if mine.rank < theirs.rank else "war-tied"] += 1
        for path, count in after.items():
            ways[path] += Fraction(count, deals * len(rest) * (len(rest) - 1))  # type: ignore[index]
    return ways  # type: ignore[return-value]


def test_chances_equal_counting_every_card_of_one_pack() -> None:
    """With one pack the chances equal an oracle that deals every pair of cards and every war behind each tie."""
    assert chances((4,) * 13, "war") == _ways_by_cards(shoe("shoe", 1))


def test_chances_of_a_running_shoe_equal_counting_its_cards() -> None:
    """A shoe with uneven ranks, some of them gone, has the chances that its single cards have."""
    left = tuple(
        card for card in shoe("shoe", 1) if card.face[0] not in "2K" and card.face not in ("3S", "9H", "9D", "9C")
    )
    counts = (0, 3, 4, 4, 4, 4, 4, 1, 4, 4, 4, 0, 4)
    assert sum(counts) == len(left)
    assert chances(counts, "war") == _ways_by_cards(left)


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("strategy", ["war", "surrender"])
def test_chances_sum_to_one(decks: int, strategy: str) -> None:
    """For every number of packs the paths are exhaustive and player and dealer are level."""
    found = chances((4 * decks,) * 13, strategy)  # type: ignore[arg-type]
    assert sum(found.values()) == 1
    assert found["won-first"] == found["lost-first"]
    assert found["war-won"] == found["war-lost"]


@pytest.mark.parametrize("decks", range(1, 9))
def test_known_closed_form_for_every_shoe(decks: int) -> None:
    """The tie is (4d − 1)/(52d − 1), and surrendering costs half of it."""
    odds = house_edge(CasinoWarOptions(decks=decks))
    assert odds.first_tie == Fraction(4 * decks - 1, 52 * decks - 1)
    assert odds.surrender == -odds.first_tie / 2
    assert odds.tie == 11 * odds.first_tie - 1


def test_burning_changes_no_odds() -> None:
    """Burned cards are unknown cards: three or many, the edge is the same."""
    assert house_edge(CasinoWarOptions(burn="three_each")) == house_edge(CasinoWarOptions(burn="three_once"))


@pytest.mark.parametrize("decks", range(1, 9))
@pytest.mark.parametrize("war_tie", ["bonus", "no_bonus"])
def test_war_beats_surrender_everywhere(decks: int, war_tie: str) -> None:
    """Going to war loses less than surrendering under every option, so it is the proposal; the cost is their difference."""
    odds = house_edge(CasinoWarOptions(decks=decks, war_tie=war_tie))  # type: ignore[arg-type]
    assert odds.best == odds.war
    assert odds.surrender_cost == odds.war - odds.surrender > 0
    assert odds.surrender_cost_at_tie * odds.first_tie == odds.surrender_cost


def test_rounding_of_an_odd_ante_moves_the_cost_of_surrender() -> None:
    """Half of 5 rounded for the house costs 3/5 of the ante at a tie, for the player 2/5."""
    house = house_edge(CasinoWarOptions(surrender_round="house"), ante=5)
    player = house_edge(CasinoWarOptions(surrender_round="player"), ante=5)
    assert house.surrender == -Fraction(3, 5) * house.first_tie
    assert player.surrender == -Fraction(2, 5) * player.first_tie


def test_surrender_switched_off_is_never_the_best() -> None:
    """Where surrender is off the best play is war, whatever surrendering would cost."""
    odds = house_edge(CasinoWarOptions(surrender=False))
    assert odds.best == odds.war


def test_table_has_every_row_of_the_rules_in_order() -> None:
    """The printed table holds chance and net of each path and the edges, and they reproduce the edge."""
    rows = dict(table(CasinoWarOptions()))
    paths = [path for path in PATHS if path != "surrendered"]
    assert rows["edge-war"] == sum(rows[f"chance-{path}"] * rows[f"net-{path}"] for path in paths)
    assert rows["edge-tie"] == Fraction(-58, 311)
    assert "edge-tie" not in dict(table(CasinoWarOptions(tie_pays="off")))
    assert len(rows) == len(table(CasinoWarOptions()))


@pytest.mark.parametrize("counts", [(4,) * 12, (-1, *(4,) * 12), (0,) * 13, (1,) * 13, (2, *(0,) * 12)])
def test_impossible_shoes_are_refused(counts: tuple[int, ...]) -> None:
    """A shoe that cannot be dealt from is a ValueError, not a division by zero."""
    with pytest.raises(ValueError, match="13 counts"):
        odds_of_shoe(counts, CasinoWarOptions())


def test_running_shoe_is_counted_from_the_game() -> None:
    """The counts of a running game lose exactly the ranks that were seen."""
    state = CASINO_WAR.start([Player("Ana", "shoe")], CasinoWarOptions(shuffle="cut")).state
    for action in (
        Given("Ana", "ante", 2),
        Picked("dealer", "deal"),
        Touched(Card("shoe/AS#1")),
        Touched(Card("shoe/2H#3")),
    ):
        state = CASINO_WAR.apply(state, action).state
    assert rank_counts(state) == (23, *(24,) * 11, 23)
    assert sum(chances(rank_counts(state), "war").values()) == 1
