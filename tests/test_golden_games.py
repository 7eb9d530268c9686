"""Golden games: whole games of robots as text, each command with what must follow from it (tests/transcripts/golden).

A change of the rules that changes one of them is either a fault or a decision: then write them anew by
`python tests/test_golden_games.py` and look at the difference before you commit it.
"""

from __future__ import annotations

import json
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.headless import Protocol
from companion.live.table import Table
from companion.robots import Company
from companion.rules.game import AnyAction, Given, Picked, Touched
from companion.rules.games import GAMES

GOLDEN = Path(__file__).parent / "transcripts" / "golden"
MOST = 160
SEED = 2026
WORDS = {"casino-war": " bank=60 minimum=10"}


def command(action: AnyAction) -> str:
    """The line of the protocol for what a robot does."""
    match action:
        case Touched(card):
            return f"touch {card}"
        case Picked(seat, option):
            return f"pick {seat} {option}"
        case Given(seat, purpose, number):
            return f"number {seat} {purpose} {number}"
    raise AssertionError(action)


def told(protocol: Protocol, line: str) -> Iterator[str]:
    """The command and its reply, without sentences and with prompts cut down to what decides."""
    yield f"> {line}"
    for one in protocol.answer(line.encode()):
        kept: dict[str, Any] = {name: value for name, value in one.items() if name != "text"}
        if "options" in kept:
            ids = [option["id"] for option in kept.pop("options")]
            kept |= {"options": len(ids), "first": ids[0]}
        yield json.dumps(kept, separators=(",", ":"), ensure_ascii=False, default=str)


def game(name: str) -> Iterator[str]:
    """A game of sensible robots, with an undo and a redo now and then."""
    protocol = Protocol(Table(GAMES))
    rng = random.Random(SEED)
    yield from told(protocol, f"new {name} Ana Bruno{WORDS.get(name, '')}")
    snapshot = protocol.table.snapshot
    assert snapshot is not None
    company = Company(snapshot.game, snapshot.players, snapshot.options, rng)
    for step in range(MOST):
        snapshot = protocol.table.snapshot
        assert snapshot is not None
        company.follow(snapshot.state, snapshot.events, snapshot.players)
        action = company.act([one.prompt for one in snapshot.prompts])
        if action is None:
            break
        yield from told(protocol, command(action))
        if step % 40 == 39:
            yield from told(protocol, "undo")
            yield from told(protocol, "redo")
    yield from told(protocol, "state")


@pytest.mark.parametrize("name", list(GAMES))
def test_a_golden_game_is_played_as_it_was(name: str) -> None:
    """Each command of the stored game gets exactly the stored reply."""
    stored = (GOLDEN / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    protocol = Protocol(Table(GAMES))
    played: list[str] = []
    for line in stored:
        if line.startswith("> "):
            assert played == stored[: len(played)]
            played += told(protocol, line[2:])
    assert played == stored


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for one in sys.argv[1:] or GAMES:
        (GOLDEN / f"{one}.txt").write_text("\n".join(game(one)) + "\n", encoding="utf-8")
