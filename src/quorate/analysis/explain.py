"""Why a verdict is as it is: rules, flags, requirements, failures, and the smallest change that would flip it."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.analysis.flips import Search, smallest_flip
from quorate.analysis.life import requirements_in_life
from quorate.analysis.meanings import Remark, flags_of, requirements_of
from quorate.analysis.subject import Subject
from quorate.core.ballot import seated
from quorate.core.errors import Refused
from quorate.core.failure import Outcome, doubt_about
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value
from quorate.core.question import Question
from quorate.core.verdict import PROCEED, Verdict
from quorate.core.voice import count

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
    _counted_the_same(subject)
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


def _counted_the_same(subject: Subject) -> None:
    """A verdict is explained by the rules that made it, and those of another release may have been others."""
    before, now = subject.verdict, count(subject.protocol, subject.case)
    differing = [field for field in _MUST_AGREE if getattr(before, field) != getattr(now, field)]
    if differing:
        field = differing[0]
        raise Refused(
            f"the record says {field} {_said(before, field)} and today's rules say {_said(now, field)}, so these rules "
            "cannot explain it; use the release of Quorate that counted it"
        )


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
