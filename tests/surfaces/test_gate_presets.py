"""`quorate init --gate`: what each preset lets pass, and that nothing passes that destroys or reaches further."""

import json
import os
import tomllib
from pathlib import Path
from typing import Any, cast

import click
import pytest

from quorate import gate
from quorate.app.gate.gate_judgement import rules_decision
from quorate.app.gate.gate_terms import GateTerms, resolver
from quorate.app.machine.gate_preset import preset_text
from quorate.gate.gate_rules import ASK, DENY, PASS, Gate
from quorate.gate.own_ground import OwnGround
from quorate.gate.tool_call import ToolCall
from quorate.settings import read_settings
from quorate.surfaces.cli.commands.setup import init
from tests.surfaces.test_hook_command import Hooked

LOOKS = [
    "ls -la",
    "ls -la src tests",
    "cat README.md",
    "head -20 src/a.py",
    "sed -n 1,80p src/a.py",
    "sed -n '10,$p' src/a.py",
    "wc -l src/a.py",
    'grep -rn "def main" src --include="*.py"',
    "rg -n 'class \\w+\\(' src -g '*.py' -A 3",
    "find . -type f -name '*.py' -not -path './node_modules/*'",
    "git status",
    "git status --short",
    "git diff",
    "git diff --stat HEAD~1",
    "git diff main...feature/x -- src/a.py",
    "git log --oneline -10",
    "git log -n 5 --format='%h %s' -- src",
    "git show HEAD:src/a.py",
    "git show --stat abc1234",
    "git blame -L 10,20 src/a.py",
    "git branch -a",
]
TESTS = [
    "pytest",
    "pytest -q",
    "pytest tests/test_a.py::test_b -x -q",
    "pytest -k 'one and not two' --tb=short",
    "python -m pytest tests -q",
    "python3 -m unittest discover -s tests",
    "npm test",
    "npm run lint",
    "npx --no-install tsc --noEmit",
    "ruff check .",
    "mypy src",
    "npx --no-install eslint src --ext .ts,.tsx",
    "cargo test --workspace",
    "go test ./...",
    "go test ./pkg/... -run TestX -v",
    "make test",
]
WORK = [
    "git add -A",
    "git add src/a.py tests/test_a.py",
    "git commit -m 'Add a parser'",
    "git switch -c feature/parser",
    "mkdir -p src/new/deep",
    "touch src/new/__init__.py",
    "gh pr view 12 --comments",
    "npm ci",
    "pip install -r requirements.txt",
    "cd src",
    "ruff check src --fix",
    "git stash",
    "docker compose logs api --tail 20",
]
NEVER = [
    "rm -rf .",
    "rm src/a.py",
    "mv a b",
    "cp a b",
    "dd if=/dev/zero of=a",
    "truncate -s 0 a",
    "chmod -R 777 .",
    "git push",
    "git push --force",
    "git reset --hard",
    "git clean -fdx",
    "git checkout .",
    "git checkout -- src/a.py",
    "git restore src/a.py",
    "git restore --staged --worktree src",
    "git branch -D main",
    "git branch main -f",
    "git branch new",
    "git tag v1",
    "git tag -d v1",
    "git stash drop",
    "git reflog expire --all",
    "git commit --amend -m x",
    "git rebase main",
    "git fetch origin +a:main",
    "git diff --output=F",
    "git diff --outp=F",
    "git diff --ext-diff",
    "git diff /etc/passwd /etc/shadow",
    "git log --output=F",
    "git -c core.pager=x log",
    "git -C .. status",
    "git --git-dir=x status",
    "git grep -Ovim x",
    "git grep --open-files-in-pager=x y",
    "git show ../x",
    "cat /etc/passwd",
    "cat ~/.ssh/id_rsa",
    "cat .git/config",
    "cat up/secret",
    "cat .env",
    "grep -r x ..",
    "grep -e x /etc/passwd",
    "grep -f /etc/passwd x",
    "grep -R x .",
    "rg --pre ./x y",
    "rg x -f y",
    "find . -delete",
    "find . -exec rm {} +",
    "find . -exec rm '{}' +",
    "find . -name x -fprint y",
    "find . -ok rm",
    "find / -name x",
    "sed -n '1w x' a",
    "sed -i s/a/b/ a",
    "sort -o a b",
    "sort --compress-program=x a",
    "sort --compress-program x a",
    "tree -o a",
    "file -C a",
    "date -s 2020-01-01",
    "hostname evil",
    "pytest -p x",
    "pytest --basetemp=src",
    "pytest -c ../x",
    "pytest -o x=y",
    "pytest --rootdir=/",
    "pytest /tmp/evil.py",
    "python x.py",
    "python -c 'x'",
    "node x.js",
    "bash x.sh",
    "bash -c ls",
    "./x.sh",
    "make",
    "make deploy",
    "make test clean",
    "make -f x test",
    "make -C .. test",
    "make test SHELL=./x",
    "rake test db:drop",
    "npm install x",
    "npm install -g x",
    "uv sync --script x",
    "pip install -e git+https://x",
    "pip install -r https://x/requirements.txt",
    "cat file:///etc/passwd",
    "git pull origin +a:main",
    "git pull --force",
    "git config user.name x",
    "cd ..",
    "cd .git",
    "chmod -x a",
    "jq -n env",
    "jq --slurpfile a /etc/passwd . b",
    "npm run deploy",
    "npm run test:a/b",
    "npm publish",
    "npx evil",
    "npm exec x",
    "pip install x",
    "cargo install x",
    "cargo test --config x",
    "go test -exec ./x ./...",
    "go test -toolexec x",
    "go build -o /tmp/x",
    "go run x.go",
    "docker run x",
    "docker compose down -v",
    "kubectl delete pod x",
    "kubectl get secrets",
    "kubectl exec x",
    "terraform apply",
    "terraform destroy",
    "terraform workspace list x",
    "systemctl stop x",
    "gh pr merge 1",
    "gh api x",
    "gh repo delete x",
    "curl http://x",
    "sudo ls",
    "env ls",
    "xargs ls",
    "PAGER=x git log",
    "eval ls",
    "printenv",
    "env",
    "ls; rm x",
    "ls && rm x",
    "ls | sh",
    "ls > a",
    "ls\nrm x",
    "ls $(rm x)",
    "ls *",
]


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "project"
    (folder / ".git").mkdir(parents=True)
    os.symlink(tmp_path, folder / "up")
    return folder


def decided(preset: str, folder: Path, tool: str, **said: Any) -> str:
    terms = GateTerms(read_settings(preset_text(preset, "ann")).gate, Gate(), {}, OwnGround(()), resolver(str(folder)))
    return rules_decision(ToolCall("claude", "PreToolUse", "s", str(folder), tool, said), terms).decision


@pytest.mark.parametrize("preset", ["developer", "deploy", "strict"])
@pytest.mark.parametrize("command", [*LOOKS, *TESTS])
def test_looking_searching_and_tests_pass(preset: str, command: str, project: Path) -> None:
    assert decided(preset, project, "Bash", command=command) == PASS


@pytest.mark.parametrize("command", WORK)
def test_a_developer_commits_without_being_asked(command: str, project: Path) -> None:
    assert decided("developer", project, "Bash", command=command) == PASS
    assert decided("strict", project, "Bash", command=command) == ASK


@pytest.mark.parametrize("preset", ["developer", "deploy", "strict"])
@pytest.mark.parametrize("command", NEVER)
def test_what_destroys_runs_anything_or_reaches_further_is_asked(preset: str, command: str, project: Path) -> None:
    assert decided(preset, project, "Bash", command=command) == ASK


@pytest.mark.parametrize(
    ("tool", "said", "expected"),
    [
        ("Read", {"file_path": "src/a.py"}, {"developer": PASS, "deploy": PASS, "strict": PASS}),
        ("Grep", {"pattern": "x"}, {"developer": PASS, "deploy": PASS, "strict": PASS}),
        ("read_file", {"absolute_path": "src/a.py"}, {"developer": PASS, "deploy": PASS, "strict": PASS}),
        ("TodoWrite", {"todos": []}, {"developer": PASS, "deploy": PASS, "strict": PASS}),
        ("Edit", {"file_path": "src/a.py"}, {"developer": PASS, "deploy": ASK, "strict": ASK}),
        ("write_file", {"file_path": "src/a.py"}, {"developer": PASS, "deploy": ASK, "strict": ASK}),
        ("Read", {"file_path": "/etc/passwd"}, {"developer": ASK, "deploy": ASK, "strict": DENY}),
        ("Edit", {"file_path": ".git/hooks/pre-commit"}, {"developer": ASK, "deploy": ASK, "strict": ASK}),
        ("Write", {"file_path": "../x"}, {"developer": ASK, "deploy": ASK, "strict": ASK}),
        ("Read", {"file_path": ".env"}, {"developer": ASK, "deploy": ASK, "strict": ASK}),
        ("mcp__github__create_issue", {"title": "x"}, {"developer": ASK, "deploy": ASK, "strict": DENY}),
        ("mcp__lab__run", {"code": "ls"}, {"developer": ASK, "deploy": ASK, "strict": DENY}),
        ("Anything", {}, {"developer": ASK, "deploy": ASK, "strict": DENY}),
    ],
)
def test_other_tools_are_as_each_preset_says(
    tool: str, said: dict[str, Any], expected: dict[str, str], project: Path
) -> None:
    assert {preset: decided(preset, project, tool, **said) for preset in expected} == expected


def test_every_preset_explains_itself_and_who_may_run_any_code() -> None:
    presets = tomllib.loads((Path(gate.__file__).parent / "presets.toml").read_text())["presets"]
    (option,) = (option for option in init.command.params if option.name == "preset")
    assert list(presets) == list(cast(click.Choice[str], option.type).choices)
    for preset in presets:
        text = preset_text(preset, "ann")
        rules = read_settings(text).gate.rules
        assert text.count("\n# ") > len(rules)
        assert len({rule.name for rule in rules}) == len(rules)
    page = (Path(__file__).parents[2] / "docs" / "how-to" / "gate-an-agent.md").read_text()
    for said in (page, preset_text("developer", "ann").replace("\n# ", " ")):
        assert "may run any code" in " ".join(said.split())


def test_init_writes_a_preset_into_the_users_own_settings_and_only_once(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path)
    hooked.settings.write_text("max_cost = 1\n")
    assert hooked.run("init", "--gate", "developer").returncode == 0
    written = read_settings(hooked.settings.read_text()).gate
    assert (written.default, len(written.people), written.asked.needed) == ("ask", 1, 1)
    assert hooked.settings.read_text().startswith("max_cost = 1\n")
    assert not (hooked.project / "quorate.toml").exists()
    assert hooked.hook("claude", "Bash", command="ls -la").returncode == 0
    assert hooked.hook("claude", "Bash", command="rm -rf src").returncode == 2
    again = hooked.run("init", "--gate", "strict")
    assert again.returncode == 2
    assert b"has a table [gate] already" in again.stderr
    assert hooked.run("init", "--gate", "strict", "--print").stdout.startswith(b"# ")


def test_a_gate_that_is_off_lets_every_call_pass(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path)
    hooked.settings.unlink()
    assert hooked.hook("claude", "Bash", command="ls | sh").returncode == 2
    assert hooked.run("init", "--gate", "off").returncode == 0
    assert hooked.hook("claude", "Bash", command="ls | sh").returncode == 0
    said = hooked.call("claude", "Bash", command="ls | sh")
    assert hooked.run("hook", "claude", said=said, QUORATE_KEY="qk_x").returncode == 0


def test_the_record_proposes_rules_with_counts_as_text_that_settings_take(tmp_path: Path) -> None:
    hooked = Hooked(tmp_path)
    calls: list[tuple[str, dict[str, Any]]] = [("Bash", {"command": f"git status{more}"}) for more in ("", " --short")]
    key = hooked.key("ann")
    for tool, said in (*calls, ("mcp__x__y", {"a": 1})):
        where = hooked.hook("claude", tool, **said).stderr.decode().split("waiting for approval in ")[1].split(";")[0]
        assert hooked.run("vote", where, "--choice", "approve", QUORATE_KEY=key).returncode == 0
        assert hooked.hook("claude", tool, **said).returncode == 0
    assert hooked.hook("claude", "Bash", "--advise", command="ls | head").returncode == 0
    shown = hooked.run("gate", "suggest", "--since", "7d")
    assert shown.returncode == 0
    assert b"# git status: 2 calls, 2 approved; belongs behind your other rules\n" in shown.stdout
    assert b"Of 4 recorded calls 0 pass by your rules; with these 2 would" in shown.stdout
    assert shown.stdout.endswith(b"# mcp__x__y: asked 1 times, approved 1; a rule for it would pass any input\n")
    found = json.loads(hooked.run("gate", "suggest", "--json").stdout)
    (rule,) = found["rules"]
    assert (rule["name"], rule["calls"], rule["approved"]) == ("git status", 2, 2)
    assert found["tools"] == [{"tool": "mcp__x__y", "calls": 1, "approved": 1}]
    text = shown.stdout.decode()
    hooked.settings.write_text(hooked.settings.read_text() + text[text.index("\n\n") :])
    assert hooked.hook("claude", "Bash", command="git status -s").returncode == 0
    assert b"0 can" not in hooked.run("gate", "suggest").stdout
    for since in ("soon", "30s", "3651d"):
        ended = hooked.run("gate", "suggest", "--since", since)
        assert ended.returncode == 2
        assert b"a duration in m, h, d or w such as 2h, at most 3650d" in ended.stderr


@pytest.mark.parametrize("words", [("sort", "--compress-program", "<word>"), ("ssh-agent", "<word>")])
def test_no_window_has_a_place_for_a_program(tmp_path: Path, words: tuple[str, ...]) -> None:
    hooked = Hooked(tmp_path)
    asked = hooked.hook("claude", "Bash", command="make deploy").stderr.decode()
    where = asked.split("waiting for approval in ")[1].split(";")[0]
    options = [part for word in words for part in ("--word", word)]
    assert hooked.run("windows", "grant", where, *options, QUORATE_KEY=hooked.key("ann")).returncode == 2
    assert json.loads(hooked.run("windows", "list", "--json").stdout)["windows"] == []
