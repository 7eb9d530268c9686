"""Names of players and labels of decks as a curious child or a forged file has them."""

from __future__ import annotations

import csv
import io
import sqlite3
import struct
import zlib
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.headless import Protocol, encoded
from companion.keeping import Keeping
from companion.live.cards import Cards
from companion.live.evening import summary
from companion.live.journal import Journal
from companion.live.kept import Header, fingerprint
from companion.live.past import Past
from companion.live.table import Table
from companion.people import MOST_NAMES, Memory, People
from companion.rules.game import Join, Player
from companion.rules.games import GAMES

EVIL = (
    "[b]x[/b]", "[ref=undo]tap[/ref]", "[font=/etc/passwd]x", "[color=ff0000]", "&bl;b&br;", "{seat}", "%s%n", "=1+1", "+cmd|' /C calc'!A0",
    "../../etc/passwd", "..", "a\\b", "C:\\x", "~root", "$(reboot)", "`reboot`", "; rm -rf", "\u05d0\u05d1\u05d2", "\u0645\u0631\u062d\u0628\u0627",
    "\u202egnp.exe", "a\u200bb", "a\nb", "a\x1b[2J", "a\x00b", "\ufeffAna", "Z\u0351\u0352\u0353\u0354a", "\U0001f3b2" * 8, "x" * 10_000,
    "", " ", "\u00a0", "\u2028", "\ud800", "table", "dealer", "ANA", "Ana ", "con", "nul.txt", "ﷺ" * 40,
)  # fmt: skip


def offered(name: str, label: str | None = None) -> tuple[Table, Any]:
    table = Table(GAMES)
    return table, table.new(
        "casinoya-poker", (Player(name, name if label is None else label), Player("Bruno", "Bruno")), {"hp": "3"}
    )


@pytest.mark.parametrize("name", EVIL)
def test_a_name_is_taken_as_it_is_or_refused(name: str, tmp_path: Path) -> None:
    """A name is either refused with a code or stands everywhere as it is: in replies, CSV, JSON, and in no file's name."""
    table, reply = offered(name)
    if not reply.ok:
        assert reply.refusal.code in {"bad-name", "name-reserved"}
        assert len(encoded(Protocol(table).answer(b"state"))) < 2000
        return
    assert len(name) <= 40
    assert name.isprintable()
    said = encoded(Protocol(table).answer(b"state"))
    assert msgspec.json.decode(said.splitlines()[0])["state"]["players"][0]["name"] == name
    game = summary(table.snapshot)
    folder = Keeping(tmp_path / "data").export(tmp_path / "out", [game], table.snapshot)
    assert {path.relative_to(tmp_path / "out").parts[0] for path in tmp_path.rglob("*") if path.is_file()} == {
        folder.name
    }
    assert sorted(path.name for path in folder.iterdir()) == ["games.csv", "games.json", "log.csv"]
    for file in ("games.csv", "log.csv"):
        for row in csv.reader(io.StringIO((folder / file).read_text(encoding="utf-8"))):
            assert not any(
                cell[:1] in {"=", "+", "-", "@", "\t", "\r"} and not cell.lstrip("+-").isdigit() for cell in row
            )


@pytest.mark.parametrize("name", EVIL)
def test_a_deck_label_survives_its_file_or_is_refused(name: str, tmp_path: Path) -> None:
    """A label of a deck writes no other file than the card file, which reads back."""
    from companion.live.errors import CardsError
    from companion.rules.cards import Card, CardError

    cards = Cards.load(tmp_path / "cards.toml")
    try:
        cards.enrol("04A1B2C3D4E5F6", Card(f"{name}/KS"))
    except (CardsError, CardError, ValueError):
        assert not (tmp_path / "cards.toml").exists()
        return
    assert {path.name for path in tmp_path.rglob("*")} <= {"cards.toml", "cards.toml.1"}
    again = Cards.load(tmp_path / "cards.toml")
    assert again.card_of("04A1B2C3D4E5F6") == f"{name}/KS"


def forged(path: Path, header: Header, bodies: tuple[bytes, ...] = (), begun: int = 0) -> None:
    """A journal as a rogue stick has it: every sum is right."""
    Journal.open(path).close()
    body = msgspec.json.encode(header)
    base = sqlite3.connect(path)
    crc = zlib.crc32(body)
    base.execute("INSERT INTO game VALUES (1, ?, ?, ?)", (body, crc, begun))
    for n, entry in enumerate(bodies, 1):
        crc = zlib.crc32(entry, zlib.crc32(struct.pack("<II", n, 0), crc))
        base.execute("INSERT INTO entry VALUES (1, ?, ?, 0, ?)", (n, entry, crc))
    base.commit()
    base.close()


@pytest.mark.parametrize("name", ["x" * 10_000, "a\nb", "\x1b[2J", "", "table", "\u202eAna"])
def test_a_forged_journal_brings_no_impossible_name(name: str, tmp_path: Path) -> None:
    """A journal with right sums but a name that nobody could give is not resumed, with its reason, and play goes on."""
    players = (Player(name, "Ana"), Player("Bruno", "Bruno"))
    honest = (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
    game = GAMES["casinoya-poker"]
    header = Header("casinoya-poker", {}, players, fingerprint(game, honest, game.options_type()))
    forged(tmp_path / "journal.db", header)
    with Journal.open(tmp_path / "journal.db") as journal:
        table = Table(GAMES, journal)
        reply = table.resume()
        assert [(one.code, one.params["why"]) for one in reply.notices] in (
            [("cannot-resume", "bad-name")], [("cannot-resume", "name-reserved")]
        )  # fmt: skip
        assert len(encoded(Protocol(table).greeting(reply))) < 3000
        assert table.new("casinoya-poker", honest).ok


@pytest.mark.parametrize("begun", [2**62, -(2**62), 10**12, -1])
def test_a_forged_date_is_no_date(begun: int, tmp_path: Path) -> None:
    """A date that no calendar has is told as none, so that nothing that writes it can fail."""
    game, honest = GAMES["casinoya-poker"], (Player("Ana", "Ana"), Player("Bruno", "Bruno"))
    forged(
        tmp_path / "journal.db",
        Header(game.name, {}, honest, fingerprint(game, honest, game.options_type())),
        begun=begun,
    )
    with Journal.open(tmp_path / "journal.db") as journal:
        assert [one.begun for one in tuple(Past(journal).played(GAMES))] == [0]


@pytest.mark.parametrize("game", list(GAMES))
def test_nobody_joins_under_an_impossible_name(game: str) -> None:
    """Sitting down is held to the same names as beginning, whoever asks."""
    table = Table(GAMES)
    assert table.new(game, (Player("Ana", "Ana"), Player("Bruno", "Bruno"))).ok
    for name in EVIL:
        fit = 0 < len(name) <= 40 and name.isprintable() and not name.isspace() and name not in {"table", "dealer"}
        for action in (Join(name, name), Join("Cem", name), Join(name, "Cem")):
            before = table.snapshot
            reply = table.submit(action)
            if not fit:
                assert not reply.ok, (game, action)
                assert table.snapshot is before
            elif reply.ok:
                table.undo()


@settings(deadline=None, max_examples=60)
@given(st.binary(max_size=400) | st.text(max_size=400).map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_file_of_people_is_survived(data: bytes) -> None:
    """Whatever lies where names are remembered, the table starts, and what it remembers are names."""
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "people.json"
        path.write_bytes(data)
        people = People(path)
        assert all(0 < len(name) <= 40 and name.isprintable() for name in people.memory.names)
        people.played((Player("Ana", "Ana"),), "cassino", {})
        assert People(path).memory.names[0] == "Ana"


def test_forged_people_are_left_out(tmp_path: Path) -> None:
    """Names, groups and options that nobody could have given are not remembered; a folder or an endless file is set aside."""
    evil = tuple(name for name in EVIL if "\ud800" not in name)
    memory = {
        "names": ["Ana", *evil] * 40,
        "groups": [{"name": name, "players": [{"name": name, "label": name}]} for name in evil],
        "options": {"x" * 10_000: {"a": "b"}, "cassino": {"game": "y" * 10_000}},
    }
    path = tmp_path / "people.json"
    path.write_bytes(msgspec.json.encode(memory))
    people = People(path)
    assert people.memory.names[0] == "Ana"
    assert len(people.memory.names) <= MOST_NAMES
    assert all(len(text) <= 40 and text.isprintable() for text in people.memory.names)
    assert all(len(group.name) <= 40 and len(group.players) == 1 for group in people.memory.groups)
    assert all(
        len(key) <= 40 and all(len(value) <= 4096 for value in words.values())
        for key, words in people.memory.options.items()
    )
    folder = tmp_path / "folder"
    (folder / "people.json").mkdir(parents=True)
    assert People(folder / "people.json").memory == Memory()
