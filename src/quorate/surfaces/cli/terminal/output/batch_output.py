"""A batch: verdicts on standard output, problems and progress on standard error."""

import os
import sys
import time
from collections.abc import Generator, Iterator
from contextlib import closing
from typing import TYPE_CHECKING, BinaryIO, Self

import click

from quorate.app.documents.batch_count import (
    PARQUET,
    BatchTerms,
    Written,
    batch_format,
    write_parquet_file,
    write_stream,
)
from quorate.batch.json_lines import Stream
from quorate.batch.outcome import RefusedQuestion, WrittenVerdict
from quorate.core.codec import json_line
from quorate.core.errors import DocumentError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.streams import (
    STANDARD,
    complain,
    error_is_terminal,
    is_terminal,
    named,
    opened,
    put_json,
)

if TYPE_CHECKING:
    from quorate.batch.agreement.inferred import AgreedAnswer

_EVERY = 0.25
_ERASE = "\r\x1b[K"


class Progress:
    """Counts what was counted and refused, and says so a few times a second on a terminal."""

    def __init__(self) -> None:
        self.verdicts = self.refused = self._read = self._size = 0
        self._is_seen = error_is_terminal()
        self._is_live = self._is_seen and not is_terminal()  # verdicts on the terminal are progress enough
        self._began = self._next = time.monotonic()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: object, *_: object) -> None:
        self.clear()
        if self._is_seen and kind is None:
            self._write(self._summary() + "\n")

    def counted(self) -> None:
        """One verdict more."""
        self.verdicts += 1
        self._tick()

    def refuse(self) -> None:
        """One line or question more that has problems."""
        self.refused += 1

    def clear(self) -> None:
        """Makes room for a message."""
        if self._is_live:
            self._write(_ERASE)

    def watching(self, stream: BinaryIO) -> Stream:
        """The stream itself, or one that shows how much of it was read."""
        if not self._is_live:
            return stream
        self._size = os.fstat(stream.fileno()).st_size
        return _Watched(stream, self)

    def read(self, size: int) -> None:
        """So many bytes more of the input."""
        self._read += size
        self._tick()

    def _tick(self) -> None:
        if self._is_live and (now := time.monotonic()) >= self._next:
            self._next = now + _EVERY
            share = f", {100 * self._read // self._size} % read" if self._size else ""
            self._write(f"{_ERASE}{self.verdicts:,} verdicts, {self._rate(now):,.0f} a second{share}")

    def _rate(self, now: float) -> float:
        return self.verdicts / max(now - self._began, 1e-3)

    def _summary(self) -> str:
        now = time.monotonic()
        refused = f", {self.refused:,} refused" if self.refused else ""
        return f"{self.verdicts:,} verdicts{refused} in {now - self._began:.1f} s ({self._rate(now):,.0f} a second)"

    def _write(self, text: str) -> None:
        sys.stderr.write(text)
        sys.stderr.flush()


class _Watched:
    """A stream that tells how much was read."""

    def __init__(self, stream: BinaryIO, progress: Progress) -> None:
        self._stream, self._progress = stream, progress

    def readline(self, size: int = -1, /) -> bytes:
        """As the stream itself."""
        data = self._stream.readline(size)
        self._progress.read(len(data))
        return data


def count_batch(file: str, form: str | None, terms: BatchTerms, look: Look, *, gate: bool) -> int:
    """A line per verdict. Exit status 2 if something was refused, else the gate's where it was asked for."""
    if look.form not in ("text", "json"):
        raise click.UsageError(f"--batch prints JSON lines, not {look.form}")
    try:
        with Progress() as progress, closing(_outcomes(file, form, terms, progress)) as outcomes:
            source = named(file)
            kinds: dict[tuple[str, bool], WrittenVerdict] = {}
            for outcome in outcomes:
                if isinstance(outcome, WrittenVerdict):
                    put_json(outcome.text)
                    kinds.setdefault((outcome.action, outcome.may_be_acted_on), outcome)
                    progress.counted()
                else:
                    progress.clear()
                    for problem in outcome.problems:
                        complain(problem.wording(source))
                    progress.refuse()
            gates = set(map(exit_status.gate, kinds.values()))
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    if progress.refused:
        return exit_status.WRONG
    return _gate(gates) if gate else exit_status.WORKED


def _outcomes(file: str, form: str | None, terms: BatchTerms, progress: Progress) -> Generator[Written, None, None]:
    wanted = form or batch_format(file)
    if wanted == PARQUET:
        if file == STANDARD:
            raise click.UsageError("Parquet is read from a file, not from standard input")
        opened(file).close()
        yield from write_parquet_file(file, terms)
    else:
        with opened(file) as stream:
            yield from write_stream(progress.watching(stream), wanted, terms)


def infer_batch(file: str, form: str | None, method: str, look: Look) -> int:
    """A line per question: what its votes agree on. Exit status 2 if something was refused."""
    if look.form not in ("text", "json"):
        raise click.UsageError(f"--batch prints JSON lines, not {look.form}")
    refused = 0
    try:
        for answer in _answers(file, form or batch_format(file), method):
            if isinstance(answer, RefusedQuestion):
                refused += 1
                for problem in answer.problems:
                    complain(problem.sentence(named(file)))
            else:
                put_json(json_line(answer._asdict()))
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    return exit_status.WRONG if refused else exit_status.WORKED


def _answers(file: str, form: str, method: str) -> "Iterator[AgreedAnswer | RefusedQuestion]":
    from quorate.app.documents.batch_count import infer_parquet_file, infer_stream

    if form == PARQUET:
        opened(file).close()
        yield from infer_parquet_file(file, method)
        return
    with opened(file) as stream:
        yield from infer_stream(stream, form, method)


def _gate(gates: set[int]) -> int:
    """Open only if every verdict may be acted on, and there is one."""
    if gates == {exit_status.WORKED}:
        return exit_status.WORKED
    return exit_status.BLOCKED if exit_status.BLOCKED in gates else exit_status.PERSON_NEEDED
