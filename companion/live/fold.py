"""The fold of one game: which of the accepted changes stand, each with the state it led to.

Every state is kept (they share structure), so undo and redo only move along the line. Nothing here is saved or
published; `table.py` does that between planning a change and making it.
"""

from __future__ import annotations

from typing import Any

import msgspec

from companion.live.snapshot import Change, Difference, Refusal
from companion.rules.game import AnyAction, Event, Game, IllegalAction, Join, Player, Step, Touched


class Moment(msgspec.Struct, frozen=True, gc=False):
    """One action that stands: the change that a journal entry made with it, the state it led to and what followed."""

    change: Change
    state: Any
    events: tuple[Event, ...]


class Replacement(msgspec.Struct, frozen=True, gc=False):
    """A planned or done replacement: the moments from `index` on, as they were and as they become."""

    index: int
    before: tuple[Moment, ...]
    after: tuple[Moment, ...]
    change: Change

    @property
    def state(self) -> Any:
        """The state it leads to."""
        return self.after[-1].state

    @property
    def events(self) -> tuple[Event, ...]:
        """All that follows from the replaced action on."""
        return tuple(event for moment in self.after for event in moment.events)


class Fold:
    """The line of moments that stand, what was done to it and what was undone.

    `state` is the state now, `undo` and `redo` what they would take back and bring back.
    """

    state: Any
    undo: Change | None
    redo: Change | None

    def __init__(self, game: Game[Any], players: tuple[Player, ...], first: Step[Any]) -> None:
        self.game = game
        self.first = first
        self.line: list[Moment] = []
        self._players = players
        self._joined = 0
        self._done: list[Moment | Replacement] = []
        self._undone: list[Moment | Replacement] = []
        self._come_to_rest()

    def _come_to_rest(self) -> None:
        """Look anew at the state now, and at what undo would take back and redo bring back."""
        self.state = self.line[-1].state if self.line else self.first.state
        self.undo = self._done[-1].change if self._done else None
        self.redo = self._undone[-1].change if self._undone else None

    @property
    def players(self) -> tuple[Player, ...]:
        """Who started and who joined since, in that order."""
        if not self._joined:
            return self._players
        joins = (moment.change.action for moment in self.line if isinstance(moment.change.action, Join))
        known = {player.name: player for player in self._players}
        for join in joins:
            known.setdefault(join.seat, Player(join.seat, join.label))
        return tuple(known.values())

    def act(self, entry: int, action: AnyAction) -> Moment:
        """Plan a checked action."""
        step = self.game.apply(self.state, action)
        return Moment(Change(entry, action), step.state, self.published(entry, step.events))

    def push(self, moment: Moment) -> None:
        """Make a planned action stand; what was undone is gone for good."""
        self.line.append(moment)
        self._done.append(moment)
        self._undone.clear()
        self.state, self.undo, self.redo = moment.state, moment.change, None
        if type(moment.change.action) is Join:
            self._joined += 1

    def after_undo(self) -> Any:
        """The state that undo would lead to."""
        last = self._done[-1]
        if isinstance(last, Replacement):
            return last.before[-1].state
        return self.line[-2].state if len(self.line) > 1 else self.first.state

    def step_back(self) -> None:
        """Take the last change back."""
        last = self._done.pop()
        if isinstance(last, Replacement):
            self.line[last.index :] = last.before
        else:
            self.line.pop()
        self._undone.append(last)
        self._come_to_rest()

    def after_redo(self) -> tuple[Any, tuple[Event, ...]]:
        """The state that redo would lead to, and what follows again."""
        last = self._undone[-1]
        return last.state, last.events

    def step_forward(self) -> None:
        """Bring the change taken back last again."""
        last = self._undone.pop()
        if isinstance(last, Replacement):
            self.line[last.index :] = last.after
        else:
            self.line.append(last)
        self._done.append(last)
        self._come_to_rest()

    def find(self, entry: int) -> int | None:
        """Where on the line the action of a journal entry stands."""
        low, high = 0, len(self.line)
        while low < high:  # entries only grow along the line, also after a replacement
            middle = (low + high) // 2
            if self.line[middle].change.entry < entry:
                low = middle + 1
            else:
                high = middle
        return low if low < len(self.line) and self.line[low].change.entry == entry else None

    def replacement(self, entry: int, at: int, action: AnyAction) -> Replacement | Refusal:
        """Plan to put `action` where entry `at` stands and resolve again what followed; `entry` is the replacement's own.

        Refused are `no-such-entry`, `not-a-card` (only a touched card can be misread), `same-card` and
        `replace-breaks` with the first entry that would become illegal (`entry`), why (`why`) and its facts.
        """
        index = self.find(at)
        if index is None:
            return Refusal("no-such-entry", {"entry": at})
        old = self.line[index].change.action
        if not (isinstance(old, Touched) and isinstance(action, Touched)):
            return Refusal("not-a-card", {"entry": at})
        if old == action:
            return Refusal("same-card", {"entry": at, "card": action.card})
        state = self.line[index - 1].state if index else self.first.state
        after: list[Moment] = []
        for moment in self.line[index:]:
            number, act = moment.change.entry, moment.change.action if after else action
            try:
                self.game.check(state, act)
            except IllegalAction as error:
                facts = {name: value for name, value in error.params.items() if name != "entry"}
                return Refusal("replace-breaks", facts | {"entry": number, "why": error.code})
            step = self.game.apply(state, act)
            state = step.state
            # Ordinals stay what they were: a replacement adds and drops no action, so the old line still names them.
            after.append(Moment(Change(number, act), state, self.published(number, step.events)))
        return Replacement(index, tuple(self.line[index:]), tuple(after), Change(entry, action, instead_of=old))

    def install(self, planned: Replacement) -> None:
        """Make a planned replacement stand."""
        self.line[planned.index :] = planned.after
        self._done.append(planned)
        self._undone.clear()
        self._come_to_rest()

    def published(self, entry: int, events: tuple[Event, ...]) -> tuple[Event, ...]:
        """The events with their `entry` fields turned from ordinals of actions into journal entries."""
        for event in events:
            if "entry" in event.__struct_fields__:
                return tuple([self._named(one, entry) if "entry" in one.__struct_fields__ else one for one in events])
        return events  # nearly always

    def _named(self, event: Any, entry: int) -> Event:
        named: Event = msgspec.structs.replace(event, entry=self.entry_of(event.entry, entry))
        return named

    def entry_of(self, ordinal: int, current: int) -> int:
        """The journal entry of the action with this ordinal (1 is the first after the start); `current` is the next one's."""
        return self.line[ordinal - 1].change.entry if 0 < ordinal <= len(self.line) else current


def differences(planned: Replacement) -> tuple[Difference, ...]:
    """The entries whose action or events a replacement changes."""
    return tuple(
        Difference(new.change.entry, new.change.action, old.events, new.events)
        for old, new in zip(planned.before, planned.after, strict=True)
        if old.events != new.events or old.change != new.change
    )
