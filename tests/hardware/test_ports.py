"""Ports on machines laid out in a folder: names, holders, rights, and the exact way out of each (failures.md, rows 12 to 16)."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from hardware import ports
from hardware.errors import DeviceBusyError, DeviceError, DeviceForbiddenError, DeviceMissingError, DriverMissingError


class Machine:
    """A machine's files below a folder."""

    def __init__(self, root: Path):
        self.root = root
        self.write("proc/cmdline", "root=/dev/mmcblk0p2 quiet")
        self.write("etc/group", "root:x:0:\ndialout:x:20:pi\nplugdev:x:46:pi\n")

    def write(self, path: str, text: str) -> Path:
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text)
        return file

    def link(self, path: str, target: str) -> None:
        """A symbolic link, as udev and the kernel make them."""
        link = self.root / path
        link.parent.mkdir(parents=True, exist_ok=True)
        link.symlink_to(target)

    def usb_serial(
        self, name: str, socket: str, *, serial: str = "", vendor: str = "1a86", product: str = "7523"
    ) -> None:
        """A USB serial adapter in a socket, with the links that udev would make."""
        self.write(f"dev/{name}", "")
        device = f"sys/devices/usb1/{socket}"
        for file, text in (
            ("idVendor", vendor),
            ("idProduct", product),
            ("product", "USB Serial"),
            *([("serial", serial)] if serial else []),
        ):
            self.write(f"{device}/{file}", text + "\n")
        (self.root / device / f"{socket}:1.0" / name).mkdir(parents=True)
        self.link(f"sys/class/tty/{name}/device", f"../../../devices/usb1/{socket}/{socket}:1.0/{name}")
        by_id = (
            self.root
            / "dev/serial/by-id"
            / (f"usb-{vendor}_USB_Serial" + (f"_{serial}" if serial else "") + "-if00-port0")
        )
        if by_id.is_symlink():
            by_id.unlink()  # two adapters without a serial number fight for one name
        self.link(str(by_id.relative_to(self.root)), f"../../{name}")
        self.link(f"dev/serial/by-path/platform-usb-0:{socket}:1.0-port0", f"../../{name}")

    def process(self, pid: int, name: str, *open_files: str) -> None:
        self.write(f"proc/{pid}/comm", name + "\n")
        (self.root / f"proc/{pid}/fd").mkdir()
        for number, file in enumerate(open_files, 3):
            self.link(f"proc/{pid}/fd/{number}", file)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    """A small Linux machine with nothing plugged in."""
    return Machine(tmp_path)


# -- row 16: names -----------------------------------------------------------------------------------------------------------


def test_an_adapter_with_a_serial_number_is_known_by_it(machine: Machine) -> None:
    """by-id survives another socket and another order."""
    machine.usb_serial("ttyUSB0", "1-1", serial="A50285BI", vendor="0403", product="6001")
    (port,) = ports.find_ports(machine.root)
    assert port == ports.SerialPort(
        "/dev/ttyUSB0", "/dev/serial/by-id/usb-0403_USB_Serial_A50285BI-if00-port0", "USB Serial (0403:6001)"
    )


def test_row_16_two_equal_adapters_are_known_by_their_sockets(machine: Machine) -> None:
    """Two CH340 without serial numbers share one by-id name, which would swap the players: by-path then."""
    machine.usb_serial("ttyUSB0", "1-1")
    machine.usb_serial("ttyUSB1", "1-2")
    assert [port.stable for port in ports.find_ports(machine.root)] == [
        "/dev/serial/by-path/platform-usb-0:1-1:1.0-port0",
        "/dev/serial/by-path/platform-usb-0:1-2:1.0-port0",
    ]


def test_a_lone_adapter_without_a_serial_number_keeps_its_id(machine: Machine) -> None:
    """As long as it has no twin, its name is its own."""
    machine.usb_serial("ttyUSB0", "1-1")
    machine.usb_serial("ttyACM0", "1-2", vendor="2e8a", product="0005")
    assert "/by-id/usb-1a86" in ports.stable_name("/dev/ttyUSB0", machine.root)


def test_an_alias_of_ours_comes_before_all_other_names(machine: Machine) -> None:
    """A udev rule by socket names the seat; the settings take it bare."""
    machine.usb_serial("ttyUSB0", "1-1", serial="X")
    machine.link("dev/nfc-p1", "ttyUSB0")
    assert ports.stable_name("/dev/ttyUSB0", machine.root) == "/dev/nfc-p1"
    assert ports.resolve("nfc-p1") == "/dev/nfc-p1"
    assert ports.resolve("pod-2") == "/dev/pod-2"
    assert ports.resolve("/dev/ttyUSB7") == "/dev/ttyUSB7"
    assert ports.resolve("COM3") == "COM3"


def test_ports_are_listed_in_order_and_nothing_else_is(machine: Machine) -> None:
    """Ten adapters in numerical order; terminals, disks and consoles are no ports."""
    for name in ("ttyUSB10", "ttyUSB2", "ttyAMA0", "ttyACM1", "tty1", "ttyS0", "sda", "ttyprintk"):
        machine.write(f"dev/{name}", "")
    assert [port.path for port in ports.find_ports(machine.root)] == [
        "/dev/ttyACM1",
        "/dev/ttyAMA0",
        "/dev/ttyUSB2",
        "/dev/ttyUSB10",
    ]
    assert ports.find_ports(machine.root)[1].what == "UART on the board"


def test_a_machine_without_anything_has_no_ports(tmp_path: Path) -> None:
    """No /dev, no /proc, no /sys: no ports, no holders, no conflicts, no Pi."""
    assert ports.find_ports(tmp_path) == ()
    assert ports.holders("/dev/ttyUSB0", tmp_path) == ()
    assert ports.usb_conflicts(tmp_path) == {}
    assert ports.pi_uart(tmp_path) is None


# -- row 13: the Pi's own port -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("model", "serial1", "there", "path", "fix"),
    [
        ("Raspberry Pi 5 Model B Rev 1.0", None, "ttyAMA0", "/dev/ttyAMA0", ""),
        ("Raspberry Pi 5 Model B Rev 1.0", None, "ttyAMA10", "/dev/ttyAMA0", "dtoverlay=uart0-pi5"),
        ("Raspberry Pi 4 Model B Rev 1.4", "ttyAMA0", "ttyS0", "/dev/ttyS0", ""),
        ("Raspberry Pi 4 Model B Rev 1.4", "ttyAMA0", None, "/dev/ttyS0", "enable_uart=1"),
        ("Raspberry Pi 4 Model B Rev 1.4", None, "ttyAMA0", "/dev/ttyAMA0", ""),
        ("Raspberry Pi 3 Model B Plus Rev 1.3", "ttyAMA0", "ttyS0", "/dev/ttyS0", ""),
        ("Raspberry Pi 3 Model B Rev 1.2", "ttyS0", "ttyAMA0", "/dev/ttyAMA0", ""),
        ("Raspberry Pi Zero W Rev 1.1", None, None, "/dev/ttyAMA0", "enable_uart=1"),
    ],
)
def test_row_13_the_uart_follows_the_model(
    machine: Machine, model: str, serial1: str | None, there: str | None, path: str, fix: str
) -> None:
    """Never serial0, which is the debug connector on a Pi 5; Bluetooth's UART is left to Bluetooth."""
    machine.write("proc/device-tree/model", model + "\0")
    if there:
        machine.write(f"dev/{there}", "")
    if serial1:
        machine.write(f"dev/{serial1}", "")
        machine.link("dev/serial1", serial1)
    machine.link("dev/serial0", "ttyAMA10")
    uart = ports.pi_uart(machine.root)
    assert uart is not None
    assert (uart.model, uart.path) == (model, path)
    assert fix in uart.fix
    assert bool(uart.fix) == bool(fix)
    assert ports.resolve("uart", machine.root) == path


def test_a_computer_that_is_no_pi_has_no_uart(machine: Machine) -> None:
    """``uart`` on a laptop says what to name instead."""
    machine.write("proc/device-tree/model", "Some other board\0")
    with pytest.raises(DeviceMissingError, match="COM3"):
        ports.resolve("uart", machine.root)


# -- rows 12 and 15: somebody else holds it ----------------------------------------------------------------------------------


def busy(machine: Machine, path: str) -> str:
    error = ports.explain_open_error(path, OSError(errno.EBUSY, "busy"), machine.root)
    assert isinstance(error, DeviceBusyError)
    assert error.code == "device-busy"
    return str(error)


def test_row_12_a_login_console_is_named_with_its_way_out(machine: Machine) -> None:
    """A getty, or a console in the kernel's command line also under the name serial0: mask one, remove the other."""
    machine.write("dev/ttyAMA0", "")
    machine.process(512, "agetty", "/dev/ttyAMA0")
    message = busy(machine, "/dev/ttyAMA0")
    assert "serial-getty@ttyAMA0.service" in message
    assert "cmdline.txt" in message
    machine.link("dev/serial0", "ttyS0")
    machine.write("dev/ttyS0", "")
    machine.write("proc/cmdline", "console=serial0,115200 console=tty1 root=/dev/mmcblk0p2")
    assert ports.console_on("/dev/ttyS0", machine.root)
    assert not ports.console_on("/dev/ttyAMA0", machine.root)
    assert "serial-getty@ttyS0.service" in busy(machine, "/dev/ttyS0")


def test_a_holder_is_found_behind_any_name_of_the_port(machine: Machine) -> None:
    """The process has /dev/ttyUSB0 open; the settings name it by an alias."""
    machine.usb_serial("ttyUSB0", "1-1")
    machine.link("dev/nfc-p1", "ttyUSB0")
    machine.process(77, "screen", "/dev/null", "/dev/ttyUSB0")
    machine.process(78, "bash", "/dev/pts/0")
    assert ports.holders("/dev/nfc-p1", machine.root) == (ports.Holder(77, "screen"),)
    assert "screen (process 77)" in busy(machine, "/dev/nfc-p1")


def test_a_holder_that_may_not_be_seen_is_still_told(machine: Machine) -> None:
    """Another user's processes are hidden; the message says what is known."""
    machine.write("dev/ttyUSB0", "")
    assert "held by another program" in busy(machine, "/dev/ttyUSB0")


@pytest.mark.parametrize(
    ("name", "word"), [("pcscd", "pcscd.socket"), ("brltty", "brltty-udev"), ("ModemManager", "ModemManager")]
)
def test_row_15_services_that_grab_devices_are_named(machine: Machine, name: str, word: str) -> None:
    """Each with the command that stops it, for USB readers and for adapters."""
    machine.usb_serial("ttyUSB0", "1-1")
    machine.process(300, name, "/dev/ttyUSB0")
    assert word in ports.usb_conflicts(machine.root)[name]
    assert word in busy(machine, "/dev/ttyUSB0")


def test_row_15_the_kernels_nfc_driver_is_named(machine: Machine) -> None:
    """A USB reader that is busy because pn533_usb has it: blacklist and unload."""
    machine.write("proc/modules", "pn533_usb 20480 0 - Live 0x0\npn533 45056 1 pn533_usb, Live 0x0\n")
    error = ports.explain_usb_error("acr122", 1, 4, OSError(errno.EBUSY, "busy"), machine.root)
    assert isinstance(error, DeviceBusyError)
    assert "blacklist pn533_usb" in str(error)
    assert "modprobe -r pn533_usb" in str(error)


def test_a_usb_reader_in_other_trouble(machine: Machine) -> None:
    """Busy for no known reason, forbidden, and gone."""
    assert "close it" in str(ports.explain_usb_error("acr122", 1, 4, OSError(errno.EBUSY, "busy"), machine.root))
    forbidden = ports.explain_usb_error("rcs380", 1, 4, OSError(errno.EACCES, "no"), machine.root)
    assert isinstance(forbidden, DeviceForbiddenError)
    assert "/dev/bus/usb/001/004" in str(forbidden)
    assert isinstance(
        ports.explain_usb_error("rcs380", 1, 4, OSError(errno.ENODEV, "gone"), machine.root), DeviceMissingError
    )
    assert isinstance(ports.libusb_missing(), DriverMissingError)


# -- row 14: rights ----------------------------------------------------------------------------------------------------------


def forbidden(machine: Machine, groups: tuple[int, ...]) -> str:
    error = ports.explain_open_error("/dev/ttyUSB0", PermissionError(errno.EACCES, "denied"), machine.root, groups)
    assert isinstance(error, DeviceForbiddenError)
    assert isinstance(error, PermissionError)
    return str(error)


def test_row_14_a_missing_group_is_named_with_the_command(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The group that owns the port, for this user."""
    machine.write("dev/ttyUSB0", "")
    group = os.stat(machine.root / "dev/ttyUSB0").st_gid
    machine.write("etc/group", f"wheel:x:{group}:root,pi\n")
    monkeypatch.setenv("USER", "ana")
    assert "sudo usermod -aG wheel ana" in forbidden(machine, (1000,))


def test_row_14_a_group_that_needs_a_new_login_is_told(machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    """The user was added after this login; adding again would not help."""
    machine.write("dev/ttyUSB0", "")
    group = os.stat(machine.root / "dev/ttyUSB0").st_gid
    machine.write("etc/group", f"wheel:x:{group}:root,ana\n")
    monkeypatch.setenv("USER", "ana")
    message = forbidden(machine, (group + 1,))
    assert "log out" in message
    assert "usermod" not in message


def test_rights_that_a_console_takes_back_are_told(machine: Machine) -> None:
    """With a console on the port no group lasts: getty undoes it within seconds."""
    machine.write("dev/ttyUSB0", "")
    machine.write("proc/cmdline", "console=ttyUSB0,115200")
    assert "serial-getty@ttyUSB0" in forbidden(machine, (20,))


# -- the rest ----------------------------------------------------------------------------------------------------------------


def test_a_missing_port_tells_what_is_there(machine: Machine) -> None:
    """After a replug under another number the right name is in the message."""
    machine.usb_serial("ttyUSB1", "1-1", serial="S")
    error = ports.explain_open_error("/dev/ttyUSB0", FileNotFoundError(errno.ENOENT, "no"), machine.root)
    assert isinstance(error, DeviceMissingError)
    assert "/dev/serial/by-id/" in str(error)


def test_windows_speaks_through_texts(machine: Machine) -> None:
    """pyserial gives no errno there: FileNotFoundError is missing, PermissionError is in use."""
    missing = ports.explain_open_error(
        "COM9", OSError("could not open port 'COM9': FileNotFoundError(2, …)"), machine.root
    )
    in_use = ports.explain_open_error(
        "COM3", OSError("could not open port 'COM3': PermissionError(13, …)"), machine.root
    )
    assert (type(missing), type(in_use)) == (DeviceMissingError, DeviceBusyError)


def test_what_is_no_port_says_so(machine: Machine) -> None:
    """A plain file or a broken setting has a code of its own."""
    error = ports.explain_open_error(
        "/etc/passwd", OSError("Could not configure port: (25, 'Inappropriate ioctl')"), machine.root
    )
    assert isinstance(error, DeviceError)
    assert error.code == "not-a-port"


def test_this_machine_can_be_looked_at() -> None:
    """On the real root nothing raises, and this very process is not among the holders."""
    for port in ports.find_ports():
        assert port.path.startswith(("/dev/", "COM"))
    assert all(holder.pid != os.getpid() for holder in ports.holders(os.devnull))
    ports.usb_conflicts()
