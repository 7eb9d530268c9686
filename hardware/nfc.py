"""Card sources over nfcpy's own drivers: PN532 by UART, ACR122U and RC-S380 by USB.

nfcpy 1.0.4 is used as it ships, but from below its ``ContactlessFrontend``: that one negotiates a speed which a crash leaves
behind, hides faults as "no card", and needs four commands where one does (knowledge/hardware.md, sections 1 and 2). Here a
serial chip stays at 115,200 baud, one that a crash left at another speed is found and brought back, and one command polls for
two targets.
"""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, get_args

import nfc.clf
import serial
from nfc.clf import acr122, pn532, rcs380, transport

from hardware import payload, ports
from hardware.errors import (
    BadKindError,
    DeviceError,
    DeviceMissingError,
    DeviceSilentError,
    TagError,
    TagGoneError,
    TagMismatchError,
    TagRefusedError,
)
from hardware.source import SEVERAL, CardSource, Target

log = logging.getLogger(__name__)
_chip_log = logging.getLogger("hardware.nfc.chip")
_chip_log.setLevel(
    logging.CRITICAL
)  # nfcpy calls each garbled frame an error; the worker says what came of it. DEBUG shows commands.

Kind = Literal["pn532", "acr122", "rcs380"]
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)

BAUD_RATE: Final = 115200
_STUCK_RATES: Final = (921600, 460800, 230400)
_SLOW_FIRST_ACK: Final = ("ttyUSB", "ttyACM", "cu.usb")
_POLL_TIMEOUT: Final = 0.5
_TAG_TIMEOUT: Final = 0.25
_USB_TIMEOUT_MS: Final = 1000

_LIST_TARGETS, _DATA_EXCHANGE = 0x4A, 0x40
_READ, _WRITE = 0x30, 0xA2
_TAG_ACK = b"\x0a"


def open_source(port: str, kind: Kind = "pn532") -> CardSource:
    """Open a reader: ``port`` is a serial port for a PN532 by any name that ports.resolve knows, ``usb`` or ``usb:BUS:DEVICE`` else.

    Raises BadKindError, or an error of hardware.errors that names the fix.
    """
    match kind:
        case "pn532":
            return open_pn532(_open_serial(ports.resolve(port)))
        case "acr122":
            return open_acr122(_open_usb(port, kind))
        case "rcs380":
            return open_rcs380(_open_usb(port, kind))
    raise BadKindError(f"There is no kind of reader called {kind!r}; there are {', '.join(KINDS)}.")


def open_pn532(port: Any) -> CardSource:
    """A PN532 behind an opened ``serial.Serial`` (or what behaves as one), which is closed when this fails.

    Raises DeviceSilentError when nothing that is a PN532 answers at any speed.
    """
    tty = transport.TTY(None)
    tty.tty = port
    try:
        rate = _find_rate(tty, port.port)
        chipset = pn532.Chipset(tty, logger=_chip_log)
        chipset.sam_configuration("normal")
        if rate != BAUD_RATE:
            log.warning("%s was left at %d baud by a crash; it is brought back to %d", port.port, rate, BAUD_RATE)
            chipset.set_serial_baudrate(BAUD_RATE)
            tty.baudrate = BAUD_RATE
        return Pn53xSource(pn532.Device(chipset, logger=_chip_log), port.port, port.close)
    except BaseException:
        port.close()
        raise


def open_acr122(usb: Any) -> CardSource:
    """An ACR122U behind an nfcpy USB transport, which is closed when this fails."""
    bounded = BoundedUsb(usb)
    try:
        return Pn53xSource(acr122.Device(acr122.Chipset(bounded)), "usb", bounded.close)
    except BaseException:
        bounded.close()
        raise


def open_rcs380(usb: Any) -> CardSource:
    """A Sony RC-S380 behind an nfcpy USB transport, which is closed when this fails."""
    bounded = BoundedUsb(usb)
    try:
        return Rcs380Source(
            rcs380.Device(rcs380.Chipset(bounded, logger=_chip_log), logger=_chip_log), "usb", bounded.close
        )
    except BaseException:
        bounded.close()
        raise


class BoundedUsb:
    """An nfcpy USB transport whose every wait ends: the RC-S380 driver asks for a time-out of 0, which libusb takes as for ever."""

    TYPE = "USB"

    def __init__(self, usb: Any):
        self._usb = usb

    @property
    def manufacturer_name(self) -> str | None:
        """As the device says."""
        name: str | None = self._usb.manufacturer_name
        return name

    @property
    def product_name(self) -> str | None:
        """As the device says."""
        name: str | None = self._usb.product_name
        return name

    def read(self, timeout: int = 0) -> bytearray:
        """One transfer from the device; ``timeout`` in milliseconds."""
        frame: bytearray = self._usb.read(timeout or _USB_TIMEOUT_MS)
        return frame

    def write(self, frame: bytes, timeout: int = 0) -> None:
        """One transfer to the device; ``timeout`` in milliseconds."""
        self._usb.write(frame, timeout or _USB_TIMEOUT_MS)

    def close(self) -> None:
        """Release the device."""
        self._usb.close()


class _DeviceSource:
    """What the drivers share: closing, reading sixteen bytes, and writing a payload that is safe to tear."""

    def __init__(self, device: Any, port: str, force_close: Callable[[], None]):
        self._device = device
        self._force_close = force_close
        self.description = f"{device.chipset_name} on {port}"

    def transceive(self, target: Target, command: bytes) -> bytes:
        """A tag's answer to a command: data, or the ACK byte; raises TagError."""
        raise NotImplementedError

    def read_pages(self, target: Target, page: int) -> bytes:
        """See CardSource."""
        data = self.transceive(target, bytes([_READ, page]))
        if len(data) != payload.WINDOW:
            raise TagRefusedError("The tag refused to be read.", code="tag-unreadable")
        return data

    def write_payload(self, target: Target, number: int) -> None:
        """See CardSource; pages 4 to 8 only, never a lock, a password or a configuration."""
        if not target.has_pages:
            raise TagRefusedError("This kind of tag cannot hold a payload; its UID is enough.", code="tag-cannot-hold")
        writes = payload.pages(number)
        for page, data in writes:
            if self.transceive(target, bytes([_WRITE, page]) + data) != _TAG_ACK:
                raise TagRefusedError("The tag refused to be written: it is locked or protected.", code="tag-locked")
        written = b"".join(data for _, data in sorted(dict(writes).items()))
        found = self.read_pages(target, payload.FIRST_PAGE) + self.read_pages(target, payload.FIRST_PAGE + 4)
        if found[: len(written)] != written:
            raise TagMismatchError("The tag does not hold what was written to it.")

    def close(self) -> None:
        """See CardSource."""
        try:
            self._device.close()
        except Exception as error:  # nfcpy lets out what the port raises; there is nobody left to tell
            log.debug("closing %s politely failed: %r", self.description, error)
        self.abandon()

    def abandon(self) -> None:
        """See CardSource."""
        try:
            self._force_close()
        except Exception as error:  # the port is gone either way
            log.debug("closing %s failed: %r", self.description, error)


class Pn53xSource(_DeviceSource):
    """A PN532, alone on a UART or inside an ACR122U."""

    _answered = 0
    _rest = False

    def poll(self) -> tuple[Target, ...]:
        """See CardSource; one command. nfcpy's own asks for one target, and then one of two cards is taken at random.

        The field stays on between polls. When a card that answered does not, it goes off once before the next poll: should the
        chip have left the card halted, power is what wakes it.
        """
        chipset = self._device.chipset
        if self._rest:
            self._device.mute()
        targets = targets_in(bytes(chipset.command(_LIST_TARGETS, bytearray([2, 0]), timeout=_POLL_TIMEOUT)))
        self._rest = len(targets) < self._answered
        self._answered = len(targets)
        return targets

    def health(self) -> None:
        """See CardSource; one command."""
        if len(self._device.chipset.get_firmware_version()) != 4:
            raise DeviceSilentError("The chip's version is not one.", code="device-confused")

    def transceive(self, target: Target, command: bytes) -> bytes:
        """See _DeviceSource; one command. The chip gives an ACK as success without data, and a NAK as an error."""
        answer = bytes(self._device.chipset.command(_DATA_EXCHANGE, bytearray([1]) + command, timeout=_TAG_TIMEOUT))
        status = answer[0] & 0x3F
        if status in (0x01, 0x27, 0x2B):  # silence, no such target, target disappeared
            raise TagGoneError("The tag was lifted too soon.")
        if status:
            raise TagRefusedError(f"The tag answered no (chip status {status:02X}).")
        return answer[1:] or _TAG_ACK


class Rcs380Source(_DeviceSource):
    """A Sony RC-S380. Its driver finds one card or none; whether none means several that collide is asked afterwards."""

    _found: Any = None

    def poll(self) -> tuple[Target, ...]:
        """See CardSource. The driver cannot tell "nobody" from "several that collide", so a miss is asked about once more."""
        if not self._sense() and self._somebody_is_there() and not self._sense():
            return (SEVERAL,)
        if self._found is None or not self._found.sdd_res:
            return ()
        return (Target(self._found.sdd_res.hex().upper(), self._found.sel_res[0]),)

    def _sense(self) -> bool:
        self._device.mute()  # the field goes off first: a tag that was selected before would miss every second poll
        self._found = self._device.sense_tta(nfc.clf.RemoteTarget("106A"))
        return self._found is not None

    def _somebody_is_there(self) -> bool:
        chipset = self._device.chipset
        self._device.mute()
        chipset.in_set_rf("106A")
        chipset.in_set_protocol(chipset.in_set_protocol_defaults)
        chipset.in_set_protocol(initial_guard_time=6, add_crc=0, check_crc=0, check_parity=1, last_byte_bit_count=7)
        try:
            chipset.in_comm_rf(b"\x26", 30)  # the request for type A tags
        except rcs380.CommunicationError as error:
            return bool(error == "COLLISION_ERROR")
        return True

    def health(self) -> None:
        """See CardSource."""
        if self._device.chipset.get_firmware_version() is None:
            raise DeviceSilentError("The chip's version is not one.", code="device-confused")

    def transceive(self, target: Target, command: bytes) -> bytes:
        """See _DeviceSource."""
        try:
            return bytes(self._device.send_cmd_recv_rsp(self._found, bytearray(command), _TAG_TIMEOUT))
        except nfc.clf.TimeoutError as error:
            raise TagGoneError("The tag was lifted too soon.") from error
        except nfc.clf.CommunicationError as error:
            raise TagError("The tag's answer was garbled.") from error


def targets_in(answer: bytes) -> tuple[Target, ...]:
    """The targets in an answer to InListPassiveTarget; raises DeviceError when it is not one (NXP UM0701, 7.3.5)."""
    if answer:
        targets = _parse_targets(answer[1:], answer[0])
        if targets is not None:
            return targets
    raise DeviceError("The chip's list of targets makes no sense.", code="device-confused")


def _parse_targets(data: bytes, count: int) -> tuple[Target, ...] | None:
    if count == 0:
        return ()
    if len(data) < 5 or len(data) < 5 + data[4] or data[4] not in (4, 7, 10):
        return None
    end = 5 + data[4]
    first = Target(data[5:end].hex().upper(), data[3])
    # An ISO-DEP target brings its ATS if the chip asked for it by itself, which nfcpy tells it not to and an ACR122U may do anyway.
    skips = (0, data[end]) if data[3] & 0x20 and len(data) > end else (0,)
    for skip in skips:
        rest = _parse_targets(data[end + skip :], count - 1)
        if rest is not None and (count > 1 or end + skip == len(data)):
            return (first, *rest)
    return None


class _Tty(Protocol):
    baudrate: int

    def read(self, timeout: int) -> bytearray: ...

    def write(self, frame: bytes) -> None: ...


def _find_rate(tty: _Tty, path: str) -> int:
    # USB adapters may take 1.5 s for the first byte after opening (nfcpy #234, #45); it costs time only where nobody answers.
    name = path.rsplit("/", 1)[-1]
    first_ms = 1500 if name.startswith(_SLOW_FIRST_ACK) or "usb" in name.lower() else 100
    if _answers(tty, BAUD_RATE, first_ms) or _answers(tty, BAUD_RATE, 100):
        return BAUD_RATE
    for rate in _STUCK_RATES:
        if _answers(tty, rate, 100) or _answers(tty, rate, 100):
            return rate
    raise DeviceSilentError(
        f"Nothing that is a PN532 answers on {path}: check power, TX to RXD and RX to TXD, and that both switches of the module are at UART (0 0)."
    )


def _answers(tty: _Tty, rate: int, first_ms: int) -> bool:
    tty.baudrate = rate
    wake_up = b"\x55\x55" + bytes(14)
    try:
        tty.write(wake_up + bytes.fromhex("0000ff02fed4022a00"))  # GetFirmwareVersion
        return bool(
            tty.read(first_ms) == pn532.Chipset.ACK and tty.read(100).startswith(bytes.fromhex("0000ff06fad50332"))
        )
    except (TimeoutError, IndexError):  # silence, or noise too short to be a frame
        return False


def _open_serial(path: str) -> Any:
    try:
        # Exclusive keeps a second companion out; the write time-out keeps a stuck adapter from blocking for ever.
        port = serial.Serial(path, BAUD_RATE, timeout=0.05, write_timeout=1.0, exclusive=True)
    except (OSError, ValueError) as error:
        raise ports.explain_open_error(path, error) from error
    with contextlib.suppress(
        AttributeError, ValueError, OSError
    ):  # an FTDI adapter waits up to 16 ms a command without it
        port.set_low_latency_mode(True)
    return port


def _open_usb(port: str, kind: Kind) -> Any:
    wanted = port if port.startswith("usb") else "usb"
    try:
        found = transport.USB.find(wanted) or []
    except OSError as error:
        raise ports.libusb_missing() from error
    mine = [
        (bus, number)
        for vendor, product, bus, number in found
        if nfc.clf.device.usb_device_map.get((vendor, product)) == kind
    ]
    if not mine:
        raise DeviceMissingError(f"No {kind} is connected by USB.")
    bus, number = mine[0]
    try:
        return transport.USB(bus, number)
    except OSError as error:
        raise ports.explain_usb_error(kind, bus, number, error) from error
