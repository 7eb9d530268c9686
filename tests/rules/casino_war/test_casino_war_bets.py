"""Bets before the deal: who is asked what, what may stand, what is proposed."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.casino_war import CASINO_WAR
from companion.rules.casino_war.options import CasinoWarOptions
from companion.rules.game import BadOption, IllegalAction, Number, Pick, Player
from companion.rules.options import fields, read


def numbers(driver: Any, purpose: str) -> dict[str, Number]:
    """The number prompts with this purpose by seat."""
    return {one.seat: one for one in driver.prompts() if isinstance(one, Number) and one.purpose == purpose}


def test_everybody_is_asked_for_ante_and_tie_at_once(driver: Any) -> None:
    """At the start each player owes an ante and may make a tie bet, simultaneously; there is nothing to deal yet."""
    driver.play("new casino-war Ana Bruno bank=100")
    assert driver.prompts() == [
        Number("Ana", "ante", 0, 100, 2, 2),
        Number("Ana", "tie", 0, 50, 2, 0),
        Number("Bruno", "ante", 0, 100, 2, 2),
        Number("Bruno", "tie", 0, 50, 2, 0),
    ]
    driver.play("pick dealer deal\n#= error no-ante")


def test_deal_is_offered_with_the_first_ante(driver: Any) -> None:
    """One standing ante is enough to deal; who has spoken may still change, optionally and last in the list."""
    driver.play("new casino-war Ana Bruno bank=100\nnumber Ana ante 10")
    assert driver.prompts() == [
        Number("Bruno", "ante", 0, 100, 2, 2),
        Number("Bruno", "tie", 0, 50, 2, 0),
        Pick("dealer", "deal"),
        Number("Ana", "ante", 0, 100, 2, 10, optional=True),
        Number("Ana", "tie", 0, 90, 1, 0, optional=True),
    ]
    assert CASINO_WAR.options(driver.state, Pick("dealer", "deal")).ids == ("deal",)


@pytest.mark.parametrize("count", range(1, 7))
def test_a_plain_script_plays_with_any_number_of_players(driver: Any, count: int) -> None:
    """Ante, tie bet, deal, one touch a seat and one for the dealer settle a hand with one to six players."""
    names = ["Ana", "Bruno", "Cem", "Dora", "Emil", "Fay"][:count]
    driver.play(f"new casino-war {' '.join(names)}")
    for name in names:
        driver.play(f"number {name} ante 10\n#= BetsPlaced\nnumber {name} tie 5\n#= BetsPlaced")
    driver.play("pick dealer deal\ntouch " + " ".join(["KH"] * count) + " QS")
    driver.play("#= table phase=paid\npick dealer next\n#= table phase=bets hand=2")
    assert [driver.seat(name)["bank"] for name in names] == [505] * count


def test_zero_sits_the_hand_out(driver: Any) -> None:
    """A player with ante 0, or who has not spoken, is dealt no card and paid nothing."""
    driver.play(
        """
new casino-war Ana Bruno Cem bank=100
number Ana ante 0
number Bruno ante 10
pick dealer deal
#= HandDealt seats=Bruno
touch 9S 8S
#= PaidOut seat=Bruno net=10
#= seat name=Ana bank=100 result=None
#= seat name=Cem bank=100 result=None"""
    )
    assert sum(type(one).__name__ == "PaidOut" for one in driver.log) == 1


def test_same_bets_again_is_proposed(driver: Any) -> None:
    """The defaults of a new hand are the bets of the last one, cut down to what the bank allows."""
    driver.play("new casino-war Ana bank=60\nnumber Ana ante 20\nnumber Ana tie 10\npick dealer deal\ntouch 2S KH")
    driver.play("pick dealer next")
    assert numbers(driver, "ante")["Ana"].default == 20
    assert numbers(driver, "tie")["Ana"].default == 10
    driver.play("number Ana ante 20")
    assert numbers(driver, "tie")["Ana"].default == 10
    driver.play("number Ana tie 9\npick dealer deal\ntouch 2S KH\npick dealer next")
    assert driver.seat("Ana")["bank"] == 1
    driver.play("correct Ana bank 13")
    assert numbers(driver, "ante")["Ana"] == Number("Ana", "ante", 0, 12, 2, 12)
    assert numbers(driver, "tie")["Ana"] == Number("Ana", "tie", 0, 6, 2, 6)


def test_an_odd_tie_bet_is_proposed_again_once_its_ante_stands(driver: Any) -> None:
    """The last tie bet is proposed on the new ante, odd as it was; taken off, it is not proposed any more."""
    driver.play(
        "new casino-war Ana\nnumber Ana ante 20\nnumber Ana tie 5\npick dealer deal\ntouch 2S KH\npick dealer next"
    )
    assert numbers(driver, "tie")["Ana"].default == 4  # on an empty circle it brings an ante, which must be even
    driver.play("number Ana ante 20")
    assert numbers(driver, "tie")["Ana"].default == 5
    driver.play("number Ana tie 0")
    assert numbers(driver, "tie")["Ana"].default == 0
    assert (driver.seat("Ana")["last_ante"], driver.seat("Ana")["last_tie"]) == (20, 5)


def test_the_table_waits_until_somebody_bets(driver: Any) -> None:
    """As long as no ante stands everybody is asked, also who has said 0; with one ante they are waited for no more."""
    driver.play("new casino-war Ana Bruno\nnumber Ana ante 0\nnumber Bruno ante 0")
    assert [(one.seat, one.purpose, one.optional) for one in driver.prompts()] == [
        ("Ana", "ante", False),
        ("Ana", "tie", False),
        ("Bruno", "ante", False),
        ("Bruno", "tie", False),
    ]
    driver.play("number Bruno ante 2")
    assert [one for one in driver.prompts() if not one.optional] == [Pick("dealer", "deal")]


def test_who_sat_out_is_still_proposed_the_last_bet(driver: Any) -> None:
    """Sitting one hand out does not forget the bets of the hand before it."""
    driver.play("new casino-war Ana Bruno\nnumber Ana ante 20\npick dealer deal\ntouch 2S KH\npick dealer next")
    driver.play("number Ana ante 0\nnumber Bruno ante 2\npick dealer deal\ntouch 2S KH\npick dealer next")
    assert numbers(driver, "ante")["Ana"].default == 20


def test_tie_bet_on_an_empty_circle_brings_an_equal_ante(driver: Any) -> None:
    """A tie bet puts the same ante on an empty circle, and leaves an ante that stands alone."""
    driver.play(
        """
new casino-war Ana bank=100
number Ana tie 10
#= BetsPlaced ante=10 tie=10 bank=80
number Ana ante 30
#= BetsPlaced ante=30 tie=10 bank=60
number Ana tie 25
#= BetsPlaced ante=30 tie=25 bank=45
number Ana tie 0
#= BetsPlaced ante=30 tie=0 bank=70"""
    )


def test_taking_the_ante_off_takes_the_tie_bet_off(driver: Any) -> None:
    """An ante taken off under a tie bet returns both to the bank."""
    driver.play("new casino-war Ana bank=100\nnumber Ana ante 20\nnumber Ana tie 10\nnumber Ana ante 0")
    driver.play("#= BetsPlaced ante=0 tie=0 bank=100\npick dealer deal\n#= error no-ante")


def test_odd_bets_are_refused_where_antes_must_be_even(driver: Any) -> None:
    """An odd ante is refused, and an odd tie bet on an empty circle too; on a standing ante it is any size."""
    driver.play(
        """
new casino-war Ana bank=100
number Ana ante 5
#= error odd-bet
number Ana tie 5
#= error odd-bet
number Ana ante 10
number Ana tie 5
#= BetsPlaced ante=10 tie=5 bank=85"""
    )


@pytest.mark.parametrize("rounding", ["house", "player"])
def test_odd_bets_stand_where_halves_are_rounded(driver: Any, rounding: str) -> None:
    """With a rounding rule an odd ante stands, and an odd tie bet brings one."""
    driver.play(f"new casino-war Ana bank=100 surrender_round={rounding}\nnumber Ana tie 5")
    driver.play("#= BetsPlaced ante=5 tie=5 bank=90\nnumber Ana ante 7\n#= BetsPlaced ante=7 tie=5 bank=88")


def test_table_limits_hold_for_both_bets(driver: Any) -> None:
    """Ante and tie bet lie between the table's minimum and maximum, or are 0."""
    driver.play(
        """
new casino-war Ana bank=100 minimum=5 maximum=21
number Ana ante 4
#= error below-minimum
number Ana ante 22
#= error out-of-range
number Ana ante 20
number Ana tie 4
#= error below-minimum
number Ana tie 22
#= error out-of-range
number Ana tie 21
#= BetsPlaced ante=20 tie=21 bank=59"""
    )
    assert numbers(driver, "ante")["Ana"].high == 20
    driver.play("new casino-war Bruno minimum=5")
    assert numbers(driver, "ante")["Bruno"].default == 6  # the smallest even ante that is allowed


@pytest.mark.parametrize("amount", [-2, 101, 102, 10**30])
def test_no_bet_beyond_the_bank(driver: Any, amount: int) -> None:
    """A bet below zero or above the bank is refused, however large, and nothing has changed."""
    driver.play("new casino-war Ana bank=100")
    before = driver.state
    driver.play(f"number Ana ante {amount}\n#= error out-of-range")
    driver.play(f"number Ana tie {amount}\n#= error out-of-range")
    assert driver.state is before


def test_tie_and_its_ante_must_both_be_covered(driver: Any) -> None:
    """A tie bet on an empty circle may be half the bank, as the equal ante has to be paid as well."""
    driver.play("new casino-war Ana bank=30\nnumber Ana tie 16\n#= error out-of-range\nnumber Ana tie 14")
    driver.play("#= BetsPlaced ante=14 tie=14 bank=2")


def test_tie_bets_can_be_off(driver: Any) -> None:
    """With tie_pays=off there is no tie prompt, and a tie bet is refused by name."""
    driver.play("new casino-war Ana tie_pays=off\nnumber Ana tie 10\n#= error no-tie-bets")
    assert not numbers(driver, "tie")


def test_bets_close_with_the_deal(driver: Any) -> None:
    """After the deal no bet can be placed or changed."""
    driver.play(
        "new casino-war Ana Bruno\nnumber Ana ante 10\npick dealer deal\nnumber Ana ante 20\n#= error not-asked"
    )
    driver.play("number Bruno ante 10\n#= error not-asked\nnumber Ana exchange 1\n#= error not-asked")


def test_unknown_people_and_purposes_are_refused(driver: Any) -> None:
    """A number from a stranger, from the dealer or for another purpose is refused."""
    driver.play(
        """
new casino-war Ana
number Zoe ante 10
#= error unknown-player
number dealer ante 10
#= error unknown-player
number Ana exchange 2
#= error not-asked
pick Ana deal
#= error not-asked
touch KH
#= error no-card-due"""
    )


def test_game_ends_when_nobody_can_bet_and_a_rebuy_reopens_it(driver: Any) -> None:
    """With every bank empty there are no prompts and the game has ended; buying chips goes on with it."""
    driver.play("new casino-war Ana bank=2\nnumber Ana ante 2\npick dealer deal\ntouch 2S KH")
    assert CASINO_WAR.outcome(driver.state) is None
    driver.play("pick dealer next")
    outcome = CASINO_WAR.outcome(driver.state)
    assert outcome is not None
    assert (outcome.kind, outcome.winners, driver.prompts()) == ("ended", (), [])
    driver.play("number Ana rebuy 10\n#= Rebought amount=10 bank=10")
    assert CASINO_WAR.outcome(driver.state) is None
    assert driver.prompts()


def test_a_broke_player_among_others_is_not_waited_for(driver: Any) -> None:
    """Who cannot place the smallest ante is asked nothing, and the hand goes on without."""
    driver.play("new casino-war Ana Bruno bank=10\nnumber Ana ante 10\npick dealer deal\ntouch 2S KH\npick dealer next")
    assert {one.seat for one in driver.prompts()} == {"Bruno"}
    driver.play("number Ana rebuy 0\n#= error out-of-range\nnumber Ana rebuy 10000000\n#= error out-of-range")


@pytest.mark.parametrize(
    ("options", "code"),
    [({"minimum": "10", "maximum": "9"}, "no-possible-ante"), ({"minimum": "7", "maximum": "7"}, "no-possible-ante")],
)
def test_impossible_limits_are_refused(options: dict[str, str], code: str) -> None:
    """A table on which no ante could stand is refused before it starts."""
    with pytest.raises(IllegalAction) as refused:
        CASINO_WAR.validate([Player("Ana", "shoe")], read(CasinoWarOptions, options))
    assert refused.value.code == code


def test_number_of_players_is_bounded() -> None:
    """Nobody and seven players are refused."""
    for count in (0, 7):
        with pytest.raises(IllegalAction, match="bad-player-count"):
            CASINO_WAR.validate([Player(f"P{n}", "shoe") for n in range(count)], CasinoWarOptions())


def test_options_are_described_and_bounded() -> None:
    """Every option of RULES.md 2 is there with a description, and values outside its bounds are refused."""
    names = {field.name for field in fields(CasinoWarOptions)}
    assert names >= {"bank", "war_tie", "tie_pays", "burn", "surrender", "decks", "surrender_round", "shuffle", "cut"}
    assert all(field.description for field in fields(CasinoWarOptions))
    assert read(CasinoWarOptions, {"tie_pays": "11", "surrender": "off", "decks": "8"}) == CasinoWarOptions(
        tie_pays=11, surrender=False, decks=8
    )
    for wrong in ({"decks": "9"}, {"decks": "0"}, {"tie_pays": "12"}, {"bank": "0"}, {"shuffle": "never"}):
        with pytest.raises(BadOption):
            read(CasinoWarOptions, wrong)
