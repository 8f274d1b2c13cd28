"""Say what turned out to be true."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    Manner,
    key_option,
    look_options,
    manner_of,
    optional_id_argument,
    store_option,
    with_help,
)

if TYPE_CHECKING:
    from quorate.app.learning.outcomes import ToldOutcome
    from quorate.batch.outcome_rows import RefusedRow
    from quorate.surfaces.cli.terminal.runner import Runner

EXAMPLES = """\b
Examples:
  quorate outcome MAGI-2026-1115-001 --was right
  quorate outcome MAGI-2026-1115-001 --was REJECT --note "The queue lost jobs in March"
  quorate outcome --batch outcomes.csv
  quorate outcome --due
"""


@click.command("outcome", epilog=EXAMPLES)
@optional_id_argument
@click.option("--was", metavar="right|wrong|OPTION", help="Whether the choice proved right, or which option did.")
@click.option("--note", default="", metavar="TEXT", help="What happened, in your words.")
@click.option("--on", default="", metavar="DATE", help="The day on which it became known, such as 2027-05-31.")
@click.option("--batch", metavar="FILE|-", help="Many: CSV or JSON lines with id and was; note and on are optional.")
@click.option("--due", is_flag=True, help="List decisions whose review date has come and whose outcome is not known.")
@key_option
@store_option
@look_options
@with_help
def command(
    deliberation: str | None, was: str | None, note: str, on: str, batch: str | None, due: bool, **manner: Any
) -> int:
    """Records whether the decision of the deliberation ID proved right. `quorate voters` learns from it.

    --was right: what the verdict chose proved right. --was wrong: it proved wrong. With two options that means the
    other one; with more, name the one that was right instead, or it stays unknown. You can correct an outcome by
    recording another; both stay on the record. It changes no verdict and releases nothing. Whoever may answer for the
    deliberation may record its outcome, unless they voted in it. With --batch, bad lines are reported and do not stop
    the rest; the exit status is then 2.
    """
    wanted = manner_of(**manner)
    if due:
        if batch is not None or deliberation is not None or was is not None or note or on or wanted.key:
            raise click.UsageError("--due only lists, and takes nothing else")
        return _list_due(wanted)
    if batch is not None:
        if deliberation is not None or was is not None or note or on or wanted.key:
            raise click.UsageError("--batch takes ids and outcomes from its file")
        return _record_batch(batch, wanted)
    if deliberation is None or was is None:
        raise click.UsageError("name a deliberation and --was, or many with --batch FILE")
    from quorate.app.learning.outcomes import ALREADY_KNOWN, record_outcome
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(record_outcome(at.app, at.who, deliberation, was, note, on, wanted.key))
        if wanted.look.form == "text" and found.session.outcome:
            is_new = not any(one.code == ALREADY_KNOWN for one in found.notices)
            _say(deliberation, found.session.outcome.event.was, is_new, wanted)
        deliver(at, found, wanted.look)
    return exit_status.WORKED


def _list_due(manner: Manner) -> int:
    from quorate.app.learning.outcomes import due_outcomes
    from quorate.core.codec import json_line
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.output.tables import table
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import is_terminal, put, put_json

    with app_at(manner.store) as at:
        due = at.run(due_outcomes(at.app, at.who))
    words = Words(manner.look.lang)
    if manner.look.form == "json":
        put_json(json_line({"due": [one._asdict() for one in due]}))
    elif not due:
        put(words("outcome.due.none") + "\n")
    else:
        titles = [words(f"outcome.due.{title}") for title in ("id", "subject", "decision", "review_by")]
        put(table(titles, [tuple(map(one_line, one)) for one in due], manner.look, drawn=is_terminal()))
        put(words("outcome.due.say") + "\n")
    return exit_status.WORKED


def _record_batch(file: str, manner: Manner) -> int:
    from quorate.batch.outcome_rows import RefusedRow
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import complain, named

    refused = 0
    with app_at(manner.store) as at:
        rows = at.run(_told(at, file))
        if not rows:
            complain(f"{named(file)}: {Words(manner.look.lang)('outcome.batch.none')}")
        for told in rows:
            if isinstance(told, RefusedRow):
                refused += 1
                complain(f"{named(file)}:{told.line}: {told.why}")
            else:
                _put(told, manner)
    return exit_status.WRONG if refused else exit_status.WORKED


async def _told(at: "Runner", file: str) -> "list[ToldOutcome | RefusedRow]":
    from quorate.app.learning.outcomes import record_outcomes
    from quorate.batch.outcome_rows import read_outcomes
    from quorate.surfaces.cli.terminal.streams import opened

    with opened(file) as stream:
        return [one async for one in record_outcomes(at.app, at.who, read_outcomes(stream))]


def _put(told: "ToldOutcome", manner: Manner) -> None:
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.streams import put_json

    if manner.look.form == "json":
        put_json(json_line({**told._asdict(), "truth": told.truth or None}))
    else:
        _say(told.deliberation, told.was, told.is_new, manner)


def _say(deliberation: str, was: str, is_new: bool, manner: Manner) -> None:
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import put

    words = Words(manner.look.lang)
    put(words("outcome.recorded" if is_new else "outcome.known", id=deliberation, was=was) + "\n")
