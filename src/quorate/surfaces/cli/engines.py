"""`quorate engines`: which engines can be asked here."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import manner_of, table_options

EXAMPLES = """\b
Examples:
  quorate engines
  quorate engines --refresh
  quorate engines --json
"""


@click.command("engines", epilog=EXAMPLES)
@click.option("--refresh", is_flag=True, help="Look again, whatever was found a few minutes ago.")
@table_options
@with_help
def command(refresh: bool, **look: Any) -> int:
    """Lists Claude, Codex and Gemini: their programs, versions, whether they are logged in, and what is missing.

    Nothing is asked of a model and nothing is spent. What was found is kept for some minutes in QUORATE_HOME. The exit
    status is 0 also where something is missing.
    """
    from quorate.surfaces.cli.surveying import list_engines

    return list_engines(manner_of(store=None, **look).look, refresh=refresh)
