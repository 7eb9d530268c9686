"""Whole random games of CasiNoya beside an oracle with wooden cards that was written from RULES.md alone."""

from __future__ import annotations

import random
from typing import Any

import pytest
from casinoya_oracle import FACES, PROTECTIVE, Ask, Oracle

from companion.rules import options as options_of
from companion.rules.cards import Card
from companion.rules.casinoya.state import HandsRevealed, Shown
from companion.rules.game import (
    Arranged,
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Number,
    Pick,
    Picked,
    Player,
    Retake,
    Touch,
    Touched,
)
from companion.rules.games import GAMES

KINDS = ("poker", "blackjack", "chinese", "war")
NAMES = ("Ana", "Bruno", "Chloe", "Dev", "Eli", "Fay")
LIBRARY = (*sorted(PROTECTIVE), "strike", "pierce", "mill", "leech", "silence")
MOST_ACTIONS = 20_000
# told by the oracle, too: which facts of which event
TOLD: dict[str, Any] = {
    "RoundStarted": lambda e: ("round", e.round),
    "PlayerOut": lambda e: ("out", e.seat, e.why),
    "PlayerLeft": lambda e: ("left", e.seat),
    "PlayerJoined": lambda e: ("joined", e.seat),
    "NumberCorrected": lambda e: ("corrected", e.seat, e.old, e.new),
    "SuddenDeath": lambda e: ("sudden", e.seats),
    "GameOver": lambda e: ("over", e.kind, e.winners),
    "NoAttacker": lambda e: ("nobody", e.contest - 1, e.why),
    "AttackerChosen": lambda e: ("attacker", e.seat, e.contest - 1),
    "DefenderSpared": lambda e: ("spared", e.seat),
    "DamageDealt": lambda e: (
        "damage", e.seat, e.by, e.amount, e.hp, e.base, e.strike, e.guard, e.pierce, e.heal,
    ),
}  # fmt: skip


def deck_of(rng: random.Random) -> dict[str, tuple[str, int]]:
    """Some cards with other effects, from the whole library."""
    faces = rng.sample(FACES, rng.choice([0, 0, 10, 30, 54]))
    return {face: (rng.choice(LIBRARY), rng.choice([0, 1, 1, 2, 3])) for face in faces}


def written(cards: dict[str, tuple[str, int]]) -> str:
    return "".join(
        f'{head}{face} = {{ effect = "{name}", strength = {points} }}\n'
        for head, (face, (name, points)) in zip(["[cards]\n", *[""] * 60], cards.items(), strict=False)
    )


def options_for(kind: str, rng: random.Random, cards: dict[str, tuple[str, int]]) -> Any:
    """Every option of the game at random, half of the time as it is by default."""
    type_ = GAMES[f"casinoya-{kind}"].options_type
    words = {"hp": str(rng.choice([1, 3, 8, 20, 30, 99]))}
    for field in options_of.fields(type_):
        if rng.random() < 0.5:
            if field.kind in ("choice", "switch"):
                words[field.name] = rng.choice(field.choices)
            elif field.name in ("min_damage", "sudden_death_hp", "late_hp"):
                words[field.name] = str(rng.randint(max(1, field.low), 6))
    return options_of.read(type_, words | {"deck": "x" if cards else ""}, lambda _: written(cards))


def action_of(given: tuple[Any, ...]) -> Any:
    """The companion's action for what the oracle's people do."""
    match given:
        case ("touch", seat, face):
            return Touched(Card(f"{seat}/{face}"))
        case ("pick", seat, option):
            return Picked(seat, option)
        case ("number", seat, purpose, number):
            return Given(seat, purpose, number)
        case ("retake", seat):
            return Retake(seat)
        case ("arrange", seat, faces):
            return Arranged(seat, tuple(Card(f"{seat}/{face}") for face in faces))
        case ("correct", seat, hp):
            return Corrected(seat, "hp", hp)
        case ("leave", seat):
            return Leave(seat)
        case ("join", seat):
            return Join(seat, seat)
    raise AssertionError(given)


class Match:
    """One game played on both sides at once."""

    def __init__(self, kind: str, seed: str) -> None:
        rng = random.Random(seed)
        cards = deck_of(rng)
        self.game = GAMES[f"casinoya-{kind}"]
        self.options = options_for(kind, rng, cards)
        names = NAMES[: rng.randint(2, 6)]
        self.oracle = Oracle(kind, names, self.options, cards, rng, alike=rng.choice([None, None, 0, 2, 8]))
        self.oracle.sorted_rows = self.sorted_rows
        step = self.game.start([Player(name, name) for name in names], self.options)
        self.state = step.state
        self.told = self.tell(step.events)
        self.shown: tuple[Shown, ...] = ()
        self.actions = 0

    @staticmethod
    def tell(events: Any) -> list[tuple[Any, ...]]:
        return [TOLD[type(event).__name__](event) for event in events if type(event).__name__ in TOLD]

    def sorted_rows(self, name: str) -> tuple[list[str], dict[str, str]]:
        """How the hand lay when all were turned over: by now its player may be out."""
        shown = next(one for one in self.shown if one.seat == name)
        read = {card.face: face for card, face in zip(shown.cards, shown.faces, strict=True) if card.is_joker}
        return [card.face for card in shown.cards], read

    def play(self) -> None:
        for ask in self.oracle.play():
            self.compare()
            self.look(ask)
            action = action_of(ask.action)
            self.game.check(self.state, action)
            step = self.game.apply(self.state, action)
            self.state = step.state
            self.told += self.tell(step.events)
            self.shown = next((one.hands for one in step.events if isinstance(one, HandsRevealed)), self.shown)
            self.actions += 1
            assert self.actions < MOST_ACTIONS
        self.compare()
        outcome = self.game.outcome(self.state)
        assert outcome is not None
        assert (outcome.kind, outcome.winners) == self.oracle.result
        assert self.game.prompts(self.state) == ()

    def compare(self) -> None:
        assert self.told == self.oracle.log
        self.told.clear()
        self.oracle.log.clear()
        report = self.game.report(self.state)
        seen = [
            {key: entry[key] if key != "pit_cards" else sorted(entry[key]) for key in person}
            for entry, person in zip(report["players"], [one.view() for one in self.oracle.people], strict=True)
        ]
        assert seen == [person.view() for person in self.oracle.people]
        assert report["round"] == self.oracle.round
        assert all(sum(one[zone] for zone in ("deck", "hand", "aside", "pit")) == 54 for one in report["players"])

    def look(self, ask: Ask) -> None:
        """The prompts are those the oracle expects, and a pick offers what it should."""
        prompts = self.game.prompts(self.state)
        assert {(one.seat, one.purpose) for one in prompts} == ask.waits
        for prompt in prompts:
            if isinstance(prompt, Touch):
                other = Card(f"Nobody/{self.oracle.rng.choice(FACES)}")
                with pytest.raises(IllegalAction):
                    self.game.check(self.state, Touched(other))
            elif isinstance(prompt, Number):
                assert prompt.low == 0
        if ask.offered is not None:
            pick = next(one for one in prompts if isinstance(one, Pick) and one.seat == ask.action[1])
            ids = self.game.options(self.state, pick).ids
            assert len(ids) == len(ask.offered)
            assert set(ids) == ask.offered
            if ask.first is not None:
                assert pick.card == Card(f"{pick.seat}/{ask.joker}")
                assert ids[0] in ask.first


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(4))
def test_random_games_go_as_the_oracle_says(kind: str, part: int) -> None:
    """Prompts, offers, zones, hit points, damage, deaths and outcome of whole games equal the oracle's, step by step."""
    for number in range(9):
        Match(kind, f"{kind} {part} {number}").play()


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("part", range(8))
def test_thousands_of_rounds_go_as_the_oracle_says(kind: str, part: int) -> None:
    """The same over many more games."""
    for number in range(60):
        Match(kind, f"slow {kind} {part} {number}").play()
