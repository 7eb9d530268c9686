"""Casino War in the window: chips by finger, a whole hand by taps alone, everything readable with 1, 2, 4 and 6 players."""

from __future__ import annotations

import os
import runpy
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

PICKY = runpy.run_path(str(Path(__file__).with_name("test_ui_geometry.py")))
NAMES: tuple[str, ...] = PICKY["NAMES"]
SMALL = os.environ.get("COMPANION_UI", "800x480@1") == "800x480@1"


def chip(one: Any, value: str) -> Any:
    """The chip of this value on the rail."""
    (found,) = [disc for disc in one.root.screen.stage.dealer.rail.chips if disc.text.say == value]
    return found


def circle(one: Any, seat: int, word: str) -> Any:
    """A circle of a seat."""
    (found,) = [ring for ring in one.root.screen.stage.seats[seat].circles if ring.word.say == word]
    return found


def bets(one: Any) -> list[tuple[int, int]]:
    return [(seat.ante, seat.tie) for seat in one.facade.snapshot.state.seats]


def finger_of(one: Any, target: Any, **about: str) -> Any:
    from kivy.tests.common import UnitTestTouch

    finger = UnitTestTouch(*target.to_window(*target.center))
    for name, value in about.items():
        setattr(finger, name, value)
    return finger


# --- chips by finger ------------------------------------------------------------------------------------------------


def test_chips_are_put_on_the_circle_that_was_touched(bench: Any) -> None:
    """Touch a circle, tap chip values: they lie there and are bet."""
    one = bench()
    one.start("casino-war", "Ana", "Bruno")
    one.tap(chip(one, "10"))
    one.settle()
    one.tap(circle(one, 1, "tie"))
    one.settle()
    one.tap(chip(one, "25"))
    one.settle()
    assert circle(one, 1, "tie").view.pending
    one.tap(chip(one, "25"))
    one.settle()
    assert bets(one) == [(10, 0), (50, 50)]
    assert circle(one, 1, "tie").text.say == "50"


def test_taps_in_quick_succession_all_count(bench: Any) -> None:
    """Five taps within a second are five chips, although each changes what the next one means."""
    one = bench()
    one.start("casino-war", "Ana")
    one.advance(0.4)
    for _ in range(5):
        one.touch(*chip(one, "10").to_window(*chip(one, "10").center))
        one.advance(0.1)
    assert bets(one) == [(50, 0)]


def test_a_long_press_takes_one_off(bench: Any) -> None:
    """Held on a chip value one of that value goes, held on a circle its top chip; the release adds nothing."""
    one = bench()
    one.start("casino-war", "Ana")
    for value in ("50", "10", "10"):
        one.tap(chip(one, value))
        one.settle()
    for target, left in ((chip(one, "50"), 20), (circle(one, 0, "ante"), 10)):
        one.advance(0.4)
        one.touch(*target.to_window(*target.center), hold=0.8)
        one.settle()
        assert bets(one) == [(left, 0)]


def test_the_right_button_takes_one_off(bench: Any) -> None:
    """With a mouse the right button on a chip value or a circle does what a long press does."""
    one = bench()
    one.start("casino-war", "Ana")
    for value in ("50", "10"):
        one.tap(chip(one, value))
        one.settle()
    for target, left in ((chip(one, "10"), 50), (circle(one, 0, "ante"), 0)):
        finger = finger_of(one, target, button="right")
        finger.touch_down()
        one.frames(3)
        finger.touch_up()
        one.settle()
        assert bets(one) == [(left, 0)]


def test_half_a_bet_is_taken_back_at_the_left_edge(bench: Any) -> None:
    """While chips make no bet yet, the left button takes them back and the deal waits."""
    one = bench()
    one.start("casino-war", "Ana", "Bruno")
    one.tap(chip(one, "10"))
    one.settle()
    one.tap(chip(one, "5"))  # now Bruno's ante is fed
    one.settle()
    assert "Deal" not in [getattr(getattr(target, "text", None), "say", "") for target in one.targets()]
    one.tap_text("Take back")
    one.settle()
    one.tap_text("Deal")
    one.settle()
    assert one.facade.snapshot.state.phase == "first"


# --- a whole hand ---------------------------------------------------------------------------------------------------


def test_a_whole_hand_by_fingers_only(bench: Any) -> None:
    """From home through bets, cards by hand, a war, its burn and the payout to the same bets again: all of it is tapped."""
    one = bench(names=("Ana", "Bruno"))
    one.tap(next(tile for tile in one.targets() if getattr(tile, "title", None) and tile.title.say == "Casino War"))
    one.settle()
    for text in ("Ana", "Bruno", "Start"):
        one.tap_text(text)
        one.settle()
    one.tap(chip(one, "10"))
    one.settle()
    one.tap(circle(one, 1, "tie"))
    one.settle()
    one.tap(chip(one, "50"))
    one.settle()
    assert bets(one) == [(10, 0), (50, 50)]
    one.tap_text("Deal")
    one.settle()
    one.tap_text("By hand")
    one.settle()
    assert "X1" not in one.root.screen.stage.grid.keys
    for face in ("TS", "9C", "TD"):
        one.tap(one.target(lambda target, face=face: getattr(target, "face", "") == face))
        one.settle()
    assert type(one.root.view.stage).__name__ == "WarTableStage"
    one.tap_text("Go to war")
    one.settle()
    one.tap_text("Burned")
    one.settle()
    one.tap_text("By hand")
    one.settle()
    for face in ("JD", "9S"):
        one.tap(one.target(lambda target, face=face: getattr(target, "face", "") == face))
        one.settle()
    state = one.facade.snapshot.state
    assert [(seat.path, seat.returned) for seat in state.seats] == [("war-won", 30), ("lost-first", 0)]
    assert {"+10", "30", "−100"} <= set(one.says())
    one.tap_text("Why?")
    one.settle()
    assert "returned 2A + R + 11T · net A + 10T" in one.says()
    one.tap_text("Close")
    one.settle()
    one.tap_text("House +90")
    one.settle()
    assert [line.night.say for line in one.root.screen.stage.lines] == ["+10", "−100", "+90"]
    one.tap_text("Close")
    one.settle()
    one.tap_text("Paid, next")
    one.settle()
    one.tap_text("Same bets")
    one.settle()
    assert bets(one) == [(10, 0), (50, 50)]
    assert one.facade.snapshot.state.hand == 2


def test_a_misdeal_by_finger_needs_two_taps(bench: Any) -> None:
    """The first asks, and going back changes nothing; the second gives the bets back."""
    from companion.rules.game import Given, Picked

    one = bench()
    one.start("casino-war", "Ana", "Bruno")
    one.do(Given("Ana", "ante", 10), Picked("dealer", "deal"))
    one.tap_text("Misdeal")
    one.settle()
    one.tap_text("Back")
    one.settle()
    assert one.facade.snapshot.state.phase == "first"
    for _ in range(2):
        one.tap_text("Misdeal")
        one.settle()
    assert one.facade.snapshot.state.phase == "bets"
    assert one.facade.snapshot.state.seats[0].bank == 500


def test_chips_are_bought_by_finger(bench: Any) -> None:
    """Touching a seat between hands opens its night, where chips are bought."""
    one = bench()
    one.start("casino-war", "Ana")
    one.tap(one.root.screen.stage.seats[0].hit)
    one.settle()
    one.tap_text("Buy 500")
    one.settle()
    assert one.facade.snapshot.state.seats[0].bank == 1000
    assert "bank 1000" in one.says()


def test_a_seat_is_held_for_what_the_host_may_do(bench: Any) -> None:
    """As in every game a long press on a seat opens its menu: corrections, buying, going home."""
    one = bench()
    one.start("casino-war", "Ana", "Bruno")
    one.advance(0.4)
    hit = one.root.screen.stage.seats[1].hit
    one.touch(*hit.to_window(*hit.center), hold=0.8)
    one.settle()
    assert "Correct bank" in one.says()


def test_cards_keep_their_widgets_from_the_deal_to_the_payout(bench: Any) -> None:
    """What lies on the felt is not built anew at each step: the first card stays the same widget."""
    from companion.rules.game import Given, Picked

    one = bench()
    one.start("casino-war", "Ana")
    one.do(Given("Ana", "ante", 10), Picked("dealer", "deal"))
    put(one, "TS")
    one.settle()
    card = one.root.screen.stage.seats[0].cards.cards[0]
    put(one, "TH")
    one.do(Picked("Ana", "war"), Picked("dealer", "burned"))
    put(one, "JD", "9S")
    one.settle()
    assert one.root.screen.stage.seats[0].cards.cards[0] is card
    assert [str(view.view.face) for view in one.root.screen.stage.seats[0].cards.cards] == ["TS", "JD"]


# --- everything fits ------------------------------------------------------------------------------------------------


def put(one: Any, *actions: Any) -> None:
    """Actions and dealt faces, without waiting for the screen in between."""
    from companion.rules.game import Touched

    for action in actions:
        shot = one.facade.snapshot
        done = Touched(shot.game.first_unseen(shot.state, action)) if isinstance(action, str) else action
        reply = one.table.submit(done)
        assert reply.refusal is None, (done, reply.refusal)


def moments(one: Any, count: int, big: bool) -> Iterator[str]:
    """A hand with every outcome, in each of its moments."""
    from companion.rules.game import Given, Picked
    from ui.view.model import CloseSheet, Look

    names = NAMES[:count]
    one.start("casino-war", *names, bank="1000000" if big else "500")
    yield "bets"
    scale = 10_000 if big else 1
    for at, name in enumerate(names):
        put(one, Given(name, "ante", 10 * scale), *([Given(name, "tie", 6 * scale)] if at % 2 == 0 else []))
    yield "bets placed"
    put(one, Picked("dealer", "deal"))
    yield "first card"
    faces = ("TS", "TC", "4C", "TD", "KH", "TC")[:count]
    put(one, *faces)
    yield "dealer's card"
    put(one, "TH")
    while (seat := one.facade.snapshot.state.undecided) is not None:
        yield f"{seat.name} decides"
        put(one, Picked(seat.name, "surrender" if seat.name == NAMES[1] else "war"))
    yield "burn"
    put(one, "2C")
    yield "one burned"
    put(one, Picked("dealer", "burned"))
    yield "war"
    put(one, *("JD", "9S", "3C")[: len(one.facade.snapshot.state.warring)])
    put(one, "9H")
    yield "payout"
    for look in (Look("why", names[0]), Look("night"), Look("seat", names[0])):
        one.desk.press(look)
        yield look.what
    one.desk.press(CloseSheet())
    put(one, Picked("dealer", "next"))
    yield "next bets"


@pytest.mark.parametrize(("count", "big"), [(1, False), (2, False), (3, False), (4, False), (6, False), (6, True)])
def test_every_moment_fits(bench: Any, count: int, big: bool) -> None:
    """Targets of 48 dp, no words cut or on top of each other, nothing outside, and rest, also with sums of six digits."""
    one = bench()
    for moment in moments(one, count, big):
        PICKY["check"](one, f"{count} players, {moment}")
        undo, primary = one.root.screen.bar.undo, one.root.screen.bar.buttons
        assert all(pill.x < one.root.width * 0.05 for pill in undo)
        assert primary[-1].right > one.root.width * 0.95


@pytest.mark.parametrize("count", [3, 6])
def test_a_fault_takes_no_target_away(bench: Any, count: int) -> None:
    """The banner pushes the table down instead of lying on chips and circles."""
    from ui.facade import ReaderView

    one = bench(readers=[ReaderView("ttyUSB0", "ready")])
    for moment in moments(one, count, False):
        one.facade.set_readers(ReaderView("ttyUSB0", "lost", code="unplugged", detail="Check the cable."))
        if moment in ("bets placed", "payout", "war"):
            PICKY["check"](one, f"{count} players and a fault, {moment}")
            (banner,) = one.root.screen.banner
            stage = one.root.screen.stage
            assert banner.y >= stage.top


@pytest.mark.parametrize("language", ["fr"])
def test_the_other_language_fits(bench: Any, language: str) -> None:
    """Longer words find their place too."""
    one = bench(settings={"language": language})
    for moment in moments(one, 4, False):
        PICKY["check"](one, f"{language}, {moment}")


def test_the_house_edge_is_shown_while_options_are_changed(bench: Any) -> None:
    """In the house rules the edge of the present options stands in the bar and follows each tap."""
    one = bench(names=("Ana",))
    one.tap(next(tile for tile in one.targets() if getattr(tile, "title", None) and tile.title.say == "Casino War"))
    one.settle()
    one.tap_text("House rules")
    one.settle()
    assert "House\u00a0edge\u00a02.3301\u00a0%" in one.root.screen.bar.sentence.say
    one.tap_text("No bonus")
    one.settle()
    assert "House\u00a0edge\u00a02.8771\u00a0%" in one.root.screen.bar.sentence.say


# --- how it looks ---------------------------------------------------------------------------------------------------


@pytest.mark.skipif(not SMALL, reason="the reference pictures are of 800 x 480")
@pytest.mark.parametrize("wanted", ["next bets", "payout"])
def test_it_looks_as_it_was_looked_at(bench: Any, same_picture: Callable[[Any, str], None], wanted: str) -> None:
    """The bets with three players, and the payout as in the mock-up."""
    one = bench()
    for moment in moments(one, 3, False):
        if moment == wanted:
            same_picture(one, f"casino-war-{wanted.replace(' ', '-')}")
