"""What people answered: in words, and in the verdict as it is shown. The verdict itself is never rewritten."""

from collections.abc import Mapping
from typing import NamedTuple, TypeVar

from quorate.core.verdict import Dissent, Escalation, Risk, Verdict
from quorate.deliberation.events import Declined, Deferred, Overridden, Reframed, Resolved
from quorate.deliberation.register import (
    CHANGED,
    OVERRIDE,
    Item,
    Register,
    answered_by_a_plan,
    is_tracked,
    register_of,
)
from quorate.deliberation.session import Said, Session
from quorate.deliberation.timebound import WHO_DECIDES
from quorate.reports.lang import Language
from quorate.reports.standing import ENDED, open_needs, standing_of
from quorate.reports.text import one_line
from quorate.reports.view import View
from quorate.reports.who_and_when import author_of, moment, name_of

Record = TypeVar("Record", Dissent, Risk)


class _Words(NamedTuple):
    """What an answer says: the end of its phrase's key, and the values."""

    what: str
    text: str = ""
    choice: str = ""
    owner: str = ""
    monitor: str = ""


def answer_items(view: View, session: Session, labels: Mapping[str, str]) -> list[str]:
    """Every answer with its author and its time; further lines say owner and what to monitor."""
    items = [_item(view, said, labels) for said in session.said]
    if session.lapsed_at and session.asked:
        items.append(view.say("answer.overdue", until=moment(session.asked.until)))
    return items


def _item(view: View, said: Said, labels: Mapping[str, str]) -> str:
    say = view.say
    words = _words(said, labels)
    key = f"answer.{words.what}" if say.knows(f"answer.{words.what}") else "answer.other"
    need = say.word("need", one_line(words.what))
    what = say(key, text=view.short(one_line(words.text)), choice=one_line(words.choice), need=need)
    lines = [say("answer", author=author_of(say, said.author), at=moment(said.at), what=what)]
    for key, value in (("item.owner", words.owner), ("item.monitor", words.monitor)):
        lines += [say(key, text=view.short(one_line(value)))] if value.strip() else []
    return "\n".join(lines)


def _words(said: Said, labels: Mapping[str, str]) -> _Words:
    match said.answer:
        case Overridden(text, owner):
            return _Words("overridden", text, owner=owner)
        case Declined(reason):
            return _Words("declined", reason)
        case Deferred(step, owner, monitor):
            return _Words("deferred", step, owner=owner, monitor=monitor)
        case Reframed(questions):
            return _Words("reframed", "; ".join(questions))
        case Resolved("human_choice", text, choice, go) if text.startswith(WHO_DECIDES):
            return _Words(f"bound.{'go' if go else 'hold'}", text.removeprefix(WHO_DECIDES), labels.get(choice, choice))
        case Resolved("human_choice", text, choice, go):
            what = f"{'go' if go else 'hold'}{'.why' if text.strip() else ''}"
            return _Words(what, text, labels.get(choice, choice))
        case Resolved(requirement, text, owner=owner, monitor=monitor):
            return _Words(requirement, text, owner=owner, monitor=monitor)


def as_answered(verdict: Verdict, session: Session, say: Language) -> Verdict:
    """The verdict with what people added: plans beside the dissents, overrides among escalations and risks."""
    for said in session.said:
        match said.answer:
            case Overridden():
                verdict = _overridden(verdict, said, said.answer, say)
            case Resolved(requirement="mitigation_plan"):
                verdict = _mitigated(verdict, said.answer)
            case _:
                pass
    verdict = _followed(verdict, register_of(session)) if is_tracked(session) else verdict
    is_moot = standing_of(session).code in ENDED and not session.said
    return verdict._replace(requires=open_needs(session), ask=None if is_moot else verdict.ask)


def _overridden(verdict: Verdict, said: Said, answer: Overridden, say: Language) -> Verdict:
    source, text = name_of(said.author.name), one_line(answer.risk_acceptance)
    risk = Risk(say("risk.override", text=text), source, OVERRIDE, "high", owner=answer.owner)
    level = Escalation("L4", "overridden", author_of(say, said.author))
    return verdict._replace(risks=(*verdict.risks, risk), escalations=(*verdict.escalations, level))


def _mitigated(verdict: Verdict, plan: Resolved) -> Verdict:
    seats = answered_by_a_plan(verdict)
    dissents = tuple(
        one._replace(mitigation=plan.text, monitor=plan.monitor) if one.seat in seats else one
        for one in verdict.dissents
    )
    risks = tuple(
        one._replace(mitigation=plan.text, monitor=plan.monitor, owner=plan.owner)
        if one.kind == "dissent" and one.source in seats
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
