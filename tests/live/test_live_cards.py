"""Tags and cards: the file, the registry, introductions, teaching and the audit."""

from __future__ import annotations

import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from companion.live import files
from companion.live.cardfile import DECKS, payload_of, read_cards, read_payload, read_uid, write_cards
from companion.live.cards import Cards
from companion.live.errors import CardsError, CardsNotSavedError, CardTakenError
from companion.live.messages import TagSeen
from companion.live.teaching import CommandTeaching, DeckChoosing, Gathering, SeatMapping, Teaching, whole_deck
from companion.rules.cards import FACES, Card, pack, shoe
from companion.words import error_text

FILE = b"""[Ana]
"04A1B2C3D4E5F6" = "KS"
"04A1B2C3D4E5F7" = "X1"

[shoe]
number = 731
"04AA000000000001" = "7H#4"
"""
FILE = FILE.replace(b"04AA000000000001", b"04AA0000000001")


def uid(number: int) -> str:
    return f"04{number:012X}"


# --- the file ------------------------------------------------------------------------------------------------------


def test_a_card_file_is_read_as_the_protocol_describes_it() -> None:
    """One table a deck, UIDs to faces, copies in a shoe, and an optional deck number."""
    content = read_cards(FILE)
    assert content.cards == {
        "04A1B2C3D4E5F6": Card("Ana/KS"),
        "04A1B2C3D4E5F7": Card("Ana/X1"),
        "04AA0000000001": Card("shoe/7H#4"),
    }
    assert content.numbers == {"shoe": 731}
    assert read_cards(write_cards(content)) == content


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ('[Ana]\n"04A1B2C3D4E5F6" = "KS', 2, "not-toml"),
        ('[Ana]\n"04A1B2C3D4E5F6" = "1S"\n', 2, "not-a-face"),
        ('[Ana]\n"04A1B2C3D4E5F6" = 3\n', 2, "not-a-face"),
        ('[Ana]\n"xyz" = "KS"\n', 2, "bad-uid"),
        ('[Ana]\n"08A1B2C3" = "KS"\n', 2, "phone-uid"),
        ('[Ana]\n"04A1B2C3D4E5F6" = "KS"\n\n"04A1B2C3D4E5F7" = "KS"\n', 4, "same-card"),
        ('[Ana]\n"04A1B2C3D4E5F6" = "KS"\n[Bob]\n"04A1B2C3D4E5F6" = "KS"\n', 4, "same-tag"),
        ('[Ana]\n"04A1B2C3D4E5F6" = "KS"\n"04a1b2c3d4e5f6" = "QS"\n', 3, "same-tag"),
        ("Ana = 3\n", 1, "not-a-deck"),
        ('["a/b"]\n"04A1B2C3D4E5F6" = "KS"\n', 1, "bad-label"),
        ("[Ana]\nnumber = 99999\n", 2, "bad-number"),
        ("[Ana]\nnumber = 5\n[Bob]\nnumber = 5\n", 4, "number-taken"),
        ('[shoe]\n"04A1B2C3D4E5F6" = "KS#9"\n', 2, "not-a-face"),
        ("\x00", 1, "not-toml"),
    ],
)
def test_a_bad_card_file_is_refused_with_line_and_reason(text: str, line: int, reason: str) -> None:
    """Whatever is wrong, the file is refused as a whole and the place is named."""
    with pytest.raises(CardsError) as caught:
        read_cards(text.encode())
    assert (caught.value.params["line"], caught.value.params["reason"]) == (line, reason)


def test_the_sentence_names_what_is_no_uid_or_face() -> None:
    """A wrong UID or face of a card file stands in the sentence, so that it can be found."""
    for text, sentence in (
        ('[Ana]\n"04A1" = "KS"\n', "line 2: 04A1 is not the UID"),
        ('[Ana]\n"08A1B2C3" = "KS"\n', "line 2: 08A1B2C3 is a random UID"),
        ('[Ana]\n"04A1B2C3" = 3\n', "line 2: 3 is not a face"),
    ):
        with pytest.raises(CardsError) as caught:
            read_cards(text.encode())
        assert sentence in error_text(caught.value.code, caught.value.params)


def test_a_file_that_is_not_text_is_refused() -> None:
    """Bytes that are not UTF-8 are refused with their line."""
    with pytest.raises(CardsError) as caught:
        read_cards(b"[Ana]\n\xff\xfe")
    assert (caught.value.params["line"], caught.value.params["reason"]) == (2, "not-utf8")


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=400) | st.text(max_size=400).map(str.encode))
@example(b"[" * 5000)
@example(b"a = [" * 2000)
def test_noise_is_read_or_refused(data: bytes) -> None:
    """Any bytes are a card file or a `CardsError`, and what is read can be written and read again."""
    try:
        content = read_cards(data)
    except CardsError as refused:
        reason = refused.params["reason"]
    else:
        reason = ""
        assert read_cards(write_cards(content)) == content
    assert reason in {"", "not-toml", "not-utf8", "not-a-deck", "bad-label", "not-a-face", "bad-uid", "bad-number"}


@pytest.mark.parametrize("label", ["Ana", 'the "red" one', "back\\slash", "Größe 1", "a.b", "[x]", "commands"])
def test_any_printable_label_survives_its_file(label: str) -> None:
    """Labels with quotes, blanks, dots or letters of any script read back as they were."""
    cards = Cards()
    cards.enrol(uid(1), Card(f"{label}/KS"))
    cards.enrol_command(uid(2), "next")
    again = read_cards(cards.given_out())
    assert again.cards == {uid(1): Card(f"{label}/KS")}
    assert again.commands == {uid(2): "next"}


def test_uids_are_forgiven_their_spelling_only() -> None:
    """Colons, blanks and lower case are read; other lengths and letters are not."""
    assert read_uid("04:a1:b2:c3") == "04A1B2C3"
    for text in ("", "04", "04A1B2C3D4", "GG" * 7, "04" * 50):
        with pytest.raises(CardsError):
            read_uid(text)


# --- the number on the tag -----------------------------------------------------------------------------------------


@given(st.integers(0, DECKS - 1), st.sampled_from(FACES), st.integers(0, 8))
def test_a_payload_says_deck_copy_and_face(deck: int, face: str, copy: int) -> None:
    """The 24 bits hold deck number, copy and face, and read back as them."""
    mark = f"#{copy}" if copy else ""
    payload = payload_of(deck, Card(f"x/{face}{mark}"))
    assert 0 <= payload < 1 << 24
    assert read_payload(payload) == (deck, f"{face}{mark}")


@given(st.integers(-(1 << 30), 1 << 30))
def test_any_number_is_a_payload_or_nothing(payload: int) -> None:
    """A number that names no card is no card."""
    meant = read_payload(payload)
    assert meant is None or payload_of(meant[0], Card(f"x/{meant[1]}")) == payload


def test_an_unknown_tag_of_a_known_deck_enrols_itself() -> None:
    """What the payload says is believed for a deck that is known here and a card that has no tag yet."""
    cards = Cards(below=random.Random(1).randrange)
    number = cards.number_deck("Ana")
    payload = payload_of(number, Card("Ana/KS"))
    assert cards.introduce(uid(1), payload) == "Ana/KS"
    assert cards.card_of(uid(1)) == "Ana/KS"
    assert cards.introduce(uid(2), payload_of((number + 1) % DECKS, Card("x/KS"))) is None
    assert cards.introduce(uid(2), 1 << 24) is None
    assert not cards.is_known(uid(2))


def test_a_copied_tag_does_not_push_the_real_one_out() -> None:
    """A second tag that claims a card which has one is refused by name."""
    cards = Cards(below=random.Random(1).randrange)
    payload = payload_of(cards.number_deck("Ana"), Card("Ana/KS"))
    cards.introduce(uid(1), payload)
    with pytest.raises(CardTakenError):
        cards.introduce(uid(2), payload)
    assert cards.uid_of(Card("Ana/KS")) == uid(1)


# --- the registry --------------------------------------------------------------------------------------------------


def test_what_is_enrolled_is_there_after_a_restart(tmp_path: Path) -> None:
    """Each enrolment is in the file when it returns."""
    path = tmp_path / "cards.toml"
    cards = Cards.load(path)
    cards.enrol(uid(1), Card("Ana/KS"))
    cards.enrol_command(uid(2), "undo")
    number = cards.number_deck("Ana")
    again = Cards.load(path)
    assert (again.card_of(uid(1)), again.command_of(uid(2)), again.number("Ana")) == ("Ana/KS", "undo", number)
    assert again.notices == ()
    assert again.forget(uid(1))
    assert not again.forget(uid(1))
    assert Cards.load(path).card_of(uid(1)) is None


def test_nothing_is_enrolled_twice() -> None:
    """A tag that is another card, or a card with another tag, is refused and nothing changes."""
    cards = Cards()
    cards.enrol(uid(1), Card("Ana/KS"))
    cards.enrol(uid(1), Card("Ana/KS"))
    for number, card in ((1, "Ana/QS"), (2, "Ana/KS")):
        with pytest.raises(CardTakenError):
            cards.enrol(uid(number), Card(card))
    with pytest.raises(CardTakenError):
        cards.enrol_command(uid(1), "next")
    with pytest.raises(CardsError):
        cards.enrol_command(uid(3), "explode")
    assert cards.deck("Ana") == {Card("Ana/KS"): uid(1)}
    cards.enrol(uid(2), Card("Ana/KS"), instead=True)
    assert cards.deck("Ana") == {Card("Ana/KS"): uid(2)}
    assert cards.card_of(uid(1)) is None


def test_a_deck_is_forgotten_as_a_whole() -> None:
    """Forgetting a deck leaves the others and says how many tags it had."""
    cards = Cards()
    for number, card in enumerate(pack("Ana", jokers=True)):
        cards.enrol(uid(number), card)
    cards.enrol(uid(99), Card("Bob/KS"))
    assert cards.forget_deck("Ana") == 54
    assert cards.labels() == ("Bob",)


def test_an_import_is_taken_whole_or_not_at_all() -> None:
    """One clash with what is known refuses all of a file."""
    cards = Cards()
    cards.take_in(FILE)
    assert len(cards.deck("Ana")) == 2
    cards.take_in(FILE)  # the same again is no clash
    before = cards.given_out()
    for text in (
        f'[Bob]\n"{uid(5)}" = "2S"\n"04A1B2C3D4E5F6" = "KS"\n',
        f'[Ana]\n"{uid(5)}" = "KS"\n',
        "[shoe]\nnumber = 5\n",
        "[other]\nnumber = 731\n",
        '[commands]\n"04A1B2C3D4E5F6" = "next"\n',
    ):
        with pytest.raises(CardsError):
            cards.take_in(text.encode())
        assert cards.given_out() == before


def test_a_bad_file_is_set_aside_and_the_last_good_one_taken(tmp_path: Path) -> None:
    """A broken or empty card file never stops the start: it is kept beside, an older version is taken, and both are told."""
    path = tmp_path / "cards.toml"
    Cards.load(path).enrol(uid(1), Card("Ana/KS"))
    Cards.load(path).enrol(uid(2), Card("Ana/QS"))
    path.write_bytes(b"\0\0\0")
    cards = Cards.load(path)
    assert [notice.code for notice in cards.notices] == ["cards-damaged", "cards-restored"]
    assert cards.notices[0].params["line"] == 1
    assert (tmp_path / "cards.toml.bad-1").read_bytes() == b"\0\0\0"
    assert cards.card_of(uid(1)) == "Ana/KS"
    assert Cards.load(path).notices == ()


def test_a_pipe_is_no_card_file(tmp_path: Path) -> None:
    """Nothing waits for a named pipe, and a folder is refused too."""
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path):
        with pytest.raises(OSError):  # noqa: PT011  the system words it differently for each
            Cards.load(path)


def test_without_a_good_version_it_starts_empty(tmp_path: Path) -> None:
    """When no version can be read there are no cards, and that is told."""
    path = tmp_path / "cards.toml"
    path.write_text("[[[")
    cards = Cards.load(path)
    assert [notice.code for notice in cards.notices] == ["cards-damaged"]
    assert cards.labels() == ()


def test_older_versions_are_kept_a_few_and_never_an_empty_one(tmp_path: Path) -> None:
    """Each start keeps the version before its first change, at most three, and a file emptied by a power cut is none."""
    path = tmp_path / "cards.toml"
    for number in range(6):
        Cards.load(path).enrol(uid(number), Card(f"d{number}/KS"))
    assert sorted(one.name for one in tmp_path.iterdir()) == [f"cards.toml{end}" for end in ("", ".1", ".2", ".3")]
    assert len(read_cards(files.generation(path, 1).read_bytes()).cards) == 5
    path.write_bytes(b"")
    Cards.load(path).enrol(uid(9), Card("x/KS"))
    assert len(read_cards(files.generation(path, 1).read_bytes()).cards) == 5


def test_a_failed_save_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """When the disk is full the enrolment raises, the registry and the file stay as they were, and no rubbish is left."""
    path = tmp_path / "cards.toml"
    cards = Cards.load(path)
    cards.enrol(uid(1), Card("Ana/KS"))
    number = cards.number_deck("Ana")
    teaching = Teaching(cards, "Ana", pack("Ana", jokers=True), printed=True)
    before = path.read_bytes()

    def full(_handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(CardsNotSavedError, match="No space"):
        cards.enrol(uid(2), Card("Ana/QS"))
    verdict = teaching.seen(tag(2), None)
    assert (verdict.code, verdict.signal, teaching.progress["known"]) == ("cards-not-saved", "refused", 1)
    assert cards.card_of(uid(2)) is None
    assert path.read_bytes() == before
    assert list(tmp_path.iterdir()) == [path]
    payload = payload_of(number, Card("Ana/QS"))
    assert cards.introduce(uid(2), payload) == "Ana/QS"  # it says so itself, so the game need not wait for a disk
    assert cards.card_of(uid(2)) == "Ana/QS"


def test_an_audit_names_what_is_missing_double_and_weak() -> None:
    """Missing cards, cards laid on twice, weak tags and cards too many are listed."""
    cards = Cards()
    deck = pack("Ana", jokers=False)
    for number, card in enumerate(deck[:50]):
        cards.enrol(uid(number), card)
    cards.enrol(uid(60), Card("Ana/X1"))
    audit = cards.audit("Ana", deck, weak={uid(3)}, seen=[uid(0), uid(0), *map(uid, range(1, 49))])
    assert (audit.known, audit.expected) == (51, 52)
    assert audit.missing == deck[49:]
    assert audit.double == (deck[0],)
    assert audit.weak == (deck[3],)
    assert audit.extra == (Card("Ana/X1"),)
    assert cards.audit("Ana", deck).missing == deck[50:]


# --- teaching ------------------------------------------------------------------------------------------------------


def tag(number: int, payload: int | None = None) -> TagSeen:
    return TagSeen("usb", uid(number), payload=payload)


@pytest.mark.parametrize(("kind", "count"), [("pack", 52), ("jokers", 54), ("shoe", 312)])
def test_a_deck_is_taught_in_print_order(kind: Any, count: int) -> None:
    """Each next tag is the first missing card; at the end the deck is done."""
    cards = Cards()
    teaching = Teaching(cards, "d", whole_deck("d", kind, 6), printed=True)
    for number in range(count):
        assert not teaching.done
        assert teaching.progress["known"] == number
        verdict = teaching.seen(tag(number), None)
        assert (verdict.code, verdict.signal) == ("taught", "taken")
    assert teaching.done
    assert list(cards.deck("d")) == list(whole_deck("d", kind, 6))
    assert teaching.seen(tag(999), None).code == "deck-complete"


def test_teaching_is_broken_off_and_resumed(tmp_path: Path) -> None:
    """What was taught counts after a restart; only the rest is asked for."""
    path = tmp_path / "cards.toml"
    deck = pack("Ana", jokers=True)
    first = Teaching(Cards.load(path), "Ana", deck, printed=True)
    for number in range(20):
        first.seen(tag(number), None)
    second = Teaching(Cards.load(path), "Ana", deck, printed=True)
    assert second.progress["known"] == 20
    assert second.progress["next"] == deck[20]


def test_in_any_order_each_tag_is_named_as_it_comes() -> None:
    """A tag waits for its name; a card that has a tag, or that is none of the deck, is refused."""
    cards = Cards()
    teaching = Teaching(cards, "Ana", pack("Ana", jokers=True))
    assert teaching.give(Card("Ana/KS")).code == "nothing-asked"
    assert (teaching.seen(tag(1), None).code, teaching.asked) == ("name-it", uid(1))
    assert teaching.give(Card("Ana/KS")).code == "taught"
    assert teaching.asked is None
    teaching.seen(tag(2), None)
    verdict = teaching.give(Card("Ana/KS"))
    assert (verdict.code, verdict.signal, verdict.card) == ("already-taught", "already", "Ana/KS")
    assert teaching.give(Card("Bob/KS")).code == "not-in-deck"
    assert teaching.give(Card("Ana/QS")).code == "taught"
    again = teaching.seen(tag(1), cards.card_of(uid(1)))
    assert (again.code, again.signal, again.card) == ("already-taught", "already", "Ana/KS")


def test_the_last_taught_card_is_taken_back() -> None:
    """A tag laid on in the wrong place of print order is forgotten and the same card asked for again."""
    cards = Cards()
    teaching = Teaching(cards, "Ana", pack("Ana", jokers=False), printed=True)
    teaching.seen(tag(1), None)
    teaching.seen(tag(2), None)
    assert teaching.take_back().card == pack("Ana", jokers=False)[1]
    assert teaching.progress["next"] == pack("Ana", jokers=False)[1]
    teaching.take_back()
    assert teaching.take_back().code == "nothing-to-undo"


def test_a_phone_is_never_taught() -> None:
    """A random UID is refused in teaching too."""
    teaching = Teaching(Cards(), "Ana", pack("Ana", jokers=False), printed=True)
    verdict = teaching.seen(TagSeen("usb", "08AABBCC"), None)
    assert (verdict.code, verdict.signal) == ("phone-uid", "unknown")
    assert teaching.progress["known"] == 0


def test_the_other_consumers_end_by_themselves() -> None:
    """Mapping a seat, choosing a deck, a command card and a private hand each take what they need and are done."""
    cards = Cards()
    cards.enrol(uid(1), Card("Ana/KS"))
    bound: dict[str, str] = {}
    seat = SeatMapping("Ana", bound.__setitem__)
    assert seat.seen(tag(7), None).code == "seat-mapped"
    assert (seat.done, bound) == (True, {"usb": "Ana"})
    deck = DeckChoosing("Bruno")
    assert deck.seen(tag(7), None).code == "unknown-tag"
    assert not deck.done
    assert deck.seen(tag(1), Card("Ana/KS")).params["label"] == "Ana"
    assert deck.done
    command = CommandTeaching(cards, "next")
    assert command.seen(tag(1), Card("Ana/KS")).code == "card-taken"
    assert command.seen(TagSeen("usb", "zz"), None).code == "bad-uid"
    assert command.seen(tag(8), None).code == "taught"
    assert cards.command_of(uid(8)) == "next"
    gathering = Gathering("Ana", 2)
    codes = [
        gathering.seen(tag(n), card).code
        for n, card in ((9, None), (1, Card("Bob/KS")), (1, Card("Ana/KS")), (1, Card("Ana/KS")), (2, Card("Ana/QS")))
    ]
    assert codes == ["unknown-tag", "other-deck-now", "gathered", "already-gathered", "gathered"]
    assert gathering.done
    assert "cards" not in gathering.progress
    assert whole_deck("s", "shoe", 2) == shoe("s", 2)
