"""`companion doctor`: everything a table needs, each with its state and the exact fix."""

from __future__ import annotations

import os
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, Literal

import msgspec

from companion.settings import Loaded, SettingsError, load
from companion.words.devices import device_text
from companion.words.language import N_, P_, current, decimal, translate, use
from companion.words.say import WORDS, say

State = Literal["ok", "note", "fault"]
MARKS: Final[Mapping[State, str]] = {"ok": "✓", "note": "·", "fault": "✗"}
LITTLE: Final = 50_000_000  # bytes that should be free for journals and archives
EARLIEST: Final = 1_735_689_600  # 2025-01-01: a clock before that was never set


Running = Mapping[str, tuple[str, str]]
"""A running table's readers and pods: name → state and what they say of it."""


class Finding(msgspec.Struct, frozen=True):
    """One thing looked at: `what` it is, its `state`, what was seen, and what to do (empty: nothing)."""

    what: str
    state: State
    detail: str
    fix: str = ""


def report(words: Sequence[str], *, as_json: bool) -> int:
    """Print what was found; status 1 if something must be mended."""
    spoken = current()
    if as_json:
        use("en")  # programs read it
    try:
        findings = examine(words)
    finally:
        use(spoken)
    faults = sum(one.state == "fault" for one in findings)
    if as_json:
        print(msgspec.json.encode({"faults": faults, "findings": findings}).decode())
        return 1 if faults else 0
    width = max(len(title(one)) for one in findings)
    for one in findings:
        print(f"{MARKS[one.state]} {title(one):<{width}}  {one.detail}")
        if one.fix:
            print(f"  {'':<{width}}  → {one.fix}")
    print(say(P_("{count} to mend.", "{count} to mend.", "count"), count=faults) if faults else say(N_("All is well.")))
    return 1 if faults else 0


WHAT: Final[Mapping[str, str]] = {
    "settings": N_("settings"),
    "data": N_("data"),
    "disk": N_("disk"),
    "journal": N_("journal"),
    "decks": N_("decks"),
    "port": N_("port"),
    "uart": N_("UART"),
    "readers": N_("readers"),
    "reader": N_("reader"),
    "usb": N_("USB"),
    "groups": N_("groups"),
    "pins": N_("pins"),
    "lamps": N_("lamps"),
    "display": N_("display"),
    "touch": N_("touch panel"),
    "clock": N_("clock"),
    "power": N_("power"),
    "doctor": N_("doctor"),
}


def title(finding: Finding) -> str:
    """What was looked at, in the language in use; `finding.what` itself is English, for programs.

    >>> title(Finding("reader /dev/nfc-p1", "ok", ""))
    'reader /dev/nfc-p1'
    """
    kind, blank, name = finding.what.partition(" ")
    return translate(WHAT.get(kind, kind)) + blank + name


def examine(words: Sequence[str] = (), running: Running | None = None, loaded: Loaded | None = None) -> list[Finding]:
    """Look at everything; a check that fails itself is a finding too, never the end.

    `running` is what a running table says of its own readers and pods: these ports, its pins and its journal are not opened
    a second time; `loaded` are its settings.
    """
    try:
        loaded = loaded or load(words=words)
    except SettingsError as error:
        return [Finding("settings", "fault", str(error), _correct(error.key, error.file))]
    findings: list[Finding] = [_settings(loaded)]
    checks: Sequence[Callable[[Loaded], Iterator[Finding]]] = (
        _data,
        _journals if running is None else _running_journal,
        _decks,
        _ports,
        _readers if running is None else partial(_running_readers, running),
        _usb,
        _groups,
        _pins if running is None else _running_pins,
        _lamps,
        _display,
        _touch,
        _machine,
    )
    for check in checks:
        try:
            findings += check(loaded)
        except Exception as error:  # the doctor must not die of the patient
            name = getattr(check, "__name__", "readers").strip("_")
            findings.append(Finding(name, "fault", say(N_("could not be looked at: {error}"), error=repr(error))))
    return findings


def _correct(key: str, path: object) -> str:
    """What to correct in a file."""
    if key:
        return say(N_("correct {key} in {file}"), key=key, file=path)
    return say(N_("correct the file {file}"), file=path)


def _settings(loaded: Loaded) -> Finding:
    sources = sorted({one.source for one in loaded.origins} - {"default"})
    return Finding(
        "settings", "ok", say(N_("from {sources}"), sources=", ".join(sources)) if sources else say(N_("all defaults"))
    )


def _data(loaded: Loaded) -> Iterator[Finding]:
    folder = loaded.settings.data
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        yield Finding(
            "data",
            "fault",
            say(N_("{path} cannot be written"), path=existing),
            say(N_("give this user {folder}, or set files.data"), folder=folder),
        )
        return
    free = shutil.disk_usage(existing).free
    megabytes = free // 1_000_000
    if free < LITTLE:
        little = say(N_("{folder}: only {free} MB are free"), folder=folder, free=megabytes)
        yield Finding("data", "fault", little, say(N_("make room on this disk")))
    else:
        yield Finding("data", "ok", say(N_("{folder}: {free} MB are free"), folder=folder, free=megabytes))
    yield _durable(existing)


def _journals(loaded: Loaded) -> Iterator[Finding]:
    yield from _journal(loaded.settings.data / "journal.db")


def _running_journal(loaded: Loaded) -> Iterator[Finding]:
    path = loaded.settings.data / "journal.db"
    if path.exists():
        yield Finding("journal", "ok", say(N_("open in this table, {size} kB"), size=path.stat().st_size // 1000))
    else:
        yield Finding("journal", "note", say(N_("this table keeps nothing")))


def _durable(folder: Path) -> Finding:
    """How long the disk takes to keep something for good: what each action waits for."""
    probe = folder / f".companion-probe-{os.getpid()}"
    begun = time.perf_counter()
    try:
        with probe.open("wb") as file:
            file.write(b"probe")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Finding(
            "disk",
            "fault",
            say(N_("nothing can be kept in {folder}: {error}"), folder=folder, error=error),
            say(N_("look for a full or read-only disk")),
        )
    finally:
        probe.unlink(missing_ok=True)
    took = time.perf_counter() - begun
    return Finding(
        "disk", "ok" if took < 0.5 else "note", say(N_("keeps a write in {time} ms"), time=decimal(1000 * took, 1))
    )


def _journal(path: Path) -> Iterator[Finding]:
    if not path.exists():
        yield Finding("journal", "note", say(N_("no game has been kept yet")))
        return
    from companion.live.errors import JournalError
    from companion.live.journal import Journal
    from companion.words import error_text

    try:
        with Journal.open(path) as journal:
            kept = journal.last()
    except JournalError as error:
        busy = error.code == "journal-locked"
        fix = "" if busy else say(N_("the last good state is kept; move the file away to begin a new one"))
        yield Finding("journal", "note" if busy else "fault", error_text(error.code, error.params), fix)
        return
    if kept is None:
        yield Finding("journal", "note", say(N_("no game has been kept yet")))
    else:
        yield Finding(
            "journal",
            "ok",
            say(
                P_("{game}, {count} entry", "{game}, {count} entries", "count"),
                game=kept.header.game,
                count=len(kept.entries),
            ),
        )


def _decks(loaded: Loaded) -> Iterator[Finding]:
    from companion.live.cardfile import read_cards
    from companion.live.cards import Cards
    from companion.live.errors import CardsError
    from companion.words import error_text

    path = loaded.settings.data / "cards.toml"
    if not path.exists():
        yield Finding("decks", "note", say(N_("no deck is taught yet")), "companion cards teach LABEL --reader PORT")
        return
    try:
        read_cards(path.read_bytes())
    except CardsError as error:
        yield Finding("decks", "fault", error_text(error.code, error.params), _correct("", path))
        return
    cards = Cards.load(path)
    for label in cards.labels():
        count = len(cards.deck(label))
        whole = count == 54 or count % 52 == 0
        fix = "" if whole else f"companion cards audit {label}"
        yield Finding(
            "decks",
            "ok" if whole else "note",
            say(P_("{label}: {count} card", "{label}: {count} cards", "count"), label=label, count=count),
            fix,
        )


def _ports(loaded: Loaded) -> Iterator[Finding]:
    """Serial ports by their most stable name, and who holds them."""
    from hardware import ports

    for port in ports.find_ports():
        held = ", ".join(f"{one.name} ({one.pid})" for one in ports.holders(port.path) if one.pid != os.getpid())
        found = f"{port.stable} ({port.what})"
        if held:
            found = say(N_("{port}, held by {who}"), port=found, who=held)
        yield Finding("port", "note" if held else "ok", found)
    uart = ports.pi_uart()
    if uart is not None and uart.fix:
        yield Finding("uart", "note", f"{uart.model}: {uart.path}", device_text(uart.fix))


def _readers(loaded: Loaded) -> Iterator[Finding]:
    chosen = loaded.settings.hardware.readers
    if not chosen:
        fix = say(N_("write [[hardware.readers]] into companion.toml, or give --reader PORT"))
        yield Finding("readers", "note", say(N_("no reader is set; cards are entered by hand")), fix)
    for reader in chosen:
        yield from _reader(reader.port, reader.kind)


def _running_readers(running: Running, loaded: Loaded) -> Iterator[Finding]:
    """What the table's own readers and pods say."""
    if not running:
        yield Finding("readers", "note", say(N_("no reader is set; cards are entered by hand")))
    for name, (status, detail) in running.items():
        state: State = "ok" if status == "ready" else "note" if status == "starting" else "fault"
        said, _, fix = device_text(detail).partition(": ") if state == "fault" else (device_text(detail), "", "")
        yield Finding(f"reader {name}", state, said or translate(WORDS.get(status, status)), fix)


def _running_pins(loaded: Loaded) -> Iterator[Finding]:
    wanted = loaded.settings.hardware
    if wanted.lamps or wanted.buttons:
        yield Finding(
            "pins",
            "ok",
            say(
                N_("{lamps} lamps and {buttons} buttons are set; the lamp walk shows them"),
                lamps=len(wanted.lamps),
                buttons=len(wanted.buttons),
            ),
        )
    else:
        yield Finding("pins", "note", say(N_("no lamp or button is set")))


def _lamps(loaded: Loaded) -> Iterator[Finding]:
    lamps = loaded.settings.hardware.lamps
    if lamps:
        told = say(N_("{count} are set; whether they shine only eyes can tell"), count=len(lamps))
        yield Finding("lamps", "note", told, "companion lamps")


GROUPS: Final[Mapping[str, str]] = {
    "dialout": N_("serial ports"),
    "plugdev": N_("USB readers"),
    "gpio": N_("pins"),
    "input": N_("the touch panel"),
    "video": N_("the display and its brightness"),
    "render": N_("the display"),
}


def _groups(loaded: Loaded) -> Iterator[Finding]:
    """The groups that open devices to a user; those that this machine does not have are not needed."""
    if not sys.platform.startswith("linux"):
        return
    import grp
    import pwd

    if os.geteuid() == 0:
        yield Finding("groups", "ok", say(N_("root may open everything")))
        return
    user = pwd.getpwuid(os.geteuid()).pw_name
    mine = {*os.getgroups(), os.getegid()}
    for name, why in GROUPS.items():
        try:
            group = grp.getgrnam(name)
        except KeyError:
            continue
        if group.gr_gid in mine:
            continue
        if user in group.gr_mem:
            later = say(N_("{group} ({why}) counts from the next login on"), group=name, why=translate(why))
            yield Finding("groups", "note", later, say(N_("log out and in again")))
        else:
            missing = say(N_("{user} is not in {group} ({why})"), user=user, group=name, why=translate(why))
            yield Finding("groups", "note", missing, f"sudo usermod -aG {name} {user}")
    if all(grp_id in mine for grp_id in _known_groups(grp)):
        yield Finding("groups", "ok", say(N_("this user may open every device")))


def _known_groups(grp: Any) -> list[int]:
    return [one.gr_gid for one in grp.getgrall() if one.gr_name in GROUPS]


def _reader(port: str, kind: str) -> Iterator[Finding]:
    """Open one reader and ask the chip who it is."""
    from hardware import ports
    from hardware.errors import HardwareError

    what = f"reader {port}"
    if kind == "pod":
        yield Finding(what, "note", say(N_("a seat pod: it tells of itself when the table runs")))
        return
    from hardware.nfc import open_source

    others = ports.holders(ports.resolve(port)) if port.startswith("/") else ()
    if others:
        held = ", ".join(f"{one.name} ({one.pid})" for one in others)
        yield Finding(
            what, "note", say(N_("in use by {who}"), who=held), say(N_("stop it to have the reader looked at"))
        )
        return
    try:
        source = open_source(port, kind)  # type: ignore[arg-type]  # the settings have checked the kind
    except HardwareError as error:
        yield Finding(what, "fault", device_text(str(error)))
        return
    try:
        source.health()
        yield Finding(what, "ok", device_text(source.description))
    except Exception as error:
        yield Finding(
            what,
            "fault",
            say(N_("opened, but does not answer: {error}"), error=device_text(str(error))),
            say(N_("check its wiring and its switches for HSU")),
        )
    finally:
        source.close()


def _usb(loaded: Loaded) -> Iterator[Finding]:
    from hardware.ports import usb_conflicts

    for name, fix in usb_conflicts().items():
        yield Finding("usb", "note", say(N_("{name} may grab readers"), name=name), device_text(fix))


def _pins(loaded: Loaded) -> Iterator[Finding]:
    from hardware.pins import probe_pins

    found = probe_pins()
    wanted = loaded.settings.hardware.lamps or loaded.settings.hardware.buttons
    fine = found.ok or found.code == "pins-none"
    state: State = "ok" if found.ok else "note" if fine and not wanted else "fault"
    yield Finding("pins", state, device_text(found.detail), device_text(found.fix))


def _display(loaded: Loaded) -> Iterator[Finding]:
    from ui.app import has_display

    here = has_display()
    told = say(N_("a window can be opened")) if here else say(N_("no display; headless and demo work"))
    yield Finding("display", "ok" if here else "note", told)
    if sys.platform.startswith("linux"):
        import ctypes

        for library, package in (("libGL.so.1", "libgl1"), ("libEGL.so.1", "libegl1")):
            try:
                ctypes.CDLL(library)
            except OSError:
                yield Finding(
                    "display", "fault", say(N_("{what} is missing"), what=library), f"apt-get install {package}"
                )


def _touch(loaded: Loaded) -> Iterator[Finding]:
    """Panels that can be touched, and whether they may be read; every part of one is tried on the screen's touch grid."""
    panels = [event for event in sorted(Path("/sys/class/input").glob("event*")) if _is_touch(event)]
    for event in panels:
        device, name = Path("/dev/input") / event.name, (event / "device" / "name").read_text().strip()
        if os.access(device, os.R_OK):
            yield Finding(
                "touch",
                "ok",
                say(
                    N_("{name} ({device}); try every part of it on Settings, Doctor, Touch grid"),
                    name=name,
                    device=device,
                ),
            )
        else:
            unread = say(N_("{name}: {device} cannot be read"), name=name, device=device)
            yield Finding("touch", "fault", unread, say(N_("put this user into the group input")))


def _is_touch(event: Path) -> bool:
    """Whether an input device reports positions of several fingers (ABS_MT_POSITION_X, bit 53) or of one (ABS_X and BTN_TOUCH)."""
    try:
        bits = [int(word, 16) for word in (event / "device" / "capabilities" / "abs").read_text().split()]
    except (OSError, ValueError):
        return False
    width = 64 if sys.maxsize > 2**32 else 32
    total = sum(word << width * at for at, word in enumerate(reversed(bits)))
    return bool(total >> 53 & 1)


def _machine(loaded: Loaded) -> Iterator[Finding]:
    if time.time() < EARLIEST:
        yield Finding("clock", "note", say(N_("was never set; games do not need it, dates in the log will be wrong")))
    else:
        yield Finding("clock", "ok", time.strftime("%Y-%m-%d %H:%M"))
    throttled = Path("/sys/devices/platform/soc/soc:firmware/get_throttled")
    if throttled.exists():
        bits = int(throttled.read_text(), 16)
        if bits & 1:
            fix = say(N_("use the supply of this Raspberry Pi and a short cable"))
            yield Finding("power", "fault", say(N_("under-voltage now")), fix)
        elif bits & 1 << 16:
            yield Finding(
                "power", "note", say(N_("there was under-voltage since the start")), say(N_("use a stronger supply"))
            )
        else:
            yield Finding("power", "ok", say(N_("steady")))
