"""What a person does in a deadlock: smaller questions, or a step that can be undone."""

import re
from collections.abc import Sequence

from quorate.core.codec import json_line
from quorate.core.errors import InputError, Refused
from quorate.deliberation.binding import bound_answers, short
from quorate.deliberation.events import Event
from quorate.deliberation.rounds.deadlock import defer, proposals, recommendation, reframe
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.session import Session
from quorate.reports.text import one_line
from quorate.surfaces.cli import status
from quorate.surfaces.cli.acting import act
from quorate.surfaces.cli.delivering import deliver
from quorate.surfaces.cli.desk import desk
from quorate.surfaces.cli.next_steps import advice_line
from quorate.surfaces.cli.options import Manner
from quorate.surfaces.cli.streams import complain, finish, put, put_json
from quorate.surfaces.cli.wording import Words
from quorate.views.rounds import deadlock_plain

_NUMBERS = re.compile(r"[0-9]{1,3}(,[0-9]{1,3})*")


def list_proposals(deliberation: str, manner: Manner) -> int:
    """The smaller questions that the ballots suggest, numbered; nothing is done."""
    words = Words(manner.look.lang)
    with desk(manner.store) as at:
        session = at.load(deliberation)
    if not is_deadlocked(session):
        raise Refused("this is no deadlock: it is one after two re-deliberations without consensus")
    if manner.look.form == "json":
        put_json(json_line({"id": session.id, **deadlock_plain(session)}))
        return status.WORKED
    found = proposals(session)
    put("".join(f"{number}  {one_line(question)}\n" for number, question in enumerate(found, 1)))
    finish()
    complain(words("reframe.how" if found else "reframe.none", id=session.id, verdict=short(session.verdict_hash)))
    if advice := recommendation(session):
        complain(advice_line(advice, words))
    return status.WORKED


def reframe_question(
    deliberation: str, accept: str, into: Sequence[str], reason: str, verdict: str, manner: Manner
) -> int:
    """Breaks the question into those that were accepted and those of somebody's own."""
    wanted = accept.replace(" ", "")
    if wanted not in ("", "all") and not _NUMBERS.fullmatch(wanted):
        raise InputError(f"--accept: found {accept!r}; allowed: numbers such as 1,3, or all")

    with desk(manner.store) as at:

        def rule(session: Session) -> tuple[Event, ...]:
            def answer() -> tuple[Event, ...]:
                return reframe(session, [*_accepted(session, wanted), *into], reason, by=at.outside.who)

            return bound_answers(session, answer, verdict)

        act(at, "reframe", deliberation, rule, manner, accept=wanted, into=list(into), reason=reason, verdict=verdict)
        deliver(at, deliberation, manner.look)
    return status.WORKED


def _accepted(session: Session, wanted: str) -> list[str]:
    found = proposals(session) if is_deadlocked(session) else ()
    if wanted in ("", "all"):
        return list(found) if wanted else []
    numbers = [int(number) for number in wanted.split(",")]
    if any(not 1 <= number <= len(found) for number in numbers) and is_deadlocked(session):
        allowed = f"1 to {len(found)}" if found else "none; name questions of your own with --into"
        raise InputError(f"--accept: found {wanted}; allowed: {allowed}")
    return [found[number - 1] for number in numbers if number <= len(found)]


def defer_question(deliberation: str, step: str, owner: str, monitor: str, verdict: str, manner: Manner) -> int:
    """Puts it off with a step that can be undone."""
    with desk(manner.store) as at:

        def rule(session: Session) -> tuple[Event, ...]:
            return bound_answers(session, lambda: defer(session, step, owner, monitor, by=at.outside.who), verdict)

        act(at, "defer", deliberation, rule, manner, step=step, owner=owner, monitor=monitor, verdict=verdict)
        deliver(at, deliberation, manner.look)
    return status.WORKED
