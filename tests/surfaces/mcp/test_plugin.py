"""The folder that installs in agents' programs, and the entry for registries, say what the package says."""

import json
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from quorate.gate.gate_settings import LONGEST_WAIT

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "plugin"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
PLUGIN_HOOK = ("/bin/sh", str(PLUGIN / "hooks" / "gate.sh"), "claude")
MANIFESTS = (".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "gemini-extension.json")


def read(file: Path) -> Any:
    return json.loads(file.read_text())


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_has_the_name_and_the_version_of_the_package(name: str) -> None:
    manifest = read(PLUGIN / name)
    assert (manifest["name"], manifest["version"]) == (PROJECT["name"], PROJECT["version"])


def test_every_program_starts_the_same_server() -> None:
    for name in (".mcp.json", "gemini-extension.json"):
        (server,) = read(PLUGIN / name)["mcpServers"].items()
        assert (server[0], server[1]["command"], server[1]["args"]) == ("quorate", "quorate", ["mcp"])


@pytest.mark.parametrize(
    ("file", "event", "root", "ticks"),
    [
        ("claude", "PreToolUse", "CLAUDE_PLUGIN_ROOT", 1),
        ("codex", "PreToolUse", "PLUGIN_ROOT", 1),
        ("hooks", "BeforeTool", "extensionPath", 1000),  # Gemini CLI looks for this name
    ],
)
def test_every_program_asks_the_gate_and_waits_longer_than_the_gate_does(
    file: str, event: str, root: str, ticks: int
) -> None:
    ((found, (entry,)),) = read(PLUGIN / "hooks" / f"{file}.json")["hooks"].items()
    (hook,) = entry["hooks"]
    program = "gemini" if file == "hooks" else file
    assert found == event
    assert hook["command"] == f'/bin/sh "${{{root}}}/hooks/gate.sh" {program} || exit 2'
    assert hook["timeout"] > LONGEST_WAIT * ticks
    assert f"--limit {hook['timeout'] // ticks} " in (PLUGIN / "hooks" / "gate.sh").read_text()


@pytest.mark.parametrize(
    ("settings", "status"),
    [
        (None, 2),
        ('[panels.gate]\nmode = "engine"\nseats = [{seat = "a", voter = "claude"}]\n', 2),
        ('[gate]\npeople = ["ann"]\n', 2),
        ('[gate]\ndefault = "deny"\n', 2),
        ('gate = {default = "deny"}\n', 2),
        ("[gate\n", 2),
        ('[gate]\ndefault = "off"\n', 0),
        ('[gate]\ndefault = "pass"\n', 0),
        ('[gate]\n[[gate.rules]]\ntools = ["Read"]\nthen = "pass"\n', 0),
    ],
)
def test_a_call_has_the_same_answer_with_and_without_the_plugin(
    tmp_path: Path, settings: str | None, status: int
) -> None:
    programs = str(Path(sys.executable).parent)
    assert gated(tmp_path, settings, programs) == status
    assert gated(tmp_path, settings, programs, [f"{programs}/quorate", "hook", "claude"]) == status


def test_a_gate_without_the_program_denies(tmp_path: Path) -> None:
    assert gated(tmp_path, '[gate]\ndefault = "off"\n', "/nowhere") == 2


def test_settings_that_cannot_be_read_deny(tmp_path: Path) -> None:
    (tmp_path / ".config" / "quorate" / "quorate.toml").mkdir(parents=True)
    assert gated(tmp_path, None, str(Path(sys.executable).parent)) == 2


def test_no_module_of_a_project_answers_for_the_gate(tmp_path: Path) -> None:
    (tmp_path / "sitecustomize.py").write_text("import os\nos._exit(0)\n")
    settings, programs = '[gate]\ndefault = "deny"\n', str(Path(sys.executable).parent)
    assert gated(tmp_path, settings, programs, PYTHONPATH=str(tmp_path)) == 2


def gated(home: Path, settings: str | None, programs: str, command: Sequence[str] = PLUGIN_HOOK, **more: str) -> int:
    """The exit status of a hook, the plugin's unless another is given, with these settings of the user."""
    if settings is not None:
        file = home / ".config" / "quorate" / "quorate.toml"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(settings)
    call = {
        "session_id": "s1",
        "cwd": str(home),
        "hook_event_name": "PreToolUse",
        "tool_name": "Read",
        "tool_input": {"file_path": str(home / "x")},
    }
    known = {"PATH": f"{programs}:/usr/bin:/bin", "HOME": str(home), "LANG": "C.UTF-8", **more}
    return subprocess.run(command, input=json.dumps(call).encode(), env=known, cwd=home, check=False).returncode


def test_the_skill_has_a_name_and_says_when_it_is_for() -> None:
    _, front, body = (PLUGIN / "skills" / "quorate" / "SKILL.md").read_text().split("---\n", 2)
    fields = dict(line.split(": ", 1) for line in front.strip().splitlines())
    assert fields["name"] == "quorate"
    assert 0 < len(fields["description"]) <= 1024
    assert "release_action" in body


def test_the_registry_entry_fits_the_package() -> None:
    entry = read(ROOT / "server.json")
    assert entry["version"] == entry["packages"][0]["version"] == PROJECT["version"]
    assert len(entry["description"]) <= 100
    assert f"mcp-name: {entry['name']}" in (ROOT / "README.md").read_text()
