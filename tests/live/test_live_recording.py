"""Recordings and the log: everything offered comes out the same again, and the log says who, what, how and why."""

from __future__ import annotations

import io
import random
from pathlib import Path
from typing import Any

import pytest
from comparing import facts
from hypothesis import given, settings
from hypothesis import strategies as st
from playing import Dealer, answer, meddling, play, players

from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.errors import RecordingError
from companion.live.inbox import Owner
from companion.live.log import log
from companion.live.messages import DeviceTold, Pressed, TagLifted, TagSeen
from companion.live.recording import Recorder, Recording, play_back, replay, restored, start_of
from companion.live.router import Router
from companion.live.snapshot import Origin
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import Corrected, Given, Picked, Player, Touched

TWO = (Player("Ana", "Ana"), Player("Bruno", "red"))


def session(games: Any, name: str, seed: int, path: Path, *, before: int = 0) -> tuple[Owner, list[Any]]:
    """A random session at the inbox, recorded from somewhere in the middle on; the owner and the results."""
    rng = random.Random(f"{name} {seed}")
    table = Table(games)
    table.new(name, players(games[name], rng))
    dealer = Dealer(rng)
    play(table, dealer, before)
    cards = Cards(below=rng.randrange)
    labels = table.snapshot.game.decks(table.snapshot.players, table.snapshot.options)
    number = 0
    for label in labels[:2]:
        for card in list(table.snapshot.game.cards(label, table.snapshot.options))[:80]:
            number += 1
            cards._content.cards[f"04{number:012X}"] = card
    cards._set(cards._content)
    cards.enrol_command("04000000FFFFFF", "next")
    owner = Owner(
        table, Router(table, cards, {"pod": table.snapshot.players[0].name}), clock=iter(range(10**9)).__next__
    )
    owner.tap = Recorder.to(path, table, owner.router)
    results: list[Any] = []
    for _ in range(80):
        snapshot = table.snapshot
        chance = rng.random()
        action = answer(snapshot, dealer) or meddling(snapshot, dealer)
        if isinstance(action, Touched) and chance < 0.7:
            uid = cards.uid_of(action.card) or "04DDDDDDDDDDDD"
            owner.post(TagSeen(rng.choice(["usb", "pod"]), uid, chance), results.append)
            owner.post(TagLifted("usb", uid))
        elif chance < 0.8:
            answers = rng.choice([*snapshot.prompts, None]) if snapshot.prompts else None
            owner.post(post.Submit(action, Origin("finger"), answers), results.append)
        else:
            owner.post(
                rng.choice(
                    [
                        post.TakeBack(),
                        post.BringBack(),
                        DeviceTold("reader", "usb", "lost", code="device-silent"),
                        Pressed("gpio", "next"),
                        post.Submit(meddling(snapshot, dealer)),
                        post.Line(b"touch \xff"),
                        post.Call(lambda: None, "nothing"),
                        post.Tick(),
                        TagSeen("usb", "04000000FFFFFF"),
                    ]
                ),
                results.append,
            )
        owner.pump()
    owner.post(post.Stop())
    owner.pump()
    return owner, results


@pytest.mark.parametrize("before", [0, 25])
def test_a_recording_replays_to_the_same_state(name: str, games: Any, tmp_path: Path, before: int) -> None:
    """From the start or from the middle of a game, with refusals, faults and stale taps, it ends exactly as it did."""
    path = tmp_path / "evening.jsonl"
    owner, _ = session(games, name, before, path, before=before)
    again = play_back(path, games)
    assert facts(again.table.snapshot) == facts(owner.table.snapshot)
    assert again.router.cards.given_out() == owner.router.cards.given_out()


def test_a_replay_keeps_the_times_and_gives_the_results(games: Any, tmp_path: Path) -> None:
    """Each message comes with its result, and what lies between two of them can be waited."""
    path = tmp_path / "evening.jsonl"
    _, results = session(games, "counting", 1, path)
    waits: list[float] = []
    with path.open("rb") as file:
        recording = Recording(file)
        replayed = list(replay(recording, restored(recording, games), waits.append))
    assert sum(waits) > 0
    codes = [result.code for _, result in replayed if hasattr(result, "code")]
    assert codes
    assert set(codes) == {result.code for result in results if hasattr(result, "code")}


def test_lines_are_answered_in_a_replay(games: Any, tmp_path: Path) -> None:
    """Text lines go to whoever answers lines for the new table."""
    path = tmp_path / "r.jsonl"
    table = Table(games)
    owner = Owner(table, lines=lambda text: table.new("counting", TWO))
    owner.tap = Recorder.to(path, table, owner.router)
    owner.post(post.Line(b"new counting Ana Bruno@red"))
    owner.pump()
    owner.tap.close()
    again = play_back(path, games, lambda table: lambda text: table.new("counting", TWO))
    assert again.table.snapshot.players == TWO


def test_a_recording_cut_short_ends_there(games: Any, tmp_path: Path) -> None:
    """What a crash leaves can be replayed up to its last whole line."""
    path = tmp_path / "r.jsonl"
    session(games, "counting", 2, path)
    data = path.read_bytes()
    whole = data.count(b"\n") - 1
    for cut in (len(data) - 1, len(data) - 7, len(data) * 2 // 3):
        file = io.BytesIO(data[:cut])
        assert len(list(Recording(file))) <= whole
    with pytest.raises(RecordingError) as caught:
        list(Recording(io.BytesIO(data.replace(b'"message"', b'"massage"', 1))))
    assert caught.value.params["line"] == 2


@settings(max_examples=200, deadline=None)
@given(st.binary(max_size=300), st.integers(0, 3))
def test_noise_is_no_recording(data: bytes, lines: int) -> None:
    """Any bytes are refused by line, wherever they stand."""
    head = b'{"recording":1,"cards":""}\n{"at":1,"message":{"message":"for-game"}}\n' if lines else b""
    line = 1
    try:
        list(Recording(io.BytesIO(head + data)))
    except RecordingError as refused:
        line = refused.params["line"]
    assert 1 <= line <= 3 + data.count(b"\n")


def test_a_recording_of_another_version_or_of_nonsense_is_refused(games: Any) -> None:
    """A newer format, an impossible start, and cards that cannot be read each end in `RecordingError`."""
    for start in (
        b'{"recording":2,"cards":""}',
        b"",
        b"[]",
        b"[" * 100_000,
    ):
        with pytest.raises(RecordingError):
            Recording(io.BytesIO(start + b"\n"))
    for start in (
        b'{"recording":1,"cards":"[[["}',
        b'{"recording":1,"cards":"","header":{"game":"chess","options":{},"players":[],"print":""}}',
        b'{"recording":1,"cards":"","header":{"game":"counting","options":{},"players":[{"name":"A","label":"A"}],"print":""},'
        b'"entries":[{"entry":{"entry":"undo"}}]}',
    ):
        with pytest.raises(RecordingError):
            restored(Recording(io.BytesIO(start + b"\n")), games)


def test_a_full_recording_ends_and_the_game_goes_on(games: Any) -> None:
    """A recording is bounded, and a disk that fails under it costs no action."""
    table = Table(games)
    table.new("counting", TWO, {"bids": "off"})
    owner = Owner(table)

    class Kept(io.BytesIO):
        def close(self) -> None:
            self.content = self.getvalue()

    file = Kept()
    owner.tap = Recorder(file, start_of(table, owner.router), most=600)
    for face in "23456789T":
        owner.post(post.Submit(Touched(Card(f"Ana/{face}S"))))
    owner.pump()
    assert table.snapshot.entries == 2
    assert len(file.content) <= 600
    assert 1 <= len(list(Recording(io.BytesIO(file.content)))) < 9

    class Failing:
        def offered(self, *_: Any) -> None:
            raise OSError(28, "No space left on device")

    owner.tap = Failing()
    owner.post(post.TakeBack())
    owner.pump()
    assert (table.snapshot.entries, owner.tap) == (3, None)


def test_a_recording_never_overwrites_a_file(games: Any, tmp_path: Path) -> None:
    """A file that exists is not recorded over."""
    path = tmp_path / "notes.txt"
    path.write_text("mine")
    table = Table(games)
    with pytest.raises(FileExistsError):
        Recorder.to(path, table, Router(table, Cards()))
    assert path.read_text() == "mine"


# --- the log -------------------------------------------------------------------------------------------------------


def test_the_log_says_who_what_how_and_whether_it_stands(games: Any) -> None:
    """Each entry names the action, its origin, whose it is, what followed with the cards behind it, and what is undone."""
    table = Table(games)
    table.new("counting", TWO)
    origin = Origin("reader", "usb", "04AA", 1.5)
    table.submit(Given("Ana", "bid", 3))
    table.submit(Given("Bruno", "bid", 4))
    for text in ("Ana/KS", "red/KS", "Ana/QS", "red/QS"):
        table.submit(Touched(Card(text)), origin=origin)
    table.submit(Picked("table", "next"))
    table.undo()
    table.replace(3, Card("Ana/2S"))
    entries = log(table.snapshot.history, TWO)
    assert [entry.kind for entry in entries] == ["act"] * 7 + ["undo", "replace"]
    assert [entry.stands for entry in entries] == [True] * 6 + [False, False, True]
    touch = entries[3]
    assert (touch.seats, touch.card, touch.origin, touch.action) == (
        ("Bruno",),
        "red/KS",
        origin,
        Touched(Card("red/KS")),
    )
    assert touch.facts[0].cards == (Card("red/KS"),)
    assert entries[6].seats == ("Ana", "Bruno")
    assert (entries[7].entry, entries[8].instead_of) == (7, Touched(Card("Ana/KS")))
    assert [entry.n for entry in log(table.snapshot.history, TWO, "Bruno")] == [2, 4, 6, 7, 9]


def test_the_why_of_a_number_names_its_cards(games: Any) -> None:
    """In a battle the cards behind the damage are in the log entry, for every battle of a random game."""
    table = Table(games)
    rng = random.Random(4)
    table.new("casinoya-poker", (Player("Ana", "Ana"), Player("Bruno", "Bruno")))
    play(table, Dealer(rng), 200)
    table.submit(Corrected("Ana", "hp", 5))
    facts_ = [fact for entry in log(table.snapshot.history, table.snapshot.players) for fact in entry.facts]
    damages = [fact for fact in facts_ if type(fact.event).__name__ == "DamageDealt"]
    assert damages
    assert all(set(fact.seats) == {"Ana", "Bruno"} for fact in damages)
    assert any(fact.cards for fact in damages)
