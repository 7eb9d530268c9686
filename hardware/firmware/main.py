"""The pod on an RP2040 (Raspberry Pi Pico): pins and ports around the state machine of ``pod.py``.

Wiring (GPIO numbers): PN532 in HSU mode on UART0, its RXD at 0 and TXD at 1; lamp red 2, green 3, blue 4, each through a resistor to
the LED (common cathode); button from 5 to ground. The Pi is at the USB socket. hardware/README.md says how to put it on the board.
"""

import select
import sys

# MicroPython's own modules: there are none of these on CPython.
import machine  # type: ignore[import-not-found]
import micropython  # type: ignore[import-not-found]
import utime  # type: ignore[import-not-found]

from .pn532 import PN532
from .pod import Board, Pod

READER_TX, READER_RX, RED, GREEN, BLUE, BUTTON = 0, 1, 2, 3, 4, 5
STEP_MS = 5
_WATCHDOG_MS = 4000


class Pico(Board):
    """The board: its lamp pins, and USB as standard input and output."""

    def __init__(self) -> None:
        self._lamps = [machine.PWM(machine.Pin(number)) for number in (RED, GREEN, BLUE)]
        for lamp in self._lamps:
            lamp.freq(1000)
            lamp.duty_u16(0)
        self._keys = select.poll()
        self._keys.register(sys.stdin, select.POLLIN)
        self._input = sys.stdin.buffer
        self._output = sys.stdout.buffer

    def send(self, line: bytes) -> None:
        """Writes to USB; MicroPython drops it by itself when nobody reads at the far end."""
        self._output.write(line)

    def show(self, colour: tuple[int, int, int]) -> None:
        """Sets the duty cycle of each pin; 255 is full."""
        for lamp, part in zip(self._lamps, colour):  # noqa: B905 - MicroPython's zip has no strict
            lamp.duty_u16(part * 257)

    def heard(self) -> bytes:
        """The bytes that came from the Pi, at most 64 at once."""
        data = b""
        while len(data) < 64 and self._keys.poll(0):
            data += self._input.read(1)
        return data


def run(turns: int = -1) -> None:
    """Be a pod for ever (or for so many turns of the loop)."""
    board = Pico()
    ident = "".join([f"{byte:02X}" for byte in machine.unique_id()])
    pod = Pod(board, ident, "rlb")
    reader = PN532(machine.UART(0, baudrate=115200, tx=machine.Pin(READER_TX), rx=machine.Pin(READER_RX)))
    button = machine.Pin(BUTTON, machine.Pin.IN, machine.Pin.PULL_UP)
    if button.value() == 0:
        return  # held at power-up: stay at MicroPython's prompt, so that new firmware can be put on the board
    micropython.kbd_intr(-1)  # Ctrl-C in the noise of a bad cable must not stop the pod
    dog = machine.WDT(timeout=_WATCHDOG_MS)
    now = 0
    last = utime.ticks_ms()
    pod.start(now)
    while turns != 0:
        turns -= 1
        ticks = utime.ticks_ms()
        now += utime.ticks_diff(ticks, last)
        last = ticks
        data = board.heard()
        if data:
            pod.feed(data, now)
        if reader.step(now):
            pod.poll(reader.uids, now)
        pod.button(button.value() == 0, now)
        pod.tick(now)
        dog.feed()
        utime.sleep_ms(STEP_MS)
