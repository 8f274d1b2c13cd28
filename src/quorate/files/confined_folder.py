"""A folder out of which no path leads: no parent, no link, no device, nothing huge."""

import errno
import os
import stat
from pathlib import Path
from types import TracebackType
from typing import Self

from quorate.core.errors import InputError

LARGEST_FILE = 16 * 1024 * 1024
_FOLDER = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0) | getattr(os, "O_NOFOLLOW", 0)
_FILE = os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_LONGEST_PATH = 4096


class RefusedPath(InputError):
    """A path that is not read; `code` says why."""

    def __init__(self, code: str, path: str) -> None:
        self.code, self.path = code, path
        super().__init__(f"{path!r}: {code.replace('_', ' ')}; expected a path below the folder, without links")


class ConfinedFolder:
    """The root of all paths that are read. Links are not followed, wherever they lead."""

    def __init__(self, root: str | Path) -> None:
        self.root = os.path.realpath(root)
        try:
            self._handle = os.open(self.root, os.O_RDONLY | os.O_CLOEXEC | getattr(os, "O_DIRECTORY", 0))
        except OSError as error:
            raise InputError(f"{root}: {error.strerror}; expected a folder") from None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._handle)

    def read(self, path: str, *, exact_case: bool = False) -> bytes:
        """The bytes of a file below the root. Raises RefusedPath."""
        parts = self.parts_of(path)
        handle = self._opened(parts, path, exact_case)
        try:
            found = os.fstat(handle)
            if not stat.S_ISREG(found.st_mode):
                raise RefusedPath("not_a_file", path)
            if found.st_size > LARGEST_FILE:
                raise RefusedPath("too_large", path)
            data = _read(handle, found.st_size)
        finally:
            os.close(handle)
        if len(data) > LARGEST_FILE:
            raise RefusedPath("too_large", path)
        return data

    def below(self, path: str) -> str:
        """The path of a folder below the root; the root itself where `path` is empty. Raises RefusedPath."""
        if not path.strip("/"):
            return self.root
        parts = self.parts_of(path)
        os.close(self._opened(parts, path, False, last=_FOLDER))
        return os.path.join(self.root, *parts)

    def parts_of(self, path: str) -> list[str]:
        """The steps from the root to the file. An absolute path is one below the root, or refused."""
        if not path or "\0" in path or len(path) > _LONGEST_PATH or not _is_name(path):
            raise RefusedPath("not_a_path", path[:60])
        if os.path.isabs(path) and path.startswith(self.root + os.sep):
            path = path[len(self.root) + 1 :]
        parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
        if os.path.isabs(path) or path.startswith(("/", "\\", "~")) or (len(path) > 1 and path[1] == ":"):
            raise RefusedPath("absolute_path", path)
        if ".." in parts:
            raise RefusedPath("parent_path", path)
        if any(part.casefold() == ".git" for part in parts):
            raise RefusedPath("path_of_git", path)
        if not parts:
            raise RefusedPath("not_a_path", path)
        return parts

    def _opened(self, parts: list[str], path: str, exact_case: bool, last: int = _FILE) -> int:
        at, mine = self._handle, False
        try:
            for place, part in enumerate(parts):
                flags = last if place == len(parts) - 1 else _FOLDER
                if exact_case:
                    _check_cited(at, part, path, is_nested=mine, is_last=flags == _FILE)
                after = os.open(part, flags, dir_fd=at)
                if mine:
                    os.close(at)
                at, mine = after, True
        except OSError as error:
            if mine:
                os.close(at)
            raise RefusedPath(_code_of(error), path) from None
        except RefusedPath:
            if mine:
                os.close(at)
            raise
        return at


def _is_name(path: str) -> bool:
    """True for what the system can take as a name; half of a surrogate pair is none."""
    try:
        os.fsencode(path)
    except UnicodeEncodeError:
        return False
    return True


def _check_cited(folder: int, part: str, path: str, *, is_nested: bool, is_last: bool) -> None:
    """The name in its own case, and not in a repository of its own, such as a submodule.

    To open some devices does something already: what is no file is not opened, and looked at again once it is.
    """
    names = os.listdir(folder)
    if part not in names:
        raise RefusedPath("missing_file", path)
    if is_nested and any(name.casefold() == ".git" for name in names):
        raise RefusedPath("path_of_submodule", path)
    mode = os.stat(part, dir_fd=folder, follow_symlinks=False).st_mode
    if is_last and not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
        raise RefusedPath("not_a_file", path)


def _read(handle: int, size: int) -> bytes:
    """The whole file, also one that grows meanwhile; of one that is too large, just enough to tell."""
    data = os.read(handle, size + 1)
    while len(data) <= LARGEST_FILE and (more := os.read(handle, 65536)):
        data += more
    return data


def _code_of(error: OSError) -> str:
    if error.errno in (errno.ELOOP, errno.ENOTDIR, errno.EMLINK):
        return "path_through_link"
    if error.errno == errno.EACCES:
        return "unreadable_file"
    if error.errno == errno.ENXIO:
        return "not_a_file"
    return "missing_file"
