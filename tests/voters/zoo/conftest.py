"""A cage for every animal."""

from pathlib import Path

import pytest

from tests.voters.zoo.cage import Cage


@pytest.fixture
def cage(tmp_path: Path) -> Cage:
    return Cage(tmp_path)
