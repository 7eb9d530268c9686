"""The same reader over a real tty: the system's own terminal layer, pyserial and nfcpy, with the chip behind a pseudo-terminal."""

from __future__ import annotations

import queue
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.errors import DeviceBusyError, DeviceMissingError
from hardware.events import CardRemoved, HardwareEvent, ReaderStatus
from hardware.nfc import open_source
from hardware.reader import Reader
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.tags import Ntag213
from hardware.simulation.transports import PtyServer

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no pseudo-terminals on Windows")

A, B = "04AA0000000001", "04BB0000000002"


class Line:
    """A chip on a pty behind a link, as udev keeps one, and a reader that is stepped by hand."""

    def __init__(self, link: Path):
        self.chip = SimulatedPN532()
        self.server = PtyServer(self.chip, link=str(link))
        self.link = str(link)
        self.now = 0.0
        self.events: list[HardwareEvent] = []
        self.reader = Reader(
            "north",
            lambda: open_source(self.link),
            self.events.append,
            is_known=lambda uid: uid == A,
            clock=lambda: self.now,
        )

    def seconds(self, duration: float) -> list[HardwareEvent]:
        """Steps under the moved clock."""
        before, end = len(self.events), self.now + duration
        while self.now < end:
            self.now += max(self.reader.step(), 0.01)
        return self.events[before:]


@pytest.fixture
def line(tmp_path: Path) -> Iterator[Line]:
    """A line whose name says nothing of USB, so that silence is known after 100 ms."""
    line = Line(tmp_path / "nfc-p1")
    yield line
    line.reader.close()
    line.server.unplug()


def test_a_card_is_read_over_a_tty(line: Line) -> None:
    """Known and introduced, with one and two commands."""
    assert [event.status for event in line.seconds(1)] == ["ready"]
    line.chip.reset_counters()
    line.chip.place(Ntag213(A))
    assert [event.uid for event in line.seconds(0.1)] == [A]
    assert (line.chip.commands, line.chip.host_bytes, line.chip.chip_bytes) == ({"InListPassiveTarget": 1}, 11, 28)
    line.chip.lift()
    line.seconds(0.5)
    line.chip.place(Ntag213(B, number=77))
    assert [event.payload for event in line.seconds(0.1)] == [77]


@pytest.mark.parametrize("rate", [921600, 230400])
def test_row_1_a_stuck_speed_is_recovered_over_a_tty(line: Line, rate: int) -> None:
    """The terminal's own speed is changed, and changed back."""
    line.chip.asleep, line.chip.baud_rate = False, rate
    assert [event.status for event in line.seconds(1)] == ["ready"]
    assert line.chip.baud_rate == 115200


def test_row_2_a_replugged_adapter_is_found_under_its_alias(line: Line) -> None:
    """The terminal vanishes and comes back under another number; nothing is removed, nothing is placed again."""
    line.seconds(1)
    line.chip.place(Ntag213(A))
    line.seconds(0.5)
    old = line.server.path
    line.server.unplug()
    (lost,) = line.seconds(8)
    assert (lost.status, lost.code) == ("lost", "device-missing")
    with PtyServer(SimulatedPN532()):  # somebody else takes the number
        line.server.plug()
        assert line.server.path != old
        assert [event.status for event in line.seconds(8)] == ["ready"]


def test_row_4_a_mute_chip_is_silent_over_a_tty(line: Line) -> None:
    """With real time-outs: the port opens, nobody answers, the code says so."""
    line.server.faults.mute()
    (lost,) = line.seconds(0.5)
    assert (lost.status, lost.code) == ("lost", "device-silent")
    line.server.faults.mute(False)
    assert [event.status for event in line.seconds(3)] == ["ready"]


@pytest.mark.parametrize("fault", ["corrupt", "truncate", "lose_ack", "noise"])
def test_one_garbled_frame_is_forgiven_over_a_tty(line: Line, fault: str) -> None:
    """The system's buffers hold rubbish for nobody: the next poll starts clean."""
    line.seconds(1)
    line.chip.place(Ntag213(A))
    line.seconds(0.2)
    getattr(line.server.faults, fault)()
    assert line.seconds(0.6) == []
    assert line.reader.quality.connections == 1


def test_noise_while_idle_is_not_seen(line: Line) -> None:
    """Bytes that nobody asked for are flushed before the next command."""
    line.seconds(1)
    line.server.send_noise(b"\x00\x00\xff\x05\xfb\xd5" * 20)
    line.chip.place(Ntag213(A))
    assert [event.uid for event in line.seconds(0.3)] == [A]


def test_a_second_companion_is_kept_out(line: Line) -> None:
    """The port is taken exclusively: whoever asks for the same gets an error that says that it is in use."""
    line.seconds(1)
    with pytest.raises(DeviceBusyError):
        open_source(line.link)


def test_a_port_that_vanished_is_missing(line: Line) -> None:
    """Opening it names what is missing."""
    line.server.unplug()
    with pytest.raises(DeviceMissingError):
        open_source(line.link)


def test_a_reader_thread_over_a_tty_closes_in_time(line: Line) -> None:
    """The thread polls, tells the card, and ends with the chip asleep."""
    inbox: queue.Queue[HardwareEvent] = queue.Queue()
    reader = Reader("south", lambda: open_source(line.link), inbox.put, is_known=lambda _uid: True, poll_every=0.005)
    reader.start()
    assert inbox.get(timeout=10).status == "ready"
    line.chip.place(Ntag213(A))
    assert inbox.get(timeout=10).uid == A
    line.chip.lift()
    assert isinstance(inbox.get(timeout=10), CardRemoved)
    reader.close()
    closed = inbox.get(timeout=1)
    assert isinstance(closed, ReaderStatus)
    assert closed.status == "closed"
    assert line.chip.asleep
