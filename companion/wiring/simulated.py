"""A table on simulated hardware: the real drivers on a chip made of Python, a hand that moves cards, and robots.

Every card of a robot, of the panel and of the demo is laid on the simulated antenna and lifted from it; there is no other way in.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Mapping
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Final

from companion.devices import Devices, ReaderSpec
from companion.live import messages as post
from companion.live.inbox import Owner
from companion.live.pause import Pause
from companion.live.snapshot import Origin, Reply, Snapshot, Standing
from companion.live.teaching import Gathering, Verdict
from companion.rules.cards import Card
from companion.rules.game import DEALER, TABLE, Touch, Touched
from companion.words import P_, say
from hardware.simulation.reader import SimulatedReader, uid_for
from hardware.simulation.tags import Ntag213
from ui.facade import Fault

if TYPE_CHECKING:
    from companion.robots import Company
    from companion.wiring.sessions import Sessions
    from hardware.simulation.pins import SimulatedPins

READER: Final = "simulated PN532"
SEATS: Final = 6
POLL_EVERY: Final = 0.03  # as often as a real PN532 can be asked: three polls without the card and it is gone
GONE_S: Final = 0.4  # seconds after which a lifted card has been missed
PATIENCE: Final = 2.0  # seconds a hand waits for a card to be read before it lifts it again
ROBOT: Final = Origin("robot")


class SimulatedHardware:
    """One reader and a lamp for every seat and the dealer, all simulated.

    The lamps' library is loaded when they are attached, which may be after the table is shown: then it is `announced` before.
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self.reader = SimulatedReader(READER)
        self.pins: SimulatedPins | None = None  # until they are attached
        self._clock = clock
        self._enrolled: set[str] = set()

    def announce(self, devices: Devices) -> None:
        """The table has this reader from now on; its cards are known as soon as a game has them."""
        devices.announce(ReaderSpec(READER))
        devices.owner.table.subscribe(lambda reply: self.know(reply.snapshot, devices.owner))

    def attach(self, devices: Devices, poll_every: float = POLL_EVERY) -> None:
        """Give the devices of a table to which it was announced this reader and these lamps."""
        from hardware.pins import LampSpec, open_lamps
        from hardware.simulation.pins import SimulatedPins

        devices.add_reader(ReaderSpec(READER), self.reader.open)
        devices.readers[-1].poll_every = poll_every
        self.pins = SimulatedPins()
        specs = [
            LampSpec(f"seat {place}" if place else DEALER, tuple(range(3 * place, 3 * place + 3)))
            for place in range(SEATS + 1)
        ]
        for place, lamp in enumerate(open_lamps(specs, self.pins, devices.take, self._clock())):
            devices.add_lamp(lamp, place)

    def know(self, snapshot: Snapshot | None, owner: Owner) -> None:
        """Teach the registry the tags of every deck on the table; through the inbox, so that a recording has them."""
        if snapshot is None:
            return
        for label in snapshot.game.decks(snapshot.players, snapshot.options):
            deck = snapshot.game.cards(label, snapshot.options)
            new = [card for card in deck if card not in self._enrolled]
            if new:
                lines = "".join(f'"{uid_for(card)}" = "{card.rpartition("/")[2]}"\n' for card in new)
                quoted = label.replace("\\", "\\\\").replace('"', '\\"')
                owner.post(post.CardsGiven(f'["{quoted}"]\n{lines}'))
                self._enrolled.update(new)

    def place(self, card: Card) -> None:
        """Lay a card on the antenna."""
        self.reader.place(Ntag213(uid_for(card)))

    def lift(self, card: Card) -> None:
        """Take it away."""
        self.reader.lift(uid_for(card))


class Player(threading.Thread):
    """The hands at a simulated table: robots that answer prompts, and cards that people let be tapped.

    Runs on a thread of its own; implements `ui.facade.Simulator` for the panel. `pace` is the seconds between two actions of
    robots.
    """

    def __init__(self, owner: Owner, hardware: SimulatedHardware, rng: random.Random, pace: float = 0.6) -> None:
        super().__init__(name="simulated hands", daemon=True)
        self.owner, self.hardware, self.rng, self._pace = owner, hardware, rng, pace
        self.kept: Sessions | None = None  # where sessions are recorded, if anywhere
        self.patience = PATIENCE
        self.changed: Callable[[], None] = lambda: None
        self._jobs: SimpleQueue[Reply | Callable[[], None] | None] = SimpleQueue()
        self._robots: dict[str, bool] = {}
        self._faults: set[Fault] = set()
        self._company: Company | None = None
        self._seen: Snapshot | None = None
        self._dealing: set[str] = set()
        self._last: Card | None = None
        self._closing = threading.Event()
        self._tried: tuple[int, int] = (-1, 0)
        self._there = threading.Event()  # the reader answers
        self._waiting = ""  # the tag that a hand holds on the reader
        self._judged = threading.Event()
        owner.table.subscribe(self._jobs.put)
        owner.subscribe(self._news)

    # --- what the panel asks for (ui.facade.Simulator) -------------------------------------------------------------------

    def decks(self) -> Mapping[str, tuple[Card, ...]]:
        """The cards of each deck on the table, by label."""
        shot = self.owner.table.snapshot
        if shot is None:
            return {}
        return {label: shot.game.cards(label, shot.options) for label in shot.game.decks(shot.players, shot.options)}

    def lying(self) -> tuple[Card, ...]:
        """Cards that lie on the reader now."""
        known = self.owner.router.cards
        cards = (known.card_of(uid) for uid in self.hardware.reader.lying)
        return tuple(card for card in cards if card is not None)

    def tap(self, card: Card, reader: str = "") -> None:
        """Place the card, wait until it was read, lift it."""
        self._jobs.put(lambda: self._tap(card))

    def place(self, card: Card, reader: str = "") -> None:
        """Put a card on the reader and leave it there."""
        self.hardware.place(card)
        self.changed()

    def lift(self, card: Card) -> None:
        """Take a card away."""
        self.hardware.lift(card)
        self.changed()

    def deal(self, seat: str) -> int:
        """Tap random cards for what `seat` still owes to the standing touch prompt; how many were queued."""
        shot = self.owner.table.snapshot
        owed = (
            [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.seat == seat]
            if shot
            else []
        )
        if owed:
            self._jobs.put(lambda: self._dealing.add(seat))
        return sum(prompt.count for prompt in owed)

    def robots(self) -> Mapping[str, bool]:
        """Whether a robot plays for each seat."""
        shot = self.owner.table.snapshot
        return {player.name: self._robots.get(player.name, False) for player in (shot.players if shot else ())}

    def set_robot(self, seat: str, on: bool) -> None:
        """Let a robot play for the seat, or stop it."""
        self._robots[seat] = on
        self._jobs.put(lambda: None)
        self.changed()

    def set_pace(self, seconds: float) -> None:
        """Let robots play slower or faster."""
        self._pace = seconds
        self._jobs.put(lambda: None)
        self.changed()

    def pace(self) -> float:
        """Seconds between two actions of robots."""
        return self._pace

    def recording(self) -> bool:
        """Whether this session is being recorded."""
        return self.kept is not None and self.kept.recording

    def record(self, on: bool) -> None:
        """Begin or end a recording."""
        if self.kept is not None:
            self.kept.record(on)
            self.changed()

    def sessions(self) -> tuple[str, ...]:
        """Recorded sessions, the newest first."""
        return self.kept.names() if self.kept is not None else ()

    def show_session(self, name: str) -> None:
        """Play a recorded session again in a window of its own."""
        if self.kept is not None:
            self.kept.show(name)

    def faults(self) -> frozenset[Fault]:
        """Faults in force."""
        return frozenset(self._faults)

    def set_fault(self, fault: Fault, on: bool) -> None:
        """Unplug the reader, garble its bytes or make it silent; or end that."""
        reader = self.hardware.reader
        if fault == "unplug":
            (reader.unplug if on else reader.replug)()
        elif fault == "silence":
            reader.mute(on)
        else:
            reader.faults.babble(self.rng.randrange(1 << 30) if on else None)
        (self._faults.add if on else self._faults.discard)(fault)
        self.changed()

    def two_cards(self) -> None:
        """Put two random cards on the reader at once."""
        self._lay(2)

    def leave_lying(self) -> None:
        """Put a random card on the reader and leave it there."""
        self._lay(1)

    def clear(self) -> None:
        """Take everything off the reader and end all faults."""
        self.hardware.reader.lift()
        self.hardware.reader.replug()
        self.hardware.reader.heal()
        self._faults.clear()
        self.changed()

    def describe(self) -> str:
        """What is simulated, in few words."""
        shot = self.owner.table.snapshot
        lamps = len(shot.players) if shot else SEATS
        return "PN532 · " + say(P_("{count} lamp", "{count} lamps", "count"), count=lamps)

    def _lay(self, count: int) -> None:
        everything = [card for deck in self.decks().values() for card in deck]
        for card in self.rng.sample(everything, min(count, len(everything))):
            self.hardware.place(card)
        self.changed()

    # --- the thread --------------------------------------------------------------------------------------------------------

    def run(self) -> None:
        """Do what people ask for, and play for the robots."""
        while not self._closing.is_set():
            try:
                job = self._jobs.get(timeout=self._pace if self._must_play() else None)
            except Empty:
                self._play()
                continue
            if job is None:
                return
            if isinstance(job, Reply):
                self._hear(job)
            else:
                job()
            if self._dealing:
                self._play()

    def close(self) -> None:
        """End the thread."""
        self._closing.set()
        self._jobs.put(None)
        if self.is_alive() and threading.current_thread() is not self:
            self.join(3 * PATIENCE)

    def _news(self, news: object) -> None:
        """What became of the card on the reader; and the reader comes and goes: what robots had given up is tried again."""
        if isinstance(news, Verdict) and (news.uid == self._waiting or news.consumer == Gathering.name):
            self._judged.set()
        elif isinstance(news, post.DeviceTold) and news.name == READER:
            if news.status in {"lost", "closed"}:
                self._there.clear()
            elif news.status in {"ready", "clear"}:
                self._there.set()
                self._jobs.put(self._forget_refusals)

    def _forget_refusals(self) -> None:
        self._tried = (-1, 0)

    def _hear(self, reply: Reply) -> None:
        shot = reply.snapshot
        if shot is None or reply.refusal is not None:
            return
        if self._company is None or self._seen is None or self._is_new(shot):
            from companion.robots import Company, manners_at, skills_at  # loads the robots of every game

            manners, skills = manners_at(shot.name, shot.players), skills_at(shot.name, shot.players)
            self._company = Company(shot.game, shot.players, shot.options, self.rng, skills, manners=manners, whims=0.0)
        self._seen = shot
        self._company.follow(shot.state, reply.events, shot.players)
        self._company.seats = self._seats(shot)

    def _is_new(self, shot: Snapshot) -> bool:
        old = self._seen
        return old is None or shot.game is not old.game or shot.entries == 0 or shot.options != old.options

    def _seats(self, shot: Snapshot) -> frozenset[str]:
        """The seats robots play for now; the dealer and the table too where nobody else is there."""
        mine = {player.name for player in shot.players if self._robots.get(player.name)}
        if len(mine) == len(shot.players):
            mine |= {DEALER, TABLE}
        return frozenset(mine)

    def _must_play(self) -> bool:
        shot, company = self._seen, self._company
        if shot is None or company is None or shot.outcome is not None:
            return False
        company.seats = self._seats(shot)
        if self._tried == (shot.serial, 3):  # refused three times over: something is in the way, a fault or a person
            return False
        return any(company.plays(one.prompt.seat) and not one.prompt.optional for one in shot.prompts)

    def _play(self) -> None:
        """One action of a robot, or the next card that is to be dealt for somebody."""
        shot, company = self._seen, self._company
        if shot is None or company is None or shot is not self.owner.table.snapshot:
            return
        if isinstance(self.owner.router.consumer, Pause):  # people put the cards away; where there are none, robots do
            if len(self._seats(shot)) > len(shot.players):
                self.owner.post(post.ChoresDone())
            return
        self._tried = (shot.serial, self._tried[1] + 1 if self._tried[0] == shot.serial else 1)
        asked = [one for one in shot.prompts if isinstance(one.prompt, Touch) and one.prompt.seat in self._dealing]
        if self._dealing and not asked:
            self._dealing.clear()
            return
        if asked:
            prompt = asked[0].prompt
            assert isinstance(prompt, Touch)
            if self.owner.router.private:
                self._lay_privately(company, prompt.seat)
                return
            self._tap(company.card(prompt))
            return
        company.seats = self._seats(shot)
        action = company.act([one.prompt for one in shot.prompts])
        if isinstance(action, Touched):
            self._tap(action.card)
        elif action is not None:
            self.owner.ask(post.Submit(action, ROBOT, _answered(shot, action)))

    def _lay_privately(self, company: Company, seat: str) -> None:
        """The cards of a seat's hand while its player lays them for the private split: the table says nothing in between."""
        for card in company.decks.hand(seat):
            if self.owner.router.private and not self._closing.is_set():
                self._tap(card)
        self._dealing.discard(seat)

    def _tap(self, card: Card) -> None:
        """Lay the card down until the table has answered, or patience ends, then lift it."""
        self._there.wait(self.patience)
        if card == self._last:
            self._closing.wait(GONE_S)  # it must be missed before it is a new presence
        self._last, self._waiting = card, uid_for(card)
        self._judged.clear()
        self.hardware.place(card)
        self.changed()
        self._judged.wait(self.patience)
        self.hardware.lift(card)
        self.changed()


def _answered(shot: Snapshot, action: object) -> Standing | None:
    seat, purpose = getattr(action, "seat", ""), getattr(action, "purpose", None)
    for one in shot.prompts:
        if one.prompt.seat == seat and purpose in (None, one.prompt.purpose) and not isinstance(one.prompt, Touch):
            return one
    return None
