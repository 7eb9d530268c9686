"""The live table: one game at a time, every change checked, saved, and only then shown.

`Table` belongs to one thread (the owner of `inbox.py`, or a test); it is not thread-safe. What it publishes is.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

import msgspec

from companion.live import deckfiles
from companion.live.errors import JournalError
from companion.live.fold import Fold, differences
from companion.live.kept import RULES_VERSION, Header, Kept, digest_of, fingerprint
from companion.live.resume import answers as answered
from companion.live.resume import fold_again, standing_after, without_collector
from companion.live.seating import check_players, prepared
from companion.live.snapshot import (
    Act,
    Change,
    Entry,
    History,
    Origin,
    Preview,
    Record,
    Redo,
    Refusal,
    Replace,
    Reply,
    Snapshot,
    Standing,
    Undo,
)
from companion.logs import Log
from companion.rules.cards import Card
from companion.rules.game import (
    AnyAction,
    Event,
    Game,
    Games,
    IllegalAction,
    Leave,
    Options,
    Player,
    Touched,
)

if TYPE_CHECKING:
    from companion.live.journal import Journal

Listener = Callable[[Reply], None]

NO_GAME: Final = Refusal("no-game")

MOST_ENTRIES: Final = 100_000
"""Entries that one game may have. A game keeps what it led to after each entry (about 1.2 KB in Casino War, the only game without
an end of its own), so this is what bounds memory and journal: 120 MB, or 28 hours of a card every second. Leaving is still possible.
"""

TOO_LONG: Final = Refusal("game-too-long", {"most": MOST_ENTRIES})

_log = Log(__name__)


class _Play(msgspec.Struct, frozen=True):
    """The game on the table."""

    header: Header
    options: Options
    fold: Fold
    records: list[Record]


class Table:
    """The one table that screen, readers and protocol drive.

    With a `journal` every accepted change is durable before `submit` returns; if it cannot be saved it did not happen
    (the refusal has the code of the `JournalError`). Call `resume` once at the start to go on with the last game.

    Where an event or a refusal of a game names an action by its ordinal in a field `entry` (1 is the first after the
    start, undone ones not counted), the table publishes the number of its journal entry instead.
    """

    def __init__(self, games: Games, journal: Journal | None = None) -> None:
        self._games = games
        self._journal = journal
        self._listeners: list[Listener] = []
        self._play: _Play | None = None
        self._snapshot: Snapshot | None = None
        self._serial = 0

    # --- reading ---------------------------------------------------------------------------------------------------

    @property
    def games(self) -> Games:
        """The games that can be started, by name."""
        return self._games

    @property
    def snapshot(self) -> Snapshot | None:
        """The moment now; None before the first game."""
        return self._snapshot

    @property
    def journal(self) -> Journal | None:
        """Where it is kept, None where nothing is."""
        return self._journal

    @property
    def header(self) -> Header | None:
        """What the game on the table was started with."""
        return self._play.header if self._play else None

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Call `listener` with every reply, refusals too, after the change is saved; the returned function ends that.

        A listener that raises is logged and changes nothing.
        """
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    # --- changing --------------------------------------------------------------------------------------------------

    def new(
        self,
        name: str,
        players: Sequence[Player],
        words: Mapping[str, str] | None = None,
        *,
        decks: Mapping[str, int] | None = None,
    ) -> Reply:
        """Start a game; one in progress is abandoned and its journal kept.

        `words` are options as written; `decks` are the numbers of known decks by label, kept with the game. Refused are
        `unknown-game`, `bad-name` (empty, longer than 40, unprintable; also for labels), `name-reserved`, `name-taken`,
        `label-taken`, a bad option or option file (`deckfiles.read_option_file`), and what the game's `validate` says.
        """
        players = tuple(players)
        words = dict(words or {})
        try:
            check_players(players)
            game, options = prepared(self._games, name, players, words)
            first = game.start(players, options)
        except IllegalAction as error:
            return self._refuse(Refusal(error.code, error.params))
        header = Header(
            name,
            deckfiles.resolved(game.options_type, words),
            players,
            fingerprint(game, players, options),
            dict(decks or {}),
            files=deckfiles.prints(options),
        )
        if self._journal:
            try:
                self._journal.begin(header)
            except JournalError as error:
                return self._refuse(error.refusal())
        self._play = _Play(header, options, Fold(game, players, first), [])
        return self._publish(first.events, _fresh(game, first.state, 0))

    def submit(self, action: AnyAction, *, origin: Origin | None = None, answers: Standing | None = None) -> Reply:
        """Do an action; `answers` is the standing prompt it was meant for, and `stale` if that stands no longer."""
        play, snapshot = self._play, self._snapshot
        if play is None or snapshot is None:
            return self._refuse(NO_GAME, action, origin)
        if answers is not None and answers not in snapshot.prompts:
            return self._refuse(Refusal("stale"), action, origin)
        if snapshot.entries >= MOST_ENTRIES and not isinstance(action, Leave):
            return self._refuse(TOO_LONG, action, origin)
        fold, entry = play.fold, snapshot.entries + 1
        try:
            fold.game.check(snapshot.state, action)
        except IllegalAction as error:
            params = error.params
            if "entry" in params:
                params = params | {"entry": fold.entry_of(params["entry"], entry)}
            return self._refuse(Refusal(error.code, params), action, origin)
        moment = fold.act(entry, action)
        made, change = Act(action), moment.change
        standing = self._standing(play, snapshot, moment.state, change)
        refusal = self._save(made, moment.events, standing, origin) if self._journal else None
        if refusal:
            return self._refuse(refusal, action, origin)
        fold.push(moment)
        play.records.append(Record(entry, made, moment.events, change, moment.state, origin))
        return self._publish(moment.events, standing, action, origin)

    def undo(self, *, origin: Origin | None = None) -> Reply:
        """Take back the last change that stands (an action or a replacement); refused `nothing-to-undo`."""
        play, snapshot = self._play, self._snapshot
        if play is None or snapshot is None:
            return self._refuse(NO_GAME, origin=origin)
        if snapshot.entries >= MOST_ENTRIES:
            return self._refuse(TOO_LONG, origin=origin)
        if snapshot.undo is None:
            return self._refuse(Refusal("nothing-to-undo"), origin=origin)
        return self._move(play, snapshot, Undo(), snapshot.undo, (play.fold.after_undo(), ()), origin)

    def redo(self, *, origin: Origin | None = None) -> Reply:
        """Bring back the change taken back last, its events too; refused `nothing-to-redo`."""
        play, snapshot = self._play, self._snapshot
        if play is None or snapshot is None:
            return self._refuse(NO_GAME, origin=origin)
        if snapshot.entries >= MOST_ENTRIES:
            return self._refuse(TOO_LONG, origin=origin)
        if snapshot.redo is None:
            return self._refuse(Refusal("nothing-to-redo"), origin=origin)
        return self._move(play, snapshot, Redo(), snapshot.redo, play.fold.after_redo(), origin)

    def preview_replace(self, entry: int, card: Card) -> Preview:
        """What `replace` would change, or why it would be refused; nothing changes."""
        play, snapshot = self._play, self._snapshot
        action = Touched(card)
        if play is None or snapshot is None:
            return Preview(entry, None, action, refusal=NO_GAME)
        fold = play.fold
        index = fold.find(entry)
        before = None if index is None else fold.line[index].change.action
        planned = fold.replacement(snapshot.entries + 1, entry, action)
        if isinstance(planned, Refusal):
            return Preview(entry, before, action, refusal=planned)
        moment = msgspec.structs.replace(
            snapshot,
            state=planned.state,
            prompts=_fresh(fold.game, planned.state, planned.change.entry),
            entries=planned.change.entry,
            outcome=fold.game.outcome(planned.state),
            undo=planned.change,
            redo=None,
            events=planned.events,
        )
        return Preview(entry, before, action, moment, differences(planned))

    def replace(self, entry: int, card: Card, *, origin: Origin | None = None) -> Reply:
        """Put `card` where journal entry `entry` misread one and resolve again what followed.

        Refused, with nothing changed: `no-such-entry` (also one that is undone), `not-a-card`, `same-card`, and
        `replace-breaks` naming the first `entry` that would become illegal and `why`.
        """
        play, snapshot = self._play, self._snapshot
        action = Touched(card)
        if play is None or snapshot is None:
            return self._refuse(NO_GAME, action, origin)
        if snapshot.entries >= MOST_ENTRIES:
            return self._refuse(TOO_LONG, action, origin)
        planned = play.fold.replacement(snapshot.entries + 1, entry, action)
        if isinstance(planned, Refusal):
            return self._refuse(planned, action, origin)
        made, change = Replace(entry, action), planned.change
        standing = _fresh(play.fold.game, planned.state, change.entry)
        refusal = self._save(made, planned.events, standing, origin)
        if refusal:
            return self._refuse(refusal, action, origin)
        play.fold.install(planned)
        play.records.append(Record(change.entry, made, planned.events, change, planned.state, origin))
        return self._publish(planned.events, standing, action, origin)

    def resume(self) -> Reply:
        """Go on with the last game of the journal, a finished one at its end.

        `notices` of the reply tell what was wrong: `journal-damaged`, `journal-torn` (the last entry may be missing: it
        was cut short while it was saved), `other-numbers` (it was played with other
        numbers, decks or rules; `entry` is the first that they change, 0 for none), `rules-changed` (`entry` leads to
        something else than it did), `journal-cut` (from `entry` on it has become impossible and is set aside), and
        `cannot-resume` with `why` (`deck-changed`: its deck file has another text now). The snapshot is None where there
        is nothing to go on with.
        """
        journal = self._journal
        if journal is None:
            return self._tell(Reply(None))
        try:
            with without_collector():
                kept = journal.last()
        except JournalError as error:
            return self._tell(Reply(None, refusal=error.refusal()))
        if kept is None:
            return self._tell(Reply(None, notices=journal.notices))
        return self.go_on(kept, journal.notices)

    def go_on(self, kept: Kept, told: Sequence[Refusal] = (), *, checked: bool = False) -> Reply:
        """Go on with a game that was read back, from this table's journal or from a recording (then `checked`).

        The notices are those of `resume`, after the ones already `told`.
        """
        header, notices = kept.header, [*told, *kept.notices]
        try:
            check_players(header.players)  # a file may come from anywhere
            game, options = prepared(self._games, header.game, header.players, header.options)
            if deckfiles.prints(options) != header.files:
                raise IllegalAction("deck-changed", file=header.options.get("deck", ""))
            first = game.start(header.players, options)
        except IllegalAction as error:
            notices.append(Refusal("cannot-resume", error.params | {"why": error.code, "game": header.game}))
            return self._tell(Reply(None, notices=tuple(notices)))
        same = header.rules == RULES_VERSION and header.print == fingerprint(game, header.players, options)
        resumed = fold_again(game, header.players, first, kept, trusted=same and not checked)
        if not same:
            notices.append(Refusal("other-numbers", {"entry": resumed.differs}))
        elif resumed.differs:
            notices.append(Refusal("rules-changed", {"entry": resumed.differs}))
        if resumed.good < len(kept.entries):
            notices.append(
                Refusal("journal-cut", {"entry": resumed.good + 1, "lost": len(kept.entries) - resumed.good})
            )
            if self._journal is not None:
                try:
                    self._journal.set_aside(resumed.good + 1, "impossible")
                except JournalError as error:
                    return self._tell(Reply(None, refusal=error.refusal(), notices=tuple(notices)))
        self._play = _Play(header, options, resumed.fold, resumed.records)
        events = resumed.records[-1].events if resumed.records else first.events
        standing = standing_after(game, first.state, resumed.records)
        return self._publish(events, standing, notices=tuple(notices))

    # --- inside ----------------------------------------------------------------------------------------------------

    def _standing(self, play: _Play, snapshot: Snapshot, state: Any, change: Change) -> tuple[Standing, ...]:
        """The prompts of `state`; those that stood before and were not answered keep their identity."""
        entry = snapshot.entries + 1
        before, standing = snapshot.prompts, []
        for prompt in play.fold.game.prompts(state):
            for one in before:  # a handful: looking is faster than a table
                if one.prompt == prompt and not answered(change, prompt):
                    standing.append(one)
                    break
            else:
                standing.append(Standing(prompt, entry))
        return tuple(standing)

    def _move(
        self,
        play: _Play,
        snapshot: Snapshot,
        made: Undo | Redo,
        change: Change,
        led_to: tuple[Any, tuple[Event, ...]],
        origin: Origin | None,
    ) -> Reply:
        """Undo or redo `change`, which leads to a state and events."""
        state, events = led_to
        standing = self._standing(play, snapshot, state, change)
        refusal = self._save(made, events, standing, origin)
        if refusal:
            return self._refuse(refusal, origin=origin)
        if isinstance(made, Undo):
            play.fold.step_back()
        else:
            play.fold.step_forward()
        play.records.append(Record(snapshot.entries + 1, made, events, change, state, origin))
        return self._publish(events, standing, origin=origin)

    def _save(
        self, entry: Entry, events: tuple[Event, ...], standing: tuple[Standing, ...], origin: Origin | None
    ) -> Refusal | None:
        if self._journal is None:
            return None
        try:
            self._journal.append(entry, origin, digest_of(events, [one.prompt for one in standing]))
        except JournalError as error:
            return error.refusal()
        return None

    def _publish(
        self,
        events: tuple[Event, ...],
        standing: tuple[Standing, ...],
        action: AnyAction | None = None,
        origin: Origin | None = None,
        notices: tuple[Refusal, ...] = (),
    ) -> Reply:
        play = self._play
        assert play is not None
        fold, header, count = play.fold, play.header, len(play.records)
        game, state = fold.game, fold.state
        self._serial += 1
        self._snapshot = Snapshot(
            game,
            header.game,
            fold.players,
            play.options,
            header.options,
            state,
            standing,
            count,
            game.outcome(state),
            fold.undo,
            fold.redo,
            events,
            History(play.records, count),
            self._serial,
        )
        return self._tell(Reply(self._snapshot, events, None, action, origin, notices))

    def _refuse(self, refusal: Refusal, action: AnyAction | None = None, origin: Origin | None = None) -> Reply:
        return self._tell(Reply(self._snapshot, (), refusal, action, origin))

    def _tell(self, reply: Reply) -> Reply:
        for listener in tuple(self._listeners):
            try:
                listener(reply)
            except Exception:  # a listener is a guest: its fault must not undo what is saved
                _log.exception("a listener of the table failed")
        return reply


def _fresh(game: Game[Any], state: Any, entry: int) -> tuple[Standing, ...]:
    return tuple(Standing(prompt, entry) for prompt in game.prompts(state))
