"""What each of the four games adds to the shared round (RULES.md 1.1 to 1.4)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.casinoya.war import lit
from companion.rules.game import Picked, Touched
from companion.words import event_text

# --- poker -----------------------------------------------------------------------------------------------------------


def test_a_joker_is_asked_when_the_last_card_of_the_hand_is_scanned(poker):
    """K K 4 4 and a joker: kings full of fours is proposed, the king of the first suit not held."""
    play = poker()
    play.touch("Ana", "KS X1 4D 4C")
    assert ("Ana", "joker") not in play.waits
    play.touch("Ana", "KH")
    assert play.waits == [("Ana", "joker"), ("Bruno", "reveal")]
    assert play.ids("Ana")[0] == "KD"
    assert play.refused(Picked("Ana", "KS")) == "no-such-option"
    play.pick("Ana", "KC")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    dealt = play.last("DamageDealt")
    assert (dealt.base, dealt.strike, dealt.hand) == (8, 2, "full_house")  # the joker strikes as a club


def test_two_jokers_are_asked_one_by_one(poker):
    """K K K and two jokers: five kings, or four kings and an ace where five of a kind is off."""
    for option, ids in (("on", ["KC", "KS"]), ("off", ["AS", "KC"])):
        play = poker(five_of_a_kind=option)
        play.touch("Ana", "KS KH KD X1 X2")
        for face in ids:
            chosen = play.ids("Ana")[0]
            assert chosen == face
            play.pick("Ana", chosen)


def test_a_double_ace_flush_exists_only_without_the_duplicate_rule(poker):
    """A♥ Q♥ 9♥ 4♥ and a joker: the king by default, the ace again where duplicates are allowed."""
    for option, face in (("on", "KH"), ("off", "AH")):
        play = poker(joker_no_duplicate=option)
        play.touch("Ana", "AH QH 9H 4H X1")
        assert play.ids("Ana")[0] == face


# --- blackjack to 31 ---------------------------------------------------------------------------------------------------


def test_blackjack_turns_go_one_decision_each_from_seat_one(start):
    """First round: seat 1 first; a touch in one's turn is drawing, or the pick and then the touch."""
    play = start("casinoya-blackjack", "Ana Bruno")
    assert play.waits == [("Ana", "turn"), ("Ana", "draw")]
    play.touch("Ana", "9S")
    assert play.waits[0] == ("Bruno", "turn")
    play.pick("Bruno", "draw")
    assert play.waits == [("Bruno", "draw")]
    play.touch("Bruno", "TS")
    play.pick("Ana", "stand")
    play.pick("Bruno", "stand")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_a_card_out_of_turn_is_refused(start):
    """Bruno's card in Ana's turn is not now."""
    play = start("casinoya-blackjack")
    assert play.refused(Touched(Card("Bruno/9S"))) == "not-now"


def test_shown_cards_over_31_stop_unasked(start):
    """Shown 10, 9, K, J is 39: the next turn is not asked."""
    play = start("casinoya-blackjack")
    for card in ("TS", "9S", "KS"):
        play.touch("Ana", card)
        if ("Bruno", "turn") in play.waits:
            play.pick("Bruno", "stand")
    play.touch("Ana", "JS")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def both_stand(play, ana, bruno):
    play.pick("Ana", "stand")
    play.pick("Bruno", "stand")
    play.touch("Ana", ana)
    play.touch("Bruno", bruno)


def drawn(start, ana, bruno, **options):
    """Play a round: the last two cards of each are the hidden ones."""
    play = start("casinoya-blackjack", **options)
    ana, bruno = ana.split(), bruno.split()
    shown = {"Ana": ana[:-2], "Bruno": bruno[:-2]}
    while ("Ana", "reveal") not in play.waits and ("Bruno", "reveal") not in play.waits:
        seat = play.waits[0][0]
        if shown[seat]:
            play.touch(seat, shown[seat].pop(0))
        else:
            play.pick(seat, "stand")
    play.touch("Ana", " ".join(ana[-2:]))
    play.touch("Bruno", " ".join(bruno[-2:]))
    return play


def test_closest_to_31_then_fewest_cards_attacks(start):
    """31 beats 30; 31 in three cards beats 31 in four, and does 8."""
    play = drawn(start, "TS KS AS", "9S JS 2S TD")
    dealt = play.last("DamageDealt")
    assert (dealt.by, dealt.base) == ("Ana", 8)
    play = drawn(start, "9S 9D 3S TD", "KS JS 9H")
    dealt = play.last("DamageDealt")
    assert (dealt.by, dealt.base) == ("Ana", 6)


@pytest.mark.parametrize(
    ("hand", "base"), [("KS JS TD", 5), ("KS 9S TD", 4), ("KS 8S TD", 3), ("KS 7S TD", 3), ("KS 6S TD", 2)]
)
def test_base_damage_of_blackjack_goes_by_the_total(start, hand, base):
    """30 does 5, 29 4, 28 and 27 3, lower 2."""
    assert drawn(start, hand, "2S 3D").last("DamageDealt").base == base


def test_a_busted_player_defends_without_effects(start):
    """A bust's diamonds guard nothing, unless `bust_effects` is on."""
    for option, guard in (("off", 0), ("on", 3)):
        play = drawn(start, "9S 9H 2S", "TD KD QD 9S", bust_effects=option)
        assert (play.last("DamageDealt").seat, play.last("DamageDealt").guard) == ("Bruno", guard)


def test_all_bust_nobody_attacks_or_the_least_over(start):
    """33 against 35: nobody by default, 33 by option."""
    play = drawn(start, "TS KS 5S TD", "TD KD QD 3S")
    assert play.last("NoAttacker").why == "all-out"
    play = drawn(start, "TS KS 5S TD", "TD KD QD 3S", all_bust="least_over")
    assert (play.last("DamageDealt").by, play.last("DamageDealt").base) == ("Bruno", 2)


def test_a_joker_is_one_to_eleven_with_the_best_total_proposed(start):
    """K 9 and a joker: 11 makes 30; Q K 5 and a joker: 6 makes 31."""
    play = drawn(start, "KS 9S X1", "2S 3D")
    assert play.ids("Ana") == ("11", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10")
    play.pick("Ana", "11")
    assert (play.last("DamageDealt").base, play.last("DamageDealt").strike) == (5, 0)
    assert drawn(start, "KS QS 5D X1", "2S 3D").ids("Ana")[0] == "6"


def test_an_empty_deck_means_stand(start):
    """Who cannot draw stands unasked; with `deckout_instant` that player is out."""
    for option, out in (("off", False), ("on", True)):
        play = start("casinoya-blackjack", "Ana Bruno Chloe", deckout_instant=option)
        bruno = play.seat("Bruno")
        play.state = play.state.put(1, replace(bruno, deck=0, pit=52))
        play.pick("Ana", "stand")
        assert play.waits[0] == ("Chloe", "turn")
        assert play.seat("Bruno").out is out


def test_blackjack_turns_start_left_of_the_last_attacker(start):
    """After Bruno attacked, Chloe's turn comes first."""
    play = start("casinoya-blackjack", "Ana Bruno Chloe")
    for name in ("Ana", "Bruno", "Chloe"):
        play.pick(name, "stand")
    play.touch("Ana", "2S 3S")
    play.touch("Bruno", "KS QS")
    play.touch("Chloe", "2S 3S")
    play.next()
    play.next()
    assert play.waits[0] == ("Chloe", "turn")


# --- Chinese poker -----------------------------------------------------------------------------------------------------

FRONT, MIDDLE, BACK = "2S 3D 5H", "7S 7D 9C JC QC", "KS KD KH 4C 6D"
LOW_FRONT, LOW_MIDDLE, LOW_BACK = "2S 3D 4H", "6S 6D 9C JC QC", "QS QD QH 4C 7D"


def chinese(start, ana, bruno, **options):
    play = start("casinoya-chinese", **options)
    play.touch("Ana", " ".join(ana))
    play.touch("Bruno", " ".join(bruno))
    return play


def test_chinese_rows_are_three_contests_front_first(start):
    """Front, middle and back are each fought with their own cards and base damage."""
    play = chinese(start, (FRONT, MIDDLE, BACK), (LOW_FRONT, LOW_MIDDLE, LOW_BACK))
    play.next()
    play.next()
    assert [(one.contest, one.base, one.strike) for one in play.happened("DamageDealt")] == [
        (1, 1, 0),
        (2, 3, 3),
        (3, 5, 1),
    ]
    play.next()
    assert play.state.round == 2
    assert [(seat.deck, seat.hand, seat.pit) for seat in play.state.seats] == [(28, 13, 13)] * 2


def test_a_foul_defends_in_all_three_without_effects(start):
    """Middle above back: no attack, no guards."""
    play = chinese(start, (FRONT, BACK, MIDDLE), (LOW_FRONT, LOW_MIDDLE, LOW_BACK))
    play.next()
    play.next()
    assert [one.by for one in play.happened("DamageDealt")] == ["Bruno"] * 3
    assert [(one.guard, one.heal) for one in play.happened("DamageDealt")] == [(0, 0)] * 3
    (foul,) = play.happened("Fouled")
    assert (foul.seat, foul.equal, foul.sorted) == ("Ana", False, False)
    assert (foul.row.row, foul.behind.row) == ("middle", "back")
    assert event_text(foul).startswith("Ana: foul: middle (")
    assert event_text(foul).endswith("; no attack, and no effects in defence")


def test_nobody_is_told_of_a_foul_before_all_hands_turn_over(start):
    """A blind reveal keeps it; with the last card it is told behind the hands, once, for each who fouled."""
    play = start("casinoya-chinese")
    play.touch("Ana", f"{FRONT} {BACK} {MIDDLE}")
    assert not play.happened("Fouled")
    play.touch("Bruno", f"{LOW_FRONT} {LOW_BACK} {LOW_MIDDLE}")
    names = [type(one).__name__ for one in play.all]
    assert names.index("Fouled") == names.index("HandsRevealed") + 1
    assert [one.seat for one in play.happened("Fouled")] == ["Ana", "Bruno"]
    assert play.happened("NoAttacker")


def test_a_legal_arrangement_is_no_foul(start):
    """Nothing is told of it."""
    play = chinese(start, (FRONT, MIDDLE, BACK), (LOW_FRONT, LOW_MIDDLE, LOW_BACK))
    assert not play.happened("Fouled")


def test_a_foul_may_be_sorted_by_option(start):
    """`foul=auto_sort` lays the best legal rows."""
    play = chinese(start, (FRONT, BACK, MIDDLE), (LOW_FRONT, LOW_MIDDLE, LOW_BACK), foul="auto_sort")
    assert play.last("AttackerChosen").seat == "Ana"
    (foul,) = play.happened("Fouled")
    assert (foul.seat, foul.row.row, foul.sorted) == ("Ana", "middle", True)
    assert event_text(foul).endswith("; the rows are sorted")


def test_a_front_of_the_same_leading_ranks_is_lower_than_a_five_card_hand(start):
    """A pair of sevens with a nine in front stands below sevens with queen, jack, nine: legal."""
    play = chinese(start, ("7S 7D QH", "7H 7C QC JC 9C", BACK), (LOW_FRONT, LOW_MIDDLE, LOW_BACK))
    assert play.last("AttackerChosen").seat == "Ana"


def test_equal_middle_and_back_are_a_foul_only_when_strict(start):
    """The same pair and kickers in two rows: legal by default."""
    rows = ("2S 3D 5H", "AS KD QH JC 9D", "AD KH QC JS 9H")
    other = ("2S 3D 4H", "KS QD JH 9C 8D", "KD QH JC 9S 8H")
    for option, attacker in (("off", "Ana"), ("on", "Bruno")):
        play = chinese(start, rows, ("2S 3D 4H", "KS QD JH 9C 7D", other[2]), strict=option)
        assert play.last("AttackerChosen").seat == attacker
        assert [one.equal for one in play.happened("Fouled")] == ([True] if option == "on" else [])


def test_jokers_in_chinese_rows_are_proposed_from_the_back_not_above_the_row_behind(start):
    """With all rows laid the back joker is asked first, then the middle's, capped by the back."""
    play = start("casinoya-chinese")
    play.touch("Ana", "2S 3D 5H 7S 7D X1 JC QC 9S 9D X2 KC 6D")
    assert play.ids("Ana")[0] == "9H"
    play.pick("Ana", "9H")
    joker = next(one for one in play.game.prompts(play.state) if one.seat == "Ana")
    assert joker.card == Card("Ana/X1")
    assert play.ids("Ana")[0] == "7H"  # three sevens are below three nines


def test_a_joker_may_be_answered_as_soon_as_its_row_is_complete(start):
    """The front's joker can be chosen before the middle is laid."""
    play = start("casinoya-chinese")
    play.touch("Ana", "2S X1 5H")
    assert [purpose for seat, purpose in play.waits if seat == "Ana"] == ["reveal", "joker"]
    play.pick("Ana", "4D")
    play.touch("Ana", MIDDLE)


def test_deaths_between_contests_drop_out_of_the_later_ones(start):
    """Who dies in the front battle defends no more."""
    play = start("casinoya-chinese", "Ana Bruno Chloe", hp="1")
    play.touch("Ana", f"{FRONT} {MIDDLE} {BACK}")
    play.touch("Bruno", f"{LOW_FRONT} {LOW_MIDDLE} {LOW_BACK}")
    play.touch("Chloe", f"{LOW_FRONT} {LOW_MIDDLE} {LOW_BACK}")
    play.next()
    play.next()
    assert play.game.outcome(play.state).winners == ("Ana",)
    assert [one.contest for one in play.happened("DamageDealt")] == [1, 1]


def test_scans_can_be_put_in_another_order_until_the_reveal(start):
    """Rows are dragged before the last seat is complete; other cards than the scanned ones are refused."""
    play = start("casinoya-chinese")
    play.touch("Ana", f"{FRONT} {BACK} {MIDDLE}")
    play.arrange("Ana", f"{FRONT} {MIDDLE} {BACK}")
    play.touch("Bruno", f"{LOW_FRONT} {LOW_MIDDLE} {LOW_BACK}")
    assert play.last("AttackerChosen").seat == "Ana"


# --- War ---------------------------------------------------------------------------------------------------------------


def war(start, ana, bruno, changes=("2-0", "2-0"), **options):
    play = start("casinoya-war", **options)
    for seat, change in zip(("Ana", "Bruno"), changes, strict=True):
        play.pick(seat, change)
        if (seat, "reinforce") in play.waits:
            play.pick(seat, play.ids(seat)[0])
    play.touch("Ana", ana)
    play.touch("Bruno", bruno)
    return play


@pytest.mark.parametrize(
    ("deck", "ids"),
    [
        (54, ("0-0", "1-0", "1-1", "2-0", "2-1")),
        (8, ("0-0", "1-0", "1-1", "2-0", "2-1")),
        (7, ("0-0", "1-0", "2-0")),
        (6, ("0-0", "1-0")),
        (5, ("0-0",)),
    ],
)
def test_war_discards_and_draws_only_what_the_deck_holds(start, deck, ids):
    """From 7 at most two discarded and one drawn; never more than the deck holds, never below five."""
    play = start("casinoya-war")
    seat = play.seat("Ana")
    held = min(7, deck)
    play.state = play.state.put(0, replace(seat, hand=held, deck=deck - held, pit=54 - deck))
    assert play.ids("Ana") == ids


def test_every_card_beyond_five_is_behind_a_different_column(start):
    """Seven cards: pairs of columns are offered; five: nothing is asked."""
    play = start("casinoya-war")
    play.pick("Ana", "0-0")
    assert play.ids("Ana")[:3] == ("1+2", "1+3", "1+4")
    assert len(play.ids("Ana")) == 10
    play.pick("Bruno", "2-0")
    play.pick("Ana", "2+4")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_columns_are_fought_from_the_left_and_a_tie_cancels_for_everyone(start):
    """7 against 7 does nothing; the joker is above the ace and does 4."""
    play = war(start, "7S KD 2H AC X1", "7D 2C 3H KC AS")
    while play.waits == [("table", "next")] and play.state.round == 1:
        play.next()
    assert [(one.contest, one.by, one.base) for one in play.happened("DamageDealt")] == [
        (2, "Ana", 2), (3, "Bruno", 1), (4, "Ana", 3), (5, "Ana", 4),
    ]  # fmt: skip
    assert [one.contest for one in play.happened("NoAttacker")] == [1]


def test_an_effect_needs_a_neighbour_that_shows_the_same(start):
    """Clubs beside clubs strike; a lone club does not."""
    play = war(start, "KC QC 2H AC 3D", "2S 3D 2C 2D 2H")
    lights = [effect.name if effect else None for effect in lit(play.state, 0)]
    assert lights == ["strike", "strike", None, None, None]
    assert play.last("DamageDealt").strike == 1


def test_a_joker_matches_either_neighbour_and_takes_the_left_ones_effect(start):
    """Club, joker, heart: both see their own in it; it strikes. First in the army it takes its right one's."""
    play = war(start, "KC X1 2H X2 X1".replace("X1", "X1", 1).rsplit(" ", 1)[0] + " 4D", "2S 3D 2C 2D 3H")
    assert [effect.name if effect else None for effect in lit(play.state, 0)] == [
        "strike",
        "strike",
        "mend",
        "mend",
        "guard",
    ]
    play = war(start, "X1 9C 2H 5S 7D", "2S 3D 2C 2D 3H")
    assert [effect.name if effect else None for effect in lit(play.state, 0)] == ["strike", "strike", None, None, None]
    play = war(start, "X1 X2 2H 5S 7D", "2S 3D 2C 2D 3H")
    assert [effect.name if effect else None for effect in lit(play.state, 0)] == [None, None, "mend", None, None]


def test_a_reinforcement_turns_up_before_the_effects_and_stands_from_then_on(start):
    """Bruno's lost first column turns up a diamond beside a diamond: it guards now and stays."""
    play = war(start, "KS QH 2H 3C 4D", "2C 3D 9C 9H 9S", changes=("2-0", "1-0"))
    assert play.waits == [("Bruno", "reinforcement")]
    assert play.refused(Touched(Card("Bruno/2C"))) == "card-in-hand"
    play.touch("Bruno", "7D")
    assert play.last("DamageDealt").guard == 1
    play.next()
    assert (play.last("DamageDealt").contest, play.last("DamageDealt").guard) == (2, 1)
    while play.waits == [("table", "next")] and play.state.round == 1:
        play.next()
    assert play.seat("Bruno").pit == 6
    assert len(play.seat("Bruno").known_pit) == 6


def test_reinforcements_never_turned_go_to_the_pit_unseen(start):
    """Counted, but not among the known cards."""
    play = war(start, "KS QH KH KC KD", "2C 3D 4C 5H 6S", changes=("1-0", "2-0"))
    while play.waits == [("table", "next")] and play.state.round == 1:
        play.next()
    assert (play.seat("Ana").pit, len(play.seat("Ana").known_pit)) == (6, 5)
