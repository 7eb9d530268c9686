"""The headless protocol (HEADLESS.md), line by line, against the table that the screen drives too."""

from __future__ import annotations

import io
import random
import shlex
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.headless import USAGE, Protocol, encoded
from companion.lines import MAX_LINE, read_lines, split_words
from companion.live.table import Table
from companion.robots import Company
from companion.rules.game import Given, IllegalAction, Picked, Touched
from companion.rules.games import GAMES

POKER = "new casinoya-poker Ana Bruno hp=20"
EXAMPLE = (
    POKER,
    "number Ana exchange 2",
    "number Bruno exchange 0",
    "touch Ana/KS Ana/KH Ana/KC Ana/4C Ana/4D",
    "touch Bruno/9S Bruno/9D Bruno/3H Bruno/3S Bruno/QC",
)


class Talk:
    """A conversation; `say` returns the reply as a list of parsed lines."""

    def __init__(self) -> None:
        self.protocol = Protocol(Table(GAMES))

    def say(self, line: str | bytes) -> list[dict[str, Any]]:
        raw = line if isinstance(line, bytes) else line.encode()
        return [msgspec.json.decode(one) for one in encoded(self.protocol.answer(raw)).splitlines()]

    def all(self, *lines: str) -> list[dict[str, Any]]:
        reply: list[dict[str, Any]] = []
        for line in lines:
            reply = self.say(line)
            assert not [one for one in reply if "error" in one], reply
        return reply

    def state(self) -> Any:
        return self.say("state")[0]["state"]


@pytest.fixture
def talk() -> Talk:
    return Talk()


def first(reply: list[dict[str, Any]], key: str) -> Any:
    return next(one for one in reply if key in one)


def code(reply: list[dict[str, Any]]) -> str:
    return str(first(reply, "error")["error"])


def shape_is_right(reply: list[dict[str, Any]]) -> None:
    """The order of the lines of one reply, each known by its first key."""
    order = ["hello", "touch", "event", "error", "state", "games", "split", "prompt", "outcome", "ready"]
    keys = [next(iter(one)) for one in reply]
    places = [order.index(key) for key in keys]
    assert places == sorted(places), keys
    assert keys.count("ready") == 1
    assert keys.count("error") <= 1
    assert not ("prompt" in keys and "outcome" in keys)
    for one in reply:
        if "error" in one:
            assert one["text"]
            assert one["error"] == one["error"].lower()
        if "prompt" in one:
            assert one["text"]


# --- the shape of the talk ---------------------------------------------------------------------------------------------


def test_the_greeting_says_who_speaks_and_is_ready(talk: Talk) -> None:
    """On start: hello with version and protocol, then ready."""
    assert talk.protocol.greeting() == [{"hello": "companion", "version": "0.1.0", "protocol": 1}, {"ready": 0}]


def test_the_example_of_the_contract(talk: Talk) -> None:
    """HEADLESS.md, Example: full house 8, strike 2, pierce 1 against guard 1, mend 1 at full health: 20 to 10."""
    reply = talk.all(*EXAMPLE)
    damage = next(one for one in reply if one.get("event") == "DamageDealt")
    assert (damage["seat"], damage["by"], damage["amount"], damage["hp"]) == ("Bruno", "Ana", 10, 10)
    assert (damage["base"], damage["strike"], damage["guard"], damage["pierce"], damage["heal"]) == (8, 2, 1, 1, 0)
    assert first(reply, "prompt") == {
        "prompt": "pick",
        "seat": "table",
        "purpose": "next",
        "options": [{"id": "next", "text": "Next"}],
        "text": "Ready to go on?",
    }
    assert reply[-1] == {"ready": 12}
    talk.all("pick table next")
    ana, bruno = talk.state()["players"]
    assert (ana["hp"], ana["deck"], ana["hand"], ana["aside"], ana["pit"]) == (20, 44, 5, 0, 5)
    assert (bruno["hp"], bruno["light"]) == (10, "waiting")


@pytest.mark.parametrize(
    ("line", "fact"),
    [
        ("new casinoya-poker Ana Bruno hp=", "value"),
        ('new "" Ana Bruno', "game"),
        ('number Ana exchange ""', "value"),
        ('touch ""', "value"),
        ('move Ana Ana/KS ""', "zone"),
        ('correct Ana "" 4', "field"),
        ('leave ""', "seat"),
        ('""', "command"),
    ],
)
def test_a_word_left_empty_is_quoted_in_the_refusal(talk: Talk, line: str, fact: str) -> None:
    """A sentence about nothing names it as `""`, and has no hole; the fact itself stays as it was given."""
    talk.all(POKER)
    refusal = talk.say(line)[0]
    assert refusal[fact] == ""
    assert '""' in refusal["text"]


@pytest.mark.parametrize("line", ["", "   ", "\t", "# a comment", "  # one more", "\r"])
def test_a_blank_line_and_a_comment_get_a_reply_too(talk: Talk, line: str) -> None:
    """Every line gets exactly one reply that ends in ready, with the prompts that stand."""
    talk.say(POKER)
    reply = talk.say(line)
    assert [next(iter(one)) for one in reply] == ["prompt", "prompt", "ready"]


def test_prompts_follow_every_line(talk: Talk) -> None:
    """Prompts and ready follow refused lines, `state` and `games` too, and are the same each time."""
    prompts = talk.say(POKER)[-3:]
    for line in ("state", "games", "nonsense", "touch Ana/KS", "undo"):
        reply = talk.say(line)
        shape_is_right(reply)
        assert reply[-3:] == prompts


def test_without_a_game_everything_is_refused_and_state_says_so(talk: Talk) -> None:
    """There is no game: commands are refused with `no-game`, `state` tells it."""
    for line in ("touch Ana/KS", "pick Ana war", "number Ana ante 1", "undo", "redo", "retake Ana", "replace 1 KS",
                 "move Ana KS pit", "leave Ana", "join Ana", "void", "split Ana KS", "correct Ana hp 3"):  # fmt: skip
        assert code(talk.say(line)) == "no-game"
    assert talk.say("state") == [{"state": {"game": None}}, {"ready": 0}]


def test_games_lists_all_games_with_options_defaults_and_choices(talk: Talk) -> None:
    """`games` prints the nine games, each with its options; every default is possible."""
    listed = {game["name"]: game for game in first(talk.say("games"), "games")["games"]}
    assert list(listed) == [
        "casinoya-poker", "casinoya-blackjack", "casinoya-chinese", "casinoya-war",
        "casino-war", "cassino", "cassino-royal", "cassino-spade", "cassino-draw",
    ]  # fmt: skip
    for name, game in listed.items():
        names = ["Ana", "Bruno", "Cem", "Dora", "Eva", "Finn"][: game["players"][0]]
        for option in game["options"]:
            assert option["text"]
            if option["kind"] in {"choice", "switch"}:
                assert option["default"] in option["choices"]
            elif option["kind"] == "number":
                assert option["low"] <= int(option["default"]) <= option["high"]
                span, *words = option["choices"]
                assert span == f"{option['low']}..{option['high']}"
                for word in words:
                    talk.all(f"new {name} {' '.join(names)} {option['name']}={word}")
            if option["default"]:
                talk.all(f"new {name} {' '.join(names)} {option['name']}={option['default']}")
    hit_points = next(option for option in listed["casinoya-war"]["options"] if option["name"] == "hp")
    assert hit_points["choices"] == ["1..99", "short", "long"]


def test_quit_is_answered_and_ends(talk: Talk) -> None:
    """`quit` gets its reply like every line and ends the conversation; with arguments it is refused and does not."""
    assert code(talk.say("quit now")) == "bad-arguments"
    assert not talk.protocol.finished
    assert talk.say("quit") == [{"ready": 0}]
    assert talk.protocol.finished


# --- words of a line ---------------------------------------------------------------------------------------------------


@given(st.text("ab '\"\\\t/é", max_size=12))
@settings(max_examples=300)
def test_words_are_split_as_a_shell_splits_them(text: str) -> None:
    """Without a `#` words are those of the standard library's shlex, and refused is what it refuses."""
    try:
        expected = shlex.split(text)
    except ValueError:
        with pytest.raises(IllegalAction, match="bad-quotes"):
            split_words(text)
    else:
        assert split_words(text) == expected


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("touch shoe/7H#4", ["touch", "shoe/7H#4"]),
        ("touch shoe/7H#4 # the fourth", ["touch", "shoe/7H#4"]),
        ("touch shoe/7H #4", ["touch", "shoe/7H"]),
        ("a '#' b", ["a", "#", "b"]),
        ("a \\# b", ["a", "#", "b"]),
        ("a ''# b", ["a", "#", "b"]),
        ("#a b", []),
        ("a # 'open", ["a"]),
    ],
)
def test_a_comment_starts_at_the_start_of_a_word_only(line: str, words: list[str]) -> None:
    """`#` inside a word belongs to it: `shoe/7H#4` is a card."""
    assert split_words(line) == words


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("'", "bad-quotes"),
        ('touch "Ana/KS', "bad-quotes"),
        ("touch \\", "bad-quotes"),
        (b"\xff\xfe", "not-utf8"),
        (b"touch \xc3(", "not-utf8"),
        (b"touch \xed\xa0\x80", "not-utf8"),
        ("\0", "unknown-command"),
        ("touch \0", "bad-card"),
        ("pick Ana \x1b[31m", "not-asked"),
        ("TOUCH Ana/KS", "unknown-command"),
        ("touch", "bad-arguments"),
        ("pick Ana", "bad-arguments"),
        ("pick Ana a b", "bad-arguments"),
        ("number Ana exchange", "bad-arguments"),
        ("undo 3", "bad-arguments"),
        ("state now", "bad-arguments"),
        ("touch KS", "bad-card"),
        ("touch Ana/ks", "bad-card"),
        ("touch Ana/1S", "bad-card"),
        ("touch /KS", "bad-card"),
        ("touch Ana/KS#0", "bad-card"),
        ("touch Nobody/KS", "unknown-deck"),
        ("touch Ana/KS#1", "not-in-deck"),
        ("pick Nobody next", "unknown-player"),
        ("number Ana exchange x", "not-a-number"),
        ("number Ana exchange 1.5", "not-a-number"),
        ("number Ana exchange ٣", "not-a-number"),
        ("number Ana exchange 99999999999999999999999999", "not-a-number"),
        ("number Ana exchange 6", "out-of-range"),
        ("number Ana exchange -1", "out-of-range"),
        ("number Ana ante 1", "not-asked"),
        ("redo", "nothing-to-redo"),
        ("replace x Ana/KS", "not-a-number"),
        ("replace 1 Ana/KS", "no-such-entry"),
        ("split Ana Ana/KS", "split-only-chinese"),
    ],
)  # fmt: skip
def test_a_bad_line_is_refused_with_its_code_and_changes_nothing(talk: Talk, line: str | bytes, expected: str) -> None:
    """Malformed or impossible lines get an error with a stable code and a sentence; the state is untouched."""
    talk.say(POKER)
    before = talk.state()
    reply = talk.say(line)
    shape_is_right(reply)
    assert code(reply) == expected
    assert reply[-1] == {"ready": 0}
    assert talk.state() == before


def test_a_line_of_ten_megabytes_is_one_line(talk: Talk) -> None:
    """A huge line is refused as too long, keeps no memory, and the line after it is read as usual."""
    lines = list(read_lines(io.BytesIO(b"touch " + b"x" * 10_000_000 + b"\nstate\n\nlast")))
    assert [len(line) <= MAX_LINE + 1 for line in lines] == [True] * 4
    assert lines[1:] == [b"state", b"", b"last"]
    reply = talk.say(lines[0])
    assert code(reply) == "line-too-long"
    assert len(encoded(reply)) < 1000


@given(st.binary(max_size=200))
@settings(max_examples=300)
def test_any_bytes_get_one_reply(raw: bytes) -> None:
    """Whatever a line is, its reply is valid UTF-8 JSON that ends in ready."""
    talk = Talk()
    talk.say(POKER)
    shape_is_right(talk.say(raw.replace(b"\n", b" ")))


WORDS = [*USAGE, *GAMES, "Ana", "Bruno", "dealer", "table", "Ana/KS", "KS", "shoe/7H#4", "next", "exchange", "ante", "1", "-1",
         "hp=3", "hp=x", "'", '"', "\\", "#", "", "pit", "hp", "Ana@red", "@", "=", "x" * 90]  # fmt: skip


@given(st.lists(st.lists(st.sampled_from(WORDS), max_size=7), max_size=8))
@settings(max_examples=200)
def test_any_words_get_one_reply(lines: list[list[str]]) -> None:
    """Commands put together at random never end the conversation and never break the shape of a reply."""
    talk = Talk()
    for line in lines:
        shape_is_right(talk.say(" ".join(line)))


def test_a_reply_can_hold_half_a_surrogate_pair() -> None:
    """A reader's path may hold what is no UTF-8; the reply is valid UTF-8 all the same."""
    assert encoded([{"reader": "/dev/\udcff", "status": "lost"}]).decode("utf-8").startswith('{"reader"')


# --- new ---------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("nonsense Ana Bruno", "unknown-game"),
        ("casinoya-poker Ana", "bad-player-count"),
        ("casinoya-poker", "bad-player-count"),
        ("casinoya-poker A B C D E F G", "bad-player-count"),
        ("casinoya-poker Ana Ana", "name-taken"),
        ("casinoya-poker Ana@red Bruno@red", "label-taken"),
        ("casinoya-poker Ana dealer", "name-reserved"),
        ("casinoya-poker Ana table", "name-reserved"),
        ("casinoya-poker Ana@dealer Bruno", "name-reserved"),
        ("casinoya-poker Ana ''", "bad-name"),
        ("casinoya-poker Ana Bruno@", "bad-name"),
        ("casinoya-poker Ana 'a/b'", "bad-name"),
        ("casinoya-poker Ana a@b@c", "bad-name"),
        ("casinoya-poker Ana 'a\tb'", "bad-name"),
        ("casinoya-poker Ana \u202eb", "bad-name"),
        (f"casinoya-poker Ana {'x' * 41}", "bad-name"),
        ("casinoya-poker Ana ' Bruno'", "bad-name"),
        ("casinoya-poker Ana Bruno=3", "bad-name"),
        ("casinoya-poker Ana Bruno hp=0", "bad-option-value"),
        ("casinoya-poker Ana Bruno hp=100", "bad-option-value"),
        ("casinoya-poker Ana Bruno hp=", "bad-option-value"),
        ("casinoya-poker Ana Bruno hp=3 hp=4", "option-twice"),
        ("casinoya-poker Ana Bruno five_of_a_kind=true", "bad-option-value"),
        ("casinoya-poker Ana Bruno tie=maybe", "bad-option-value"),
        ("casinoya-poker Ana Bruno colour=red", "bad-option"),
        ("casino-war Ana hp=3", "bad-option"),
        ("cassino Ana", "bad-player-count"),
    ],
)
def test_a_bad_new_is_refused_and_the_running_game_stays(talk: Talk, words: str, expected: str) -> None:
    """A game that cannot be started leaves the one in progress as it is."""
    talk.all(POKER, "number Ana exchange 2")
    before = talk.state()
    reply = talk.say(f"new {words}")
    assert code(reply) == expected
    assert reply[-1] == {"ready": 1}
    assert talk.state() == before


def test_an_unknown_option_names_the_choices(talk: Talk) -> None:
    """An unknown option or value is an error that names what is possible."""
    assert "min_damage" in first(talk.say("new casinoya-poker Ana Bruno x=1"), "error")["choices"]
    assert first(talk.say("new casinoya-poker Ana Bruno tie=x"), "error")["choices"] == ["playoff", "rebuild", "cancel"]


def test_names_with_blanks_and_decks_with_other_labels(talk: Talk) -> None:
    """Names with blanks are quoted as in a shell; `name@label` says whose cards are whose."""
    reply = talk.all(
        "new casinoya-poker 'Ana Lee@red' \"Bruno\"", "number 'Ana Lee' exchange 0", "number Bruno exchange 0"
    )
    assert [one["label"] for one in reply if "prompt" in one] == ["red", "Bruno"]
    reply = talk.all("touch red/KS")
    assert first(reply, "event")["seat"] == "Ana Lee"
    assert code(talk.say("touch 'Ana Lee/KH'")) == "unknown-deck"


def test_new_abandons_a_game_in_progress(talk: Talk) -> None:
    """`new` starts again from entry 0."""
    talk.all(POKER, "number Ana exchange 2")
    assert talk.all("new casino-war Ana")[-1] == {"ready": 0}
    assert talk.state()["game"] == "casino-war"


# --- cards -------------------------------------------------------------------------------------------------------------


def test_touch_stops_at_the_first_refused_card(talk: Talk) -> None:
    """Cards of one line are actions of their own: the earlier ones stand, the later ones are not tried."""
    talk.all(POKER, "number Ana exchange 0", "number Bruno exchange 0")
    reply = talk.say("touch Ana/KS Ana/KS Ana/QS")
    shape_is_right(reply)
    assert [one["card"] for one in reply if "event" in one] == ["Ana/KS"]
    assert first(reply, "error")["card"] == "Ana/KS"
    assert code(reply) == "card-in-hand"
    assert first(reply, "prompt")["count"] == 4
    assert reply[-1] == {"ready": 3}


def test_a_bare_face_in_a_shoe_is_the_first_copy_not_yet_seen(talk: Talk) -> None:
    """`touch KS` twice is the first and the second copy; a named copy that was seen is refused; a seventh is none."""
    talk.all(
        "new casino-war Ana Bruno Cem",
        *(f"number {name} ante 10" for name in ("Ana", "Bruno", "Cem")),
        "pick dealer deal",
    )
    assert first(talk.all("touch KS"), "event")["card"] == "shoe/KS#1"
    assert first(talk.all("touch shoe/KS"), "event")["card"] == "shoe/KS#2"
    assert code(talk.say("touch KS#1")) == "card-seen"
    assert first(talk.all("touch KS#3"), "event")["card"] == "shoe/KS#3"
    assert first(talk.all("touch KS"), "event")["card"] == "shoe/KS#4"
    talk2 = Talk()
    talk2.all(
        "new casino-war Ana Bruno decks=1", "number Ana ante 2", "number Bruno ante 2", "pick dealer deal", "touch KS"
    )
    assert code(talk2.say("touch KS")) == "card-seen"
    assert "error" in first(talk2.say("touch pack/KD"), "error")


def test_the_label_may_be_left_out_in_a_one_deck_game(talk: Talk) -> None:
    """Cassino's cards need no label; one of another deck is refused."""
    reply = talk.all("new cassino Ana Bruno", "touch KS 7H")
    assert [one["card"] for one in reply if one.get("event") == "TableCardLaid"] == ["pack/KS", "pack/7H"]
    for card in ("shoe/2S", "pack/2S#1", "X1"):
        assert "error" in first(talk.say(f"touch {card}"), "error")


def test_at_most_one_pick_a_seat_and_optional_prompts_last() -> None:
    """In games played at random: one open pick a seat, optional prompts after the others, replies small."""
    for name in GAMES:
        talk = Talk()
        talk.all(f"new {name} Ana Bruno" + (" bank=40" if name == "casino-war" else ""))
        for reply in random_game(talk, random.Random(5), 150):
            shape_is_right(reply)
            prompts = [one for one in reply if "prompt" in one]
            picks = [one["seat"] for one in prompts if one["prompt"] == "pick"]
            assert len(picks) == len(set(picks))
            assert [bool(one.get("optional")) for one in prompts] == sorted(
                bool(one.get("optional")) for one in prompts
            )
            assert len(encoded(reply)) < 65536
            for one in prompts:
                wanted = {
                    "touch": {"count", "label"},
                    "pick": {"options"},
                    "number": {"low", "high", "step", "default"},
                }
                assert wanted[one["prompt"]] | {"seat", "purpose", "text"} <= set(one)
                for option in one.get("options", ()):
                    assert set(option) == {"id", "text"}
                    assert option["text"]


def random_game(talk: Talk, rng: random.Random, most: int) -> Any:
    """Replies of a game that robots play through lines of text."""
    snapshot = talk.protocol.table.snapshot
    assert snapshot is not None
    company = Company(snapshot.game, snapshot.players, snapshot.options, rng, "random")
    for _ in range(most):
        snapshot = talk.protocol.table.snapshot
        assert snapshot is not None
        company.follow(snapshot.state, snapshot.events, snapshot.players)
        action = company.act([one.prompt for one in snapshot.prompts])
        if action is None:
            return
        match action:
            case Touched(card):
                reply = talk.all(f"touch {card}")
            case Picked(seat, option):
                reply = talk.all(f"pick {seat} {option}")
            case Given(seat, purpose, number):
                reply = talk.all(f"number {seat} {purpose} {number}")
            case _:
                raise AssertionError(action)
        assert reply[-1] == {"ready": snapshot.entries + 1}
        yield reply


# --- undo, corrections ---------------------------------------------------------------------------------------------------


def test_undo_and_redo_count_as_entries_and_go_on_after_the_end(talk: Talk) -> None:
    """Undo takes back the last action with all that followed, also the deciding one; both are entries."""
    talk.all(EXAMPLE[0].replace("hp=20", "hp=1"), *EXAMPLE[1:])
    reply = talk.all("pick table next")
    assert first(reply, "outcome") == {"outcome": "won", "winners": ["Ana"]}
    assert not [one for one in reply if "prompt" in one]
    assert reply[-1] == {"ready": 13}
    for line in ("touch Ana/2S", "pick table next", "number Ana exchange 1"):
        assert code(talk.say(line)) == "game-over"
    reply = talk.all("undo")
    assert first(reply, "prompt")["purpose"] == "next"
    assert reply[-1] == {"ready": 14}
    assert first(talk.all("redo"), "outcome")["winners"] == ["Ana"]
    assert talk.all("undo", "undo")[-1] == {"ready": 17}
    assert talk.state()["players"][0]["hand_cards"][-1] == "Ana/4D"


def test_replace_resolves_again_and_refuses_with_the_first_broken_entry(talk: Talk) -> None:
    """A misread card is put right and what followed is resolved anew; where something cannot stand, nothing changes."""
    talk.all(*EXAMPLE)
    reply = talk.all("replace 7 Ana/9D")
    assert next(one for one in reply if one.get("event") == "DamageDealt")["base"] == 5
    assert reply[-1] == {"ready": 13}
    before = talk.state()
    reply = talk.say("replace 3 Ana/KH")
    assert code(reply) == "replace-breaks"
    assert first(reply, "error")["entry"] == 4
    assert "entry 4" in first(reply, "error")["text"]
    assert talk.state() == before


def test_a_bare_face_replaces_by_the_copy_that_breaks_least(talk: Talk) -> None:
    """In a shoe a bare face stands for a copy that nothing later has shown; what it breaks is named, its own face is no change."""
    talk.all("new casino-war Ana", "number Ana ante 10", "pick dealer deal", "touch 7H 7S", "pick Ana war")
    talk.all("pick dealer burned", "touch KS QS")
    breaks = first(talk.say("replace 3 QS"), "error")
    assert (breaks["error"], breaks["entry"], breaks["why"]) == ("replace-breaks", 5, "not-asked")
    reply = talk.all("replace 7 QS")
    assert [one["card"] for one in reply if one.get("event") == "CardDealt"] == ["shoe/QS#2", "shoe/QS#1"]
    same = talk.say("replace 7 QS#2"), talk.say("replace 3 7H")
    assert [code(one) for one in same] == ["same-card", "same-card"]


def test_retake_takes_back_ones_own_scans_only(talk: Talk) -> None:
    """`retake` gives back the scans of one seat in the running reveal, nobody else's."""
    talk.all(*EXAMPLE[:3], "touch Ana/KS Ana/KH Bruno/9S")
    prompts = [one for one in talk.all("retake Ana") if "prompt" in one]
    assert {one["seat"]: one["count"] for one in prompts} == {"Ana": 5, "Bruno": 4}


def test_corrections_by_the_host(talk: Talk) -> None:
    """`correct` sets hit points within 1 and 99; `move` says where a card really is; the 54 stay 54."""
    talk.all(POKER)
    assert first(talk.all("correct Bruno hp 7"), "event")["new"] == 7
    for value in ("0", "100", "-3"):
        assert "error" in first(talk.say(f"correct Bruno hp {value}"), "error")
    assert "error" in first(talk.say("correct Bruno bank 7"), "error")
    talk.all("move Ana Ana/KS pit")
    ana = talk.state()["players"][0]
    assert ana["pit_cards"] == ["Ana/KS"]
    assert ana["deck"] + ana["hand"] + ana["aside"] + ana["pit"] == 54
    talk.all("move Ana KS deck")
    assert talk.state()["players"][0]["pit_cards"] == []
    assert "error" in first(talk.say("move Ana Ana/KS moon"), "error")
    assert "error" in first(talk.say("move Ana Bruno/KS pit"), "error")


def test_leave_join_and_void(talk: Talk) -> None:
    """People go home and sit down between rounds; a round that did not happen is one step to undo."""
    talk.all("new casinoya-poker Ana Bruno Cem")
    assert talk.all("leave Cem")[-1] == {"ready": 1}
    assert talk.state()["players"][2]["out"]
    talk.all("join Dora@blue")
    assert [player["name"] for player in talk.state()["players"]] == ["Ana", "Bruno", "Cem", "Dora"]
    start = talk.state()
    talk.all("number Ana exchange 2", "number Bruno exchange 1")
    middle = talk.state()
    talk.all("void")
    assert talk.state()["players"] == start["players"]
    talk.all("undo")
    assert talk.state()["players"] == middle["players"]


def test_split_is_private_legal_and_changes_nothing(talk: Talk) -> None:
    """`split` names the best legal rows of thirteen cards; no entry, no event, no trace in the state."""
    talk.all("new casinoya-chinese Ana Bruno")
    before = talk.state()
    cards = ["AS", "KS", "QS", "JS", "TS", "2H", "3H", "4H", "5H", "6H", "X1", "7C", "7D"]
    reply = talk.all("split Ana " + " ".join(f"Ana/{card}" for card in cards))
    split = reply[0]["split"]
    assert sorted(split["front"] + split["middle"] + split["back"]) == sorted(f"Ana/{card}" for card in cards)
    assert split["damage"] == [5, 12, 12]
    assert split["readings"] == {"Ana/X1": "7S"}
    assert reply[-1] == {"ready": 0}
    assert talk.state() == before
    for line in (
        "split Ana AS",
        "split Ana " + " ".join(["AS"] * 13),
        "split Ana " + " ".join(f"Bruno/{card}" for card in cards),
    ):
        assert "error" in first(talk.say(line), "error")


# --- state -------------------------------------------------------------------------------------------------------------


def test_state_has_what_outsiders_rely_on(talk: Talk) -> None:
    """The keys of HEADLESS.md are there for every game, and each player has a light."""
    lights = {"off", "waiting", "attacker", "defender", "out", "winner"}
    talk.all(*EXAMPLE)
    state = talk.state()
    assert {"game", "round", "phase", "attacker", "players"} <= set(state)
    assert state["attacker"] == "Ana"
    assert {player["name"]: player["light"] for player in state["players"]} == {"Ana": "attacker", "Bruno": "defender"}
    assert {"name", "hp", "deck", "hand", "aside", "pit", "out", "light", "hand_cards", "pit_cards"} <= set(
        state["players"][0]
    )
    talk.all("new casino-war Ana")
    state = talk.state()
    assert {"game", "shoe", "burned", "players"} <= set(state)
    assert {"name", "bank", "ante", "tie", "raise", "light"} <= set(state["players"][0])
    for name in ("cassino", "cassino-royal", "cassino-spade", "cassino-draw"):
        talk.all(f"new {name} Ana Bruno")
        state = talk.state()
        wanted = {"game", "table", "builds", "players", "stock", "turn", "dealer", "phase", "played", "aside"}
        assert wanted <= set(state), name
        assert {"name", "points", "cards", "spades", "sweeps", "hand", "light"} <= set(state["players"][0])
    for player in state["players"]:
        assert player["light"] in lights


def test_the_payouts_of_casino_war_are_told(talk: Talk) -> None:
    """`PaidOut {seat, staked, returned, net, bank}` once a player and hand; RULES.md: ante 10, tie 10, war tied: 150."""
    talk.all(
        "new casino-war Ana bank=1000",
        "number Ana ante 10",
        "number Ana tie 10",
        "pick dealer deal",
        "touch JS JD",
        "pick Ana war",
        "pick dealer burned",
    )
    paid = next(one for one in talk.all("touch AS AD") if one.get("event") == "PaidOut")
    assert (paid["staked"], paid["returned"], paid["net"], paid["bank"]) == (30, 150, 120, 1120)
