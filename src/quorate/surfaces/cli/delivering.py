"""Shows a deliberation in the form that was asked for, and says what can be done next."""

from quorate.core.codec import json_line
from quorate.deliberation.session import Session
from quorate.surfaces.cli.desk import Deliberation, Desk
from quorate.surfaces.cli.next_steps import next_steps
from quorate.surfaces.cli.options import Look
from quorate.surfaces.cli.showing import coloured
from quorate.surfaces.cli.standing import standing
from quorate.surfaces.cli.status import BLOCKED, WORKED, gate_of
from quorate.surfaces.cli.streams import complain, finish, put, put_json, put_page
from quorate.surfaces.cli.wording import Words
from quorate.views.deliberation import in_full


def deliver(at: Desk, deliberation: str, look: Look, *, was_shown: bool = False) -> Session:
    """Puts a deliberation as it stands now on standard output, and what can be done next on standard error."""
    found = at.whole(deliberation)
    words = Words(look.lang)
    if was_shown and look.form == "text":
        put("\n" + "".join(line + "\n" for line in standing(found.session, words)))
    else:
        put_deliberation(found, look)
    finish()
    for step in next_steps(found.session, words, at.outside.now):
        complain(step)
    return found.session


def put_deliberation(found: Deliberation, look: Look) -> None:
    """The deliberation on standard output."""
    if look.form == "json":
        put_json(json_line(in_full(found.session, found.history)))
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
    )
    if not look.coloured or look.form != "text":
        return text
    gate = gate_of(found.session)
    return coloured(text, is_free=gate == WORKED, is_blocked=gate == BLOCKED)
