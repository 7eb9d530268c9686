"""What the live table shows and answers: frozen values that any thread may keep and read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Literal, overload

import msgspec

from companion.rules.cards import Card
from companion.rules.game import (
    OFFERED,
    AnyAction,
    Choices,
    Event,
    Game,
    Light,
    Options,
    Outcome,
    Pick,
    Player,
    Prompt,
    Touched,
    plain,
)

Means = Literal["reader", "pod", "button", "finger", "text", "robot"]


class Origin(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """How an action came to the table; a note for the log, never for the rules.

    `where` names the reader, pod or button, `uid` the tag. `at` is seconds of the monotonic clock that was passed in.
    """

    means: Means
    where: str = ""
    uid: str = ""
    at: float = 0.0


class Act(msgspec.Struct, frozen=True, gc=False, tag="act", tag_field="entry"):
    """Somebody did something."""

    action: AnyAction


class Undo(msgspec.Struct, frozen=True, gc=False, tag="undo", tag_field="entry"):
    """The last change was taken back."""


class Redo(msgspec.Struct, frozen=True, gc=False, tag="redo", tag_field="entry"):
    """The change taken back last was brought back."""


class Replace(msgspec.Struct, frozen=True, gc=False, tag="replace", tag_field="entry"):
    """What entry `at` did was misread: `action` stands there instead, and what followed was resolved again."""

    at: int
    action: AnyAction


Entry = Act | Undo | Redo | Replace


class Saved(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """One entry as the journal keeps it; `wall` is the wall clock in whole seconds, a note that nothing depends on."""

    entry: Entry
    origin: Origin | None = None
    wall: int = 0


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A prompt that stands, and the entry since which it does: together its identity.

    A prompt keeps its identity while others are answered, and loses it when it is answered itself, even if an equal
    one follows: the second tap of a double tap on "next" answers nothing.
    """

    prompt: Prompt
    since: int


class Change(msgspec.Struct, frozen=True, gc=False):
    """What `undo` would take back or `redo` bring back: `entry` made it; `instead_of` is set when it was a replacement."""

    entry: int
    action: AnyAction
    instead_of: AnyAction | None = None


class Record(msgspec.Struct, frozen=True, gc=False):
    """One journal entry as it was accepted: number `n` from 1, what followed, the change it made or took back, and the
    state it led to."""

    n: int
    entry: Entry
    events: tuple[Event, ...]
    change: Change
    state: Any
    origin: Origin | None = None


def standing(records: Iterable[Record]) -> list[Record]:
    """The records whose changes stand at the end, oldest first: without what was undone and without undo and redo.

    A replacement stands as its own record behind the one it corrected.
    """
    done: list[Record] = []
    undone: list[Record] = []
    for record in records:
        match record.entry:
            case Undo():
                undone.append(done.pop())
            case Redo():
                done.append(undone.pop())
            case _:
                done.append(record)
                undone.clear()
    return done


class History(Sequence[Record]):
    """The records of a game up to one moment; it shares the growing list of the table and costs nothing to make."""

    __slots__ = ("_count", "_records")

    def __init__(self, records: list[Record], count: int) -> None:
        self._records = records  # only ever appended to while a game lasts
        self._count = count

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Record: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Record]: ...
    def __getitem__(self, index: int | slice) -> Record | Sequence[Record]:
        if isinstance(index, slice):
            return [self._records[at] for at in range(*index.indices(self._count))]
        if not -self._count <= index < self._count:
            raise IndexError(index)
        return self._records[index % self._count]

    def __iter__(self) -> Iterator[Record]:
        for at in range(self._count):
            yield self._records[at]

    def current(self) -> list[Record]:
        """The records whose changes stand now (`standing`)."""
        return standing(self)


class Snapshot(msgspec.Struct, frozen=True, gc=False):
    """One moment of one game, whole and unchanging.

    `name` is the game's, `options` the Struct the game reads, `words` the same as people wrote them; `entries` is the N
    of `ready` (HEADLESS.md); `events` followed from the last entry. `serial` grows with every publication of a table.
    """

    game: Game[Any]
    name: str
    players: tuple[Player, ...]
    options: Options
    words: Mapping[str, str]
    state: Any
    prompts: tuple[Standing, ...]
    entries: int
    outcome: Outcome | None
    undo: Change | None
    redo: Change | None
    events: tuple[Event, ...]
    history: History
    serial: int

    def choices(self, pick: Pick, limit: int = OFFERED) -> Choices:
        """Option ids of a standing pick, the proposed one first."""
        return self.game.options(self.state, pick, limit)

    def moment(self) -> dict[str, Any]:
        """Where the game stands, in facts for a sentence."""
        return self.game.moment(self.state)

    @property
    def lights(self) -> dict[str, Light]:
        """The word that lasts for each seat (HEADLESS.md, `light`), `dealer` too where the dealer is waited for.

        Out and winner come first, then who is waited for, then the game's own roles; optional prompts wait for nobody.
        """
        roles = self.game.roles(self.state)
        waiting = {one.prompt.seat for one in self.prompts if not one.prompt.optional}
        winners = self.outcome.winners if self.outcome else ()
        lights: dict[str, Light] = {}
        for seat in dict.fromkeys((*(player.name for player in self.players), *roles, *waiting)):
            role = roles.get(seat, "off")
            if seat in winners:
                lights[seat] = "winner"
            elif role == "out" or seat not in waiting:
                lights[seat] = role if not self.outcome or role == "out" else "off"
            elif seat != "table":
                lights[seat] = "waiting"
        return lights

    def report(self) -> dict[str, Any]:
        """What `state` prints (HEADLESS.md): the game's report with each player's `light`."""
        report = self.game.report(self.state)
        lights = self.lights
        for player in report["players"]:
            player["light"] = lights.get(player["name"], "off")
        return report


class Refusal(msgspec.Struct, frozen=True):
    """Why something was not done: a stable kebab-case `code` and the facts of the sentence."""

    code: str
    params: dict[str, Any] = {}

    def facts(self) -> dict[str, Any]:
        """The params as JSON-able values."""
        return {name: plain(value) for name, value in self.params.items()}


class Reply(msgspec.Struct, frozen=True, gc=False):
    """The table's answer: the moment after it, what followed, or why it was refused (then `snapshot` is unchanged).

    `action` and `origin` are what was asked, where it was an action; `notices` are what a resume has to tell.
    """

    snapshot: Snapshot | None
    events: tuple[Event, ...] = ()
    refusal: Refusal | None = None
    action: AnyAction | None = None
    origin: Origin | None = None
    notices: tuple[Refusal, ...] = ()

    @property
    def ok(self) -> bool:
        """Whether it was done."""
        return self.refusal is None

    @property
    def entries(self) -> int:
        """The N of `ready`."""
        return self.snapshot.entries if self.snapshot else 0

    @property
    def card(self) -> Card | None:
        """The card that was touched, if it was a touch."""
        return self.action.card if isinstance(self.action, Touched) else None


class Difference(msgspec.Struct, frozen=True):
    """What an entry led to before and after a replacement."""

    entry: int
    action: AnyAction
    before: tuple[Event, ...]
    after: tuple[Event, ...]


class Preview(msgspec.Struct, frozen=True):
    """What replacing a card would change: the moment it would lead to, or the refusal naming the first broken entry."""

    entry: int
    before: AnyAction | None
    after: AnyAction
    snapshot: Snapshot | None = None
    differences: tuple[Difference, ...] = ()
    refusal: Refusal | None = None
