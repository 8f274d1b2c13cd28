"""Imports Quorate once, and is copied for every command that a client sends: python server.py FOLDER INSTALLED."""

import atexit
import gc
import marshal
import os
import pkgutil
import selectors
import signal
import socket
import sys
import threading
from importlib import import_module
from typing import NamedTuple

# what commands import while they run
_LATER = (
    "platformdirs",
    "secrets",
    "tomllib",
    "_strptime",
)
# run by other processes, not imported by commands
_APART = {"models"}
# a busy machine may take longer over a short answer than a person would wait for it
_WAITING = ("quorate.voters.programs.engine_program", "quorate.voters.programs.login")
_PATIENCE = 300.0
_MOST = 64


class Command(NamedTuple):
    """What a client wants to be run: `handles` are its streams and its folder."""

    arguments: list[str]
    variables: dict[bytes, bytes]
    mask: int
    handles: list[int]


class Copy(NamedTuple):
    """A process that runs a command, and the line to its client."""

    process: int
    line: socket.socket


def serve(listener: socket.socket) -> Command | None:
    """Comes back in every copy with its command, and in the server with nothing once standard input is closed."""
    with selectors.DefaultSelector() as waiting:
        waiting.register(0, selectors.EVENT_READ)
        waiting.register(listener, selectors.EVENT_READ)
        while True:
            for key, _ in waiting.select():
                if isinstance(key.data, Copy):
                    waiting.unregister(key.fd)
                    _end(key.fd, key.data)
                elif key.fileobj is not listener:
                    _end_all(waiting)
                    return None
                elif command := _copied(listener, waiting):
                    return command


def _copied(listener: socket.socket, waiting: selectors.BaseSelector) -> Command | None:
    """The command in a copy that is to run it, nothing in the server."""
    line, _ = listener.accept()
    command = _received(line)
    if not (process := os.fork()):
        line.close()
        _forget_others(waiting)
        return command
    waiting.register(os.pidfd_open(process), selectors.EVENT_READ, Copy(process, line))
    for handle in command.handles:
        os.close(handle)
    return None


def _forget_others(waiting: selectors.BaseSelector) -> None:
    """A copy knows nothing of the others."""
    for key in waiting.get_map().values():
        if isinstance(key.data, Copy):
            os.close(key.fd)
            key.data.line.close()


def _received(line: socket.socket) -> Command:
    length, handles, *_ = socket.recv_fds(line, 8, 4)
    with line.makefile("rb") as told:
        arguments, variables, mask = marshal.loads(told.read(int.from_bytes(length, "big")))
    return Command(arguments, variables, mask, handles)


def _end(handle: int, copy: Copy) -> None:
    """Tells the client how its command ended."""
    os.close(handle)
    _, status = os.waitpid(copy.process, 0)
    with copy.line:
        try:
            copy.line.sendall(os.waitstatus_to_exitcode(status).to_bytes(4, "big", signed=True))
        except OSError:  # the client was not patient enough
            return


def _end_all(waiting: selectors.BaseSelector) -> None:
    for key in waiting.get_map().values():
        if isinstance(key.data, Copy):
            os.kill(key.data.process, signal.SIGKILL)


def become(command: Command, installed: str) -> None:
    """Takes over what the client was given; nothing has gone through the streams yet."""
    *streams, folder = command.handles
    os.fchdir(folder)
    os.close(folder)
    os.umask(command.mask)
    for number, handle in enumerate(streams):
        os.dup2(handle, number)
        os.close(handle)
    os.environb.clear()
    os.environb.update(command.variables)
    sys.argv = [installed, *command.arguments]
    sys.path[1:1] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))


def _import_all() -> None:
    quorate = import_module("quorate")
    for module in pkgutil.walk_packages(quorate.__path__, "quorate."):
        if not _APART.intersection(module.name.split(".")):
            import_module(module.name)
    for name in _LATER:
        import_module(name)
    for name in _WAITING:
        import_module(name)._PATIENCE = _PATIENCE  # type: ignore[attr-defined]
    gc.collect()
    gc.freeze()  # copies do not look through what all of them share


def main(folder: str, installed: str) -> int:
    """Serves, and in a copy runs the command."""
    sys.path[0] = os.path.dirname(installed)
    _import_all()
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
    with listener:
        listener.bind(f"{folder}/line")
        listener.listen(_MOST)
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        command = serve(listener)
    if not command:
        return 0
    become(command, installed)
    from quorate.surfaces.cli import main as program

    status = program()
    _leave()
    os._exit(status)


def _leave() -> None:
    """As an interpreter ends, but for taking all modules apart, which takes a copy longer than its command."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    sys.stdout.flush()
    sys.stderr.flush()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
