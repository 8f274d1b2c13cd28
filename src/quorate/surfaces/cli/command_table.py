"""The table of commands. A command is imported when it is called, so that none pays for another."""

import click

from quorate.surfaces.cli.commands import command_named, summaries, titled_summaries
from quorate.surfaces.cli.options import with_help, with_version

EXAMPLES = """\b
Examples:
  quorate demo
  quorate decide "Adopt Postgres for the queue?" --seat ops=person --seat dev=person:ben
  quorate inbox
  quorate tally ballots.yaml
  quorate decide --help
"""


class Commands(click.Group):
    """The table of commands; their modules are found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order of the help."""
        return list(summaries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command's module, if there is such a command."""
        found = command_named(cmd_name)
        if found is None and not ctx.resilient_parsing and not cmd_name.startswith("-"):
            raise click.UsageError(_no_such_command(cmd_name), ctx)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Lists the commands by subject, without importing any."""
        columns = max(map(len, summaries()))
        for title, commands in titled_summaries().items():
            with formatter.section(title):
                formatter.write_dl([(name.ljust(columns), said) for name, said in commands.items()])


def _no_such_command(name: str) -> str:
    from difflib import get_close_matches  # only an error needs it

    known = summaries()
    near = get_close_matches(name[:60], known, 1)
    nearest = f"nearest: {near[0]}; " if near else ""
    return f"no command called {name!r}; {nearest}there are: {', '.join(known)}"


@click.group(cls=Commands, epilog=EXAMPLES)
@with_version
@with_help
def program() -> None:
    """Puts a question to a panel, counts its sealed ballots by a named protocol, and keeps an auditable record.

    Exit status: 0 success, 1 failure, 2 wrong input or usage, 130 interrupted (Ctrl-C). With --gate: 0 the verdict may
    be acted on, 3 it is blocked, 4 a person or more information is needed.
    """
