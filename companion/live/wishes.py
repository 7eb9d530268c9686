"""Who goes home or sits down as soon as the round, hand or pack is over: asked for in the middle of it, and never forgotten.

A wish is no action of the game: nothing follows from it before its time, and nothing of it can be taken back but by saying so. So it
stands in no journal; it lies in a small file of its own, which is durable before the wish is shown.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path
from typing import Final

import msgspec

from companion.live.files import PRIVATE, read_plain, write_whole
from companion.live.snapshot import Reply, Snapshot
from companion.rules.cards import is_label, is_name
from companion.rules.game import IllegalAction, Join, Leave

FILE: Final = "wishes.json"
MOST_BYTES: Final = 100_000
MOST: Final = 20
LATER: Final = frozenset({"round-running", "not-between-hands"})  # refused now, and "later" is the answer

Wish = Leave | Join

_log = logging.getLogger(__name__)


class _Kept(msgspec.Struct, frozen=True):
    """What the file holds: the wishes, and of which game they are."""

    game: str = ""
    wishes: tuple[Wish, ...] = ()


class Wishes:
    """The wishes at one table; lives on the owner's thread, `standing` may be read on any.

    `submit` offers an action to the table, as a finger would, and says whether it was taken in; what became of it comes by
    `heard`. Without a `path` they are remembered until the end of the program.
    """

    def __init__(self, submit: Callable[[Wish], bool], path: Path | None = None) -> None:
        self._submit, self._path = submit, path
        self._sent: Wish | None = None
        self._kept = _Kept() if path is None else _read(path)

    @property
    def standing(self) -> tuple[Wish, ...]:
        """Those that wait, in the order in which they were made."""
        return self._kept.wishes

    def wish(self, wish: Wish, wanted: bool, shot: Snapshot | None) -> None:
        """Note it, or let it be forgotten."""
        others = tuple(one for one in self.standing if one != wish)
        self._keep(wishes=(*others, wish)[:MOST] if wanted else others)
        self._fulfil(shot)

    def heard(self, reply: Reply, game: str) -> None:
        """After each reply of the table: what can be done now is done, one after another.

        `game` names the game on the table, the same again after a restart; wishes of another one are forgotten. It is empty where
        nothing is kept: then they go with a game that begins.
        """
        shot = reply.snapshot
        if shot is None:
            return
        if game != self._kept.game or not (game or shot.entries):
            self._keep(game=game, wishes=())
        elif shot.outcome is not None:
            self._keep(wishes=())
        wish = reply.action
        if isinstance(wish, Leave | Join):
            if wish == self._sent:
                self._sent = None
            if reply.refusal is None or reply.refusal.code not in LATER:
                self._drop(wish)
        self._fulfil(shot)

    def _fulfil(self, shot: Snapshot | None) -> None:
        """Offer the first wish that the game would take now; forget what it never will.

        Those who come sit down first, so that a game of two goes on when one takes the other's place; where there is no room they
        wait for those who go.
        """
        if shot is None or self._sent is not None:
            return
        for wish in sorted(self.standing, key=lambda one: isinstance(one, Leave)):
            code = _refused(shot, wish)
            if not code:
                self._sent = wish
                if not self._submit(wish):
                    self._sent = None
                return
            if code not in LATER and not (
                isinstance(wish, Join) and any(isinstance(one, Leave) for one in self.standing)
            ):
                self._drop(wish)

    def _drop(self, wish: Wish) -> None:
        if wish in self.standing:
            self._keep(wishes=tuple(one for one in self.standing if one != wish))

    def _keep(self, **changes: object) -> None:
        """Durable first, then true; a full disk costs the memory, not the evening."""
        kept = msgspec.structs.replace(self._kept, **changes)
        if kept == self._kept:
            return
        if self._path is not None and (kept.wishes or self._kept.wishes):
            try:
                write_whole(self._path, msgspec.json.encode(kept), PRIVATE)
            except OSError as error:
                _log.warning("who goes home or joins later could not be kept: %s", error)
        self._kept = kept


def _refused(shot: Snapshot, wish: Wish) -> str:
    """The code by which the game refuses it now; empty if it would take it."""
    try:
        shot.game.check(shot.state, wish)
    except IllegalAction as error:
        return error.code
    return ""


def _read(path: Path) -> _Kept:
    """What the file holds; one that cannot be read, or that nobody can have written here, holds nothing."""
    try:
        kept = msgspec.json.decode(read_plain(path, MOST_BYTES), type=_Kept)
    except FileNotFoundError:
        return _Kept()
    except (OSError, msgspec.DecodeError) as error:
        _log.warning("who goes home or joins later is not known any more, %s: %s", path, error)
        return _Kept()
    possible = (one for one in kept.wishes if is_name(one.seat) and (isinstance(one, Leave) or is_label(one.label)))
    return _Kept(kept.game, tuple(possible)[:MOST])
