"""The real program, run as a user runs it; and the same commands inside the test's own process, which is faster."""

import atexit
import os
import subprocess
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

import pytest

from quorate.surfaces.cli.command_table import program
from quorate.surfaces.cli.entry import run
from tests.patience import PATIENCE
from tests.warm import INSTALLED, warm_quorate

QUORATE = INSTALLED
EXAMPLES = Path(__file__).parents[2] / "src" / "quorate" / "examples"
MAGI = str(EXAMPLES / "magi.yaml")
PLAIN = {"LC_ALL": "C.UTF-8", "PYTHONDONTWRITEBYTECODE": "", "PYTHONUNBUFFERED": ""}

ENGINES = ("claude", "codex", "gemini", "ollama")


class Ended(NamedTuple):
    """How a run of the program ended."""

    status: int
    out: str
    err: str


@lru_cache
def path_without_engines() -> str:
    """The path of this machine as it would be without any engine on it."""
    return os.pathsep.join(map(_without_engines, os.environ["PATH"].split(os.pathsep)))


def _without_engines(folder: str) -> str:
    """The folder, or one with links to all that is in it but engines."""
    if not any(os.path.lexists(os.path.join(folder, name)) for name in ENGINES):
        return folder
    links = TemporaryDirectory()
    atexit.register(links.cleanup)
    for name in set(os.listdir(folder)).difference(ENGINES):
        os.symlink(os.path.join(folder, name), os.path.join(links.name, name))
    return links.name


def environment(**more: str) -> dict[str, str]:
    """The test's environment without what would change a report, and without engines."""
    changing = ("QUORATE_", "LC_", "LANG", "COLUMNS")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(changing)}
    return {**kept, "PATH": path_without_engines(), **PLAIN, **more}


def quorate(
    *arguments: str,
    stdin: str | bytes = b"",
    folder: Path | None = None,
    variables: Mapping[str, str] | None = None,
    **more: str,
) -> Ended:
    """Runs the program in a process of its own."""
    data = stdin.encode() if isinstance(stdin, str) else stdin
    ended = subprocess.run(
        [warm_quorate(), *arguments],
        input=data,
        capture_output=True,
        timeout=PATIENCE,
        env=environment(**{**(variables or {}), **more}),
        cwd=folder,
    )
    return Ended(ended.returncode, ended.stdout.decode(), ended.stderr.decode())


class Here:
    """Runs commands in this process."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def __call__(self, *arguments: str) -> Ended:
        status = run(program, arguments)
        said = self._capture.readouterr()
        return Ended(status, said.out, said.err)


def lines(ended: Ended) -> Sequence[str]:
    """The lines on standard error, but for the one that says why the default protocol counts."""
    return without_default(ended.err)


def without_default(text: str) -> list[str]:
    """The lines of a text, but for that one."""
    return [
        line
        for line in text.splitlines()
        if not line.startswith(("NOTICE: protocol magi: ", "注意：プロトコル magi："))
    ]
