"""A batch: verdicts on standard output, problems and progress on standard error."""

from collections.abc import Generator, Iterable
from contextlib import closing

import click

from quorate.app.documents.batch_count import PARQUET, BatchTerms, batch_format, count_parquet_file, count_stream
from quorate.batch import CountedQuestion, Outcome
from quorate.core.codec import to_json
from quorate.core.errors import DocumentError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.live.batch_progress import Progress
from quorate.surfaces.cli.terminal.streams import STANDARD, complain, named, opened, put_json


def count_batch(file: str, form: str | None, terms: BatchTerms, look: Look, *, gate: bool) -> int:
    """A line per verdict. Exit status 2 if something was refused, else the gate's where it was asked for."""
    if look.form not in ("text", "json"):
        raise click.UsageError(f"--batch prints JSON lines, not {look.form}")
    try:
        with Progress() as progress, closing(_outcomes(file, form, terms, progress)) as outcomes:
            gates = _deliver(outcomes, named(file), progress)
    except DocumentError as error:
        raise error.in_source(named(file)) from None
    if progress.refused:
        return exit_status.WRONG
    return _gate(gates) if gate else exit_status.WORKED


def _outcomes(file: str, form: str | None, terms: BatchTerms, progress: Progress) -> Generator[Outcome, None, None]:
    wanted = form or batch_format(file)
    if wanted == PARQUET:
        if file == STANDARD:
            raise click.UsageError("Parquet is read from a file, not from standard input")
        opened(file).close()
        yield from count_parquet_file(file, terms)
    else:
        with opened(file) as stream:
            yield from count_stream(progress.watching(stream), wanted, terms)


def _deliver(outcomes: Iterable[Outcome], source: str, progress: Progress) -> set[int]:
    """Puts out every outcome; gives the gates that the verdicts came to."""
    gates = set()
    for outcome in outcomes:
        if isinstance(outcome, CountedQuestion):
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
