"""The pod's worker in its thread, through pyserial, on a pseudo-terminal with the firmware at the far end."""

from __future__ import annotations

import queue
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hardware.events import ButtonPressed, CardPlaced, CardRemoved, HardwareEvent, PodStatus
from hardware.lights import Motion, Pattern
from hardware.pod import Pod, SerialPodPort, find_pods
from hardware.simulation.pod import PodLink, PodLoop, PodPty, SimulatedPod
from hardware.simulation.tags import Ntag213

pytestmark = pytest.mark.skipif(
    not sys.platform.startswith("linux"), reason="pseudo-terminals as serial ports are Linux's"
)

ACE = Ntag213("04A2B3C4D5E680")


class Events:
    """What a worker posted; waits for the next one that is wanted, up to ten seconds."""

    def __init__(self) -> None:
        self.queue: queue.Queue[HardwareEvent] = queue.Queue()
        self.seen: list[HardwareEvent] = []

    def until(self, wanted: Callable[[HardwareEvent], bool]) -> HardwareEvent:
        end = time.monotonic() + 10
        while True:
            event = self.queue.get(timeout=max(0.01, end - time.monotonic()))
            self.seen.append(event)
            if wanted(event):
                return event


def status(name: str) -> Callable[[HardwareEvent], bool]:
    """A test for a pod's status of this name."""
    return lambda event: isinstance(event, PodStatus) and event.status == name


class Table:
    """A pod on a terminal and its worker."""

    def __init__(self, link: str) -> None:
        self.pod = SimulatedPod()
        self.changes: queue.SimpleQueue[tuple[int, int, int]] = queue.SimpleQueue()
        self.pod.watchers.append(self.changes.put)
        self.events = Events()
        self.pty = PodPty(self.pod, link)
        self.host = Pod("ana", lambda: SerialPodPort(link), self.events.queue.put)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    """A pod on a terminal, closed and unplugged at the end."""
    table = Table(str(tmp_path / "pod-ana"))
    try:
        yield table
    finally:
        table.host.close()
        table.pty.unplug()


def test_cards_lamp_and_button_over_a_real_terminal(table: Table) -> None:
    """Over pyserial and a tty the whole way works: card in, lamp out, button with its meaning, card away, dark at the end."""
    table.host.show(Pattern((0.0, 1.0, 0.0), Motion.STEADY))
    table.host.ask("stand")
    table.host.start()
    table.events.until(status("ready"))
    assert table.changes.get(timeout=5) == (0, 255, 0)
    table.pod.chip.place(ACE)
    placed = table.events.until(lambda event: isinstance(event, CardPlaced))
    assert isinstance(placed, CardPlaced)
    assert placed.uid == ACE.hex
    table.pod.press()
    pressed = table.events.until(lambda event: isinstance(event, ButtonPressed))
    assert isinstance(pressed, ButtonPressed)
    assert (pressed.source, pressed.button) == ("ana", "stand")
    table.pod.release()
    table.pod.chip.lift()
    table.events.until(lambda event: isinstance(event, CardRemoved))
    table.host.flash(Pattern((1.0, 0.0, 0.0), Motion.STEADY), 0.2)
    assert [table.changes.get(timeout=5) for _ in range(2)] == [(255, 0, 0), (0, 255, 0)]
    table.host.close()
    assert table.changes.get(timeout=5) == (0, 0, 0)


def test_the_plug_pulled_and_put_back_under_a_running_worker(table: Table) -> None:
    """The terminal vanishes under pyserial and comes back under another number: lost, then ready, and cards are read again."""
    table.host.start()
    table.events.until(status("ready"))
    table.pty.unplug()
    lost = table.events.until(status("lost"))
    assert isinstance(lost, PodStatus)
    assert lost.code in ("device-failed", "device-missing")
    table.pty.plug()
    table.events.until(status("ready"))
    assert not [event for event in table.events.seen if isinstance(event, CardPlaced | CardRemoved)]


def test_a_port_that_is_not_there_is_told_with_what_is(tmp_path: Path) -> None:
    """Opening a missing port ends in one status whose sentence names the port."""
    events = Events()
    host = Pod("ana", lambda: SerialPodPort(str(tmp_path / "nothing")), events.queue.put)
    host.start()
    lost = events.until(status("lost"))
    assert isinstance(lost, PodStatus)
    assert lost.code == "device-missing"
    assert "nothing" in lost.detail
    host.close()


def test_two_workers_on_one_port_do_not_share_it(table: Table) -> None:
    """The second opener of a pod's port is told that it is busy, instead of stealing half of the lines."""
    table.host.start()
    table.events.until(status("ready"))
    events = Events()
    other = Pod("bruno", lambda: SerialPodPort(table.pty.link), events.queue.put)
    other.start()
    lost = events.until(status("lost"))
    assert isinstance(lost, PodStatus)
    assert lost.code == "device-busy"
    other.close()


def test_the_in_process_pod_serves_a_threaded_worker() -> None:
    """Without any terminal (Windows, macOS, the simulator) the same worker and the same firmware meet in one process."""
    pod = SimulatedPod()
    events = Events()
    host = Pod("ana", lambda: PodLink(pod), events.queue.put)
    with PodLoop(pod):
        host.start()
        events.until(status("ready"))
        pod.chip.place(ACE)
        events.until(lambda event: isinstance(event, CardPlaced))
        host.close()


def test_looking_for_pods_opens_nothing() -> None:
    """Listing boards needs no rights and no open port; on this machine there is none."""
    assert isinstance(find_pods(), tuple)
