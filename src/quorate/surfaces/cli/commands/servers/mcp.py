"""Serve tools to another agent over standard input/output."""

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import store_option, with_help

EXAMPLES = """\b
Examples:
  quorate mcp
  quorate mcp --tools decide,fleet
  claude mcp add quorate -- quorate mcp
"""


@click.command("mcp", epilog=EXAMPLES)
@click.option(
    "--tools",
    default="decide",
    show_default=True,
    metavar="SETS",
    help="Sets of tools: decide, fleet, evidence, learning.",
)
@store_option
@with_help
def command(tools: str, store: str | None) -> int:
    """Serves the Model Context Protocol on standard input and output, until the client closes it.

    A program that calls a tool acts for you, and the record says so. With a key in QUORATE_KEY it acts as whoever the
    key belongs to. An answer that only a person can give is asked of you: in a form where the program shows forms,
    otherwise at the terminal. Needs the optional package `quorate[mcp]`.
    """
    import asyncio
    import importlib.util

    from quorate.core.errors import MissingExtra

    if importlib.util.find_spec("mcp") is None:
        raise MissingExtra("`quorate mcp`", "mcp")
    from quorate.surfaces.mcp.mcp_server import serve_stdio, sets_named

    asyncio.run(serve_stdio(store, sets_named(tools)))
    return exit_status.WORKED
