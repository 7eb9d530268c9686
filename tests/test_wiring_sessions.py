"""Recorded sessions: begun and ended while the table is played, listed, and shown again by this very program."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.recording import play_back
from companion.live.router import Router
from companion.live.table import Table
from companion.rules.game import Given, Player
from companion.rules.games import GAMES
from companion.wiring.sessions import SUFFIX, Sessions


@pytest.fixture
def owner() -> Iterator[Owner]:
    """A table with its thread."""
    table = Table(GAMES)
    made = Owner(table, Router(table, Cards()))
    made.start()
    yield made
    made.stop()


def test_a_recorded_session_comes_to_the_same_state(owner: Owner, tmp_path: Path) -> None:
    """What happened between begin and end is in the file, with the game as it stood before."""
    sessions = Sessions(tmp_path / "sessions", owner, now=lambda: 1_800_000_000.0)
    owner.ask(post.NewGame("casinoya-poker", (Player("Ana", "Ana"), Player("Bruno", "Bruno")), {}))
    owner.ask(post.Submit(Given("Ana", "exchange", 2)))
    assert sessions.record(True)
    owner.ask(post.Submit(Given("Bruno", "exchange", 1)))
    assert not sessions.record(False)
    owner.ask(post.TakeBack())
    (name,) = sessions.names()
    again = play_back(tmp_path / "sessions" / f"{name}{SUFFIX}", GAMES)
    assert again.table.snapshot is not None
    assert again.table.snapshot.entries == 2


def test_nothing_is_begun_twice_nor_beside_another_recording(owner: Owner, tmp_path: Path) -> None:
    """A second begin changes nothing, and what `--record` writes is left alone."""
    sessions = Sessions(tmp_path, owner)
    assert sessions.record(True)
    assert sessions.record(True)
    assert len(sessions.names()) == 1
    assert not sessions.record(False)
    other = Sessions(tmp_path / "other", owner)
    assert sessions.record(True)
    assert not other.record(True)
    assert other.names() == ()


def test_a_session_is_shown_by_a_process_of_its_own(owner: Owner, tmp_path: Path) -> None:
    """The command is this program's replay of that file; a name that is none starts nothing."""
    started: list[list[str]] = []
    sessions = Sessions(tmp_path, owner, start=lambda command: started.append(list(command)))
    sessions.record(True)
    sessions.record(False)
    (name,) = sessions.names()
    sessions.show(name)
    sessions.show("../../etc/passwd")
    file = str(tmp_path / f"{name}{SUFFIX}")
    assert started == [[sys.executable, "-m", "companion", "replay", "--screen", file]]
