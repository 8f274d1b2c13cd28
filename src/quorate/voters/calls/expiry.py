"""Removes the folders of calls that nobody will ask about any more, such as those of a crash before the claim."""

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from quorate.voters.calls.cleanup import remove
from quorate.voters.calls.result import RESULT
from quorate.voters.calls.workspace import is_room

DAY = 24 * 3600.0
OLD, OLD_WITH_RESULT = 7 * DAY, 90 * DAY  # a result was paid for: whoever goes on after a crash may come late


def sweep(folder: Path, now: float, is_held: Callable[[str], bool]) -> None:
    """Removes what is old and held by nobody; what cannot be removed stays, since nothing depends on it."""
    with suppress(OSError):
        for name in os.listdir(folder):
            with suppress(OSError):
                if not is_room(name) and _is_old(folder / name, now) and (name.startswith(".") or not is_held(name)):
                    remove(str(folder / name))


def _is_old(path: Path, now: float) -> bool:
    age = now - path.lstat().st_mtime
    return path.is_dir() and age > (OLD_WITH_RESULT if (path / RESULT).exists() else OLD)
