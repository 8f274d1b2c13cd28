"""What Linux does for a process that asks for it; elsewhere nothing happens."""

import signal
import sys
from collections.abc import Callable
from typing import NamedTuple

_PRCTL_DEATH_SIGNAL, _PRCTL_CHILD_SUBREAPER, _PRCTL_NO_NEW_PRIVILEGES = 1, 36, 38
# the numbers of these system calls are the same on every processor that Python 3.11 runs on
_LANDLOCK_CREATE_RULESET, _LANDLOCK_RESTRICT_SELF = 444, 446
_LANDLOCK_SCOPE_SIGNAL = 1 << 1
_RULESET_BYTES = 24  # what is restricted of files, of networks, of signals: eight bytes each


class Kernel(NamedTuple):
    """Two ways to call the kernel, loaded before a process is forked that needs them."""

    prctl: Callable[..., int]
    syscall: Callable[..., int]

    def adopt_orphans(self) -> None:
        """From now on nobody who comes from this process leaves its family as long as it lives."""
        self.prctl(_PRCTL_CHILD_SUBREAPER, 1, 0, 0, 0)

    def end_with_parent(self) -> None:
        """The kernel ends this process when its parent ends."""
        self.prctl(_PRCTL_DEATH_SIGNAL, signal.SIGKILL, 0, 0, 0)

    def confine_signals(self) -> bool:
        """From now on this process and all that come from it send signals to each other and to nobody else.

        It cannot be undone, and no privileges can be gained afterwards. False where the kernel is older than 6.12 or
        does not allow it; then nothing has changed.
        """
        ruleset = bytes(_RULESET_BYTES - 8) + _LANDLOCK_SCOPE_SIGNAL.to_bytes(8, sys.byteorder)
        descriptor = self.syscall(_LANDLOCK_CREATE_RULESET, ruleset, _RULESET_BYTES, 0)
        if descriptor < 0:
            return False
        self.prctl(_PRCTL_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
        return self.syscall(_LANDLOCK_RESTRICT_SELF, descriptor, 0) == 0


def kernel() -> Kernel:
    """The calls of this system."""
    if sys.platform != "linux":
        return Kernel(_not_here, _not_here)
    import ctypes

    library = ctypes.CDLL(None)
    library.syscall.restype = ctypes.c_long
    return Kernel(library.prctl, library.syscall)


def _not_here(*_: object) -> int:
    return -1
