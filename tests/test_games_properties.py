"""What must hold in every game, whatever happens: played at random through its prompts, with robots who hold wooden cards."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from conserving import conserved  # of tests/support

from companion.dealing import OutOfStepError
from companion.live.snapshot import Act, Redo, Replace, Undo
from companion.live.table import Table
from companion.robots import Company
from companion.rules import options as options_of
from companion.rules.cards import FACES, Card
from companion.rules.game import (
    AnyAction,
    Arranged,
    Corrected,
    Game,
    Given,
    IllegalAction,
    Join,
    Leave,
    Moved,
    Number,
    Options,
    Pick,
    Picked,
    Player,
    Retake,
    Touch,
    Touched,
    Void,
    decode_action,
    encode_action,
    plain,
)
from companion.rules.games import GAMES

NAMES = ("Ana", "Bruno", "Cem", "Dora", "Eva", "Finn")
MOST = 4000  # actions within which each of these games ends
SEEDS = range(4)


class Case(NamedTuple):
    """One game to play: which, by how many, with which options as written, and the seed of all that is random."""

    name: str
    count: int
    words: dict[str, str]
    seed: int

    @property
    def game(self) -> Game[Any]:
        return GAMES[self.name]

    @property
    def players(self) -> tuple[Player, ...]:
        return tuple(Player(name, f"{name} deck") for name in NAMES[: self.count])

    @property
    def options(self) -> Options:
        return options_of.read(self.game.options_type, self.words)


def some_words(game: Game[Any], rng: random.Random) -> dict[str, str]:
    """About a third of a game's options set to something else."""
    words = {}
    for field in options_of.fields(game.options_type):
        if field.kind in {"choice", "switch"} and rng.random() < 0.35:
            words[field.name] = rng.choice(field.choices)
    if game.name == "casino-war":
        words["bank"] = str(rng.choice([20, 50]))
    return words


def playable(name: str, seed: int) -> Case:
    """A case with options that go together."""
    rng = random.Random(f"{name} {seed}")
    game = GAMES[name]
    while True:
        case = Case(name, rng.randint(*game.seats), some_words(game, rng) if seed else {}, seed)
        if name == "casino-war" and "bank" not in case.words:
            case.words["bank"] = "50"
        try:
            game.validate(case.players, case.options)
        except IllegalAction:
            continue
        return case


CASES = [playable(name, seed) for name in GAMES for seed in SEEDS]
every_game = pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.name}-{case.count}-{case.seed}")


def company_of(case: Case, rng: random.Random) -> Company:
    return Company(case.game, case.players, case.options, rng, "random")


class Played(NamedTuple):
    """One step of a random game: the state before, the action, and the state after."""

    before: Any
    action: AnyAction
    after: Any
    events: tuple[Any, ...]


def play(case: Case) -> Iterator[Played]:
    """A random game, step by step, to its end; a game of money that never ends by itself stops after `MOST` actions."""
    game, rng = case.game, random.Random(case.seed)
    state = game.start(case.players, case.options).state
    company = company_of(case, rng)
    company.follow(state)
    for _ in range(MOST):
        action = company.act(game.prompts(state))
        if action is None:
            return
        game.check(state, action)
        step = game.apply(state, action)
        yield Played(state, action, step.state, step.events)
        state = step.state
        company.follow(state, step.events)
    assert case.name == "casino-war", "the game did not end"


def chips(report: dict[str, Any]) -> int:
    """All chips at a table of Casino War, the house's winnings included."""
    settled = report["phase"] == "paid"
    on_table = sum(entry["ante"] + entry["tie"] + entry["raise"] for entry in report["players"])
    banks = sum(entry["bank"] for entry in report["players"])
    return banks + report["house"] + (0 if settled else on_table)


@every_game
def test_cards_and_chips_are_conserved_and_every_game_ends(case: Case) -> None:
    """Whatever is answered, no card or chip is gained or lost, and the game comes to an end with an outcome."""
    steps = list(play(case))
    start = case.game.report(case.game.start(case.players, case.options).state)
    for step in steps:
        report = case.game.report(step.after)
        conserved(report)
        if case.name == "casino-war":
            assert chips(report) == chips(start)
    if len(steps) < MOST:
        outcome = case.game.outcome(steps[-1].after)
        assert outcome is not None
        assert set(outcome.winners) <= {player.name for player in case.players}
        assert (outcome.kind == "ended") == (not outcome.winners)


@every_game
def test_the_same_actions_lead_to_the_same_state(case: Case) -> None:
    """A game is a function of its actions: replayed from their JSON it comes to equal states and events."""
    steps = list(play(case))
    state = case.game.start(case.players, case.options).state
    for step in steps:
        action = decode_action(encode_action(step.action))
        assert action == step.action
        again = case.game.apply(state, action)
        assert again.events == step.events
        state = again.state
    assert state == steps[-1].after
    assert plain(case.game.report(state)) == plain(case.game.report(steps[-1].after))


@every_game
def test_every_prompt_can_be_answered_and_nothing_else_is_offered(case: Case) -> None:
    """Each number in range and each option offered is accepted; a seat has one open pick; optional prompts come last."""
    rng = random.Random(case.seed)
    game = case.game
    for step in play(case):
        prompts = game.prompts(step.before)
        assert [one.optional for one in prompts] == sorted(one.optional for one in prompts)
        assert any(not one.optional for one in prompts)
        picks = [one.seat for one in prompts if isinstance(one, Pick)]
        assert len(picks) == len(set(picks))
        assert len(set(prompts)) == len(prompts)
        for prompt in prompts:
            if isinstance(prompt, Pick):
                choices = game.options(step.before, prompt, 20).ids
                assert choices
                assert len(set(choices)) == len(choices)
                for option in choices:
                    game.check(step.before, Picked(prompt.seat, option))
            elif isinstance(prompt, Number):
                assert prompt.low <= prompt.default <= prompt.high
                game.check(step.before, Given(prompt.seat, prompt.purpose, prompt.default))
                assert_refused(game, step.before, Given(prompt.seat, prompt.purpose, prompt.high + 1))
                assert_refused(game, step.before, Given(prompt.seat, prompt.purpose, prompt.low - 1))
            else:
                assert isinstance(prompt, Touch)
                assert prompt.count > 0
        if rng.random() < 0.2:
            for prompt in prompts:
                if isinstance(prompt, Pick):
                    assert_refused(game, step.before, Picked(prompt.seat, "no such thing"))


def assert_refused(game: Game[Any], state: Any, action: AnyAction) -> None:
    with pytest.raises(IllegalAction):
        game.check(state, action)


def anything(case: Case, state: Any, rng: random.Random) -> AnyAction:
    """An action that somebody might try, sensible or not."""
    seats = [*NAMES[: case.count], "dealer", "table", "Nobody", NAMES[-1]]
    labels = [*case.game.decks(case.players, case.options), "stranger"]
    seat, label = rng.choice(seats), rng.choice(labels)
    card = Card(f"{label}/{rng.choice(FACES)}" + rng.choice(["", "", "#1", "#9"]))
    picks = [one for one in case.game.prompts(state) if isinstance(one, Pick)]
    options = [one for pick in picks for one in case.game.options(state, pick, 10).ids] + [
        "",
        "next",
        "take:",
        "2-1",
        "9#9",
    ]
    purposes = ["exchange", "ante", "tie", "rebuy", ""]
    number = rng.choice([-1, 0, 1, 2, 5, 10, 99, 100, 10**12])
    return rng.choice(
        [
            Touched(card),
            Picked(seat, rng.choice(options)),
            Given(seat, rng.choice(purposes), number),
            Arranged(seat, (card,)),
            Retake(seat),
            Corrected(seat, rng.choice(["hp", "bank", "points", "name"]), number),
            Moved(seat, card, rng.choice(["deck", "hand", "aside", "pit", "moon"])),
            Leave(seat),
            Join(seat, rng.choice([seat, label])),
            Void(),
        ]
    )


@every_game
def test_whatever_is_tried_is_done_or_refused_and_a_refusal_changes_nothing(case: Case) -> None:
    """Any action at any moment is accepted or refused with a code; refused, the table stays exactly what it was."""
    rng = random.Random(case.seed)
    table = Table(GAMES)
    assert table.new(case.name, case.players, case.words).ok
    company = company_of(case, rng)
    for _ in range(150):
        snapshot = table.snapshot
        assert snapshot is not None
        if snapshot.outcome is not None:
            break
        company.follow(snapshot.state, snapshot.events, snapshot.players)
        before = msgspec.json.encode(plain(snapshot.report()))
        for _ in range(3):
            action = anything(case, snapshot.state, rng)
            if isinstance(action, Leave | Void | Join | Corrected | Moved) and rng.random() < 0.9:
                continue
            reply = table.submit(action)
            if reply.ok:
                conserved(plain(table.snapshot.report()) if table.snapshot else {})
                break
            assert reply.refusal is not None
            assert reply.refusal.code.replace("-", "").isalnum()
            msgspec.json.encode(reply.refusal.facts())
            assert table.snapshot is snapshot
            assert msgspec.json.encode(plain(snapshot.report())) == before
        else:
            answer = company.act([one.prompt for one in snapshot.prompts])
            assert answer is not None
            assert table.submit(answer).ok


@every_game
def test_undo_takes_back_exactly_one_action_and_redo_brings_it_back(case: Case) -> None:
    """After each action undo leads to the state, prompts and outcome before it, and redo to those after it."""
    table = Table(GAMES)
    assert table.new(case.name, case.players, case.words).ok
    for step in list(play(case))[:150]:
        before = table.snapshot
        after = table.submit(step.action).snapshot
        back = table.undo().snapshot
        again = table.redo().snapshot
        assert before is not None
        assert after is not None
        assert back is not None
        assert again is not None
        assert back.state == before.state
        assert [one.prompt for one in back.prompts] == [one.prompt for one in before.prompts]
        assert again.state == after.state
        assert [one.prompt for one in again.prompts] == [one.prompt for one in after.prompts]
        assert again.outcome == after.outcome
        assert again.entries == before.entries + 3


@every_game
def test_undo_all_the_way_leads_back_to_the_start(case: Case) -> None:
    """Undone to the first action the table is as it was dealt; nothing more can be undone; redone it is at the end."""
    table = Table(GAMES)
    start = table.new(case.name, case.players, case.words).snapshot
    steps = list(play(case))
    for step in steps:
        assert table.submit(step.action).ok
    for _ in steps:
        assert table.undo().ok
    assert table.snapshot is not None
    assert start is not None
    assert table.snapshot.state == start.state
    refusal = table.undo().refusal
    assert refusal is not None
    assert refusal.code == "nothing-to-undo"
    for _ in steps:
        assert table.redo().ok
    assert table.snapshot is not None
    assert table.snapshot.state == steps[-1].after


def a_mistake(case: Case, table: Table, rng: random.Random) -> Any:
    """Something that goes wrong at a table, and how the host puts it right: the table's reply."""
    snapshot = table.snapshot
    assert snapshot is not None
    kind = rng.choice(["undo", "undo", "redo", "replace", "host", "host"])
    if kind == "undo":
        return table.undo()
    if kind == "redo":
        return table.redo()
    touched = [one for one in snapshot.history.current() if isinstance(one.change.action, Touched)]
    if kind == "replace" and touched:
        record = rng.choice(touched[-8:])
        action = record.change.action
        assert isinstance(action, Touched)
        card = rng.choice(case.game.cards(action.card.label, case.options))
        return table.replace(record.change.entry, card)
    seat = rng.choice([player.name for player in snapshot.players])
    late = Player(NAMES[-1], NAMES[-1])
    host: list[AnyAction] = [
        Corrected(seat, "hp", rng.randint(1, 99)),
        Corrected(seat, "points", rng.randint(0, 20)),
        Void(),
    ]
    if rng.random() < 0.2:
        host = [Leave(seat), Join(late.name, late.label), Join(seat, f"{seat} deck")]
    return table.submit(rng.choice(host))


@every_game
def test_an_evening_of_mistakes_conserves_everything_and_replays_to_the_same_state(case: Case) -> None:
    """Undo, redo, replaced cards, corrections, voids, people leaving and joining at random: nothing is gained or lost, and the
    accepted entries alone lead a fresh table to the same state."""
    rng = random.Random(case.seed + 100)
    table = Table(GAMES)
    assert table.new(case.name, case.players, case.words).ok
    company: Company | None = None
    for _ in range(120):
        snapshot = table.snapshot
        assert snapshot is not None
        if rng.random() < 0.25:
            a_mistake(case, table, rng)
            company = None
        elif snapshot.outcome is None:
            if company is None:
                company = Company(case.game, snapshot.players, case.options, rng, "random")
            company.follow(snapshot.state, snapshot.events, snapshot.players)
            try:
                action = company.act([one.prompt for one in snapshot.prompts])
            except (
                OutOfStepError
            ):  # after mistakes a hand may be without any card that can be played: the host must help
                table.undo()
                company = None
                continue
            assert action is not None
            assert table.submit(action).ok
        assert table.snapshot is not None
        conserved(plain(table.snapshot.report()))
    again = Table(GAMES)
    assert again.new(case.name, case.players, case.words).ok
    assert table.snapshot is not None
    for record in table.snapshot.history:
        match record.entry:
            case Act(action):
                assert again.submit(action).ok
            case Undo():
                assert again.undo().ok
            case Redo():
                assert again.redo().ok
            case Replace(at, Touched(card)):
                assert again.replace(at, card).ok
    assert again.snapshot is not None
    assert again.snapshot.state == table.snapshot.state
    assert again.snapshot.entries == table.snapshot.entries
