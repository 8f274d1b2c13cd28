"""The hook as the agent programs run it: what it prints, what it exits with, and that every failure denies."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.patience import PATIENCE
from tests.warm import warm_quorate

SETTINGS = """
[gate]
default = "ask"
people = ["ann", "ben"]
needed = 1
wait = 1

[[gate.rules]]
tools = ["Read", "read_file"]
then = "pass"

[[gate.rules]]
tools = ["Bash", "run_shell_command"]
commands = ["git push"]
then = "deny"
"""
GATE_SCRIPT = Path(__file__).parents[2] / "plugin" / "hooks" / "gate.sh"
EVENTS = {"claude": "PreToolUse", "codex": "PreToolUse", "gemini": "BeforeTool"}


class Hooked:
    """A project whose agents are gated."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.project = folder, folder / "project"
        self.project.mkdir()
        self.settings = folder / "config" / "quorate" / "quorate.toml"
        self.settings.parent.mkdir(parents=True)
        self.settings.write_text(SETTINGS)
        self.environment = {
            "PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin",
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "QUORATE_HOME": str(folder / "home"),
            "LANG": "C.UTF-8",
        }

    def run(self, *arguments: str, said: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
        command = [warm_quorate(), *arguments]
        known = {**self.environment, **environment}
        return subprocess.run(command, input=said, capture_output=True, cwd=self.project, env=known, check=False)

    def call(self, program: str, tool: str, **said: Any) -> bytes:
        return json.dumps(
            {
                "session_id": "s1",
                "cwd": str(self.project),
                "hook_event_name": EVENTS[program],
                "tool_name": tool,
                "tool_input": said,
                "tool_use_id": "t1",
            }
        ).encode()

    def hook(self, program: str, tool: str, *options: str, **said: Any) -> subprocess.CompletedProcess[bytes]:
        return self.run("hook", program, *options, said=self.call(program, tool, **said))

    def key(self, name: str) -> str:
        made = self.run("keys", "create", name, "--scope", "read", "--scope", "vote", "--scope", "resolve", "--json")
        text: str = json.loads(made.stdout)["key"]
        return text


@pytest.fixture
def hooked(tmp_path: Path) -> Hooked:
    return Hooked(tmp_path)


@pytest.mark.parametrize("program", list(EVENTS))
def test_a_call_that_passes_is_left_to_the_program(hooked: Hooked, program: str) -> None:
    ended = hooked.hook(program, "Read", file_path="a.py")
    assert (ended.returncode, ended.stdout) == (0, b"")


@pytest.mark.parametrize("program", list(EVENTS))
def test_a_forbidden_call_is_denied_as_each_program_reads_it(hooked: Hooked, program: str) -> None:
    ended = hooked.hook(program, "Bash", command="git push")
    answer = json.loads(ended.stdout)
    assert ended.returncode == 2
    assert b"denied by rule 2 (Bash, run_shell_command: git push)" in ended.stderr
    if program == "gemini":
        assert answer["decision"] == "deny"
    else:
        assert answer["hookSpecificOutput"]["hookEventName"] == "PreToolUse"
        assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"


@pytest.mark.parametrize("program", list(EVENTS))
def test_an_approved_call_runs_once(hooked: Hooked, program: str) -> None:
    asked = hooked.hook(program, "Bash", command="make deploy")
    assert asked.returncode == 2
    where = asked.stderr.decode().split("waiting for approval in ")[1].split(";")[0]
    vote = ("vote", where, "--choice", "approve", "--seat", "ann")
    shown = json.loads(hooked.run("show", where, "--json").stdout)
    seen = ("--question", shown["question_hash"])
    assert hooked.run(*vote, *seen, QUORATE_USER="ann").returncode == 2
    assert hooked.run(*vote, *seen, QUORATE_KEY=hooked.key("ben")).returncode == 2
    assert hooked.run(*vote, *seen, QUORATE_KEY=hooked.key("ann")).returncode == 0
    allowed = hooked.hook(program, "Bash", command="make deploy")
    assert allowed.returncode == 0
    if program == "claude":
        assert json.loads(allowed.stdout)["hookSpecificOutput"]["permissionDecision"] == "allow"
    if program == "gemini":
        assert json.loads(allowed.stdout)["decision"] == "allow"
    assert hooked.hook(program, "Bash", command="make deploy").returncode == 2


def test_a_refused_call_is_denied_with_the_persons_reason(hooked: Hooked) -> None:
    asked = hooked.hook("claude", "Bash", command="make deploy")
    where = asked.stderr.decode().split("waiting for approval in ")[1].split(";")[0]
    seen = ("--question", json.loads(hooked.run("show", where, "--json").stdout)["question_hash"])
    vote = ("vote", where, "--choice", "reject", "--rationale", "Not on\na Friday", "--seat", "ann", *seen)
    assert hooked.run(*vote, QUORATE_KEY=hooked.key("ann")).returncode == 0
    denied = hooked.hook("claude", "Bash", command="make deploy")
    assert denied.returncode == 2
    assert f"refused in {where}" in denied.stderr.decode()
    assert denied.stderr.decode().strip().endswith("; ann: Not on a Friday")


def test_a_permission_request_is_answered_in_its_own_form(hooked: Hooked) -> None:
    said = hooked.call("codex", "Bash", command="git push").replace(b"PreToolUse", b"PermissionRequest")
    ended = hooked.run("hook", "codex", said=said)
    decision = json.loads(ended.stdout)["hookSpecificOutput"]["decision"]
    assert decision == {
        "behavior": "deny",
        "message": "denied by rule 2 (Bash, run_shell_command: git push) of ~/config/quorate/quorate.toml",
    }


@pytest.mark.parametrize(
    "said", [b"", b"{}", b"nonsense", b"\xff", b'{"tool_name": "Bash"}', b"[" * 100_000, b'{"a": 1, "a": 2}']
)
def test_what_cannot_be_read_is_denied(hooked: Hooked, said: bytes) -> None:
    ended = hooked.run("hook", "claude", said=said)
    assert (ended.returncode, ended.stdout) == (2, b"")


@pytest.mark.parametrize("broken", ["settings", "project", "record", "folder", "key", "server"])
def test_every_failure_of_ours_is_a_denial(hooked: Hooked, broken: str) -> None:
    said, environment, home = hooked.call("claude", "Bash", command="make x"), dict[str, str](), hooked.folder / "home"
    where = hooked.run("hook", "claude", said=said).stderr.decode().split("waiting for approval in ")[1].split(";")[0]
    assert hooked.run("windows", "grant", where, "--uses", "9", QUORATE_KEY=hooked.key("ann")).returncode == 0
    assert hooked.run("hook", "claude", said=said).returncode == 0  # and would be again, were it not for the failure
    match broken:
        case "settings":
            hooked.settings.write_text(f"{SETTINGS}\n[gate\n")
        case "project":
            (hooked.project / "quorate.toml").write_text("[gate]\nrules = 7\n")
        case "record":
            for file in home.glob("quorate.db*"):
                file.write_bytes(b"no record at all" * 1000)
        case "folder":
            home.rename(hooked.folder / "gone")
            home.write_text("a file")
        case "key":
            environment = {"QUORATE_KEY": "qk_0000000000000000_" + "0" * 64}
        case "server":
            environment = {"QUORATE_STORE": "postgresql://nobody@127.0.0.1:1/none"}
    ended = hooked.run("hook", "claude", said=said, **environment)
    assert ended.returncode == 2, ended.stderr
    assert b"allow" not in ended.stdout


def test_a_project_tightens_and_cannot_loosen(hooked: Hooked) -> None:
    loose = '[gate]\ndefault = "pass"\npeople = ["mallory"]\n[[gate.rules]]\ntools = ["Bash"]\nthen = "pass"\n'
    strict = '[[gate.rules]]\ntools = ["Read"]\nthen = "deny"\n'
    (hooked.project / "quorate.toml").write_text(loose + strict)
    assert hooked.hook("claude", "Bash", command="git push").returncode == 2
    assert hooked.hook("claude", "Bash", command="ls").returncode == 2
    assert hooked.hook("claude", "Read", file_path="a").returncode == 2


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Write", {"file_path": "quorate.toml", "content": ""}),
        ("Write", {"file_path": "../config/quorate/quorate.toml", "content": ""}),
        ("Write", {"file_path": "../home/quorate.db", "content": ""}),
        ("Edit", {"file_path": ".claude/settings.json"}),
        ("Edit", {"file_path": "../.claude/settings.json"}),
        ("Write", {"file_path": "link/quorate.toml", "content": ""}),
        ("Bash", {"command": "quorate keys create me --scope admin"}),
        ("Bash", {"command": "QUORATE_USER=ann quorate vote X"}),
        ("Bash", {"command": "sh -c 'cp a .codex/hooks.json'"}),
        ("Bash", {"command": "touch quorate.toml"}),
    ],
)
def test_an_agent_cannot_touch_what_gates_it_even_where_everything_passes(
    hooked: Hooked, tool: str, said: dict[str, str]
) -> None:
    hooked.settings.write_text(
        '[gate]\ndefault = "pass"\n[[gate.rules]]\ncommands = ["touch ... <path>"]\nthen = "pass"\n'
    )
    os.symlink(hooked.settings.parent, hooked.project / "link")
    ended = hooked.hook("claude", tool, **said)
    assert ended.returncode == 2
    assert b"Quorate" in ended.stderr or b"quorate" in ended.stderr
    assert hooked.hook("claude", "Write", file_path="a.py", content="x").returncode == 0


def test_advice_prints_nothing_and_stops_nothing(hooked: Hooked) -> None:
    for said in (hooked.call("claude", "Bash", command="git push"), b"nonsense"):
        ended = hooked.run("hook", "claude", "--advise", said=said)
        assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")


def test_advice_on_a_call_is_asked_and_found_on_the_record(hooked: Hooked) -> None:
    said = hooked.call("claude", "Bash", command="make deploy")
    ended = hooked.run("hook", "claude", "--advise", said=said)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
    (line,) = json.loads(hooked.run("log", "--json").stdout)["lines"]
    shown = json.loads(hooked.run("show", line["id"], "--json").stdout)
    assert shown["policy"]["advice"] is True
    assert hooked.hook("claude", "Bash", command="make deploy").returncode == 2


def test_a_longer_wait_does_not_outlast_the_limit_that_was_written(hooked: Hooked) -> None:
    assert hooked.run("init", "--hooks", "--user").returncode == 0
    hooked.settings.write_text(SETTINGS.replace("wait = 1", "wait = 3600"))
    hook = json.loads((hooked.folder / ".claude" / "settings.json").read_text())["hooks"]["PreToolUse"][0]["hooks"][0]
    assert f" --limit {hook['timeout']} " in hook["command"]
    ended = hooked.hook("claude", "Bash", "--limit", "11", command="make deploy")
    assert ended.returncode == 2
    assert b"waiting for approval" in ended.stderr or b"no answer in time" in ended.stderr


@pytest.mark.parametrize(("options", "status"), [((), 2), (("--advise",), 0)])
def test_a_hook_that_hangs_ends_before_the_limit(hooked: Hooked, options: tuple[str, ...], status: int) -> None:
    command = [str(Path(sys.executable).parent / "quorate"), "hook", "claude", "--limit", "11", *options]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, env=hooked.environment, cwd=hooked.project, **pipes) as process:  # type: ignore[call-overload]
        assert process.wait(PATIENCE) == status
        assert process.stdout.read() == b""


def test_the_shell_around_it_denies_where_the_program_is_gone(hooked: Hooked) -> None:
    said = hooked.call("claude", "Read", file_path="a")
    gone = ["/bin/sh", "-c", "/no/such/quorate hook claude || exit 2"]
    assert subprocess.run(gone, input=said, capture_output=True, check=False).returncode == 2


def test_paths_of_this_machine_go_into_no_file_that_a_team_commits(hooked: Hooked) -> None:
    ended = hooked.run("init", "--hooks")
    assert ended.returncode == 0
    assert b"Codex and Gemini CLI read personal settings only at home" in ended.stderr
    assert [str(file.relative_to(hooked.project)) for file in hooked.project.rglob("*") if file.is_file()] == [
        ".claude/settings.local.json"
    ]
    assert hooked.run("init", "--hooks", "--user").returncode == 0
    for name in (".claude/settings.json", ".codex/hooks.json", ".gemini/settings.json"):
        assert not (hooked.project / name).exists()
        assert str(hooked.folder) in (hooked.folder / name).read_text()


@pytest.mark.parametrize("kind", ["repository", "folder below", "work tree"])
def test_git_adds_no_settings_with_paths_of_this_machine(hooked: Hooked, kind: str) -> None:
    def git(*words: str) -> str:
        known = {**hooked.environment, "GIT_CONFIG_GLOBAL": "/dev/null"}
        ran = subprocess.run(["git", *words], cwd=hooked.project, env=known, capture_output=True, check=True)
        return ran.stdout.decode()

    git("init", "-q")
    top = hooked.project
    if kind == "folder below":
        hooked.project = top / "below"
        hooked.project.mkdir()
    if kind == "work tree":
        git("-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "--allow-empty", "-m", "x")
        git("worktree", "add", "-q", "../tree")
        hooked.project = hooked.folder / "tree"
    exclude = top / ".git" / "info" / "exclude"
    exclude.parent.mkdir(exist_ok=True)
    exclude.write_text("mine")
    ended = hooked.run("init", "--hooks")
    assert ended.returncode == 0
    assert b"info/exclude written" in ended.stderr
    assert exclude.read_text() == "mine\n**/.claude/settings.local.json\n"
    assert (hooked.project / ".claude" / "settings.local.json").exists()
    git("add", "-A")
    assert git("status", "--short") == ""
    again = hooked.run("init", "--hooks")
    assert (again.returncode, b"exclude" in again.stderr) == (0, False)
    assert exclude.read_text().count("settings.local") == 1


@pytest.mark.parametrize("own", [{}, {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": []}]}, "model": "x"}])
def test_init_adds_the_hooks_once_and_keeps_what_is_there(hooked: Hooked, own: dict[str, Any]) -> None:
    file = hooked.folder / ".claude" / "settings.json"
    if own:
        file.parent.mkdir()
        file.write_text(json.dumps(own))
    for _ in range(2):
        assert hooked.run("init", "--hooks", "--user").returncode == 0
    said = json.loads(file.read_text())
    assert {key: said[key] for key in own if key != "hooks"} == {key: own[key] for key in own if key != "hooks"}
    entries = said["hooks"]["PreToolUse"]
    assert len(entries) == (2 if own else 1)
    hook = entries[-1]["hooks"][0]
    assert hook["timeout"] == 21
    ran = subprocess.run(
        hook["command"],
        shell=True,
        input=hooked.call("claude", "Bash", command="git push"),
        capture_output=True,
        cwd=hooked.project,
        env=hooked.environment,
        check=False,
    )
    assert ran.returncode == 2
    for name, event in ((".codex/hooks.json", "PreToolUse"), (".gemini/settings.json", "BeforeTool")):
        assert len(json.loads((hooked.folder / name).read_text())["hooks"][event]) == 1


def test_nothing_in_the_environment_changes_what_init_has_written(hooked: Hooked) -> None:
    assert hooked.run("init", "--hooks", "--user").returncode == 0
    planted = hooked.project / "planted"
    (planted / "quorate").mkdir(parents=True)
    (planted / "quorate" / "quorate.toml").write_text('[gate]\ndefault = "pass"\n')
    for name in ("sitecustomize", "usercustomize", "click", "json"):
        (planted / f"{name}.py").write_text("import os\nos._exit(0)\n")
    names = ["PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP", "PYTHONUSERBASE", "PYTHONPLATLIBDIR", "PYTHONINSPECT"]
    names += ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "QUORATE_HOME", "QUORATE_STORE", "QUORATE_QUEUE", "QUORATE_USER"]
    names.append("HOME")
    told = {**hooked.environment, **dict.fromkeys(names, str(planted))}
    for program, tool in (("claude", "Bash"), ("gemini", "run_shell_command")):
        event = "BeforeTool" if program == "gemini" else "PreToolUse"
        stated = json.loads((hooked.folder / f".{program}" / "settings.json").read_text())
        command = stated["hooks"][event][0]["hooks"][0]["command"]
        said = hooked.call(program, tool, command="git push")
        ran = subprocess.run(command, shell=True, input=said, capture_output=True, cwd=planted, env=told, check=False)
        assert ran.returncode == 2
        assert b"denied by rule 2 (Bash, run_shell_command: git push)" in ran.stderr
    assert sorted(one.name for one in planted.iterdir()) == [
        "click.py",
        "json.py",
        "quorate",
        "sitecustomize.py",
        "usercustomize.py",
    ]


def test_another_home_has_no_other_settings_for_a_hook(hooked: Hooked) -> None:
    usual, planted = hooked.folder / ".config" / "quorate", hooked.project / ".config" / "quorate"
    for place, settings in ((usual, SETTINGS), (planted, '[gate]\ndefault = "pass"\n')):
        place.mkdir(parents=True)
        (place / "quorate.toml").write_text(settings)
    del hooked.environment["XDG_CONFIG_HOME"]
    assert hooked.run("init", "--hooks", "--user").returncode == 0
    stated = json.loads((hooked.folder / ".gemini" / "settings.json").read_text())
    command = stated["hooks"]["BeforeTool"][0]["hooks"][0]["command"]
    said = hooked.call("gemini", "run_shell_command", command="git push")
    told = {**hooked.environment, "HOME": str(hooked.project)}
    ran = subprocess.run(command, shell=True, input=said, capture_output=True, env=told, check=False)
    assert ran.returncode == 2
    assert b"denied by rule 2 (Bash, run_shell_command: git push)" in ran.stderr


def test_the_plugin_clears_the_same_variables_of_python(hooked: Hooked) -> None:
    assert hooked.run("init", "--hooks", "--user").returncode == 0
    written = set(re.findall(r"-u (PYTHON\w+)", (hooked.folder / ".codex" / "hooks.json").read_text()))
    lines = GATE_SCRIPT.read_text().splitlines()
    unset = {name for line in lines if line.startswith("unset ") for name in line.split()[1:]}
    assert written == unset != set()


def test_a_hook_keeps_the_record_that_init_was_run_with_but_no_password(hooked: Hooked) -> None:
    elsewhere = str(hooked.folder / "elsewhere.db")
    assert hooked.run("init", "--hooks", "--user", QUORATE_STORE=elsewhere).returncode == 0
    assert f"QUORATE_STORE={elsewhere} " in (hooked.folder / ".codex" / "hooks.json").read_text()
    secret = "postgresql://ann:hunter2@127.0.0.1/record"
    ended = hooked.run("init", "--hooks", "--user", QUORATE_STORE=secret)
    assert ended.returncode == 2
    assert b"hunter2" not in ended.stderr
    assert "hunter2" not in (hooked.folder / ".codex" / "hooks.json").read_text()


@pytest.mark.parametrize("broken", ["{", "[]", '{"hooks": 7}', '{"hooks": {"PreToolUse": {}}}'])
def test_init_writes_no_hooks_into_a_file_that_it_does_not_understand(hooked: Hooked, broken: str) -> None:
    file = hooked.folder / ".claude" / "settings.json"
    file.parent.mkdir()
    file.write_text(broken)
    ended = hooked.run("init", "--hooks", "--user")
    assert ended.returncode == 2
    assert file.read_text() == broken
    assert not (hooked.folder / ".codex").exists()


def test_a_window_is_granted_with_a_key_and_listed(hooked: Hooked) -> None:
    asked = hooked.hook("claude", "Bash", command="make deploy")
    where = asked.stderr.decode().split("waiting for approval in ")[1].split(";")[0]
    assert hooked.run("windows", "grant", where, QUORATE_USER="ann").returncode == 2
    granted = hooked.run("windows", "grant", where, "--uses", "2", "--json", QUORATE_KEY=hooked.key("ann"))
    (window,) = json.loads(granted.stdout)["windows"]
    assert hooked.hook("claude", "Bash", command="make deploy").returncode == 0
    (listed,) = json.loads(hooked.run("windows", "list", "--json").stdout)["windows"]
    assert (listed["id"], listed["used"]) == (window["id"], 1)
    closed = hooked.run("windows", "close", window["id"], QUORATE_KEY=hooked.key("ben"))
    assert closed.returncode == 0
    assert hooked.hook("claude", "Bash", command="make deploy").returncode == 2


def test_without_rules_every_call_is_denied_and_both_the_hook_and_its_installer_name_the_table(hooked: Hooked) -> None:
    assert b"[gate]" not in hooked.run("init", "--hooks", "--user").stderr
    for settings in ("", '[gate]\npeople = ["ann"]\n'):
        hooked.settings.write_text(settings)
        ended = hooked.hook("claude", "Read", file_path="a.py")
        assert ended.returncode == 2
        assert b"~/config/quorate/quorate.toml has no rules in a table [gate]" in ended.stderr
        installed = hooked.run("init", "--hooks", "--user")
        assert installed.returncode == 0
        assert b"~/config/quorate/quorate.toml has no rules in a table [gate], so the hook denies every call" in (
            installed.stderr
        )
