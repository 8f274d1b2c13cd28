"""`quorate inbox`: what waits for somebody."""

from typing import Any

import click

from quorate.surfaces.cli.help_options import with_help
from quorate.surfaces.cli.options import manner_of, page_options, store_option, table_options

EXAMPLES = """\b
Examples:
  quorate inbox
  quorate inbox --mine
  quorate inbox --for ben --json
"""


@click.command("inbox", epilog=EXAMPLES)
@click.option("--for", "who", metavar="NAME", help="Only what this person or agent may answer.")
@click.option("--mine", is_flag=True, help="Only what you may answer.")
@page_options
@store_option
@table_options
@with_help
def command(who: str | None, mine: bool, after: str, limit: int, **manner: Any) -> int:
    """Lists the ballots and answers that are awaited, newest deliberation first."""
    from quorate import config
    from quorate.surfaces.cli.listing import list_inbox

    if who is not None and mine:
        raise click.UsageError("--for and --mine are two different wishes")
    return list_inbox(config.user() if mine else who or "", after, limit, manner_of(**manner))
