"""Positions with the right answer: RULES.md section 4, and the known mistakes of other engines."""

from __future__ import annotations

import pytest
from cassino_script import Script, allows, card, cards, code, position, spelled, uses

from companion.rules.cassino.score import certain_points, count
from companion.rules.game import Touched


def takes(script: Script) -> set[str]:
    """The captures offered."""
    return {text for text in uses(script) if text.startswith("take")}


def test_a_2_3_5_6_8_with_an_8():
    """An 8 takes {8, 6+2, 5+3}, {8, 5+2+A} or any part of those, never all six."""
    script = position("8H", "AS 2H 3D 5C 6S 8D")
    assert takes(script) == {
        spelled(text)
        for text in (
            "take:8D,6S+2H,5C+3D",
            "take:6S+2H,5C+3D",
            "take:8D,6S+2H",
            "take:8D,5C+3D",
            "take:8D,5C+2H+AS",
            "take:8D",
            "take:6S+2H",
            "take:5C+3D",
            "take:5C+2H+AS",
        )
    }
    assert not allows(script, "take:8D,6S+2H,5C+3D,AS")


def test_any_card_does_not_match_any():
    """A card captures its own value and no other."""
    script = position("8H", "7D 9C KS")
    assert uses(script) == {"trail"} | {text for text in uses(script) if text.startswith("build")}
    assert code(script, "take:7D") == "wrong-sum"
    assert code(script, "take:9C") == "wrong-sum"
    assert code(script, "take:KS") == "no-value"


def test_sums_are_no_multiples():
    """8 does not take {5, 5, 6}: sixteen is no pair of eights."""
    script = position("8H", "5C 5D 6S")
    assert takes(script) == set()
    assert code(script, "take:5C+5D+6S") == "wrong-sum"


def test_a_capture_has_no_unused_card():
    """8 does not take {8, K} nor {8, 3}."""
    script = position("8H", "8D KS 3C")
    assert takes(script) == {"take:8D"}
    assert code(script, "take:8D,KS") == "no-value"
    assert code(script, "take:8D,3C") == "wrong-sum"


def test_a_build_has_no_unused_card():
    """A build to 7 from 3 and 4 cannot swallow a 2 besides."""
    script = position("3H", "4S 2D")
    assert allows(script, "build:7:4S")
    assert code(script, "build:7:4S+2D") == "wrong-sum"
    assert code(script, "build:7:4S,2D") == "wrong-sum"


def test_a_lone_card_is_a_trail():
    """A lone 5 is a trail, not a build."""
    script = position("5H", "9C KD")
    assert code(script, "build:5") == "lone-build"
    assert {text for text in uses(script) if text.startswith("build:5")} == set()
    assert allows(script, "trail")


def test_fives():
    """A 5 on a loose 5 is a multiple build of five."""
    script = position("5H", "5C")
    assert uses(script) == {"take:5C", "build:5:5C", "build:10:5C", "trail"}
    script.pick("Ana", "build:5:5C")
    (built,) = script.report["builds"]
    assert (built["value"], built["multiple"], built["groups"]) == (5, True, [["5H"], ["5C"]])


def test_tens_are_never_twenty():
    """A 10 on two tens is a multiple ten; there is no value above ten."""
    script = position("TS", "TH TD")
    assert code(script, "build:20:TH") == "must-hold"
    script.pick("Ana", "build:10:TH,TD")
    (built,) = script.report["builds"]
    assert (built["value"], built["multiple"], len(built["groups"])) == (10, True, 3)


def test_a_build_is_taken_only_by_its_value():
    """Build 7 (4+3) and a loose 2: a 9 takes neither together nor the build's cards apart."""
    script = position("9H", "2S", builds=((7, "4S 3C", 1),))
    assert takes(script) == set()
    assert code(script, "take:b7,2S") == "wrong-sum"
    assert code(script, "take:4S+3C+2S") == "not-on-table"
    seven = position("7H", "2S", builds=((7, "4S 3C", 1),))
    assert takes(seven) == {"take:b7"}
    assert code(seven, "take:4S+3C") == "not-on-table"


def test_only_a_named_build():
    """A build that is not there cannot be taken, raised or added to."""
    script = position("9H", "2S", builds=((9, "4S 5C", 1),))
    assert code(script, "take:b8") == "no-such-build"
    assert code(script, "take:b9#2") == "no-such-build"
    assert code(script, "add:8") in ("no-such-build", "wrong-sum")
    assert code(script, "raise:10") == "no-such-build"


def test_one_held_card_answers_one_value():
    """Whose hand is one card cannot promise two values."""
    script = position("2H", "4S", builds=((9, "3S 6C", 0),), hand=1)
    assert code(script, "build:6:4S") == "must-hold"
    assert allows(position("2H", "4S", builds=((9, "3S 6C", 0),), hand=2), "build:6:4S")


def test_one_held_card_answers_builds_of_the_same_value():
    """One card answers for all own builds of one value."""
    assert allows(position("2H", "7S", builds=((9, "3S 6C", 0),), hand=1), "build:9:7S")


def test_a_promise_needs_an_unseen_card():
    """A build to 9 is impossible when all nines are seen, and the fourth nine can be promised once."""
    assert code(position("2H", "7S", gone="9H 9S 9C 9D"), "build:9:7S") == "must-hold"
    assert allows(position("2H", "7S", gone="9H 9S 9C"), "build:9:7S")
    theirs = position("2H", "7S", builds=((9, "3S 6C", 1),), gone="9H 9S 9C")
    assert code(theirs, "build:9:7S") == "must-hold"
    assert allows(theirs, "add:9:7S")  # then the promise is Ana's, and Bruno's is gone


def test_a_broken_promise_of_another_restricts_nothing():
    """Bruno's promise of a nine is provably broken, so Ana's announcing of an 8 and her captures are free."""
    script = position("2H", "6S", builds=((9, "3S 6C", 1),), gone="9H 9S 9C 9D")
    assert allows(script, "build:8:6S")
    assert allows(position("6H", "6S", builds=((9, "3S 6C", 1),), gone="9H 9S 9C 9D"), "take:6S")


def test_of_two_promises_that_cannot_both_be_true_the_older_is_believed():
    """One unseen nine, Bruno promised first and Ana later: Ana announces nothing more, but she may still capture."""
    script = position("2H", "3S 2D", builds=((9, "8S AC", 1), (9, "4S 5C", 0)), gone="9H 9S 9C")
    assert not allows(script, "build:5:3S")
    assert allows(script, "take:2D")
    assert allows(position("2H", "3S", builds=((9, "4S 5C", 0),), gone="9H 9S 9C"), "build:5:3S")


def test_a_partial_capture_is_allowed():
    """Fewer than possible may be taken."""
    assert takes(position("9H", "9S 4D 5C")) == {"take:9S", "take:4D+5C", spelled("take:9S,4D+5C")}


def test_a_crowded_table_keeps_every_group():
    """With four ways to make nine each pair is offered alone and with each that is disjoint."""
    script = position("9H", "4D 4C 5C 5D")
    assert len(takes(script)) == 5
    assert allows(script, "take:4D+5C,4C+5D")
    assert allows(script, "take:4D+5D,4C+5C")


def test_a_use_is_offered_once_whatever_its_grouping():
    """The two groupings of 4 4 5 5 are one use; other captures of these cards do not exist."""
    script = position("9H", "4D 4C 5C 5D")
    assert sum(text.count("+") == 2 for text in uses(script) if text.startswith("take")) == 1


def test_raise_only_by_the_played_card():
    """Build 5 (A+4), loose 2, play 3 holding 8 and 10: raise to 8 only, never past the loose card."""
    script = position("3H", "2S", builds=((5, "AS 4C", 1),))
    assert {text for text in uses(script) if text.startswith("raise")} == {"raise:8"}
    assert code(script, "raise:10:2S") in ("no-such-build", "wrong-sum")
    assert code(script, "raise:8:2S") == "wrong-sum"


def test_a_raise_takes_groups_of_the_new_value_along():
    """Build 7 (3+4), loose 9, play 2 holding 9: raise to 9 with the 9 makes a multiple build."""
    script = position("2H", "9D", builds=((7, "3S 4C", 1),))
    assert {text for text in uses(script) if text.startswith("raise")} == {"raise:9", "raise:9:9D"}
    script.pick("Ana", "raise:9:9D")
    (built,) = script.report["builds"]
    assert built == {
        "value": 9,
        "cards": ["3S", "4C", "2H", "9D"],
        "groups": [["3S", "4C", "2H"], ["9D"]],
        "controller": "Ana",
        "multiple": True,
    }


def test_a_multiple_build_is_never_raised():
    """A multiple 5-build cannot be raised by an ace."""
    script = position("AH", "", builds=((5, "AS 4C,5D", 1),))
    assert code(script, "raise:6") == "build-multiple"
    assert uses(script) == {"trail"}


def test_a_controller_may_not_trail():
    """Who controls a build may not trail; the refusal names the play that promised."""
    script = position("2H", "", builds=((9, "3S 6C", 0),))
    refusal = code(script, "trail")
    assert refusal == "controller-may-not-trail"
    assert "trail" not in uses(script)


def test_a_touched_card_without_a_use_is_refused_with_the_play():
    """A king of a controller who may not trail is refused, and the refusal names seat, value and action."""
    script = position("2H", "3C", builds=((9, "3S 6D", 0),))
    script.to(phase="play", played=None, hands=(4, 3))
    error = script.refused(Touched(card("KD")))
    assert error.code == "no-legal-use"
    assert (error.params["seat"], error.params["value"], error.params["entry"]) == ("Ana", 9, 1)
    script.touch("9D")


def test_the_last_card_of_a_controller_must_keep_the_promise():
    """With one card left nothing but the promised value can be played."""
    script = position("2H", "4C", builds=((9, "3S 6D", 0),)).to(phase="play", played=None, hands=(1, 1))
    assert script.refused(Touched(card("4D"))).code == "no-legal-use"
    script.touch("9D")
    assert uses(script) == {"take:b9"}


def test_a_take_may_not_give_the_promised_card_away():
    """With the last unseen nine a controller takes the build itself, not only the loose nine."""
    script = position("9H", "9S", builds=((9, "3S 6C", 0),), gone="9C 9D")
    assert uses(script) == {"take:b9", spelled("take:b9,9S")}
    assert code(script, "take:9S") == "promise-forbids"


def test_equal_cards_are_not_merged():
    """Two fours of different suits are two captures, and both together a third."""
    assert takes(position("4H", "4S 4D")) == {"take:4S", "take:4D", spelled("take:4S,4D")}


def test_two_builds_of_one_value():
    """Two builds of a value are told apart by their place, and each may be taken, raised or added to alone."""
    script = position("8H", "", builds=((8, "3S 5C", 1), (8, "6S 2C", 1)))
    assert takes(script) == {"take:b8", "take:b8#2", spelled("take:b8,b8#2")}
    assert {"add:8", "add:8#2"} <= uses(script)
    ace = position("AH", "", builds=((8, "3S 5C", 1), (8, "6S 2C", 1)))
    assert {"raise:9", "raise:9#2"} <= uses(ace)
    ace.pick("Ana", "raise:9#2")
    assert [(one["value"], one["controller"]) for one in ace.report["builds"]] == [(8, "Bruno"), (9, "Ana")]


def test_builds_of_equal_value_do_not_merge():
    """A second build of nine stays a build of its own."""
    script = position("2H", "7S", builds=((9, "3S 6C", 1),))
    script.pick("Ana", "build:9:7S")
    assert [one["multiple"] for one in script.report["builds"]] == [False, False]


@pytest.mark.parametrize("option", ["build:9:4S+2C", "build:9:2C+4S", "build:9:2C+4S,9D", "build:9:9D,4S+2C"])
def test_the_played_card_joins_the_group_that_is_short(option):
    """In a build the group worth value less card is joined by the played card, wherever it is listed."""
    script = position("3H", "4S 2C 9D 6H")
    script.pick("Ana", option)
    groups = script.report["builds"][0]["groups"]
    assert {"3H", "4S", "2C"} in [set(group) for group in groups]


def test_the_example_of_the_protocol():
    """A three builds nine with 4+2, or with a 6 and a loose nine besides."""
    script = position("3H", "4S 2C 9D 6H")
    assert allows(script, "build:9:4S+2C")
    assert allows(script, "build:9:6H,9D")
    assert not allows(script, "build:9:9D")
    assert not allows(script, "build:9:6H,4S+2C")  # each would want the three


def test_an_add_is_a_multiple_build_of_the_adder():
    """The played card with loose cards goes on a build of the value, further groups too; the adder controls it."""
    script = position("3H", "6D 9C", builds=((9, "4S 5C", 1),))
    assert {text for text in uses(script) if text.startswith("add")} == {"add:9:6D", "add:9:6D,9C"}
    script.pick("Ana", "add:9:6D,9C")
    (built,) = script.report["builds"]
    assert (built["controller"], built["multiple"], len(built["groups"])) == ("Ana", True, 3)


def test_court_cards_pair_and_do_nothing_else():
    """A king takes one king; it neither builds nor is built with."""
    script = position("KH", "KS KD 3C", builds=((9, "4S 5C", 1),))
    assert uses(script) == {"take:KS", "take:KD", "trail"}
    assert code(script, "take:KS,KD") == "court-pair"
    assert code(position("3H", "KS"), "build:10:KS") == "no-value"


@pytest.mark.parametrize(("choice", "sizes"), [("one", {1}), ("all", {1, 2, 3}), ("one_or_three", {1, 3})])
def test_court_pair(choice, sizes):
    """The option says how many of its rank a court card takes."""
    script = position("KH", "KS KD KC", court_pair=choice)
    assert {text.count("K") for text in takes(script)} == sizes


def test_raise_own_off():
    """With `raise_own=off` only builds of others are raised."""
    assert code(position("AH", "", builds=((8, "3S 5C", 0),), raise_own="off"), "raise:9") == "build-own"
    assert allows(position("AH", "", builds=((8, "3S 5C", 0),)), "raise:9")
    assert allows(position("AH", "", builds=((8, "3S 5C", 1),), raise_own="off"), "raise:9")


def test_forced_capture():
    """`equal_card` forbids to trail beside an equal loose card, `any` where anything can be captured."""
    for choice, table, may in (
        ("off", "9S 4D 5C", True),
        ("equal_card", "9S", False),
        ("equal_card", "4D 5C", True),
        ("any", "4D 5C", False),
        ("any", "4D 6C", True),
    ):
        script = position("9H", table, forced_capture=choice)
        assert allows(script, "trail") == may, (choice, table)
        assert ("trail" in uses(script)) == may
    assert code(position("9H", "", builds=((9, "4S 5C", 1),), forced_capture="any"), "trail") == "must-capture"


@pytest.mark.parametrize(
    "text",
    ["", "take", "take:", "take:9Z", "take:9S,,", "take:9S,9S", "take:9S+9S", "take:b9,b9", "take:b9,b9#1", "raise",
     "build:9", "build:9#2:4D", "build:09:4D", "build:99:4D", "add:", "add:9#0", "raise:-1", "trail:9", "TRAIL",
     "take:pack/9S", "take:b09", "take:b0", "raise:9:", "take:" + "9S," * 300, "next", "claim ", "build:٩:4D"],
)  # fmt: skip
def test_malformed_uses_are_refused(text):
    """Any other text is a refusal with a code, never an error of another kind."""
    assert code(position("9H", "9S 4D", builds=((9, "4S 5C", 1),)), text)


# --- Royal ---------------------------------------------------------------------------------------------------------


def test_royal_courts_and_aces():
    """A king is 13, an ace captures as 1 or as 14, never both in one capture, and counts 1 when built with."""
    assert "take:2D+JS" in takes(position("KH", "JS 2D", game="cassino-royal"))
    ace = position("AH", "AS KD JC 3C", game="cassino-royal")
    assert takes(ace) == {"take:AS", "take:AS+KD", "take:3C+JC", spelled("take:AS+KD,3C+JC")}
    assert code(ace, "take:AS,3C+JC") == "wrong-sum"
    assert allows(ace, "build:14:KD")
    assert not allows(ace, "build:14:AS")


def test_royal_one_card_one_value():
    """The last unseen ace cannot be held for a build of 1 and one of 14."""
    builds = ((14, "KS AD", 0),)
    script = position("3H", "2S QC", builds=builds, gone="AS", game="cassino-royal")
    assert not allows(script, "build:14:QC")  # 3 + 12 is fifteen
    one = position("AC", "AS", builds=((14, "QS 2D", 0),), gone="AD", game="cassino-royal")
    assert not allows(one, "build:1:AS")  # only the ace of hearts is left, and it is promised as 14
    assert allows(position("AC", "AS", builds=((14, "QS 2D", 0),), game="cassino-royal"), "build:1:AS")


def test_dual_cassinos():
    """With `dual_cassinos` the two of spades also takes 15 and the ten of diamonds 16; lying they are 2 and 10."""
    assert "take:2H+KD" in takes(position("2S", "KD 2H", game="cassino-royal", dual_cassinos="on"))
    assert takes(position("2S", "KD 2H", game="cassino-royal")) == {"take:2H"}
    ten = position("TD", "KD 3H TC", game="cassino-royal", dual_cassinos="on")
    assert takes(ten) == {"take:3H+KD", "take:TC"}
    assert allows(position("3C", "KD", game="cassino-royal", dual_cassinos="on"), "build:16:KD")
    assert not allows(position("3C", "KD", gone="TD", game="cassino-royal", dual_cassinos="on"), "build:16:KD")


# --- scores --------------------------------------------------------------------------------------------------------


def piles(ana: str, bruno: str, name: str = "cassino", **words: str) -> Script:
    """A counted table with these piles."""
    return Script(name, **words).to(piles=(cards(ana), cards(bruno)), table=(), hands=(0, 0), stock=0, phase="play")


PACK_FACES = [rank + suit for suit in "SHDC" for rank in "A23456789TJQK"]


def points(script: Script) -> dict[str, dict[str, int]]:
    """Points by seat and reason."""
    found: dict[str, dict[str, int]] = {}
    for line in count(script.state):
        found.setdefault(line.seat, {})[line.reason] = line.points
    return found


def test_twenty_six_each_scores_nobody_cards():
    """26–26 cards: nobody scores 3."""
    script = piles(" ".join(PACK_FACES[:26]), " ".join(PACK_FACES[26:]))
    by = points(script)
    assert (by["Ana"]["cards"], by["Bruno"]["cards"]) == (0, 0)
    assert (by["Ana"]["spades"], by["Ana"]["aces"], by["Ana"]["little"], by["Bruno"]["big"]) == (1, 2, 1, 2)
    assert sum(sum(one.values()) for one in by.values()) == 11 - 3


def test_a_whole_pack_is_eleven_and_a_spade_pack_24():
    """Points add to 11, in Spade to 24: ace of spades 2, jack 2, two 2, other spades 1, other aces 1, big 2, cards 3."""
    assert sum(sum(one.values()) for one in points(piles(" ".join(PACK_FACES), "")).values()) == 11
    by = points(piles(" ".join(PACK_FACES), "", "cassino-spade"))["Ana"]
    assert by == {"cards": 3, "spades": 13, "jack": 1, "big": 2, "little": 1, "aces": 4, "sweeps": 0}


@pytest.mark.parametrize(("choice", "expected"), [("1", (3, 1)), ("0", (0, 0)), ("cancel", (2, 0))])
def test_sweep_points(choice, expected):
    """Sweeps score one each, nothing, or only what one side has more than the other."""
    by = points(piles("", "", sweeps=choice).to(sweeps=(3, 1)))
    assert (by["Ana"]["sweeps"], by["Bruno"]["sweeps"]) == expected


def test_certain_points():
    """Certain are single cards and sweeps at once, cards from 27 and spades from 7 on, for two sides."""
    plain = [face for face in PACK_FACES if face[0] != "A" and face not in ("TD", "2S")]
    reds = [face for face in plain if face[1] != "S"]
    assert certain_points(piles("AS TD 2S AH", "").to(sweeps=(1, 0), points=(4, 0)).state, 0) == 4 + 1 + 2 + 1 + 1 + 1
    assert certain_points(piles(" ".join(reds[:26]), "").state, 0) == 0
    assert certain_points(piles(" ".join(reds[:27]), "").state, 0) == 3
    spades = [face for face in plain if face[1] == "S"]
    assert certain_points(piles(" ".join(spades[:6]), "").state, 0) == 0
    assert certain_points(piles(" ".join(spades[:7]), "").state, 0) == 1


def test_certain_majority_of_three():
    """For three sides a majority is certain once no other can reach as many with all that is still out."""
    script = Script(players=3)
    ana, bruno, rest = PACK_FACES[13:36], PACK_FACES[36:46], PACK_FACES[46:] + PACK_FACES[:13]
    by_itself = sum((face[0] == "A") + 2 * (face == "TD") for face in ana)

    def certain(carla: int) -> int:
        script.to(piles=tuple(cards(" ".join(pile)) for pile in (ana, bruno, rest[:carla])))
        return certain_points(script.state, 0) - by_itself

    assert certain(6) == 0  # ten and thirteen more would be as many as Ana's 23
    assert certain(7) == 3
