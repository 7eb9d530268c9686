"""A pseudo-terminal of the system with a device made of Python behind it: it opens like a real serial device. Linux; for tests."""

from __future__ import annotations

import os
import select
import sys
import threading
from abc import ABC, abstractmethod
from collections.abc import Iterable
from types import TracebackType
from typing import Final, Self

if sys.platform != "win32":
    import tty

_AT_ONCE: Final = 4096
"""Bytes taken at a time, as many as a terminal of Linux holds."""


class PtyDevice(ABC):
    """A device at the far end of a terminal, served by a thread; it is plugged in from the start.

    ``path`` is the terminal, another one after each replugging; ``link``, if there is one, is a symbolic link that is kept
    pointing at it, as udev keeps an alias. Use it as a context manager.
    """

    def __init__(self, link: str | None, *, rest: float, name: str):
        self.link = link
        self.path = ""
        self._rest = rest  # seconds after which it gets its turn though nothing was sent
        self._name = name
        self._descriptors: tuple[int, ...] = ()
        self._thread: threading.Thread | None = None
        self.plug()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.unplug()

    @abstractmethod
    def _turn(self, data: bytes) -> Iterable[bytes]:
        """The device hears ``data`` (nothing: only time has passed) and says what it has to say."""

    @abstractmethod
    def _power(self, on: bool) -> None:
        """The device gets its power, before anybody can open the terminal, or has lost it with the terminal."""

    def plug(self) -> str:
        """Make the terminal, and return its path."""
        self._power(True)
        self._master, self._slave = os.openpty()
        tty.setraw(self._slave)  # no echo before a driver configures it
        os.set_blocking(self._master, False)
        self._wake_read, self._wake_write = os.pipe()
        self._descriptors = (self._master, self._slave, self._wake_read, self._wake_write)
        self.path = os.ttyname(self._slave)
        if self.link is not None:
            self._unlink()
            os.symlink(self.path, self.link)
        self._thread = threading.Thread(target=self._serve, daemon=True, name=f"{self._name} on {self.path}")
        self._thread.start()
        return self.path

    def unplug(self) -> None:
        """Let the terminal vanish under the driver; nothing happens where it is unplugged already."""
        if self._thread is None:
            return
        os.write(self._wake_write, b"x")
        self._thread.join(2)
        self._thread = None
        self._unlink()
        for descriptor in self._descriptors:
            os.close(descriptor)
        self._power(False)

    def send_noise(self, data: bytes) -> None:
        """Let bytes arrive that nobody asked for."""
        self._send(data)

    def _unlink(self) -> None:
        if self.link is not None and os.path.islink(self.link):
            os.unlink(self.link)

    def _send(self, data: bytes) -> None:
        try:
            os.write(self._master, data)
        except BlockingIOError:
            return  # nobody reads at the far end; a serial port drops it too

    def _serve(self) -> None:
        while True:
            ready, _, _ = select.select([self._master, self._wake_read], [], [], self._rest)
            if self._wake_read in ready:
                return
            for said in self._turn(os.read(self._master, _AT_ONCE) if self._master in ready else b""):
                self._send(said)
