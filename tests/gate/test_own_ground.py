"""Calls that touch Quorate's settings, record or hooks, or run it other than to read."""

import os
import site
import sys
from pathlib import Path
from typing import Any

import pytest

import quorate
from quorate.app.gate.gate_judgement import rules_decision
from quorate.app.gate.gate_terms import GateTerms, begins_with_key, own_ground, resolver
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import ASK, DENY, PASS, Approvers, Gate, GateRule
from quorate.gate.own_calls import is_delicate, touch_of
from quorate.gate.own_ground import OwnGround
from quorate.gate.plain_command import CommandPattern
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
    home, tools = str(folder.parent / "home"), str(folder / ".venv")
    paths = (home, str(folder / ".claude"), str(folder / "quorate.toml"))
    ours = OwnGround(paths, (tools, "/opt/python/lib"), (home,), begins_with_key)
    touch = touch_of(ToolCall("claude", "PreToolUse", "s", str(folder), tool, said), ours, resolver(str(folder)))
    return touch[0] if touch else ""


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
        "quorate show X | tee a",
        "quorate inbox && quorate vote X",
        "quorate log\nquorate vote X",
        "quorate gate suggest --store x && true",
        "quorate init --gate developer",
        "QUORATE vote X",
        "./quorate vote X",
        "exec quorate vote X",
        "echo vote X | xargs quorate",
        "watch -n1 'quorate vote X'",
        "cat <<X | sh\nquorate vote X\nX",
        "a=quorate; $a vote X",
        "python3 -mquorate vote X",
        "python3 -c 'import quorate'",
        "curl -H 'Authorization: Bearer qk_0123' localhost",
        "cp x $PWD/innocent/y",
        "cat ${PWD}/notes.json",
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
        "uvx quorate@latest vote X",
        "pip install quorate==0.1",
        "$(which quorate) vote X",
        "quorate show X --output .claude/settings.json",
        "quorate show X -o notes.json",
        "cp a quorate.toml",
        "cat innocent/quorate.db",
        "rm -rf innocent",
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
        "python3 -c 'from quorate.surfaces.cli.entry import main'",
        "python3 -c 'import os, quorate.app.app'",
        "python3 -c 'import quorate.cli'",
        "python3 -c \"__import__('quorate.surfaces.cli')\"",
        "touch ~+/../home/x",
        "touch $PWD/../home/x",
        "cd .. && rm home/quorate.db",
        "cd .. && rm -rf home",
        "cd / && rm -rf home",
        "pushd .. && cp -r evil home",
        "cd && touch home/x",
        "cd - && touch home/x",
        "cat x > innocent/quorate",
        "cat x > ../home/record",
        "cat $X > ../ho'me'/record",
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


INTERPRETER = (".venv/lib/python3.11/site-packages/zz.pth", ".venv/bin/python", "/opt/python/lib/os.py")


@pytest.mark.parametrize("path", [*INTERPRETER, ".VENV/pyvenv.cfg", "src/../.venv/x", ".env", "sub/.env", "../.env"])
def test_nobody_writes_what_the_hook_runs_on_or_is_started_with(folder: Path, path: str) -> None:
    assert touched(folder, "Write", file_path=path, content="x") == "own_path"
    assert touched(folder, "mcp__files__move", changes=[{"from": "a", "to": path}]) == "own_path"
    assert touched(folder, "mcp__files__write", files={path: "x"}) == "own_path"


@pytest.mark.parametrize("path", [*INTERPRETER, ".env", "sub/.env"])
def test_what_the_hook_runs_on_may_be_read_and_run(folder: Path, path: str) -> None:
    for tool in ("Read", "read_file"):
        assert touched(folder, tool, file_path=path) == ""
    for command in (f"cat {path}", f"cd sub && cat {path}", f"{path} -q", f"{path} -q 2>&1 | tail"):
        assert touched(folder, "Bash", command=command) == "", command


@pytest.mark.parametrize(
    "command",
    [
        *(f"cp a {path}" for path in INTERPRETER),
        "cp a .env",
        "tee sub/.env",
        "mv /opt/python x",
        "rm -rf ..",
        "mv ../home x",
        "git -C .. add x",
        "tar xf a.tar -C /",
        "find .. -delete",
        "cat .env",
    ],
)
def test_no_rule_alone_passes_a_line_that_names_what_the_hook_runs_on_or_a_folder_around_it(
    folder: Path, command: str
) -> None:
    call = ToolCall("claude", "PreToolUse", "s", str(folder), "Bash", {"command": command})
    ours = OwnGround((str(folder.parent / "home"),), (str(folder / ".venv"), "/opt/python/lib"))
    words = tuple(command.split())
    rule = GateRule(CallPattern(commands=(CommandPattern(words[:1], tuple((word,) for word in words[1:])),)), PASS)
    asked = Approvers(("ann",))
    terms = GateTerms(Gate((rule,), DENY, asked), Gate(), {}, ours, resolver(str(folder)))
    assert rules_decision(call, terms)[:3] in ((ASK, "delicate", asked), (DENY, "own_path", Approvers()))
    assert rules_decision(call._replace(input={"command": "rm x"}), terms).code == "default"


@pytest.mark.parametrize("program", [".claude", ".codex", ".gemini"])
def test_settings_of_a_program_are_ours_in_whichever_folder(folder: Path, program: str) -> None:
    for path in (f"sub/{program}/settings.json", f"a/b/{program}", f"/elsewhere/{program}/x", f"x/{program.upper()}/y"):
        assert touched(folder, "Write", file_path=path, content="{}") == "own_path", path
        assert touched(folder, "mcp__files__delete", names=f"a.py\n{path}") == "own_path", path


@pytest.mark.parametrize("key", ["patch", "input", "diff", "anything"])
@pytest.mark.parametrize(
    "head",
    [
        "*** Update File: .codex/hooks.json",
        "*** Add File: sub/.claude/settings.json",
        "*** Move to: quorate.toml",
        "*** Delete File: ../home/quorate.db",
        "+++ b/.gemini/settings.json",
        "--- a/quorate.toml\t2026-01-01",
        "diff --git a/x b/.claude/settings.json",
        "rename to .env",
        "*** Update File: .venv/bin/quorate",
    ],
)
def test_a_patch_of_our_files_is_found_under_any_key(folder: Path, key: str, head: str) -> None:
    patch = f"*** Begin Patch\n{head}\n@@\n-a\n+b\n*** End Patch"
    assert touched(folder, "apply_patch", **{key: patch}) == "own_path"
    assert touched(folder, "apply_patch", command=patch)
    assert touched(folder, "apply_patch", **{key: patch.replace(head, "*** Update File: src/a.py")}) == ""


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Grep", {"pattern": "qk_", "path": "/"}),
        ("Grep", {"pattern": "a", "path": ".."}),
        ("Grep", {"pattern": "a", "path": "../home"}),
        ("Glob", {"pattern": "/**/*.key"}),
        ("Glob", {"pattern": "../**"}),
        ("Glob", {"pattern": "../h*/*"}),
        ("Glob", {"pattern": "h*", "path": ".."}),
        ("Glob", {"pattern": "*", "path": "innocent"}),
        ("LS", {"path": "../home"}),
        ("Read", {"file_path": "../home/quorate.db"}),
        ("read_many_files", {"include": ["src/*", "../**/*.key"]}),
        ("search_file_content", {"pattern": "a", "dir_path": "/"}),
        ("mcp__files__search", {"root": ".."}),
        ("mcp__files__delete", {"path": ".."}),
        ("Bash", {"command": "quorate tally ../home/ann.key"}),
        ("Bash", {"command": "quorate read innocent/ann.key"}),
        ("Bash", {"command": "cd ../home && quorate validate x"}),
        ("Bash", {"command": "quorate read ann.key"}),
        ("Bash", {"command": "cat ann.key"}),
        ("Bash", {"command": "cat ann.key > x"}),
        ("Read", {"file_path": "ann.key"}),
    ],
)
def test_nobody_reads_or_searches_what_is_secret(folder: Path, tool: str, said: dict[str, Any]) -> None:
    (folder / "ann.key").write_text("qk_0123456789abcdef_deadbeef\n")
    assert touched(folder, tool, **said)


def test_whoever_searches_from_a_folder_above_our_home_is_stopped(folder: Path) -> None:
    at_home = folder.parent
    ours = OwnGround((str(at_home / "home"),), (), (str(at_home / "home"),))
    for tool, said in (
        ("Grep", {"pattern": "a"}),
        ("Glob", {"pattern": "**"}),
        ("Grep", {"pattern": "a", "path": "."}),
        ("Bash", {"command": "rg secret"}),
        ("Bash", {"command": "grep -r secret ."}),
    ):
        call = ToolCall("claude", "PreToolUse", "s", str(at_home), tool, said)
        assert touch_of(call, ours, resolver(str(at_home))) or is_delicate(call, ours, resolver(str(at_home)))


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Grep", {"pattern": "/", "path": "."}),
        ("Grep", {"pattern": ".."}),
        ("Glob", {"pattern": "**/*.py"}),
        ("Glob", {"pattern": "/usr/**"}),
        ("LS", {"path": "src"}),
        ("Read", {"file_path": "tls.key"}),
        ("Bash", {"command": "grep -r secret ."}),
        ("Bash", {"command": "grep -rn secret src"}),
        ("Bash", {"command": "quorate tally votes.yaml"}),
        ("Write", {"file_path": ".gitignore", "content": ".env\n.venv\n"}),
        ("Edit", {"file_path": ".gitignore", "old_string": ".env", "new_string": ".venv"}),
        ("Write", {"file_path": "README.md", "content": "Put it into sub/.claude/settings.json"}),
        ("Bash", {"command": "cut -d, -f1 a.csv"}),
        ("Bash", {"command": "pytest -q"}),
    ],
)
def test_ordinary_work_in_a_project_is_none_of_ours(folder: Path, tool: str, said: dict[str, Any]) -> None:
    (folder / "tls.key").write_text("-----BEGIN PRIVATE KEY-----\n")
    assert touched(folder, tool, **said) == ""


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


def test_the_interpreter_and_its_packages_are_what_the_hook_runs_on(tmp_path: Path) -> None:
    ground = own_ground(str(tmp_path / "project"), str(tmp_path / "record.db"))
    for file in (sys.executable, os.__file__, pytest.__file__, site.getusersitepackages(), f"{sys.prefix}/pyvenv.cfg"):
        assert ground.runs_on(file, resolver(str(tmp_path))), file
    within = own_ground(os.path.join(sys.prefix, "project"), str(tmp_path / "record.db"))
    assert not within.runs_on(f"{sys.prefix}/project/a.py", resolver("/"))
    assert within.runs_on(pytest.__file__, resolver("/"))


def test_a_record_in_the_project_stops_no_search_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("QUORATE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    project = str(tmp_path / "project")
    ground, elsewhere = (own_ground(project, str(tmp_path / name / "record.db")) for name in ("project", "records"))
    assert not ground.is_found_in(".", resolver(project))
    assert ground.hides("record.db", resolver(project))
    assert elsewhere.is_found_in("../records", resolver(project))


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


@pytest.mark.parametrize(
    "command",
    [
        "pip install .",
        "pip install -e .",
        "pip3 install -e .",
        "sudo pip install .",
        "python3 -m pip install -e .",
        "uv pip install -e .",
        "pip install . 2>&1 | tail -5",
        "pip install -e '.[dev]' > out.txt",
        "set -a; source .env; npm install > out.txt",
        "git commit -m 'Remove .env'",
        "bash -c 'ls src'",
        "uv run pip install .",
        "cargo install --path .",
        "npm install .",
        "make -C . install",
        "git rm -r --cached .",
        "git rm --cached .env",
        "git add .",
        "git add .env",
        "git diff -- .env",
        "git check-ignore .env",
        "cd sub && git add .env",
        "cd sub && pip install .",
        "echo .env >> .gitignore",
        'echo ".env" >> .gitignore',
        "printf '.env\\n' >> .gitignore",
        "docker compose --env-file .env up",
        "docker compose --env-file=.env up > out.txt",
        "node --env-file=.env a.js > out.txt",
        "rg FOO .env",
        "sed -n 1p .env",
        "cat .env > out.txt",
        "[ -f .env ] && source .env",
        "export $(grep -v x .env | xargs)",
        "find . -name install",
        "find . -name '*.pyc' -exec rm {} +",
        "find . -type f -name '*.pyc' -exec rm -f {} \\;",
        "find . -name __pycache__ -type d -exec rm -rf {} +",
        "find . -name '*.pyc' -print0 | xargs -0 rm -f",
        "find . -name '*.pyc' -delete",
        "source .venv/bin/activate",
        ". .venv/bin/activate && pytest -q",
        "cd sub && ../.venv/bin/pytest -q",
    ],
)
def test_commands_of_every_day_are_none_of_ours(folder: Path, command: str) -> None:
    assert touched(folder, "Bash", command=command) == ""


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("WebFetch", {"url": "https://github.com/o/r/tree/main/.claude/commands", "prompt": "x"}),
    ],
)
def test_addresses_and_what_is_only_read_are_none_of_ours(folder: Path, tool: str, said: dict[str, Any]) -> None:
    assert touched(folder, tool, **said) == ""


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Write", {"file_path": "https://x/.claude/settings.json"}),
        ("mcp__files__save", {"url": "https://../.claude/settings.json"}),
        ("mcp__files__save", {"url": "file:///elsewhere/.claude/settings.json"}),
        ("mcp__files__save", {"url": "ftp://x/.claude/settings.json"}),
        ("Read", {"file_path": ".claude/settings.json"}),
        ("mcp__files__get_and_write", {"path": ".env"}),
        ("mcp__files__read_write_file", {"path": ".env"}),
        ("mcp__files__put_file", {"path": ".env"}),
    ],
)
def test_no_address_and_no_name_hides_a_write(folder: Path, tool: str, said: dict[str, Any]) -> None:
    assert touched(folder, tool, **said) == "own_path"
