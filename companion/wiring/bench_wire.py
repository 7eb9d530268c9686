"""`companion bench`: a card on the wire, and from the antenna to the lamp, on the real driver and the simulated chip."""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterable
from typing import Any, Final, NamedTuple

from companion.lab.bench import Line, Run, UnmeasurableError, compared
from companion.robots import Company
from companion.rules.cards import Card
from companion.rules.game import Player, Touch
from companion.wiring.demo import NAMES

UID: Final = "04112233445566"
BITS: Final = 10  # on the wire for a byte
BAUD: Final = 115_200
# Estimates of what the chip and the air take (knowledge/hardware.md, section 2): nobody had silicon at hand.
COMMAND_MS: Final = 0.5
SELECT_MS: Final = 12.0
EXCHANGE_MS: Final = 2.0
FIELD_ON_MS: Final = 5.0
PATIENCE: Final = 2.0


class Traffic(NamedTuple):
    """What went over the wire for one card; `fields` is how often the field had to be switched on."""

    commands: int
    milliseconds: float


def traffic(chip: Any, fields: int) -> Traffic:
    """Commands since the counters were reset, and how long they take at 115,200 baud by bytes and estimates."""
    counts = chip.commands
    commands = sum(counts.values())
    wire = 1000 * BITS * (chip.host_bytes + chip.chip_bytes) / BAUD
    air = SELECT_MS * counts["InListPassiveTarget"] + FIELD_ON_MS * fields
    air += EXCHANGE_MS * sum(counts[name] for name in ("InDataExchange", "InCommunicateThru"))
    return Traffic(commands, wire + air + COMMAND_MS * commands)


def ours(known: bool) -> Traffic:
    """A card placed on a reader that polls: until it is told, its number too if the tag is unknown."""
    from hardware.events import CardPlaced
    from hardware.reader import Reader
    from hardware.simulation.reader import SimulatedReader
    from hardware.simulation.tags import Ntag213

    simulated, now = SimulatedReader("bench"), [0.0]
    told: list[Any] = []
    reader = Reader("bench", simulated.open, told.append, is_known=lambda uid: known, clock=lambda: now[0])

    def step() -> None:
        now[0] += max(0.001, reader.step())

    while reader.status != "ready":
        step()
    for _ in range(5):
        step()
    simulated.chip.reset_counters()
    simulated.place(Ntag213(UID, 1234))
    for _ in range(20):
        step()
        placed = [event for event in told if isinstance(event, CardPlaced)]
        if placed:
            break
    else:
        raise UnmeasurableError("the simulated reader told no card")
    assert placed[0].uid == UID
    assert placed[0].payload == (None if known else 1234)
    found = traffic(simulated.chip, 0)
    reader.close()
    return found


def nfcpys() -> Traffic:
    """The same tag by nfcpy's own way: sense, activate, `tag.ndef`."""
    import nfc.clf
    import nfc.tag

    from hardware.simulation.reader import SimulatedReader
    from hardware.simulation.tags import Ntag213

    simulated = SimulatedReader("bench")
    chip, source = simulated.chip, simulated.open()
    front = nfc.clf.ContactlessFrontend()
    front.device = source._device  # type: ignore[attr-defined]  # nfcpy's own device, which its front end would have opened
    front.device._path = "bench"
    chip.place(Ntag213(UID, 1234))
    chip.reset_counters()
    target = front.sense(nfc.clf.RemoteTarget("106A"))
    tag = nfc.tag.activate(front, target)
    if tag is None or tag.ndef is None or tag.ndef.records[0].uri[:3] != "tc:":
        raise UnmeasurableError("nfcpy did not read the simulated tag")
    found = traffic(chip, 1)
    front.close()
    return found


def wire(run: Run) -> Iterable[Line]:
    """Commands and modelled milliseconds, for a known tag and for one that introduces itself."""
    theirs = nfcpys()
    for known, what, commands, milliseconds in (
        (True, "a known card", 4, 35),
        (False, "a card introduced by its payload", 8, 50),
    ):
        found = ours(known)
        yield compared(
            "wire", f"{what}, on the wire", found.commands, "commands", peer="nfcpy tag.ndef", theirs=theirs.commands,
            most=commands,
        )  # fmt: skip
        yield compared(
            "wire", f"{what}, modelled at 115,200 baud", found.milliseconds, "ms", peer="nfcpy tag.ndef",
            theirs=theirs.milliseconds, most=milliseconds, note="air and chip estimated",
        )  # fmt: skip


# --- from the antenna to the lamp ------------------------------------------------------------------------------------

POLL_S: Final = 0.001  # the simulated chip answers at once; a real one takes 18 to 28 ms a poll, which comes on top


class Reveal:
    """Six players of poker in a reveal, on simulated hardware with its real threads: a card of each seat can be laid in turn."""

    def __init__(self) -> None:
        from companion.devices import Devices
        from companion.live import messages as post
        from companion.live.cards import Cards
        from companion.live.inbox import Owner
        from companion.live.router import Router
        from companion.live.table import Table
        from companion.rules.games import GAMES
        from companion.wiring.simulated import SimulatedHardware

        table = Table(GAMES)
        self.owner = Owner(table, Router(table, Cards()))
        self.gone, self.there, self.ready = threading.Event(), threading.Event(), threading.Event()
        self.devices = Devices(self.owner, self._told)
        self.hardware = SimulatedHardware()
        self.hardware.announce(self.devices)
        self.hardware.attach(self.devices, POLL_S)
        self._post = post
        self.owner.start()
        self.devices.start()
        if not self.ready.wait(PATIENCE):
            raise UnmeasurableError("the simulated reader did not get ready")
        begin(self.owner)

    def _told(self, message: Any, result: Any) -> None:
        if isinstance(message, self._post.TagLifted):
            self.gone.set()
        elif isinstance(message, self._post.TagSeen):
            self.there.set()
        elif isinstance(message, self._post.DeviceTold) and message.kind == "reader" and message.status == "ready":
            self.ready.set()

    def lay(self, number: int, waiting: Callable[[], bool]) -> float | None:
        """Lay down a card of the next seat and wait until `waiting` says so; seconds by its own clock, None if it never came."""
        shot = self.owner.table.snapshot
        assert shot is not None
        asked = [one.prompt for one in shot.prompts if isinstance(one.prompt, Touch)]
        prompt = asked[number % len(asked)]
        card = Card(f"{prompt.label}/{'A' if number % 2 else 'K'}{'SHDC'[number // 2 % 4]}")
        self.gone.clear()
        self.there.clear()
        began = time.perf_counter()
        self.hardware.place(card)
        came = waiting()
        spent = time.perf_counter() - began
        self.there.wait(PATIENCE)
        self.hardware.lift(card)
        self.gone.wait(PATIENCE)
        self.owner.ask(self._post.TakeBack(None))
        return spent if came else None

    def close(self) -> None:
        """End all threads."""
        self.devices.close()
        self.owner.stop()


def begin(owner: Any, phase: str = "reveal") -> None:
    """Six players of poker, played by robots until the table is in this phase."""
    from companion.live import messages as post

    players = tuple(Player(name, name) for name in NAMES)
    reply = owner.ask(post.NewGame("casinoya-poker", players, {}))
    assert reply.refusal is None, reply.refusal
    shot = reply.snapshot
    company = Company(shot.game, shot.players, shot.options, random.Random(1))
    while shot.state.phase != phase:
        company.follow(shot.state, shot.events)
        action = company.act([one.prompt for one in shot.prompts])
        assert action is not None
        reply = owner.ask(post.Submit(action))
        assert reply.refusal is None, (action, reply.refusal)
        shot = reply.snapshot


def lamp(run: Run) -> Iterable[Line]:
    """From laying the card to the first change of any lamp's pin."""
    table = Reveal()
    lit = threading.Event()
    assert table.hardware.pins is not None
    table.hardware.pins.watchers.append(lambda pin, level: lit.set())
    quiet = threading.Event()
    times = []
    try:
        for number in range(run.times(120, 6)):
            quiet.wait(0.15)  # the lamps of the last one have calmed down
            lit.clear()
            spent = table.lay(number, lambda: lit.wait(PATIENCE))
            if spent is not None:
                times.append(1000 * spent)
    finally:
        table.close()
    yield from percentiles("lamp", "card placed to lamp", times, 5)


def percentiles(row: str, what: str, times: list[float], most: float, note: str = "") -> Iterable[Line]:
    """Median and 99 % of some milliseconds; only the latter has an aim."""
    if not times:
        raise UnmeasurableError("nothing came of any card")
    times = sorted(times)
    note = note or f"{len(times)} cards, polled each ms"
    yield compared(row, f"{what}, median", times[len(times) // 2], "ms", note=note)
    yield compared(row, f"{what}, 99 %", times[min(len(times) - 1, len(times) * 99 // 100)], "ms", most=most)
