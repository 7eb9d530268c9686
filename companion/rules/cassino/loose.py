"""Which loose cards make groups of a value, and which of these go together: by counts of each value, bounded.

A set of loose cards is one integer here: a nibble a value (at most four cards of one, so the nibble's top bit is free
to catch a borrow) and, above the nibbles, how many cards there are in all. So two groups are joined by `+`, and
whether a group is still there is one subtraction. Which of several equal cards is meant is decided last.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import combinations, product
from math import comb
from typing import Final

NIBBLE: Final = 4
Found = dict[int, tuple[int, int]]  # a set of counts → (the set before, the group that was joined)
KNOWN: Final = 1500  # sets of counts kept of one value before the search turns to the largest ones
STEPS: Final = 6000  # steps that search may take


class Loose:
    """The loose cards that have a value, for questions about one played card.

    `by_value` holds the faces of each value, most wanted first; `highest` is the highest value asked for.
    """

    def __init__(self, by_value: Mapping[int, list[str]], highest: int) -> None:
        self.values = sorted((value for value in by_value if value <= highest), reverse=True)
        self.faces = [by_value[value] for value in self.values]
        self.shift = NIBBLE * len(self.values)
        one = 1 << self.shift
        self.units = [(1 << NIBBLE * place) + one for place in range(len(self.values))]
        self.guard = sum(8 << NIBBLE * place for place in range(len(self.values)))
        self.all = sum(unit * len(faces) for unit, faces in zip(self.units, self.faces, strict=True))
        self.groups: list[list[int]] = [[0], *([] for _ in range(highest))]  # by sum; [0] is the empty group
        groups = self.groups
        for value, unit, faces in zip(self.values, self.units, self.faces, strict=True):
            for total in range(highest, value - 1, -1):  # downwards: smaller sums do not hold this value yet
                for times in range(1, min(len(faces), total // value) + 1):
                    smaller = groups[total - times * value]
                    if smaller:
                        groups[total] += [group + unit * times for group in smaller]
        self._places: dict[int, tuple[int, ...]] = {}

    def size(self, counts: int) -> int:
        """How many cards a set of counts has."""
        return counts >> self.shift

    def joined(self, value: int, first: int, known: int = KNOWN) -> tuple[Found, bool]:
        """Sets of counts made of disjoint groups of `value`, and whether these are all.

        With `first` > 0 each holds one group of that sum besides; the set of no cards is there if `first` is 0.
        """
        found: Found = {group: (0, group) for group in self.groups[first]} if first else {0: (0, 0)}
        groups, guard, room = self.groups[value], self.guard, self.all | self.guard
        queue = list(found)
        for counts in queue:  # grows while it is read
            left = room - counts
            for group in groups:
                if (left - group) & guard == guard:
                    more = counts + group
                    if more not in found:
                        found[more] = (counts, group)
                        queue.append(more)
            if len(found) > known:
                return found, False
        return found, True

    def largest(self, value: int, want: int) -> tuple[list[tuple[int, tuple[int, ...]]], bool]:
        """Sets of disjoint groups of `value` with their groups, most cards first; enough for `want` choices of cards.

        The second is whether these are all. On a crowded table the largest are found from above, by leaving out ever
        more cards; if that takes too long, the small ones found from below fill up.
        """
        found, all_known = self.joined(value, 0)
        if all_known:
            ordered = sorted(found, reverse=True, key=self.size)
            return [(counts, self.path(found, counts)) for counts in ordered], True
        listed: dict[int, tuple[int, ...]] = {}
        ways = 0
        for counts, groups in _Peeling(self, value):
            listed[counts] = groups
            ways += self.ways(counts)
            if ways >= want:
                break
        else:
            for counts in sorted(found, reverse=True, key=self.size)[:want]:
                listed.setdefault(counts, self.path(found, counts))
        return sorted(listed.items(), reverse=True, key=lambda item: self.size(item[0])), False

    def path(self, found: Found, counts: int) -> tuple[int, ...]:
        """The groups a found set was joined from, the first one first."""
        groups = []
        while counts:
            counts, group = found[counts]
            groups.append(group)
        return tuple(reversed(groups))

    def parted(self, value: int, first: int = 0) -> list[str] | None:
        """All cards here as groups of `value`, with `first` > 0 one group of that sum before them; None if impossible."""
        search = _Peeling(self, value)
        for begin in self.groups[first] if first else (0,):
            try:
                groups = search.groups_of(self.all - begin)
            except _Spent:
                return None
            if groups is not None:
                _, text = next(self.spelled(self.all, (begin, *groups) if begin else groups))
                return text.split(",") if text else []
        return None

    def ways(self, counts: int) -> int:
        """How many sets of cards have these counts."""
        many = 1
        for place, faces in enumerate(self.faces):
            many *= comb(len(faces), counts >> NIBBLE * place & 7)
        return many

    def places(self, group: int) -> tuple[int, ...]:
        """The places of a group's cards, highest value first."""
        known = self._places.get(group)
        if known is None:
            known = self._places[group] = tuple(
                place for place in range(len(self.values)) for _ in range(group >> NIBBLE * place & 7)
            )
        return known

    def spelled(self, counts: int, groups: tuple[int, ...]) -> Iterator[tuple[list[str], str]]:
        """The sets of cards with these counts, lazily: their faces, and the same group by group (`9H,4S+5C`)."""
        pools: list[list[tuple[str, ...]]] = []
        first: dict[int, int] = {}  # place → where its next card stands among the faces
        at = 0
        for place, faces in enumerate(self.faces):
            if many := counts >> NIBBLE * place & 7:
                first[place] = at
                at += many
                pools.append([tuple(faces)] if many == len(faces) else list(combinations(faces, many)))
        words = []
        for group in groups:
            word = []
            for place in self.places(group):
                word.append(f"{{{first[place]}}}")
                first[place] += 1
            words.append("+".join(word))
        spell = ",".join(words).format
        for chosen in product(*pools):
            cards = [face for faces in chosen for face in faces]
            yield cards, spell(*cards)


class _Spent(Exception):  # noqa: N818  a signal within this module, never an error
    """The search took all its steps."""


class _Peeling:
    """Sets of disjoint groups of one value, from all cards downwards, until the steps are spent."""

    def __init__(self, loose: Loose, value: int) -> None:
        self.loose, self.value, self.steps = loose, value, STEPS
        self.by_top: list[list[int]] = [[] for _ in loose.values]  # groups by the place of their highest card
        useful: set[int] = set()
        for group in sorted(loose.groups[value], key=loose.size):  # few cards first: these leave most choices open
            places = loose.places(group)
            self.by_top[places[0]].append(group)
            useful.update(places)
        self.places = sorted(useful, reverse=True)  # low values last: they fill what is left
        self.full = sum(loose.units[place] * len(loose.faces[place]) for place in useful)
        self.parted: dict[int, int] = {0: 0}  # counts → a group to begin with, -1: cannot be parted

    def __iter__(self) -> Iterator[tuple[int, tuple[int, ...]]]:
        loose = self.loose
        total = sum(loose.values[place] * len(loose.faces[place]) for place in self.places)
        try:
            for fewer in range(loose.size(self.full)):
                for left_out in self._left_out(0, fewer, total % self.value):
                    counts = self.full - left_out
                    groups = self.groups_of(counts)
                    if groups is not None:
                        yield counts, groups
        except _Spent:
            return

    def groups_of(self, counts: int) -> tuple[int, ...] | None:
        """Groups of the value that these counts part into, or None."""
        if not self._part(counts):
            return None
        groups = []
        while counts:
            groups.append(self.parted[counts])
            counts -= groups[-1]
        return tuple(groups)

    def _left_out(self, index: int, fewer: int, residue: int) -> Iterator[int]:
        """Sets of `fewer` cards whose sum leaves `residue` when divided by the value."""
        if fewer == 0:
            if residue == 0:
                yield 0
            return
        if index == len(self.places):
            return
        self._step()
        place = self.places[index]
        for times in range(min(fewer, len(self.loose.faces[place])) + 1):
            rest = (residue - times * self.loose.values[place]) % self.value
            for more in self._left_out(index + 1, fewer - times, rest):
                yield more + self.loose.units[place] * times

    def _part(self, counts: int) -> bool:
        """Whether the counts part into groups of the value; how, stands in `parted`."""
        known = self.parted.get(counts)
        if known is not None:
            return known >= 0
        self._step()
        guard = self.loose.guard
        room = counts | guard
        top = next(place for place in range(len(self.loose.values)) if counts >> NIBBLE * place & 7)
        for group in self.by_top[top]:
            if (room - group) & guard == guard and self._part(counts - group):
                self.parted[counts] = group
                return True
        self.parted[counts] = -1
        return False

    def _step(self) -> None:
        self.steps -= 1
        if self.steps < 0:
            raise _Spent
