"""When a deliberation goes on by the clock: at the next deadline that applies."""

from quorate.deliberation.permission import is_asking
from quorate.deliberation.rounds.timebound import due_at, will_be_bound
from quorate.deliberation.session import Session


def next_deadline(session: Session) -> str:
    """The moment from which something follows by the rules alone; empty where there is none."""
    return "" if session.endings else min(_deadlines(session), default="")


def _deadlines(session: Session) -> list[str]:
    found, policy, round_ = [], session.policy, session.round
    if round_ is not None and round_.is_open and session.ballots_by and policy.at_ballots_by == "count":
        found.append(session.ballots_by)
    if is_asking(session) and session.asked and session.asked.until and policy.at_answer_by == "decline":
        found.append(session.asked.until)
    if will_be_bound(session):
        found.append(due_at(session))
    return found
