"""What jokers may be and what is proposed, against trying everything."""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import product

import hand_oracle as oracle
import pytest

from companion.rules.cards import FACES, NATURALS
from companion.rules.readings import may_be, options, proposed, reachable, read
from companion.rules.strength import Category, HandError, category, leading, strength

OPTIONS = [*product((True, False), (True, False))]


def hand(text: str) -> list[str]:
    """Faces from words."""
    return text.split()


def held_hands(size: int, left: int, count: int, seed: str = "") -> list[list[str]]:
    """Sampled naturals of hands of `size` cards with `left` jokers."""
    rng = random.Random(f"{size} {left} {seed}")
    hands = [rng.sample(NATURALS, size - left) for _ in range(count)]
    for _ in range(
        count // 3 if left else 0
    ):  # suited and paired hands, where the rules bite, are rare in plain samples
        suit, rank = rng.choice("SHDC"), rng.choice("A23456789TJQK")
        hands.append([face for face in rng.sample(NATURALS, 52) if face[1] == suit][: size - left])
        hands.append([face for face in rng.sample(NATURALS, 52) if face[0] == rank][: size - left])
    return hands


# --- what a joker may be -------------------------------------------------------------------------------------------


def test_no_duplicate() -> None:
    """A joker is any rank and suit that the hand has not; without `joker_no_duplicate` also one that it has."""
    held = hand("KS KH 4D 4C")
    assert len(options(held, 1)) == 48
    assert not may_be("KS", held)
    assert len(options(held, 1, joker_no_duplicate=False)) == 52
    assert may_be("KS", held, joker_no_duplicate=False)


def test_fifth_of_a_rank() -> None:
    """Once all four of a rank are held, chosen jokers counted, a joker may be the fifth, in any suit."""
    assert [face for face in options(hand("KS KH KD KC"), 1) if face[0] == "K"] == hand("KS KH KD KC")
    assert not may_be("KS", hand("KS KH KD"))
    assert may_be("KC", hand("KS KH KD"))


def test_no_fifth_without_five_of_a_kind() -> None:
    """Without five of a kind no joker is the fifth of a rank, duplicates allowed or not."""
    for no_duplicate in (True, False):
        given = options(hand("KS KH KD KC"), 1, False, no_duplicate)
        assert not [face for face in given if face[0] == "K"]
        assert len(given) == 48 if no_duplicate else 52 - 4


def test_only_faces() -> None:
    """A joker becomes a face, never a joker or anything else."""
    assert not any(may_be(text, hand("KS KH KD KC")) for text in ("X1", "", "K", "11", "Ana/KS"))


@pytest.mark.parametrize(("five", "no_duplicate"), OPTIONS)
def test_options_are_the_choices(five: bool, no_duplicate: bool) -> None:
    """Every allowed face is offered once, and no other: the oracle's list."""
    for held in held_hands(5, 1, 60) + held_hands(5, 2, 10):
        offered = options(held, 5 - len(held), five, no_duplicate)
        assert sorted(offered) == sorted(oracle.choices(held, five, no_duplicate)), held


# --- what can still be reached ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(("size", "left", "count"), [(5, 1, 90), (5, 2, 6), (3, 1, 60), (3, 2, 6), (5, 0, 60)])
@pytest.mark.parametrize(("five", "no_duplicate"), OPTIONS)
def test_reachable(size: int, left: int, count: int, five: bool, no_duplicate: bool) -> None:
    """The reachable strengths are those of all hands that the jokers can make, and the hand's own is the best of them."""
    for held in held_hands(size, left, count):
        jokers = FACES[52 : 52 + left]
        every = {oracle.name(one) for one in oracle.readings([*held, *jokers], five, no_duplicate)}
        found = reachable(held, left, five, no_duplicate)
        assert {(category(one, no_duplicate), leading(one, no_duplicate)) for one in found} == every, held
        assert strength([*held, *jokers], five, no_duplicate) == max(found)


def test_reachable_after_a_double() -> None:
    """A chosen double of a suited hand keeps the flush, and a third ace, within reach of the next joker."""
    found = reachable(hand("AH QH 9H AH"), 1, joker_no_duplicate=False)
    assert (Category.FLUSH, (14, 14, 14, 12, 9)) in {(category(one, False), leading(one, False)) for one in found}


# --- proposals -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("held", "left", "face"),
    [
        ("KS KH 4D 4C", 1, "KD"),  # kings full of fours
        ("KH KD 4D 4C", 1, "KS"),  # the first suit that reads equally
        ("AS AH AD AC", 1, "AS"),  # a fifth in any suit: spades
        ("AH QH 9H 4H", 1, "KH"),  # the highest rank not held, in the flush's suit
        ("AS 2H 3D 4C", 1, "5S"),
        ("TS JH QD KC", 1, "AS"),
        ("KS KH KD", 2, "KC"),  # first the fourth king …
        ("KS KH KD KC", 1, "KS"),  # … then the fifth
        ("TD JD QD", 2, "AD"),  # the higher of two equals first
        ("TD JD QD AD", 1, "KD"),
        ("8S 3H", 1, "8H"),
        ("8S", 2, "8H"),
        ("8S 8H", 1, "8D"),
    ],
)
def test_proposals(held: str, left: int, face: str) -> None:
    """The proposal is the best reading still reachable, in the first suit of spades, hearts, diamonds, clubs."""
    assert proposed(hand(held), left) == face
    assert options(hand(held), left)[0] == face


def test_proposal_keeps_the_best_after_another_choice() -> None:
    """After the player took another face, the next proposal is the best of what is left."""
    assert proposed(hand("KS KH KD 2S"), 1) == "KC"
    assert proposed(hand("TD JD QD 2S"), 1) == "QS"
    assert proposed(hand("TD JD QD 2D"), 1) == "AD"


def test_proposals_under_the_options() -> None:
    """The options change the proposal: no fifth king, or an ace of hearts twice."""
    assert proposed(hand("KS KH KD KC"), 1, five_of_a_kind=False) == "AS"
    assert proposed(hand("KS KH KD"), 2, five_of_a_kind=False) == "AS"
    assert proposed(hand("AH QH 9H 4H"), 1, joker_no_duplicate=False) == "AH"


@pytest.mark.parametrize(("five", "no_duplicate"), OPTIONS)
@pytest.mark.parametrize(("size", "left", "count"), [(5, 1, 40), (5, 2, 3), (3, 1, 20), (3, 2, 3)])
def test_following_proposals(size: int, left: int, count: int, five: bool, no_duplicate: bool) -> None:
    """Who follows the proposals gets the best hand not above the ceiling; no earlier suit would have read equally."""
    rng = random.Random(size * left)
    for held in held_hands(size, left, count, "follow"):
        every = reachable(held, left, five, no_duplicate)
        for ceiling in (None, rng.choice(sorted(every)), rng.choice(sorted(every)) - 1, min(every) - 1):
            below = [one for one in every if ceiling is None or one <= ceiling]
            want = max(below or every)
            got = read([*held, *FACES[52 : 52 + left]], five, no_duplicate, ceiling)
            assert strength(got, five, no_duplicate) == want, (held, ceiling)
            assert not earlier_suit(got, held, want, five, no_duplicate)


def earlier_suit(got: Sequence[str], held: Sequence[str], want: int, five: bool, no_duplicate: bool) -> bool:
    """Whether a joker of a read hand could have had the same rank in an earlier suit, what came before it standing."""
    for place in range(len(held), len(got)):
        before, face = got[:place], got[place]
        for suit in "SHDC"["SHDC".index(face[1]) :: -1][1:]:
            other = face[0] + suit
            if other in oracle.choices(before, five, no_duplicate) and want in reachable(
                [*before, other], len(got) - place - 1, five, no_duplicate
            ):
                return True
    return False


def test_ceiling() -> None:
    """In Chinese poker a row is proposed as the best reading not above the row behind; any face stays on offer."""
    behind = strength(hand("QS QH 9D 5C 3S"))
    row = options(hand("KS 8H 7D 2C"), 1, ceiling=behind)
    assert row[0] == "8S"
    assert len(row) == 48
    assert proposed(hand("KS 8H 7D 2C"), 1) == "KH"
    assert proposed(hand("AH QH 9H 4H"), 1, ceiling=strength(hand("AS AD AC 2S 2D")) - 1) == "KH"
    assert proposed(hand("AH QH 9H 4H"), 1, ceiling=behind) == "9S"  # below the flush: a pair, so another suit


def test_front_ceiling() -> None:
    """A front of a king and two jokers under a pair of aces is a pair of kings with an ace: aces with a king are above."""
    middle = strength(hand("AS AH 9D 7C 4S"))
    front = read(hand("KC X1 X2"), ceiling=middle)
    assert front == ("KC", "AS", "KS")
    assert strength(front) <= middle


def test_ceiling_below_everything() -> None:
    """Where every reading is above the row behind, the arrangement is foul anyway: the best reading is proposed."""
    assert proposed(hand("AS AH AD 2C"), 1, ceiling=0) == "AC"


@pytest.mark.parametrize(("held", "left"), [("KS", 1), ("KS KH", 3), ("KS KH KD KC", 2), ("KS KH KD KC 2S", 0)])
def test_no_hand_no_proposal(held: str, left: int) -> None:
    """Numbers of cards and jokers that make no hand, or leave none to choose, are refused."""
    with pytest.raises(HandError):
        proposed(hand(held), left)


def test_read_keeps_places() -> None:
    """A hand is read card by card in the order in which it lies."""
    assert read(hand("X1 TS JS X2 QS")) == ("AS", "TS", "JS", "KS", "QS")
    assert read(hand("TS JS QS KS AS")) == ("TS", "JS", "QS", "KS", "AS")
