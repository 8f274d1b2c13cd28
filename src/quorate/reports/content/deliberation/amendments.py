"""A verdict with what people added to it, as it is shown. The verdict itself is never rewritten."""

from collections.abc import Sequence
from typing import TypeVar

from quorate.core.verdict import Dissent, Escalation, Risk, Verdict
from quorate.deliberation.events import Overridden, Resolved
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
from quorate.deliberation.rounds.earlier_warnings import warned_now
from quorate.deliberation.session import GivenAnswer, Session
from quorate.reports.content.authors import author_of, name_of
from quorate.reports.content.deliberation.decision_state import ENDED, decision_state_of, open_needs
from quorate.reports.language import Language
from quorate.reports.text import one_line

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
