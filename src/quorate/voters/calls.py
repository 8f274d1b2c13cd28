"""The calls of this machine: a folder each, with a lock that whoever works on the call holds.

Who made the folder may start the call, once. A lock that nobody holds, and no result: the call will never answer.
"""

import fcntl
import json
import os
import re
import shutil
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from subprocess import Popen

from quorate.core.errors import InputError, Refused, StoreError
from quorate.deliberation.events import ERROR, Reply
from quorate.voters.keeper import RESULT, TEMPORARY
from quorate.voters.port import Settings

_LOCK = "lock"
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_EMPTY = ".empty"  # no call is called that


class Calls:
    """The folder, what programs may see of the environment, and which calls this process has reserved or started.

    `settings` are those of the kinds of engines, by their names.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        environment: Mapping[str, str],
        settings: Mapping[str, Settings] | None = None,
    ) -> None:
        self.folder = Path(os.path.abspath(folder))
        self.environment = environment
        self.settings = settings or {}
        self.keepers: dict[str, Popen[bytes]] = {}
        self._reserved: dict[str, int] = {}

    def path(self, call: str) -> Path:
        """The call's own folder."""
        if not _NAME.fullmatch(call):
            raise InputError(f"call: found {call[:60]!r}; allowed: letters, digits, dots and dashes, at most 200")
        return self.folder / call

    def reserve(self, call: str) -> None:
        """Makes the call's folder, on disk for good, and locks it."""
        path = self.path(call)
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            path.mkdir(mode=0o700)
            self._reserved[call] = lock = os.open(path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX)
            _sync(path)
            _sync(self.folder)
        except OSError as error:
            if isinstance(error, FileExistsError) and self.knows(call):
                raise Refused(f"the call {call} was reserved before; take a new name for a new call") from None
            self.release(call)
            raise StoreError(f"{self.folder}, where calls are kept, cannot be written: {error.strerror}") from error

    def take(self, call: str) -> int | None:
        """The lock of a call that this process has reserved, to be handed on; None where it has not."""
        return self._reserved.pop(call, None)

    def release(self, call: str) -> None:
        """Gives back what this process has reserved; anybody else's call stays."""
        if call in self._reserved:
            self.forget(call)

    def forget(self, call: str) -> None:
        """Removes the call's folder with all that is in it."""
        try:
            remove(self.path(call))
        finally:
            if (lock := self.take(call)) is not None:
                os.close(lock)

    def knows(self, call: str) -> bool:
        """True where the call's folder is here."""
        return self.path(call).is_dir()

    def is_held(self, call: str) -> bool:
        """True while somebody, here or elsewhere on this machine, holds the call's lock."""
        try:
            probe = os.open(self.path(call) / _LOCK, os.O_RDWR)
        except FileNotFoundError:
            return False
        try:
            fcntl.flock(probe, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            return True
        else:
            return False
        finally:
            os.close(probe)

    def is_lost(self, call: str) -> bool:
        """True where nobody holds a known call and it has no result."""
        # the lock is looked at first: a result is there before the lock is let go
        return self.knows(call) and not self.is_held(call) and self.reply(call) is None

    def reply(self, call: str) -> Reply | None:
        """The result of a call, if there is one."""
        try:
            stated = json.loads((self.path(call) / RESULT).read_bytes())
            return Reply(stated["outcome"], stated["output"], stated["encoding"], stated["detail"])
        except FileNotFoundError:
            return None
        except (ValueError, KeyError, TypeError):
            return Reply(ERROR, detail="the result of the call cannot be read")

    def working_directory(self) -> Path:
        """One empty folder for all calls; programs keep notes per folder, which would pile up otherwise."""
        path = self.folder / _EMPTY
        path.mkdir(mode=0o500, parents=True, exist_ok=True)
        return path

    def temporary_directory(self, call: str) -> Path:
        """A folder for what this call's program writes down for itself."""
        path = self.path(call) / TEMPORARY
        path.mkdir(mode=0o700, exist_ok=True)
        return path

    def write(self, call: str, name: str, data: bytes) -> None:
        """A new file in the call's folder that only its owner reads."""
        file = os.open(self.path(call) / name, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "wb") as stream:
            stream.write(data)


def remove(folder: Path) -> None:
    """Removes a folder, whatever permissions a program left in it."""
    with suppress(FileNotFoundError):
        # by another name at once: whoever else works on the call sees all of the folder or nothing
        folder = folder.rename(folder.with_name(f".{folder.name}.{os.getpid()}"))
        for parent, names, _ in os.walk(folder):
            for inner in (os.path.join(parent, name) for name in names):
                if not os.path.islink(inner):
                    os.chmod(inner, 0o700)
        shutil.rmtree(folder)


def _sync(folder: Path) -> None:
    handle = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)
