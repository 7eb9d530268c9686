"""The games that are kept, for the screen: a page at a time, each game read once, in a turn of its own of the owner."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING

from companion.live import messages as post
from companion.live.evening import Played, played_game, summary
from companion.live.inbox import Owner
from companion.live.kept import Begun
from companion.live.past import Leaf, Month, Past, leaf_of, months_of

if TYPE_CHECKING:
    from companion.live.journal import Journal


class History:
    """What a screen asks for is answered at once if it was read; else it is read, and `told` is called.

    Games are read a turn each, so that no card waits for an old evening. The newest game is the one on the table, as it stands;
    without a journal it is the only one.
    """

    def __init__(self, owner: Owner, journal: Journal | None, told: Callable[[], None]) -> None:
        self._owner, self._told = owner, told
        self._past = Past(journal) if journal is not None else None
        self._list: tuple[Begun, ...] | None = None
        self._known: dict[int, Played | None] = {}
        self._reading = False

    # --- on the screen's thread ------------------------------------------------------------------------------------

    def leaf(self, page: int) -> Leaf | None:
        """A page of the games; None while it is read."""
        begun = self._begun()
        leaf = None if begun is None else leaf_of(begun, page)
        if leaf is not None and not self._unread(_numbers(leaf)):
            return leaf
        if not self._reading:
            self._reading = self._owner.post(post.Call(lambda: self._look(page), "look-for-games"))
        return None

    def months(self) -> tuple[Month, ...]:
        """The months in which games were begun, the newest first; none while the games are looked for."""
        return months_of(self._begun() or ())

    def played(self, number: int) -> Played | None:
        """One game of a page that was read; None for one that cannot be followed any more."""
        running = self._running()
        if number != running:
            return self._known.get(number)
        shot = self._owner.table.snapshot
        begun = next((one.begun for one in self._list or () if one.id == number), 0)
        return None if shot is None else summary(shot, number, begun)

    # --- on the owner's thread -------------------------------------------------------------------------------------

    def forget(self) -> None:
        """Another game was begun: the list of games is another."""
        self._list = None

    def all(self, then: Callable[[Sequence[Played]], None]) -> None:
        """Read every game, and do something with those that can be followed, oldest first; from any thread."""

        def look() -> None:
            begun = self._listed()
            self._read(self._unread([one.id for one in begun]), lambda: then(_present(map(self.played, _ids(begun)))))

        self._owner.post(post.Call(look, "look-for-games"))

    def _look(self, page: int) -> None:
        def done() -> None:
            self._reading = False
            self._told()

        try:
            unread = self._unread(_numbers(leaf_of(self._listed(), page)))
        except BaseException:
            self._reading = False
            raise
        self._read(unread, done)

    def _read(self, numbers: Sequence[int], then: Callable[[], None]) -> None:
        """Read the first, and the others in later turns."""
        if not numbers:
            then()
            return
        assert self._past is not None
        self._known[numbers[0]] = None  # one that cannot be read is not tried for ever
        try:
            kept = self._past.read(numbers[0])
            self._known[numbers[0]] = played_game(kept, self._owner.table.games) if kept else None
        finally:
            if not self._owner.post(post.Call(lambda: self._read(numbers[1:], then), "read-game")):
                self._reading = False

    def _listed(self) -> tuple[Begun, ...]:
        if self._past is None:
            return self._begun() or ()
        if self._list is None:
            self._list = self._past.begun()
        return self._list

    # --- either ----------------------------------------------------------------------------------------------------

    def _begun(self) -> tuple[Begun, ...] | None:
        if self._past is None:
            return (Begun(0, 0),) if self._owner.table.snapshot is not None else ()
        return self._list

    def _running(self) -> int:
        """The number of the game on the table, -1 where there is none."""
        begun = self._begun()
        return begun[-1].id if begun and self._owner.table.snapshot is not None else -1

    def _unread(self, numbers: Sequence[int]) -> list[int]:
        running = self._running()
        return [number for number in numbers if number != running and number not in self._known]


def _numbers(leaf: Leaf) -> list[int]:
    return [number for night in leaf.nights for number in night.numbers]


def _ids(begun: Sequence[Begun]) -> list[int]:
    return [one.id for one in begun]


def _present(found: Iterable[Played | None]) -> list[Played]:
    return [one for one in found if one is not None]
