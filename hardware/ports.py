"""Where readers and pods are plugged in, who else holds the port, and what exactly to do about it.

Everything is read from ``/dev``, ``/proc``, ``/sys`` and ``/etc/group`` below one root that is passed in, so tests lay out a
machine in a folder. Ports are only listed here, never opened: probing strange devices harms them (failures.md, row 15).
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, NamedTuple

import serial.tools.list_ports

from hardware.errors import (
    DeviceBusyError,
    DeviceError,
    DeviceForbiddenError,
    DeviceMissingError,
    DriverMissingError,
)

ROOT: Final = Path("/")
ALIAS_PREFIXES: Final = ("nfc-", "pod-")
"""Names that our udev rules give to a socket; without an underscore, which nfcpy could not parse (failures.md, row 16)."""

_SERIAL_NAME: Final = re.compile(r"^tty(USB|ACM|AMA)\d+$")
_MISSING: Final = (errno.ENOENT, errno.ENODEV, errno.ENXIO)
_BUSY: Final = (errno.EBUSY, errno.EAGAIN)
_PI_5: Final = ("Raspberry Pi 5", "Raspberry Pi Compute Module 5")


class SerialPort(NamedTuple):
    """A serial port: ``path`` as the kernel named it, ``stable`` the name to put into settings, ``what`` for people."""

    path: str
    stable: str
    what: str


class Holder(NamedTuple):
    """A process that has a port open."""

    pid: int
    name: str


class Uart(NamedTuple):
    """The UART for a PN532 on a Raspberry Pi's pins: its path, and what to change first, if anything."""

    model: str
    path: str
    fix: str


# -- finding ---------------------------------------------------------------------------------------------------------------


def find_ports(root: Path = ROOT) -> tuple[SerialPort, ...]:
    """The serial ports that a reader or pod may be on, each with its most stable name."""
    if root == ROOT and not sys.platform.startswith("linux"):
        return tuple(SerialPort(p.device, p.device, p.description) for p in serial.tools.list_ports.comports())
    names = sorted(
        (e.name for e in _entries(root / "dev") if _SERIAL_NAME.match(e.name)), key=lambda name: (len(name), name)
    )
    return tuple(SerialPort(f"/dev/{name}", stable_name(f"/dev/{name}", root), _what(name, root)) for name in names)


def stable_name(path: str, root: Path = ROOT) -> str:
    """The name that still means this socket or adapter after a replug: our alias, else by-id, else by-path, else the path.

    A by-id name without a serial number is no name where a second adapter of its kind is plugged in (CH340): then by-path.
    """
    links = {link: target for link, target in _links(root) if target == path}
    for prefix in ALIAS_PREFIXES:
        for link in sorted(links):
            if link.startswith(f"/dev/{prefix}"):
                return link
    by_id = sorted(link for link in links if "/by-id/" in link)
    by_path = sorted(link for link in links if "/by-path/" in link)
    if _has_twin(path, root):
        return (by_path or [path])[0]
    return (by_id or by_path or [path])[0]


def resolve(name: str, root: Path = ROOT) -> str:
    """The path behind a name in the settings: ``uart`` is the Pi's own, a bare alias lies in /dev, anything else stays as it is."""
    if name == "uart":
        uart = pi_uart(root)
        if uart is None:
            raise DeviceMissingError(
                "This is not a Raspberry Pi, so there is no 'uart': name the port, as /dev/ttyUSB0 or COM3."
            )
        return uart.path
    if name.startswith(ALIAS_PREFIXES):
        return f"/dev/{name}"
    return name


def pi_uart(root: Path = ROOT) -> Uart | None:
    """The UART on pins 8 and 10, chosen by the model and never by ``serial0``; None where this is no Raspberry Pi.

    On a Pi 5 ``serial0`` is the debug connector; on models with Bluetooth the good UART may be Bluetooth's (failures.md, row 13).
    """
    model = _text(root / "proc/device-tree/model").strip("\0 \n")
    if not model.startswith("Raspberry Pi"):
        return None
    if model.startswith(_PI_5):
        fix = (
            ""
            if _exists("/dev/ttyAMA0", root)
            else "Add 'dtoverlay=uart0-pi5' to /boot/firmware/config.txt and restart."
        )
        return Uart(model, "/dev/ttyAMA0", fix)
    path = "/dev/ttyS0" if dict(_links(root)).get("/dev/serial1") == "/dev/ttyAMA0" else "/dev/ttyAMA0"
    fix = "" if _exists(path, root) else "Add 'enable_uart=1' to /boot/firmware/config.txt and restart."
    return Uart(model, path, fix)


# -- who holds it ------------------------------------------------------------------------------------------------------------


def holders(path: str, root: Path = ROOT) -> tuple[Holder, ...]:
    """Other processes that have this port open, as far as this user may see them."""
    wanted = {path, _target(path, root)}
    found = []
    for process in _processes(root):
        if process.name == str(os.getpid()) and root == ROOT:
            continue
        with contextlib.suppress(OSError):  # another user's process, or one that just ended
            if any(os.readlink(descriptor) in wanted for descriptor in (process / "fd").iterdir()):
                found.append(Holder(int(process.name), _text(process / "comm").strip()))
    return tuple(sorted(found))


def console_on(path: str, root: Path = ROOT) -> bool:
    """Whether the kernel was started with a console on this port (failures.md, row 12)."""
    consoles = re.findall(r"\bconsole=([^ ,]+)", _text(root / "proc/cmdline"))
    return _target(path, root) in {_target(f"/dev/{name}", root) for name in consoles}


def usb_conflicts(root: Path = ROOT) -> dict[str, str]:
    """What else grabs USB readers and adapters on this machine, each with the way to stop it (failures.md, row 15)."""
    found = {}
    if any(line.startswith("pn533_usb ") for line in _text(root / "proc/modules").splitlines()):
        found["pn533_usb"] = (
            "The kernel's own NFC driver holds the reader: echo 'blacklist pn533_usb' | sudo tee /etc/modprobe.d/companion-nfc.conf "
            "&& sudo modprobe -r pn533_usb"
        )
    running = {_text(process / "comm").strip() for process in _processes(root)}
    return found | {name: fix for name, fix in _STOP.items() if name in running}


_STOP: Final = {
    "pcscd": "The smart card service pcscd holds the reader: sudo systemctl disable --now pcscd.socket pcscd.service",
    "brltty": "The braille service brltty takes serial adapters for braille displays: sudo systemctl mask --now brltty.service brltty-udev.service",
    "ModemManager": "ModemManager tries every serial adapter as a modem: sudo systemctl disable --now ModemManager",
}


# -- what went wrong ---------------------------------------------------------------------------------------------------------


def explain_open_error(
    path: str, error: Exception, root: Path = ROOT, groups: tuple[int, ...] | None = None
) -> DeviceError:
    """An error of ours, with the exact fix, for what opening a serial port raised; ``groups`` are this process's group ids."""
    number = error.errno if isinstance(error, OSError) else None
    text = str(error)
    if number in _MISSING or "FileNotFoundError" in text:
        there = ", ".join(port.stable for port in find_ports(root)) or "none"
        return DeviceMissingError(f"Nothing is connected at {path}. Serial ports that are there: {there}.")
    if number in (errno.EACCES, errno.EPERM):
        return DeviceForbiddenError(_permission_fix(path, root, groups))
    if number in _BUSY or "PermissionError" in text:  # Windows calls a port that is open elsewhere forbidden
        return DeviceBusyError(_busy_fix(path, root))
    return DeviceError(f"{path} is not a serial port that can be used: {text}", code="not-a-port")


def explain_usb_error(kind: str, bus: int, number: int, error: OSError, root: Path = ROOT) -> DeviceError:
    """The same for a USB reader that was found and cannot be opened."""
    node = f"/dev/bus/usb/{bus:03d}/{number:03d}"
    if error.errno in (errno.EACCES, errno.EPERM):
        return DeviceForbiddenError(
            f"This user may not use the {kind} at {node}: install the udev rules (systemd/install), be in the group plugdev, and plug it in again."
        )
    if error.errno in _BUSY:
        reasons = " ".join(usb_conflicts(root).values()) or "Another program holds it: close it."
        return DeviceBusyError(f"The {kind} is in use. {reasons}")
    return DeviceMissingError(f"The {kind} at {node} is gone: plug it in again.")


def libusb_missing() -> DriverMissingError:
    """What to say when nfcpy cannot load libusb itself."""
    return DriverMissingError("USB readers need libusb: sudo apt install libusb-1.0-0 (macOS: brew install libusb).")


def _busy_fix(path: str, root: Path) -> str:
    name = _target(path, root).removeprefix("/dev/")
    held_by = holders(path, root)
    if console_on(path, root) or any(holder.name in ("agetty", "getty", "login") for holder in held_by):
        return f"A login console holds {path}: {_console_fix(name)}"
    for holder in held_by:
        if holder.name in _STOP:
            return _STOP[holder.name]
    who = ", ".join(f"{holder.name} (process {holder.pid})" for holder in held_by)
    return f"{path} is held by {who or 'another program'}: close it, and try again."


def _console_fix(name: str) -> str:
    return (
        f"sudo systemctl mask --now serial-getty@{name}.service, and remove 'console=serial0,115200' (or 'console={name},115200') "
        f"from /boot/firmware/cmdline.txt. Restart after both."
    )


def _permission_fix(path: str, root: Path, groups: tuple[int, ...] | None) -> str:
    name = _target(path, root).removeprefix("/dev/")
    if console_on(path, root):
        return f"A login console owns {path} and takes its rights back within seconds: {_console_fix(name)}"
    mine = tuple(os.getgroups()) if groups is None and hasattr(os, "getgroups") else groups or ()
    try:
        group = (root / "dev" / name).stat().st_gid
    except OSError:
        group = -1
    group_name, members = _group(group, root)
    user = os.environ.get("USER", "")
    if user and user in members and group not in mine:
        return f"This user is in the group {group_name} since after the last login: log out and in again, or restart."
    return f"This user may not open {path}: sudo usermod -aG {group_name} {user or '$USER'}, then log out and in again."


def _group(number: int, root: Path) -> tuple[str, list[str]]:
    for line in _text(root / "etc/group").splitlines():
        name, _, gid, members = (line.split(":") + [""] * 4)[:4]
        if gid == str(number) and name != "root":
            return name, members.split(",")
    return "dialout", []


# -- reading a machine -------------------------------------------------------------------------------------------------------


def _what(name: str, root: Path) -> str:
    device = _usb_device(name, root)
    if device is None:
        return "UART on the board"
    maker, product = _text(device / "manufacturer").strip(), _text(device / "product").strip()
    ids = f"{_text(device / 'idVendor').strip()}:{_text(device / 'idProduct').strip()}"
    return " ".join(part for part in (maker, product, f"({ids})") if part)


def _usb_device(name: str, root: Path) -> Path | None:
    try:
        device = (root / "sys/class/tty" / name / "device").resolve(strict=True)
    except OSError:
        return None
    return next((folder for folder in (device, *device.parents[:4]) if (folder / "idVendor").exists()), None)


def _has_twin(path: str, root: Path) -> bool:
    device = _usb_device(path.removeprefix("/dev/"), root)
    if device is None or _text(device / "serial").strip():
        return False
    others = {_usb_device(entry.name, root) for entry in _entries(root / "sys/class/tty")} - {device, None}
    mine = _text(device / "idVendor"), _text(device / "idProduct")
    return any(
        other is not None and (_text(other / "idVendor"), _text(other / "idProduct")) == mine for other in others
    )


def _links(root: Path) -> Iterator[tuple[str, str]]:
    """Every symbolic link that may name a serial port, with the path that it means."""
    dev = root / "dev"
    for folder in (dev, dev / "serial/by-id", dev / "serial/by-path"):
        for entry in _entries(folder):
            if entry.is_symlink():
                link = "/" + str(entry.relative_to(root))
                yield link, _target(link, root)


def _target(path: str, root: Path) -> str:
    top = os.path.realpath(root)
    real = os.path.realpath(root / path.lstrip("/"))
    return "/" + os.path.relpath(real, top) if real.startswith(top) else path


def _exists(path: str, root: Path) -> bool:
    return (root / path.lstrip("/")).exists()


def _processes(root: Path) -> list[Path]:
    return [entry for entry in _entries(root / "proc") if entry.name.isdigit()]


def _entries(folder: Path) -> list[Path]:
    try:
        return sorted(folder.iterdir())
    except OSError:  # not there, or not for this user
        return []


def _text(file: Path) -> str:
    try:
        return file.read_text("utf-8", "replace")
    except OSError:  # not there, or not for this user
        return ""
