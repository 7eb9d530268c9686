"""Keeps the translations in step with the source: `python -m companion.words.catalogue` after sentences have changed.

It collects what `N_` and `P_` mark and what describes the options of the games, puts new sentences untranslated into each
`companion.po`, drops those that are gone, and compiles the `.mo`. A developer's tool; the program never imports it.
"""

from __future__ import annotations

import ast
import struct
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Final

from companion.words.language import DOMAIN, LOCALE

ROOT: Final = Path(__file__).parents[2]
PACKAGES: Final = ("companion", "ui")

# A source string, with its plural or None -> its translations: one, or one a plural form.
Messages = dict[tuple[str, str | None], tuple[str, ...]]


def marked(source: str) -> Iterator[tuple[str, str | None]]:
    """The source strings that a module marks; strings that are concatenated literals count as one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"N_", "P_"}:
            texts = [arg.value for arg in node.args if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
            if node.func.id == "N_" and texts:
                yield texts[0], None
            elif len(texts) >= 2:
                yield texts[0], texts[1]


def sources() -> list[tuple[str, str | None]]:
    """All source strings of the program, without repetition, in the order of the files."""
    from companion.rules.games import GAMES
    from companion.rules.options import fields
    from companion.settings import Screen

    found: dict[tuple[str, str | None], None] = {}
    for package in PACKAGES:
        for path in sorted((ROOT / package).rglob("*.py")):
            found |= dict.fromkeys(marked(path.read_text(encoding="utf-8")))
    for kind in (*(game.options_type for game in GAMES.values()), Screen):
        found |= dict.fromkeys((field.description, None) for field in fields(kind))
    return [one for one in found if one[0]]


def read_po(text: str) -> Messages:
    """The messages of a .po file (the header under `("", None)`)."""
    messages: Messages = {}
    fields: dict[str, str] = {}
    field = ""

    def finish() -> None:
        if "msgid" in fields:
            forms = tuple(value for name, value in fields.items() if name.startswith("msgstr"))
            messages[fields["msgid"], fields.get("msgid_plural")] = forms
        fields.clear()

    for line in text.splitlines():
        if line.startswith("#"):
            continue
        keyword, blank, text_of_it = line.partition(" ")
        if keyword.startswith("msg") and blank:
            if keyword == "msgid":
                finish()
            field = keyword
            fields[field] = ast.literal_eval(text_of_it)
        elif line.startswith('"'):
            fields[field] += ast.literal_eval(line)
    finish()
    return messages


def write_po(messages: Mapping[tuple[str, str | None], tuple[str, ...]]) -> str:
    """A .po file of these messages."""
    blocks = []
    for (one, many), forms in messages.items():
        lines = [f"msgid {_quoted(one)}"]
        if many is None:
            lines.append(f"msgstr {_quoted(forms[0])}")
        else:
            lines.append(f"msgid_plural {_quoted(many)}")
            lines += [f"msgstr[{number}] {_quoted(form)}" for number, form in enumerate(forms)]
        blocks.append("\n".join(lines))
    return "\n\n".join(blocks) + "\n"


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\t", "\\t")
    if "\n" not in escaped:
        return f'"{escaped}"'
    lines = escaped.splitlines(keepends=True)
    return '""\n' + "\n".join('"' + line.replace("\n", "\\n") + '"' for line in lines)


def compiled(messages: Mapping[tuple[str, str | None], tuple[str, ...]]) -> bytes:
    """The .mo file of these messages; untranslated ones are left out, so that the English source is said."""
    pairs = sorted(
        (one if many is None else f"{one}\0{many}", "\0".join(forms))
        for (one, many), forms in messages.items()
        if all(forms)
    )
    encoded = [(source.encode(), target.encode()) for source, target in pairs]
    at = 28 + 16 * len(encoded)
    tables: list[list[bytes]] = [[], []]
    blob = b""
    for column in (0, 1):
        for pair in encoded:
            tables[column].append(struct.pack("<2I", len(pair[column]), at + len(blob)))
            blob += pair[column] + b"\0"
    head = struct.pack("<7I", 0x950412DE, 0, len(encoded), 28, 28 + 8 * len(encoded), 0, 0)
    return head + b"".join(tables[0]) + b"".join(tables[1]) + blob


def merged(old: Messages, wanted: Iterable[tuple[str, str | None]]) -> Messages:
    """The wanted messages with the translations that there are."""
    new: Messages = {("", None): old.get(("", None), ("",))}
    for key in wanted:
        new[key] = old.get(key) or (("",) if key[1] is None else ("", ""))
    return new


def main() -> int:
    """Bring every catalogue up to date; the exit status tells whether all is translated."""
    wanted = sources()
    missing = 0
    for po in sorted(LOCALE.glob(f"*/LC_MESSAGES/{DOMAIN}.po")):
        messages = merged(read_po(po.read_text(encoding="utf-8")), wanted)
        po.write_text(write_po(messages), encoding="utf-8")
        po.with_suffix(".mo").write_bytes(compiled(messages))
        untranslated = [one for (one, _), forms in messages.items() if not all(forms)]
        missing += len(untranslated)
        print(f"{po.relative_to(ROOT)}: {len(messages) - 1} sentences, {len(untranslated)} not translated")
        for one in untranslated:
            print(f"  {one}")
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
