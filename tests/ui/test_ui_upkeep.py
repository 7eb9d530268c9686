"""Decks, readers and health on the screen: what is pressed leads where it says, and the guided teaching looks as drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from companion.live.table import Table
from companion.rules.cards import Card, pack
from companion.rules.game import Player
from companion.rules.games import GAMES
from ui.desk import Desk
from ui.direct import DirectFacade
from ui.facade import ReaderView, SignalGiven
from ui.facade_devices import FindingView, QualityView, UnnamedTag
from ui.view.decks import whole_name
from ui.view.host_model import PageView
from ui.view.model import (
    Act,
    Button,
    Confirm,
    Go,
    GridView,
    HandStage,
    Host,
    KeyboardView,
    ListView,
    Put,
    TableView,
    TeachView,
)

TWO = [Player("Ana", "Ana"), Player("Bruno", "Bruno")]
READER = ReaderView("nfc-p1", "ready")


def uid(number: int) -> str:
    return f"04A0B1C2{number:06X}"


def desk_of(**keywords: object) -> Desk:
    facade = DirectFacade(Table(GAMES), readers=(READER,), **keywords)  # type: ignore[arg-type]
    desk = Desk(facade, lambda: None, lambda _seconds, _do: None)
    facade.subscribe(desk.hear)
    return desk


def shown(desk: Desk, kind: type) -> object:
    view = desk.view()
    assert isinstance(view, kind), view
    return view


def press(desk: Desk, text: str) -> None:
    """Press the one button or line that says this."""
    view = desk.view()
    found: list[Act | None] = []
    if isinstance(view, PageView):
        found += [line.act for line in view.lines if line.text == text]
        found += [tab.act for tab in view.tabs if tab.text == text]
    buttons: tuple[Button, ...] = view.bar.buttons  # type: ignore[union-attr]
    if isinstance(view, TeachView):
        buttons += view.buttons
    if isinstance(view, TableView) and view.banner is not None:
        buttons += view.banner.buttons
    if view.bar.undo is not None:  # type: ignore[union-attr]
        buttons += (view.bar.undo,)  # type: ignore[union-attr]
    found += [one.act for one in buttons if one.text == text and one.enabled]
    assert len(found) == 1, (text, view)
    assert found[0] is not None
    desk.press(found[0])


def test_a_deck_is_taught_from_the_first_screen_to_the_last_card() -> None:
    """Cards, a new deck, its name, in print order: each touch goes on by itself, and the last one ends it."""
    desk = desk_of()
    desk.press(Host("cards"))
    press(desk, "Teach a new deck…")
    assert isinstance(desk.view(), KeyboardView)
    desk.press(Put("text", "", "Ana"))
    press(desk, "OK")
    press(desk, "Teach it in print order")
    deck = pack("Ana", jokers=True)
    for number, card in enumerate(deck):
        view = desk.view()
        assert isinstance(view, TeachView)
        assert (view.face, round(view.ratio * 54)) == (card.face, number)
        assert whole_name(card.face) in view.bar.sentence
        assert [mini.face for row in view.rows for mini in row if mini.wanted] == [card.face]
        assert sum(mini.known for row in view.rows for mini in row) == number
        desk.facade.lay(uid(number))  # type: ignore[attr-defined]
    assert desk.signal is not None
    assert desk.signal.text == "Ana is whole: every card has its tag."
    view = desk.view()
    assert isinstance(view, PageView)
    assert view.empty.startswith("Nothing is missing")
    assert not view.lines


def test_another_card_skipping_and_taking_back() -> None:
    """`Other card` opens the grid without the cards that are known, `Skip` goes on, `Take back` forgets the last touch."""
    desk = desk_of()
    desk.press(Host("teach", "Ana"))
    lay: Callable[[str], None] = desk.facade.lay  # type: ignore[attr-defined]
    lay(uid(1))
    press(desk, "Skip")
    view = shown(desk, TeachView)
    assert isinstance(view, TeachView)
    assert view.face == "4S"
    press(desk, "Other card…")
    view = shown(desk, TeachView)
    assert isinstance(view, TeachView)
    assert "2S" not in view.choices
    desk.press(view.choices["QH"])
    lay(uid(2))
    assert desk.facade.has_tag(Card("Ana/QH"))
    press(desk, "Take back")
    assert not desk.facade.has_tag(Card("Ana/QH"))
    press(desk, "Done")
    assert desk.facade.teaching() is None
    assert desk.facade.consuming() == "game"


def test_in_any_order_each_tag_is_asked_for_its_name() -> None:
    """The grid comes by itself when a tag waits, and goes when it is named."""
    desk = desk_of()
    desk.press(Host("deck", "Ana", "pack"))
    press(desk, "Teach it in any order")
    desk.facade.lay(uid(7))  # type: ignore[attr-defined]
    view = shown(desk, TeachView)
    assert isinstance(view, TeachView)
    assert len(view.choices) == 52
    assert not view.jokers
    desk.press(view.choices["TD"])
    view = shown(desk, TeachView)
    assert isinstance(view, TeachView)
    assert not view.choices
    assert desk.facade.has_tag(Card("Ana/TD"))


def test_the_audit_tells_what_is_missing_and_double() -> None:
    """Looked through by touch: a card laid twice is double, what was not laid is missing, though its tag is known."""
    desk = desk_of()
    for number, card in enumerate(pack("Ana", jokers=True)[:3]):
        desk.facade.cards.enrol(uid(number), card)  # type: ignore[attr-defined]
    desk.press(Host("audit", "Ana"))
    press(desk, "Look it through")
    for number in (0, 0, 1):
        desk.facade.lay(uid(number))  # type: ignore[attr-defined]
    view = shown(desk, PageView)
    assert isinstance(view, PageView)
    heads = {line.text: line.left for line in view.lines if line.head}
    assert heads == {"Missing": "52", "Laid on twice": "1"}
    assert "2 laid on" in view.about


def test_forgetting_a_deck_is_asked_about() -> None:
    """Nothing is forgotten by one touch."""
    desk = desk_of()
    desk.facade.cards.enrol(uid(1), Card("Ana/KS"))  # type: ignore[attr-defined]
    desk.press(Host("deck", "Ana"))
    press(desk, "Forget its tags")
    assert desk.facade.has_tag(Card("Ana/KS"))
    press(desk, "Forget")
    assert not desk.facade.has_tag(Card("Ana/KS"))


def test_a_tag_that_nobody_knows_is_named_on_the_felt() -> None:
    """The banner, the grid of the seat's deck; a card with a tag is asked about once more; left, it is gone."""
    desk = desk_of()
    desk.facade.new_game("casinoya-poker", TWO, {})
    desk.press(Go("table"))
    facade = desk.facade
    assert isinstance(facade, DirectFacade)
    facade.cards.enrol(uid(1), Card("Bruno/KS"))
    facade.unnamed_tag = UnnamedTag(uid(2), "nfc-p1", "Bruno")
    press(desk, "Name it…")
    view = shown(desk, TableView)
    assert isinstance(view, TableView)
    assert isinstance(view.stage, HandStage)
    assert view.stage.acts["QS"] == Host("tag-is", "Bruno/QS")
    replace = view.stage.acts["KS"]
    assert isinstance(replace, Confirm)
    desk.press(replace)
    desk.press(replace.act)
    assert facade.asked[-1] == ("name-tag", "Bruno/KS instead")
    facade.unnamed_tag = UnnamedTag(uid(3), "nfc-p1")
    press(desk, "Leave it")
    assert facade.unnamed() is None
    view = shown(desk, TableView)
    assert isinstance(view, TableView)
    assert view.banner is None


def test_the_doctor_tells_what_to_mend_first() -> None:
    """Faults first, each with its fix; the lamp walk where there are lamps, the touch grid, and the switch behind a question."""
    desk = desk_of()
    facade = desk.facade
    assert isinstance(facade, DirectFacade)
    facade.finding_views = (
        FindingView("disk", "ok", "keeps a write in 1 ms"),
        FindingView("reader", "fault", "nothing answers", "plug it in"),
    )
    desk.press(Go("settings"))
    assert isinstance(desk.view(), ListView)
    press(desk, "Doctor")
    view = shown(desk, PageView)
    assert isinstance(view, PageView)
    assert [line.text for line in view.lines] == ["reader: nothing answers → plug it in", "disk: keeps a write in 1 ms"]
    assert view.bar.sentence == "1 thing to mend"
    assert "Lamp walk" not in [tab.text for tab in view.tabs]
    press(desk, "Switch off")
    assert ("switch-off", "") not in facade.asked
    press(desk, "Switch off")
    assert facade.asked[-1] == ("switch-off", "")
    facade.finding_views = None
    desk.press(Host("doctor"))
    assert view.bar.sentence != desk.view().bar.sentence  # type: ignore[union-attr]


def test_the_touch_grid_is_done_when_every_field_was_touched() -> None:
    """Each field goes out once; a panel with a dead corner never says that every field answers."""
    desk = desk_of()
    desk.press(Host("grid"))
    view = shown(desk, GridView)
    assert isinstance(view, GridView)
    for at in range(view.columns * view.rows - 1):
        desk.press(Host("field", str(at)))
    assert desk.view().bar.sentence != "Every field answers"  # type: ignore[union-attr]
    desk.press(Host("field", str(view.columns * view.rows - 1)))
    assert desk.view().bar.sentence == "Every field answers"  # type: ignore[union-attr]


def test_the_quality_meter_stands_with_the_readers() -> None:
    """Per reader: reads, misses, errors, the last good answer; and the cards that it reads badly."""
    desk = desk_of()
    facade = desk.facade
    assert isinstance(facade, DirectFacade)
    facade.quality_views = (QualityView("nfc-p1", 231, 14, 1, 7.4, ("K♠",)), QualityView("pod", 0, 0, 0, None))
    desk.press(Host("readers"))
    view = shown(desk, PageView)
    assert isinstance(view, PageView)
    assert [line.text for line in view.lines[-5:]] == [
        "nfc-p1",
        "231 cards read, 14 misses, 1 error, last answer 7 seconds ago",
        "Reads badly: K♠",
        "pod",
        "0 cards read, 0 misses, 0 errors, no answer yet",
    ]


def test_mapping_asks_in_one_sentence() -> None:
    """`Ana, touch any card to your reader`: the seat is named, and the page says when it is done."""
    desk = desk_of()
    desk.facade.new_game("casinoya-poker", TWO, {})
    desk.press(Host("map", "Ana"))
    assert desk.view().bar.sentence == "Ana: lay any card on your reader"  # type: ignore[union-attr]
    desk.facade.stop_teaching()
    desk.hear(SignalGiven("taken"))
    assert desk.view().bar.sentence == "Touch a seat, then its reader"  # type: ignore[union-attr]


@pytest.mark.parametrize(("face", "name"), [("9S", "nine of spades"), ("AH", "ace of hearts"), ("X2", "joker 2")])
def test_cards_have_whole_names(face: str, name: str) -> None:
    """The card that comes next is named in words."""
    assert whole_name(face) == name
