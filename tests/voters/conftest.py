"""Where the tests keep their calls."""

from pathlib import Path

import pytest

from tests.voters.programs import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)
