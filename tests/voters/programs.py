"""Small real programs that act as voters, and what the tests ask of them."""

import asyncio
import os
import shutil
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.deliberation.events import Reply
from quorate.prompts.prompt import Prompt
from quorate.voters.calls.call_folders import Calls
from quorate.voters.command import Command, Program

USUAL = {"PATH": os.environ["PATH"], "HOME": "/nowhere"}


def prompt(call: str, text: str = "a prompt\n", seat: str = "Logos", fence: int = 1) -> Prompt:
    """A prompt for one call."""
    question, choices = Question("Adopt?"), ("APPROVE", "REJECT")
    return Prompt("MAGI-2026-1115-001", 1, Seat(seat), "magi", question, choices, {}, text, call, fence=fence)


def answered(output: str) -> Reply:
    """The reply of a program that ended well, at the first attempt, and complained about nothing."""
    return Reply("answered", output, status=0)


def shell(script: str) -> list[str]:
    """A program of a few lines."""
    return ["/bin/sh", "-c", script]


def python(script: str) -> list[str]:
    """A program that needs more than a shell."""
    return [sys.executable, "-I", "-S", "-c", script]


def privileged(folder: Path, argv: Sequence[str]) -> list[str]:
    """The same program, started by one that is setuid: its signals are not confined."""
    starter = folder / "starter"
    if not starter.exists():
        shutil.copyfile("/usr/bin/env", starter)
        starter.chmod(0o4755)
    return [str(starter), *argv]


class Place:
    """A folder of calls in which the tests ask programs."""

    def __init__(self, folder: Path, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.calls = Calls(folder / "calls", USUAL if environment is None else environment)
        self._asked = 0

    def ask(
        self,
        argv: Sequence[str] | Program,
        text: str = "a prompt\n",
        timeout: float = 60,
        attempts: int = 2,
        passes: Sequence[str] = (),
    ) -> Reply:
        """One call from beginning to end; it leaves nothing behind."""
        self._asked += 1
        call = f"call-{self._asked}"
        voter = Command(argv, self.calls, timeout, attempts, passes)
        voter.reserve(call)
        reply = asyncio.run(voter.answer(prompt(call, text)))
        assert not voter.is_lost(call)
        assert not self.calls.has_started(call)
        voter.forget(call)
        assert not voter.knows(call)
        return reply

    def lines(self, name: str) -> list[str]:
        """The lines that a program appended to a file here."""
        file = self.folder / name
        return file.read_text().splitlines() if file.exists() else []

    def processes(self, name: str = "pids") -> list[int]:
        """The processes that a program wrote down here."""
        return [int(line) for line in self.lines(name)]


def parent_of(process: int) -> int:
    """Who has started a process, or taken it over."""
    return int(Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[1])
