"""Ends a program with all that it has started, and whoever came from those."""

import os
import signal
import time
from contextlib import suppress

from quorate.voters.calls.kernel import Kernel

LONGEST_END = 2.0
_ASKED_TO_END, _MADE_TO_END = 0.8, 1.0


def end_with(parent: int, kernel: Kernel) -> None:
    """This process ends when its parent does."""
    kernel.end_with_parent()
    if os.getppid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)


def end_family(group: int) -> None:
    """Ends a program's group and what left the group: asks first, then insists."""
    for number, patience in ((signal.SIGTERM, _ASKED_TO_END), (signal.SIGKILL, _MADE_TO_END)):
        until = time.monotonic() + patience
        if not _is_over(group):
            _signal_all(group, number)
        while not _is_over(group) and time.monotonic() < until:
            if number == signal.SIGKILL:
                _signal_all(group, number)  # somebody may have been born meanwhile
            time.sleep(0.002)


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
    signal_family(os.getpid(), number, without=group)


def signal_family(process: int, number: int, without: int = 0) -> None:
    """Sends a signal to all under a process but those of one group, each as soon as it is seen: some fork quickly."""
    for child in children(process):
        with suppress(ProcessLookupError, PermissionError):
            if os.getpgid(child) != without:
                os.kill(child, number)
        signal_family(child, number, without)


def children(process: int) -> list[int]:
    """The children of a process; none where the system cannot say."""
    try:
        with open(f"/proc/{process}/task/{process}/children", "rb") as file:
            return [int(child) for child in file.read().split()]
    except OSError:
        if not os.path.isdir(f"/proc/{process}"):
            return []
        # a kernel that keeps no such list
        return [int(name) for name in os.listdir("/proc") if name.isdigit() and _parent(name) == process]


def _parent(process: str) -> int:
    try:
        with open(f"/proc/{process}/stat", "rb") as file:
            return int(file.read().rpartition(b")")[2].split()[1])
    except OSError:
        return 0
