"""The headless table put together: standard input and readers into the owner's inbox, replies out."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, BinaryIO, Final

from companion.cli import fail

if TYPE_CHECKING:
    from pathlib import Path

    from companion.devices import Devices, ReaderSpec, Told
    from companion.live.cards import Cards
    from companion.live.inbox import Owner
    from companion.live.journal import Journal
    from companion.live.recording import Recorder

AHEAD: Final = 64  # lines that may be read before they are answered, so that a large script does not fill the memory


def open_journal(path: Path | None) -> Journal | None:
    """The journal, if one is wanted; one that cannot be used ends the program with status 2."""
    if path is None:
        return None
    from companion.live.errors import JournalError
    from companion.live.journal import Journal
    from companion.words import error_text

    try:
        return Journal.open(path)
    except JournalError as error:
        fail(f"{error_text(error.code, error.params)} [{error.code}]", 2)


def open_cards(path: Path | None) -> Cards:
    """The tags of a card file, which is only read; one that cannot be used ends the program with status 2."""
    from companion.live.cards import Cards

    cards = Cards()
    if path is None:
        return cards
    from companion.live.errors import CardsError
    from companion.words import error_text

    try:
        cards.take_in(path.read_bytes())
    except OSError as error:
        fail(f"the card file cannot be read: {error}", 2)
    except CardsError as error:
        fail(f"{path}: {error_text(error.code, error.params)}", 2)
    return cards


# --- headless ----------------------------------------------------------------------------------------------------------


def headless(journal: Path | None, cards: Path | None, readers: Sequence[str], record: Path | None = None) -> int:
    """Serve the protocol on standard input and output until the input ends; the owner is the main thread."""
    from companion.headless import Protocol, encoded
    from companion.live import messages as post
    from companion.live.inbox import Owner
    from companion.live.router import Router
    from companion.live.table import Table
    from companion.rules.games import GAMES

    specs = read_specs(readers)
    kept = open_journal(journal)
    table = Table(GAMES, kept)
    protocol = Protocol(table)
    owner = Owner(
        table, Router(table, open_cards(cards)), lines=lambda raw: None if protocol.finished else protocol.answer(raw)
    )
    out = sys.stdout.buffer

    def write(lines: list[Any]) -> None:
        try:
            out.write(encoded(lines))
            out.flush()
        except (BrokenPipeError, ValueError):  # nobody listens any more
            owner.post(post.Stop())

    def told(message: post.AnyMessage, result: Any) -> None:
        if isinstance(message, post.TagSeen):
            write(protocol.judged(result))
        elif isinstance(message, post.DeviceTold):
            write(protocol.told(message))

    resumed = table.resume() if kept else None
    owner.tap = open_recording(record, owner)
    write(protocol.greeting(resumed))
    signal.signal(signal.SIGTERM, lambda *_: owner.post(post.Stop()))  # readers are closed, the journal is sealed
    devices = _attached(owner, specs, told) if specs else None
    try:
        _answer_lines(owner, protocol, _standard_input(), write)
    finally:
        if devices is not None:
            devices.close()
        if kept is not None:
            kept.close()
    return 0


def _standard_input() -> BinaryIO:
    """Standard input under a reader of our own: Python aborts at its end if another thread still waits on its own one."""
    try:
        return open(sys.stdin.fileno(), "rb", closefd=False)
    except OSError:  # it is no file: somebody has put another stream there
        return sys.stdin.buffer


def open_recording(path: Path | None, owner: Owner) -> Recorder | None:
    """A recording of everything that is offered, if one is wanted; a file that cannot be begun ends the program with status 2."""
    if path is None:
        return None
    from companion.live.recording import Recorder

    try:
        return Recorder.to(path, owner.table, owner.router)
    except OSError as error:
        fail(f"the recording cannot be begun: {error}", 2)


def read_specs(texts: Sequence[str]) -> list[ReaderSpec]:
    """Readers as written on the command line; one that is none ends the program with status 2."""
    if not texts:
        return []
    from companion.devices import read_spec

    try:
        specs = [read_spec(text) for text in texts]
    except ValueError as error:
        fail(f"argument --reader: {error}", 2)
    if len({spec.port for spec in specs}) < len(specs):
        fail("argument --reader: a port is given twice", 2)
    return specs


def _attached(owner: Owner, specs: Sequence[ReaderSpec], told: Told) -> Devices:
    from companion.devices import Devices

    devices = Devices(owner, told)
    for spec in specs:
        devices.add_reader(spec)
    devices.start()
    return devices


def _answer_lines(owner: Owner, protocol: Any, stream: BinaryIO, write: Any) -> None:
    """Read lines on a thread of their own, answer them on this one, until the input ends or `quit`."""
    from companion.lines import read_lines
    from companion.live import messages as post

    room = threading.Semaphore(AHEAD)

    def answered(result: Any) -> None:
        room.release()
        if result is None:  # what was read ahead of `quit`
            return
        write(result if isinstance(result, list) else protocol.failed(getattr(result, "detail", str(result))))
        if protocol.finished:
            owner.post(post.Stop())

    def read() -> None:
        for raw in read_lines(stream):
            room.acquire()
            if protocol.finished:
                return
            owner.post(post.Line(raw), answered)
        owner.post(post.Stop())

    threading.Thread(target=read, name="standard input", daemon=True).start()
    owner.run()
