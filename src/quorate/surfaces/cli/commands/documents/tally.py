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
@click.option("--strict", is_flag=True, help="evidence: require four fifths of the agents, or 80 % of the weight.")
@gate_option
@look_options
@with_help
def command(
    file: str, batch: bool, protocol: str | None, input_format: str | None, strict: bool, gate: bool, **look: Any
) -> int:
    """Counts the ballots in FILE, a YAML or JSON document; `-` is standard input.

    With --batch, FILE holds many: one JSON document with an id per line, or a table of votes (CSV or Parquet) with the
    columns question, seat, choice, confidence and weight. Bad lines are reported and skipped; a question with a bad row
    gets no verdict.
    """
    wanted = look_of(**look)
    if batch:
        from quorate.app.documents.batch_count import BatchTerms
        from quorate.surfaces.cli.terminal.output.batch_output import count_batch

        return count_batch(file, input_format, BatchTerms(protocol, strict), wanted, gate=gate)
    if input_format:
        raise click.UsageError("--input-format needs --batch")
    if file.endswith((".jsonl", ".csv", ".parquet")):
        raise click.UsageError(f"{file} looks like a batch; use: quorate tally --batch {file}")
    from quorate.app.documents.ballot_count import count_document

    count = count_document(read_document(file), named(file), protocol, strict=strict)
    show(count.question, count.verdict, wanted)
    return exit_status.gate(count.verdict) if gate else exit_status.WORKED
