"""The folder that installs in agents' programs, and the entry for registries, say what the package says."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[3]
PLUGIN = ROOT / "plugin"
PROJECT: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
MANIFESTS = (".claude-plugin/plugin.json", ".codex-plugin/plugin.json", "gemini-extension.json")


def read(file: Path) -> Any:
    return json.loads(file.read_text())


@pytest.mark.parametrize("name", MANIFESTS)
def test_a_manifest_has_the_name_and_the_version_of_the_package(name: str) -> None:
    manifest = read(PLUGIN / name)
    assert (manifest["name"], manifest["version"]) == (PROJECT["name"], PROJECT["version"])


def test_every_program_starts_the_same_server() -> None:
    ours = {"quorate": {"command": "quorate", "args": ["mcp"]}}
    assert read(PLUGIN / ".mcp.json")["mcpServers"] == ours
    assert read(PLUGIN / "gemini-extension.json")["mcpServers"] == ours


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
