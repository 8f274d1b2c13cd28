"""Commands that try to get out: to write, to reach somebody, to outlive their limit, to see what is not theirs."""

import os
import shlex
import socket
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from quorate.checks.command_run import RunLimits, run_command
from tests.evidence.test_command_run import CAN_CONFINE
from tests.patience import comes_true

SECRET = "open sesame"
SEEN = ("/usr/", "/opt/")
"""Where a command finds its programs; an interpreter in somebody's home it cannot even start."""
OURS = os.path.realpath(getattr(sys, "_base_executable", sys.executable))
PYTHON = next((one for one in ("/usr/bin/python3", "/usr/local/bin/python3", OURS) if os.path.exists(one)), OURS)


@pytest.fixture
def outside(tmp_path: Path) -> Iterator[Path]:
    """A folder that the command is told about, and a root beside it that it may read."""
    for name in ("root", "out"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "file").write_text(SECRET)
        (tmp_path / name / "file").chmod(0o600)
    yield tmp_path
    for name in ("root", "out"):
        file = tmp_path / name / "file"
        assert (file.read_text(), file.stat().st_mode & 0o777) == (SECRET, 0o600)
        assert {one.name for one in (tmp_path / name).iterdir()} <= {"file", "stream", "datagram"}


def tried(command: str, at: Path, seconds: float = 5.0) -> str:
    """How it ended. `OUT` names the folder that it may not even read."""
    limits = RunLimits(seconds=seconds, memory=400_000_000)
    return run_command(f"OUT={shlex.quote(str(at / 'out'))}; {command}", str(at / "root"), limits).why


def script(code: str) -> str:
    return f"export OUT; {PYTHON} -c {shlex.quote(code)}"


CALL = "import ctypes, os, sys; c = ctypes.CDLL(None, use_errno=True); "
REFUSED = [
    "exit 125",
    "echo 'unshare: it cannot be confined'; exit 1",
    "echo x > $OUT/file",
    "echo x > $ROOT/file",
    "echo x > $ROOT/new",
    "echo x > /tmp/quorate-escape",
    "echo x > /dev/shm/quorate-escape",
    "echo x > /var/tmp/quorate-escape",
    "cat $OUT/file",
    "ls $OUT",
    "ls /root /home",
    "ln $ROOT/file here && echo x > here",
    "ln -s $OUT/file here && cat here",
    "cp /bin/sh here && chmod 4755 here && ./here -c 'echo x > '$OUT/file",
    "mknod disk b 8 0 && cat disk",
    "chmod 644 $ROOT/file",
    "chown 1 $ROOT/file",
    "touch $ROOT/file",
    "rm -rf $ROOT/file",
    "mv $ROOT/file .",
    "mount -t tmpfs none $ROOT",
    "mount --bind . $ROOT",
    "umount -l .",
    "chroot . /bin/true",
    "unshare -Urm chmod 644 $ROOT/file",
    "nsenter -t 1 -m true",
    "cat /etc/shadow",
    "cat /proc/1/environ",
    "cat /proc/self/environ",
    "ls /proc",
    "cat /sys/kernel/security/lsm",
    "hostname quorate-escape",
    "sysctl -w kernel.hostname=quorate-escape",
    "su -c true nobody",
    "exec 3<>/dev/tcp/127.0.0.1/22",
    script("import os; os.chmod(os.environ['ROOT'] + '/file', 0o644)"),
    script("import os; os.utime(os.environ['ROOT'] + '/file')"),
    script("import os; os.setxattr(os.environ['ROOT'] + '/file', 'user.x', b'x')"),
    script("import os; os.truncate(os.environ['OUT'] + '/file', 0)"),
    script("import socket, os; socket.socket(socket.AF_UNIX).connect(os.environ['OUT'] + '/stream')"),
    script("import socket, os; socket.socket(socket.AF_UNIX).connect(os.environ['ROOT'] + '/stream')"),
    script("import socket, os; socket.socket(socket.AF_UNIX, 2).sendto(b'x', os.environ['ROOT'] + '/datagram')"),
    script("import socket, os; socket.socketpair(socket.AF_UNIX, 2)[0].sendto(b'x', os.environ['ROOT'] + '/datagram')"),
    script("import socket; socket.socket(socket.AF_UNIX).bind('\\0quorate-escape')"),
    script("import socket; s = socket.socket(); s.settimeout(2); s.connect(('127.0.0.1', 22))"),
    script("import socket; s = socket.socket(); s.settimeout(2); s.connect(('10.0.0.1', 53))"),
    script("import socket; socket.socket(socket.AF_NETLINK, 3, 15).bind((0, 2)); raise SystemExit(1)"),
    script(CALL + "sys.exit(c.syscall(425, 4, ctypes.create_string_buffer(200)) < 0)"),
    script(CALL + "sys.exit(c.prctl(22, 0, 0, 0, 0) != 0)"),
    script(CALL + "sys.exit(c.setns(os.open('/etc', 0), 0) != 0)"),
    script(CALL + "sys.exit(c.unshare(0x10000000) != 0)"),
    script(CALL + "sys.exit(c.ptrace(16, 1, 0, 0) != 0)"),
    script(CALL + "sys.exit(c.capset(ctypes.byref((ctypes.c_uint32 * 2)(0x20080522, 0)), b'\\xff' * 24) != 0)"),
    script("import os; [os.fork() for _ in range(12)]"),
    script("x = bytearray(900_000_000)"),
    script("open('big', 'wb').write(bytes(70_000_000))"),
    script("[open(f'f{n}', 'w').write('x' * 1_000_000) for n in range(100)]"),
    script("f = [open('/dev/null') for _ in range(2000)]"),
]


@pytest.mark.parametrize("command", REFUSED)
def test_it_gets_nowhere(outside: Path, command: str) -> None:
    with socket.socket(socket.AF_UNIX) as stream, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as datagram:
        for name in ("root", "out"):
            with socket.socket(socket.AF_UNIX) as other:
                other.bind(str(outside / name / "stream"))
        datagram.bind(str(outside / "root" / "datagram"))
        datagram.setblocking(False)
        stream.setblocking(False)
        expected = ("command_failed", "timeout") if CAN_CONFINE else ("cannot_confine",)
        assert tried(command, outside) in expected
        with pytest.raises(BlockingIOError):
            datagram.recv(1)
    for place in ("/tmp", "/dev/shm", "/var/tmp"):
        assert not os.path.exists(f"{place}/quorate-escape")
    assert os.uname().nodename != "quorate-escape"


NAME = f"quorate-escape-{os.getpid()}"
SLEEP = f"time.sleep(600) # {NAME}"
LASTING = [
    f"setsid sleep 600 {NAME} & exit 0",
    f"setsid sh -c 'sleep 600; : {NAME}' >/dev/null 2>&1 </dev/null & exit 0",
    f"nohup sh -c 'sleep 600; : {NAME}' & exit 0",
    f"trap '' TERM INT HUP QUIT; sleep 600; : {NAME}",
    f"exec {PYTHON} -c 'import os, time; os.setsid(); {SLEEP}'",
    f"exec {PYTHON} -c 'import ctypes, os, time; os.setsid(); ctypes.CDLL(None).prctl(1, 0, 0, 0, 0); {SLEEP}'",
    script(f"import os, time\nif os.fork(): os._exit(0)\nos.setsid()\nif os.fork(): os._exit(0)\n{SLEEP}"),
    script(f"import os, time; os.closerange(0, 99); {SLEEP}"),
    script(f"import os, signal, time; os.kill(1, signal.SIGINT); os.kill(1, signal.SIGSTOP); {SLEEP}"),
    script(f"import os, signal, time; os.kill(-1, signal.SIGKILL); {SLEEP}"),
]


@pytest.mark.parametrize("command", LASTING, ids=range(len(LASTING)))
def test_nothing_outlives_it(outside: Path, command: str) -> None:
    tried(command, outside, seconds=1.0)
    assert comes_true(lambda: not _alive())


def _alive() -> list[int]:
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            said = Path(f"/proc/{name}/cmdline").read_bytes()
        except OSError:
            continue
        if NAME.encode() in said and int(name) != os.getpid():
            found.append(int(name))
    return found


SEEING = [
    f"env | grep -q '{SECRET}'",
    f"cat /proc/*/environ | grep -aq '{SECRET}'",
    "test -e /proc/self/fd/7",
    'test -n "$QUORATE_KEY$QUORATE_HOME$AWS_SECRET_ACCESS_KEY"',
    'test "$HOME" = /root',
    script("import sys, os; sys.exit(any(os.path.exists(f'/dev/fd/{n}') for n in range(3, 50)) - 1)"),
]


@pytest.mark.parametrize("command", SEEING)
def test_it_sees_nothing_of_ours(outside: Path, monkeypatch: pytest.MonkeyPatch, command: str) -> None:
    for name in ("QUORATE_KEY", "AWS_SECRET_ACCESS_KEY", "HOME_OF_SECRETS"):
        monkeypatch.setenv(name, SECRET)
    with (outside / "out" / "file").open() as kept:
        os.set_inheritable(kept.fileno(), True)
        assert tried(command, outside) in ("command_failed", "cannot_confine")


def test_what_runs_is_still_useful(outside: Path) -> None:
    """A shell with pipes, several processes, and event loops, which are made of pairs of sockets."""
    loop = script("import asyncio; asyncio.run(asyncio.sleep(0))") if PYTHON.startswith(SEEN) else "true | cat"
    for command in ("grep -c sesame $ROOT/file | sort | cat", "(echo a & wait) > here && test -s here", loop):
        assert tried(command, outside) == ("ran" if CAN_CONFINE else "cannot_confine")
