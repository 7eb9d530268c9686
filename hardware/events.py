"""What the hardware reports, as small frozen values that a recording can keep.

Every device posts these through one injected ``Post``. ``at`` is always seconds of the monotonic clock that was passed to the
device: a Raspberry Pi has no clock of its own, so wall time is nobody's evidence (knowledge/failures.md, runners-up).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

ReaderState = Literal["starting", "ready", "lost", "closed", "two-cards", "phone", "resting", "clear"]
"""What a reader can say of itself.

Of the connection: ``starting`` (never opened yet), ``ready``, ``lost`` (``code`` says why; it is being reopened), ``closed``.
Of what lies on it: ``two-cards`` (lift one), ``phone`` (a phone or bank card: refused), ``resting`` (a card lay there when the
reader came up: lift it and place it again to play it); ``clear`` ends any of these three.
"""

PodState = Literal["starting", "ready", "lost", "closed"]
"""What a seat pod can say of its connection; ``lost`` carries a ``code``."""


class _Event(msgspec.Struct, frozen=True, tag_field="event", rename="kebab"):
    """Base of all events; gives each its tag for recordings."""


class CardPlaced(_Event, frozen=True, tag="card-placed"):
    """A tag came to lie on a reader: one event for one presence, however long it lies.

    ``uid`` is upper-case hex without separators. ``payload`` is the 24-bit number of a ``tc:`` payload, read only from a tag
    that ``is_known`` did not know; None is a known tag, a blank one, or one that cannot hold a payload.
    """

    reader: str
    uid: str
    at: float
    payload: int | None = None


class CardRemoved(_Event, frozen=True, tag="card-removed"):
    """The tag was lifted: several polls in a row missed it. Never sent because a reader failed."""

    reader: str
    uid: str
    at: float


class ReaderStatus(_Event, frozen=True, tag="reader-status"):
    """A reader's state changed; ``code`` is a stable kebab-case code of hardware.errors, ``detail`` a sentence with the fix."""

    reader: str
    status: ReaderState
    at: float
    detail: str = ""
    code: str = ""
    uids: tuple[str, ...] = ()


class PayloadWritten(_Event, frozen=True, tag="payload-written"):
    """A requested payload was written and read back (``ok``), or was not (``code`` and ``detail`` say why; try again)."""

    reader: str
    uid: str
    number: int
    at: float
    ok: bool
    detail: str = ""
    code: str = ""


class ButtonPressed(_Event, frozen=True, tag="button-pressed"):
    """A real button was pressed, once; ``source`` is a pod's name or ``gpio``; ``held`` is a long press."""

    source: str
    button: str
    at: float
    held: bool = False


class PodStatus(_Event, frozen=True, tag="pod-status"):
    """A seat pod's connection changed; ``code`` and ``detail`` as in ReaderStatus."""

    pod: str
    status: PodState
    at: float
    detail: str = ""
    code: str = ""


class LampStatus(_Event, frozen=True, tag="lamp-status"):
    """A lamp failed (``ok`` is false; ``code`` and ``detail`` say why) or works again; the others are not touched by it."""

    lamp: str
    ok: bool
    at: float
    detail: str = ""
    code: str = ""


HardwareEvent: TypeAlias = (
    CardPlaced | CardRemoved | ReaderStatus | PayloadWritten | ButtonPressed | PodStatus | LampStatus
)
Post: TypeAlias = Callable[[HardwareEvent], None]
"""Where a device puts its events; must be thread safe and quick, as an inbox's ``put`` is."""
