"""The one list of games, by name."""

from __future__ import annotations

from typing import Any, Final

from companion.rules.casino_war import CASINO_WAR
from companion.rules.casinoya.blackjack import Blackjack
from companion.rules.casinoya.chinese import Chinese
from companion.rules.casinoya.play import Casinoya
from companion.rules.casinoya.poker import Poker
from companion.rules.casinoya.war import War
from companion.rules.cassino import CASSINO, DRAW, ROYAL, SPADE
from companion.rules.game import Game, Games

_ALL: Final[tuple[Game[Any], ...]] = (
    Casinoya(Poker()),
    Casinoya(Blackjack()),
    Casinoya(Chinese()),
    Casinoya(War()),
    CASINO_WAR,
    CASSINO,
    ROYAL,
    SPADE,
    DRAW,
)
GAMES: Final[Games] = {game.name: game for game in _ALL}
