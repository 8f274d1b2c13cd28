"""A deadlock: the ladder of what can be done, with what was done, and the one choice that can be undone."""

from collections.abc import Iterator

from quorate.deliberation.events import MOST_CONFIDENT, Deferred, Reframed
from quorate.deliberation.permission import is_asking
from quorate.deliberation.rounds.deadlock import proposed, recommendation
from quorate.deliberation.rounds.stalemate import is_deadlock
from quorate.deliberation.rounds.timebound import due_at, why_not_bound, will_be_bound
from quorate.deliberation.session import GivenAnswer, Session
from quorate.reports.content.authors import author_of, moment
from quorate.reports.content.deliberation.answers import is_settled
from quorate.reports.content.vote_words import choice_word
from quorate.reports.report_data import ReportData
from quorate.reports.text import one_line


def ladder_of(data: ReportData, session: Session) -> tuple[str, ...]:
    """Reframe, timebound, defer, escalate: a line each; nothing where there is no deadlock."""
    if not session.verdict or not session.is_current or not is_deadlock(session, session.verdict):
        return ()
    return _reframe(data, session), _timebound(data, session), _defer(data, session), _escalate(data, session)


def advice_of(data: ReportData, session: Session) -> str:
    """Which choice is recommended because it alone can be undone, and what to monitor then."""
    found = recommendation(session)
    if not found:
        return ""
    watch = [data.short(one_line(text).rstrip(".。")) for text in found.monitor] or [data.say("deadlock.watch")]
    choice = choice_word(data, one_line(found.choice))
    return data.say("deadlock.recommended", choice=choice, monitor=data.say("ask.join").join(watch))


def _said(session: Session, kind: type[Reframed] | type[Deferred]) -> GivenAnswer | None:
    return next((said for said in session.said if isinstance(said.answer, kind)), None)


def _by(data: ReportData, said: GivenAnswer) -> dict[str, str]:
    return {"author": author_of(data.say, said.author), "at": moment(said.at)}


def _reframe(data: ReportData, session: Session) -> str:
    said = _said(session, Reframed)
    if said and isinstance(said.answer, Reframed):
        key = "deadlock.reframed.settled" if is_settled(session, said) else "deadlock.reframed"
        lines = [data.say(key, n=len(said.answer.questions), **_by(data, said))]
        return "\n".join([*lines, *_children(data, session, said.answer)])
    if not _is_open(session):
        return data.say("deadlock.reframe.not")
    told = (data.say(f"proposal.{one.about}", text=one_line(one.text)) for one in proposed(session))
    found = data.capped([data.short(question) for question in told])
    numbered = [f"{number}) {question}" for number, question in enumerate(found, 1)]
    return "\n".join([data.say("deadlock.reframe" if found else "deadlock.reframe.none"), *numbered])


def _children(data: ReportData, session: Session, reframed: Reframed) -> Iterator[str]:
    for number, question in enumerate(reframed.questions):
        child = one_line(session.children[number]) if number < len(session.children) else data.say("deadlock.unopened")
        yield data.say("deadlock.child", id=child, question=data.short(one_line(question)))


def _timebound(data: ReportData, session: Session) -> str:
    say = data.say
    if session.bound_at:
        return say("deadlock.bound", at=moment(session.bound_at))
    if will_be_bound(session):
        return say("deadlock.will_be_bound", at=moment(due_at(session)))
    if session.policy.deadlock != MOST_CONFIDENT:
        return say("deadlock.unbound")
    why = why_not_bound(session) if _is_open(session) else ""
    return say(f"deadlock.unbound.{why or 'over'}")


def _defer(data: ReportData, session: Session) -> str:
    said = _said(session, Deferred)
    if not said or not isinstance(said.answer, Deferred):
        return data.say("deadlock.defer" if _is_open(session) else "deadlock.defer.not")
    answer = said.answer
    step, owner, watch = (data.short(one_line(text)) for text in (answer.step, answer.owner, answer.monitor))
    lines = [data.say("deadlock.deferred", step=step, **_by(data, said))]
    return "\n".join([*lines, data.say("item.owner", text=owner), data.say("item.monitor", text=watch)])


def _is_open(session: Session) -> bool:
    return is_asking(session) and not session.endings


def _escalate(data: ReportData, session: Session) -> str:
    if _is_open(session):
        return data.say("deadlock.asking")
    is_a_persons = any(not isinstance(said.answer, Reframed | Deferred) for said in session.said)
    return data.say("deadlock.answered" if is_a_persons and not session.bound_at else "deadlock.not_escalated")
