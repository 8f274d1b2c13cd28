"""Has the server of this folder run a command and ends as it ended. Runs without site or any module of Quorate."""

import os
import sys

_HERE = os.path.dirname(os.path.abspath(sys.argv[0]))
_HARMLESS = {"PYTHONPATH", "PYTHONDONTWRITEBYTECODE"}


def _can_be_a_copy() -> bool:
    """False where the interpreter would start otherwise than the server's did, or at a terminal."""
    for_python = {name for name, value in os.environ.items() if name.startswith("PYTHON") and value}
    locale = next(filter(None, map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))), "")
    try:
        at_terminal = any(map(os.isatty, (0, 1, 2))) or not all(map(os.fstat, (0, 1, 2)))
    except OSError:
        return False
    return locale == "C.UTF-8" and not at_terminal and for_python <= _HARMLESS


def _run() -> int:
    """The status of the command: below zero it is the signal that ended it."""
    import marshal
    from _socket import AF_UNIX, SCM_RIGHTS, SOCK_STREAM, SOL_SOCKET, socket

    mask = os.umask(0)
    os.umask(mask)
    told = marshal.dumps((sys.argv[1:], dict(os.environb), mask))
    given = b"".join(handle.to_bytes(4, sys.byteorder) for handle in (0, 1, 2, os.open(".", os.O_RDONLY)))
    line = socket(AF_UNIX, SOCK_STREAM)
    line.connect(f"{_HERE}/line")
    line.sendmsg([len(told).to_bytes(8, "big")], [(SOL_SOCKET, SCM_RIGHTS, given)])
    line.sendall(told)
    return int.from_bytes(line.recv(4), "big", signed=True)


if __name__ == "__main__":
    if not _can_be_a_copy():
        os.execv(f"{_HERE}/installed", [f"{_HERE}/installed", *sys.argv[1:]])
    if (status := _run()) < 0:
        import signal

        signal.signal(-status, signal.SIG_DFL)
        os.kill(os.getpid(), -status)
    os._exit(status)
