"""When two moments are the same."""

from __future__ import annotations

import zlib
from typing import Any

import msgspec

from companion.live.snapshot import Snapshot


def facts(snapshot: Snapshot | None) -> dict[str, Any]:
    """All that a snapshot says, without the count of publications of its table."""
    assert snapshot is not None
    names = [name for name in snapshot.__struct_fields__ if name not in {"serial", "history", "game"}]
    return {name: getattr(snapshot, name) for name in names} | {
        "history": list(snapshot.history),
        "lights": snapshot.lights,
        "report": snapshot.report(),
    }


def mark_of(state: Any) -> int:
    """A print of a state that is the same in every process."""
    return zlib.crc32(msgspec.json.encode(state, enc_hook=str, order="deterministic"))
