"""Explain a verdict, and what would have changed it."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import manner_of, store_option, table_options, with_help
from quorate.surfaces.cli.terminal.streams import named, names_a_file, read_document

if TYPE_CHECKING:
    from quorate.analysis.explain import Explanation

EXAMPLES = """\b
Examples:
  quorate explain MAGI-2026-1115-001
  quorate explain ballots.yaml
  quorate explain MAGI-2026-1115-001 --json
"""


@click.command("explain", epilog=EXAMPLES)
@click.argument("target", metavar="ID|FILE|-")
@store_option
@table_options
@with_help
def command(target: str, **manner: Any) -> int:
    """Explains a verdict: the rule that decided, flags, requirements, failures, and what would have changed it.

    ID is a deliberation; FILE is a tally document (a name with a dot or a slash is a file). The smallest change is the
    one that changes the fewest ballots and, among those, shifts confidences least. On a large panel only changes to a
    few ballots are tried; the output says so.

    ID may be shortened to its ending, or be `last`.
    """
    from quorate.core.codec import shown_line
    from quorate.surfaces.cli.terminal.streams import put, put_json
    from quorate.views.analysis import shown_explanation

    wanted = manner_of(**manner)
    found, look = _found(target, wanted.store), wanted.look
    if look.form == "json":
        put_json(shown_line(shown_explanation(found)))
    else:
        from quorate.reports import render_explanation

        put(render_explanation(found, lang=look.lang, ascii_only=look.ascii_only, width=look.width))
    return exit_status.WORKED


def _found(target: str, store: str | None) -> "Explanation":
    from quorate.app.verdict_analysis import explain, explain_document
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.runner import app_at

    if names_a_file(target):
        return explain_document(read_document(target), named(target))
    with app_at(store) as at:
        return at.run(explain(at.app, at.who, to_read(at, target)))
