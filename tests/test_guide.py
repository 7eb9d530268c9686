"""The rules page: every game has one, in the language in use, with the options in force."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion import words
from companion.rules import options as options_of
from companion.rules.games import GAMES
from companion.words.guide import guide
from companion.words.hints import HINTS
from companion.words.naming import TITLES, VALUES, option_title, value_name


@pytest.fixture(params=["en", "fr"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language in use."""
    words.use(request.param)
    yield request.param
    words.use("en")


def said(name: str, **chosen: str) -> str:
    options = options_of.read(GAMES[name].options_type, chosen)
    return "\n".join(line for chapter in guide(name, options) for line in (chapter.title, *chapter.lines))


@pytest.mark.parametrize("name", list(GAMES))
def test_every_game_has_rules_for_players(name: str, spoken: str) -> None:
    """At least three chapters of whole sentences, none with a gap, and the house rules at the end."""
    chapters = guide(name, GAMES[name].options_type())
    assert len(chapters) >= 3
    assert all(chapter.title and chapter.lines for chapter in chapters)
    text = said(name)
    assert "?" not in text
    assert "{" not in text


@pytest.mark.parametrize("name", list(GAMES))
def test_rules_in_french_are_not_in_english(name: str) -> None:
    """No sentence of a rules page is the same in both languages."""
    english = {line for chapter in guide(name, GAMES[name].options_type()) for line in chapter.lines}
    words.use("fr")
    try:
        french = {line for chapter in guide(name, GAMES[name].options_type()) for line in chapter.lines}
    finally:
        words.use("en")
    assert not {line for line in english & french if "→" not in line}


@pytest.mark.parametrize(
    ("name", "option", "value", "printed", "changed"),
    [
        ("casinoya-poker", "tie", "cancel", "turn the top cards", "nobody attacks"),
        ("casinoya-poker", "hp", "33", "begins with 20", "begins with 33"),
        ("casinoya-poker", "five_of_a_kind", "off", "Five of a kind 15", "Five of a kind: off"),
        ("casinoya-blackjack", "reveal", "open", "show their backs", "shown as they are laid"),
        ("casino-war", "war_tie", "no_bonus", "bonus pays one ante", "won like any war"),
        ("casino-war", "tie_pays", "11", "It pays 10 to 1", "It pays 11 to 1"),
        ("casino-war", "burn", "three_each", "Three cards are burned, then", "before each card that is dealt"),
        ("cassino", "deal", "sixes", "Four cards to each", "Six cards to each player in every deal"),
        ("cassino-draw", "lottery_literal", "on", "four cards each", "twelve cards each"),
        ("cassino", "sweeps", "0", "lies on the table: one point", "Sweeps: 0"),
    ],
)
def test_the_rules_are_those_of_this_table(name: str, option: str, value: str, printed: str, changed: str) -> None:
    """A house option changes the sentence it is about, and is named among the house rules."""
    assert printed in said(name)
    other = said(name, **{option: value})
    assert printed not in other
    assert changed in other
    assert option_title(option) in other.partition("House rules of this table")[2]


def test_every_option_and_value_has_a_name(spoken: str) -> None:
    """No option, setting or value of a choice is shown under the name it has in files."""
    from companion.settings import Screen

    for kind in (*(game.options_type for game in GAMES.values()), Screen):
        for field in options_of.fields(kind):
            assert field.name in TITLES, field.name
            for choice in field.choices:
                assert choice in VALUES or choice.isdigit(), (field.name, choice)
                assert "_" not in value_name(field.name, choice)


def test_decimals_follow_the_language() -> None:
    """English writes a point, French a comma; a minus is a minus."""
    assert words.decimal(-2.33, 2) == "−2.33"
    words.use("fr")
    try:
        assert words.decimal(-2.33, 2) == "−2,33"
    finally:
        words.use("en")


def test_hints_fit_into_the_prompt_bar(spoken: str) -> None:
    """A hint is short enough for the two lines of the prompt bar."""
    from companion.words.hints import hint

    assert all(0 < len(hint(kind)) <= 130 for kind in HINTS)
