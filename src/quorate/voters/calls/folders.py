"""Folders: made so that they survive a power failure, and removed with all that programs leave behind."""

import os
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import count
from pathlib import Path


def make_folders(path: Path) -> None:
    """Makes a folder and those above it that are missing, for their owner alone, on disk for good."""
    missing = list[Path]()
    for folder in (path, *path.parents):
        if folder.is_dir():
            break
        missing.append(folder)
    for folder in reversed(missing):
        folder.mkdir(mode=0o700, exist_ok=True)  # somebody else may be as fast
        sync_folder(folder.parent)


def sync_folder(folder: str | os.PathLike[str]) -> None:
    """Has the names in a folder on disk."""
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def tidy(folder: str, files: Iterable[str]) -> None:
    """Removes all but the named files from a working directory; modes do not keep every user from writing there."""
    kept = {os.path.normpath(file) for file in files}
    above = {str(parent) for file in kept for parent in Path(file).parents if parent.name}
    for place, folders, names in os.walk(folder):
        inside = os.path.relpath(place, folder)
        for name in [*folders, *names]:
            path = os.path.normpath(os.path.join(inside, name))
            if path not in (above if name in folders else kept):
                remove(os.path.join(folder, path))
        folders[:] = [name for name in folders if os.path.normpath(os.path.join(inside, name)) in above]


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
                    inner.append(entry.path if folder == top else os.path.join(top, next(names)))
                    os.rename(entry.path, inner[-1])
                else:
                    os.unlink(entry.path)
    return inner


def vanish(folder: Path) -> None:
    """Removes a folder, at once for whoever else works with it: they see all of it or nothing."""
    with suppress(FileNotFoundError):
        remove(str(folder.rename(folder.with_name(f".{folder.name}.{os.getpid()}.{time.monotonic_ns()}"))))
