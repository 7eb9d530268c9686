"""The small commands of `companion` that need no devices: settings, odds, and the card registry."""

from __future__ import annotations

import re
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.cli import fail
from companion.words import error_text

if TYPE_CHECKING:
    from companion.live.cards import Audit, Cards
    from companion.live.evening import Played
    from companion.settings import Loaded


# --- settings ----------------------------------------------------------------------------------------------------------


def show_settings(loaded: Loaded) -> int:
    """Print the effective settings and where each came from."""
    from companion.settings import toml_value

    width = max(len(origin.key) for origin in loaded.origins)
    for origin in loaded.origins:
        print(f"{origin.key:<{width}} = {toml_value(origin.value)}    # {origin.source}")
    return 0


# --- odds --------------------------------------------------------------------------------------------------------------


def show_odds(words: Mapping[str, str]) -> int:
    """Print the exact odds of Casino War under some options: fractions, and percentages to four decimals."""
    from companion.rules.casino_war.odds import table
    from companion.rules.casino_war.options import CasinoWarOptions
    from companion.rules.game import BadOption
    from companion.rules.options import read
    from companion.words.odds import row

    try:
        options = read(CasinoWarOptions, words)
    except BadOption as error:
        fail(error_text(error.code, error.params), 2)
    rows = [(code, row(code), str(number), f"{float(100 * number):.4f} %") for code, number in table(options)]
    widths = [max(len(line[column]) for line in rows) for column in range(4)]
    for code, text, fraction, percent in rows:
        line = f"{code:<{widths[0]}}  {text:<{widths[1]}}  {fraction:>{widths[2]}}  {percent:>{widths[3]}}"
        print(line)
    return 0


# --- cards -------------------------------------------------------------------------------------------------------------


def registry(path: Path) -> Cards:
    """The card registry at `path`; what was wrong with it is said on standard error."""
    from companion.live.cards import Cards

    try:
        cards = Cards.load(path)
    except OSError as error:
        fail(f"the card registry cannot be read: {error}")
    for notice in cards.notices:
        print(f"companion: {error_text(notice.code, notice.params)}", file=sys.stderr)
    return cards


def list_cards(path: Path) -> int:
    """Print the known decks: label, number of tags, what is missing of 54 or 52."""
    cards = registry(path)
    for label in cards.labels():
        known = cards.deck(label)
        print(f"{label}: {len(known)} cards")
    for uid, word in cards.commands().items():
        print(f"{uid}: command {word}")
    if not cards.labels() and not cards.commands():
        print("No cards are known. Teach a deck with: companion cards teach LABEL --reader PORT")
    return 0


def import_cards(path: Path, file: Path) -> int:
    """Add a card file to the registry; all of it or nothing."""
    from companion.live.errors import CardsError

    cards = registry(path)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        content = cards.take_in(file.read_bytes())
    except OSError as error:
        fail(f"{error}")
    except CardsError as error:
        fail(f"{file}: {error_text(error.code, error.params)}")
    print(f"{len(content.cards)} cards and {len(content.commands)} commands imported into {path}.")
    return 0


def export_cards(path: Path, file: Path | None) -> int:
    """Write the registry as a card file, to standard output if none is named."""
    data = registry(path).given_out()
    if file is None:
        sys.stdout.write(data.decode())
        return 0
    from companion.live.files import PRIVATE, write_whole

    try:
        write_whole(file, data, PRIVATE)
    except OSError as error:
        fail(f"{error}")
    return 0


def forget_cards(path: Path, label: str) -> int:
    """Forget a deck's tags."""
    gone = registry(path).forget_deck(label)
    print(f"{gone} cards of {label} forgotten.")
    return 0 if gone else 1


def audit_cards(path: Path, label: str, kind: str, packs: int) -> int:
    """Print which cards of a deck have no tag, and which have one but do not belong to it; status 1 if it is not whole."""
    from companion.live.teaching import whole_deck

    cards = registry(path)
    return told(cards.audit(label, whole_deck(label, kind, packs)))  # type: ignore[arg-type]  # argparse has checked the kind


def told(audit: Audit) -> int:
    """Print how a deck stands; status 1 if anything is wrong with it."""
    print(f"{audit.label}: {audit.known} of {audit.expected} cards are known.")
    wrong = (
        ("missing", audit.missing),
        ("laid on twice", audit.double),
        ("reads badly", audit.weak),
        ("not of this deck", audit.extra),
    )
    for name, found in wrong:
        if found:
            print(f"{name}: {' '.join(card.rpartition('/')[2] for card in found)}")
    return 1 if any(found for _, found in wrong) else 0


_TAG_LINE: Final = re.compile(rb'^[ \t]*"?(?:[0-9A-Fa-f]{2}[: -]?){4,10}"?[ \t]*=', re.MULTILINE)


def check_deck(file: Path) -> int:
    """Check a designer's deck file, or a card file with tags: every fault with its line and reason; status 1 for any."""
    from companion.live.cardfile import MOST_BYTES

    try:
        with file.open("rb") as opened:
            tags = _TAG_LINE.search(opened.read(MOST_BYTES)) is not None
    except OSError as error:
        fail(f"{error}")
    return _check_tags(file) if tags else _check_numbers(file)


def _check_numbers(file: Path) -> int:
    from companion.live.deckfiles import read_option_file
    from companion.rules.casinoya.numbers import check_deck as findings
    from companion.rules.casinoya.numbers import with_deck
    from companion.rules.game import BadOption

    try:
        text = read_option_file(str(file))
    except BadOption as error:
        fail(f"{file}: {error_text(error.code, error.params)}")
    if found := findings(text):
        for one in found:
            print(f"{file}:{one.line}: {one.reason} ({one.code})", file=sys.stderr)
        return 1
    numbers = with_deck(text)
    for face, card in numbers.cards.items():
        effect, strength = numbers.effect(face)
        print(f"{face}: {card.name or face}, {effect} {strength}" if effect else f"{face}: {card.name or face}")
    print(f"{file} is a good deck: 54 cards, {len(numbers.cards)} of them its own.")
    return 0


def _check_tags(file: Path) -> int:
    from companion.live.cardfile import read_cards
    from companion.live.errors import CardsError

    try:
        content = read_cards(file.read_bytes())
    except CardsError as error:
        print(f"{file}:{error.params.get('line', 0)}: {error_text(error.code, error.params)}", file=sys.stderr)
        return 1
    decks = Counter(card.label for card in content.cards.values())
    for label, count in decks.items():
        print(f"{label}: {count} cards")
    print(f"{file} is a good card file: {len(content.cards)} cards and {len(content.commands)} commands.")
    return 0


# --- what was ----------------------------------------------------------------------------------------------------------


def replay(file: Path, *, with_log: bool) -> int:
    """Play a recording again and print its log, if wanted, and the state it comes to as one JSON line."""
    import msgspec

    from companion.headless import Protocol
    from companion.live.errors import RecordingError
    from companion.live.log import log
    from companion.live.recording import play_back
    from companion.rules.game import plain
    from companion.rules.games import GAMES
    from companion.words import event_text

    try:
        owner = play_back(file, GAMES, lambda table: Protocol(table).answer)
    except OSError as error:
        fail(f"{error}")
    except RecordingError as error:
        fail(f"{file}: {error_text(error.code, error.params)}")
    shot = owner.table.snapshot
    if shot is None:
        print("No game was begun.")
        return 0
    if with_log:
        for entry in log(shot.history, shot.players):
            for fact in entry.facts:
                print(f"{entry.n:5}  {event_text(fact.event)}")
    print(msgspec.json.encode({"entries": shot.entries, "state": plain(shot.report())}).decode())
    return 0


def nights(path: Path, form: str, since: float = 0) -> int:
    """Print the games of a journal and of its archive that were begun from a moment of the wall clock on."""
    from companion.live.errors import JournalError
    from companion.live.evening import to_csv, to_json
    from companion.live.journal import Journal
    from companion.live.past import Past
    from companion.rules.games import GAMES

    if not path.exists():
        fail(f"there is no journal {path}")
    try:
        with Journal.open(path) as journal:
            games = Past(journal).played(GAMES, since)
            if form == "json":
                print(to_json(tuple(games)).decode())
            elif form == "csv":
                print(to_csv(tuple(games)), end="")
            else:
                _tell_nights(games)
    except JournalError as error:
        fail(error_text(error.code, error.params))
    return 0


def _tell_nights(games: Iterator[Played]) -> None:
    """A line a game, as soon as it is read, with a date before each night."""
    from companion.live.evening import same_night
    from companion.words import outcome_text

    before = None
    for one in games:
        if one.begun and (before is None or not same_night(before, one.begun)):
            print(time.strftime("%Y-%m-%d", time.localtime(one.begun)))
        before = one.begun
        end = outcome_text(one.outcome) if one.outcome else "not ended"
        print(
            f"{one.id:4}  {one.game}: {', '.join(player.name for player in one.players)}; {one.entries} actions; {end}"
        )


def export(path: Path, folder: Path) -> int:
    """Write all games of a journal and of its archive, and the log of the last one, into a new folder; read back."""
    from companion.keeping import Keeping
    from companion.live.errors import BackupError, JournalError
    from companion.live.journal import Journal
    from companion.live.past import Past
    from companion.live.table import Table
    from companion.rules.games import GAMES

    if not path.exists():
        fail(f"there is no journal {path}")
    try:
        with Journal.open(path) as journal:
            games = tuple(Past(journal).played(GAMES))
            kept = journal.last()
            snapshot = Table(GAMES).go_on(kept).snapshot if kept else None
        made = Keeping(path.parent, journal=path).export(folder, games, snapshot)
    except (JournalError, BackupError) as error:
        fail(error_text(error.code, error.params))
    print(f"{made}: {len(games)} games")
    return 0


def kept_files(data: Path) -> dict[str, Path]:
    """What a backup holds, by its name there."""
    from companion import keeping
    from companion.settings import user_file

    return keeping.kept_files(data, data / "journal.db", user_file())


def backup(data: Path, folder: Path) -> int:
    """Write a backup and read it back."""
    from companion.live.backup import backup as write
    from companion.live.errors import BackupError

    try:
        listing = write(folder, kept_files(data), made=int(time.time()))
    except BackupError as error:
        fail(error_text(error.code, error.params))
    print(f"{folder}: {', '.join(listing.files) or 'nothing was there to be kept'}")
    return 0


def restore(data: Path, folder: Path) -> int:
    """Put a backup in place."""
    from companion.live.backup import restore as put
    from companion.live.errors import BackupError

    try:
        listing = put(folder, kept_files(data))
    except BackupError as error:
        fail(error_text(error.code, error.params))
    print(f"restored: {', '.join(listing.files)}")
    return 0
