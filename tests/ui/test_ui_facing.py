"""Prompts and choices turn to face the player who acts; fingers meet what they see."""

from __future__ import annotations

import importlib.util
import random
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

NAMES = ("Ana", "Bruno", "Chloé", "Dev")


def turn_of(one: Any, place: int) -> None:
    """A game of blackjack in which the player at this place is asked."""
    from companion.rules.game import Picked

    one.start("casinoya-blackjack", *NAMES)
    one.do(*(Picked(name, "stand") for name in NAMES[:place]))


def middle(widget: Any) -> tuple[float, float]:
    x, y = widget.to_window(*widget.center)
    return x, y


@pytest.mark.parametrize(("place", "angle"), [(0, 0), (1, 270), (2, 180), (3, 90)])
def test_the_prompt_bar_lies_at_the_edge_of_who_acts(bench: Any, place: int, angle: int) -> None:
    """Below for the first seat, then clockwise: left, above, right; its words run along that edge and its buttons can be pressed."""
    one = bench(settings={"facing": "on"})
    turn_of(one, place)
    bar = one.root.screen.bar
    assert one.root.view.facing == angle
    x, y = middle(bar)
    edge = {0: y < 60, 270: x < 100, 180: y > one.root.height - 60, 90: x > one.root.width - 100}
    assert edge[angle]
    stand = next(pill for pill in bar.buttons if pill.view.text == "Stand")
    assert min(stand.size) >= 48
    start, end = stand.to_window(stand.x, stand.y), stand.to_window(stand.right, stand.y)
    along = (round(end[0] - start[0]), round(end[1] - start[1]))
    wide = round(stand.width)
    assert along == {0: (wide, 0), 270: (0, -wide), 180: (-wide, 0), 90: (0, wide)}[angle]
    entries = one.facade.snapshot.entries
    one.tap(stand)
    one.settle()
    assert one.facade.snapshot.entries == entries + 1


def test_choices_on_the_felt_turn_with_the_player_opposite(bench: Any) -> None:
    """For the seat opposite the felt stands on its head, and a card by hand is found where it is seen."""
    from ui.view.model import ByHand, EnterCard

    one = bench(settings={"facing": "on"})
    turn_of(one, 2)
    one.desk.press(ByHand("Chloé", "Chloé"))
    one.settle()
    keys = {one_key.act.card.face: one_key for one_key in one.targets() if isinstance(one_key.act, EnterCard)}
    assert middle(keys["AS"])[0] > middle(keys["KS"])[0]
    assert middle(keys["AS"])[1] < middle(keys["AC"])[1]
    one.tap(keys["9D"])
    one.settle()
    assert "Chloé/9D" in str(one.facade.snapshot.state.seats[2])


def test_everything_is_upright_where_several_act_and_when_it_is_switched_off(bench: Any) -> None:
    """Where all exchange at once nothing is turned; nor without the setting."""
    one = bench(settings={"facing": "on"})
    turn_of(one, 1)
    assert one.root.view.facing == 270
    one.start("casinoya-poker", *NAMES)
    assert one.root.view.facing == 0
    assert one.root.screen.bar.parent is one.root.screen
    assert one.root.screen.bar.y == 0
    other = bench()
    turn_of(other, 1)
    assert other.root.view.facing == 0


def test_nobody_is_turned_in_the_middle_of_nothing(bench: Any) -> None:
    """Every seat of every number of players has a side, and the first sits at the lower edge."""
    from ui.desk import SIDES

    for count, sides in SIDES.items():
        assert len(sides) == count
        assert sides[0] == 0
        assert set(sides) <= {0, 90, 180, 270}


# --- everything in every direction ------------------------------------------------------------------------------------

LONG = ("Maximiliane-Charlotte", "Bo", "Chloé", "François", "Élodie", "Wilhelmina")
ANGLES = (0, 90, 180, 270)
GAMES = {
    "casinoya-poker": (2, 3, 4, 5, 6),
    "casinoya-blackjack": (2, 3, 4, 5, 6),
    "casinoya-chinese": (2, 3, 4, 6),
    "casinoya-war": (2, 3, 4, 5, 6),
    "casino-war": (1, 2, 3, 4, 6),
    "cassino": (2, 3, 4),
    "cassino-royal": (2,),
    "cassino-spade": (4,),
    "cassino-draw": (2,),
}


def sister(name: str) -> Any:
    """Another test module of this folder, for what it finds."""
    spec = importlib.util.spec_from_file_location(f"{name}_of_facing", Path(__file__).parent / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def all_at(monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Puts every seat to the same edge of the table."""

    def put(angle: int) -> None:
        monkeypatch.setattr("ui.desk.SIDES", {count: (angle,) * count for count in range(1, 7)})

    return put


def flaws_in(one: Any, where: str) -> list[str]:
    return [f"{where}: {flaw}" for flaw in sister("test_ui_matrix").flaws(one)]


def pass_through(one: Any, game: str, count: int, most: int, label: str) -> tuple[list[str], set[str]]:
    """Robots play; flaws of each stage in each direction when first seen, and which stages were seen turned."""
    from companion.robots import Company

    one.start(game, *LONG[:count], **({"hp": "7"} if game.startswith("casinoya") else {}))
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(count))
    company.follow(shot.state, shot.events)
    seen: set[tuple[str, int]] = set()
    turned: set[str] = set()
    found: list[str] = []
    for _ in range(most):
        shot, view = one.facade.snapshot, one.desk.view()
        purposes = sorted({f"{type(standing.prompt).__name__}:{standing.prompt.purpose}" for standing in shot.prompts})
        kind = f"{type(getattr(view, 'stage', view)).__name__} {' '.join(purposes)}"
        facing = getattr(view, "facing", 0)
        if (kind, facing) not in seen:
            seen.add((kind, facing))
            if facing:
                turned.add(kind.split()[0])
                one.settle()
                assert one.root.screen.bar.parent is not one.root.screen, kind
            found += flaws_in(one, f"{label} {kind} at {facing}")
        if shot.outcome is not None:
            break
        one.facade.chores_done()
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        assert reply.refusal is None
        company.follow(reply.snapshot.state, reply.events)
    return found, turned


@pytest.mark.parametrize(
    ("angle", "language", "game", "count", "most", "stages"),
    [
        (270, "en", "casinoya-poker", 4, 45, {"ExchangeStage", "ScanStage"}),
        (90, "fr", "casinoya-blackjack", 6, 40, {"TurnsStage"}),
        (90, "en", "casinoya-chinese", 2, 40, {"LaidStage"}),
        (270, "fr", "casinoya-war", 6, 80, {"MusterStage", "ArmyStage"}),
        (90, "fr", "casino-war", 6, 60, {"WarTableStage"}),
        (270, "en", "casino-war", 1, 20, {"WarTableStage"}),
        (180, "fr", "cassino", 3, 40, {"CassinoStage"}),
        (270, "fr", "cassino-spade", 4, 40, {"CassinoStage"}),
    ],
)
def test_every_game_can_be_played_from_every_edge(
    bench: Any, all_at: Any, angle: int, language: str, game: str, count: int, most: int, stages: set[str]
) -> None:
    """Turned to an edge nothing overlaps, every word fits and every target is a finger wide; the other numbers under `slow`."""
    from companion.words import use

    all_at(angle)
    use(language)
    found, turned = pass_through(
        bench(settings={"facing": "on", "language": language}), game, count, most, f"{language} {game} {count}"
    )
    assert not found, "\n".join(found)
    assert turned >= stages


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("angle", ANGLES)
@pytest.mark.parametrize(("game", "count"), [(game, count) for game, counts in GAMES.items() for count in counts])
def test_every_stage_of_every_game_from_every_edge(
    bench: Any, all_at: Any, language: str, angle: int, game: str, count: int
) -> None:
    """All games, all stages, all edges, both languages, two to six players with the longest names."""
    from companion.words import use

    all_at(angle)
    use(language)
    one = bench(settings={"facing": "on", "language": language})
    most = 500 if game.startswith("casinoya") else 160
    found, _ = pass_through(one, game, count, most, f"{language} {game} {count}")
    assert not found, "\n".join(found)


def sheets(bench: Any, settings: dict[str, str]) -> Iterator[tuple[str, Any]]:
    """Every sheet that a player may open from the prompt bar, while one player is asked."""
    from companion.rules.game import Given, Picked
    from ui.facade import ReaderView
    from ui.view.model import AskNumber, ByHand, ChooseFace, Confirm, Details, Explain, Go, Host, Look, Split

    name = LONG[0]
    one = bench(settings=settings, readers=[ReaderView("ttyUSB0", "ready")])
    one.start("casinoya-poker", *LONG[:4])
    one.do(*(Given(seat, "exchange", 0) for seat in LONG[1:4]))
    yield "exchange", one
    (standing,) = one.facade.snapshot.prompts
    from ui.view.games import number_ask

    one.desk.press(AskNumber(number_ask(standing, f"{name}: exchange how many cards?")))
    yield "pad", one
    one.facade.set_readers(ReaderView("ttyUSB0", "lost", code="unplugged", detail="Check the cable at the left."))
    one.desk.press(Go("table"))
    yield "exchange with a fault", one
    one.facade.set_readers(ReaderView("ttyUSB0", "ready"))
    one.do(Given(name, "exchange", 0))
    for seat in LONG[1:4]:
        one.do(*(f"{seat}/{face}" for face in ("KS", "KH", "QC", "4C", "4D")))
    yield "scan", one
    one.facade.set_readers(ReaderView("ttyUSB0", "lost", code="unplugged", detail="Check the cable at the left."))
    yield "scan with a fault", one
    one.facade.set_readers(ReaderView("ttyUSB0", "ready"))
    for sheet, act in {
        "by hand": ByHand(name, name),
        "why": Host("why", "Bo"),
        "menu": Host("menu"),
        "seat": Host("seat", name),
        "correct": Host("correct", name),
        "misread": Host("misread"),
        "doctor": Details(),
        "explained": Explain("18 + 1 − 10 = 9", ("King of spades: +2", "Pierce of the four of diamonds: −1")),
        "question": Confirm("End this game?", "End it", Go("home")),
    }.items():
        one.desk.press(act)
        yield sheet, one
    one.do(*(f"{name}/{face}" for face in ("X1", "KS", "KH", "4C", "4D")))
    joker = next(one for one in one.facade.snapshot.prompts if one.prompt.purpose == "joker")
    one.desk.press(ChooseFace(joker))
    yield "joker", one
    one = bench(settings=settings)
    one.start("casinoya-blackjack", *LONG[:3])
    one.do(*(Picked(seat, "stand") for seat in LONG[:3]))
    one.do(*(f"{seat}/{face}" for seat in LONG[1:3] for face in ("9S", "7D")))
    one.do(f"{name}/KS", f"{name}/X1")
    joker = next(one for one in one.facade.snapshot.prompts if one.prompt.purpose == "joker")
    one.desk.press(ChooseFace(joker))
    yield "value", one
    one = bench(settings=settings)
    one.start("casinoya-chinese", *LONG[:2])
    faces = ["KS", "KH", "X1", "4C", "4D", "9S", "9D", "3H", "3S", "QC", "QD", "2C", "7H"]
    one.do(*(f"Bo/{face}" for face in faces if face != "X1"), "Bo/8S")
    one.do(*(f"{name}/{face}" for face in faces[:5]))
    one.desk.press(Look("rows", name))
    yield "rows", one
    one.desk.press(Split("ask", name))
    yield "split", one


@pytest.mark.parametrize(
    ("angle", "language"),
    [
        (90, "fr"),
        (180, "en"),
        pytest.param(90, "en", marks=pytest.mark.slow),
        pytest.param(180, "fr", marks=pytest.mark.slow),
        pytest.param(270, "en", marks=pytest.mark.slow),
        pytest.param(270, "fr", marks=pytest.mark.slow),
    ],
)
def test_every_sheet_faces_the_player_who_is_asked(bench: Any, all_at: Any, angle: int, language: str) -> None:
    """Grid, pad, jokers, menus, questions and faults: the bar and what is touched lie turned at the player's edge, whole."""
    from companion.words import use

    all_at(angle)
    use(language)
    found: list[str] = []
    for name, one in sheets(bench, {"facing": "on", "language": language}):
        one.settle()
        screen = one.root.screen
        if one.root.view.facing != angle:
            found.append(f"{name}: faces {one.root.view.facing}")
            continue
        turned = screen.felt.parent is not screen
        if turned is not (angle == 180 or one.root.view.stage.answered_here):
            found.append(f"{name}: the felt is {'' if turned else 'not '}turned")
        if angle == 180 and name.endswith(
            "with a fault"
        ):  # as upright it lies over the felt (test_ui_geometry tells what it leaves free)
            continue
        found += flaws_in(one, f"{language} {name} at {angle}")
    assert not found, "\n".join(found)


def test_what_is_chosen_at_the_edge_lies_next_to_the_bar(bench: Any) -> None:
    """At the left and right edge a choice takes the screen's whole height beside its bar, and the seats stay beside it."""
    from ui.view.model import ByHand, EnterCard

    for place, angle in ((1, 270), (3, 90)):
        one = bench(settings={"facing": "on"})
        turn_of(one, place)
        one.desk.press(ByHand(NAMES[place], NAMES[place]))
        one.settle()
        keys = {key.act.card.face: key for key in one.targets() if isinstance(key.act, EnterCard)}
        assert set(keys) >= {rank + suit for rank in "A23456789TJQK" for suit in "SHDC"}
        right = 1 if angle == 90 else -1  # where the player's right hand is, up or down the screen
        assert (middle(keys["7S"])[1] - middle(keys["AS"])[1]) * right > 350
        assert (middle(keys["AS"])[0] - middle(keys["AC"])[0]) * right < 0
        entries = one.facade.snapshot.entries
        one.tap(keys["9D"])
        one.settle()
        assert one.facade.snapshot.entries == entries + 1
        assert f"{NAMES[place]}/9D" in str(one.facade.snapshot.state.seats[place])
        felt = sister("test_ui_geometry").rectangle(one.root.screen.felt)
        for panel in one.root.screen.seats.panels:
            assert sister("test_ui_geometry").overlap(felt, sister("test_ui_geometry").rectangle(panel)) <= 0
