"""The evening's part of the direct facade: chores hold cards back, decks are chosen by touched cards, nothing is on disk."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from companion.live.cardfile import COMMANDS
from companion.live.evening import Played, summary
from companion.live.kept import Begun
from companion.live.past import Leaf, Month, leaf_of, months_of
from companion.live.pause import chores_before_drawing
from companion.live.snapshot import Reply
from companion.live.wishes import Wish, Wishes
from companion.rules.game import ChoresDue
from ui.facade import TableChanged
from ui.facade_evening import DeckChosen, PlaceView, Reported

if TYPE_CHECKING:
    from companion.live.table import Table
    from companion.rules.cards import Card
    from ui.facade import Notice


class DirectEvening:
    """Mixed into `DirectFacade`; what was asked of it stands in `asked`, for tests."""

    _table: Table
    tell: Callable[[Notice], None]

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.played_before: tuple[Played, ...] = ()
        self.place_views: tuple[PlaceView, ...] = ()
        self.backup_views: tuple[PlaceView, ...] = ()
        self._due: ChoresDue | None = None
        self._consumer = "game"
        self._asking = ""
        self._commands = dict.fromkeys(COMMANDS, 0)
        self._wishes = Wishes(lambda wish: bool(self._table.submit(wish)))

    def settings(self) -> Mapping[str, str]:
        """The settings."""
        raise NotImplementedError

    # --- chores ----------------------------------------------------------------------------------------------------

    def hold_for_chores(self, reply: Reply) -> None:
        """After each accepted change."""
        if reply.snapshot is not None and not reply.snapshot.entries:
            self._consumer = "game"  # a game that begins takes the cards
        due = chores_before_drawing(reply.snapshot, reply.events)
        if due is not None and self.settings().get("chores", "on") == "on":
            self._due = due
        elif reply.action is None or reply.snapshot is None or reply.snapshot.outcome is not None:
            self._due = None  # undone, or over

    def chores(self) -> ChoresDue | None:
        """The chores that hold the next round back."""
        return self._due

    def chores_done(self) -> None:
        """They are done."""
        self._due = None

    # --- by touch --------------------------------------------------------------------------------------------------

    def chose(self, card: Card) -> bool:
        """Whether a touched card chose a deck instead of going to the game."""
        if self._consumer != "deck":
            return False
        self.tell(DeckChosen(self._asking, card.label))
        return True

    def choose_deck(self, place: str) -> None:
        """Touched cards choose decks."""
        self._consumer, self._asking = "deck", place

    def map_seat(self, seat: str) -> None:
        """There is no reader to be touched; it is only noted."""
        self._consumer = "seat"
        self.asked.append(("map", seat))

    def unmap(self, reader: str) -> None:
        """Only noted."""
        self.asked.append(("unmap", reader))

    def commands(self) -> Mapping[str, int]:
        """All words of command cards."""
        return self._commands

    def teach_command(self, word: str) -> None:
        """One tag more means this."""
        self._commands[word] += 1
        self._consumer = "command"
        self.asked.append(("teach", word))

    def forget_commands(self, word: str) -> None:
        """No tag means this any more."""
        self._commands[word] = 0

    def consuming(self) -> str:
        """Who gets the touched cards."""
        return "chores" if self._due else self._consumer

    # --- coming and going ------------------------------------------------------------------------------------------

    def wishes(self) -> tuple[Wish, ...]:
        """Those that wait."""
        return self._wishes.standing

    def wish(self, wish: Wish, wanted: bool = True) -> None:
        """Note it, or forget it."""
        self._wishes.wish(wish, wanted, self._table.snapshot)
        self.tell(TableChanged())

    # --- the past --------------------------------------------------------------------------------------------------

    def undo_many(self, steps: int) -> None:
        """Take back so many changes."""
        for _ in range(steps):
            self._table.undo()

    def _played(self) -> dict[int, Played]:
        """The games given, and the running one."""
        shot, before = self._table.snapshot, self.played_before
        return {one.id: one for one in ((*before, summary(shot, len(before) + 1)) if shot else before)}

    def past(self, page: int) -> Leaf | None:
        """A page of the games given, and the running one."""
        return leaf_of([Begun(one.id, one.begun) for one in self._played().values()], page)

    def months(self) -> tuple[Month, ...]:
        """Their months."""
        return months_of([Begun(one.id, one.begun) for one in self._played().values()])

    def played(self, number: int) -> Played | None:
        """One of them."""
        return self._played().get(number)

    def places(self) -> tuple[PlaceView, ...]:
        """The places given."""
        return self.place_views

    def backups(self) -> tuple[PlaceView, ...]:
        """The backups given."""
        return self.backup_views

    def export(self, place: str) -> None:
        """Only noted."""
        self.asked.append(("export", place))
        self.tell(Reported(place))

    def save_report(self, place: str) -> None:
        """Only noted."""
        self.asked.append(("report", place))
        self.tell(Reported(place))

    def back_up(self, place: str) -> None:
        """Only noted."""
        self.asked.append(("backup", place))
        self.tell(Reported(place))

    def restore(self, path: str) -> None:
        """Only noted."""
        self.asked.append(("restore", path))
