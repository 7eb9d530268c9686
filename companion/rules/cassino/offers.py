"""The legal uses of the played card as option ids: each use once, largest captures first, lazily and bounded.

Equal cards of different suits make different uses. A use is told by what it takes, not by how that is grouped: sets of
cards are found by their counts of each value (`loose.py`), so no use comes twice.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Final

from companion.rules.cards import NATURALS, Card
from companion.rules.cassino.loose import Loose
from companion.rules.cassino.promises import announceable, own_kept
from companion.rules.cassino.score import point_cards
from companion.rules.cassino.state import Build, CassinoState, unseen
from companion.rules.cassino.uses import COURT_PAIRS, TRAIL, trail_refusal
from companion.rules.cassino.variants import worths

KNOWN_PUT: Final = 400  # sets of counts looked at for one announced value
LETTERS: Final = 70  # of an id on the average; on a very crowded table fewer are listed, so that a reply stays short
Offer = tuple[int, int, str]  # cards, what they are wanted for, id


@cache
def wanted(spades: bool) -> dict[str, int]:
    """How much a captured face is wanted, in hundredths of a point: its points, and its share of the majorities."""
    points = point_cards(spades)
    return {face: 100 * points[face] + 11 + (0 if spades or face[1] != "S" else 14) for face in NATURALS}


def offered(state: CassinoState, limit: int) -> tuple[list[str], bool]:
    """At most `limit` legal uses of the played card, and whether there are more.

    Captures come first, the largest first and of equal ones the most wanted, then raises, adds and builds, `trail`
    last; `trail` is always there if it is legal. Time and the length of the list are bounded on any table.
    """
    if state.played is None:
        return [], False
    trail = [] if trail_refusal(state) is not None else [TRAIL]
    room = limit - len(trail)
    offers = _Offers(state, state.played, room + 1)
    takes, all_taken = offers.takes()
    more = not all_taken or len(takes) > room
    puts: list[Offer] = []
    if len(takes) <= room:
        puts, all_put = offers.puts(room + 1 - len(takes))
        more = more or not all_put or len(takes) + len(puts) > room
    ids: list[str] = []
    letters = LETTERS * limit
    for _, _, text in (*takes, *puts)[:room]:
        letters -= len(text)
        if letters < 0 and ids:
            more = True
            break
        ids.append(text)
    return ids + trail, more


def usable(state: CassinoState) -> bool:
    """Whether the played card has any legal use."""
    return trail_refusal(state) is None or bool(offered(state, 1)[0])


class _Offers:
    """The uses of one played card; `want` of them are enough."""

    def __init__(self, state: CassinoState, card: Card, want: int) -> None:
        self.state, self.card, self.want = state, card, want
        self.worth = worths(state.options)
        self.wanted = wanted(state.counts_spades)
        self.hidden = unseen(state)
        by_value: dict[int, list[str]] = {}
        for one in sorted(state.table, key=lambda one: self.wanted[one.face], reverse=True):
            if value := self.worth.lying[one.face]:
                by_value.setdefault(value, []).append(one.face)
        self.loose = Loose(by_value, self.worth.highest if self.worth.held[card.face] else 0)

    # --- captures -------------------------------------------------------------------------------------------------

    def takes(self) -> tuple[list[Offer], bool]:
        """The largest captures and whether these are all."""
        free = own_kept(self.state, self.state.builds, self.hidden) is None
        values = self.worth.held[self.card.face]
        if not values:
            return (self._pairs() if free else []), True
        found: list[Offer] = []
        complete = True
        for value in values:
            offers, every = self._takes_of(value, free)
            found += offers
            complete = complete and every
        found.sort(key=_largest_first)
        if len(values) > 1:  # ten of diamonds as 10 and as 16 may take the same cards: that is one use
            found = list({_cards_of(offer[2]): offer for offer in reversed(found)}.values())[::-1]
        return found, complete

    def _pairs(self) -> list[Offer]:
        mates = [one for one in self.state.table if one.face[0] == self.card.face[0]]
        sizes = COURT_PAIRS[self.state.court_pair]
        offers = [
            (size, sum(self.wanted[one.face] for one in cards), "take:" + ",".join(one.face for one in cards))
            for size in sizes
            for cards in combinations(mates, size)
        ]
        return sorted(offers, key=_largest_first)

    def _takes_of(self, value: int, free: bool) -> tuple[list[Offer], bool]:
        taken = sorted(self._builds_of(value, free), key=_largest_first)
        if not taken:
            return [], True  # own promises forbid every capture of this value
        loose, complete = self._loose_of(value)
        offers: list[Offer] = []
        for size, worth, names in taken[: self.want]:
            for more, adds, text in loose:
                if size + more:
                    offers.append((size + more, worth + adds, f"take:{names}{',' if names and text else ''}{text}"))
        if len(offers) > self.want:
            offers.sort(key=_largest_first)
            return offers[: self.want], False
        return offers, complete

    def _builds_of(self, value: int, free: bool) -> Iterator[Offer]:
        """Sets of builds of the value that may be taken, the empty set too if it may."""
        places = [place for place, build in enumerate(self.state.builds) if build.value == value]
        for size in range(len(places) + 1):
            for some in combinations(range(len(places)), size):
                gone = {places[number] for number in some}
                left = [build for place, build in enumerate(self.state.builds) if place not in gone]
                if free or own_kept(self.state, left, self.hidden) is None:
                    cards = [card for place in gone for card in self.state.builds[place].cards]
                    names = ",".join(f"b{value}#{number + 1}" if number else f"b{value}" for number in some)
                    yield len(cards), sum(self.wanted[card.face] for card in cards), names

    def _loose_of(self, value: int) -> tuple[list[Offer], bool]:
        """Sets of loose cards that make groups of the value, largest first, the empty set last."""
        sets, complete = self.loose.largest(value, self.want)
        offers: list[Offer] = []
        for counts, groups in sets:
            for offer in self._spelled(counts, groups):
                offers.append(offer)
                if len(offers) > self.want:
                    return offers, False
        return offers, complete

    def _spelled(self, counts: int, groups: tuple[int, ...]) -> Iterator[Offer]:
        size, wanted_of = self.loose.size(counts), self.wanted.__getitem__
        for faces, text in self.loose.spelled(counts, groups):
            yield size, sum(map(wanted_of, faces)), text

    # --- announcements --------------------------------------------------------------------------------------------

    def puts(self, want: int) -> tuple[list[Offer], bool]:
        """Up to `want` raises, adds and builds, the largest of these first, and whether these are all."""
        offers: list[Offer] = []
        complete = True
        for prefix, value, first, alone in self._announcements():
            if len(offers) >= want:
                complete = False
                break
            found, every = self.loose.joined(value, first, KNOWN_PUT)
            complete = complete and every
            for counts in sorted(found, key=self.loose.size, reverse=True):
                if not counts:
                    if alone:
                        offers.append((0, 0, prefix))
                    continue
                for size, worth, text in self._spelled(counts, self.loose.path(found, counts)):
                    offers.append((size, worth, f"{prefix}:{text}"))
                    if len(offers) >= want:
                        break
                if len(offers) >= want:
                    complete = False  # perhaps this was the last one: then the list is longer than its room anyhow
                    break
        offers.sort(key=_largest_first)
        return offers, complete

    def _announcements(self) -> Iterator[tuple[str, int, int, bool]]:
        """What may be announced: id without loose cards, value, what a first group must add to, and if none need be."""
        state, own = self.state, self.worth.lying[self.card.face]
        if not own or not state.hands[state.turn]:
            return
        numbers: dict[int, int] = {}
        answered = {value for card in self.hidden for value in self.worth.held[card.face]}
        for place, build in enumerate(state.builds):
            number = numbers[build.value] = numbers.get(build.value, 0) + 1
            mark = f"#{number}" if number > 1 else ""
            for kind, value in (("raise", build.value + own), ("add", build.value)):
                if kind == "raise" and (build.multiple or (build.controller == state.turn and not self._raises_own)):
                    continue
                first = 0 if kind == "raise" or value == own else value - own
                if first < 0 or value not in answered or not self.loose_groups(first):
                    continue
                changed = list(state.builds)
                changed[place] = Build(value, build.groups, state.turn, state.actions + 1)
                if announceable(state, changed, self.hidden):
                    yield f"{kind}:{value}{mark}", value, first, not first
        for value in range(own, self.worth.highest + 1):
            first = value - own
            if value in answered and self.loose_groups(first or value):
                build = Build(value, ((self.card,),), state.turn, state.actions + 1)
                if not state.builds or announceable(state, (*state.builds, build), self.hidden):
                    yield f"build:{value}", value, first, False

    @property
    def _raises_own(self) -> bool:
        return self.state.options.raise_own

    def loose_groups(self, total: int) -> bool:
        """Whether some loose cards add to `total`; none need be there for 0."""
        return total == 0 or bool(self.loose.groups[total])


def _largest_first(offer: Offer) -> tuple[int, int]:
    return -offer[0], -offer[1]


def _cards_of(text: str) -> str:
    words = text.removeprefix("take:").replace("+", ",").split(",")
    return ",".join(sorted(words))
