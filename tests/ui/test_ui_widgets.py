"""Widgets on their own: text that fits, cards that turn, buttons that know when their meaning changed."""

from __future__ import annotations

from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]


@pytest.fixture
def shown(bench: Any) -> Any:
    """A running screen to hang single widgets on."""
    one = bench()

    def show(widget: Any, x: float = 100, y: float = 100) -> Any:
        widget.pos = (x, y)
        one.root.add_widget(widget)
        one.settle()
        return one

    return show


@pytest.mark.parametrize("words", ["Ana", "Maximiliane-Charlotte", "Undo 3♠ Bruno", "10 ♥ ★ → ok", "[b]not markup[/b]"])
def test_text_shrinks_to_fit_its_width(shown: Any, words: str) -> None:
    """A text is never wider than its place, and says so when it had to be shortened."""
    from ui.widgets.base import Text

    text = Text(words, size=20, bold=True)
    text.size = (120, 30)
    shown(text)
    assert text.ink[0] <= 121
    assert text.fits or text.natural_width() * text.least > 119


def test_text_breaks_into_the_lines_that_it_may_have(shown: Any) -> None:
    """Two lines are used before letters are made smaller than they need be."""
    from ui.widgets.base import Text

    text = Text("Maximiliane-Charlotte 3 more, Bruno 5 more, Chloé 5 more", size=20, lines=2)
    text.size = (300, 52)
    shown(text)
    assert text.fits
    assert text.font_size > 15
    assert text.ink[1] <= 54
    assert text.ink[0] <= 301


def test_signs_that_roboto_lacks_come_from_the_sign_font(shown: Any) -> None:
    """A suit is drawn with DejaVu Sans, not as Roboto's empty box; what looks like markup in a name is not markup."""
    from ui.widgets.base import Text, glyph, text_width

    text = Text("♠", size=40)
    text.size = (300, 60)
    shown(text)
    suit, box = glyph("♠", 40, "DejaVuSans"), glyph("♠", 40, "Roboto")
    assert text._rectangle.texture.pixels == suit.pixels != box.pixels
    text.set("[b]Ana[/b]")
    assert text.ink[0] >= text_width("[b]Ana[/b]", 40) - 2


def test_a_button_rests_after_its_meaning_changed(shown: Any) -> None:
    """For 300 ms after its act changed a button ignores fingers; then it does the new act, once."""
    from ui.view.model import Button, Focus
    from ui.widgets.buttons import Pill

    done: list[Any] = []
    pill = Pill(done.append, Button("one", Focus("a")))
    pill.size = (120, 50)
    one = shown(pill)
    one.advance(0.4)
    pill.show(Button("two", Focus("b")))
    one.advance(0.1)
    one.touch(*pill.center)
    assert done == []
    one.advance(0.3)
    one.touch(*pill.center)
    assert done == [Focus("b")]


def test_a_finger_seen_twice_presses_once(shown: Any) -> None:
    """Two touches of one place within 80 ms are one press."""
    from kivy.tests.common import UnitTestTouch

    from ui.view.model import Button, Focus
    from ui.widgets.buttons import Pill

    done: list[Any] = []
    pill = Pill(done.append, Button("one", Focus("a")))
    pill.size = (120, 50)
    one = shown(pill)
    one.advance(0.4)
    fingers = [UnitTestTouch(*pill.center), UnitTestTouch(*pill.center)]
    for finger in fingers:
        finger.touch_down()
        one.frames(1)
    for finger in fingers:
        finger.touch_up()
        one.frames(1)
    assert len(done) == 1


def test_a_disabled_button_does_nothing(shown: Any) -> None:
    """A button that is not enabled has no act."""
    from ui.view.model import Button, Focus
    from ui.widgets.buttons import Pill

    done: list[Any] = []
    pill = Pill(done.append, Button("one", Focus("a"), enabled=False))
    pill.size = (120, 50)
    one = shown(pill)
    one.advance(0.4)
    one.touch(*pill.center)
    assert done == []
    assert pill.act is None


def test_a_back_turns_into_a_face(bench: Any) -> None:
    """With motion a card turns over within a third of a second and then rests."""
    from ui.view.model import CardView
    from ui.widgets.cards import PlayingCard

    one = bench(motion=True)
    card = PlayingCard(CardView("back"), size=(60, 83), pos=(100, 100))
    one.root.add_widget(card)
    one.settle()
    card.show(CardView("face", "KS"))
    one.advance(0.14)
    assert card.turn < 0.9
    one.advance(0.4)
    assert card.turn == pytest.approx(1.0)
    one.settle()


def test_a_stepper_keeps_to_its_bounds(shown: Any) -> None:
    """Minus and plus move by the step, never beyond the bounds, and the button gives the number shown."""
    from ui.view.model import NumberAsk
    from ui.widgets.numbers import Stepper

    done: list[Any] = []
    stepper = Stepper(done.append)
    stepper.size = (500, 60)
    stepper.show(NumberAsk("Ana", "ante?", None, "ante", 2, 10, 2, 4, "Bet"))
    one = shown(stepper)
    for _ in range(5):
        one.tap(stepper.plus)
    assert stepper.number == 10
    one.tap(stepper.minus)
    one.tap(stepper.give)
    assert done[-1].action.number == 8


def test_the_number_pad_gives_only_what_is_allowed(shown: Any) -> None:
    """Numbers out of bounds or between steps cannot be given."""
    from ui.view.model import NumberAsk
    from ui.widgets.numbers import NumberPad

    done: list[Any] = []
    closed: list[int] = []
    pad = NumberPad(done.append, lambda: closed.append(1))
    pad.size = (740, 212)
    pad.show(NumberAsk("Ana", "ante?", None, "ante", 10, 200, 10, 10, "Bet"), "Back", "10 to 200")
    one = shown(pad, 20, 100)
    for letter, allowed in (("5", False), ("5", False), ("⌫", False), ("0", True)):
        one.tap(next(key for key in pad.keys if key.text.say == letter))
        assert (pad.number() is not None) is allowed
    one.tap(pad.give)
    assert done[-1].action.number == 50
    assert closed
