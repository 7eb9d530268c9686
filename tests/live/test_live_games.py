"""Every shipped game at the live table, played at random: what must hold for all of them."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from comparing import facts
from playing import Dealer, answer, meddling, play, players

from companion.live.journal import Journal
from companion.live.kept import said
from companion.live.snapshot import Act
from companion.live.table import Table
from companion.rules.game import decode_action, encode_action

STEPS = 120


def begun(name: str, games: Any, seed: int, journal: Journal | None = None) -> tuple[Table, Dealer]:
    rng = random.Random(f"{name} {seed}")
    table = Table(games, journal)
    assert table.new(name, players(games[name], rng)).ok
    return table, Dealer(rng)


@pytest.mark.parametrize("seed", range(3))
def test_a_fold_again_is_the_game_that_was_played(name: str, games: Any, seed: int, journal_path: Path) -> None:
    """Random play with undo, redo, replacements and nonsense comes out of the journal exactly as it was."""
    with Journal.open(journal_path) as journal:
        table, dealer = begun(name, games, seed, journal)
        play(table, dealer, STEPS, wild=0.25)
        end = facts(table.snapshot)
    with Journal.open(journal_path) as journal:
        again = Table(games, journal)
        reply = again.resume()
        assert reply.notices == ()
        assert facts(again.snapshot) == end


@pytest.mark.parametrize("seed", range(2))
def test_undo_after_any_action_is_the_moment_before(name: str, games: Any, seed: int) -> None:
    """Undo takes exactly one action back, redo brings exactly it back, and all of a game can be undone to its start."""
    table, dealer = begun(name, games, seed)
    states = [table.snapshot.state]
    for _ in range(STEPS):
        action = answer(table.snapshot, dealer)
        if action is None:
            break
        after = table.submit(action)
        assert after.ok
        assert table.undo().snapshot.state == states[-1]
        again = table.redo()
        assert again.snapshot.state == after.snapshot.state
        assert again.events == after.events
        assert [one.prompt for one in again.snapshot.prompts] == [one.prompt for one in after.snapshot.prompts]
        states.append(after.snapshot.state)
    for state in reversed(states[:-1]):
        assert table.undo().snapshot.state == state
    assert table.undo().refusal.code == "nothing-to-undo"


def test_what_is_refused_changes_nothing(name: str, games: Any) -> None:
    """A refused action leaves the very same snapshot, and has a code."""
    table, dealer = begun(name, games, 7)
    refused = 0
    for _ in range(STEPS):
        before = table.snapshot
        reply = table.submit(meddling(before, dealer))
        if reply.ok:
            table.undo()
        else:
            refused += 1
            assert reply.refusal.code
            assert table.snapshot is before
            assert reply.refusal.facts() is not None
        play(table, dealer, 1)
    assert refused > STEPS // 4


def test_accepted_actions_survive_their_codec(name: str, games: Any) -> None:
    """Each accepted action reads back from its JSON as itself."""
    table, dealer = begun(name, games, 3)
    play(table, dealer, STEPS, wild=0.2)
    acts = [record.entry.action for record in table.snapshot.history if isinstance(record.entry, Act)]
    assert acts
    assert [decode_action(encode_action(action)) for action in acts] == acts


def test_a_trusted_resume_and_a_checked_one_agree(name: str, games: Any, journal_path: Path, monkeypatch: Any) -> None:
    """Folding with every check and digest compared finds nothing that the trusted fold took on trust."""
    with Journal.open(journal_path) as journal:
        table, dealer = begun(name, games, 11, journal)
        play(table, dealer, STEPS, wild=0.2)
        end = facts(table.snapshot)
    monkeypatch.setattr("companion.live.table.RULES_VERSION", 2)
    with Journal.open(journal_path) as journal:
        again = Table(games, journal)
        notices = again.resume().notices
        assert [(notice.code, notice.params) for notice in notices] == [("other-numbers", {"entry": 0})]
        assert facts(again.snapshot) == end


def test_ordinals_of_actions_name_journal_entries(name: str, games: Any) -> None:
    """A game that counts its actions counts exactly those that stand, so that its ordinals name journal entries."""
    table, dealer = begun(name, games, 5)
    for _ in range(STEPS):
        play(table, dealer, 1, wild=0.25)
        standing = [record for record in table.snapshot.history.current() if isinstance(record.entry, Act)]
        assert getattr(table.snapshot.state, "actions", len(standing)) == len(standing)


def test_a_comment_in_the_numbers_makes_no_other_numbers() -> None:
    """A print of the numbers takes what they say: comments, blank lines and the order of keys change nothing, a number does."""
    plain_text = said("[effects.strike]\nstrength = 1\nsuit = 'S'\n")
    assert said("# ours\n\n[effects.strike]\nsuit = 'S'  # spades\nstrength = 1\n") == plain_text
    assert said("[effects.strike]\nstrength = 2\nsuit = 'S'\n") != plain_text
