"""Decks, readers and health in a real window: readable and touchable, also in French, with the longest names."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent
LONG = "Maximiliane-Charlotte"
PORT = "/dev/serial/by-path/platform-usb-0:1.2"


def check(one: Any, where: str) -> None:
    """Nothing small, cut, overlapping or outside; and the screen rests."""
    spec = importlib.util.spec_from_file_location("sister_geometry", HERE / "test_ui_geometry.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.check(one, where)


def test_a_list_is_drawn_on_whole_pixels_wherever_it_was_let_go(bench: Any) -> None:
    """Words are not smoothed: between two pixels they would lose a row of theirs."""
    from ui.view.model import Host

    one = bench()
    one.desk.press(Host("rules", "casinoya-poker"))
    one.settle()
    scroll = one.root.screen.scroll
    assert scroll.children[0].height > scroll.height
    for share in (1.0, 0.777, 0.3331, 0.0):
        scroll.scroll_y = share
        one.settle()
        assert all(part == round(part) for part in scroll.g_translate.xy), share


def test_decks_and_command_cards_stand_under_heads_of_their_own(bench: Any) -> None:
    """A head has the whole width of a page in two columns, and what follows begins a new line below the page's title."""
    from ui.view.model import Host

    one = bench()
    one.desk.press(Host("cards"))
    one.settle()
    rows = one.root.screen.column.rows
    heads = [row for row in rows if row.head]
    assert [row.words.say for row in heads] == ["Decks", "Command cards: spare tags that press a button"]
    assert all(row.width == one.root.screen.column.width - 10 for row in heads)
    after = rows[rows.index(heads[1]) + 1]
    assert after.x == heads[1].x
    assert after.top < heads[1].y
    assert {round(row.words.to_window(row.words.x, 0)[0]) for row in (heads[0], after)} == {
        round(one.root.screen.title.x)
    }


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_about_decks_and_readers_fit(bench: Any, language: str) -> None:
    """Cards, a deck, teaching in both ways, a shoe, the audit, readers with their quality, the doctor, a tag without a name."""
    from companion.rules.cards import pack
    from companion.words import use
    from ui.facade import ReaderView
    from ui.facade_devices import FindingView, QualityView, UnnamedTag
    from ui.view.model import Go, Host

    use(language)
    readers = [ReaderView(PORT, "ready"), ReaderView("pod-1-1-2", "ready", LONG)]
    one = bench(readers=readers, names=(LONG, "Ana"), settings={"language": language})
    facade = one.facade
    facade.quality_views = (
        QualityView(PORT, 23_145, 1_204, 12, 7.0, ("K♠", "10♥", "J♦")),
        QualityView("pod", 0, 0, 0, None),
    )
    facade.finding_views = (
        FindingView(
            f"reader {PORT}", "fault", f"Nothing is connected at {PORT}", "plug the reader in, or correct the port"
        ),
        FindingView("disk", "ok", "keeps a write in 3.1 ms"),
    )
    for number, card in enumerate(pack(LONG, jokers=True)[:30]):
        facade.cards.enrol(f"04A0B1C2{number:06X}", card)
    for act in (
        Host("cards"),
        Host("new-deck"),
        Host("deck", LONG),
        Host("writing", LONG),
        Host("teach", LONG),
        Host("other-card"),
        Host("expect", f"{LONG}/X1"),
        Host("teach-any", LONG),
        Host("taught"),
        Host("teach", "shoe"),
        Host("audit", LONG),
        Host("check", LONG),
        Host("readers"),
        Host("doctor"),
        Host("grid"),
        Host("field", "9"),
        Go("settings"),
    ):
        one.desk.press(act)
        one.settle()
        check(one, f"{act}")
    one.desk.press(Host("teach-any", LONG))
    facade.lay("04FFFFFFFFFFFF")
    one.settle()
    check(one, "a tag asks for its name")
    facade.stop_teaching()
    one.start("casinoya-poker", LONG, "Bo")
    facade.unnamed_tag = UnnamedTag("04FF", PORT, LONG)
    one.desk.press(Go("table"))
    one.settle()
    (banner,) = one.root.screen.banner  # it lies over the felt, as the one of a lost reader does
    assert [pill.text.fits and min(pill.size) >= 48 for pill in banner.buttons] == [True, True]
    one.desk.press(Host("name-tag", LONG))
    one.settle()
    check(one, "which card it is")


def test_teaching_goes_on_by_touch_alone_and_other_cards_by_finger(bench: Any) -> None:
    """With real fingers: `Other card…`, a face on the grid, then two cards on the reader; the large card follows each."""
    from companion.rules.cards import Card
    from ui.view.model import Host

    one = bench()
    one.desk.press(Host("teach", "Ana"))
    one.settle()
    assert [card.view.face for card in one.root.screen.card] == ["2S"]
    one.tap_text("Other card…")
    one.settle()
    grid = one.root.screen.grid[0]
    one.tap(grid.keys["QH"])
    one.settle()
    assert [card.view.face for card in one.root.screen.card] == ["QH"]
    for number in range(2):
        one.facade.lay(f"04A0B1C2{number:06X}")
        one.settle()
    assert one.facade.has_tag(Card("Ana/KH"))
    assert [card.view.face for card in one.root.screen.card] == ["AH"]
    assert one.root.screen.progress.ratio == pytest.approx(2 / 54)


def test_a_field_of_the_touch_grid_goes_out_under_a_finger(bench: Any) -> None:
    """The field that was touched, and no other."""
    from ui.view.model import Host

    one = bench()
    one.desk.press(Host("grid"))
    one.settle()
    one.tap(one.root.screen.fields[13])
    one.settle()
    assert one.root.view.left == frozenset(range(40)) - {13}
