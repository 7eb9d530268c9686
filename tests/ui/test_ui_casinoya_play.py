"""Blackjack, Chinese poker and War in a real window: whole games by fingers alone, dragging, the held split, reference pictures."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent
HAND = ("KS", "KH", "X1", "4C", "4D", "9S", "9D", "3H", "3S", "QC", "QD", "2C", "7H")


def finger(one: Any, action: Any) -> None:
    """Do an action by tapping what does it; columns of reinforcements are touched one after another."""
    from companion.rules.game import Picked
    from ui.view.model import Do

    if isinstance(action, Picked) and any(
        standing.prompt.purpose == "reinforce" and standing.prompt.seat == action.seat
        for standing in one.facade.snapshot.prompts
    ):
        for column in action.option.split("+"):
            one.tap(one.target(lambda target, at=int(column) - 1: target.act == Do("column", action.seat, str(at))))
            one.settle()
        return
    spec = importlib.util.spec_from_file_location("sister_play", HERE / "test_ui_play.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.finger(one, action)


def play_by_fingers(one: Any, seed: int, most: int) -> Any:
    """Robots decide, fingers do; nothing is done twice or by another way. The last snapshot."""
    from companion.robots import Company

    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(seed))
    company.follow(shot.state, shot.events)
    for _ in range(most):
        shot = one.facade.snapshot
        if shot.outcome is not None:
            break
        if type(one.root.view.stage).__name__ == "ChoresStage":
            one.tap_text("Done")
            one.settle()
        action = company.act([standing.prompt for standing in shot.prompts])
        finger(one, action)
        after = one.facade.snapshot
        assert after.entries == shot.entries + 1, action
        company.follow(after.state, after.events)
    return one.facade.snapshot


@pytest.mark.parametrize(
    ("game", "names", "options"),
    [
        ("casinoya-blackjack", ("Ana", "Bruno", "Chloé"), {"hp": "4"}),
        ("casinoya-chinese", ("Ana", "Bruno"), {"hp": "3"}),
        ("casinoya-war", ("Ana", "Bruno", "Chloé"), {"hp": "3"}),
    ],
)
def test_a_game_is_played_by_fingers_alone(
    bench: Any, game: str, names: tuple[str, ...], options: dict[str, str]
) -> None:
    """From the first choice to the winner every step can be tapped."""
    one = bench()
    one.start(game, *names, **options)
    shot = play_by_fingers(one, 4, 300)
    assert shot.outcome is not None
    assert type(one.root.view).__name__ == "OverView"


@pytest.mark.slow
@pytest.mark.parametrize("count", [3, 6])
@pytest.mark.parametrize("game", ["casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war"])
def test_a_long_game_with_the_effects_library_is_played_by_fingers_alone(bench: Any, game: str, count: int) -> None:
    """The house deck's mill and recover, sparing attackers and hands that lie open can all be tapped too."""
    from importlib import resources

    deck = str(resources.files("companion.rules.numbers").joinpath("house.toml"))
    one = bench()
    one.start(game, *("Ana", "Bruno", "Chloé", "Dev", "Élodie", "François")[:count], hp="6", deck=deck, may_spare="on")
    shot = play_by_fingers(one, count, 160)
    assert shot.outcome is not None or shot.entries == 160


# --- dragging ----------------------------------------------------------------------------------------------------------


def drag(one: Any, start: Any, end: Any) -> None:
    """A finger goes down on the middle of one widget, moves, and is lifted on another."""
    from kivy.tests.common import UnitTestTouch

    one.advance(0.35)
    touch = UnitTestTouch(*start.to_window(*start.center))
    touch.touch_down()
    one.frames(2)
    x, y = end.to_window(*end.center)
    touch.touch_move((touch.x + x) / 2, (touch.y + y) / 2)
    one.frames(2)
    touch.touch_move(x, y)
    one.frames(2)
    touch.touch_up()
    one.settle()


def places(one: Any, seat: str) -> list[Any]:
    """The cards of a seat's hand on the felt."""
    return next(hand for hand in one.root.screen.stage.hands if hand.view.seat == seat).rows.cards


def test_a_card_dragged_onto_another_changes_places_with_it(bench: Any) -> None:
    """Only scanned cards of the own hand move; dropped anywhere else a card goes back, and a mere tap looks at the hand."""
    one = bench()
    one.start("casinoya-chinese", "Ana", "Bruno")
    one.do(*(f"Ana/{face}" for face in ("KS", "QS", "JS", "TS")))
    cards = places(one, "Ana")
    drag(one, cards[0], cards[3])
    assert [card.face for card in one.facade.snapshot.state.seats[0].scans] == ["TS", "QS", "JS", "KS"]
    entries = one.facade.snapshot.entries
    drag(one, cards[0], cards[9])
    drag(one, cards[0], places(one, "Bruno")[0])
    drag(one, cards[0], one.root.screen.bar)
    assert one.facade.snapshot.entries == entries
    assert all(card.opacity == 1 for card in cards)
    one.tap(cards[1])
    one.settle()
    assert len(one.root.screen.stage.hands) == 1
    drag(one, places(one, "Ana")[1], places(one, "Ana")[2])
    assert [card.face for card in one.facade.snapshot.state.seats[0].scans] == ["TS", "JS", "QS", "KS"]
    one.tap_text("Close")
    one.settle()
    assert len(one.root.screen.stage.hands) == 2


def test_an_army_is_reordered_and_retaken_until_the_reveal(bench: Any) -> None:
    """In War a row of five is dragged the same way; retake empties it and nobody else's."""
    from companion.rules.game import Picked

    one = bench()
    one.start("casinoya-war", "Ana", "Bruno")
    one.do(*(Picked(name, "2-0") for name in ("Ana", "Bruno")))
    one.do("Bruno/2S", *(f"Ana/{face}" for face in ("KS", "QS", "JS")))
    drag(one, places(one, "Ana")[0], places(one, "Ana")[2])
    assert [card.face for card in one.facade.snapshot.state.seats[0].scans] == ["JS", "QS", "KS"]
    one.tap(
        one.target(
            lambda target: (
                getattr(target.act, "action", None).__class__.__name__ == "Retake" and target.act.action.seat == "Ana"
            )
        )
    )
    one.settle()
    assert [len(seat.scans) for seat in one.facade.snapshot.state.seats] == [0, 1]


# --- the private split -------------------------------------------------------------------------------------------------


def faces_shown(one: Any) -> list[str]:
    """The faces of all cards that are drawn face up now."""
    from ui.widgets.cards import PlayingCard

    return [
        card.view.face
        for card in one.root.walk()
        if isinstance(card, PlayingCard) and card.opacity and card.view.shown == "face"
    ]


def test_the_split_is_seen_only_while_a_finger_holds_the_button(bench: Any, tmp_path: Path) -> None:
    """Asked, laid by hand, held, let go, slid off, laid: faces are drawn while the finger is down and never else."""
    from kivy.tests.common import UnitTestTouch

    from ui.screenshots import Recorder

    one = bench()
    one.start("casinoya-chinese", "Ana", "Bruno")
    recorder = Recorder(tmp_path, one.app)
    one.tap(
        next(target for target in one.targets() if getattr(target, "text", None) and target.text.say == "Best split…")
    )
    one.settle()
    one.tap_text("By hand")
    one.settle()
    for face in HAND:
        one.tap(one.target(lambda target, face=face: getattr(target, "face", "") == face))
        one.settle()
    assert one.facade.snapshot.entries == 0
    assert faces_shown(one) == []
    (hold,) = one.root.screen.stage.hold
    for away in (False, True):
        one.advance(0.35)
        touch = UnitTestTouch(*hold.to_window(*hold.center))
        touch.touch_down()
        one.frames(3)
        assert sorted(faces_shown(one)) == sorted(HAND)
        if away:
            touch.touch_move(20, 20)
            one.frames(2)
        touch.touch_up()
        one.advance(0.2)
        assert faces_shown(one) == []
        assert one.desk.held is False
    recorder.close()
    assert one.facade.snapshot.entries == 0
    assert one.facade.log() == [
        line for line in one.facade.log() if not any(face in line.text for face in ("K♠", "K♥"))
    ]
    one.tap_text("Lay it so")
    one.settle()
    assert faces_shown(one) == []
    seat = one.facade.snapshot.state.seats[0]
    assert sorted(card.face for card in seat.scans) == sorted(HAND)
    assert one.facade.private() is None
    kept = [path.name for path in tmp_path.iterdir()]
    assert any("private" in name for name in kept)


def test_a_picture_is_never_kept_of_faces_that_are_held(bench: Any, tmp_path: Path) -> None:
    """The recorder of screenshots looks away while the button is held, also when that is the first it would see."""
    from companion.rules.cards import Card
    from ui.screenshots import Recorder
    from ui.view.model import Split

    one = bench()
    one.start("casinoya-chinese", "Ana", "Bruno")
    one.desk.press(Split("ask", "Ana"))
    for face in HAND:
        one.facade.touch(Card(f"Ana/{face}"))
    one.desk.press(Split("hold", "Ana"))
    recorder = Recorder(tmp_path, one.app)
    one.settle()
    recorder.look()
    assert not list(tmp_path.iterdir())
    one.desk.press(Split("release", "Ana"))
    one.settle()
    recorder.look()
    assert [path.suffix for path in tmp_path.iterdir()] == [".png"]
    recorder.close()


# --- pictures ----------------------------------------------------------------------------------------------------------


def test_blackjack_with_six(bench: Any, same_picture: Any) -> None:
    """The mock-up's six seats: hidden and shown cards, one over 31, one standing."""
    from companion.rules.game import Corrected, Picked

    one = bench()
    names = ("Ana", "Bruno", "Chloé", "Dev", "Élodie", "François")
    one.start("casinoya-blackjack", *names)
    one.do(Corrected("Bruno", "hp", 15), Corrected("Chloé", "hp", 9), Corrected("Élodie", "hp", 4))
    for faces in (("9S", "KD", "7H", "2C", "TS"), ("5C", "QC", "3C", "JH"), ("6D", "QD"), ("4C",)):
        for face in faces:
            asked = one.facade.snapshot.prompts[0].prompt.seat
            one.do(f"{asked}/{face}")
        one.do(Picked(one.facade.snapshot.prompts[0].prompt.seat, "stand"))
    same_picture(one, "blackjack-six")


def test_chinese_rows(bench: Any, same_picture: Any) -> None:
    """Three hands in rows: one ready, one with a joker to be chosen, one still empty."""
    one = bench()
    one.start("casinoya-chinese", "Ana", "Bruno", "Chloé")
    one.do(*(f"Ana/{face}" for face in HAND if face != "X1"), "Ana/8S")
    one.do(*(f"Bruno/{face}" for face in HAND))
    same_picture(one, "chinese-rows")


def test_war_column(bench: Any, same_picture: Any) -> None:
    """The mock-up's column: a king attacks, the six of hearts steps in."""
    from companion.rules.game import Picked

    one = bench()
    one.start("casinoya-war", "Ana", "Bruno", "Chloé")
    one.do(
        Picked("Ana", "2-0"), Picked("Bruno", "1-0"), Picked("Chloé", "1-0"), Picked("Bruno", "2"), Picked("Chloé", "4")
    )
    one.do(*(f"Ana/{face}" for face in ("7S", "KC", "3C", "9D", "QD")))
    one.do(*(f"Bruno/{face}" for face in ("2H", "9S", "JC", "4S", "5S")))
    one.do(*(f"Chloé/{face}" for face in ("AH", "8H", "X1", "TD", "6C")))
    while one.facade.snapshot.state.contest == 0:
        one.do(Picked("table", "next"))
    one.do("Bruno/6H")
    same_picture(one, "war-column")
