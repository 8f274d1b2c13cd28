"""The command line. A command is imported when it is called, so that none pays for another."""

from importlib import import_module

import click

from quorate.surfaces.cli import commands
from quorate.surfaces.cli.commands import command_named
from quorate.surfaces.cli.help_options import with_help, with_version

LEFT = {
    "inbox": "List what waits for people and agents.",
    "log": "List all deliberations, newest first.",
    "show": "Show a deliberation as it stands.",
    "report": "Write the report of a deliberation.",
    "risks": "List what verdicts leave behind, and keep it up to date.",
    "explain": "Say why a verdict is as it is, and what would have changed it.",
    "retally": "Count the same ballots by another protocol, and compare.",
    "backup": "Copy the record into a file.",
    "restore": "Fill an empty record from a backup.",
    "engines": "List the engines that can be asked here, and what is missing.",
    "init": "Write a settings file to begin with.",
    "export": "Write a deliberation into a file that can be checked.",
    "verify": "Check whether anything was changed after it was stored.",
    "checkpoint": "State what the record holds, signed.",
    "redact": "Take a text out of the record and leave its hash.",
    "tally": "Count the ballots in a document, or in many.",
    "read": "Say what a reply would come to as a ballot, and why.",
    "validate": "Check a consensus document against its requirements.",
    "demo": "A complete deliberation on ballots that come with Quorate.",
    "schema": "Print the JSON Schema of a document.",
    "completion": "Print the script that completes commands in a shell.",
}
"""Commands that are not in `commands` yet."""
EXAMPLES = """\b
Examples:
  quorate demo
  quorate decide "Adopt Postgres for the queue?" --seat ops=person --seat dev=person:ben
  quorate inbox
  quorate tally ballots.yaml
  quorate decide --help
"""


def summaries() -> dict[str, str]:
    """Every command with what it does, in the order in which they are likely to be wanted."""
    return {**commands.summaries(), **LEFT}


class Commands(click.Group):
    """The table of commands; their modules are found by name."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """In the order in which they are likely to be wanted."""
        return list(summaries())

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Imports the command's module, if there is such a command."""
        found = command_named(cmd_name)
        if found is None and cmd_name in LEFT:
            found = import_module(f"{__name__}.{cmd_name}").command
        if found is None and not ctx.resilient_parsing and not cmd_name.startswith("-"):
            raise click.UsageError(_no_such_command(cmd_name), ctx)
        return found

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:  # noqa: ARG002
        """Lists the commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(summaries().items()))


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
    """Puts a question to a panel, counts its sealed ballots by a named protocol, and keeps the record.

    Exit status: 0 it worked, 2 the input or usage is wrong, 1 something failed. With --gate: 0 the verdict may be
    acted on, 3 it blocks, 4 a person or more is needed.
    """


def main() -> int:
    """Runs the program and gives its exit status."""
    import gc
    import sys

    from quorate.surfaces.cli.entry import run

    status = run(program)
    if "duckdb" not in sys.modules:  # which complains at the end about whatever was not collected
        gc.freeze()  # the process ends: looking through all modules for garbage would take a tenth of a short run
    return status
