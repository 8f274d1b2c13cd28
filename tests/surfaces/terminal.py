"""A real terminal at which somebody sits."""

import re
from pathlib import Path
from typing import Any

import pexpect

from tests.patience import PATIENCE
from tests.surfaces.program import QUORATE, environment

ESCAPES = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


class Terminal:
    """A terminal of eighty columns at which somebody sits."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._open: list[Any] = []

    def __call__(
        self, *arguments: str, user: str = "ann", program: str = QUORATE, rows: int = 50, **variables: str
    ) -> Any:
        home = {"QUORATE_HOME": str(self._folder / "home"), "QUORATE_USER": user, "TERM": "xterm"}
        seen = environment(**{**home, **variables})
        size = {"dimensions": (rows, 80), "encoding": "utf-8", "timeout": PATIENCE}
        child = pexpect.spawn(program, list(arguments), env=seen, cwd=str(self._folder), **size)
        self._open.append(child)
        return child

    def close(self) -> None:
        for child in self._open:
            child.close(force=True)


def answer(child: Any, *steps: tuple[str, str]) -> None:
    """Waits for each question and types what belongs to it."""
    for question, said in steps:
        child.expect_exact(question)
        child.sendline(said)


def ended(child: Any) -> tuple[int, str]:
    """The exit status, and what was seen since the last question, without colours."""
    child.expect(pexpect.EOF)
    child.close()
    return child.exitstatus, ESCAPES.sub("", child.before).replace("\r", "")
