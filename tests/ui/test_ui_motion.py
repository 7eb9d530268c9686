"""What moves, moves shortly, ends where it must, and is brought to its end by a touch; without motion nothing moves at all."""

from __future__ import annotations

from typing import Any

import pytest

from companion.rules.game import DEALER, Given, Picked

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]


def fought(one: Any) -> None:
    """Everything up to the card that completes the hands, which is touched but not yet drawn."""
    from companion.rules.cards import Card
    from companion.rules.game import Touched

    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "KC", "4C", "4D")))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S")))
    one.table.submit(Touched(Card("Bruno/QC")))
    one.frames(2)


def test_a_battle_is_told_within_six_tenths_of_a_second(bench: Any) -> None:
    """Cards turn, the ledger comes box by box, hit points run down; after 0.6 s everything stands still as it must."""
    from ui.widgets import motion

    one = bench(motion=True)
    fought(one)
    assert motion.moving()
    boxes = one.root.screen.stage.ledger.cells
    assert {box.opacity for box in boxes} == {0}
    one.advance(0.62)
    assert motion.moving() == 0
    assert {box.opacity for box in boxes} == {1}
    assert one.root.screen.seats.panels[1].big.say == "10"
    assert one.settle() < 30


def test_a_touch_anywhere_ends_all_movement(bench: Any) -> None:
    """The first touch shows the result at once: cards lie face up, numbers are final."""
    from ui.widgets import motion
    from ui.widgets.cards import PlayingCard

    one = bench(motion=True)
    fought(one)
    assert motion.moving()
    one.touch(one.root.width / 2, one.root.height * 0.5, hold=0.0)
    assert motion.moving() == 0
    cards = [card for card in one.root.screen.stage.walk() if isinstance(card, PlayingCard)]
    assert {card._up.shown for card in cards} == {"face"}
    assert {box.opacity for box in one.root.screen.stage.ledger.cells} == {1}
    assert one.root.screen.seats.panels[1].big.say == "10"


def test_without_motion_nothing_moves(bench: Any) -> None:
    """In `--fast` and in pictures everything is at its place in the first frame."""
    from ui.widgets import motion

    one = bench(motion=False)
    fought(one)
    assert motion.moving() == 0
    assert {box.opacity for box in one.root.screen.stage.ledger.cells} == {1}


def test_a_scanned_card_flies_from_its_seat_to_its_place(bench: Any) -> None:
    """It comes from above, where its seat is, and lies at its place a quarter of a second later; the others lie still."""
    from companion.rules.cards import Card
    from companion.rules.game import Touched

    one = bench(motion=True)
    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0), "Ana/KS")
    one.table.submit(Touched(Card("Ana/KH")))
    one.frames(2)
    row = one.root.screen.stage.strips[0].row.cards
    assert [card.flight > 0.5 for card in row] == [False, True, False, False, False]
    one.advance(0.3)
    assert [card.flight for card in row] == [0, 0, 0, 0, 0]
    one.settle()


def test_a_payout_runs_up_to_its_sum(bench: Any) -> None:
    """In Casino War what was won runs from nought to its sum, and a touch shows the sum at once."""
    one = bench(motion=True)
    one.start("casino-war", "Ana", "Bruno", bank="500")
    one.do(Given("Ana", "ante", 100), Given("Bruno", "ante", 50), Picked(DEALER, "deal"))
    shot = one.facade.snapshot
    faces = ("KS", "4H", "9D")
    from companion.rules.game import Touched

    for face in faces:
        shot = one.facade.snapshot
        one.table.submit(Touched(shot.game.first_unseen(shot.state, face)))
    one.frames(4)
    panels = one.root.screen.stage.seats
    assert panels[0].view.net == "+100"
    assert panels[0].net.say != "+100"
    one.advance(0.6)
    assert [panel.net.say for panel in panels] == ["+100", "−50"]
    one.settle()


def test_a_lamp_is_mirrored_at_its_seat(bench: Any) -> None:
    """The dot beside the name has the colour in which the seat's lamp is lit, and none where it is dark."""
    one = bench()
    fought(one)
    lit = {lamp.seat: lamp.rgb if any(lamp.rgb) else None for lamp in one.facade.lamps()}
    one.settle()
    assert {panel.view.name: panel.lamp.rgb for panel in one.root.screen.seats.panels} == lit
    assert any(lit.values())
