"""Cassino in a real window: everything readable and touchable for 2, 3 and 4 players, crowded or not, played by fingers alone."""

from __future__ import annotations

import importlib.util
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent
LONG = ("Maximiliane-Charlotte", "Bo", "Chloé", "Wilhelmina")


def sister(name: str) -> Any:
    """Another test module of this folder: its eyes and fingers judge every game alike."""
    spec = importlib.util.spec_from_file_location(f"sister_{name}", HERE / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def check(one: Any, where: str) -> None:
    """Nothing small, cut, overlapping or outside; and the screen rests."""
    sister("test_ui_geometry").check(one, where)


def do(one: Any, *steps: str) -> None:
    """`9H` is touched, `Ana trail` is picked; then the screen rests."""
    from companion.rules.cards import Card
    from companion.rules.game import Picked, Touched

    for step in steps:
        who, blank, option = step.partition(" ")
        reply = one.table.submit(Picked(who, option) if blank else Touched(Card(f"pack/{step}")))
        assert reply.refusal is None, (step, reply.refusal)
    one.settle()


def begin(one: Any, names: tuple[str, ...], game: str = "cassino", **options: str) -> None:
    """A new game with its first deal done."""
    from ui.view.model import Go

    one.start(game, *names, **options)
    one.desk.chores_done = 0
    one.desk.press(Go("table"))


def crowd(one: Any, many: int, played: str) -> None:
    """So many loose cards, all trailed, and a card shown."""
    rng = random.Random(many)
    shot = one.facade.snapshot
    cards = [card.face for card in shot.game.cards("pack", shot.options) if card.face != played]
    rng.shuffle(cards)
    do(one, *cards[:4])
    names = one.facade.snapshot.state.players
    turns = [step for at, face in enumerate(cards[4:many]) for step in (face, f"{names[at % len(names)]} trail")]
    do(one, *turns, played)
    one.desk.chores_done = one.facade.snapshot.entries
    one.desk.changed()


def card(one: Any, face: str) -> Any:
    """The loose card with this face."""
    return next(thing for thing in one.root.screen.stage.loose if thing.face == face)


def tap(one: Any, *faces: str) -> None:
    for face in faces:
        one.tap(card(one, face))
    one.settle()


def moments(one: Any, names: tuple[str, ...]) -> Iterator[str]:
    """The moments of the first deal of a game with these players, one after another."""
    from ui.view.model import CloseSheet, Do, Look

    first, second = names[:2]
    one.start("cassino", *names)
    yield "chores of the deal"
    one.desk.chores_done = 0
    one.desk.changed()
    yield "nothing laid"
    do(one, "9H", "4S", "5C")
    yield "three laid"
    do(one, "QD")
    yield "to play"
    do(one, "2S", f"{first} trail", "4H")
    yield "a card shown"
    tap(one, "5C")
    yield "a card tapped"
    tap(one, "QD")
    yield "impossible"
    one.desk.press(Do("clear"))
    do(one, f"{second} build:9:5C")
    yield "a build"
    while one.facade.snapshot.state.turn:
        state = one.facade.snapshot.state
        face = next(face for face in ("KS", "KH") if face not in {card.face for card in state.table})
        do(one, face, f"{state.players[state.turn]} trail")
    do(one, "9S")
    yield "a build to be taken"
    one.tap(one.root.screen.stage.builds[0])
    yield "a build tapped"
    one.desk.press(Do("clear"))
    for look in (Look("uses"), Look("claim"), Look("claim", first), Look("build", "0")):
        one.desk.press(look)
        yield f"sheet {look.what} {look.about}"
        one.desk.press(CloseSheet())
    do(one, f"{first} take:b9,9H")
    yield "a build taken"


@pytest.mark.parametrize("count", [2, 3, 4])
def test_every_moment_fits(bench: Any, count: int) -> None:
    """From the deal to a capture each moment is readable and touchable with the longest names, and rests."""
    one = bench()
    for moment in moments(one, LONG[:count]):
        check(one, f"{count} players, {moment}")


def test_every_moment_fits_in_french(bench: Any) -> None:
    """French words are longer; each moment of four players has room for them."""
    one = bench(settings={"language": "fr"})
    for moment in moments(one, LONG):
        check(one, f"French, {moment}")
    assert "Tas" in repr(one.says()) or "tas" in repr(one.says())


@pytest.mark.parametrize("many", [12, 20, 40])
def test_a_crowded_table_stays_usable(bench: Any, many: int) -> None:
    """With 12, 20 and 40 loose cards each card can be touched by itself, and two taps find the use of exactly these."""
    from companion.rules.cards import Card

    one = bench()
    begin(one, LONG[:2] if many < 40 else LONG)
    crowd(one, many, "TS")
    check(one, f"{many} loose")
    assert len(one.root.screen.stage.loose) == many
    state = one.facade.snapshot.state
    pair = next(
        (first.face, second.face)
        for first in state.table
        for second in state.table
        if first.face[0] + second.face[0] in ("46", "28", "37", "A9")
    )
    tap(one, *pair)
    check(one, f"{many} loose, two tapped")
    one.tap(one.root.screen.stage.pills[0])
    one.settle()
    after = one.facade.snapshot.state
    assert set(after.piles[state.side(state.turn)]) == {Card(f"pack/{face}") for face in (*pair, "TS")}


def test_builds_of_four_with_the_longest_names_fit(bench: Any) -> None:
    """A build of each of four partners beside loose cards, then one made multiple, all told apart and touchable."""
    one = bench()
    begin(one, LONG, partners="on")
    do(one, "2S", "3D", "4H", "5C", "6S", f"{LONG[0]} build:9:3D", "3S", f"{LONG[1]} build:8:5C")
    do(one, "5H", f"{LONG[2]} build:9:4H", "7C")
    check(one, "three builds")
    do(one, f"{LONG[3]} add:9:2S", "9C")
    check(one, "a multiple build")
    assert len(one.root.screen.stage.builds) == 3


def test_a_broken_promise_and_a_dropped_claimer_fit(bench: Any) -> None:
    """The broken promise with its button, and the wrong claim of one of three, are readable."""
    one = bench()
    begin(one, LONG[:3])
    do(one, "2S", "3D", "4H", "5C", "4S", f"{LONG[0]} build:7:3D", "7S", "Bo trail", "7H", "Chloé trail", "2H")
    do(one, f"{LONG[0]} take:2S", "7D", "Bo take:7S", "7C")
    check(one, "a broken promise")
    one.tap_text("Undo that play")
    one.settle()
    assert one.facade.snapshot.state.builds == ()
    do(one, "Bo claim")
    check(one, "a dropped claimer")


@pytest.mark.parametrize(
    ("game", "count", "options"),
    [("cassino", 2, {}), ("cassino-spade", 4, {}), ("cassino-royal", 4, {"partners": "on"}), ("cassino-draw", 2, {})],
)
def test_the_count_fits(bench: Any, game: str, count: int, options: dict[str, str]) -> None:
    """The count of a pack is readable for 2, 3 and 4 sides with the longest names."""
    from companion.robots import Company

    one = bench()
    begin(one, LONG[:count], game, claim="end_of_pack", **options)
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(4))
    while one.facade.snapshot.state.phase != "next":
        shot = one.facade.snapshot
        company.follow(shot.state, shot.events)
        assert one.table.submit(company.act([standing.prompt for standing in shot.prompts])).refusal is None
    check(one, f"count of {game}")


def test_a_claim_takes_three_taps(bench: Any) -> None:
    """Claim, the name, and yes: only the third tap reaches the table, and each target changes under the finger's lock-out."""
    one = bench()
    begin(one, ("Ana", "Bruno"))
    do(one, "9H", "4S", "5C", "QD")
    one.tap_text("Claim 21…")
    one.settle()
    one.tap_text("Bruno")
    one.settle()
    assert one.facade.snapshot.outcome is None
    one.tap_text("Yes, Bruno claims")
    one.settle()
    assert one.facade.snapshot.outcome is not None


def use_by_fingers(one: Any, option: str) -> None:
    """A use by tapping the very cards and builds it is about, then the button that says it."""
    from companion.rules.cassino.uses import read
    from ui.view.model import Submit

    state = one.facade.snapshot.state
    wanted = read(state, option)
    for place in wanted.builds:
        one.tap(one.root.screen.stage.builds[place])
    tap(one, *(card.face for group in wanted.groups for card in group))

    def same(target: Any) -> bool:
        act = target.act
        if not isinstance(act, Submit) or act.action.option == "claim":
            return False
        use = read(state, act.action.option)
        moved = {card for group in use.groups for card in group}
        value = use.value if use.kind != "take" else wanted.value
        return (use.kind, value, set(use.builds), moved) == (
            wanted.kind,
            wanted.value,
            set(wanted.builds),
            {card for group in wanted.groups for card in group},
        )

    found = [target for target in one.targets() if same(target)]
    assert len(found) == 1, f"{option}: {[target.act for target in one.targets()]}"
    one.tap(found[0])
    one.settle()


def play_by_fingers(one: Any, seed: int, most: int) -> None:
    """Robots decide, fingers do: cards on the grid, uses by tapping what they are about, all else by its button."""
    from companion.robots import Company
    from companion.rules.game import Picked

    finger = sister("test_ui_play").finger
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(seed))
    pack = shot.state.pack
    for _ in range(most):
        shot = one.facade.snapshot
        if shot.state.pack != pack or shot.outcome is not None:
            return
        company.follow(shot.state, shot.events)
        if type(one.root.view.stage).__name__ == "ChoresStage":
            one.tap_text("Done")
            one.settle()
        action = company.act([standing.prompt for standing in shot.prompts])
        entries = shot.entries
        if isinstance(action, Picked) and shot.state.phase == "use":
            use_by_fingers(one, action.option)
        else:
            finger(one, action)
        assert one.facade.snapshot.entries == entries + 1, action


def test_a_deal_is_played_by_fingers_alone(bench: Any) -> None:
    """The first cards of a pack: laid, played and used by taps on the screen, and nothing is done twice."""
    one = bench()
    begin(one, ("Ana", "Bruno"), claim="end_of_pack")
    play_by_fingers(one, 3, 14)
    assert one.facade.snapshot.entries == 14


@pytest.mark.slow
@pytest.mark.parametrize(("game", "count"), [("cassino", 3), ("cassino-royal", 2)])
def test_a_whole_pack_is_played_by_fingers_alone(bench: Any, game: str, count: int) -> None:
    """A pack from the first table card over the count into the next pack, by taps alone."""
    one = bench()
    begin(one, ("Ana", "Bruno", "Chloé")[:count], game, claim="end_of_pack")
    play_by_fingers(one, 5, 200)
    assert one.facade.snapshot.state.pack == 2


def test_pictures(bench: Any, same_picture: Any) -> None:
    """The capture of the mock-up, forty loose cards with two tapped, and the count of four look as they did."""
    from companion.robots import Company

    one = bench()
    begin(one, ("Ana", "Bruno"))
    do(one, "9H", "4S", "5C", "QD", "2S", "Ana trail", "3D", "Bruno trail", "8S", "Ana trail", "4H")
    do(one, "Bruno build:7:3D", "9S")
    same_picture(one, "cassino-capture")
    begin(one, ("Ana", "Bruno", "Chloé", "Dora"))
    crowd(one, 40, "TS")
    tap(one, *[card.face for card in one.facade.snapshot.state.table[:2]])
    same_picture(one, "cassino-forty")
    begin(one, ("Ana", "Bruno", "Chloé", "Dora"), "cassino-spade", claim="end_of_pack")
    company = Company(
        one.facade.snapshot.game, one.facade.snapshot.players, one.facade.snapshot.options, random.Random(4)
    )
    while one.facade.snapshot.state.phase != "next":
        shot = one.facade.snapshot
        company.follow(shot.state, shot.events)
        assert one.table.submit(company.act([standing.prompt for standing in shot.prompts])).refusal is None
    same_picture(one, "cassino-count")


def test_the_large_panel_has_the_same_layout() -> None:
    """Moments of four players, the crowded table and the count fit at 1280 x 720 with density 1.5, in a process of their own."""
    chosen = "(every_moment and 4) or (crowded and 40) or (count_fits and spade) or builds_of_four"
    command = [sys.executable, "-m", "pytest", __file__, "-q", "-p", "no:xdist", "-p", "no:cacheprovider", "-k", chosen]
    environ = {name: value for name, value in os.environ.items() if not name.startswith(("KIVY_", "PYTEST_"))}
    done = subprocess.run(
        command,
        check=False,
        capture_output=True,
        text=True,
        timeout=240,
        env=environ | {"COMPANION_UI": "1280x720@1.5"},
        cwd=HERE.parents[1],
    )
    assert done.returncode == 0, done.stdout[-4000:]
    assert "4 passed" in done.stdout
