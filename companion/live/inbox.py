"""One inbox, one owner thread: whatever happens is posted here and done in order, and only then shown."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any, Final, Protocol

import msgspec

from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.messages import AnyMessage
from companion.live.pause import Pause
from companion.live.router import Router
from companion.live.snapshot import Refusal, Reply
from companion.live.table import Table
from companion.live.teaching import (
    Checking,
    CommandTeaching,
    Consumer,
    DeckChoosing,
    Gathering,
    SeatMapping,
    Teaching,
    Verdict,
    whole_deck,
)
from companion.logs import Log
from companion.rules.cards import Card

LIMIT: Final = 10_000  # messages that may wait; more is noise or a device gone mad

_log = Log(__name__)

Answer = Callable[[Any], None]


class Fault(msgspec.Struct, frozen=True):
    """A message that could not be done for a reason inside the program; nothing was changed by it."""

    code: str
    message: str
    detail: str


class Consuming(msgspec.Struct, frozen=True):
    """Who gets the touched cards from now on, and how far it is."""

    consumer: str
    progress: dict[str, Any]


News = Verdict | post.DeviceTold | Consuming | Fault
"""What an owner tells besides the table's replies."""


class Tap(Protocol):
    """What a recorder is for the owner."""

    def offered(self, at: float, message: AnyMessage) -> None:
        """Keep what was offered at this monotonic time."""
        ...


class Owner:
    """Owns a table and its router: the only one that calls them.

    `post` may be called from any thread; everything else of this class, and every listener, runs on the owner's thread
    (`start`), or wherever a test calls `pump`. `lines` answers a `Line`; `clock` is monotonic seconds. `beats` grows at
    least once a `beat_s` while the loop turns: that is what a watchdog looks at.
    """

    def __init__(
        self,
        table: Table,
        router: Router | None = None,
        *,
        lines: Callable[[bytes], Any] | None = None,
        tap: Tap | None = None,
        clock: Callable[[], float] = time.monotonic,
        beat_s: float = 1.0,
        limit: int = LIMIT,
    ) -> None:
        self.table = table
        self.router = router or Router(table, Cards())
        self.lines = lines
        self.tap = tap
        self.beats = 0
        self.dropped = 0
        self._clock = clock
        self._beat_s = beat_s
        self._limit = limit
        self._queue: SimpleQueue[tuple[AnyMessage, Answer | None]] = SimpleQueue()
        self._listeners: list[Callable[[News], None]] = []
        self._thread: threading.Thread | None = None
        self._stopped = False

    # --- from any thread -------------------------------------------------------------------------------------------

    def post(self, message: AnyMessage, answer: Answer | None = None) -> bool:
        """Put a message in; `answer` is called on the owner's thread with its result. Never blocks.

        False if too many wait already, or the owner has ended: the message is dropped and counted in `dropped`. `Stop`
        always gets in.
        """
        if self._stopped:
            return False
        if self._queue.qsize() >= self._limit and not isinstance(message, post.Stop):
            self.dropped += 1
            return False
        self._queue.put((message, answer))
        return True

    def ask(self, message: AnyMessage, timeout: float | None = 10.0) -> Any:
        """Post and wait for the result, from any thread but the owner's; raises `TimeoutError`."""
        if threading.current_thread() is self._thread:
            raise RuntimeError("the owner cannot wait for itself")
        answered = threading.Event()
        results: list[Any] = []

        def take(result: Any) -> None:
            results.append(result)
            answered.set()

        if not self.post(message, take) or not answered.wait(timeout):
            raise TimeoutError(f"no answer to {type(message).__name__}")
        return results[0]

    # --- the owner's thread ----------------------------------------------------------------------------------------

    def gather(self, card: Card) -> Verdict:
        """A card of the private hand entered by hand; called within a `Call`, so that no recording has the card."""
        before = self.router.consumer
        return self._judged(self.router.gather(card), before)

    def subscribe(self, listener: Callable[[News], None]) -> Callable[[], None]:
        """Call `listener` with all news; the returned function ends that. One that raises is logged and changes nothing."""
        self._listeners.append(listener)

        def unsubscribe() -> None:
            if listener in self._listeners:
                self._listeners.remove(listener)

        return unsubscribe

    def start(self) -> None:
        """Start the owner's thread."""
        self._thread = threading.Thread(target=self.run, name="table-owner", daemon=True)
        self._thread.start()

    def stop(self, timeout: float = 10.0) -> bool:
        """Do what waits, then end; whether the thread is gone."""
        self.post(post.Stop())
        if self._thread is not None:
            self._thread.join(timeout)
            return not self._thread.is_alive()
        return True

    def run(self) -> None:
        """Do messages as they come until `Stop`."""
        while not self._stopped:
            self.beats += 1
            try:
                message, answer = self._queue.get(timeout=self._beat_s)
            except Empty:
                continue
            self._take(message, answer)

    def pump(self, most: int | None = None) -> int:
        """Do what waits now, at most `most` messages, without blocking; how many were done."""
        done = 0
        while most is None or done < most:
            try:
                message, answer = self._queue.get_nowait()
            except Empty:
                break
            self.beats += 1
            self._take(message, answer)
            done += 1
        return done

    def _take(self, message: AnyMessage, answer: Answer | None) -> None:
        """Do one message; nothing that goes wrong in it ends the loop."""
        name = type(message).__name__
        private = self.router.private
        self._record(self.router.recordable(message))
        try:
            result = self._do(message)
        except Exception as error:
            _log.exception("%s could not be done", name)
            result = error if isinstance(message, post.Call) else Fault("internal-error", name, repr(error)[:200])
            if isinstance(result, Fault):
                self._tell(result)
        if private and not self.router.private and isinstance(message, post.TagSeen | post.Call):
            self._record(post.ForGame())  # the recording has none of the cards that completed the private hand
        if answer is not None:
            try:
                answer(result)
            except Exception:  # the asker is a guest too
                _log.exception("the answer to %s was not taken", name)

    def _record(self, message: AnyMessage | None) -> None:
        if self.tap is None or message is None:
            return
        try:
            self.tap.offered(self._clock(), message)
        except Exception:  # a full disk under the recording must not cost the evening
            _log.exception("the recording failed and is ended")
            self.tap = None

    def _do(self, message: AnyMessage) -> Any:
        table, router = self.table, self.router
        match message:
            case post.TagSeen():
                before = router.consumer
                return self._judged(router.seen(message), before)
            case post.TagLifted():
                return router.lifted(message)
            case post.Submit(action, origin, answers):
                return table.submit(action, origin=origin, answers=answers)
            case post.Pressed():
                before = router.consumer
                return self._judged(router.pressed(message), before)
            case post.Command(word, seat, origin):
                before = router.consumer
                return self._judged(router.command(word, seat, origin), before)
            case post.ChoresDone():
                before = router.consumer
                return self._judged(router.resume_game(), before) if isinstance(before, Pause) else None
            case post.DeviceTold():
                self._tell(message)
                verdict = router.told(message)
                return self._judged(verdict) if verdict else None
            case post.TakeBack(origin, entry):
                return self._moved(entry, "undo") or table.undo(origin=origin)
            case post.BringBack(origin, entry):
                return self._moved(entry, "redo") or table.redo(origin=origin)
            case post.PutInstead(entry, card, origin):
                return table.replace(entry, card, origin=origin)
            case post.NewGame(game, players, options):
                reply = table.new(game, players, options, decks=self._decks(players))
                if reply.ok and isinstance(router.consumer, DeckChoosing):
                    self._given(None)  # whoever began it: now the cards are the game's
                return reply
            case post.Line(text):
                return self.lines(text) if self.lines is not None else None
            case post.Call(do):
                return do()
            case post.Name(card):
                before = router.consumer
                return self._judged(router.name(card), before)
            case post.Expect(card):
                return self._judged(router.expect(card))
            case post.NameTag():
                before = router.consumer
                return self._judged(router.name_tag(message), before)
            case post.TagWritten():
                return self._judged(router.written(message))
            case post.Untaught():
                return self._judged(router.untaught())
            case post.Tick() | post.Called():
                return None
            case post.Stop():
                self._stopped = True
                return None
            case post.CardsGiven(file):
                return router.cards.take_in(file.encode())
            case post.Unmap(reader):
                return router.unbind(reader)
            case _:
                return self._give(message)

    def _give(self, message: AnyMessage) -> Consuming:
        router = self.router
        consumer: Consumer | None = None
        match message:
            case post.Teach(label, cards, packs, printed, writing):
                whole = whole_deck(label, cards, packs)
                consumer = Teaching(router.cards, label, whole, printed=printed, writing=writing)
            case post.Check(label, cards, packs):
                consumer = Checking(label, whole_deck(label, cards, packs))
            case post.TeachCommand(word):
                consumer = CommandTeaching(router.cards, word)
            case post.MapSeat(seat):
                consumer = SeatMapping(seat, router.bind)
            case post.ChooseDeck(seat, keep):
                consumer = DeckChoosing(seat, keep=keep)
            case post.Hold(due):
                consumer = Pause(due)
            case post.Gather(label, count):
                consumer = Gathering(label, count)
        return self._given(consumer)

    def _given(self, consumer: Consumer | None) -> Consuming:
        self.router.give_to(consumer)
        now = self.router.consumer
        news = Consuming(now.name, now.progress)
        self._tell(news)
        return news

    def _judged(self, verdict: Verdict, before: Consumer | None = None) -> Verdict:
        self._tell(verdict)
        if before is not None and before is not self.router.consumer:
            self._tell(Consuming(self.router.consumer.name, self.router.consumer.progress))
        return verdict

    def _moved(self, entry: int | None, way: str) -> Reply | None:
        """A stale undo or redo: the button named a change that is no longer the last."""
        snapshot = self.table.snapshot
        if entry is None or snapshot is None:
            return None
        change = snapshot.undo if way == "undo" else snapshot.redo
        return None if change is not None and change.entry == entry else Reply(snapshot, refusal=Refusal("stale"))

    def _decks(self, players: tuple[Any, ...]) -> dict[str, int]:
        numbers = self.router.cards.numbers()
        return {player.label: numbers[player.label] for player in players if player.label in numbers}

    def _tell(self, news: News) -> None:
        for listener in tuple(self._listeners):
            try:
                listener(news)
            except Exception:  # a listener is a guest
                _log.exception("a listener of the owner failed")
