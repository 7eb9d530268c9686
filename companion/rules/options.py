"""A game's options as people write them: read from `name=value` words, described for screens and the protocol."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache
from typing import Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec

from companion.rules.game import BadOption, Options

OptionsT = TypeVar("OptionsT", bound=Options)


class OptionField(msgspec.Struct, frozen=True):
    """One option: `choices` as people write them; `words` name single numbers (`short` for 15)."""

    name: str
    kind: Literal["choice", "switch", "number", "text", "file"]
    default: str
    description: str
    choices: tuple[str, ...] = ()
    low: int = 0
    high: int = 0
    words: tuple[tuple[str, int], ...] = ()

    @property
    def possible(self) -> tuple[str, ...]:
        """What may be written, as refusals name it: the choices, or `low..high` and the words for single numbers."""
        if self.kind == "number":
            return (f"{self.low}..{self.high}", *(word for word, _ in self.words))
        return self.choices


@cache
def fields(kind: type[Options]) -> tuple[OptionField, ...]:
    """The options of a game in the order of their declaration."""
    hints = get_type_hints(kind, include_extras=True)
    described = []
    for field in msgspec.structs.fields(kind):
        annotated = hints[field.name]
        plain, *metas = get_args(annotated)
        meta = next(one for one in metas if isinstance(one, msgspec.Meta))
        extra = meta.extra or {}
        about: dict[str, Any] = {"name": field.name, "default": written(field.default), "description": meta.description}
        if get_origin(plain) is Literal:
            about |= {"kind": "choice", "choices": tuple(map(written, get_args(plain)))}
        elif plain is bool:
            about |= {"kind": "switch", "choices": ("on", "off")}
        elif plain is int:
            words = tuple(extra.get("words", {}).items())
            about |= {"kind": "number", "low": meta.ge, "high": meta.le, "words": words}
        else:
            about |= {"kind": extra.get("kind", "text")}
        described.append(OptionField(**about))
    return tuple(described)


def written(value: Any) -> str:
    """A value as people write it: booleans are `on` and `off`."""
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def no_files(path: str) -> str:
    """The reader of option files where there is none."""
    raise BadOption("no-such-file", option="deck", value=path)


def read(kind: type[OptionsT], words: Mapping[str, str], read_file: Callable[[str], str] = no_files) -> OptionsT:
    """Options from names and values as written; `BadOption` names the choices for an unknown name or value.

    An option of kind `file` holds the text of the file that was named; `read_file` reads it.
    """
    known = {field.name: field for field in fields(kind)}
    values: dict[str, Any] = {}
    for name, word in words.items():
        if name not in known:
            raise BadOption("bad-option", option=name, choices=tuple(known))
        if known[name].kind == "file":
            values[name] = read_file(word) if word else ""
        else:
            values[name] = _value(known[name], word, get_args(get_type_hints(kind, include_extras=True)[name])[0])
    return kind(**values)


def _value(field: OptionField, word: str, plain: Any) -> Any:
    if field.kind == "number":
        named = dict(field.words)
        if word in named:
            return named[word]
        digits = word.removeprefix("-")
        if len(digits) < 12 and digits.isascii() and digits.isdigit() and field.low <= int(word) <= field.high:
            return int(word)
        raise BadOption("bad-option-value", option=field.name, value=word, choices=field.possible)
    if field.kind == "text":
        return word
    if word not in field.choices:
        raise BadOption("bad-option-value", option=field.name, value=word, choices=field.possible)
    if field.kind == "switch":
        return word == "on"
    return next(value for value in get_args(plain) if written(value) == word)
