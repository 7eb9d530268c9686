"""What the tests of abuse share: helpers of their own and those of the live table (importlib mode: plain modules)."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from hypothesis import settings

from companion.rules.games import GAMES

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE / "support"), str(HERE.parent / "live" / "support")]

# The machine may be busy with other things: the time of one example says nothing.
settings.register_profile("abuse", deadline=None)


@pytest.fixture(params=list(GAMES))
def game(request: pytest.FixtureRequest) -> str:
    return str(request.param)
