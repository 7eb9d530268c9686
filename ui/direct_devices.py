"""The direct facade's part about decks, readers and health: a card registry without file, readers as they are set."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import TYPE_CHECKING

from companion.live.cards import Cards
from companion.live.messages import TagSeen
from companion.live.teaching import Checking, whole_deck
from companion.live.teaching import Teaching as LiveTeaching
from companion.rules.cards import Card
from ui.facade_devices import (
    AuditView,
    DeckKind,
    DeckView,
    Examined,
    FindingView,
    QualityView,
    Teaching,
    UnnamedTag,
)

if TYPE_CHECKING:
    from ui.facade import Notice


class DirectDevices:
    """Mixed into `DirectFacade`; `lay` is the hand that lays a tag on the reader while something else than the game listens."""

    tell: Callable[[Notice], None]
    asked: list[tuple[str, str]]
    _consumer: str

    def __init__(self) -> None:
        super().__init__()
        numbers = count(1)
        self.cards = Cards(below=lambda most: next(numbers) % most)
        self.quality_views: tuple[QualityView, ...] = ()
        self.finding_views: tuple[FindingView, ...] | None = ()
        self.unnamed_tag: UnnamedTag | None = None
        self.can_switch_off = True
        self._teaching: LiveTeaching | None = None
        self._checking: Checking | None = None

    def tags_changed(self) -> None:
        """Tell it."""
        from ui.facade import TagsChanged

        self.tell(TagsChanged())

    def lay(self, uid: str, payload: int | None = None) -> None:
        """Lay a tag on the reader."""
        tag = TagSeen("reader", uid, payload=payload)
        consumer = self._teaching or self._checking
        if consumer is not None:
            consumer.seen(tag, self.cards.card_of(uid))
            if consumer.done:
                self._teaching = self._checking = None
                self._consumer = "game"
        self.tags_changed()

    def decks(self) -> tuple[DeckView, ...]:
        """The decks whose tags are known."""
        return tuple(DeckView(label, len(self.cards.deck(label)), "jokers") for label in self.cards.labels())

    def teach(self, label: str, kind: DeckKind = "jokers", *, printed: bool = True, writing: bool = False) -> None:
        """Begin to teach a deck."""
        self._checking = None
        self._teaching = LiveTeaching(self.cards, label, whole_deck(label, kind, 6), printed=printed, writing=writing)
        self._consumer = "teaching"
        self.tags_changed()

    def expect(self, card: Card) -> None:
        """The next touch names this card."""
        if self._teaching is not None:
            self._teaching.expect(card)
        self.tags_changed()

    def teach_as(self, card: Card) -> None:
        """The tag that waits is this card."""
        if self._teaching is not None:
            self._teaching.give(card)
        self.tags_changed()

    def untaught(self) -> None:
        """Forget the last tag."""
        if self._teaching is not None:
            self._teaching.take_back()
        self.tags_changed()

    def stop_teaching(self) -> None:
        """Touches go to the game again."""
        self._teaching = self._checking = None
        self._consumer = "game"

    def teaching(self) -> Teaching | None:
        """The deck being taught."""
        return None if self._teaching is None else Teaching.of(self._teaching)

    def check_deck(self, label: str, kind: DeckKind) -> None:
        """Look a deck through."""
        self._teaching = None
        self._checking = Checking(label, whole_deck(label, kind, 6))
        self._consumer = "checking"
        self.tags_changed()

    def audit(self, label: str, kind: DeckKind) -> AuditView:
        """How a deck stands."""
        expected, checking = whole_deck(label, kind, 6), self._checking
        laid = tuple(checking.seen_uids) if checking is not None and checking.label == label else None
        audit = self.cards.audit(label, expected, seen=laid or ())
        return AuditView.of(audit, kind, laid, laid is not None)

    def forget_deck(self, label: str) -> None:
        """Its tags mean nothing any more."""
        self.cards.forget_deck(label)

    def unnamed(self) -> UnnamedTag | None:
        """The tag that was set."""
        return self.unnamed_tag

    def has_tag(self, card: Card) -> bool:
        """Whether the card has a tag."""
        return self.cards.uid_of(card) is not None

    def name_tag(self, card: Card, *, instead: bool = False) -> None:
        """Only noted."""
        self.asked.append(("name-tag", f"{card}{' instead' if instead else ''}"))
        self.unnamed_tag = None

    def leave_tag(self) -> None:
        """It is nothing."""
        self.unnamed_tag = None

    def quality(self) -> tuple[QualityView, ...]:
        """As it was set."""
        return self.quality_views

    def examine(self) -> None:
        """Done at once."""
        self.asked.append(("examine", ""))
        self.tell(Examined())

    def findings(self) -> Sequence[FindingView] | None:
        """As they were set."""
        return self.finding_views

    def walk_lamps(self) -> None:
        """Only noted."""
        self.asked.append(("lamp-walk", ""))

    def switch_off(self) -> None:
        """Only noted."""
        self.asked.append(("switch-off", ""))
