"""The one list of games, by name; each is loaded when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.rules.game import Game, Games


def _poker() -> Game[Any]:
    from companion.rules.casinoya.play import Casinoya
    from companion.rules.casinoya.poker import Poker

    return Casinoya(Poker())


def _blackjack() -> Game[Any]:
    from companion.rules.casinoya.blackjack import Blackjack
    from companion.rules.casinoya.play import Casinoya

    return Casinoya(Blackjack())


def _chinese() -> Game[Any]:
    from companion.rules.casinoya.chinese import Chinese
    from companion.rules.casinoya.play import Casinoya

    return Casinoya(Chinese())


def _war() -> Game[Any]:
    from companion.rules.casinoya.play import Casinoya
    from companion.rules.casinoya.war import War

    return Casinoya(War())


def _casino_war() -> Game[Any]:
    from companion.rules.casino_war import CASINO_WAR

    return CASINO_WAR


def _cassino(which: str) -> Callable[[], Game[Any]]:
    def load() -> Game[Any]:
        from companion.rules import cassino

        game: Game[Any] = getattr(cassino, which)
        return game

    return load


class _Games(Mapping[str, Game[Any]]):
    """Names are known at once; a game's modules are loaded with it (all of them take half of the start-up time)."""

    def __init__(self, loaders: Mapping[str, Callable[[], Game[Any]]]) -> None:
        self._loaders = dict(loaders)
        self._loaded: dict[str, Game[Any]] = {}

    def __getitem__(self, name: str) -> Game[Any]:
        if name not in self._loaded:
            self._loaded[name] = self._loaders[name]()
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._loaders)

    def __len__(self) -> int:
        return len(self._loaders)

    def __contains__(self, name: object) -> bool:
        return name in self._loaders


GAMES: Final[Games] = _Games(
    {
        "casinoya-poker": _poker,
        "casinoya-blackjack": _blackjack,
        "casinoya-chinese": _chinese,
        "casinoya-war": _war,
        "casino-war": _casino_war,
        "cassino": _cassino("CASSINO"),
        "cassino-royal": _cassino("ROYAL"),
        "cassino-spade": _cassino("SPADE"),
        "cassino-draw": _cassino("DRAW"),
    }
)
