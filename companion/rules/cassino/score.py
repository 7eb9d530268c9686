"""What piles are worth: a pack's count with its reasons, what is certain already, and who is out."""

from __future__ import annotations

from functools import cache
from typing import Final

import msgspec

from companion.rules.cards import NATURALS, Card
from companion.rules.cassino.state import CassinoState
from companion.rules.cassino.variants import BIG, LITTLE

JACK: Final = "JS"
MOST_CARDS: Final = 3
MOST_SPADES: Final = 1


class Line(msgspec.Struct, frozen=True, gc=False):
    """One reason of a count: `seat` names the side by its first player.

    `reason` is `cards`, `spades`, `jack`, `big`, `little`, `aces` or `sweeps`; `have` is how many, `points` what it
    scores; `cards` are the ones that score by themselves.
    """

    seat: str
    reason: str
    have: int
    points: int
    cards: tuple[Card, ...] = ()


@cache
def point_cards(spades: bool) -> dict[str, int]:
    """Points of each face by itself; with `spades` as the Spade game counts (RULES.md, Cassino, Score and Spade)."""
    points = {face: int(face[0] == "A") for face in NATURALS} | {BIG: 2, LITTLE: 1}
    if spades:
        for face in NATURALS:
            points[face] += (face[1] == "S") + (face == JACK)
    return points


def lines(state: CassinoState, side: int) -> tuple[Line, ...]:
    """What the pile of `side` scores if the pack ended now, reason by reason, those that score nothing too.

    A tie for most scores nobody; the pile of a side that is gone scores nothing and is nobody's rival
    (RULES.md, Cassino, Score of a pack and claim).
    """
    if side not in state.living:
        return ()
    seat, pile = state.players[side], state.piles[side]
    rivals = [other for other in state.living if other != side]
    spades = tuple(card for card in pile if card.suit == "S")

    def most(have: int, others: list[int], prize: int) -> int:
        return prize if have > max(others, default=0) else 0

    def single(reason: str, faces: tuple[str, ...], points: int) -> Line:
        cards = tuple(card for card in pile if card.face in faces)
        return Line(seat, reason, len(cards), points * len(cards), cards)

    most_cards = most(len(pile), [len(state.piles[other]) for other in rivals], MOST_CARDS)
    reasons = [Line(seat, "cards", len(pile), most_cards)]
    if state.counts_spades:
        reasons += [Line(seat, "spades", len(spades), len(spades), spades), single("jack", (JACK,), 1)]
    else:
        others = [sum(card.suit == "S" for card in state.piles[other]) for other in rivals]
        reasons.append(Line(seat, "spades", len(spades), most(len(spades), others, MOST_SPADES), spades))
    reasons += [
        single("big", (BIG,), 2),
        single("little", (LITTLE,), 1),
        single("aces", ("AS", "AH", "AD", "AC"), 1),
        Line(seat, "sweeps", state.sweeps[side], _sweep_points(state, side)),
    ]
    return tuple(reasons)


def _sweep_points(state: CassinoState, side: int) -> int:
    if state.options.sweeps == "0":
        return 0
    fewest = min(state.sweeps[other] for other in state.living) if state.options.sweeps == "cancel" else 0
    return state.sweeps[side] - fewest


def count(state: CassinoState) -> tuple[Line, ...]:
    """The count of the pack for all living sides, line by line; final in phase `next`."""
    return tuple(line for side in state.living for line in lines(state, side))


def certain_points(state: CassinoState, side: int) -> int:
    """Banked points of `side` and those of the running pack that nobody can take from it any more.

    Certain are cards that score by themselves, sweeps (unless they may be cancelled) and a majority that no other
    living side can reach, not even with every card that is still to be captured (RULES.md, Cassino, claim).
    """
    banked = state.points[side]
    if state.phase in ("next", "over") or side not in state.living:
        return banked  # the pack is counted already, or scores nothing
    worth = point_cards(state.counts_spades)
    certain = sum(worth[card.face] for card in state.piles[side])
    if state.options.sweeps == "1":
        certain += state.sweeps[side]
    taken = [card for pile in state.piles for card in pile] + list(state.lost)
    rivals = [other for other in state.living if other != side]

    def reachable(other: int, whole: int, spades: bool) -> int:
        out = sum(not spades or card.suit == "S" for card in taken)
        hidden = 0 if spades else state.aside  # cards aside face down cannot be won; their suits are not known
        return _held(state.piles[other], spades) + whole - out - hidden

    if all(_held(state.piles[side], False) > reachable(other, 52, False) for other in rivals):
        certain += MOST_CARDS
    if not state.counts_spades and all(_held(state.piles[side], True) > reachable(other, 13, True) for other in rivals):
        certain += MOST_SPADES
    return banked + certain


def _held(pile: tuple[Card, ...], spades: bool) -> int:
    return sum(card.suit == "S" for card in pile) if spades else len(pile)


def decided(state: CassinoState) -> tuple[tuple[int, ...], int]:
    """Who has won after a counted pack, and the target from now on; nobody yet: no sides (RULES.md, both_out)."""
    out = [side for side in state.living if state.points[side] >= state.target]
    if len(out) > 1 and state.options.both_out == "extend_11":
        return (), state.target + 11
    best = max((state.points[side] for side in out), default=0)
    first = tuple(side for side in out if state.points[side] == best)
    return (first if len(first) == 1 else ()), state.target
