"""`deck=FILE`: a designer's deck file read within bounds, kept by a game's journal, and asked for again on resume."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from companion.headless import Protocol
from companion.live import deckfiles
from companion.live.journal import Journal
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import BadOption, Given, Picked, Touched
from companion.rules.games import GAMES

DECK = '[cards]\nKS = { effect = "strike", strength = 7, name = "The Duellist" }\n'


@pytest.fixture
def deck(tmp_path: Path) -> Path:
    path = tmp_path / "my deck.toml"
    path.write_text(DECK, "utf-8")
    return path


def begun(journal: Journal | None, players: Any, words: Mapping[str, str], name: str = "casinoya-poker") -> Table:
    table = Table(GAMES, journal)
    reply = table.new(name, players, words)
    assert reply.ok, reply.refusal
    return table


def resumed(path: Path) -> Any:
    with Journal.open(path) as journal:
        return Table(GAMES, journal).resume()


def test_the_game_is_played_with_the_text_of_the_file(two: Any, deck: Path) -> None:
    """The king of spades strikes for seven, and the screen can reach its name."""
    table = begun(None, two, {"deck": str(deck)})
    for name in ("Ana", "Bruno"):
        table.submit(Given(name, "exchange", 0))
    for label, faces in (("Ana", "KS KH KC 4H 4D"), ("Bruno", "2S 3S 9H 8S JS")):
        for face in faces.split():
            assert table.submit(Touched(Card(f"{label}/{face}"))).ok
    assert table.snapshot is not None
    dealt = next(event for event in table.snapshot.events if type(event).__name__ == "DamageDealt")
    assert (dealt.strike, dealt.pierce) == (7 + 1, 0)
    assert table.snapshot.state.numbers.cards["KS"].name == "The Duellist"


@pytest.mark.parametrize("name", ["casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war"])
def test_every_game_of_casinoya_takes_a_deck_file(two: Any, deck: Path, name: str) -> None:
    """`deck=FILE` is an option of all four games."""
    table = begun(None, two, {"deck": str(deck)}, name)
    assert table.snapshot is not None
    assert table.snapshot.state.numbers.effect("KS") == ("strike", 7)


def test_a_relative_path_is_kept_as_an_absolute_one(
    two: Any, deck: Path, journal_path: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A game begun with `deck=my deck.toml` is resumed from another folder."""
    monkeypatch.chdir(deck.parent)
    with Journal.open(journal_path) as journal:
        begun(journal, two, {"deck": deck.name}).submit(Given("Ana", "exchange", 3))
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.chdir(tmp_path / "elsewhere")
    reply = resumed(journal_path)
    assert reply.snapshot is not None
    assert reply.notices == ()
    assert reply.snapshot.state.numbers.effect("KS") == ("strike", 7)
    assert reply.snapshot.state.seats[0].aside == 3


def test_a_changed_deck_file_refuses_the_resume_until_it_is_as_it_was(two: Any, deck: Path, journal_path: Path) -> None:
    """Another text is another game: `cannot-resume` with `deck-changed`; nothing is lost, the old text resumes it."""
    with Journal.open(journal_path) as journal:
        begun(journal, two, {"deck": str(deck)}).submit(Given("Ana", "exchange", 3))
    deck.write_text(DECK.replace("7", "8"), "utf-8")
    reply = resumed(journal_path)
    assert reply.snapshot is None
    assert [(one.code, one.params["why"], one.params["file"]) for one in reply.notices] == [
        ("cannot-resume", "deck-changed", str(deck))
    ]
    deck.write_text(DECK, "utf-8")
    reply = resumed(journal_path)
    assert reply.snapshot is not None
    assert reply.snapshot.entries == 1


def test_a_deck_file_that_is_gone_refuses_the_resume(two: Any, deck: Path, journal_path: Path) -> None:
    """`cannot-resume` with `no-such-file`, and the path in it."""
    with Journal.open(journal_path) as journal:
        begun(journal, two, {"deck": str(deck)}).submit(Given("Ana", "exchange", 3))
    deck.unlink()
    reply = resumed(journal_path)
    assert reply.snapshot is None
    assert [(one.code, one.params["why"], one.params["value"]) for one in reply.notices] == [
        ("cannot-resume", "no-such-file", str(deck))
    ]


def test_a_game_without_a_deck_file_asks_for_none(two: Any, journal_path: Path) -> None:
    """The header of a game with the shipped numbers keeps no file."""
    with Journal.open(journal_path) as journal:
        begun(journal, two, {"deck": ""}).submit(Given("Ana", "exchange", 3))
        kept = journal.last()
    assert kept is not None
    assert (kept.header.files, kept.header.options) == ({}, {"deck": ""})
    assert resumed(journal_path).snapshot.entries == 1


def unreadable(tmp_path: Path) -> list[tuple[str, str]]:
    long, bytes_, folder, pipe = (tmp_path / name for name in ("long", "bytes", "folder", "pipe"))
    long.write_bytes(b"#" * (deckfiles.MOST_BYTES + 1))
    bytes_.write_bytes(b'name = "\xff"')
    folder.mkdir()
    os.mkfifo(pipe)
    return [
        (str(long), "file-too-long"),
        (str(bytes_), "file-not-utf8"),
        (str(folder), "no-such-file"),
        (str(pipe), "no-such-file"),
        ("/dev/zero", "no-such-file"),
        (str(tmp_path / "none"), "no-such-file"),
        ("nul\0character", "no-such-file"),
        ("x" * 5000, "no-such-file"),
    ]


def test_what_cannot_be_read_is_refused_by_code_and_nothing_changes(two: Any, tmp_path: Path) -> None:
    """Too long, not UTF-8, a folder, a pipe, a device, nothing: each is refused at once, and the game goes on."""
    table = begun(None, two, {})
    before = table.snapshot
    for path, code in unreadable(tmp_path):
        reply = table.new("casinoya-poker", two, {"deck": path})
        assert reply.refusal is not None
        assert reply.refusal.code == code, path
        assert table.snapshot is before


def test_a_file_of_the_largest_size_is_read_whole(tmp_path: Path) -> None:
    """64 KB are allowed; a byte order mark and Windows line ends are taken off."""
    path = tmp_path / "large"
    path.write_bytes(b"#" * deckfiles.MOST_BYTES)
    assert len(deckfiles.read_option_file(str(path))) == deckfiles.MOST_BYTES
    path.write_bytes(b"\xef\xbb\xbfname = 'x'\r\n")
    assert deckfiles.read_option_file(str(path)) == "name = 'x'\n"
    with pytest.raises(BadOption):
        deckfiles.read_option_file(str(tmp_path / "none"))


def test_a_faulty_deck_is_refused_with_line_and_reason(deck: Path) -> None:
    """The protocol says which line of the file is wrong, and why."""
    deck.write_text('name = "Mine"\n[cards]\nKS = { effect = "fly" }\n', "utf-8")
    said = Protocol(Table(GAMES)).answer(f"new casinoya-poker Ana Bruno 'deck={deck}'".encode())
    assert said[0]["error"] == "bad-deck"
    assert (said[0]["line"], said[0]["finding"]) == (3, "unknown-effect")
    assert "line 3: KS: no such effect: 'fly'" in said[0]["text"]


def test_the_protocol_plays_a_deck_file(deck: Path) -> None:
    """`new … deck=PATH` works with a quoted path, and the damage follows from it."""
    protocol = Protocol(Table(GAMES))
    assert "error" not in protocol.answer(f"new casinoya-war Ana Bruno 'deck={deck}'".encode())[0]
    snapshot = protocol.table.snapshot
    assert snapshot is not None
    for name in ("Ana", "Bruno"):
        protocol.table.submit(Picked(name, "2-0"))
    protocol.answer(b"touch Ana/KS Ana/2C Ana/3H Ana/4D Ana/5H")
    said = protocol.answer(b"touch Bruno/2C Bruno/3H Bruno/4S Bruno/5D Bruno/6C")
    dealt = next(line for line in said if line.get("event") == "DamageDealt")
    assert (dealt["base"], dealt["strike"]) == (2, 7)  # the spade strikes beside a club
