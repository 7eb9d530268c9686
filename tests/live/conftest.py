"""What the tests of the live table share: a small fake game, and the shipped ones."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "support"))  # importlib mode: helpers are plain modules

from companion.live.table import Table
from companion.rules.game import Player

from counting_game import GAMES  # isort: skip  found by the path above


@pytest.fixture
def table() -> Table:
    return Table(GAMES)


@pytest.fixture
def two() -> tuple[Player, ...]:
    return Player("Ana", "Ana"), Player("Bruno", "Bruno")
