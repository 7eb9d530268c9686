"""Words: every code of every game has a sentence, in every language."""

from __future__ import annotations

import ast
import random
import re
import string
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

import companion
from companion import words
from companion.robots import Company
from companion.rules import options as options_of
from companion.rules.cards import FACES, Card
from companion.rules.game import Chore, ChoresDue, Event, Outcome, Pick, Player, Touched
from companion.rules.games import GAMES
from companion.words import catalogue, chores, errors, events, hands, language, prompts
from companion.words import table as table_words
from companion.words.language import Plural

ROOT = Path(companion.__file__).parents[1]


@pytest.fixture(params=["en", "fr"])
def spoken(request: pytest.FixtureRequest) -> Iterator[str]:
    """A language in use."""
    words.use(request.param)
    yield request.param
    words.use("en")


def calls(names: set[str], packages: tuple[str, ...]) -> Iterator[tuple[str, ast.Call]]:
    """Calls of the named functions and classes in the program, with the file they stand in."""
    for package in packages:
        for path in (ROOT / package).rglob("*.py"):
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Call):
                    called = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
                    if called in names:
                        yield str(path.relative_to(ROOT)), node


def literals(node: ast.expr) -> set[str]:
    """The strings an argument may be: a literal, or either side of a condition."""
    if isinstance(node, ast.IfExp):
        return literals(node.body) | literals(node.orelse)
    return {node.value} if isinstance(node, ast.Constant) and isinstance(node.value, str) else set()


def test_every_error_code_in_the_program_has_a_sentence() -> None:
    """Whatever `IllegalAction`, `BadOption`, `Refusal` or `refused` is raised with, the words know it."""
    known = set(errors.SENTENCES)
    missing = {
        (code, path)
        for path, call in calls({"IllegalAction", "BadOption", "Refusal", "refused", "Verdict"}, ("companion",))
        if call.args
        for code in literals(call.args[0]) - known
    }
    assert not missing


def test_every_error_class_with_a_code_has_a_sentence() -> None:
    """The codes of the error classes of rules and live table are known too."""
    from companion.live.errors import LiveError
    from companion.rules.cards import CardError
    from companion.rules.strength import HandError

    kinds = [CardError, HandError, LiveError, *subclasses(LiveError)]
    assert not {kind.code for kind in kinds} - set(errors.SENTENCES)


def subclasses(kind: type) -> list[Any]:
    found = []
    for one in kind.__subclasses__():
        found += [one, *subclasses(one)]
    return found


def event_kinds() -> list[type[Event]]:
    """All kinds of events there are, in this program."""
    assert all(GAMES.values())
    return [kind for kind in subclasses(Event) if kind.__module__.startswith("companion.")]


def test_every_event_of_every_game_has_a_sentence() -> None:
    """No event is told by its class name."""
    assert not {kind.__name__ for kind in event_kinds()} - set(events.SENTENCES) - {"ChoresDue"}


def places(sentence: str) -> set[str]:
    """The fields a sentence names."""
    return {name.partition(":")[0] for name in re.findall(r"\{([^}]*)\}", sentence)}


def both(sentence: str | Plural) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else (sentence.one, sentence.many)


def test_the_sentences_of_events_name_only_what_the_events_have() -> None:
    """Each place in an event's sentence is a field of it, or made from its fields."""
    made = {"DamageDealt": {"sum"}, "GameOver": {"outcome"}}
    for kind in event_kinds():
        for sentence in both(events.SENTENCES.get(kind.__name__, "")):
            wanted = places(sentence) - set(kind.__struct_fields__) - made.get(kind.__name__, set())
            if kind.__name__ not in events.MORE:
                assert not wanted, kind.__name__


def test_every_purpose_of_a_prompt_has_a_sentence() -> None:
    """The purposes written in the rules' code have a sentence each."""
    tables = {"Touch": prompts.TOUCHES, "Pick": prompts.PICKS, "Number": prompts.NUMBERS}
    missing = {
        (name, purpose)
        for path, call in calls(set(tables), ("companion/rules",))
        for name in [call.func.id if isinstance(call.func, ast.Name) else ""]
        if len(call.args) > 1 and name in tables
        for purpose in literals(call.args[1]) - set(tables[name])
    }
    assert not missing


def test_every_chore_has_a_sentence() -> None:
    """The physical steps written in the rules' code are told in words."""
    missing = {
        code for _, call in calls({"Chore"}, ("companion/rules",)) if call.args for code in literals(call.args[0])
    } - set(chores.SENTENCES)
    assert not missing


def whole(text: str) -> None:
    """A sentence is whole: it says something, and no place was left open."""
    assert text.strip()
    assert "?" not in text.rstrip("?")
    assert not re.search(r"\{\w*\}", text)


@pytest.mark.parametrize("name", list(GAMES))
def test_whatever_happens_in_a_game_is_said_whole(name: str, spoken: str) -> None:
    """In games played at random each event, prompt, option, action, light and outcome is a sentence without a gap."""
    for seed in range(4):
        game = GAMES[name]
        rng = random.Random(seed)
        count = rng.randint(*game.seats)
        players = [Player(one, one) for one in ("Ana", "Bruno", "Cem", "Dora", "Eva", "Finn")[:count]]
        chosen = options_of.read(game.options_type, {"bank": "40"} if name == "casino-war" else {})
        step = game.start(players, chosen)
        company = Company(game, players, chosen, rng, "random")
        for _ in range(400):
            for event in step.events:
                whole(words.event_text(event))
            standing = game.prompts(step.state)
            company.follow(step.state, step.events)
            for prompt in standing:
                assert prompts.sentence_of(prompt) is not None, prompt
                whole(words.prompt_text(prompt))
                if isinstance(prompt, Pick):
                    for option in game.options(step.state, prompt, 30).ids:
                        text = words.option_text(prompt, option)
                        whole(text)
                        assert text != option or option.isdigit(), option
            action = company.act(standing)
            if action is None:
                break
            whole(words.action_text(action))
            assert words.undo_text(action) != words.redo_text(action)
            step = game.apply(step.state, action)
        outcome = game.outcome(step.state)
        if outcome is not None:
            whole(words.outcome_text(outcome))


def test_a_sentence_is_said_with_any_text_and_nothing_in_it_is_a_place() -> None:
    """Names with braces or markup stand in a sentence as they are."""
    text = words.prompt_text(Pick("{seat}[b]{0}", "decide"))
    assert text.startswith("{seat}[b]{0}, ")


def test_plurals() -> None:
    """One card is a card, several are cards; in French nought is singular."""
    step = lambda count: words.chore_text(Chore("draw", "Ana", count))  # noqa: E731  three uses, one line
    assert (step(1), step(2)) == ("Ana: draw 1 card.", "Ana: draw 2 cards.")
    words.use("fr")
    try:
        assert "1 carte" in step(1)
        assert "1 cartes" not in step(1)
        assert "2 cartes" in step(2)
    finally:
        words.use("en")


def test_the_language_is_switched_at_run_time() -> None:
    """The same call speaks another language after `use`; an unknown one changes nothing."""
    outcome = Outcome("won", ("Ana",))
    assert words.outcome_text(outcome) == "Ana wins"
    try:
        words.use("fr")
        assert words.outcome_text(outcome) == "Ana gagne"
        with pytest.raises(words.UnknownLanguageError):
            words.use("xx")
        assert words.current() == "fr"
    finally:
        words.use("en")
    assert words.outcome_text(outcome) == "Ana wins"


def test_undo_is_named() -> None:
    """The undo button says what it takes back."""
    assert words.undo_text(Touched(Card("Bruno/3S"))) == "Undo 3♠ Bruno"


def test_hands_are_named_with_their_ranks() -> None:
    """A full house is told with both its ranks."""
    assert hands.hand_name("full_house", (13, 4)) == "Full house, kings over fours"
    assert hands.hand_name("straight", (5,)) == "Straight to the five"
    assert hands.hand_name("pair", (14,)) == "Pair of aces"


def test_every_face_has_a_sign_and_a_name(spoken: str) -> None:
    """All 54 faces are told apart, as signs and in words."""
    assert len({words.face_text(face) for face in FACES}) == 54
    assert len({words.option_text(Pick("Ana", "joker"), face) for face in FACES}) == 54


def test_lights_are_said(spoken: str) -> None:
    """The six words of a lamp are told apart."""
    assert len({words.light_text(word) for word in table_words.LIGHTS}) == 6


def test_chores_are_said_in_order() -> None:
    """The steps of a round's end are one text, in order."""
    text = words.event_text(ChoresDue(steps=(Chore("return", "Bruno", 2), Chore("shuffle"))))
    assert text == "Bruno: 2 cards aside back into the deck. Everybody: shuffle."


# --- the catalogues ----------------------------------------------------------------------------------------------------

POS = sorted(language.LOCALE.glob("*/LC_MESSAGES/companion.po"))


def test_there_is_french() -> None:
    """English and French can be spoken."""
    assert words.languages() == ("en", "fr")


@pytest.mark.parametrize("po", POS, ids=lambda path: path.parts[-3])
def test_every_sentence_is_translated(po: Path) -> None:
    """No source string is missing from a catalogue, none is left over, and none is untranslated."""
    messages = catalogue.read_po(po.read_text(encoding="utf-8"))
    wanted = set(catalogue.sources())
    have = set(messages) - {("", None)}
    assert not wanted - have, "run python -m companion.words.catalogue"
    assert not have - wanted
    assert not [key for key, forms in messages.items() if not all(forms)]


@pytest.mark.parametrize("po", POS, ids=lambda path: path.parts[-3])
def test_a_translation_has_the_places_of_its_source(po: Path) -> None:
    """A translated sentence names the same facts; none is lost and none invented."""
    for (one, many), forms in catalogue.read_po(po.read_text(encoding="utf-8")).items():
        for form in forms:
            if one and form:  # what is not translated is another test's
                assert places(form) == places(many or one) or (many and places(form) == places(one)), form


@pytest.mark.parametrize("po", POS, ids=lambda path: path.parts[-3])
def test_the_compiled_catalogue_is_that_of_the_source(po: Path) -> None:
    """The .mo that is shipped says what the .po says."""
    assert po.with_suffix(".mo").read_bytes() == catalogue.compiled(catalogue.read_po(po.read_text(encoding="utf-8")))


def test_a_catalogue_is_read_back_as_it_was_written() -> None:
    """Writing and reading a .po keeps quotes, line ends and plurals."""
    messages: catalogue.Messages = {
        ("", None): ("Language: xx\nPlural-Forms: nplurals=2; plural=(n > 1);\n",),
        ('say "yes"\\no', None): ("dis « oui »\n",),
        ("{count} card", "{count} cards"): ("{count} carte", "{count} cartes"),
    }
    assert catalogue.read_po(catalogue.write_po(messages)) == messages


def test_marked_strings_are_found() -> None:
    """The collector sees plain, concatenated and plural marks, and nothing else."""
    source = 'N_("a")\nP_("{n} b", "{n} bs", "n")\nN_("c" "d")\nother("e")\nN_(f)\n'
    assert list(catalogue.marked(source)) == [("a", None), ("{n} b", "{n} bs"), ("cd", None)]


def test_sentences_hold_only_places_that_can_be_filled() -> None:
    """Each marked source string has well-formed places of a known kind."""
    from companion.words.say import _KINDS

    for one, many in catalogue.sources():
        for text in filter(None, (one, many)):
            for _, name, _, _ in string.Formatter().parse(text):
                assert name is None or re.fullmatch(r"\w+", name.partition(":")[0])
            kinds = {match[1] for match in re.finditer(r"\{\w+:(\w+)\}", text)}
            assert kinds <= set(_KINDS)


def test_errors_are_said_with_their_facts(spoken: str) -> None:
    """Each error's sentence takes the facts it names and never fails for lack of one."""
    for code, sentence in errors.SENTENCES.items():
        for text in both(sentence):
            facts = dict.fromkeys(places(text), 3)
            assert words.error_text(code, facts)
            assert words.error_text(code, {})
    assert words.error_text("no-such-code-at-all", {})
    assert msgspec.json.encode(words.error_text("card-in-pit", {"card": Card("Ana/KS"), "seat": "Ana"}))
