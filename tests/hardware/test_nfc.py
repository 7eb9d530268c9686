"""nfcpy's own drivers on simulated silicon: opening, one command a poll, and what each tag says."""

from __future__ import annotations

import errno
import termios
from collections.abc import Callable

import pytest
import serial
from hypothesis import given
from hypothesis import strategies as st

from hardware import nfc
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
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.faults import Faults
from hardware.simulation.reader import SimulatedReader
from hardware.simulation.tags import BlankTag, MifareClassic, MifareUltralight, Ntag213, Ntag215, Phone, SimulatedTag
from hardware.simulation.transports import InProcessTty
from hardware.simulation.usb import SimulatedAcr122, SimulatedRcs380
from hardware.source import SEVERAL, CardSource, Target

UID = "04112233445566"


class Silicon:
    """An opened source of one kind and the field above it."""

    def __init__(self, kind: str):
        if kind == "pn532":
            reader = SimulatedReader("north")
            self.field, self.source = reader.chip, reader.open()
        elif kind == "acr122":
            acr = SimulatedAcr122()
            self.field, self.source = acr.chip, nfc.open_acr122(acr)
        else:
            self.field = SimulatedRcs380()
            self.source = nfc.open_rcs380(self.field)

    field: SimulatedPN532 | SimulatedRcs380
    source: CardSource

    def only(self, tag: SimulatedTag) -> Target:
        """Lay down this tag alone and poll for it."""
        self.field.lift()
        self.field.place(tag)
        (target,) = self.source.poll()
        return target


@pytest.fixture(params=nfc.KINDS)
def silicon(request: pytest.FixtureRequest) -> Silicon:
    """One of each kind of reader."""
    return Silicon(request.param)


def test_every_kind_names_every_tag(silicon: Silicon) -> None:
    """NTAG, Ultralight, Classic and phone come with their UID and their kind, at every poll while they lie there."""
    tags: list[SimulatedTag] = [Ntag213(UID), Ntag215(UID), MifareUltralight(UID), MifareClassic("01020304")]
    for tag in tags:
        target = silicon.only(tag)
        assert target == Target(tag.hex, tag.sel_res)
        assert [silicon.source.poll() for _ in range(5)] == [(target,)] * 5
    assert silicon.only(Phone()).is_phone
    silicon.field.lift()
    assert silicon.source.poll() == ()


def test_every_kind_sees_two_cards(silicon: Silicon) -> None:
    """Two cards are two targets, or several that collide where the driver knows no better; alike or not."""
    for second in (Ntag213("04112233445577"), MifareClassic("01020304")):
        silicon.field.lift()
        silicon.field.place(Ntag213(UID))
        silicon.field.place(second)
        found = silicon.source.poll()
        assert found == (SEVERAL,) or {target.uid for target in found} == {UID, second.hex}


def test_every_kind_reads_and_writes_a_payload(silicon: Silicon) -> None:
    """What is written is read back by the driver itself, and found on the tag."""
    tag = Ntag213(UID)
    target = silicon.only(tag)
    assert silicon.source.read_pages(target, 0)[:3].hex() == "041122"
    silicon.source.write_payload(target, 31337)
    assert silicon.source.read_pages(target, 4) == bytes(Ntag213(UID, 31337).memory[16:32])
    assert tag.memory[10:12] == b"\x00\x00", "no lock bit was set"


def test_every_kind_says_that_a_tag_refuses(silicon: Silicon) -> None:
    """A locked tag, one without pages, and one that is gone are errors of the tag with a code each."""
    locked = Ntag213(UID)
    locked.lock_pages()
    with pytest.raises(TagRefusedError):
        silicon.source.write_payload(silicon.only(locked), 1)
    with pytest.raises(TagRefusedError) as refused:
        silicon.source.write_payload(silicon.only(MifareClassic("01020304")), 1)
    assert refused.value.code == "tag-cannot-hold"
    with pytest.raises(TagRefusedError):
        silicon.source.read_pages(silicon.only(Ntag213(UID)), 200)
    target = silicon.only(Ntag213(UID))
    silicon.field.lift()
    with pytest.raises(TagGoneError):
        silicon.source.read_pages(target, 4)


def test_every_kind_answers_for_its_health_and_closes_twice(silicon: Silicon) -> None:
    """A healthy chip says its version; closing never raises, in any order."""
    silicon.source.health()
    assert silicon.source.description
    silicon.source.close()
    silicon.source.abandon()
    silicon.source.close()


class Liar(Ntag213):
    """A tag that says yes to every write and stores nothing in one page."""

    def _write(self, page: int, data: bytes) -> bytes | None:
        return super()._write(page, bytes(4) if page == 6 else data)


def test_a_write_that_did_not_stick_is_found_by_reading_back(silicon: Silicon) -> None:
    """The tag acknowledged every page, and still the write failed (failures.md, row 9)."""
    with pytest.raises(TagMismatchError):
        silicon.source.write_payload(silicon.only(Liar(UID)), 5)


@pytest.mark.parametrize("after", range(6))
@pytest.mark.parametrize("kind", nfc.KINDS)
def test_a_tag_lifted_in_the_middle_of_a_write_is_never_a_wrong_card(kind: str, after: int) -> None:
    """Whatever page was the last, what is on the tag decodes as blank."""
    silicon = Silicon(kind)
    tag = Ntag213(UID, number=1000)
    tag.lift_after_writes = after
    target = silicon.only(tag)
    with pytest.raises(TagError):
        silicon.source.write_payload(target, 2000)
    tag.lift_after_writes = None
    assert nfc.payload.decode(bytes(tag.memory[16:32])) == (1000 if after == 0 else None)


# -- opening a PN532 ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rate", [921600, 460800, 230400])
def test_a_chip_that_a_crash_left_at_another_speed_is_brought_back(rate: int) -> None:
    """The reader opens, and stays at 115,200 baud (failures.md, row 1; nfcpy #191)."""
    reader = SimulatedReader("north")
    reader.stick(rate)
    source = reader.open()
    assert reader.chip.baud_rate == 115200
    reader.place(UID)
    assert source.poll() == (Target(UID),)


def test_opening_and_playing_never_change_the_speed() -> None:
    """Nothing in a session makes a chip leave 115,200 baud, so a crash has nothing to leave behind."""
    reader = SimulatedReader("north")
    source = reader.open()
    reader.place(UID)
    source.poll()
    source.health()
    assert reader.chip.commands["SetSerialBaudRate"] == 0


class Sleepy(Ntag213):
    """A tag that falls into the halt state after each selection, and needs a new field to be found again."""

    asleep = False

    def select(self) -> None:
        super().select()
        self.asleep = True

    def field_off(self) -> None:
        super().field_off()
        self.asleep = False


def test_a_halted_card_is_woken_by_the_next_poll_but_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card that misses one poll is found by the following, because the field goes off in between; and only then."""
    silicon = Silicon("pn532")
    chip = silicon.field
    monkeypatch.setattr(chip, "_asked_for", lambda _initiator: [tag for tag in chip.tags if not tag.asleep])
    silicon.only(Sleepy(UID))
    assert [len(silicon.source.poll()) for _ in range(6)] == [0, 1, 0, 1, 0, 1]
    chip.lift()
    silicon.source.poll()
    chip.reset_counters()
    for _ in range(5):
        silicon.source.poll()
    assert chip.commands == {"InListPassiveTarget": 5, "RFConfiguration": 1}


def test_the_second_opening_needs_no_power_cycle() -> None:
    """A source that was abandoned without a word, as by a kill, opens again."""
    reader = SimulatedReader("north")
    for _ in range(3):
        source = reader.open()
        reader.place(UID)
        assert source.poll() == (Target(UID),)
        source.abandon()


@pytest.mark.parametrize(
    "trouble",
    [Faults.mute, lambda faults: faults.replace_response(b"\x5a\x5a", 99), lambda faults: faults.lose_response(99)],
)
def test_a_port_without_a_pn532_is_silent(trouble: Callable[[Faults], None]) -> None:
    """Nothing, rubbish or half an answer: the error names wires and switches, and the port is closed."""
    faults = Faults()
    trouble(faults)
    tty = InProcessTty(SimulatedPN532(), faults)
    with pytest.raises(DeviceSilentError, match="switches"):
        nfc.open_pn532(tty)
    assert not tty.is_open


def test_an_opening_that_fails_late_closes_the_port() -> None:
    """A plug pulled in the middle of the opening leaves no port open behind it."""
    for frames_left in range(1, 26):
        faults = Faults()
        faults.unplug_after(frames_left)
        tty = InProcessTty(SimulatedPN532(), faults)
        with pytest.raises((OSError, termios.error)):
            nfc.open_pn532(tty)
        assert not tty.is_open


def test_an_unknown_kind_is_refused() -> None:
    """The error names the kinds there are."""
    with pytest.raises(BadKindError, match="rcs380"):
        nfc.open_source("/dev/ttyUSB0", "pn5180")


def test_a_port_that_is_not_there_says_so() -> None:
    """The real opener turns pyserial's error into ours."""
    with pytest.raises(DeviceMissingError) as caught:
        nfc.open_source("/dev/no-such-reader")
    assert isinstance(caught.value, FileNotFoundError)
    with pytest.raises(DeviceMissingError, match="/dev/nfc-no-such-seat"):
        nfc.open_source("nfc-no-such-seat")


def test_a_usb_reader_that_is_not_there_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    """No libusb, no device, no rights and a device in use are four errors with a fix each."""
    monkeypatch.setattr(nfc.transport.USB, "find", lambda _path: [(0x072F, 0x2200, 1, 4)])
    with pytest.raises(DeviceMissingError):
        nfc.open_source("usb", "rcs380")
    for number, expected in (
        (errno.EACCES, PermissionError),
        (errno.EBUSY, BlockingIOError),
        (errno.ENODEV, FileNotFoundError),
    ):

        def fail(_bus: int, _device: int, number: int = number) -> None:
            raise OSError(number, "refused")

        monkeypatch.setattr(
            nfc.transport,
            "USB",
            type("Usb", (), {"find": staticmethod(nfc.transport.USB.find), "__new__": lambda _cls, *a: fail(*a)}),
        )
        with pytest.raises(expected):
            nfc.open_source("usb:001:004", "acr122")

    def missing(_path: str) -> None:
        raise OSError("libusb not found")

    monkeypatch.setattr(nfc.transport.USB, "find", missing)
    with pytest.raises(ImportError, match="libusb"):
        nfc.open_source("usb", "acr122")


@pytest.mark.parametrize("moment", ["read", "write", "flushInput", "flushOutput"])
def test_a_pulled_plug_fails_as_pyserial_fails(moment: str) -> None:
    """The in-process port raises what was seen on a real one: SerialException, or termios.error, which is no OSError."""
    tty = InProcessTty(SimulatedPN532())
    tty.faults.unplugged = True
    arguments = [b"x"] if moment == "write" else []
    with pytest.raises((OSError, termios.error)) as caught:
        getattr(tty, moment)(*arguments)
    assert isinstance(caught.value, OSError) == (moment in ("read", "write"))
    tty.close()
    with pytest.raises(serial.PortNotOpenError):
        tty.read()


# -- targets in bytes --------------------------------------------------------------------------------------------------------


@given(st.binary(max_size=64))
def test_any_list_of_targets_is_targets_or_an_error_of_ours(answer: bytes) -> None:
    """What a chip sends is never trusted: UIDs of 4, 7 or 10 bytes, or DeviceError."""
    try:
        targets = nfc.targets_in(answer)
    except DeviceError:
        return
    assert all(len(target.uid) in (8, 14, 20) for target in targets)


def test_targets_that_bring_an_ats_are_understood() -> None:
    """A phone in front of a card, with its answer to select, hides neither."""
    phone, card = bytes.fromhex("0100042004080a0b0c"), bytes.fromhex("0200440007" + UID)
    ats = bytes.fromhex("0578807002")
    expected = (Target("080A0B0C", 0x20), Target(UID))
    assert nfc.targets_in(b"\x02" + phone + card) == expected
    assert nfc.targets_in(b"\x02" + phone + ats + card) == expected


def test_a_blank_tag_reads_as_no_card() -> None:
    """Zeroed memory is no payload (failures.md, row 8)."""
    silicon = Silicon("pn532")
    target = silicon.only(BlankTag(UID))
    assert nfc.payload.decode(silicon.source.read_pages(target, 4)) is nfc.payload.MORE
