"""What all tests share: plain modules in `support/` (importlib mode)."""

from __future__ import annotations

import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent / "support"))


@pytest.fixture
def unlogged() -> Iterator[None]:
    """Nothing is logged: pytest keeps each record, and with it an exception, its frames and whole files; gigabytes in a soak."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)
