"""The effects library on the table: silence, leech, thorns, mill and recover, and what a deck file does to single cards."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Any

import pytest
from msgspec.structs import replace

from companion.rules.cards import Card
from companion.rules.casinoya import effects, numbers
from companion.rules.casinoya.effects import Effect
from companion.rules.game import Moved, Touched
from companion.rules.options import read

WEAK = "2S 3S 5S 7S 9C"  # a defender without protection
HOUSE = resources.files("companion.rules.numbers").joinpath("house.toml").read_text("utf-8")


def deck(**cards: str) -> str:
    """A deck file: `KS="thorns 3"`."""
    lines = [
        f'{face} = {{ effect = "{word.split()[0]}", strength = {word.split()[1]} }}' for face, word in cards.items()
    ]
    return "\n".join(["[cards]", *lines])


@pytest.fixture
def table(start: Callable[..., Any]) -> Callable[..., Any]:
    """A poker game with a deck file, in which nobody exchanged anything."""

    def begin(text: str, who: str = "Ana Bruno", **words: str) -> Any:
        play = start("casinoya-poker", who)
        options = read(play.game.options_type, {"deck": "file", **words}, lambda _: text)
        play.game.validate(play.state.seats, options)
        step = play.game.start([*map(_player, who.split())], options)
        play.state, play.events, play.all = step.state, step.events, list(step.events)
        for seat, _ in play.waits:
            play.number(seat, "exchange", 0)
        return play

    return begin


def _player(name: str) -> Any:
    from companion.rules.game import Player

    return Player(name, name)


# --- silence -----------------------------------------------------------------------------------------------------------


def test_silence_takes_points_from_the_strongest_protective_effect(table):
    """Silence 2 against guard 3 and mend 1: guard 1 and mend 1 are left."""
    play = table(deck(KS="silence 2", AD="guard 3"))
    play.correct("Bruno", 10)
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", "AD 2H 5C 7C 9S")
    dealt = play.last("DamageDealt")
    assert (dealt.silence, dealt.guard, dealt.heal) == (2, 1, 1)
    assert dealt.amount == 3 - 1


def test_silence_comes_before_the_healing_counts(table):
    """A mend of 3 silenced by 3 heals nothing."""
    play = table(deck(KS="silence 3", AH="mend 3"))
    play.correct("Bruno", 10)
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", "AH 2S 5C 7C 9S")
    assert (play.last("DamageDealt").heal, play.last("DamageDealt").mend) == (0, 0)


def test_each_silence_falls_on_what_is_strongest_then():
    """Two silences of 1 take two equal effects, the first laid first; what is too much is lost."""
    card = Card("Ana/2S")
    mend, guard, strike = Effect(card, "mend", 1), Effect(card, "guard", 1), Effect(card, "strike", 5)
    silence = Effect(card, "silence", 1)
    shipped = numbers.shipped()
    left, taken = effects.silenced(shipped, [strike, mend, guard], [silence])
    assert ([one.strength for one in left], taken) == ([5, 0, 1], 1)
    left, taken = effects.silenced(shipped, [strike, mend, guard], [silence, silence, silence])
    assert ([one.strength for one in left], taken) == ([5, 0, 0], 2)
    left, taken = effects.silenced(shipped, [guard], [Effect(card, "silence", 4)])
    assert ([one.strength for one in left], taken) == ([0], 1)


def test_silence_of_a_defender_is_nothing_unless_all_effects_count(table):
    """With `all_effects_both` the attacker's king of hearts mends, unless the defender silences it."""
    for text, option, healed in (("", "on", 1), (deck(QS="silence 1"), "on", 0), ("", "off", 0)):
        play = table(text, all_effects_both=option)
        play.correct("Ana", 5)
        play.touch("Ana", "KH KD 4S 7S 9S")
        play.touch("Bruno", "QS 2C 5C 7C 9S")
        assert play.hp["Ana"] == 5 + healed


# --- leech and thorns --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("hp", "healed"), [(5, 3), (18, 2), (20, 0), (30, 0)])
def test_leech_heals_the_attacker_up_to_the_start(table, hp, healed):
    """Leech 3 at 5 HP heals 3, at 18 of 20 only 2, and never lowers what stands above."""
    play = table(deck(KS="leech 3"), hp="20")
    play.correct("Ana", hp)
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", WEAK)
    assert play.hp["Ana"] == hp + healed
    assert [one.amount for one in play.happened("Healed")] == ([healed] if healed else [])


def test_leech_heals_no_more_than_the_damage_dealt(table):
    """Leech 9 of a damage of 3 heals 3."""
    play = table(deck(KS="leech 9"))
    play.correct("Ana", 2)
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", WEAK)
    assert (play.last("DamageDealt").amount, play.hp["Ana"]) == (3, 5)


def test_leech_comes_before_thorns(table):
    """At 1 HP a leech of 3 saves the attacker from thorns of 3."""
    play = table(deck(KS="leech 3", AD="thorns 3"))
    play.correct("Ana", 1)
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", "AD 2S 5C 7C 9S")
    assert play.hp["Ana"] == 1
    assert [type(one).__name__ for one in play.events[-3:]] == ["DamageDealt", "Healed", "ThornsHurt"]


def test_a_defender_who_dies_still_hurts_by_thorns_and_nobody_is_revived(table):
    """Deaths are looked for after the whole battle: both are at nothing, the third has won."""
    play = table(deck(AD="thorns 9", AH="mend 9"), "Ana Bruno Chloe", hp="3")
    play.touch("Ana", "KS KH 4S 7S 9S")
    play.touch("Bruno", "AD 2H 5C 7C 9S")
    play.touch("Chloe", WEAK)
    assert [(one.seat, one.why) for one in play.happened("PlayerOut")] == [("Bruno", "hp"), ("Ana", "hp")]
    assert play.waits == [("table", "next")]
    play.next()
    assert play.game.outcome(play.state).winners == ("Chloe",)
    assert len(play.happened("DamageDealt")) == 1


def test_an_attacker_dead_of_thorns_fights_no_more_in_this_contest(table):
    """The battle is complete, the later ones are cancelled, the others play on."""
    play = table(deck(AD="thorns 9"), "Ana Bruno Chloe Dev")
    play.correct("Ana", 9)
    play.touch("Ana", "KS KH 4S 7S 9S")
    for name in ("Bruno", "Chloe", "Dev"):
        play.touch(name, "AD 2S 5C 7C 9S" if name == "Bruno" else WEAK)
    assert play.seat("Ana").out
    play.next()
    assert play.state.round == 2
    assert (play.hp["Chloe"], play.hp["Dev"]) == (20, 20)
    assert len(play.happened("DamageDealt")) == 1


@pytest.mark.parametrize(("shared", "kind"), [("off", None), ("on", "shared")])
def test_the_last_two_dead_in_one_battle_rebuild_or_share(table, shared, kind):
    """Two players reach 0 HP in one battle: rebuild and play on, not "seat order wins"; or `shared_win`."""
    play = table(deck(AD="thorns 9"), hp="3", shared_win=shared, sudden_death_hp="7")
    play.touch("Ana", "KS KH 4S 7S 9S")
    play.touch("Bruno", "AD 2S 5C 7C 9S")
    assert play.game.outcome(play.state) is None
    play.next()
    outcome = play.game.outcome(play.state)
    if kind:
        assert (outcome.kind, outcome.winners) == (kind, ("Ana", "Bruno"))
        return
    assert outcome is None
    assert (play.hp, play.state.limit, play.state.round) == ({"Ana": 7, "Bruno": 7}, 7, 2)
    assert [(seat.deck, seat.hand, seat.pit, seat.out) for seat in play.state.seats] == [(49, 5, 0, False)] * 2
    steps = [(step.do, step.seat, step.count) for step in play.last("ChoresDue").steps]
    assert steps == [
        ("rebuild", "Ana", 0),
        ("rebuild", "Bruno", 0),
        ("shuffle", "", 0),
        ("draw", "Ana", 5),
        ("draw", "Bruno", 5),
    ]


# --- mill and recover --------------------------------------------------------------------------------------------------


def test_mill_turns_the_top_of_the_defenders_deck_into_the_pit(table):
    """Two cards are scanned; hand, pit and strangers are refused meanwhile; then the battle is over."""
    play = table(deck(KS="mill 2"))
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", WEAK)
    assert play.waits == [("Bruno", "mill")]
    assert play.game.prompts(play.state)[0].count == 2
    assert play.refused(Touched(Card("Bruno/2S"))) == "card-in-hand"
    assert play.refused(Touched(Card("Ana/2S"))) == "not-now"
    play.touch("Bruno", "TD")
    assert play.refused(Touched(Card("Bruno/TD"))) == "card-in-pit"
    play.touch("Bruno", "JD")
    bruno = play.seat("Bruno")
    assert (bruno.deck, bruno.hand, bruno.pit) == (47, 5, 2)
    assert play.waits == [("table", "next")]


@pytest.mark.parametrize(("left", "asked"), [(5, 3), (2, 2), (0, 0)])
def test_mill_takes_fewer_from_a_short_deck_and_is_never_a_loss(table, left, asked):
    """Mill 3 with two cards left takes two, with none nothing; the player is not out for it."""
    play = table(deck(KS="mill 3"))
    bruno = play.seat("Bruno")
    play.state = play.state.put(1, replace(bruno, deck=left, pit=49 - left))
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", WEAK)
    assert sum(prompt.count for prompt in play.game.prompts(play.state) if prompt.purpose == "mill") == asked
    play.touch("Bruno", " ".join(["TD", "JD", "QD"][:asked]))
    assert play.waits == [("table", "next")]
    assert (play.seat("Bruno").deck, play.seat("Bruno").out) == (left - asked, False)


def test_what_is_milled_can_be_recovered_in_the_same_battle(table):
    """Mill comes before recover: with an empty pit the milled card goes under the deck again."""
    play = table(deck(KS="mill 1", AD="recover 2"))
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", "AD 2S 5C 7C 9S")
    assert play.waits == [("Bruno", "mill")]
    play.touch("Bruno", "TD")
    assert play.waits == [("Bruno", "recover"), ("Bruno", "recover")]
    assert play.game.prompts(play.state)[0].count == 1
    play.touch("Bruno", "TD")
    assert (play.seat("Bruno").deck, play.seat("Bruno").pit) == (49, 0)
    assert play.waits == [("table", "next")]


def test_recover_takes_up_to_so_many_scanned_cards_under_the_deck(table):
    """Of the pit's known cards one is taken and the other left; an unknown card is refused; none known, none asked."""
    play = table(deck(AD="recover 2"))
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", "AD 2S 5C 7C 9S")
    assert play.waits == [("table", "next")]  # the pit is empty yet
    play.next()
    for seat, _ in play.waits:
        play.number(seat, "exchange", 0)
    play.move("Bruno", "AD", "deck")
    play.touch("Ana", "QS QH 3H 8H TH")
    play.touch("Bruno", "AD 3S 6C 8C TS")
    assert play.refused(Touched(Card("Bruno/KD"))) == "card-not-in-pit"
    before = play.seat("Bruno")
    play.touch("Bruno", "7C")
    assert play.ids("Bruno") == ("done",)
    play.pick("Bruno", "done")
    after = play.seat("Bruno")
    assert (after.deck, after.pit) == (before.deck + 1, before.pit - 1)
    assert Card("Bruno/7C") not in after.known_pit


def test_a_correction_during_a_mill_never_empties_a_deck_below_nothing(table):
    """The host says that the last cards are in the pit: what is owed shrinks with the deck."""
    play = table(deck(KS="mill 3"))
    bruno = play.seat("Bruno")
    play.state = play.state.put(1, replace(bruno, deck=2, pit=47))
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", WEAK)
    play.move("Bruno", "TD", "pit")
    assert play.game.prompts(play.state)[0].count == 1
    play.move("Bruno", "JD", "pit")
    assert play.waits == [("table", "next")]
    assert (play.seat("Bruno").deck, play.seat("Bruno").pit) == (0, 49)
    assert play.refused(Moved("Bruno", Card("Bruno/QD"), "pit")) == "deck-empty"


def test_a_dead_players_cards_are_milled_before_the_death_is_looked_for(table):
    """Steps 1 to 4 are whole: the defender at nothing still turns cards, then is out."""
    play = table(deck(KS="mill 1"), hp="1")
    play.touch("Ana", "KS KH 4H 7H 9H")
    play.touch("Bruno", WEAK)
    assert (play.hp["Bruno"], play.seat("Bruno").out, play.waits) == (0, False, [("Bruno", "mill")])
    play.touch("Bruno", "TD")
    assert play.seat("Bruno").out
    assert play.seat("Bruno").pit == 6


def test_a_defenders_mill_works_on_the_attacker_where_all_effects_count(table):
    """With `all_effects_both` the mill of a defender turns the attacker's deck; by default it does nothing."""
    for option, waits in (("off", [("table", "next")]), ("on", [("Ana", "mill")])):
        play = table(deck(AD="mill 1"), all_effects_both=option)
        play.touch("Ana", "KS KH 4H 7H 9H")
        play.touch("Bruno", "AD 2S 5C 7C 9S")
        assert play.waits == waits


# --- designers' cards --------------------------------------------------------------------------------------------------


def test_the_house_deck_gives_single_cards_names_effects_and_strengths(table):
    """What house.toml says of a card is what the ledger says, and the name can be shown."""
    play = table(HOUSE)
    play.correct("Ana", 10)
    play.touch("Ana", "QS QH JC 2C AC")
    play.touch("Bruno", "AD QD 9H 4S 5S")
    dealt = play.last("DamageDealt")
    assert [(line.card.face, line.effect, line.amount) for line in dealt.lines] == [
        ("QS", "leech", 2), ("JC", "mill", 1), ("2C", "strike", 0), ("AC", "strike", 3),
        ("AD", "guard", 3), ("QD", "thorns", 2), ("9H", "mend", 1),
    ]  # fmt: skip
    assert (dealt.base, dealt.strike, dealt.guard, dealt.amount) == (3, 3, 3, 3)
    assert play.hp["Ana"] == 10 + 2 - 2
    assert play.waits == [("Bruno", "mill")]
    names = {
        line.card.face: play.state.numbers.cards[line.card.face].name
        for line in dealt.lines
        if line.card.face in play.state.numbers.cards
    }
    assert names["QS"] == "The Widow"
    assert names["QD"] == "The Rose"


def test_a_joker_with_an_effect_of_its_own_keeps_it_and_one_without_takes_the_suits(table):
    """The house's second joker strikes for 4 as any card; the first one takes the suit chosen for it."""
    play = table(HOUSE)
    play.touch("Ana", "KH KS KD X1 X2")
    play.pick("Ana", "KC")
    play.pick("Ana", "KS")
    play.touch("Bruno", WEAK)
    dealt = play.last("DamageDealt")
    assert [(line.card.face, line.effect, line.amount) for line in dealt.lines if line.seat == "Ana"] == [
        ("KS", "pierce", 2), ("X1", "strike", 1), ("X2", "strike", 4),
    ]  # fmt: skip
    assert dealt.base == 16  # the house's line for five of a kind


def test_in_war_a_joker_has_its_neighbours_effect_whatever_the_deck_says(start):
    """RULES.md 1.4 decides in War: the joker beside a heart mends."""
    play = start("casinoya-war")
    options = read(play.game.options_type, {"deck": "file"}, lambda _: deck(X1="strike 9"))
    play.state = play.game.start([_player("Ana"), _player("Bruno")], options).state
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.touch("Ana", "2H X1 3C 4S 5D")
    from companion.rules.casinoya.war import lit

    assert [(one.name, one.strength) if one else None for one in lit(play.state, 0)][:3] == [
        ("mend", 1), ("mend", 1), ("strike", 1),
    ]  # fmt: skip


def test_effects_of_one_name_are_adjacent_whatever_their_strength(start):
    """In War a great guard and a small one light each other."""
    play = start("casinoya-war")
    options = read(play.game.options_type, {"deck": "file"}, lambda _: deck(AS="guard 5"))
    play.state = play.game.start([_player("Ana"), _player("Bruno")], options).state
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.touch("Ana", "AS 2D 3H 4C 5S")
    from companion.rules.casinoya.war import lit

    assert [(one.name, one.strength) if one else None for one in lit(play.state, 0)] == [
        ("guard", 5), ("guard", 1), None, None, None,
    ]  # fmt: skip


@pytest.mark.parametrize(("strength", "lines"), [(0, [("X1", "strike", 0)]), (3, [("X1", "strike", 3)])])
def test_a_deck_can_give_a_joker_a_strength_and_leave_it_the_suit_chosen(table, strength, lines):
    """A strength without an effect is the joker's own, whatever suit the player takes."""
    play = table(f"[cards]\nX1.strength = {strength}\n")
    play.touch("Ana", "KH KS KD 2D X1")
    play.pick("Ana", "KC")
    play.touch("Bruno", WEAK)
    dealt = play.last("DamageDealt")
    assert [(line.card.face, line.effect, line.amount) for line in dealt.lines if line.card.face == "X1"] == lines
    assert dealt.strike == strength


def test_a_card_of_strength_0_shows_no_effect_in_an_army(start):
    """The house's straw man has none, so neither a club beside it nor a joker to its right strikes."""
    play = start("casinoya-war")
    options = read(play.game.options_type, {"deck": "file"}, lambda _: HOUSE)
    play.state = play.game.start([_player("Ana"), _player("Bruno")], options).state
    play.pick("Ana", "2-0")
    play.pick("Bruno", "2-0")
    play.touch("Ana", "3C 2C X1 4H 5S")
    from companion.rules.casinoya.war import lit

    assert [(one.name, one.strength) if one else None for one in lit(play.state, 0)] == [
        None, None, None, ("mend", 1), None,
    ]  # fmt: skip
