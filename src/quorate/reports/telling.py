"""A session and its history as an account: what its report says besides the verdict."""

from collections.abc import Mapping, Sequence

from quorate.deliberation.events import Stored
from quorate.deliberation.permission import is_asking
from quorate.deliberation.register import is_followed, register_of
from quorate.deliberation.session import Session
from quorate.reports.account import Account, Decision
from quorate.reports.answers import answer_items, answered_by, earlier_items, labels_of
from quorate.reports.deadlocks import advice_of, ladder_of
from quorate.reports.debates import change_rows, final_word
from quorate.reports.engines import with_calls
from quorate.reports.followed import followed_of
from quorate.reports.head import head_of, rounds_of
from quorate.reports.language import Language
from quorate.reports.news import news_of
from quorate.reports.notice import notice_of, shared_in, shared_of
from quorate.reports.rounds import chapters_of
from quorate.reports.silence import silenced_lines
from quorate.reports.standing import banner_of, decision_of, last_word, record_status, todo
from quorate.reports.text import one_line
from quorate.reports.trail import trail_of
from quorate.reports.view import View
from quorate.reports.who_and_when import moment


def account_of(session: Session, history: Sequence[Stored], say: Language, *, in_full: bool) -> Account:
    """What may be said at any time, also while ballots are sealed."""
    account = Account(
        head=head_of(session, say, in_full=in_full),
        status=record_status(session, None),
        state=banner_of(session, None),
        last_word=last_word(session, say, None),
        rounds=rounds_of(session, history, say),
        trail=trail_of(session, history, say),
        notice=notice_of(session, say),
        shared=shared_of(shared_in(session), say),
        news=news_of(session, say),
    )
    return with_calls(account, session, say)


def with_answers(view: View, account: Account, session: Session) -> View:
    """The view of a counted round with the account, to which what people did with the verdict is added."""
    say, labels = view.say, labels_of(view, session.verdict, session.said)
    decision = _retold(decision_of(session, say), labels)
    account = account._replace(
        status=record_status(session, decision),
        state=banner_of(session, decision),
        last_word=last_word(session, say, decision),
        decision=decision,
        todo=todo(session, say, decision),
        asking=_asking(session, say),
        answers=tuple(answer_items(view, session, labels)),
        answered_by=answered_by(session, say),
        earlier=tuple(earlier_items(view, session)),
        silenced=silenced_lines(view, session),
        register=followed_of(register_of(session), say) if is_followed(session) else None,
    )
    return view._replace(account=account)


def with_course(view: View, session: Session) -> View:
    """The view with how it came to this: rounds that asked again, debates, a deadlock."""
    if not view.account or len(session.rounds) < 2:
        return view
    account = view.account._replace(
        history=chapters_of(view, session),
        changes=change_rows(view, session),
        final_word=final_word(view, session),
        deadlock=ladder_of(view, session),
        advice=advice_of(view, session),
    )
    return view._replace(account=account)


def _retold(decision: Decision | None, labels: Mapping[str, str]) -> Decision | None:
    shown = {one_line(label): told for label, told in labels.items()}
    return decision and decision._replace(choice=shown.get(decision.choice, decision.choice))


def _asking(session: Session, say: Language) -> str:
    """Who may answer and until when, while an answer is awaited."""
    asks = session.asked
    if not asks or not is_asking(session) or session.endings:
        return ""
    who = say("asked.people", names=say.listed(map(one_line, asks.people))) if asks.people else say("asked.anybody")
    key = f"asked.{'decline' if session.policy.at_answer_by == 'decline' else 'stay'}" if asks.until else "asked.open"
    return say(key, who=who, until=moment(asks.until))
