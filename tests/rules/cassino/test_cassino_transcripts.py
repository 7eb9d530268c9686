"""Golden transcripts of the four games of Cassino, played through the headless protocol and straight on the game."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import Any

import pytest

from companion.headless import Protocol
from companion.live.table import Table
from companion.rules.games import GAMES

FOLDER = Path(__file__).parents[2] / "transcripts"
SCRIPTS = sorted(FOLDER.glob("cassino-*.txt"))


class Transcript:
    """Plays lines on the headless table; `#=` lines say what the line before must have led to.

    `#= error CODE`, `#= table k=v` and `#= seat k=v`, `#= build k=v` (of `state`), `#= prompt k=v`, `#= option ID`, `#= no-option ID`,
    `#= outcome k=v`, `#= EVENT k=v`. Lists are written with commas.
    """

    def __init__(self) -> None:
        self.protocol = Protocol(Table(GAMES))
        self.said: list[dict[str, Any]] = []
        self.checked = 0

    def play(self, text: str) -> None:
        for number, line in enumerate(text.splitlines(), 1):
            if line.startswith("#="):
                self.expect(line.removeprefix("#="), number)
                continue
            said = self.protocol.answer(line.encode())
            assert "ready" in said[-1]
            if line.strip() and not line.startswith("#"):
                self.said = said
                self.conserved(number)

    def conserved(self, number: int) -> None:
        """52 cards, wherever they lie; piles are counted once a side."""
        state = self.state()
        if state["game"] is None or state["phase"] == "table":
            return  # the table cards are still in somebody's hand
        names = [player["name"] for player in state["players"]]
        sides = names[:2] if state["partners"] else names
        lying = len(state["table"]) + sum(len(build["cards"]) for build in state["builds"]) + bool(state["played"])
        held = sum(player["hand"] for player in state["players"]) + state["stock"] + state["aside"]
        piles = sum(player["cards"] for player in state["players"] if player["name"] in sides)
        assert lying + held + piles == 52, f"line {number}: {state}"

    def state(self) -> dict[str, Any]:
        return next(one["state"] for one in self.protocol.answer(b"state") if "state" in one)

    def expect(self, line: str, number: int) -> None:
        kind, *words = shlex.split(line)
        self.checked += 1
        errors = [one["error"] for one in self.said if "error" in one]
        if kind == "error":
            assert errors == words, f"line {number}: refused with {errors}"
            return
        assert not errors, f"line {number}: refused with {errors}"
        if kind in ("option", "no-option"):
            ids = [option["id"] for one in self.said if "prompt" in one for option in one.get("options", ())]
            same = spelled(words[0]) in map(spelled, ids)
            assert same == (kind == "option"), f"line {number}: {ids}"
            return
        wanted = dict(word.split("=", 1) for word in words)
        found = [_words(one) for one in self.found(kind)]
        assert any(wanted.items() <= one.items() for one in found), f"line {number}: {wanted} not in {found}"

    def found(self, kind: str) -> list[dict[str, Any]]:
        if kind in ("table", "seat", "build"):
            state = self.state()
            return {"table": [state], "seat": state["players"], "build": state["builds"]}[kind]
        if kind in ("prompt", "outcome"):
            return [one for one in self.said if kind in one]
        return [one for one in self.said if one.get("event") == kind]


def spelled(option: str) -> str:
    """One spelling of an option id: cards within groups and groups sorted."""
    head, colon, rest = option.rpartition(":")
    return head + colon + ",".join(sorted("+".join(sorted(group.split("+"))) for group in rest.split(",")))


def _words(facts: dict[str, Any]) -> dict[str, str]:
    return {name: _word(value) for name, value in facts.items()}


def _word(value: Any) -> str:
    if isinstance(value, list | tuple):
        return ",".join("+".join(one) if isinstance(one, list) else str(one).removeprefix("pack/") for one in value)
    return str(value).removeprefix("pack/")


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_transcript_leads_where_it_says(script: Path) -> None:
    """A golden script is accepted and refused line by line as its comments say, and no card is ever lost."""
    transcript = Transcript()
    transcript.play(script.read_text("utf-8"))
    assert transcript.checked > 4


def test_the_four_games_have_transcripts_of_two_three_and_four() -> None:
    """There is a script of each variant, and of 2, 3 and 4 players and of partners."""
    begun = [
        shlex.split(line)
        for script in SCRIPTS
        for line in script.read_text("utf-8").splitlines()
        if line.startswith("new ")
    ]
    assert {words[1] for words in begun} == {"cassino", "cassino-royal", "cassino-spade", "cassino-draw"}
    assert {sum("=" not in word for word in words[2:]) for words in begun} == {2, 3, 4}
    assert any("partners=on" in words for words in begun)
