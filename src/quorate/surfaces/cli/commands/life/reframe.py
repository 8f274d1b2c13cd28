"""Break a deadlock into smaller questions."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import (
    Look,
    Manner,
    id_argument,
    key_option,
    look_options,
    manner_of,
    store_option,
    verdict_option,
    with_help,
)

if TYPE_CHECKING:
    from quorate.deliberation.session import Session

EXAMPLES = """\b
Examples:
  quorate reframe MAGI-2026-1115-001
  quorate reframe MAGI-2026-1115-001 --verdict 5f0c2a91 --accept 1,3
  quorate reframe MAGI-2026-1115-001 --verdict 5f0c2a91 --accept all --into "Which team goes first?"
"""


@click.command("reframe", epilog=EXAMPLES)
@id_argument
@click.option("--accept", default="", metavar="NUMBERS|all", help="Which of the proposed questions, such as 1,3.")
@click.option("--into", multiple=True, metavar="QUESTION", help="Your own smaller question; repeatable.")
@click.option("--reason", default="", metavar="TEXT", help="Why it is broken up this way.")
@verdict_option
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, accept: str, into: tuple[str, ...], reason: str, verdict: str, **manner: Any) -> int:
    """Breaks the question of the deliberation ID into smaller ones, if two re-deliberations brought no consensus.

    Without --accept and --into, the questions that the ballots suggest are listed, and nothing is changed. Accepted
    questions become deliberations of their own, with the same panel; continue each with `quorate resume`. Their
    verdicts release nothing.
    """
    wanted = manner_of(**manner)
    if not accept and not into:
        return _list_proposals(deliberation, wanted)
    from quorate.app.life.deadlock_answers import reframe
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.runner import app_at

    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(reframe(at.app, at.who, deliberation, accept, into, reason, verdict, wanted.key))
        deliver(at, found, wanted.look)
    return exit_status.WORKED


def _list_proposals(deliberation: str, manner: Manner) -> int:
    """The smaller questions that the ballots suggest, numbered; nothing is done."""
    from quorate.app.life.deadlock_answers import deadlock
    from quorate.core.codec import shown_line
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import put_json
    from quorate.views.rounds import DeadlockPage, deadlock_of

    with app_at(manner.store) as at:
        session = at.run(deadlock(at.app, at.who, to_read(at, deliberation)))
    if manner.look.form == "json":
        put_json(shown_line(DeadlockPage(session.id, deadlock_of(session))))
    else:
        _put_proposals(session, manner.look)
    return exit_status.WORKED


def _put_proposals(session: "Session", look: Look) -> None:
    from quorate.deliberation.precondition import short
    from quorate.deliberation.rounds.deadlock import proposals, recommendation
    from quorate.reports.text import one_line
    from quorate.surfaces.cli.terminal.hints import advice_line
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, finish, put

    found, words = proposals(session), Words(look.lang)
    put("".join(f"{number}  {one_line(question)}\n" for number, question in enumerate(found, 1)))
    finish()
    complain(words("reframe.how" if found else "reframe.none", id=session.id, verdict=short(session.verdict_hash)))
    if advice := recommendation(session):
        complain(advice_line(advice.choice, advice.monitor, words))
