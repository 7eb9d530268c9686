"""Kind to fingers and eyes: dimming and sleep, the waking touch, the lock, hints, rules, questions, text size, digits to read from afar."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.rules.game import Given
from ui.waking import Waking

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

NAMES = ("Ana", "Bruno", "Chloé", "Dev", "Élodie", "François")


class Hours:
    """Time that a test moves: what is due is done in order."""

    def __init__(self) -> None:
        self.now = 0.0
        self.due: list[tuple[float, Callable[[], None]]] = []

    def later(self, seconds: float, do: Callable[[], None]) -> Callable[[], None]:
        entry = (self.now + seconds, do)
        self.due.append(entry)
        return lambda: self.due.remove(entry) if entry in self.due else None

    def pass_by(self, seconds: float) -> None:
        end = self.now + seconds
        while ready := sorted((one for one in self.due if one[0] <= end), key=lambda one: one[0]):
            self.due.remove(ready[0])
            self.now = ready[0][0]
            ready[0][1]()
        self.now = end


@pytest.mark.parametrize("light", [True, False])
def test_the_screen_dims_and_sleeps_by_its_light_or_by_itself(light: bool) -> None:
    """After the seconds of the settings it dims, then sleeps; a panel that obeys does it, else darkness is drawn."""
    hours, shone = Hours(), []
    waking = Waking(hours.later, lambda share: shone.append(share) is None and light, lambda: None)
    waking.settle(300, 1800)
    hours.pass_by(299)
    assert (waking.state, waking.darkness) == ("awake", 0)
    hours.pass_by(2)
    assert (waking.state, waking.darkness) == ("dim", 0 if light else 0.6)
    hours.pass_by(1500)
    assert (waking.state, waking.darkness) == ("asleep", 1)
    assert waking.stir()
    assert (waking.state, waking.darkness) == ("awake", 0)
    assert not waking.stir()
    assert shone == [0.3, 0.0, 1.0]


def test_never_is_never_and_every_touch_begins_anew() -> None:
    """0 seconds switch a step off; a touch a minute keeps the screen awake; nothing is left waiting twice."""
    hours = Hours()
    waking = Waking(hours.later, lambda _share: False, lambda: None)
    waking.settle(0, 0)
    assert hours.due == []
    waking.settle(0, 100)
    hours.pass_by(101)
    assert waking.state == "asleep"
    waking.settle(100, 0)
    for _ in range(50):
        hours.pass_by(60)
        assert not waking.stir()
        assert len(hours.due) == 1
    hours.pass_by(101)
    assert waking.state == "dim"


def scanning(bench: Any, **settings: str) -> Any:
    """A table that waits for hands, with these settings."""
    from companion.settings import screen_fields

    one = bench(settings=settings, fields=screen_fields())
    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    return one


def standing(one: Any) -> int:
    """How many changes stand."""
    return len(one.facade.snapshot.history.current())


def test_the_touch_that_wakes_the_screen_presses_nothing(bench: Any) -> None:
    """On a dark screen the first touch only wakes it; the next one, after the lock-out, presses."""
    one = scanning(bench, dim_after="0", sleep_after="60")
    one.advance(61)
    assert one.root.waking.darkness == 1
    steps = standing(one)
    (undo,) = one.root.screen.bar.undo
    one.touch(*undo.center)
    one.settle()
    assert one.root.waking.darkness == 0
    assert standing(one) == steps
    one.tap(undo)
    one.settle()
    assert standing(one) == steps - 1


def test_a_card_wakes_the_screen(bench: Any) -> None:
    """Who lays a card wants to see it."""
    one = scanning(bench, dim_after="60", sleep_after="120")
    one.advance(61)
    assert one.root.waking.state == "dim"
    one.do("Ana/KS")
    assert one.root.waking.state == "awake"


def test_a_locked_screen_takes_cards_and_no_fingers_until_it_is_held(bench: Any) -> None:
    """Taps and wipes do nothing, cards are read; a finger that rests on the lock opens it."""
    from ui.view.model import Host

    one = scanning(bench)
    one.desk.press(Host("lock"))
    one.settle()
    cover = one.root.cover
    assert cover.box.opacity == 1
    steps = standing(one)
    for widget in (*one.root.screen.bar.undo, *one.root.screen.seats.panels, cover.box):
        one.touch(*widget.center)
    one.settle()
    assert standing(one) == steps
    assert one.desk.locked
    one.do("Ana/KS")
    assert standing(one) == steps + 1
    one.touch(*cover.box.center, hold=1.7)
    one.settle()
    assert not one.desk.locked
    one.tap(one.root.screen.bar.undo[0])
    one.settle()
    assert standing(one) == steps


def test_a_hint_stands_in_the_bar_the_first_three_times(bench: Any) -> None:
    """A stage is explained the first three times it appears, until a touch; not where hints are switched off."""
    from companion.words.hints import HINTS
    from ui.view.model import Go

    one = bench(settings={"hints": "on"})
    shown = []
    for _ in range(5):
        one.start("casinoya-poker", "Ana", "Bruno")
        shown.append(one.root.view.bar.sentence == HINTS["exchange"])
        one.desk.press(Go("home"))
        one.settle()
    assert shown == [True, True, True, False, False]
    one.start("casinoya-blackjack", "Ana", "Bruno")
    assert one.root.view.bar.sentence == HINTS["turns"]
    one.advance(10)
    assert one.root.view.bar.sentence != HINTS["turns"]
    quiet = bench(settings={"hints": "off"})
    quiet.start("casinoya-war", "Ana", "Bruno")
    assert quiet.root.view.bar.eyebrow != "Hint"


def test_the_rules_are_read_before_and_during_a_game_with_its_options(bench: Any) -> None:
    """From the new game with the options of the draft, from the table's menu with those of the game."""
    from ui.view.model import Go, Host, Put

    one = bench(names=NAMES)
    one.desk.press(Go("new", "casinoya-poker"))
    one.desk.press(Put("option", "hp", "33"))
    one.settle()
    one.tap_text("Rules")
    one.settle()
    assert any("begins with 33 hit points" in said for said in one.says())
    one.tap_text("Back")
    one.settle()
    assert type(one.root.view).__name__ == "NewGameView"
    one.desk.draft = None
    one.start("casinoya-poker", "Ana", "Bruno", hp="12")
    one.desk.press(Host("menu"))
    one.settle()
    one.tap_text("Rules")
    one.settle()
    assert any("begins with 12 hit points" in said for said in one.says())


def test_a_running_game_is_not_ended_unasked(bench: Any) -> None:
    """Starting another game asks first; going back keeps the old one."""
    from ui.view.model import Go

    one = bench(names=NAMES)
    one.start("casinoya-poker", "Ana", "Bruno")
    one.desk.press(Go("new", "casino-war"))  # with those who play now
    one.settle()
    one.tap_text("Start")
    one.settle()
    assert one.facade.snapshot.name == "casinoya-poker"
    one.tap_text("Back")
    one.settle()
    one.tap_text("Start")
    one.settle()
    one.tap_text("End it")
    one.settle()
    assert one.facade.snapshot.name == "casino-war"


def test_text_size_language_and_theme_change_at_once(bench: Any) -> None:
    """No restart: words grow, speak French, and stand on a light ground as soon as it is pressed."""
    one = scanning(bench)
    before = one.root.screen.bar.sentence.full
    one.facade.change_setting("text_size", "large")
    one.settle()
    assert one.root.screen.bar.sentence.full == pytest.approx(1.2 * before)
    one.facade.change_setting("language", "fr")
    one.settle()
    assert any("encore" in said for said in one.says())
    from ui.theme import C

    one.facade.change_setting("theme", "light")
    one.settle()
    assert C.theme == "light"


def digits_height(text: Any) -> float:
    """Height of the digits as drawn, in pixels: Roboto's are 0.711 em tall."""
    return float(text.font_size * 0.711)


@pytest.mark.parametrize("size", ["normal", "large"])
@pytest.mark.parametrize("count", [2, 4, 6])
@pytest.mark.parametrize("game", ["casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war"])
def test_numbers_are_read_from_two_metres(bench: Any, game: str, count: int, size: str) -> None:
    """Hit points have digits of 44 dp, deck and pit of 22 dp, up to six seats, with two digits each."""
    from kivy.metrics import dp

    one = bench(settings={"text_size": size})
    one.start(game, *NAMES[:count])
    for panel in one.root.screen.seats.panels:
        assert len(panel.big.say) == 2
        assert digits_height(panel.big) >= dp(44) - 0.5
        assert [label.value.fits for label in panel.counts] == [True, True]
        assert all(digits_height(label.value) >= dp(22) - 0.5 for label in panel.counts)
        assert panel.big.fits


def test_roles_are_told_by_border_word_sign_and_motion(bench: Any) -> None:
    """Attacker and defender differ in all four, so that none depends on colour alone."""
    from companion.rules.cards import Card
    from companion.rules.game import Touched
    from ui.widgets import motion

    one = bench(motion=True)
    one.start("casinoya-poker", "Ana", "Bruno", "Chloé")
    one.do(*(Given(name, "exchange", 0) for name in ("Ana", "Bruno", "Chloé")))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "KC", "4C", "4D")))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S", "QC")))
    one.do(*(f"Chloé/{face}" for face in ("2S", "4S", "7D", "9H")))
    one.table.submit(Touched(Card("Chloé/JC")))
    one.frames(2)
    attacker, defender, other = one.root.screen.seats.panels
    assert motion.moving()
    one.advance(0.7)
    assert motion.moving() == 0
    for panel, role in ((attacker, "attacker"), (defender, "defender")):
        assert panel.view.role == role
        assert panel.chip.icon.role == role
        assert panel.chip.word.say.replace("\u200a", "") == role.upper()
        assert panel.plate.weight > other.plate.weight
    assert other.chip.opacity == 0
