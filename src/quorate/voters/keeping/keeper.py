"""Keeps one call: starts a program, watches it, ends it and all that it started, and leaves the result in a folder."""

import os
import resource
import subprocess
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from quorate.voters.keeping.family import adopt_orphans, end_family, end_with, kernel_calls
from quorate.voters.keeping.result import Ended, complaint_of, last_line, leave
from quorate.voters.keeping.secret_text import secrets_in, without
from quorate.voters.keeping.tidying import remove, tidy
from quorate.voters.keeping.watch import EXITED, STOPPED, TIMEOUT, TOO_MUCH, Bell, Watch

PAPER, TEMPORARY = "paper", "tmp"


class Order(NamedTuple):
    """What a keeper is told: the program, what it sees, how long it may take and how much it may say and write.

    `files` are those that stand in the working directory, `secrets` names what is never kept of the environment.
    """

    argv: Sequence[str]
    environment: Mapping[str, str]
    directory: str
    timeout: float
    attempts: int
    most: int
    most_file: int = 0
    files: Sequence[str] = ()
    secrets: Sequence[str] = ()
    is_quoted: bool = False


def keep(folder: str, order: Order, lock: int) -> None:
    """The whole life of a call. A keeper that is told to end leaves no result."""
    bell, call_kernel = Bell(), kernel_calls()
    adopt_orphans(call_kernel)
    before = partial(_before, order, os.getpid(), call_kernel)
    ended: Ended | None = Ended(TIMEOUT)
    for number in range(1, order.attempts + 1):
        ended = _attempt(folder, order, bell, before)
        ended = ended and ended._replace(attempts=number - 1 + ended.attempts)
        if not ended or ended.outcome != TIMEOUT:
            break
    try:
        if ended:
            leave(folder, ended)
    finally:
        os.close(lock)  # nobody has to wait for the rest
        tidy(order.directory, order.files)
        remove(os.path.join(folder, TEMPORARY))


def _before(order: Order, keeper: int, call_kernel: Callable[[int, int], object]) -> None:
    """What the program's process does before it becomes the program."""
    end_with(keeper, call_kernel)
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if order.most_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (order.most_file, order.most_file))


def _attempt(folder: str, order: Order, bell: Bell, before: Callable[[], None]) -> Ended | None:
    if bell.is_told_to_end:
        return None
    try:
        program = _started(folder, order, before)
    except (OSError, ValueError) as error:
        return Ended("error", detail=_why_not_started(order.argv[0], error))
    with closing(Watch(program, bell, order.timeout, order.most)) as watch:
        try:
            end = watch.wait()
        finally:
            end_family(program.pid)
    return None if end == STOPPED else _ended(end, program.returncode, watch, order)


def _started(folder: str, order: Order, before: Callable[[], None]) -> "subprocess.Popen[bytes]":
    with open(os.path.join(folder, PAPER), "rb") as paper:
        return subprocess.Popen(
            order.argv,
            stdin=paper,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=order.directory,
            env=order.environment,
            start_new_session=True,
            preexec_fn=before,
        )


def _why_not_started(name: str, error: Exception) -> str:
    if not isinstance(error, FileNotFoundError):
        return f"the program {name!r} could not be started: {getattr(error, 'strerror', None) or error}"
    if os.path.exists(name):
        return f"the program {name!r} names an interpreter that does not exist"
    return f"no program called {name!r}; install it, or give its whole path"


def _ended(end: str, status: int | None, watch: Watch, order: Order) -> Ended:
    secrets = secrets_in(order.environment, order.secrets)
    complaint = complaint_of(watch.complaint, watch.is_complaint_cut, secrets)
    output = b"" if end == TOO_MUCH else without(secrets, bytes(watch.output))
    if end == EXITED and status == 0:
        return Ended("answered", output, "", status, complaint, 1)
    said = last_line(complaint) if order.is_quoted else ""
    detail = _what_went_wrong(end, status, order) + (f": {said}" if said else "")
    outcome = TIMEOUT if end == TIMEOUT else "error"
    return Ended(outcome, output, detail, status if end == EXITED else None, complaint, 1)


def _what_went_wrong(end: str, status: int | None, order: Order) -> str:
    if end == TOO_MUCH:
        return f"more than {order.most} bytes on standard output"
    if end == EXITED:
        return f"the program ended with {f'signal {-status}' if status and status < 0 else f'status {status}'}"
    times = {1: "", 2: ", asked twice"}.get(order.attempts, f", asked {order.attempts} times")
    return f"no answer within {order.timeout:g} s{times}"
