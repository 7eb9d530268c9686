"""The READMEs say what the program does."""

from __future__ import annotations

import re
from pathlib import Path

from companion import cli, manual
from companion.headless import USAGE

ROOT = Path(__file__).parents[1]


def test_the_generated_tables_are_those_of_the_program() -> None:
    """Error codes and options in companion/README.md are what the program has; else run `python -m companion.manual`."""
    text = manual.README.read_text(encoding="utf-8")
    assert text == manual.written(text)


def test_the_protocols_commands_are_all_told() -> None:
    """Each command of the headless table stands in companion/README.md."""
    text = manual.README.read_text(encoding="utf-8")
    for command in USAGE:
        assert re.search(rf"`{command}[ `]", text), command


def test_the_commands_in_the_readmes_exist() -> None:
    """Whatever follows `companion` in a README is a command of it."""
    parser = cli.parser()
    known = set(parser._subparsers._group_actions[0].choices)  # type: ignore[union-attr, arg-type]  # argparse has no public way
    for readme in (ROOT / "README.md", ROOT / "companion/README.md"):
        for used in re.findall(
            r"(?:^|`|\$ )(?:python -m )?companion ([a-z]+)", readme.read_text(encoding="utf-8"), re.MULTILINE
        ):
            assert used in known, (readme.name, used)
