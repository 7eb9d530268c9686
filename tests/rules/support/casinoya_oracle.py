"""CasiNoya played slowly with wooden cards, from RULES.md alone: shuffled decks, hands everybody can look into.

Nothing of `companion.rules` is used here but the option values that are handed in. A game is a generator of `Ask`: what the
table must be waiting for, one answer that the wooden cards allow, and what must be true before it is given. Chances are taken
at random, so that many games visit every corner.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

ORDER = "23456789TJQKA"
NATURALS = [rank + suit for suit in "SHDC" for rank in ORDER]
FACES = [*NATURALS, "X1", "X2"]
SUIT_EFFECTS = {"H": "mend", "D": "guard", "C": "strike", "S": "pierce"}
PROTECTIVE = {"mend", "guard", "thorns", "recover"}
FIVE = [2, 3, 4, 5, 6, 7, 8, 10, 12, 15]  # high card to five of a kind
FRONT = {0: 1, 1: 2, 3: 5}
ROWS = {"poker": [(0, 5)], "chinese": [(0, 3), (3, 8), (8, 13)]}
DRAW = {"poker": (5, 5), "blackjack": (2, 2), "chinese": (13, 13), "war": (7, 5)}  # opening draw, and the least of it
SPARE_NAMES = ["Eve", "Flo", "Gus", "Hal"]


class Ask(NamedTuple):
    """What the table waits for as (seat, purpose); one action; the ids a pick must offer and those that may come first."""

    waits: frozenset[tuple[str, str]]
    action: tuple[Any, ...]
    offered: frozenset[str] | None = None
    first: frozenset[str] | None = None
    joker: str = ""  # the joker that a pick is about


Asks = Iterator[Ask]


class Effect(NamedTuple):
    """One card's effect."""

    name: str
    points: int


class Person:
    """A player with wooden cards; the top of the deck is the end of the list."""

    def __init__(self, name: str, hp: int, shuffle: Callable[[list[str]], None]) -> None:
        self.name = name
        self.hp = hp
        self.shuffle = shuffle
        self.deck = list(FACES)
        shuffle(self.deck)
        self.hand: list[str] = []
        self.aside: list[str] = []
        self.pit: list[str] = []
        self.known: list[str] = []  # those of the pit that were scanned
        self.turned: list[str] = []
        self.out = self.left = False
        self.fresh()

    def fresh(self) -> None:
        self.laid: list[str] = []  # scanned cards of the hand, in order
        self.read: dict[str, str] = {}  # what each joker stands for
        self.shown = 0  # blackjack: of `laid`, those drawn in the open
        self.behind: dict[int, str] = {}  # war: reinforcements by column
        self.army: list[str] = []  # war: what stands in each column

    def draw(self, count: int) -> None:
        for _ in range(min(count, len(self.deck))):
            self.hand.append(self.deck.pop())

    def bury(self) -> None:
        self.pit += self.hand
        self.known += self.laid
        self.deck += self.aside
        self.hand, self.aside = [], []
        self.shuffle(self.deck)
        self.fresh()

    def gather(self, *zones: list[str]) -> None:
        for zone in zones:
            self.deck += zone
            zone.clear()
        self.shuffle(self.deck)
        self.known = []
        self.fresh()

    def view(self) -> dict[str, Any]:
        return {
            "name": self.name, "hp": self.hp, "deck": len(self.deck), "hand": len(self.hand),
            "aside": len(self.aside) + len(self.turned), "pit": len(self.pit), "out": self.out,
            "hand_cards": [f"{self.name}/{face}" for face in self.laid],
            "pit_cards": sorted(f"{self.name}/{face}" for face in self.known),
        }  # fmt: skip


def classed(faces: Sequence[str]) -> tuple[int, tuple[int, ...]]:
    """Category (0 high card to 9 five of a kind) and the ranks compared, of three or five faces without jokers."""
    ranks = sorted((ORDER.index(face[0]) + 2 for face in faces), reverse=True)
    counts = Counter(ranks)
    by_count = tuple(sorted(counts, key=lambda rank: (-counts[rank], -rank)))
    shape = sorted(counts.values(), reverse=True)
    if len(faces) == 3:
        return {3: 3, 2: 1, 1: 0}[shape[0]], by_count
    flush = len({face[1] for face in faces}) == 1
    top = 0
    if len(counts) == 5:
        top = 5 if ranks == [14, 5, 4, 3, 2] else ranks[0] if ranks[0] - ranks[4] == 4 else 0
    if shape == [5]:
        return 9, by_count
    if top and flush:
        return 8, (top,)
    if shape == [4, 1]:
        return 7, by_count
    if shape == [3, 2]:
        return 6, by_count
    if flush:
        return 5, tuple(ranks)
    if top:
        return 4, (top,)
    return (3 if shape[0] == 3 else 2 if shape[:2] == [2, 2] else 1 if shape[0] == 2 else 0), by_count


class Oracle:
    """One game: `kind` is poker, blackjack, chinese or war; `options` by name; `cards` what a deck file gives to faces.

    With `alike` all decks lie in the same order but for so many swaps, and people do as little as they can about it.
    """

    def __init__(
        self,
        kind: str,
        names: Sequence[str],
        options: Any,
        cards: dict[str, tuple[str, int]],
        rng: random.Random,
        alike: int | None = None,
    ) -> None:
        self.kind, self.options, self.cards, self.rng = kind, options, cards, rng
        self.alike, self.order = alike, rng.sample(FACES, len(FACES))
        self.people = [Person(name, options.hp, self.shuffle) for name in names]
        self.limit: int = options.hp
        self.last_attacker = -1
        self.round = 0
        self.log: list[tuple[Any, ...]] = []
        self.result: tuple[str, tuple[str, ...]] | None = None
        self.sorted_rows: Callable[[str], tuple[list[str], dict[str, str]]] | None = None

    def shuffle(self, deck: list[str]) -> None:
        """Honest, or all decks `alike` but for so many cards, so that hands and top cards tie."""
        if self.alike is None or self.rng.random() < 0.1:  # now and then, so that no tie lasts for ever
            self.rng.shuffle(deck)
            return
        deck.sort(key=self.order.index)
        for _ in range(self.alike if len(deck) > 1 else 0):
            one, other = self.rng.sample(range(len(deck)), 2)
            deck[one], deck[other] = deck[other], deck[one]

    # --- the game ----------------------------------------------------------------------------------------------------

    def play(self) -> Asks:
        while self.opening():
            yield from self.between()
            if self.result:
                return
            yield from self.choices()
            if self.result:
                return
            yield from self.together([self.reveal(person) for person in self.living()])
            self.all_turned_over()
            self.used: set[tuple[str, str]] = set()
            for contest in range({"poker": 1, "blackjack": 1, "chinese": 3, "war": 5}[self.kind]):
                yield from self.contest(contest)
                if self.result:
                    return
                if self.dealt_anew:
                    break
            else:
                for person in self.living():
                    person.bury()

    def living(self) -> list[Person]:
        return [person for person in self.people if not person.out]

    def opening(self) -> bool:
        """The opening draw is due; whether the game goes on."""
        self.dealt_anew = False
        draw, need = DRAW[self.kind]
        while True:
            living = self.living()
            short = [person for person in living if len(person.deck) < need]
            if short and (self.options.first_short_ends or short == living):
                most = max(person.hp for person in living)
                if self.crown([person for person in living if person.hp == most]):
                    return False
                continue
            for person in short:
                self.drop(person, "deck")
            if len(self.living()) == 1 and self.crown(self.living()):
                return False
            break
        for person in self.living():
            person.draw(draw)
        self.round += 1
        self.log.append(("round", self.round))
        return True

    def drop(self, person: Person, why: str) -> None:
        person.bury()
        person.out = True
        self.log.append(("out", person.name, why))

    def crown(self, best: list[Person]) -> bool:
        """One has won, or they share it (True), or all others are out and they rebuild (False)."""
        if len(best) == 1 or self.options.shared_win:
            self.result = ("won" if len(best) == 1 else "shared", tuple(one.name for one in best))
            self.log.append(("over", *self.result))
            return True
        for person in self.living():
            if person not in best:
                self.drop(person, "sudden-death")
        self.limit = self.options.sudden_death_hp
        for person in best:
            person.gather(person.hand, person.aside, person.pit)
            person.hp, person.out = self.limit, False
        self.log.append(("sudden", tuple(one.name for one in best)))
        return False

    def between(self) -> Asks:
        """Now and then somebody leaves, arrives or is corrected before the round's first deed."""
        empty = any(not person.deck for person in self.living())
        if self.rng.random() > 0.12 or (self.kind == "blackjack" and empty):  # the first turn may end a player
            return
        if self.rng.random() < 0.4 and len(self.living()) > 2:
            person = self.rng.choice(self.living())
            yield Ask(self.first_waits(), ("leave", person.name))
            person.out = person.left = True
            self.log += [("left", person.name), ("out", person.name, "left")]
        elif self.rng.random() < 0.5 and len(self.living()) < 6:
            fresh = [name for name in SPARE_NAMES if name not in [person.name for person in self.people]]
            gone = [one for one in self.people if one.left and self.enough(one)]
            hp = self.options.late_hp or self.options.hp
            if gone:
                person = gone[0]
                yield Ask(self.first_waits(), ("join", person.name))
                person.deck += person.hand + person.aside  # the pit stays as it is
                person.hand, person.aside = [], []
                self.shuffle(person.deck)
                person.fresh()
                person.hp, person.out, person.left = hp, False, False
            elif fresh:
                yield Ask(self.first_waits(), ("join", fresh[0]))
                person = Person(fresh[0], hp, self.shuffle)
                self.people.append(person)
            else:
                return
            person.draw(DRAW[self.kind][0])
            self.log.append(("joined", person.name))
        else:
            person = self.rng.choice(self.living())
            hp = self.rng.randint(1, 40)
            yield Ask(self.first_waits(), ("correct", person.name, hp))
            self.log.append(("corrected", person.name, person.hp, hp))
            person.hp = hp

    def enough(self, person: Person) -> bool:
        return len(person.deck) + len(person.hand) + len(person.aside) >= DRAW[self.kind][1]

    def first_waits(self) -> frozenset[tuple[str, str]]:
        """What is asked when a round has just begun."""
        if self.kind == "blackjack":
            for person in self.turn_order():
                if person.deck:
                    return frozenset({(person.name, "turn"), (person.name, "draw")})
        purpose = {"poker": "exchange", "war": "discard"}.get(self.kind, "reveal")
        return frozenset((person.name, purpose) for person in self.living())

    def together(self, parts: list[Asks]) -> Asks:
        """Several people act at the same time, in any order."""
        standing: list[tuple[Asks, Ask]] = [(part, ask) for part in parts if (ask := next(part, None)) is not None]
        while standing:
            at = self.rng.randrange(len(standing))
            part, ask = standing[at]
            yield ask._replace(waits=frozenset().union(*(one.waits for _, one in standing)))
            following = next(part, None)
            if following is None:
                standing.pop(at)
            else:
                standing[at] = (part, following)

    # --- choices -----------------------------------------------------------------------------------------------------

    def choices(self) -> Asks:
        if self.kind == "poker":
            yield from self.together([self.exchange(person) for person in self.living()])
        elif self.kind == "war":
            yield from self.together([self.muster(person) for person in self.living()])
        elif self.kind == "blackjack":
            yield from self.turns()

    def exchange(self, person: Person) -> Asks:
        most = min(5, len(person.deck))
        count = self.rng.randint(0, most) if self.alike is None or self.rng.random() < 0.1 else 0
        yield Ask(frozenset({(person.name, "exchange")}), ("number", person.name, "exchange", count))
        self.lay_aside(person, count)
        person.draw(count)

    def lay_aside(self, person: Person, count: int) -> None:
        self.rng.shuffle(person.hand)
        for _ in range(count):
            person.aside.append(person.hand.pop())

    def muster(self, person: Person) -> Asks:
        # at most one is drawn, in the place of a discard, of what the deck holds; never below five
        ways = [
            f"{discarded}-{drawn}"
            for discarded in (0, 1, 2)
            for drawn in (0, 1)
            if drawn <= discarded and drawn <= len(person.deck) and 5 <= len(person.hand) - discarded + drawn <= 7
        ]
        way = self.rng.choice(ways)
        yield Ask(frozenset({(person.name, "discard")}), ("pick", person.name, way), frozenset(ways))
        self.lay_aside(person, int(way[0]))
        person.draw(int(way[2]))
        self.rng.shuffle(person.hand)
        extra = len(person.hand) - 5
        if extra:
            everything = ["+".join(map(str, columns)) for columns in combinations((1, 2, 3, 4, 5), extra)]
            chosen = self.rng.choice(everything)
            yield Ask(frozenset({(person.name, "reinforce")}), ("pick", person.name, chosen), frozenset(everything))
            person.behind = dict(zip([int(column) - 1 for column in chosen.split("+")], person.hand[5:], strict=True))

    def turn_order(self) -> list[Person]:
        count = len(self.people)
        order = [self.people[(self.last_attacker + 1 + step) % count] for step in range(count)]
        return [person for person in order if not person.out]

    def turns(self) -> Asks:
        standing: set[str] = set()
        order = self.turn_order()
        while True:
            asked = False
            for person in order:
                least = sum(1 if face[0] in "AX" else min(ORDER.index(face[0]) + 2, 10) for face in person.laid)
                if person.out or person.name in standing or least > 31:
                    continue
                if not person.deck:
                    if self.options.deckout_instant:
                        self.drop(person, "deckout")
                        if len(self.living()) == 1:
                            self.crown(self.living())
                            return
                    continue
                asked = True
                waits = frozenset({(person.name, "turn"), (person.name, "draw")})
                offered = frozenset({"draw", "stand"})
                if self.rng.random() < (0.25 if least < 15 else 0.7):
                    yield Ask(waits, ("pick", person.name, "stand"), offered)
                    standing.add(person.name)
                    continue
                if self.rng.random() < 0.5:
                    yield Ask(waits, ("pick", person.name, "draw"), offered)
                    waits = frozenset({(person.name, "draw")})
                yield Ask(waits, ("touch", person.name, person.deck[-1]))
                person.laid.append(person.deck[-1])
                person.shown += 1
                person.draw(1)
            if not asked:
                return

    # --- the reveal --------------------------------------------------------------------------------------------------

    def reveal(self, person: Person) -> Asks:
        hidden = [face for face in person.hand if face not in person.laid and face not in person.behind.values()]
        self.rng.shuffle(hidden)
        if self.kind == "chinese":
            hidden = self.arranged(hidden)
        told = False
        haste = self.rng.choice([0.1, 0.9])  # with which a joker is answered while there are cards to lay
        while True:
            due = [face for face in hidden if face not in person.laid]
            joker = self.joker_due(person, due)
            if not due and joker is None:
                return
            waits = set()
            if due:
                waits.add((person.name, "reveal"))
            if joker is not None:
                waits.add((person.name, "joker"))
            standing = frozenset(waits)
            if not told and len(person.laid) > person.shown and self.rng.random() < 0.04:
                told = True
                if self.kind in ("chinese", "war") and self.rng.random() < 0.5:
                    order = self.rng.sample(person.laid, len(person.laid))
                    yield Ask(standing, ("arrange", person.name, tuple(order)))
                    person.laid = order
                else:
                    yield Ask(standing, ("retake", person.name))
                    person.laid = person.laid[: person.shown]
                person.read.clear()
            elif joker is not None and (not due or self.rng.random() < haste):
                ids, first = self.joker_choices(person, joker)
                chosen = self.rng.choice(sorted(first if self.rng.random() < 0.8 else ids))
                yield Ask(standing, ("pick", person.name, chosen), frozenset(ids), frozenset(first), joker)
                person.read[joker] = chosen
            else:
                yield Ask(standing, ("touch", person.name, due[0]))
                person.laid.append(due[0])

    def arranged(self, hand: list[str]) -> list[str]:
        """Rows of a Chinese hand, legal more often than chance would have it."""
        for _ in range(40 if self.rng.random() < 0.8 else 0):
            self.rng.shuffle(hand)
            rows = [hand[first:end] for first, end in ROWS["chinese"]]
            if any(face[0] == "X" for face in hand) or classed(rows[0]) <= classed(rows[1]) <= classed(rows[2]):
                break
        return hand

    def joker_due(self, person: Person, due: list[str]) -> str | None:
        """The next joker to be asked: of the rearmost complete row first; in blackjack once all is laid; never in war."""
        if self.kind == "blackjack":
            rows = [person.laid] if not due else []
        else:
            rows = [person.laid[first:end] for first, end in ROWS.get(self.kind, []) if len(person.laid) >= end]
        for row in reversed(rows):
            for face in row:
                if face[0] == "X" and face not in person.read:
                    return face
        return None

    def joker_choices(self, person: Person, joker: str) -> tuple[set[str], set[str]]:
        """All that the joker may be, and what of it may be proposed."""
        if self.kind == "blackjack":
            worth = {}
            for value in range(1, 12):
                totals = self.totals(person, person.laid, {**person.read, joker: str(value)})
                fit = [total for total in totals if total <= 31]
                worth[str(value)] = max(fit) if fit else -min(totals)
            return set(worth), {value for value, one in worth.items() if one == max(worth.values())}
        rows = ROWS[self.kind]
        at = next(row for row, (first, end) in enumerate(rows) if joker in person.laid[first:end])
        row = person.laid[slice(*rows[at])]
        held = [person.read.get(face, face) for face in row if face[0] != "X" or face in person.read]
        left = len(row) - len(held)
        ceiling = None
        if at + 1 < len(rows) and len(person.laid) >= rows[at + 1][1]:
            behind = [person.read.get(face, face) for face in person.laid[slice(*rows[at + 1])]]
            if all(face[0] != "X" for face in behind):
                ceiling = classed(behind)
        reach = {face: self.reachable([*held, face], left - 1) for face in self.may_be(held)}
        everything = set().union(*reach.values())
        fit = everything
        if ceiling is not None:
            strict = self.options.strict
            fit = {one for one in everything if (one < ceiling if strict else one <= ceiling)} or everything
        best = {face for face, ends in reach.items() if max(fit) in ends}
        # several suits that read equally: the first of spades, hearts, diamonds, clubs
        first = {min((one for one in best if one[0] == face[0]), key=lambda one: "SHDC".index(one[1])) for face in best}
        return set(reach), first

    def may_be(self, held: list[str]) -> list[str]:
        ranks = Counter(face[0] for face in held)
        found = []
        for face in NATURALS:
            if ranks[face[0]] >= 4:
                allowed = self.options.five_of_a_kind and ranks[face[0]] == 4
            else:
                allowed = not self.options.joker_no_duplicate or face not in held
            if allowed:
                found.append(face)
        return found

    def reachable(self, held: list[str], left: int) -> set[tuple[int, tuple[int, ...]]]:
        if not left:
            return {classed(held)}
        return set().union(*(self.reachable([*held, face], left - 1) for face in self.may_be(held)))

    def all_turned_over(self) -> None:
        for person in self.living():
            if self.kind == "chinese" and self.options.foul == "auto_sort" and self.foul(person):
                self.sort_rows(person)
            if self.kind == "war":
                person.army = list(person.laid)

    def sort_rows(self, person: Person) -> None:
        """The rows are laid anew; which of several best ones is the companion's affair, so it is asked and judged."""
        assert self.sorted_rows is not None
        laid, read = self.sorted_rows(person.name)
        assert sorted(laid) == sorted(person.laid)
        person.laid, person.read = laid, read
        assert not self.foul(person)
        if not read:
            assert self.damage_of_rows(laid) == self.best_damage(laid)

    def damage_of_rows(self, laid: Sequence[str]) -> int:
        front, middle, back = (classed(laid[first:end])[0] for first, end in ROWS["chinese"])
        return FRONT[front] + FIVE[middle] + FIVE[back]

    def best_damage(self, hand: Sequence[str]) -> int:
        """The greatest base damage of any legal rows of thirteen natural cards, all 72,072 looked at."""
        fives = {five: classed(five) for five in combinations(hand, 5)}
        best = 0
        for back, back_class in fives.items():
            rest = [face for face in hand if face not in back]
            for middle in combinations(rest, 5):
                worth = FIVE[fives[middle][0]] + FIVE[back_class[0]]
                if (
                    worth + 5 <= best
                    or fives[middle] > back_class
                    or (self.options.strict and fives[middle] == back_class)
                ):
                    continue
                front = classed([face for face in rest if face not in middle])
                if front <= fives[middle]:
                    best = max(best, worth + FRONT[front[0]])
        return best

    # --- a contest ---------------------------------------------------------------------------------------------------

    def contest(self, contest: int) -> Asks:
        candidates = self.living()
        while True:
            worth = {person.name: self.worth(contest, person) for person in candidates}
            able = [person for person in candidates if worth[person.name] is not None]
            if not able:
                self.log.append(("nobody", contest, "all-out"))
                return
            best = max(worth[person.name] for person in able)
            tied = [person for person in able if worth[person.name] == best]
            tie = "cancel" if self.kind == "war" else self.options.tie
            if len(tied) > 1 and tie == "cancel":
                self.log.append(("nobody", contest, "tie"))
                return
            if len(tied) == 1 or tie == "playoff":
                break
            for person in tied:
                person.gather(person.hand, person.pit)
                person.draw(DRAW[self.kind][0])
            yield from self.together([self.reveal(person) for person in tied])
            self.all_turned_over()
            candidates = tied
        if len(tied) > 1:
            yield from self.playoff(tied)
            if len(tied) > 1:
                self.log.append(("nobody", contest, "decks-empty"))
                return
        yield from self.attack(contest, tied[0])

    def playoff(self, tied: list[Person]) -> Asks:
        """Leaves in `tied` who attacks, or all of them where nobody has a card to turn."""
        everybody = list(tied)
        while len(tied) > 1:
            able = [person for person in tied if person.deck]
            if len(able) <= 1:
                if able:
                    tied[:] = able
                break
            yield from self.together([self.turn_up(person) for person in able])
            highest = max(self.rank(person.turned[-1]) for person in able)
            tied[:] = [person for person in able if self.rank(person.turned[-1]) == highest]
        for person in everybody:
            person.deck[:0] = person.turned
            person.turned = []

    def turn_up(self, person: Person) -> Asks:
        yield Ask(frozenset({(person.name, "playoff")}), ("touch", person.name, person.deck[-1]))
        person.turned.append(person.deck.pop())

    @staticmethod
    def rank(face: str) -> int:
        return 15 if face[0] == "X" else ORDER.index(face[0]) + 2

    def worth(self, contest: int, person: Person) -> Any:
        """What is compared: the bigger the better; None for a hand that cannot attack."""
        if self.kind in ROWS:
            return None if self.foul(person) else classed(self.row(contest, person))
        if self.kind == "war":
            return self.rank(person.laid[contest])
        total = self.total(person)
        if total <= 31:
            return total, -len(person.laid)
        if self.options.all_bust == "least_over" and all(self.total(one) > 31 for one in self.living()):
            return -total, -len(person.laid)
        return None

    def row(self, contest: int, person: Person) -> list[str]:
        return [person.read.get(face, face) for face in person.laid[slice(*ROWS[self.kind][contest])]]

    def foul(self, person: Person) -> bool:
        if self.kind != "chinese":
            return False
        front, middle, back = (classed(self.row(contest, person)) for contest in range(3))
        return not (front <= middle and (middle < back if self.options.strict else middle <= back))

    def totals(self, person: Person, faces: Sequence[str], read: dict[str, str]) -> set[int]:
        sums = {0}
        for face in faces:
            if face[0] == "X":
                values = [int(read[face])] if face in read else list(range(1, 12))
            else:
                values = [1, 11] if face[0] == "A" else [min(ORDER.index(face[0]) + 2, 10)]
            sums = {one + value for one in sums for value in values}
        return sums

    def total(self, person: Person) -> int:
        sums = self.totals(person, person.laid, person.read)
        fit = [one for one in sums if one <= 31]
        return max(fit) if fit else min(sums)

    def base(self, contest: int, attacker: Person) -> int:
        if self.kind == "war":
            rank = self.rank(attacker.laid[contest])
            return 1 if rank <= 10 else 2 if rank <= 13 else 3 if rank == 14 else 4
        if self.kind == "blackjack":
            total = self.total(attacker)
            if total == 31:
                return 8 if len(attacker.laid) == 3 else 6
            return {30: 5, 29: 4, 28: 3, 27: 3}.get(total, 2)
        category = classed(self.row(contest, attacker))[0]
        return FRONT[category] if (self.kind, contest) == ("chinese", 0) else FIVE[category]

    # --- effects -----------------------------------------------------------------------------------------------------

    def effect(self, face: str, stands_for: str = "") -> Effect | None:
        if face in self.cards:
            return Effect(*self.cards[face])
        suit = (stands_for or face)[1] if (stands_for or face)[0] != "X" else ""
        return Effect(SUIT_EFFECTS[suit], 1) if suit in SUIT_EFFECTS else None

    def in_play(self, contest: int, person: Person) -> list[tuple[str, Effect]]:
        """The cards with their effects that a person has in this contest."""
        if self.kind == "war":
            return self.marching(contest, person)
        if self.kind == "blackjack":
            if self.total(person) > 31 and not self.options.bust_effects:
                return []
            faces = person.laid
            found = [(face, self.effect(face)) for face in faces]
        else:
            if self.foul(person):
                return []
            faces = person.laid[slice(*ROWS[self.kind][contest])]
            found = [(face, self.effect(face, person.read.get(face, ""))) for face in faces]
        return [(face, effect) for face, effect in found if effect]

    def marching(self, contest: int, person: Person) -> list[tuple[str, Effect]]:
        """War: a card's effect works beside a card that shows the same, or beside a joker."""
        shown = [None if face[0] == "X" else self.effect(face) for face in person.army]
        shown = [one if one and one.points else None for one in shown]  # 0 is a card without any effect
        left = shown[contest - 1] if contest else None
        right = shown[contest + 1] if contest < 4 else None
        face, own = person.army[contest], shown[contest]
        if face[0] == "X":
            lent = left if contest else right
            return [(face, lent)] if lent else []
        beside = ([person.army[contest - 1]] if contest else []) + ([person.army[contest + 1]] if contest < 4 else [])
        same = any(one and own and one.name == own.name for one in (left, right))
        return [(face, own)] if own and (same or any(one[0] == "X" for one in beside)) else []

    def usable(self, contest: int, person: Person, *, attacking: bool) -> list[Effect]:
        found = []
        for face, effect in self.in_play(contest, person):
            if not self.options.all_effects_both and (effect.name in PROTECTIVE) == attacking:
                continue
            if self.options.effects_once_per_round and (person.name, face) in self.used:
                continue
            found.append((face, effect))
        self.fresh_used |= {(person.name, face) for face, _ in found}
        return [effect for _, effect in found]

    # --- battles -----------------------------------------------------------------------------------------------------

    def attack(self, contest: int, attacker: Person) -> Asks:
        self.log.append(("attacker", attacker.name, contest))
        at = self.people.index(attacker)
        self.last_attacker = at
        around = self.people[at + 1 :] + self.people[:at]
        defenders = [person for person in around if not person.out]
        if self.kind == "war":
            lost = [person for person in defenders if contest in person.behind]
            yield from self.together([self.reinforce(person, contest) for person in lost])
        for defender in defenders:
            if self.options.may_spare:
                spared = self.rng.random() < 0.3
                waits, way = frozenset({(attacker.name, "attack")}), "spare" if spared else "attack"
                yield Ask(waits, ("pick", attacker.name, way), frozenset({"attack", "spare"}))
                if spared:
                    self.log.append(("spared", defender.name))
                    continue
            yield from self.battle(contest, attacker, defender)
            for person in (defender, attacker):
                if person.hp == 0:
                    self.drop(person, "hp")
            yield Ask(frozenset({("table", "next")}), ("pick", "table", "next"), frozenset({"next"}))
            living = self.living()
            if len(living) == 1:
                self.crown(living)
                return
            if not living:
                self.dealt_anew = not self.crown([attacker, defender])
                return
            if attacker.out:
                return

    def reinforce(self, person: Person, contest: int) -> Asks:
        face = person.behind.pop(contest)
        yield Ask(frozenset({(person.name, "reinforcement")}), ("touch", person.name, face))
        person.army[contest] = face
        person.laid.append(face)

    def battle(self, contest: int, attacker: Person, defender: Person) -> Asks:
        self.fresh_used: set[tuple[str, str]] = set()
        blows = self.usable(contest, attacker, attacking=True)
        shields = self.usable(contest, defender, attacking=False)
        self.used |= self.fresh_used
        shields = silence(shields, blows)
        blows = silence(blows, shields)

        def points(effects: list[Effect], name: str) -> int:
            return sum(effect.points for effect in effects if effect.name == name)

        def heal(person: Person, count: int) -> int:
            healed = max(0, min(count, self.limit - person.hp))
            person.hp += healed
            return healed

        healed = heal(defender, points(shields, "mend"))
        heal(attacker, points(blows, "mend"))
        base = self.base(contest, attacker)
        strike, pierce, guard = points(blows, "strike"), points(blows, "pierce"), points(shields, "guard")
        damage = max(self.options.min_damage, base + strike - max(0, guard - pierce))
        defender.hp = max(0, defender.hp - damage)
        self.log.append(
            ("damage", defender.name, attacker.name, damage, defender.hp, base, strike, guard, pierce, healed)
        )
        heal(attacker, min(damage, points(blows, "leech")))
        attacker.hp = max(0, attacker.hp - points(shields, "thorns"))
        for person, effects in ((defender, blows), (attacker, shields)):
            for _ in range(points(effects, "mill")):
                if person.deck:
                    yield Ask(frozenset({(person.name, "mill")}), ("touch", person.name, person.deck[-1]))
                    face = person.deck.pop()
                    person.pit.append(face)
                    person.known.append(face)
        for person, effects in ((defender, shields), (attacker, blows)):
            for _ in range(points(effects, "recover")):
                if not person.known:
                    break
                waits = frozenset({(person.name, "recover")})
                if self.rng.random() < 0.2:
                    yield Ask(waits, ("pick", person.name, "done"), frozenset({"done"}))
                    break
                face = self.rng.choice(person.known)
                yield Ask(waits, ("touch", person.name, face))
                person.known.remove(face)
                person.pit.remove(face)
                person.deck.insert(0, face)


def silence(effects: list[Effect], against: list[Effect]) -> list[Effect]:
    """Each silence takes its points from the protective effect that is the strongest then."""
    left = list(effects)
    for one in against:
        strongest = max((effect.points for effect in left if effect.name in PROTECTIVE), default=0)
        if one.name == "silence" and strongest:
            at = next(at for at, effect in enumerate(left) if effect.name in PROTECTIVE and effect.points == strongest)
            left[at] = Effect(left[at].name, max(0, strongest - one.points))
    return left
