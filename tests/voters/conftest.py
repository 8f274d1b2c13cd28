"""Where the tests keep their calls."""

from pathlib import Path

import pytest

from quorate.voters import command
from tests.patience import PATIENCE
from tests.voters.programs import Place


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


@pytest.fixture(autouse=True)
def waits_for_keepers(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a keeper may take long to begin; none of these tests is about that."""
    monkeypatch.setattr(command, "_START", PATIENCE)
