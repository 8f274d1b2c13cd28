"""Starts a command that can write in its own folder alone, and reads neither the environment nor anybody's files.

A script of its own, with the standard library alone: `python -I confined_start.py LIMITS COMMAND`. Where the kernel
cannot confine the command it is not started; a byte in a pipe says that it was. This is the first process of its
namespace and stays outside of the confinement: the command cannot end it, and what the command started ends with it.
"""

import ctypes
import json
import os
import resource
import signal
import struct
import sys
from typing import NamedTuple

CANNOT_CONFINE = 125
_SET_MOUNTS, _CREATE, _ADD, _RESTRICT = 442, 444, 445, 446
_NO_NEW_PRIVILEGES = 38
_EXECUTE, _WRITE_FILE, _READ_FILE, _READ_FOLDER = 1 << 0, 1 << 1, 1 << 2, 1 << 3
_READ = _EXECUTE | _READ_FILE | _READ_FOLDER
_REFER, _TRUNCATE = 1 << 13, 1 << 14
_CHANGE = sum(1 << bit for bit in range(4, 13)) | _WRITE_FILE
_SYSTEM = ("/usr", "/bin", "/sbin", "/lib", "/lib32", "/lib64")
_MIXED = ("/etc", "/opt")  # where some files are for root alone
_MOST_MIXED = 20_000
_UNIX, _DATAGRAM = 1, 2
_LOAD, _IS, _IS_AT_LEAST, _AND, _END = 0x20, 0x15, 0x35, 0x54, 0x06  # instructions of a filter of system calls
_REFUSE, _ALLOW = (_END, 0, 0, 0x00050000 | 1), (_END, 0, 0, 0x7FFF0000)
_OTHER_NUMBERS = 0x40000000  # a second table of the same calls
_REFUSED = (425, 428, 429, 430, 432, 442)  # io_uring, and new ways to mount; the same numbers everywhere


class SystemCalls(NamedTuple):
    """The numbers of system calls on one kind of machine.

    `refused` are keys, mounts, namespaces, open_by_handle_at, bpf, perf_event_open and userfaultfd.
    """

    machine: int
    socket: int
    socketpair: int
    refused: tuple[int, ...]


_CALLS = {
    "x86_64": SystemCalls(0xC000003E, 41, 53, (248, 249, 250, 155, 165, 166, 272, 308, 304, 321, 298, 323)),
    "aarch64": SystemCalls(0xC00000B7, 198, 199, (217, 218, 219, 41, 40, 39, 97, 268, 265, 280, 241, 282)),
}
_DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")


def main() -> None:
    """Starts the command and waits for it, with its exit status; ends it where it becomes too many processes."""
    signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGCHLD])
    library = ctypes.CDLL(None, use_errno=True)
    can_count = library.mount(b"proc", b"/proc", b"proc", ctypes.c_ulong(14), None) == 0
    limits = json.loads(sys.argv[1])
    most = limits["resources"]["RLIMIT_NPROC"]
    command = os.fork()
    if not command:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGCHLD])
        become_command()
    os.close(limits["begins"])
    while (code := ended(command)) is None:
        signal.sigtimedwait([signal.SIGCHLD], 0.02)
        if can_count and sum(name.isdigit() for name in os.listdir("/proc")) > most + 1:
            os._exit(128 + signal.SIGKILL)  # the limit of the system does not hold for root
    os._exit(code)


def ended(command: int) -> int | None:
    """Its exit status once it has ended; orphans of the command are waited for here, too."""
    found = -1
    while found:
        found, status = os.waitpid(-1, os.WNOHANG)
        if found == command:
            code = os.waitstatus_to_exitcode(status)
            return code if code >= 0 else 128 - code
    return None


def become_command() -> None:
    """Confines this process, and becomes the command."""
    limits, command = json.loads(sys.argv[1]), sys.argv[2]
    for name, most in limits["resources"].items():
        resource.setrlimit(getattr(resource, name), (most, most))
    library = ctypes.CDLL(None, use_errno=True)
    library.syscall.restype = ctypes.c_long
    folder = os.getcwd()
    is_confined = (
        freeze_files(library, folder)
        and drop_capabilities(library)
        and confine(library, folder, limits["readable"], limits["as_root"])
        and forbid_calls(library)
    )
    if not is_confined:
        os._exit(CANNOT_CONFINE)
    os.write(limits["begins"], b"1")
    os.close(limits["begins"])
    os.execve("/bin/sh", ["sh", "-c", command], dict(os.environ))


def freeze_files(library: ctypes.CDLL, folder: str) -> bool:
    """Every file is read-only in this namespace, its mode included; the folder is a new and empty one in memory."""
    read_only = (ctypes.c_uint64 * 4)(1, 0, 0, 0)
    everywhere = (ctypes.c_int(-100), b"/", ctypes.c_uint(0x8000), ctypes.byref(read_only), ctypes.c_size_t(32))
    if library.syscall(_SET_MOUNTS, *everywhere):
        return False
    if library.mount(b"tmpfs", folder.encode(), b"tmpfs", ctypes.c_ulong(2 | 4), b"size=64m,nr_inodes=20k,mode=700"):
        return False
    os.chdir(folder)
    return True


def readable_by_all(top: str) -> list[str]:
    """Return the files below a folder that everybody may read, as far as the folders on the way let everybody in."""
    found: list[str] = []
    for folder, folders, names in os.walk(top):
        folders[:] = [name for name in folders if os.stat(os.path.join(folder, name)).st_mode & 0o005 == 0o005]
        places = [os.path.join(folder, name) for name in names]
        found += [place for place in places if os.path.isfile(place) and os.stat(place).st_mode & 0o004]
        if len(found) > _MOST_MIXED:
            break
    return found


def confine(library: ctypes.CDLL, folder: str, readable: list[str], as_root: bool) -> bool:
    """From now on only the folder can be written, and only the system and what is named can be read.

    Started by root, the command reads of /etc and /opt what everybody may read.
    """
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
    if as_root:
        allowed += [(one, _READ_FOLDER) for one in _MIXED]
        allowed += [(one, _EXECUTE | _READ_FILE) for top in _MIXED for one in readable_by_all(top)]
    else:
        allowed += [(one, _READ) for one in _MIXED]
    allowed += [(one, _READ_FILE | _WRITE_FILE) for one in _DEVICES]
    for place, rights in allowed:
        _allow(library, ruleset, place, rights)
    library.prctl(_NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    return bool(library.syscall(_RESTRICT, ruleset, ctypes.c_uint(0)) == 0)


def drop_capabilities(library: ctypes.CDLL) -> bool:
    """It is the user of its namespace, and may do nothing there that this user alone may."""
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    return bool(library.capset(ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)())) == 0)


def forbid_calls(library: ctypes.CDLL) -> bool:
    """No sockets that have a name among files, no keys, no namespaces: what neither files nor the network cover."""
    calls = _CALLS.get(os.uname().machine)
    if calls is None:
        return False
    steps = [(_LOAD, 0, 0, 4), (_IS, 1, 0, calls.machine), _REFUSE]
    steps += [(_LOAD, 0, 0, 0), (_IS_AT_LEAST, 0, 1, _OTHER_NUMBERS), _REFUSE]
    for number in (*calls.refused, *_REFUSED):
        steps += [(_IS, 0, 1, number), _REFUSE]
    steps += [(_IS, 0, 4, calls.socket), (_LOAD, 0, 0, 16), (_IS, 0, 1, _UNIX), _REFUSE, _ALLOW]
    # a pair of stream sockets reaches nobody; one of datagrams can still be sent anywhere
    steps += [(_IS, 0, 4, calls.socketpair), (_LOAD, 0, 0, 24), (_AND, 0, 0, 15), (_IS, 0, 1, _DATAGRAM), _REFUSE]
    steps += [_ALLOW]
    written = ctypes.create_string_buffer(b"".join(struct.pack("HBBI", *step) for step in steps))
    program = struct.pack("HxxxxxxP", len(steps), ctypes.addressof(written))
    return bool(library.prctl(22, 2, program, 0, 0) == 0)


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
