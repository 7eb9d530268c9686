"""People come, go, void, correct and take back at random while they play: nothing is lost, and it all comes out the same again."""

from __future__ import annotations

import random
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from conserving import conserved  # of tests/support

from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.journal import Journal
from companion.live.recording import Recorder, play_back
from companion.live.router import Router
from companion.live.table import Table
from companion.rules.game import (
    AnyAction,
    Corrected,
    Given,
    IllegalAction,
    Join,
    Leave,
    Moved,
    Number,
    Pick,
    Picked,
    Player,
    Retake,
    Touch,
    Touched,
    Void,
)
from companion.rules.games import GAMES

NAMES = ("Ana", "Bruno", "Cem", "Dora")
STEPS = 150


class Night:
    """One game at one inbox, kept in a journal and recorded, whose people do as they like."""

    def __init__(self, game: str, seed: int, folder: Path, count: int = 3) -> None:
        self.rng = random.Random(f"{game} {seed}")
        self.done: Counter[str] = Counter()
        self.journal = Journal.open(folder / "journal.db")
        self.table = Table(GAMES, self.journal)
        self.owner = Owner(self.table, Router(self.table, Cards()), clock=iter(range(10**9)).__next__)
        self.owner.tap = Recorder.to(folder / "recording.jsonl", self.table, self.owner.router)
        fewest, most = GAMES[game].seats
        players = tuple(
            Player(name, name) for name in NAMES[: max(fewest, min(most, count if "draw" not in game else 2))]
        )
        assert self.told(post.NewGame(game, players)).ok

    def close(self) -> None:
        """End the recording and seal the journal."""
        assert isinstance(self.owner.tap, Recorder)
        self.owner.tap.close()
        self.journal.close()

    @property
    def shot(self) -> Any:
        return self.table.snapshot

    def told(self, message: Any) -> Any:
        results: list[Any] = []
        self.owner.post(message, results.append)
        self.owner.pump()
        return results[0]

    def legal(self, action: AnyAction) -> bool:
        try:
            self.shot.game.check(self.shot.state, action)
        except IllegalAction:
            return False
        return True

    def card(self, label: str) -> AnyAction | None:
        cards = list(self.shot.game.cards(label, self.shot.options))
        self.rng.shuffle(cards)
        return next((Touched(card) for card in cards if self.legal(Touched(card))), None)

    def answer(self) -> AnyAction | None:
        """Somebody answers what is asked."""
        prompts = [one.prompt for one in self.shot.prompts if not one.prompt.optional]
        for prompt in self.rng.sample(prompts, len(prompts)):
            match prompt:
                case Touch():
                    return self.card(prompt.label)
                case Pick():
                    return Picked(prompt.seat, self.rng.choice(self.shot.choices(prompt).ids[:20]))
                case Number():
                    steps = (prompt.high - prompt.low) // prompt.step
                    return Given(
                        prompt.seat, prompt.purpose, prompt.low + prompt.step * self.rng.randint(0, min(5, steps))
                    )
        return None

    def meddle(self) -> AnyAction | None:
        """Something that is no answer, if any is possible now."""
        seats = [player.name for player in self.shot.players]
        living = [one["name"] for one in self.shot.game.report(self.shot.state)["players"] if not one["out"]]
        seat = self.rng.choice(seats)
        cards = self.shot.game.cards(self.shot.game.decks(self.shot.players, self.shot.options)[0], self.shot.options)
        wishes: list[AnyAction] = [
            *([Leave(seat)] if len(living) > 2 else []),
            Join("Gita", "Gita"),
            *(Join(player.name, player.label) for player in self.shot.players),
            *([Void()] if self.rng.random() < 0.2 else []),
            *(Corrected(seat, field, self.rng.randint(5, 40)) for field in ("hp", "bank", "points")),
            *(Moved(seat, card, zone) for card in self.rng.sample(cards, 6) for zone in ("deck", "aside", "pit")),
            Retake(seat),
        ]
        possible = [wish for wish in wishes if self.legal(wish)]
        kinds = sorted({type(wish).__name__ for wish in possible})
        if not kinds:
            return None
        rare = [kind for kind in kinds if kind in ("Leave", "Join")]  # possible between rounds only
        kind = self.rng.choice(rare if rare and self.rng.random() < 0.8 else kinds)
        return self.rng.choice([wish for wish in possible if type(wish).__name__ == kind])

    def replace(self) -> None:
        """A card of the past was misread: previewed, and taken over exactly as previewed."""
        touched = [one.change for one in self.shot.history.current() if isinstance(one.change.action, Touched)]
        if not touched:
            return
        change = self.rng.choice(touched[-40:])
        cards = self.shot.game.cards(change.action.card.label, self.shot.options)
        for card in self.rng.sample(cards, 12):
            preview = self.told(post.Call(lambda card=card: self.table.preview_replace(change.entry, card)))
            before = self.shot
            if preview.refusal is not None:
                continue
            reply = self.told(post.PutInstead(change.entry, card))
            assert reply.ok
            assert before is not self.shot
            assert self.shot.state == preview.snapshot.state
            assert self.shot.prompts == preview.snapshot.prompts
            self.done["replaced"] += 1
            return

    def step(self) -> None:
        chance = self.rng.random()
        between = self.legal(Leave(self.shot.players[0].name))
        if chance < 0.05 or self.shot.outcome is not None:
            self.done["undone"] += self.told(post.TakeBack()).ok
        elif chance < 0.08:
            self.told(post.BringBack())
        elif chance < 0.14:
            self.replace()
        else:
            action = self.meddle() if chance < (0.6 if between else 0.25) else self.answer()
            if action is None:
                action = self.answer()
            if action is None:
                self.told(post.TakeBack())
                return
            reply = self.told(post.Submit(action))
            assert reply.ok, (action, reply.refusal)
            self.done[type(action).__name__] += 1


@pytest.mark.parametrize("game", list(GAMES))
def test_people_come_and_go_and_nothing_is_lost(game: str, tmp_path: Path) -> None:
    """Leaving, joining, voiding, correcting, moving, replacing, undo and play in any mixture keep cards and chips, and the
    journal and the recording lead to the same state."""
    done: Counter[str] = Counter()
    for seed in range(2):
        folder = tmp_path / str(seed)
        folder.mkdir()
        night = Night(game, seed, folder)
        for _ in range(STEPS):
            night.step()
            conserved(night.shot.game.report(night.shot.state))
        done += night.done
        end = night.shot
        night.close()
        again = play_back(folder / "recording.jsonl", GAMES).table.snapshot
        assert again is not None
        assert (again.state, again.prompts, again.entries) == (end.state, end.prompts, end.entries)
        with Journal.open(folder / "journal.db") as journal:
            reply = Table(GAMES, journal).resume()
        assert reply.notices == ()
        assert reply.snapshot is not None
        assert (reply.snapshot.state, reply.snapshot.prompts) == (end.state, end.prompts)
    wanted = {"Touched", "Void", "Corrected", "undone", "replaced"}
    if not game.startswith("cassino"):
        wanted |= {"Join", "Leave"}
    if game.startswith("casinoya"):
        wanted |= {"Moved"}
    assert wanted <= set(done), done


@pytest.mark.parametrize("game", [name for name in GAMES if name != "cassino-draw"])
def test_a_night_goes_on_when_one_goes_home(game: str, tmp_path: Path) -> None:
    """Of four at the table one goes home between rounds: the others are asked, and play on without that seat."""
    night = Night(game, 7, tmp_path, 4)
    players = [player.name for player in night.shot.players]
    assert len(players) == 4
    assert night.told(post.Submit(Leave("Bruno"))).ok
    asked: set[str] = set()
    for _ in range(80):
        if night.shot.outcome is not None:
            break
        asked |= {one.prompt.seat for one in night.shot.prompts}
        action = night.answer()
        assert action is not None
        assert night.told(post.Submit(action)).ok
        conserved(night.shot.game.report(night.shot.state))
    assert "Bruno" not in asked
    assert {"Ana", "Cem", "Dora"} <= asked
    night.close()
