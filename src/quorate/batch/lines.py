"""Lines of a stream, none of them held in memory beyond a limit."""

from collections.abc import Iterator
from typing import NamedTuple, Protocol

from quorate.core.errors import Problem
from quorate.documents.container import LARGEST

_CHUNK = 1 << 16


class Stream(Protocol):
    """What lines are read from: any binary file."""

    def readline(self, size: int = -1, /) -> bytes: ...


class NumberedLine(NamedTuple):
    """One line with its number; a line over the limit is cut and not whole."""

    number: int
    data: bytes
    is_whole: bool = True

    def too_long(self, limit: int = LARGEST) -> Problem:
        """What to say of a line that is not whole."""
        return Problem((), "a longer line", f"at most {limit} bytes", self.number)


def lines_of(stream: Stream, limit: int = LARGEST, *, first: int = 1) -> Iterator[NumberedLine]:
    """Every line, from 1 or another first number."""
    number = first - 1
    while data := stream.readline(limit + 2):
        number += 1
        if len(data.rstrip(b"\r\n")) <= limit:
            yield NumberedLine(number, data)
        else:
            _skip_rest(stream, data)
            yield NumberedLine(number, data[:limit], is_whole=False)


def _skip_rest(stream: Stream, data: bytes) -> None:
    while data and not data.endswith(b"\n"):
        data = stream.readline(_CHUNK)
