"""The wooden side of a game: real shuffled decks in robots' hands, moved as the table's counts say.

The rules know counts; whoever shuffles, draws and discards is outside. Here that is done for robots: each keeps its deck in
order, knows its own hand before anybody has scanned it, and lays down what the table asks for. `follow` is called after each
accepted action with the game's report and makes the wooden cards agree with it. Where they cannot have come to agree by play
(an undo, a correction, a resumed game) everything that is not known is shuffled anew within the reported counts.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Protocol

from companion.rules.cards import Card
from companion.rules.casinoya.state import CardScanned, PlayoffStarted, SuddenDeath
from companion.rules.game import TABLE, Event, Touch

Legal = Callable[[Card], bool]


class OutOfStepError(RuntimeError):
    """The table waits for a card that nobody can have; the rules and the wooden cards disagree."""


class Decks(Protocol):
    """The wooden cards of one game."""

    def follow(self, report: Mapping[str, Any]) -> None:
        """Move cards so that they agree with the report."""

    def happened(self, event: Event) -> None:
        """Hear of what the counts alone do not tell."""

    def hand(self, seat: str) -> Sequence[Card]:
        """The cards a seat holds, scanned or not."""

    def candidates(self, prompt: Touch) -> Sequence[Card]:
        """The cards that may be laid down for a touch prompt, the likeliest first."""


class OwnDeck:
    """One player's deck of 54 in four zones; the top of the deck is the end of the list."""

    def __init__(self, cards: Iterable[Card], rng: random.Random) -> None:
        self.rng = rng
        self.deck = list(cards)
        rng.shuffle(self.deck)
        self.hand: list[Card] = []
        self.aside: list[Card] = []
        self.pit: list[Card] = []
        self.known: frozenset[Card] = frozenset()  # pit cards that were scanned
        self.turned: list[Card] = []  # those of `aside` that were turned in a playoff
        self.discards: list[Card] = []  # what the player has decided to lay aside, for the next exchange

    def follow(self, entry: Mapping[str, Any]) -> None:
        """Agree with this player's entry of the report."""
        hand, pit = [Card(card) for card in entry["hand_cards"]], frozenset(map(Card, entry["pit_cards"]))
        if not entry["pit"] and self.pit and not entry["hand"]:
            self._gather(self.hand, self.aside, self.pit)
        back = [card for card in self.pit if card in self.known and card not in pit]
        self._under(self.pit, back)
        for card in sorted(pit.difference(self.pit)):  # sorted: a set's order is another in each process
            self._take(card, self.pit)
        self.known = pit
        for card in hand:
            if card not in self.hand:
                self._take(card, self.hand)
        unscanned = [card for card in self.hand if card not in hand]
        while (
            len(self.pit) < entry["pit"] and unscanned
        ):  # reinforcements that were never turned, or a player who is out
            self._take(unscanned.pop(), self.pit)
        if len(self.aside) == entry["aside"] + len(self.turned):
            self._under(self.aside, self.turned)
            self.turned.clear()
        if len(self.aside) > entry["aside"]:
            self._gather(self.aside)
        while len(self.aside) < entry["aside"] and self.hand:
            self._discard(hand)
        while len(self.hand) < entry["hand"] and self.deck:
            self.hand.append(self.deck.pop())
        if not self._agrees(entry):
            self._deal_anew(entry, hand, pit)

    def rebuild(self) -> None:
        """Hand and pit go back into the deck, which is shuffled."""
        self._gather(self.hand, self.pit)

    def turn(self, card: Card) -> None:
        """A card turned in a playoff lies aside until that is decided."""
        self._take(card, self.aside)
        self.turned.append(card)

    def _agrees(self, entry: Mapping[str, Any]) -> bool:
        return all(len(getattr(self, zone)) == entry[zone] for zone in ("deck", "hand", "aside", "pit"))

    def _discard(self, scanned: Sequence[Card]) -> None:
        wanted = [card for card in self.discards if card in self.hand]
        free = [card for card in self.hand if card not in scanned]
        card = wanted[0] if wanted else self.rng.choice(free or self.hand)
        self._take(card, self.aside)

    def _take(self, card: Card, to: list[Card]) -> None:
        for zone in (self.deck, self.hand, self.aside, self.pit):
            if card in zone:
                zone.remove(card)
        to.append(card)

    def _gather(self, *zones: list[Card]) -> None:
        for zone in zones:
            self.deck += zone
            zone.clear()
        self.rng.shuffle(self.deck)

    def _under(self, zone: list[Card], cards: Sequence[Card]) -> None:
        for card in cards:
            zone.remove(card)
        self.deck[:0] = cards

    def _deal_anew(self, entry: Mapping[str, Any], hand: list[Card], pit: frozenset[Card]) -> None:
        """A shuffle of all that is not known, dealt out by the reported counts."""
        everything = sorted({*self.deck, *self.hand, *self.aside, *self.pit})
        unknown = [card for card in everything if card not in pit and card not in hand]
        self.rng.shuffle(unknown)
        self.hand = hand + [unknown.pop() for _ in range(min(entry["hand"] - len(hand), len(unknown)))]
        self.turned.clear()
        self.aside = [unknown.pop() for _ in range(min(entry["aside"], len(unknown)))]
        self.pit = sorted(pit) + [unknown.pop() for _ in range(min(entry["pit"] - len(pit), len(unknown)))]
        self.deck = unknown

    def candidates(self, purpose: str) -> Sequence[Card]:
        """What this player can lay down for a purpose."""
        if purpose in {"draw", "turn", "playoff", "mill"}:
            return self.deck[::-1]
        if purpose == "recover":
            return self.rng.sample(self.pit, len(self.pit))
        return [*self.hand, *self.deck[::-1]]


class OwnDecks:
    """CasiNoya: each player's own deck."""

    def __init__(self, cards: Mapping[str, Iterable[Card]], owners: Mapping[str, str], rng: random.Random) -> None:
        self._rng = rng
        self._owners = dict(owners)
        self.decks = {seat: OwnDeck(cards[label], rng) for seat, label in owners.items()}

    def follow(self, report: Mapping[str, Any]) -> None:
        """Move cards so that they agree with the report."""
        for entry in report["players"]:
            if entry["name"] in self.decks:
                self.decks[entry["name"]].follow(entry)

    def happened(self, event: Event) -> None:
        """A playoff turns cards; decks are rebuilt."""
        if isinstance(event, CardScanned) and event.purpose == "playoff":
            self.decks[event.seat].turn(event.card)
        elif isinstance(event, SuddenDeath) or (isinstance(event, PlayoffStarted) and event.how == "rebuild"):
            for seat in event.seats:
                self.decks[seat].rebuild()

    def seat_down(self, seat: str, cards: Iterable[Card]) -> None:
        """Somebody joins with a deck."""
        if seat not in self.decks:
            self.decks[seat] = OwnDeck(cards, self._rng)

    def hand(self, seat: str) -> Sequence[Card]:
        """The cards a seat holds, scanned or not."""
        return self.decks[seat].hand if seat in self.decks else ()

    def candidates(self, prompt: Touch) -> Sequence[Card]:
        """The cards that may be laid down for a touch prompt, the likeliest first."""
        return self.decks[prompt.seat].candidates(prompt.purpose)


class Shoe:
    """Casino War: one shoe for all; the top is the end of the list."""

    def __init__(self, cards: Sequence[Card], rng: random.Random) -> None:
        self._all = tuple(cards)
        self._rng = rng
        self.cards = list(cards)
        rng.shuffle(self.cards)

    def follow(self, report: Mapping[str, Any]) -> None:
        """Burn what was burned, shuffle when the shoe is whole again."""
        left = report["shoe"]
        if left > len(self.cards):
            self.cards = list(self._all)
            self._rng.shuffle(self.cards)
        del self.cards[left:]

    def hand(self, seat: str) -> Sequence[Card]:
        """Nobody holds cards here."""
        return ()

    def happened(self, event: Event) -> None:
        """The counts tell all."""

    def candidates(self, prompt: Touch) -> Sequence[Card]:
        """The top card; behind it all others, for a table that was undone or resumed."""
        return [*self.cards[::-1], *self._rng.sample(self._all, len(self._all))]


class Pack:
    """Cassino: one pack, hands that only their players know, and a stock; the top of the stock is the end of the list."""

    def __init__(self, cards: Sequence[Card], rng: random.Random) -> None:
        self._all = tuple(cards)
        self._rng = rng
        self.stock = list(cards)
        rng.shuffle(self.stock)
        self.hands: dict[str, list[Card]] = {}
        self.gone: set[Card] = set()  # seen in this pack

    def follow(self, report: Mapping[str, Any]) -> None:
        """Take what was played out of the hands and deal by the reported counts."""
        seen = {_faced(self._all, face) for face in _faces(report)}
        if report["stock"] > len(self.stock) or (self.gone - seen and not _any_taken(report)):
            self._new_pack()
        self.gone |= seen
        wanted = {entry["name"]: entry["hand"] for entry in report["players"]}
        for name in wanted:
            self.hands[name] = [card for card in self.hands.get(name, []) if card not in self.gone]
        self.stock = [card for card in self.stock if card not in self.gone]
        for name, count in wanted.items():
            while len(self.hands[name]) > count:  # a dropped player's hand lies aside, an undone one goes back
                self.stock.insert(0, self.hands[name].pop())
            while len(self.hands[name]) < count and self.stock:
                self.hands[name].append(self.stock.pop())

    def _new_pack(self) -> None:
        self.gone.clear()
        self.hands.clear()
        self.stock = list(self._all)
        self._rng.shuffle(self.stock)

    def hand(self, seat: str) -> Sequence[Card]:
        """The cards a seat holds."""
        return self.hands.get(seat, ())

    def happened(self, event: Event) -> None:
        """The counts tell all."""

    def candidates(self, prompt: Touch) -> Sequence[Card]:
        """The hand of the player, or the top of the stock for the table."""
        rest = [card for card in self._all if card not in self.gone]
        self._rng.shuffle(rest)
        first = self.stock[::-1] if prompt.seat == TABLE or prompt.purpose == "table" else self.hand(prompt.seat)
        return list(dict.fromkeys([*first, *rest]))


def _faces(report: Mapping[str, Any]) -> Iterable[str]:
    yield from report["table"]
    for build in report["builds"]:
        yield from build["cards"]
    played = report.get("played")
    if played:
        yield from [played] if isinstance(played, str) else played


def _any_taken(report: Mapping[str, Any]) -> bool:
    return any(entry["cards"] for entry in report["players"])


def _faced(cards: Sequence[Card], face: str) -> Card:
    return next(card for card in cards if face in (card, card.face))
