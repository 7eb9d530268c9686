"""Blackjack, Chinese poker and War at 2, 4 and 6 players with long names: readable, touchable, and at rest when nothing happens."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from importlib import resources
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent
NAMES = ("Maximiliane-Charlotte", "Bo", "Chloé", "François", "Élodie", "Wilhelmina")
HOUSE = str(resources.files("companion.rules.numbers").joinpath("house.toml"))
HAND = ["KS", "KH", "X1", "4C", "4D", "9S", "9D", "3H", "3S", "QC", "QD", "2C", "7H"]


def check(one: Any, where: str) -> None:
    """Nothing small, cut, overlapping or outside; and the screen rests."""
    spec = importlib.util.spec_from_file_location("sister_geometry", HERE / "test_ui_geometry.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.check(one, where)


def pass_through(one: Any, game: str, count: int, most: int, **options: str) -> set[str]:
    """Robots play; each stage is checked when it is first seen with other prompts. The kinds of stages seen."""
    from companion.robots import Company

    one.start(game, *NAMES[:count], **options)
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(count))
    company.follow(shot.state, shot.events)
    seen: set[str] = set()
    for _ in range(most):
        one.facade.chores_done()
        shot = one.facade.snapshot
        if shot.outcome is not None:
            break
        purposes = sorted({f"{type(standing.prompt).__name__}:{standing.prompt.purpose}" for standing in shot.prompts})
        kind = f"{type(one.desk.view().stage).__name__} {' '.join(purposes)}"
        if kind not in seen:
            seen.add(kind)
            check(one, f"{game} {count} {kind}")
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        assert reply.refusal is None
        company.follow(reply.snapshot.state, reply.events)
    return {kind.split()[0] for kind in seen}


def test_a_long_fan_hides_no_words_and_all_fans_are_as_large(bench: Any) -> None:
    """Six at blackjack: a hand of seven cards leaves the way to take it back to be seen; nobody's cards are larger than others'."""
    from companion.rules.game import Picked

    one = bench()
    one.start("casinoya-blackjack", *NAMES)
    bo = [action for face in ("2S", "3S", "4S", "5S", "AC") for action in (Picked("Bo", "draw"), f"Bo/{face}")]
    one.do(Picked(NAMES[0], "stand"), *bo[:2], *(Picked(name, "stand") for name in NAMES[2:]), *bo[2:])
    one.do(Picked("Bo", "stand"), "Bo/2C")
    check(one, "a hand of seven cards")
    assert "Retake" in one.says()
    stage = next(each for each in one.root.walk() if type(each).__name__ == "TurnsWidget")
    assert len({strip.fan.card_width() for strip in stage.strips}) == 1


def test_laid_hands_beside_each_other_tell_how_to_take_them_back(bench: Any) -> None:
    """Four armies in two columns have no room for a button: the hand is one, and says what it leads to."""
    from companion.rules.game import Picked

    one = bench()
    one.start("casinoya-war", *NAMES[:4])
    for name in NAMES[:4]:
        one.do(Picked(name, "2-0"))
    one.do("Bo/KS")
    check(one, "four armies")
    assert one.says().count("Retake…") == 1


@pytest.mark.parametrize("count", [2, 4, 6])
@pytest.mark.parametrize(
    ("game", "stages"),
    [
        ("casinoya-blackjack", {"TurnsStage", "BattleStage"}),
        ("casinoya-chinese", {"LaidStage", "BattleStage"}),
        ("casinoya-war", {"MusterStage", "LaidStage", "ArmyStage"}),
    ],
)
def test_a_round_fits_in_all_its_stages(bench: Any, game: str, stages: set[str], count: int) -> None:
    """Each stage that a round of the house deck passes is readable and touchable."""
    most = {"casinoya-chinese": 13 * count + 12}.get(game, 10 * count + 25)
    assert pass_through(bench(), game, count, most, deck=HOUSE) >= stages


@pytest.mark.parametrize("game", ["casinoya-blackjack", "casinoya-chinese", "casinoya-war"])
def test_six_fit_in_french(bench: Any, game: str) -> None:
    """The longer words of French fit with six players too."""
    from companion.words import use

    one = bench(settings={"language": "fr"})
    use("fr")
    pass_through(one, game, 6, {"casinoya-chinese": 90}.get(game, 85), deck=HOUSE)


@pytest.mark.slow
@pytest.mark.parametrize("count", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("game", ["casinoya-blackjack", "casinoya-chinese", "casinoya-war", "casinoya-poker"])
def test_a_whole_game_fits_in_all_its_stages(bench: Any, game: str, count: int) -> None:
    """Every stage of a whole game, with every effect of the library and attackers who may spare."""
    pass_through(bench(), game, count, 900, deck=HOUSE, hp="15", may_spare="on")


@pytest.mark.parametrize("count", [2, 6])
def test_a_hand_looked_at_large_fits(bench: Any, count: int) -> None:
    """The sheets of a Chinese hand and of an army: empty, in part, with a joker to be chosen."""
    from companion.rules.game import Picked
    from ui.view.model import Look

    one = bench()
    one.start("casinoya-chinese", *NAMES[:count])
    for faces in ([], HAND[:7], HAND[7:]):
        one.do(*(f"{NAMES[0]}/{face}" for face in faces))
        one.desk.press(Look("rows", NAMES[0]))
        check(one, f"rows of {count} with {len(faces)} more")
    one = bench()
    one.start("casinoya-war", *NAMES[:count])
    for name in NAMES[:count]:
        one.do(Picked(name, "0-0"), Picked(name, "1+5"))
    one.do(*(f"{NAMES[0]}/{face}" for face in HAND[:4]))
    check(one, f"armies of {count}")
    one.desk.press(Look("rows", NAMES[0]))
    check(one, f"an army of {count}")


@pytest.mark.parametrize("count", [2, 6])
def test_the_private_split_fits(bench: Any, count: int) -> None:
    """Asked for, half laid, complete, and while a finger holds the button."""
    from companion.rules.cards import Card
    from ui.view.model import Split

    one = bench()
    one.start("casinoya-chinese", *NAMES[:count])
    one.desk.press(Split("ask", NAMES[0]))
    check(one, "asked")
    for at, face in enumerate(HAND):
        one.facade.touch(Card(f"{NAMES[0]}/{face}"))
        if at == 6:
            check(one, "half")
    check(one, "complete")
    one.desk.press(Split("hold", NAMES[0]))
    check(one, "held")


def test_a_jokers_values_fit(bench: Any) -> None:
    """Eleven keys, large."""
    from companion.rules.game import Picked
    from ui.view.model import ChooseFace

    one = bench()
    one.start("casinoya-blackjack", *NAMES[:6])
    for name in NAMES:
        one.do(Picked(name, "stand"))
    one.do(f"{NAMES[0]}/KS", f"{NAMES[0]}/X1")
    joker = next(one for one in one.facade.snapshot.prompts if one.prompt.purpose == "joker")
    one.desk.press(ChooseFace(joker))
    check(one, "values")


def test_the_large_panel_has_the_same_layout() -> None:
    """All of it fits at 1280 x 720 with density 1.5 too; a window's size is per process, so this runs in another."""
    chosen = "(round_fits and war and 6) or (large_fits and 6) or (private and 2) or values"
    command = [sys.executable, "-m", "pytest", __file__, "-q", "-p", "no:xdist", "-k", chosen, "-p", "no:cacheprovider"]
    environ = os.environ | {"COMPANION_UI": "1280x720@1.5"}
    environ = {name: value for name, value in environ.items() if not name.startswith(("KIVY_", "PYTEST_"))}
    done = subprocess.run(
        command, check=False, capture_output=True, text=True, timeout=240, env=environ, cwd=HERE.parents[1]
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "4 passed" in done.stdout
