"""The hook answers before the program's own limit, whatever keeps it busy, and whatever ends it."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from tests.patience import PATIENCE

HOOK = [str(Path(sys.executable).parent / "quorate"), "hook", "claude"]
BUSY = 're.match("(a+)+$", "a" * 60 + "b")'
"""A C function that takes years, in which no thread and no signal handler of its process runs."""
CRASH = "os.kill(os.getpid(), 11)"


def status_of(work: str) -> str:
    """What the deadline of two seconds makes of a judgement that does this first."""
    script = f"""if True:
        import os, re, sys
        from quorate.surfaces.cli.commands.act.hook import status_in_time
        sys.stderr.write(repr(status_in_time(lambda: ({work}, 0)[1], 2)))
    """
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=PATIENCE, check=True)
    return ended.stderr


@pytest.mark.parametrize("work", [BUSY, CRASH])
def test_a_judgement_that_is_busy_or_crashes_is_none(work: str) -> None:
    assert status_of(work) == "None"


def test_a_judgement_in_time_is_passed_on() -> None:
    assert status_of("1") == "0"


@pytest.mark.parametrize("default", ["deny", "pass"])
@pytest.mark.parametrize("text", ["from ", "import ", "quorate", "'\"", "\\", "~/", "[", "a=", ".env ", "\n", "$("])
def test_a_huge_input_is_answered(tmp_path: Path, text: str, default: str) -> None:
    settings = tmp_path / "quorate" / "quorate.toml"
    settings.parent.mkdir()
    settings.write_text(f'[gate]\ndefault = "{default}"\n[[gate.rules]]\ncommands = ["git push"]\nthen = "deny"\n')
    call = {
        "session_id": "s1",
        "cwd": str(tmp_path),
        "hook_event_name": "PreToolUse",
        "tool_name": "mcp__lab__run",
        "tool_input": {"code": text * (400_000 // len(text))},
    }
    known = {"HOME": str(tmp_path), "XDG_CONFIG_HOME": str(tmp_path), "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8"}
    ended = subprocess.run(
        HOOK, input=json.dumps(call).encode(), capture_output=True, env=known, timeout=PATIENCE, check=False
    )
    assert ended.returncode in (0, 2)
    assert b"in time" not in ended.stderr
