"""A player's zones. Every card of a deck is in exactly one: `deck + hand + aside + pit = 54` (RULES.md 1)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from companion.rules.cards import FACES, Card

DECK_SIZE = len(FACES)  # 54
Zone = Literal["deck", "hand", "aside", "pit"]
ZONES: tuple[Zone, ...] = ("deck", "hand", "aside", "pit")


class Seat(msgspec.Struct, frozen=True, gc=False):
    """One player: hit points, the count of each zone, and which of its cards are known because they were scanned.

    `scans` are the known cards of the hand in the order laid, `readings` the faces chosen for its jokers, `turned`
    the cards of a running playoff (they lie aside), `own` what the game itself keeps of the seat in this round.
    """

    name: str
    label: str
    hp: int
    deck: int = DECK_SIZE
    hand: int = 0
    aside: int = 0
    pit: int = 0
    scans: tuple[Card, ...] = ()
    readings: tuple[tuple[Card, str], ...] = ()
    turned: tuple[Card, ...] = ()
    known_aside: tuple[Card, ...] = ()
    known_pit: tuple[Card, ...] = ()
    out: bool = False
    left: bool = False
    own: Any = None

    def reading(self, card: Card) -> str:
        """The face a card stands for: its own, or the one chosen for a joker; empty for a joker not yet read."""
        if not card.is_joker:
            return card.face
        for joker, face in self.readings:
            if joker == card:
                return face
        return ""

    def faces(self, cards: Iterable[Card]) -> tuple[str, ...]:
        """The faces that cards of this seat stand for (`reading`)."""
        return tuple([card.face if card.suit else self.reading(card) for card in cards])

    def where(self, card: Card) -> Zone | None:
        """The zone in which a card is known to be, if it is known."""
        if card in self.scans:
            return "hand"
        if card in self.known_pit:
            return "pit"
        return "aside" if card in self.known_aside or card in self.turned else None

    def draw(self, count: int) -> Seat:
        """Cards from the deck to the hand, as many as the deck holds."""
        count = min(count, self.deck)
        return replace(self, deck=self.deck - count, hand=self.hand + count)

    def exchange(self, discarded: int, drawn: int) -> Seat:
        """Unscanned cards of the hand laid aside, face down, and cards drawn from the deck, as many as it holds."""
        drawn = min(drawn, self.deck)
        return replace(self, deck=self.deck - drawn, hand=self.hand - discarded + drawn, aside=self.aside + discarded)

    def bury(self) -> Seat:
        """The end of a round, or of a player: the hand goes to the pit, what lies aside back into the deck."""
        return replace(
            self, deck=self.deck + self.aside, hand=0, aside=0, pit=self.pit + self.hand,
            known_pit=self.known_pit + self.scans, scans=(), readings=(), turned=(), known_aside=(), own=None,
        )  # fmt: skip

    def gather(self) -> Seat:
        """Hand and pit go back into the deck; what lies aside stays (option `tie=rebuild`)."""
        return replace(
            self, deck=self.deck + self.hand + self.pit, hand=0, pit=0, scans=(), readings=(), known_pit=(), own=None
        )

    def rebuild(self, hp: int) -> Seat:
        """All 54 cards back in the deck, hit points anew (sudden death)."""
        return replace(
            self, hp=hp, deck=DECK_SIZE, hand=0, aside=0, pit=0,
            scans=(), readings=(), turned=(), known_aside=(), known_pit=(), own=None,
        )  # fmt: skip

    def turn_up(self, card: Card) -> Seat:
        """The top card of the deck, turned for a playoff, lies aside."""
        return replace(self, deck=self.deck - 1, aside=self.aside + 1, turned=(*self.turned, card))

    def return_turned(self) -> Seat:
        """The cards turned in a playoff go under the deck."""
        back = len(self.turned)
        return replace(self, deck=self.deck + back, aside=self.aside - back, turned=()) if back else self

    def mill(self, card: Card) -> Seat:
        """The top card of the deck goes to the pit, scanned."""
        return replace(self, deck=self.deck - 1, pit=self.pit + 1, known_pit=(*self.known_pit, card))

    def recover(self, card: Card) -> Seat:
        """A scanned card of the pit goes under the deck."""
        known = tuple(one for one in self.known_pit if one != card)
        return replace(self, deck=self.deck + 1, pit=self.pit - 1, known_pit=known)
