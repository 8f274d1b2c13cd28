"""Show the current state of a deliberation."""

from base64 import b64decode
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import click

from quorate.core.codec import json_line
from quorate.surfaces.cli.options import Look, id_argument, look_options, manner_of, store_option, with_help

if TYPE_CHECKING:
    from quorate.app.deliberation_list import ShownReply
    from quorate.deliberation.session import Session

EXAMPLES = """\b
Examples:
  quorate show MAGI-2026-1115-001
  quorate show MAGI-2026-1115-001 --json
  quorate show MAGI-2026-1115-001 --reply Codex
  quorate show MAGI-2026-1115-001 --ask --lang ja
"""


@click.command("show", epilog=EXAMPLES)
@id_argument
@click.option("--reply", "seat", default="", metavar="SEAT", help="Print the replies of an engine's seat as they came.")
@click.option("--ask", "asks", is_flag=True, help="Print the open question as a form: YAML, or JSON with --json.")
@store_option
@look_options
@with_help
def command(deliberation: str, seat: str, asks: bool, **manner: Any) -> None:
    """Shows the current state of the deliberation ID. While a round is open, its ballots are sealed.

    With --reply, prints what the engine of a seat replied, as it came; at a terminal without control characters. With
    --ask, prints the question that waits for a person, with its options, for programs that show a form.
    """
    from quorate.app.deliberation_list import show_deliberation, show_replies
    from quorate.app.fleet.quorum_reviews import settle_review
    from quorate.fleet.streams import is_of_the_fleet
    from quorate.surfaces.cli.terminal.named_deliberation import to_read
    from quorate.surfaces.cli.terminal.output.deliberation_output import deliver
    from quorate.surfaces.cli.terminal.output.fleet_output import put_whole_review
    from quorate.surfaces.cli.terminal.output.record_line import say_record
    from quorate.surfaces.cli.terminal.runner import app_at

    wanted = manner_of(**manner)
    with app_at(wanted.store) as at:
        deliberation = to_read(at, deliberation)
        say_record(wanted)
        if is_of_the_fleet(deliberation):
            put_whole_review(at.run(settle_review(at.app, at.who, deliberation)), wanted.look, at.who.name)
            return
        if seat:
            _put_replies(
                seat, at.run(show_replies(at.app, at.who, deliberation, seat)), as_json=wanted.look.form == "json"
            )
            return
        found = at.run(show_deliberation(at.app, at.who, deliberation))
        if asks:
            _put_form(found.session, wanted.look)
            return
        deliver(at, found, wanted.look)


def _put_form(session: "Session", look: Look) -> None:
    import yaml

    from quorate.reports.content.person_question import form_of_question
    from quorate.surfaces.cli.terminal.streams import put, put_json

    form = form_of_question(session, look.lang)
    if look.form == "json":
        put_json(json_line(form))
    else:
        put(yaml.safe_dump(form, allow_unicode=True, sort_keys=False, width=1000))


def _put_replies(seat: str, replies: "Sequence[ShownReply]", *, as_json: bool) -> None:
    from quorate.reports.text import clean
    from quorate.surfaces.cli.terminal.streams import binary_output, complain, is_terminal, put, put_json

    for reply in replies:
        if as_json:
            put_json(json_line({"seat": seat, **reply._asdict()}))
            continue
        again = ", asked again" if reply.request > 1 else ""
        complain(f"{seat}, round {reply.round}{again}: {reply.outcome}{f' ({reply.detail})' if reply.detail else ''}")
        data = b64decode(reply.output) if reply.encoding == "base64" else reply.output.encode("utf-8", "surrogatepass")
        if is_terminal():
            put("".join(f"{clean(line)}\n" for line in data.decode(errors="replace").splitlines()))
        else:
            binary_output().write(data)
