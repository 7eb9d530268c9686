"""The private hand: laid for the best split, in no snapshot, journal, log or recording, then laid for the reveal."""

from __future__ import annotations

import logging
from pathlib import Path
from typing import Any

import pytest

from companion.live import messages as post
from companion.live.cardfile import payload_of
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.messages import DeviceTold, TagLifted, TagSeen
from companion.live.recording import Recorder, play_back
from companion.live.router import Router
from companion.live.table import Table
from companion.rules.cards import Card, pack
from companion.rules.game import Picked, Player, Touched
from companion.rules.games import GAMES
from companion.splitting import laying, split_for

TWO = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
HAND = tuple(
    Card(f"Ana/{face}") for face in ["KS", "KH", "X1", "4C", "4D", "9S", "9D", "3H", "3S", "QC", "QD", "2C", "7H"]
)
UIDS = {card: f"04{at:012X}" for at, card in enumerate((*pack("Ana", jokers=True), *pack("Bruno", jokers=True)))}


@pytest.fixture
def recorded(tmp_path: Path) -> Any:
    """A table of Chinese poker with journal and recording, and everything it tells."""
    journal = Journal.open(tmp_path / "journal.db")
    table = Table(GAMES, journal)
    table.new("casinoya-chinese", TWO, {})
    cards = Cards()
    lines = "".join(f'"{UIDS[card]}" = "{card.face}"\n' for card in pack("Ana", jokers=True))
    others = "".join(f'"{UIDS[card]}" = "{card.face}"\n' for card in pack("Bruno", jokers=True))
    cards.take_in(f"[Ana]\n{lines}[Bruno]\n{others}".encode())
    owner = Owner(table, Router(table, cards))
    owner.tap = Recorder.to(tmp_path / "evening.jsonl", table, owner.router)
    yield owner
    if owner.tap is not None:
        owner.tap.close()
    journal.close()


def lay(owner: Owner, card: Card) -> list[Any]:
    """Put a card on the reader and lift it; what the owner answered."""
    answers: list[Any] = []
    owner.post(TagSeen("usb", UIDS[card]), answers.append)
    owner.post(TagLifted("usb", UIDS[card]))
    owner.pump()
    return answers


def test_no_news_of_a_private_hand_names_a_card(recorded: Owner, caplog: pytest.LogCaptureFixture) -> None:
    """Verdicts, repeated cards, a card on two readers and other decks' cards tell neither card nor tag."""
    news: list[Any] = []
    recorded.post(post.Gather("Ana", 13))
    recorded.pump()
    recorded.subscribe(news.append)
    with caplog.at_level(logging.DEBUG):
        for card in HAND[:4]:
            lay(recorded, card)
        lay(recorded, HAND[0])
        lay(recorded, Card("Bruno/KS"))
        recorded.post(TagSeen("usb", UIDS[HAND[5]]))
        recorded.post(TagSeen("pod", UIDS[HAND[5]]))
        recorded.pump()
    assert [one.code for one in news] == [
        *["gathered"] * 4, "already-gathered", "other-deck-now", "gathered", "second-presence"
    ]  # fmt: skip
    assert all(one.card is None and not one.uid and "card" not in one.params for one in news)
    assert recorded.table.snapshot.entries == 0
    assert not [record for record in caplog.records if "04" in record.getMessage()]


def test_neither_journal_nor_recording_has_a_private_hand(recorded: Owner, tmp_path: Path) -> None:
    """The files of an evening are the same bytes whichever thirteen cards were laid, by reader and by hand."""
    recorded.post(post.Gather("Ana", 13))
    for card in HAND[:12]:
        lay(recorded, card)
    recorded.post(DeviceTold("reader", "usb", "two-cards", uids=(UIDS[HAND[0]], UIDS[HAND[1]])))
    recorded.post(post.Call(lambda: recorded.gather(HAND[12]), "private-card"))
    recorded.pump()
    assert not recorded.router.private
    text = (tmp_path / "evening.jsonl").read_text().partition("\n")[2]
    assert text.count("private-card") == 1
    for card in HAND:
        assert UIDS[card] not in text
        assert card.encode() not in (tmp_path / "journal.db").read_bytes()
        assert f'"{card}"' not in text
    assert recorded.table.snapshot.entries == 0


def test_the_touches_are_used_again_for_the_reveal(recorded: Owner) -> None:
    """Laid as it was split, a hand is complete, its jokers chosen, and every entry an ordinary one that can be undone."""
    shot = recorded.table.snapshot
    split = split_for(shot, "Ana", HAND)
    for action in laying(split, "Ana"):
        assert recorded.table.submit(action).refusal is None
    seat = recorded.table.snapshot.state.seats[0]
    assert seat.scans == (*split.front, *split.middle, *split.back)
    assert dict(seat.readings) == split.readings
    assert isinstance(recorded.table.snapshot.undo.action, Picked)
    recorded.table.undo()
    assert isinstance(recorded.table.snapshot.undo.action, Touched)


def test_a_recording_goes_on_after_a_private_hand(recorded: Owner, tmp_path: Path) -> None:
    """Replayed, the cards touched after a private hand reach the game as they did."""
    recorded.post(post.Gather("Ana", 13))
    for card in HAND:
        lay(recorded, card)
    for card in (Card("Bruno/KS"), Card("Bruno/QS"), HAND[3]):
        lay(recorded, card)
    recorded.post(post.Stop())
    recorded.pump()
    again = play_back(tmp_path / "evening.jsonl", GAMES)
    assert again.table.snapshot.entries == recorded.table.snapshot.entries == 3
    assert again.table.snapshot.state == recorded.table.snapshot.state


def test_a_tag_that_introduced_itself_privately_is_known_in_the_replay(recorded: Owner, tmp_path: Path) -> None:
    """What an unknown tag says of itself in a private hand is recorded when the card is laid for all, and not before."""
    stranger, cards, path = "04FFFFFFFFFFFF", recorded.router.cards, tmp_path / "stranger.jsonl"
    payload = payload_of(cards.number_deck("Ana"), HAND[0])
    cards.forget(UIDS[HAND[0]])
    recorded.tap.close()
    recorded.tap = Recorder.to(path, recorded.table, recorded.router)
    recorded.post(post.Gather("Ana", 13))
    recorded.post(TagSeen("usb", stranger, payload=payload))
    recorded.post(TagLifted("usb", stranger))
    for card in HAND[1:]:
        lay(recorded, card)
    assert stranger not in path.read_text()
    assert cards.card_of(stranger) == HAND[0]
    recorded.post(TagSeen("usb", stranger))
    recorded.post(post.Stop())
    recorded.pump()
    again = play_back(path, GAMES)
    assert again.table.snapshot.entries == recorded.table.snapshot.entries == 1  # without it the tag would be unknown
    assert again.table.snapshot.state == recorded.table.snapshot.state


def test_a_card_by_hand_is_gathered_only_while_a_hand_is_private(recorded: Owner) -> None:
    """Without a private hand there is nothing to lay a card to; with one the last card gives the cards back to the game."""
    assert recorded.gather(HAND[0]).code == "nothing-asked"
    recorded.post(post.Gather("Ana", 2))
    recorded.pump()
    assert recorded.gather(HAND[0]).code == "gathered"
    assert recorded.gather(HAND[1]).params["known"] == 2
    assert lay(recorded, HAND[2])[0].consumer == "game"
