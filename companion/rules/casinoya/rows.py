"""Hands laid in rows, each a poker hand of its own: the base of poker (one row) and Chinese poker (three)."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import ClassVar

from companion.rules import readings, strength
from companion.rules.cards import Card
from companion.rules.casinoya.effects import Effect, of_cards
from companion.rules.casinoya.options import HandOptions
from companion.rules.casinoya.rules import Hand, Rules
from companion.rules.casinoya.state import State
from companion.rules.strength import Category

Row = tuple[int, int]  # first card and the one after the last, in the order laid


class Rows(Rules):
    """A game whose contests are its rows, from the front to the back."""

    rows: ClassVar[tuple[Row, ...]]
    tables: ClassVar[tuple[str, ...]]  # the damage table of each row
    options_type = HandOptions

    def __init__(self) -> None:
        # Asked several times at every touch; an instance's own attribute is found four times as fast as its class's.
        self._first_row, self._all_rows = self.rows[0][1], self.rows[-1][1]

    def owed(self, s: State, seat: int) -> int:
        """All cards of all rows are scanned in the reveal."""
        return self._all_rows - len(s.seats[seat].scans)

    def reading(self, s: State, seat: int) -> Card | None:
        """A row's jokers are asked when its last card is scanned, the rearmost complete row first."""
        player = s.seats[seat]
        scans = player.scans
        if len(scans) < self._first_row:  # no row is complete: nearly every touch ends here
            return None
        for first, end in reversed(self.rows):
            if len(scans) >= end:
                for card in scans[first:end]:
                    if card.is_joker and not player.reading(card):
                        return card
        return None

    def readings(self, s: State, seat: int, joker: Card) -> tuple[str, ...]:
        """Any face the row may still hold; the proposal is not above the row behind, where that is complete."""
        row = self._row(s, seat, joker)
        held, left = self._held(s, seat, row)
        return readings.options(held, left, *_joker_rules(s), self.ceiling(s, seat, row))

    def may_read(self, s: State, seat: int, joker: Card, face: str) -> bool:
        """Any face the row may still hold."""
        held, _ = self._held(s, seat, self._row(s, seat, joker))
        return readings.may_be(face, held, *_joker_rules(s))

    def _row(self, s: State, seat: int, card: Card) -> int:
        """The row in which a card lies."""
        scans = s.seats[seat].scans
        return next(at for at, (first, end) in enumerate(self.rows) if card in scans[first:end])

    def _held(self, s: State, seat: int, row: int) -> tuple[list[str], int]:
        """The faces that a row holds, and how many of its jokers stand for none yet."""
        cards = self.laid(s, seat, row)
        held = [face for card in cards if (face := s.seats[seat].reading(card))]
        return held, len(cards) - len(held)

    def ceiling(self, s: State, seat: int, row: int) -> int | None:
        """The strength that a row should not exceed; none in a game of one row."""
        return None

    def laid(self, s: State, seat: int, row: int) -> tuple[Card, ...]:
        """The cards that a seat has laid in a row."""
        first, end = self.rows[row]
        return s.seats[seat].scans[first:end]

    def worth(self, s: State, seat: int, row: int) -> int:
        """The strength of a row that is complete and read."""
        return _worth(s.seats[seat].faces(self.laid(s, seat, row)), *_joker_rules(s))

    def fouled(self, s: State, seat: int) -> bool:
        """Whether the rows may not lie as they do."""
        return False

    def strength(self, s: State, contest: int, seat: int) -> int | None:
        """The row's strength; a foul cannot attack."""
        return None if self.fouled(s, seat) else self.worth(s, seat, contest)

    def hand(self, s: State, contest: int, seat: int) -> Hand:
        """The name of the row's hand; all rows of a foul are one."""
        return Hand("foul") if self.fouled(s, seat) else self.row_hand(s, seat, contest)

    def row_hand(self, s: State, seat: int, row: int) -> Hand:
        """What lies in a row, foul or not: its category and the ranks that name it."""
        return _named(self.worth(s, seat, row), _joker_rules(s)[1])

    def cards(self, s: State, contest: int, seat: int) -> tuple[Card, ...]:
        """The cards of the row."""
        return self.laid(s, seat, contest)

    def base(self, s: State, contest: int, hand: Hand) -> int:
        """The row's line in its damage table."""
        return s.numbers.damage[self.tables[contest]][hand.code]

    def live(self, s: State, contest: int, seat: int) -> tuple[Effect, ...]:
        """All cards of the row have effects; a foul has none."""
        if self.fouled(s, seat):
            return ()
        return of_cards(s.numbers, s.seats[seat], self.laid(s, seat, contest))


@lru_cache(maxsize=64)
def _worth(faces: tuple[str, ...], five_of_a_kind: bool, joker_no_duplicate: bool) -> int:
    """The strength of a row, of which several ask while one contest is fought."""
    return strength.strength(faces, five_of_a_kind, joker_no_duplicate)


@cache
def _named(worth: int, no_duplicate: bool) -> Hand:
    """What a hand of this strength is called; there are less than 8,000."""
    return Hand(strength.category(worth, no_duplicate).name.lower(), strength.leading(worth, no_duplicate))


def _joker_rules(s: State) -> tuple[bool, bool]:
    options = s.options
    assert isinstance(options, HandOptions)
    return options.five_of_a_kind, options.joker_no_duplicate


def damage_of(table: dict[str, int]) -> dict[Category, int]:
    """A damage table by category."""
    return {category: table[category.name.lower()] for category in Category if category.name.lower() in table}
