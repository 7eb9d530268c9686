"""Reference pictures of every screen and of every game's stages, in both languages, dark and light, on three panels.

800 x 480, 1280 x 720 at density 1.5, and the panel that is 720 x 1280 by nature and shows the same as that, turned: its own pixels are
compared with the same references. The key screens are in test_ui_pictures.py and always run; these run under `slow`. New references:

    pytest tests/ui -m "slow or not slow" -k picture --update-pictures

which renews all sizes; look at them before you commit (`git diff --stat tests/ui/pictures`, an image viewer, or the contact sheet).
"""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent
TRANSCRIPTS = HERE.parent / "transcripts"
SIZE = os.environ.get("COMPANION_UI", "800x480@1").partition("@")[0]
LOOKS = (("en", "dark"), ("fr", "dark"), ("fr", "light"))
PANELS = ("1280x720@1.5", "1280x720@1.5+90")
# Each game as it was played once: robots by two, and stories by three to six; lines of the protocol, whatever robots would do today.
PLAYED = {
    **{f"{path.stem}-2": path for path in sorted((TRANSCRIPTS / "golden").glob("*.txt"))},
    "casinoya-poker-6": TRANSCRIPTS / "casinoya-poker-six.txt",
    "casinoya-blackjack-3": TRANSCRIPTS / "casinoya-blackjack-three.txt",
    "casinoya-war-3": TRANSCRIPTS / "casinoya-war-three.txt",
    "casino-war-3": TRANSCRIPTS / "casino-war-mockup.txt",
    "cassino-4": TRANSCRIPTS / "cassino-game-partners.txt",
}


def sister(name: str) -> Any:
    """Another test module of this folder."""
    spec = importlib.util.spec_from_file_location(f"{name}_of_pictures", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def stages(one: Any, path: Path) -> Iterator[str]:
    """Play what is written there; a name for each kind of stage when it is first seen."""
    from companion.headless import Protocol

    protocol = Protocol(one.table)
    seen: set[str] = set()
    for line in path.read_text(encoding="utf-8").splitlines():
        command = line.removeprefix("> ")
        if not command or command[0] in "#{":
            continue
        for _ in protocol.answer(command.encode()):
            pass
        if command.startswith("new "):
            one.facade.stop_teaching()
            one.desk.screen = "table"
            one.desk.changed()
        shot = one.facade.snapshot
        if shot is None:
            continue
        view = one.desk.view()
        asked = "-".join(sorted({standing.prompt.purpose for standing in shot.prompts}))
        kind = (
            f"{type(getattr(view, 'stage', view)).__name__.removesuffix('Stage').removesuffix('View').lower()}-{asked}"
        )
        if kind not in seen:
            seen.add(kind)
            one.settle()
            yield f"{len(seen):02d}-{kind}".rstrip("-")
        one.facade.chores_done()


def wrong(compare: Any, one: Any, name: str) -> list[str]:
    """What the comparison says, so that one picture does not hide the others."""
    try:
        compare(one, name)
    except (AssertionError, pytest.fail.Exception) as found:
        return [str(found)]
    return []


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), LOOKS)
@pytest.mark.parametrize("played", list(PLAYED))
def test_pictures_of_every_stage(bench: Any, same_picture: Any, played: str, language: str, theme: str) -> None:
    """Each kind of stage that a game passes looks as it did; by day only those of the first game."""
    if theme == "light" and played != "casinoya-poker-2":
        pytest.skip("the light theme has the same places in other colours: one game shows them")
    from companion.words import use

    one = bench(settings={"language": language, "theme": theme})
    use(language)
    found: list[str] = []
    for name in stages(one, PLAYED[played]):
        found += wrong(same_picture, one, f"wide/{SIZE}/{language}-{theme}-{played}-{name}")
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize(("language", "theme"), LOOKS)
def test_pictures_of_every_screen(bench: Any, same_picture: Any, language: str, theme: str) -> None:
    """Home, people, options, rules, menus, sheets, pages, questions and faults look as they did."""
    from companion.words import use

    use(language)
    settings = {"language": language, "theme": theme}
    found: list[str] = []
    for source in (sister("test_ui_matrix").ways, pages):
        for name, one in source(bench, settings):
            found += wrong(same_picture, one, f"wide/{SIZE}/{language}-{theme}-{name}")
    assert not found, "\n".join(found)


def pages(bench: Any, settings: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """What tests/ui/test_ui_matrix.py does not pass: keyboard, decks and their teaching, readers, doctor, grid, evenings, joker, end."""
    from companion.rules.cards import pack
    from companion.rules.game import Given
    from ui.facade import ReaderView
    from ui.facade_devices import FindingView, QualityView
    from ui.view.model import ChooseFace, Go, Host, Put

    one = bench(
        settings=settings,
        readers=[ReaderView("ttyUSB0", "ready"), ReaderView("pod-1", "ready", "Bo")],
        names=("Ana", "Bo"),
    )
    one.facade.quality_views = (
        QualityView("ttyUSB0", 23_145, 1_204, 12, 7.0, ("K♠", "10♥", "J♦")),
        QualityView("pod-1", 0, 0, 0, None),
    )
    one.facade.finding_views = (
        FindingView("reader ttyUSB0", "fault", "Nothing is connected at ttyUSB0", "plug the reader in"),
        FindingView("disk", "ok", "keeps a write in 3.1 ms"),
    )
    for number, card in enumerate(pack("Ana", jokers=True)[:30]):
        one.facade.cards.enrol(f"04A0B1C2{number:06X}", card)
    for name in ("cards", "readers", "games", "doctor", "grid"):
        one.desk.press(Host(name))
        yield f"page-{name}", one
    one.desk.press(Host("teach", "Ana"))
    yield "page-teach", one
    one.desk.press(Host("deck", "Ana"))
    yield "page-deck", one
    one.desk.press(Go("new", "casinoya-poker"))
    one.desk.press(Put("name", "0"))
    yield "keyboard", one
    one = bench(settings=settings)
    one.start("casinoya-poker", "Ana", "Bo")
    one.do(*(Given(name, "exchange", 0) for name in ("Ana", "Bo")))
    one.do(*(f"Bo/{face}" for face in ("X1", "KH", "KC", "4C", "4D")))
    joker = next(standing for standing in one.facade.snapshot.prompts if standing.prompt.seat == "Bo")
    one.desk.press(ChooseFace(joker))
    yield "sheet-joker", one


@pytest.mark.slow
@pytest.mark.parametrize("panel", PANELS)
def test_pictures_on_the_other_panels(request: pytest.FixtureRequest, panel: str) -> None:
    """The same at 1280 x 720 with density 1.5, and on the panel that stands upright; a window's size is per process."""
    if "COMPANION_UI" in os.environ:
        pytest.skip("this is the other process already")
    update = request.config.getoption("--update-pictures")
    if update and panel.endswith("+90"):
        pytest.skip("the turned panel has no references of its own")
    names = (
        "every_screen or (every_stage and (poker-2 or casino-war-2 or cassino-2))" if panel.endswith("+90") else "every"
    )
    command = [
        sys.executable,
        "-m",
        "pytest",
        __file__,
        "-q",
        "-p",
        "no:xdist",
        "-p",
        "no:cacheprovider",
        "-m",
        "slow",
        "-k",
        names,
    ]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "PYTEST_"))}
    done = subprocess.run(
        [*command, *(["--update-pictures"] if update else [])],
        check=False, capture_output=True, text=True, timeout=900, env=environ | {"COMPANION_UI": panel}, cwd=HERE.parents[1],
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-6000:]
