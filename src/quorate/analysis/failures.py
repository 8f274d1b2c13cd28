"""Who failed, and what that did to the count."""

from quorate.analysis.flips.scene import seated
from quorate.analysis.steps import Remark, Value
from quorate.core.ballot import Answer, Ballot
from quorate.core.confidence import Confidence
from quorate.core.failure import NOBODY, Outcome, doubt_about
from quorate.core.protocol import Case
from quorate.core.verdict import PROCEED, Verdict

_SURE = Confidence(100)


def failures_of(case: Case, verdict: Verdict) -> list[Remark]:
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
        "lost": sum(answer.seat.weight for answer in roster if answer.seat.name in failed),
    }
    counted = Remark(f"counted.{verdict.protocol}", values)
    if verdict.action != PROCEED:
        return [counted, Remark("no_help", values)]
    against = _against(case, verdict, roster, frozenset(failed))
    return [counted, _again(verdict, against, values)] if against else [counted]


def _again(verdict: Verdict, against: Outcome, values: dict[str, Value]) -> Remark:
    said: dict[str, Value] = {**values, "result": against.result, "action": against.action}
    if against.action != PROCEED or against.choice != verdict.choice:
        return Remark("falls", said)
    more = against.requires - set(verdict.requires)
    return Remark("needs_more", {**said, "needs": tuple(sorted(more))}) if more else Remark("stands", said)


def _against(case: Case, verdict: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome | None:
    """The second count that the rule on failures asks for; under evidence nothing can stand in for a lost proof."""
    match verdict.protocol:
        case "magi":
            from quorate.protocols.magi.rule import REJECT, outcome_of, sides_of

            changed = [Ballot(one.seat, REJECT, _SURE) if one.seat.name in failed else one for one in roster]
            return outcome_of(sides_of(changed))
        case "judges":
            from quorate.protocols.judges.rule import recount

            first = Outcome(verdict.result, verdict.choice, verdict.action, frozenset(verdict.requires))
            voted = [one for one in roster if isinstance(one, Ballot) and one.seat.name in verdict.receipt.counted]
            return recount(first, voted, verdict.receipt.threshold.share, failed, NOBODY)
        case "quorum":
            from quorate.protocols.quorum.rule import Terms
            from quorate.protocols.quorum.rule import recount as weighed

            return weighed(roster, case.terms or Terms(), failed, NOBODY)
        case _:
            return None
