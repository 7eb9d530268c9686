"""The exact odds of Casino War are counted fast enough for a screen that follows a slider."""

from __future__ import annotations

import time

import pytest

from companion.rules.casino_war.odds import house_edge
from companion.rules.casino_war.options import CasinoWarOptions

pytestmark = pytest.mark.bench


def test_an_option_set_takes_less_than_a_slider_step() -> None:
    """One option set is counted in under 5 ms, so that the screen can follow a slider."""
    house_edge(CasinoWarOptions())  # the pay table is read once
    best = 1.0
    for decks in range(1, 9):
        began = time.perf_counter()
        house_edge(CasinoWarOptions(decks=decks))
        best = min(best, time.perf_counter() - began)
    assert best < 0.005
