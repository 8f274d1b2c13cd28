"""What the real programs try behind the gate is denied for what it touches, whatever the rules say."""

from pathlib import Path

import pytest

from quorate.app.gate.gate_terms import own_ground, resolver
from quorate.gate.gate_rules import PASS, Gate, decision_of
from quorate.gate.own_calls import touch_of
from quorate.gate.tool_call import ToolCall
from quorate.settings import read_settings
from tests.real_engines import gated


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    for name in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "QUORATE_HOME", "QUORATE_STORE"):
        monkeypatch.delenv(name, raising=False)
    (tmp_path / "project").mkdir()
    return tmp_path


def judged(home: Path, command: str) -> tuple[str, bool]:
    """What the rules say by themselves, and whether something of ours is touched."""
    folder, users = str(home / "project"), read_settings(gated.PASS).gate
    call = ToolCall("claude", "PreToolUse", "s", folder, "Bash", {"command": command})
    decided = decision_of(users, Gate(), call, resolver(folder))
    return decided.decision, bool(touch_of(call, own_ground(folder, None), resolver(folder)))


def test_every_try_is_denied_for_what_it_touches(home: Path) -> None:
    settings = home / ".config" / "quorate" / "quorate.toml"
    tries = gated.forbidden_tries(home, settings, lambda name: f"touch {home}/project/targets/{name}")
    assert len(tries) == 7
    for command in tries:
        assert judged(home, command)[1], command


def test_the_call_that_a_failing_record_stops_passes_by_itself(home: Path) -> None:
    assert judged(home, f"touch {home}/project/targets/late") == (PASS, False)
