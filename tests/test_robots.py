"""Robots and their wooden cards: they play every game, know what they should, and their decks agree with the counts."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Mapping
from typing import Any

import pytest

from companion import dealing
from companion.dealing import OwnDeck, OwnDecks
from companion.robots import Company, Skill, blackjack_value, poker_discards, skills_at
from companion.rules import options as options_of
from companion.rules.cards import Card, pack
from companion.rules.game import AnyAction, Number, Outcome, Picked, Player, Touch, Touched
from companion.rules.games import GAMES

NAMES = ("Ana", "Bruno", "Cem", "Dora")


def hand(text: str) -> list[Card]:
    return [Card(f"Ana/{face}") for face in text.split()]


def played(
    name: str, seed: int, skill: Skill | Mapping[str, Skill], count: int = 2, words: Mapping[str, str] | None = None
) -> tuple[list[AnyAction], Outcome | None]:
    """A whole game; its actions and its outcome."""
    game = GAMES[name]
    players = [Player(one, one) for one in NAMES[:count]]
    options = options_of.read(game.options_type, words or {})
    step = game.start(players, options)
    company = Company(game, players, options, random.Random(seed), skill)
    actions: list[AnyAction] = []
    for _ in range(3000):
        company.follow(step.state, step.events)
        action = company.act(game.prompts(step.state))
        if action is None:
            break
        game.check(step.state, action)
        actions.append(action)
        step = game.apply(step.state, action)
    return actions, game.outcome(step.state)


@pytest.mark.parametrize("skill", ["random", "sensible"])
@pytest.mark.parametrize("name", [name for name in GAMES if name != "casino-war"])
def test_robots_play_every_game_to_its_end(name: str, skill: Skill) -> None:
    """Robots of both skills always find a legal action, and somebody wins."""
    for seed in range(3):
        _, outcome = played(name, seed, skill)
        assert outcome is not None
        assert outcome.winners


@pytest.mark.parametrize("name", list(GAMES))
def test_the_same_seed_plays_the_same_game(name: str) -> None:
    """All that is random comes from the generator that was passed in."""
    words = {"bank": "30"} if name == "casino-war" else {}
    first = played(name, 7, "random", words=words)
    assert first == played(name, 7, "random", words=words)
    assert first != played(name, 8, "random", words=words)


@pytest.mark.parametrize("name", [name for name in GAMES if name.startswith("casinoya")])
def test_wooden_decks_always_agree_with_the_counts(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In undisturbed play no deck ever has to be dealt anew: what the rules count is what lies on the table."""

    def anew(self: OwnDeck, entry: Mapping[str, Any], *_: Any) -> None:
        raise AssertionError(f"the table counts {entry}, the wooden deck has {len(self.deck)} and {len(self.hand)}")

    monkeypatch.setattr(dealing.OwnDeck, "_deal_anew", anew)
    for seed in range(8):
        words = {"tie": "rebuild"} if seed % 2 and name != "casinoya-war" else {}
        played(name, seed, "random" if seed % 3 else "sensible", 2 + seed % 3, words)


def test_a_deck_that_was_disturbed_is_dealt_anew_within_what_is_known() -> None:
    """After a correction from outside the known cards are where they are known to be, and the counts are right."""
    deck = OwnDeck(pack("Ana", jokers=True), random.Random(1))
    known = {"hand_cards": ["Ana/KS", "Ana/X1"], "pit_cards": ["Ana/2H"]}
    deck.follow({"deck": 40, "hand": 7, "aside": 3, "pit": 4} | known)
    assert [len(zone) for zone in (deck.deck, deck.hand, deck.aside, deck.pit)] == [40, 7, 3, 4]
    assert {Card("Ana/KS"), Card("Ana/X1")} <= set(deck.hand)
    assert Card("Ana/2H") in deck.pit
    assert len({*deck.deck, *deck.hand, *deck.aside, *deck.pit}) == 54


def test_a_robot_lays_down_the_cards_of_its_own_hand() -> None:
    """What is revealed is what was drawn, less what the robot decided to exchange."""
    game = GAMES["casinoya-poker"]
    players = [Player("Ana", "Ana"), Player("Bruno", "Bruno")]
    options = options_of.read(game.options_type, {})
    step = game.start(players, options)
    company = Company(game, players, options, random.Random(3))
    company.follow(step.state, step.events)
    drawn = set(company.decks.hand("Ana"))
    assert len(drawn) == 5
    while any(isinstance(one, Number) for one in game.prompts(step.state)):
        action = company.act(game.prompts(step.state))
        assert action is not None
        step = game.apply(step.state, action)
        company.follow(step.state, step.events)
    discards = set(company.decks.decks["Ana"].discards if isinstance(company.decks, OwnDecks) else ())
    held = set(company.decks.hand("Ana"))
    assert discards <= drawn
    assert not discards & held
    assert drawn - discards <= held
    touch = next(one for one in game.prompts(step.state) if isinstance(one, Touch) and one.seat == "Ana")
    action = company.answer(touch)
    assert isinstance(action, Touched)
    assert action.card in held


def test_the_whim_of_a_random_robot_is_its_own() -> None:
    """A random robot may claim for itself without reason; the sensible one beside it never claims what is not won."""
    game = GAMES["cassino"]
    players = [Player("Ana", "Ana"), Player("Bruno", "Bruno"), Player("Cem", "Cem")]
    options = game.options_type()
    company = Company(game, players, options, random.Random(1), skills_at("cassino", players), whims=1.0)
    step = game.start(players, options)
    company.follow(step.state, step.events)
    for _ in range(30):
        assert company.act(game.prompts(step.state)) == Picked("Bruno", "claim")
    calm = Company(game, players, options, random.Random(1), skills_at("cassino", players), whims=0.0)
    calm.follow(step.state, step.events)
    assert all(isinstance(calm.act(game.prompts(step.state)), Touched) for _ in range(30))


def test_people_answer_for_themselves() -> None:
    """Where only a person is waited for, the robots wait too."""
    game = GAMES["casinoya-poker"]
    players = [Player("Ana", "Ana"), Player("Bruno", "Bruno")]
    options = options_of.read(game.options_type, {})
    step = game.start(players, options)
    company = Company(game, players, options, random.Random(3), seats=frozenset({"Bruno"}))
    company.follow(step.state, step.events)
    action = company.act(game.prompts(step.state))
    assert action is not None
    assert getattr(action, "seat", "") == "Bruno"
    step = game.apply(step.state, action)
    company.follow(step.state, step.events)
    assert company.act(game.prompts(step.state)) is None


@pytest.mark.parametrize(
    ("cards", "kept"),
    [
        ("KS KH KC 4C 4D", "KS KH KC 4C 4D"),
        ("2S 3S 4S 5S 6S", "2S 3S 4S 5S 6S"),
        ("2S 5S 9S JS KS", "2S 5S 9S JS KS"),
        ("KS KH 2C 7D 9S", "KS KH"),
        ("2S 5S 9S JS KH", "2S 5S 9S JS"),
        ("2S 5H 9S JD AH", "JD AH"),
        ("X1 5H 9S JD 2C", "X1 JD"),
    ],
)
def test_what_a_sensible_player_keeps_at_poker(cards: str, kept: str) -> None:
    """Made hands stay, pairs and four to a flush stay, else the highest cards; a joker always stays."""
    assert set(hand(cards)) - set(poker_discards(hand(cards))) == set(hand(kept))


@pytest.mark.parametrize(
    ("cards", "total"),
    [("KS 9H", 19), ("AS KS", 21), ("AS AH", 22), ("AS AH KS", 22), ("AS AH KS QS", 22), ("AS AH KS QS 9D", 31),
     ("X1 KS KH", 31), ("X1 2S", 13), ("X1 X2 AS", 31), ("KS KH KC 5D", 35)],
)  # fmt: skip
def test_the_best_total_of_a_blackjack_hand(cards: str, total: int) -> None:
    """Aces count 1 or 11, a joker whatever fits best from 1 to 11."""
    assert blackjack_value(hand(cards)) == total


@pytest.mark.slow
@pytest.mark.parametrize("name", ["casinoya-poker", "cassino", "cassino-royal", "cassino-spade", "cassino-draw"])
def test_sensible_robots_beat_random_ones(name: str) -> None:
    """Over many games the skilled seat wins clearly more than half."""
    wins = 0
    for seed in range(120):
        seat = NAMES[seed % 2]
        skills: dict[str, Skill] = {one: "sensible" if one == seat else "random" for one in NAMES[:2]}
        _, outcome = played(name, seed, skills)
        assert outcome is not None
        wins += outcome.winners == (seat,)
    assert wins > 70


WITH_UNDOS = """
import random
from companion.dealing import OutOfStepError
from companion.live.table import Table
from companion.robots import Company
from companion.rules.game import Player
from companion.rules.games import GAMES

for name in GAMES:
    table, rng = Table(GAMES), random.Random(7)
    shot = table.new(name, (Player("Ana", "Ana"), Player("Bruno", "Bruno"))).snapshot
    company = Company(shot.game, shot.players, shot.options, rng)
    while shot.entries < 250:
        company.follow(shot.state, shot.events)
        try:
            action = company.act([one.prompt for one in shot.prompts]) if rng.random() < 0.95 else None
        except OutOfStepError:  # the hands dealt after an undo are others; at Cassino a promise may have none to keep it
            action = None
        if action is not None:
            shot = table.submit(action).snapshot
        for _ in range(rng.randrange(40) if action is None and shot.undo else 0):
            shot = table.undo().snapshot
        if shot.outcome is not None and not shot.undo:
            break
    print(name, [str(record.entry) for record in shot.history])
"""


def test_a_seed_plays_the_same_games_in_every_process_undone_ones_too() -> None:
    """Nothing that robots do hangs on the order of a set, which Python makes another in each process."""
    said = {
        subprocess.run(
            [sys.executable, "-c", WITH_UNDOS],
            capture_output=True,
            check=True,
            env={**os.environ, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in "123"
    }
    assert len(said) == 1
    assert len(said.pop().splitlines()) == len(GAMES)
