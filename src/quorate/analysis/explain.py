"""Why a verdict is as it is: rules, flags, requirements, failures, and the smallest change that would flip it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quorate.analysis.flips import Search, smallest_flip
from quorate.analysis.meanings import Remark, flags_of, requirements_of
from quorate.analysis.retally import Subject
from quorate.core.ballot import Answer, Ballot, seated
from quorate.core.errors import Refused
from quorate.core.failure import Outcome, doubt_about
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value
from quorate.core.question import Question
from quorate.core.verdict import PROCEED, Verdict, in_order
from quorate.core.voice import count
from quorate.deliberation.permission import is_grave, required
from quorate.deliberation.rounds.earlier_warnings import warned_now
from quorate.deliberation.rounds.stalemate import is_deadlock
from quorate.deliberation.session import Session

_CHOICE, _PLAN, _VERIFICATION = "human_choice", "mitigation_plan", "verification"


def requirements_in_life(session: Session, verdict: Verdict, stated: Iterable[Remark]) -> Iterator[Remark]:
    """The requirements of the verdict, then those that came with lost engines, silent seats, or a deadlock."""
    is_bound = bool(session.bound_at)
    yield from (Remark(f"{_CHOICE}.bound") if is_bound and one.code == _CHOICE else one for one in stated)
    held = required(session, verdict)
    reasons = [one for one in _reasons(session, verdict) if _of(one) in held]
    yield from reasons
    unexplained = held - set(verdict.requires) - {_of(one) for one in reasons}
    yield from (Remark(f"{one}.other" if one == _VERIFICATION else one) for one in in_order(unexplained))


def _of(remark: Remark) -> str:
    return remark.code.partition(".")[0]


def _reasons(session: Session, verdict: Verdict) -> Iterator[Remark]:
    if session.opened.lost and is_grave(session):
        yield Remark(f"{_VERIFICATION}.lost", {"lost": session.opened.lost})
    if is_deadlock(session, verdict) and _CHOICE not in verdict.requires:
        yield Remark(f"{_CHOICE}.{'bound' if session.bound_at else 'deadlock'}")
    yield from _of_the_silenced(session)
    if session.bound_at:
        yield from _of_the_policy(verdict.receipt.roster)


def _of_the_silenced(session: Session) -> Iterator[Remark]:
    gone = [one.ballot for one in warned_now(session)]
    if values := _graves(gone):
        yield Remark(f"{_PLAN}.silenced", values)
    if gone:
        yield Remark(f"{_VERIFICATION}.silenced", {"seats": tuple(one.seat.name for one in gone)})


def _of_the_policy(roster: Iterable[Answer]) -> Iterator[Remark]:
    answers = list(roster)
    if values := _graves([one for one in answers if isinstance(one, Ballot)]):
        yield Remark(f"{_PLAN}.bound", values)
    in_doubt = [one for one in answers if (one.inferred if isinstance(one, Ballot) else one.failed)]
    if in_doubt:
        yield Remark(f"{_VERIFICATION}.bound", {"seats": tuple(one.seat.name for one in in_doubt)})


def _graves(ballots: Iterable[Ballot]) -> dict[str, Value]:
    """Who warned of safety or security, and of what; nothing where nobody did."""
    graves = [one for one in ballots if one.raises_grave_concern]
    texts = dict.fromkeys(concern.text for one in graves for concern in one.concerns if concern.is_grave)
    return {"seats": tuple(one.seat.name for one in graves), "concerns": tuple(texts)} if graves else {}


_MUST_AGREE = ("result", "choice", "action", "requires", "flags")


class Explanation(NamedTuple):
    """A verdict taken apart. Everything in it is codes and numbers; `reports` says it in words."""

    question: Question
    verdict: Verdict
    steps: tuple[Step, ...]
    flags: tuple[Remark, ...]
    requires: tuple[Remark, ...]
    failures: tuple[Remark, ...]
    search: Search | None


def explain(subject: Subject, most: int | None = None) -> Explanation:
    """Takes a verdict apart; `most` bounds the search for the smallest flip."""
    case, verdict = subject.case, subject.verdict
    before, now = subject.verdict, count(subject.protocol, subject.case)
    differing = [field for field in _MUST_AGREE if getattr(before, field) != getattr(now, field)]
    if differing:
        field = differing[0]
        raise Refused(
            f"the record says {field} {_said(before, field)} and today's rules say {_said(now, field)}, so these rules "
            "cannot explain it; use the release of Quorate that counted it"
        )
    explainer = subject.protocol.explainer() if subject.protocol.explainer else None
    return Explanation(
        case.question,
        verdict,
        tuple(explainer.steps(case, verdict) if explainer else ()),
        tuple(flags_of(explainer, case, verdict)),
        tuple(_requirements(explainer, subject)),
        tuple(failures_of(explainer, case, verdict)),
        smallest_flip(explainer, case, verdict, most),
    )


def _requirements(explainer: Explainer | None, subject: Subject) -> Iterable[Remark]:
    stated = requirements_of(explainer, subject.case, subject.verdict)
    return requirements_in_life(subject.session, subject.verdict, stated) if subject.session else stated


def _said(verdict: Verdict, field: str) -> str:
    value = getattr(verdict, field)
    return (", ".join(value) or "nothing") if isinstance(value, tuple) else str(value)


def failures_of(explainer: Explainer | None, case: Case, verdict: Verdict) -> list[Remark]:
    """How failed seats were counted, and what a second count with them against it says. Empty for a whole panel."""
    roster = seated(verdict.receipt.roster)
    failed = doubt_about(roster).failed
    if not failed:
        return []
    values: dict[str, Value] = {
        "failed": failed,
        "n": len(failed),
        "seats": len(roster),
        "votes": verdict.receipt.total_heads,
        "total": verdict.receipt.total_weight,
        "left_out": sum(answer.seat.weight for answer in roster if answer.seat.name in failed),
    }
    counted = Remark(f"counted.{verdict.protocol}", values)
    if verdict.action != PROCEED:
        return [counted, Remark("no_help", values)]
    if not (explainer and explainer.recount):
        return [counted]
    return [counted, _again(verdict, explainer.recount(case, verdict, roster, frozenset(failed)), values)]


def _again(verdict: Verdict, against: Outcome, values: dict[str, Value]) -> Remark:
    said: dict[str, Value] = {**values, "result": against.result, "action": against.action}
    if against.action != PROCEED or against.choice != verdict.choice:
        return Remark("falls", said)
    more = against.requires - set(verdict.requires)
    return Remark("needs_more", {**said, "needs": tuple(sorted(more))}) if more else Remark("stands", said)
