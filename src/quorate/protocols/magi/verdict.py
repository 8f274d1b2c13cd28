"""The verdict of magi: the outcome with everything that belongs on the record.

A protocol that keeps all of magi but what decides between approval and rejection brings a `PositionRule` of its own.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from quorate.core.ballot import Answer, Ballot, NonVote, by_seat, seated
from quorate.core.concern import notes_on_concerns
from quorate.core.confidence import Confidence
from quorate.core.exact import HALF, Exact, ratio, shown
from quorate.core.failure import Outcome, doubt_about, needs_verification, reliance
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.protocol import Case
from quorate.core.question import Question
from quorate.core.verdict import (
    ASK,
    BLOCK,
    PROCEED,
    Added,
    Ask,
    Dissent,
    Escalation,
    Note,
    Receipt,
    Risk,
    Threshold,
    Verdict,
    flags_in_order,
    in_order,
)
from quorate.core.voice import Ways, one_voice
from quorate.protocols.magi.ask import ask_of
from quorate.protocols.magi.rule import (
    CHOICES,
    MIGHT_ABSTAIN_BELOW,
    Sides,
    is_overridden,
    outcome_of,
    pivotal,
    points_of,
    sides_of,
    winners_and_losers,
)
from quorate.protocols.parts.verdict_parts import (
    dissent_of,
    doubt_escalations,
    doubt_flags,
    most_against,
    named_escalation,
    risk_register,
    union,
    weight_by_choice,
)

TITLES = {
    "UNANIMOUS": "UNANIMOUS VERDICT",
    "MAJORITY": "MAJORITY VERDICT",
    "SPLIT": "SPLIT VERDICT",
    "UNANIMOUS_REJECTION": "UNANIMOUS REJECTION",
    "MAJORITY_REJECTION": "MAJORITY REJECTION",
    "INSUFFICIENT_QUORUM": "INSUFFICIENT QUORUM",
    "INSUFFICIENT_INFORMATION": "INSUFFICIENT INFORMATION",
}
TWO_SEAT_TITLES = {"UNANIMOUS": "UNANIMOUS", "SPLIT": "SPLIT", "UNANIMOUS_REJECTION": "REJECTION"}
GO_WORDS = frozenset({"GO", "GO WITH CONDITIONS", "HOLD", "NO-GO"})


def native_of(verdict: Verdict, question: Question, ballots: Sequence[Ballot]) -> dict[str, Any]:
    """The verdict's box: its title, confidence and action line, and the record of each dissent."""
    seats = {ballot.seat.name: ballot for ballot in ballots} if verdict.dissents else {}
    native: dict[str, Any] = {
        "verdict": title_of(verdict),
        "dissent": [_dissent(dissent, seats[dissent.seat]) for dissent in verdict.dissents],
        "action": action_line(verdict),
    }
    if verdict.confidence is not None:
        majority = verdict.result.startswith("MAJORITY")
        native["majority_confidence" if majority else "weighted_confidence"] = _shown(verdict.confidence)
    if "LOW_CONFIDENCE" in verdict.flags:
        native["warning"] = "LOW CONFIDENCE WARNING"
    if question.decision_type == "go_no_go" or not GO_WORDS.isdisjoint([ballot.word for ballot in ballots]):
        native["go_no_go"] = go_no_go(verdict, ballots)
    if any(ballot.priorities for ballot in ballots):
        native["priority_ranking"] = priority_ranking(ballots)
    return native


def title_of(verdict: Verdict) -> str:
    """The heading of the verdict's box."""
    if verdict.result in TWO_SEAT_TITLES:
        seats = [answer.seat for answer in seated(verdict.receipt.roster)]
        if len(seats) == 2:
            kind = "ENGINE" if all(seat.is_engine for seat in seats) else "SEAT"
            return f"2-{kind} {TWO_SEAT_TITLES[verdict.result]}"
    return TITLES.get(verdict.result) or verdict.result.replace("_", " ")


def action_line(verdict: Verdict) -> str:
    """What to do next, in capitals; never EXECUTE while something is still required."""
    if verdict.action == PROCEED:
        if verdict.requires:
            return f"HOLD - {', '.join(verdict.requires).replace('_', ' ')} required first"
        if verdict.dissents:
            return "EXECUTE + RECORD DISSENT"
        at_once = verdict.result == "UNANIMOUS" and len(seated(verdict.receipt.roster)) > 2
        return "EXECUTE IMMEDIATELY" if at_once else "EXECUTE"
    is_pair = len(seated(verdict.receipt.roster)) == 2
    if verdict.action == BLOCK:
        return "BLOCK + RECORD DISSENT" if verdict.dissents else "BLOCK" if is_pair else "BLOCK - State reasons"
    if verdict.action == ASK:
        return "PRESENT BOTH POSITIONS TO USER" if verdict.choice or is_pair else "PRESENT TRADE-OFFS TO USER"
    return "RE-DELIBERATE WITH MORE CONTEXT"


def go_no_go(verdict: Verdict, ballots: Sequence[Ballot]) -> str:
    """The verdict as a release manager says it."""
    if verdict.action == PROCEED:
        said_so = any(ballot.word == "GO WITH CONDITIONS" for ballot in ballots)
        return "GO WITH CONDITIONS" if said_so or verdict.conditions or verdict.requires else "GO"
    if verdict.action == BLOCK:
        said_hold = all(ballot.word == "HOLD" for ballot in ballots if ballot.choice == REJECT)
        return "HOLD" if said_hold else "NO-GO"
    return "HOLD"


def priority_ranking(ballots: Sequence[Ballot]) -> list[dict[str, Any]]:
    """Items by mean score times (1 + largest urgency / 10); equal priorities share a rank."""
    scores: dict[str, list[Exact]] = {}
    urgency: dict[str, Exact] = {}
    for ballot in ballots:
        for one in ballot.priorities:
            scores.setdefault(one.item, []).append(one.score)
            urgency[one.item] = max(urgency.get(one.item, 0), one.urgency)
    priority = {item: ratio(sum(given), len(given)) * (1 + ratio(urgency[item], 10)) for item, given in scores.items()}
    ranked = sorted(priority, key=lambda item: (-priority[item], item))
    return [
        {
            "rank": 1 + sum(other > priority[item] for other in priority.values()),
            "item": item,
            "priority": shown(priority[item]),
            "exact": str(priority[item]),
            "scored_by": len(scores[item]),
        }
        for item in ranked
    ]


def _dissent(dissent: Dissent, ballot: Ballot) -> dict[str, Any]:
    return {
        ("engine" if ballot.seat.is_engine else "perspective"): dissent.seat,
        "position": ballot.word or ballot.choice,
        "confidence": _shown(dissent.confidence) if dissent.confidence is not None else None,
        "concern": dissent.concern,
        "mitigation": dissent.mitigation,
        "monitor": dissent.monitor,
    }


def _shown(value: Exact) -> int | float:
    return value if isinstance(value, int) else shown(value)


CONFIDENCE_GAP = 30
FEWER_VIEWS = Risk("Only two seats: less diversity of judgement", "panel", "diversity", code="two_seats")
_OVERRULED_BY = {APPROVE: REJECT, REJECT: APPROVE, None: None}
_SURE = Confidence(100)
_MORE_THAN_HALF = Threshold("more than", HALF)
SIMPLE_MODE = Added(
    "alternatives",
    "Fall back to Simple Mode: one engine in three seats (Logos, Pathos, Sophia)",
    "fall_back_to_simple_mode",
)


class MagiCount(NamedTuple):
    """What the parts of a verdict are made from."""

    roster: Sequence[Answer]
    ballots: Sequence[Ballot]
    sides: Sides
    outcome: Outcome
    mean: Exact
    overridden: bool
    dissenters: Sequence[Ballot]
    strong: Sequence[Ballot]


class PositionRule(NamedTuple):
    """What decides between approval and rejection. `receipt` adds to the plain one what this rule goes by."""

    protocol: str
    outcome_of: Callable[[Sequence[Answer], Sides], Outcome]
    pivotal: Callable[[Sequence[Answer], Sides, str], tuple[str, ...]]
    ask_of: Callable[[Sequence[Ballot], Sides, Outcome], Ask | None]
    most_against: Ways
    receipt: Callable[[Receipt, MagiCount], Receipt] = lambda receipt, _: receipt


def magi(question: Question, answers: Sequence[Answer]) -> Verdict:
    """Counts approvals and rejections; more than half of those who voted decide."""
    return verdict_by(BY_HEADS, question, answers)


def verdict_by(rule: PositionRule, question: Question, answers: Sequence[Answer]) -> Verdict:
    """The verdict on positions by any rule."""
    first = _verdict(rule, question, answers)
    verdict = one_voice(first, lambda rest: _verdict(rule, question, rest), rule.most_against)
    ballots = [answer for answer in verdict.receipt.roster if isinstance(answer, Ballot)]
    return verdict._replace(native=native_of(verdict, question, ballots))


def _verdict(rule: PositionRule, question: Question, answers: Sequence[Answer]) -> Verdict:
    everyone = by_seat(answers)
    roster = seated(everyone)
    counted = _count(rule, roster)
    outcome, ballots, doubt = counted.outcome, counted.ballots, doubt_about(roster)
    relies = reliance(outcome, doubt, lambda against, silent: recount(rule, roster, against, silent))
    verify = needs_verification(question, doubt, relies)
    falls_back = counted.sides.seats == 2 and counted.sides.votes < 2
    return Verdict(
        protocol=rule.protocol,
        result=outcome.result,
        choice=outcome.choice,
        action=outcome.action,
        requires=in_order(outcome.requires | {"verification"} if verify else outcome.requires),
        confidence=counted.mean if outcome.choice else None,
        flags=flags_in_order(doubt_flags(doubt, relies) + _flags(counted)),
        escalations=(*_escalations(counted), *doubt_escalations(doubt, relies, verify)),
        dissents=tuple(map(dissent_of, counted.dissenters)),
        conditions=union([ballot.conditions for ballot in ballots if ballot.choice == APPROVE]),
        alternatives=union([*[ballot.alternatives for ballot in ballots], (SIMPLE_MODE.text,) if falls_back else ()]),
        risks=_risks(counted),
        conflicts=(),
        receipt=rule.receipt(_receipt(rule, question, everyone, counted), counted),
        ask=rule.ask_of(ballots, counted.sides, outcome),
        native={},
        added=(SIMPLE_MODE,) if falls_back else (),
    )


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    return magi(case.question, case.answers)


def _count(rule: PositionRule, roster: Sequence[Answer]) -> MagiCount:
    ballots = [answer for answer in roster if isinstance(answer, Ballot)]
    sides = sides_of(roster)
    outcome = rule.outcome_of(roster, sides)
    winners, losers = winners_and_losers(sides, outcome.choice)
    overruled = _OVERRULED_BY[outcome.choice]
    dissenters = [ballot for ballot in ballots if ballot.choice == overruled]
    strong = [ballot for ballot in dissenters if points_of(ballot) * winners.heads > winners.total]
    return MagiCount(roster, ballots, sides, outcome, winners.mean, is_overridden(winners, losers), dissenters, strong)


def recount(rule: PositionRule, roster: Sequence[Answer], against: frozenset[str], silent: frozenset[str]) -> Outcome:
    """The outcome if some seats had rejected at full confidence and others had not answered."""
    changed = [
        _against(answer)
        if answer.seat.name in against
        else NonVote(answer.seat, "absent")
        if answer.seat.name in silent
        else answer
        for answer in roster
    ]
    return rule.outcome_of(changed, sides_of(changed))


def _against(answer: Answer) -> Ballot:
    if isinstance(answer, Ballot):
        return answer._replace(choice=REJECT, confidence=_SURE)
    return Ballot(answer.seat, REJECT, _SURE)


def _opposition(_: Verdict, ballot: Ballot) -> tuple[bool, Exact]:
    """Nothing is more against a proposal than a sure rejection; of approvals, the least sure one is."""
    rejects = ballot.choice == REJECT
    return rejects, points_of(ballot) if rejects else -points_of(ballot)


def _flags(counted: MagiCount) -> tuple[str, ...]:
    sides = counted.sides
    flags = []
    if counted.strong:
        flags.append("STRONG_DISSENT")
    if counted.overridden:
        flags.append("CONFIDENCE_OVERRIDE")
    if sides.mean_is_low:
        flags.append("LOW_CONFIDENCE")
    highest = (sides.approve.highest, sides.reject.highest)
    if counted.outcome.result == "SPLIT" and sides.seats == 2 and max(highest) - min(highest) > CONFIDENCE_GAP:
        flags.append("CONFIDENCE_GAP")
    return tuple(flags)


def _escalations(counted: MagiCount) -> list[Escalation]:
    escalations = []
    result, strong = counted.outcome.result, counted.strong
    grave = [ballot for ballot in strong if ballot.raises_grave_concern]
    if counted.outcome.choice == APPROVE and grave:
        escalations.append(named_escalation("L3", "strong_safety_dissent", _names(grave)))
    if counted.overridden:
        escalations.append(named_escalation("L3", "confidence_override", _names(strong)))
    if result == "UNANIMOUS_REJECTION":
        escalations.append(Escalation("L3", "unanimous_rejection"))
    if counted.outcome.action == ASK and counted.outcome.choice is None:
        escalations.append(Escalation("L2", result.casefold()))
    if counted.sides.all_unsure:
        escalations.append(Escalation("L2", "all_below_50"))
    if strong:
        escalations.append(named_escalation("L1", "strong_dissent", _names(strong)))
    return escalations


def _names(ballots: Sequence[Ballot]) -> list[str]:
    return [ballot.seat.name for ballot in ballots]


def _risks(counted: MagiCount) -> tuple[Risk, ...]:
    severities = {
        ballot.seat.name: _severity(ballot.raises_grave_concern, ballot in counted.strong)
        for ballot in counted.dissenters
    }
    two_seats = counted.sides.seats == 2
    return risk_register(counted.roster, severities, more=(FEWER_VIEWS,) if two_seats else ())


def _severity(grave: bool, strong: bool) -> str:
    return "critical" if grave and strong else "high" if grave or strong else "medium"


def _receipt(rule: PositionRule, question: Question, everyone: Sequence[Answer], counted: MagiCount) -> Receipt:
    sides, ballots = counted.sides, counted.ballots
    voted = [ballot for ballot in ballots if ballot.choice != ABSTAIN]
    leader = max(sides.approve.heads, sides.reject.heads)
    lead = abs(sides.approve.heads - sides.reject.heads)
    weight = weight_by_choice(CHOICES, ballots)
    return Receipt(
        question=question.content_hash,
        basis="heads",
        roster=tuple(everyone),
        counted=tuple([ballot.seat.name for ballot in voted]),
        total_heads=sides.votes,
        total_weight=weight[APPROVE] + weight[REJECT],
        threshold=_MORE_THAN_HALF,
        share=ratio(leader, sides.votes) if voted else None,
        margin=ratio(lead, sides.votes) if voted else None,
        heads={APPROVE: sides.approve.heads, REJECT: sides.reject.heads, ABSTAIN: sides.abstain.heads},
        weight=weight,
        pivotal=rule.pivotal(counted.roster, sides, counted.outcome.action),
        notes=(*_notes(voted), *notes_on_concerns(everyone)),
    )


def _notes(voted: Sequence[Ballot]) -> list[Note]:
    return [
        Note("might_have_abstained", ballot.seat.name, str(points_of(ballot)))
        for ballot in voted
        if points_of(ballot) < MIGHT_ABSTAIN_BELOW
    ]


BY_HEADS = PositionRule("magi", lambda _, sides: outcome_of(sides), pivotal, ask_of, most_against(_opposition))
