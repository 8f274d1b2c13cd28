"""List what is waiting for people and agents."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import manner_of, page_options, store_option, table_options, with_help

if TYPE_CHECKING:
    from quorate.deliberation.summary import Wait
    from quorate.surfaces.cli.terminal.output.tables import Row
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.views.lists import EntryPage, ListEntry

EXAMPLES = """\b
Examples:
  quorate inbox
  quorate inbox --mine
  quorate inbox --for ben --json
"""
_TITLES = ("id", "subject", "awaited", "who", "until")


@click.command("inbox", epilog=EXAMPLES)
@click.option("--for", "who", metavar="NAME", help="Only what this person or agent may answer.")
@click.option("--mine", is_flag=True, help="Only what you may answer.")
@page_options
@store_option
@table_options
@with_help
def command(who: str | None, mine: bool, after: str, limit: int, **manner: Any) -> int:
    """Lists the ballots, answers and moves in reviews that are still missing, newest first."""
    from quorate.app.deliberation_list import list_inbox
    from quorate.surfaces.cli.terminal.output.entry_table import put_entries
    from quorate.surfaces.cli.terminal.output.record_line import say_record
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at

    if who is not None and mine:
        raise click.UsageError("--for and --mine cannot be combined")
    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        name = at.who.name if mine else who or ""
        page = at.run(list_inbox(at.app, at.who, name, after=after, limit=limit))
    say_record(wanted)
    words = Words(wanted.look.lang)
    put_entries(page, _TITLES, list(_rows(page, name, words)), wanted.look, "inbox")
    if wanted.look.form != "json":
        _say_advice(page, words)
    return exit_status.WORKED


def _rows(page: "EntryPage", name: str, words: "Words") -> Iterator["Row"]:
    for entry in page.entries:
        for wait in entry.summary.waits:
            if not name or wait.who in ("", name):
                yield _row(entry, wait, words)


def _row(entry: "ListEntry", wait: "Wait", words: "Words") -> "Row":
    from quorate.reports.content.deliberation.decision_state import signatures_in_words
    from quorate.surfaces.cli.terminal.output.deliberation_lines import moment

    signatures, until = entry.summary.signatures, moment(wait.until)
    what = signatures_in_words(words, signatures.each) if signatures else words(f"wait.{wait.kind}", seat=wait.seat)
    if entry.overdue_since:
        until = words("next.overdue", since=moment(entry.overdue_since), id=entry.id)
    return entry.id, entry.summary.subject, what, wait.who or words("anybody"), until


def _say_advice(page: "EntryPage", words: "Words") -> None:
    from quorate.surfaces.cli.terminal.hints import advice_line
    from quorate.surfaces.cli.terminal.streams import complain

    for entry in page.entries:
        if one := entry.recommendation:
            complain(f"{entry.id}: {advice_line(one.choice, one.monitor, words)}")
        if entry.command:
            complain(f"{entry.id}: {words('fleet.command', command=entry.command)}")
