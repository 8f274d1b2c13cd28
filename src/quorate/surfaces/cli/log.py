"""`quorate log`: all deliberations."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import manner_of, page_options, store_option, table_options

EXAMPLES = """\b
Examples:
  quorate log
  quorate log --search postgres --limit 5
  quorate log --json --after 120
"""


@click.command("log", epilog=EXAMPLES)
@click.option("--search", default="", metavar="TEXT", help="Only those whose id, subject or outcome has this text.")
@page_options
@store_option
@table_options
@with_help
def command(search: str, after: str, limit: int, **manner: Any) -> int:
    """Lists all deliberations, newest first: date, subject, outcome, decision, status."""
    from quorate.surfaces.cli.listing import list_log

    return list_log(search, after, limit, manner_of(**manner))
