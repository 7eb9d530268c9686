"""Telling systemd: the socket, and a watchdog that starves when a loop hangs."""

from __future__ import annotations

import os
import queue
import socket
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.notify import PATIENCE_S, Notifier, Watchdog, from_environment

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="systemd is Linux's")


class Systemd:
    """The other end of the notify socket."""

    def __init__(self, address: str):
        self.address = address
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("\0" + address[1:] if address[0] == "@" else address)
        self.backlog: list[str] = []

    def drain(self) -> None:
        """Take what has come: a socket's queue is short, and systemd reads all the time."""
        self.socket.setblocking(False)
        while True:
            try:
                self.backlog.append(self.socket.recv(4096).decode())
            except BlockingIOError:
                return

    def heard(self) -> list[str]:
        """Everything that was said since the last time."""
        self.drain()
        said, self.backlog = self.backlog, []
        return said

    def next(self) -> str:
        """The next message, waited for."""
        self.socket.settimeout(5)
        return self.socket.recv(4096).decode()


@pytest.fixture(params=["path", "abstract"])
def systemd(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Systemd]:
    """A notify socket of either kind."""
    end = Systemd(str(tmp_path / "notify") if request.param == "path" else f"@companion-test-{os.getpid()}")
    yield end
    end.socket.close()


class Loops:
    """Two loops that matter, a device's worker, and time."""

    def __init__(self, systemd: Systemd, timeout: float | None = 30.0) -> None:
        self.systemd = systemd
        self.now = 0.0
        self.beats = {"screen": 0, "table": 0, "reader": 0}
        self.turning = set(self.beats)
        self.replacements = 0
        self.notifier = Notifier(systemd.address, lambda: self.now)
        self.dog = Watchdog(self.notifier, timeout, lambda: self.now)
        for name in self.beats:
            self.dog.watch(name, lambda name=name: self.beats[name], replace=self.replace if name == "reader" else None)

    def replace(self) -> None:
        self.replacements += 1

    def run(self, seconds: float) -> int:
        fed = 0
        for _ in range(int(seconds)):
            self.now += 1.0
            for name in self.turning:
                self.beats[name] += 1
            fed += self.dog.step(self.now)
            self.systemd.drain()
        return fed


def test_ready_status_and_stopping_arrive_as_systemd_reads_them(systemd: Systemd) -> None:
    """Each message is a datagram of KEY=value lines, on a path or an abstract socket."""
    notifier = Notifier(systemd.address, lambda: 12.5)
    assert notifier.ready("2 readers")
    assert notifier.status("playing")
    assert notifier.status("playing")
    assert notifier.watchdog()
    assert notifier.stopping()
    assert systemd.heard() == [
        "READY=1\nSTATUS=2 readers\nMONOTONIC_USEC=12500000",
        "STATUS=playing",
        "WATCHDOG=1",
        "STOPPING=1",
    ]


def test_a_status_cannot_smuggle_another_line(systemd: Systemd) -> None:
    """A status text with newlines in it stays one line."""
    assert Notifier(systemd.address).status("x\nREADY=1\nMAINPID=1")
    assert systemd.heard() == ["STATUS=x READY=1 MAINPID=1"]


@pytest.mark.parametrize("address", [None, "", "relative", "/nowhere/at/all", "@nobody-listens-here"])
def test_without_systemd_nothing_is_said_and_nothing_raised(address: str | None) -> None:
    """On a laptop, or when systemd is gone, every call is False and none is an error."""
    notifier = Notifier(address)
    assert not notifier.ready()
    assert not notifier.status("x")
    assert not notifier.watchdog()
    assert not notifier.stopping()
    assert notifier.listening == (address is not None and address[:1] in ("/", "@"))


def test_the_dog_is_fed_while_every_loop_turns(systemd: Systemd) -> None:
    """All loops turning: fed three times in each timeout."""
    loops = Loops(systemd)
    assert loops.run(60) == 6
    assert systemd.heard().count("WATCHDOG=1") == 6


@pytest.mark.parametrize("hangs", ["screen", "table"])
def test_the_dog_starves_when_one_loop_hangs(systemd: Systemd, hangs: str) -> None:
    """One loop that matters stands still: not a single feed more, and the status names it; it is fed again when it turns again."""
    loops = Loops(systemd)
    loops.run(30)
    systemd.heard()
    loops.turning.remove(hangs)
    assert loops.run(9) <= 1
    assert loops.run(120) == 0
    assert f"STATUS=waiting for {hangs}" in systemd.heard()
    assert loops.dog.hanging() == (hangs,)
    loops.turning.add(hangs)
    assert loops.run(30) >= 2


def test_turning_once_feeds_once(systemd: Systemd) -> None:
    """A loop that turned once is good for one feed: the counter must move again for the next."""
    loops = Loops(systemd)
    loops.run(30)
    loops.turning.clear()
    for name in loops.beats:
        loops.beats[name] += 1
    assert loops.run(60) <= 1


def test_a_hung_reader_is_replaced_and_the_kiosk_is_not_restarted(systemd: Systemd) -> None:
    """A device's worker that hangs is replaced after ten seconds, again and again, and the dog is fed all the same."""
    loops = Loops(systemd)
    loops.run(10)
    loops.turning.remove("reader")
    assert loops.run(60) == 6
    assert loops.replacements == 60 // PATIENCE_S
    assert loops.dog.replaced == {"reader": 6}
    loops.turning.add("reader")
    loops.run(30)
    assert loops.replacements == 6


def test_a_replacement_that_fails_stops_nothing(systemd: Systemd) -> None:
    """When even replacing raises, it is told in the status and tried again."""
    loops = Loops(systemd)

    def replace() -> None:
        loops.replacements += 1
        raise RuntimeError("no more threads")

    loops.dog.watch("reader", lambda: 0, replace=replace)
    assert loops.run(60) == 6
    assert loops.replacements == 6
    assert "STATUS=reader hangs and could not be replaced: no more threads" in systemd.heard()


def test_a_sleeping_loop_is_nudged(systemd: Systemd) -> None:
    """A loop that sleeps until it is told something is told something, so that quiet is not taken for death."""
    loops = Loops(systemd)
    beats = [0]
    loops.dog.watch("inbox", lambda: beats[0], nudge=lambda: beats.__setitem__(0, beats[0] + 1))
    assert loops.run(60) == 6


def test_forgotten_loops_are_not_waited_for(systemd: Systemd) -> None:
    """A loop that ended in good order no longer keeps the dog hungry."""
    loops = Loops(systemd)
    loops.run(10)
    loops.turning.remove("screen")
    loops.dog.forget("screen")
    loops.dog.forget("never there")
    assert loops.run(30) == 3


def test_without_a_watchdog_hung_workers_are_still_replaced(systemd: Systemd) -> None:
    """Outside systemd nothing is fed, but a hung reader is replaced just the same."""
    loops = Loops(systemd, timeout=None)
    loops.turning.remove("reader")
    assert loops.run(30) == 0
    assert loops.replacements == 3
    assert "WATCHDOG=1" not in systemd.heard()


def test_what_systemd_asks_for_is_read_from_the_environment(systemd: Systemd) -> None:
    """NOTIFY_SOCKET, WATCHDOG_USEC and WATCHDOG_PID mean what sd_watchdog_enabled(3) says; nonsense means no watchdog."""
    mine, other = str(os.getpid()), "1"
    for environ, every in [
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": mine}, 10.0),
        ({"WATCHDOG_USEC": "30000000"}, 10.0),
        ({"WATCHDOG_USEC": "30000000", "WATCHDOG_PID": other}, None),
        ({"WATCHDOG_USEC": "-1"}, None),
        ({"WATCHDOG_USEC": "x"}, None),
        ({"WATCHDOG_USEC": "0"}, None),
        ({}, None),
    ]:
        notifier, dog = from_environment({"NOTIFY_SOCKET": systemd.address, **environ}, lambda: 0.0)
        assert notifier.listening
        assert dog.step(0.0) == (every is not None)
        if every is not None:
            assert not dog.step(every - 0.1)
            assert dog.step(every)


def test_the_thread_feeds_and_ends(systemd: Systemd) -> None:
    """With the real clock the thread feeds on its own, and close ends it."""
    before = threading.active_count()
    turned: queue.SimpleQueue[int] = queue.SimpleQueue()
    count = [0]

    def beats() -> int:
        count[0] += 1
        turned.put(count[0])
        return count[0]

    dog = Watchdog(Notifier(systemd.address), 0.3)
    dog.watch("screen", beats)
    dog.start()
    assert systemd.next() == "STATUS=playing"
    assert systemd.next() == "WATCHDOG=1"
    assert systemd.next() == "WATCHDOG=1"
    dog.close()
    dog.close()
    assert threading.active_count() == before
