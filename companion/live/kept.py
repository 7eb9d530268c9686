"""What is kept of a game besides its entries: what it was started with, and prints by which a later start knows the same rules.

Apart from the journal, whose database a table without one never loads.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

import msgspec

from companion.live.snapshot import Refusal, Saved
from companion.rules.game import Event, Game, Options, Player, Prompt

RULES_VERSION: Final = 1
"""Raise it when a change of the rules changes what a journal of before means; resume then checks every entry."""


class Header(msgspec.Struct, frozen=True):
    """What a game was started with: options as written, players with deck labels, a print of the numbers and decks.

    `files` are prints of the option files by option (`deck=FILE`); the options name them by absolute paths.
    """

    game: str
    options: dict[str, str]
    players: tuple[Player, ...]
    print: str
    decks: dict[str, int] = {}
    rules: int = RULES_VERSION
    files: dict[str, str] = {}


class Begun(msgspec.Struct, frozen=True):
    """A game that is kept, as it is told without being read: its number, and when it began by the wall clock (0: unknown)."""

    id: int
    begun: int


class Kept(msgspec.Struct, frozen=True):
    """A game read back up to its first damaged entry: entries, the digest of each step, the CRC at the end of them."""

    id: int
    header: Header
    entries: tuple[Saved, ...]
    digests: tuple[int, ...]
    crc: int
    begun: int
    notices: tuple[Refusal, ...] = ()


_encoder = msgspec.json.Encoder(enc_hook=str, order="deterministic")  # a set has another order in each process


def digest_of(events: Sequence[Event], prompts: Sequence[Prompt]) -> int:
    """A print of what a step led to: 32 bits over its events and the prompts after it."""
    return zlib.crc32(_encoder.encode((events, prompts)))


def said(text: str) -> bytes:
    """What a TOML text says, in one spelling: its comments and the order of its keys are nothing to a game."""
    from tomllib import loads

    return _encoder.encode(loads(text))


@cache
def _numbers() -> bytes:
    """A print of the designer's numbers as they are shipped."""
    from hashlib import sha256
    from importlib.resources import files

    folder = files("companion.rules").joinpath("numbers")
    print_ = sha256()
    if folder.is_dir():
        for file in sorted(folder.iterdir(), key=lambda file: file.name):
            if file.name.endswith(".toml"):
                print_.update(file.name.encode() + b"\0" + said(file.read_text(encoding="utf-8")) + b"\0")
    return print_.digest()


def fingerprint(game: Game[Any], players: Sequence[Player], options: Options) -> str:
    """A print of the numbers and of the decks a game is played with."""
    from hashlib import sha256

    print_ = sha256(_numbers())
    for label in game.decks(players, options):
        print_.update("\0".join((label, *game.cards(label, options))).encode())
    return print_.hexdigest()[:32]
