"""The rows of a journal and of its archive: how a game stands in them, and how it is read back and believed."""

from __future__ import annotations

import sqlite3
import struct
import zlib
from collections.abc import Iterable
from functools import lru_cache
from typing import Any, Final

import msgspec

from companion.live import store
from companion.live.kept import Begun, Header, Kept
from companion.live.snapshot import Saved
from companion.rules.cards import Card, CardError

MOST_WALL: Final = 32_503_680_000  # the year 3000, the last that every system can write; a note beyond it is damage

_pack = struct.Struct("<II").pack


def begun_games(base: sqlite3.Connection) -> tuple[Begun, ...]:
    """All games of a file, oldest first."""
    return tuple(Begun(row[0], _date(row[1])) for row in base.execute("SELECT id, begun FROM game ORDER BY id"))


def kept_game(base: sqlite3.Connection, game: int) -> Kept | None:
    """One game up to its first damaged entry; None if it is not there or its header is damaged."""
    row = base.execute("SELECT header, crc, begun FROM game WHERE id = ?", (game,)).fetchone()
    header = _header(row)
    if header is None:
        return None
    rows = base.execute("SELECT n, body, digest, crc FROM entry WHERE game = ? ORDER BY n", (game,))
    entries, digests, crc = _verified(rows, row[1])
    return Kept(game, header, tuple(entries), tuple(digests), crc, _date(row[2]))


def _date(begun: object) -> int:
    """A note of the wall clock that a calendar has; 0 for any other."""
    return begun if isinstance(begun, int) and 0 < begun < MOST_WALL else 0


def encoded(kept: Header | Saved) -> bytes:
    """The bytes of a header or an entry."""
    return _encoder.encode(kept)


@lru_cache(maxsize=4096)
def _card(text: str) -> Card:
    return Card(text)


def _hook(kind: type, value: Any) -> Any:
    if kind is Card and isinstance(value, str):
        return _card(value)
    raise CardError(str(value))


_encoder = msgspec.json.Encoder(enc_hook=str)
_read_header = msgspec.json.Decoder(Header).decode
_read_saved = msgspec.json.Decoder(Saved, dec_hook=_hook).decode


def chained(crc: int, n: int, digest: int, body: bytes) -> int:
    """The CRC over an entry and all before it."""
    return zlib.crc32(_pack(n, digest) + body, crc)


def _header(row: Any) -> Header | None:
    if row is None or not isinstance(row[0], bytes) or zlib.crc32(row[0]) != row[1]:
        return None
    try:
        return _read_header(row[0])
    except msgspec.DecodeError:
        return None


def _verified(rows: Iterable[Any], crc: int) -> tuple[list[Saved], list[int], int]:
    """Entries in order up to the first whose number, bytes or CRC is wrong."""
    entries: list[Saved] = []
    digests: list[int] = []
    try:
        for expected, (n, body, digest, kept) in enumerate(rows, 1):
            if n != expected or type(body) is not bytes or type(digest) is not int or not 0 <= digest < 1 << 32:
                break
            found = chained(crc, n, digest, body)
            if found != kept:
                break
            entries.append(_read_saved(body))
            digests.append(digest)
            crc = found
    except (sqlite3.Error, ValueError, MemoryError) as error:  # a damaged page, or an entry of a future kind
        store.log.warning("reading the journal ended early: %s", error)
    return entries, digests, crc
