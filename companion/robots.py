"""Robots: players who answer prompts, for any game, from the cards in their hands (companion/dealing.py).

A robot sees what a person at its seat would see: the prompts, the report, and its own cards. `Company` is everybody at one
table together with the wooden cards; it turns the standing prompts into the next action. Two skills: `random` takes any answer
the table allows, `sensible` plays each game as somebody does who knows it.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from companion.dealing import Decks, OutOfStepError, OwnDecks, Pack, Shoe
from companion.rules.cards import Card
from companion.rules.casino_war import robots as casino_war
from companion.rules.cassino import robots as cassino
from companion.rules.game import (
    AnyAction,
    Event,
    Game,
    Given,
    IllegalAction,
    Number,
    Pick,
    Picked,
    Player,
    Prompt,
    Touch,
    Touched,
)

Skill = Literal["random", "sensible"]

RARELY: Final = (
    0.02  # how often a random robot answers a prompt that nobody waits for, or claims, unless told otherwise
)


class Company:
    """The robots at one table.

    `seats` are played by robots (default: all); `manners` are the habits of those at Casino War (`manners_at`); `whims` is how
    often a random robot answers what nobody waits for, or claims. Give it every accepted state by `follow`; ask for `act` as
    long as there are prompts. The same seed plays the same game.
    """

    def __init__(
        self,
        game: Game[Any],
        players: Sequence[Player],
        options: Any,
        rng: random.Random,
        skill: Skill | Mapping[str, Skill] = "sensible",
        seats: frozenset[str] | None = None,
        manners: Mapping[str, casino_war.Manner] | None = None,
        whims: float = RARELY,
    ) -> None:
        self.game, self.options, self.rng = game, options, rng
        self.players = tuple(players)
        self.seats = seats
        self._skill = skill
        self.manners = dict(manners or {})
        self.whims = whims
        self.decks = decks_of(game, players, options, rng)
        self.state: Any = None
        self.report: dict[str, Any] = {}
        self._laid: dict[str, list[Card]] = {}  # the order in which a seat has decided to lay its cards down

    def follow(self, state: Any, events: Iterable[Event] = (), players: Sequence[Player] | None = None) -> None:
        """Hear of a new state and what led to it; the wooden cards move with it."""
        self.state = state
        self.report = self.game.report(state)
        if players is not None and len(players) != len(self.players):
            self.players = tuple(players)
            if isinstance(self.decks, OwnDecks):
                for player in players:
                    self.decks.seat_down(player.name, self.game.cards(player.label, self.options))
        for event in events:
            self.decks.happened(event)
        self.decks.follow(self.report)

    def act(self, prompts: Sequence[Prompt]) -> AnyAction | None:
        """The next action of a robot, or None where only people are waited for."""
        required = [one for one in prompts if not one.optional and self.plays(one.seat)]
        optional = [one for one in prompts if one.optional and self.plays(one.seat)]
        whims = [one for one in optional if self.skill(one.seat) == "random"]
        if optional and self.rng.random() < self.whims and whims:
            required = whims
        for one in optional:
            if one.purpose == "claim" and self.skill(one.seat) == "sensible" and self.claims(one.seat):
                return Picked(one.seat, "claim")
            if one.purpose == "tie" and isinstance(one, Number) and self._loves(one):
                return self._number(one)
        if not required:
            return None
        if self.manners:  # everybody bets, in seat order, before anybody deals
            required = [one for one in required if one.purpose == "ante"][:1] or required
        return self.answer(self.rng.choice(required))

    def claims(self, seat: str) -> bool:
        """Whether the player of a seat at Cassino knows to have won."""
        return cassino.claims(self.state, next(at for at, one in enumerate(self.players) if one.name == seat))

    def _loves(self, prompt: Number) -> bool:
        """Whether the tie bet is put down though nobody waits for it."""
        loved = self.manners.get(prompt.seat) == "tie" and not self.entry(prompt.seat)["tie"]
        return loved and bool(self.entry(prompt.seat)["ante"]) and casino_war.tie_bet(prompt, self.options) > 0

    def plays(self, seat: str) -> bool:
        """Whether a robot plays for this seat; the dealer and the table are everybody's."""
        return self.seats is None or seat in self.seats

    def skill(self, seat: str) -> Skill:
        """How well the robot of a seat plays."""
        return self._skill if isinstance(self._skill, str) else self._skill.get(seat, "sensible")

    def answer(self, prompt: Prompt) -> AnyAction:
        """An answer to one prompt, legal now."""
        if isinstance(prompt, Touch):
            return Touched(self.card(prompt))
        if isinstance(prompt, Number):
            return self._number(prompt)
        return Picked(prompt.seat, self._option(prompt))

    # --- cards -------------------------------------------------------------------------------------------------------

    def card(self, prompt: Touch) -> Card:
        """The card that is laid down for a touch prompt."""
        candidates: Sequence[Card] = self.decks.candidates(prompt)
        if prompt.purpose == "reveal" and self.skill(prompt.seat) == "sensible":
            candidates = [*self._arranged(prompt), *candidates]
        elif prompt.purpose == "play":
            candidates = [*self._strict(prompt), *candidates]
        for card in candidates:
            if self.may(Touched(card)):
                return card
        raise OutOfStepError(f"no card can be laid down for {prompt}")

    def may(self, action: AnyAction) -> bool:
        """Whether the game allows an action now."""
        try:
            self.game.check(self.state, action)
        except IllegalAction:
            return False
        return True

    def _arranged(self, prompt: Touch) -> list[Card]:
        """The hand in the order in which it is best laid down: Chinese rows, a War army."""
        hand = set(self.decks.hand(prompt.seat))
        order = [card for card in self._laid.get(prompt.seat, []) if card in hand]
        if len(order) != len(hand):
            order = _order(self.options, self.game.name, sorted(hand))
            self._laid[prompt.seat] = order
        return order

    def _strict(self, prompt: Touch) -> list[Card]:
        """Cassino: a card that breaks no promise, the one whose best use is worth most or any."""
        hand = list(self.decks.hand(prompt.seat))
        if not hand or not cassino.playable(self.state, hand, 24):
            return []
        if self.skill(prompt.seat) == "sensible":
            return [cassino.greedy_card(self.state, hand)]
        return [cassino.careless_card(self.state, hand, self.rng)]

    # --- numbers and choices -----------------------------------------------------------------------------------------

    def _number(self, prompt: Number) -> Given:
        numbers = range(prompt.low, prompt.high + 1, max(1, prompt.step))
        manner = self.manners.get(prompt.seat)
        if prompt.purpose == "exchange":
            number = self._exchange(prompt, numbers)
        elif manner is not None:
            number = casino_war.bet(manner, prompt, self.options)
        elif self.skill(prompt.seat) == "sensible":
            number = prompt.default
        else:
            number = self.rng.choice(numbers)
        given = Given(prompt.seat, prompt.purpose, number)
        if self.may(given):
            return given
        return Given(prompt.seat, prompt.purpose, prompt.default if number != prompt.default else prompt.low)

    def _exchange(self, prompt: Number, numbers: range) -> int:
        """How many cards to exchange; which ones, the wooden hand keeps in mind."""
        hand = list(self.decks.hand(prompt.seat))
        if self.skill(prompt.seat) == "random":
            count = self.rng.choice(numbers)
            discards = self.rng.sample(hand, min(count, len(hand)))
        else:
            discards = poker_discards(hand)[: numbers[-1]]
        if isinstance(self.decks, OwnDecks) and prompt.seat in self.decks.decks:
            self.decks.decks[prompt.seat].discards = discards
        return len(discards)

    def _option(self, pick: Pick) -> str:
        ids = list(self.game.options(self.state, pick).ids)
        if not ids:
            raise OutOfStepError(f"nothing to choose for {pick}")
        if pick.purpose == "decide" and pick.seat in self.manners:
            return casino_war.decision(self.manners[pick.seat], ids)
        if self.skill(pick.seat) == "random":
            return self._any_option(pick, ids)
        choose = CHOICES.get(pick.purpose)
        return choose(self, pick, ids) if choose else ids[0]

    def _any_option(self, pick: Pick, ids: list[str]) -> str:
        special = [one for one in ids if one in {"claim", "misdeal"}]
        plain = [one for one in ids if one not in special]
        if special and (not plain or self.rng.random() < self.whims):
            return self.rng.choice(special)
        if pick.purpose == "use":  # a robot who breaks promises may come to hold no card that can be played
            return _use(self, pick, ids)
        return self.rng.choice(plain)

    def entry(self, seat: str) -> dict[str, Any]:
        """The seat's part of the report."""
        entry: dict[str, Any] = next(one for one in self.report["players"] if one["name"] == seat)
        return entry


def skills_at(game: str, players: Sequence[Player]) -> dict[str, Skill]:
    """At Cassino the seats alternate between the two strengths, the first sensible; everybody is sensible elsewhere.

    >>> skills_at("cassino-royal", [Player("Ana", "Ana"), Player("Bruno", "Bruno")])
    {'Ana': 'sensible', 'Bruno': 'random'}
    """
    skills: tuple[Skill, Skill] = ("sensible", "random" if game.startswith("cassino") else "sensible")
    return {player.name: skills[at % 2] for at, player in enumerate(players)}


def manners_at(game: str, players: Sequence[Player]) -> dict[str, casino_war.Manner]:
    """The habits of the robots at a table: at Casino War one goes to war, one surrenders, one bets on ties, and so on."""
    return casino_war.manners(player.name for player in players) if game == "casino-war" else {}


def decks_of(game: Game[Any], players: Sequence[Player], options: Any, rng: random.Random) -> Decks:
    """The wooden cards of a game: everybody's own deck, a shoe, or a pack."""
    labels = game.decks(players, options)
    if len(labels) == 1 and labels[0] not in {player.label for player in players}:
        cards = game.cards(labels[0], options)
        return Shoe(cards, rng) if cards[0].copy else Pack(cards, rng)
    owned = {player.label: game.cards(player.label, options) for player in players}
    return OwnDecks(owned, {player.name: player.label for player in players}, rng)


# --- what sensible players do -----------------------------------------------------------------------------------------


def poker_discards(hand: Sequence[Card]) -> list[Card]:
    """The cards to exchange in five-card draw: keep made hands, pairs, four to a flush, jokers; else the two highest."""
    jokers = [card for card in hand if card.is_joker]
    plain = [card for card in hand if not card.is_joker]
    ranks = [card.rank for card in plain]
    suits = [card.suit for card in plain]
    most = max((suits.count(suit) for suit in set(suits)), default=0) + len(jokers)
    distinct = sorted(set(ranks))
    straight = len(distinct) == len(plain) and bool(distinct) and distinct[-1] - distinct[0] < 5
    if most >= 5 or (straight and len(hand) == 5):
        return []
    keep = [card for card in plain if ranks.count(card.rank) > 1]
    if not keep and most == 4:
        suit = max(suits, key=suits.count)
        keep = [card for card in plain if card.suit == suit]
    if not keep:
        keep = sorted(plain, key=lambda card: card.rank)[-(1 if jokers else 2) :]
    return [card for card in plain if card not in keep]


def blackjack_value(cards: Sequence[Card], target: int = 31) -> int:
    """The best total: aces 1 or 11, jokers whatever fits best from 1 to 11; above the target the least there is."""
    low = sum(1 if card.is_joker or card.face[0] == "A" else min(card.rank, 10) for card in cards)
    soft = sum(card.is_joker or card.face[0] == "A" for card in cards)
    spare = min(target - low, 10 * soft)
    jokers = any(card.is_joker for card in cards)
    return low + (spare if jokers else spare - spare % 10) if spare > 0 else low


def _turn(company: Company, pick: Pick, ids: list[str]) -> str:
    total = blackjack_value(company.decks.hand(pick.seat))
    wanted = "draw" if total < 25 else "stand"
    return wanted if wanted in ids else ids[0]


def _discard(company: Company, pick: Pick, ids: list[str]) -> str:
    """War: the two lowest go if they are low, and the best cards stay."""
    hand = sorted(company.decks.hand(pick.seat), key=lambda card: card.rank)
    low = sum(card.rank < 6 for card in hand[:2])
    wanted = f"{low}-1" if low and f"{low}-1" in ids else f"{low}-0"
    choice = wanted if wanted in ids else ids[0]
    if isinstance(company.decks, OwnDecks) and pick.seat in company.decks.decks:
        company.decks.decks[pick.seat].discards = hand[: int(choice[0])]
    return choice


def _use(company: Company, pick: Pick, ids: list[str]) -> str:
    """Cassino: a use that keeps the own promises, what is worth most or any; claimed is what is won."""
    sensible = company.skill(pick.seat) == "sensible"
    if sensible and "claim" in ids and company.claims(pick.seat):
        return "claim"
    hand = [card for card in company.decks.hand(pick.seat) if card != company.state.played]
    uses = cassino.strict_uses(company.state, hand)
    if not uses:
        return next(one for one in ids if one != "claim")
    return cassino.greedy(company.state, hand) if sensible else company.rng.choice(uses)


def _claim(company: Company, pick: Pick, ids: list[str]) -> str:
    return ids[0]


def _order(options: Any, game: str, hand: list[Card]) -> list[Card]:
    """The order in which a hand is laid down."""
    if game == "casinoya-chinese" and len(hand) == 13:
        from companion.splitting import split_of

        split = split_of(options, hand)
        return [*split.front, *split.middle, *split.back]
    if game == "casinoya-war":  # like suits beside each other, so that their effects work
        return sorted(sorted(hand, key=lambda card: -card.rank)[:5], key=lambda card: (card.suit, -card.rank))
    return list(hand)


CHOICES: Final[dict[str, Callable[[Company, Pick, list[str]], str]]] = {
    "turn": _turn,
    "discard": _discard,
    "use": _use,
    "claim": _claim,
}
