"""An office with stand-ins."""

from pathlib import Path

import pytest

from tests.engines.asking import Office


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)
