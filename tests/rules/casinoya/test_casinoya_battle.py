"""Battles, effects and their ledger (RULES.md 1, A battle)."""

from __future__ import annotations


def test_the_worked_example_of_the_protocol(start):
    """Full house 8, strike 2, pierce 1 against guard 1 and a mend at full HP: 20 becomes 10."""
    play = start("casinoya-poker", hp="20")
    play.number("Ana", "exchange", 2)
    play.number("Bruno", "exchange", 0)
    play.touch("Ana", "KS KH KC 4C 4D")
    play.touch("Bruno", "9S 9D 3H 3S QC")
    dealt = play.last("DamageDealt")
    assert (dealt.seat, dealt.by, dealt.amount, dealt.hp) == ("Bruno", "Ana", 10, 10)
    assert (dealt.base, dealt.strike, dealt.guard, dealt.pierce, dealt.heal, dealt.mend) == (8, 2, 1, 1, 0, 1)
    assert play.last("AttackerChosen").seat == "Ana"
    assert play.waits == [("table", "next")]


def test_healing_comes_before_damage_and_never_goes_above_the_start(poker):
    """A defender at 15 of 20 with three hearts heals 3 first; at 19 only 1."""
    for hp, healed in ((15, 3), (19, 1), (20, 0)):
        play = poker(hp="20")
        play.correct("Bruno", hp)
        play.touch("Ana", "KS KH KC 4C 4D")
        play.touch("Bruno", "9H 7H 3H 2C QC")
        dealt = play.last("DamageDealt")
        assert (dealt.heal, dealt.before, dealt.hp) == (healed, hp, hp + healed - dealt.amount)


def test_a_mend_never_lowers_hp_that_a_correction_has_put_above_the_start(poker):
    """A host's 40 HP stays 40 before the damage."""
    play = poker(hp="20")
    play.correct("Bruno", 40)
    play.touch("Ana", "KS KH KC 4C 4D")
    play.touch("Bruno", "9H 7H 3H 2C QC")
    assert (play.last("DamageDealt").heal, play.hp["Bruno"]) == (0, 40 - play.last("DamageDealt").amount)


def test_pierce_cancels_guard_only(poker):
    """Four spades against one diamond: no more than the guard is cancelled."""
    play = poker()
    play.touch("Ana", "KS KH 4S 7S 9S")
    play.touch("Bruno", "2D 5C 7C 9C JC")
    dealt = play.last("DamageDealt")
    assert (dealt.base, dealt.guard, dealt.pierce, dealt.amount) == (3, 1, 4, 3)


def test_damage_has_a_least_that_the_table_may_set(poker):
    """Guards cannot bring an attack below `min_damage`: 1 by default, 0 by option."""
    for options, least in (({}, 1), ({"min_damage": "0"}, 0), ({"min_damage": "3"}, 3)):
        play = poker(**options)
        play.touch("Ana", "AH KH 4H 7H 9D")
        play.touch("Bruno", "2D 5D 7D 9D JC")
        assert play.last("DamageDealt").amount == least


def test_defenders_strike_and_attackers_mend_count_for_nothing(poker):
    """A defender uses only protective effects, an attacker only attacking ones."""
    play = poker(hp="20")
    play.correct("Ana", 5)
    play.touch("Ana", "KH KD 4H 7H 9H")
    play.touch("Bruno", "2C 5C 7C 9S JC")
    dealt = play.last("DamageDealt")
    assert (dealt.amount, dealt.strike, dealt.guard, play.hp["Ana"]) == (3, 0, 0, 5)


def test_with_all_effects_both_the_attacker_mends_too(poker):
    """`all_effects_both` lets an attacker's hearts heal."""
    play = poker(hp="20", all_effects_both="on")
    play.correct("Ana", 5)
    play.touch("Ana", "KH KD 4H 7H 9H")
    play.touch("Bruno", "2C 5C 7C 9S JC")
    assert play.hp["Ana"] == 9


def test_the_attacker_fights_every_living_defender_clockwise_from_the_left(poker):
    """Chloe attacks Dev, Ana and Bruno in this order, with full effects each time."""
    play = poker("Ana Bruno Chloe Dev")
    play.touch("Ana", "2S 3D 5H 7C 9S")
    play.touch("Bruno", "2S 3D 5H 7C 8S")
    play.touch("Dev", "2S 3D 5H 7C TS")
    play.touch("Chloe", "AC AD 5C 7C TS")
    play.next()
    play.next()
    assert [(one.by, one.seat, one.strike) for one in play.happened("DamageDealt")] == [
        ("Chloe", "Dev", 3), ("Chloe", "Ana", 3), ("Chloe", "Bruno", 3),
    ]  # fmt: skip


def test_effects_once_per_round_count_in_the_first_battle_only(poker):
    """With the option the attacker's clubs strike one defender, not three."""
    play = poker("Ana Bruno Chloe", effects_once_per_round="on")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "2S 3D 5H 7C 8S")
    play.touch("Chloe", "2S 3D 5H 7C TS")
    play.next()
    assert [one.strike for one in play.happened("DamageDealt")] == [3, 0]


def test_the_attacker_may_spare_a_defender_by_option(poker):
    """`may_spare` asks before every battle; a spared defender loses nothing."""
    play = poker("Ana Bruno Chloe", may_spare="on")
    play.touch("Ana", "AC AD 5C 7C TS")
    play.touch("Bruno", "2S 3D 5H 7C 8S")
    play.touch("Chloe", "2S 3D 5H 7C TS")
    assert play.waits == [("Ana", "attack")]
    play.pick("Ana", "spare")
    play.pick("Ana", "attack")
    assert play.hp["Bruno"] == 20
    assert play.hp["Chloe"] < 20


def test_the_outcome_comes_after_the_next_of_the_deciding_battle(poker):
    """The deciding battle is shown and waits for `next` like every other."""
    play = poker(hp="5")
    play.touch("Ana", "KS KH KC 4C 4D")
    play.touch("Bruno", "9S 9D 3H 3S QC")
    assert play.game.outcome(play.state) is None
    assert play.waits == [("table", "next")]
    play.next()
    outcome = play.game.outcome(play.state)
    assert (outcome.kind, outcome.winners) == ("won", ("Ana",))
    assert play.waits == []


def test_who_dies_is_out_at_once_with_hand_to_the_pit_and_asides_to_the_deck(start):
    """Hand 5 and aside 2 of a dead player become pit 5 and two more in the deck."""
    play = start("casinoya-poker", "Ana Bruno Chloe", hp="5")
    for name, count in (("Ana", 0), ("Bruno", 2), ("Chloe", 0)):
        play.number(name, "exchange", count)
    play.touch("Ana", "KS KH KC 4C 4D")
    play.touch("Bruno", "9S 9D 3H 3S QC")
    play.touch("Chloe", "2S 3D 5H 7C TS")
    bruno = play.seat("Bruno")
    assert (bruno.out, bruno.hp, bruno.deck, bruno.hand, bruno.aside, bruno.pit) == (True, 0, 49, 0, 0, 5)
