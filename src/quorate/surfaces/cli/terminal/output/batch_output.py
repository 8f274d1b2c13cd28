"""A batch: verdicts on standard output, problems and progress on standard error."""

from collections.abc import Generator, Iterable, Iterator
from contextlib import closing
from typing import TYPE_CHECKING

import click

from quorate.app.documents.batch_count import (
    PARQUET,
    BatchTerms,
    Written,
    batch_format,
    write_parquet_file,
    write_stream,
)
from quorate.batch.outcome import RefusedQuestion, WrittenVerdict
from quorate.core.codec import json_line
from quorate.core.errors import DocumentError
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.live.batch_progress import Progress
from quorate.surfaces.cli.terminal.streams import STANDARD, complain, named, opened, put_json

if TYPE_CHECKING:
    from quorate.batch.agreement.inferred import AgreedAnswer


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
    from quorate.app.documents.agreement_count import infer_parquet_file, infer_stream

    if form == PARQUET:
        opened(file).close()
        yield from infer_parquet_file(file, method)
        return
    with opened(file) as stream:
        yield from infer_stream(stream, form, method)


def _deliver(outcomes: Iterable[Written], source: str, progress: Progress) -> set[int]:
    """Puts out every outcome; gives the gates that the verdicts came to."""
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
    return set(map(exit_status.gate, kinds.values()))


def _gate(gates: set[int]) -> int:
    """Open only if every verdict may be acted on, and there is one."""
    if gates == {exit_status.WORKED}:
        return exit_status.WORKED
    return exit_status.BLOCKED if exit_status.BLOCKED in gates else exit_status.PERSON_NEEDED
