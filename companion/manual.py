"""The generated parts of companion/README.md: error codes and options. `python -m companion.manual` writes them anew.

A developer's tool; a test compares the README with it, so that the tables are never out of date.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.rules.games import GAMES
from companion.rules.options import OptionField, fields
from companion.words.errors import SECTIONS
from companion.words.language import Plural

README: Final = Path(__file__).parent / "README.md"


def error_tables() -> str:
    """Every error code with its sentence, by the part of the program that raises it."""
    lines = []
    for section, sentences in SECTIONS.items():
        lines += [f"**{section[:1].upper()}{section[1:]}**", "", "| code | says |", "|---|---|"]
        for code, sentence in sentences.items():
            text = sentence.many if isinstance(sentence, Plural) else sentence
            lines.append(f"| `{code}` | {_cell(text)} |")
        lines.append("")
    return "\n".join(lines)


def option_tables() -> str:
    """Every option of every game; games with the same options share a table."""
    groups: dict[tuple[OptionField, ...], list[str]] = {}
    for name, game in GAMES.items():
        groups.setdefault(fields(game.options_type), []).append(name)
    shared = set.intersection(*(set(map(_row, described)) for described, names in groups.items() if _casinoya(names)))
    lines = ["**Every game of CasiNoya**", "", *_HEAD]
    first = next(described for described, names in groups.items() if _casinoya(names))
    lines += [_row(field) for field in first if _row(field) in shared]
    for described, names in groups.items():
        own = [row for row in map(_row, described) if not (_casinoya(names) and row in shared)]
        lines += ["", f"**{', '.join(f'`{name}`' for name in names)}**", "", *_HEAD, *own]
    return "\n".join(lines) + "\n"


_HEAD: Final = ("| option | default | possible | means |", "|---|---|---|---|")


def _casinoya(names: list[str]) -> bool:
    return names[0].startswith("casinoya")


def _row(field: OptionField) -> str:
    possible = ", ".join(f"`{choice}`" for choice in field.choices)
    if field.kind == "number":
        possible = ", ".join([f"{field.low}–{field.high}", *(f"`{word}` ({number})" for word, number in field.words)])
    elif field.kind == "file":
        possible = "a file"
    return f"| `{field.name}` | {f'`{field.default}`' if field.default else 'none'} | {possible} | {_cell(field.description)} |"


def _cell(text: str) -> str:
    return text.replace("|", "\\|").replace("\n", " ")


PARTS: Final[Mapping[str, Callable[[], str]]] = {"errors": error_tables, "options": option_tables}


def written(text: str) -> str:
    """The README with its generated parts made anew."""
    for name, make in PARTS.items():
        begin, end = f"<!-- {name}: made by companion.manual -->\n", f"<!-- end of {name} -->"
        before, _, rest = text.partition(begin)
        _, found, after = rest.partition(end)
        if not found:
            raise ValueError(f"the README has no part {name!r}")
        text = f"{before}{begin}\n{make()}\n{end}{after}"
    return text


def parts() -> Iterator[str]:
    """The generated parts, each as it stands in the README."""
    for make in PARTS.values():
        yield make()


if __name__ == "__main__":
    README.write_text(written(README.read_text(encoding="utf-8")), encoding="utf-8")
