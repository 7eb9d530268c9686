"""People with wooden cards who play Cassino: shuffled packs, real hands, strict or careless of what they promise."""

from __future__ import annotations

import random
from collections.abc import Iterator

from cassino_script import Script

from companion.rules.cards import Card, pack
from companion.rules.cassino import robots
from companion.rules.cassino.events import CardDrawn, HandsDealt, PackBegun
from companion.rules.game import AnyAction, Event, IllegalAction, Pick, Picked, Touch, Touched

PACK = pack("pack", jokers=False)


class Company:
    """Deals what the table says and answers its prompts; `skill` of a seat is `greedy`, `careless` or `blind`.

    A `blind` player promises without looking at the hand, as people may whose hands the table does not see.
    """

    def __init__(self, script: Script, rng: random.Random, skills: tuple[str, ...]) -> None:
        self.script, self.rng, self.skills = script, rng, skills
        self.deck: list[Card] = []
        self.hands: dict[int, list[Card]] = {}
        self.hear(script.events)

    def hear(self, events: tuple[Event, ...]) -> None:
        """Deal and draw as told."""
        state = self.script.state
        for event in events:
            if isinstance(event, PackBegun):
                self.deck = self.rng.sample(PACK, 52)
                self.hands = {seat: [] for seat in range(len(state.players))}
                self.laid = self.deck[: 4 if state.phase == "table" else 0]
                del self.deck[: len(self.laid)]
            elif isinstance(event, HandsDealt):
                for hand in self.hands.values():
                    hand.extend(self.deck[: event.each])
                    del self.deck[: event.each]
            elif isinstance(event, CardDrawn):
                self.hands[state.players.index(event.seat)].append(self.deck.pop(0))

    def moves(self) -> Iterator[AnyAction]:
        """Answers to the first prompt, the chosen one first."""
        state, game = self.script.state, self.script.game
        prompt, seat = game.prompts(state)[0], state.turn
        if isinstance(prompt, Touch) and prompt.purpose == "table":
            yield Touched(self.laid[len(state.table)])
        elif isinstance(prompt, Touch):
            hand, skill = self.hands[seat], self.skills[seat]
            assert len(hand) == state.hands[seat]
            if skill == "greedy":
                yield Touched(robots.greedy_card(state, hand))
            elif skill == "careless":
                yield Touched(robots.careless_card(state, hand, self.rng))
            else:
                yield from (Touched(one) for one in self.rng.sample(hand, len(hand)))
        elif isinstance(prompt, Pick) and prompt.purpose == "use":
            rest = [one for one in self.hands[seat] if one != state.played]
            if self.skills[seat] == "greedy":
                yield Picked(prompt.seat, robots.greedy(state, rest))
            elif self.skills[seat] == "careless":
                yield Picked(prompt.seat, robots.careless(state, rest, self.rng))
            else:
                ids = [one for one in game.options(state, prompt).ids if one != "claim"]
                yield Picked(prompt.seat, self.rng.choice(ids))
        else:
            yield Picked(prompt.seat, "next")

    def step(self) -> tuple[AnyAction, tuple[Event, ...]] | list[IllegalAction]:
        """Do the first legal answer; if none is legal, the refusals."""
        refusals = []
        for action in self.moves():
            state = self.script.state
            try:
                events = self.script.do(action)
            except IllegalAction as error:
                refusals.append(error)
                continue
            if isinstance(action, Picked) and state.phase == "use":
                self.hands[state.turn].remove(state.played)
            self.hear(events)
            return action, events
        return refusals
