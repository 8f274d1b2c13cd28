"""Any program as a voter: the prompt's text on standard input, a reply on standard output.

The program is not our child but its keeper's, and the keeper outlives us: whatever happens here, a call that was
started goes on, is ended in time, and leaves its result where the next process finds it.
"""

import asyncio
import os
import shlex
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from types import MappingProxyType
from typing import NamedTuple

from quorate.core.errors import InputError
from quorate.deliberation.events import ERROR, Reply
from quorate.prompts.prompt import Prompt
from quorate.voters.calls.call_folders import Calls
from quorate.voters.calls.keeper import PROMPT, CallOrder
from quorate.voters.calls.kernel import Ended, leave
from quorate.voters.calls.process_tree import LONGEST_END
from quorate.voters.port import LOST, USUAL

MOST_OUTPUT = 1 << 20
MOST_FILE = 64 << 20
_START = 10.0
_PASSED = ("PATH", "HOME", "LANG")
_FIXED = {"TERM": "dumb", "NO_COLOR": "1"}
_CALL = "{call}"


class Program(NamedTuple):
    """A program, what it may see, and what stands around it while it runs.

    `passes` names what it may see of the environment besides the usual; `secrets` are those of the names whose values
    are never kept, whatever the program says; `fixed` is set to a value. `files` are written into the call's folder,
    for which `{call}` stands in `argv` and in `fixed`; `directory` holds the files of the working directory, which
    all calls with the same files share. `most_prompt` and `most_file` are bytes, 0 for no limit; `prepare` makes of
    the prompt's text what this program is given. `is_quoted`: its last words are shown as the reason why it failed.
    `is_filed`: its standard output is a file, for programs that lose what a pipe does not take at once. `files_for` and
    `arguments_for` give what is there for one prompt alone, besides. `envelope` is the format of its
    output, if its kind does not say.
    """

    argv: Sequence[str]
    timeout: float = 60
    attempts: int = 2
    passes: Sequence[str] = ()
    fixed: Mapping[str, str] = MappingProxyType({})
    secrets: Sequence[str] = ()
    files: Mapping[str, bytes] = MappingProxyType({})
    directory: Mapping[str, bytes] = MappingProxyType({})
    most_prompt: int = 0
    most_file: int = 0
    prepare: Callable[[str], str] = str
    is_quoted: bool = False
    is_filed: bool = False
    max_cost_per_call: str = ""
    files_for: Callable[[Prompt], Mapping[str, bytes]] | None = None
    arguments_for: Callable[[Prompt], Sequence[str]] | None = None
    envelope: str = ""


class Command:
    """A program as a voter; a mere sequence is a program of the user's own with its arguments."""

    def __init__(
        self,
        program: Program | Sequence[str],
        calls: Calls,
        timeout: float = 60,
        attempts: int = 2,
        passes: Sequence[str] = (),
    ) -> None:
        if not isinstance(program, Program):
            program = _own_program(program, timeout, attempts, passes)
        if not program.argv or not program.argv[0]:
            raise InputError("command: missing; expected command:PROGRAM ARGUMENTS")
        self.program, self._calls = program, calls

    @property
    def lease(self) -> float:
        """Seconds that a call may take at most."""
        return self.program.attempts * (self.program.timeout + LONGEST_END) + _START

    @property
    def max_cost_per_call(self) -> str:
        """US dollars that a call may cost at most, with all its attempts; empty where nobody knows."""
        one = self.program.max_cost_per_call
        return format(Decimal(one) * self.program.attempts, "f") if one else ""

    def problem_with(self, prompt: Prompt) -> str:
        """Why this prompt cannot be sent; empty where it can."""
        try:
            length, most = len(self.program.prepare(prompt.text).encode()), self.program.most_prompt
        except UnicodeEncodeError as error:
            return f"the prompt contains half a character at {error.start}, which cannot be sent; remove it"
        if not most or length <= most:
            return ""
        name, over = os.path.basename(self.program.argv[0]), length - most
        return f"the prompt has {length} bytes, {over} more than {name} accepts; shorten the question's context"

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

    async def answer(self, prompt: Prompt) -> Reply:
        """Starts the call where this process has reserved it, and waits for its result in any case."""
        lock = self._calls.take(prompt.call)
        if lock is not None:
            try:
                await self._start(prompt, lock)
            except (OSError, ValueError) as error:
                return self._failed(prompt.call, f"the call could not be started: {error}")
            finally:
                os.close(lock)  # from here on the keeper alone holds it
        return await self._result(prompt)

    async def _start(self, prompt: Prompt, lock: int) -> None:
        if problem := self.problem_with(prompt):
            raise ValueError(problem)
        call, calls, program = prompt.call, self._calls, self.program
        seen = self._environment(call)
        own = await asyncio.to_thread(program.files_for, prompt) if program.files_for else {}
        for name, data in {**program.files, **own}.items():
            calls.write(call, name, data)
        calls.write(call, PROMPT, program.prepare(prompt.text).encode())
        calls.start(call, self._order(prompt, seen), lock)

    def _order(self, prompt: Prompt, environment: Mapping[str, str]) -> CallOrder:
        program, folder = self.program, str(self._calls.path(prompt.call))
        own = program.arguments_for(prompt) if program.arguments_for else ()
        return CallOrder(
            [*(word.replace(_CALL, folder) for word in program.argv), *own],
            environment,
            str(self._calls.working_directory(program.directory)),
            program.timeout,
            1 if prompt.request > 1 else program.attempts,
            MOST_OUTPUT,
            program.most_file,
            sorted(program.directory),
            program.secrets,
            program.is_quoted,
            _is_last(prompt),
            program.is_filed,
        )

    def _environment(self, call: str) -> dict[str, str]:
        """What the program sees: an allow-list, so that nobody's secrets are in it by accident."""
        everything, folder = self._calls.environment, str(self._calls.path(call))
        locale = [name for name in everything if name.startswith("LC_")]
        fixed = {name: value.replace(_CALL, folder) for name, value in self.program.fixed.items()}
        names = (*_PASSED, *locale, *self.program.passes)
        passed = {name: everything[name] for name in names if name in everything}
        return {**passed, **_FIXED, **fixed, "TMPDIR": str(self._calls.temporary_directory(call))}

    async def _result(self, prompt: Prompt) -> Reply:
        call, calls, waited = prompt.call, self._calls, 0.0
        while calls.is_held(call) and waited < self.lease:  # a machine that stood still used up nobody's time
            waited += await calls.pause(call)
        reply = calls.reply(call)
        if reply is None and calls.is_held(call):
            reply = self._failed(
                call, f"no result {self.lease:g} s after the call was made; its keeper does not respond"
            )
        elif reply is None and calls.has_started(call) and not self._may_be_made_anew(prompt):
            reply = self._failed(call, "the call's keeper was stopped and left no result; ask again")
        calls.let_go(call)
        return (reply or Reply(ERROR, detail=LOST))._replace(envelope=self.program.envelope)

    def _may_be_made_anew(self, prompt: Prompt) -> bool:
        """True where we have ended the call; and the first time that somebody else has."""
        calls, call = self._calls, prompt.call
        return calls.is_stopped(call) or (calls.is_lost(call) and not _is_last(prompt))

    def _failed(self, call: str, detail: str) -> Reply:
        """An error that is final: only what nobody saw fail is lost, and may be asked for again."""
        with suppress(OSError):
            leave(str(self._calls.path(call)), Ended(ERROR, detail=detail))
        return Reply(ERROR, detail=detail, attempts=0)


def _is_last(prompt: Prompt) -> bool:
    """True of a call that takes the place of a lost one: there is no end to what is paid otherwise."""
    return prompt.fence > 1


def _own_program(argv: Sequence[str], timeout: float, attempts: int, passes: Sequence[str]) -> Program:
    """A program of the user's own."""
    secrets: Sequence[str] = ()
    if passes:
        from quorate.voters.programs.engine_program import secrets_of  # most programs are passed nothing

        secrets = secrets_of(passes)
    return Program(argv, timeout, attempts, passes, secrets=secrets, most_file=MOST_FILE, is_quoted=True)


def voter_of(words: str, calls: Calls) -> Command:
    """`command:./ask --fast`: the words are split as a shell splits them, and no shell ever sees them."""
    settings = calls.settings.get("command", USUAL)
    try:
        return Command(shlex.split(words), calls, settings.timeout, settings.attempts, settings.passes)
    except ValueError as error:
        raise InputError(f"command: found {words!r}, {error}; allowed: a program and its arguments") from None
