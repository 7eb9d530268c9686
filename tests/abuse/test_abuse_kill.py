"""Kill anywhere: whole games of robots through the real process over pipes, SIGKILL at random points, played on to the same end."""

from __future__ import annotations

import random
import sys
import threading
from pathlib import Path

import pytest
from scripted import Expected, Script, resumed
from talking import Talking

from companion.live.snapshot import Snapshot
from companion.rules.game import plain

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")

AHEAD = 8  # lines said before they are answered, so that the kill meets one in work


def facts(shot: Snapshot | None) -> tuple[int, object, list[object]]:
    assert shot is not None
    return shot.entries, plain(shot.report()), [plain(one.prompt) for one in shot.prompts]


def agrees(shot: Snapshot | None, expected: Expected) -> bool:
    """Whether a resumed table is the one after that line."""
    return facts(shot) == (expected.entries, expected.report, expected.prompts)


def play_until_killed(process: Talking, script: Script, done: int, kill_after: int, rng: random.Random) -> int:
    """Say lines from `done` on, kill after so many answers at any moment of the next; how many lines were answered."""
    answered, said = done, done
    lines = script.lines
    while answered < min(done + kill_after, len(lines)):
        while said < len(lines) and said < answered + AHEAD and process.send(lines[said].line):
            said += 1
        reply = process.reply()
        assert not [line for line in reply if "error" in line], (lines[answered].line, reply)
        assert reply[-1] == {"ready": lines[answered].entries}
        answered += 1
    threading.Event().wait(rng.choice([0.0, 0.0, rng.uniform(0.0, 0.004)]))  # chance, not for anything to happen
    rest = process.kill()
    for reply in rest:
        assert reply[-1] == {"ready": lines[answered].entries}
        answered += 1
    return answered


def killed_game(path: Path, script: Script, kills: int, rng: random.Random) -> int:
    """Play a script to its end through processes that are killed; the kills that met a running game."""
    lines, done, met = script.lines, 0, 0
    at = sorted(rng.sample(range(1, len(lines)), min(kills, len(lines) - 1)))
    for point in at:
        if point <= done:
            continue
        process = Talking("--journal", str(path))
        greeting = process.reply()
        if done:
            assert greeting[-1] == {"ready": lines[done - 1].entries}
        answered = play_until_killed(process, script, done, point - done, rng)
        met += 1
        shot, notices = resumed(path)
        assert set(notices) <= {"journal-torn"}  # killed while it wrote what nobody had been told yet
        saved = answered + (answered < len(lines) and agrees(shot, lines[answered]))
        if not saved:  # killed before anything was said
            assert shot is None or agrees(shot, lines[0])
            done = int(shot is not None)
            continue
        assert agrees(shot, lines[saved - 1]), (path, answered, facts(shot), lines[saved - 1])
        done = saved
    process = Talking("--journal", str(path))
    greeting = process.reply()
    if done:  # the greeting of the recovery names the moment: the prompts that stood, and N
        assert greeting[-1] == {"ready": lines[done - 1].entries}
        told = [{key: line[key] for key in ("prompt", "seat", "purpose")} for line in greeting if "prompt" in line]
        wanted = [{key: one[key] for key in ("prompt", "seat", "purpose")} for one in lines[done - 1].prompts]
        assert told == wanted
    for expected in lines[done:]:
        assert process.say(expected.line)[-1] == {"ready": expected.entries}
    assert process.say("state")[0]["state"] == lines[-1].report
    assert process.end() == 0
    assert process.errors == b""
    return met


def test_a_game_killed_anywhere_comes_to_the_same_end(game: str, tmp_path: Path) -> None:
    """Killed at random points a whole game of robots loses no acknowledged action and ends as if nothing had been."""
    seed = random.randrange(1 << 30)
    print("seed", seed)
    assert killed_game(tmp_path / "journal.db", Script(game, seed), 2, random.Random(seed)) >= 1


@pytest.mark.parametrize("name", ["casinoya-war", "casino-war", "cassino-royal"])
def test_undo_and_corrections_are_killed_too(name: str, tmp_path: Path) -> None:
    """Undo, redo, replace, move, correct, void, leave and join among the play, and kills: what comes back is what was."""
    seed = random.randrange(1 << 30)
    print("seed", seed)
    script = Script(name, seed, wild=0.4, most=120)
    assert killed_game(tmp_path / "journal.db", script, 2, random.Random(seed)) >= 1


@pytest.mark.slow
@pytest.mark.parametrize("mixture", [0.0, 0.35])
def test_a_thousand_kills_through_the_real_process(game: str, mixture: float, tmp_path: Path) -> None:
    """A thousand kills over all games, half of them among undo and corrections, lose nothing acknowledged."""
    kills, number = 0, 0
    while kills < 56:
        script = Script(game, f"thousand {mixture} {number}", wild=mixture, most=300)
        kills += killed_game(tmp_path / f"{number}.db", script, 12, random.Random(f"{game} {number}"))
        number += 1
