"""List all deliberations, newest first."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import manner_of, page_options, store_option, table_options, with_help

if TYPE_CHECKING:
    from quorate.surfaces.cli.options import Look
    from quorate.surfaces.cli.terminal.output.tables import Row
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.views.lists import ListEntry

EXAMPLES = """\b
Examples:
  quorate log
  quorate log --search postgres --limit 5
  quorate log --json --after 120
"""
_LEFT_OUT, _WIDE = ("date", "domain", "confidence", "outcome"), 110
_TITLES = ("id", "date", "domain", "subject", "outcome", "confidence", "decision", "status")


@click.command("log", epilog=EXAMPLES)
@click.option(
    "--search", default="", metavar="TEXT", help="Only those whose id, subject or outcome contains this text."
)
@page_options
@store_option
@table_options
@with_help
def command(search: str, after: str, limit: int, **manner: Any) -> int:
    """Lists all deliberations, newest first: date, subject, outcome, decision, status."""
    from quorate.app.deliberation_list import list_log
    from quorate.surfaces.cli.terminal.output.entry_table import put_entries
    from quorate.surfaces.cli.terminal.output.record_line import say_record
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        page = at.run(list_log(at.app, at.who, search=search, after=after, limit=limit))
    say_record(wanted)
    words = Words(wanted.look.lang)
    shown = _shown(wanted.look)
    rows = [tuple(row[_TITLES.index(title)] for title in shown) for row in (_row(one, words) for one in page.entries)]
    put_entries(page, shown, rows, wanted.look, "log")
    return exit_status.WORKED


def _shown(look: "Look") -> tuple[str, ...]:
    """On a narrow terminal the subject has to be readable: the id has the date already."""
    is_narrow = bool(look.screen) and look.width < _WIDE
    return tuple(title for title in _TITLES if not is_narrow or title not in _LEFT_OUT)


def _row(entry: "ListEntry", words: "Words") -> "Row":
    from quorate.deliberation.summary import ACTIVE

    said = entry.summary
    kind, code = ("state", said.state) if said.status == ACTIVE else ("status", said.status)
    outcome = (said.result, said.confidence, said.decision)
    return entry.id, entry.opened_at[:10], said.domain, said.subject, *outcome, words.word(kind, code)
