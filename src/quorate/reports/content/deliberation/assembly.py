"""A session and its history as proceedings: what its report says besides the verdict."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TypeVar

from quorate.core.verdict import Dissent, Escalation, Risk, Verdict
from quorate.deliberation.engines.independence import has_engines
from quorate.deliberation.events import (
    MOST_CONFIDENT,
    Asked,
    Cast,
    ChildrenOpened,
    Claimed,
    DeadlinePassed,
    Deferred,
    Event,
    Failed,
    Opened,
    Overridden,
    Reframed,
    Resolved,
    Revised,
    RoundClosed,
    RoundOpened,
    Stored,
)
from quorate.deliberation.notes import posted_conditions
from quorate.deliberation.permission import is_asking
from quorate.deliberation.register.risk_register import (
    CHANGED,
    PLANNED,
    Item,
    Register,
    accepted_risk,
    answered_by_a_plan,
    is_followed,
    register_of,
    silenced_risks,
)
from quorate.deliberation.rounds.deadlock import proposed, recommendation
from quorate.deliberation.rounds.earlier_warnings import warned_now
from quorate.deliberation.rounds.retry import retryable_seats
from quorate.deliberation.rounds.stalemate import is_deadlock
from quorate.deliberation.rounds.timebound import due_at, why_not_bound, will_be_bound
from quorate.deliberation.session import Edit, GivenAnswer, Round, Session
from quorate.deliberation.summary import DECIDED, state_of
from quorate.reports.content.authors import author_of, identities, moment, name_of, proof_of, short_hash
from quorate.reports.content.deliberation.answers import (
    answer_items,
    answered_by,
    earlier_items,
    is_settled,
    labels_of,
    silenced_lines,
)
from quorate.reports.content.deliberation.decision_state import (
    ENDED,
    REVOKED,
    SUPERSEDED,
    banner_of,
    decision_of,
    decision_state_of,
    in_words,
    last_word,
    needs_in_words,
    open_needs,
    record_status,
    todo,
)
from quorate.reports.content.deliberation.engine_calls import with_calls
from quorate.reports.content.deliberation.panel_notice import notice_of, shared_in, shared_of
from quorate.reports.content.deliberation.register_lines import register_lines_of
from quorate.reports.content.deliberation.seat_states import PendingData, seat_lines
from quorate.reports.content.rounds.arguments import round_topic_of
from quorate.reports.content.rounds.history import change_rows, final_word, round_histories_of
from quorate.reports.content.vote_words import choice_word
from quorate.reports.language import Language
from quorate.reports.proceedings import AuditEntry, PersonDecision, Proceedings
from quorate.reports.report_data import ReportData, ReportOptions, cleaned, report_data_of
from quorate.reports.text import one_line
from quorate.views.deliberation import sealed_behind


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


Pairs = tuple[tuple[str, str], ...]


def head_of(session: Session, history: Sequence[Stored], say: Language, *, in_full: bool) -> Pairs:
    """Labels and values; those that say nothing are left out. Only documents show hashes in full."""
    opened, digest = session.opened, session.question_hash
    pairs = {
        "head.id": one_line(session.id),
        "head.state": say.word("stage", _stage(session)),
        "column.status": _status(session, say),
        "head.mode": say.word("mode", one_line(opened.mode)) if has_engines(opened.seats) else "",
        "head.protocol": one_line(opened.protocol),
        "head.revision": say(
            "head.revision.of", revision=session.question.revision, hash=digest if in_full else short_hash(digest)
        ),
        "head.edited": say.listed(_edit(one, say) for one in session.edits),
        "head.opened": say("head.opened.by", at=moment(session.opened_at), author=author_of(say, session.opened_by)),
        "head.reviewers": _reviewers(session, say),
        "head.identities": identities(say, (stored.author for stored in history)),
        "head.supersedes": one_line(opened.supersedes),
        "head.parent": one_line(opened.parent),
        "head.children": say.listed(map(one_line, session.broken_into)),
        "head.ballots_by": _ballots_by(session, say),
    }
    return tuple((say(key), value) for key, value in pairs.items() if value)


def _reviewers(session: Session, say: Language) -> str:
    """Of a review of the fleet: who reviews by what."""
    if not session.opened.review_of:
        return ""
    from quorate.reports.content.deliberation.reviewers import reviewers_in_words  # few deliberations are reviews

    return reviewers_in_words(session, say)


def _edit(edit: Edit, say: Language) -> str:
    """Who changed what of the question: whoever answers has to know that it is not as it was first asked."""
    parts = say.listed(say.word("part", name) for name in edit.fields)
    return say("head.edited.by", author=one_line(edit.author.name), at=moment(edit.at), parts=parts)


def _stage(session: Session) -> str:
    """Nobody is asked any more where the permission has ended; what was released stays so."""
    state = decision_state_of(session)
    ended = state.code in (REVOKED, SUPERSEDED) and not state.released
    return DECIDED if ended else state_of(session)


def _status(session: Session, say: Language) -> str:
    state = decision_state_of(session)
    return in_words(say, "standing", state) if state.code in ENDED else say("standing.active")


def _ballots_by(session: Session, say: Language) -> str:
    """Until when ballots are taken, while a round is open."""
    if not session.ballots_by or not session.round or not session.round.is_open or session.endings:
        return ""
    return say(f"head.ballots_by.{session.policy.at_ballots_by}", until=moment(session.ballots_by))


def rounds_of(session: Session, history: Iterable[Stored], say: Language) -> tuple[str, ...]:
    """A sentence per round, where there is more than one."""
    revisions = {
        stored.event.question.content_hash: str(stored.event.question.revision)
        for stored in history
        if isinstance(stored.event, Opened | Revised)
    }
    return tuple(_round(one, session, revisions, say) for one in session.rounds) if len(session.rounds) > 1 else ()


def _round(round_: Round, session: Session, revisions: Mapping[str, str], say: Language) -> str:
    unfinished = "open" if round_ is session.round else "given_up"
    ending = unfinished if round_.is_open else "closed"
    return say(
        f"round.{ending}",
        number=round_.number,
        purpose=say.word("purpose", one_line(round_.purpose)),
        revision=revisions.get(round_.question) or short_hash(round_.question),
        reason=closed_for(round_, say),
    )


def closed_for(round_: Round, say: Language) -> str:
    """Why a round was closed; that every seat answered is said only where every seat has a ballot."""
    failed = [seat for seat in round_.seats if isinstance(round_.answers.get(seat), Failed)]
    if round_.closed_for != "complete" or not failed:
        return say.word("closed", one_line(round_.closed_for))
    if len(failed) == len(round_.seats):
        return say("closed.none")
    return say("closed.failed", n=len(failed), all=len(round_.seats))


Record = TypeVar("Record", Dissent, Risk)


def as_answered(verdict: Verdict, session: Session, say: Language) -> Verdict:
    """The verdict with what people added: plans beside the dissents, overrides among escalations and risks.

    Among the risks is also what seats had warned of that have no ballot any more.
    """
    gone = warned_now(session)
    verdict = verdict._replace(risks=(*verdict.risks, *(_silenced(risk, say) for risk in silenced_risks(gone))))
    for said in session.said:
        match said.answer:
            case Overridden():
                verdict = _overridden(verdict, said, said.answer, say)
            case Resolved(requirement="mitigation_plan"):
                verdict = _mitigated(verdict, said.answer, answered_by_a_plan(verdict, gone))
            case _:
                pass
    verdict = _followed(verdict, register_of(session)) if is_followed(session) else verdict
    verdict = verdict._replace(conditions=posted_conditions(verdict, session.said))
    is_moot = decision_state_of(session).code in ENDED and not session.said
    return verdict._replace(requires=open_needs(session), ask=None if is_moot else verdict.ask)


def _overridden(verdict: Verdict, said: GivenAnswer, answer: Overridden, say: Language) -> Verdict:
    accepted = accepted_risk(answer, said.author)
    text = say("risk.override", text=one_line(accepted.risk))
    risk = accepted._replace(risk=text, source=name_of(said.author.name))
    level = Escalation("L4", "overridden", author_of(say, said.author))
    return verdict._replace(risks=(*verdict.risks, risk), escalations=(*verdict.escalations, level))


def _silenced(risk: Risk, say: Language) -> Risk:
    return risk._replace(risk=say("risk.silenced", seat=name_of(risk.source), text=one_line(risk.risk)))


def _mitigated(verdict: Verdict, plan: Resolved, seats: Sequence[str]) -> Verdict:
    dissents = tuple(
        one._replace(mitigation=plan.text, monitor=plan.monitor) if one.seat in seats else one
        for one in verdict.dissents
    )
    risks = tuple(
        one._replace(mitigation=plan.text, monitor=plan.monitor, owner=plan.owner)
        if one.kind in PLANNED and one.source in seats
        else one
        for one in verdict.risks
    )
    return verdict._replace(dissents=dissents, risks=risks)


def _followed(verdict: Verdict, register: Register) -> Verdict:
    """With what people made of its risks and dissents since; an item of the register stands for each of them."""
    risks = (one for one in register.risks if not one.is_earlier)
    dissents = (one for one in register.dissents if not one.is_earlier)
    return verdict._replace(
        risks=tuple(_as_kept(one, item) for one, item in zip(verdict.risks, risks, strict=True)),
        dissents=tuple(_as_kept(one, item) for one, item in zip(verdict.dissents, dissents, strict=True)),
    )


def _as_kept(record: Record, item: Item) -> Record:
    kept = {name: getattr(item, name) for name in CHANGED if name in record._fields}
    return record._replace(**kept)


_CAPITAL = re.compile(r"(?<!^)(?=[A-Z])")


def trail_of(session: Session, history: Iterable[Stored], say: Language) -> tuple[AuditEntry, ...]:
    """One entry per event, in their order."""
    last_shown = sealed_behind(session)
    return tuple(_entry(stored, session, last_shown, say) for stored in history)


def _entry(stored: Stored, session: Session, last_shown: int, say: Language) -> AuditEntry:
    is_sealed = stored.position > last_shown
    return AuditEntry(
        str(stored.position),
        moment(stored.at),
        name_of(stored.author.name),
        proof_of(say, stored.author),
        _what(stored.event, session, say),
        say("trail.sealed") if is_sealed else short_hash(stored.hash),
    )


def _what(event: Event, session: Session, say: Language) -> str:
    """The phrase of its kind with the texts and numbers of the event, unless more is to be said."""
    values = {**_values(event), **_more_values(event, session, say)}
    return say(_key(event, say), **values)


def _key(event: Event, say: Language) -> str:
    key = f"event.{_CAPITAL.sub('_', type(event).__name__).lower()}"
    match event:
        case Revised() if event.reason.strip():
            return f"{key}.why"
        case Claimed() if event.request > 1:
            return f"{key}.reask"
        case Claimed() if event.fence > 1:
            return f"{key}.again"
        case Cast() if event.supersedes:
            return f"{key}.again"
        case DeadlinePassed() if say.knows(one := f"{key}.{event.what}.{event.then}"):
            return one
    return key


def _values(event: Event) -> Mapping[str, object]:
    values: dict[str, object] = {}
    for name, value in event._asdict().items():
        if isinstance(value, str):
            values[name] = name_of(value) if name == "seat" else one_line(value)
        elif isinstance(value, int):
            values[name] = value
        elif name == "seats":
            values["n"] = len(value)
    return values


def _more_values(event: Event, session: Session, say: Language) -> Mapping[str, object]:
    """What no field says, or not as people say it."""
    match event:
        case Revised():
            return {"revision": event.question.revision}
        case RoundOpened():
            return {"purpose": say.word("purpose", one_line(event.purpose))}
        case RoundClosed():
            return {"reason": closed_for(session.rounds[event.round - 1], say)}
        case Failed():
            return {"kind": say.word("kind", one_line(event.kind))}
        case Asked():
            return {"needs": needs_in_words(say, tuple(map(one_line, event.requires)))}
        case Resolved():
            return {"need": say.word("need", one_line(event.requirement))}
        case ChildrenOpened():
            return {"ids": say.listed(map(one_line, event.children))}
    return {}


def proceedings_of(session: Session, history: Sequence[Stored], say: Language, *, in_full: bool) -> Proceedings:
    """What may be said at any time, also while ballots are sealed."""
    proceedings = Proceedings(
        head=head_of(session, history, say, in_full=in_full),
        status=record_status(session, None),
        state=banner_of(session, None),
        last_word=last_word(session, say, None),
        rounds=rounds_of(session, history, say),
        trail=trail_of(session, history, say),
        notice=notice_of(session, say),
        shared=shared_of(shared_in(session), say),
        round_topic=round_topic_of(session, say),
    )
    return with_calls(proceedings, session, say)


def with_answers(data: ReportData, proceedings: Proceedings, session: Session) -> ReportData:
    """The data of a counted round with the proceedings, to which what people did with the verdict is added."""
    say, labels = data.say, labels_of(data, session.verdict, session.said)
    register = register_of(session)
    decision, failed = _retold(decision_of(session, say), labels), retryable_seats(session)
    proceedings = proceedings._replace(
        status=record_status(session, decision),
        state=banner_of(session, decision),
        last_word=last_word(session, say, decision),
        decision=decision,
        todo=todo(session, say, decision),
        asking=_asking(session, say),
        answers=tuple(answer_items(data, session, labels)),
        answered_by=answered_by(session, say),
        earlier=tuple(earlier_items(data, session)),
        silenced=silenced_lines(data, session),
        register=register_lines_of(register, say) if is_followed(session) else None,
        again=say("cli.next.retry", seats=say.listed(failed), id=session.id) if failed else "",
        risk_numbers=tuple(one.id for one in register.risks if not one.is_earlier),
    )
    return data._replace(proceedings=proceedings)


def with_course(data: ReportData, session: Session) -> ReportData:
    """The data with how it came to this: rounds that asked again, debates, a deadlock."""
    if not data.proceedings or len(session.rounds) < 2:
        return data
    proceedings = data.proceedings._replace(
        history=round_histories_of(data, session),
        changes=change_rows(data, session),
        final_word=final_word(data, session),
        deadlock=ladder_of(data, session),
        advice=advice_of(data, session),
    )
    return data._replace(proceedings=proceedings)


def _retold(decision: PersonDecision | None, labels: Mapping[str, str]) -> PersonDecision | None:
    shown = {one_line(label): told for label, told in labels.items()}
    return decision and decision._replace(choice=shown.get(decision.choice, decision.choice))


def _asking(session: Session, say: Language) -> str:
    """Who may answer and until when, while an answer is awaited."""
    asks = session.asked
    if not asks or not is_asking(session) or session.endings:
        return ""
    who = say("asked.people", names=say.listed(map(one_line, asks.people))) if asks.people else say("asked.anybody")
    if not asks.until:
        return say("asked.open", who=who)
    key = f"asked.{session.policy.at_answer_by}"
    return say(key, who=who, until=moment(asks.until))


def deliberation_data(
    session: Session, history: Sequence[Stored], say: Language, options: ReportOptions
) -> ReportData | PendingData:
    """What a reader may see now. Until the latest round is over, nothing that depends on a ballot is in it."""
    say = say.of(session.protocol)
    proceedings = proceedings_of(session, history, say, in_full=options.is_kept)
    is_over = session.round is not None and not session.round.is_open
    verdict = session.verdict if is_over and session.is_current else None
    since = session.verdict_at if verdict else session.opened_at
    options = options._replace(date=options.date or since.partition("T")[0])
    if verdict:
        data = report_data_of(session.question, as_answered(verdict, session, say), say, options)
        return with_course(with_answers(data, proceedings, session), session)
    return PendingData(
        question=cleaned(session.question),
        protocol=session.protocol,
        proceedings=proceedings,
        seats=seat_lines(session, say),
        say=say,
        glyphs=options.glyphs,
        date=one_line(options.date),
    )
