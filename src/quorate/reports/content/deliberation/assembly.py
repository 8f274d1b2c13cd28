"""A session and its history as proceedings: what its report says besides the verdict."""

from collections.abc import Mapping, Sequence

from quorate.core.verdict import Verdict
from quorate.deliberation.events import Stored
from quorate.deliberation.permission import is_asking
from quorate.deliberation.register.risk_register import is_followed, register_of
from quorate.deliberation.session import Session
from quorate.reports.content.authors import moment
from quorate.reports.content.deliberation.amendments import as_answered
from quorate.reports.content.deliberation.answers import (
    answer_items,
    answered_by,
    earlier_items,
    labels_of,
    silenced_lines,
)
from quorate.reports.content.deliberation.audit_trail import trail_of
from quorate.reports.content.deliberation.decision_state import banner_of, decision_of, last_word, record_status, todo
from quorate.reports.content.deliberation.engine_calls import with_calls
from quorate.reports.content.deliberation.head import head_of, rounds_of
from quorate.reports.content.deliberation.panel_notice import notice_of, shared_in, shared_of
from quorate.reports.content.deliberation.register_lines import register_lines_of
from quorate.reports.content.deliberation.seat_states import PendingData, seat_lines
from quorate.reports.content.rounds.arguments import round_topic_of
from quorate.reports.content.rounds.deadlock_ladder import advice_of, ladder_of
from quorate.reports.content.rounds.debate_log import change_rows, final_word
from quorate.reports.content.rounds.history import round_histories_of
from quorate.reports.language import Language
from quorate.reports.proceedings import PersonDecision, Proceedings
from quorate.reports.report_data import ReportData, ReportOptions, cleaned, report_data_of
from quorate.reports.text import one_line


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
    decision = _retold(decision_of(session, say), labels)
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
    verdict = _opened(session)
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


def _opened(session: Session) -> Verdict | None:
    """The verdict on the question as it stands, once its ballots are opened."""
    is_over = session.round is not None and not session.round.is_open
    return session.verdict if is_over and session.is_current else None
