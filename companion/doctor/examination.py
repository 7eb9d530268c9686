"""The whole examination, and how a terminal is told of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from typing import Final

import msgspec

from companion.doctor import devices, files, machine
from companion.doctor.devices import Running
from companion.doctor.finding import Finding, State, correct, title
from companion.settings import Loaded, SettingsError, load
from companion.words.language import N_, P_, current, use
from companion.words.say import say

MARKS: Final[Mapping[State, str]] = {"ok": "✓", "note": "·", "fault": "✗"}


def examine(words: Sequence[str] = (), running: Running | None = None, loaded: Loaded | None = None) -> list[Finding]:
    """Look at everything; a check that fails itself is a finding too, never the end.

    `running` is what a running table says of its own readers and pods: these ports, its pins and its journal are not opened
    a second time; `loaded` are its settings.
    """
    try:
        loaded = loaded or load(words=words)
    except SettingsError as error:
        return [Finding("settings", "fault", str(error), correct(error.key, error.file))]
    checks: Mapping[str, Callable[[Loaded], Iterator[Finding]]] = {
        "settings": files.settings,
        "data": files.data,
        "journal": files.journal if running is None else files.running_journal,
        "decks": files.decks,
        "port": devices.serial_ports,
        "readers": devices.readers if running is None else partial(devices.running_readers, running),
        "usb": devices.usb,
        "groups": devices.groups,
        "pins": devices.pins if running is None else devices.running_pins,
        "lamps": devices.lamps,
        "display": machine.display,
        "touch": machine.touch,
        "clock": machine.clock_and_power,
    }
    findings: list[Finding] = []
    for what, check in checks.items():
        try:
            findings += check(loaded)
        except Exception as error:  # the doctor must not die of the patient
            findings.append(Finding(what, "fault", say(N_("could not be looked at: {error}"), error=repr(error))))
    return findings


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
