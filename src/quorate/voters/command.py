"""Any program as a voter: the paper's text on standard input, a reply on standard output.

The program is not our child but its keeper's, and the keeper outlives us: whatever happens here, a call that was
started goes on, is ended in time, and leaves its result where the next process finds it.
"""

import asyncio
import json
import os
import shlex
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from subprocess import DEVNULL, Popen

from quorate.core.errors import InputError
from quorate.deliberation.events import ERROR, Reply
from quorate.deliberation.paper import Paper
from quorate.voters import keeper
from quorate.voters.calls import Calls
from quorate.voters.port import LOST

MOST_OUTPUT = 1 << 20
_PAUSE = 0.02
_START = 10.0
_PASSED = ("PATH", "HOME", "LANG")
_FIXED = {"TERM": "dumb", "NO_COLOR": "1"}
_FOR_PYTHON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")  # the keeper may need them to start; the program gets none


class Command:
    """A program with its arguments. `passes` names what it may see of the environment besides the usual."""

    def __init__(
        self,
        argv: Sequence[str],
        calls: Calls,
        timeout: float = 60,
        attempts: int = 2,
        passes: Sequence[str] = (),
    ) -> None:
        if not argv or not argv[0]:
            raise InputError("command: found no program; write command:PROGRAM ARGUMENTS")
        self._argv, self._calls = tuple(argv), calls
        self._timeout, self._attempts, self._passes = timeout, attempts, tuple(passes)

    @property
    def lease(self) -> float:
        """Seconds that a call may take at most."""
        return self._attempts * (self._timeout + keeper.LONGEST_END) + _START

    def reserve(self, call: str) -> None:
        """Makes the call's folder and locks it."""
        self._calls.reserve(call)

    def knows(self, call: str) -> bool:
        """True where this machine has the call's folder."""
        return self._calls.knows(call)

    def is_lost(self, call: str) -> bool:
        """True where the call will never answer."""
        return self._calls.is_lost(call)

    def forget(self, call: str) -> None:
        """Removes what is kept of a call."""
        self._calls.forget(call)

    def release(self, call: str) -> None:
        """Gives a reservation back."""
        self._calls.release(call)

    async def answer(self, paper: Paper) -> Reply:
        """Starts the call where this process has reserved it, and waits for its result in any case."""
        lock = self._calls.take(paper.call)
        if lock is not None:
            try:
                self._start(paper, lock)
            except (OSError, ValueError) as error:
                return self._failed(paper.call, f"the call could not be started: {error}")
            finally:
                os.close(lock)  # from here on the keeper alone holds it
        return await self._result(paper.call)

    def _start(self, paper: Paper, lock: int) -> None:
        call, calls = paper.call, self._calls
        seen = self._environment(str(calls.temporary_directory(call)))
        order = {
            "argv": self._argv,
            "timeout": self._timeout,
            "attempts": self._attempts,
            "most": MOST_OUTPUT,
            "environment": sorted(seen),
            "directory": str(calls.working_directory()),
        }
        calls.write(call, keeper.PAPER, paper.text.encode())
        calls.write(call, keeper.ORDER, json.dumps(order).encode())
        calls.keepers[call] = Popen(
            [sys.executable, "-I", "-S", keeper.__file__, str(calls.path(call))],
            stdin=DEVNULL,
            stdout=DEVNULL,
            stderr=DEVNULL,
            cwd="/",
            env={**_named(_FOR_PYTHON, calls.environment), **seen},
            pass_fds=(lock,),
            start_new_session=True,
        )

    def _environment(self, temporary: str) -> dict[str, str]:
        """What the program sees: an allow-list, so that nobody's secrets are in it by accident."""
        everything = self._calls.environment
        locale = [name for name in everything if name.startswith("LC_")]
        return {**_named((*_PASSED, *locale, *self._passes), everything), **_FIXED, "TMPDIR": temporary}

    async def _result(self, call: str) -> Reply:
        while self._calls.is_held(call):
            await asyncio.sleep(_PAUSE)
        while (started := self._calls.keepers.get(call)) and started.poll() is None:
            await asyncio.sleep(_PAUSE)
        reply = self._calls.reply(call)
        if reply is None and started:
            reply = self._failed(call, f"the call's keeper ended with status {started.returncode} and left no result")
        self._calls.keepers.pop(call, None)
        return reply or Reply(ERROR, detail=LOST)

    def _failed(self, call: str, detail: str) -> Reply:
        """An error that is final: only what nobody saw fail is lost, and may be asked for again."""
        with suppress(OSError):
            keeper.leave(str(self._calls.path(call)), keeper.Ended(ERROR, detail=detail))
        return Reply(ERROR, detail=detail)


def _named(names: Sequence[str], environment: Mapping[str, str]) -> dict[str, str]:
    return {name: environment[name] for name in names if name in environment}


def voter_of(words: str, calls: Calls) -> Command:
    """`command:./ask --fast`: the words are split as a shell splits them, and no shell ever sees them."""
    try:
        return Command(shlex.split(words), calls)
    except ValueError as error:
        raise InputError(f"command: found {words!r}, {error}; allowed: a program and its arguments") from None
