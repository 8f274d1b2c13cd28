"""Where programs work: folders that hold what their programs need to find there and nothing else.

Programs keep notes per folder, which would pile up if every call had one of its own.
"""

import os
from collections.abc import Mapping
from contextlib import suppress
from hashlib import sha256
from pathlib import Path

from quorate.voters.calls.folders import make_folders, sync_folder, tidy, vanish

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
