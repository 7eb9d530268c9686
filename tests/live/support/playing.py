"""Random play through prompts: what any game at any table asks can be answered, and sometimes is answered wrongly."""

from __future__ import annotations

import random
from typing import Any

from companion.live.snapshot import Reply, Snapshot
from companion.live.table import Table
from companion.rules.cards import Card
from companion.rules.game import (
    AnyAction,
    Arranged,
    Corrected,
    Given,
    Join,
    Leave,
    Moved,
    Number,
    Pick,
    Picked,
    Player,
    Prompt,
    Retake,
    Touch,
    Touched,
    Void,
)

NAMES = ("Ana", "Bruno", "Clara", "Dario", "Elena", "Fred")


class Dealer:
    """Decks in random order; the next card that the game takes is found by trying."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.decks: dict[str, list[Card]] = {}

    def card(self, snapshot: Snapshot, label: str) -> Card | None:
        """A card of the deck that the game accepts now, drawn at random; None if there is none."""
        deck = self.decks.get(label)
        if deck is None:
            deck = self.decks[label] = list(snapshot.game.cards(label, snapshot.options))
        for card in self.rng.sample(deck, len(deck)):
            if legal(snapshot, Touched(card)):
                return card
        return None


def legal(snapshot: Snapshot, action: AnyAction) -> bool:
    """Whether the game would take it."""
    try:
        snapshot.game.check(snapshot.state, action)
    except ValueError:
        return False
    return True


def players(game: Any, rng: random.Random) -> tuple[Player, ...]:
    """As many as the game takes, at random."""
    low, high = game.seats
    return tuple(Player(name, name) for name in NAMES[: rng.randint(low, high)])


def answer(snapshot: Snapshot, dealer: Dealer) -> AnyAction | None:
    """A random answer to a random standing prompt; None if the game is over or stuck for lack of cards."""
    rng = dealer.rng
    prompts: list[Prompt] = [one.prompt for one in snapshot.prompts]
    required = [prompt for prompt in prompts if not prompt.optional]
    order = rng.sample(required, len(required))
    if rng.random() < 0.03:
        order = rng.sample(prompts, len(prompts))
    for prompt in order:
        match prompt:
            case Touch():
                card = dealer.card(snapshot, prompt.label)
                if card is not None:
                    return Touched(card)
            case Pick():
                ids = snapshot.choices(prompt).ids
                if ids:
                    return Picked(prompt.seat, rng.choice(ids[:20]))
            case Number():
                steps = (prompt.high - prompt.low) // prompt.step
                return Given(
                    prompt.seat,
                    prompt.purpose,
                    prompt.low + prompt.step * min(rng.randint(0, steps), rng.randint(0, steps)),
                )
    return None


def meddling(snapshot: Snapshot, dealer: Dealer) -> AnyAction:
    """What people do to a table besides answering, and nonsense: most of it is refused."""
    rng = dealer.rng
    seat = rng.choice([*(player.name for player in snapshot.players), "dealer", "table", "Nobody"])
    cards = list(snapshot.game.cards(snapshot.game.decks(snapshot.players, snapshot.options)[0], snapshot.options))
    card = rng.choice([*cards, Card("stranger/KS")])
    return rng.choice(
        [
            Touched(card),
            Picked(seat, rng.choice(["next", "stand", "claim", "war", "", "7", "trail", "take:9H", "💥"])),
            Given(seat, rng.choice(["bid", "exchange", "ante", "tie", ""]), rng.choice([-1, 0, 2, 10**9])),
            Arranged(seat, tuple(rng.sample(cards, 3))),
            Retake(seat),
            Corrected(seat, rng.choice(["hp", "bank", "points", "soul"]), rng.choice([-1, 0, 7, 10**9])),
            Moved(seat, card, rng.choice(["deck", "hand", "aside", "pit", "moon"])),
            Leave(seat),
            Join(rng.choice(["Gita", "Ana", "dealer"]), rng.choice(["Gita", "Ana"])),
            Void(),
        ]
    )


def play(table: Table, dealer: Dealer, steps: int, *, wild: float = 0.0) -> list[Reply]:
    """Up to so many steps of random play; `wild` is the share of meddling, undo, redo and replacements."""
    rng, replies = dealer.rng, []
    for _ in range(steps):
        snapshot = table.snapshot
        assert snapshot is not None
        if rng.random() < wild:
            replies.append(wildly(table, snapshot, dealer))
            continue
        action = answer(snapshot, dealer)
        if action is None:
            if not wild:
                break
            replies.append(table.undo())
            continue
        reply = table.submit(action)
        assert reply.ok, (action, reply.refusal)
        replies.append(reply)
    return replies


def wildly(table: Table, snapshot: Snapshot, dealer: Dealer) -> Reply:
    """One undo, redo, replacement or meddling."""
    rng = dealer.rng
    chance = rng.random()
    if chance < 0.35:
        return table.undo()
    if chance < 0.55:
        return table.redo()
    if chance < 0.7 and snapshot.entries:
        touched = [r for r in snapshot.history.current() if isinstance(r.change.action, Touched)]
        if touched:
            record = rng.choice(touched)
            label = record.change.action.card.label
            card = rng.choice(list(snapshot.game.cards(label, snapshot.options)))
            return table.replace(record.change.entry, card)
    return table.submit(meddling(snapshot, dealer))
