"""What else than the game may consume the touched cards, one at a time: teaching, mapping, choosing, gathering."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Literal, Protocol

import msgspec

from companion.live.cardfile import payload_of, read_uid
from companion.live.cards import Cards
from companion.live.errors import CardsError, CardTakenError
from companion.live.messages import TagSeen
from companion.live.snapshot import Reply
from companion.rules.cards import Card, pack, shoe

Signal = Literal["taken", "already", "unknown", "refused"]
"""The four classes that screen, lamp and sound tell apart everywhere."""


class Verdict(msgspec.Struct, frozen=True):
    """What became of a touched card, a command card or a button: `code` is stable, `signal` its class.

    `seat` is whom it concerns (empty: the table), `consumer` who had the cards, `reply` the table's if the game was asked,
    `params` the facts of the sentence.
    """

    code: str
    signal: Signal
    consumer: str = "game"
    card: Card | None = None
    uid: str = ""
    reader: str = ""
    seat: str = ""
    params: dict[str, Any] = {}
    reply: Reply | None = None


class Consumer(Protocol):
    """Who gets the touched cards; when `done`, the game gets them again."""

    name: str

    @property
    def done(self) -> bool:
        """Whether it needs no more cards."""
        ...

    @property
    def progress(self) -> dict[str, Any]:
        """How far it is, in facts for the screen."""
        ...

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """A tag was laid on a reader; `card` is which one, if it is known."""
        ...


def whole_deck(label: str, cards: Literal["pack", "jokers", "shoe"], packs: int) -> tuple[Card, ...]:
    """The cards a deck should have, in print order."""
    return shoe(label, packs) if cards == "shoe" else pack(label, jokers=cards == "jokers")


class Teaching:
    """Teaching a deck, in print order or in any: what is known already counts, so it can be broken off and resumed.

    In print order the next tag is the card in `wanted`: the first that is missing, or whatever `expect` said, and then the
    missing ones behind it. Otherwise a tag waits in `asked` until `give` says which card it is. Each card is saved at once.
    Duplicates are refused by name. With `writing` the verdict `taught` carries the `payload` that the tag shall be given.
    """

    name = "teaching"

    def __init__(
        self, cards: Cards, label: str, expected: Sequence[Card], *, printed: bool = False, writing: bool = False
    ) -> None:
        self._number = cards.number_deck(label)
        self._cards = cards
        self.label = label
        self.expected = tuple(expected)
        self.printed = printed
        self.writing = writing
        self.asked: str | None = None
        self._at = 0  # where in the order of the deck the next tag is looked for
        self._done: list[str] = []

    @property
    def missing(self) -> tuple[Card, ...]:
        """The cards without a tag, in print order."""
        known = self._cards.deck(self.label)
        return tuple(card for card in self.expected if card not in known)

    @property
    def done(self) -> bool:
        """Whether every card has its tag."""
        return not self.missing

    @property
    def wanted(self) -> Card | None:
        """The card that the next tag becomes in print order; None where every card has its tag."""
        known = self._cards.deck(self.label)
        around = (*self.expected[self._at :], *self.expected[: self._at])
        return next((card for card in around if card not in known), None)

    def expect(self, card: Card) -> Verdict:
        """The next tag becomes this card; refused: `not-in-deck`, `already-taught`."""
        if card not in self.expected:
            return self._verdict("not-in-deck", "refused", "", card)
        uid = self._cards.uid_of(card)
        if uid is not None:
            return self._verdict("has-a-tag", "already", uid, card)
        self.asked = None
        self._at = self.expected.index(card)
        return self._verdict("expected", "taken", "", card)

    @property
    def progress(self) -> dict[str, Any]:
        """`known` of `total`, the `next` in print order, the `missing` ones, and the tag that waits for a name."""
        missing = self.missing
        return {
            "label": self.label,
            "known": len(self.expected) - len(missing),
            "total": len(self.expected),
            "missing": missing,
            "next": self.wanted if self.printed else None,
            "asked": self.asked,
        }

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """A tag: `taught` (print order, or it introduced itself), `name-it`, `already-taught`, or why not."""
        if card is not None:
            # A tag that introduced itself just now is new here; one that was known before is a duplicate.
            fresh = tag.payload is not None and card in self.expected and tag.uid not in self._done
            if fresh:
                self._done.append(tag.uid)
            return self._verdict(
                "taught" if fresh else "already-taught", "taken" if fresh else "already", tag.uid, card
            )
        try:
            uid = read_uid(tag.uid)
        except CardsError as error:
            return self._verdict(error.params["reason"], "unknown", tag.uid, None)
        if not self.printed:
            self.asked = uid
            return self._verdict("name-it", "unknown", uid, None)
        wanted = self.wanted
        return self._teach(uid, wanted) if wanted else self._verdict("deck-complete", "refused", uid, None)

    def give(self, card: Card) -> Verdict:
        """Name the tag that waits; refused: `nothing-asked`, `not-in-deck`, `already-taught`."""
        if self.asked is None:
            return self._verdict("nothing-asked", "refused", "", card)
        if card not in self.expected:
            return self._verdict("not-in-deck", "refused", self.asked, card)
        verdict = self._teach(self.asked, card)
        if verdict.signal == "taken":
            self.asked = None
        return verdict

    def take_back(self) -> Verdict:
        """Forget the last tag taught in this session."""
        if not self._done:
            return self._verdict("nothing-to-undo", "refused", "", None)
        uid = self._done[-1]
        card = self._cards.card_of(uid)
        try:
            self._cards.forget(uid)
        except CardsError as error:
            return self._verdict(error.code, "refused", uid, card, error.params)
        self._done.pop()
        if card in self.expected:
            self._at = self.expected.index(card)
        return self._verdict("forgotten", "taken", uid, card)

    def _teach(self, uid: str, card: Card) -> Verdict:
        try:
            self._cards.enrol(uid, card)
        except CardTakenError as error:
            return self._verdict("already-taught", "already", uid, card, error.params)
        except CardsError as error:
            return self._verdict(error.params.get("reason", error.code), "refused", uid, card, error.params)
        self._done.append(uid)
        self._at = self.expected.index(card)
        payload = {"payload": payload_of(self._number, card)} if self.writing else {}
        return self._verdict("taught", "taken", uid, card, payload)

    def _verdict(
        self, code: str, signal: Signal, uid: str, card: Card | None, params: dict[str, Any] | None = None
    ) -> Verdict:
        return Verdict(code, signal, self.name, card, uid, params={**self.progress, **(params or {})})


class Checking:
    """A deck is looked through: every card is laid on once, and what is missing, double or strange shows."""

    name = "checking"

    def __init__(self, label: str, expected: Sequence[Card]) -> None:
        self.label = label
        self.expected = tuple(expected)
        self.seen_uids: list[str] = []
        self._cards: set[Card] = set()

    @property
    def done(self) -> bool:
        """Whether every card was laid on."""
        return self._cards >= set(self.expected)

    @property
    def progress(self) -> dict[str, Any]:
        """`known` (laid on) of `total`, and the cards `missing` so far."""
        missing = tuple(card for card in self.expected if card not in self._cards)
        return {
            "label": self.label,
            "known": len(self.expected) - len(missing),
            "total": len(self.expected),
            "missing": missing,
        }

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`checked`, `already-checked` (it is counted as double), `other-deck`, `not-in-deck`, `unknown-tag`."""
        if card is None:
            return Verdict("unknown-tag", "unknown", self.name, None, tag.uid)
        if card.label != self.label:
            return Verdict("other-deck", "refused", self.name, card, tag.uid, params={"label": card.label})
        if card not in self.expected:
            return Verdict("not-in-deck", "refused", self.name, card, tag.uid, params={"card": card})
        self.seen_uids.append(tag.uid)
        again = card in self._cards
        self._cards.add(card)
        if again:
            return Verdict("already-checked", "already", self.name, card, tag.uid, params=self.progress)
        return Verdict("checked", "taken", self.name, card, tag.uid, params=self.progress)


class CommandTeaching:
    """The next unknown tag becomes a command card."""

    name = "command"

    def __init__(self, cards: Cards, word: str) -> None:
        self._cards = cards
        self._word = word
        self.done = False

    @property
    def progress(self) -> dict[str, Any]:
        """Which command."""
        return {"word": self._word}

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`taught`, or `card-taken` for a tag that is a card."""
        try:
            self._cards.enrol_command(tag.uid, self._word)
        except CardsError as error:
            signal: Signal = "already" if card else "refused"
            return Verdict(
                error.params.get("reason", error.code), signal, self.name, card, tag.uid, params=error.params
            )
        self.done = True
        return Verdict("taught", "taken", self.name, card, tag.uid, params=self.progress)


class SeatMapping:
    """The reader of the next card, known or not, belongs to a seat."""

    name = "seat"

    def __init__(self, seat: str, bind: Callable[[str, str], None]) -> None:
        self._seat = seat
        self._bind = bind
        self.done = False

    @property
    def progress(self) -> dict[str, Any]:
        """Whose reader is looked for."""
        return {"seat": self._seat}

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`seat-mapped`."""
        return msgspec.structs.replace(self.mine(tag.reader), card=card, uid=tag.uid)

    def mine(self, reader: str) -> Verdict:
        """`seat-mapped`: this reader or pod it is."""
        self._bind(reader, self._seat)
        self.done = True
        return Verdict(
            "seat-mapped",
            "taken",
            self.name,
            reader=reader,
            seat=self._seat,
            params={**self.progress, "reader": reader},
        )


class DeckChoosing:
    """The deck of the next known card is a seat's; with `keep` so is each further one's, and no card goes to the game."""

    name = "deck"

    def __init__(self, seat: str, *, keep: bool = False) -> None:
        self._seat = seat
        self._keep = keep
        self.label: str | None = None

    @property
    def done(self) -> bool:
        """Whether a deck was chosen, and no other will be."""
        return self.label is not None and not self._keep

    @property
    def progress(self) -> dict[str, Any]:
        """Whose deck, and which it is."""
        return {"seat": self._seat, "label": self.label}

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`deck-chosen` with the label, or `unknown-tag`."""
        if card is None:
            return Verdict("unknown-tag", "unknown", self.name, None, tag.uid, seat=self._seat)
        self.label = card.label
        return Verdict("deck-chosen", "taken", self.name, card, tag.uid, seat=self._seat, params=self.progress)


class Gathering:
    """So many cards of one deck, privately: the game is not asked, nothing is kept, and no verdict names a card."""

    name = "split"

    def __init__(self, label: str, count: int) -> None:
        self.label = label
        self.count = count
        self.cards: list[Card] = []

    @property
    def done(self) -> bool:
        """Whether all are there."""
        return len(self.cards) >= self.count

    @property
    def progress(self) -> dict[str, Any]:
        """How many of how many; the cards themselves stay private to whoever asked."""
        return {"label": self.label, "known": len(self.cards), "total": self.count}

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`unknown-tag`, or what `lay` says."""
        return self.lay(card) if card is not None else Verdict("unknown-tag", "unknown", self.name)

    def lay(self, card: Card) -> Verdict:
        """`gathered`, `already-gathered`, or `other-deck-now` for another deck's card."""
        if card.label != self.label:
            return Verdict("other-deck-now", "refused", self.name, params={"label": self.label})
        if card in self.cards:
            return Verdict("already-gathered", "already", self.name)
        if not self.done:
            self.cards.append(card)
        return Verdict("gathered", "taken", self.name, params=self.progress)
