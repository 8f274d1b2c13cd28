"""The token of a server in a file that only its user can read, for as long as the server runs."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

from quorate.surfaces.http.server import Started


class TokenFile:
    """Where the token is kept, once there is one; `place` gives the file for a port."""

    def __init__(self, place: Callable[[int], Path]) -> None:
        self._place = place
        self.file: Path | None = None

    def write(self, started: Started) -> str:
        """Writes the token of this server, if it has one, and gives the file."""
        if not started.token:
            return ""
        self.file = self._place(int(started.address.rpartition(":")[2]))
        self.file.unlink(missing_ok=True)
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        handle = os.open(self.file, flags, 0o600)
        try:
            os.write(handle, started.token.encode() + b"\n")
        finally:
            os.close(handle)
        return str(self.file)


@contextmanager
def token_file(place: Callable[[int], Path]) -> Iterator[TokenFile]:
    """The file is gone with the server."""
    kept = TokenFile(place)
    try:
        yield kept
    finally:
        if kept.file:
            kept.file.unlink(missing_ok=True)
