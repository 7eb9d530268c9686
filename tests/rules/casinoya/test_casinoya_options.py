"""Every option of CasiNoya on and off, and every line of the damage tables (RULES.md 1 to 1.4)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.game import Picked, Touched
from companion.rules.games import GAMES
from companion.rules.options import fields

WEAK = "2S 3D 5H 7C 8S"
PAIR = "AC AD 5C 7C TS"


def with_deck_of(play: Any, **decks: int) -> None:
    """Decks run short: cards lie in the pit, unseen."""
    for name, count in decks.items():
        seat = play.seat(name)
        moved = replace(seat, deck=count, pit=54 - count - seat.hand - seat.aside)
        play.state = play.state.put(play.state.index(name), moved)


def to_the_next_round(play: Any) -> None:
    while play.waits == [("table", "next")]:
        play.next()


# --- damage tables -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "jokers", "base"),
    [
        ("AH KH 9H 7H 4D", (), 2),
        ("AH AD 9H 7H 4D", (), 3),
        ("AH AD 9H 9D 4D", (), 4),
        ("AH AD AS 9D 4D", (), 5),
        ("AH 2D 3H 4D 5H", (), 6),
        ("TH JD QH KD AH", (), 6),
        ("AH KH 9H 7H 4H", (), 7),
        ("AH AD AS 9D 9H", (), 8),
        ("AH AD AS AC 9H", (), 10),
        ("AH 2H 3H 4H 5H", (), 12),
        ("AH AD AS AC X1", ("AH",), 15),
    ],
)
def test_base_damage_of_poker_hands(poker, hand, jokers, base):
    """High card 2, pair 3, two pair 4, three 5, straight 6, flush 7, full 8, four 10, straight flush 12, five 15."""
    play = poker()
    play.touch("Ana", hand)
    for face in jokers:
        play.pick("Ana", face)
    play.touch("Bruno", "2S 3S 5H 7C 8S")
    assert (play.last("DamageDealt").by, play.last("DamageDealt").base) == ("Ana", base)


@pytest.mark.parametrize(("front", "base"), [("AS KD 9H", 1), ("4S 4D 9H", 2), ("4S 4D 4H", 5)])
def test_base_damage_of_the_front(start, front, base):
    """High card 1, pair 2, three of a kind 5; middle and back as in poker."""
    play = start("casinoya-chinese")
    play.touch("Ana", f"{front} TS TD TH 8C 6D QS QD QH QC 2D")
    play.touch("Bruno", "2S 3D 5H 7S 7D 9C JC QC 8S 8D KH 4C 6D")
    for _ in range(2):
        play.next()
    assert [(one.by, one.base) for one in play.happened("DamageDealt")] == [("Ana", base), ("Ana", 5), ("Ana", 10)]


@pytest.mark.parametrize(
    ("card", "base"), [("3S", 1), ("TS", 1), ("JS", 2), ("QS", 2), ("KS", 2), ("AS", 3), ("X1", 4)]
)
def test_base_damage_of_war(start, card, base):
    """2 to 10: 1, courts 2, ace 3, joker 4."""
    play = start("casinoya-war")
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.touch("Ana", f"{card} 4D 5H 6C 7S")
    play.touch("Bruno", "2S 3D 4H 5C 6S")
    dealt = play.last("DamageDealt")
    assert (dealt.by, dealt.base, dealt.contest) == ("Ana", base, 1)


def test_war_values_two_to_ten_jack_queen_king_ace_joker(start):
    """Each column is won by the higher one; two jokers cancel."""
    play = start("casinoya-war", hp="99")
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.touch("Ana", "TS QS AS X1 X2")
    play.touch("Bruno", "JD KD KS AD X1")
    to_the_next_round(play)
    assert [one.seat for one in play.happened("AttackerChosen")] == ["Bruno", "Bruno", "Ana", "Ana"]
    assert [(one.contest, one.why) for one in play.happened("NoAttacker")] == [(5, "tie")]


# --- jokers ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "first"),
    [
        ("KS KH 4D 4C X1", "KD"),
        ("AS 2D 3H 4C X1", "5S"),
        ("TS JD QH KC X1", "AS"),
        ("AH QH 9H 4H X1", "KH"),
        ("6H 7H 8H X1 X2", "TH"),
        ("KS KH KD X1 X2", "KC"),
        ("AS KD QH 9C X1", "AH"),
    ],
)
def test_the_best_reading_is_proposed(poker, hand, first):
    """The positions of RULES.md 4; where several suits read equally, the first of spades, hearts, diamonds, clubs."""
    play = poker()
    play.touch("Ana", hand)
    assert play.ids("Ana")[0] == first


def test_a_fifth_of_a_rank_is_any_suit_and_no_sixth(poker):
    """Once all four are held a joker may be a fifth of it in any suit; both options off and on."""
    for five, offered in (("on", 4), ("off", 0)):
        play = poker(five_of_a_kind=five)
        play.touch("Ana", "KS KH KD KC X1")
        assert len([face for face in play.ids("Ana") if face[0] == "K"]) == offered
        assert len(play.ids("Ana")) == 48 + offered


def test_without_the_duplicate_rule_a_joker_may_be_a_card_that_is_held(poker):
    """Off: 52 faces; on: 48 of them."""
    for option, count in (("on", 48), ("off", 52)):
        play = poker(joker_no_duplicate=option)
        play.touch("Ana", "KS QH JD 9C X1")
        assert len(play.ids("Ana")) == count


@pytest.mark.parametrize(("strict", "first"), [("off", "9S"), ("on", "KS")])
def test_a_proposal_is_not_above_the_row_behind(start, strict, first):
    """Equal to it by default, below it when `strict`."""
    play = start("casinoya-chinese", strict=strict)
    play.touch("Ana", "2S 3D 5H 9H X1 AD QS JD 9S 9D AC QH JC")
    assert play.ids("Ana")[0] == first
    play.pick("Ana", first)
    play.touch("Bruno", "2S 3D 4H 2H 3C 5S 7D 8C TS TD 4C 6D 8H")
    to_the_next_round(play)
    assert [one.seat for one in play.happened("AttackerChosen")] == ["Ana"] * 2 + ["Bruno"]


def test_a_joker_in_the_front_is_capped_by_the_middle_as_read(start):
    """Middle a pair of sevens: the front's joker is proposed as a kicker, not as a pair of kings."""
    play = start("casinoya-chinese")
    play.touch("Ana", "KS X1 5H 7S 7D 9C JC QC 9S 9D TC KC 6D")
    assert play.ids("Ana")[0] == "5S"  # a pair of fives: better than any kicker, and below the sevens


def test_a_foul_by_choice_of_the_player_is_a_foul(start):
    """The player may always take another reading, and may lose by it."""
    play = start("casinoya-chinese")
    play.touch("Ana", "2S 3D 5H 7S 7D X1 JC QC 9S 9D TC KC 6D")
    play.pick("Ana", "7H")
    play.touch("Bruno", "2S 3D 4H 2H 3C 5S 7D 8C TS TD 4C 6D 8H")
    assert play.last("AttackerChosen").seat == "Bruno"
    assert play.last("DamageDealt").guard == 0


# --- ties --------------------------------------------------------------------------------------------------------------


def test_a_playoff_of_three_goes_on_among_the_highest(poker):
    """Who turned lower is untied and a defender; the others turn again."""
    play = poker("Ana Bruno Chloe Dev")
    for name in ("Ana", "Bruno", "Chloe"):
        play.touch(name, PAIR)
    play.touch("Dev", WEAK)
    play.touch("Ana", "KD")
    play.touch("Bruno", "QD")
    play.touch("Chloe", "KS")
    assert play.waits == [("Ana", "playoff"), ("Chloe", "playoff")]
    play.touch("Chloe", "2D")
    play.touch("Ana", "3D")
    assert play.last("AttackerChosen").seat == "Ana"
    assert play.state.queue == (2, 3)
    assert [(seat.deck, seat.aside, seat.turned) for seat in play.state.seats] == [(49, 0, ())] * 4


def test_a_deck_that_runs_out_in_a_playoff_is_the_lower(poker):
    """At the second turn Bruno has no card; with three tied the other two go on."""
    play = poker("Ana Bruno Chloe")
    with_deck_of(play, Bruno=1)
    for name in ("Ana", "Bruno", "Chloe"):
        play.touch(name, PAIR)
    for name in ("Ana", "Bruno", "Chloe"):
        play.touch(name, "KD")
    assert play.waits == [("Ana", "playoff"), ("Chloe", "playoff")]
    play.touch("Ana", "2D")
    play.touch("Chloe", "3D")
    assert play.last("AttackerChosen").seat == "Chloe"
    assert play.seat("Bruno").deck == 1


def test_in_a_playoff_a_joker_is_above_the_ace_and_jokers_tie(poker):
    """X1 against X2 goes on."""
    play = poker()
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    play.touch("Ana", "X1")
    play.touch("Bruno", "X2")
    assert play.waits == [("Ana", "playoff"), ("Bruno", "playoff")]
    play.touch("Ana", "AS")
    play.touch("Bruno", "X1")
    assert play.last("AttackerChosen").seat == "Bruno"


def test_a_rebuild_leaves_the_asides_and_takes_hand_and_pit(start):
    """Two laid aside stay aside; the rest is one deck again, five of it in the hand."""
    play = start("casinoya-poker", tie="rebuild")
    play.number("Ana", "exchange", 2)
    play.number("Bruno", "exchange", 0)
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    assert [(seat.deck, seat.hand, seat.aside, seat.pit) for seat in play.state.seats] == [(47, 5, 2, 0), (49, 5, 0, 0)]
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    assert len(play.happened("PlayoffStarted")) == 2  # until one is best
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    assert play.last("AttackerChosen").seat == "Ana"


def test_a_rebuild_in_blackjack_is_two_new_cards_without_turns(start):
    """A new opening hand is laid at once."""
    play = start("casinoya-blackjack", tie="rebuild")
    play.touch("Ana", "9S")
    play.touch("Bruno", "9S")
    play.pick("Ana", "stand")
    play.pick("Bruno", "stand")
    play.touch("Ana", "KD QD")
    play.touch("Bruno", "KH QH")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]
    assert [(seat.deck, seat.hand, seat.scans) for seat in play.state.seats] == [(52, 2, ())] * 2
    play.touch("Ana", "9S KD")
    play.touch("Bruno", "9S QD")
    play.touch("Ana", "TS KD")
    play.touch("Bruno", "9S QD")
    assert play.last("AttackerChosen").seat == "Ana"


def test_a_rebuild_in_chinese_poker_fights_the_row_that_tied(start):
    """Thirteen new cards; the contest of the tie goes on, then the ones behind it, with the new rows."""
    rows = "2S 3D 5H 7S 7D 9C JC QC 9S 9D TC KC 6D"
    play = start("casinoya-chinese", tie="rebuild")
    play.touch("Ana", rows)
    play.touch("Bruno", rows)
    assert play.last("PlayoffStarted").contest == 1
    play.touch("Ana", rows)
    play.touch("Bruno", "2S 3D 4H 7S 7D 9C JC QC 8S 8D TC KC 6D")
    assert (play.last("AttackerChosen").seat, play.last("AttackerChosen").contest) == ("Ana", 1)
    play.next()
    assert play.last("PlayoffStarted").contest == 2
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_a_tie_of_rows_is_cancelled_row_by_row(start):
    """`tie=cancel` in Chinese poker: this contest has no attacker, the next is fought."""
    play = start("casinoya-chinese", tie="cancel")
    play.touch("Ana", "2S 3D 5H 7S 7D 9C JC QC 9S 9D TC KC 6D")
    play.touch("Bruno", "2S 3D 5H 7S 7D 9C JC KC 8S 8D TC QC 6D")
    assert [(one.contest, one.why) for one in play.happened("NoAttacker")] == [(1, "tie")]
    assert (play.last("AttackerChosen").seat, play.last("AttackerChosen").contest) == ("Bruno", 2)


def test_war_knows_no_tie_option(start):
    """A tie cancels the column, whatever the table: it is no option there."""
    assert "tie" not in {field.name for field in fields(GAMES["casinoya-war"].options_type)}


# --- battles -----------------------------------------------------------------------------------------------------------


def war(start: Any, who: str = "Ana Bruno Chloe", **options: str) -> Any:
    play = start("casinoya-war", who, **options)
    play.pick("Ana", "2-0")
    play.pick("Bruno", "1-0")
    play.pick("Bruno", "1")
    play.pick("Chloe", "1-0")
    play.pick("Chloe", "1")
    return play


@pytest.mark.parametrize(("once", "strikes"), [("off", [1, 1, 1, 1]), ("on", [1, 0, 1, 0])])
def test_effects_once_per_round_are_counted_by_card(start, once, strikes):
    """In War each column's card strikes for itself, but only the first defender."""
    play = war(start, effects_once_per_round=once)
    play.touch("Ana", "KC QC 2H 3H 4S")
    play.touch("Bruno", "2S 3D 4C 5D 6S")
    play.touch("Chloe", "2S 3D 4C 5D 6S")
    play.touch("Bruno", "7S")
    play.touch("Chloe", "7S")
    for _ in range(3):
        play.next()
    assert [one.strike for one in play.happened("DamageDealt")[:4]] == strikes


def test_effects_count_anew_in_the_next_round(start):
    """Once a round, not once a game."""
    play = start("casinoya-poker", "Ana Bruno", effects_once_per_round="on")
    for hand in ("AC AD 5C 7C TS", "KC KD 6C 8C 9S"):
        for seat, _ in play.waits:
            play.number(seat, "exchange", 0)
        play.touch("Ana", hand)
        play.touch("Bruno", "2S 3D 5H 7D 9S" if hand[0] == "A" else "2C 3S 5S 7S 8H")
        play.next()
    assert [one.strike for one in play.happened("DamageDealt")] == [3, 3]


def test_reinforcements_are_turned_before_the_attacker_may_spare(start):
    """The column is lost all the same: the touch comes first, then the question."""
    play = war(start, may_spare="on")
    play.touch("Ana", "KC QC 2H 3H 4S")
    play.touch("Bruno", "2S 3D 4C 5D 6S")
    play.touch("Chloe", "2S 3D 4C 5D 6S")
    assert play.waits == [("Bruno", "reinforcement"), ("Chloe", "reinforcement")]
    play.touch("Chloe", "7S")
    assert play.waits == [("Bruno", "reinforcement")]
    play.touch("Bruno", "7S")
    assert play.waits == [("Ana", "attack")]
    play.pick("Ana", "spare")
    play.pick("Ana", "spare")
    assert not play.happened("DamageDealt")
    assert play.last("AttackerChosen").contest == 2


def test_all_spared_goes_on_without_a_next(poker):
    """`next` follows a battle; where there was none the round closes."""
    play = poker(may_spare="on")
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    play.pick("Ana", "spare")
    assert (play.state.round, play.hp) == (2, {"Ana": 20, "Bruno": 20})


def test_with_all_effects_both_a_guard_of_the_attacker_and_a_strike_of_the_defender_have_nothing_to_act_on(poker):
    """The attacker is not hit and the defender hits nobody: only mend, mill, leech and silence find something."""
    play = poker(all_effects_both="on")
    play.touch("Ana", "KD KS 4D 7D 9D")
    play.touch("Bruno", "2C 5C 7C 9S JC")
    dealt = play.last("DamageDealt")
    assert (dealt.base, dealt.strike, dealt.guard, dealt.pierce, dealt.amount) == (3, 0, 0, 1, 3)
    assert play.hp["Ana"] == 20


@pytest.mark.parametrize("reveal", ["blind", "open"])
def test_a_blind_and_an_open_reveal_have_the_same_rules(poker, reveal):
    """What the screen shows meanwhile is the screen's affair; a seat takes back its own until the last card lies."""
    play = poker(reveal=reveal)
    play.touch("Ana", PAIR)
    assert not play.happened("HandsRevealed")
    play.retake("Ana")
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    assert len(play.happened("HandsRevealed")) == 1
    assert play.last("AttackerChosen").seat == "Ana"


# --- hands and decks ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("left", "high"), [(9, 5), (3, 3), (0, 0)])
def test_an_exchange_is_never_more_than_the_deck_holds(start, left, high):
    """With nothing left it is asked all the same: none."""
    play = start("casinoya-poker")
    with_deck_of(play, Ana=left)
    prompt = play.game.prompts(play.state)[0]
    assert (prompt.seat, prompt.low, prompt.high) == ("Ana", 0, high)
    play.number("Ana", "exchange", high)
    assert (play.seat("Ana").hand, play.seat("Ana").deck) == (5, left - high)


@pytest.mark.parametrize(
    ("deck", "hand", "out"), [(8, 7, False), (7, 7, False), (6, 6, False), (5, 5, False), (4, 0, True)]
)
def test_war_draws_seven_or_what_there_is_down_to_five(start, deck, hand, out):
    """Four cards are too few: out."""
    play = start("casinoya-war", "Ana Bruno Chloe")
    for name in ("Ana", "Bruno", "Chloe"):
        play.pick(name, "2-0")
    with_deck_of(play, Bruno=deck - 2)  # the two asides come back
    for name in ("Ana", "Bruno", "Chloe"):
        play.touch(name, "2S 3D 4H 5C 6S")
    bruno = play.seat("Bruno")
    assert (play.state.round, bruno.hand, bruno.out) == (2, hand, out)
    assert bruno.deck == (deck if out else deck - hand)


@pytest.mark.parametrize(
    ("name", "need"), [("casinoya-poker", 5), ("casinoya-blackjack", 2), ("casinoya-chinese", 13), ("casinoya-war", 5)]
)
@pytest.mark.parametrize("enough", [True, False])
def test_elimination_is_looked_at_when_the_opening_draw_is_due(start, name, need, enough):
    """Poker 5, blackjack 2, Chinese 13, War 5; one card fewer and the player is out."""
    from companion.rules.casinoya import rounds

    play = start(name, "Ana Bruno Chloe")
    bruno = play.seat("Bruno")
    deck = need if enough else need - 1
    play.state = play.state.put(1, replace(bruno, deck=deck, hand=0, pit=54 - deck))
    for at in (0, 2):
        play.state = play.state.put(at, play.state.seats[at].bury())
    out: list[Any] = []
    after = rounds.open_round(play.game.rules, play.state, out)
    assert after.seats[1].out is not enough
    assert (after.seats[1].deck, after.seats[1].hand) == ((0, need) if enough else (deck, 0))


@pytest.mark.parametrize(("shared", "kind"), [("off", None), ("on", "shared")])
def test_first_short_ends_with_equal_hp(poker, shared, kind):
    """The short one counts, too; equal hit points go to sudden death or are shared."""
    play = poker("Ana Bruno Chloe", tie="cancel", first_short_ends="on", shared_win=shared)
    with_deck_of(play, Ana=4)
    play.correct("Chloe", 3)
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    play.touch("Chloe", WEAK)
    outcome = play.game.outcome(play.state)
    if kind:
        assert (outcome.kind, outcome.winners) == ("shared", ("Ana", "Bruno"))
    else:
        assert outcome is None
        assert play.last("SuddenDeath").seats == ("Ana", "Bruno")
        assert play.last("PlayerOut").why == "sudden-death"


def test_one_left_after_others_are_short_has_won(poker):
    """Two of three cannot draw: the third wins, whatever the hit points."""
    play = poker("Ana Bruno Chloe")
    with_deck_of(play, Ana=4, Bruno=0)
    play.correct("Chloe", 1)
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    play.touch("Chloe", "AS AH KS QS JD")
    to_the_next_round(play)
    assert [(one.seat, one.why) for one in play.happened("PlayerOut")] == [("Ana", "deck"), ("Bruno", "deck")]
    assert play.game.outcome(play.state).winners == ("Chloe",)


def test_the_healing_limit_after_a_sudden_death_is_its_hp(poker):
    """Ten of ten: nothing is healed; at nine, one."""
    play = poker(tie="cancel", hp="30")
    with_deck_of(play, Ana=0, Bruno=0)
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    assert play.hp == {"Ana": 10, "Bruno": 10}
    for seat, _ in play.waits:
        play.number(seat, "exchange", 0)
    play.correct("Bruno", 9)
    play.touch("Ana", "AS AH KS QS JD")
    play.touch("Bruno", "2H 3H 5H 7H 8S")
    assert (play.last("DamageDealt").mend, play.last("DamageDealt").heal) == (4, 1)


# --- blackjack ---------------------------------------------------------------------------------------------------------


def test_deckout_instant_may_end_the_game(start):
    """The last but one has no card in the turn: the other has won."""
    play = start("casinoya-blackjack", deckout_instant="on")
    with_deck_of(play, Bruno=0)
    play.touch("Ana", "9S")
    assert play.last("PlayerOut").why == "deckout"
    assert play.game.outcome(play.state).winners == ("Ana",)


def test_who_has_stood_needs_no_deck(start):
    """`deckout_instant` looks only at whose turn it is."""
    play = start("casinoya-blackjack", deckout_instant="on")
    play.touch("Ana", "9S")
    play.pick("Bruno", "stand")
    with_deck_of(play, Bruno=0)
    play.pick("Ana", "stand")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def reveal(start: Any, ana: str, bruno: str, **options: str) -> Any:
    """All but two cards are drawn in the turns."""
    play = start("casinoya-blackjack", **options)
    shown = {"Ana": ana.split()[:-2], "Bruno": bruno.split()[:-2]}
    while play.waits[0][1] == "turn":
        seat = play.waits[0][0]
        if shown[seat]:
            play.touch(seat, shown[seat].pop(0))
        else:
            play.pick(seat, "stand")
    play.touch("Ana", " ".join(ana.split()[-2:]))
    play.touch("Bruno", " ".join(bruno.split()[-2:]))
    return play


@pytest.mark.parametrize(
    ("hand", "total"),
    [
        ("AS AD", 22), ("AS AD 9H", 31), ("AS KD QH", 31), ("AS AD KH QC", 22), ("AS 9D", 20),
        ("AS AD AH AC 7S", 31), ("KS QD JH", 30), ("2S 3D", 5),
    ],
)  # fmt: skip
def test_aces_are_one_or_eleven(start, hand, total):
    """The best total not over 31."""
    play = start("casinoya-blackjack")
    ana = replace(play.seat("Ana"), scans=tuple(Card(f"Ana/{face}") for face in hand.split()))
    assert play.game.rules.total(ana) == total


def test_two_jokers_are_asked_one_after_the_other(start):
    """K and two jokers: 11 first, then what makes 31; each may be 1 to 11."""
    play = reveal(start, "KS X1 X2", "2S 3D")
    first = play.ids("Ana")
    assert (first[0], sorted(map(int, first))) == ("11", list(range(1, 12)))
    play.pick("Ana", first[0])
    assert play.ids("Ana")[0] == "10"
    assert play.refused(Picked("Ana", "12")) == "no-such-option"
    play.pick("Ana", "10")
    assert (play.last("DamageDealt").base, play.last("DamageDealt").by) == (8, "Ana")


def test_a_joker_is_one_where_everything_is_over(start):
    """K Q J and a joker: one makes the least over."""
    play = reveal(start, "KS QD JH X1", "2S 3D")
    assert play.ids("Ana")[0] == "1"


def test_the_least_over_then_fewest_cards_then_the_tie_rule(start):
    """33 in four cards beats 33 in five; equal ones play off."""
    play = reveal(start, "TS KS 5S 8D", "TD KD 3S 4S 6D", all_bust="least_over")
    assert play.last("AttackerChosen").seat == "Ana"
    assert (play.last("DamageDealt").base, play.last("DamageDealt").pierce) == (2, 0)
    play = reveal(start, "TS KS 5S 8D", "TD KD 5D 8S", all_bust="least_over", bust_effects="on")
    assert play.waits == [("Ana", "playoff"), ("Bruno", "playoff")]
    play.touch("Ana", "AD")
    play.touch("Bruno", "KC")
    assert (play.last("DamageDealt").pierce, play.last("DamageDealt").guard) == (3, 3)


def test_one_who_is_not_bust_attacks_even_under_least_over(start):
    """The option is for a round in which all are bust."""
    play = reveal(start, "TS KS 5S 8D", "2D 3D", all_bust="least_over")
    assert play.last("AttackerChosen").seat == "Bruno"


def test_shown_31_may_still_draw(start):
    """Only more than 31 stops a player; exactly 31 is a choice."""
    play = start("casinoya-blackjack")
    for face in ("TS", "KS", "QS"):
        play.touch("Ana", face)
        if play.waits[0][0] == "Bruno":
            play.pick("Bruno", "stand")
    play.touch("Ana", "AS")
    assert play.waits[0] == ("Ana", "turn")
    play.touch("Ana", "2S")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_aces_and_jokers_count_one_for_the_stop(start):
    """Shown K Q J and a joker: 31 at the least."""
    play = start("casinoya-blackjack")
    play.touch("Ana", "KS")
    play.pick("Bruno", "stand")
    play.touch("Ana", "QS JS X1")
    assert play.waits[0] == ("Ana", "turn")
    play.touch("Ana", "X2")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_turns_go_on_from_the_left_of_an_attacker_who_is_out(start):
    """The last attacker there was, even if out by now."""
    play = start("casinoya-blackjack", "Ana Bruno Chloe Dev")
    for name in ("Ana", "Bruno", "Chloe", "Dev"):
        play.pick(name, "stand")
    for name, hand in (("Ana", "2S 3S"), ("Bruno", "KS QS"), ("Chloe", "2S 3S"), ("Dev", "2S 3S")):
        play.touch(name, hand)
    to_the_next_round(play)
    play.leave("Bruno")
    assert play.waits[0] == ("Chloe", "turn")
    play.pick("Chloe", "stand")
    assert play.waits[0] == ("Dev", "turn")


# --- Chinese poker and War ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("foul", "attackers"), [("defends", ["Bruno"] * 3), ("auto_sort", ["Ana", "Ana", "Bruno"])])
def test_a_foul_with_a_joker(start, foul, attackers):
    """Left as it lies it attacks nowhere; sorted it is K K Q, a straight to the seven and, the joker read anew, a flush."""
    play = start("casinoya-chinese", foul=foul)
    play.touch("Ana", "KS KD X1 2S 3D 5H 7C 9S QS QD 4H 6C 8S")
    play.pick("Ana", "KH")
    play.touch("Bruno", "2S 3D 4H TS TD TH 7C 9S 8S 8D 8H 6C 6S")
    to_the_next_round(play)
    assert [one.seat for one in play.happened("AttackerChosen")] == attackers


def test_reinforcements_by_option_of_the_player(start):
    """One for six cards, two for seven, each behind a different column."""
    play = start("casinoya-war")
    play.pick("Ana", "1-0")
    assert play.ids("Ana") == ("1", "2", "3", "4", "5")
    assert play.refused(Picked("Ana", "6")) == "no-such-option"
    play.pick("Bruno", "0-0")
    for wrong in ("1", "1+1", "2+1", "1+2+3", ""):
        assert play.refused(Picked("Bruno", wrong)) == "no-such-option"
    play.pick("Ana", "5")
    play.pick("Bruno", "2+4")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_a_reinforcement_adds_no_value(start):
    """Bruno's joker behind a two does not win the next columns, nor this one."""
    play = start("casinoya-war", hp="99")
    play.pick("Ana", "2-0")
    play.pick("Bruno", "1-0")
    play.pick("Bruno", "2")
    play.touch("Ana", "3S 4D 5H 6C 7S")
    play.touch("Bruno", "2D 2H 3C 4S 5D")
    play.next()
    assert play.waits == [("Bruno", "reinforcement")]
    play.touch("Bruno", "X1")
    assert play.last("AttackerChosen").seat == "Ana"
    to_the_next_round(play)
    assert [one.seat for one in play.happened("AttackerChosen")] == ["Ana"] * 5


def test_a_turned_reinforcement_lights_its_neighbours_from_then_on(start):
    """Bruno's first column turns up a heart beside a heart: the second column's heart mends, too."""
    play = start("casinoya-war", hp="30")
    play.pick("Ana", "2-0")
    play.pick("Bruno", "1-0")
    play.pick("Bruno", "1")
    play.correct("Bruno", 10)
    play.touch("Ana", "KS KD KH KC AS")
    play.touch("Bruno", "2D 3H 4C 5S 6D")
    play.touch("Bruno", "7H")
    assert play.last("DamageDealt").heal == 1
    play.next()
    assert (play.last("DamageDealt").contest, play.last("DamageDealt").heal) == (2, 1)
    play.next()
    assert play.last("DamageDealt").heal == 0


def test_a_loser_without_a_reinforcement_stays_and_counts_for_adjacency(start):
    """Two hearts side by side mend both, column after column."""
    play = start("casinoya-war")
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.correct("Bruno", 10)
    play.touch("Ana", "KS KD KH KC AS")
    play.touch("Bruno", "2H 3H 4C 5S 6D")
    play.next()
    assert [one.heal for one in play.happened("DamageDealt")] == [1, 1]


def test_a_tied_column_turns_no_reinforcement(start):
    """A cancelled column is lost by nobody, the lowest neither."""
    play = war(start)
    play.touch("Ana", "KC QC 2H 3H 4S")
    play.touch("Bruno", "KD 3D 4C 5D 6S")
    play.touch("Chloe", "2S 3D 4C 5D 6S")
    assert play.last("NoAttacker").seats == ("Ana", "Bruno")
    assert play.last("AttackerChosen").contest == 2
    assert play.waits == [("table", "next")]
    assert play.refused(Touched(Card("Chloe/7S"))) == "not-now"
