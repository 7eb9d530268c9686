"""Leaving, joining, voiding, taking back and correcting in all four games (RULES.md 0)."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.game import Arranged, Corrected, IllegalAction, Join, Leave, Moved, Retake, Touched, Void

GAMES = ("casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war")
FIRST = {"poker": "exchange", "blackjack": "turn", "chinese": "reveal", "war": "discard"}
DRAWN = {"poker": 5, "blackjack": 2, "chinese": 13, "war": 7}
every_game = pytest.mark.parametrize("name", GAMES)


def kind(name: str) -> str:
    return name.removeprefix("casinoya-")


def first_deed(play: Any) -> None:
    """One answer, whatever the game asks first."""
    prompt = play.game.prompts(play.state)[0]
    match prompt.purpose:
        case "exchange":
            play.number(prompt.seat, "exchange", 1)
        case "turn":
            play.pick(prompt.seat, "stand")
        case "discard":
            play.pick(prompt.seat, "1-0")
        case _:
            play.touch(prompt.label, "2S")


def zones(play: Any) -> list[int]:
    return [seat.deck + seat.hand + seat.aside + seat.pit for seat in play.state.seats]


# --- leaving and joining -----------------------------------------------------------------------------------------------


@every_game
def test_people_leave_and_join_before_the_first_deed_of_a_round_only(start, name):
    """Also in a game without choices; the newcomer draws and is asked like everybody else."""
    play = start(name, "Ana Bruno Chloe")
    play.leave("Bruno")
    bruno = play.seat("Bruno")
    assert (bruno.out, bruno.left, bruno.deck, bruno.hand) == (True, True, 54 - DRAWN[kind(name)], DRAWN[kind(name)])
    assert "Bruno" not in [seat for seat, _ in play.waits]
    play.join("Dev", "blue")
    dev = play.seat("Dev")
    assert (dev.label, dev.hand, dev.deck, dev.hp) == (
        "blue",
        DRAWN[kind(name)],
        54 - DRAWN[kind(name)],
        play.hp["Ana"],
    )
    if kind(name) != "blackjack":
        assert ("Dev", FIRST[kind(name)]) in play.waits
    first_deed(play)
    for action in (Leave("Ana"), Join("Eve", "Eve"), Join("Bruno", "Bruno")):
        assert play.refused(action) == "round-running"
    assert zones(play) == [54] * 4


@every_game
def test_the_last_who_stays_has_won_without_a_card(start, name):
    """Everybody else has gone home; nothing is asked any more."""
    play = start(name, "Ana Bruno Chloe")
    play.leave("Ana")
    play.leave("Chloe")
    outcome = play.game.outcome(play.state)
    assert (outcome.kind, outcome.winners, play.waits) == ("won", ("Bruno",), [])
    assert play.refused(Join("Ana", "Ana")) == "game-over"
    assert play.refused(Void()) == "nothing-to-void"


@every_game
def test_who_comes_back_takes_hand_and_asides_into_the_deck_and_leaves_the_pit(start, name):
    """Start HP, a new opening hand, the pit as it was; only with the own deck."""
    play = start(name, "Ana Bruno Chloe", hp="9")
    play.correct("Bruno", 3)
    play.move("Bruno", "KD", "pit")
    play.leave("Bruno")
    assert play.refused(Join("Bruno", "another")) == "other-deck"
    play.join("Bruno")
    bruno = play.seat("Bruno")
    assert (bruno.hp, bruno.out, bruno.left) == (9, False, False)
    assert (bruno.hand, bruno.pit, bruno.known_pit) == (DRAWN[kind(name)], 1, (Card("Bruno/KD"),))
    assert zones(play) == [54] * 3


def test_who_comes_back_needs_a_deck_for_a_hand(start):
    """A deck too short for the opening draw is refused."""
    play = start("casinoya-chinese", "Ana Bruno Chloe")
    play.leave("Bruno")
    bruno = play.seat("Bruno")
    play.state = play.state.put(1, replace(bruno, deck=0, hand=12, pit=42))
    assert play.refused(Join("Bruno", "Bruno")) == "deck-too-short"


@pytest.mark.parametrize(
    ("action", "code"),
    [
        (Join("Ana", "Ana"), "already-seated"),
        (Join("Eve", "Bruno"), "label-taken"),
        (Join("table", "Eve"), "name-reserved"),
        (Join("Eve", "dealer"), "name-reserved"),
        (Join("", "Eve"), "bad-name"),
        (Join("x" * 41, "Eve"), "bad-name"),
        (Join("a\nb", "Eve"), "bad-name"),
        (Join(" ", "Eve"), "bad-name"),
        (Leave("Zoe"), "unknown-player"),
        (Leave("table"), "unknown-player"),
        (Corrected("Zoe", "hp", 5), "unknown-player"),
        (Corrected("Ana", "bank", 5), "no-such-field"),
        (Corrected("Ana", "hp", 0), "out-of-range"),
        (Corrected("Ana", "hp", 100), "out-of-range"),
        (Moved("Zoe", Card("Ana/KS"), "pit"), "unknown-player"),
        (Moved("Ana", Card("Bruno/KS"), "pit"), "not-in-deck"),
        (Moved("Ana", Card("Ana/KS#1"), "pit"), "not-in-deck"),
        (Moved("Ana", Card("Ana/KS"), "table"), "no-such-zone"),
        (Moved("Ana", Card("Ana/KS"), "deck"), "already-there"),
        (Retake("Ana"), "nothing-to-retake"),
        (Retake("Zoe"), "unknown-player"),
        (Arranged("Ana", ()), "order-is-free"),
        (Void(), "nothing-to-void"),
    ],
)
def test_what_the_host_cannot_do_is_refused_by_code(start, action, code):
    """Each wrong correction, arrival or leave-taking has its own code, and nothing changes."""
    assert start("casinoya-poker").refused(action) == code


def test_the_table_has_six_places(start):
    """The seventh is refused; when one has gone home there is room."""
    play = start("casinoya-poker", "A B C D E F")
    assert play.refused(Join("G", "G")) == "too-many-players"
    play.leave("F")
    play.join("G")
    assert play.refused(Join("F", "F")) == "too-many-players"


def test_an_eliminated_player_does_not_come_back(poker):
    """Out is out; only who went home may sit down again."""
    play = poker("Ana Bruno Chloe", hp="1")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    play.touch("Chloe", "2S 3D 5H 7D 9S")
    assert play.seat("Bruno").out
    play.state = replace(play.state, deeds=0)
    assert play.refused(Join("Bruno", "Bruno")) == "player-out"
    assert play.refused(Leave("Bruno")) == "player-out"
    assert play.refused(Corrected("Bruno", "hp", 5)) == "player-out"
    assert play.refused(Moved("Bruno", Card("Bruno/KS"), "pit")) == "player-out"
    assert play.refused(Touched(Card("Bruno/KS"))) == "player-out"


def test_a_newcomer_gets_turns_where_all_others_have_empty_decks(start):
    """Blackjack goes straight to the reveal when nobody can draw; somebody who joins then has turns all the same."""
    play = start("casinoya-blackjack")
    for at, seat in enumerate(play.state.seats):
        play.state = play.state.put(at, replace(seat, deck=0, pit=52))
    play.correct("Ana", 20)  # anything, so that the round walks on
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]
    play.join("Chloe")
    assert play.waits == [("Chloe", "turn"), ("Chloe", "draw")]
    play.touch("Chloe", "9S")
    play.pick("Chloe", "stand")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal"), ("Chloe", "reveal")]


@pytest.mark.parametrize(
    ("words", "hp"), [({}, 20), ({"late_hp": "start"}, 20), ({"late_hp": "7"}, 7), ({"late_hp": "30"}, 30)]
)
def test_late_hp(start, words, hp):
    """Who arrives later starts with the start HP, or with `late_hp`."""
    play = start("casinoya-poker", hp="20", **words)
    play.join("Eve")
    assert play.hp["Eve"] == hp


# --- void --------------------------------------------------------------------------------------------------------------


@every_game
def test_a_void_brings_back_the_state_before_the_rounds_first_deed(start, name):
    """With its prompts and counts; there is nothing to void then."""
    play = start(name, "Ana Bruno")
    fresh, waits = play.state, play.waits
    first_deed(play)
    play.correct("Ana", 3)
    play.void()
    assert (play.state, play.waits) == (fresh, waits)
    assert play.refused(Void()) == "nothing-to-void"


def test_a_void_after_the_end_goes_on_with_the_last_round(poker):
    """The deciding battle did not happen."""
    play = poker(hp="1")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    play.next()
    assert play.game.outcome(play.state) is not None
    play.void()
    assert play.game.outcome(play.state) is None
    assert (play.hp["Bruno"], play.waits) == (1, [("Ana", "exchange"), ("Bruno", "exchange")])


# --- taking back -------------------------------------------------------------------------------------------------------


def test_blackjack_takes_back_only_the_hidden_cards(start):
    """What was drawn in the turns lies open and stays."""
    play = start("casinoya-blackjack")
    play.touch("Ana", "9S")
    play.pick("Bruno", "stand")
    assert play.refused(Retake("Ana")) == "nothing-to-retake"
    play.pick("Ana", "stand")
    play.touch("Ana", "X1 KD")
    assert ("Ana", "joker") in play.waits
    play.pick("Ana", "11")
    play.retake("Ana")
    ana = play.seat("Ana")
    assert (ana.scans, ana.readings) == ((Card("Ana/9S"),), ())
    assert play.refused(Moved("Ana", Card("Ana/9S"), "pit")) == "card-in-use"
    assert play.refused(Arranged("Ana", (Card("Ana/9S"),))) == "order-is-free"
    play.touch("Ana", "2C 3C")


def test_a_retake_also_takes_the_readings_of_the_jokers_back(start):
    """Laid anew, the joker is asked anew."""
    play = start("casinoya-chinese")
    play.touch("Ana", "2S X1 5H")
    play.pick("Ana", "5S")
    play.retake("Ana")
    assert (play.seat("Ana").scans, play.seat("Ana").readings) == ((), ())
    play.touch("Ana", "2S X1 5H")
    assert ("Ana", "joker") in play.waits


def test_in_a_rebuild_only_the_tied_take_back(poker):
    """Who lies open already has nothing to take back while the tied lay new hands."""
    play = poker("Ana Bruno Chloe", tie="rebuild")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "AC AD 5C 7C TS")
    play.touch("Chloe", "2S 3D 5H 7C 9S")
    play.touch("Ana", "AC")
    assert play.refused(Retake("Chloe")) == "nothing-to-retake"
    assert play.refused(Moved("Chloe", Card("Chloe/2S"), "pit")) == "card-in-use"
    play.retake("Ana")
    assert play.waits == [("Ana", "reveal"), ("Bruno", "reveal")]


def test_an_arrangement_holds_the_same_cards_and_only_until_the_reveal(start):
    """Other cards, fewer or the same twice are refused; in the contests nothing is laid anew."""
    play = start("casinoya-war")
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.touch("Ana", "2S 3S 4S")
    cards = tuple(Card(f"Ana/{face}") for face in ("4S", "2S", "3S"))
    for wrong in (cards[:2], (*cards[:2], cards[0]), (*cards[:2], Card("Ana/9S"))):
        assert play.refused(Arranged("Ana", wrong)) == "not-these-cards"
    play.act(Arranged("Ana", cards))
    assert play.seat("Ana").scans == cards
    play.touch("Ana", "5S 6S")
    play.touch("Bruno", "2H 3H 4H 5H 7H")
    assert play.refused(Arranged("Ana", play.seat("Ana").scans)) == "not-these-cards"


# --- moving ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("zone", ["aside", "pit", "deck"])
def test_a_misread_scan_is_moved_out_of_the_hand_and_another_is_waited_for(poker, zone):
    """The hand keeps its size: the card that was in it is still to be scanned."""
    play = poker()
    play.touch("Ana", "AC AD")
    play.move("Ana", "AC", zone)
    ana = play.seat("Ana")
    assert (ana.hand, ana.scans) == (5, (Card("Ana/AD"),))
    assert getattr(ana, zone) == {"aside": 1, "pit": 1, "deck": 49}[zone]
    assert play.game.prompts(play.state)[0].count == 4
    assert zones(play) == [54, 54]


@pytest.mark.parametrize("old", ["aside", "pit"])
@pytest.mark.parametrize("new", ["deck", "hand", "aside", "pit"])
def test_a_known_card_is_moved_anywhere_else_and_the_54_stay(poker, old, new):
    """From aside or pit to any other zone; the same zone is refused."""
    play = poker()
    play.move("Ana", "AC", old)
    if old == new:
        assert play.refused(Moved("Ana", Card("Ana/AC"), new)) == "already-there"
        return
    play.move("Ana", "AC", new)
    assert zones(play) == [54, 54]
    if new in ("deck", "hand"):
        play.touch("Ana", "AC 2S 3S 4S 6H")
    else:
        assert play.refused(Touched(Card("Ana/AC"))) == {"aside": "card-aside", "pit": "card-in-pit"}[new]
        play.touch("Ana", "2S 3S 4S 6H 8H")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    assert play.waits == [("table", "next")]
    assert zones(play) == [54, 54]


def test_a_card_moved_aside_comes_back_into_the_deck_after_the_round(poker):
    """Like every discard."""
    play = poker(tie="cancel")
    play.move("Ana", "AC", "aside")
    play.touch("Ana", "2S 3D 5H 7C 9S")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    assert (play.seat("Ana").aside, play.seat("Ana").known_aside) == (0, ())
    for seat, _ in play.waits:
        play.number(seat, "exchange", 0)
    play.touch("Ana", "AC")


def test_a_turned_card_of_a_playoff_is_in_use(poker):
    """It lies aside until the playoff is decided."""
    play = poker()
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "AC AD 5C 7C TS")
    play.touch("Ana", "KD")
    assert play.refused(Moved("Ana", Card("Ana/KD"), "pit")) == "card-in-use"
    assert play.refused(Moved("Ana", Card("Ana/AC"), "pit")) == "card-in-use"


def test_a_deck_emptied_by_the_host_ends_a_playoff(poker):
    """The last card is really in the pit: that player is the lower."""
    play = poker()
    ana = play.seat("Ana")
    play.state = play.state.put(0, replace(ana, deck=1, pit=48))
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "AC AD 5C 7C TS")
    play.move("Ana", "KD", "pit")
    assert play.last("AttackerChosen").seat == "Bruno"


def test_a_correction_of_a_player_at_nothing_before_the_death_is_looked_for(start):
    """While cards are milled, the host may still say that it was not so."""
    from companion.rules.options import read

    play = start("casinoya-poker", hp="1")
    text = '[cards]\nKS = { effect = "mill" }\n'
    options = read(play.game.options_type, {"deck": "x", "hp": "1"}, lambda _: text)
    from companion.rules.game import Player

    play.state = play.game.start([Player("Ana", "Ana"), Player("Bruno", "Bruno")], options).state
    for seat, _ in play.waits:
        play.number(seat, "exchange", 0)
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    assert (play.hp["Bruno"], play.waits) == (0, [("Bruno", "mill")])
    play.correct("Bruno", 4)
    play.touch("Bruno", "TD")
    assert not play.seat("Bruno").out


# --- what people are told ----------------------------------------------------------------------------------------------


def test_the_battle_shown_is_counted_of_all_of_this_contest(poker):
    """Battle 1 of 3, 2 of 3, 3 of 3: also when defenders die."""
    play = poker("Ana Bruno Chloe Dev", hp="3")
    play.correct("Chloe", 50)
    play.touch("Ana", "AC AD 5C 7C TS")
    for name in ("Bruno", "Chloe", "Dev"):
        play.touch(name, "2S 3D 5H 7C 9S")
    told = []
    for _ in range(3):
        facts = play.game.moment(play.state)
        told.append((facts["attacker"], facts["defender"], facts["battle"], facts["battles"]))
        play.next()
    assert told == [("Ana", "Bruno", 1, 3), ("Ana", "Chloe", 2, 3), ("Ana", "Dev", 3, 3)]


def test_whom_to_spare_is_told(poker):
    """Before a battle that may be spared the table says who would defend."""
    play = poker("Ana Bruno Chloe", may_spare="on")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    play.touch("Chloe", "2S 3D 5H 7C 9S")
    facts = play.game.moment(play.state)
    assert (facts["defender"], facts["battle"], facts["battles"]) == ("Bruno", 1, 2)
    assert play.game.roles(play.state) == {"Ana": "attacker", "Bruno": "defender"}
    play.pick("Ana", "spare")
    facts = play.game.moment(play.state)
    assert (facts["defender"], facts["battle"], facts["battles"]) == ("Chloe", 2, 2)


def steps(play: Any) -> list[tuple[str, str, int]]:
    return [(step.do, step.seat, step.count) for step in play.last("ChoresDue").steps]


def test_the_chores_after_a_round_come_in_order(start):
    """Hands to the pits, asides back into the deck, shuffle, draw."""
    play = start("casinoya-poker", tie="cancel")
    play.number("Ana", "exchange", 0)
    play.number("Bruno", "exchange", 2)
    play.touch("Ana", "2S 3D 5H 7C 9S")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    assert steps(play) == [
        ("bury", "Ana", 5), ("bury", "Bruno", 5), ("return", "Bruno", 2), ("shuffle", "", 0), ("draw", "Ana", 5), ("draw", "Bruno", 5),
    ]  # fmt: skip


def test_the_chores_of_a_playoff_and_of_a_rebuild_are_told(poker):
    """Turned cards go under the decks; the tied gather hand and pit, shuffle and draw."""
    play = poker()
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "AC AD 5C 7C TS")
    play.touch("Ana", "KD")
    play.touch("Bruno", "QD")
    assert steps(play) == [("under", "Ana", 1), ("under", "Bruno", 1)]
    play = poker("Ana Bruno Chloe", tie="rebuild")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "AC AD 5C 7C TS")
    play.touch("Chloe", "2S 3D 5H 7C 9S")
    assert steps(play) == [
        ("gather", "Ana", 0), ("gather", "Bruno", 0), ("shuffle", "", 0), ("draw", "Ana", 5), ("draw", "Bruno", 5),
    ]  # fmt: skip


def test_an_action_has_one_list_of_chores(poker):
    """A playoff that ends with empty decks and closes the round is told in one."""
    play = poker()
    for at, seat in enumerate(play.state.seats):
        play.state = play.state.put(at, replace(seat, deck=1, pit=48))
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "AC AD 5C 7C TS")
    play.touch("Ana", "KD")
    play.touch("Bruno", "KS")
    assert [type(one).__name__ for one in play.events].count("ChoresDue") == 1
    assert steps(play)[:2] == [("under", "Ana", 1), ("under", "Bruno", 1)]
    assert ("rebuild", "Ana", 0) in steps(play)
    assert not [one for one in steps(play) if one[0] == "bury"]


@every_game
def test_a_refusal_leaves_the_state_alone(start, name):
    """Whatever is refused, the state object is the same one."""
    play = start(name)
    before = play.state
    for action in (Touched(Card("Zoe/KS")), Touched(Card("Ana/KS#2")), Leave("Zoe"), Void(), Retake("Ana")):
        with pytest.raises(IllegalAction):
            play.act(action)
    assert play.state is before


def test_a_joker_moved_out_of_the_hand_is_asked_anew_when_it_is_laid_again(poker):
    """The reading goes with the scan, not with the card."""
    play = poker()
    play.touch("Ana", "KS KH 4D 4C X1")
    play.pick("Ana", "KD")
    play.move("Ana", "X1", "deck")
    assert play.seat("Ana").readings == ()
    play.touch("Ana", "X1")
    assert play.waits == [("Ana", "joker"), ("Bruno", "reveal")]


def test_who_fights_whom_is_told_only_while_they_fight(poker):
    """Not while hands are chosen and laid, and not after the end."""
    play = poker(hp="1")
    assert set(play.game.moment(play.state)) == {"round", "phase", "contest"}
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "2S 3D 5H 7C 9S")
    assert play.game.moment(play.state)["defender"] == "Bruno"
    play.next()
    assert set(play.game.moment(play.state)) == {"round", "phase", "contest"}
    assert play.game.roles(play.state) == {"Bruno": "out"}
