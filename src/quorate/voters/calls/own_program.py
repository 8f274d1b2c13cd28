"""A program of our own, run in a copy of its keeper: what it imports is there already, and nothing has to start."""

import os
import signal
import sys
from collections.abc import Callable, Mapping
from importlib import import_module
from io import FileIO
from typing import NoReturn

_FIRST_OTHER = 3


class OwnProgram:
    """A module's `main`, as a process of its own; what `Watch` asks of a program is the same as for any other."""

    def __init__(
        self, module: str, prompt: int, directory: str, environment: Mapping[str, str], before: Callable[[], None]
    ) -> None:
        (output, out), (complaint, err) = os.pipe(), os.pipe()
        try:
            self.pid = os.fork()
            if not self.pid:
                _become(module, (prompt, out, err), directory, environment, before)
        except OSError:
            os.close(output)
            os.close(complaint)
            raise
        finally:
            os.close(out)
            os.close(err)
        self.returncode: int | None = None
        self.stdout, self.stderr = FileIO(output), FileIO(complaint)

    def poll(self) -> int | None:
        """Its status, once it has ended."""
        if self.returncode is None:
            process, status = os.waitpid(self.pid, os.WNOHANG)
            if process:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode


def _become(
    module: str,
    streams: tuple[int, int, int],
    directory: str,
    environment: Mapping[str, str],
    before: Callable[[], None],
) -> NoReturn:
    """Everything that a new program would not have of its keeper is let go of first, its lock above all."""
    status = 1
    try:
        os.setsid()
        signal.set_wakeup_fd(-1)
        for usual in (signal.SIGTERM, signal.SIGCHLD):
            signal.signal(usual, signal.SIG_DFL)
        for number, stream in enumerate(streams):
            os.dup2(stream, number)
        os.closerange(_FIRST_OTHER, os.sysconf("SC_OPEN_MAX"))
        before()
        os.chdir(directory)
        os.environ.clear()
        os.environ.update(environment)
        status = import_module(module).main()
        sys.stdout.flush()
        sys.stderr.flush()
    finally:
        os._exit(status)
