"""The facade's part about the things around the game: decks and tags, quality, the doctor, the lamp walk, the switch."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Final

from companion import words
from companion.live import messages as post
from companion.live.teaching import Checking, Verdict, whole_deck
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
from ui.facade_evening import Reported

if TYPE_CHECKING:
    from companion.devices import Devices
    from companion.live.inbox import Owner
    from companion.live.messages import DeviceTold
    from companion.settings import Origin
    from companion.wiring.remembered import Remembered
    from ui.facade import Notice, ReaderView

PACKS: Final = 6  # of a shoe that is not known yet
LAMP_S: Final = 1.0
NATURALS: Final = 52
_log = logging.getLogger(__name__)

Examine = Callable[[], Sequence[FindingView]]


class CareSide:
    """Mixed into `Front`; implements `ui.facade_devices.DevicesFacade`. Calls come from the screen's thread."""

    _owner: Owner
    _devices: Devices
    _told: dict[str, DeviceTold]
    _examine: Examine | None = None
    _power: Callable[[], None] | None = None
    _findings: Sequence[FindingView] | None = None
    _looking: threading.Thread | None = None
    _unnamed: UnnamedTag | None = None
    _laid: dict[str, list[str]]
    _walk: Iterator[str] | None = None

    _troubles: list[str]
    _origins: Sequence[Origin]
    _remembered: Remembered | None

    def tell(self, notice: Notice) -> None:
        """Tell every listener."""
        raise NotImplementedError

    def readers(self) -> tuple[ReaderView, ...]:
        """All readers and pods, as they told last."""
        raise NotImplementedError

    def _cared(self, verdict: Verdict) -> None:
        """On the owner's thread, for every verdict: which tags nobody knows, and what a check has seen."""
        if verdict.consumer == "game" and verdict.code == "unknown-tag" and self._owner.table.snapshot is not None:
            self._unnamed = UnnamedTag(verdict.uid, verdict.reader, verdict.seat)
        elif verdict.signal == "taken":
            self._unnamed = None
        if verdict.consumer == Checking.name and verdict.code in {"checked", "already-checked"} and verdict.card:
            self._laid.setdefault(verdict.card.label, []).append(verdict.uid)

    # --- decks -----------------------------------------------------------------------------------------------------------

    def decks(self) -> tuple[DeckView, ...]:
        """The decks whose tags are known."""
        cards = self._owner.router.cards
        return tuple(
            DeckView(label, len(deck), kind_of(label, tuple(deck)))
            for label in cards.labels()
            if (deck := cards.deck(label))
        )

    def teach(self, label: str, kind: DeckKind = "jokers", *, printed: bool = True, writing: bool = False) -> None:
        """Begin to teach a deck."""
        self._owner.post(post.Teach(label, kind, self._packs(label), printed, writing))

    def expect(self, card: Card) -> None:
        """The next touch names this card."""
        self._owner.post(post.Expect(card))

    def teach_as(self, card: Card) -> None:
        """The tag that waits for a name is this card."""
        self._owner.post(post.Name(card))

    def untaught(self) -> None:
        """The tag taught last is forgotten again."""
        self._owner.post(post.Untaught())

    def teaching(self) -> Teaching | None:
        """The deck being taught, None where none is."""
        consumer = self._owner.router.consumer
        if not isinstance(consumer, LiveTeaching):
            return None
        return Teaching.of(consumer)

    def check_deck(self, label: str, kind: DeckKind) -> None:
        """The deck is looked through by touch."""
        self._laid[label] = []
        self._owner.post(post.Check(label, kind, self._packs(label)))

    def audit(self, label: str, kind: DeckKind) -> AuditView:
        """How the deck stands, by its tags, by the readers' quality, and by what was laid on."""
        expected = whole_deck(label, kind, self._packs(label))
        laid = self._laid.get(label)
        audit = self._owner.router.cards.audit(label, expected, weak=self._devices.weak(), seen=tuple(laid or ()))
        consumer = self._owner.router.consumer
        running = isinstance(consumer, Checking) and consumer.label == label
        return AuditView.of(audit, kind, laid, running)

    def forget_deck(self, label: str) -> None:
        """Its tags mean nothing any more."""
        cards = self._owner.router.cards
        self._laid.pop(label, None)
        self._owner.post(
            post.Call(lambda: cards.forget_deck(label), "forget-deck"), lambda _gone: self.tell(Reported(""))
        )

    def _packs(self, label: str) -> int:
        copies = [card.copy for card in self._owner.router.cards.deck(label)]
        return max(PACKS, *copies) if copies else PACKS

    # --- an unknown tag --------------------------------------------------------------------------------------------------

    def unnamed(self) -> UnnamedTag | None:
        """The tag that the game did not know last."""
        return self._unnamed

    def has_tag(self, card: Card) -> bool:
        """Whether the card has a tag."""
        return self._owner.router.cards.uid_of(card) is not None

    def name_tag(self, card: Card, *, instead: bool = False) -> None:
        """The unnamed tag is this card."""
        tag, self._unnamed = self._unnamed, None
        if tag is not None:
            self._owner.post(post.NameTag(tag.uid, card, tag.reader, time.monotonic(), instead))

    def leave_tag(self) -> None:
        """It is nothing."""
        self._unnamed = None

    # --- health ----------------------------------------------------------------------------------------------------------

    def quality(self) -> tuple[QualityView, ...]:
        """How each reader and pod reads."""
        now, cards = time.monotonic(), self._owner.router.cards
        views = []
        for reader in self._devices.readers:
            seen = reader.quality
            quiet = None if seen.last_good is None else max(0.0, now - seen.last_good)
            weak = tuple(
                words.card_text(card) if (card := cards.card_of(uid)) is not None else uid for uid in seen.weak_cards
            )
            views.append(QualityView(reader.name, seen.reads, seen.misses, seen.errors, quiet, weak))
        for pod in self._devices.pods:
            heard = pod.quality
            quiet = None if heard.last_good is None else max(0.0, now - heard.last_good)
            views.append(QualityView(pod.name, heard.reads, heard.misses, heard.bad_lines, quiet))
        return tuple(views)

    def examine(self) -> None:
        """Look at everything on a thread of its own: disks and ports may take a second."""
        if self._examine is None or (self._looking is not None and self._looking.is_alive()):
            return
        self._findings = None
        examine = self._examine

        def look() -> None:
            try:
                self._findings = tuple(examine())
            except Exception as error:  # the doctor must not die of the patient
                _log.exception("the doctor failed")
                self._findings = (FindingView("doctor", "fault", repr(error)),)
            self.tell(Examined())

        self._looking = threading.Thread(target=look, name="doctor", daemon=True)
        self._looking.start()

    def findings(self) -> Sequence[FindingView] | None:
        """What the doctor found last; None while he looks."""
        return self._findings

    def _report_files(self) -> dict[str, bytes]:
        """What somebody who mends the table needs to know, as files."""
        from companion.wiring.report import report_files

        troubles = [FindingView("table", "fault", trouble) for trouble in self._troubles]
        lines = self._remembered.lines if self._remembered is not None else ()
        found = (*troubles, *(self._findings or ()))
        return report_files(found, self._origins, self.readers(), self.quality(), lines, self._owner.table.snapshot)

    def walk_lamps(self) -> None:
        """Light one lamp after another, as a moment over what it shows."""
        lights = self._devices.lights
        if lights is None:
            return
        from hardware.lights import Motion, Pattern, walk

        steps = walk(lights, Pattern((1.0, 1.0, 1.0), Motion.STEADY), LAMP_S)

        def step() -> None:
            if next(steps, None) is not None:
                timer = threading.Timer(LAMP_S, step)
                timer.daemon = True
                timer.start()

        step()

    @property
    def can_switch_off(self) -> bool:
        """Whether this program may switch the machine off."""
        return self._power is not None

    def switch_off(self) -> None:
        """Close everything, then switch the machine off."""
        if self._power is not None:
            self._power()


def kind_of(label: str, cards: Sequence[Card]) -> DeckKind:
    """What kind of deck these cards seem to be of; a deck without jokers is 54 until it is known to be whole without them.

    >>> kind_of("shoe", ()), kind_of("pack", ()), kind_of("Ana", ())
    ('shoe', 'pack', 'jokers')
    """
    if label == "shoe" or any(card.copy for card in cards):
        return "shoe"
    whole = len(cards) == NATURALS and not any(card.is_joker for card in cards)
    return "pack" if label == "pack" or whole else "jokers"


def finding_views(found: Sequence[Any]) -> tuple[FindingView, ...]:
    """The doctor's findings for the screen."""
    from companion.doctor import title

    return tuple(FindingView(title(one), one.state, one.detail, one.fix) for one in found)
