"""The card file (HEADLESS.md, `--cards`): TOML, one table a deck, `"UID" = "FACE"` or `"FACE#N"`.

A deck may have a `number` (the one its tags carry as `tc:` payload), and a tag may be a command card: its value is one of
`COMMANDS`. A file is read whole or refused with the line and the reason.
"""

from __future__ import annotations

from typing import Any, Final

import msgspec

from companion.live.errors import CardsError
from companion.rules.cards import FACES, MAX_LABEL, Card, CardError, is_label

COMMANDS: Final = ("next", "stand", "war", "surrender", "undo", "yes")
COMMAND_TABLE: Final = "commands"
MOST_TAGS: Final = 20_000
MOST_BYTES: Final = 4_000_000

_UID_LENGTHS: Final = (8, 14, 20)  # hex digits: 4, 7 or 10 bytes


def read_uid(text: str) -> str:
    """A UID in upper-case hex; blanks, colons and lower case are forgiven. Raises `CardsError`.

    >>> read_uid("04:a1:b2:c3:d4:e5:f6")
    '04A1B2C3D4E5F6'
    """
    uid = text.upper().replace(":", "").replace(" ", "").replace("-", "")
    if len(uid) not in _UID_LENGTHS or not set(uid) <= set("0123456789ABCDEF"):
        raise CardsError(reason="bad-uid", uid=text[:40])
    if len(uid) == 8 and uid.startswith("08"):
        raise CardsError(reason="phone-uid", uid=uid)  # random, another one each time (failures.md, row 11)
    return uid


# --- the number a tag carries ---------------------------------------------------------------------------------------

DECKS: Final = 1 << 14


def payload_of(deck: int, card: Card) -> int:
    """The 24 bits of a `tc:` payload: 14 of the deck's number, 4 of the copy in a shoe, 6 of the face."""
    return deck << 10 | card.copy << 6 | FACES.index(card.face)


def read_payload(payload: int) -> tuple[int, str] | None:
    """Deck number and card within it (`KS`, `7H#4`), or None where the number names no card."""
    deck, copy, face = payload >> 10, payload >> 6 & 15, payload & 63
    if not 0 <= payload < 1 << 24 or face >= len(FACES):
        return None
    return deck, FACES[face] + (f"#{copy}" if copy else "")


class Content(msgspec.Struct):
    """What a card file says: cards and commands by UID, deck numbers by label."""

    cards: dict[str, Card] = {}
    commands: dict[str, str] = {}
    numbers: dict[str, int] = {}


def read_cards(data: bytes) -> Content:
    """A card file; raises `CardsError` with `line` (0 where it is none's) and `reason`, and names what clashes."""
    if len(data) > MOST_BYTES:
        raise CardsError(line=0, reason="too-long", most=MOST_BYTES)
    import tomllib

    try:
        text = data.decode()
        tables = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise CardsError(line=data[: error.start].count(b"\n") + 1, reason="not-utf8") from error
    except tomllib.TOMLDecodeError as error:
        line = _line_in(str(error)) or data.count(b"\n") + 1  # "at end of document"
        raise CardsError(line=line, reason="not-toml", detail=str(error)[:200]) from error
    except RecursionError as error:
        raise CardsError(line=0, reason="not-toml", detail="nested too deep") from error
    reading = _Reading(text)
    for label, table in tables.items():
        reading.deck(label, table)
    return reading.content


class _Reading:
    """The tables of one card file, checked line by line."""

    def __init__(self, text: str) -> None:
        self.content = Content()
        self._lines = text.splitlines()
        self._uid_of: dict[Card, str] = {}

    def deck(self, label: str, table: Any) -> None:
        """One table."""
        if not isinstance(table, dict):
            raise self._error(label, "not-a-deck")
        try:
            check_label(label)
        except CardsError:
            raise self._error(label, "bad-label") from None
        for key, value in table.items():
            if key == "number":
                self._number(label, value)
            elif not isinstance(value, str):
                raise self._error(key, "not-a-face", value=str(value)[:40])
            else:
                self._tag(label, key, value)

    def _number(self, label: str, value: Any) -> None:
        if not isinstance(value, int) or isinstance(value, bool) or not 0 <= value < DECKS:
            raise self._error("number", "bad-number")
        if value in self.content.numbers.values():
            raise self._error(str(value), "number-taken", last=True)
        self.content.numbers[label] = value

    def _tag(self, label: str, key: str, value: str) -> None:
        try:
            uid = read_uid(key)
        except CardsError as error:
            raise self._error(key, **error.params) from None
        if uid in self.content.cards or uid in self.content.commands:
            raise self._error(key, "same-tag", last=True, uid=uid)
        if value in COMMANDS:
            self.content.commands[uid] = value
            return
        try:
            card = Card(f"{label}/{value}")
        except CardError:
            raise self._error(key, "not-a-face", value=value[:40]) from None
        if card in self._uid_of:
            raise self._error(key, "same-card", card=card, other=self._uid_of[card])
        if card.copy > 8:
            raise self._error(key, "not-a-face", value=value[:40])
        self._uid_of[card] = uid
        self.content.cards[uid] = card
        if len(self.content.cards) > MOST_TAGS:
            raise self._error(key, "too-many-tags")

    def _error(self, word: str, reason: str, *, last: bool = False, **params: Any) -> CardsError:
        found = [number for number, line in enumerate(self._lines, 1) if word in line]
        return CardsError(line=(found[-1 if last else 0] if found else 0), reason=reason, **params)


def write_cards(content: Content) -> bytes:
    """The card file of this content, in the order it came."""
    tables: dict[str, list[str]] = {label: [f"number = {number}"] for label, number in content.numbers.items()}
    for uid, card in content.cards.items():
        tables.setdefault(card.label, []).append(f'"{uid}" = "{card.removeprefix(card.label + "/")}"')
    for uid, word in content.commands.items():
        tables.setdefault(COMMAND_TABLE, []).append(f'"{uid}" = "{word}"')
    return "\n".join(f"[{_quoted(label)}]\n" + "\n".join(lines) + "\n" for label, lines in tables.items()).encode()


def _quoted(label: str) -> str:
    if label.isascii() and label.replace("-", "").replace("_", "").isalnum():
        return label
    return '"' + label.replace("\\", "\\\\").replace('"', '\\"') + '"'


def check_label(label: str) -> None:
    """Raise `CardsError` for a text that can be no deck's label."""
    if not is_label(label):
        raise CardsError(reason="bad-label", label=label[:MAX_LABEL])


def _line_in(message: str) -> int:
    _, found, rest = message.partition("at line ")
    digits = rest.partition(",")[0]
    return int(digits) if found and digits.isdigit() else 0
