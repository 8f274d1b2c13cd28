"""Keeps one call: starts a program, watches it, ends it and all that it started, and leaves the result in a folder."""

import os
import resource
import select
import signal
import stat
import subprocess
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import NamedTuple

from quorate.voters.calls.folders import remove, tidy
from quorate.voters.calls.kernel import RESULT, Ended, Kernel, complaint_of, kernel, last_line, leave
from quorate.voters.calls.process_tree import end_family, end_with
from quorate.voters.calls.secret_text import secrets_in, without

EXITED, TIMEOUT, TOO_MUCH, STOPPED = "exited", "timeout", "too much", "stopped"
_LEFTOVERS = 0.3
_GLANCE = 0.05
_MOST_COMPLAINT = 16 * 1024
_PIECE = 64 * 1024


class WakePipe:
    """A pipe that can be read when a child has ended, or when this process was told to end."""

    def __init__(self) -> None:
        self.is_told_to_end = False
        self.pipe, writing = os.pipe()
        for descriptor in (self.pipe, writing):
            os.set_blocking(descriptor, False)
        signal.set_wakeup_fd(writing, warn_on_full_buffer=False)
        signal.signal(signal.SIGCHLD, lambda *_: None)
        signal.signal(signal.SIGTERM, self._told)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, (signal.SIGTERM, signal.SIGCHLD))

    def _told(self, *_: object) -> None:
        self.is_told_to_end = True


class Watch:
    """Reads what a program says until it exits, its time is up, it says too much or we are told to end.

    It says it into a pipe, or into a file that is read as it grows.
    """

    def __init__(
        self, program: "subprocess.Popen[bytes]", bell: WakePipe, timeout: float, most: int, file: int | None = None
    ) -> None:
        assert program.stderr is not None
        self._program, self._bell, self._most, self._file = program, bell, most, file
        self._pipes = [pipe for pipe in (program.stdout, program.stderr) if pipe]
        self._out = program.stdout.fileno() if program.stdout else -1
        self._err = program.stderr.fileno()
        self._until = time.monotonic() + timeout
        self._open = {pipe.fileno() for pipe in self._pipes}
        self._poll = select.poll()
        for descriptor in (*self._open, bell.pipe):
            self._poll.register(descriptor, select.POLLIN)
        self.output, self.complaint, self.is_complaint_cut = bytearray(), b"", False

    def wait(self) -> str:
        """Reads to the end, and says how it came."""
        end = self._end()
        self._read_file()
        return TOO_MUCH if end == EXITED and len(self.output) > self._most else end

    def _end(self) -> str:
        while self._open or self._program.poll() is None:
            if self._program.poll() is not None:
                self._read_rest()
                break
            left = self._until - time.monotonic()
            if left <= 0 or self._bell.is_told_to_end:
                return STOPPED if self._bell.is_told_to_end else TIMEOUT
            self._read_within(left)
            if len(self.output) > self._most:
                return TOO_MUCH
        return EXITED

    def close(self) -> None:
        """Lets go of the pipes."""
        for pipe in self._pipes:
            pipe.close()
        if self._file is not None:
            os.close(self._file)

    def _read_rest(self) -> None:
        """What is left in the pipes. What the program left behind may hold them open: nobody waits for that."""
        until = time.monotonic() + _LEFTOVERS
        while self._open and len(self.output) <= self._most:
            left = until - time.monotonic()
            is_quiet = self._out not in self._read_within(max(left, 0))  # at least once, however late it is
            if left <= -_LEFTOVERS or (is_quiet and left <= 0):
                break

    def _read_within(self, seconds: float) -> list[int]:
        patience = seconds if self._file is None else min(seconds, _GLANCE)
        ready = [descriptor for descriptor, _ in self._poll.poll(patience * 1000)]
        self._read_file()
        for descriptor in ready:
            piece = os.read(descriptor, _PIECE)
            if not piece:
                self._poll.unregister(descriptor)
                self._open.discard(descriptor)
            elif descriptor == self._out:
                self.output += piece
            elif descriptor == self._err:
                self._complain(piece)
        return ready

    def _read_file(self) -> None:
        """What the file has grown by, up to one byte too much."""
        while self._file is not None and (left := self._most + 1 - len(self.output)) > 0:
            piece = os.pread(self._file, min(left, _PIECE), len(self.output))
            if not piece:
                break
            self.output += piece

    def _complain(self, piece: bytes) -> None:
        said = self.complaint + piece
        self.is_complaint_cut |= len(said) > _MOST_COMPLAINT
        self.complaint = said[-_MOST_COMPLAINT:]


_LONGEST_LINE = 256
_SNAP = "snap"


def gains_privileges(name: str, path: str) -> bool:
    """True of a program, or a script whose interpreter is one, that runs as somebody else or is a snap."""
    return any(_is_privileged(file) for file in _programs_started(name, path))


def _programs_started(name: str, path: str) -> Iterator[str]:
    """The file that is started, and what its first line starts in turn."""
    file = _found(name, path)
    yield file
    interpreter = _interpreter(file)
    for word in interpreter:
        if not word.startswith("-"):  # `env -S node --flag` starts node
            yield _found(word, path)


def _found(name: str, path: str) -> str:
    if os.sep in name:
        return name
    files = (os.path.join(folder, name) for folder in path.split(os.pathsep))
    return next((file for file in files if os.access(file, os.X_OK)), name)


def _interpreter(file: str) -> list[str]:
    try:
        with open(file, "rb") as script:
            line = script.readline(_LONGEST_LINE)
    except OSError:
        return []
    return os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []


def _is_privileged(file: str) -> bool:
    """A snap is a link to one program, which asks for the privileges that it sets the snap up with."""
    real = os.path.realpath(file)
    try:
        mode = os.stat(real).st_mode
    except OSError:
        return False
    return os.path.basename(real) == _SNAP or bool(mode & (stat.S_ISUID | stat.S_ISGID))


PROMPT, TEMPORARY, _OUTPUT = "prompt", "tmp", "output"
_OF_SHUTDOWNS = (signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGKILL)
# as the system reports it, and as shells and Claude do when they are ended, or what they have started is
_ENDED_FROM_OUTSIDE = frozenset(status for number in _OF_SHUTDOWNS for status in (-number, 128 + number))


class CallOrder(NamedTuple):
    """What a keeper is told: the program, what it sees, how long it may take and how much it may say and write.

    `files` are those that stand in the working directory, `secrets` names what is never kept of the environment.
    `is_last`: if somebody ends the program from outside, the call has failed; otherwise it may be made once more.
    `is_filed`: the program's standard output is a file and no pipe.
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
    is_last: bool = False
    is_filed: bool = False


def keep(folder: str, order: CallOrder, held: Sequence[int]) -> None:
    """The whole life of a call. One that was ended from outside, keeper or program, leaves no result: it is lost.

    `held` is let go of once there is a result: first the lock, then the pipe at whose other end somebody waits.
    """
    bell, here = WakePipe(), kernel()
    here.adopt_orphans()
    is_confined = not gains_privileges(order.argv[0], order.environment.get("PATH", os.defpath))
    before = partial(_before, order, os.getpid(), here, is_confined)
    ended: Ended | None = Ended(TIMEOUT)
    for number in range(1, order.attempts + 1):
        ended = _attempt(folder, order, bell, before)
        ended = ended and ended._replace(attempts=number - 1 + ended.attempts)
        if not ended or ended.outcome != TIMEOUT:
            break
    try:
        if ended:
            _leave(folder, ended)
    finally:
        for descriptor in held:
            os.close(descriptor)  # nobody has to wait for the rest
        tidy(order.directory, order.files)
        remove(os.path.join(folder, TEMPORARY))


def _leave(folder: str, ended: Ended) -> None:
    """The result; or an empty one where it cannot be written, so that nobody pays for the call a second time."""
    try:
        leave(folder, ended)
    except OSError:
        os.close(os.open(os.path.join(folder, RESULT), os.O_WRONLY | os.O_CREAT, 0o600))


def _before(order: CallOrder, keeper: int, here: Kernel, is_confined: bool) -> None:
    """What the program's process does before it becomes the program."""
    end_with(keeper, here)
    if is_confined:
        here.confine_signals()  # so that it cannot end its keeper, and leave somebody behind
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    if order.most_file:
        resource.setrlimit(resource.RLIMIT_FSIZE, (order.most_file, order.most_file))


def _attempt(folder: str, order: CallOrder, bell: WakePipe, before: Callable[[], None]) -> Ended | None:
    if bell.is_told_to_end:
        return None
    file = None
    try:
        file = _output_file(folder) if order.is_filed else None
        program = _started(folder, order, file, before)
    except (OSError, ValueError) as error:
        if file is not None:
            os.close(file)
        return Ended("error", detail=_why_not_started(order.argv[0], error))
    with closing(Watch(program, bell, order.timeout, order.most, file)) as watch:
        try:
            end = watch.wait()
        finally:
            end_family(program.pid)
    if _is_lost(end, program.returncode, bell, watch, order):
        return None
    return _ended(end, program.returncode, watch, order)


def _is_lost(end: str, status: int | None, bell: WakePipe, watch: Watch, order: CallOrder) -> bool:
    """True where somebody else ended the program or this keeper, and no answer was there by then."""
    if end == STOPPED or (bell.is_told_to_end and (status or not watch.output)):
        return True
    return end == EXITED and status in _ENDED_FROM_OUTSIDE and not order.is_last


def _output_file(folder: str) -> int:
    """A file without a name, so that nothing of it is left whatever happens."""
    path = os.path.join(folder, _OUTPUT)
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_APPEND, 0o600)
    os.unlink(path)
    return file


def _started(folder: str, order: CallOrder, file: int | None, before: Callable[[], None]) -> "subprocess.Popen[bytes]":
    with open(os.path.join(folder, PROMPT), "rb") as prompt:
        return subprocess.Popen(
            order.argv,
            stdin=prompt,
            stdout=subprocess.PIPE if file is None else file,
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
    return f"no program called {name!r}; install it, or give its full path"


def _ended(end: str, status: int | None, watch: Watch, order: CallOrder) -> Ended:
    secrets = secrets_in(order.environment, order.secrets)
    complaint = complaint_of(watch.complaint, watch.is_complaint_cut, secrets)
    output = b"" if end == TOO_MUCH else without(secrets, bytes(watch.output))
    if end == EXITED and status == 0:
        return Ended("answered", output, "", status, complaint, 1)
    said = last_line(complaint) if order.is_quoted else ""
    detail = _what_went_wrong(end, status, order) + (f": {said}" if said else "")
    outcome = TIMEOUT if end == TIMEOUT else "error"
    return Ended(outcome, output, detail, status if end == EXITED else None, complaint, 1)


def _what_went_wrong(end: str, status: int | None, order: CallOrder) -> str:
    if end == TOO_MUCH:
        return f"more than {order.most} bytes on standard output"
    if end == EXITED:
        return f"the program ended with {f'signal {-status}' if status and status < 0 else f'status {status}'}"
    times = {1: "", 2: ", asked twice"}.get(order.attempts, f", asked {order.attempts} times")
    return f"no answer within {order.timeout:g} s{times}"
