"""The host's sheets and the evening's pages in a real window: readable and touchable with two, four and six players, also in French."""

from __future__ import annotations

import importlib.util
import random
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

HERE = Path(__file__).parent
LONG = ("Maximiliane-Charlotte", "Bo", "Chloé", "François", "Élodie", "Wilhelmina")
SHORT = ("Ana", "Bruno", "Chloé", "Dev")


def check(one: Any, where: str) -> None:
    """Nothing small, cut, overlapping or outside; and the screen rests."""
    spec = importlib.util.spec_from_file_location("sister_geometry", HERE / "test_ui_geometry.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    module.check(one, where)


def played(one: Any, game: str, names: tuple[str, ...], steps: int, **options: str) -> None:
    """So many steps of robots."""
    from companion.robots import Company

    one.start(game, *names, **options)
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(5))
    company.follow(shot.state, shot.events)
    for _ in range(steps):
        shot = one.facade.snapshot
        if shot.outcome is not None:
            break
        one.facade.chores_done()
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        assert reply.ok
        company.follow(reply.snapshot.state, reply.events)
    one.settle()


def readers() -> list[Any]:
    from ui.facade import ReaderView

    return [ReaderView("/dev/serial/by-path/platform-usb-0:1.2", "ready", "Bo"), ReaderView("usb", "ready")]


@pytest.mark.parametrize("language", ["en", "fr"])
@pytest.mark.parametrize("count", [2, 4, 6])
def test_the_hosts_sheets_fit(bench: Any, count: int, language: str) -> None:
    """Menu, seat, correction, why, moving, misread cards, their preview and the questions, with long names."""
    from companion.words import use
    from ui.view import host, misread
    from ui.view.model import CloseSheet, Confirm, Host, Submit

    use(language)
    one = bench(readers=readers(), settings={"language": language, "auto_next": "9"})
    played(one, "casinoya-poker", LONG[:count], 13 * count, hp="30")
    one.desk.press(CloseSheet())
    check(one, "the bar with its menu")
    for act in (
        Host("menu"),
        *(Host("seat", name) for name in LONG[:2]),
        Host("correct", LONG[0]),
        Host("why", LONG[0]),
        Host("move", LONG[0]),
        Host("move", LONG[0], "X2"),
        Host("misread"),
    ):
        one.desk.press(act)
        check(one, f"{act}")
    entry = list(misread.misread_cards(one.facade.snapshot))[-1]
    one.desk.press(Host("misread", str(entry)))
    check(one, "which card it was")
    for face in ("2S", "QD", "X2"):
        one.desk.press(Host("misread", str(entry), face))
        check(one, f"a preview of {face}")
    stage, _ = host.menu(one.facade.snapshot, (), True)
    for button in stage.items:
        if isinstance(button.act, Confirm):
            one.desk.press(button.act)
            check(one, button.text)
    for button in host.going(one.facade.snapshot, LONG[0], ()):
        assert isinstance(button.act, Submit | Confirm)
        one.desk.press(button.act)
        check(one, button.text)


@pytest.mark.parametrize(
    ("game", "count"), [("casino-war", 6), ("cassino", 4), ("casinoya-war", 6), ("casinoya-chinese", 2)]
)
def test_the_menu_fits_in_every_family_of_games(bench: Any, game: str, count: int) -> None:
    """The menu, a seat and its why, where the seats are low, or stand on the felt."""
    from ui.view.model import CloseSheet, Host

    one = bench(readers=readers())
    played(one, game, LONG[:count], 60)
    one.desk.press(CloseSheet())
    for act in (Host("menu"), Host("seat", "Bo"), Host("why", "Bo"), Host("misread")):
        one.desk.press(act)
        check(one, f"{game} {act}")


@pytest.mark.parametrize("language", ["en", "fr"])
def test_the_pages_of_the_evening_fit(bench: Any, language: str) -> None:
    """Log, an entry, evenings, an old game, places, backups, readers, command cards, who joins: with the longest texts."""
    import msgspec

    from companion.live.evening import summary
    from companion.words import use
    from ui.facade_evening import PlaceView, Reported
    from ui.view.model import Go, Host

    use(language)
    one = bench(readers=readers(), names=LONG, settings={"language": language})
    stick = PlaceView("A stick with a long name", "/run/media/somebody/A stick with a long name")
    one.facade.place_views = (PlaceView("This machine", "/home/somebody/.local/share/companion/backups"), stick)
    one.facade.backup_views = (PlaceView("companion-backup-20261129-223500 · A stick with a long name", "/x"),)
    one.desk.press(Host("games"))
    check(one, "no evenings yet")
    played(one, "casinoya-poker", LONG, 900)
    game = summary(one.facade.snapshot)
    one.facade.played_before = tuple(
        msgspec.structs.replace(game, id=at + 1, begun=1_700_000_000 + 40_000 * at) for at in range(90)
    )
    check(one, "the end")
    for act in (
        Host("log"),
        Host("log", LONG[0]),
        Host("log", "", "1"),
        Host("entry", "40"),
        Host("games"),
        Host("games", "1"),
        Host("months", "1"),
        Host("game", "1"),
        Host("places", "export"),
        Host("places", "restore"),
        Host("places", "backup"),
        Host("do-backup", "/run/media/somebody/A stick with a long name"),
        Host("readers"),
        Host("map", LONG[0]),
        Host("cards"),
        Host("command", "yes"),
        Host("join"),
    ):
        one.desk.press(act)
        check(one, f"{act}")
    one.desk.hear(Reported("/run/media/somebody/A stick with a long name/companion-backup-20261129-223500"))
    check(one, "what became of it")
    one.desk.press(Go("home"))
    check(one, "home")
    one.desk.press(Go("new", "casinoya-poker"))
    check(one, "a new game with a group to save")


def test_a_long_press_is_no_tap(bench: Any) -> None:
    """Holding a seat's number for half a second opens the correction, and lifting the finger then does nothing more."""
    from ui.view.model import PadStage

    one = bench()
    one.start("casinoya-poker", "Ana", "Bruno")
    panel = one.root.screen.seats.panels[0]
    one.advance(0.4)
    one.touch(*panel.to_window(*panel.center), hold=0.7)
    one.settle()
    assert isinstance(one.root.view.stage, PadStage)
    assert one.root.view.stage.ask.field == "hp"


def test_a_short_press_on_a_seat_opens_what_concerns_it(bench: Any) -> None:
    """A tap on a seat that owes nothing opens its menu."""
    from ui.view.host_model import MenuStage

    one = bench()
    one.start("casinoya-poker", "Ana", "Bruno")
    one.tap(one.root.screen.seats.panels[1])
    one.settle()
    assert isinstance(one.root.view.stage, MenuStage)
    assert one.root.view.stage.title == "Bruno"


def test_a_round_of_poker_of_four_needs_eight_taps_and_twenty_cards(bench: Any) -> None:
    """With fingers in the window: four exchanges, three battles, the chores; the cards are laid on the reader."""
    one = bench(settings={"auto_next": "0"})
    one.start("casinoya-poker", *SHORT)
    taps = 0

    def tap(target: Any) -> None:
        nonlocal taps
        taps += 1
        one.tap(target)
        one.settle()

    from companion.rules.game import Given
    from ui.view.model import Submit

    for name in SHORT:
        tap(
            next(
                target
                for target in one.targets()
                if isinstance(target.act, Submit) and target.act.action == Given(name, "exchange", 0)
            )
        )
    hands = ("KS KH KC 4C 4D", "9S 9D 3H 3S QC", "2S 4S 7D 9H JC", "2S 4S 7D 9H TC")
    cards = [f"{name}/{face}" for name, hand in zip(SHORT, hands, strict=True) for face in hand.split()]
    one.do(*cards)
    while one.facade.snapshot.moment()["round"] == 1:
        tap(one.root.screen.bar.buttons[-1])
    assert type(one.root.view.stage).__name__ == "ChoresStage"
    tap(one.root.screen.bar.buttons[-1])
    assert one.facade.chores() is None
    assert (len(cards), taps) == (20, 8)


def test_pictures_of_the_evening(bench: Any, same_picture: Any) -> None:
    """Menu, preview, log and cards look as they were approved."""
    from ui.view import misread
    from ui.view.model import Host

    one = bench(readers=readers(), settings={"auto_next": "0"})
    played(one, "casinoya-poker", SHORT, 80)
    one.desk.press(Host("menu"))
    same_picture(one, "evening-menu")
    entry = list(misread.misread_cards(one.facade.snapshot))[-4]
    for face in ("QD", "2S", "7H", "5C"):
        one.desk.press(Host("misread", str(entry), face))
        if one.desk.host.preview.refusal is None:
            break
    same_picture(one, "evening-preview")
    one.desk.press(Host("log"))
    same_picture(one, "evening-log")
    one.desk.press(Host("cards"))
    same_picture(one, "evening-cards")
