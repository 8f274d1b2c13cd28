"""Write the report of a deliberation."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, id_argument, look_options_with, manner_of, store_option, with_help
from quorate.surfaces.cli.terminal.streams import STANDARD

if TYPE_CHECKING:
    from quorate.app.app import Deliberation

EXAMPLES = """\b
Examples:
  quorate report MAGI-2026-1115-001
  quorate report MAGI-2026-1115-001 --format html -o queue.html
  quorate report MAGI-2026-1115-001 --format madr -o docs/decisions/0042-queue.md
"""


@click.command("report", epilog=EXAMPLES)
@id_argument
@click.option("-o", "--output", metavar="FILE", help="Write it to this file (default: standard output).")
@store_option
@look_options_with("markdown")
@with_help
def command(deliberation: str, output: str | None, **manner: Any) -> int:
    """Writes the report of the deliberation ID."""
    from quorate.app.deliberation_list import show_deliberation
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.output.deliberation_output import put_deliberation
    from quorate.surfaces.cli.terminal.output.written_file import write_file
    from quorate.surfaces.cli.terminal.runner import app_at

    if not manner["as_json"]:
        manner["form"] = manner["form"] or "markdown"
    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        found = at.run(show_deliberation(at.app, at.who, to_read(at, deliberation)))
    if output is None or output == STANDARD:
        put_deliberation(found, wanted.look)
    else:
        write_file(Path(output), _text(found, wanted.look._replace(coloured=False)))
    return exit_status.WORKED


def _text(found: "Deliberation", look: Look) -> str:
    from quorate.surfaces.cli.terminal.output.deliberation_output import rendered
    from quorate.views.deliberation_line import line_in_full

    if look.form == "json":
        return line_in_full(found.session, found.history, found.record) + "\n"
    return rendered(found, look)
