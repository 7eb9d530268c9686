"""The composition root: the only room that knows rules, live table, hardware and screen, and loads each only when it is needed."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from companion.cli import fail

if TYPE_CHECKING:
    from companion.live.table import Table


def open_table(journal: Path | None) -> Table:
    """The table with all games, on a journal if there is one; a journal that cannot be used ends the program with status 2."""
    from companion.live.table import Table
    from companion.rules.games import GAMES

    if journal is None:
        return Table(GAMES)
    from companion.live.errors import JournalError
    from companion.live.journal import Journal
    from companion.words import error_text

    try:
        return Table(GAMES, Journal(journal))
    except JournalError as error:
        fail(error_text(error.code, error.params), 2)


def headless(journal: Path | None, cards: Path | None, readers: Sequence[str]) -> int:
    """Serve the protocol on standard input and output until the input ends."""
    from companion.headless import Protocol, encoded
    from companion.lines import read_lines

    table = open_table(journal)
    protocol = Protocol(table)
    out = sys.stdout.buffer
    out.write(encoded(protocol.greeting(table.resume() if journal else None)))
    out.flush()
    for raw in read_lines(sys.stdin.buffer):
        out.write(encoded(protocol.answer(raw)))
        out.flush()
        if protocol.finished:
            break
    return 0
