"""Shows a deliberation in the form that was asked for, and says what can be done next."""

from quorate.app.app import Deliberation
from quorate.app.life.next_steps import next_steps
from quorate.reports.report_data import SHORT
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.terminal.hints import step_lines
from quorate.surfaces.cli.terminal.output.deliberation_lines import state_lines
from quorate.surfaces.cli.terminal.phrases import Words
from quorate.surfaces.cli.terminal.runner import Runner
from quorate.surfaces.cli.terminal.streams import complain, finish, put, put_json, put_page
from quorate.views.deliberation_line import line_in_full


def deliver(
    at: Runner, found: Deliberation, look: Look, *, was_shown: bool = False, action_file: str | None = None
) -> None:
    """Puts a deliberation on standard output, and what can be done next on standard error."""
    words = Words(look.lang)
    if was_shown and look.form == "text":
        put("\n" + "".join(line + "\n" for line in state_lines(found.session, words)))
    else:
        put_deliberation(found, look)
    finish()
    if not found.is_new:
        complain(words("key.repeated"))
    for line in step_lines(next_steps(found.session, at.app.now), words, action_file):
        complain(line)
    if look.screen == SHORT and look.form == "text" and not was_shown:
        complain(words("next.full", id=found.session.id))


def put_deliberation(found: Deliberation, look: Look) -> None:
    """The deliberation on standard output."""
    if look.form == "json":
        put_json(line_in_full(found.session, found.history, found.record))
    else:
        (put_page if look.form == "html" else put)(rendered(found, look))


def rendered(found: Deliberation, look: Look) -> str:
    """The report of a deliberation."""
    from quorate.reports import render_deliberation

    text: str = render_deliberation(
        found.session,
        found.history,
        form=look.form,
        lang=look.lang,
        ascii_only=look.ascii_only,
        width=look.width,
        screen=look.screen,
        is_coloured=look.coloured and look.form == "text",
        record=found.record,
    )
    return text
