"""What the screen needs for the things around the game: decks and their tags, readers' quality, the doctor, lamps, the switch.

A part of `ui.facade.Facade`, in a module of its own. Everything here returns at once; what takes time is told by a notice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Literal, Protocol

import msgspec

from companion.rules.cards import Card

if TYPE_CHECKING:
    from companion.live.cards import Audit
    from companion.live.teaching import Teaching as LiveTeaching

DeckKind = Literal["jokers", "pack", "shoe"]
"""54 cards, 52, or several packs of 52."""


class DeckView(msgspec.Struct, frozen=True):
    """A deck whose tags are known: so many cards `known`, and what `kind` it seems to be."""

    label: str
    known: int
    kind: DeckKind


class Teaching(msgspec.Struct, frozen=True):
    """A deck being taught: its `label`, all its `cards` in order, those `known`, and the one the next touch will name (`expected`;
    None where every tag is asked for its name). `asked`: a tag waits for its name. `writing`: tags get their number, too."""

    label: str
    cards: tuple[Card, ...]
    known: frozenset[Card]
    expected: Card | None
    asked: bool = False
    writing: bool = False

    @classmethod
    def of(cls, live: LiveTeaching) -> Teaching:
        """How far a deck's teaching is."""
        known = frozenset(live.expected) - frozenset(live.missing)
        wanted = live.wanted if live.printed else None
        return cls(live.label, live.expected, known, wanted, live.asked is not None, live.writing)


class AuditView(msgspec.Struct, frozen=True):
    """How a deck stands: `expected` cards, those with a tag, what is missing, strange to it, laid on twice, or reads badly.
    `laid` counts the cards laid on so far where it is looked through by touch, None where it was not."""

    label: str
    kind: DeckKind
    known: int
    expected: int
    missing: tuple[Card, ...] = ()
    extra: tuple[Card, ...] = ()
    double: tuple[Card, ...] = ()
    weak: tuple[Card, ...] = ()
    laid: int | None = None
    running: bool = False

    @classmethod
    def of(cls, audit: Audit, kind: DeckKind, laid: Sequence[str] | None, running: bool) -> AuditView:
        """What an audit found, with the UIDs that were laid on in a check (None: there was none)."""
        return cls(
            audit.label, kind, audit.known, audit.expected, audit.missing, audit.extra, audit.double, audit.weak,
            None if laid is None else len(set(laid)), running,
        )  # fmt: skip


class QualityView(msgspec.Struct, frozen=True):
    """How a reader reads: cards `read`, polls that `missed` a lying card, `errors`, seconds since the last good answer (None:
    there was none), and the cards that it reads badly, by name or UID."""

    name: str
    read: int
    missed: int
    errors: int
    quiet_s: float | None
    weak: tuple[str, ...] = ()


class FindingView(msgspec.Struct, frozen=True):
    """One thing that the doctor looked at: `what`, its `state`, what was seen, what to do (empty: nothing)."""

    what: str
    state: Literal["ok", "note", "fault"]
    detail: str
    fix: str = ""


class UnnamedTag(msgspec.Struct, frozen=True):
    """A tag that the game did not know: its `uid`, the `reader` it lies on, and the seat of that reader (empty: shared)."""

    uid: str
    reader: str
    seat: str = ""


class Examined(msgspec.Struct, frozen=True):
    """The doctor has looked at everything; ask `findings()`."""


class DevicesFacade(Protocol):
    """The things around the game."""

    # decks
    def decks(self) -> tuple[DeckView, ...]:
        """The decks whose tags are known."""
        ...

    def teach(self, label: str, kind: DeckKind = "jokers", *, printed: bool = True, writing: bool = False) -> None:
        """Begin to teach the deck: in print order each unknown tag gets the expected card's name, else it is asked for one."""
        ...

    def expect(self, card: Card) -> None:
        """The next touch names this card."""
        ...

    def teach_as(self, card: Card) -> None:
        """The tag that waits for a name is this card."""
        ...

    def untaught(self) -> None:
        """The tag taught last is forgotten again."""
        ...

    def teaching(self) -> Teaching | None:
        """The deck being taught, None where none is."""
        ...

    def check_deck(self, label: str, kind: DeckKind) -> None:
        """The deck is looked through: every card is laid on once, until `stop_teaching`."""
        ...

    def audit(self, label: str, kind: DeckKind) -> AuditView:
        """How the deck stands."""
        ...

    def forget_deck(self, label: str) -> None:
        """Its tags mean nothing any more."""
        ...

    # an unknown tag in a game
    def unnamed(self) -> UnnamedTag | None:
        """The tag that the game did not know last, until it is named or left."""
        ...

    def has_tag(self, card: Card) -> bool:
        """Whether the card has a tag."""
        ...

    def name_tag(self, card: Card, *, instead: bool = False) -> None:
        """The unnamed tag is this card, and counts as touched now; `instead` of the tag that the card had."""
        ...

    def leave_tag(self) -> None:
        """It is nothing."""
        ...

    # health
    def quality(self) -> tuple[QualityView, ...]:
        """How each reader reads."""
        ...

    def examine(self) -> None:
        """Look at everything (`Examined`)."""
        ...

    def findings(self) -> Sequence[FindingView] | None:
        """What the doctor found last; None while he looks."""
        ...

    def walk_lamps(self) -> None:
        """Light one lamp after another."""
        ...

    @property
    def can_switch_off(self) -> bool:
        """Whether this program may switch the machine off."""
        ...

    def switch_off(self) -> None:
        """Close everything, then switch the machine off."""
        ...
