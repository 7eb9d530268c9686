"""What a table keeps and reads: settings, the folder of its data, the journal, the decks."""

from __future__ import annotations

import os
import shutil
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from companion.doctor.finding import Finding, correct
from companion.settings import Loaded
from companion.words.language import N_, P_, decimal
from companion.words.say import say

LITTLE: Final = 50_000_000  # bytes that should be free for journals and archives


def settings(loaded: Loaded) -> Iterator[Finding]:
    """Where the settings come from."""
    sources = sorted({one.source for one in loaded.origins} - {"default"})
    yield Finding(
        "settings", "ok", say(N_("from {sources}"), sources=", ".join(sources)) if sources else say(N_("all defaults"))
    )


def data(loaded: Loaded) -> Iterator[Finding]:
    """The folder of what is kept: writable, with room, and how fast it keeps a write."""
    folder = loaded.settings.data
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    if not os.access(existing, os.W_OK | os.X_OK):
        yield Finding(
            "data",
            "fault",
            say(N_("{path} cannot be written"), path=existing),
            say(N_("give this user {folder}, or set files.data"), folder=folder),
        )
        return
    free = shutil.disk_usage(existing).free
    megabytes = free // 1_000_000
    if free < LITTLE:
        little = say(N_("{folder}: only {free} MB are free"), folder=folder, free=megabytes)
        yield Finding("data", "fault", little, say(N_("make room on this disk")))
    else:
        yield Finding("data", "ok", say(N_("{folder}: {free} MB are free"), folder=folder, free=megabytes))
    yield _durable(existing)


def _durable(folder: Path) -> Finding:
    """How long the disk takes to keep something for good: what each action waits for."""
    probe = folder / f".companion-probe-{os.getpid()}"
    begun = time.perf_counter()
    try:
        with probe.open("wb") as file:
            file.write(b"probe")
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        return Finding(
            "disk",
            "fault",
            say(N_("nothing can be kept in {folder}: {error}"), folder=folder, error=error),
            say(N_("look for a full or read-only disk")),
        )
    finally:
        probe.unlink(missing_ok=True)
    took = time.perf_counter() - begun
    return Finding(
        "disk", "ok" if took < 0.5 else "note", say(N_("keeps a write in {time} ms"), time=decimal(1000 * took, 1))
    )


def running_journal(loaded: Loaded) -> Iterator[Finding]:
    """The journal that a running table holds open."""
    path = loaded.settings.data / "journal.db"
    if path.exists():
        yield Finding("journal", "ok", say(N_("open in this table, {size} kB"), size=path.stat().st_size // 1000))
    else:
        yield Finding("journal", "note", say(N_("this table keeps nothing")))


def journal(loaded: Loaded) -> Iterator[Finding]:
    """The journal, opened and its last game read; one that another table holds is no fault."""
    path = loaded.settings.data / "journal.db"
    if not path.exists():
        yield Finding("journal", "note", say(N_("no game has been kept yet")))
        return
    from companion.live.errors import JournalError
    from companion.live.journal import Journal
    from companion.words import error_text

    try:
        with Journal.open(path) as journal:
            kept = journal.last()
    except JournalError as error:
        busy = error.code == "journal-locked"
        fix = "" if busy else say(N_("the last good state is kept; move the file away to begin a new one"))
        yield Finding("journal", "note" if busy else "fault", error_text(error.code, error.params), fix)
        return
    if kept is None:
        yield Finding("journal", "note", say(N_("no game has been kept yet")))
    else:
        yield Finding(
            "journal",
            "ok",
            say(
                P_("{game}, {count} entry", "{game}, {count} entries", "count"),
                game=kept.header.game,
                count=len(kept.entries),
            ),
        )


def decks(loaded: Loaded) -> Iterator[Finding]:
    """The decks that are taught, and which are not whole."""
    from companion.live.cardfile import read_cards
    from companion.live.cards import Cards
    from companion.live.errors import CardsError
    from companion.words import error_text

    path = loaded.settings.data / "cards.toml"
    if not path.exists():
        yield Finding("decks", "note", say(N_("no deck is taught yet")), "companion cards teach LABEL --reader PORT")
        return
    try:
        read_cards(path.read_bytes())
    except CardsError as error:
        yield Finding("decks", "fault", error_text(error.code, error.params), correct("", path))
        return
    cards = Cards.load(path)
    for label in cards.labels():
        count = len(cards.deck(label))
        whole = count == 54 or count % 52 == 0
        fix = "" if whole else f"companion cards audit {label}"
        yield Finding(
            "decks",
            "ok" if whole else "note",
            say(P_("{label}: {count} card", "{label}: {count} cards", "count"), label=label, count=count),
            fix,
        )
