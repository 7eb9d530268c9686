"""A table on simulated silicon in one thread: two readers and a pod under the real drivers, and a clock that the test moves."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import pytest
from scripted import SHORT

from companion.devices import Devices, ReaderSpec
from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Owner
from companion.live.router import Router
from companion.live.snapshot import Reply, Snapshot
from companion.live.table import Table
from companion.live.teaching import Verdict
from companion.robots import Company, manners_at
from companion.rules.cards import Card
from companion.rules.game import Leave, Player, Touch, Touched
from companion.rules.games import GAMES
from hardware.simulation.pod import PodLink, SimulatedPod
from hardware.simulation.reader import SimulatedReader, uid_for
from hardware.simulation.tags import Ntag213

TURN = 0.02  # seconds of one turn: the firmware's loop, and the grain of the readers' polls
SHARED, NORTH, POD = "shared", "north", "pod"
PATIENCE = 12.0  # simulated seconds within which a card that lies must have been judged
HANDS = 3  # of Casino War


class Bed:
    """The table: `shared` for everybody, `north` bound to the second player, a pod bound to the first."""

    def __init__(self, game: str, seed: object, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        self.rng = random.Random(f"{game} {seed}")
        self.sims = {SHARED: SimulatedReader(SHARED), NORTH: SimulatedReader(NORTH)}
        self.pod = SimulatedPod()
        monkeypatch.setattr("hardware.pod.SerialPodPort", lambda _path: PodLink(self.pod))
        self.table = Table(GAMES)
        self.owner = Owner(self.table, Router(self.table, Cards()), clock=self.clock)
        self.devices = Devices(self.owner, None, self.clock)
        fewest, most = GAMES[game].seats
        self.players = tuple(Player(name, name) for name in ("Ana", "Bruno", "Cem")[: max(2, min(most, 3, fewest + 1))])
        self.devices.add_reader(ReaderSpec(SHARED), self.sims[SHARED].open)
        self.devices.add_reader(ReaderSpec(NORTH, seat="Bruno"), self.sims[NORTH].open)
        self.devices.add_reader(ReaderSpec(POD, "pod", "Ana"))
        self.devices.connect()
        self.due = [0.0, 0.0]
        self.verdicts: list[Verdict] = []
        self.replies: list[Reply] = []
        self.lifted: set[str] = set()
        self.statuses: dict[str, str] = {}
        self.owner.subscribe(self._hear)
        self.table.subscribe(self.replies.append)
        self.game = game
        self.between: Callable[[Bed, str], None] = lambda _bed, _device: None  # while a card lies that was judged

    def clock(self) -> float:
        return self.now

    def _hear(self, news: Any) -> None:
        if isinstance(news, Verdict):
            self.verdicts.append(news)
        elif isinstance(news, post.DeviceTold):
            self.statuses[news.name] = news.status

    # --- time ------------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """One turn of everything."""
        self.now += TURN
        for at, reader in enumerate(self.devices.readers):
            if self.due[at] <= self.now:
                self.due[at] = self.now + reader.step()
        self.pod.turn(round(self.now * 1000))
        for pod in self.devices.pods:
            pod.step(self.now)
        self.owner.pump()

    def run(self, seconds: float) -> None:
        end = self.now + seconds
        while self.now < end:
            self.turn()

    def until(self, done: Callable[[], bool], seconds: float = PATIENCE) -> float:
        """Turn until something is so; how long it took."""
        begun = self.now
        while not done():
            assert self.now < begun + seconds, self.statuses
            self.turn()
        return self.now - begun

    def ready(self, name: str) -> bool:
        """Whether a device answers."""
        if name == POD:
            return self.devices.pods[0].status == "ready"
        return next(one for one in self.devices.readers if one.name == name).status == "ready"

    # --- hands -----------------------------------------------------------------------------------------------------

    def place(self, name: str, uid: str) -> None:
        if name == POD:
            self.pod.chip.place(Ntag213(uid))
        else:
            self.sims[name].place(uid)

    def lift(self, name: str) -> None:
        if name == POD:
            self.pod.chip.lift()
        else:
            self.sims[name].lift()

    def clear(self, name: str) -> None:
        """Nothing lies there any more, and the table knows."""
        self.lift(name)
        self.run(0.6)

    def where(self, prompt: Touch) -> str:
        """The device at which a card is laid for a prompt: the seat's own, or the shared one."""
        seat = prompt.seat
        return {"Ana": POD, "Bruno": NORTH}.get(seat, SHARED)

    def tap(self, name: str, card: Card) -> Verdict:
        """Lay a card down, hear what became of it, lift it."""
        self.verdicts.clear()
        self.place(name, uid_for(card))
        self.until(lambda: any(one.card == card for one in self.verdicts))
        verdict = next(one for one in self.verdicts if one.card == card)
        self.between(self, name)
        self.clear(name)
        return verdict

    # --- play ------------------------------------------------------------------------------------------------------

    @property
    def shot(self) -> Snapshot:
        assert self.table.snapshot is not None
        return self.table.snapshot

    def start(self) -> None:
        """Devices up, the game begun, every card known."""
        self.until(lambda: all(self.ready(name) for name in (SHARED, NORTH, POD)))
        options = next((dict(one) for key, one in SHORT.items() if self.game.startswith(key)), {})
        assert self.table.new(self.game, self.players, options).ok
        for label in self.shot.game.decks(self.players, self.shot.options):
            for card in self.shot.game.cards(label, self.shot.options):
                self.owner.router.cards.enrol(uid_for(card), card)
        self.company = Company(
            self.shot.game, self.players, self.shot.options, self.rng, manners=manners_at(self.game, self.players)
        )
        self.company.follow(self.shot.state, self.shot.events)

    def step(self) -> str | None:
        """One action of the robots; the device it came by, None for a finger's."""
        report = self.shot.report()
        prompts = [one.prompt for one in self.shot.prompts]
        device = None
        if "bank" in report["players"][0] and report["phase"] == "bets" and report["hand"] > HANDS:
            leaver = next(one["name"] for one in report["players"] if not one.get("out"))
            reply = self.table.submit(Leave(leaver))
        else:
            action = self.company.act(prompts)
            assert action is not None
            if isinstance(action, Touched):
                prompt = next(
                    one for one in prompts if isinstance(one, Touch) and one.label in {action.card.label, "", None}
                )
                device = self.where(prompt)
                verdict = self.tap(device, action.card)
                assert verdict.reply is not None, verdict
                reply = verdict.reply
            else:
                reply = self.table.submit(action)
        assert reply.ok, reply.refusal
        self.company.follow(self.shot.state, reply.events, self.shot.players)
        return device

    def phase(self) -> tuple[Any, ...]:
        """Where the game stands, coarsely: its phase and what is waited for."""
        purposes = {(type(one.prompt).__name__, one.prompt.purpose) for one in self.shot.prompts}
        return self.shot.report().get("phase"), *sorted(purposes)

    def story(self) -> list[Any]:
        """Every action so far, in order."""
        return [record.entry for record in self.shot.history]

    def close(self) -> None:
        self.devices.close()
