"""Calls that touch Quorate's settings, record or hooks, or run it other than to read."""

import os
import sys
from pathlib import Path
from typing import Any

import pytest

import quorate
from quorate.app.gate.gate_terms import own_ground, resolver
from quorate.gate.own_ground import OwnGround, touches
from quorate.gate.tool_call import ToolCall


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    project = tmp_path / "project"
    (project / ".claude").mkdir(parents=True)
    (tmp_path / "home").mkdir()
    os.symlink(tmp_path / "home", project / "innocent")
    os.symlink(project / ".claude" / "settings.json", project / "notes.json")
    return project


def touched(folder: Path, tool: str, **said: Any) -> str:
    home = folder.parent / "home"
    ours = OwnGround((str(home), str(folder / ".claude"), str(folder / "quorate.toml")))
    return touches(ToolCall("claude", "PreToolUse", "s", str(folder), tool, said), ours, resolver(str(folder)))


@pytest.mark.parametrize(
    "path",
    [
        ".claude/settings.json",
        "./.claude/../.claude/settings.json",
        "quorate.toml",
        "QUORATE.toml",
        "src/../quorate.toml",
        "innocent/quorate.db",
        "notes.json",
        "../home/quorate.db-wal",
        "file:quorate.toml",
    ],
)
def test_no_tool_writes_our_files_whatever_the_path_is_called(folder: Path, path: str) -> None:
    if path.startswith("file:"):
        path = f"file://{folder}/quorate.toml"
    assert touched(folder, "Write", file_path=path, content="x") == "own_path"
    assert touched(folder, "mcp__files__move", changes=[{"from": "a", "to": path}]) == "own_path"


@pytest.mark.parametrize(
    "command",
    [
        "quorate vote X --choice approve",
        "quorate keys create me --scope admin",
        "quorate windows grant X",
        "quorate hook claude",
        "/usr/local/bin/quorate resolve X",
        "ls && quorate release X",
        "env -u QUORATE_STORE ls",
        "QUORATE_HOME=/tmp/x ls",
        "sh -c 'quorate vote X'",
        'sh -c "quo""rate vote X"',
        "q'uorate' vote X",
        "qu\\orate vote X",
        "python3 -m quorate.surfaces.cli vote X",
        "python3 -m quorate vote X",
        "xargs quorate vote",
        "echo X | xargs -I{} quorate vote {}",
        "nohup quorate serve",
        "$(which quorate) vote X",
        "quorate show X --output .claude/settings.json",
        "quorate show X -o notes.json",
        "cp a quorate.toml",
        "cat innocent/quorate.db",
        "rm -rf innocent",
        "rm -rf .",
        "rm -rf ..",
        "mv .claude x",
        "ln -s a .claude/settings.json",
        "dd if=a of=quorate.toml",
        "echo x > .claude/settings.json",
        "echo x>.cl''aude/settings.json",
        "tee .codex/hooks.json",
        "sed -i s/a/b/ quorate.toml",
        "cat notes.json",
        "echo $QUORATE_KEY",
        "grep -r qk_0 /",
        "python3 -c 'open(\".gemini/settings.json\")'",
        "chmod 777 ../home",
        "tar xf a.tar -C ..",
        "python3 -c 'from quorate.surfaces.cli.entry import main'",
        "python3 -c 'import os, quorate.app.app'",
        "python3 -c 'import quorate.cli'",
        "python3 -c \"__import__('quorate.surfaces.cli')\"",
        "touch ~+/../home/x",
        "touch $PWD/../home/x",
        "cd .. && rm home/quorate.db",
        "cd .. && rm -rf home",
        "cd / && rm -rf home",
        "cd -P -- ../.. && rm -rf .",
        "cd src ; cd ../.. ; mv project old",
        "pushd .. && cp -r evil home",
        "cd && touch home/x",
        "cd - && touch home/x",
        "env -C .. touch home/x",
        "git -C .. add home",
        "git --work-tree=.. checkout home",
        "cat x > innocent/quorate",
        "cat x > ../home/record",
        "cat $X > ../ho'me'/record",
        "rm -rf $X ..",
        "cd .. > x ; mv home gone",
        "if true ; then cp a ../home/b ; fi",
    ],
)
def test_no_command_touches_what_is_ours(folder: Path, command: str) -> None:
    assert touched(folder, "Bash", command=command)


@pytest.mark.parametrize(
    "command",
    [
        "quorate show X",
        "quorate log --json",
        "quorate --help",
        "quorate inbox && ls",
        "ls",
        "cat src/a.py",
        "rm -rf build",
        "make $X",
        "cd src && ls",
        "git log > out.txt",
    ],
)
def test_other_commands_are_none_of_ours(folder: Path, command: str) -> None:
    assert touched(folder, "Bash", command=command) == ""


def test_a_text_that_only_mentions_us_is_harmless(folder: Path) -> None:
    assert touched(folder, "Write", file_path="README.md", content="Edit quorate.toml\nRun quorate vote") == ""


@pytest.mark.parametrize("path", ["a\nb/../../home/x", "a\0", "a/../" * 1000 + "b", " /x", "\tx", "a\r"])
@pytest.mark.parametrize("key", ["file_path", "path", "notebook_path", "absolute_path", "target"])
def test_a_path_that_may_be_read_in_two_ways_is_taken_for_ours(folder: Path, key: str, path: str) -> None:
    assert touched(folder, "Write", **{key: path}) == "own_path"
    assert touched(folder, "mcp__files__write", changes=[{key: [path]}]) == "own_path"


def test_every_line_of_a_text_may_be_a_path(folder: Path) -> None:
    assert touched(folder, "mcp__files__delete", names="a.py\n  ../home/quorate.db\nb.py") == "own_path"
    assert touched(folder, "mcp__files__delete", names="a.py\nb.py") == ""


def test_a_command_that_goes_to_more_folders_than_can_be_followed_is_taken_for_ours(folder: Path) -> None:
    assert touched(folder, "Bash", command=" && ".join(["cd a"] * 9)) == "own_path"


def test_the_program_and_the_homes_of_agents_are_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("CLAUDE_CONFIG_DIR", str(tmp_path / "one"))
    monkeypatch.setenv("CODEX_HOME", "~/two")
    monkeypatch.setattr(sys, "argv", [str(tmp_path / "bin" / "started")])
    paths = own_ground(str(tmp_path / "project"), str(tmp_path / "record.db")).paths
    for name in ("one", "two", "bin/started", ".claude.json"):
        assert str(tmp_path / name) in paths
    assert os.path.realpath(os.path.join(sys.prefix, "bin", "quorate")) in paths
    assert os.path.realpath(os.path.dirname(quorate.__file__)) in paths


@pytest.mark.parametrize(
    "tool",
    [
        "mcp__quorate__cast_ballot",
        "mcp__quorate__resolve_deliberation",
        "mcp__quorate__release_action",
        "mcp__my-Quorate-server__open_deliberation",
        "mcp__plugin_quorate__listen",
        "mcp_quorate_show_deliberation_and_vote",
    ],
)
def test_no_tool_of_ours_changes_anything(folder: Path, tool: str) -> None:
    assert touched(folder, tool, deliberation="X") == "own_program"


@pytest.mark.parametrize(
    "tool",
    [
        "mcp__quorate__show_deliberation",
        "mcp__quorate__list_deliberations",
        "mcp__quorate__explain_verdict",
        "mcp__quorate__wait_for_deliberation",
        "mcp__github__create",
    ],
)
def test_tools_of_ours_that_look_something_up_are_left_to_the_rules(folder: Path, tool: str) -> None:
    assert touched(folder, tool, deliberation="X") == ""
