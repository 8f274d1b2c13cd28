"""Tricks by which calls once passed, or were looked at for too long, although nobody can see what they do."""

import time
from pathlib import Path
from typing import Any

import pytest

from quorate.app.gate.gate_judgement import rules_decision
from quorate.app.gate.gate_terms import GateTerms, resolver
from quorate.app.machine.gate_preset import preset_text
from quorate.deliberation.moves import LONGEST
from quorate.gate.call_pattern import CallPattern
from quorate.gate.gate_rules import ASK, DENY, PASS, Approvers, Gate, GateDecision, GateRule
from quorate.gate.own_ground import OwnGround
from quorate.gate.tool_call import ToolCall
from quorate.settings import read_settings

PRESETS = ("developer", "deploy", "strict")
BREAKS = "\u2028\u2029\x0b\x0c\x1c\x1d\x1e\x85\r"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    folder = tmp_path / "work" / "project"
    (folder / ".git" / "hooks").mkdir(parents=True)
    return folder


def judged(preset: str, folder: Path, tool: str, said: dict[str, Any]) -> GateDecision:
    ground = OwnGround((str(folder.parents[1] / "home"),))
    terms = GateTerms(read_settings(preset_text(preset, "ann")).gate, Gate(), {}, ground, resolver(str(folder)))
    return rules_decision(ToolCall("claude", "PreToolUse", "s", str(folder), tool, said), terms)


def decided(preset: str, folder: Path, tool: str, **said: Any) -> str:
    return judged(preset, folder, tool, said).decision


def ran(preset: str, folder: Path, command: str) -> str:
    return decided(preset, folder, "Bash", command=command)


@pytest.mark.parametrize("sign", BREAKS)
@pytest.mark.parametrize(
    "head", ["*** Add File: src/a", "*** Update File: src/a", "*** Add File: a\n+x\n*** Move to: b"]
)
def test_a_patch_has_lines_only_where_the_program_ends_them(project: Path, head: str, sign: str) -> None:
    for path in (f"{sign}/../../../x", f"{sign}+y", f"{sign}*** Add File: /etc/x"):
        patch = f"*** Begin Patch\n{head}{path}\n+x\n*** End Patch"
        assert decided("developer", project, "apply_patch", command=patch) == ASK, path
    home = f"*** Begin Patch\n{head}{sign}/../../../../home/x\n+x\n*** End Patch"
    assert decided("developer", project, "apply_patch", input=home) in (ASK, DENY)


def test_a_patch_of_the_project_passes_whatever_its_content_is_and_wherever_its_lines_end(project: Path) -> None:
    patch = "*** Begin Patch\n*** Update File: src/a.py\n@@\n-a\u2028b\n+c\x0cd\n*** End Patch\n"
    assert decided("developer", project, "apply_patch", command=patch) == PASS
    assert decided("developer", project, "apply_patch", command=patch.replace("\n", "\r\n")) == PASS
    assert decided("developer", project, "apply_patch", command=patch, workdir="src") == ASK


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "command",
    ["pytest @/tmp/opts", "pytest @opts", "mypy @x", "ruff check @x", "strings @/etc/shadow", "pytest -k @x", "cat @x"],
)
def test_no_word_names_a_file_of_further_words(preset: str, project: Path, command: str) -> None:
    assert ran(preset, project, command) == ASK


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "command",
    [
        "jq -n '$ENV'",
        "jq . a.json",
        """jq 'import "a" as $a {search: "/etc"}; $a' b.json""",
        "gh pr list --jq env",
        "gh pr view 1 -q '$ENV'",
        "gh pr view 1 --template '{{.}}'",
    ],
)
def test_no_program_of_a_query_language_is_run(preset: str, project: Path, command: str) -> None:
    assert ran(preset, project, command) == ASK


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "name",
    [
        *(".env", ".env.local", ".env.test", ".env.staging", ".env.secret", ".env.x", "prod.env", "config/.env"),
        *(".npmrc", ".pypirc", ".netrc", ".git-credentials", ".docker/config.json", "sub/.docker/config.json"),
        *("kubeconfig", "prod.tfvars", "terraform.tfstate", "secrets.yaml", "secrets.yml", "id_rsa", "id_work"),
        *("server.key", ".aws/credentials", ".ssh/config"),
    ],
)
def test_a_secret_is_asked_about_under_whatever_name_it_is_called(preset: str, project: Path, name: str) -> None:
    assert decided(preset, project, "Read", file_path=name) == ASK
    for line in (
        f"cat {name}",
        f"git show HEAD:{name}",
        f"git show :{name}",
        f"git show stash:{name}",
        f"git cat-file -p HEAD:{name}",
        f"git diff HEAD:{name}",
        f"git log -L1,5:{name}",
        f"git log -L 1,5:{name}",
        f"git diff HEAD -- {name}",
        f"git blame {name}",
        f"rg x -g {name}",
    ):
        assert ran(preset, project, line) == ASK, line


@pytest.mark.parametrize("name", [".env.example", ".env.sample", ".env.template", "environment.py", "src/secrets.py"])
def test_what_only_looks_like_a_secret_passes(project: Path, name: str) -> None:
    assert decided("developer", project, "Read", file_path=name) == PASS
    assert ran("developer", project, f"git show HEAD:{name}") == PASS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("glob", [".e*", ".en[v]", "*env", "?env", ".*", "{.env,x}", "[.]env", "**/.e*", "*.{env,py}"])
def test_no_glob_is_aimed_at_a_hidden_file(preset: str, project: Path, glob: str) -> None:
    for line in (
        f"rg x -g '{glob}'",
        f"rg x --glob='{glob}'",
        f"grep -rn x . --include='{glob}'",
        f"git diff '{glob}'",
    ):
        assert ran(preset, project, line) == ASK, line
    assert decided(preset, project, "Grep", pattern="x", glob=glob) != PASS
    assert decided(preset, project, "read_many_files", paths=[glob]) != PASS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("options", ["--hidden", "--no-ignore", "-u", "-uu", "-uuu", "-nu"])
def test_no_search_goes_through_what_is_ignored(preset: str, project: Path, options: str) -> None:
    assert ran(preset, project, f"rg {options} x") == ASK


@pytest.mark.parametrize(
    "glob", ["*.py", "**/*.ts", "src/**/*.{ts,tsx}", "test_*.py", "src", "*.test.ts", "src/app/[id]/*.ts"]
)
def test_a_glob_of_names_with_an_extension_passes(project: Path, glob: str) -> None:
    assert ran("developer", project, f"rg x -g '{glob}'") == PASS
    assert decided("developer", project, "Grep", pattern="x", glob=glob) == PASS


def test_a_list_of_globs_has_names_of_their_own(project: Path) -> None:
    for glob in ("a.py .env", "a.py,.env", "!x,.env"):
        assert decided("developer", project, "Grep", pattern="x", glob=glob) == ASK


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "tool",
    [
        *("mcp__ide__search_replace", "mcp__db__read_query", "mcp__shell__get_output", "mcp__x__read_eval"),
        *("mcp__aws__get_secret_value", "mcp__files__read_file", "mcp__x__search", "ReadMcpResourceTool"),
        *("ListMcpResourcesTool", "mcp__quorateX__show_deliberation", "mcp__notquorate__show_deliberation"),
    ],
)
def test_no_tool_of_a_server_passes_by_its_name(preset: str, project: Path, tool: str) -> None:
    for said in ({}, {"path": "a"}, {"sql": "drop table x"}, {"server": "fs", "uri": "file:///etc/passwd"}):
        assert decided(preset, project, tool, **said) == (DENY if preset == "strict" else ASK)


def test_quorates_own_look_ups_pass(project: Path) -> None:
    assert decided("developer", project, "mcp__quorate__show_deliberation", id="X") == PASS


def test_an_escaped_address_of_a_file_is_taken_for_ours(project: Path) -> None:
    everything = Gate((GateRule(CallPattern(("*",)), PASS),))
    terms = GateTerms(everything, Gate(), {}, OwnGround(("/home/x",)), resolver(str(project)))
    said = {"uri": "file:///home/%78/quorate.toml"}
    call = ToolCall("claude", "PreToolUse", "s", str(project), "ReadMcpResourceTool", said)
    assert rules_decision(call, terms).code == "own_path"


@pytest.mark.parametrize(
    ("tool", "said"),
    [
        ("Glob", {"pattern": "{/etc,src}/passwd"}),
        ("Glob", {"pattern": "[/]etc/passwd"}),
        ("Glob", {"pattern": "?etc/passwd"}),
        ("Grep", {"pattern": "x", "glob": "{/etc,src}/*"}),
        ("Write", {}),
        ("Read", {}),
        ("Edit", {"target_file": "/etc/x"}),
        ("Edit", {"file_path": "a", "target_file": "/etc/x"}),
        ("Read", {"file_path": "a", "also": "/etc/x"}),
        ("Read", {"file_path": "a\u2028b"}),
    ],
)
def test_a_rule_about_paths_passes_only_calls_whose_paths_it_sees(
    project: Path, tool: str, said: dict[str, Any]
) -> None:
    assert decided("developer", project, tool, **said) == ASK


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_passes_that_is_called_from_within_git(preset: str, project: Path) -> None:
    for folder in (project / ".git", project / ".git" / "hooks", project / "sub" / ".GIT"):
        assert ran(preset, folder, "ls") == ASK
        assert decided(preset, folder, "Read", file_path="a") != PASS
        assert decided(preset, folder, "TodoWrite", todos=[]) != PASS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("word", ["..::/a", "..::a", "../x.py::a", "src/a.py::/../../../x", "HEAD:../x", ":/", ":/x"])
def test_each_part_of_a_word_is_inside(preset: str, project: Path, word: str) -> None:
    assert ran(preset, project, f"pytest {word}") == ASK
    assert ran(preset, project, f"git diff {word}") == ASK
    assert ran(preset, project, "pytest 'tests/test_a.py::test_b[x-1:2]'") == PASS


@pytest.mark.parametrize(
    "command",
    [
        *(
            "ruff format",
            "ruff format src",
            "ruff check --fix",
            "black .",
            "isort .",
            "prettier --write src",
            "cargo fmt",
        ),
        *("eslint --fix src", "gofmt -w a.go", "npm run dev", "npm start", "npm run format", "make fmt", "mix format"),
        *(
            "go fmt ./...",
            "rubocop -A",
            "jest -u",
            "pre-commit run --all-files",
            "cargo clippy --fix",
            "biome check --write",
        ),
    ],
)
def test_what_edits_passes_only_where_edits_do(project: Path, command: str) -> None:
    assert {preset: ran(preset, project, command) for preset in PRESETS} == {
        "developer": PASS,
        "deploy": ASK,
        "strict": ASK,
    }


@pytest.mark.parametrize("preset", PRESETS)
def test_npx_fetches_nothing(preset: str, project: Path) -> None:
    assert ran(preset, project, "npx tsc --noEmit") == ASK
    assert ran(preset, project, "npx --no-install tsc --noEmit") == PASS
    assert ran(preset, project, "node_modules/.bin/tsc --noEmit") == PASS


@pytest.mark.parametrize(
    "address",
    [
        *("http://localhost", "http://localhost:8080/x", "http://127.0.0.1", "http://127.1/", "http://2130706433/"),
        *("http://0x7f000001", "http://169.254.169.254/latest", "http://[::1]/", "http://[fd00::1]:80", "http://x"),
        *("http://metadata.google.internal/x", "http://printer.local", "http://router.lan", "http://a.internal."),
        *("file:///etc/passwd", "ftp://example.com", "http://a@localhost", "http://example.com@127.0.0.1", "data:,x"),
        *("https://example.com\\@localhost", "javascript:x", "//example.com", "", "http://", "HTTP://LOCALHOST"),
    ],
)
def test_an_address_of_this_machine_or_of_no_host_is_asked(project: Path, address: str) -> None:
    assert decided("developer", project, "WebFetch", url=address, prompt="x") == ASK
    assert decided(
        "developer", project, "web_fetch", prompt=f"Look at https://example.com and {address or 'it://'}"
    ) in ((ASK,) if "://" in (address or "://") else (ASK, PASS))


@pytest.mark.parametrize(
    "address", ["https://example.com", "http://docs.example.co.uk/a?b=c#d", "https://EXAMPLE.com:8443/x"]
)
def test_a_page_on_the_web_passes(project: Path, address: str) -> None:
    assert decided("developer", project, "WebFetch", url=address, prompt="What is at http://localhost?") == PASS
    assert decided("developer", project, "web_fetch", prompt=f"Read {address} please") == PASS
    assert decided("deploy", project, "WebFetch", url=address, prompt="x") == ASK
    assert decided("developer", project, "WebSearch", query="x") == PASS
    assert decided("developer", project, "web_fetch", prompt="nothing") == ASK


BIG = 1_000_000


@pytest.mark.parametrize(
    ("tool", "said", "expected"),
    [
        ("Write", {"file_path": "a", "content": "".join(f"+++ a/{n}\n" for n in range(BIG // 11))}, PASS),
        ("Bash", {"command": " ".join(f"w{n}" for n in range(BIG // 7))}, DENY),
        ("Read", {f"path{n}": "x" for n in range(45_000)}, DENY),
        ("mcp__x__y", {"text": "x", "diff": "".join(f"+++ a/{n}\n" for n in range(BIG // 11))}, DENY),
        ("apply_patch", {"input": "".join(f"*** Add File: a/{n}\n" for n in range(BIG // 22))}, DENY),
        ("Bash", {"command": ":".join(f"w{n}" for n in range(BIG // 7))}, DENY),
        ("mcp__x__y", {"name": ":".join(f"w{n}" for n in range(BIG // 7))}, DENY),
        ("web_fetch", {"prompt": " ".join(f"http://a{n}.com" for n in range(BIG // 20))}, DENY),
        ("Bash", {"command": " ".join(f"a/b/c/w{n}" for n in range(4_900))}, ASK),
    ],
)
def test_no_call_is_looked_at_for_long(project: Path, tool: str, said: dict[str, Any], expected: str) -> None:
    started = time.perf_counter()
    found = judged("developer", project, tool, said)
    assert (found.decision, found.code in ("rule", "default", "too_many_words")) == (expected, True)
    assert found.code == "too_many_words" or expected != DENY
    assert time.perf_counter() - started < 8


def test_a_call_that_is_too_large_to_be_shown_is_denied_for_that(project: Path) -> None:
    said = {"file_path": "../x", "content": "x" * LONGEST["action"]}
    assert judged("developer", project, "Write", said)[:2] == (DENY, "too_large")
    assert judged("developer", project, "Write", {**said, "file_path": "x"}).decision == PASS
    assert judged("developer", project, "Write", {**said, "content": "x"}).asked == Approvers(("ann",))


ROUTINE = [
    *(".venv/bin/pytest -q", ".venv/bin/python -m pytest tests", ".venv/bin/ruff check .", ".venv/bin/mypy src"),
    *("time pytest", "timeout 60 pytest -q", "timeout 5m npm test", "time timeout 60s make test"),
    *('grep -n "a\\.b" src', 'rg "\\bfoo\\(" src', 'grep -n "^\\s*def" src/a.py'),
    *("git stash", "git stash list", "git stash -u", "git stash push -m 'wip' src", "git stash pop", "git checkout -"),
    *("git commit -F message.txt", "git branch -d feature/x", "git clean -n", "git clean -nd src", "nl -ba src/a.py"),
    *("df -h .", "df -hT", "pip-audit", "npm audit --json", "npm view react versions --json", "terraform fmt -check"),
    *("terraform fmt", "terraform validate", "alembic current", "alembic history", "gh pr checks 12 --watch"),
]


@pytest.mark.parametrize("command", ROUTINE)
def test_routine_commands_pass(project: Path, command: str) -> None:
    assert ran("developer", project, command) == PASS


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    "command",
    [
        *("time rm x", "timeout 5 rm x", "timeout -s KILL 5 pytest", "timeout ls", "time", "timeout 5", "time -o x ls"),
        *(".venv/bin/x", ".venv/bin/python x.py", ".venv/bin/pip install x", "../.venv/bin/pytest", ".venv/bin/cat a"),
        *("git stash drop", "git stash clear", "git stash push -a", "git stash -a", "git stash branch x"),
        *(
            "git checkout main",
            "git checkout src",
            "git branch -D x",
            "git branch -d -f x",
            "git clean -f",
            "git clean -nf",
        ),
        *("git clean -n -f", "npm audit fix", "cargo audit fix", "alembic upgrade head", "alembic downgrade -1"),
        *('grep "a\\$b" x', 'grep "a\\`b" x', 'grep "a\\"b" x', 'grep "a\\\\b" x', 'grep "a\\\nb" x', 'ls "a\\'),
        *("git commit -F /etc/passwd", "git commit -F .env", "terraform apply", "cat /tmp/x"),
    ],
)
def test_what_only_begins_like_a_routine_command_is_asked(preset: str, project: Path, command: str) -> None:
    assert ran(preset, project, command) == ASK


def test_a_developers_agent_reads_temporary_files_and_names_skills(project: Path) -> None:
    for tool in ("Read", "read_file"):
        assert decided("developer", project, tool, file_path="/tmp/some-output.txt") == PASS
    for path in ("/tmp/../etc/passwd", "/tmp/.env", "/tmp/id_rsa", "/tmpx/a"):
        assert decided("developer", project, "Read", file_path=path) == ASK
    assert decided("developer", project, "Write", file_path="/tmp/x", content="x") == ASK
    assert decided("deploy", project, "Read", file_path="/tmp/x") == ASK
    assert decided("developer", project, "Skill", command="commit") == PASS
