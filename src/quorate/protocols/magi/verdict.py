"""The verdict of magi: the outcome with everything that belongs on the record.

A protocol that keeps all of magi but what decides between approval and rejection brings a `PositionRule` of its own.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, NonVote, by_seat, seated
from quorate.core.concern import notes_on_concerns
from quorate.core.confidence import Confidence
from quorate.core.exact import HALF, Exact, ratio
from quorate.core.failure import Outcome, doubt_about, needs_verification, reliance
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.protocol import Case
from quorate.core.question import Question
from quorate.core.verdict import (
    ASK,
    Added,
    Ask,
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
from quorate.protocols.magi.native import native_of
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
