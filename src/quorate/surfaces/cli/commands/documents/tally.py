"""Count the ballots in one document, or in many."""

from typing import Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import gate_option, look_of, look_options, with_help
from quorate.surfaces.cli.terminal.output.verdict_output import show
from quorate.surfaces.cli.terminal.streams import named, read_document

EXAMPLES = """\b
Examples:
  quorate tally ballots.yaml
  quorate tally ballots.yaml --format madr > decision.md
  cat ballots.json | quorate tally - --json
  quorate tally ballots.yaml --gate && ./deploy
  quorate tally --batch questions.jsonl > verdicts.jsonl
  quorate tally --batch votes.csv --protocol quorum
  quorate tally --batch votes.csv --jobs 4
  quorate tally --batch votes.csv --infer dawid-skene
"""


@click.command("tally", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@click.option(
    "--batch", is_flag=True, help="Count many: JSON lines, CSV or Parquet; prints one verdict per line as JSON."
)
@click.option(
    "--protocol", help="magi, judges, quorum, evidence, weighted or an added one (default: the document's, or magi)."
)
@click.option(
    "--input-format",
    type=click.Choice(["jsonl", "csv", "parquet"]),
    help="Format of a batch (default: by file suffix).",
)
@click.option(
    "--jobs",
    type=click.IntRange(1, 64),
    default=1,
    metavar="N",
    help="With --batch: processes that count; the output is the same (default: 1).",
)
@click.option(
    "--infer",
    type=click.Choice(["majority", "dawid-skene"]),
    help="With --batch: print what the votes agree on, in place of verdicts. It is agreement, not truth.",
)
@click.option("--strict", is_flag=True, help="evidence: require four fifths of the agents, or 80 % of the weight.")
@gate_option
@look_options
@with_help
def command(
    file: str,
    batch: bool,
    protocol: str | None,
    input_format: str | None,
    jobs: int,
    infer: str | None,
    strict: bool,
    gate: bool,
    **look: Any,
) -> int:
    """Counts the ballots in FILE, a YAML or JSON document; `-` is standard input.

    With --batch, FILE holds many: one JSON document with an id per line, or a table of votes (CSV or Parquet) with the
    columns question, seat, choice, confidence and weight. Bad lines are reported and skipped; a question with a bad row
    gets no verdict.
    """
    wanted = look_of(**look)
    if batch:
        from quorate.app.documents.batch_count import BatchTerms
        from quorate.surfaces.cli.terminal.output.batch_output import count_batch, infer_batch

        if infer:
            _check_alone(protocol, strict, gate, jobs)
            return infer_batch(file, input_format, infer, wanted)
        return count_batch(file, input_format, BatchTerms(protocol, strict, jobs), wanted, gate=gate)
    for option, is_given in (("--input-format", input_format), ("--jobs", jobs > 1), ("--infer", infer)):
        if is_given:
            raise click.UsageError(f"{option} needs --batch")
    if file.endswith((".jsonl", ".csv", ".parquet")):
        raise click.UsageError(f"{file} looks like a batch; use: quorate tally --batch {file}")
    from quorate.app.documents.ballot_count import count_document

    count = count_document(read_document(file), named(file), protocol, strict=strict)
    show(count.question, count.verdict, wanted)
    return exit_status.gate(count.verdict) if gate else exit_status.WORKED


def _check_alone(protocol: str | None, strict: bool, gate: bool, jobs: int) -> None:
    """No protocol counts where votes are only compared, so that nothing may be acted on either."""
    for option, is_given in (("--protocol", protocol), ("--strict", strict), ("--gate", gate), ("--jobs", jobs > 1)):
        if is_given:
            raise click.UsageError(f"{option} is for verdicts, and --infer prints none")
