"""What the tests of the live table share: a small fake game beside the shipped ones."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.live.journal import Journal
from companion.live.table import Table
from companion.rules.game import Player
from companion.rules.games import GAMES as SHIPPED

sys.path.insert(0, str(Path(__file__).parent / "support"))  # importlib mode: the helpers are plain modules
COUNTING = importlib.import_module("counting_game").GAMES
GAMES: dict[str, Any] = {**COUNTING, **SHIPPED}


@pytest.fixture(params=list(GAMES))
def name(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture
def games() -> dict[str, Any]:
    return GAMES


@pytest.fixture
def table() -> Table:
    return Table(GAMES)


@pytest.fixture
def two() -> tuple[Player, ...]:
    return Player("Ana", "Ana"), Player("Bruno", "Bruno")


@pytest.fixture
def journal_path(tmp_path: Path) -> Path:
    return tmp_path / "table.journal"


@pytest.fixture
def journal(journal_path: Path) -> Any:
    with Journal.open(journal_path) as journal:
        yield journal
