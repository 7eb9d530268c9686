"""A designer's deck file: what it may say, and what is wrong with one, line by line.

A deck file is TOML. It changes single cards, the strengths or suits of effects, or lines of the damage tables; whatever it
leaves out stays as shipped (RULES.md 1, Effects: "unless the deck file names another"). `numbers/house.toml` shows all of it.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from companion.rules.cards import FACES, JOKERS, SUITS

if TYPE_CHECKING:
    from companion.rules.casinoya.numbers import Numbers

MOST_BYTES: Final = 64 * 1024
MOST_STRENGTH: Final = 20
MOST_DAMAGE: Final = 99
MOST_NAME: Final = 40  # characters
MOST_FINDINGS: Final = 60

_KEY: Final = r"""(?:[A-Za-z0-9_-]+|"[^"]*"|'[^']*')"""
_KEYS: Final = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_TABLE: Final = re.compile(rf"\s*\[\[?\s*({_KEYS})\s*\]")
_VALUE: Final = re.compile(rf"\s*({_KEYS})\s*=")
_AT_LINE: Final = re.compile(r"\s*\(at line ([0-9]+), column [0-9]+\)")
_TWICE: Final = re.compile(r"overwrite|twice|redefine|mutate|Duplicate")


class Finding(NamedTuple):
    """One fault: its line (from 1; 0 for the file as a whole), a stable code, and the reason in plain English."""

    line: int
    code: str
    reason: str


def check(text: str, base: Numbers) -> tuple[Finding, ...]:
    """All that is wrong with a deck file that is to change `base`; nothing for a good one.

    Codes: `file-too-long`, `toml-syntax`, `duplicate-card`, `unknown-key`, `unknown-card`, `unknown-effect`,
    `unknown-suit`, `suit-shared`, `bad-value`, `bad-strength`, `joker-missing`, `not-54`.

    >>> from companion.rules.casinoya.numbers import shipped
    >>> check('[cards]\\nKS = { effect = "fly" }\\n', shipped())[0]
    Finding(line=2, code='unknown-effect', reason="KS: no such effect: 'fly'")
    """
    if len(text.encode("utf-8", "replace")) > MOST_BYTES:
        return (Finding(0, "file-too-long", f"the file has more than {MOST_BYTES} bytes"),)
    found: list[Finding] = []
    tree = _parsed(text, found)
    if tree is not None:
        found += _Reader(_lines(text), base).tree(tree)
    return tuple(sorted(set(found)))[:MOST_FINDINGS]


# --- TOML ----------------------------------------------------------------------------------------------------------


def _parsed(text: str, found: list[Finding]) -> dict[str, Any] | None:
    """The file as a tree, None if it cannot be read on; broken values are told and left out, so that all are found."""
    lines = text.split("\n")
    for _ in range(MOST_FINDINGS):
        try:
            return tomllib.loads("\n".join(lines))
        except tomllib.TOMLDecodeError as error:
            at = _AT_LINE.search(str(error))
            line = int(at[1]) if at else len(lines)
            found.append(_broken(lines, line, _AT_LINE.sub("", str(error))))
            broken = lines[line - 1].strip() if at else ""
            if not broken or broken[0] == "[":  # without a table's head all that follows would mean something else
                return None
            lines[line - 1] = ""
        except (RecursionError, ValueError) as error:  # arrays in arrays in arrays; a number of thousands of digits
            found.append(Finding(0, "toml-syntax", f"the file cannot be read: {type(error).__name__}"))
            return None
    return None


def _broken(lines: list[str], line: int, reason: str) -> Finding:
    path = _paths(lines).get(line, ())
    if _TWICE.search(reason) and path[:1] == ("cards",) and len(path) == 2:
        return Finding(line, "duplicate-card", f"{path[1][:MOST_NAME]} is in the file already")
    return Finding(line, "toml-syntax", reason[:200])


def _paths(lines: list[str]) -> dict[int, tuple[str, ...]]:
    """By line the path of the table or key that begins there."""
    table: tuple[str, ...] = ()
    paths = {}
    for number, line in enumerate(lines, 1):
        if header := _TABLE.match(line):
            paths[number] = table = _split(header[1])
        elif value := _VALUE.match(line):
            paths[number] = table + _split(value[1])
    return paths


def _split(keys: str) -> tuple[str, ...]:
    return tuple(key.strip("\"'") for key in re.findall(_KEY, keys))


def _lines(text: str) -> dict[tuple[str, ...], int]:
    """The first line of each path."""
    first: dict[tuple[str, ...], int] = {}
    for number, path in _paths(text.split("\n")).items():
        for end in range(1, len(path) + 1):
            first.setdefault(path[:end], number)
    return first


# --- what it says --------------------------------------------------------------------------------------------------


class _Reader:
    """Looks at each part of the tree and tells what is wrong, with the line of the nearest key."""

    def __init__(self, lines: Mapping[tuple[str, ...], int], base: Numbers) -> None:
        self.lines = lines
        self.base = base

    def finding(self, path: tuple[str, ...], code: str, reason: str) -> Finding:
        line = next((self.lines[path[:end]] for end in range(len(path), 0, -1) if path[:end] in self.lines), 0)
        return Finding(line, code, reason)

    def tree(self, tree: Mapping[str, Any]) -> Iterator[Finding]:
        known = {"name", "complete", "cards", "effects", "damage"}
        yield from self.keys((), tree, known)
        yield from self.name(("name",), tree)
        if not isinstance(tree.get("complete", False), bool):
            yield self.finding(("complete",), "bad-value", "complete must be true or false")
        for part in ("cards", "effects", "damage"):
            entries = tree.get(part, {})
            if not isinstance(entries, Mapping):
                yield self.finding((part,), "bad-value", f"{part} must be a table")
                continue
            for key, entry in entries.items():
                path = (part, key)
                if isinstance(entry, Mapping):
                    yield from getattr(self, f"_{part}")(path, key, entry)
                else:
                    yield self.finding(path, "bad-value", f"{key} must be a table, as in {{ … }}")
        yield from self.whole(tree)
        yield from self.suits(tree.get("effects", {}))

    def keys(self, path: tuple[str, ...], entry: Mapping[str, Any], known: set[str]) -> Iterator[Finding]:
        about = f"{path[-1]}: " if path else ""
        for key in entry:
            if key not in known:
                choices = ", ".join(sorted(known))
                yield self.finding((*path, key), "unknown-key", f"{about}no such key: {key[:40]!r} (known: {choices})")

    def name(self, path: tuple[str, ...], entry: Mapping[str, Any]) -> Iterator[Finding]:
        name = entry.get("name", "")
        if not isinstance(name, str) or len(name) > MOST_NAME or not (name.isprintable() or not name):
            yield self.finding(path, "bad-value", f"a name is text of at most {MOST_NAME} visible characters")

    def strength(self, path: tuple[str, ...], entry: Mapping[str, Any]) -> Iterator[Finding]:
        strength = entry.get("strength", 1)
        if type(strength) is not int or not 0 <= strength <= MOST_STRENGTH:
            about = f"{path[-1]}: the strength must be a whole number from 0 to {MOST_STRENGTH}"
            yield self.finding((*path, "strength"), "bad-strength", about)

    def _cards(self, path: tuple[str, ...], face: str, entry: Mapping[str, Any]) -> Iterator[Finding]:
        if face not in FACES:
            yield self.finding(path, "unknown-card", f"no such card: {face[:40]!r}")
        yield from self.keys(path, entry, {"effect", "strength", "name"})
        effect = entry.get("effect", "")
        if not isinstance(effect, str) or (effect and effect not in self.base.effects):
            yield self.finding(
                (*path, "effect"), "unknown-effect", f"{face[:40]}: no such effect: {str(effect)[:40]!r}"
            )
        yield from self.strength(path, entry)
        yield from self.name((*path, "name"), entry)

    def _effects(self, path: tuple[str, ...], name: str, entry: Mapping[str, Any]) -> Iterator[Finding]:
        if name not in self.base.effects:
            yield self.finding(path, "unknown-effect", f"no such effect: {name[:40]!r}")
        yield from self.keys(path, entry, {"strength", "suit"})
        suit = entry.get("suit", "")
        if not isinstance(suit, str) or suit not in ("", *SUITS):
            yield self.finding((*path, "suit"), "unknown-suit", f"{name[:40]}: a suit is one of {', '.join(SUITS)}")
        yield from self.strength(path, entry)

    def _damage(self, path: tuple[str, ...], table: str, entry: Mapping[str, Any]) -> Iterator[Finding]:
        if table not in self.base.damage:
            yield self.finding(path, "unknown-key", f"there is no damage table {table[:40]!r}")
            return
        yield from self.keys(path, entry, set(self.base.damage[table]))
        for line, damage in entry.items():
            if type(damage) is not int or not 0 <= damage <= MOST_DAMAGE:
                yield self.finding(
                    (*path, line), "bad-value", f"{line[:40]} must be a whole number from 0 to {MOST_DAMAGE}"
                )

    def whole(self, tree: Mapping[str, Any]) -> Iterator[Finding]:
        """A file that says it is complete names all 54 cards."""
        cards = tree.get("cards", {})
        if tree.get("complete") is not True or not isinstance(cards, Mapping):
            return
        missing = [face for face in FACES if face not in cards]
        for joker in JOKERS:
            if joker in missing:
                yield self.finding(("complete",), "joker-missing", f"the joker {joker} is missing")
        if missing:
            count, names = len(FACES) - len(missing), " ".join(missing)
            about = f"the file says that it is complete and has {count} of {len(FACES)} cards; missing: {names}"
            yield self.finding(("complete",), "not-54", about)

    def suits(self, effects: Any) -> Iterator[Finding]:
        """No suit has two effects."""
        if not isinstance(effects, Mapping):
            return
        owner: dict[str, str] = {}
        for name, effect in self.base.effects.items():
            own = effects.get(name, {})
            suit = own.get("suit", effect.suit) if isinstance(own, Mapping) else effect.suit
            if not suit or suit not in SUITS:
                continue
            if suit in owner:
                both = (owner[suit], name)
                path = next(("effects", one) for one in both if one in effects)
                yield self.finding(
                    (*path, "suit"), "suit-shared", f"{both[0]} and {both[1]} cannot both belong to the suit {suit}"
                )
            owner[suit] = name
