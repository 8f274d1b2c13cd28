"""`quorate validate`: a consensus document against its requirements."""

import click

from quorate.protocols import ALIASES, CONSENSUS
from quorate.surfaces.cli.help_options import with_help

EXAMPLES = """\b
Examples:
  quorate validate consensus.yaml
  quorate validate consensus.json --strict --json
  quorate validate consensus.json --task T2216
"""


@click.command("validate", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@click.option("--strict", is_flag=True, help="Exit status 61 where a requirement is violated.")
@click.option("--gate", is_flag=True, help="For a gate: every violation ends with a status other than 0.")
@click.option("--task", metavar="ID", default="", help="The task that waits for the answer, which makes it a gate.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON, and nothing else on standard output.")
@click.option(
    "--protocol", default=ALIASES[CONSENSUS], show_default=True, help="evidence, or consensus, its other name."
)
@click.option("--no-color", is_flag=True, expose_value=False, help="No colours.")
@with_help
def command(file: str, strict: bool, gate: bool, task: str, as_json: bool, protocol: str) -> int:
    """Checks FILE, a document with a manifest and a votingMatrix, or standard input for `-`.

    Says how it scores, which requirements it violates and how to fix that, and what else was found. Exit status 61
    with --strict where it is not valid, 67 for a protocol that is not evidence. As a gate (--gate, or --task) a
    document that is not valid ends with 61 with --strict, else with 67 and the error E_PROTOCOL_VALIDATION as JSON.
    """
    from quorate.surfaces.cli.validating import Check, validate_document

    return validate_document(Check(file, protocol, strict, gate or bool(task), task), as_json)
