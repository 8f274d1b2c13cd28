"""The calls of this machine: a folder each, with a lock that whoever works on the call holds.

Who made the folder may start the call, once. A lock that nobody holds, and no result: the call will never answer.
"""

import asyncio
import fcntl
import json
import os
import re
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType, NoneType

from quorate.core.errors import InputError, Refused, StoreError
from quorate.deliberation.events import ANSWERED, ERROR, TIMEOUT, Reply
from quorate.voters.calls.folders import make_folders, remove, sync_folder, tidy, vanish
from quorate.voters.calls.keeper import TEMPORARY, CallOrder
from quorate.voters.calls.kernel import RESULT
from quorate.voters.calls.nursery import Nursery
from quorate.voters.port import EngineSettings

_EMPTY, _ROOM = ".empty", ".room-"


def room_with(folder: Path, files: Mapping[str, bytes]) -> Path:
    """The one room in a folder with these files, as it was made, whatever programs have done to it."""
    fingerprint = sha256(repr(sorted(files.items())).encode()).hexdigest()[:16]
    path = folder / (f"{_ROOM}{fingerprint}" if files else _EMPTY)
    tidy(str(path), files)
    if not path.is_dir() or any(_content(path / name) != data for name, data in files.items()):
        _furnish(path, files)
    return path


def is_room(name: str) -> bool:
    """True of the name of a room."""
    return name == _EMPTY or (name.startswith(_ROOM) and "." not in name[1:])


def _content(file: Path) -> bytes | None:
    try:
        return file.read_bytes()
    except OSError:
        return None


def _furnish(path: Path, files: Mapping[str, bytes]) -> None:
    """Makes the folder anew, all of it at once; programs at work in the old one keep what they have."""
    from tempfile import mkdtemp  # slow to import, and one room lasts

    make_folders(path.parent)
    new = Path(mkdtemp(prefix=f"{path.name}.", dir=path.parent))
    for name, data in files.items():
        (new / name).parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        (new / name).write_bytes(data)
        (new / name).chmod(0o400)
    for place, _, _ in os.walk(new, topdown=False):
        os.chmod(place, 0o500)
    try:
        new.rename(path)
    except OSError:  # one is there
        vanish(path)
        with suppress(OSError):  # somebody was faster
            new.rename(path)
        vanish(new)
    sync_folder(path.parent)


_LOCK = "lock"
_GLANCE, _PATIENCE = 0.02, 0.5
DAY = 24 * 3600.0
OLD, OLD_WITH_RESULT = 7 * DAY, 90 * DAY  # a result was paid for: whoever goes on after a crash may come late
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}")
_OUTCOMES = (ANSWERED, TIMEOUT, ERROR)
_KINDS: Mapping[str, tuple[type, ...]] = {
    **dict.fromkeys(("outcome", "output", "encoding", "detail", "complaint"), (str,)),
    "status": (int, NoneType),
    "attempts": (int,),
}
_NOTHING: Mapping[str, bytes] = MappingProxyType({})
_LARGEST_RESULT = 16 << 20


class Calls:
    """The folder, what programs may see of the environment, and which calls this process has reserved or started.

    `settings` are those of the kinds of engines, by their names.
    """

    def __init__(
        self,
        folder: str | os.PathLike[str],
        environment: Mapping[str, str],
        settings: Mapping[str, EngineSettings] | None = None,
    ) -> None:
        self.folder = Path(os.path.abspath(folder))
        self.environment = environment
        self.settings = settings or {}
        self._nursery: Nursery | None = None
        self._is_swept = False
        self._reserved: dict[str, int] = {}
        self._started: dict[str, int] = {}
        self._ends: dict[str, int] = {}
        self._stopped: set[str] = set()

    def path(self, call: str) -> Path:
        """The call's own folder."""
        if not _NAME.fullmatch(call):
            raise InputError(f"call: found {call[:60]!r}; allowed: letters, digits, dots and dashes, at most 200")
        return self.folder / call

    def reserve(self, call: str) -> None:
        """Makes the call's folder, on disk for good, and locks it."""
        path = self.path(call)
        self._sweep()
        try:
            make_folders(self.folder)
            path.mkdir(mode=0o700)
            self._reserved[call] = lock = os.open(path / _LOCK, os.O_RDWR | os.O_CREAT, 0o600)
            fcntl.flock(lock, fcntl.LOCK_EX)
            sync_folder(path)
            sync_folder(self.folder)
        except OSError as error:
            if isinstance(error, FileExistsError) and self.knows(call):
                raise Refused(f"the call {call} was reserved before; use a new name for a new call") from None
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
            vanish(self.path(call))
        finally:
            if (lock := self.take(call)) is not None:
                os.close(lock)
            self.let_go(call)

    def prepare(self) -> None:
        """Has the nursery started: whoever knows that calls will come need not wait for it at the first one."""
        if self._nursery is None:
            self._nursery = Nursery(self.folder, self.environment)

    def start(self, call: str, order: CallOrder, lock: int) -> None:
        """Has a keeper started for a call that this process has reserved; it holds the lock from now on."""
        # this one stays open, so that the end of the call is seen even if the program removes the file
        self._started[call] = os.open(self.path(call) / _LOCK, os.O_RDWR)
        self._ends[call], theirs = os.pipe()
        try:
            self._hand_over(call, order, lock, theirs)
        finally:
            os.close(theirs)

    def _hand_over(self, call: str, order: CallOrder, lock: int, end: int) -> None:
        if self._nursery:
            with suppress(OSError):  # somebody has killed it
                return self._nursery.start(self.path(call), order, lock, end)
        self._nursery = Nursery(self.folder, self.environment)
        return self._nursery.start(self.path(call), order, lock, end)

    async def pause(self, call: str) -> float:
        """Waits, until a call that this process has started ends at the latest; gives the longest that it may take."""
        if call not in self._ends:
            await asyncio.sleep(_GLANCE)
            return _GLANCE
        if await is_closed(self._ends[call], _PATIENCE) and call in self._ends:
            os.close(self._ends.pop(call))
        return _PATIENCE

    def has_started(self, call: str) -> bool:
        """True where this process has started the call and waits for its result."""
        return call in self._started

    def let_go(self, call: str) -> None:
        """This process waits no longer for a call that it has started; one that goes on is ended."""
        if call in self._started:
            if self._nursery and self.is_held(call):
                with suppress(OSError):
                    self._nursery.stop(self.path(call))
            os.close(self._started.pop(call))
        if call in self._ends:
            os.close(self._ends.pop(call))

    def stop_all(self) -> int:
        """Ends the calls that this process has started, programs and all, and gives how many: they may be made anew."""
        running = [call for call in self._started if self.is_held(call)]
        self._stopped.update(running)
        if self._nursery:
            self._nursery.stop_all()
            self._nursery = None
        return len(running)

    def is_stopped(self, call: str) -> bool:
        """True where this process has ended the call."""
        return call in self._stopped

    def knows(self, call: str) -> bool:
        """True where the call's folder is here."""
        return self.path(call).is_dir()

    def is_held(self, call: str) -> bool:
        """True while somebody, here or elsewhere on this machine, holds the call's lock."""
        if call in self._started:
            return _is_locked(self._started[call])
        try:
            probe = os.open(self.path(call) / _LOCK, os.O_RDWR)
        except (FileNotFoundError, NotADirectoryError):
            return False
        try:
            return _is_locked(probe)
        finally:
            os.close(probe)

    def is_lost(self, call: str) -> bool:
        """True where nobody holds a known call and it has no result."""
        # the lock is looked at first: a result is there before the lock is let go
        return self.knows(call) and not self.is_held(call) and self.reply(call) is None

    def reply(self, call: str) -> Reply | None:
        """The result of a call, if there is one."""
        try:
            with open(self.path(call) / RESULT, "rb") as file:
                return _read(file.read(_LARGEST_RESULT))
        except FileNotFoundError:
            return None
        except (OSError, ValueError, KeyError, TypeError):
            return Reply(ERROR, detail="the result of the call cannot be read")

    def working_directory(self, files: Mapping[str, bytes] = _NOTHING) -> Path:
        """One folder for all calls with these files in it; programs keep notes per folder, which would pile up."""
        return room_with(self.folder, files)

    def temporary_directory(self, call: str) -> Path:
        """A folder for what this call's program writes down for itself."""
        path = self.path(call) / TEMPORARY
        path.mkdir(mode=0o700, exist_ok=True)
        return path

    def write(self, call: str, name: str, data: bytes) -> None:
        """A new file in the call's folder that only its owner reads."""
        path = self.path(call) / name
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as stream:
            stream.write(data)

    def _sweep(self) -> None:
        if not self._is_swept:
            self._is_swept = True
            sweep(self.folder, time.time(), lambda name: not _NAME.fullmatch(name) or self.is_held(name))


def _is_locked(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    fcntl.flock(file, fcntl.LOCK_UN)
    return False


def _read(result: bytes) -> Reply:
    """The result that a keeper left."""
    stated = json.loads(result)
    if any(type(stated[key]) not in kinds for key, kinds in _KINDS.items()) or stated["outcome"] not in _OUTCOMES:
        raise ValueError("no result of a keeper")
    return Reply(**{key: stated[key] for key in _KINDS})


async def is_closed(descriptor: int, patience: float) -> bool:
    """Waits until nobody holds the other end of a pipe any more; False where that takes longer than so many seconds."""
    loop = asyncio.get_running_loop()
    closed = asyncio.Event()
    loop.add_reader(descriptor, closed.set)
    try:
        await asyncio.wait_for(closed.wait(), patience)
    except TimeoutError:
        return False
    else:
        return True
    finally:
        loop.remove_reader(descriptor)


def sweep(folder: Path, now: float, is_held: Callable[[str], bool]) -> None:
    """Removes what is old and held by nobody; what cannot be removed stays, since nothing depends on it."""
    with suppress(OSError):
        for name in os.listdir(folder):
            with suppress(OSError):
                path = folder / name
                most = OLD_WITH_RESULT if (path / RESULT).exists() else OLD
                is_old = path.is_dir() and now - path.lstat().st_mtime > most
                if not is_room(name) and is_old and (name.startswith(".") or not is_held(name)):
                    remove(str(path))
