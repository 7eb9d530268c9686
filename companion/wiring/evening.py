"""The evening's part of the screen's facade: chores, decks and commands by touch, history, exports, backups."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from companion import words
from companion.keeping import Keeping, Place
from companion.live import messages as post
from companion.live.backup import check
from companion.live.cardfile import COMMANDS
from companion.live.errors import LiveError
from companion.live.evening import Played
from companion.live.past import Leaf, Month
from companion.live.pause import Pause, chores_before_drawing
from companion.live.snapshot import Origin, Reply
from companion.live.teaching import Verdict
from companion.live.wishes import Wish, Wishes
from companion.rules.game import ChoresDue
from companion.wiring.history import History
from companion.words.language import N_
from ui.facade import TableChanged
from ui.facade_evening import DeckChosen, PlaceView, Reported

if TYPE_CHECKING:
    from companion.live.inbox import Owner
    from companion.live.journal import Journal
    from ui.facade import Notice

_log = logging.getLogger(__name__)


class EveningSide:
    """Mixed into `Front`; implements `ui.facade_evening.EveningFacade`. Calls come from the screen's thread."""

    _owner: Owner
    _keeping: Keeping | None = None
    _journal: Journal | None = None
    _finger: Origin
    _restart: Callable[[Path], None] | None = None
    _history: History
    _wishes: Wishes

    def tell(self, notice: Notice) -> None:
        """Tell every listener."""
        raise NotImplementedError

    def _report_files(self) -> dict[str, bytes]:
        """The files of a report."""
        raise NotImplementedError

    def settings(self) -> Mapping[str, str]:
        """The settings of the screen."""
        raise NotImplementedError

    # --- chores ----------------------------------------------------------------------------------------------------------

    def _hold_for_chores(self, reply: Reply) -> None:
        """On the owner's thread, after each reply: chores before an opening draw hold the cards back; undone, they do not."""
        if reply.refusal is not None:
            return
        due = chores_before_drawing(reply.snapshot, reply.events)
        held = self._owner.router.consumer
        if due is not None and self.settings().get("chores") == "on":
            self._owner.post(post.Hold(due))
        elif isinstance(held, Pause) and not _still_due(reply, held):
            self._owner.post(post.ChoresDone())

    def chores(self) -> ChoresDue | None:
        """The chores that hold the next round back."""
        held = self._owner.router.consumer
        return held.due if isinstance(held, Pause) else None

    def chores_done(self) -> None:
        """They are done."""
        self._owner.post(post.ChoresDone())

    # --- by touch --------------------------------------------------------------------------------------------------------

    def choose_deck(self, place: str) -> None:
        """Touched cards choose decks."""
        self._owner.post(post.ChooseDeck(place, keep=True))

    def map_seat(self, seat: str) -> None:
        """The reader of the next card belongs to this seat."""
        self._owner.post(post.MapSeat(seat))

    def unmap(self, reader: str) -> None:
        """The reader belongs to no seat."""
        self._owner.post(post.Unmap(reader))

    def commands(self) -> Mapping[str, int]:
        """All words and how many tags mean each."""
        known = list(self._owner.router.cards.commands().values())
        return {word: known.count(word) for word in COMMANDS}

    def teach_command(self, word: str) -> None:
        """The next tag becomes a command card."""
        self._owner.post(post.TeachCommand(word))

    def forget_commands(self, word: str) -> None:
        """The tags that mean this word mean nothing any more."""
        cards = self._owner.router.cards

        def forget() -> None:
            for uid in [uid for uid, means in cards.commands().items() if means == word]:
                cards.forget(uid)

        self._owner.post(post.Call(forget, "forget-commands"), lambda _result: self.tell(Reported("")))

    def consuming(self) -> str:
        """Who gets the touched cards."""
        return self._owner.router.consumer.name

    def _chosen(self, verdict: Verdict) -> None:
        """On the owner's thread: a deck was chosen."""
        if verdict.code == "deck-chosen":
            self.tell(DeckChosen(verdict.seat, verdict.params["label"]))

    # --- coming and going ------------------------------------------------------------------------------------------------

    def wishes(self) -> tuple[Wish, ...]:
        """Who goes home or sits down as soon as it may be."""
        return self._wishes.standing

    def wish(self, wish: Wish, wanted: bool = True) -> None:
        """Note it, or let it be forgotten: kept first, then told."""

        def note() -> None:
            self._wishes.wish(wish, wanted, self._owner.table.snapshot)
            self.tell(TableChanged())

        self._owner.post(post.Call(note, "wish"))

    def _game(self) -> str:
        """Names the game on the table for what is kept beside the journal; empty where nothing is kept."""
        header = self._owner.table.header
        if self._journal is None or header is None:
            return ""
        return " ".join((str(self._journal.number), header.game, *(player.name for player in header.players)))

    # --- the past --------------------------------------------------------------------------------------------------------

    def undo_many(self, steps: int) -> None:
        """Take back so many changes."""
        for _ in range(steps):
            self._owner.post(post.TakeBack(self._finger))

    def past(self, page: int) -> Leaf | None:
        """A page of all games that are kept."""
        return self._history.leaf(page)

    def months(self) -> tuple[Month, ...]:
        """The months in which games were begun."""
        return self._history.months()

    def played(self, number: int) -> Played | None:
        """One game of a page."""
        return self._history.played(number)

    # --- taking along ----------------------------------------------------------------------------------------------------

    def places(self) -> tuple[PlaceView, ...]:
        """Where exports and backups can go."""
        return () if self._keeping is None else tuple(map(_place_view, self._keeping.places()))

    def backups(self) -> tuple[PlaceView, ...]:
        """Backups that can be restored."""
        if self._keeping is None:
            return ()
        return tuple(
            PlaceView(f"{one.path.name} · {_place_view(one.place).name}", str(one.path))
            for one in self._keeping.backups()
        )

    def export(self, place: str) -> None:
        """Write all games as CSV and JSON there."""
        keeping = self._keeping
        if keeping is None:
            return

        def write(games: Sequence[Played]) -> None:
            shot = self._owner.table.snapshot
            self._do(lambda: keeping.export(Path(place), games, shot), "export", N_("Exported and read back: {path}"))

        self._history.all(write)

    def save_report(self, place: str) -> None:
        """Write what somebody who mends the table needs."""
        keeping = self._keeping
        if keeping is not None:
            self._do(
                lambda: keeping.report(Path(place), self._report_files()), "report", N_("Saved and read back: {path}")
            )

    def back_up(self, place: str) -> None:
        """Back everything up there and read it back."""
        keeping = self._keeping
        if keeping is None:
            return
        self._do(lambda: keeping.backup(Path(place), self._journal)[0], "backup", N_("Backed up and read back: {path}"))

    def restore(self, path: str) -> None:
        """Restore a backup after the program has closed everything; a damaged one is told."""
        try:
            check(Path(path))
        except LiveError as error:
            self.tell(Reported(words.error_text(error.code, error.params), good=False))
            return
        if self._restart is not None:
            self._restart(Path(path))

    def _do(self, work: Callable[[], Path], name: str, sentence: str) -> None:
        def answered(result: Any) -> None:
            if isinstance(result, LiveError):
                self.tell(Reported(words.error_text(result.code, result.params), good=False))
            elif isinstance(result, Exception):
                self.tell(Reported(words.error_text("internal-error", {"detail": str(result)}), good=False))
            else:
                self.tell(Reported(words.say(sentence, path=str(result))))

        self._owner.post(post.Call(work, name), answered)


def _still_due(reply: Reply, held: Pause) -> bool:
    """Whether the chores that are held for still stand: the change that made them was not taken back."""
    shot = reply.snapshot
    if shot is None or shot.outcome is not None:
        return False
    return any(
        event is held.due or event == held.due for record in shot.history.current()[-8:] for event in record.events
    )


def _place_view(place: Place) -> PlaceView:
    name = words.say(N_("This machine")) if place.kind == "own" else place.path.name
    return PlaceView(name, str(place.path))
