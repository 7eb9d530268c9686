"""The line between Pi and pod: framing, checksum, resynchronising, and both ends saying the same."""

from __future__ import annotations

import binascii
import contextlib
import doctest
import importlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import pod_protocol as protocol
from hardware.firmware import codec, motion
from hardware.firmware.pod import Board, Pod
from hardware.lights import Motion, Pattern

WORD = st.text(st.characters(min_codepoint=0x21, max_codepoint=0x7E, exclude_characters="!*"), min_size=1, max_size=16)
FRAME = st.tuples(st.integers(0, codec.MAX_NUMBER), st.lists(WORD, min_size=1, max_size=4))
UNIT = st.floats(0.0, 1.0)
PATTERN = st.builds(Pattern, st.tuples(UNIT, UNIT, UNIT), st.sampled_from(list(Motion)))


class Desk(Board):
    """A board that keeps what the firmware said and showed."""

    def __init__(self) -> None:
        self.lines: list[bytes] = []
        self.colour = (0, 0, 0)

    def send(self, line: bytes) -> None:
        self.lines.append(line)

    def show(self, colour: tuple[int, int, int]) -> None:
        self.colour = colour


def messages(lines: list[bytes]) -> list[protocol.PodMessage]:
    """What the Pi understands of what a pod sent."""
    return [protocol.parse(frame) for frame in codec.Lines().feed(b"".join(lines))]


@given(st.binary(max_size=80))
def test_the_checksum_is_the_standard_one(data: bytes) -> None:
    """The pod's bitwise CRC is CRC-16/IBM-3740, as Python's own C implementation computes it."""
    assert codec.crc16(data) == binascii.crc_hqx(data, 0xFFFF)


@given(st.lists(FRAME, min_size=1, max_size=5), st.integers(1, 7))
def test_lines_come_back_as_they_were_said(frames: list[tuple[int, list[str]]], piece: int) -> None:
    """Any lines survive being cut into pieces of any size, and none is longer than the bound."""
    lines = []
    for number, words in frames:
        try:
            lines.append(codec.encode(number, words))
        except ValueError:
            assert len(" ".join(words)) > codec.MAX_LINE - 25
    reader = codec.Lines()
    found = []
    stream = b"".join(lines)
    for start in range(0, len(stream), piece):
        found += reader.feed(stream[start : start + piece])
    assert all(len(line) <= codec.MAX_LINE for line in lines)
    assert [codec.encode(number, [word, *args]) for _, number, word, args in found] == lines
    assert reader.bad == 0


@given(st.binary(max_size=300), FRAME, st.binary(max_size=50))
def test_after_any_noise_the_next_line_is_understood(before: bytes, frame: tuple[int, list[str]], after: bytes) -> None:
    """Noise, with or without newlines and marks in it, costs at most itself: the line that follows is read."""
    number, words = frame
    try:
        line = codec.encode(number, words)
    except ValueError:
        return
    reader = codec.Lines()
    found = reader.feed(before) + reader.feed(line)
    assert found[-1] == (1, number, words[0], words[1:])
    reader.feed(after)
    assert reader.feed(line)[-1] == (1, number, words[0], words[1:])


@given(FRAME, st.data())
def test_a_damaged_line_is_never_another_line(frame: tuple[int, list[str]], data: st.DataObject) -> None:
    """Any burst of damage up to 16 bits inside a line is found by the checksum."""
    try:
        line = bytearray(codec.encode(*frame))
    except ValueError:
        return
    at = data.draw(st.integers(1, len(line) - 3))
    line[at] ^= data.draw(st.integers(1, 255))
    line[at + 1] ^= data.draw(st.integers(0, 255))
    found = codec.Lines().feed(bytes(line))
    assert [item for item in found if codec.encode(item[1], [item[2], *item[3]], item[0]) != codec.encode(*frame)] == []


@pytest.mark.parametrize("size", [codec.MAX_LINE, 1000, 100_000])
def test_endless_lines_cost_no_memory(size: int) -> None:
    """A pod that never ends its line fills one line's worth of memory and counts as noise."""
    reader = codec.Lines()
    assert reader.feed(b"!" + b"a" * size) == []
    assert len(reader._line) <= codec.MAX_LINE
    assert reader.feed(codec.encode(1, ["ping"])) == [(1, 1, "ping", [])]
    assert reader.bad == 1


@pytest.mark.parametrize("words", [[], [""], ["a b"], ["a!"], ["a*"], ["é"], ["a\n"], ["a" * 90]])
def test_what_cannot_be_said_is_refused(words: list[str]) -> None:
    """A word that would break a line is an error at the sender."""
    if words == []:
        assert codec.Lines().feed(codec.encode(1, words)) == []
        return
    with pytest.raises(ValueError, match=r"."):
        codec.encode(1, words)


def test_carriage_returns_do_no_harm() -> None:
    """A microcontroller's text mode may end lines with CR LF."""
    assert codec.Lines().feed(codec.encode(5, ["ack"])[:-1] + b"\r\n") == [(1, 5, "ack", [])]


@pytest.mark.parametrize(
    "frame",
    [
        (1, 5, "placed", []),
        (1, 5, "placed", ["04A2B3C4D5E68"]),
        (1, 5, "placed", ["04a2b3c4d5e680"]),
        (1, 5, "placed", ["04A2B3C4D5E680", "X"]),
        (1, 0, "placed", ["04A2B3C4D5E680"]),
        (1, 5, "reader", ["broken"]),
        (1, 5, "pressed", ["stand", "-1"]),
        (1, 5, "pressed", ["stand", "65536"]),
        (1, 5, "pressed", ["Stand", "1"]),
        (1, 5, "pong", ["1", "2", "x"]),
        (1, 5, "pong", ["1", "2", "٣"]),
        (1, 5, "hello", ["E661", "1.0", "rlb", "0"]),
        (1, 5, "hello", ["E661", "1.0", "blr", "1"]),
        (1, 5, "hello", ["E66", "1.0", "rlb", "1"]),
        (1, 5, "ack", ["1"]),
        (1, 5, "reboot", []),
        (1, 5, "error", ["NO"]),
    ],
)
def test_lines_that_are_not_in_the_book_are_refused(frame: tuple[int, int, str, list[str]]) -> None:
    """A good checksum does not make a good message: wrong words, counts, numbers and UIDs are ProtocolErrors."""
    with pytest.raises(ValueError, match=r".") as caught:
        protocol.parse(frame)
    assert isinstance(caught.value, protocol.ProtocolError)
    assert caught.value.code == "pod-protocol"


def test_another_version_is_told_apart() -> None:
    """A line of version 2 is not nonsense but another version, and has its own code."""
    with pytest.raises(protocol.PodVersionError) as caught:
        protocol.parse((2, 1, "ack", []))
    assert caught.value.code == "pod-version"


@given(st.integers(1, codec.MAX_NUMBER), PATTERN)
def test_the_pod_shows_the_pattern_that_the_pi_meant(number: int, pattern: Pattern) -> None:
    """Whatever lamp line the Pi writes, the firmware acknowledges and shows with the right colour and motion."""
    desk = Desk()
    pod = Pod(desk, "E661", "rlb")
    pod.feed(protocol.light(number, pattern), 0)
    assert messages(desk.lines) == [protocol.Ack(number)]
    peak = max(range(0, 2400, 5), key=lambda ms: motion.level(pattern.motion.value, ms))
    pod.tick(peak)
    lit = motion.level(pattern.motion.value, peak)
    assert desk.colour == tuple(round(part * 255) * lit // 255 for part in pattern.colour)


@given(st.integers(1, codec.MAX_NUMBER), PATTERN, st.floats(0.01, 100.0))
def test_the_pod_flashes_as_long_as_the_pi_meant(number: int, pattern: Pattern, seconds: float) -> None:
    """A moment lasts its time, up to a minute, and the lasting pattern follows by itself."""
    desk = Desk()
    pod = Pod(desk, "E661", "rlb")
    pod.feed(protocol.light(1, Pattern((0.0, 0.0, 1.0), Motion.STEADY)), 0)
    pod.feed(protocol.flash(number, pattern, seconds), 0)
    end = min(60_000, round(seconds * 1000))
    for now in range(5000, end - 1, 5000):
        pod.feed(protocol.ping(1), now)  # the Pi is alive
    pod.tick(end - 1)
    flash = motion.level(pattern.motion.value, end - 1)
    assert desk.colour == tuple(round(part * 255) * flash // 255 for part in pattern.colour)
    pod.tick(end)
    assert desk.colour == (0, 0, 255)


@given(
    st.lists(
        st.one_of(
            st.binary(max_size=60),
            st.sampled_from([protocol.hello(1), protocol.ping(2), protocol.ack(1), b"!1 5 light red*"]),
        ),
        max_size=20,
    )
)
def test_no_bytes_from_the_pi_hurt_the_pod(chunks: list[bytes]) -> None:
    """Whatever arrives, the firmware goes on, and every line that it sends is one that the Pi understands."""
    desk = Desk()
    pod = Pod(desk, "E661", "rlb")
    pod.start(0)
    for now, chunk in enumerate(chunks):
        pod.feed(chunk, now * 50)
        pod.poll(["04A2B3C4D5E680"] if now % 3 else [], now * 50)
        pod.button(bool(now % 2), now * 50)
        pod.tick(now * 50)
    messages(desk.lines)


@given(st.binary(max_size=400))
def test_no_bytes_from_a_pod_raise_anything_but_our_own_error(data: bytes) -> None:
    """Parsing has two ends only: a message or a ProtocolError."""
    for frame in codec.Lines().feed(data):
        with contextlib.suppress(protocol.ProtocolError):
            protocol.parse(frame)


@pytest.mark.parametrize("meaning", ["", "Stand", "stand now", "x" * 17, "a!b", "1st", "-"])
def test_meanings_that_no_line_can_carry_are_refused(meaning: str) -> None:
    """A button's meaning is a short lower-case word; anything else is refused where it is said."""
    with pytest.raises(protocol.ProtocolError):
        protocol.button(1, meaning)


def test_every_line_fits_the_bound() -> None:
    """The longest message of each kind stays under the 96 bytes."""
    longest = [
        codec.encode(65535, ["hello", "F" * 32, "x" * 12, "rlb", "65535"]),
        codec.encode(65535, ["placed", "F" * 20]),
        codec.encode(65535, ["pressed", "x" * 16, "65535"]),
        protocol.flash(65535, Pattern((1.0, 1.0, 1.0), Motion.DOUBLE_BLINK), 60.0),
    ]
    assert max(len(line) for line in longest) <= protocol.MAX_LINE


@pytest.mark.parametrize(
    "name", ["lights", "pod_protocol", "firmware.codec", "firmware.pn532"], ids=lambda name: str(name).replace(".", "-")
)
def test_the_examples_in_the_docstrings_are_true(name: str) -> None:
    """Every example that a docstring shows comes out as it says."""
    result = doctest.testmod(importlib.import_module(f"hardware.{name}"))
    assert result.attempted > 0
    assert result.failed == 0
