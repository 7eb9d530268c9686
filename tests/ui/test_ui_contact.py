"""The demo's contact sheet: every picture small on one, with its name; the whole walk with its faults under `slow`."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

FAULTS = {
    "fault-misread-which", "fault-misread-what", "fault-misread-preview", "fault-reader-unplugged", "fault-reader-details",
    "fault-two-cards", "fault-journal-read-only", "fault-pod-lost", "fault-pod-readers",
}  # fmt: skip


def test_all_pictures_stand_on_the_contact_sheet(bench: Any, tmp_path: Path) -> None:
    """Upright, in rows of five from the top left, in their own colours."""
    from PIL import Image

    from ui.screenshots import CAPTION, COLUMNS, THUMB, draw_contact

    bench()
    colours = [(40 * at, 200 - 30 * at, 90) for at in range(6)]
    for at, colour in enumerate(colours):
        picture = Image.new("RGB", (800, 480), colour)
        picture.paste((255, 255, 255), (0, 0, 800, 120))  # the upper quarter
        picture.save(tmp_path / f"{at}.png")
    draw_contact([tmp_path / f"{at}.png" for at in range(6)], tmp_path / "contact.png")
    sheet = Image.open(tmp_path / "contact.png").convert("RGB")
    assert sheet.size == (COLUMNS * (THUMB[0] + 8) + 8, 2 * (THUMB[1] + CAPTION + 8) + 8)
    for at, colour in enumerate(colours):
        row, column = divmod(at, COLUMNS)
        left, top = 8 + column * (THUMB[0] + 8), 8 + row * (THUMB[1] + CAPTION + 8)
        seen = sheet.getpixel((left + 100, top + 150)), sheet.getpixel((left + 100, top + 20))
        assert all(abs(have - want) <= 3 for have, want in zip(seen[0], colour, strict=True)), (at, seen)
        assert min(seen[1]) > 250


def test_the_recorder_keeps_each_kind_once_and_what_it_is_told_to(bench: Any, tmp_path: Path) -> None:
    """By itself the first of each kind; by name whatever stands there; nothing while it does not watch."""
    from ui.screenshots import Recorder
    from ui.view.model import Go

    one = bench()
    recorder = Recorder(tmp_path / "a", one.app)
    try:
        one.start("casinoya-poker", "Ana", "Bruno")
        one.frames(3)
        recorder.look()
        recorder.look()
        assert [path.name for path in recorder.kept] == ["01-casinoya-poker-exchange.png"]
        recorder.watching = False
        one.desk.press(Go("home"))
        one.settle()
        recorder.look()
        assert len(recorder.kept) == 1
        recorder.keep("here")
        assert recorder.kept[-1].name == "02-here.png"
        recorder.begin(tmp_path / "b")
        recorder.watching = True
        recorder.look()
        assert [path.name for path in recorder.kept] == ["01-home.png"]
        assert recorder.kept[0].parent == tmp_path / "b"
    finally:
        recorder.close()


@pytest.mark.slow
def test_the_demo_photographs_its_faults_in_both_languages(tmp_path: Path) -> None:
    """One command, no display: games, pages and every fault, really brought about, and a contact sheet for each language."""
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "SDL_", "DISPLAY"))}
    command = [
        sys.executable,
        "-m",
        "companion",
        "demo",
        "--fast",
        "--seed",
        "3",
        "--game",
        "casino-war",
        "--screenshots",
    ]
    done = subprocess.run(
        [*command, str(tmp_path), "--language", "all"],
        check=False, capture_output=True, text=True, timeout=300, env=environ,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    for language in ("en", "fr"):
        kept = {path.stem.partition("-")[2] for path in (tmp_path / language).glob("[0-9]*.png")}
        assert kept >= FAULTS | {"doctor", "settings", "casino-war-over"}
        assert (tmp_path / language / "contact.png").stat().st_size > 100_000
