"""Whole games played by fingers alone, in the window: every answer is a tap on what the screen shows."""

from __future__ import annotations

import random
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]


def acts(one: Any, wanted: Any) -> list[Any]:
    """Targets whose act is wanted; of a stepper the button that gives its number."""
    return [target for target in one.targets() if wanted(target.act)]


def finger(one: Any, action: Any) -> None:
    """Do an action by tapping: find what does it, opening what must be opened first."""
    from companion.rules.game import Touched
    from ui.view.model import EnterCard, Submit

    def does(act: Any) -> bool:
        if isinstance(act, EnterCard):
            return (
                isinstance(action, Touched)
                and act.card.face == action.card.face
                and act.card.label == action.card.label
            )
        return isinstance(act, Submit) and act.action == action

    for _ in range(6):
        found = acts(one, does)
        if found:
            one.tap(found[0])
            one.settle()
            return
        openers = [target for opens in ways(action) for target in acts(one, opens)]
        assert openers, f"no way to {action} among {[target.act for target in one.targets()]}"
        one.tap(openers[0])
        one.settle()
    raise AssertionError(
        f"{action} could not be reached among {[target.act for target in one.targets()]} {one.desk.sheet}"
    )


def ways(action: Any) -> list[Any]:
    """Which acts lead to where an action can be tapped, the best first."""
    from companion.rules.game import Touched
    from ui.view.model import ByHand, ChooseFace, CloseSheet, Focus

    if isinstance(action, Touched):
        label = action.card.label
        return [lambda act: isinstance(act, ByHand) and act.label == label, lambda act: isinstance(act, ByHand)]
    seat = action.seat
    return [
        lambda act: isinstance(act, ChooseFace) and act.standing.prompt.seat == seat,
        lambda act: isinstance(act, Focus) and act.seat == seat,
        lambda act: isinstance(act, CloseSheet),
    ]


@pytest.mark.parametrize(("count", "reveal"), [(2, "blind"), (4, "open")])
def test_a_game_of_poker_by_fingers_only(bench: Any, count: int, reveal: str) -> None:
    """From home to the winner every step of poker can be tapped: players, exchange, cards, jokers, battles, chores."""
    from companion.robots import Company

    names = ("Ana", "Bruno", "Chloé", "Dev")[:count]
    one = bench(names=names)
    one.tap(next(tile for tile in one.targets() if getattr(tile, "title", None) and tile.title.say == "Poker"))
    one.settle()
    for name in names:
        one.tap_text(name)
        one.settle()
    one.tap_text("House rules")
    one.settle()
    one.tap_text(reveal.capitalize())
    one.settle()
    one.tap_text("Done")
    one.settle()
    one.desk.draft = one.desk.draft.change(options=one.desk.draft.options | {"hp": "7"})  # a short game for the test
    one.tap_text("Start")
    one.settle()
    shot = one.facade.snapshot
    assert shot is not None
    assert shot.options.reveal == reveal
    company = Company(shot.game, shot.players, shot.options, random.Random(count))
    company.follow(shot.state, shot.events)
    for _ in range(400):
        shot = one.facade.snapshot
        if shot.outcome is not None:
            break
        if type(one.root.view.stage).__name__ == "ChoresStage":
            one.tap_text("Done")
            one.settle()
        before = shot.entries
        finger(one, company.act([standing.prompt for standing in shot.prompts]))
        shot = one.facade.snapshot
        assert shot.entries == before + 1
        company.follow(shot.state, shot.events)
    assert shot.outcome is not None
    assert type(one.root.view).__name__ == "OverView"
    assert any(shot.outcome.winners[0] in words for words in one.says())


def test_undo_is_tapped_back_to_the_beginning_and_named_each_time(bench: Any) -> None:
    """The undo at the far left takes each step back and always says which."""
    from companion.rules.game import Given

    one = bench()
    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(Given("Ana", "exchange", 2), Given("Bruno", "exchange", 0), "Ana/KS", "Ana/4D")
    said = []
    while one.root.screen.bar.undo:
        (pill,) = one.root.screen.bar.undo
        assert pill.x < one.root.width * 0.1
        said.append(pill.view.text)
        one.tap(pill)
        one.settle()
    assert said == ["Undo Ana's card", "Undo Ana's card", "Undo Bruno: exchange 0", "Undo Ana: exchange 2"]
    assert not one.root.screen.bar.undo


def test_a_double_tap_on_next_fights_one_battle(bench: Any) -> None:
    """A second tap that follows at once is not an answer to the battle that came."""
    from companion.rules.game import Given

    one = bench()
    one.start("casinoya-poker", "Ana", "Bruno", "Chloé")
    one.do(*(Given(name, "exchange", 0) for name in ("Ana", "Bruno", "Chloé")))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "KC", "4C", "4D")))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S", "QC")))
    one.do(*(f"Chloé/{face}" for face in ("2S", "4S", "7D", "9H", "JC")))
    entries = one.facade.snapshot.entries
    button = one.root.screen.bar.buttons[-1]
    one.tap(button)
    one.touch(*button.center)
    one.settle()
    assert one.facade.snapshot.entries == entries + 1


def test_hidden_hands_turn_over_at_the_reveal(bench: Any) -> None:
    """With motion the battle's cards turn up from their backs within 0.6 s; without it they lie there at once."""
    from companion.rules.cards import Card
    from companion.rules.game import Given, Touched
    from ui.widgets.cards import PlayingCard

    def cards() -> list[Any]:
        return [one_card for one_card in one.root.screen.stage.walk() if isinstance(one_card, PlayingCard)]

    one = bench(motion=True)
    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "KC", "4C", "4D")))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S")))
    one.table.submit(Touched(Card("Bruno/QC")))
    one.frames(2)
    assert len(cards()) == 10
    assert {card._up.shown for card in cards()} == {"back"}
    assert {card.view.shown for card in cards()} == {"face"}
    one.advance(0.6)
    assert {card._up.shown for card in cards()} == {"face"}
    assert all(card.turn == pytest.approx(1.0) for card in cards())


def test_hit_points_count_down_and_then_rest(bench: Any) -> None:
    """With motion the number runs to its new value within half a second and nothing moves afterwards."""
    from companion.rules.game import Given

    one = bench(motion=True)
    one.start("casinoya-poker", "Ana", "Bruno")
    one.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    one.do(*(f"Ana/{face}" for face in ("KS", "KH", "KC", "4C", "4D")))
    one.do(*(f"Bruno/{face}" for face in ("9S", "9D", "3H", "3S")))
    from companion.rules.cards import Card
    from companion.rules.game import Touched

    one.table.submit(Touched(Card("Bruno/QC")))
    panel = one.root.screen.seats.panels[1]
    shown = []
    for _ in range(40):
        one.frames(1)
        shown.append(int(panel.big.say))
    assert shown[0] > 10
    assert shown[-1] == 10
    assert sorted(shown, reverse=True) == shown
    one.settle()
