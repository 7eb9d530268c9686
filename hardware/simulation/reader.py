"""A simulated reader in one object: chip, wire and faults, for the simulator's panel, for ``companion demo`` and for tests."""

from __future__ import annotations

import hashlib

from hardware.errors import DeviceMissingError
from hardware.simulation.chip import SimulatedPN532
from hardware.simulation.faults import Faults
from hardware.simulation.tags import Ntag213, SimulatedTag
from hardware.source import CardSource


def uid_for(label: str) -> str:
    """A 7-byte UID of NXP's that always belongs to this label, as a printed card has one for life.

    >>> uid_for("Ana 7 of hearts") == uid_for("Ana 7 of hearts") != uid_for("Ana 8 of hearts")
    True
    """
    return "04" + hashlib.sha256(label.encode()).hexdigest()[:12].upper()


class SimulatedReader:
    """A PN532 on a wire; hand ``open`` to hardware.reader.Reader as its ``open_source``. Thread safe.

    ``reads`` counts presences that the chip reported to a driver, so it grows only where a real read would have been.
    """

    def __init__(self, name: str):
        self.name = name
        self.chip = SimulatedPN532()
        self.faults = Faults()

    def open(self) -> CardSource:
        """Open it with the real driver; raises what a port of the system would."""
        if self.faults.unplugged:
            raise DeviceMissingError(f"Nothing is connected at {self.name}: plug the simulated reader in again.")
        from hardware.nfc import (
            open_pn532,  # the real driver takes long to load: on the worker's thread, as with a real port
        )
        from hardware.simulation.transports import InProcessTty

        return open_pn532(InProcessTty(self.chip, self.faults, self.name))

    # -- cards -----------------------------------------------------------------------------------------------------------

    @property
    def reads(self) -> int:
        """Presences reported so far."""
        return self.chip.reads

    @property
    def lying(self) -> tuple[str, ...]:
        """UIDs of what lies on the antenna now."""
        with self.chip.lock:
            return tuple(tag.hex for tag in self.chip.tags)

    def place(self, tag: SimulatedTag | str, *, number: int | None = None) -> SimulatedTag:
        """Lay down a tag, or a new NTAG213 with this UID (hex) and, if given, a payload; it lies until it is lifted.

        A UID that lies there already is left lying, as a card cannot lie there twice.
        """
        with self.chip.lock:
            if isinstance(tag, str):
                lying = next((there for there in self.chip.tags if there.hex == tag.upper()), None)
                tag = lying or Ntag213(tag, number)
            self.chip.place(tag)
        return tag

    def lift(self, uid: str | None = None) -> tuple[SimulatedTag, ...]:
        """Take away one tag, or all."""
        return self.chip.lift(uid)

    # -- faults ----------------------------------------------------------------------------------------------------------

    def unplug(self) -> None:
        """Pull the plug: the port vanishes and the chip loses its power."""
        self.faults.unplugged = True
        self.chip.power_on()

    def replug(self) -> None:
        """Put the plug back."""
        self.faults.unplugged = False

    def garble(self, count: int = 1) -> None:
        """Damage the next answers."""
        self.faults.corrupt(count)

    def mute(self, on: bool = True) -> None:
        """Let the chip hang, or wake up."""
        self.faults.mute(on)

    def stick(self, baud_rate: int = 921600) -> None:
        """Leave the chip at another speed, as a program does that was killed (failures.md, row 1)."""
        with self.chip.lock:
            self.chip.baud_rate = baud_rate
            self.chip.asleep = False

    def heal(self) -> None:
        """Take back all faults; cards stay where they are."""
        self.faults.clear()
