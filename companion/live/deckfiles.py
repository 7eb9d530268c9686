"""Option files on disk (a designer's deck, `deck=FILE`): read within bounds, and known by their path and by a print.

A game's options hold the text; the journal's header holds the path as an absolute one, so that a resume from another folder
finds the same file, and a hash, so that it refuses to go on under another text.
"""

from __future__ import annotations

import os
import stat
from collections.abc import Mapping
from typing import Final

from companion.rules.game import BadOption, Options
from companion.rules.options import fields

MOST_BYTES: Final = 64 * 1024
PRINT_LENGTH: Final = 32  # hexadecimal digits


def read_option_file(path: str) -> str:
    """The text of a file.

    Raises `BadOption`: `no-such-file` (not there, not readable, not a plain file), `file-too-long` (over 64 KB),
    `file-not-utf8`.
    """
    data = _bytes_of(_absolute(path))
    if len(data) > MOST_BYTES:
        raise BadOption("file-too-long", option="deck", value=path, most=MOST_BYTES)
    try:
        return data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError:
        raise BadOption("file-not-utf8", option="deck", value=path) from None


def _bytes_of(path: str) -> bytes:
    """At most one byte more than allowed, of a plain file only: a device or a pipe may have no end."""
    data = b""
    try:
        handle = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
        try:
            plain = stat.S_ISREG(os.fstat(handle).st_mode)
            while plain and len(data) <= MOST_BYTES and (more := os.read(handle, MOST_BYTES + 1 - len(data))):
                data += more
        finally:
            os.close(handle)
    except (OSError, ValueError):  # ValueError: a null character in the path
        plain = False
    if not plain:
        raise BadOption("no-such-file", option="deck", value=path)
    return data


def resolved(kind: type[Options], words: Mapping[str, str]) -> dict[str, str]:
    """Options as written, with absolute paths for those that name a file (`~` is the home folder)."""
    files = {field.name for field in fields(kind) if field.kind == "file"}
    return {name: _absolute(word) if name in files and word else word for name, word in words.items()}


def _absolute(word: str) -> str:
    from pathlib import Path

    try:
        return str(Path(word).expanduser().absolute())
    except RuntimeError:  # there is no such home
        return word


def prints(options: Options) -> dict[str, str]:
    """A print (SHA-256, shortened) of each option file in use, by option."""
    found = {}
    for field in fields(type(options)):
        text = getattr(options, field.name)
        if field.kind == "file" and text:
            from hashlib import sha256

            found[field.name] = sha256(text.encode()).hexdigest()[:PRINT_LENGTH]
    return found
