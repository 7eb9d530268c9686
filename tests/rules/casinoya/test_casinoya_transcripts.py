"""Golden transcripts of CasiNoya through the headless protocol: lines of HEADLESS.md with what must follow from them.

After a line, `#= error CODE`, `#= state k=v …`, `#= seat NAME k=v …` (of the report), `#= waits Ana:exchange Bruno:joker`
(all prompts, in order), `#= first WHO OPTION` (the proposal), `#= outcome KIND NAME…`, `#= ready N`, `#= none EVENT` or
`#= EVENT k=v …` say what it must have led to. `{here}` is the folder of the scripts. What is expected was worked out from RULES.md by hand.
"""

from __future__ import annotations

import json
import shlex
from pathlib import Path
from typing import Any

import pytest

from companion.headless import Protocol, encoded
from companion.live.journal import Journal
from companion.live.table import Table
from companion.rules.games import GAMES

HERE = Path(__file__).parents[2] / "transcripts"
SCRIPTS = sorted(HERE.glob("casinoya-*.txt"))
each_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


def as_words(facts: dict[str, Any]) -> dict[str, str]:
    """Values as they are written in a script: lists with commas, booleans and nothing as JSON has them."""
    return {
        name: ",".join(map(str, value)) if isinstance(value, list) else value if isinstance(value, str) else json.dumps(value)
        for name, value in facts.items()
    }  # fmt: skip


class Conversation:
    """One script against one table; `checked` counts what was expected of it."""

    def __init__(self, table: Table) -> None:
        self.protocol = Protocol(table)
        self.said: list[dict[str, Any]] = []
        self.checked = 0

    def ask(self, line: str) -> list[dict[str, Any]]:
        return [json.loads(one) for one in encoded(self.protocol.answer(line.encode())).splitlines()]

    def play(self, script: str) -> None:
        for number, line in enumerate(script.splitlines(), 1):
            if line.startswith("#="):
                self.checked += 1
                try:
                    self.expect(line.removeprefix("#=").strip())
                except AssertionError as error:
                    raise AssertionError(f"line {number}: {line}: {error}") from None
                continue
            said = self.ask(line.replace("{here}", str(HERE)))
            if line.startswith("#") or not line:
                assert not [one for one in said if "event" in one or "error" in one]
                continue
            self.said = said
            errors = [one["error"] for one in said if "error" in one]
            following = "".join(script.splitlines()[number : number + 1])
            assert not errors or following.startswith("#= error"), f"line {number}: {line}: {errors}"

    def expect(self, line: str) -> None:
        kind, *words = shlex.split(line)
        wanted = dict(word.split("=", 1) for word in words if "=" in word)
        (state,) = [one["state"] for one in self.ask("state") if "state" in one]
        if kind == "error":
            assert [one.get("error") for one in self.said if "error" in one] == words
        elif kind == "waits":
            found = [f"{one['seat']}:{one['purpose']}" for one in self.said if "prompt" in one]
            assert found == words, found
        elif kind == "first":
            pick = next(one for one in self.said if one.get("prompt") == "pick" and one["seat"] == words[0])
            assert pick["options"][0]["id"] == words[1], pick["options"][0]
        elif kind == "outcome":
            outcome = next(one for one in self.said if "outcome" in one)
            assert [outcome["outcome"], *outcome["winners"]] == words, outcome
        elif kind == "state":
            assert wanted.items() <= as_words(state).items(), as_words(state)
        elif kind == "seat":
            seat = as_words(next(one for one in state["players"] if one["name"] == words[0]))
            assert wanted.items() <= seat.items(), seat
        elif kind == "ready":
            assert self.said[-1] == {"ready": int(words[0])}, self.said[-1]
        elif kind == "none":
            assert not [one for one in self.said if one.get("event") == words[0]]
        else:
            found = [as_words(one) for one in self.said if one.get("event") == kind]
            assert any(wanted.items() <= one.items() for one in found), found


@each_script
def test_a_script_leads_where_it_says(script: Path) -> None:
    """Each line is accepted or refused as the script says, and what follows is what RULES.md demands."""
    talk = Conversation(Table(GAMES))
    talk.play(script.read_text("utf-8"))
    assert talk.checked > 5


@each_script
def test_a_script_resumes_where_it_ended(script: Path, tmp_path: Path) -> None:
    """Kept in a journal and read again, the game stands where it stood, with the same prompts and state."""
    with Journal.open(tmp_path / "journal") as journal:
        talk = Conversation(Table(GAMES, journal))
        talk.play(script.read_text("utf-8"))
        ended = talk.ask("state")
    with Journal.open(tmp_path / "journal") as journal:
        table = Table(GAMES, journal)
        assert table.resume().notices == ()
        assert Conversation(table).ask("state") == ended


@each_script
def test_a_script_can_be_undone_to_its_start_and_redone(script: Path) -> None:
    """Undo takes the last game of a script back to its first prompts; redo brings all of it again."""
    talk = Conversation(Table(GAMES))
    talk.play(script.read_text("utf-8"))
    ended = talk.ask("state")[0]
    steps = 0
    while not any("error" in one for one in talk.ask("undo")):
        steps += 1
    assert steps > 5
    assert talk.ask("state")[0]["state"]["round"] == 1
    for _ in range(steps):
        assert not any("error" in one for one in talk.ask("redo"))
    assert talk.ask("state")[0] == ended


def test_the_scripts_are_there() -> None:
    """Each of the four games has golden scripts, so that the tests above cannot pass by playing nothing."""
    assert {script.stem.split("-")[1] for script in SCRIPTS} >= {"poker", "blackjack", "chinese", "war", "library"}
