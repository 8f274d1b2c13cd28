"""An office with stand-ins."""

from pathlib import Path

import pytest

from quorate.voters import command
from quorate.voters.programs import engine_program, login
from tests.engines.asking import Office
from tests.patience import PATIENCE


@pytest.fixture
def office(tmp_path: Path) -> Office:
    return Office(tmp_path)


@pytest.fixture(autouse=True)
def waits_for_keepers(monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a keeper may take long to begin; none of these tests is about that."""
    monkeypatch.setattr(command, "_START", PATIENCE)


@pytest.fixture(autouse=True)
def waits_for_programs(monkeypatch: pytest.MonkeyPatch) -> None:
    """A busy machine may take longer over a short answer than a person would wait for it."""
    for module in (engine_program, login):
        monkeypatch.setattr(module, "_PATIENCE", PATIENCE)
