"""The command `companion`: everything it lists works."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion import __version__, cli
from companion.live.journal import Journal
from companion.live.table import Table
from companion.rules.game import Player
from companion.rules.games import GAMES
from companion.settings import data_folder

ROOT = Path(__file__).parents[1]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user of its own: no settings, cards or games of whoever runs the tests."""
    for name in ("HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "STATE_DIRECTORY"):
        monkeypatch.setenv(name, str(tmp_path / name.lower()))
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
    return tmp_path


def out(capsys: pytest.CaptureFixture[str], *arguments: str, status: int = 0) -> str:
    """Standard output of a command that ends with this status."""
    try:
        ended = cli.main(list(arguments))
    except SystemExit as error:
        ended = int(error.code or 0)
    captured = capsys.readouterr()
    assert ended == status, captured.err
    return captured.out if status in {0, 1} and captured.out else captured.err


def commands(parser: argparse.ArgumentParser) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    """Every command and command of a command."""
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, one in action.choices.items():
                yield (name,), one
                for names, inner in commands(one):
                    yield (name, *names), inner


def test_the_version_is_that_of_the_package(capsys: pytest.CaptureFixture[str]) -> None:
    """`--version`, the protocol's greeting and pyproject.toml agree."""
    assert __version__ in out(capsys, "--version")
    assert f'version = "{__version__}"' in (ROOT / "pyproject.toml").read_text(encoding="utf-8")


def test_help_tells_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """`companion --help` lists all commands, and each explains itself and can be run."""
    text = out(capsys, "--help")
    for names, parser in commands(cli.parser()):
        if len(names) == 1:
            assert names[0] in text
        assert parser.format_help()
        has_parts = any(isinstance(action, argparse._SubParsersAction) for action in parser._actions)
        assert has_parts or parser.get_default("run"), names
    assert out(capsys, "nonsense", status=2)
    assert out(capsys, status=2)


def test_odds_of_casino_war(capsys: pytest.CaptureFixture[str]) -> None:
    """RULES.md 2: exact fractions and percentages to four decimals, under any options."""
    text = out(capsys, "odds", "casino-war")
    for exact in ("23/311", "-23138/993023", "-2.3301 %", "-23/622", "-58/311"):
        assert exact in text
    assert "-142853/4965115" in out(capsys, "odds", "casino-war", "--decks", "6", "--war-tie", "no_bonus")
    assert "-35/311" in out(capsys, "odds", "casino-war", "--tie-pays", "11")
    assert "edge-tie" not in out(capsys, "odds", "casino-war", "--tie-pays", "off")
    assert "decks" in out(capsys, "odds", "casino-war", "--decks", "9", status=2)
    as_in_new = out(capsys, "odds", "casino-war", "war_tie=no_bonus", "tie_pays=11")
    assert as_in_new == out(capsys, "odds", "casino-war", "--war-tie", "no_bonus", "--tie-pays", "11")
    for wrong, told in (
        ("decks=9", "Possible: 1..8"),
        ("packs=6", "Options: "),
        ("war_tie", "Possible: "),
        ("=6", "Options: "),
    ):
        assert told in out(capsys, "odds", "casino-war", wrong, status=2)


def test_settings_are_shown_with_their_source(capsys: pytest.CaptureFixture[str]) -> None:
    """Each setting with its value and where it came from; a wrong one names key and reason."""
    text = out(capsys, "settings", "--set", "screen.volume=11")
    assert "screen.volume" in text
    assert "= 11    # command line" in text
    assert "did you mean volume?" in out(capsys, "settings", "--set", "screen.volum=11", status=2)


def test_cards_go_in_and_out(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A card file is imported, listed, audited, exported as it was, and forgotten; one that clashes is refused whole."""
    file = tmp_path / "ana.toml"
    file.write_text('[Ana]\n"04A1B2C3D4E5F6" = "KS"\n"04A1B2C3D4E5F7" = "X1"\n')
    assert "No cards are known" in out(capsys, "cards", "list")
    assert "2 cards" in out(capsys, "cards", "import", str(file))
    assert "Ana: 2 cards" in out(capsys, "cards", "list")
    audit = out(capsys, "cards", "audit", "Ana", status=1)
    assert "2 of 54" in audit
    assert "QS" in audit.split()
    assert "KS" not in audit.split()
    copy = tmp_path / "copy.toml"
    out(capsys, "cards", "export", str(copy))
    assert '"04A1B2C3D4E5F6" = "KS"' in copy.read_text()
    file.write_text('[Bruno]\n"04A1B2C3D4E5F6" = "2S"\n"04000000000001" = "3S"\n')
    assert "04A1B2C3D4E5F6" in out(capsys, "cards", "import", str(file), status=1)
    assert "Bruno" not in out(capsys, "cards", "list")
    assert "2 cards of Ana forgotten" in out(capsys, "cards", "forget", "Ana")
    out(capsys, "cards", "forget", "Ana", status=1)


def test_a_designers_deck_is_checked(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A good deck file is told as such, a bad one with its reason."""
    deck = tmp_path / "deck.toml"
    deck.write_text('name = "Fire"\n[cards.KS]\neffect = "mill"\nstrength = 2\nname = "Quake"\n')
    assert "KS: Quake, mill 2" in out(capsys, "cards", "check", str(deck))
    deck.write_text('[cards.KS]\neffect = "mil"\n')
    assert "mil" in out(capsys, "cards", "check", str(deck), status=1)
    assert out(capsys, "cards", "check", str(tmp_path / "none.toml"), status=1)
    deck.write_text('[cards]\nKS = { effect = "fly" }\n\nKS = {}\n9X = {}\n')
    told = out(capsys, "cards", "check", str(deck), status=1).splitlines()
    assert [line.removeprefix(str(deck)) for line in told] == [
        ":2: KS: no such effect: 'fly' (unknown-effect)",
        ":4: KS is in the file already (duplicate-card)",
        ":5: no such card: '9X' (unknown-card)",
    ]


def test_the_house_deck_is_a_good_one(capsys: pytest.CaptureFixture[str]) -> None:
    """The example that is shipped passes its own checker, with names, effects and strengths."""
    told = out(capsys, "cards", "check", str(ROOT / "companion" / "rules" / "numbers" / "house.toml"))
    assert "QS: The Widow, leech 2" in told


def test_a_card_file_is_checked_too(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """A file of tags is told by its lines and checked as such, without being taken in."""
    file = tmp_path / "cards.toml"
    file.write_text('[Ana]\n"04A1B2C3D4E5F6" = "KS"\n"04A1B2C3D4E5F7" = "X1"\n')
    assert "2 cards and 0 commands" in out(capsys, "cards", "check", str(file))
    file.write_text('[Ana]\n"04A1B2C3D4E5F6" = "KS"\n"04A1B2C3D4E5F7" = "KX"\n')
    assert f"{file}:3: " in out(capsys, "cards", "check", str(file), status=1)


def test_the_doctor_tells_what_it_found(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Text and JSON tell the same; a fault gives status 1 and its fix."""
    found = json.loads(out(capsys, "doctor", "--json"))
    assert found["faults"] == 0
    names = [one["what"] for one in found["findings"]]
    assert {"settings", "data", "disk", "journal", "decks", "readers", "pins", "display", "clock"} <= set(names)
    folder = data_folder()
    folder.mkdir(parents=True)
    (folder / "cards.toml").write_text('[Ana]\n"04A1B2C3D4E5F6" = "KX"\n')
    text = out(capsys, "doctor", status=1)
    assert "✗ decks" in text
    assert "line 2" in text
    text = out(capsys, "doctor", "--set", "hardware.readers=[{port='/dev/does-not-exist'}]", status=1)
    assert "✗ reader /dev/does-not-exist" in text
    assert "sceen" in out(capsys, "doctor", "--set", "sceen.volume=3", status=1)


def test_lamps_without_any_say_how_to_set_them(capsys: pytest.CaptureFixture[str]) -> None:
    """No lamps, or no pins on this machine: said plainly, status 1."""
    assert "[[hardware.lamps]]" in out(capsys, "lamps", status=1)


@pytest.mark.parametrize("game", ["casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war", "casino-war",
                                  "cassino", "cassino-royal", "cassino-spade", "cassino-draw"])  # fmt: skip
def test_the_demo_plays_through_the_simulated_chip(capsys: pytest.CaptureFixture[str], game: str) -> None:
    """Without a display a readable log runs; every card of it was read by the chip, and the same seed is the same game."""
    text = out(capsys, "demo", "--game", game, "--fast", "--seed", "4")
    lines = text.splitlines()
    assert lines[0].startswith(f"— {game}: Ana")
    summary = lines[-1].split()
    actions, reads, commands = int(summary[2]), int(summary[4]), int(summary[11].lstrip("("))
    assert actions > 20
    assert reads > 10
    assert commands >= 2 * reads
    assert out(capsys, "demo", "--game", game, "--fast", "--seed", "4").splitlines()[:-1] == lines[:-1]


def test_the_demo_plays_several_games(capsys: pytest.CaptureFixture[str]) -> None:
    """`--games` plays one game after another; a game or a number of players that is impossible is refused."""
    text = out(capsys, "demo", "--games", "3", "--fast", "--seed", "1", "--players", "2")
    assert [line.split()[1] for line in text.splitlines() if line.startswith("—")] == [
        "casinoya-poker:", "casinoya-blackjack:", "casinoya-chinese:",
    ]  # fmt: skip
    assert "Games:" in out(capsys, "demo", "--game", "bridge", status=2)
    assert "2 to 6 players" in out(capsys, "demo", "--game", "casinoya-war", "--players", "1", status=2)
    assert out(capsys, "demo", "--games", "0", status=2)


def test_simulate_without_a_display_says_so_and_plays_the_demo() -> None:
    """One line says that there is no display; then robots play in the terminal."""
    bare = {
        name: value
        for name, value in os.environ.items()
        if name not in {"DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER"}
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "companion", "simulate", "--seed", "1"],
        stdout=subprocess.PIPE,
        cwd=ROOT,
        env=bare,
        text=True,
    )
    assert process.stdout is not None
    with process.stdout as lines:
        assert "no display" in lines.readline()
        assert lines.readline().startswith("— casinoya-poker")
    process.kill()
    process.wait(10)


def test_a_recording_replays_to_the_same_state(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What was recorded headless comes to the same state again; a recording that cannot be read says so."""
    record = tmp_path / "record.jsonl"
    script = b"new casinoya-poker Ana Bruno\nnumber Ana exchange 2\nnumber Bruno exchange 0\ntouch Ana/KS nonsense\nundo\nstate\n"
    done = subprocess.run(
        [sys.executable, "-m", "companion", "headless", "--record", str(record)],
        input=script, capture_output=True, check=True, cwd=ROOT,
    )  # fmt: skip
    states = [json.loads(line)["state"] for line in done.stdout.splitlines() if b'"state"' in line]
    replayed = json.loads(out(capsys, "replay", str(record)).splitlines()[-1])
    assert replayed["state"] == states[-1]
    assert "exchange" in out(capsys, "replay", str(record), "--log")
    record.write_bytes(b"nonsense\n")
    assert out(capsys, "replay", str(record), status=1)
    assert out(capsys, "replay", str(tmp_path / "none"), status=1)


def test_nights_backup_and_restore(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """The games of a journal are told as text, JSON and CSV; a backup puts them back in place."""
    assert "there is no journal" in out(capsys, "nights", status=1)
    folder = data_folder()
    folder.mkdir(parents=True)
    subprocess.run(
        [sys.executable, "-m", "companion", "headless", "--journal", str(folder / "journal.db")],
        input=b"new casinoya-poker Ana Bruno\nnumber Ana exchange 2\n", capture_output=True, check=True, cwd=ROOT,
    )  # fmt: skip
    assert "casinoya-poker: Ana, Bruno; 1 actions" in out(capsys, "nights")
    assert json.loads(out(capsys, "nights", "--json"))[0]["game"] == "casinoya-poker"
    assert out(capsys, "nights", "--csv").startswith("id,game")
    backup = tmp_path / "stick"
    assert "journal" in out(capsys, "backup", str(backup))
    assert out(capsys, "backup", str(backup), status=1)
    (folder / "journal.db").unlink()
    assert "journal" in out(capsys, "restore", str(backup))
    assert "1 actions" in out(capsys, "nights")
    (backup / "journal").write_bytes(b"damaged")
    assert out(capsys, "restore", str(backup), status=1)


def test_nights_tells_old_games_by_their_date(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Games that left the journal are told, too, night by night; a day leaves out what was before it."""
    monkeypatch.setattr("companion.live.journal.KEEP", 1)
    path, now = tmp_path / "old.journal", [1_700_000_000.0]
    with Journal.open(path, wall=lambda: now[0]) as journal:
        for _ in range(3):
            assert Table(GAMES, journal).new("casino-war", (Player("Ana", "Ana"),)).ok
            now[0] += 86_400
    days = [time.strftime("%Y-%m-%d", time.localtime(1_700_000_000 + at * 86_400)) for at in range(3)]
    lines = out(capsys, "nights", "--journal", str(path)).splitlines()
    assert lines[::2] == days
    assert [line.split()[0] for line in lines[1::2]] == ["1", "2", "3"]
    assert out(capsys, "nights", "--journal", str(path), "--since", days[1]).splitlines() == lines[2:]
    (found,) = json.loads(out(capsys, "nights", "--journal", str(path), "--since", days[2], "--json"))
    assert found["id"] == 3
    assert "since" in out(capsys, "nights", "--since", "yesterday", status=2)


@pytest.mark.skipif(sys.platform == "win32", reason="a pty is needed to stand in for a serial port")
def test_a_deck_is_taught_in_the_terminal(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Cards laid on the reader in print order become the deck; a tag laid twice is refused by name; progress is kept."""
    from hardware.simulation.chip import SimulatedPN532
    from hardware.simulation.tags import Ntag213
    from hardware.simulation.transports import PtyServer

    chip = SimulatedPN532()
    registry = tmp_path / "cards.toml"
    with PtyServer(chip) as server:
        process = subprocess.Popen(
            [sys.executable, "-m", "companion", "cards", "--registry", str(registry), "teach", "Ana", "--reader", server.path],
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, cwd=ROOT, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        said = process.stdout
        guard = threading.Timer(30, process.kill)
        guard.start()
        assert any("PN532" in line for line in said)  # reads on until the reader is there
        for uid, sign in (("04A1B2C3D4E501", "2♠"), ("04A1B2C3D4E502", "3♠"), ("04A1B2C3D4E501", "✗")):
            chip.place(Ntag213(uid))
            for line in said:
                if sign in line and line[0] in "✓✗":
                    break
            chip.lift()
        process.kill()
        process.wait(10)
        guard.cancel()
        said.close()
    assert "2 of 54" in out(capsys, "cards", "--registry", str(registry), "audit", "Ana", status=1)


def test_output_that_nobody_reads_any_more_ends_a_command_quietly() -> None:
    """`companion … | head` ends with status 1 and no traceback, however little of the output is left."""
    for command in (["bench", "--list"], ["settings"]):
        reading, writing = os.pipe()
        os.close(reading)
        done = subprocess.run(
            [sys.executable, "-m", "companion", *command], cwd=ROOT, stdout=writing, stderr=subprocess.PIPE, check=False
        )
        os.close(writing)
        assert (done.returncode, done.stderr) == (1, b"")
