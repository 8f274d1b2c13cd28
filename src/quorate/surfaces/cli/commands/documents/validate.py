"""Validate a consensus document against its requirements."""

import json
from collections.abc import Iterator, Mapping
from typing import Any

import click

from quorate.protocols import ALIASES, CONSENSUS
from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import with_help

EXAMPLES = """\b
Examples:
  quorate validate consensus.yaml
  quorate validate consensus.json --strict --json
  quorate validate consensus.json --task T2216
  quorate validate --entry entry.json --matrix matrix.json --gate
  quorate validate --task T2216 --manifest MANIFEST.jsonl --matrix matrix.json
  quorate validate --message "Consensus complete. See MANIFEST.jsonl for summary."
"""


@click.command("validate", epilog=EXAMPLES)
@click.argument("file", metavar="[FILE|-]", required=False)
@click.option("--entry", metavar="FILE", help="The manifest entry, in place of FILE.")
@click.option("--matrix", metavar="FILE", help="The voting matrix, in place of FILE.")
@click.option("--manifest", metavar="FILE", help="Where the entry of the task is, in place of --entry.")
@click.option("--message", metavar="TEXT", help="Check an agent's last message, and nothing else.")
@click.option("--strict", is_flag=True, help="Exit status 61 if a requirement is violated.")
@click.option("--gate", is_flag=True, help="For a gate: any violation gives an exit status other than 0.")
@click.option("--task", metavar="ID", default="", help="The task that waits for the answer; implies --gate.")
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON, and nothing else on standard output.")
@click.option(
    "--protocol", default=ALIASES[CONSENSUS], show_default=True, help="evidence, or its other name, consensus."
)
@click.option("--no-color", is_flag=True, expose_value=False, help="No colors.")
@with_help
def command(
    file: str | None,
    strict: bool,
    gate: bool,
    task: str,
    as_json: bool,
    protocol: str,
    message: str | None,
    **parts: Any,
) -> int:
    """Checks FILE, a document with a manifest and a votingMatrix; `-` is standard input.

    In place of FILE: --entry and --matrix, or --task with --manifest, whose latest entry for the task is checked. With
    --message, an agent's last message is checked: `Consensus complete. See MANIFEST.jsonl for summary.`

    Shows the score, the requirements that are violated and how to fix them, and other findings. Exit status: 61 with
    --strict if it is not valid, 67 for a protocol other than evidence. As a gate (--gate or --task), an invalid
    document ends with 61 with --strict, otherwise with 67 and the error E_PROTOCOL_VALIDATION as JSON.
    """
    from quorate.app.documents.ballot_count import check_consensus
    from quorate.core.errors import UnknownName
    from quorate.surfaces.cli.terminal.streams import complain, named, put, put_json
    from quorate.views.documents import closed_gate_plain

    if message is not None:
        return _check_message(message)
    data = _document(file, task, **parts)
    try:
        answer = check_consensus(data, named(file) if file else "the document", protocol)
    except UnknownName as error:
        complain(str(error))
        return exit_status.UNKNOWN_PROTOCOL
    if (gate or task) and not strict and not answer["valid"]:
        put_json(_line(closed_gate_plain(protocol, task, answer)))
        return exit_status.UNKNOWN_PROTOCOL
    if as_json:
        put_json(_line(answer))
    else:
        put("".join(line + "\n" for line in _report(answer)))
    return exit_status.CONSENSUS_VIOLATED if strict and not answer["valid"] else exit_status.WORKED


def _document(file: str | None, task: str, entry: str | None, matrix: str | None, manifest: str | None) -> bytes:
    from quorate.app.evidence.gate_document import GateParts, gate_document
    from quorate.surfaces.cli.terminal.streams import read_document

    if file and (entry or matrix or manifest):
        raise click.UsageError("FILE cannot be combined with --entry, --matrix or --manifest")
    if file:
        return read_document(file)
    entry_data = read_document(entry) if entry else b""
    matrix_data = read_document(matrix) if matrix else b""
    return gate_document(GateParts(entry_data, matrix_data, manifest or "", task))


def _check_message(message: str) -> int:
    from quorate.evidence.spawn_gate import check_message
    from quorate.surfaces.cli.terminal.streams import put_json

    found = check_message(message)
    put_json(_line(found._asdict()))
    return exit_status.WORKED if found.valid else exit_status.UNKNOWN_PROTOCOL


def _line(answer: Mapping[str, Any]) -> str:
    return json.dumps(answer, separators=(",", ":"))


def _report(answer: Mapping[str, Any]) -> Iterator[str]:
    yield f"{'valid' if answer['valid'] else 'not valid'}, score {answer['score']} of 100"
    yield from _section("Violations", answer["violations"])
    yield from _section("Findings (they do not change the score)", answer["findings"])


def _section(title: str, entries: list[Mapping[str, str]]) -> Iterator[str]:
    from quorate.reports.text import one_line

    if entries:
        yield f"\n{title}"
    for entry in entries:
        yield f"  {entry['requirement']} [{entry['severity']}] {one_line(entry['message'])}"
        if fix := entry.get("fix"):
            yield f"    fix: {one_line(fix)}"
