"""Other people's hand evaluators, driven as fast as each can be, in one shape: cards prepared once, then one call a hand.

Every evaluator gives the bigger number to the stronger hand, so that whoever measures can also check that all agree.
A peer that is not installed stands in `missing()` with the reason in words.
"""

from __future__ import annotations

import importlib
import time
import warnings
from collections.abc import Callable, Sequence
from itertools import combinations, combinations_with_replacement, cycle
from typing import Any, NamedTuple

from companion.rules.cards import RANKS, SUITS
from companion.rules.strength import CODE, evaluator


class Evaluator(NamedTuple):
    """One way to evaluate five cards: `card` prepares a face, `evaluate` takes five prepared cards.

    `sign` is -1 where the smaller number is the stronger hand; it is applied outside of what is measured.
    """

    name: str
    card: Callable[[str], Any]
    evaluate: Callable[[Sequence[Any]], Any]
    public: bool = True
    sign: int = 1

    def strength(self, hand: Sequence[Any]) -> Any:
        """The bigger, the stronger."""
        value = self.evaluate(hand)
        return -value if self.sign < 0 else value


def _load(name: str) -> Any:
    """A module of other people, whose warnings are not ours to mend (eval7 uses old names of pyparsing)."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return importlib.import_module(name)


def _print(face: str) -> str:
    return face[0] + face[1].lower()


def ours() -> Evaluator:
    """This project's evaluator, on codes."""
    return Evaluator("companion", CODE.__getitem__, evaluator())


def _treys() -> list[Evaluator]:
    treys = _load("treys")
    judge = treys.Evaluator()

    def card(face: str) -> Any:
        return treys.Card.new(_print(face))

    return [
        Evaluator("treys evaluate", card, lambda hand: judge.evaluate(hand, []), sign=-1),
        Evaluator("treys _five", card, judge._five, public=False, sign=-1),
    ]


def _pokerkit() -> list[Evaluator]:
    pokerkit = _load("pokerkit")
    lookup = pokerkit.StandardLookup()

    def card(face: str) -> Any:
        return next(pokerkit.Card.parse(_print(face)))

    return [Evaluator("pokerkit get_entry", card, lambda hand: lookup.get_entry(hand).index)]


def _phevaluator() -> list[Evaluator]:
    phevaluator = _load("phevaluator")
    private = _load("phevaluator._pheval")

    def number(face: str) -> Any:
        return phevaluator.Card(_print(face)).id_

    evaluate_cards, five = phevaluator.evaluate_cards, private.evaluate_5cards
    return [
        Evaluator("phevaluator evaluate_cards", number, lambda hand: evaluate_cards(*hand), sign=-1),
        Evaluator("phevaluator _pheval (C)", number, lambda hand: five(*hand), public=False, sign=-1),
    ]


def _eval7() -> list[Evaluator]:
    eval7 = _load("eval7")
    return [Evaluator("eval7 evaluate", lambda face: eval7.Card(_print(face)), eval7.evaluate)]


PEERS: dict[str, Callable[[], list[Evaluator]]] = {
    "treys": _treys,
    "pokerkit": _pokerkit,
    "phevaluator": _phevaluator,
    "eval7": _eval7,
}


def installed() -> list[Evaluator]:
    """Every evaluator of every peer that is installed."""
    return [one for name, load in PEERS.items() if name not in missing() for one in load()]


def missing() -> dict[str, str]:
    """Peers that are not installed, with the reason in words."""
    why = {}
    for name in PEERS:
        try:
            _load(name)
        except ImportError as error:
            why[name] = f"{name} is not installed (extra `bench`): {error}"
    return why


def representatives() -> list[tuple[str, ...]]:
    """One natural hand of each of the 7,462 classes of five cards."""
    plain = [ranks for ranks in combinations_with_replacement(RANKS, 5) if max(map(ranks.count, ranks)) <= 4]
    # equal ranks lie together, so four suits in turn keep them apart
    several = [tuple(rank + suit for rank, suit in zip(ranks, cycle(SUITS), strict=False)) for ranks in plain]
    return several + [tuple(rank + "S" for rank in ranks) for ranks in combinations(RANKS, 5)]


def best_rate(evaluate: Callable[[Any], Any], hands: Sequence[Any], rounds: int = 7) -> float:
    """Hands a second in the best of some rounds: the least disturbed by whatever else the machine does."""
    best = 0.0
    for _ in range(rounds):
        start = time.perf_counter()
        for hand in hands:
            evaluate(hand)
        best = max(best, len(hands) / (time.perf_counter() - start))
    return best


def prepared(one: Evaluator, hands: Sequence[Sequence[str]]) -> list[Any]:
    """Hands as this evaluator likes them best: lists for treys, tuples for the others."""
    shape = list if one.name.startswith("treys") else tuple
    return [shape([one.card(face) for face in hand]) for hand in hands]
