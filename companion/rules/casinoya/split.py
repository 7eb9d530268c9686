"""The best legal split of thirteen cards into front, middle and back (RULES.md 1.3, best split): exact, no guessing.

Only 1,287 sets of five and 286 of three exist among thirteen cards, so each is evaluated once, and only pairs of rows
that can still beat the best found are looked at. What a row is worth is one integer: its base damage above bit 16, its
strength below, so that sums compare as the objective wants: damage first, then strength.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from operator import add, itemgetter
from typing import Final, NamedTuple

import msgspec

from companion.rules.cards import JOKERS, SUIT_OF, SUITS, Card
from companion.rules.readings import reachable, read
from companion.rules.strength import CODE, SUIT_BITS, Category, HandError, category, tables, top

CARDS: Final = 13
_BITS: Final = 16
_STRENGTH: Final = (1 << _BITS) - 1
_FRONTS: Final = (Category.HIGH_CARD, Category.PAIR, Category.THREE_OF_A_KIND)
_NEVER: Final = -(1 << 62)  # worth less than anything
_FIVES: Final = tuple(combinations(range(CARDS), 5))
_THREES: Final = tuple(combinations(range(CARDS), 3))


class Split(msgspec.Struct, frozen=True):
    """Three rows, each in the order in which its hand is named; `strengths` and `damage` run front, middle, back.

    `readings` says which face each joker takes.
    """

    front: tuple[Card, ...]
    middle: tuple[Card, ...]
    back: tuple[Card, ...]
    readings: dict[Card, str]
    strengths: tuple[int, int, int]
    damage: tuple[int, int, int]


def best_split(
    cards: Sequence[Card],
    front_damage: Mapping[Category, int],
    row_damage: Mapping[Category, int],
    *,
    five_of_a_kind: bool = True,
    joker_no_duplicate: bool = True,
    strict: bool = False,
) -> Split:
    """The split of thirteen cards with the greatest sum of base damage, then of strengths (RULES.md 1.3).

    Legal always: front <= middle <= back, or < under `strict`; a joker is read lower where only that is legal. Any
    damage tables will do: `row_damage` names every category, `front_damage` its three. Where a better category never
    does less damage, as in RULES.md, the answer takes about a millisecond. Raises `HandError` unless the cards are
    thirteen different faces.
    """
    faces = [card.face for card in cards]
    if len(faces) != CARDS or len(set(faces)) != CARDS:
        raise HandError(f"a split needs {CARDS} different cards, not {len(set(faces))}")
    rules = _Rules(five_of_a_kind, joker_no_duplicate, strict)
    worths = _worths(_front_damage(front_damage), tuple([row_damage[kind] for kind in Category]), rules)
    deal = _Deal(faces, worths, rules, *_evaluated(faces, worths))
    found = deal.search() if worths.rising else deal.search_any()
    chosen = [
        (_row(cards, subset, worth & _STRENGTH, five_of_a_kind, joker_no_duplicate), worth)
        for subset, worth in zip(found.subsets, found.worths, strict=True)
    ]
    (front_row, front_worth), (middle, middle_worth), (back, back_worth) = chosen
    return Split(
        front=tuple(front_row),
        middle=tuple(middle),
        back=tuple(back),
        readings={card: face for row, _ in chosen for card, face in row.items() if card.is_joker},
        strengths=(front_worth & _STRENGTH, middle_worth & _STRENGTH, back_worth & _STRENGTH),
        damage=(front_worth >> _BITS, middle_worth >> _BITS, back_worth >> _BITS),
    )


def _row(
    cards: Sequence[Card], subset: tuple[int, ...], strength: int, five_of_a_kind: bool, joker_no_duplicate: bool
) -> dict[Card, str]:
    """Each card of a row with the face it is read as: the most copies of a rank first, then the higher rank."""
    row = [cards[place] for place in subset]
    spelled = dict(
        zip(row, read([card.face for card in row], five_of_a_kind, joker_no_duplicate, strength), strict=True)
    )
    ranks = [Card(f"{card.label}/{face}").rank for card, face in spelled.items()]
    order = sorted(zip(ranks, spelled, strict=True), key=lambda one: (-ranks.count(one[0]), -one[0]))
    return {card: spelled[card] for _, card in order}


class _Rules(NamedTuple):
    five_of_a_kind: bool
    joker_no_duplicate: bool
    strict: bool


class _Found(NamedTuple):
    """A legal split: which cards lie in front, middle and back, and what each row is worth as it is read."""

    subsets: tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
    worths: tuple[int, int, int]


class _Others(NamedTuple):
    """The 56 ways to lay the eight cards beside a back: which middles and fronts, and functions to look them up."""

    middles: tuple[int, ...]
    fronts: tuple[int, ...]
    pick_middles: Callable[[Sequence[int]], tuple[int, ...]]
    pick_fronts: Callable[[Sequence[int]], tuple[int, ...]]


@cache
def _places() -> tuple[dict[tuple[int, ...], int], dict[tuple[int, ...], int]]:
    return {five: index for index, five in enumerate(_FIVES)}, {three: index for index, three in enumerate(_THREES)}


@cache
def _others(back: int) -> _Others:
    fives, threes = _places()
    rest = [place for place in range(CARDS) if place not in _FIVES[back]]
    middles = tuple([fives[five] for five in combinations(rest, 5)])
    # combinations of the same eight, complemented: the first five leave the last three
    fronts = tuple([threes[three] for three in combinations(rest, 3)][::-1])
    return _Others(middles, fronts, itemgetter(*middles), itemgetter(*fronts))


def _front_damage(known: Mapping[Category, int]) -> tuple[int, ...]:
    """Front damage by category, those that a front cannot be as the one below: so that it bounds what a front does."""
    damage: list[int] = []
    for kind in Category:
        damage.append(known[kind] if kind in _FRONTS else damage[-1])
    return tuple(damage)


class _Worths(NamedTuple):
    """Base damage above bit 16 and strength below: of rows and fronts by strength, and by sum of rank keys.

    `rising`: a better category never does less damage.
    """

    row: list[int]
    front: list[int]
    plain: dict[int, int]
    flush: dict[int, int]
    three: dict[int, int]
    rising: bool


@lru_cache(maxsize=16)
def _worths(front: tuple[int, ...], row: tuple[int, ...], rules: _Rules) -> _Worths:
    kinds = [category(strength, rules.joker_no_duplicate) for strength in range(top(rules.joker_no_duplicate) + 1)]
    rows = [(row[kind] << _BITS) + strength for strength, kind in enumerate(kinds)]
    fronts = [(front[kind] << _BITS) + strength for strength, kind in enumerate(kinds)]
    plain, flush, three = tables(rules.five_of_a_kind, rules.joker_no_duplicate)
    return _Worths(
        rows,
        fronts,
        {key: rows[strength] for key, strength in plain.items()},
        {key: rows[strength] for key, strength in flush.items()},
        {key: fronts[strength] for key, strength in three.items()},
        rows == sorted(rows) and fronts == sorted(fronts),
    )


def _evaluated(faces: Sequence[str], worths: _Worths) -> tuple[list[int], list[int]]:
    """The worth of every five as a row, and of every three as a front, jokers read as well as they can be.

    Each five is first taken for a plain hand, by the sum of its rank keys alone, which is the quickest; then the few
    that are suited are set right.
    """
    keys = [CODE[face] >> SUIT_BITS for face in faces]
    rows = [*map(worths.plain.__getitem__, map(sum, combinations(keys, 5)))]
    fronts = [*map(worths.three.__getitem__, map(sum, combinations(keys, 3)))]
    places = _places()[0]
    for suit in SUITS:
        suited = [place for place, face in enumerate(faces) if SUIT_OF[face] in (suit, "")]
        for five in combinations(suited, 5):
            rows[places[five]] = worths.flush[sum([keys[place] for place in five])]
    return rows, fronts


class _Deal:
    """Thirteen faces, what every five and every three of them is worth, and the best split found so far."""

    def __init__(
        self, faces: Sequence[str], worths: _Worths, rules: _Rules, rows: list[int], fronts: list[int]
    ) -> None:
        self.faces = faces
        self.worths = worths
        self.rules = rules
        self.rows = rows
        self.fronts = fronts
        self.most_front = max(fronts)
        self.best = _NEVER
        self.found: _Found | None = None

    def search(self) -> _Found:
        """The optimum where a better category never does less damage.

        Middle and back are then best read as well as they can be (were the middle above the back, the two would change
        places). Only a front above the middle and, under `strict`, a middle equal to the back have to be read lower.
        """
        rows = self.rows
        self._lay(rows.index(max(rows)))
        least = (self.best - self.most_front) // 2  # beside a weaker back no middle is strong enough
        for back in sorted([b for b, worth in enumerate(rows) if worth > least], key=rows.__getitem__, reverse=True):
            if 2 * rows[back] + self._most_front(rows[back]) <= self.best:
                break
            self._lay(back)
        return self._answer()

    def _lay(self, back: int) -> None:
        """Try every middle and front beside one back."""
        rows, strict = self.rows, self.rules.strict
        others, back_worth = _others(back), rows[back]
        needed = self.best - back_worth
        middles = others.pick_middles(rows)
        most = max(middles)
        if most + self._most_front(most) <= needed:
            return
        fronts = others.pick_fronts(self.fronts)
        if max(map(add, middles, fronts)) <= needed:
            return
        for way, (best_middle, best_front) in enumerate(zip(middles, fronts, strict=True)):
            if best_middle > back_worth or best_middle + best_front <= needed:
                continue
            middle, front = best_middle, best_front
            if strict and middle == back_worth:
                middle = self._lower(_FIVES[others.middles[way]], self.worths.row, (back_worth & _STRENGTH) - 1)
            ceiling = (middle & _STRENGTH) - strict
            if front & _STRENGTH > ceiling:
                front = self._lower(_THREES[others.fronts[way]], self.worths.front, ceiling)
            if middle + front > needed:
                needed = middle + front
                self._keep(back, way, (front, middle, back_worth))

    def _most_front(self, middle: int) -> int:
        """More than this no front is worth that is not above a row of this worth."""
        return min(self.most_front, self.worths.front[middle & _STRENGTH])

    def _lower(self, subset: tuple[int, ...], worth: list[int], ceiling: int) -> int:
        """What a row is worth if it is read not above `ceiling`."""
        strengths = self._strengths(subset)
        place = bisect_right(strengths, ceiling)
        return worth[strengths[place - 1]] if place else _NEVER

    def _strengths(self, subset: tuple[int, ...]) -> tuple[int, ...]:
        faces = [self.faces[place] for place in subset]
        held = tuple([face for face in faces if face not in JOKERS])
        return _strengths(held, len(faces) - len(held), *self.rules[:2])

    def search_any(self) -> _Found:
        """The optimum under any damage tables: every way to lay the cards, every reading of every joker."""
        fives = [[(self.worths.row[one], one) for one in self._strengths(five)] for five in _FIVES]
        threes = [[(self.worths.front[one], one) for one in self._strengths(three)] for three in _THREES]
        rows = [max(five)[0] for five in fives]
        fronts = [max(three)[0] for three in threes]
        gap = int(self.rules.strict)
        for back in sorted(range(len(rows)), key=rows.__getitem__, reverse=True):
            others = _others(back)
            for way, (middle, front) in enumerate(zip(others.middles, others.fronts, strict=True)):
                if rows[back] + rows[middle] + fronts[front] <= self.best:
                    continue
                for (b, back_strength), (m, middle_strength), (f, front_strength) in product(
                    fives[back], fives[middle], threes[front]
                ):
                    if b + m + f > self.best and front_strength + gap <= middle_strength <= back_strength - gap:
                        self._keep(back, way, (f, m, b))
        return self._answer()

    def _keep(self, back: int, way: int, worths: tuple[int, int, int]) -> None:
        others = _others(back)
        self.best = sum(worths)
        self.found = _Found((_THREES[others.fronts[way]], _FIVES[others.middles[way]], _FIVES[back]), worths)

    def _answer(self) -> _Found:
        if self.found is None:
            raise HandError("no legal split")
        return self.found


@lru_cache(maxsize=4096)
def _strengths(held: tuple[str, ...], left: int, five_of_a_kind: bool, joker_no_duplicate: bool) -> tuple[int, ...]:
    return tuple(sorted(reachable(held, left, five_of_a_kind, joker_no_duplicate)))
