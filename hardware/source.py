"""The seam between a reader's worker and the driver below it: what any card source can do."""

from __future__ import annotations

from typing import Final, NamedTuple, Protocol

_ISO_DEP = 0x20
_RANDOM_UID = "08"


class Target(NamedTuple):
    """Something that answered a poll: ``uid`` in upper-case hex, ``sak`` its SEL_RES byte (ISO 14443-3)."""

    uid: str
    sak: int = 0x00

    @property
    def is_phone(self) -> bool:
        """A phone or bank card: ISO-DEP, or a random 4-byte UID 08… that is another one each time (failures.md, row 11)."""
        return bool(self.sak & _ISO_DEP) or (len(self.uid) == 8 and self.uid.startswith(_RANDOM_UID))

    @property
    def has_pages(self) -> bool:
        """A type 2 tag (NTAG, Ultralight), which can hold a payload; a MIFARE Classic is known by its UID alone."""
        return self.sak == 0x00 and not self.is_phone


SEVERAL: Final = Target("")
"""Stands for tags that answered at once and could not be told apart, from a driver that cannot do better."""


class CardSource(Protocol):
    """An opened reader. Owned by one thread; ``abandon`` alone may come from another.

    Trouble with a tag raises hardware.errors.TagError; anything else that is raised means that the connection is in doubt.
    """

    @property
    def description(self) -> str:
        """Chip, version and port, for people."""

    def poll(self) -> tuple[Target, ...]:
        """Ask the field once; up to two targets, or SEVERAL."""

    def health(self) -> None:
        """Ask the chip for its version; raises when it does not answer as it should."""

    def read_pages(self, target: Target, page: int) -> bytes:
        """Sixteen bytes from a page on, of the target that the last poll found alone."""

    def write_payload(self, target: Target, number: int) -> None:
        """Write a ``tc:`` payload and read it back; raises TagError when the tag does not hold it afterwards."""

    def close(self) -> None:
        """Put the chip to rest and close; never raises."""

    def abandon(self) -> None:
        """Close without a word to the chip, which may be gone; never raises."""
