"""Deadlines that have passed while nobody let the rules move."""

from quorate.deliberation.permission import is_asking, is_overdue
from quorate.deliberation.rounds.timebound import due_at, will_be_bound
from quorate.deliberation.session import Session


def overdue_since(session: Session, now: str) -> str:
    """When the deadline was after which ballots are counted, no answer is taken, or the surest seat decides.

    Empty where none has passed.
    """
    if session.endings:
        return ""
    if is_asking(session) and session.asked and is_overdue(session, now):
        return session.asked.until
    if will_be_bound(session) and due_at(session) <= now:
        return due_at(session)
    round_, due = session.round, session.ballots_by
    waits = round_ is not None and round_.is_open and session.is_asked_as_it_stands
    return due if waits and due and due <= now and session.policy.at_ballots_by == "count" else ""
