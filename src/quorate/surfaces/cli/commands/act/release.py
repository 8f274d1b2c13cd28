"""Release the action of a verdict, one time only."""

from typing import TYPE_CHECKING, Any

import click

from quorate.surfaces.cli import exit_status
from quorate.surfaces.cli.options import Look, id_argument, key_option, look_options, manner_of, store_option, with_help

if TYPE_CHECKING:
    from quorate.app.app import Deliberation
    from quorate.deliberation.session import Session

EXAMPLES = """\b
Examples:
  quorate release MAGI-2026-1115-001 --action deploy.sh && sh deploy.sh
  quorate release MAGI-2026-1115-001 --action - --key deploy-42 < deploy.sh
"""


@click.command("release", epilog=EXAMPLES)
@id_argument
@click.option("--action", required=True, metavar="FILE|-", help="The exact action that was voted on.")
@click.option("--question", default="", metavar="HASH", help="Refuse if the verdict is not on this revision.")
@key_option
@store_option
@look_options
@with_help
def command(deliberation: str, action: str, question: str, **manner: Any) -> int:
    """Releases the action that the verdict of the deliberation ID permits, and prints what was released.

    Refused, with exit status 2, if the verdict may not be acted on, if the action or the revision is a different one,
    or if the action was released before.
    """
    from quorate.app.life.management import release
    from quorate.surfaces.cli.terminal.named_deliberation import to_change
    from quorate.surfaces.cli.terminal.runner import app_at
    from quorate.surfaces.cli.terminal.streams import read_action

    wanted, presented = manner_of(**manner), read_action(action)
    with app_at(wanted.store) as at:
        deliberation = to_change(at, deliberation, wanted)
        found = at.run(release(at.app, at.who, deliberation, presented, question, wanted.key))
    _put_released(found, wanted.look)
    return exit_status.WORKED


def _put_released(found: "Deliberation", look: Look) -> None:
    from quorate.core.codec import json_line
    from quorate.surfaces.cli.terminal.output.deliberation_output import put_deliberation
    from quorate.surfaces.cli.terminal.phrases import Words
    from quorate.surfaces.cli.terminal.streams import complain, finish, put, put_json
    from quorate.views.deliberation import in_full

    if look.form == "text":
        put(_released(found.session))
    elif look.form == "json":
        put_json(json_line({**in_full(found.session, found.history, found.record), "repeated": not found.is_new}))
    else:
        put_deliberation(found, look)
    if not found.is_new:
        finish()
        complain(Words(look.lang)("key.released"))


def _released(session: "Session") -> str:
    from quorate.deliberation.events import Released
    from quorate.deliberation.people import action_hash
    from quorate.reports.text import escaped, one_line
    from quorate.surfaces.cli.terminal.output.deliberation_lines import moment

    ending = next(one for one in session.endings if isinstance(one.event, Released))
    lines = [
        f"{session.id}  released at {moment(ending.at)} by {one_line(ending.author.name)}",
        f"action    {action_hash(session.question.action)}",
        f"question  {session.question_hash}",
        "",
        escaped(session.question.action.removesuffix("\n")),
    ]
    return "\n".join(lines) + "\n"
