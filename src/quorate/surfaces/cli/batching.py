"""Counts a batch: verdicts on standard output, problems and progress on standard error."""

from collections.abc import Generator, Iterable
from contextlib import closing
from typing import NamedTuple

import click

from quorate.batch import Counted, Outcome, count_csv, count_json_lines, count_parquet
from quorate.core.codec import to_json
from quorate.core.errors import DocumentError
from quorate.documents.tally import Tally
from quorate.protocols import protocol_named
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.counting import strict_verdict
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.batch_progress import Progress
from quorate.surfaces.cli.terminal.streams import STANDARD, complain, named, opened, put_json

SUFFIXES = {".csv": "csv", ".parquet": "parquet", ".pq": "parquet"}


class Batch(NamedTuple):
    """What is to be counted, and how."""

    file: str
    protocol: str | None
    input_format: str | None
    strict: bool
    gate: bool

    @property
    def format(self) -> str:
        """As asked for, else by the file's suffix, else JSON lines."""
        suffix = self.file[self.file.rfind(".") :].lower() if "." in self.file else ""
        return self.input_format or SUFFIXES.get(suffix, "jsonl")


def count_batch(batch: Batch, look: Look) -> int:
    """A line per verdict. Exit status 2 if something was refused, else the gate's where it was asked for."""
    if look.form not in ("text", "json"):
        raise click.UsageError(f"--batch prints JSON lines, not {look.form}")
    if batch.protocol:
        protocol_named(batch.protocol)
    try:
        with Progress() as progress, closing(_outcomes(batch, progress)) as outcomes:
            gates = _deliver(outcomes, named(batch.file), progress)
    except DocumentError as error:
        raise error.in_source(named(batch.file)) from None
    if progress.refused:
        return exit_status.WRONG
    return _gate(gates) if batch.gate else exit_status.WORKED


def _outcomes(batch: Batch, progress: Progress) -> Generator[Outcome, None, None]:
    verdict_of = strict_verdict if batch.strict else Tally.verdict
    if batch.format == "parquet":
        if batch.file == STANDARD:
            raise click.UsageError("Parquet is read from a file, not from standard input")
        opened(batch.file).close()
        yield from count_parquet(batch.file, batch.protocol, verdict_of)
    else:
        count = count_csv if batch.format == "csv" else count_json_lines
        with opened(batch.file) as stream:
            yield from count(progress.watching(stream), batch.protocol, verdict_of)


def _deliver(outcomes: Iterable[Outcome], source: str, progress: Progress) -> set[int]:
    """Puts out every outcome; gives the gates that the verdicts came to."""
    gates = set()
    for outcome in outcomes:
        if isinstance(outcome, Counted):
            put_json(to_json(outcome.verdict, outcome.id))
            gates.add(exit_status.gate(outcome.verdict))
            progress.counted()
        else:
            progress.clear()
            for problem in outcome.problems:
                complain(problem.sentence(source))
            progress.refuse()
    return gates


def _gate(gates: set[int]) -> int:
    """Open only if every verdict may be acted on, and there is one."""
    if gates == {exit_status.WORKED}:
        return exit_status.WORKED
    return exit_status.BLOCKED if exit_status.BLOCKED in gates else exit_status.PERSON_NEEDED
