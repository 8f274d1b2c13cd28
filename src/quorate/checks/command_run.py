"""A command of somebody else, run once: in an empty folder, without network, environment or a way to outlive us."""

import json
import os
import selectors
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

_START = str(Path(__file__).with_name("confined_start.py"))
_NAMESPACES = ("--user", "--map-root-user", "--net", "--ipc", "--mount", "--pid", "--fork", "--kill-child")
_PATH = "/usr/local/bin:/usr/bin:/bin"


class RunLimits(NamedTuple):
    """What a command may use: seconds, bytes of memory of each process, of output, and of a file; and processes."""

    seconds: float = 60.0
    memory: int = 1024 * 1024 * 1024
    output: int = 1024 * 1024
    file: int = 64 * 1024 * 1024
    processes: int = 256


class CommandRun(NamedTuple):
    """How it ended: a code, its exit status where it ended by itself, and the hash of what it printed."""

    why: str
    status: int | None = None
    output: str = ""


def run_command(command: str, root: str, limits: RunLimits | None = None) -> CommandRun:
    """Runs it; `$ROOT` names the folder that the evidence is about, which it can read and not change."""
    allowed = limits or RunLimits()
    unshare = shutil.which("unshare")
    if sys.platform != "linux" or not unshare:
        return CommandRun("cannot_confine")
    folder = tempfile.mkdtemp(prefix="quorate-check-")
    try:
        return _run(unshare, command, folder, root, allowed)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _run(unshare: str, command: str, folder: str, root: str, limits: RunLimits) -> CommandRun:
    resources = {
        "RLIMIT_AS": limits.memory,
        "RLIMIT_CPU": int(limits.seconds) + 1,
        "RLIMIT_FSIZE": limits.file,
        "RLIMIT_CORE": 0,
        "RLIMIT_NOFILE": 256,
        "RLIMIT_NPROC": limits.processes,
    }
    begun, begins = os.pipe()
    os.set_blocking(begun, False)
    try:
        stated = json.dumps(
            {"resources": resources, "readable": [root], "begins": begins, "as_root": os.geteuid() == 0}
        )
        program = subprocess.Popen(
            [unshare, *_NAMESPACES, sys.executable, "-I", "-S", _START, stated, command],
            cwd=folder,
            env={"PATH": _PATH, "HOME": folder, "TMPDIR": folder, "LC_ALL": "C.UTF-8", "ROOT": root},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            start_new_session=True,
            pass_fds=(begins,),
        )
        try:
            output, why = _read(program, limits)
            return _ended(program, output, why) if _has_begun(begun) else CommandRun("cannot_confine")
        finally:
            _end(program)
    finally:
        os.close(begun)
        os.close(begins)


def _has_begun(begun: int) -> bool:
    """Whether the command itself was started, confined; what it prints and its exit status say nothing about that."""
    with suppress(BlockingIOError):
        return os.read(begun, 1) != b""
    return False


def _read(program: subprocess.Popen[bytes], limits: RunLimits) -> tuple[bytes, str]:
    """What it prints until it ends, or until a limit is reached."""
    assert program.stdout
    until, output = time.monotonic() + limits.seconds, b""
    with selectors.DefaultSelector() as selector:
        selector.register(program.stdout, selectors.EVENT_READ)
        while (rest := until - time.monotonic()) > 0:
            if not selector.select(rest):
                continue
            block = os.read(program.stdout.fileno(), 65536)
            if not block:
                with suppress(subprocess.TimeoutExpired):
                    program.wait(max(until - time.monotonic(), 0.01))
                return output, "" if program.poll() is not None else "timeout"
            output += block
            if len(output) > limits.output:
                return output[: limits.output], "too_much_output"
    return output, "timeout"


def _ended(program: subprocess.Popen[bytes], output: bytes, why: str) -> CommandRun:
    digest = sha256(output).hexdigest()
    if why:
        return CommandRun(why, None, digest)
    status = program.returncode
    return CommandRun("ran" if status == 0 else "command_failed", status, digest)


def _end(program: subprocess.Popen[bytes]) -> None:
    """Ends it with all that it started: the first process of its namespace takes the others along."""
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(program.pid, signal.SIGKILL)
    program.kill()
    if program.stdout:
        program.stdout.close()
    program.wait()
