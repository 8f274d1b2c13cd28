"""Starts a command that can write in its own folder alone, and reads neither the environment nor anybody's files.

A script of its own, with the standard library alone: `python -I confined_start.py LIMITS COMMAND`. It gives up with 125
where the kernel cannot confine it, so that nothing ever runs unconfined.
"""

import ctypes
import json
import os
import resource
import sys

CANNOT_CONFINE = 125
_SET_MOUNTS, _CREATE, _ADD, _RESTRICT = 442, 444, 445, 446
_NO_NEW_PRIVILEGES = 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_CHANGE = sum(1 << bit for bit in range(4, 13)) | _WRITE_FILE
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64", "/etc", "/opt")
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def main() -> None:
    """Confines this process, and becomes the command."""
    limits, command = json.loads(sys.argv[1]), sys.argv[2]
    for name, most in limits["resources"].items():
        resource.setrlimit(getattr(resource, name), (most, most))
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    folder = os.getcwd()
    if not (freeze_files(library, folder) and confine(library, folder, limits["readable"])):
        sys.exit(CANNOT_CONFINE)
    os.execve("/bin/sh", ["sh", "-c", command], dict(os.environ))


def freeze_files(library: ctypes.CDLL, folder: str) -> bool:
    """Every file is read-only in this namespace, its mode included; the folder is a new and empty one in memory."""
    read_only = (ctypes.c_uint64 * 4)(1, 0, 0, 0)
    everywhere = (ctypes.c_int(-100), b"/", ctypes.c_uint(0x8000), ctypes.byref(read_only), ctypes.c_size_t(32))
    if library.syscall(_SET_MOUNTS, *everywhere):
        return False
    if library.mount(b"tmpfs", folder.encode(), b"tmpfs", ctypes.c_ulong(2 | 4), b"size=64m,mode=700"):
        return False
    os.chdir(folder)
    return True


def confine(library: ctypes.CDLL, folder: str, readable: list[str]) -> bool:
    """From now on only the folder can be written, and only the system and what is named can be read."""
    version = library.syscall(_CREATE, None, ctypes.c_size_t(0), ctypes.c_uint(1))
    if version < 3:  # before that, a file anywhere could be truncated
        return False
    change = _CHANGE | _REFER | _TRUNCATE
    rules = (ctypes.c_uint64 * 3)(change | _READ, 3 if version >= 4 else 0, 3 if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = library.syscall(_CREATE, ctypes.byref(rules), ctypes.c_size_t(size), ctypes.c_uint(0))
    if ruleset < 0:
        return False
    allowed = [(folder, change | _READ), *((one, _READ) for one in (*_SYSTEM, *readable))]
    allowed += [(one, _READ_FILE | _WRITE_FILE) for one in _DEVICES]
    for place, rights in allowed:
        _allow(library, ruleset, place, rights)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return bool(library.syscall(_RESTRICT, ruleset, ctypes.c_uint(0)) == 0)


def _allow(library: ctypes.CDLL, ruleset: int, place: str, rights: int) -> None:
    try:
        handle = os.open(place, os.O_PATH | os.O_CLOEXEC)
    except OSError:
        return
    rule = rights.to_bytes(8, sys.byteorder) + handle.to_bytes(4, sys.byteorder)
    library.syscall(_ADD, ruleset, ctypes.c_uint(1), rule, ctypes.c_uint(0))
    os.close(handle)


if __name__ == "__main__":
    main()
