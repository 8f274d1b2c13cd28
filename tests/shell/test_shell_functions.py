"""The shell functions, driven by bash as scripts drive them."""

import json
import os
import subprocess
from pathlib import Path

import pytest

from tests.shell.cases import CASES, Case, at, prepare
from tests.warm import INSTALLED, warm_quorate


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("shell")
    prepare(made)
    return made


def bash(folder: Path, script: str, program: str) -> subprocess.CompletedProcess[str]:
    """A script that has sourced the functions of this program."""
    source = f'set -euo pipefail\nsource "$("{program}" shell-functions)"\n'
    environment = {
        "PATH": os.environ["PATH"],
        "HOME": str(folder),
        "QUORATE_PROGRAM": program,
        "LC_ALL": "C.UTF-8",
    }
    return subprocess.run(["bash", "-c", source + script], cwd=folder, capture_output=True, text=True, env=environment)


def test_there_are_at_least_sixty() -> None:
    assert len({case.name for case in CASES}) == len(CASES) >= 60


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_shell_function(case: Case, folder: Path) -> None:
    ended = bash(folder, case.run, warm_quorate())
    assert ended.returncode == case.status, ended.stderr
    if case.keys:
        answer = json.loads(ended.stdout)
        assert {path: at(answer, path) for path in case.keys} == case.keys
    assert [word for word in case.words if word not in ended.stdout + ended.stderr] == []


def test_sourcing_twice_changes_nothing_of_the_shell(folder: Path) -> None:
    script = f'before=$(set -o); source "$("{INSTALLED}" shell-functions)"; [ "$before" = "$(set -o)" ]'
    assert bash(folder, script, INSTALLED).returncode == 0
