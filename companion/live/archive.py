"""Old games: how the journal stays small, and where they go."""

from __future__ import annotations

import os
import sqlite3
from pathlib import Path

from companion.live.files import free_name
from companion.live.store import MAX_ASIDE, SCHEMA, STUMBLES, beside, is_damage, log, transaction


def archive(base: sqlite3.Connection, path: Path, *, keep: int, archived: int) -> None:
    """Move the oldest games beyond `keep` into `FILE.archive`, which keeps the newest `archived` of them.

    Copied and durable there before they leave here, so a crash between leaves a game in both, never in none. A full or
    read-only disk only postpones it: the evening goes on.
    """
    row = base.execute("SELECT id FROM game ORDER BY id DESC LIMIT 1 OFFSET ?", (keep,)).fetchone()
    if row is None:
        return
    store = beside(path, ".archive")
    try:
        fresh = not store.exists()
        base.execute("ATTACH ? AS archive", (str(store),))
        try:
            if fresh:
                for statement in SCHEMA.split(";"):
                    base.execute(statement.replace("CREATE TABLE ", "CREATE TABLE archive."))
            with transaction(base):
                base.execute("INSERT OR IGNORE INTO archive.game SELECT * FROM game WHERE id <= ?", row)
                base.execute("INSERT OR IGNORE INTO archive.entry SELECT * FROM entry WHERE game <= ?", row)
                old = base.execute("SELECT max(id) - ? FROM archive.game", (archived,)).fetchone()
                base.execute("DELETE FROM archive.entry WHERE game <= ?", old)
                base.execute("DELETE FROM archive.game WHERE id <= ?", old)
            with transaction(base):
                base.execute("DELETE FROM aside WHERE game <= ?", row)
                base.execute("DELETE FROM entry WHERE game <= ?", row)
                base.execute("DELETE FROM game WHERE id <= ?", row)
        finally:
            base.execute("DETACH archive")
    except (sqlite3.Error, *STUMBLES) as error:
        log.warning("old games stay in the journal for now: %s", error)
        if is_damage(error):
            aside = free_name(store, "damaged", MAX_ASIDE)  # the next new game begins another archive
            try:
                os.replace(store, aside)
            except OSError as cause:
                log.warning("the damaged archive %s stays: %s", store, cause)
