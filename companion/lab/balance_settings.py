"""What the balance lab is asked for: a game, its options and the designer's numbers, fixed (`--set`) or compared (`--vary`).

A path is an option of the game (`hp`, `tie`) or one of the designer's numbers of CasiNoya as a deck file spells it
(`effects.strike.strength`, `damage.five.pair`, `cards.KS.effect`). Numbers become the text of a deck file, so they are checked
and bounded exactly as a designer's own file is.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any, Final

import msgspec

from companion.lab.dealt import SKILLS
from companion.rules import options as options_of
from companion.rules.casino_war.robots import MANNERS
from companion.rules.game import Game, IllegalAction, Options, Player
from companion.rules.games import GAMES

NAMES: Final = ("Ana", "Bruno", "Cem", "Dora", "Eva", "Finn")
NUMBERS: Final = ("effects", "damage", "cards")
MOST_SETTINGS: Final = 64
MOST_GAMES: Final = 10_000_000
COMPANY_SKILLS: Final = ("sensible", "random")


class LabError(ValueError):
    """A question that the lab cannot answer: a stable `code` and the reason in plain English."""

    def __init__(self, code: str, reason: str) -> None:
        super().__init__(reason)
        self.code = code


class Setting(msgspec.Struct, frozen=True):
    """One variant of a game: its options as written, the text of its deck file, and what it is called in a comparison."""

    game: str
    players: int
    skills: tuple[str, ...]
    seed: int
    hands: int  # of an evening at Casino War, which has no end of its own
    words: dict[str, str] = {}
    deck: str = ""
    varied: tuple[tuple[str, str], ...] = ()
    fixed: tuple[str, ...] = ()  # as written, for the report

    @property
    def label(self) -> str:
        """What is different in this one."""
        return " ".join(f"{path}={value}" for path, value in self.varied) or "as set"

    def prepared(self) -> tuple[Game[Any], tuple[Player, ...], Options]:
        """The game, its players and its options; `IllegalAction` for what cannot be played."""
        game = GAMES[self.game]
        words = self.words | ({"deck": "deck"} if self.deck else {})
        options = options_of.read(game.options_type, words, lambda path: self.deck)
        players = tuple(Player(name, name) for name in NAMES[: self.players])
        game.validate(players, options)
        return game, players, options


def settings_of(
    game: str,
    *,
    players: int = 2,
    seed: int = 1,
    hands: int = 60,
    fixed: Sequence[str] = (),
    varied: Sequence[str] = (),
    skills: Sequence[str] = (),
) -> tuple[Setting, ...]:
    """Every variant that is asked for, in the order in which they were written; all play the same seeds.

    `fixed` are `path=value`, `varied` are `path=a,b,c`, of which every combination is played. Raises `LabError`:
    `unknown-game`, `bad-player-count`, `unknown-skill`, `bad-setting`, `unknown-path`, `bad-value`, `path-twice`,
    `too-many-settings`.
    """
    if game not in GAMES:
        raise LabError("unknown-game", f"there is no game {game!r}; there are {', '.join(GAMES)}")
    fewest, most = GAMES[game].seats
    if not fewest <= players <= most:
        raise LabError("bad-player-count", f"{game} is for {fewest} to {most} players, not {players}")
    known = skills_of(game)
    for skill in skills:
        if skill not in known:
            raise LabError("unknown-skill", f"robots of {game} are {', '.join(known)}, not {skill!r}")
    base = dict(_split(word) for word in fixed)
    axes = [(path, values.split(",")) for path, values in map(_split, varied)]
    paths = [*base, *(path for path, _ in axes)]
    if len(base) < len(fixed) or len(set(paths)) < len(paths):
        twice = next((path for path in paths if paths.count(path) > 1), "")
        raise LabError("path-twice", f"{twice or 'a path'} is set or varied twice")
    every = list(product(*[[(path, value) for value in values] for path, values in axes]))
    if len(every) > MOST_SETTINGS:
        raise LabError("too-many-settings", f"{len(every)} settings are more than {MOST_SETTINGS}")
    made = []
    for point in every:
        words, deck = _words(game, base | dict(point))
        setting = Setting(game, players, tuple(skills) or known, seed, hands, words, deck, point, tuple(fixed))
        try:
            setting.prepared()
        except IllegalAction as error:
            raise LabError("bad-value", _reason(error)) from None
        made.append(setting)
    return tuple(made)


def skills_of(game: str) -> tuple[str, ...]:
    """The skills, or at Casino War the habits, that robots of a game can have, the best first."""
    if game.startswith("casinoya"):
        return SKILLS
    return MANNERS if game == "casino-war" else COMPANY_SKILLS


def _split(word: str) -> tuple[str, str]:
    path, equals, value = word.partition("=")
    if not equals or not path or not value:
        raise LabError("bad-setting", f"{word!r} is not of the form path=value")
    return path.removeprefix("option."), value


def _words(game: str, values: Mapping[str, str]) -> tuple[dict[str, str], str]:
    """Options as written, and the text of the deck file that the numbers make."""
    words = {path: value for path, value in values.items() if path.split(".")[0] not in NUMBERS}
    numbers = {path: value for path, value in values.items() if path not in words}
    known = {field.name for field in options_of.fields(GAMES[game].options_type)}
    for path in words:
        if path not in known:
            raise LabError(
                "unknown-path", f"{game} has no {path!r}; its options are {', '.join(sorted(known))}{_also(game)}"
            )
    deck = _file(words.pop("deck")) if "deck" in words else ""
    if numbers and "deck" not in known:
        raise LabError("unknown-path", f"{game} has no designer's numbers, so no {next(iter(numbers))!r}")
    return words, _overridden(deck, numbers) if numbers else deck


def _also(game: str) -> str:
    return "; the numbers are effects.…, damage.… and cards.…" if game.startswith("casinoya") else ""


def _file(path: str) -> str:
    from companion.live.deckfiles import read_option_file

    try:
        return read_option_file(path)
    except IllegalAction as error:
        raise LabError("bad-value", _reason(error)) from None


def _overridden(deck: str, numbers: Mapping[str, str]) -> str:
    """A deck file with some numbers changed, as TOML."""
    try:
        tree: dict[str, Any] = tomllib.loads(deck)
    except tomllib.TOMLDecodeError as error:
        raise LabError("bad-value", f"the deck file is no TOML: {error}") from None
    for path, value in numbers.items():
        *tables, key = path.split(".")
        if len(tables) != 2 or not all((*tables, key)):
            raise LabError("unknown-path", f"{path!r} is not a number like effects.strike.strength or damage.five.pair")
        place = tree
        for table in tables:
            place = place.setdefault(table, {})
        place[key] = int(value) if value.isascii() and value.isdigit() and len(value) < 7 else value
    return "".join(_toml((), tree))


def _toml(path: tuple[str, ...], tree: Mapping[str, Any]) -> Iterable[str]:
    if path:
        yield f"[{'.'.join(map(json.dumps, path))}]\n"
    for key, value in tree.items():
        if not isinstance(value, Mapping):
            yield f"{json.dumps(key)} = {json.dumps(value)}\n"
    for key, value in tree.items():
        if isinstance(value, Mapping):
            yield from _toml((*path, key), value)


def _reason(error: IllegalAction) -> str:
    """A refusal of the rules in a line: what was wrong, and what is possible."""
    facts = error.params
    if "reason" in facts:
        return str(facts["reason"])
    choices = f"; possible: {', '.join(map(str, facts['choices']))}" if "choices" in facts else ""
    about = f" {facts['option']}={facts['value']}" if "option" in facts and "value" in facts else ""
    return f"{error.code}{about}{choices}"


def save_path(text: str) -> Path:
    """A file to be written whose folder is there; `LabError("no-folder")` else."""
    path = Path(text)
    if not path.parent.is_dir():
        raise LabError("no-folder", f"there is no folder {path.parent}")
    return path
