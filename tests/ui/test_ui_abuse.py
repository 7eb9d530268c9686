"""Names as a curious child gives them, in a real window: letters stand as they are, nothing in them is obeyed."""

from __future__ import annotations

import ast
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytestmark = [pytest.mark.window, pytest.mark.xdist_group("ui")]

UI = Path(__file__).parents[2] / "ui"
TABLES = {
    "markup": ("[b]♠x[b]", "[i]♥[u]", "[color]♦", "[sub]♣[sup]", "&bl;b&br;♠", "[s]★"),
    "scripts": ("אבגד", "مرحبا بك", "{seat}♠", "%s%n♥", "Z\u0351\u0352\u0353\u0354", "ﷺ" * 40),
    "shapes": ("x" * 40, "W" * 40, "[" * 40, "&" * 40, "[s]♠&amp;[b]", "♠" * 40),
}


@pytest.fixture
def marked(bench: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[Any]]:
    """Every label with markup that the screen makes."""
    from kivy.core.text.markup import MarkupLabel

    import ui.widgets.base as base

    made: list[Any] = []

    class Seen(MarkupLabel):  # type: ignore[misc]
        def __init__(self, *given: Any, **keywords: Any) -> None:
            super().__init__(*given, **keywords)
            made.append(self)

    base._texture.cache_clear()
    monkeypatch.setattr(base, "MarkupLabel", Seen)
    yield made
    base._texture.cache_clear()


def obeyed(label: Any) -> list[str]:
    """Tags of a label that are not ours: ours choose the font of a sign."""
    from ui.widgets.base import SIGN_FONT

    tags = [part for part in label.markup if part.startswith("[") and part.endswith("]") and len(part) > 2]
    return [tag for tag in tags if tag not in {f"[font={SIGN_FONT}]", "[/font]"}]


@pytest.mark.parametrize(
    ("game", "names"),
    [("casinoya-poker", "markup"), ("casinoya-war", "scripts"), ("casino-war", "shapes"), ("cassino", "markup")],
)
def test_names_are_letters_on_every_screen(bench: Any, marked: list[Any], game: str, names: str) -> None:
    """Table, menu, seat, why, log, misread cards, the end and home show names as they were given; no markup, no link, no crash."""
    from companion.robots import Company
    from ui.view.model import CloseSheet, Go, Host

    seats = TABLES[names][: 4 if game == "cassino" else 6]
    one = bench(names=TABLES[names])
    options = {"hp": "3"} if game.startswith("casinoya") else {}
    one.start(game, *seats, **options)
    shot = one.facade.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(2))
    company.follow(shot.state, shot.events)
    for at in range(120):
        shot = one.facade.snapshot
        if shot.outcome is not None:
            break
        one.facade.chores_done()
        reply = one.table.submit(company.act([standing.prompt for standing in shot.prompts]))
        company.follow(reply.snapshot.state, reply.events)
        if at % 12 == 0:
            one.settle()
    one.settle()
    shown: set[str] = set(one.says())
    for act in (
        Host("menu"), *(Host("seat", name) for name in seats[:3]), Host("why", seats[0]), Host("correct", seats[0]), Host("misread"),
        CloseSheet(), Host("log"), Go("over"), Go("home"), Go("new", game), Host("games"),
    ):  # fmt: skip
        one.desk.press(act)
        one.settle()
        shown |= set(one.says())
    assert any(name in said for name in seats for said in shown)
    assert not [(label.text, obeyed(label)) for label in marked if obeyed(label)]
    assert not [label.text for label in marked if label.refs]


def test_only_one_place_makes_markup() -> None:
    """Markup is made where letters are escaped and nowhere else, and no widget of Kivy's that could read it is used with it."""
    for path in UI.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        keywords = {word.arg for node in ast.walk(tree) if isinstance(node, ast.Call) for word in node.keywords}
        assert "markup" not in keywords, path
        assert "MarkupLabel" not in names or path.name == "base.py", path
    for path in UI.rglob("*.kv"):
        assert "markup" not in path.read_text(encoding="utf-8"), path
