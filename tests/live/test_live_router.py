"""The router and the inbox: one consumer at a time, four signals, one thread, and nothing that ends it."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest
from comparing import facts
from counting_game import GAMES as COUNTING
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Dealer, answer, meddling

from companion.live import messages as post
from companion.live.cardfile import payload_of
from companion.live.cards import Cards
from companion.live.inbox import Consuming, Fault, Owner
from companion.live.lamps import PATTERNS, Moment, lasting, moment
from companion.live.messages import DeviceTold, Pressed, TagLifted, TagSeen
from companion.live.router import Router
from companion.live.snapshot import Origin
from companion.live.table import Table
from companion.live.teaching import Verdict
from companion.rules.cards import Card, pack
from companion.rules.game import Event, Given, Picked, Player, Touched
from companion.rules.games import GAMES as SHIPPED

TWO = (Player("Ana", "Ana"), Player("Bruno", "red"))
DECKS = {**{card: f"04{n:012X}" for n, card in enumerate(pack("Ana", jokers=True), 1)}}
DECKS |= {card: f"04{n:012X}" for n, card in enumerate(pack("red", jokers=True), 1001)}


def known() -> Cards:
    """A registry of both decks and of two command cards."""
    cards = Cards(below=random.Random(1).randrange)
    cards._set(type(cards._content)({uid: card for card, uid in DECKS.items()}, {"04FF": "next"}, {}))
    cards.enrol_command("04000000FFFFFF", "next")
    cards.enrol_command("04000000FFFFFE", "undo")
    cards.enrol_command("04000000FFFFFD", "yes")
    return cards


@pytest.fixture
def owner() -> Owner:
    table = Table({**COUNTING, **SHIPPED})
    table.new("counting", TWO, {"bids": "off"})
    return Owner(table, Router(table, known()))


def lay(owner: Owner, text: str, reader: str = "usb", *, lift: bool = True) -> Verdict:
    """Lay a known card on a reader, and lift it."""
    seen: list[Any] = []
    owner.post(TagSeen(reader, DECKS[Card(text)], 1.0), seen.append)
    if lift:
        owner.post(TagLifted(reader, DECKS[Card(text)], 2.0))
    owner.pump()
    return seen[0]


# --- the game's cards ----------------------------------------------------------------------------------------------


def test_a_card_that_is_waited_for_is_taken(owner: Owner) -> None:
    """The verdict names card, tag, reader and whose card it is, and the journalled origin the same."""
    verdict = lay(owner, "red/KS")
    assert (verdict.code, verdict.signal, verdict.seat, verdict.card) == ("taken", "taken", "Bruno", "red/KS")
    assert (verdict.reader, verdict.uid) == ("usb", DECKS[Card("red/KS")])
    assert verdict.reply.origin == Origin("reader", "usb", DECKS[Card("red/KS")], 1.0)
    assert owner.table.snapshot.entries == 1


def test_four_signals_are_told_apart(owner: Owner) -> None:
    """Taken, already taken, unknown, refused: each its class, and only the first changes anything."""
    assert lay(owner, "Ana/KS").signal == "taken"
    before = owner.table.snapshot
    again = lay(owner, "Ana/KS")
    assert (again.code, again.signal) == ("already-taken", "already")
    unknown: list[Any] = []
    owner.post(TagSeen("usb", "04AAAAAAAAAAAA"), unknown.append)
    owner.pump()
    assert (unknown[0].code, unknown[0].signal, unknown[0].card) == ("unknown-tag", "unknown", None)
    lay(owner, "Ana/QS")
    refused = lay(owner, "Ana/JS")
    assert (refused.code, refused.signal) == ("not-now", "refused")
    assert owner.table.snapshot.entries == before.entries + 1


def test_one_tag_on_two_readers_is_a_second_presence(owner: Owner) -> None:
    """A tag cannot lie in two places: the second is refused until the first is lifted or its reader is lost."""
    lay(owner, "Ana/KS", "left", lift=False)
    assert lay(owner, "Ana/KS", "right").code == "second-presence"
    owner.post(DeviceTold("reader", "left", "lost"))
    owner.pump()
    assert lay(owner, "Ana/KS", "right").code == "already-taken"


def test_a_bound_reader_takes_the_cards_of_its_seat_only(owner: Owner) -> None:
    """A card of another seat is named and not taken."""
    owner.router.bind("pod-1", "Ana")
    verdict = lay(owner, "red/KS", "pod-1")
    assert (verdict.code, verdict.signal) == ("wrong-seat", "refused")
    assert verdict.params == {"card": Card("red/KS"), "seat": "Ana", "owner": "Bruno"}
    assert owner.table.snapshot.entries == 0
    assert lay(owner, "Ana/KS", "pod-1").code == "taken"


def test_a_seat_has_one_reader_and_a_reader_one_seat() -> None:
    """Binding a seat's second reader frees the first."""
    table = Table(COUNTING)
    router = Router(table, Cards(), {"a": "Ana"})
    router.bind("b", "Ana")
    router.bind("b", "Bruno")
    assert router.seats == {"b": "Bruno"}
    router.unbind("b")
    assert router.seats == {}


def test_a_common_shoe_is_dealt_at_the_seats_readers_or_the_dealers() -> None:
    """Where all cards are of one deck a bound reader takes a card when its seat is asked; the dealer's takes each."""
    table = Table(SHIPPED)
    assert table.new("casino-war", [Player("Ana", "Ana"), Player("Bruno", "Bruno")], {"decks": "1"}).ok
    for name in ("Ana", "Bruno"):
        assert table.submit(Given(name, "ante", 10)).ok
        if any(one.prompt.purpose == "tie" and one.prompt.seat == name for one in table.snapshot.prompts):
            table.submit(Given(name, "tie", 0))
    assert table.submit(Picked("dealer", "deal")).ok
    cards = Cards()
    cards.take_in(b'[shoe]\n"04000000000001" = "KS#1"\n"04000000000002" = "QS#1"\n')
    router = Router(table, cards, {"pod-b": "Bruno", "pod-d": "dealer"})
    assert router.seen(TagSeen("pod-b", "04000000000001")).code == "wrong-seat"
    router.lifted(TagLifted("pod-b", "04000000000001"))
    assert router.seen(TagSeen("pod-d", "04000000000001")).code == "taken"
    verdict = router.seen(TagSeen("pod-b", "04000000000002"))
    assert (verdict.code, verdict.seat) == ("taken", "Bruno")


def test_trouble_on_a_reader_is_a_verdict_too(owner: Owner) -> None:
    """Two cards, a phone, a card that lay there at the start: each its code and signal, nothing changes."""
    news: list[Any] = []
    owner.subscribe(news.append)
    for status in ("two-cards", "phone", "resting", "ready", "lost", "clear"):
        owner.post(DeviceTold("reader", "usb", status))
    owner.post(DeviceTold("lamp", "Ana", "lost"))
    owner.pump()
    verdicts = [(one.code, one.signal) for one in news if isinstance(one, Verdict)]
    assert verdicts == [("two-cards", "refused"), ("phone", "unknown"), ("resting", "already")]
    assert sum(isinstance(one, DeviceTold) for one in news) == 7
    assert owner.table.snapshot.entries == 0


def test_an_unknown_tag_introduces_itself_and_is_played(owner: Owner) -> None:
    """A tag that says which card of a known deck it is needs no teaching; a copy of a known one is refused."""
    cards = owner.router.cards
    cards.forget(DECKS[Card("Ana/KS")])
    payload = payload_of(cards.number_deck("Ana"), Card("Ana/KS"))
    seen: list[Any] = []
    owner.post(TagSeen("usb", "04AAAAAAAAAAAA", payload=payload), seen.append)
    owner.post(TagSeen("usb", "04BBBBBBBBBBBB", payload=payload), seen.append)
    owner.pump()
    assert (seen[0].code, seen[0].card) == ("taken", "Ana/KS")
    assert (seen[1].code, seen[1].signal) == ("card-taken", "refused")


# --- command cards and buttons -------------------------------------------------------------------------------------


def test_command_cards_and_buttons_answer_the_pick_that_offers_their_word(owner: Owner) -> None:
    """`next` picks next, `yes` the proposed option, `undo` takes back; where nothing offers the word it is not now."""
    seen: list[Any] = []
    owner.post(TagSeen("usb", "04000000FFFFFF"), seen.append)
    owner.pump()
    assert (seen[-1].code, seen[-1].signal) == ("not-now", "refused")
    for text in ("Ana/KS", "Ana/QS", "red/KS", "red/QS"):
        lay(owner, text)
    for uid in ("04000000FFFFFF", "04000000FFFFFE", "04000000FFFFFD"):
        owner.post(TagSeen("usb", uid), seen.append)
        owner.post(TagLifted("usb", uid))
    owner.post(Pressed("gpio", "undo", 3.0), seen.append)
    owner.post(Pressed("gpio", "next", 4.0), seen.append)
    owner.pump()
    assert [one.code for one in seen[1:]] == ["taken"] * 5
    assert [type(record.entry).__name__ for record in owner.table.snapshot.history][4:] == [
        "Act",
        "Undo",
        "Act",
        "Undo",
        "Act",
    ]
    assert owner.table.snapshot.history[-1].origin == Origin("button", "gpio", at=4.0)


def test_a_word_that_several_seats_could_mean_is_nobodys(owner: Owner) -> None:
    """A shared command that two players' picks offer is refused; a bound pod's means its own seat."""
    verdicts: list[Any] = []
    owner.post(post.Command("claim"), verdicts.append)
    owner.pump()
    assert verdicts[0].code == "whose"
    owner.router.bind("pod-1", "Bruno")
    owner.router.means["pod-1"] = "pod"
    owner.post(Pressed("pod-1", "claim"), verdicts.append)
    owner.pump()
    assert verdicts[1].code == "taken"
    assert owner.table.snapshot.outcome.winners == ("Bruno",)
    assert owner.table.snapshot.history[-1].origin.means == "pod"


# --- other consumers -----------------------------------------------------------------------------------------------


def test_cards_go_to_one_consumer_at_a_time(owner: Owner) -> None:
    """While a deck is chosen or taught the game gets no card, and afterwards it gets them again."""
    news: list[Any] = []
    owner.subscribe(news.append)
    owner.post(post.ChooseDeck("Ana"))
    owner.pump()
    assert lay(owner, "red/KS").code == "deck-chosen"
    assert owner.table.snapshot.entries == 0
    assert lay(owner, "red/KS").code == "taken"
    assert [one.consumer for one in news if isinstance(one, Consuming)] == ["deck", "game"]


def test_teaching_from_the_inbox(owner: Owner) -> None:
    """A deck is taught tag by tag, named where asked, the last one taken back, and `for-game` ends it."""
    verdicts: list[Any] = []
    for message in (
        post.Teach("new", "pack"),
        TagSeen("usb", "04C00000000001"),
        post.Name(Card("new/KS")),
        TagSeen("usb", "04C00000000002"),
        post.Name(Card("new/QS")),
        post.Untaught(),
        TagSeen("usb", "04000000FFFFFF"),  # a command card commands nothing meanwhile
        post.ForGame(),
        post.Name(Card("new/QS")),
        post.Untaught(),
    ):
        owner.post(message, verdicts.append)
    owner.pump()
    codes = [one.code for one in verdicts if isinstance(one, Verdict)]
    assert codes == [
        "name-it",
        "taught",
        "name-it",
        "taught",
        "forgotten",
        "name-it",
        "nothing-asked",
        "nothing-to-undo",
    ]
    assert owner.router.cards.deck("new") == {Card("new/KS"): "04C00000000001"}


def test_a_seat_is_mapped_by_the_next_card(owner: Owner) -> None:
    """The reader of the next card belongs to the seat; unmapping frees it."""
    owner.post(post.MapSeat("Ana"))
    owner.pump()
    assert lay(owner, "red/KS", "left").code == "seat-mapped"
    assert owner.router.seats == {"left": "Ana"}
    owner.post(post.Unmap("left"))
    owner.pump()
    assert owner.router.seats == {}


def test_a_private_hand_never_reaches_the_game(owner: Owner) -> None:
    """Cards gathered for the split are not submitted, journalled or listed in any news."""
    news: list[Any] = []
    owner.post(post.Gather("Ana", 2))
    owner.pump()
    gathering = owner.router.consumer
    owner.subscribe(news.append)
    lay(owner, "Ana/KS")
    lay(owner, "Ana/QS")
    assert gathering.cards == [Card("Ana/KS"), Card("Ana/QS")]
    assert owner.table.snapshot.entries == 0
    assert owner.router.consumer.name == "game"


# --- the inbox -----------------------------------------------------------------------------------------------------


def test_messages_are_done_in_order_and_answered(owner: Owner) -> None:
    """Each message gets its own result, in the order of posting."""
    results: list[Any] = []
    owner.post(post.Submit(Touched(Card("Ana/KS"))), results.append)
    owner.post(post.TakeBack(), results.append)
    owner.post(post.BringBack(), results.append)
    owner.post(post.PutInstead(1, Card("Ana/QS")), results.append)
    owner.post(post.NewGame("counting", TWO), results.append)
    owner.post(post.Call(lambda: 42, "sum"), results.append)
    owner.post(post.Line(b"hello"), results.append)
    owner.post(post.Tick(), results.append)
    assert owner.pump(2) == 2
    assert owner.pump() == 6
    assert [one.entries for one in results[:5]] == [1, 2, 3, 4, 0]
    assert results[5:] == [42, None, None]


def test_an_undo_named_by_a_button_is_stale_when_another_change_is_last(owner: Owner) -> None:
    """The undo button takes back what it named, or nothing."""
    results: list[Any] = []
    lay(owner, "Ana/KS")
    shown = owner.table.snapshot.undo
    lay(owner, "red/KS")
    owner.post(post.TakeBack(entry=shown.entry), results.append)
    owner.post(post.TakeBack(entry=owner.table.snapshot.undo.entry), results.append)
    owner.post(post.BringBack(entry=99), results.append)
    owner.pump()
    assert [one.refusal.code if one.refusal else "" for one in results] == ["stale", "", "stale"]


class Exploding(Table):
    """A table with a bug."""

    def submit(self, action: Any, **_: Any) -> Any:
        if action == Touched(Card("Ana/2S")):
            raise ZeroDivisionError("bug")
        return super().submit(action, **_)


def test_a_fault_in_one_message_ends_nothing(caplog: pytest.LogCaptureFixture) -> None:
    """A bug is told as `internal-error`, an answer that cannot be taken is logged, and the next message is done."""
    table = Exploding(COUNTING)
    table.new("counting", TWO, {"bids": "off"})
    owner = Owner(table)
    news: list[Any] = []
    results: list[Any] = []

    def bad(_: Any) -> None:
        raise RuntimeError("a guest")

    owner.subscribe(bad)
    owner.subscribe(news.append)
    owner.post(post.Submit(Touched(Card("Ana/2S"))), results.append)
    owner.post(post.Submit(Touched(Card("Ana/3S"))), bad)
    owner.post(post.Call(lambda: 1 // 0), results.append)
    owner.post(post.Submit(Touched(Card("Ana/4S"))), results.append)
    assert owner.pump() == 4
    assert (results[0].code, news) == ("internal-error", [results[0]])
    assert isinstance(results[0], Fault)
    assert isinstance(results[1], ZeroDivisionError)
    assert table.snapshot.entries == 2
    assert "a guest" in caplog.text


def test_the_inbox_is_bounded(owner: Owner) -> None:
    """What a device gone mad posts beyond the limit is dropped and counted; stop always gets in."""
    small = Owner(owner.table, owner.router, limit=5)
    taken = [small.post(TagSeen("usb", "04AAAAAAAAAAAA")) for _ in range(8)]
    assert taken == [True] * 5 + [False] * 3
    assert small.dropped == 3
    assert small.post(post.Stop())
    assert small.pump() == 6


def test_a_real_thread_owns_the_table(owner: Owner) -> None:
    """Started, the owner answers other threads, beats, and ends when it is stopped."""
    beats = owner.beats
    owner.start()
    reply = owner.ask(post.Submit(Touched(Card("Ana/KS"))))
    assert reply.ok
    names: list[str] = []
    owner.ask(post.Call(lambda: names.append(threading.current_thread().name)))
    assert names == ["table-owner"]
    assert isinstance(owner.ask(post.Call(lambda: owner.ask(post.Tick()))), RuntimeError)
    assert owner.beats > beats
    assert owner.stop()
    assert not any(thread.name == "table-owner" for thread in threading.enumerate())
    assert not owner.post(post.Tick())
    with pytest.raises(TimeoutError):
        owner.ask(post.Tick(), timeout=0.0)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(
        st.sampled_from(
            [
                TagSeen("a", DECKS[Card("Ana/KS")]),
                TagSeen("b", DECKS[Card("Ana/KS")]),
                TagSeen("a", "08AABBCC"),
                TagSeen("a", "💥" * 50, payload=-1),
                TagSeen("", "", payload=1 << 40),
                TagLifted("a", DECKS[Card("Ana/KS")]),
                TagLifted("x", "y"),
                DeviceTold("reader", "a", "lost"),
                DeviceTold("pod", "p", "nonsense"),
                Pressed("gpio", "💥"),
                Pressed("gpio", "undo", held=True),
                post.Command("yes", "Nobody"),
                post.Line(b"\xff\xfe"),
                post.Teach("x/y"),
                post.Teach("Ana", printed=True),
                post.Name(Card("Ana/KS")),
                post.TeachCommand("explode"),
                post.MapSeat("Nobody"),
                post.Gather("Ana", -5),
                post.ChooseDeck(""),
                post.ForGame(),
                post.PutInstead(-1, Card("Ana/KS")),
                post.TakeBack(entry=5),
                post.NewGame("chess", ()),
                post.Tick(),
            ]
        ),
        max_size=30,
    )
)
def test_any_messages_in_any_order_are_survived(found: list[Any]) -> None:
    """Nonsense in any order never ends the loop, and the game goes on afterwards."""
    table = Table(COUNTING)
    table.new("counting", TWO, {"bids": "off"})
    owner = Owner(table, Router(table, known()))
    for message in found:
        owner.post(message)
    assert owner.pump() == len(found)
    owner.post(post.ForGame())
    results: list[Any] = []
    owner.post(post.Submit(Touched(Card("red/9H"))), results.append)
    owner.pump()
    assert results[0].refusal is None


# --- lamps ---------------------------------------------------------------------------------------------------------


class DamageDealt(Event, frozen=True, kw_only=True):
    seat: str
    amount: int


def test_lasting_words_follow_the_prompts(owner: Owner) -> None:
    """Who is waited for breathes, who is done is off; without a game there is nothing to light."""
    assert lasting(None) == {}
    assert lasting(owner.table.snapshot) == {"Ana": "waiting", "Bruno": "waiting"}
    lay(owner, "Ana/KS")
    lay(owner, "Ana/QS")
    assert lasting(owner.table.snapshot) == {"Ana": "off", "Bruno": "waiting"}


def test_passing_words_follow_verdicts_and_hits(owner: Owner) -> None:
    """A verdict gives its signal to its seat, a refusal without a reader to the table, damage a hit."""
    assert moment(lay(owner, "Ana/KS")) == (Moment("Ana", "taken"),)
    assert moment(lay(owner, "Ana/KS")) == (Moment("Ana", "already"),)
    assert moment(owner.table.submit(Touched(Card("Ana/KS")))) == (Moment("", "refused"),)
    assert moment(DamageDealt(seat="Bruno", amount=2)) == (Moment("Bruno", "hit"),)
    assert moment(DamageDealt(seat="Bruno", amount=0)) == ()


def test_lamp_words_are_told_apart_without_colour() -> None:
    """Among the lasting words, and among the passing ones, no two share a motion."""
    lasting_words = ("off", "waiting", "attacker", "defender", "out", "winner")
    passing = ("taken", "already", "unknown", "refused", "hit")
    assert set(PATTERNS) == {*lasting_words, *passing}
    for group in (lasting_words, passing):
        assert len({PATTERNS[word].motion for word in group}) == len(group)
    assert all((PATTERNS[word].seconds > 0) == (word in passing) for word in PATTERNS)


@pytest.mark.parametrize("name", list(SHIPPED))
def test_every_game_lights_its_players(name: str) -> None:
    """At every moment of a random game each player has one of the six words, and someone is lit while it goes on."""
    table = Table(SHIPPED)
    rng = random.Random(name)
    assert table.new(name, TWO).ok
    dealer = Dealer(rng)
    for _ in range(150):
        snapshot = table.snapshot
        lights = lasting(snapshot)
        assert {"Ana", "Bruno"} <= set(lights)
        assert set(lights.values()) <= {"off", "waiting", "attacker", "defender", "out", "winner"}
        assert {player["light"] for player in snapshot.report()["players"]} <= set(lights.values()) | {"off"}
        action = answer(snapshot, dealer)
        if action is None:
            break
        table.submit(meddling(snapshot, dealer) if rng.random() < 0.1 else action)
    assert facts(table.snapshot)


def test_a_game_that_begins_gets_the_cards_from_whoever_was_choosing_decks(owner: Owner) -> None:
    """A game begun elsewhere (by text, by the demo) while the screen waits for a deck is dealt to at once."""
    owner.post(post.ChooseDeck(""))
    owner.post(post.NewGame("counting", TWO, {"bids": "off"}))
    owner.pump()
    assert owner.router.consumer.name == "game"
    assert lay(owner, "Ana/KS").code == "taken"
    owner.post(post.ChooseDeck(""))
    owner.post(post.NewGame("counting", ()))
    owner.pump()
    assert owner.router.consumer.name == "deck"  # nothing began


def test_a_new_game_takes_the_cards_from_whoever_was_choosing_decks(owner: Owner) -> None:
    """Decks are chosen card after card until a game begins, however it is begun; then the cards are the game's."""
    verdicts: list[Any] = []
    owner.post(post.ChooseDeck("", keep=True))
    for uid in list(owner.router.cards._content.cards)[:2]:
        owner.post(TagSeen("usb", uid), verdicts.append)
    owner.pump()
    assert [verdict.code for verdict in verdicts] == ["deck-chosen", "deck-chosen"]
    owner.post(post.NewGame("counting", (Player("Ana", "Ana"), Player("Bruno", "Bruno"))))
    owner.pump()
    assert owner.router.consumer.name == "game"
