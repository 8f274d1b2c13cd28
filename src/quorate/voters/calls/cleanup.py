"""Removes what programs leave behind."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path


def tidy(folder: str, files: Iterable[str]) -> None:
    """Removes all but the named files from a working directory; modes do not keep every user from writing there."""
    kept = {os.path.normpath(file) for file in files}
    above = {parent for file in kept for parent in _folders_above(file)}
    for place, folders, names in os.walk(folder):
        inside = os.path.relpath(place, folder)
        for name in [*folders, *names]:
            path = os.path.normpath(os.path.join(inside, name))
            if path not in (above if name in folders else kept):
                remove(os.path.join(folder, path))
        folders[:] = [name for name in folders if os.path.normpath(os.path.join(inside, name)) in above]


def _folders_above(path: str) -> Iterable[str]:
    while path := os.path.dirname(path):
        yield path


def remove(path: str) -> None:
    """Removes a file, or a folder with all that is in it, however deep and whatever permissions were left there."""
    with suppress(OSError):
        if os.path.islink(path) or not os.path.isdir(path):
            os.unlink(path)
            return
        waiting, names = [path], (f"{time.monotonic_ns()}.{number}" for number in count())
        while waiting:
            inner = _emptied(waiting[-1], path, names)
            if not inner:
                os.rmdir(waiting.pop())
            waiting += inner


def _emptied(folder: str, top: str, names: Iterator[str]) -> list[str]:
    """Removes the files of a folder, and moves its folders to the top: paths must not become too long."""
    os.chmod(folder, 0o700)
    inner = []
    with os.scandir(folder) as entries:
        for entry in entries:
            with suppress(FileNotFoundError):
                if entry.is_dir(follow_symlinks=False):
                    os.chmod(entry.path, 0o700)
                    inner.append(entry.path if folder == top else _moved(entry.path, os.path.join(top, next(names))))
                else:
                    os.unlink(entry.path)
    return inner


def _moved(path: str, to: str) -> str:
    os.rename(path, to)
    return to


def vanish(folder: Path) -> None:
    """Removes a folder, at once for whoever else works with it: they see all of it or nothing."""
    with suppress(FileNotFoundError):
        remove(str(folder.rename(folder.with_name(f".{folder.name}.{os.getpid()}.{time.monotonic_ns()}"))))
