"""Print the JSON Schema of a document."""

import click

from quorate.surfaces.cli.options import with_help
from quorate.surfaces.cli.terminal.streams import put

EXAMPLES = """\b
Examples:
  quorate schema
  quorate schema tally-magi > tally-magi.schema.json
"""


@click.command("schema", epilog=EXAMPLES)
@click.argument("name", required=False)
@with_help
def command(name: str | None) -> None:
    """Prints the JSON Schema called NAME, or the names of all schemas."""
    from quorate.app.documents.schema_list import schema_names, schema_text

    put("\n".join(schema_names()) if name is None else schema_text(name).rstrip("\n"))
    put("\n")
