"""Which programs cannot start in a process that may gain no privileges: those that are setuid, and snaps."""

import os
import stat
from collections.abc import Iterator

_LONGEST_LINE = 256
_SNAP = "snap"


def gains_privileges(name: str, path: str) -> bool:
    """True of a program, or a script whose interpreter is one, that runs as somebody else or is a snap."""
    return any(_is_privileged(file) for file in _started(name, path))


def _started(name: str, path: str) -> Iterator[str]:
    """The file that is started, and what its first line starts in turn."""
    file = _found(name, path)
    yield file
    interpreter = _interpreter(file)
    for word in interpreter:
        if not word.startswith("-"):  # `env -S node --flag` starts node
            yield _found(word, path)


def _found(name: str, path: str) -> str:
    if os.sep in name:
        return name
    files = (os.path.join(folder, name) for folder in path.split(os.pathsep))
    return next((file for file in files if os.access(file, os.X_OK)), name)


def _interpreter(file: str) -> list[str]:
    try:
        with open(file, "rb") as script:
            line = script.readline(_LONGEST_LINE)
    except OSError:
        return []
    return os.fsdecode(line[2:]).split() if line.startswith(b"#!") else []


def _is_privileged(file: str) -> bool:
    """A snap is a link to one program, which asks for the privileges that it sets the snap up with."""
    real = os.path.realpath(file)
    try:
        mode = os.stat(real).st_mode
    except OSError:
        return False
    return os.path.basename(real) == _SNAP or bool(mode & (stat.S_ISUID | stat.S_ISGID))
