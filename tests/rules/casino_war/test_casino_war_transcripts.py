"""Golden transcripts of Casino War, played straight on the game object and through the headless protocol."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from companion.headless import Protocol
from companion.live.table import Table
from companion.rules.casino_war import CASINO_WAR
from companion.rules.game import plain

SCRIPTS = sorted((Path(__file__).parents[2] / "transcripts").glob("casino-war-*.txt"))
each_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)


@each_script
def test_transcript_leads_where_it_says(driver: Any, script: Path) -> None:
    """A golden script is accepted and refused line by line as its comments say, to the last chip."""
    driver.play(script.read_text("utf-8"))
    assert driver.checked > 5


@each_script
def test_the_protocol_says_what_the_game_does(driver: Any, script: Path) -> None:
    """Line by line the headless table tells the events, the refusal and the state of the bare game."""
    protocol = Protocol(Table({CASINO_WAR.name: CASINO_WAR}))
    for line in script.read_text("utf-8").splitlines():
        said = protocol.answer(line.encode())
        assert "ready" in said[-1]
        if not line.strip() or line.startswith("#"):
            continue
        driver.line(line)
        assert [one for one in said if "event" in one] == [plain(event) for event in driver.events], line
        assert [one["error"] for one in said if "error" in one] == ([driver.error] if driver.error else []), line
        assert [one["seat"] for one in said if "prompt" in one] == [one.seat for one in driver.prompts()], line
        (state,) = [one["state"] for one in protocol.answer(b"state") if "state" in one]
        for player in state["players"]:
            del player["light"]
        assert state == plain(CASINO_WAR.report(driver.state)), line


def test_the_transcripts_are_there() -> None:
    """The golden scripts are found, so that the tests above cannot pass by playing nothing."""
    assert len(SCRIPTS) >= 4
