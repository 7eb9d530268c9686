"""Every screen at 2, 4 and 6 players with long names: targets for fingers, words that fit, nothing over anything else, then rest."""

from __future__ import annotations

import os
import random
from itertools import combinations
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

DENSITY = float(os.environ.get("COMPANION_UI", "800x480@1").partition("@")[2])
NAMES = ("Maximiliane-Charlotte", "Bo", "Chloé", "François", "Élodie", "Wilhelmina")
TOUCH = 48 * DENSITY - 0.6


def flaws(one: Any) -> list[str]:
    """What a picky designer would find: small or overlapping targets, words cut or on top of each other, things outside."""
    found = []
    targets = [target for target in one.targets() if not clipped(target)]
    for target in targets:
        if min(target.size) < TOUCH:
            found.append(f"small target {name_of(target)} {target.size}")
        if not inside(one.root, rectangle(target)):
            found.append(f"target outside {name_of(target)} {target.pos} {target.size}")
    places = {target: rectangle(target) for target in targets}
    for first, second in combinations(targets, 2):
        if overlap(places[first], places[second]) > 1 and not related(first, second):
            found.append(f"targets overlap: {name_of(first)} and {name_of(second)}")
    texts = [text for text in one.texts() if not clipped(text)]
    for text in texts:
        if not text.fits:
            found.append(f"words do not fit: {text.say!r} in {text.size}")
        if not inside(one.root, ink(text)):
            found.append(f"words outside: {text.say!r} at {ink(text)}")
    inks = {text: ink(text) for text in texts}
    for this, other in combinations(texts, 2):
        if overlap(inks[this], inks[other]) > 2:
            found.append(f"words on words: {this.say!r} and {other.say!r}")
    for card in cards_on(one):
        for text, box in inks.items():
            lies_on_all = one.root.cover in parents(text)  # the plate of the lock
            own = any(holder in parents(text) for holder in (card, card.parent))
            if overlap(box, rectangle(card)) > 2 and not own and not lies_on_all:
                found.append(f"words on a card: {text.say!r} at {box}")
    return found


def cards_on(one: Any) -> list[Any]:
    """The cards that are seen; what stands on a card or in the frame of a build is theirs."""
    from ui.widgets.cards import PlayingCard

    return [each for each in one.root.walk() if isinstance(each, PlayingCard) and each.opacity and each.width > 1]


def name_of(widget: Any) -> str:
    text = getattr(widget, "text", None)
    return f"{type(widget).__name__} {getattr(text, 'say', '') or getattr(widget, 'face', '')}"


def rectangle(widget: Any) -> tuple[float, float, float, float]:
    return on_screen(widget, widget.x, widget.y, widget.right, widget.top)


def on_screen(widget: Any, left: float, bottom: float, right: float, top: float) -> tuple[float, float, float, float]:
    """A place beside the widget as it lies on the screen, where it may be turned by quarters: left, bottom, right, top."""
    corners = widget.to_window(left, bottom), widget.to_window(right, top)
    (x, other_x), (y, other_y) = (sorted(values) for values in zip(*corners, strict=True))
    return x, y, other_x, other_y


def ink(text: Any) -> tuple[float, float, float, float]:
    """Where the letters really are; a line's texture has room for accents and descenders that is no ink."""
    x, y = text._rectangle.pos
    width, height = text.ink
    spare = text.font_size * 0.18
    return on_screen(text, x, y + spare, x + width, y + height - spare)


def overlap(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """The smaller side of what two rectangles share."""
    return min(min(one[2], other[2]) - max(one[0], other[0]), min(one[3], other[3]) - max(one[1], other[1]))


def inside(root: Any, box: tuple[float, ...]) -> bool:
    return box[0] >= -1 and box[1] >= -1 and box[2] <= root.width + 1 and box[3] <= root.height + 1


def related(one: Any, other: Any) -> bool:
    return any(parent is other for parent in parents(one)) or any(parent is one for parent in parents(other))


def parents(widget: Any) -> list[Any]:
    found = []
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        found.append(widget)
    return found


def clipped(widget: Any) -> bool:
    """Whether a scrolled list shows it only in part now."""
    from kivy.uix.scrollview import ScrollView

    box = rectangle(widget)
    for parent in parents(widget):
        if isinstance(parent, ScrollView):
            seen = rectangle(parent)
            if box[0] < seen[0] - 1 or box[1] < seen[1] - 1 or box[2] > seen[2] + 1 or box[3] > seen[3] + 1:
                return True
    return False


def check(one: Any, where: str) -> None:
    one.settle()
    assert not flaws(one), f"{where}: {flaws(one)}"


@pytest.mark.parametrize("count", [2, 4, 6])
def test_poker_fits_from_the_exchange_to_the_end(bench: Any, count: int) -> None:
    """Each stage of a whole game of poker is readable and touchable, and rests when nothing happens."""
    play(bench(), "casinoya-poker", count, hp="6")


@pytest.mark.parametrize(
    ("game", "count"),
    [
        ("casinoya-blackjack", 6),
        ("casinoya-chinese", 2),
        ("casinoya-war", 3),
        ("casino-war", 4),
        ("cassino", 3),
    ],
)
def test_every_game_fits_in_all_its_stages(bench: Any, game: str, count: int) -> None:
    """Each stage that a game passes is readable and touchable, and rests when nothing happens."""
    options = {"hp": "5"} if game.startswith("casinoya") else {}
    play(bench(), game, count, most=70, **options)


def play(one: Any, game: str, count: int, most: int = 600, **options: str) -> None:
    """Robots play; each stage is checked when it is first seen with these prompts."""
    from companion.robots import Company

    one.start(game, *NAMES[:count], **options)
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(count))
    company.follow(shot.state, shot.events)
    seen: dict[str, int] = {}
    for _ in range(most):
        one.frames(2)
        view = one.root.view
        shot = one.facade.snapshot
        purposes = sorted({f"{type(standing.prompt).__name__}:{standing.prompt.purpose}" for standing in shot.prompts})
        kind = f"{type(getattr(view, 'stage', view)).__name__} {' '.join(purposes)}"
        seen[kind] = seen.get(kind, 0) + 1
        if seen[kind] == 1:
            check(one, f"{game} {count} {kind}")
        if shot.outcome is not None:
            return
        if "Chores" in kind:
            one.desk.chores_done = shot.entries
            one.desk.changed()
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        assert reply.refusal is None
        company.follow(reply.snapshot.state, reply.events)


def test_a_fault_is_told_without_covering_what_is_pressed(bench: Any) -> None:
    """The banner leaves the prompt bar and the seats free, and its own buttons can be touched."""
    from companion.rules.game import Given
    from ui.facade import ReaderView

    one = bench(readers=[ReaderView("ttyUSB0", "ready")])
    one.start("casinoya-poker", *NAMES[:4])
    one.do(*(Given(name, "exchange", 0) for name in NAMES[:4]))
    one.facade.set_readers(ReaderView("ttyUSB0", "lost", code="unplugged", detail="Check the cable at the left."))
    one.settle()
    (banner,) = one.root.screen.banner
    free = [*one.root.screen.bar.buttons, *one.root.screen.bar.undo, *one.root.screen.seats.panels]
    assert all(overlap(rectangle(banner), rectangle(target)) < 6 for target in free)
    assert [pill.view.text for pill in banner.buttons] == ["By hand", "Details"]
    assert all(min(pill.size) >= TOUCH for pill in banner.buttons)


def test_sheets_fit(bench: Any) -> None:
    """Cards by hand, a joker's faces, why a number is what it is, the doctor, a question: all readable and touchable."""
    from companion.rules.game import Given
    from ui.view.model import ByHand, ChooseFace, Confirm, Details, Go

    one = bench()
    one.start("casinoya-poker", *NAMES[:2])
    one.do(*(Given(name, "exchange", 0) for name in NAMES[:2]))
    one.desk.press(ByHand(NAMES[0], NAMES[0]))
    check(one, "by hand")
    one.do(*(f"Bo/{face}" for face in ("X1", "KH", "KC", "4C", "4D")))
    joker = next(standing for standing in one.facade.snapshot.prompts if standing.prompt.seat == "Bo")
    one.desk.press(ChooseFace(joker))
    check(one, "joker")
    one.desk.press(Details())
    check(one, "doctor")
    one.desk.press(Confirm("End this game?", "End it", Go("home")))
    check(one, "question")


def test_home_new_game_options_and_keyboard_fit(bench: Any) -> None:
    """The way from home into a game is readable and touchable."""
    from companion.rules.options import fields
    from companion.settings import Screen
    from ui.view.model import Go, Put

    one = bench(names=NAMES, fields=fields(Screen))
    check(one, "home")
    one.start("casinoya-poker", *NAMES)
    one.desk.press(Go("home"))
    check(one, "home with a game to go on with")
    one.desk.press(Go("settings"))
    check(one, "settings")
    for game in one.facade.games():
        one.desk.press(Go("new", game))
        check(one, f"new {game}")
        one.desk.press(Go("options", game))
        check(one, f"options of {game}")
    one.desk.press(Go("new", "cassino"))
    one.desk.press(Put("name", "0"))
    check(one, "keyboard")
    one.desk.press(Put("text", "", "table"))
    check(one, "a reserved name")


FORTY = "Maximiliane-Charlotte von Hohenlohe-Lang"


def test_long_names_are_whole_at_six_seats(bench: Any) -> None:
    """A name of twenty letters is never shortened on its seat; one of forty is whole in the prompt, and after a tap on its seat."""
    from companion.rules.game import Given
    from ui.view.model import CloseSheet

    one = bench()
    one.start("casinoya-poker", *NAMES)
    assert [panel.name.fits for panel in one.root.screen.seats.panels] == [True] * 6
    one = bench()
    one.start("casinoya-poker", FORTY, *NAMES[1:])
    one.do(*(Given(name, "exchange", 0) for name in NAMES[1:]))
    sentence = one.root.screen.bar.sentence
    assert FORTY in sentence.say
    assert sentence.fits
    for act in (Given(FORTY, "exchange", 0), None):  # a tap opens the seat's menu, then its cards by hand
        one.tap(one.root.screen.seats.panels[0])
        one.settle()
        opened = [text for text in one.texts() if text.parent not in one.root.screen.seats.panels]
        assert any(FORTY in text.say and text.fits for text in opened)
        one.desk.press(CloseSheet())
        if act is not None:
            one.do(act)
