import pytest

from tests.surfaces.program import Here


@pytest.fixture
def here(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Here:
    for name in ("QUORATE_LANG", "LC_ALL", "LC_MESSAGES", "LANG", "COLUMNS", "QUORATE_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    return Here(capsys)
