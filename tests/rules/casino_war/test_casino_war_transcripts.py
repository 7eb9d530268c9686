"""Golden transcripts of Casino War, played straight on the game object."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

SCRIPTS = sorted((Path(__file__).parents[2] / "transcripts").glob("casino-war-*.txt"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.stem)
def test_transcript_leads_where_it_says(driver: Any, script: Path) -> None:
    """A golden script is accepted and refused line by line as its comments say, to the last chip."""
    driver.play(script.read_text("utf-8"))
    assert driver.checked > 5


def test_the_transcripts_are_there() -> None:
    """The golden scripts are found, so that the test above cannot pass by playing nothing."""
    assert len(SCRIPTS) >= 4
