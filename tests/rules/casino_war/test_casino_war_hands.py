"""A hand from deal to settlement: order, wars, burns, copies, misdeals, and people between hands."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.cards import Card
from companion.rules.casino_war import CASINO_WAR
from companion.rules.game import Arranged, IllegalAction, Moved, Pick, Touch, Touched

THREE = """
new casino-war Ana Bruno Cem bank=100
number Ana ante 10
number Bruno ante 20
number Cem ante 30
pick dealer deal
"""


def ids(driver: Any, seat: str) -> tuple[str, ...]:
    """Option ids of the pick that `seat` has open."""
    pick = next(one for one in driver.prompts() if isinstance(one, Pick) and one.seat == seat)
    return CASINO_WAR.options(driver.state, pick).ids


def test_cards_go_out_in_seat_order_then_to_the_dealer(driver: Any) -> None:
    """Each prompt names the one seat that the next card goes to; a misdeal is the optional pick beside it."""
    driver.play(THREE)
    for seat, card in (("Ana", "2S"), ("Bruno", "3S"), ("Cem", "4S"), ("dealer", "5S")):
        assert driver.prompts() == [
            Touch(seat, "first", "shoe", 1),
            Pick("dealer", "misdeal", optional=True),
        ]
        assert CASINO_WAR.moment(driver.state)["seat"] == seat
        driver.play(f"touch {card}\n#= CardDealt seat={seat} card=shoe/{card}#1 stage=first")
    assert driver.prompts() == [Pick("dealer", "next")]


def test_ties_decide_in_seat_order(driver: Any) -> None:
    """Tied players decide one after another, war proposed first; others are not asked."""
    driver.play(THREE + "touch 9S 8S 9H 9D\npick Cem war\n#= error not-asked")
    assert driver.prompts() == [Pick("Ana", "decide"), Pick("dealer", "misdeal", optional=True)]
    assert ids(driver, "Ana") == ("war", "surrender")
    driver.play(
        "pick Ana fold\n#= error no-such-option\npick Ana war\npick Bruno war\n#= error not-asked\npick Cem war"
    )
    assert driver.prompts() == [Pick("dealer", "burn"), Touch("dealer", "burn", "shoe", 3, optional=True)]
    assert ids(driver, "dealer") == ("burned", "misdeal")


def test_several_wars_against_one_dealer_card(driver: Any) -> None:
    """Three tied players meet the same dealer's card and end differently, each paid once."""
    driver.play(
        THREE
        + """
touch 9S 9C 9H 9D
pick Ana war
pick Bruno war
pick Cem war
pick dealer burned
touch 9S 8S 7S 8D
#= PaidOut seat=Ana staked=20 returned=30 net=10 bank=110 why=war-won
#= PaidOut seat=Bruno staked=40 returned=80 net=40 bank=140 why=war-tied
#= PaidOut seat=Cem staked=60 returned=0 net=-60 bank=40 why=war-lost
#= table shoe=301 burned=3 house=10"""
    )
    assert [one.seat for one in driver.log if type(one).__name__ == "PaidOut"] == ["Ana", "Bruno", "Cem"]


def test_all_surrender_needs_no_burn(driver: Any) -> None:
    """If every tied player surrenders the hand is settled at once."""
    driver.play(THREE + "touch 9S 9C 2H 9D\npick Ana surrender\npick Bruno surrender")
    driver.play(
        "#= PaidOut seat=Ana returned=5 net=-5\n#= PaidOut seat=Bruno returned=10\n#= table phase=paid burned=0"
    )


def test_winners_and_losers_are_paid_with_the_wars(driver: Any) -> None:
    """Nobody is paid before the whole hand is settled, so that a misdeal can still return every bet."""
    driver.play(THREE + "touch KS 2S 9H 9D\n#= seat name=Ana bank=90\npick Cem war\npick dealer burned\ntouch 3S")
    assert not [one for one in driver.log if type(one).__name__ == "PaidOut"]
    driver.play(
        "touch 4S\n#= PaidOut seat=Ana why=won-first\n#= PaidOut seat=Bruno why=lost-first\n#= PaidOut seat=Cem"
    )


@pytest.mark.parametrize("mine", "SHDC")
@pytest.mark.parametrize("theirs", "SHDC")
def test_suits_never_matter(driver: Any, mine: str, theirs: str) -> None:
    """Sevens tie in any two suits, a king beats a queen and an ace beats a king in any suits."""
    driver.play(
        f"new casino-war Ana Bruno Cem\nnumber Ana ante 2\nnumber Bruno ante 2\nnumber Cem ante 2\npick dealer deal\ntouch K{mine} Q{mine} A{mine} K{theirs}"
    )
    results = {one.seat: one.result for one in driver.log if type(one).__name__ == "Compared"}
    assert results == {"Ana": "tied", "Bruno": "lost", "Cem": "won"}


def test_a_copy_is_refused_twice_and_its_twin_is_another_card(driver: Any) -> None:
    """The same copy cannot come twice before the shuffle; another copy of the face can, and it ties."""
    driver.play(
        """
new casino-war Ana decks=2
number Ana ante 10
pick dealer deal
touch shoe/7H#2
touch shoe/7H#2
#= error card-seen
touch shoe/7H#3
#= error no-such-card
touch shoe/7H#1
#= Compared result=tied
pick Ana surrender
pick dealer next
number Ana ante 10
pick dealer deal
touch shoe/7H#2
#= CardDealt card=shoe/7H#2 shoe=103"""
    )


@pytest.mark.parametrize("card", ["Ana/7H", "shoe/7H", "shoe/X1", "shoe/X1#1", "pack/7H#1", "shoe/7H#7"])
def test_cards_that_are_not_of_the_shoe_are_refused(driver: Any, card: str) -> None:
    """A card of another deck, without a copy number, a joker or a copy beyond the packs is no card of this shoe."""
    driver.play("new casino-war Ana\nnumber Ana ante 10\npick dealer deal")
    with pytest.raises(IllegalAction, match="no-such-card"):
        CASINO_WAR.check(driver.state, Touched(Card(card)))


def test_a_bare_face_is_the_first_copy_not_yet_seen(driver: Any) -> None:
    """Copies are taken in their order, gaps first, until all are seen."""
    driver.play(
        "new casino-war Ana Bruno Cem decks=3\nnumber Ana ante 2\nnumber Bruno ante 2\nnumber Cem ante 2\npick dealer deal"
    )
    driver.play("touch shoe/7H#2")
    assert CASINO_WAR.first_unseen(driver.state, "7H") == "shoe/7H#1"
    driver.play("touch 7H\n#= CardDealt card=shoe/7H#1\ntouch 7H\n#= CardDealt card=shoe/7H#3")
    assert CASINO_WAR.first_unseen(driver.state, "7H") is None
    assert CASINO_WAR.first_unseen(driver.state, "X1") is None
    assert CASINO_WAR.first_unseen(driver.state, "1H") is None


def test_scanning_burned_cards_is_optional_and_counts_once(driver: Any) -> None:
    """Scanned burned cards are seen and part of the three; a fourth is refused, and the dealer may take them back."""
    driver.play(
        """
new casino-war Ana decks=1
number Ana ante 10
pick dealer deal
touch 9S 9H
pick Ana war
retake dealer
#= error nothing-to-retake
touch 2S 3S
#= table burned=2 shoe=48
touch 2S
#= error card-seen
retake dealer
#= ScansTakenBack seat=dealer cards=shoe/2S#1,shoe/3S#1
#= table burned=0 shoe=50
touch 2S 3S 4S
touch 5S
#= error no-card-due"""
    )
    assert driver.prompts() == [Pick("dealer", "burn")]
    driver.play(
        "pick dealer burned\n#= table burned=3 shoe=47\ntouch 4S\n#= error card-seen\ntouch 5S 6S\n#= table shoe=45"
    )


def test_burning_three_before_each_card(driver: Any) -> None:
    """burn=three_each burns 3 x (warring + 1) cards."""
    driver.play("new casino-war Ana Bruno burn=three_each\nnumber Ana ante 2\nnumber Bruno ante 2\npick dealer deal")
    driver.play(
        "touch 9S 9H 9D\npick Ana war\npick Bruno war\npick dealer burned\n#= CardsBurned count=9 burned=9 shoe=300"
    )


def test_raise_that_the_bank_does_not_cover_must_be_surrendered(driver: Any) -> None:
    """With less than the ante left in the bank surrender is the only option, and it is still asked."""
    driver.play("new casino-war Ana bank=19\nnumber Ana ante 10\npick dealer deal\ntouch 9S 9H")
    assert ids(driver, "Ana") == ("surrender",)
    driver.play(
        "pick Ana war\n#= error cannot-cover\npick Ana surrender\n#= Surrendered forced=True\n#= PaidOut bank=14"
    )


def test_raise_of_the_last_chips(driver: Any) -> None:
    """A bank that just covers the raise may go to war and is at zero meanwhile."""
    driver.play("new casino-war Ana bank=20\nnumber Ana ante 10\npick dealer deal\ntouch 9S 9H\npick Ana war")
    driver.play("#= WentToWar raised=10 bank=0\npick dealer burned\ntouch 2S 3S\n#= PaidOut net=-20 bank=0")


def test_surrender_can_be_off(driver: Any) -> None:
    """With surrender=off war is the only option for who can cover it, surrender for who cannot."""
    driver.play(
        "new casino-war Ana Bruno bank=30 surrender=off\nnumber Ana ante 10\nnumber Bruno ante 20\npick dealer deal"
    )
    driver.play("touch 9S 9H 9D")
    assert ids(driver, "Ana") == ("war",)
    driver.play("pick Ana surrender\n#= error no-such-option\npick Ana war")
    assert ids(driver, "Bruno") == ("surrender",)


@pytest.mark.parametrize(
    "upto",
    [
        "",
        "touch 9S",
        "touch 9S 9C 2H 9D",
        "touch 9S 9C 2H 9D\npick Ana war\npick Bruno war",
        "touch 9S 9C 2H 9D\npick Ana war\npick Bruno war\ntouch 3S",
        "touch 9S 9C 2H 9D\npick Ana war\npick Bruno surrender\npick dealer burned\ntouch 4S",
    ],
)
def test_misdeal_returns_every_bet_at_any_point(driver: Any, upto: str) -> None:
    """From deal to settlement a misdeal gives every ante, tie bet and raise back, and the hand is dealt anew."""
    driver.play(THREE + upto + "\npick dealer misdeal\n#= Misdealt hand=1")
    assert [driver.seat(name)["bank"] for name in ("Ana", "Bruno", "Cem")] == [100, 100, 100]
    driver.play("#= table phase=bets hand=1 shoe=312 burned=0 house=0\n#= seat name=Ana ante=0 raise=0")
    assert not [one for one in driver.log if type(one).__name__ == "PaidOut"]
    assert [one.default for one in driver.prompts() if one.purpose == "ante"] == [10, 20, 30]


def test_misdeal_is_over_with_the_settlement(driver: Any) -> None:
    """Before the deal and after the settlement there is nothing to misdeal."""
    driver.play("new casino-war Ana\npick dealer misdeal\n#= error not-asked\nnumber Ana ante 10\npick dealer misdeal")
    driver.play("#= error no-such-option\npick dealer deal\ntouch KS 2S\npick dealer misdeal\n#= error no-such-option")


def test_misdeal_with_a_cut_card_leaves_the_cards_out(driver: Any) -> None:
    """Without a shuffle after each hand the cards of a misdeal are out of the shoe."""
    driver.play("new casino-war Ana shuffle=cut\nnumber Ana ante 10\npick dealer deal\ntouch 9S\npick dealer misdeal")
    driver.play("#= table shoe=311\nnumber Ana ante 10\npick dealer deal\ntouch shoe/9S#1\n#= error card-seen")


def test_the_shoe_goes_on_to_the_cut_card(driver: Any) -> None:
    """With shuffle=cut counts and seen cards go on until the cut is reached, then the shoe is whole again."""
    driver.play("new casino-war Ana decks=1 shuffle=cut cut=48")
    hand = "number Ana ante 10\npick dealer deal\ntouch {} {}\npick dealer next\n"
    driver.play(hand.format("KS", "2S") + "#= table shoe=50 burned=0\n")
    driver.play(hand.format("KH", "2H") + "#= ShoeShuffled cards=52\n#= table shoe=52")
    driver.play(hand.format("KS", "2S") + "#= table shoe=50")


def test_a_shoe_too_short_for_the_hand_is_shuffled_before_it(driver: Any) -> None:
    """Wherever the cut card is, a hand is only dealt from a shoe that lasts if everybody goes to war."""
    driver.play("new casino-war Ana decks=1 shuffle=cut cut=0")
    for face in [rank + suit for suit in "SH" for rank in "AKQJT98765432"][:23]:
        level = face.translate(str.maketrans("SH", "DC"))
        driver.play(f"number Ana ante 10\npick dealer deal\ntouch {face} {level}\npick Ana surrender\npick dealer next")
    driver.play(
        "#= table shoe=6\nnumber Ana ante 10\npick dealer deal\n#= ShoeShuffled cards=52\n#= table shoe=52 phase=first"
    )


def test_one_pack_is_enough_for_six_wars(driver: Any) -> None:
    """The most cards a hand can need lie in one pack."""
    names = ["Ana", "Bruno", "Cem", "Dora", "Emil", "Fay"]
    driver.play(f"new casino-war {' '.join(names)} decks=2 burn=three_each shuffle=cut cut=0")
    driver.play("\n".join(f"number {name} ante 2" for name in names) + "\npick dealer deal\ntouch 9S 9H 9D 9C 9S 9H 9D")
    driver.play("\n".join(f"pick {name} war" for name in names) + "\npick dealer burned\ntouch 2S 3S 4S 5S 6S 7S 8S")
    driver.play(f"#= table shoe={104 - 7 - 21 - 7} burned=21 phase=paid")


def test_retake_takes_back_only_the_own_card_of_a_running_deal(driver: Any) -> None:
    """A card put on the wrong place is taken back by its seat; the deal goes on with that seat."""
    driver.play(THREE + "retake Ana\n#= error nothing-to-retake\ntouch 9S 8S\nretake Ana\n#= ScansTakenBack seat=Ana")
    assert driver.prompts()[0] == Touch("Ana", "first", "shoe", 1)
    driver.play("touch 9S\n#= CardDealt seat=Ana shoe=310\ntouch 7S 9H\nretake Ana\n#= error nothing-to-retake")
    driver.play("pick Ana war\npick dealer burned\ntouch 4S\nretake Ana\ntouch 5S 6S\n#= PaidOut seat=Ana why=war-lost")


def test_players_join_and_leave_between_hands_only(driver: Any) -> None:
    """Leaving cashes bank and bets out, joining buys a bank; neither is possible while a hand runs."""
    driver.play(
        """
new casino-war Ana Bruno bank=100
number Bruno ante 10
leave Bruno
#= CashedOut seat=Bruno amount=100 night=0
#= PlayerLeft seat=Bruno
#= seat name=Bruno bank=0 ante=0 out=True
leave Bruno
#= error player-out
number Bruno ante 10
#= error player-out
join Ana
#= error already-seated
join dealer
#= error name-reserved
number Ana ante 10
pick dealer deal
join Cem
#= error not-between-hands
leave Ana
#= error not-between-hands
touch KS 2S
join Cem
#= seat name=Cem bank=100
leave Ana
#= CashedOut seat=Ana amount=110 night=10
pick dealer next
join Ana
#= seat name=Ana bank=100 night=10 out=False
number Cem ante 10
number Ana ante 10
pick dealer deal
#= HandDealt seats=Ana,Cem"""
    )
    assert CASINO_WAR.roles(driver.state) == {"Bruno": "out"}


def test_coming_and_going_adds_up_over_the_night(driver: Any) -> None:
    """Each bank bought and each one cashed in counts in a player's night, however often."""
    driver.play(
        """
new casino-war Ana bank=100
number Ana ante 10
pick dealer deal
touch KS 2S
leave Ana
join Ana
pick dealer next
number Ana ante 20
pick dealer deal
touch KS 2S
leave Ana
#= CashedOut amount=120 night=30
#= table house=-30
join Ana
#= seat name=Ana bank=100 night=30"""
    )


def test_the_table_has_six_places(driver: Any) -> None:
    """A seventh player is refused until somebody has left."""
    driver.play(
        "new casino-war A B C D E F\njoin G\n#= error too-many-players\nleave A\njoin G\n#= PlayerJoined seat=G"
    )
    driver.play("join A\n#= error too-many-players")


def test_everybody_leaving_ends_the_game(driver: Any) -> None:
    """An empty table waits for nobody."""
    driver.play("new casino-war Ana\nleave Ana")
    assert driver.prompts() == []
    assert CASINO_WAR.outcome(driver.state) is not None


def test_corrected_bank_keeps_the_chips_equal(driver: Any) -> None:
    """The host sets what really lies in a bank, at any time; the difference is the house's."""
    driver.play("new casino-war Ana bank=100\nnumber Ana ante 10\npick dealer deal\ntouch 9S 9H\ncorrect Ana bank 5")
    driver.play("#= NumberCorrected field=bank old=90 new=5\n#= table house=85\n#= seat name=Ana night=-85")
    assert ids(driver, "Ana") == ("surrender",)
    driver.play(
        "correct Ana hp 3\n#= error no-such-field\ncorrect Ana bank -1\n#= error out-of-range\ncorrect Zoe bank 1"
    )
    driver.play("#= error unknown-player")


def test_rebuy_between_hands_only(driver: Any) -> None:
    """Chips are bought between hands, not while one runs."""
    driver.play("new casino-war Ana bank=10\nnumber Ana rebuy 5\n#= Rebought amount=5 bank=15\nnumber Ana ante 10")
    driver.play("pick dealer deal\nnumber Ana rebuy 5\n#= error not-between-hands\ntouch 9S KH\nnumber Ana rebuy 5")
    driver.play("#= Rebought bank=10\n#= seat name=Ana night=-10")


def test_void_takes_the_whole_hand_back(driver: Any) -> None:
    """A voided hand did not happen: bets, cards, payouts and who came since are gone, the hand before stays."""
    driver.play("new casino-war Ana bank=100\nvoid\n#= error nothing-to-void\nnumber Ana ante 10\npick dealer deal")
    driver.play(
        "touch KS 2S\npick dealer next\nvoid\n#= error nothing-to-void\njoin Bruno\nnumber Ana ante 20\npick dealer deal"
    )
    driver.play(
        "touch 2S KS\nvoid\n#= Voided what=hand number=2\n#= table hand=2 phase=bets house=-10\n#= seat name=Ana bank=110"
    )
    assert [one["name"] for one in CASINO_WAR.report(driver.state)["players"]] == ["Ana"]


def test_zones_and_arrangements_are_other_games(driver: Any) -> None:
    """Moving a card between zones and arranging scans have no meaning here and are refused."""
    driver.play("new casino-war Ana")
    with pytest.raises(IllegalAction, match="no-zones"):
        CASINO_WAR.check(driver.state, Moved("Ana", Card("shoe/7H#1"), "pit"))
    with pytest.raises(IllegalAction, match="nothing-to-arrange"):
        CASINO_WAR.check(driver.state, Arranged("Ana", ()))


def test_chores_after_a_hand_say_what_to_hand_over(driver: Any) -> None:
    """After the settlement the table names who gets what, whose chips are collected, and the shuffle."""
    driver.play(THREE + "touch KS 2S 9H 9D\npick Cem surrender")
    (chores,) = [one for one in driver.log if type(one).__name__ == "ChoresDue"]
    assert [(step.do, step.seat, step.count) for step in chores.steps] == [
        ("hand-over", "Ana", 20),
        ("collect", "Bruno", 20),
        ("hand-over", "Cem", 15),
        ("shuffle-shoe", "dealer", 312),
    ]
