"""What the rules say of a call: a pass rule takes what it says and no more, the others whatever it may be."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from quorate.app.gate.gate_terms import gate_terms, resolver
from quorate.core.errors import InputError
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_events import WindowGranted
from quorate.gate.gate_rules import ASK, DENY, PASS, Approvers, Gate, GateRule, decision_of
from quorate.gate.plain_command import read_patterns
from quorate.gate.tool_call import ToolCall, read_call
from quorate.gate.window import Window, exact_pattern

PEOPLE = Approvers(("ann", "ben"), 2)


def call(tool: str, folder: str = "/project", **said: Any) -> ToolCall:
    return ToolCall("claude", "PreToolUse", "s1", folder, tool, said)


def rule(then: str, *tools: str, command: str = "", path: str = "") -> GateRule:
    commands, paths = read_patterns(command) if command else (), (path,) if path else ()
    return GateRule(CallPattern(tools, commands, paths), then)


def decided(gate: Gate, one: ToolCall, project: Gate | None = None) -> str:
    return decision_of(gate, project or Gate(), one, resolver(one.folder)).decision


def test_without_any_rule_everything_is_denied() -> None:
    assert decided(Gate(), call("Read", file_path="a")) == DENY


def test_the_first_rule_that_fits_decides() -> None:
    gate = Gate((rule(DENY, "Bash", command="git push"), rule(ASK, "Bash")), PASS, PEOPLE)
    assert decided(gate, call("Bash", command="git push")) == DENY
    assert decided(gate, call("Bash", command="ls")) == ASK
    assert decided(gate, call("Read", file_path="a")) == PASS


def test_whoever_asks_nobody_denies() -> None:
    assert decided(Gate((rule(ASK, "Bash"),)), call("Bash", command="ls")) == DENY


@pytest.mark.parametrize(
    ("users", "projects", "comes_to"),
    [(PASS, PASS, PASS), (PASS, ASK, ASK), (PASS, DENY, DENY), (ASK, PASS, ASK), (DENY, PASS, DENY), (DENY, ASK, DENY)],
)
def test_a_project_only_tightens(users: str, projects: str, comes_to: str) -> None:
    mine, theirs = (Gate((rule(then, "Write"),), "", PEOPLE) for then in (users, projects))
    assert decided(mine, call("Write", file_path="a"), theirs) == comes_to


def test_a_project_does_not_choose_other_people_where_the_user_asks_some() -> None:
    mine = Gate((rule(ASK, "Write"),), "", PEOPLE)
    theirs = Gate((rule(ASK, "Write"),), "", Approvers(("mallory",)))
    found = decision_of(mine, theirs, call("Write", file_path="a"), resolver("/project"))
    assert found.asked == PEOPLE


@pytest.mark.parametrize("asked", [Approvers(("mallory",)), Approvers(panel="theirs")])
def test_a_project_chooses_nobody_even_where_the_user_lets_a_call_pass(asked: Approvers) -> None:
    theirs = Gate((GateRule(CallPattern(("Write",)), ASK, asked),), "", asked)
    one = call("Write", file_path="a")
    found = decision_of(Gate((), PASS, PEOPLE), theirs, one, resolver("/project"))
    assert (found.decision, found.asked) == (ASK, PEOPLE)
    assert decision_of(Gate((), PASS), theirs, one, resolver("/project"))[:2] == (DENY, "nobody_to_ask")


def test_the_strictest_of_all_folders_around_a_call_decides() -> None:
    mine, *gates = (Gate((rule(then, "Write"),), "", PEOPLE) for then in (PASS, PASS, ASK, DENY))
    one = call("Write", file_path="a")
    assert decision_of(mine, gates[0], one, resolver("/project"), *gates[1:]).decision == DENY
    assert decision_of(mine, gates[0], one, resolver("/project"), gates[1]).decision == ASK


def test_a_call_in_a_sub_folder_keeps_the_rules_of_the_project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home, deep, elsewhere = (tmp_path / name for name in ("home", "project/a/b", "elsewhere"))
    for folder in (home / "quorate", deep, elsewhere):
        folder.mkdir(parents=True)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    monkeypatch.chdir(elsewhere)
    (home / "quorate" / "quorate.toml").write_text(
        '[gate]\ndefault = "ask"\npeople = ["ann"]\n[[gate.rules]]\ncommands = ["touch ... <path>"]\nthen = "pass"\n'
    )
    (tmp_path / "project" / "quorate.toml").write_text('[gate]\n[[gate.rules]]\ncommands = ["touch"]\nthen = "deny"\n')
    (deep / "quorate.toml").write_text('[gate]\n[[gate.rules]]\ncommands = ["touch"]\nthen = "pass"\n')
    for folder in (tmp_path / "project", deep.parent, deep):
        terms = gate_terms(str(folder), str(tmp_path / "record.db"))
        one = call("Bash", str(folder), command="touch x")
        assert decision_of(*terms[:2], one, terms.resolve, *terms.around).decision == DENY
    outside = gate_terms(str(elsewhere), str(tmp_path / "record.db"))
    one = call("Bash", str(elsewhere), command="touch x")
    assert decision_of(*outside[:2], one, outside.resolve, *outside.around).decision == PASS


@pytest.mark.parametrize("tool", ["mcp__github__create", "mcp__github__*"])
def test_a_tool_is_named_exactly_or_up_to_a_star(tool: str) -> None:
    gate = Gate((rule(PASS, "mcp__github__create" if tool.endswith("create") else tool),))
    assert decided(gate, call("mcp__github__create")) == PASS
    assert decided(gate, call("mcp__gitlab__create")) == DENY


PASSES_GIT_STATUS = Gate((rule(PASS, "Bash", command="git status"),))


@pytest.mark.parametrize(
    "command",
    [
        "git status --help",
        "git status && rm -rf x",
        "git status; rm x",
        "git status | sh",
        "git status $(rm x)",
        "git status `rm x`",
        "git status > ~/.bashrc",
        "git status\nrm x",
        "git",
        "env git status",
        "sh -c 'git status'",
        "PATH=/tmp git status",
        "./git status",
        "/tmp/git status",
        "git 'status ; rm x'",
        "git stat*",
        "git  status \\\n rm",
        "'git status'",
    ],
)
def test_a_pass_rule_for_a_command_passes_no_other(command: str) -> None:
    assert decided(PASSES_GIT_STATUS, call("Bash", command="git status")) == PASS
    assert decided(PASSES_GIT_STATUS, call("Bash", command='git "status"')) == PASS
    assert decided(PASSES_GIT_STATUS, call("Bash", command=command)) == DENY


@pytest.mark.parametrize(
    "command",
    [
        "git push",
        "git push origin main",
        "git -C /other push",
        "git -c x=y push",
        "ls && git push",
        "sh -c 'git push'",
        "env -u HOME git push",
        "g'i't pu\"sh\"",
        "git push $X",
        "xargs git push",
        "(git push)",
        "git pu\\sh",
        "/usr/bin/git push",
        "GIT Push",
        "if true ; then git push ; fi",
        "{ git push; }",
        "A=1 git push",
    ],
)
def test_a_deny_rule_for_a_command_takes_whatever_may_be_it(command: str) -> None:
    gate = Gate((rule(DENY, "Bash", command="git push"),), PASS, PEOPLE)
    assert decided(gate, call("Bash", command=command)) == DENY
    assert decided(gate, call("Bash", command="git status")) == ASK


@pytest.mark.parametrize("command", ["ls", "ls -la", "ls | head", "sh -c ls", "./x.sh", "python3 x.py", "claude -p hi"])
def test_a_shell_line_passes_by_a_rule_for_commands_or_by_nothing(command: str) -> None:
    line = call("Bash", command=command)
    for gate in (Gate((), PASS), Gate((rule(PASS, "Bash"),), PASS), Gate((rule(PASS, "*"),), PASS)):
        assert decided(gate._replace(asked=PEOPLE), line) == ASK
        assert decided(gate, line) == DENY
    assert decided(Gate((rule(PASS, command="ls ... -[la]"),), PASS, PEOPLE), call("Bash", command="ls -la")) == PASS


@pytest.mark.parametrize("key", ["code", "script", "command", "cmd", "chars"])
def test_whatever_else_runs_a_text_passes_by_no_rule_for_its_tool(key: str) -> None:
    gate = Gate((rule(PASS, "mcp__lab__*"), rule(PASS, command="ls")), PASS, PEOPLE)
    assert decided(gate, call("mcp__lab__run", **{key: "ls"})) == ASK
    assert decided(gate, call("mcp__lab__run", text="ls")) == PASS


def test_a_project_that_is_off_or_passes_everything_changes_nothing() -> None:
    gate = Gate((rule(PASS, command="ls"),), PASS, PEOPLE)
    for project in (Gate((), "off"), Gate((), PASS), Gate((rule(PASS, "*"),), PASS)):
        assert decided(gate, call("Bash", command="ls"), project) == PASS
        assert decided(gate, call("Bash", command="rm x"), project) == ASK


def test_a_decision_names_its_rule_and_the_file_of_it() -> None:
    users = Gate((rule(PASS, "Read"), GateRule(CallPattern(("Bash",)), ASK, name="shells")), "", PEOPLE, file="mine")
    project = Gate((rule(DENY, "Bash", command="git push"),), file="theirs")
    for command, named in (("ls", ("2 (shells)", "mine")), ("git push", ("1 (Bash: git push)", "theirs"))):
        assert decision_of(users, project, call("Bash", command=command), resolver("/project"))[3:5] == named
    other = decision_of(users, project, call("Write", file_path="a"), resolver("/project"))
    assert other[:2] + other[3:5] == (DENY, "default", "default", "mine")


@pytest.mark.parametrize(
    "more",
    [
        {"cmd": "rm -rf /"},
        {"script": "git status"},
        {"args": ["push"]},
        {"workdir": "/etc"},
        {"dir_path": "src"},
        {"directory": ".."},
        {"dangerouslyDisableSandbox": True},
        {"with_escalated_permissions": True},
        {"workdir": ["/project"]},
        {"env": {"PATH": "/tmp"}},
    ],
)
def test_a_shell_call_with_more_than_its_command_passes_by_no_rule(more: dict[str, Any]) -> None:
    said = call("Bash", command="git status", **more)
    assert decided(PASSES_GIT_STATUS, said) == DENY


def test_keys_that_change_nothing_or_are_named_pass_with_a_command() -> None:
    for more in ({"description": "x", "timeout": 5}, {"workdir": "/project"}, {"run_in_background": True}):
        assert decided(PASSES_GIT_STATUS, call("Bash", command="git status", **more)) == PASS


@pytest.mark.parametrize(
    "said",
    [
        {"command": "ls", "cmd": "git push"},
        {"command": "git", "args": ["push"]},
        {"command": [["git", "push"]]},
        {"command": {"run": "git push"}},
        {"chars": "git push\n"},
    ],
)
def test_a_deny_rule_looks_at_every_key_that_may_be_the_command(said: dict[str, Any]) -> None:
    gate = Gate((rule(DENY, command="git push"),), PASS, PEOPLE)
    assert decided(gate, call("mcp__shell__run", **said)) == DENY


def test_codex_sends_words_or_a_shell_with_a_text() -> None:
    assert decided(PASSES_GIT_STATUS, call("Bash", command=["git", "status"])) == PASS
    assert decided(PASSES_GIT_STATUS, call("Bash", command=["bash", "-lc", "git status"])) == PASS
    assert decided(PASSES_GIT_STATUS, call("Bash", command=["bash", "-lc", "git status; x"])) == DENY
    assert decided(PASSES_GIT_STATUS, call("Bash", command=["bash", "-x", "git status"])) == DENY
    assert decided(PASSES_GIT_STATUS, call("Bash", command=["./bash", "-lc", "git status"])) == DENY
    assert decided(PASSES_GIT_STATUS, call("Bash", command=["git", "status", "\u202e"])) == DENY
    for said in ([["git", "status"]], [["git status"]], ["git", "status", 1], {"a": "git status"}, 7, None, []):
        assert decided(PASSES_GIT_STATUS, call("Bash", command=said)) == DENY


def test_a_path_is_one_within_the_folder_links_followed(tmp_path: Path) -> None:
    folder = tmp_path / "project"
    folder.mkdir()
    os.symlink(tmp_path, folder / "up")
    os.symlink(folder, tmp_path / "link")
    gate = Gate((rule(PASS, "Write", path="<project>"),))
    for inside in ("a.py", "src/a.py", f"{folder}/a.py", "x/../a.py", f"{tmp_path}/link/a.py"):
        assert decided(gate, call("Write", str(folder), file_path=inside)) == PASS, inside
    for outside in (
        "../a.py",
        "/etc/passwd",
        "up/a.py",
        f"{folder}x/a.py",
        "~/a.py",
        "-rf",
        "",
        "a\u202eb",
        "~+/a.py",
        "~-/a",
        "~root",
    ):
        assert decided(gate, call("Write", str(folder), file_path=outside)) == DENY, outside


@pytest.mark.parametrize(
    "path", [".git/config", ".git", "sub/.git/hooks/pre-commit", ".GIT/config", "a/../.git/x", "up"]
)
def test_a_path_is_never_one_into_git_because_git_runs_what_is_there(tmp_path: Path, path: str) -> None:
    (tmp_path / ".git").mkdir()
    os.symlink(tmp_path / ".git", tmp_path / "up")
    gate = Gate((rule(PASS, "Write", path="<project>"), rule(PASS, "Bash", command="touch ... <path>")))
    assert decided(gate, call("Write", str(tmp_path), file_path=path)) == DENY
    assert decided(gate, call("Bash", str(tmp_path), command=f"touch {path}")) == DENY
    assert decided(gate, call("Write", str(tmp_path), file_path=".gitignore")) == PASS


def test_placeholders_in_a_command_stand_for_one_word() -> None:
    gate = Gate((rule(PASS, "Bash", command="kill <number>"), rule(PASS, "Bash", command="man <word>")))
    for passes in ("kill 12", "man ls"):
        assert decided(gate, call("Bash", command=passes)) == PASS
    for no in ("kill 12 13", "kill -9", "man -k", "man ls ls", "kill x", "man 'a b'", "man ../x", "man a/b", "man ~x"):
        assert decided(gate, call("Bash", command=no)) == DENY, no


@pytest.mark.parametrize("word", ["~-/shadow", "~+/../x", "~root/x"])
def test_a_path_in_a_command_is_not_in_the_home_of_somebody_else(word: str) -> None:
    gate = Gate((rule(PASS, "Bash", command="cat <path>"),))
    assert decided(gate, call("Bash", command="cat a/b")) == PASS
    assert decided(gate, call("Bash", command=f"cat {word}")) == DENY
    assert decided(gate, call("Bash", command=["cat", word])) == DENY


def test_a_window_for_one_exact_input_is_for_no_other() -> None:
    pattern = exact_pattern({"force": True, "number": 1})
    window = Window("w", 1, WindowGranted("claude", "s1", "/project", "Deploy", pattern, "9", 5))
    assert window.is_for(call("Deploy", number=1, force=True), resolver("/project"))
    for said in ({"force": 1, "number": 1}, {"force": True, "number": 1.0}, {"force": True, "number": True}):
        assert not window.is_for(call("Deploy", **said), resolver("/project"))


@pytest.fixture
def project(tmp_path: Path) -> str:
    """A project with a link to its git folder and one that leads out of it."""
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    os.symlink(tmp_path, folder / "up")
    os.symlink(folder / ".git", folder / "innocent")
    return str(folder)


INSIDE = GateRule(CallPattern(("Read", "Glob", "Grep", "apply_patch", "mcp__*"), paths=("<project>",)), PASS)


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Read", {"file_path": "a.py"}),
        ("Read", {"file_path": "src/../a.py", "limit": 5}),
        ("Grep", {"pattern": "/etc/.*"}),
        ("Grep", {"pattern": "x", "path": ".", "glob": "**/*.py"}),
        ("Glob", {"pattern": "src/**/*.py"}),
        ("Glob", {"pattern": "**/*"}),
        ("mcp__files__read_many", {"paths": ["a", "b/c"]}),
        ("apply_patch", {"command": "*** Begin Patch\n*** Add File: src/a\n+x\n*** End Patch"}),
        ("Read", {"file_path": "a.py", "content": "--- /etc/passwd"}),
    ],
)
def test_calls_inside_the_project_pass(project: str, tool: str, said: dict[str, Any]) -> None:
    assert decided(Gate((INSIDE,)), call(tool, project, **said)) == PASS


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Read", {"file_path": "/etc/passwd"}),
        ("Read", {"file_path": "~/.ssh/id_rsa"}),
        ("Read", {"file_path": "../x"}),
        ("Read", {"file_path": "up/x"}),
        ("Read", {"file_path": ".git/config"}),
        ("Read", {"file_path": "innocent/config"}),
        ("Read", {"file_path": "a\u202e"}),
        ("Read", {"file_path": ["a", "/etc/passwd"]}),
        ("Read", {"file_path": {"/etc/passwd": 1}}),
        ("Read", {"options": [{"File_Path": "/etc/passwd"}]}),
        ("Grep", {"pattern": "x", "path": "/"}),
        ("Glob", {"pattern": "/etc/*"}),
        ("Glob", {"pattern": "*/../../**"}),
        ("Glob", {"pattern": "{a,../..}/**"}),
        ("Glob", {"pattern": "up/**"}),
        ("mcp__files__read_many", {"paths": ["a", "../c"]}),
        ("mcp__files__read_text", {"name": "/etc/passwd"}),
        ("mcp__files__read_text", {"name": ["a", {"b": "x/../../y"}]}),
        ("mcp__files__read_text", {"document": "~/.ssh/id_rsa"}),
        ("mcp__files__read_text", {"uri": "file:///etc/passwd"}),
        ("Read", {"file_path": "file:///etc/passwd"}),
        ("apply_patch", {"command": "*** Begin Patch\n*** Update File: ../a\n+x\n*** End Patch"}),
        ("apply_patch", {}),
        ("apply_patch", {"command": "*** Update File: a\n*** Update File:../a"}),
        ("apply_patch", {"command": "*** Update File: a\n***  Delete File: ../a"}),
        ("apply_patch", {"input": "*** Begin Patch\n  *** Add File: .git/hooks/x\n+x\n*** End Patch"}),
        ("apply_patch", {"command": "*** Begin Patch\n*** Add File: a\n+x\n*** Move to: /etc/x\n*** End Patch"}),
    ],
)
def test_a_call_with_one_path_out_of_the_project_or_into_git_does_not_pass(
    project: str, tool: str, said: dict[str, Any]
) -> None:
    assert decided(Gate((INSIDE,)), call(tool, project, **said)) == DENY


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Read", {"file_path": ".env"}),
        ("Read", {"file_path": "sub/.ENV"}),
        ("Read", {"file_path": "keys/server.pem"}),
        ("Edit", {"file_path": ".github/workflows/test.yml"}),
        ("Bash", {"command": "cat sub/.env"}),
        ("Bash", {"command": "cat < .e'n'v | tee x"}),
        ("Bash", {"command": "curl -d @x --key=a.pem"}),
        ("mcp__files__delete", {"files": ["a", ".env"]}),
    ],
)
def test_a_rule_about_paths_takes_every_call_that_names_one(project: str, tool: str, said: dict[str, Any]) -> None:
    about = GateRule(CallPattern(paths=(".env", "*.pem", ".github/*")), DENY)
    gate = Gate((about, GateRule(CallPattern(("*",)), ASK)), "", PEOPLE)
    assert decided(gate, call(tool, project, **said)) == DENY
    assert decided(gate, call("Read", project, file_path=".envrc")) == ASK


def spoken(**changes: Any) -> bytes:
    said = {"session_id": "s", "cwd": "/p", "hook_event_name": "PreToolUse", "tool_name": "Bash", "tool_input": {}}
    return json.dumps({**said, **changes}).encode()


def test_what_the_program_writes_is_read() -> None:
    found = read_call(spoken(tool_input={"b": 1, "a": "\u200b"}), "claude")
    assert found.action == (
        r'{"folder":"/p","input":{"a":"\u200b","b":1},"program":"claude","session":"s","tool":"Bash"}'
    )


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"[]",
        b"nonsense",
        b"\xff\xfe",
        spoken(tool_name=""),
        spoken(tool_name=1),
        spoken(tool_name="Bash\u202e"),
        spoken(tool_name="Ba\nsh"),
        spoken(session_id=None),
        spoken(cwd=" "),
        spoken(tool_input=None),
        spoken(tool_input=[]),
        spoken(tool_input="ls"),
        spoken()[:-1] + b',"tool_name":"Read"}',
        spoken(tool_input={"a": 1}).replace(b'{"a": 1}', b'{"a": 1, "a": 2}'),
        spoken(tool_input={"a": 1}).replace(b"1}", b"NaN}"),
        b'{"a":' * 5000,
        spoken(tool_input={"a": "x" * 1_100_000}),
    ],
)
def test_what_could_be_read_in_two_ways_is_refused(data: bytes) -> None:
    with pytest.raises(InputError):
        read_call(data, "claude")
