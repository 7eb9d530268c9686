"""Tables with a screen: the simulated one and the real one, put together.

The order of a start: the journal is opened and its game resumed, the owner runs, the screen is shown; then `Desk.open` opens the
devices, whose drivers take longer to load than all the rest. Until then they are told as starting.
"""

from __future__ import annotations

import contextlib
import random
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from companion import settings as kept_settings
from companion import words
from companion.devices import Devices, ReaderSpec
from companion.keeping import Keeping
from companion.live.cards import Cards
from companion.live.errors import JournalError
from companion.live.inbox import Owner
from companion.live.router import Router
from companion.live.snapshot import Refusal
from companion.live.table import Table
from companion.people import People
from companion.rules.games import GAMES
from companion.wiring.again import Again
from companion.wiring.front import Front
from companion.wiring.headless import open_journal, open_recording
from companion.wiring.power import Power, Runner, run_command
from companion.wiring.remembered import Remembered
from companion.wiring.seats import FILE, Seats
from companion.words.language import N_
from hardware.backlight import Backlight

if TYPE_CHECKING:
    from companion.live.journal import Journal
    from companion.wiring.care import Examine
    from companion.wiring.simulated import Player
    from ui.facade_devices import FindingView

PLAYED_ON: Final = frozenset(
    {"journal-read-only", "journal-disk-full", "journal-fault"}
)  # the file itself may be sound


class Desk(NamedTuple):
    """A table with everything that a screen needs; `open` opens its devices, whose drivers it loads on the calling thread."""

    front: Front
    owner: Owner
    devices: Devices
    hands: Player | None
    again: Again
    power: Power
    open: Callable[[], None]

    def open_beside(self) -> None:
        """Open the devices on a thread of their own, so that the screen answers meanwhile."""
        threading.Thread(target=self.open, name="devices", daemon=True).start()


def simulated(
    loaded: kept_settings.Loaded,
    journal: Path | None,
    seed: int | None,
    pace: float = 0.6,
    record: Path | None = None,
) -> Desk:
    """A table on simulated hardware, running; its devices are to be opened. A journal that cannot be used ends the program."""
    from companion.wiring.simulated import Player, SimulatedHardware

    table, kept = _table(journal)
    owner = Owner(table, Router(table, Cards()))
    devices = Devices(owner)
    hardware = SimulatedHardware()
    hardware.announce(devices)
    hands = Player(owner, hardware, random.Random(seed), pace)
    people = People(journal.with_name("people.json") if journal else None)
    overrides = journal.with_name(kept_settings.SCREEN_FILE) if journal else None

    def close() -> None:
        hands.close()
        if kept is not None:
            kept.close()

    keeping = _keeping(journal.parent, journal) if journal else None
    again = Again(keeping.files if keeping else {}, _stop_screen)
    front = Front(
        owner,
        devices,
        loaded,
        people,
        overrides=overrides,
        simulator=hands,
        examine=_doctor(devices, loaded),
        on_close=close,
        keeping=keeping,
        journal=kept,
        restart=again,
        remembered=Remembered.begun(),
    )
    hands.changed = front.simulator_changed
    if journal is not None:
        from companion.wiring.sessions import Sessions

        hands.kept = Sessions(journal.parent / "sessions", owner)
    _resume(table, kept)
    owner.tap = open_recording(record, owner)
    owner.start()
    hands.start()
    opened = _opener(front, devices, [partial(hardware.attach, devices)])
    return Desk(front, owner, devices, hands, again, Power(_stop_screen), opened)


def real(
    loaded: kept_settings.Loaded,
    readers: Sequence[ReaderSpec],
    record: Path | None = None,
    run: Runner = run_command,
) -> Desk:
    """A table on the devices of the settings and the command line, running; its devices are to be opened.

    `run` runs the command that switches off.
    """
    chosen = loaded.settings
    folder = chosen.data
    with contextlib.suppress(OSError):  # told by the journal, which cannot be made there either
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    kept, spare, trouble = _kept_or_spare(folder / "journal.db")
    table = Table(GAMES, kept)
    cards, card_troubles = _cards(folder / "cards.toml")
    owner = Owner(table, Router(table, cards))
    devices = Devices(owner)
    specs = [*(ReaderSpec(one.port, one.kind, one.seat) for one in chosen.hardware.readers), *readers]
    for spec in specs:
        devices.announce(spec)
    seats = Seats(folder / FILE)
    for reader, seat in seats.kept.items():
        owner.router.bind(reader, seat)
    owner.router.rebound = lambda: seats.keep(owner.router.seats)
    power = Power(_stop_screen, run)
    keeping = _keeping(folder, folder / "journal.db")

    def close() -> None:
        if kept is not None:
            kept.close()
        if spare is not None:
            spare.cleanup()

    again = Again(keeping.files, _stop_screen)
    front = Front(
        owner,
        devices,
        loaded,
        People(folder / "people.json"),
        overrides=folder / kept_settings.SCREEN_FILE,
        on_close=close,
        keeping=keeping,
        journal=kept,
        restart=again,
        remembered=Remembered.begun(),
        light=Backlight.find(),
        examine=_doctor(devices, loaded),
        power=power,
    )
    _resume(table, kept)
    owner.tap = open_recording(record, owner)
    owner.start()
    for one in (*card_troubles, *filter(None, (trouble,))):
        front.trouble(one)
    owner.subscribe(power.hear)
    adders: list[Callable[[], None]] = [partial(devices.add_reader, spec) for spec in specs]
    adders.append(lambda: _wire_pins(front, devices, chosen.hardware))
    return Desk(front, owner, devices, None, again, power, _opener(front, devices, adders))


def _opener(front: Front, devices: Devices, adders: Sequence[Callable[[], None]]) -> Callable[[], None]:
    """What opens the devices, once; what goes wrong is told on the screen, and by the doctor to the end."""

    def opened() -> None:
        for fault in devices.open(*adders):
            print(f"companion: a device cannot be opened: {fault!r}", file=sys.stderr)
            front.say_trouble(words.say(N_("A device cannot be opened: {reason}"), reason=str(fault) or repr(fault)))

    return opened


def _doctor(devices: Devices, loaded: kept_settings.Loaded) -> Examine:
    """What the screen's doctor looks at."""

    def looked() -> Sequence[FindingView]:
        from companion.doctor import examine
        from companion.wiring.care import finding_views

        return finding_views(examine(running=devices.states(), loaded=loaded))

    return looked


def _keeping(folder: Path, journal: Path) -> Keeping:
    return Keeping(folder, journal=journal, settings=kept_settings.user_file())


def _stop_screen() -> None:
    from ui.app import stop

    stop()


def _table(journal: Path | None) -> tuple[Table, Journal | None]:
    kept = open_journal(journal)
    return Table(GAMES, kept), kept


def _cards(path: Path) -> tuple[Cards, tuple[Refusal, ...]]:
    """The registry and what was wrong with its file; one that cannot be read at all is left alone, and nothing is kept."""
    try:
        cards = Cards.load(path)
    except OSError as error:
        return Cards(), (Refusal("cards-fault", {"reason": str(error)}),)
    return cards, cards.notices


def _kept_or_spare(
    path: Path,
) -> tuple[Journal | None, tempfile.TemporaryDirectory[str] | None, Refusal | None]:
    """The journal; where it cannot be used a copy of it in a temporary folder, or none, and why.

    A table must not stay dark, nor be started again and again, because its disk is read-only or full: the last good state
    is shown and played on, and the screen tells that nothing of it is kept.
    """
    from companion.live.journal import Journal

    try:
        return Journal.open(path), None, None
    except JournalError as error:
        trouble = error.refusal()
        print(f"companion: {words.error_text(error.code, error.params)} [{error.code}]", file=sys.stderr)
    if trouble.code not in PLAYED_ON:
        return None, None, trouble
    spare: tempfile.TemporaryDirectory[str] | None = None
    try:
        spare = tempfile.TemporaryDirectory(prefix="companion-")
        copy = Path(spare.name) / path.name
        for ending in ("", "-wal"):
            one = path.with_name(path.name + ending)
            if one.exists():
                shutil.copyfile(one, copy.with_name(copy.name + ending))
        return Journal.open(copy), spare, trouble
    except OSError as error:  # JournalError is one
        print(f"companion: nothing of the last game can be shown: {error}", file=sys.stderr)
        if spare is not None:
            spare.cleanup()
        return None, None, trouble


def _resume(table: Table, kept: Journal | None) -> None:
    if kept is not None:
        table.resume()


def _wire_pins(front: Front, devices: Devices, wanted: kept_settings.Hardware) -> None:
    """Lamps and buttons on the Pi's pins; a machine without pins is told of it once and plays with the lamps on the screen.

    Pins that are there and cannot be used are told on the screen, too.
    """
    if not wanted.lamps and not wanted.buttons:
        return
    import time

    from hardware.buttons import Buttons, ButtonSpec
    from hardware.pins import LampSpec, open_lamps, probe_pins

    report = probe_pins()
    if not report.ok:
        text = f"{report.detail} {report.fix}".strip()
        print(f"companion: {text}", file=sys.stderr)
        if report.code != "pins-none":
            front.say_trouble(text, report.code)
        return
    specs = [
        LampSpec(f"seat {lamp.seat}" if lamp.seat else "dealer", lamp.pins, lamp.active_high) for lamp in wanted.lamps
    ]
    for setting, lamp in zip(
        wanted.lamps, open_lamps(specs, report.factory, devices.take, time.monotonic()), strict=True
    ):
        devices.add_lamp(lamp, setting.seat)
    if wanted.buttons:
        pressed = [
            ButtonSpec(one.name, one.pin, max(one.hold_s, 0.5) if one.hold_s else None) for one in wanted.buttons
        ]
        buttons = Buttons(pressed, report.factory, devices.take)
        for name, why in buttons.faults.items():
            print(f"companion: the button {name} does not work: {why}", file=sys.stderr)
            front.say_trouble(words.say(N_("The button {name} does not work: {reason}"), name=name, reason=why))
        buttons.start()
        devices.add_closer(buttons.close)
