"""The presence machine under a moved clock: one event for one presence, whatever the polls saw."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from hardware.presence import FieldSays, Flickered, Placed, Presence, Removed
from hardware.source import SEVERAL, Target

A, B = Target("04AA0000000001"), Target("04BB0000000002")
PHONE = Target("08123456", 0x20)


class Field:
    """A presence machine that is polled every 100 ms."""

    def __init__(self, *, settled: bool = True):
        self.presence = Presence()
        self.now = 50.0
        if settled:
            self.polls("...")

    def polls(self, script: str, step: float = 0.1) -> list[object]:
        """Poll once a letter: ``.`` nothing, ``A``, ``B``, ``2`` both, ``P`` a phone, ``Q`` a phone and A, ``S`` several."""
        seen = {".": (), "A": (A,), "B": (B,), "2": (A, B), "P": (PHONE,), "Q": (PHONE, A), "S": (SEVERAL,)}
        changes: list[object] = []
        for letter in script:
            self.now += step
            changes += self.presence.seen(seen[letter], self.now)
        return changes


def test_a_card_is_placed_at_the_first_sight_and_once() -> None:
    """A card that lies for an hour is one event, posted by the poll that first saw it."""
    field = Field()
    assert field.polls("A") == [Placed(A)]
    assert field.polls("A" * 36_000) == []


def test_a_card_is_removed_after_three_misses() -> None:
    """Two misses within 300 ms are a flicker; the third takes the card away."""
    field = Field()
    field.polls("A")
    assert field.polls("..", step=0.05) == []
    assert field.polls(".", step=0.05) == [Removed(A.uid)]


def test_a_card_is_removed_after_two_misses_when_polls_are_slow() -> None:
    """With 300 ms gone, two misses are enough; one alone never is."""
    field = Field()
    field.polls("A")
    assert field.polls(".", step=2.0) == []
    assert field.polls(".", step=0.1) == [Removed(A.uid)]


def test_a_flickering_card_stays_and_its_misses_are_told() -> None:
    """A card that every second poll misses is placed once, and each gap is reported for the quality meter."""
    field = Field()
    assert field.polls("A.A..A", step=0.05) == [Placed(A), Flickered(A.uid, 1), Flickered(A.uid, 2)]


def test_the_same_card_counts_again_only_after_it_was_lifted() -> None:
    """Lifting and placing the same card is a second presence."""
    assert Field().polls("A...A") == [Placed(A), Removed(A.uid), Placed(A)]


def test_two_cards_in_one_poll_are_refused_and_the_one_left_counts() -> None:
    """Neither of two cards is placed; when one is lifted the other is."""
    field = Field()
    assert field.polls("222") == [FieldSays("two-cards", (A.uid, B.uid))]
    assert field.polls("BBB") == [FieldSays("clear"), Placed(B)]


def test_a_second_card_on_top_is_refused_and_lifting_it_is_no_news() -> None:
    """The card that was placed first goes on lying when the second is lifted."""
    field = Field()
    assert field.polls("A22AAAA") == [Placed(A), FieldSays("two-cards", (A.uid, B.uid)), FieldSays("clear")]


def test_two_cards_that_answer_by_turns_are_two_cards() -> None:
    """Polls that find one or the other in alternation see two cards, not a swap every time."""
    changes = Field().polls("ABABABAB")
    assert changes[0] == Placed(A)
    assert FieldSays("two-cards", (A.uid, B.uid)) in changes
    assert not any(isinstance(change, Removed | Placed) for change in changes[1:])


def test_a_quick_swap_is_a_removal_and_a_placing() -> None:
    """One card swapped for another between two polls is told in that order, without a word about two cards."""
    assert Field().polls("ABBB") == [Placed(A), Removed(A.uid), Placed(B)]


def test_a_phone_is_refused_whatever_it_calls_itself() -> None:
    """A phone with a new random UID at every poll is one refusal, and never a card."""
    presence, now, changes = Presence(), 0.0, []
    for i in range(40):
        now += 0.1
        changes += presence.seen((Target(f"08{i:06X}", 0x20),), now)
    assert changes == [FieldSays("phone")]
    for _ in range(3):
        now += 0.1
        changes += presence.seen((), now)
    assert changes[1:] == [FieldSays("clear")]


def test_a_random_uid_is_refused_even_without_iso_dep() -> None:
    """A 4-byte UID 08… is random by ISO 14443-3, whatever else the target says."""
    assert Target("08123456", 0x08).is_phone
    assert Target("04112233445566", 0x20).is_phone
    assert not Target("08123456789ABC", 0x00).is_phone


def test_a_card_beside_a_phone_counts_when_the_phone_is_gone() -> None:
    """A card and a phone together are refused; the card is placed once it lies alone."""
    assert Field().polls("QQAAA") == [FieldSays("phone"), FieldSays("clear"), Placed(A)]


def test_a_card_that_lies_there_at_the_start_rests() -> None:
    """What lay on the reader before it came up is told, and counts after it was lifted and placed again."""
    field = Field(settled=False)
    assert field.polls("AAAAA") == [FieldSays("resting", (A.uid,))]
    assert field.polls("...A") == [FieldSays("clear"), Placed(A)]


def test_a_card_goes_on_lying_through_an_outage() -> None:
    """The card that lay there before a reconnection is neither removed nor placed by it, however long it took."""
    field = Field()
    field.polls("A")
    field.presence.interrupted()
    field.now += 3600
    assert field.polls(".A.AAAA") == [Flickered(A.uid, 1), Flickered(A.uid, 1)]


def test_misses_before_an_outage_and_its_length_do_not_count() -> None:
    """Two misses, an outage of an hour and two misses soon after it are not yet a removal; the third is."""
    field = Field()
    field.polls("A..", step=0.05)
    field.presence.interrupted()
    field.now += 3600
    assert field.polls("..", step=0.05) == []
    assert field.polls(".", step=0.05) == [Removed(A.uid)]


def test_a_card_lifted_during_an_outage_is_removed_after_it() -> None:
    """Its removal is told by polls that miss it, not by the outage."""
    field = Field()
    field.polls("A")
    field.presence.interrupted()
    field.now += 10
    assert field.polls("...") == [Removed(A.uid)]


def test_another_card_after_an_outage_rests() -> None:
    """A card that was swapped in during an outage is not taken for a new one (failures.md, row 6)."""
    field = Field()
    field.polls("A")
    field.presence.interrupted()
    assert field.polls("BBBB") == [Removed(A.uid), FieldSays("resting", (B.uid,))]


def test_several_that_cannot_be_told_apart_are_two_cards() -> None:
    """A driver that sees only a collision neither removes the card that lies there nor places another."""
    field = Field()
    assert field.polls("ASSSSAAAA") == [Placed(A), FieldSays("two-cards", (A.uid,)), FieldSays("clear")]
    assert Field().polls("SSBBB") == [FieldSays("two-cards"), FieldSays("clear"), Placed(B)]


SCRIPTS = st.lists(
    st.tuples(
        st.sampled_from([(), (A,), (B,), (A, B), (PHONE,), (PHONE, A), (SEVERAL,)]),
        st.floats(0.001, 2.0),
        st.booleans(),
    ),
    max_size=60,
)


@given(SCRIPTS)
def test_whatever_the_polls_see_presences_are_well_formed(script: list[tuple[tuple[Target, ...], float, bool]]) -> None:
    """Placings and removals alternate for one card at a time, never of a phone, never while two are seen, never for one miss."""
    presence, now, placed = Presence(), 0.0, None
    history: list[tuple[Target, ...]] = []
    for targets, step, cut in script:
        now += step
        if cut:
            presence.interrupted()
            history.clear()
        history.append(targets)
        for change in presence.seen(targets, now):
            if isinstance(change, Placed):
                assert placed is None
                assert targets in ((A,), (B,), ())
                assert not change.target.is_phone
                assert change.target.uid
                placed = change.target.uid
            elif isinstance(change, Removed):
                assert change.uid == placed
                assert len(history) >= 2
                assert all(change.uid not in [target.uid for target in seen] for seen in history[-2:])
                placed = None
        assert presence.placed == placed


@given(SCRIPTS)
def test_after_any_history_an_empty_field_makes_the_next_card_new(
    script: list[tuple[tuple[Target, ...], float, bool]],
) -> None:
    """Three empty polls settle and clear everything, so no history can make a reader deaf."""
    presence, now = Presence(), 0.0
    for targets, step, cut in script:
        now += step
        if cut:
            presence.interrupted()
        presence.seen(targets, now)
    for _ in range(3):
        now += 0.1
        presence.seen((), now)
    assert presence.placed is None
    assert presence.seen((B,), now + 0.1) == [Placed(B)]
