"""What can be done now, as commands that can be typed."""

from collections.abc import Iterator
from shlex import quote

from quorate.core.verdict import BLOCK, REDELIBERATE
from quorate.deliberation.binding import short
from quorate.deliberation.permission import is_asking, is_at_hard_limit, may_be_acted_on, person_refused, still_needed
from quorate.deliberation.rounds.deadlock import Recommendation, recommendation
from quorate.deliberation.rounds.stalemate import is_deadlocked
from quorate.deliberation.rounds.timebound import due_at, will_be_bound
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
    if session.children:
        return _first_few([words("next.part", id=child) for child in session.children], words)
    if is_asking(session):
        return [*_deadlock(session, words), _answer(session, words), *_again(session, words)]
    if not _can_be_overridden(session):
        return []
    return [words("next.override", id=session.id, verdict=short(session.verdict_hash))]


def how_to_answer(session: Session) -> str:
    """The options that meet what the verdict still requires, and the one that says which verdict is meant."""
    needed = still_needed(session)
    known = [_HOW[one] for one in needed if one in _HOW]
    override = [_OVERRIDE] if len(known) < len(needed) else []
    return " ".join([f"--verdict {short(session.verdict_hash)}", *known, *override])


def _deadlock(session: Session, words: Words) -> Iterator[str]:
    if not is_deadlocked(session):
        return
    yield words("next.reframe", id=session.id)
    yield words("next.defer", id=session.id, verdict=short(session.verdict_hash))
    if will_be_bound(session):
        yield words("next.bound", at=moment(due_at(session)), id=session.id)
    if advice := recommendation(session):
        yield advice_line(advice, words)


def advice_line(advice: Recommendation, words: Words) -> str:
    """The choice that can be undone, and what to monitor."""
    return words("ask.recommended", choice=advice.choice, monitor="; ".join(advice.monitor) or words("ask.watch"))


def _again(session: Session, words: Words) -> Iterator[str]:
    """Where the verdict is that it takes more to go by, and there may be another round."""
    if session.verdict and session.verdict.action == REDELIBERATE and not is_deadlocked(session):
        yield words("next.again", id=session.id)


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
        seen = short(session.question.content_hash)
        line = words("next.vote", seat=wait.seat, seat_word=quote(wait.seat), who=who, id=session.id, question=seen)
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
    if not verdict or person_refused(session) or session.lapsed_at or is_at_hard_limit(session):
        return False
    return verdict.action == BLOCK or "risk_acceptance" in still_needed(session)
