"""Keeps one call: starts a program, watches it, ends it and all that it started, and leaves the result in a folder.

It is run as a program of its own, `python -I -S keeper.py FOLDER`, outlives whoever started it, and holds the
folder's lock, which it was handed, as long as it lives. It uses nothing but the standard library.
"""

import json
import os
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import IO, Any, NamedTuple

ORDER, PAPER, RESULT, TEMPORARY = "order.json", "paper", "result.json", "tmp"
LONGEST_END = 7.0
_ASKED_TO_END, _MADE_TO_END = 1.0, 5.0
_LEFTOVERS = 0.3
_MOST_COMPLAINT = 8 * 1024
_MOST_DETAIL = 1000
_PIECE = 64 * 1024
_EXITED, _TIMEOUT, _TOO_MUCH = "exited", "timeout", "too much"
_SET_DEATH_SIGNAL, _SET_CHILD_SUBREAPER = 1, 36

Order = dict[str, Any]


class Ended(NamedTuple):
    """How a call ended, what it brought, and what went wrong."""

    outcome: str
    output: bytes = b""
    detail: str = ""


class Watch:
    """Reads what a program says until it exits, its time is up, or it says too much."""

    def __init__(self, program: "subprocess.Popen[bytes]", alarm: int, timeout: float, most: int) -> None:
        assert program.stdout is not None
        assert program.stderr is not None
        self._program, self._most = program, most
        self._pipes = program.stdout, program.stderr
        self._out, self._err = program.stdout.fileno(), program.stderr.fileno()
        self._until = time.monotonic() + timeout
        self._open = {self._out, self._err}
        self._poll = select.poll()
        for descriptor in (self._out, self._err, alarm):
            self._poll.register(descriptor, select.POLLIN)
        self.output, self.complaint = bytearray(), b""

    def wait(self) -> str:
        """Reads to the end, and says how it came."""
        while self._open or self._program.poll() is None:
            if self._program.poll() is not None:
                return self._rest()
            left = self._until - time.monotonic()
            if left <= 0:
                return _TIMEOUT
            self._read_within(left)
            if len(self.output) > self._most:
                return _TOO_MUCH
        return _EXITED

    def close(self) -> None:
        """Lets go of the pipes."""
        for pipe in self._pipes:
            pipe.close()

    def _rest(self) -> str:
        """What is left in the pipes. What the program left behind may hold them open: nobody waits for that."""
        until = time.monotonic() + _LEFTOVERS
        while self._open and len(self.output) <= self._most:
            left = until - time.monotonic()
            if self._out not in self._read_within(max(left, 0)) and left <= 0:
                break
        return _TOO_MUCH if len(self.output) > self._most else _EXITED

    def _read_within(self, seconds: float) -> list[int]:
        ready = [descriptor for descriptor, _ in self._poll.poll(seconds * 1000)]
        for descriptor in ready:
            piece = os.read(descriptor, _PIECE)
            if not piece:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
            elif descriptor == self._out:
                self.output += piece
            elif descriptor == self._err:
                self.complaint = (self.complaint + piece)[-_MOST_COMPLAINT:]
        return ready


def keep(folder: str) -> None:
    """The whole life of a call."""
    with open(os.path.join(folder, ORDER), encoding="utf-8") as file:
        order: Order = json.load(file)
    call_kernel = _kernel_calls()
    call_kernel(_SET_CHILD_SUBREAPER, 1)
    alarm = _alarm()
    ended = Ended(_TIMEOUT)
    for _ in range(order["attempts"]):
        with open(os.path.join(folder, PAPER), "rb") as paper:
            ended = _attempt(order, paper, alarm, lambda: call_kernel(_SET_DEATH_SIGNAL, signal.SIGKILL))
        if ended.outcome != _TIMEOUT:
            break
    leave(folder, ended)
    _clear(os.path.join(folder, TEMPORARY))


def _kernel_calls() -> Callable[[int, int], object]:
    """Linux lets a process adopt the orphans among its descendants, and end a child when it ends itself."""
    if sys.platform != "linux":
        return lambda *_: None
    import ctypes

    call = ctypes.CDLL(None).prctl
    return lambda what, value: call(what, value, 0, 0, 0)


def _alarm() -> int:
    """A pipe that can be read when a child has ended."""
    reading, writing = os.pipe()
    for descriptor in (reading, writing):
        os.set_blocking(descriptor, False)
    signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    return reading


def _attempt(order: Order, paper: IO[bytes], alarm: int, first: Callable[[], object]) -> Ended:
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))  # who ends the keeper has the program ended too
    try:
        program = subprocess.Popen(
            order["argv"],
            stdin=paper,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            bufsize=0,
            cwd=order["directory"],
            env={name: os.environ[name] for name in order["environment"]},
            start_new_session=True,
            preexec_fn=first,
        )
    except (OSError, ValueError) as error:
        return Ended("error", detail=_why_not_started(order["argv"][0], error))
    with closing(Watch(program, alarm, order["timeout"], order["most"])) as watch:
        try:
            end = watch.wait()
        finally:
            _end(program.pid)
    return _ended(end, program.returncode, watch, order)


def _why_not_started(name: str, error: Exception) -> str:
    if not isinstance(error, FileNotFoundError):
        return f"the program {name!r} could not be started: {getattr(error, 'strerror', None) or error}"
    if os.path.exists(name):
        return f"the program {name!r} names an interpreter that does not exist"
    return f"no program called {name!r}; install it, or give its whole path"


def _ended(end: str, status: int | None, watch: Watch, order: Order) -> Ended:
    if end == _EXITED and status == 0:
        return Ended("answered", bytes(watch.output))
    if end == _TIMEOUT:
        times = f", asked {order['attempts']} times" if order["attempts"] > 1 else ""
        return Ended(_TIMEOUT, detail=_with_complaint(f"no answer within {order['timeout']:g} s{times}", watch))
    if end == _TOO_MUCH:
        return Ended("error", detail=_with_complaint(f"more than {order['most']} bytes on standard output", watch))
    how = f"signal {-status}" if status and status < 0 else f"status {status}"
    return Ended("error", detail=_with_complaint(f"the program ended with {how}", watch))


def _with_complaint(what: str, watch: Watch) -> str:
    """The end of standard error, in one line that steers no terminal."""
    text = watch.complaint.decode(errors="replace")
    said = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return f"{what}: {said if len(said) <= _MOST_DETAIL else '…' + said[-_MOST_DETAIL:]}" if said else what


def _end(group: int) -> None:
    """Ends the program's group, and what left the group: asks first, then insists."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    for number, patience in ((signal.SIGTERM, _ASKED_TO_END), (signal.SIGKILL, _MADE_TO_END)):
        until = time.monotonic() + patience
        if not _is_over(group):
            _signal_all(group, number)
        while not _is_over(group) and time.monotonic() < until:
            time.sleep(0.01)
            if number == signal.SIGKILL:
                _signal_all(group, number)  # somebody may have been born meanwhile


def _is_over(group: int) -> bool:
    """True where no child is left, own or adopted, and nobody in the program's group."""
    try:
        while os.waitpid(-1, os.WNOHANG)[0]:
            pass
    except ChildProcessError:
        with suppress(ProcessLookupError, PermissionError):  # the latter: macOS, of a group of the dead
            os.killpg(group, 0)
            return False
        return True
    return False


def _signal_all(group: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(group, number)
    for process in _descendants():
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(process) != group:
                os.kill(process, number)


def _descendants() -> set[int]:
    """All processes under this one; none where the system has no /proc."""
    parents: dict[int, int] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc") else ():
        with suppress(OSError):
            if name.isdigit():
                with open(f"/proc/{name}/stat", "rb") as file:
                    parents[int(name)] = int(file.read().rpartition(b")")[2].split()[1])
    found: set[int] = set()
    newest = {os.getpid()}
    while newest:
        newest = {process for process, parent in parents.items() if parent in newest} - found
        found |= newest
    return found


def leave(folder: str, ended: Ended) -> None:
    """The result is whole or not there, and stays."""
    try:
        output, encoding = ended.output.decode(), "utf-8"
    except UnicodeDecodeError:
        from base64 import b64encode

        output, encoding = b64encode(ended.output).decode(), "base64"
    result = {"outcome": ended.outcome, "output": output, "encoding": encoding, "detail": ended.detail}
    written = os.path.join(folder, RESULT + ".new")
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        json.dump(result, file)
        file.flush()
        os.fsync(file.fileno())
    os.rename(written, os.path.join(folder, RESULT))
    handle = os.open(folder, os.O_RDONLY)
    os.fsync(handle)
    os.close(handle)


def _clear(folder: str) -> None:
    try:
        os.rmdir(folder)
    except OSError:
        import shutil  # few programs leave something

        shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    keep(sys.argv[1])
