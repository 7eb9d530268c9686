"""Prompts and choices turn to face the player who acts; fingers meet what they see."""

from __future__ import annotations

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
