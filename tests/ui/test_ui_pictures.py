"""Reference pictures of the key screens; few and small, compared with a tolerance."""

from __future__ import annotations

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
