"""Where a touched card goes: to one consumer at a time, and what becomes of it is a `Verdict` with one of four signals."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from typing import Final

import msgspec

from companion.live.cards import Cards
from companion.live.errors import CardsError, CardTakenError
from companion.live.messages import AnyMessage, DeviceTold, NameTag, Pressed, TagLifted, TagSeen, TagWritten
from companion.live.pause import OPENS, Pause
from companion.live.snapshot import Means, Origin, Reply, Snapshot, Standing
from companion.live.table import Table
from companion.live.teaching import Consumer, Gathering, SeatMapping, Signal, Teaching, Verdict
from companion.rules.cards import Card
from companion.rules.game import DEALER, TABLE, Given, Number, Pick, Picked, Touch, Touched

MOST_LYING: Final = 1000

# Codes of the games that say "this card is there already"; every other refusal is "not now".
ALREADY: Final = frozenset({"card-in-hand", "card-aside", "card-seen", "card-in-use", "second-presence"})

_DEVICE: Final[dict[str, Signal]] = {"two-cards": "refused", "phone": "unknown", "resting": "already"}


class GameCards:
    """The usual consumer: the game on the table."""

    name = "game"
    done = False

    def __init__(
        self, table: Table, seats: Mapping[str, str], means: Mapping[str, Means], lost: Collection[str] = ()
    ) -> None:
        self._table = table
        self._seats = seats
        self._means = means
        self._lost = lost

    @property
    def progress(self) -> dict[str, object]:
        """Nothing beyond what the prompts say."""
        return {}

    def seen(self, tag: TagSeen, card: Card | None) -> Verdict:
        """`taken`, `unknown-tag`, `wrong-seat`, or the game's own refusal."""
        if card is None:
            return Verdict("unknown-tag", "unknown", uid=tag.uid)
        snapshot = self._table.snapshot
        bound = self._seats.get(tag.reader, "")
        if snapshot is not None and bound:
            owner = owner_of(snapshot, card, bound, self._reading())
            if owner != bound:
                return Verdict("wrong-seat", "refused", params={"card": card, "seat": bound, "owner": owner})
        origin = Origin(self._means.get(tag.reader, "reader"), tag.reader, tag.uid, tag.at)
        reply = self._table.submit(Touched(card), origin=origin)
        seat = owner_of(snapshot, card, bound) if snapshot else bound
        return verdict_of(reply, seat)

    def _reading(self) -> set[str]:
        """Seats with a reader of their own that answers."""
        return {seat for reader, seat in self._seats.items() if reader not in self._lost}


def owner_of(snapshot: Snapshot, card: Card, bound: str = "", reading: Collection[str] = ()) -> str:
    """Whose card it is: the player of its deck, or for a common deck the seat that is asked for a card of it.

    Where several are asked, or none, the seat `bound` to the reader has the benefit of the doubt. The dealer's reader takes
    the cards of all seats that have no reader of their own (`reading` are those that have).
    """
    for player in snapshot.players:
        if player.label == card.label and card.label in snapshot.game.decks(snapshot.players, snapshot.options):
            return player.name
    asked = [
        one.prompt.seat for one in snapshot.prompts if isinstance(one.prompt, Touch) and one.prompt.label == card.label
    ]
    if bound in asked or not asked or (bound == DEALER and not set(asked) & set(reading)):
        return bound
    return asked[0]


def verdict_of(reply: Reply, seat: str = "") -> Verdict:
    """The table's reply as a verdict."""
    if reply.refusal is None:
        return Verdict("taken", "taken", seat=seat, reply=reply)
    code = reply.refusal.code
    return Verdict(code, signal_of(code), seat=seat, params=reply.refusal.params, reply=reply)


def signal_of(code: str) -> Signal:
    """Which of the four signals a refusal of the game is, however it came: by reader, by finger or as text."""
    return "already" if code in ALREADY or code.startswith("already-") else "refused"


class Router:
    """Takes tags and buttons in and gives each to the one who waits for it. Owned by the owner thread.

    `seats` says which reader or pod belongs to which seat (a player's name or `dealer`), `means` which of them are pods.
    """

    def __init__(self, table: Table, cards: Cards, seats: Mapping[str, str] | None = None) -> None:
        self.table = table
        self.cards = cards
        self.seats: dict[str, str] = dict(seats or {})
        self.means: dict[str, Means] = {}
        self.rebound: Callable[[], None] = lambda: None
        """Called when a reader got another seat, or none."""
        self._lost: set[str] = set()
        self._game = GameCards(table, self.seats, self.means, self._lost)
        self._consumer: Consumer = self._game
        self._lying: dict[str, str] = {}
        self._unseen: set[str] = set()  # tags of a private hand that were not lifted yet
        self._untold: dict[str, int] = {}  # what tags said of themselves in a private hand, until they are seen by all

    # --- who gets the cards ----------------------------------------------------------------------------------------

    @property
    def consumer(self) -> Consumer:
        """Who gets the touched cards now."""
        return self._consumer

    def give_to(self, consumer: Consumer | None) -> None:
        """From now on the touched cards go to `consumer` until it is done; None is the game."""
        self._consumer = consumer or self._game

    @property
    def private(self) -> bool:
        """Whether a hand is being laid that only its player may know."""
        return isinstance(self._consumer, Gathering)

    def gather(self, card: Card) -> Verdict:
        """A card of the private hand that was entered by hand."""
        if not isinstance(self._consumer, Gathering):
            return Verdict("nothing-asked", "refused", self._consumer.name)
        return self._finish(self._consumer.lay(card))

    def recordable(self, message: AnyMessage) -> AnyMessage | None:
        """What of a message a recording may keep: nothing that tells a card of a private hand.

        A tag that introduced itself there does so in the recording when it is laid for all: replayed, it must be known then.
        """
        match message:
            case TagSeen(uid=uid, payload=payload) if self.private:
                self._unseen.add(uid)
                if payload is not None and len(self._untold) < MOST_LYING:
                    self._untold.setdefault(uid, payload)
                return None
            case TagSeen(uid=uid, payload=None) if uid in self._untold:
                return msgspec.structs.replace(message, payload=self._untold.pop(uid))
            case TagLifted(uid=uid) if uid in self._unseen:
                self._unseen.discard(uid)
                return None
            case DeviceTold() if self.private and message.uids:
                return msgspec.structs.replace(message, uids=())
        return message

    def bind(self, reader: str, seat: str) -> None:
        """The reader belongs to `seat`, and to no other; a seat has one reader."""
        for other in [one for one, owner in self.seats.items() if owner == seat]:
            del self.seats[other]
        self.seats[reader] = seat
        self.rebound()

    def unbind(self, reader: str) -> None:
        """The reader belongs to nobody."""
        self.seats.pop(reader, None)
        self.rebound()

    def resume_game(self) -> Verdict:
        """The chores are done: cards go to the game again."""
        assert isinstance(self._consumer, Pause)
        return self._finish(self._consumer.finish())

    def name(self, card: Card) -> Verdict:
        """Name the tag that waits in teaching."""
        if not isinstance(self._consumer, Teaching):
            return Verdict("nothing-asked", "refused", self._consumer.name, card)
        return self._finish(self._consumer.give(card))

    def expect(self, card: Card) -> Verdict:
        """The next tag in teaching becomes this card."""
        if not isinstance(self._consumer, Teaching):
            return Verdict("nothing-asked", "refused", self._consumer.name, card)
        return self._consumer.expect(card)

    def name_tag(self, named: NameTag) -> Verdict:
        """A tag that nobody knew is this card; where cards go to the game, it counts as touched now."""
        tag = TagSeen(named.reader, named.uid, named.at)
        try:
            self.cards.enrol(named.uid, named.card, instead=named.instead)
        except CardTakenError as error:
            return self._addressed(Verdict("card-taken", "already", params=error.params), tag, named.card)
        except CardsError as error:
            code = error.params.get("reason", error.code)
            return self._addressed(Verdict(code, "refused", params=error.params), tag, named.card)
        if self._consumer is not self._game or self.table.snapshot is None:
            return self._addressed(Verdict("taught", "taken", self._consumer.name), tag, named.card)
        return self._addressed(self._finish(self._consumer.seen(tag, named.card)), tag, named.card)

    def written(self, told: TagWritten) -> Verdict:
        """What became of a payload: `written`, or why it was not; the card is known by its UID either way."""
        card = self.cards.card_of(told.uid)
        if told.ok:
            return Verdict("written", "taken", Teaching.name, card, told.uid, told.reader)
        params = {"card": card, "detail": told.detail}
        return Verdict("not-written", "refused", Teaching.name, card, told.uid, told.reader, params=params)

    def untaught(self) -> Verdict:
        """Forget the tag taught last in this session of teaching."""
        if not isinstance(self._consumer, Teaching):
            return Verdict("nothing-to-undo", "refused", self._consumer.name)
        return self._consumer.take_back()

    # --- what comes in ---------------------------------------------------------------------------------------------

    def seen(self, tag: TagSeen) -> Verdict:
        """A tag was laid on a reader."""
        elsewhere = self._lying.get(tag.uid)
        if elsewhere is not None and elsewhere != tag.reader:
            params = {"reader": tag.reader, "other": elsewhere}
            name, card = self._consumer.name, self.cards.card_of(tag.uid)
            return self._addressed(Verdict("second-presence", "already", name, card, params=params), tag)
        if len(self._lying) < MOST_LYING:
            self._lying[tag.uid] = tag.reader
        word = self.cards.command_of(tag.uid)
        if word is not None and (self._consumer is self._game or isinstance(self._consumer, Pause)):
            origin = Origin(self.means.get(tag.reader, "reader"), tag.reader, tag.uid, tag.at)
            return self._addressed(self.command(word, self.seats.get(tag.reader, ""), origin), tag)
        card = self.cards.card_of(tag.uid)
        if card is None and tag.payload is not None:
            try:
                card = self.cards.introduce(tag.uid, tag.payload)
            except CardsError as error:
                code = error.params.get("reason", error.code)
                return self._addressed(Verdict(code, "refused", self._consumer.name, params=error.params), tag)
        return self._addressed(self._finish(self._consumer.seen(tag, card)), tag, card)

    def lifted(self, tag: TagLifted) -> None:
        """A tag was lifted."""
        if self._lying.get(tag.uid) == tag.reader:
            del self._lying[tag.uid]

    def told(self, device: DeviceTold) -> Verdict | None:
        """A device says how it is: what lies wrong on a reader is a verdict, the rest is only news."""
        if device.kind == "lamp":
            return None
        if device.status == "ready":
            self._lost.discard(device.name)
        if device.status in {"lost", "closed"}:
            self._lost.add(device.name)
            self._lying = {uid: reader for uid, reader in self._lying.items() if reader != device.name}
        signal = _DEVICE.get(device.status)
        if signal is None:
            return None
        params = {"reader": device.name, "uids": device.uids}
        seat = self.seats.get(device.name, "")
        return Verdict(device.status, signal, self._consumer.name, reader=device.name, seat=seat, params=params)

    def pressed(self, button: Pressed) -> Verdict:
        """A real button was pressed; held it switches the table off, and `off` does nothing else.

        While a reader is looked for, a pod's button says "this one is mine", for a pod without a reader.
        """
        seat = self.seats.get(button.source, "")
        if button.held:
            return Verdict("switching-off", "taken", self._consumer.name, reader=button.source, seat=seat)
        if button.button == "off":
            return Verdict("hold-to-switch-off", "refused", self._consumer.name, reader=button.source, seat=seat)
        if isinstance(self._consumer, SeatMapping) and self.means.get(button.source) == "pod":
            return self._finish(self._consumer.mine(button.source))
        origin = Origin("pod" if self.means.get(button.source) == "pod" else "button", button.source, at=button.at)
        verdict = self.command(button.button, self.seats.get(button.source, ""), origin)
        return msgspec.structs.replace(verdict, reader=button.source)

    def command(self, word: str, seat: str = "", origin: Origin | None = None) -> Verdict:
        """A command card or button: `undo`, or the pick that offers `word`; `yes` is the proposed option.

        Of the picks that stand, the one of `seat` comes first, then the dealer's and the table's; of several players'
        none is meant (`whose`), but `yes` goes round the table: it takes the proposal of the first who is asked, a number
        prompt's too. `not-now` where nobody is asked. While chores are due, `next` and `yes` say that they are done.
        """
        if word == "undo":
            return verdict_of(self.table.undo(origin=origin), seat)
        if isinstance(self._consumer, Pause):
            return self.resume_game() if word in OPENS else Verdict("chores-first", "refused", "chores", seat=seat)
        snapshot = self.table.snapshot
        if snapshot is None:
            return Verdict("no-game", "refused", seat=seat)
        offers: list[tuple[Standing, str]] = []
        for standing in snapshot.prompts:
            prompt = standing.prompt
            if isinstance(prompt, Pick):
                ids = snapshot.choices(prompt).ids
                if word in ids:
                    offers.append((standing, word))
                elif word == "yes" and ids and not prompt.optional:
                    offers.append((standing, ids[0]))
            elif isinstance(prompt, Number) and word == "yes" and not prompt.optional:
                offers.append((standing, str(prompt.default)))
        for wanted in (seat, DEALER, TABLE):
            mine = [offer for offer in offers if offer[0].prompt.seat == wanted]
            if mine:
                return self._picked(*mine[0], origin)
        if offers and not seat and (len(offers) == 1 or word == "yes"):
            return self._picked(*offers[0], origin)
        return Verdict("whose" if offers and not seat else "not-now", "refused", seat=seat, params={"word": word})

    def _picked(self, standing: Standing, option: str, origin: Origin | None) -> Verdict:
        seat, purpose = standing.prompt.seat, standing.prompt.purpose
        number = isinstance(standing.prompt, Number)
        action = Given(seat, purpose, int(option)) if number else Picked(seat, option)
        reply = self.table.submit(action, origin=origin, answers=standing)
        return verdict_of(reply, "" if seat == TABLE else seat)

    def _finish(self, verdict: Verdict) -> Verdict:
        if self._consumer.done:
            self._consumer = self._game
        return verdict

    def _addressed(self, verdict: Verdict, tag: TagSeen, card: Card | None = None) -> Verdict:
        """The verdict with the tag, the reader and, where it is nobody else's, the reader's seat; of a private hand no card."""
        seat = verdict.seat or self.seats.get(tag.reader, "")
        if verdict.consumer == Gathering.name:
            return msgspec.structs.replace(verdict, uid="", reader=tag.reader, seat=seat, card=None)
        return msgspec.structs.replace(verdict, uid=tag.uid, reader=tag.reader, seat=seat, card=verdict.card or card)
