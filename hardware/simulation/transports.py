"""Ways to reach a simulated chip: as a serial port object in this process, or as a pseudo-terminal of the system.

``InProcessTty`` is duck-typed as a ``serial.Serial``, so nfcpy's own ``transport.TTY`` and the driver above it run unmodified
on any operating system, without waiting. ``PtyServer`` puts the same chip behind a real tty for tests on Linux.
"""

from __future__ import annotations

import errno
import os
import sys
from collections.abc import Iterable
from typing import Final

import serial

from hardware.simulation.chip import BAUD_RATES, SimulatedPN532
from hardware.simulation.faults import Faults
from hardware.simulation.terminal import PtyDevice

if sys.platform != "win32":
    import termios

_GONE: Final = (errno.EIO, os.strerror(errno.EIO))


class InProcessTty:
    """A serial port whose far end is a chip; reads never wait, and fail as pyserial fails.

    It plays a port that stays open while the plug is pulled: reading and writing then raise ``serial.SerialException``, and
    flushing raises ``termios.error``, which is no OSError (knowledge/hardware.md, section 2, failures).
    """

    def __init__(self, chip: SimulatedPN532, faults: Faults | None = None, port: str = "in-process"):
        if faults is not None and faults.unplugged:
            raise serial.SerialException(errno.ENOENT, f"could not open port {port}: {os.strerror(errno.ENOENT)}")
        self.chip = chip
        self.faults = faults or Faults()
        self.port = port
        self.timeout: float | None = 0.05
        self.write_timeout: float | None = None
        self.is_open = True
        self._baud_rate = 115200
        self._received = bytearray()

    @property
    def baudrate(self) -> int:
        """The host's own speed; at another speed than the chip's nothing gets through."""
        return self._baud_rate

    @baudrate.setter
    def baudrate(self, value: int) -> None:
        self._baud_rate = value
        self.chip.host_speed_is(value)

    def write(self, data: bytes) -> int:
        """Give bytes to the chip; its answers are ready to read at once."""
        self._check()
        if self._baud_rate == self.chip.baud_rate and not self.faults.muted:
            for frame in self.faults.pass_on(self.chip.feed(bytes(data))):
                self._received += frame
        return len(data)

    def read(self, size: int = 1) -> bytes:
        """Up to ``size`` bytes; fewer is what a port gives when its time-out runs out."""
        self._check()
        if not self._received and not self.faults.muted:
            for frame in self.faults.pass_on(self.chip.poll()):
                self._received += frame
        data = bytes(self._received[:size])
        del self._received[:size]
        return data

    def babble(self, data: bytes) -> None:
        """Let bytes arrive that nobody asked for."""
        self._received += data

    def flushInput(self) -> None:  # noqa: N802 - pyserial's name, which nfcpy calls
        """Drop what was not read."""
        self._check_flush()
        self._received.clear()

    def flushOutput(self) -> None:  # noqa: N802 - pyserial's name, which nfcpy calls
        """Drop what was not sent, which is nothing."""
        self._check_flush()

    def cancel_read(self) -> None:
        """End a blocked read, of which there is none."""

    def close(self) -> None:
        """Close the port; closing never fails, as in pyserial."""
        self.is_open = False
        self._received.clear()

    def _check(self) -> None:
        if not self.is_open:
            raise serial.PortNotOpenError()
        if self.faults.unplugged:
            raise serial.SerialException("device reports readiness to read but returned no data (device disconnected?)")

    def _check_flush(self) -> None:
        if not self.is_open:
            raise serial.PortNotOpenError()
        if self.faults.unplugged:
            if sys.platform == "win32":
                raise serial.SerialException(*_GONE)
            raise termios.error(*_GONE)


class PtyServer(PtyDevice):
    """Serves a chip on a pseudo-terminal: ``path`` opens like a real ``/dev/ttyUSB0``. Linux; for tests."""

    def __init__(self, chip: SimulatedPN532, faults: Faults | None = None, link: str | None = None):
        self.chip = chip
        self.faults = faults or Faults()
        # The short rest lets a waiting command be answered when a tag is placed.
        super().__init__(link, rest=0.005, name="pn532")

    def _power(self, on: bool) -> None:
        if not on:  # a chip handed in is in the state that the test gave it; only a replugged one begins anew
            self.chip.power_on()

    def _host_speed(self) -> int | None:
        speed = termios.tcgetattr(self._slave)[5]
        return next((rate for rate in BAUD_RATES if getattr(termios, f"B{rate}", None) == speed), None)

    def _turn(self, data: bytes) -> Iterable[bytes]:
        return self.faults.pass_on(self._hear(data) if data else self.chip.poll())

    def _hear(self, data: bytes) -> list[bytes]:
        # nfcpy confirms a change of speed with an ACK and flushes its output at once, which on a terminal of this kind discards
        # the ACK: that the host now runs at the new speed confirms it as well.
        speed = self._host_speed()
        self.chip.host_speed_is(speed)
        if speed != self.chip.baud_rate or self.faults.muted:
            return []
        return self.chip.feed(data)
