"""The round: choices, reveal, playoff, elimination and sudden death (RULES.md 1)."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.game import Given, IllegalAction, Picked, Touched
from companion.rules.games import GAMES
from companion.rules.options import read

WEAK = "2S 3D 5H 7C 9S"
WEAKER = "2S 3D 5H 7C 8S"
PAIR = "AC AD 5C 7C TS"


def test_the_opening_draw_counts_in_the_hand_from_the_start(start):
    """Five of 54 are in the hand before anything is scanned."""
    play = start("casinoya-poker")
    assert [(seat.deck, seat.hand) for seat in play.state.seats] == [(49, 5), (49, 5)]
    assert play.waits == [("Ana", "exchange"), ("Bruno", "exchange")]


def test_an_exchange_sets_aside_and_draws_as_many(start):
    """Two exchanged: deck 47, hand 5, aside 2; after the round they are back in the deck."""
    play = start("casinoya-poker")
    play.number("Ana", "exchange", 2)
    ana = play.seat("Ana")
    assert (ana.deck, ana.hand, ana.aside, ana.pit) == (47, 5, 2, 0)
    play.number("Bruno", "exchange", 0)
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    play.next()
    ana = play.seat("Ana")
    assert (ana.deck, ana.hand, ana.aside, ana.pit) == (44, 5, 0, 5)
    assert set(ana.known_pit) == {Card(f"Ana/{face}") for face in PAIR.split()}


@pytest.mark.parametrize("number", [-1, 6, 99])
def test_an_exchange_out_of_0_to_5_is_refused(start, number):
    """Nobody exchanges more than five."""
    play = start("casinoya-poker")
    assert play.refused(Given("Ana", "exchange", number)) == "out-of-range"


def test_the_reveal_is_in_any_order_of_seats_and_all_turn_over_at_the_last_card(poker):
    """Cards may come mixed; hands turn over once the last living seat is complete."""
    play = poker()
    for ana, bruno in zip(PAIR.split(), WEAK.split(), strict=True):
        assert not play.happened("HandsRevealed")
        play.touch("Bruno", bruno)
        play.touch("Ana", ana)
    assert len(play.happened("HandsRevealed")) == 1
    assert play.last("AttackerChosen").seat == "Ana"


@pytest.mark.parametrize(
    ("card", "code"),
    [
        ("Ana/AC", "card-in-hand"),
        ("Zoe/AC", "unknown-deck"),
        ("Ana/AC#2", "not-in-deck"),
    ],
)
def test_a_card_that_cannot_be_is_refused_by_name(poker, card, code):
    """Each wrong card has its own code, and nothing changes."""
    play = poker()
    play.touch("Ana", "AC")
    assert play.refused(Touched(Card(card))) == code


def test_a_card_in_the_pit_is_refused(poker):
    """The pit is for good."""
    play = poker()
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    play.next()
    play.number("Ana", "exchange", 0)
    play.number("Bruno", "exchange", 0)
    assert play.refused(Touched(Card("Ana/AC"))) == "card-in-pit"


def test_a_card_nobody_waits_for_is_refused(start):
    """A touch while numbers are asked is not now; one too many is not now either."""
    play = start("casinoya-poker")
    assert play.refused(Touched(Card("Ana/AC"))) == "not-now"
    play.number("Ana", "exchange", 0)
    play.number("Bruno", "exchange", 0)
    play.touch("Ana", PAIR)
    assert play.refused(Touched(Card("Ana/2D"))) == "not-now"


def test_a_seat_retakes_its_own_scans_and_nobody_elses(poker):
    """After a retake Ana owes five again; Bruno's stay."""
    play = poker()
    play.touch("Bruno", "2S")
    play.touch("Ana", "AC AD")
    play.retake("Ana")
    assert play.seat("Ana").scans == ()
    assert play.seat("Bruno").scans == (Card("Bruno/2S"),)
    play.touch("Ana", "AC")


def test_nothing_is_retaken_once_hands_lie_open(poker):
    """The reveal is over: a retake is refused."""
    play = poker()
    play.touch("Ana", PAIR)
    play.touch("Bruno", WEAK)
    with pytest.raises(IllegalAction) as why:
        play.retake("Ana")
    assert why.value.code == "nothing-to-retake"


def test_equal_best_hands_play_off_with_top_cards(poker):
    """The tied turn a card each; the higher attacks; the turned cards go under the decks again."""
    play = poker("Ana Bruno Chloe")
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    play.touch("Chloe", WEAK)
    assert play.waits == [("Ana", "playoff"), ("Bruno", "playoff")]
    play.touch("Ana", "KD")
    assert (play.seat("Ana").deck, play.seat("Ana").aside) == (48, 1)
    play.touch("Bruno", "KS")
    assert play.waits == [("Ana", "playoff"), ("Bruno", "playoff")]
    assert play.refused(Touched(Card("Ana/KD"))) == "card-aside"
    play.touch("Bruno", "X1")
    play.touch("Ana", "AS")
    chosen = play.last("AttackerChosen")
    assert (chosen.seat, chosen.how) == ("Bruno", "playoff")
    assert [(seat.deck, seat.aside) for seat in play.state.seats] == [(49, 0)] * 3
    assert play.last("DamageDealt").seat == "Chloe"


def test_a_tie_may_cancel_the_round_instead(poker):
    """`tie=cancel`: nobody attacks and the hands go to the pits."""
    play = poker(tie="cancel")
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    assert play.last("NoAttacker").why == "tie"
    assert [(seat.pit, seat.hand) for seat in play.state.seats] == [(5, 5), (5, 5)]
    assert play.state.round == 2


def test_a_tie_may_rebuild_the_tied_decks(poker):
    """`tie=rebuild`: the tied take hand and pit back and lay a new opening hand."""
    play = poker("Ana Bruno Chloe", tie="rebuild")
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    play.touch("Chloe", WEAK)
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]
    play.touch("Ana", WEAK)
    play.touch("Bruno", "2S 3D 5H 7C TS")
    assert play.last("AttackerChosen").seat == "Bruno"


def short(play, deck=3, *names):
    """Let decks run short by hand: cards go to the pit, unseen."""
    for name in names:
        seat = play.seat(name)
        moved = replace(seat, deck=deck, pit=54 - deck - seat.hand - seat.aside)
        play.state = play.state.put(play.state.index(name), moved)


def test_an_empty_deck_is_the_lower_in_a_playoff(poker):
    """Who has no card to turn is the lower; with nobody able, nobody attacks."""
    play = poker()
    short(play, 0, "Ana")
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    assert play.last("AttackerChosen").seat == "Bruno"
    play = poker()
    short(play, 0, "Ana", "Bruno")
    play.touch("Ana", PAIR)
    play.touch("Bruno", PAIR)
    assert play.last("NoAttacker").why == "decks-empty"


def one_round(play, ana=PAIR, bruno=WEAK, chloe=None):
    play.touch("Ana", ana)
    play.touch("Bruno", bruno)
    if chloe:
        play.touch("Chloe", chloe)
    while play.waits == [("table", "next")]:
        play.next()


def test_who_cannot_draw_the_opening_hand_is_out(poker):
    """Looked at only when the opening draw is due."""
    play = poker("Ana Bruno Chloe")
    short(play, 4, "Bruno")
    one_round(play, chloe=WEAKER)
    assert play.seat("Bruno").out
    assert play.last("PlayerOut").why == "deck"
    assert play.game.outcome(play.state) is None


def test_all_short_together_most_hp_wins(poker):
    """When nobody can draw, most hit points win."""
    play = poker()
    short(play, 4, "Ana", "Bruno")
    one_round(play)
    assert play.game.outcome(play.state).winners == ("Ana",)


def test_all_short_together_with_equal_hp_rebuild_and_play_on(poker):
    """The tied rebuild all 54 cards with ten HP, now also the healing limit; the others are out."""
    play = poker("Ana Bruno Chloe", tie="cancel")
    short(play, 4, "Ana", "Bruno", "Chloe")
    play.correct("Chloe", 5)
    one_round(play, ana=PAIR, bruno=PAIR, chloe=WEAK)
    assert play.game.outcome(play.state) is None
    assert play.hp == {"Ana": 10, "Bruno": 10, "Chloe": 5}
    assert play.seat("Chloe").out
    assert (play.seat("Ana").deck, play.state.limit) == (49, 10)


def test_a_shared_win_ends_it_instead(poker):
    """`shared_win`: the tied share."""
    play = poker(tie="cancel", shared_win="on")
    short(play, 4, "Ana", "Bruno")
    one_round(play, ana=PAIR, bruno=PAIR)
    outcome = play.game.outcome(play.state)
    assert (outcome.kind, outcome.winners) == ("shared", ("Ana", "Bruno"))


def test_first_short_ends_the_game_by_option(poker):
    """The game ends as soon as one cannot draw; most HP wins, the short one counted."""
    play = poker("Ana Bruno Chloe", first_short_ends="on")
    short(play, 4, "Ana")
    one_round(play, chloe=WEAKER)
    assert play.game.outcome(play.state).winners == ("Ana",)


def test_without_a_knock_out_poker_lasts_ten_rounds(poker):
    """5 x 10 = 50, four over."""
    play = poker(tie="cancel", hp="long")
    for round_ in range(10):
        assert play.state.round == round_ + 1
        faces = [list("23456789TJQKA")[at % 13] + "SHDC"[at // 13] for at in range(52)]
        hand = " ".join(faces[round_ * 5 : round_ * 5 + 5])
        play.touch("Ana", hand)
        play.touch("Bruno", hand)
        for seat, purpose in play.waits:
            play.number(seat, purpose, 0)
    assert play.state.round == 11
    assert play.hp == {"Ana": 10, "Bruno": 10}  # equal HP: sudden death


def test_a_void_takes_the_round_back_as_one_step(poker):
    """Everything since the round began did not happen."""
    play = poker()
    fresh = play.state.began
    play.touch("Ana", PAIR)
    play.void()
    assert play.state == fresh
    assert play.waits == [("Ana", "exchange"), ("Bruno", "exchange")]


def test_nothing_is_voided_before_a_round_has_begun(start):
    """A fresh round has nothing to take back."""
    play = start("casinoya-poker")
    with pytest.raises(IllegalAction) as why:
        play.void()
    assert why.value.code == "nothing-to-void"


def test_players_leave_and_join_between_rounds_only(start):
    """A game of four goes on when one goes home; a newcomer has start HP."""
    play = start("casinoya-poker", "Ana Bruno Chloe Dev")
    play.leave("Dev")
    assert play.seat("Dev").out
    play.join("Eve", "red")
    assert (play.seat("Eve").hp, play.seat("Eve").deck, play.seat("Eve").hand) == (20, 49, 5)
    play.join("Dev")
    assert (play.seat("Dev").out, play.seat("Dev").hp, play.seat("Dev").deck) == (False, 20, 49)
    play.number("Ana", "exchange", 0)
    for act in (lambda: play.leave("Ana"), lambda: play.join("Flo")):
        with pytest.raises(IllegalAction) as why:
            act()
        assert why.value.code == "round-running"


def test_late_hp_is_an_option(start):
    """Who joins later starts with `late_hp`."""
    play = start("casinoya-poker", late_hp="7")
    play.join("Eve")
    assert play.hp["Eve"] == 7


def test_the_last_one_at_the_table_has_won(start):
    """Everybody else went home."""
    play = start("casinoya-poker")
    play.leave("Bruno")
    assert play.game.outcome(play.state).winners == ("Ana",)


def test_a_moved_card_keeps_the_54(poker):
    """A card said to be in the pit is refused there; said to be in the deck again, it can be scanned."""
    play = poker()
    play.move("Ana", "AC", "pit")
    ana = play.seat("Ana")
    assert (ana.deck, ana.hand, ana.pit, ana.known_pit) == (48, 5, 1, (Card("Ana/AC"),))
    assert play.refused(Touched(Card("Ana/AC"))) == "card-in-pit"
    play.move("Ana", "AC", "deck")
    play.touch("Ana", "AC")
    play.move("Ana", "AC", "aside")
    ana = play.seat("Ana")
    assert (ana.deck, ana.hand, ana.aside, ana.pit, ana.scans) == (48, 5, 1, 0, ())


def test_a_correction_is_1_to_99_for_the_living(poker):
    """Zero, a hundred or another field are refused."""
    play = poker()
    for hp in (0, 100, -5):
        with pytest.raises(IllegalAction):
            play.correct("Ana", hp)
    play.correct("Ana", 99)
    assert play.hp["Ana"] == 99


def test_options_read_words_numbers_and_name_their_choices():
    """`hp=short` is 15; an unknown option or value names what is possible."""
    kind = GAMES["casinoya-poker"].options_type
    assert read(kind, {"hp": "short"}).hp == 15
    assert read(kind, {"hp": "99"}).hp == 99
    for words in ({"hp": "0"}, {"hp": "many"}, {"tie": "maybe"}, {"nonsense": "1"}, {"five_of_a_kind": "yes"}):
        with pytest.raises(IllegalAction) as why:
            read(kind, words)
        assert why.value.params["choices"]


def test_an_answer_nobody_asked_for_is_refused(poker):
    """A pick of a seat without a pick, and an unknown player."""
    play = poker()
    assert play.refused(Picked("Ana", "next")) == "not-asked"
    assert play.refused(Picked("Zoe", "next")) == "unknown-player"
    assert play.refused(Given("Ana", "exchange", 0)) == "not-asked"
