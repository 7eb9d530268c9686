"""Which tag is which card: the registry of all known decks and command cards, kept in a card file (`cardfile.py`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import msgspec

from companion.live.cardfile import (
    COMMANDS,
    DECKS,
    MOST_TAGS,
    Content,
    check_label,
    read_cards,
    read_payload,
    read_uid,
    write_cards,
)
from companion.live.errors import CardsError, CardsNotSavedError, CardTakenError
from companion.live.files import GENERATIONS, free_name, generation, keep_generation, read_plain, write_whole
from companion.live.snapshot import Refusal
from companion.logs import Log
from companion.rules.cards import Card

if TYPE_CHECKING:
    from pathlib import Path

MOST_FILE = 64_000_000  # more than any card file that can be read; a stray video is not loaded to be refused

_log = Log(__name__)


def _below(most: int) -> int:
    """A number that nobody can foresee, as a deck's own."""
    import secrets

    return secrets.randbelow(most)


class Audit(msgspec.Struct, frozen=True):
    """How a deck stands against the cards it should have; `double` were laid on more than once, `weak` read badly."""

    label: str
    known: int
    expected: int
    missing: tuple[Card, ...]
    extra: tuple[Card, ...]
    double: tuple[Card, ...]
    weak: tuple[Card, ...]


class Cards:
    """The registry. Owned by the owner thread; `card_of` and `is_known` may be asked from any.

    Each change is durable when its method returns (if there is a `path`), and raises `CardsNotSavedError` and changes
    nothing if it cannot be. `notices` tell what was wrong with the file when it was loaded.
    """

    def __init__(self, path: Path | None = None, *, below: Callable[[int], int] | None = None) -> None:
        self.path = path
        self.notices: tuple[Refusal, ...] = ()
        self._below = below or _below
        self._content = Content()
        self._uid_of: dict[Card, str] = {}
        self._kept = False

    @classmethod
    def load(cls, path: Path | str, *, below: Callable[[int], int] | None = None) -> Cards:
        """The registry of a file, empty if there is none.

        A file that cannot be used is set aside and its newest good older version taken; both are told in `notices`
        (`cards-damaged` with `line` and `reason`, `cards-restored` with `file`). Raises `OSError` if it can't be read or is no
        plain file.
        """
        from pathlib import Path

        cards = cls(Path(path), below=below)
        assert cards.path is not None
        try:
            data = read_plain(cards.path, MOST_FILE)
        except FileNotFoundError:
            return cards
        try:
            cards._set(read_cards(data))
        except CardsError as error:
            aside = cards.path
            try:
                aside = free_name(cards.path, "bad")
                cards.path.replace(aside)
            except OSError as cause:  # a read-only disk: it stays, and an older version is taken all the same
                _log.warning("the damaged card file cannot be set aside: %s", cause)
            cards.notices = (Refusal("cards-damaged", error.params | {"aside": aside.name}),)
            cards._restore()
        return cards

    def _restore(self) -> None:
        assert self.path is not None
        for number in range(1, GENERATIONS + 1):
            try:
                data = read_plain(generation(self.path, number), MOST_FILE)
                self._set(read_cards(data))
            except (OSError, CardsError) as error:
                _log.warning("no good version %d of the card file: %s", number, error)
                continue
            write_whole(self.path, data)
            self.notices += (Refusal("cards-restored", {"file": generation(self.path, number).name}),)
            return

    # --- asking ----------------------------------------------------------------------------------------------------

    def card_of(self, uid: str) -> Card | None:
        """The card this tag is."""
        return self._content.cards.get(uid)

    def command_of(self, uid: str) -> str | None:
        """The command this tag is enrolled as."""
        return self._content.commands.get(uid)

    def is_known(self, uid: str) -> bool:
        """Whether the tag needs no introduction."""
        return uid in self._content.cards or uid in self._content.commands

    def uid_of(self, card: Card) -> str | None:
        """The tag of a card."""
        return self._uid_of.get(card)

    def labels(self) -> tuple[str, ...]:
        """The decks that have a tag or a number, in the order they came."""
        return tuple(dict.fromkeys((*(card.label for card in self._uid_of), *self._content.numbers)))

    def deck(self, label: str) -> dict[Card, str]:
        """The cards of a deck with their tags."""
        return {card: uid for card, uid in self._uid_of.items() if card.label == label}

    def commands(self) -> Mapping[str, str]:
        """The command cards: word by UID."""
        return dict(self._content.commands)

    def number(self, label: str) -> int | None:
        """The number of a deck, if it has one."""
        return self._content.numbers.get(label)

    def numbers(self) -> dict[str, int]:
        """The numbers of all decks that have one."""
        return dict(self._content.numbers)

    def audit(
        self, label: str, expected: Iterable[Card], *, weak: Collection[str] = (), seen: Sequence[str] = ()
    ) -> Audit:
        """How a deck stands: `weak` are UIDs the readers' quality meter names, `seen` the UIDs as they were laid on in a check."""
        deck, wanted = self.deck(label), tuple(expected)
        laid = Counter(seen)
        missing = [card for card in wanted if card not in deck or (laid and deck[card] not in laid)]
        return Audit(
            label,
            len(deck),
            len(wanted),
            tuple(missing),
            tuple(card for card in deck if card not in set(wanted)),
            tuple(card for card, uid in deck.items() if laid[uid] > 1),
            tuple(card for card, uid in deck.items() if uid in weak),
        )

    # --- changing --------------------------------------------------------------------------------------------------

    def enrol(self, uid: str, card: Card, *, instead: bool = False) -> None:
        """This tag is this card. Raises `CardTakenError` if either is taken, unless the tag of the card is replaced."""
        uid = read_uid(uid)
        content = self._copy()
        known: str | None = self.card_of(uid) or self.command_of(uid)
        if known == card:
            return
        if known is not None:
            raise CardTakenError(uid=uid, card=card, other=known)
        old = self._uid_of.get(card)
        if old is not None:
            if not instead:
                raise CardTakenError(uid=uid, card=card, other=card)
            del content.cards[old]
        if len(content.cards) >= MOST_TAGS:
            raise CardsError(reason="too-many-tags", most=MOST_TAGS)
        content.cards[uid] = card
        self._save(content)

    def enrol_command(self, uid: str, word: str) -> None:
        """This tag is a command card. Raises `CardTakenError` if the tag is a card already."""
        uid = read_uid(uid)
        if word not in COMMANDS:
            raise CardsError(reason="bad-command", word=word[:40], choices=COMMANDS)
        card = self.card_of(uid)
        if card is not None:
            raise CardTakenError(uid=uid, card=card, other=card)
        content = self._copy()
        content.commands[uid] = word
        self._save(content)

    def forget(self, uid: str) -> bool:
        """The tag is nothing any more; whether it was something."""
        if not self.is_known(uid):
            return False
        content = self._copy()
        content.cards.pop(uid, None)
        content.commands.pop(uid, None)
        self._save(content)
        return True

    def forget_deck(self, label: str) -> int:
        """Forget all tags and the number of a deck; how many tags there were."""
        content = self._copy()
        content.cards = {uid: card for uid, card in content.cards.items() if card.label != label}
        content.numbers.pop(label, None)
        gone = len(self._content.cards) - len(content.cards)
        self._save(content)
        return gone

    def number_deck(self, label: str) -> int:
        """The number of a deck, drawn now if it has none; it is what its tags carry."""
        check_label(label)
        if label in self._content.numbers:
            return self._content.numbers[label]
        content = self._copy()
        taken = set(content.numbers.values())
        if len(taken) >= DECKS // 2:
            raise CardsError(reason="too-many-decks", most=DECKS // 2)
        number = next(number for number in iter(lambda: self._below(DECKS), -1) if number not in taken)
        content.numbers[label] = number
        self._save(content)
        return number

    def introduce(self, uid: str, payload: int) -> Card | None:
        """Enrol an unknown tag by what it says of itself; None if it says nothing of a deck known here.

        Raises `CardTakenError` if that card has another tag already: a copied tag does not push the real one out.
        """
        meant = read_payload(payload)
        if meant is None:
            return None
        label = next((label for label, number in self._content.numbers.items() if number == meant[0]), None)
        if label is None:
            return None
        card = Card(f"{label}/{meant[1]}")
        try:
            self.enrol(uid, card)
        except CardsNotSavedError as error:
            _log.warning("%s is known until the next start only: %s", card, error)  # it will introduce itself again
            content = self._copy()
            content.cards[uid] = card
            self._set(content)
        return card

    def take_in(self, data: bytes) -> Content:
        """Add all that a card file says; refused as a whole (`CardsError`, `CardTakenError`) if one line of it clashes."""
        young = read_cards(data)
        content = self._copy()
        taken = dict(self._uid_of)
        for uid, card in young.cards.items():
            old: str | None = content.cards.get(uid) or content.commands.get(uid)
            if old is not None and old != card:
                raise CardTakenError(uid=uid, card=card, other=old)
            if taken.setdefault(card, uid) != uid:
                raise CardTakenError(uid=uid, card=card, other=card)
            content.cards[uid] = card
        for uid, word in young.commands.items():
            if uid in content.cards:
                raise CardTakenError(uid=uid, card=word, other=content.cards[uid])
            content.commands[uid] = word
        for label, number in young.numbers.items():
            owner = next((one for one, known in content.numbers.items() if known == number), label)
            if owner != label or content.numbers.get(label, number) != number:
                raise CardsError(reason="number-taken", label=label, number=number)
            content.numbers[label] = number
        self._save(content)
        return young

    def given_out(self) -> bytes:
        """The whole registry as a card file."""
        return write_cards(self._content)

    def _copy(self) -> Content:
        now = self._content
        return Content(dict(now.cards), dict(now.commands), dict(now.numbers))

    def _set(self, content: Content) -> None:
        # Two assignments, each atomic: readers' threads only ask `_content`, and get the old one or the new one.
        self._content = content
        self._uid_of = {card: uid for uid, card in content.cards.items()}

    def _save(self, content: Content) -> None:
        if self.path is not None:
            try:
                if not self._kept:
                    keep_generation(self.path)  # once a start: teaching 54 cards must not push the older versions out
                    self._kept = True
                write_whole(self.path, write_cards(content))
            except OSError as error:
                raise CardsNotSavedError(file=str(self.path), detail=str(error)) from error
        self._set(content)
