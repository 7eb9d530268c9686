"""`companion cards teach`: a deck is taught in the terminal, card by card, on the real reader."""

from __future__ import annotations

import sys
import threading
from pathlib import Path
from typing import Any, Final

from companion.cli import fail
from companion.commands import registry, told
from companion.devices import Devices
from companion.live import messages as post
from companion.live.cards import Cards
from companion.live.inbox import Consuming, Owner
from companion.live.router import Router
from companion.live.table import Table
from companion.live.teaching import Teaching, Verdict
from companion.rules.cards import Card, CardError
from companion.rules.games import GAMES
from companion.wiring.headless import read_specs
from companion.words import card_text, error_text

QUIET: Final = frozenset({"starting", "clear"})


def teach(path: Path, label: str, kind: Any, packs: int, reader: str, *, printed: bool, writing: bool = False) -> int:
    """Teach until every card has its tag, or the input ends; progress is kept. Status 0 if the deck is whole.

    With `writing` each tag gets its number, too; the last one is waited for before the reader is closed.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    cards = registry(path)
    owner, devices = _at_reader(cards, reader)
    over = threading.Event()

    def hear(news: Any) -> None:
        _tell(news)
        teaching = owner.router.consumer
        if isinstance(teaching, Teaching):
            if not (isinstance(news, Verdict) and news.code == "written"):
                _ask(teaching)
        elif isinstance(news, Verdict) and (not writing or news.code in {"written", "not-written"}):
            over.set()

    owner.subscribe(hear)
    owner.start()
    devices.start()
    given = owner.ask(post.Teach(label, kind, packs, printed, writing))
    if given.consumer != "teaching":
        fail(f"{label} cannot be taught")
    if not printed:
        threading.Thread(target=_names, args=(owner, label, over), daemon=True).start()
    try:
        _wait(over)
    finally:
        devices.close()
        owner.stop()
    missing = Teaching(cards, label, _whole(label, kind, packs)).missing
    print(f"{label}: {len(missing)} cards are missing." if missing else f"{label} is whole.")
    return 1 if missing else 0


def look_through(path: Path, label: str, kind: Any, packs: int, reader: str) -> int:
    """Lay every card of a deck on the reader once; then say what is missing, double or weak. Status 0 if nothing is."""
    cards = registry(path)
    owner, devices = _at_reader(cards, reader)
    over = threading.Event()
    laid: list[str] = []

    def hear(news: Any) -> None:
        match news:
            case Verdict(code="checked" | "already-checked"):
                laid.append(news.uid)
                _say(news)
            case Consuming(consumer="game"):
                over.set()
            case _:
                _tell(news)

    owner.subscribe(hear)
    owner.post(post.Check(label, kind, packs))
    owner.start()
    devices.start()
    print(f"Lay every card of {label} on the reader, one after another; end with Ctrl+D.", flush=True)
    threading.Thread(target=_until_the_input_ends, args=(over,), daemon=True).start()
    try:
        _wait(over)
    finally:
        weak = devices.weak()
        devices.close()
        owner.stop()
    audit = cards.audit(label, _whole(label, kind, packs), seen=laid, weak=weak)
    return told(audit)


def teach_command(path: Path, word: str, reader: str) -> int:
    """The next tag on the reader means `word`; status 1 where none was laid down or it is a card."""
    path.parent.mkdir(parents=True, exist_ok=True)
    owner, devices = _at_reader(registry(path), reader)
    over = threading.Event()

    def hear(news: Any) -> None:
        match news:
            case Verdict(code="taught"):
                print(f"✓ {word}: {news.uid}", flush=True)
                over.set()
            case _:
                _tell(news)

    owner.subscribe(hear)
    owner.post(post.TeachCommand(word))
    owner.start()
    devices.start()
    print(f"Lay a spare tag on the reader: it will mean {word}.", flush=True)
    try:
        _wait(over)
    finally:
        devices.close()
        owner.stop()
    return 0 if over.is_set() else 1


def _at_reader(cards: Cards, reader: str) -> tuple[Owner, Devices]:
    """A table of its own with one reader; neither is started."""
    table = Table(GAMES)
    owner = Owner(table, Router(table, cards))
    devices = Devices(owner)
    devices.add_reader(read_specs([reader])[0])
    return owner, devices


def _wait(over: threading.Event) -> None:
    """Until it is over, or the terminal's user ends it."""
    try:
        while not over.wait(0.2):  # in turns, so that Ctrl+C is heard on every system
            continue
    except KeyboardInterrupt:
        print()


def _whole(label: str, kind: Any, packs: int) -> tuple[Card, ...]:
    from companion.live.teaching import whole_deck

    return whole_deck(label, kind, packs)


def _tell(news: Any) -> None:
    """What came of a card, and how the reader is where that is worth a line."""
    match news:
        case Verdict():
            _say(news)
        case post.DeviceTold() if news.status not in QUIET:
            print(f"{news.name}: {news.detail or news.status}", flush=True)


def _say(verdict: Verdict) -> None:
    if verdict.code == "written":
        print(f"  {error_text(verdict.code, {'card': verdict.card})}", flush=True)
    elif verdict.signal == "taken" and verdict.card is not None:
        print(f"✓ {card_text(verdict.card)}", flush=True)
    else:
        facts = {
            "card": verdict.card,
            "uid": verdict.uid,
            "reader": verdict.reader,
            "seat": verdict.seat,
        } | verdict.params
        print(f"✗ {error_text(verdict.code, facts)}", flush=True)


def _ask(teaching: Teaching) -> None:
    missing = teaching.missing
    if teaching.printed and missing:
        print(f"  {len(missing)} left; lay down {card_text(missing[0])}", flush=True)
    elif teaching.asked is not None:
        print("  Which card is this (KS, TD, X1 …)?", flush=True)


def _until_the_input_ends(over: threading.Event) -> None:
    for _ in sys.stdin:
        continue
    over.set()


def _names(owner: Owner, label: str, over: threading.Event) -> None:
    """Names of cards from standard input."""
    for line in sys.stdin:
        text = line.strip().upper()
        try:
            card = Card(f"{label}/{text}")
        except CardError as error:
            if text:
                print(f"✗ {error_text(error.code, {'value': text})}", flush=True)
            continue
        owner.post(post.Name(card))
    over.set()
