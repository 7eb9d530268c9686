"""What is wrong with a designer's deck file: line, code and reason, and nothing else ever."""

from __future__ import annotations

from importlib import resources

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.cards import FACES
from companion.rules.casinoya import deckfile
from companion.rules.casinoya.numbers import check_deck, shipped, with_deck
from companion.rules.game import BadOption

HOUSE = resources.files("companion.rules.numbers").joinpath("house.toml").read_text("utf-8")


def found(text: str) -> list[tuple[int, str]]:
    return [(one.line, one.code) for one in check_deck(text)]


def whole(*without: str) -> str:
    return "complete = true\n[cards]\n" + "".join(
        f"{face} = {{ strength = 1 }}\n" for face in FACES if face not in without
    )


@pytest.mark.parametrize(
    "text", ["", "# nothing\n", HOUSE, whole(), 'name = "x"\n', "[cards]\n", "\ufeff".strip("\ufeff")]
)
def test_good_files_have_no_findings(text: str) -> None:
    """The house deck, an empty file and one that names all 54 cards are good."""
    assert found(text) == []


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('[cards]\n\nKS = { effect = "fly" }', [(3, "unknown-effect")]),
        ('[cards]\nKX = { effect = "mend" }\n1S = {}\nks = {}', [(2, "unknown-card"), (3, "unknown-card"), (4, "unknown-card")]),
        ("[cards]\nX3 = {}\nX1 = {}", [(2, "unknown-card")]),
        ("[cards]\nKS = {}\nAS = {}\nKS = {}", [(4, "duplicate-card")]),
        ("[cards.KS]\nstrength = 1\n[cards.AS]\n[cards.KS]\nstrength = 2", [(4, "duplicate-card")]),
        ("[cards]\nKS = { strength = 21 }\nAS = { strength = -1 }\n2S = { strength = 20 }", [(2, "bad-strength"), (3, "bad-strength")]),
        ('[cards]\nKS = { strength = "3" }\nAS = { strength = true }\nQS = { strength = 1.0 }', [(2, "bad-strength"), (3, "bad-strength"), (4, "bad-strength")]),
        ("[cards]\nKS = { power = 3 }", [(2, "unknown-key")]),
        ("[cards]\nKS = 3", [(2, "bad-value")]),
        ("cards = 3", [(1, "bad-value")]),
        ("[cards]\nKS = { name = 3 }", [(2, "bad-value")]),
        (f'[cards]\nKS = {{ name = "{"x" * 41}" }}', [(2, "bad-value")]),
        ('[cards]\nKS = { name = "a\\nb" }', [(2, "bad-value")]),
        ('name = 3\ncomplete = "yes"\nplayers = 2', [(1, "bad-value"), (2, "bad-value"), (3, "unknown-key")]),
        ("[effects.fly]\nstrength = 2", [(1, "unknown-effect")]),
        ('[effects.mend]\nrole = "attacker"', [(2, "unknown-key")]),
        ('[effects]\nmill.suit = "S"', [(2, "suit-shared")]),
        ('[effects]\nmill.suit = "S"\npierce.suit = ""', []),
        ('[effects]\nmill.suit = "X"', [(2, "unknown-suit")]),
        ("[effects.mend]\nstrength = 99", [(2, "bad-strength")]),
        ("[damage.five]\npair = 100\nsix_of_a_kind = 3", [(2, "bad-value"), (3, "unknown-key")]),
        ("[damage.six]\npair = 1", [(1, "unknown-key")]),
        ("[cards\nKS = {}", [(1, "toml-syntax")]),
        ('[cards]\nKS = { effect = "mend }\nAS = { effect = "fly" }', [(2, "toml-syntax"), (3, "unknown-effect")]),
        ("[cards]\nKS = {}\nKS = {}\nAS = {}\nAS = {}", [(3, "duplicate-card"), (5, "duplicate-card")]),
    ],
)  # fmt: skip
def test_each_fault_has_its_line_and_code(text: str, expected: list[tuple[int, str]]) -> None:
    """Unknown, duplicate, out of range, of a wrong kind, no TOML: told where it stands, several at once."""
    assert found(text) == expected
    if expected:
        with pytest.raises(BadOption) as why:
            with_deck(text)
        assert (why.value.code, why.value.params["line"]) == ("bad-deck", expected[0][0])


def test_a_file_that_says_it_is_complete_names_all_54() -> None:
    """Missing cards are named, a missing joker on its own besides."""
    assert found(whole("X2")) == [(1, "joker-missing"), (1, "not-54")]
    missing = check_deck(whole("9H", "2C"))
    assert [(one.line, one.code) for one in missing] == [(1, "not-54")]
    assert "has 52 of 54 cards; missing: 9H 2C" in missing[0].reason
    assert found(whole("X2").replace("true", "false")) == []


def test_reasons_are_plain_sentences() -> None:
    """A reason names the card and what is wrong with it."""
    (one,) = check_deck('[cards]\nKS = { effect = "fly" }')
    assert one.reason == "KS: no such effect: 'fly'"
    (one,) = check_deck("[cards]\nKS = {}\nKS = {}")
    assert one.reason == "KS is in the file already"


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("#" * (deckfile.MOST_BYTES + 1), "file-too-long"),
        ("a = " + "[" * 30_000, "toml-syntax"),
        ("a = " + "9" * 9_000, "toml-syntax"),
        ("\x00", "toml-syntax"),
        ("é" * 40_000, "file-too-long"),
    ],
)
def test_monsters_are_refused_in_time(text: str, code: str) -> None:
    """A file too long, nested without end, with a number of thousands of digits: a finding, not a crash."""
    assert {one.code for one in check_deck(text)} == {code}


def test_findings_are_bounded() -> None:
    """A file of nothing but faults is not told without end."""
    text = "[cards]\n" + "".join(f"Z{number} = {{}}\n" for number in range(2000))
    assert len(check_deck(text)) == deckfile.MOST_FINDINGS
    assert len(check_deck("[cards]\n" + "KS = {}\n" * 2000)) <= deckfile.MOST_FINDINGS


PIECES = st.sampled_from(
    [
        "[cards]\n", "[effects]\n", "[damage.five]\n", "[cards.KS]\n", "complete = true\n", 'name = "x"\n', "KS = {}\n",
        "AS = { strength = 3 }\n", 'QH = { effect = "thorns", name = "Rose" }\n', "pair = 4\n", "mend.strength = 2\n",
        'mill.suit = "S"\n', "strength = 7\n", 'effect = "leech"\n', "X1 = 3\n", "]\n", '"', "= \n", "\n", "#", "'''", "\x7f",
    ]
)  # fmt: skip


@given(st.lists(PIECES, max_size=12).map("".join) | st.text(max_size=60))
@settings(max_examples=300, deadline=None)
def test_a_file_without_findings_is_played_and_any_other_refused(text: str) -> None:
    """Whatever the text, the checker answers; if it finds nothing the numbers are whole, if not the game refuses it."""
    findings = check_deck(text)
    assert all(0 <= one.line <= text.count("\n") + 1 and one.reason for one in findings)
    if findings:
        with pytest.raises(BadOption):
            with_deck(text)
        return
    numbers = with_deck(text)
    assert set(numbers.effects) == set(shipped().effects)
    for face in FACES:
        name, strength = numbers.effect(face)
        assert (name in numbers.effects) or (name, strength) == ("", 0)


def test_a_deck_can_change_effects_and_damage() -> None:
    """Another strength and suit of an effect and another line of a table; everything else stays."""
    numbers = with_deck('[effects]\nmill = { suit = "S", strength = 2 }\npierce.suit = ""\n[damage.war]\njoker = 9\n')
    assert numbers.effect("KS") == ("mill", 2)
    assert numbers.suit_effect("S") == ("mill", 2)
    assert numbers.effect("KH") == ("mend", 1)
    assert numbers.damage["war"] == {**shipped().damage["war"], "joker": 9}
    assert shipped().effect("KS") == ("pierce", 1)
