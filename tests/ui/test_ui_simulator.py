"""The panel of the simulated hardware: what its fingers do to cards, robots and faults, and what it shows of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.cards import Card
from companion.rules.game import Given

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]


class Hand:
    """Stands in for the hand of companion/wiring: remembers what it was told, lays cards on the table at once."""

    def __init__(self) -> None:
        self.facade: Any = None
        self.told: list[tuple[Any, ...]] = []
        self.cards: tuple[Card, ...] = ()
        self.broken: frozenset[Any] = frozenset()
        self.playing: dict[str, bool] = {}
        self.seconds = 0.6
        self.recorded = False

    def decks(self) -> Mapping[str, tuple[Card, ...]]:
        shot = self.facade.snapshot if self.facade else None
        if shot is None:
            return {}
        return {label: shot.game.cards(label, shot.options) for label in shot.game.decks(shot.players, shot.options)}

    def lying(self) -> tuple[Card, ...]:
        return self.cards

    def tap(self, card: Card, reader: str = "") -> None:
        self.told.append(("tap", card))
        self.facade.touch(card)

    def place(self, card: Card, reader: str = "") -> None:
        self.told.append(("place", card))
        self.cards += (card,)
        self.facade.touch(card)

    def lift(self, card: Card) -> None:
        self.told.append(("lift", card))
        self.cards = tuple(one for one in self.cards if one != card)

    def deal(self, seat: str) -> int:
        self.told.append(("deal", seat))
        return 0

    def robots(self) -> Mapping[str, bool]:
        shot = self.facade.snapshot if self.facade else None
        return {player.name: self.playing.get(player.name, False) for player in shot.players} if shot else {}

    def set_robot(self, seat: str, on: bool) -> None:
        self.playing[seat] = on

    def faults(self) -> frozenset[Any]:
        return self.broken

    def set_fault(self, fault: Any, on: bool) -> None:
        self.broken = self.broken | {fault} if on else self.broken - {fault}

    def two_cards(self) -> None:
        self.told.append(("two",))

    def leave_lying(self) -> None:
        self.told.append(("leave",))

    def clear(self) -> None:
        self.told.append(("clear",))
        self.broken, self.cards = frozenset(), ()

    def pace(self) -> float:
        return self.seconds

    def set_pace(self, seconds: float) -> None:
        self.seconds = seconds

    def recording(self) -> bool:
        return self.recorded

    def record(self, on: bool) -> None:
        self.recorded = on

    def sessions(self) -> tuple[str, ...]:
        return ("2026-11-29 23.00.00", "2026-11-28 22.00.00")

    def show_session(self, name: str) -> None:
        self.told.append(("show", name))

    def describe(self) -> str:
        return "PN532 · 2 lamps"


@pytest.fixture
def hand() -> Hand:
    return Hand()


@pytest.fixture
def one(bench: Any, hand: Hand) -> Any:
    made = bench(simulator=hand)
    made.start("casinoya-poker", "Ana", "Bruno")
    made.do(Given("Ana", "exchange", 0), Given("Bruno", "exchange", 0))
    return made


def press(one: Any, widget: Any) -> None:
    one.advance(0.4)
    one.touch(*widget.center)
    one.settle()


def pill(one: Any, words: str) -> Any:
    panel = one.root.panel
    return next(each for each in (*panel.buttons, *panel.faults, *panel.tabs) if each.view.text == words)


def test_a_tap_on_a_card_lays_it_on_the_reader(one: Any, hand: Hand) -> None:
    """The card goes to the table, and is dark in the deck from then on."""
    key = one.root.panel.grid.keys["KS"]
    press(one, key)
    assert hand.told == [("tap", "Ana/KS")]
    assert one.facade.snapshot.entries == 3
    assert key.act is None


def test_the_simulated_hardware_looks_as_it_did(one: Any, same_picture: Any) -> None:
    """Reader, lamps, decks and every card to be read beside the table, as in the mock-up `simulator`."""
    from ui.facade import ReaderView

    one.facade.set_readers(ReaderView("ttyUSB0", "ready"))
    one.do(*(f"Ana/{face}" for face in ("KS", "9H", "2C")))
    same_picture(one, "simulator")


def test_a_suit_of_the_deck_is_one_row(one: Any) -> None:
    """Thirteen cards a row, each tall enough for a rank over its suit: six lines of nine pixels could not be read."""
    keys = one.root.panel.grid.keys
    assert len({key.top for face, key in keys.items() if not face.startswith("X")}) == 4
    assert all(key.height >= 30 for key in keys.values())


def test_without_a_game_there_are_no_dead_cards(bench: Any, hand: Hand) -> None:
    """Before the first game the panel says when the decks come, and no card, deck or search is there to be pressed."""
    panel = bench(simulator=hand).root.panel
    assert panel.grid.parent is None
    assert panel.search.parent is None
    assert panel.no_decks.say == "The decks lie here once a game has begun."


def test_the_next_deck_is_dealt_by_the_same_button(one: Any) -> None:
    """Where the deck shown owes nothing the button deals to the seat that does."""
    one.do(*(f"Ana/{face}" for face in ("KS", "9H", "2C", "4D", "7S")))
    assert one.root.panel.deck == "Ana"
    assert pill(one, "Deal Bruno 5").view.kind == "primary"


def test_a_card_dragged_to_the_reader_stays_there_until_it_is_lifted(one: Any, hand: Hand) -> None:
    """Dragging leaves the card lying; pressing the reader lifts it."""
    from kivy.tests.common import UnitTestTouch

    panel = one.root.panel
    key = panel.grid.keys["QH"]
    one.advance(0.4)
    finger = UnitTestTouch(*key.center)
    finger.touch_down()
    for step in (0.3, 0.7, 1.0):
        x = key.center_x + (panel.reader.center_x - key.center_x) * step
        y = key.center_y + (panel.reader.center_y - key.center_y) * step
        finger.touch_move(x, y)
        one.frames(2)
    finger.touch_up()
    one.settle()
    assert hand.told == [("place", "Ana/QH")]
    assert len(panel.reader.cards) == 1
    press(one, panel.reader)
    assert hand.told[-1] == ("lift", "Ana/QH")
    assert not panel.reader.cards


def test_a_card_dropped_beside_the_reader_is_not_laid(one: Any, hand: Hand) -> None:
    """Letting go elsewhere changes nothing."""
    from kivy.tests.common import UnitTestTouch

    key = one.root.panel.grid.keys["QH"]
    one.advance(0.4)
    finger = UnitTestTouch(*key.center)
    finger.touch_down()
    finger.touch_move(key.center_x, key.center_y - 60)
    one.frames(2)
    finger.touch_up()
    one.settle()
    assert hand.told == []
    assert one.facade.snapshot.entries == 2


def test_decks_robots_and_deals_are_chosen_by_seat(one: Any, hand: Hand) -> None:
    """The tab shows that player's deck and deals to it; pressing a seat switches its robot."""
    press(one, pill(one, "Bruno"))
    press(one, pill(one, "Deal Bruno 5"))
    press(one, pill(one, "Deal all"))
    assert hand.told == [("deal", "Bruno"), ("deal", "Ana"), ("deal", "Bruno")]
    column = one.root.panel.seats[1]
    press(one, column)
    assert hand.playing == {"Bruno": True}
    assert column.robot.say == "robot"


def test_faults_are_switched_and_cleared(one: Any, hand: Hand) -> None:
    """Each fault of the reader can be made and ended; cards come back afterwards."""
    press(one, pill(one, "Faults…"))
    press(one, pill(one, "Unplugged"))
    assert hand.broken == {"unplug"}
    press(one, pill(one, "Unplugged"))
    assert not hand.broken
    press(one, pill(one, "Silent"))
    press(one, pill(one, "Two cards at once"))
    press(one, pill(one, "Leave a card lying"))
    press(one, pill(one, "Clear all"))
    assert hand.told == [("two",), ("leave",), ("clear",)]
    assert not hand.broken
    press(one, pill(one, "Cards"))
    assert one.root.panel.grid.parent is one.root.panel


def test_the_table_stands_unmoved_beside_the_panel(one: Any) -> None:
    """The panel takes its own width; the table's screen keeps its own."""
    assert one.root.screen.width == pytest.approx(one.root.width - one.root.panel.width)
    assert one.root.panel.x == pytest.approx(one.root.screen.right)


def typed(one: Any, words: str) -> None:
    """Keys of a real keyboard, as the window tells them."""
    for letter in words:
        key = 13 if letter == "\n" else ord(letter)
        one.window.dispatch("on_key_down", key, 0, letter, [])
    one.settle()


def test_cards_are_searched_by_typing(one: Any, hand: Hand) -> None:
    """Words narrow the deck to what matches; Return lays the only one left on the reader and searches no more."""
    grid, box = one.root.panel.grid, one.root.panel.search
    press(one, box)
    assert box.listening
    typed(one, "7 he")
    assert [face for face, key in grid.keys.items() if key.act is not None] == ["7H"]
    typed(one, "\n")
    assert hand.told == [("tap", "Ana/7H")]
    assert box.words == ""
    assert not box.listening
    typed(one, "x")  # nobody listens any more
    assert box.words == ""


def test_typing_a_name_turns_to_that_deck(one: Any) -> None:
    """What is in no card of this deck is looked for in the others."""
    panel = one.root.panel
    press(one, panel.search)
    typed(one, "bru k")
    assert panel.deck == "Bruno"
    assert sorted(face for face, key in panel.grid.keys.items() if key.act is not None) == ["KC", "KD", "KH", "KS"]
    typed(one, "\x08" * 5)
    panel.search.listen(False)


def test_robots_are_made_faster_and_slower(one: Any, hand: Hand) -> None:
    """Three paces; the one in force is marked."""
    press(one, pill(one, "More…"))
    assert pill(one, "Robots as people").view.kind == "primary"
    press(one, pill(one, "Robots fast"))
    assert hand.seconds == 0.1
    assert pill(one, "Robots fast").view.kind == "primary"


def test_sessions_are_recorded_and_shown_again(one: Any, hand: Hand) -> None:
    """One button begins and ends a recording; each recorded session has one that shows it."""
    press(one, pill(one, "More…"))
    press(one, pill(one, "Record this session"))
    assert hand.recorded
    press(one, pill(one, "End the recording"))
    assert not hand.recorded
    press(one, pill(one, "Show 2026-11-28 22.00.00"))
    assert hand.told == [("show", "2026-11-28 22.00.00")]
    press(one, pill(one, "Cards"))
    assert one.root.panel.grid.parent is one.root.panel
