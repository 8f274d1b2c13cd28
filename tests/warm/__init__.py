"""The program without the start of an interpreter: a server has imported Quorate, and is copied for every command.

`QUORATE` is a program for tests that care about what a command does. It has the arguments, variables, folder, streams,
signals and exit status of the installed program, in a process of its own. Tests of the start, of signals, of
crashes and of terminals run the installed program, and so does whoever asks for what a copy cannot have.
"""

import atexit
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

INSTALLED = str(Path(sys.executable).parent / "quorate")
_HERE = Path(__file__).parent
_LOCALE = "C.UTF-8"


@lru_cache
def warm_folder() -> str:
    """A folder for the path with `quorate` in it; its server lives as long as this process."""
    folder = TemporaryDirectory(prefix="warm", dir="/tmp", ignore_cleanup_errors=True)
    atexit.register(folder.cleanup)
    client = Path(folder.name, "quorate")
    client.write_text(f"#!{sys.executable} -IS\n{(_HERE / 'client.py').read_text()}")
    client.chmod(0o755)
    Path(folder.name, "installed").symlink_to(INSTALLED)
    server = subprocess.Popen(
        [sys.executable, _HERE / "server.py", folder.name, INSTALLED],
        env={"LC_ALL": _LOCALE},
        cwd="/",
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        start_new_session=True,
    )
    atexit.register(server.communicate)
    assert server.stdout
    server.stdout.readline()
    return folder.name


def warm_quorate() -> str:
    """The program, as quick as a copy of a process."""
    return str(Path(warm_folder(), "quorate"))
