"""How the screen is started: environment, what Kivy reads, displays, panels, sounds, colours."""

from __future__ import annotations

import importlib
import io
import os
import pkgutil
import re
import subprocess
import sys
import wave
from itertools import combinations
from pathlib import Path
from typing import Any

import kivy
import pytest

from ui.app import KIVY_DATA, PANELS, Display, drm_index, environment, has_display
from ui.palette import DARK, LIGHT, THEMES, contrast, luminance, rgba, told_apart
from ui.sound import NOTES, RATE, Sounds, has_audio, tone

ROOT = Path(__file__).parents[2]
GROUNDS = ("background", "felt", "panel", "raised")


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("ground", GROUNDS)
@pytest.mark.parametrize("tone", ["ivory", "muted", "gold", "red", "mint", "blue"])
def test_words_stand_out_from_their_ground(theme: str, ground: str, tone: str) -> None:
    """Every tone that words are written in has a contrast of 4.5:1 on every ground they stand on."""
    colours = THEMES[theme]
    assert contrast(colours[tone], colours[ground]) >= 4.5


@pytest.mark.parametrize("colours", [DARK, LIGHT])
def test_words_on_filled_buttons_and_cards_stand_out(colours: dict[str, str]) -> None:
    """Ink on gold, blue, mint and ivory, and suits on a card's face, have a contrast of 4.5:1."""
    for ground in ("gold", "blue", "mint"):
        assert contrast(colours["ink"], colours[ground]) >= 4.5
    assert contrast(colours["red_suit"], colours["face"]) >= 4.5
    assert contrast(colours["black_suit"], colours["face"]) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("eyes", ["", "protanopia", "deuteranopia"])
def test_attacker_and_defender_are_told_by_lightness_alone(theme: str, eyes: Any) -> None:
    """The borders and chips of both roles are 3:1 apart in lightness for all eyes, and their signs and words 4.5:1 upon them."""
    colours = THEMES[theme]
    assert contrast(colours["attacker"], colours["defender"], eyes) >= 3
    for role in ("attacker", "defender"):
        assert contrast(colours[role], colours[f"on_{role}"], eyes) >= 4.5


@pytest.mark.parametrize("theme", THEMES)
def test_borders_of_roles_stand_out_from_the_table(theme: str) -> None:
    """What is drawn and not written has 3:1 against the background that it borders on."""
    colours = THEMES[theme]
    assert all(
        contrast(colours[role], colours["background"]) >= 3 for role in ("attacker", "defender", "ivory", "mint")
    )


def test_a_grey_stays_grey_for_all_eyes() -> None:
    """The simulation changes hues and leaves white, black and greys as light as they are."""
    for grey in ("000000", "808080", "FFFFFF"):
        assert all(abs(contrast(grey, grey, eyes) - 1) < 1e-9 for eyes in ("", "protanopia", "deuteranopia"))
        assert luminance(grey, "protanopia") == pytest.approx(luminance(grey), abs=0.01)
        assert luminance(grey, "deuteranopia") == pytest.approx(luminance(grey), abs=0.01)


def test_a_desktop_has_the_stock_clock_and_a_console_the_interrupt_clock() -> None:
    """Where SDL cannot wait by itself the loop must sleep in a clock that a thread can wake."""
    assert environment(PANELS["window"])["KIVY_CLOCK"] == "default"
    console = environment(PANELS["touch2"])
    assert console["KIVY_CLOCK"] == "interrupt"
    assert console["SDL_VIDEODRIVER"] == "kmsdrm"
    assert console["KIVY_METRICS_DENSITY"] == "1.5"
    assert environment(Display(driver="offscreen"))["SDL_VIDEODRIVER"] == "offscreen"


def test_no_file_of_kivy_is_read_or_written() -> None:
    """Kivy's own configuration, log file and command line are switched off."""
    variables = environment(PANELS["window"])
    assert {variables[name] for name in ("KIVY_NO_ARGS", "KIVY_NO_CONFIG", "KIVY_NO_FILELOG")} == {"1"}


@pytest.mark.parametrize(
    ("environ", "platform", "answer"),
    [
        ({}, "linux", False),
        ({"DISPLAY": ":0"}, "linux", True),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", True),
        ({"SDL_VIDEODRIVER": "offscreen"}, "linux", True),
        ({}, "win32", True),
        ({}, "darwin", True),
    ],
)
def test_a_display_is_looked_for(environ: dict[str, str], platform: str, answer: bool) -> None:
    """Only Linux can be without a display; a chosen video driver counts as one."""
    assert has_display(environ, platform) is answer


def screen_at(folder: Path, name: str, status: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "status").write_text(status + "\n")


def test_the_panel_is_found_wherever_it_moved_between_boots(tmp_path: Path) -> None:
    """A connected DSI panel comes before HDMI, whatever its number."""
    screen_at(tmp_path, "card0-HDMI-A-1", "connected")
    screen_at(tmp_path, "card1-HDMI-A-2", "disconnected")
    screen_at(tmp_path, "card2-DSI-2", "connected")
    assert drm_index(tmp_path) == 2


def test_without_a_panel_the_monitor_and_without_both_nothing_is_chosen(tmp_path: Path) -> None:
    """HDMI is the second choice; where nothing is connected SDL chooses."""
    screen_at(tmp_path, "card1-DSI-1", "disconnected")
    assert drm_index(tmp_path) is None
    screen_at(tmp_path, "card0-HDMI-A-1", "connected")
    assert drm_index(tmp_path) == 0


@pytest.mark.parametrize("name", NOTES)
def test_tones_are_short_and_do_not_click(name: str) -> None:
    """Each signal is a readable sound of less than a second that begins and ends in silence."""
    with wave.open(io.BytesIO(tone(NOTES[name]))) as sound:
        assert sound.getframerate() == RATE
        frames = sound.readframes(sound.getnframes())
        assert 0.05 < sound.getnframes() / RATE < 1.0
    samples = [int.from_bytes(frames[at : at + 2], "little", signed=True) for at in range(0, len(frames), 2)]
    assert max(map(abs, samples)) > 8000
    assert abs(samples[0]) < 400
    assert abs(samples[-1]) < 1200


def test_the_four_signals_sound_different() -> None:
    """Taken, already, unknown and refused are told apart by their number of notes or their direction."""

    def shape(name: str) -> tuple[int, int]:
        pitches = [frequency for frequency, _ in NOTES[name] if frequency]
        return len(pitches), (pitches[-1] > pitches[0]) - (pitches[-1] < pitches[0])

    signals = ("taken", "already", "unknown", "refused")
    assert all(shape(one) != shape(other) for one, other in combinations(signals, 2))


def test_audio_is_looked_for_before_it_is_asked(tmp_path: Path) -> None:
    """On Linux a playback device or a sound server must be there; other systems always have one."""
    nothing = tmp_path / "snd"
    assert not has_audio({}, "linux", nothing)
    nothing.mkdir()
    (nothing / "pcmC0D0c").touch()
    assert not has_audio({}, "linux", nothing)
    (nothing / "pcmC0D0p").touch()
    assert has_audio({}, "linux", nothing)
    assert not has_audio({"SDL_AUDIODRIVER": "dummy"}, "linux", nothing)
    assert has_audio({"PULSE_SERVER": "unix:/x"}, "linux", tmp_path / "none")
    assert has_audio({}, "darwin", tmp_path / "none")


def test_a_machine_without_audio_is_silent(monkeypatch: Any) -> None:
    """Where no sound can be loaded nothing is played and nothing breaks; off and volume 0 are silent too."""
    sounds = Sounds()
    monkeypatch.setattr(Sounds, "_load", lambda self, name: None)
    assert not sounds.play("taken")
    sounds.on = False
    assert not sounds.play("refused")
    assert not Sounds(audible=False).play("taken")
    assert not Sounds(volume=0).play("taken")
    assert not Sounds().play("no such signal")
    sounds.close()


def test_a_lamp_like_its_panel_is_told_by_its_ring() -> None:
    """White light is seen on a dark panel, and on a light one by a ring of another colour; a red, green or blue one is seen on both."""
    white = (1.0, 0.96, 0.86)
    assert told_apart(white, rgba(DARK["panel"])[:3])
    assert not told_apart(white, rgba(LIGHT["panel"])[:3])
    assert told_apart(rgba(LIGHT["muted"])[:3], rgba(LIGHT["panel"])[:3])
    for panel in (DARK["panel"], LIGHT["panel"]):
        assert all(told_apart(lit, rgba(panel)[:3]) for lit in ((1.0, 0.1, 0.1), (0.1, 0.2, 1.0), (0.1, 0.6, 0.2)))


# --- what Kivy reads at its start ------------------------------------------------------------------------------------


def rules_of(style: Path) -> dict[str, str]:
    """The rules of a style.kv by the class they are for, as they are written."""
    found: dict[str, str] = {}
    for block in re.split(r"^(?=<)", style.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        head, _, body = block.partition("\n")
        rule = "\n".join(line for line in body.splitlines() if line.strip() and not line.startswith("#"))
        for name in re.sub(r"[<>:]|@\w+", "", head).split(","):
            found[name.strip().lstrip("-")] = rule
    return found


def test_our_part_of_kivys_style_is_kivys_own() -> None:
    """Each rule and each shader in ui/kivy_data is the one of the installed Kivy, to the letter."""
    theirs = Path(kivy.__file__).parent / "data"
    ours, whole = rules_of(KIVY_DATA / "style.kv"), rules_of(theirs / "style.kv")
    assert len(whole) > 60
    assert ours == {name: whole[name] for name in ours}
    assert [one.name for one in sorted((KIVY_DATA / "glsl").iterdir())] == [
        one.name for one in sorted((theirs / "glsl").iterdir())
    ]
    for one in (KIVY_DATA / "glsl").iterdir():
        assert one.read_bytes() == (theirs / "glsl" / one.name).read_bytes(), one.name


def test_no_rule_of_kivys_is_missing_that_a_widget_of_ours_needs() -> None:
    """Whatever class of Kivy's a widget of ours derives from or makes: if Kivy has a rule for it, we have it."""
    from kivy.uix.widget import Widget

    import ui

    for module in pkgutil.walk_packages(ui.__path__, "ui."):
        importlib.import_module(module.name)
    kinds, found = [Widget], set()
    while kinds:
        for kind in kinds.pop().__subclasses__():
            kinds.append(kind)
            if kind.__module__.startswith("ui."):
                found |= {one.__name__ for one in kind.__mro__}
    sources = "\n".join(path.read_text(encoding="utf-8") for path in Path(ui.__path__[0]).rglob("*.py"))
    found |= set(re.findall(r"^\s*from kivy\.uix\.\w+ import (\w+)", sources, re.MULTILINE))
    whole, ours = rules_of(Path(kivy.__file__).parent / "data" / "style.kv"), rules_of(KIVY_DATA / "style.kv")
    assert {"ScrollView", "Scatter"} <= found
    assert (found & set(whole)) - set(ours) == set()


FRAME = """
import hashlib, sys
from companion.live.table import Table
from companion.rules.games import GAMES
from ui import app
from ui.direct import DirectFacade

app.configure(app.PANELS["none"], simulator=False)
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
frames = []
Window.bind(on_flip=lambda *_: frames.append(glReadPixels(0, 0, 800, 480, GL_RGBA, GL_UNSIGNED_BYTE)))
app.run(DirectFacade(Table(GAMES)), display=app.PANELS["none"], started=app.stop, screen=sys.argv[1])
print(len(set(zip(*[iter(frames[0])] * 4))), hashlib.sha256(frames[0]).hexdigest())
"""


@pytest.mark.parametrize("screen", ["home", "settings"])
def test_the_screen_is_the_same_with_all_of_kivys_data(screen: str) -> None:
    """Fonts, shaders and a list that scrolls: the first frame is the same to the pixel either way."""

    def frame(**more: str) -> list[str]:
        environ = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY", "SDL", "KCFG"))}
        done = subprocess.run(
            [sys.executable, "-c", FRAME, screen], env=environ | more, cwd=ROOT, capture_output=True, text=True,
            timeout=120, check=False,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.split()

    ours, theirs = frame(), frame(KIVY_DATA_DIR=str(Path(kivy.__file__).parent / "data"))
    assert int(ours[0]) > 20
    assert ours == theirs


def test_kivys_own_settings_never_open(bench: Any) -> None:
    """F1 would open Kivy's panel over the table; it does nothing here."""
    one = bench()
    before = list(one.window.children)
    one.window.dispatch("on_keyboard", 282, 0, "", [])
    one.settle()
    assert one.window.children == before
