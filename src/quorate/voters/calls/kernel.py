"""What Linux does for a process that asks for it; elsewhere nothing happens."""

import json
import os
import signal
import sys
from collections.abc import Callable, Sequence
from typing import NamedTuple

from quorate.voters.calls.folders import sync_folder
from quorate.voters.calls.secret_text import Secret, longest, without

RESULT = "result.json"
MOST_COMPLAINT = 8 * 1024
_LONGEST_LINE = 200


class Ended(NamedTuple):
    """How a call ended, what it brought, and what went wrong."""

    outcome: str
    output: bytes = b""
    detail: str = ""
    status: int | None = None
    complaint: str = ""
    attempts: int = 0


def complaint_of(tail: bytes, is_cut: bool, secrets: Sequence[Secret]) -> str:
    """The end of standard error as text that steers no terminal and tells no secret, not even half of one."""
    half = longest(secrets, tail) if is_cut else 0
    said = without(secrets, tail)[half:][-MOST_COMPLAINT:].decode(errors="replace")
    return "".join(sign for sign in said if sign in "\n\t" or not (sign < " " or "\x7f" <= sign <= "\x9f"))


def last_line(text: str) -> str:
    """The last line with something in it, short enough for a reason."""
    line = next((line for line in reversed(text.splitlines()) if line.strip()), "")
    said = " ".join("".join(sign if sign.isprintable() else " " for sign in line).split())
    return said if len(said) <= _LONGEST_LINE else said[: _LONGEST_LINE - 1] + "…"


def leave(folder: str, ended: Ended) -> None:
    """Writes the result down: it is whole or not there, and stays."""
    try:
        output, encoding = ended.output.decode(), "utf-8"
    except UnicodeDecodeError:
        from base64 import b64encode

        output, encoding = b64encode(ended.output).decode(), "base64"
    result = {**ended._asdict(), "output": output, "encoding": encoding}
    written = os.path.join(folder, RESULT + ".new")
    with os.fdopen(os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "w", encoding="ascii") as file:
        json.dump(result, file)
        file.flush()
        os.fsync(file.fileno())
    os.rename(written, os.path.join(folder, RESULT))
    sync_folder(folder)


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
