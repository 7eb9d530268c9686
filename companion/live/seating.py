"""Who may sit down to what: a game is looked at before it is begun, or gone on with from a file that may come from anywhere."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from companion.live import deckfiles
from companion.rules import options as options_of
from companion.rules.cards import MAX_LABEL, is_label, is_name
from companion.rules.game import RESERVED, Game, Games, IllegalAction, Options, Player


def prepared(games: Games, name: str, players: Sequence[Player], words: Mapping[str, str]) -> tuple[Game[Any], Options]:
    """The game of that name and its options as written, or `IllegalAction`: `unknown-game`, a bad option, too many players."""
    game = games.get(name)
    if game is None:
        raise IllegalAction("unknown-game", game=name, choices=tuple(games))
    options = options_of.read(game.options_type, words, deckfiles.read_option_file)
    game.validate(players, options)
    return game, options


def check_players(players: Sequence[Player]) -> None:
    """Names and labels that can be, each once; else `IllegalAction`."""
    names: set[str] = set()
    labels: set[str] = set()
    for player in players:
        for text, fits in ((player.name, is_name), (player.label, is_label)):
            if not fits(text):
                raise IllegalAction("bad-name", value=text[:MAX_LABEL])
            if text in RESERVED:
                raise IllegalAction("name-reserved", reserved=text)
        if player.name in names:
            raise IllegalAction("name-taken", seat=player.name)
        if player.label in labels:
            raise IllegalAction("label-taken", label=player.label)
        names.add(player.name)
        labels.add(player.label)
