"""Who failed, and what that did to the count."""

from quorate.analysis.meanings import Remark
from quorate.core.ballot import seated
from quorate.core.failure import Outcome, doubt_about
from quorate.core.protocol import Case, Explainer
from quorate.core.rule_table import Value
from quorate.core.verdict import PROCEED, Verdict


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
