"""Players of Cassino as pure functions of what a seat may know: the table and its own hand.

They play strictly: hands are known here, so a build is announced only with its card in hand, and the last card for a
promise is never given away (RULES.md, Cassino: "In simulation hands are known and the rule is strict").
"""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence

from companion.rules.cards import Card
from companion.rules.cassino.offers import offered, usable, wanted
from companion.rules.cassino.promises import keepable, promises
from companion.rules.cassino.score import certain_points
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.turns import shown
from companion.rules.cassino.uses import Use, after, read
from companion.rules.cassino.variants import worths
from companion.rules.game import OFFERED

SWEEP: int = 100  # hundredths of a point, like `wanted`
PUT: float = 0.3  # a build is a capture to come, which others may take first
LEFT: float = 0.25  # what is left lying is likely the next player's
FEW: int = 24  # uses looked at for each card in hand
CRAMPED: float = 20.0  # a use that leaves a promise to keep costs freedom


def strict(state: CassinoState, hand: Collection[Card], use: Use) -> bool:
    """Whether the player to move, holding `hand` (without the played card), keeps all own promises after `use`."""
    made = [promise for promise in promises(after(state, use)) if promise.seat == state.turn]
    return keepable(worths(state.options), made, hand)


def strict_uses(state: CassinoState, hand: Collection[Card], limit: int = OFFERED) -> list[str]:
    """The offered uses of the played card that `hand` (without the played card) allows."""
    uses = [text for text in offered(state, limit)[0] if strict(state, hand, read(state, text))]
    if not uses and state.played is not None:  # a crowded table hides it: what a controller may always do
        for value in worths(state.options).held[state.played.face]:
            same = sum(build.value == value for build in state.builds)
            text = "take:" + ",".join(f"b{value}#{number}" for number in range(1, same + 1))
            if same and strict(state, hand, read(state, text)):
                uses.append(text)
    return uses


def playable(state: CassinoState, hand: Sequence[Card], limit: int = OFFERED) -> dict[Card, list[str]]:
    """For each card of `hand` that may be played strictly, its uses; in phase `play`, never empty with strict players."""
    found = {}
    for card in hand:
        laid = shown(state, card)
        if usable(laid):
            uses = strict_uses(laid, [other for other in hand if other != card], limit)
            if uses:
                found[card] = uses
    return found


def _rate(state: CassinoState, hand: Collection[Card], text: str) -> float:
    """What a use is good for, in hundredths of a point."""
    use, value, card = read(state, text), wanted(state.counts_spades), state.played
    assert card is not None
    left = after(state, use)
    moved = [one for group in use.groups for one in group]
    lying = [one for one in state.table if one not in moved]
    if use.kind == "take":
        won = [card, *moved, *(one for place in use.builds for one in state.builds[place].cards)]
        gain = float(sum(value[one.face] for one in won))
        if not left and not lying and state.options.sweeps != "0":
            gain += SWEEP
    elif use.kind == "trail":
        gain = -LEFT * value[card.face]
    else:
        gain = PUT * sum(value[one.face] for one in (card, *moved)) - CRAMPED / 4
        gain -= CRAMPED if len(hand) < 2 else 0.0
    return gain - LEFT * sum(value[one.face] for one in lying if use.kind == "take")


def greedy(state: CassinoState, hand: Sequence[Card]) -> str:
    """The id of the strictly legal use of the played card that is worth most at once; `hand` is without that card."""
    return max(strict_uses(state, hand), key=lambda text: _rate(state, hand, text))


def greedy_card(state: CassinoState, hand: Sequence[Card]) -> Card:
    """The card of `hand` whose best use is worth most at once."""

    def best(card: Card, uses: list[str]) -> float:
        laid, rest = shown(state, card), [other for other in hand if other != card]
        return max(_rate(laid, rest, text) for text in uses)

    return max(playable(state, hand, FEW).items(), key=lambda item: best(*item))[0]


def careless(state: CassinoState, hand: Sequence[Card], rng: random.Random) -> str:
    """Any strictly legal use of the played card; `hand` is without that card."""
    return rng.choice(strict_uses(state, hand))


def careless_card(state: CassinoState, hand: Sequence[Card], rng: random.Random) -> Card:
    """Any card of `hand` that may be played strictly."""
    for card in rng.sample(hand, len(hand)):
        laid = shown(state, card)
        if strict_uses(laid, [other for other in hand if other != card], FEW):
            return card
    raise ValueError("none of these cards may be played")  # cannot be with strict players


def claims(state: CassinoState, seat: int) -> bool:
    """Whether a player who counts along would claim the game now."""
    return certain_points(state, state.side(seat)) >= state.target
