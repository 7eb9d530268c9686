"""Every game in every stage, in both languages, with few and many players: what a picky designer would find, and pictures to look at.

`COMPANION_CONTACT=DIR pytest tests/ui/test_ui_matrix.py -m slow` keeps a PNG of each screen it passes, `COMPANION_UI` as everywhere.
"""

from __future__ import annotations

import importlib.util
import os
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

NAMES = ("Maximiliane-Charlotte", "Bo", "Chloé", "François", "Élodie", "Wilhelmina")
CONTACT = os.environ.get("COMPANION_CONTACT", "")
GAMES = {
    "casinoya-poker": (2, 3, 4, 5, 6),
    "casinoya-blackjack": (2, 4, 6),
    "casinoya-chinese": (2, 3, 4, 6),
    "casinoya-war": (2, 3, 4, 6),
    "casino-war": (1, 3, 6),
    "cassino": (2, 3, 4),
    "cassino-royal": (2,),
    "cassino-spade": (4,),
    "cassino-draw": (2,),
}


def flaws(one: Any) -> list[str]:
    """As tests/ui/test_ui_geometry.py finds them; and that the screen rests."""
    spec = importlib.util.spec_from_file_location(
        "geometry_of_the_matrix", Path(__file__).parent / "test_ui_geometry.py"
    )
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    one.settle()
    found: list[str] = module.flaws(one)
    return found


@pytest.fixture(params=["en", "fr"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language in use."""
    from companion.words import use

    use(request.param)
    yield request.param
    use("en")


def keep(one: Any, name: str) -> None:
    """A picture for the contact sheet, where one is wanted."""
    if CONTACT:
        Path(CONTACT).mkdir(parents=True, exist_ok=True)
        one.settle()
        one.root.export_to_png(str(Path(CONTACT) / f"{name}.png"))


def through(one: Any, game: str, count: int, most: int, label: str) -> list[str]:
    """Robots play; the flaws of each kind of stage when it is first seen, and when it is seen full."""
    from companion.robots import Company

    one.start(game, *NAMES[:count], **({"hp": "7"} if game.startswith("casinoya") else {}))
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(7 * count))
    company.follow(shot.state, shot.events)
    seen: dict[str, int] = {}
    found: list[str] = []
    for _ in range(most):
        shot = one.facade.snapshot
        view = one.desk.view()
        purposes = sorted({f"{type(standing.prompt).__name__}:{standing.prompt.purpose}" for standing in shot.prompts})
        turned = getattr(view, "facing", 0)
        kind = f"{type(getattr(view, 'stage', view)).__name__} {' '.join(purposes)}" + (
            f" at {turned}" if turned else ""
        )
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] in (1, 9):
            found += [f"{label} {kind}: {flaw}" for flaw in flaws(one)]
            stage = type(getattr(view, "stage", view)).__name__.removesuffix("Stage").lower()
            keep(one, f"{label}-{len(seen):02d}-{stage}-{seen[kind]}")
        if shot.outcome is not None:
            break
        one.facade.chores_done()
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        assert reply.refusal is None
        company.follow(reply.snapshot.state, reply.events)
    return found


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [(game, count) for game, counts in GAMES.items() for count in counts])
def test_every_stage_of_every_game_in_both_languages(bench: Any, spoken: str, game: str, count: int) -> None:
    """Nothing is small, cut, covered or restless at any number of players with the longest names, in English and French."""
    one = bench(settings={"language": spoken})
    found = through(one, game, count, 700 if game.startswith("casinoya") else 160, f"{spoken}-{game}-{count}")
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("game", "count", "most"),
    [("casinoya-poker", 6, 90), ("casinoya-war", 2, 50), ("casino-war", 3, 30), ("cassino", 3, 40)],
)
def test_labels_hold_in_french(bench: Any, game: str, count: int, most: int) -> None:
    """French is longer: no label of these stages overflows, in the suite that always runs; the others under `slow`."""
    found = through(bench(settings={"language": "fr"}), game, count, most, f"fr-{game}-{count}")
    assert not found, "\n".join(found)


@pytest.mark.slow
@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("theme", ["dark", "light"])
def test_the_ways_around_the_games(bench: Any, spoken: str, theme: str, size: str) -> None:
    """Home, people, options, rules, menus, why, log, settings and questions fit in each theme, language and text size."""
    found: list[str] = []
    settings = {"language": spoken, "theme": theme, "text_size": size}
    for name, one in ways(bench, settings):
        label = f"way-{spoken}-{theme}-{size}-{name}"
        if not name.startswith("fault"):  # a banner lies over the felt; test_ui_geometry tells what it leaves free
            found += [f"{label}: {flaw}" for flaw in flaws(one)]
        keep(one, label)
    assert not found, "\n".join(found)


def ways(bench: Any, settings: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Each screen that is not a stage of a game, by name."""
    from companion.rules.game import Given
    from companion.settings import screen_fields
    from ui.facade import ReaderView
    from ui.view.model import ByHand, Confirm, Details, Go, Host, Put

    one = bench(names=NAMES, fields=screen_fields(), settings=settings, readers=[ReaderView("ttyUSB0", "ready")])
    yield "home", one
    one.desk.press(Go("settings"))
    yield "settings", one
    one.desk.press(Go("new", "casinoya-poker"))
    for name in NAMES[:6]:
        one.desk.press(Put("seat", "", name))
    yield "new", one
    one.desk.press(Go("options", "casinoya-poker"))
    yield "options", one
    one.desk.press(Host("rules", "casinoya-poker"))
    yield "rules", one
    one.desk.press(Go("new", "cassino"))
    yield "new-cassino", one
    one.start("casinoya-poker", *NAMES[:4])
    one.do(*(Given(name, "exchange", 0) for name in NAMES[:4]))
    one.do(*(f"Bo/{face}" for face in ("X1", "KH", "KC", "4C")))
    yield "scan", one
    for name, act in {
        "menu": Host("menu"),
        "seat": Host("seat", NAMES[0]),
        "why": Host("why", NAMES[0]),
        "correct": Host("correct", NAMES[0]),
        "log": Host("log"),
        "misread": Host("misread"),
        "by-hand": ByHand(NAMES[0], NAMES[0]),
        "doctor": Details(),
        "question": Confirm("End this game?", "End it", Go("home")),
    }.items():
        one.desk.press(act)
        yield name, one
    one.desk.press(Go("table"))
    for state in ("lost", "two-cards", "phone", "resting", "closed"):
        one.facade.set_readers(ReaderView("ttyUSB0", state, detail="Check the cable at the left."))
        yield f"fault-{state}", one
    one.facade.set_readers(ReaderView("ttyUSB0", "ready"))
    one.desk.press(Go("new", "casinoya-war"))
    for name in NAMES[:2]:
        one.desk.press(Put("seat", "", name))
    one.desk.press(one.desk.view().bar.buttons[-1].act)
    yield "end-it", one
    one.desk.press(Go("table"))
    one.desk.press(Host("lock"))
    yield "locked", one
