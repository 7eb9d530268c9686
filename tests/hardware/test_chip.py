"""The simulated PN532 by itself: frames, wake-up, speed, targets, and rubbish of any kind."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware.simulation import frames
from hardware.simulation.chip import SimulatedPN532, crc_a
from hardware.simulation.frames import ACK, ERROR, NACK, FrameBuffer, encode
from hardware.simulation.tags import BlankTag, MifareClassic, MifareUltralight, Ntag213, Ntag215, Phone

WAKE_UP = b"\x55\x55" + bytes(14)
VERSION = encode(b"\xd4\x02")


@pytest.fixture
def chip() -> SimulatedPN532:
    """A chip that is awake and tries twice for a tag, as nfcpy configures it."""
    awake = SimulatedPN532()
    awake.feed(WAKE_UP + encode(b"\xd4\x14\x01\x00\x00"))
    awake.feed(encode(b"\xd4\x32\x05\x01\x00\x01"))
    return awake


def ask(chip: SimulatedPN532, command: str) -> bytes:
    """One command by hex without the direction byte; its answer after the two code bytes."""
    ack, answer = chip.feed(encode(b"\xd4" + bytes.fromhex(command)))
    (frame,) = FrameBuffer().feed(answer)
    assert ack == ACK
    assert frame.kind == "data"
    assert frame.data[:2] == bytes([0xD5, bytes.fromhex(command)[0] + 1])
    return frame.data[2:]


@given(st.binary(min_size=1, max_size=frames.LONGEST))
def test_frames_survive_their_encoding(data: bytes) -> None:
    """Any data up to the longest comes back from its frame, normal or extended, also fed byte by byte."""
    buffer = FrameBuffer()
    found = [frame for i in encode(data) for frame in buffer.feed(bytes([i]))]
    assert found == [frames.Frame("data", data)]


@given(st.lists(st.binary(max_size=40), max_size=8))
def test_rubbish_costs_frames_and_never_the_link(rubbish: list[bytes]) -> None:
    """After any bytes, silence of one longest frame makes the chip hear again."""
    chip = SimulatedPN532()
    for data in rubbish:
        chip.feed(data)
    chip.power_on()
    chip.feed(WAKE_UP)
    for data in rubbish:
        chip.feed(data)
    chip.feed(bytes(2 * frames.LONGEST))
    chip.baud_rate, chip.pending_baud_rate, chip.asleep = 115200, None, False
    assert chip.feed(VERSION)[-1].endswith(encode(b"\xd5\x03\x32\x01\x06\x07"))


@given(st.binary(max_size=30))
def test_any_command_gets_an_answer(body: bytes) -> None:
    """A well-formed frame with any content is acknowledged, answered with an error frame, or waits for a tag."""
    chip = SimulatedPN532()
    chip.asleep = False
    answers = chip.feed(encode(b"\xd4" + body))
    assert answers[0] in (ACK, ERROR)
    assert len(answers) <= 2


def test_a_sleeping_chip_needs_its_preamble() -> None:
    """What arrives before the fifth rising edge is lost."""
    chip = SimulatedPN532()
    assert chip.feed(encode(b"\xd4\x02")[:4]) == []
    chip.power_on()
    assert chip.feed(WAKE_UP + VERSION) == [ACK, encode(b"\xd5\x03" + chip.firmware)]


def test_a_nack_repeats_the_last_answer(chip: SimulatedPN532) -> None:
    """The host may ask again for an answer it did not understand."""
    _, answer = chip.feed(VERSION)
    assert chip.feed(NACK) == [answer]


def test_a_bad_checksum_is_counted_and_met_with_silence(chip: SimulatedPN532) -> None:
    """The chip does not answer what it could not read."""
    assert chip.feed(VERSION[:-2] + b"\x00\x00") == []
    assert chip.bad_frames == 1


def test_an_unknown_command_is_a_syntax_error(chip: SimulatedPN532) -> None:
    """The chip acknowledges it and sends its error frame."""
    assert chip.feed(encode(b"\xd4\xee")) == [ACK, ERROR]
    assert chip.feed(encode(b"\xd4\x10")) == [ACK, ERROR]


def test_the_line_test_echoes_an_extended_frame(chip: SimulatedPN532) -> None:
    """nfcpy opens every chip with 262 bytes there and back."""
    assert ask(chip, "0000" + bytes(range(256)).hex()) == b"\x00" + bytes(range(256))


def test_the_speed_changes_when_the_host_acknowledges(chip: SimulatedPN532) -> None:
    """SetSerialBaudRate is in force after the ACK, not before."""
    ask(chip, "1007")
    assert chip.baud_rate == 115200
    chip.feed(ACK)
    assert chip.baud_rate == 921600


def test_two_targets_are_listed_with_their_uids(chip: SimulatedPN532) -> None:
    """InListPassiveTarget with two targets brings both; with one, the first that was placed."""
    chip.place(Ntag213("04112233445566"))
    chip.place(MifareClassic("01020304"))
    assert ask(chip, "4a0200").hex() == "02" + "010044000704112233445566" + "02000408" + "0401020304"
    assert ask(chip, "4a0100").hex() == "01" + "010044000704112233445566"


def test_an_active_tag_misses_the_first_request(chip: SimulatedPN532) -> None:
    """Without a second try every other poll misses a card that lies there (ISO 14443-3 states)."""
    chip.place(Ntag213("04112233445566"))
    chip.feed(encode(b"\xd4\x32\x05\x01\x00\x00"))
    assert [ask(chip, "4a0200")[0] for _ in range(4)] == [1, 0, 1, 0]


def test_a_parked_poll_is_answered_when_a_tag_comes(chip: SimulatedPN532) -> None:
    """With endless tries the chip waits by itself, until the host gives up."""
    chip.feed(encode(b"\xd4\x32\x05\xff\x01\xff"))
    assert chip.feed(encode(b"\xd4\x4a\x01\x00")) == [ACK]
    assert chip.poll() == []
    chip.place(Ntag213("04112233445566"))
    assert len(chip.poll()) == 1
    chip.lift()
    chip.feed(encode(b"\xd4\x4a\x01\x00"))
    chip.feed(ACK)
    chip.place(Ntag213("04112233445566"))
    assert chip.poll() == []


def test_presences_are_counted_once() -> None:
    """``reads`` grows with each placing that a poll found, not with each poll."""
    chip = SimulatedPN532()
    chip.asleep = False
    tag = Ntag213("04112233445566")
    for _ in range(2):
        chip.place(tag)
        for _ in range(3):
            ask(chip, "4a0200")
        assert chip.lift("04112233445566") == (tag,)
    assert chip.reads == 2


@pytest.mark.parametrize("kind", [Ntag213, Ntag215, BlankTag, MifareUltralight])
def test_type_2_tags_read_and_write_pages(chip: SimulatedPN532, kind: type[Ntag213]) -> None:
    """READ brings four pages, WRITE stores one, and the maker's pages hold the UID."""
    chip.place(kind("04112233445566"))
    ask(chip, "4a0100")
    assert ask(chip, "40013000")[1:9].hex() == "041122bf33445566"
    assert ask(chip, "4001a205cafebabe") == b"\x00"
    assert ask(chip, "40013005")[1:5].hex() == "cafebabe"


def test_a_locked_tag_refuses_writes_and_goes_idle(chip: SimulatedPN532) -> None:
    """A NAK is an error to the host, and the tag must be found again."""
    tag = Ntag213("04112233445566")
    tag.lock_pages()
    chip.place(tag)
    ask(chip, "4a0100")
    assert ask(chip, "4001a204cafebabe") == b"\x02"
    assert ask(chip, "40013004") == b"\x01"


def test_ntag_answers_its_version_and_fast_reads(chip: SimulatedPN532) -> None:
    """GET_VERSION and FAST_READ as on NTAG213; READ over the end wraps, beyond it is refused."""
    chip.place(Ntag213("04112233445566", number=5))
    ask(chip, "4a0100")
    assert ask(chip, "400160").hex() == "000004040201000f03"
    assert len(ask(chip, "40013a0407")) == 17
    assert ask(chip, "4001302c")[5:9].hex() == "041122bf"
    assert ask(chip, "4001302d") == b"\x02"


def test_a_lifted_tag_times_out(chip: SimulatedPN532) -> None:
    """An exchange with a tag that is gone, and one with none listed."""
    chip.place(Ntag213("04112233445566"))
    ask(chip, "4a0100")
    chip.lift()
    assert ask(chip, "40013004") == b"\x01"
    ask(chip, "4a0100")
    assert ask(chip, "40013004") == b"\x27"


def test_raw_exchange_carries_the_checksum_when_asked(chip: SimulatedPN532) -> None:
    """With CRC checking off the host gets CRC_A, as nfcpy's own type 2 driver expects."""
    chip.place(Ntag213("04112233445566"))
    ask(chip, "4a0100")
    with_crc_checked = ask(chip, "423004")
    ask(chip, "08630300")
    raw = ask(chip, "423004")
    assert raw == with_crc_checked + crc_a(with_crc_checked[1:])


def test_a_phone_has_a_new_uid_whenever_the_field_comes_back(chip: SimulatedPN532) -> None:
    """Random UIDs 08… with ISO-DEP."""
    phone = Phone(seed=3)
    chip.place(phone)
    uids = set()
    for _ in range(5):
        ask(chip, "320102")
        answer = ask(chip, "4a0100")
        assert answer[4] & 0x20
        uids.add(answer[6:10])
    assert len(uids) == 5
    assert all(uid[0] == 0x08 for uid in uids)
