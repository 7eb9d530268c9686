"""What is plugged in, and who may open it: ports, readers, lamps and buttons, the groups that open devices."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.doctor.finding import Finding, State
from companion.settings import Loaded
from companion.words.devices import device_text
from companion.words.language import N_, translate
from companion.words.say import WORDS, say

Running = Mapping[str, tuple[str, str]]

"""A running table's readers and pods: name → state and what they say of it."""


def serial_ports(loaded: Loaded) -> Iterator[Finding]:
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


def readers(loaded: Loaded) -> Iterator[Finding]:
    """Each reader that is set: opened, and its chip asked."""
    chosen = loaded.settings.hardware.readers
    if not chosen:
        fix = say(N_("write [[hardware.readers]] into companion.toml, or give --reader PORT"))
        yield Finding("readers", "note", say(N_("no reader is set; cards are entered by hand")), fix)
    for reader in chosen:
        yield from _reader(reader.port, reader.kind)


def running_readers(running: Running, loaded: Loaded) -> Iterator[Finding]:
    """What the table's own readers and pods say."""
    if not running:
        yield Finding("readers", "note", say(N_("no reader is set; cards are entered by hand")))
    for name, (status, detail) in running.items():
        state: State = "ok" if status == "ready" else "note" if status == "starting" else "fault"
        said, _, fix = device_text(detail).partition(": ") if state == "fault" else (device_text(detail), "", "")
        yield Finding(f"reader {name}", state, said or translate(WORDS.get(status, status)), fix)


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


def usb(loaded: Loaded) -> Iterator[Finding]:
    """Other programs and kernel drivers that take readers away."""
    from hardware.ports import usb_conflicts

    for name, fix in usb_conflicts().items():
        yield Finding("usb", "note", say(N_("{name} may grab readers"), name=name), device_text(fix))


def pins(loaded: Loaded) -> Iterator[Finding]:
    """Whether this machine has pins and they may be used; a fault only where lamps or buttons are set."""
    from hardware.pins import probe_pins

    found = probe_pins()
    wanted = loaded.settings.hardware.lamps or loaded.settings.hardware.buttons
    fine = found.ok or found.code == "pins-none"
    state: State = "ok" if found.ok else "note" if fine and not wanted else "fault"
    yield Finding("pins", state, device_text(found.detail), device_text(found.fix))


def running_pins(loaded: Loaded) -> Iterator[Finding]:
    """What a running table has on its pins."""
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


def lamps(loaded: Loaded) -> Iterator[Finding]:
    """The lamps that are set, and the command that walks them."""
    chosen = loaded.settings.hardware.lamps
    if chosen:
        told = say(N_("{count} are set; whether they shine only eyes can tell"), count=len(chosen))
        yield Finding("lamps", "note", told, "companion lamps")


GROUPS: Final[Mapping[str, str]] = {
    "dialout": N_("serial ports"),
    "plugdev": N_("USB readers"),
    "gpio": N_("pins"),
    "input": N_("the touch panel"),
    "video": N_("the display and its brightness"),
    "render": N_("the display"),
}


def groups(loaded: Loaded) -> Iterator[Finding]:
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
