"""CasiNoya dealt from shuffled decks straight into the rules: no table, no reader, no report; the lab's fast path.

`companion/dealing.py` follows whatever happens to a table, an undo too. Here nothing happens but play, so each deck moves by
what the one action did; `Dealt.agrees` says whether wood and counts are still one, and the tests ask it after every action.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal, get_args

from companion.rules.cards import Card
from companion.rules.casinoya.play import NEXT, Casinoya
from companion.rules.casinoya.players import Seat
from companion.rules.casinoya.state import PlayoffStarted, State, SuddenDeath
from companion.rules.game import AnyAction, Event, Given, Number, Pick, Picked, Player, Prompt, Touch, Touched

Skill = Literal["sensible", "simple", "random"]
SKILLS: Final[tuple[Skill, ...]] = get_args(Skill)
MOST_ACTIONS: Final = 100_000  # no game comes near; a rule that never ends must not hang the lab

Hear = Callable[[Sequence[Event]], None]


class EndlessGameError(RuntimeError):
    """A game went on for `MOST_ACTIONS` actions: these numbers let nobody win."""

    code = "endless-game"


class Deck:
    """One player's 54 cards in their zones; the top of the deck is the end of the list."""

    __slots__ = ("aside", "cards", "discards", "hand", "laid", "pit", "rng", "seen", "turned")

    def __init__(self, cards: Iterable[Card], rng: random.Random) -> None:
        self.rng = rng
        self.cards = list(cards)
        self.hand: list[Card] = []
        self.aside: list[Card] = []
        self.turned: list[Card] = []  # in a playoff; they lie aside too
        self.pit: list[Card] = []
        self.discards: Sequence[Card] = ()
        self.laid: list[Card] = []  # what is still to be laid down of the hand, the next one last
        self.seen: Seat | None = None
        self._shuffle_in()

    def follow(self, seat: Seat) -> None:
        """Move what the last action moved: discards, what is buried and returned, what is drawn."""
        self.seen = seat
        if self.turned and not seat.turned:
            self.cards[:0] = self.turned
            self.turned.clear()
        if seat.pit > len(self.pit):
            self.pit += self.hand
            self._shuffle_in(self.aside)
            self.hand.clear()
            self.laid.clear()
        elif seat.aside > len(self.aside) + len(self.turned):
            for card in self.discards:
                self.hand.remove(card)
            self.aside += self.discards
            self.discards = ()
        while len(self.hand) < seat.hand:
            self.hand.append(self.cards.pop())

    def take(self, purpose: str) -> Card:
        """The card that is laid down for a purpose."""
        if purpose in ("reveal", "reinforcement"):
            return self.laid.pop()
        if purpose == "recover":
            card = self.pit.pop(self.rng.randrange(len(self.pit)))
            self.cards.insert(0, card)
            return card
        card = self.cards.pop()
        {"draw": self.hand, "playoff": self.turned, "mill": self.pit}[purpose].append(card)
        return card

    def gather(self) -> None:
        """Hand and pit go back into the deck (option `tie=rebuild`)."""
        self._shuffle_in(self.hand, self.pit)
        self.laid.clear()

    def rebuild(self) -> None:
        """All cards go back into the deck (sudden death)."""
        self._shuffle_in(self.hand, self.pit, self.aside, self.turned)
        self.laid.clear()

    def _shuffle_in(self, *zones: list[Card]) -> None:
        for zone in zones:
            self.cards += zone
            zone.clear()
        self.cards.sort(key=lambda _: self.rng.random())  # three times as fast as `shuffle`, as fair


class Dealt:
    """One game with its decks and robots: `play` plays it to its end.

    `skills` are those of the players in order. `checked` asks the rules before every action, as a table does; trusted
    is the same game without.
    """

    def __init__(
        self,
        game: Casinoya,
        players: Sequence[Player],
        options: Any,
        rng: random.Random,
        skills: Sequence[Skill],
        *,
        checked: bool = False,
    ) -> None:
        self.game, self.options, self.rng, self.skills, self.checked = game, options, rng, skills, checked
        self.decks = [Deck(game.cards(player.label, options), rng) for player in players]
        self._place = {player.name: at for at, player in enumerate(players)}
        self.actions = 0
        step = game.start(players, options)
        self.state: State = step.state
        self.started = step.events
        self._follow(step.events)

    def play(self, hear: Hear) -> State:
        """Play to the end; `hear` is given the events of every action. Raises `EndlessGameError`."""
        hear(self.started)
        while self.state.outcome is None:
            if self.actions > MOST_ACTIONS:
                raise EndlessGameError(f"no end after {MOST_ACTIONS} actions")
            self.turn(self.game.prompts(self.state)[0], hear)
        return self.state

    def turn(self, prompt: Prompt, hear: Hear) -> None:
        """Answer one prompt; all cards it waits for are laid down one after another."""
        if isinstance(prompt, Touch):
            deck = self.decks[self._place[prompt.seat]]
            if prompt.purpose in ("reveal", "reinforcement") and not deck.laid:
                self._lay(deck, self.skills[self._place[prompt.seat]])
            if prompt.purpose == "reveal":
                for _ in range(prompt.count - 1):  # nothing is moved before the last of them
                    self._do(Touched(deck.take("reveal")), hear)
            self._act(Touched(deck.take(prompt.purpose)), hear)
        else:
            self._act(self._answer(prompt), hear)

    def agrees(self) -> bool:
        """Whether the wooden cards lie as the rules count them."""
        return all(
            (len(deck.cards), len(deck.hand), len(deck.aside) + len(deck.turned), len(deck.pit))
            == (seat.deck, seat.hand, seat.aside, seat.pit)
            for deck, seat in zip(self.decks, self.state.seats, strict=True)
        )

    def _act(self, action: AnyAction, hear: Hear) -> None:
        """Do the action, and move the wooden cards that it moved."""
        self._follow(self._do(action, hear))

    def _do(self, action: AnyAction, hear: Hear) -> Sequence[Event]:
        if self.checked:
            self.game.check(self.state, action)
        step = self.game.apply(self.state, action)
        self.state = step.state
        self.actions += 1
        hear(step.events)
        return step.events

    def _follow(self, events: Sequence[Event]) -> None:
        for event in events:
            if isinstance(event, SuddenDeath):
                for name in event.seats:
                    self.decks[self._place[name]].rebuild()
            elif isinstance(event, PlayoffStarted) and event.how == "rebuild":
                for name in event.seats:
                    self.decks[self._place[name]].gather()
        for deck, seat in zip(self.decks, self.state.seats, strict=True):
            if deck.seen is not seat:
                deck.follow(seat)

    # --- what robots do ----------------------------------------------------------------------------------------------

    def _answer(self, prompt: Pick | Number) -> AnyAction:
        if prompt == NEXT:
            return Picked("table", "next")
        at = self._place[prompt.seat]
        deck, skill = self.decks[at], self.skills[at]
        if isinstance(prompt, Number):
            deck.discards = exchanged(skill, deck.hand, prompt.high, self.rng)
            return Given(prompt.seat, prompt.purpose, len(deck.discards))
        if prompt.purpose == "turn":
            return Picked(prompt.seat, draw_or_stand(skill, deck.hand, self.rng))
        ids = self.game.options(self.state, prompt).ids
        if skill == "random" and prompt.purpose != "recover":
            option = self.rng.choice(ids)
        else:
            option = war_discard(skill, deck.hand, ids) if prompt.purpose == "discard" else ids[0]
        if prompt.purpose == "discard":
            lowest = deck.hand if skill == "random" else sorted(deck.hand, key=_rank)
            deck.discards = lowest[: int(option[0])]
        return Picked(prompt.seat, option)

    def _lay(self, deck: Deck, skill: Skill) -> None:
        """Decide in which order the hand is laid down; what is laid already comes first and stays."""
        seat = deck.seen
        assert seat is not None
        rest = [card for card in deck.hand if card not in seat.scans] if seat.scans else deck.hand
        deck.laid = laying(self.game.name, skill, self.options, rest)[::-1]


def exchanged(skill: Skill, hand: Sequence[Card], most: int, rng: random.Random) -> Sequence[Card]:
    """Poker: the cards to exchange. `simple` stands pat on a pair or better and else takes three for its lowest."""
    if skill == "random":
        return rng.sample(hand, rng.randint(0, min(most, len(hand))))
    if skill == "simple":
        ranks = {card.rank for card in hand}
        stands = len(ranks) < len(hand) or any(card.is_joker for card in hand)
        return () if stands else sorted(hand, key=_rank)[: min(3, most)]
    from companion.robots import poker_discards

    return poker_discards(hand)[:most]


def draw_or_stand(skill: Skill, hand: Sequence[Card], rng: random.Random) -> str:
    """Blackjack to 31: `simple` stands from 21 on, `sensible` from 25."""
    if skill == "random":
        return rng.choice(("draw", "stand"))
    from companion.robots import blackjack_value

    return "draw" if blackjack_value(hand) < (21 if skill == "simple" else 25) else "stand"


def war_discard(skill: Skill, hand: Sequence[Card], ids: Sequence[str]) -> str:
    """War: `simple` keeps its seven cards, `sensible` discards up to two that are below six and draws one."""
    low = 0 if skill == "simple" else sum(card.rank < 6 for card in sorted(hand, key=_rank)[:2])
    wanted = (f"{low}-1", f"{low}-0") if low else ("0-0",)
    return next((one for one in wanted if one in ids), ids[0])


def laying(game: str, skill: Skill, options: Any, hand: Sequence[Card]) -> list[Card]:
    """The order in which a hand is laid down: War armies and Chinese rows, front first."""
    if skill == "sensible":
        from companion.robots import _order

        return _order(options, game, list(hand))
    if skill == "simple" and game == "casinoya-chinese":  # pairs and better behind, high cards there too
        ranks = [card.rank for card in hand]
        return sorted(hand, key=lambda card: (ranks.count(card.rank), card.rank))
    if skill == "simple":
        return sorted(hand, key=_rank, reverse=True)
    return list(hand)


def _rank(card: Card) -> int:
    return card.rank


def skills_of(words: Mapping[int, Skill] | Sequence[Skill], count: int, game: int) -> tuple[Skill, ...]:
    """The skills of a game's seats: `words` in turn, moved on by one seat from game to game.

    >>> skills_of(("sensible", "random"), 3, 1)
    ('random', 'sensible', 'random')
    """
    return tuple(words[(seat + game) % len(words)] for seat in range(count))
