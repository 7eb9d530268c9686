"""What a press means on the pages about decks, readers and health: the host's second hand, pure like the first (ui/host.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from companion.live.snapshot import Snapshot
from companion.rules.cards import Card
from companion.words import N_, say
from ui.facade_devices import DeckKind, Teaching
from ui.view import decks, health
from ui.view.host_model import PageView
from ui.view.model import Act, Banner, Bar, GridView, Host, KeyboardView, Put, Stage, TeachView

if TYPE_CHECKING:
    from ui.desk import Desk

MOST_LABEL: Final = 40
PAGES: Final = frozenset({"deck", "new-deck", "teaching", "other-card", "audit", "doctor", "grid"})
ACTS: Final = PAGES | {
    "teach", "teach-any", "writing", "check", "forget-deck", "expect", "this-is", "untaught", "taught", "tag-is",
    "leave-tag", "field", "lamp-walk", "switch-off",
}  # fmt: skip


class Upkeep:
    """What stands of it: which deck is of which kind, whether tags are written, what of the touch grid is left."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.kinds: dict[str, DeckKind] = {}
        self.writing = False
        self.typed: str | None = None
        self.left: frozenset[int] = frozenset()
        self.taught: Teaching | None = None  # the deck that is being taught, to tell when it is whole

    # --- what to show ----------------------------------------------------------------------------------------------

    def view(self, at: Host) -> PageView | KeyboardView | TeachView | GridView | None:
        """The page; None where it is none of these."""
        facade = self.desk.facade
        match at:
            case Host("deck", label):
                kind = self._kind(label)
                return decks.deck_page(label, kind, facade.audit(label, kind), self.writing)
            case Host("new-deck"):
                known = [deck.label for deck in facade.decks()]
                return decks.label_keyboard(self.typed or "", facade.names(), known)
            case Host("teaching" | "other-card", label):
                teaching = facade.teaching()
                if teaching is not None:
                    return decks.teach_view(teaching, at.what == "other-card")
                return decks.audit_page(facade.audit(label, self._kind(label)), bool(facade.readers()))
            case Host("audit", label):
                return decks.audit_page(facade.audit(label, self._kind(label)), bool(facade.readers()))
            case Host("doctor"):
                return health.doctor_page(facade.findings(), len(facade.lamps()), facade.can_switch_off)
            case Host("grid"):
                return health.grid_view(self.left)
        return None

    def banner(self, shot: Snapshot) -> Banner | None:
        """A tag that nobody knows lay on a reader."""
        tag = self.desk.facade.unnamed()
        return decks.unnamed_banner(shot, tag) if tag is not None else None

    def sheet(self, shot: Snapshot, label: str) -> tuple[Stage, Bar]:
        """Which card the tag is."""
        deck = shot.game.cards(label, shot.options)
        tagged = frozenset(card for card in deck if self.desk.facade.has_tag(card))
        return decks.name_sheet(shot, label, tagged)

    def _kind(self, label: str) -> DeckKind:
        seen = next((deck.kind for deck in self.desk.facade.decks() if deck.label == label), None)
        usual: DeckKind = "shoe" if label == "shoe" else "pack" if label == "pack" else "jokers"
        return self.kinds.get(label) or seen or usual

    # --- what a finger means ---------------------------------------------------------------------------------------

    def types(self, act: Act) -> bool:
        """Whether the act was a letter of a deck's label."""
        if isinstance(act, Put) and act.what == "text" and self.typed is not None:
            self.typed = act.value[:MOST_LABEL]
            return True
        return False

    def press(self, act: Host) -> Host | None:
        """Do it, and say which page stands afterwards; None: the table or whatever stood behind."""
        facade = self.desk.facade
        self.typed = None
        match act:
            case Host("deck", label, kind):
                if kind:
                    self.kinds[label] = kind  # type: ignore[assignment]  # the pages' own words
                return act
            case Host("new-deck"):
                self.typed = ""
            case Host("writing", label):
                self.writing = not self.writing
                return Host("deck", label)
            case Host("teach" | "teach-any", label):
                facade.teach(label, self._kind(label), printed=act.what == "teach", writing=self.writing)
                return Host("teaching", label)
            case Host("expect", card):
                facade.expect(Card(card))
                return Host("teaching", Card(card).label)
            case Host("this-is", card):
                facade.teach_as(Card(card))
                return Host("teaching", Card(card).label)
            case Host("untaught"):
                facade.untaught()
                return Host("teaching", self.taught.label if self.taught else "")
            case Host("teaching" | "other-card", ""):
                return Host(act.what, self.taught.label if self.taught else "")
            case Host("taught"):
                facade.stop_teaching()
                return Host("cards")
            case Host("check", label):
                facade.check_deck(label, self._kind(label))
                return Host("audit", label)
            case Host("forget-deck", label):
                facade.forget_deck(label)
                return Host("cards")
            case Host("tag-is", card, instead):
                facade.name_tag(Card(card), instead=bool(instead))
                return None
            case Host("leave-tag"):
                facade.leave_tag()
                return None
            case Host("doctor"):
                facade.examine()
            case Host("grid"):
                self.left = frozenset(range(health.COLUMNS * health.ROWS))
            case Host("field", number):
                self.left -= {int(number)}
                return Host("grid")
            case Host("lamp-walk"):
                facade.walk_lamps()
                return Host("doctor")
            case Host("switch-off"):
                facade.switch_off()
                return None
        return act

    def hear(self) -> str:
        """Tags changed: a sentence where a deck has just become whole, else nothing."""
        teaching, before = self.desk.facade.teaching(), self.taught
        self.taught = teaching
        if teaching is None and before is not None:
            audit = self.desk.facade.audit(before.label, self._kind(before.label))
            if not audit.missing:
                return say(N_("{label} is whole: every card has its tag."), label=before.label)
        return ""
