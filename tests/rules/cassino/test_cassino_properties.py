"""What holds in every game of Cassino, whatever its options: random play through the prompts with real hands."""

from __future__ import annotations

import random
import statistics

import pytest
from cassino_company import Company
from cassino_script import GAMES, Script
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.rules import options as options_of
from companion.rules.cards import Card, pack
from companion.rules.cassino import robots
from companion.rules.cassino.events import PackScored, PromiseBroken, ResidueLeft
from companion.rules.game import (
    IllegalAction,
    Picked,
    Touched,
    Void,
    decode_action,
    encode_action,
    plain,
)

SKILLS = ("greedy", "careless", "blind")
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck))


@st.composite
def tables(draw) -> tuple[str, int, dict[str, str]]:
    """A game, how many play it, and options that go together."""
    name = draw(st.sampled_from(sorted(GAMES)))
    words = {"game": str(draw(st.sampled_from((8, 15))))}
    for field in options_of.fields(GAMES[name].options_type):
        if field.choices and draw(st.booleans()):
            words[field.name] = draw(st.sampled_from(field.choices))
    low, high = GAMES[name].seats
    players = draw(st.integers(low, high))
    if words.get("deal") == "six_first_no_table":
        players = 2
    elif words.get("deal") == "sixes":
        players = draw(st.sampled_from((2, 4)))
    if words.get("partners") == "on":
        if words.get("deal") == "six_first_no_table":
            del words["partners"]
        else:
            players = 4
    return name, players, words


def whole(script: Script) -> set[str]:
    """Every face the table knows, each once, and as many places as 52 cards need."""
    state, report = script.state, script.report
    known = [*state.table, *state.lost]
    known += [card for build in state.builds for card in build.cards]
    known += [card for pile in state.piles for card in pile]
    known += [state.played] if state.played else []
    assert len(set(known)) == len(known)
    hidden = sum(one["hand"] for one in report["players"]) + report["stock"] + state.aside
    assert state.phase == "table" or len(known) + hidden == 52
    return {card.face for card in known}


@QUICK
@given(tables(), st.integers(0, 2**32), st.data())
def test_random_games(table, seed, data):
    """52 cards always; a pack's points are 11 (24) less ties plus sweeps; refused is untouched; replay is the same."""
    name, players, words = table
    script = Script(name, players, **words)
    start, first = script.state, script.events
    skills = tuple(data.draw(st.sampled_from(SKILLS)) for _ in range(players))
    company = Company(script, random.Random(seed), skills)
    done, heard, residue = [], list(first), False
    while script.game.prompts(script.state) and len(done) < 1500:
        whole(script)
        before, printed = script.state, script.report
        for junk in (Touched(Card("Ana/KS")), Picked("Ana", "take:b11#9"), Picked("table", "trail")):
            with pytest.raises(IllegalAction):
                script.game.check(script.state, junk)
        assert script.state is before
        assert script.report == printed
        made = company.step()
        if isinstance(
            made, list
        ):  # a blind promise that cannot be kept: named, and nothing else helps but undo or void
            assert {error.code for error in made} == {"no-legal-use"}
            assert all(error.params["seat"] == before.players[before.turn] for error in made)
            assert skills[before.turn] == "blind"
            script.do(Void())
            done.append(Void())
            company.hear(first)  # the voided pack is shuffled and dealt anew
            continue
        action, events = made
        assert decode_action(encode_action(action)) == action
        plain(events)
        done.append(action)
        heard += events
        residue = residue or any(isinstance(event, ResidueLeft) for event in events)
        scored = [event for event in events if isinstance(event, PackScored)]
        if scored and not residue:
            check_count(script, scored, words)
        residue = residue and script.state.phase == "next"
    assert script.game.outcome(script.state) is not None or len(done) == 1500
    if all(skill != "blind" for skill in skills):
        assert not [event for event in heard if isinstance(event, PromiseBroken)]
    state = start
    for action in done:
        script.game.check(state, action)
        state = script.game.apply(state, action).state
    assert state == script.state


def check_count(script: Script, scored: list[PackScored], words: dict[str, str]) -> None:
    """Piles add to 52 and points to the pack's, less what a tie leaves, plus sweeps."""
    assert sum(event.card_count for event in scored) == 52
    assert sum(event.spade_count for event in scored) == 13
    spade = script.game.name == "cassino-spade"
    most = sorted((event.card_count for event in scored), reverse=True)
    spades = sorted((event.spade_count for event in scored), reverse=True)
    expected = 24 if spade else 11
    expected -= 3 * (most[0] == most[1]) + (not spade) * (spades[0] == spades[1])
    assert sum(event.total - event.sweeps for event in scored) == expected
    counts = [event.sweep_count for event in scored]
    fewest = {"0": 0, "1": 0, "cancel": min(counts)}[words.get("sweeps", "1")]
    for event in scored:
        assert event.sweeps == (0 if words.get("sweeps") == "0" else event.sweep_count - fewest)
        parts = event.cards + event.spades + event.jack + event.big + event.little + event.aces + event.sweeps
        assert event.total == parts
        seat = script.state.players.index(event.seat)
        assert event.points == script.state.points[script.state.side(seat)]


@QUICK
@given(st.sampled_from(sorted(GAMES)), st.text(max_size=30), st.integers(0, 30), st.integers(0, 999))
def test_any_text_is_a_refusal_or_a_legal_use(name, text, moves, seed):
    """Whatever is picked or touched, the answer is a code or a state, never another error."""
    script = Script(name)
    company = Company(script, random.Random(seed), ("careless", "careless"))
    for _ in range(moves):
        company.step()
    for action in (
        Picked("Ana", text),
        Picked(text, "claim"),
        Picked("Bruno", "take:" + text),
        Picked("Ana", "add:9:" + text),
    ):
        before = script.state
        try:
            script.do(action)
        except IllegalAction:
            assert script.state is before
        else:
            break


def test_strict_players_never_break_a_promise_nor_get_stuck():
    """Robots who know their hands always have a strictly legal card, in every game."""
    for name in GAMES:
        for seed in range(4):
            script = Script(name, game="30")
            company = Company(script, random.Random(seed), ("careless", "greedy"))
            while script.game.prompts(script.state):
                made = company.step()
                assert isinstance(made, tuple)
                assert not [event for event in made[1] if isinstance(event, PromiseBroken)]


def test_blind_promises_end_in_a_named_contradiction():
    """Who promises blindly comes to cards that cannot be played: the refusal names the play that promised, for an undo."""
    named = 0
    for seed in range(12):
        script = Script("cassino", players=3, game="999")
        company = Company(script, random.Random(seed), ("blind", "blind", "blind"))
        states = [script.state]
        while script.state.phase != "next":
            made = company.step()
            if isinstance(made, list):
                entry, value = made[0].params["entry"], made[0].params["value"]
                before, then = states[entry - 1], states[entry]
                assert (before.phase, before.turn) == ("use", script.state.turn)
                assert value in {build.value for build in then.builds if build.controller == before.turn}
                named += 1
                break
            states.append(script.state)
    assert named > 3


def test_greedy_beats_careless():
    """The robot that looks at points scores clearly more than the one that does not, from either seat."""
    ahead = []
    for seed in range(24):
        script = Script("cassino", game="999", claim="end_of_pack")
        skills = ("greedy", "careless") if seed % 2 else ("careless", "greedy")
        company = Company(script, random.Random(seed), skills)
        while script.state.phase != "next":
            company.step()
        mine = skills.index("greedy")
        ahead.append(script.state.points[mine] - script.state.points[1 - mine])
    assert statistics.mean(ahead) > 2


def test_a_robot_claims_when_it_is_certain():
    """The claim of a robot is never wrong and comes as soon as it is right."""
    script = Script("cassino", game="8")
    company = Company(script, random.Random(3), ("greedy", "greedy"))
    while not any(robots.claims(script.state, seat) for seat in (0, 1)):
        company.step()
    seat = 0 if robots.claims(script.state, 0) else 1
    script.pick(script.state.players[seat], "claim")
    outcome = script.game.outcome(script.state)
    assert outcome is not None
    assert outcome.winners == (script.state.players[seat],)


def test_reports_are_plain_json():
    """What `state` prints has only plain values, with the keys outsiders rely on."""
    for name in GAMES:
        script = Script(name)
        company = Company(script, random.Random(1), ("careless", "careless"))
        for _ in range(20):
            company.step()
            report = script.report
            assert plain(report) == report
            assert {"game", "table", "builds", "players", "stock", "turn", "dealer", "phase", "played", "aside"} <= set(
                report
            )
            for one in report["players"]:
                assert set(one) >= {"name", "points", "cards", "spades", "sweeps", "hand"}
            for build in report["builds"]:
                assert set(build) == {"value", "cards", "groups", "controller", "multiple"}
            assert set(report["table"]) <= {card.face for card in pack("pack", jokers=False)}
