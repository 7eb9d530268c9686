"""Chinese poker: thirteen cards in three rows, each fought as a contest of its own (RULES.md 1.3)."""

from __future__ import annotations

from typing import Annotated, ClassVar, Literal

from msgspec import Meta
from msgspec.structs import replace

from companion.rules.casinoya.numbers import shipped
from companion.rules.casinoya.options import HandOptions, HpNumber
from companion.rules.casinoya.rows import Row, Rows, damage_of
from companion.rules.casinoya.state import Fouled, FoulRow, State

FRONT, MIDDLE, BACK = range(3)
ROWS = ("front", "middle", "back")


class ChineseOptions(HandOptions, frozen=True, kw_only=True):
    """Options of Chinese poker."""

    hp: HpNumber = shipped().hp["chinese"]
    strict: Annotated[bool, Meta(description="The middle row must be weaker than the back one, not equal")] = False
    foul: Annotated[
        Literal["defends", "auto_sort"],
        Meta(description="Rows in a wrong order defend without effects, or are sorted as well as they can be"),
    ] = "defends"


class Chinese(Rows):
    """Front 3, middle 5, back 5; legal when front <= middle <= back."""

    name = "casinoya-chinese"
    options_type = ChineseOptions
    draw = need = 13
    contests = 3
    ordered = True
    rows: ClassVar[tuple[Row, ...]] = ((0, 3), (3, 8), (8, 13))
    tables: ClassVar[tuple[str, ...]] = ("front", "five", "five")

    def ceiling(self, s: State, seat: int, row: int) -> int | None:
        """A row is proposed not above the row behind it, where that is complete and read."""
        player = s.seats[seat]
        if row == BACK or len(player.scans) < self.rows[row + 1][1]:
            return None
        if not all(map(player.reading, self.laid(s, seat, row + 1))):
            return None
        return self.worth(s, seat, row + 1) - _options(s).strict

    def fouled(self, s: State, seat: int) -> bool:
        """Whether front <= middle <= back does not hold."""
        return not self._rises(s, seat)

    def foul(self, s: State, seat: int) -> Fouled | None:
        """The foremost row that is too high, and the one behind it."""
        if self._rises(s, seat):
            return None
        at = FRONT if self.worth(s, seat, FRONT) > self.worth(s, seat, MIDDLE) else MIDDLE
        row, behind = (FoulRow(ROWS[one], *self.row_hand(s, seat, one)) for one in (at, at + 1))
        equal = self.worth(s, seat, at) == self.worth(s, seat, at + 1)
        sorts = _options(s).foul == "auto_sort"
        return Fouled(seat=s.seats[seat].name, row=row, behind=behind, equal=equal, sorted=sorts)

    def _rises(self, s: State, seat: int) -> bool:
        front, middle, back = (self.worth(s, seat, row) for row in (FRONT, MIDDLE, BACK))
        return front <= middle and (middle < back if _options(s).strict else middle <= back)

    def revealed(self, s: State, seat: int) -> State:
        """A foul is sorted as well as it can be under `foul=auto_sort`."""
        options, damage = _options(s), s.numbers.damage
        if options.foul == "defends" or self._rises(s, seat):
            return s
        from companion.rules.casinoya.split import best_split

        split = best_split(
            s.seats[seat].scans, damage_of(damage["front"]), damage_of(damage["five"]), strict=options.strict,
            five_of_a_kind=options.five_of_a_kind, joker_no_duplicate=options.joker_no_duplicate,
        )  # fmt: skip
        rows = (*split.front, *split.middle, *split.back)
        return s.put(seat, replace(s.seats[seat], scans=rows, readings=tuple(split.readings.items())))


def _options(s: State) -> ChineseOptions:
    assert isinstance(s.options, ChineseOptions)
    return s.options
