"""Going on with a game: its journal folded again, compared with what it led to when it was played."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from companion.live.fold import Fold
from companion.live.kept import Kept, digest_of
from companion.live.snapshot import Act, Change, Record, Redo, Refusal, Replace, Saved, Standing, Undo
from companion.logs import Log
from companion.rules.game import (
    AnyAction,
    Event,
    Game,
    Given,
    Number,
    Pick,
    Picked,
    Player,
    Prompt,
    Step,
    Touch,
    Touched,
    Void,
)

_log = Log(__name__)


class Resumed(msgspec.Struct, frozen=True):
    """A folded journal: `good` entries of it, the first one that `differs` from what was played (0: none)."""

    fold: Fold
    records: list[Record]
    good: int
    differs: int


def fold_again(game: Game[Any], players: tuple[Player, ...], first: Step[Any], kept: Kept, *, trusted: bool) -> Resumed:
    """Fold the entries of `kept`; `trusted` says that rules, numbers and decks are those it was played with.

    A trusted journal is applied without checks and only its last step compared. One that is not, or whose last step
    differs, is checked entry by entry; it ends before the first entry that has become impossible.
    """
    with without_collector():
        return _fold_again(game, players, first, kept, trusted=trusted)


@contextmanager
def without_collector() -> Iterator[None]:
    """Nothing of a journal and its fold is garbage, and looking for some costs a third (10,000 states of poker: 205 and 130 ms)."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


def _fold_again(
    game: Game[Any], players: tuple[Player, ...], first: Step[Any], kept: Kept, *, trusted: bool
) -> Resumed:
    if trusted:
        try:
            resumed = _folded(game, players, first, kept, checked=False)
        except Exception:  # the rules changed after all; the checked way finds where
            _log.exception("the journal cannot be followed; checking every entry")
        else:
            if not kept.digests or _digest(game, resumed.records[-1]) == kept.digests[-1]:
                return resumed
    return _folded(game, players, first, kept, checked=True)


def _folded(game: Game[Any], players: tuple[Player, ...], first: Step[Any], kept: Kept, *, checked: bool) -> Resumed:
    fold = Fold(game, players, first)
    records: list[Record] = []
    differs = 0
    for n, saved in enumerate(kept.entries, 1):
        try:
            record = _step(fold, n, saved, checked=checked)
        except Exception as error:
            if not checked:
                raise
            _log.warning("entry %d of the journal is no longer possible: %r", n, error)
            return Resumed(fold, records, n - 1, differs or n)
        records.append(record)
        if checked and not differs and n <= len(kept.digests) and _digest(game, record) != kept.digests[n - 1]:
            differs = n
    return Resumed(fold, records, len(records), differs)


def _step(fold: Fold, n: int, saved: Saved, *, checked: bool) -> Record:
    """One entry; raises whatever shows that it cannot be done (anything, since the journal may be of other rules)."""
    entry = saved.entry
    match entry:
        case Act():
            action = entry.action
            if checked:
                fold.game.check(fold.state, action)
            moment = fold.act(n, action)
            fold.push(moment)
            return Record(n, entry, moment.events, moment.change, moment.state, saved.origin)
        case Undo():
            change = fold.undo
            fold.step_back()
            events: tuple[Event, ...] = ()
        case Redo():
            change = fold.redo
            _, events = fold.after_redo()
            fold.step_forward()
        case Replace(at, action):
            planned = fold.replacement(n, at, action)
            if isinstance(planned, Refusal):
                raise ValueError(planned)
            change, events = planned.change, planned.events
            fold.install(planned)
    assert change is not None
    return Record(n, entry, events, change, fold.state, saved.origin)


def _digest(game: Game[Any], record: Record) -> int:
    return digest_of(record.events, game.prompts(record.state))


# --- the identity of prompts ----------------------------------------------------------------------------------------


def answers(change: Change, prompt: Prompt) -> bool:
    """Whether doing, undoing or redoing `change` answers `prompt`, so that an equal prompt after it is a new one."""
    if change.instead_of is not None:
        return True
    action: AnyAction = change.action
    match action:  # the most frequent first
        case Touched():
            return isinstance(prompt, Touch) and prompt.label == action.card.label
        case Picked():
            return isinstance(prompt, Pick) and prompt.seat == action.seat
        case Given():
            return isinstance(prompt, Number) and (prompt.seat, prompt.purpose) == (action.seat, action.purpose)
        case Void():
            return True
        case _:
            return False


def standing_after(game: Game[Any], first: Any, records: list[Record]) -> tuple[Standing, ...]:
    """The prompts after the last record with the entries at which they arose, found by going back from the end."""
    state = records[-1].state if records else first
    found: list[Standing] = []
    open_ = list(game.prompts(state))
    order = list(open_)
    for record in reversed(records):
        if not open_:
            break
        before = game.prompts(records[record.n - 2].state if record.n > 1 else first)
        arose = [prompt for prompt in open_ if prompt not in before or answers(record.change, prompt)]
        found += (Standing(prompt, record.n) for prompt in arose)
        open_ = [prompt for prompt in open_ if prompt not in arose]
    found += (Standing(prompt, 0) for prompt in open_)
    return tuple(sorted(found, key=lambda one: order.index(one.prompt)))
