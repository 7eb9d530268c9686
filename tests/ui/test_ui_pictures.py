"""Reference pictures of the key screens; few and small, compared with a tolerance. All the others: test_ui_pictures_wide.py."""

from __future__ import annotations

import sys
from typing import Any

import pytest

from companion.rules.game import Given, Picked

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

NAMES = ("Ana", "Bruno", "Chloé", "Dev")


def test_home(bench: Any, same_picture: Any) -> None:
    """Home with all games."""
    from ui.facade import ReaderView

    same_picture(bench(readers=[ReaderView("tty", "ready")]), "home")


def test_exchange(bench: Any, same_picture: Any) -> None:
    """Keys under each seat."""
    one = bench()
    one.start("casinoya-poker", *NAMES)
    one.do(Given("Bruno", "exchange", 3))
    same_picture(one, "exchange")


def test_scan(bench: Any, same_picture: Any) -> None:
    """Backs until the reveal; a joker to be chosen."""
    one = bench()
    one.start("casinoya-poker", *NAMES)
    one.do(*(Given(name, "exchange", 0) for name in NAMES))
    one.do("Ana/KS", "Ana/KH", "Ana/X1", "Chloé/2S")
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S", "QC")))
    one.do(*(f"Dev/{face}" for face in ("7S", "8D", "3H", "3S", "X2")))
    same_picture(one, "scan")


def test_battle(bench: Any, same_picture: Any) -> None:
    """The mock-up's battle."""
    one = bench()
    one.start("casinoya-poker", "Ana", "Bruno", "Chloé")
    one.do(*(Given(name, "exchange", 0) for name in NAMES[:3]))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "X1", "4C", "4D")), Picked("Ana", "KC"))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S", "QC")))
    one.do(*(f"Chloé/{face}" for face in ("2S", "4S", "7D", "9H", "JC")))
    same_picture(one, "battle")


def test_another_palette_is_another_picture(bench: Any, same_picture: Any) -> None:
    """The comparison sees a change of one colour: the light theme is not taken for the dark one."""
    one = bench(settings={"theme": "light"})
    one.start("casinoya-poker", *NAMES)
    one.do(Given("Bruno", "exchange", 3))
    with pytest.raises(pytest.fail.Exception):
        same_picture(one, "exchange", keep=True)


def fought(one: Any) -> None:
    """The mock-up's battle on this screen."""
    one.start("casinoya-poker", "Ana", "Bruno", "Chloé")
    one.do(*(Given(name, "exchange", 0) for name in NAMES[:3]))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "X1", "4C", "4D")), Picked("Ana", "KC"))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S", "QC")))
    one.do(*(f"Chloé/{face}" for face in ("2S", "4S", "7D", "9H", "JC")))


def test_battle_by_day_in_large_french(bench: Any, same_picture: Any) -> None:
    """The light theme, large words, French."""
    one = bench(settings={"theme": "light", "language": "fr", "text_size": "large"})
    fought(one)
    same_picture(one, "battle-light-large-fr")


def test_the_players_side(bench: Any, same_picture: Any) -> None:
    """The prompt bar faces the player at the left edge."""
    one = bench(settings={"facing": "on"})
    one.start("casinoya-blackjack", *NAMES)
    one.do(Picked("Ana", "stand"))
    same_picture(one, "facing-left")


def test_the_players_choice(bench: Any, same_picture: Any) -> None:
    """Cards by hand at the right edge: the grid folded, turned, beside its bar, with all seats."""
    from ui.view.model import ByHand

    one = bench(settings={"facing": "on"})
    one.start("casinoya-blackjack", *NAMES)
    one.do(*(Picked(name, "stand") for name in NAMES[:3]))
    one.desk.press(ByHand("Dev", "Dev"))
    same_picture(one, "facing-right-choice")


def test_rules(bench: Any, same_picture: Any) -> None:
    """The rules page of a game on the table."""
    from ui.view.model import Host

    one = bench()
    one.start("casino-war", *NAMES, war_tie="no_bonus")
    one.desk.press(Host("rules", "casino-war"))
    same_picture(one, "rules")


def test_locked(bench: Any, same_picture: Any) -> None:
    """The lock over a battle."""
    from ui.view.model import Host

    one = bench()
    fought(one)
    one.desk.press(Host("lock"))
    same_picture(one, "locked")


# --- what the comparison sees, and what it does not -------------------------------------------------------------------


def reference(one: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, compare: Any) -> None:
    """This screen as a reference of its own, written as `--update-pictures` does."""
    monkeypatch.setattr(sys.modules[compare.__module__], "PICTURES", tmp_path)
    from PIL import Image

    half = one.picture()
    half = half.resize((half.width // 2, half.height // 2), Image.Resampling.BOX)
    half.quantize(128, kmeans=1, dither=Image.Dither.NONE).save(tmp_path / "battle.png")


def test_letters_set_otherwise_are_the_same_picture(
    bench: Any, same_picture: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another machine's letters, here hinted otherwise, pass: their edges, and a pixel's difference of their widths."""
    from kivy.core.text import LabelBase

    one = bench()
    fought(one)
    reference(one, tmp_path, monkeypatch, same_picture)
    forget_letters()
    made = LabelBase.__init__

    def otherwise(self: Any, *arguments: Any, **keywords: Any) -> None:
        made(self, *arguments, **keywords | {"font_hinting": "mono"})

    monkeypatch.setattr(LabelBase, "__init__", otherwise)
    other = bench()
    fought(other)
    assert other.picture().tobytes() != one.picture().tobytes()
    same_picture(other, "battle", keep=True)
    monkeypatch.undo()
    forget_letters()


def test_another_graphics_driver_draws_the_same_picture(
    bench: Any, same_picture: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Softer edges, everything a pixel off, colours a shade darker: the same picture."""
    from PIL import ImageChops, ImageFilter

    one = bench()
    fought(one)
    reference(one, tmp_path, monkeypatch, same_picture)
    softer = ImageChops.offset(one.picture().filter(ImageFilter.GaussianBlur(0.7)), 1, 1).point(
        lambda value: value * 0.97
    )
    same_picture(one, "battle", keep=True, got=softer)


def forget_letters() -> None:
    """Drop all words that are drawn already."""
    from ui.widgets import base

    for name in ("_ruler", "text_width", "glyph", "_texture"):
        getattr(base, name).cache_clear()


def displaced(one: Any) -> None:
    panel = one.root.screen.seats.panels[1]
    panel.x += 6


def lower(one: Any) -> None:
    panel = one.root.screen.seats.panels[0]
    panel.y -= 6


def beside(one: Any) -> None:
    one.root.screen.bar.sentence.x += 8


def unsaid(one: Any) -> None:
    one.root.screen.bar.sentence.opacity = 0


def no_button(one: Any) -> None:
    one.root.screen.bar.remove_widget(one.root.screen.bar.buttons[0])


def no_card(one: Any) -> None:
    from ui.widgets.cards import PlayingCard

    card = next(card for card in one.root.screen.stage.walk() if isinstance(card, PlayingCard))
    card.parent.remove_widget(card)


@pytest.mark.parametrize("harm", [displaced, lower, beside, unsaid, no_button, no_card])
def test_what_moved_or_is_missing_is_another_picture(
    bench: Any, same_picture: Any, tmp_path: Any, monkeypatch: pytest.MonkeyPatch, harm: Any
) -> None:
    """A panel six or a sentence eight pixels beside its place, a sentence, a button or a card that is gone: each is seen."""
    one = bench()
    fought(one)
    reference(one, tmp_path, monkeypatch, same_picture)
    same_picture(one, "battle", keep=True)
    harm(one)
    one.frames(2)
    with pytest.raises(pytest.fail.Exception):
        same_picture(one, "battle", keep=True)
