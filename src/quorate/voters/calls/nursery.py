"""Where keepers come from: one process per process of ours, which is quicker to copy than a new one is to start.

A keeper is handed its call's lock and does not need the nursery any more. The nursery ends with whoever started it;
until then it ends what a keeper left behind that was killed.
"""

import gc
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple
from weakref import finalize

from quorate.voters.calls.keeper import CallOrder, keep
from quorate.voters.calls.kernel import kernel
from quorate.voters.calls.process_tree import LONGEST_END, children, signal_family

_LONGEST_STOP = LONGEST_END + 1
_PATIENCE = 60.0  # by far more than it takes: a nursery that is killed leaves programs behind, which may cost something
_LENGTH, _HELD = 8, 2
_FOR_PYTHON = ("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH")
_SIGNALS = (signal.SIGTERM, signal.SIGCHLD)
# the packages around this one are left empty, because what they import takes longer than everything here
_START = """
import gc, sys, types
gc.set_threshold(50_000)
for name, place in zip(("quorate", "quorate.voters"), sys.argv[1:]):
    sys.modules[name] = package = types.ModuleType(name)
    package.__path__ = [place]
from quorate.voters.calls.nursery import serve
serve(int(sys.argv[3]))
"""

Keepers = dict[int, str]


class Nursery:
    """Starts keepers for the calls in a folder."""

    def __init__(self, folder: Path, environment: Mapping[str, str]) -> None:
        voters = Path(__file__).parents[1]
        self._line, theirs = socket.socketpair()
        with theirs:
            said = (str(voters.parent), str(voters), str(theirs.fileno()), f"{folder}/")
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-S", "-c", _START, *said],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                cwd="/",
                env={name: environment[name] for name in _FOR_PYTHON if name in environment},
                pass_fds=(theirs.fileno(),),
                start_new_session=True,
            )
        self._end = finalize(self, _leave_alone, self._line, self._process)

    def start(self, folder: Path, order: CallOrder, lock: int, end: int) -> None:
        """Has a keeper started for the call in a folder. It holds the lock from now on, and the end of a pipe."""
        self._say([str(folder), order._asdict()], [lock, end])

    def stop(self, folder: Path) -> None:
        """Has the keeper of the call in a folder end with its program, and does not wait for it."""
        self._say([str(folder), None], [])

    def stop_all(self) -> None:
        """Ends all keepers with their programs, and the nursery; it takes two seconds at most, as a rule."""
        self._process.terminate()
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(_PATIENCE)
        self._end()

    def _say(self, what: list[Any], descriptors: list[int]) -> None:
        said = json.dumps(what).encode()
        socket.send_fds(self._line, [len(said).to_bytes(_LENGTH, "big")], descriptors)
        self._line.sendall(said)


def _leave_alone(line: socket.socket, process: "subprocess.Popen[bytes]") -> None:
    line.close()
    with suppress(subprocess.TimeoutExpired):
        process.wait(1)
    process.kill()
    process.wait()


class CallMessage(NamedTuple):
    """What is said over the line: a call's folder; to start it, the order and what its keeper holds."""

    folder: str
    order: CallOrder | None
    held: Sequence[int] = ()


def serve(line: int) -> None:
    """The nursery itself, until nobody is at the other end of the line or it is told to end."""
    keepers: Keepers = {}
    gc.freeze()  # what is looked through for garbage in a copy is copied once more
    kernel().adopt_orphans()
    signal.signal(signal.SIGCHLD, lambda *_: _take_note(keepers))
    signal.signal(signal.SIGTERM, lambda *_: _end_all(keepers))
    with socket.socket(fileno=line) as connection:
        while message := _received(connection):
            signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)  # those that come meanwhile find the list complete
            if message.order is None:
                _tell_to_end(keeper for keeper, folder in keepers.items() if folder == message.folder)
            else:
                _start_keeper(connection, message, keepers)
                for descriptor in message.held:
                    os.close(descriptor)
            signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
    os._exit(0)


def _received(connection: socket.socket) -> CallMessage | None:
    length, held, *_ = socket.recv_fds(connection, _LENGTH, _HELD)
    left, pieces = int.from_bytes(length, "big"), []
    while left and (piece := connection.recv(left)):
        pieces.append(piece)
        left -= len(piece)
    if left or not pieces:
        return None
    folder, order = json.loads(b"".join(pieces))
    return CallMessage(folder, CallOrder(**order), held) if order else CallMessage(folder, None)


def _start_keeper(connection: socket.socket, message: CallMessage, keepers: Keepers) -> None:
    """A keeper that cannot be started lets go of its lock at once and has left no result."""
    with suppress(OSError):
        if keeper := os.fork():
            keepers[keeper] = message.folder
        elif message.order:
            _be_a_keeper(connection, message.folder, message.order, message.held)


def _be_a_keeper(connection: socket.socket, folder: str, order: CallOrder, held: Sequence[int]) -> None:
    try:
        os.setsid()
        connection.close()
        keep(folder, order, held)
    finally:
        os._exit(0)


def _take_note(keepers: Keepers) -> None:
    """Wakes who was stopped, and ends those whose keeper was killed: they are children of the nursery by now."""
    with suppress(ChildProcessError):
        while (found := os.waitpid(-1, os.WNOHANG | os.WUNTRACED))[0]:
            if os.WIFSTOPPED(found[1]):
                os.kill(found[0], signal.SIGCONT)
            else:
                keepers.pop(found[0], None)
    for orphan in set(children(os.getpid())) - keepers.keys():
        with suppress(ProcessLookupError, PermissionError):
            os.kill(orphan, signal.SIGKILL)


def _tell_to_end(keepers: Iterable[int]) -> None:
    for keeper in keepers:
        os.kill(keeper, signal.SIGTERM)


def _end_all(keepers: Keepers) -> None:
    until = time.monotonic() + _LONGEST_STOP
    _tell_to_end(keepers)
    while keepers and time.monotonic() < until:
        time.sleep(0.01)
        _take_note(keepers)
    signal_family(os.getpid(), signal.SIGKILL)
    os._exit(0)
