"""`quorate validate`: a consensus document against its requirements."""

import click

from quorate.surfaces.cli.eager import with_help

EXAMPLES = """\b
Examples:
  quorate validate consensus.yaml
  quorate validate consensus.json --strict --json
"""


@click.command("validate", epilog=EXAMPLES)
@click.argument("file", metavar="FILE|-")
@click.option("--strict", is_flag=True, help="Exit status 61 where a requirement is violated.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON, and nothing else on standard output.")
@click.option("--protocol", default="evidence", show_default=True, help="evidence, or consensus, its other name.")
@click.option("--no-color", is_flag=True, expose_value=False, help="No colours.")
@with_help
def command(file: str, strict: bool, as_json: bool, protocol: str) -> int:
    """Checks FILE, a document with a manifest and a votingMatrix, or standard input for `-`.

    Says how it scores, which requirements it violates and how to mend that, and what else was found. Exit status 61
    with --strict where it is not valid, 67 for a protocol that is not evidence.
    """
    from quorate.surfaces.cli.validating import validate_document

    return validate_document(file, protocol, strict, as_json)
