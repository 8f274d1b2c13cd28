"""Rows grouped by question, in memory while they fit and in temporary files when they do not.

What does not fit is spread over files by a hash of the question, so that all rows of one question land in the same
file. Each file is then grouped by itself, and the groups of all files are merged by the line of their first row.
"""

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import ExitStack
from heapq import merge
from operator import attrgetter
from typing import IO, Any, Self

from quorate.core.panel import MOST_SEATS
from quorate.documents.container import LARGEST

BUDGET = 32 * 1024 * 1024
_FILES = 64
_DEEPEST = 4
_OVERHEAD = 450  # what Python's objects for one row or one group weigh besides their text
_BY_FIRST_LINE = attrgetter("first")


class QuestionRows:
    """The rows of one question: the line of the first, the rows, and whether they can be counted."""

    __slots__ = ("first", "is_overfull", "is_refused", "question", "rows", "size")

    def __init__(
        self,
        first: int,
        question: str,
        rows: list[Sequence[Any]],
        size: int,
        is_refused: bool = False,
        is_overfull: bool = False,
    ) -> None:
        self.first, self.question, self.rows, self.size = first, question, rows, size
        self.is_refused, self.is_overfull = is_refused, is_overfull

    def take(self, other: "QuestionRows") -> int:
        """Joins the rows of both, and gives by how much that grows; a question that cannot be counted keeps none."""
        if other.first < self.first:
            self.first = other.first
        if other.is_refused:
            self.is_refused = True
        if other.is_overfull or len(self.rows) + len(other.rows) > MOST_SEATS or self.size + other.size > LARGEST:
            self.is_overfull = True
        if self.is_overfull or self.is_refused:
            gone = self.size + _OVERHEAD * len(self.rows)
            self.rows, self.size = [], 0
            return -gone
        self.rows += other.rows
        self.size += other.size
        return other.size + _OVERHEAD * len(other.rows)

    @property
    def footprint(self) -> int:
        """About how many bytes of memory it takes."""
        return len(self.question) + self.size + _OVERHEAD * (1 + len(self.rows))

    def written(self) -> str:
        """The group as one line of text."""
        values = [self.first, self.question, self.rows, self.size, self.is_refused, self.is_overfull]
        return json.dumps(values) + "\n"


class Spool:
    """Takes rows in the order of their lines and gives groups in the order of their first lines."""

    def __init__(self, budget: int = BUDGET, depth: int = 0) -> None:
        self._budget, self._depth = budget, depth
        self._footprint = 0
        self._groups: dict[str, QuestionRows] = {}
        self._files: dict[int, IO[str]] = {}
        self._has_spilled = False
        self._open = ExitStack()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()

    def add(self, line: int, question: str, cells: Sequence[str]) -> None:
        """Takes one row."""
        self.take(QuestionRows(line, question, [(line, *cells)], sum(map(len, cells))))

    def refuse(self, line: int, question: str) -> None:
        """Lets nothing of this question be counted, wherever its rows stand."""
        self.take(QuestionRows(line, question, [], 0, is_refused=True))

    def take(self, group: QuestionRows) -> None:
        """Takes the rows of one question, or some of them."""
        if self._has_spilled:
            self._write(group)
            return
        known = self._groups.setdefault(group.question, group)
        self._footprint += group.footprint if known is group else known.take(group)
        if self._footprint > self._budget and self._depth < _DEEPEST:
            self._spill()

    def groups(self) -> Iterator[QuestionRows]:
        """Every group in the order of first lines; asked for once, after the last row."""
        if not self._has_spilled:
            return iter(sorted(self._groups.values(), key=_BY_FIRST_LINE))
        return merge(*[_read(self._grouped(file)) for file in self._files.values()], key=_BY_FIRST_LINE)

    def _spill(self) -> None:
        self._has_spilled = True
        for group in self._groups.values():
            self._write(group)
        self._groups.clear()

    def _write(self, group: QuestionRows) -> None:
        # the depth is part of the hash: what shares a file here is spread anew one level down
        number = hash((self._depth, group.question)) % _FILES
        if number not in self._files:
            self._files[number] = self._temporary()
        self._files[number].write(group.written())

    def _grouped(self, file: IO[str]) -> IO[str]:
        """The file's content as complete groups in the order of first lines."""
        result = self._temporary()
        with file, Spool(self._budget, self._depth + 1) as inner:
            for group in _read(file):
                inner.take(group)
            result.writelines(group.written() for group in inner.groups())
        return result

    def _temporary(self) -> IO[str]:
        from tempfile import TemporaryFile  # only large inputs need it

        # it has no name, so it is gone with the process, whatever ends that
        return self._open.enter_context(TemporaryFile("w+", encoding="ascii"))


def _read(file: IO[str]) -> Iterable[QuestionRows]:
    file.seek(0)
    return (QuestionRows(*json.loads(line)) for line in file)
