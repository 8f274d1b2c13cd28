"""What can be done now, as commands that can be typed."""

from collections.abc import Iterator
from shlex import quote

from quorate.core.verdict import BLOCK
from quorate.deliberation.permission import is_asking, may_be_acted_on, person_refused, still_needed
from quorate.deliberation.session import Session
from quorate.deliberation.summary import waits_of
from quorate.surfaces.cli.overdue import overdue_since
from quorate.surfaces.cli.standing import moment
from quorate.surfaces.cli.wording import Words

_HOW = {
    "human_choice": "--choose LABEL --go|--hold",
    "mitigation_plan": "--mitigation TEXT --owner NAME --monitor TEXT",
    "verification": "--verified TEXT",
}
_OVERRIDE = "--accept-risk TEXT"
_MOST = 10


def next_steps(session: Session, words: Words, now: str) -> list[str]:
    """One line per step; none where nothing more can happen."""
    if session.endings:
        return []
    if since := overdue_since(session, now):
        return [words("next.overdue", since=moment(since), id=session.id)]
    if not session.is_current:
        return [*_first_few(list(_ballots(session, words)), words), *_unasked(session, words)]
    if may_be_acted_on(session):
        return [words("next.release", id=session.id)] if session.question.action else []
    if is_asking(session):
        return [_answer(session, words)]
    return [words("next.override", id=session.id)] if _can_be_overridden(session) else []


def how_to_answer(session: Session) -> str:
    """The options that meet what the verdict still requires."""
    needed = still_needed(session)
    known = [_HOW[one] for one in needed if one in _HOW]
    return " ".join([*known, *([_OVERRIDE] if len(known) < len(needed) else [])])


def _first_few(lines: list[str], words: Words) -> list[str]:
    more = len(lines) - _MOST
    return lines if more <= 0 else [*lines[:_MOST], words("next.more", n=more)]


def _answer(session: Session, words: Words) -> str:
    line = words("next.resolve", id=session.id, how=how_to_answer(session))
    asked = session.asked
    more = [words("next.only", people=", ".join(asked.people))] if asked and asked.people else []
    more += [words("next.until", until=moment(asked.until))] if asked and asked.until else []
    return f"{line} ({'; '.join(more)})" if more else line


def _ballots(session: Session, words: Words) -> Iterator[str]:
    for wait in waits_of(session):
        who = wait.who or words("anybody")
        line = words("next.vote", seat=wait.seat, seat_word=quote(wait.seat), who=who, id=session.id)
        yield f"{line} ({words('next.until', until=moment(wait.until))})" if wait.until else line


def _unasked(session: Session, words: Words) -> Iterator[str]:
    round_ = session.round
    is_open = round_ is not None and round_.is_open and session.is_asked_as_it_stands
    missing = round_.missing if round_ and is_open else [seat.name for seat in session.opened.seats]
    engines = [seat.name for seat in session.opened.seats if seat.name in missing and not seat.answers_later]
    if engines or not is_open:
        names = _first_few(list(engines or missing), words)
        yield words("next.resume", seats=", ".join(names), id=session.id)


def _can_be_overridden(session: Session) -> bool:
    verdict = session.verdict
    if not verdict or person_refused(session) or session.lapsed_at or "HARD_LIMIT" in verdict.flags:
        return False
    return verdict.action == BLOCK or "risk_acceptance" in still_needed(session)
