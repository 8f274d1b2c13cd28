"""The evidence workflow as plain JSON values: contributions, weighted votes, the consensus of an epic, conflicts."""

from collections.abc import Iterable, Sequence
from typing import Any

from quorate.core.errors import Problem, UnknownName
from quorate.core.exact import Exact, ratio, rounded
from quorate.core.verdict import Conflict
from quorate.evidence.accepted_resolution import AcceptedResolution, standing_answer
from quorate.evidence.conflict_life import ACCEPTED, ConflictState, state_plain
from quorate.evidence.contribution import Advice, Contribution, Decision, StatedConflict
from quorate.evidence.contribution_conflicts import NEEDS_CONSENSUS, PairConflict
from quorate.evidence.contribution_form import citation_plain
from quorate.evidence.contribution_index import IndexEntry, IndexProblem
from quorate.evidence.epic_consensus import EpicConsensus, HeldAnswer, QuestionResult, WeightedVote, conflicts_of
from quorate.evidence.lenient_contribution import Deviation

MOST_CONFLICTS = 1000
NO_VOTES = "no-votes"
_ORDER = ("critical", "high", "medium", "low")


def _number(value: Exact, decimals: int = 6) -> float:
    return float(rounded(value, decimals))


def vote_plain(vote: WeightedVote, answers: Iterable[HeldAnswer]) -> dict[str, Any]:
    """A weighted vote with the weight and the sessions of every answer."""
    total = vote.total
    breakdown = []
    for group, held in zip(vote.groups, answers, strict=True):
        breakdown.append(
            {
                "answer": group.wording,
                "weight": _number(group.weight),
                "share": _number(ratio(group.weight, total)),
                "votes": group.heads,
                "sessions": [source.session for source in held.sources],
            }
        )
    return {
        "winner": vote.winner,
        "confidence": _number(vote.confidence or 0),
        "votingResult": vote.kind if vote.groups else NO_VOTES,
        "totalWeight": _number(total),
        "answerBreakdown": breakdown,
    }


def consensus_plain(consensus: EpicConsensus) -> dict[str, Any]:
    """Everything, in both of the forms that are in use."""
    resolved = [_resolved(one, consensus.accepted_on(one)) for one in consensus.resolved]
    unresolved = [_unresolved(one, consensus.accepted_on(one)) for one in consensus.unresolved]
    conflicts = conflicts_of(consensus)
    return {
        "consensus": {
            "epicId": consensus.epic,
            "computedAt": consensus.computed_at,
            "contributionCount": consensus.contributions,
            "decisions": resolved,
            "unresolved": unresolved,
            "hitlRequired": consensus.needs_person,
            "summary": {
                "totalQuestions": len(consensus.questions),
                "resolved": len(resolved),
                "unresolved": len(unresolved),
                "averageConfidence": _number(consensus.average_confidence, 4),
            },
        },
        "resolvedQuestions": resolved,
        "unresolvedQuestions": unresolved,
        "conflicts": [_conflict(one, conflict, consensus) for one, conflict in conflicts[:MOST_CONFLICTS]],
        "statedConflicts": [_stated(one, consensus) for one in consensus.stated],
        "conflictSummary": _summary(consensus, conflicts[:MOST_CONFLICTS]),
        "review": [
            {"code": one.code, "subject": one.subject, "settledBy": one.settled_by} for one in consensus.reasons
        ],
        "problems": [problem_plain(one) for one in consensus.problems],
        "deviations": dict(consensus.deviations),
    }


def conflicts_plain(consensus: EpicConsensus) -> list[dict[str, Any]]:
    """The conflicts of an epic, the most severe first, with where they stand."""
    derived = [_conflict(one, conflict, consensus) for one, conflict in conflicts_of(consensus)[:MOST_CONFLICTS]]
    found = [*derived, *(_stated(one, consensus) for one in consensus.stated)]
    return sorted(found, key=lambda one: _ORDER.index(one["severity"]) if one["severity"] in _ORDER else len(_ORDER))


def conflict_plain(consensus: EpicConsensus, name: str) -> dict[str, Any]:
    """One conflict of an epic. Raises UnknownName."""
    found = {one["conflictId"]: one for one in conflicts_plain(consensus)}
    if name not in found:
        raise UnknownName("conflict in this epic", name, list(found)[:20])
    return found[name]


def _resolved(one: QuestionResult, accepted: Sequence[AcceptedResolution]) -> dict[str, Any]:
    """Of the count, unless a person accepted another answer; what was counted is then kept beside it."""
    winner, *others = one.answers
    counted = one.vote.winner or ""
    stands = standing_answer(counted, accepted)
    kept = {"countedAnswer": counted} if stands != counted else {}
    return {
        "questionId": one.id,
        "question": one.question,
        "answer": stands,
        "confidence": _number(one.vote.confidence or 0),
        "votingResult": one.vote.kind,
        "supportingSessions": [source.session for source in winner.sources],
        "dissenting": [entry for held in others for entry in _holders(held)],
        **kept,
        **_accepted(accepted),
    }


def _accepted(accepted: Sequence[AcceptedResolution]) -> dict[str, Any]:
    """Only where there is one."""
    found = [
        {
            "conflictId": one.conflict,
            "resolutionType": one.type,
            "answer": one.answer,
            "finalDecision": one.decision,
            "resolvedBy": one.by,
        }
        for one in accepted
    ]
    return {"acceptedResolutions": found} if found else {}


def _holders(held: HeldAnswer) -> list[dict[str, Any]]:
    pairs = zip(held.sources, held.confidences, strict=True)
    return [
        {
            "sessionId": source.session,
            "agentId": source.agent,
            "answer": held.wording,
            "confidence": _number(sure),
        }
        for source, sure in pairs
    ]


def _unresolved(one: QuestionResult, accepted: Sequence[AcceptedResolution]) -> dict[str, Any]:
    details = vote_plain(one.vote, one.answers)
    return {
        "questionId": one.id,
        "question": one.question,
        "reason": "split_vote",
        "positions": details["answerBreakdown"],
        "voteDetails": details,
        **_accepted(accepted),
    }


def _conflict(one: QuestionResult, conflict: Conflict, consensus: EpicConsensus) -> dict[str, Any]:
    return {
        "questionId": one.id,
        "conflictId": conflict.id,
        "severity": conflict.severity,
        "conflictType": conflict.type,
        "positions": [
            {"agentId": side.agent, "position": side.position, "confidence": _number(side.confidence)}
            for side in conflict.positions
        ],
        "requiresConsensus": conflict.severity in NEEDS_CONSENSUS,
        "escalated": _is_escalated(conflict.id, conflict.severity, consensus),
        "resolution": state_plain(consensus.resolutions.get(conflict.id, ConflictState())),
    }


def _is_escalated(name: str, severity: str, consensus: EpicConsensus) -> bool:
    """A critical conflict is a person's from the start, and so is one that somebody decided to escalate."""
    state = consensus.resolutions.get(name, ConflictState())
    return not state.is_closed and (severity == "critical" or state.status == ACCEPTED)


def _stated(one: StatedConflict, consensus: EpicConsensus) -> dict[str, Any]:
    named = {"questionId": one.question_id, "conflictId": one.id, "severity": one.severity, "conflictType": one.type}
    said = [{"agentId": "", "position": position} for position in one.positions]
    state = state_plain(consensus.resolutions.get(one.id, ConflictState()))
    escalated = _is_escalated(one.id, one.severity, consensus)
    return {**named, "positions": said, "escalated": escalated, "resolution": state}


def _summary(consensus: EpicConsensus, listed: Sequence[tuple[QuestionResult, Conflict]]) -> dict[str, int]:
    counts = dict.fromkeys(("critical", "high", "medium", "low"), 0)
    for one in consensus.questions:
        for severity, number in one.severities.items():
            counts[severity] += number
    critical = sum(conflict.severity == "critical" for _, conflict in listed)
    rest = {"listed": len(listed), "criticalUnlisted": counts["critical"] - critical}
    return {"total": sum(counts.values()), **counts, **rest}


def critical_unlisted(consensus: EpicConsensus) -> int:
    """How many critical conflicts `conflicts_plain` leaves out, until others are resolved."""
    return _summary(consensus, conflicts_of(consensus)[:MOST_CONFLICTS])["criticalUnlisted"]


def problem_plain(problem: IndexProblem) -> dict[str, str]:
    """What is wrong with the index or a file behind it."""
    return dict(problem._asdict())


def entry_line(entry: IndexEntry) -> dict[str, Any]:
    """A contribution as a list shows it."""
    return {key: value for key, value in entry._asdict().items() if key != "place"}


def deviation_plain(deviation: Deviation) -> dict[str, str]:
    """A deviation by its code and place; what is written there stays in the document."""
    return {"code": deviation.code, "path": deviation.path}


def checked_plain(one: Contribution, deviations: Iterable[Deviation], advice: Iterable[Advice]) -> dict[str, Any]:
    """What a check of a contribution found."""
    return {
        "contributionId": one.id,
        "agentId": one.agent,
        "epicId": one.epic,
        "taskId": one.task,
        "decisionCount": len(one.decisions),
        "deviations": [deviation_plain(deviation) for deviation in deviations],
        "advice": [{"code": said.code, "field": Problem(said.path, "", "").field} for said in advice],
    }


def pair_plain(found: Sequence[PairConflict]) -> dict[str, Any]:
    """The conflicts between two contributions, and how many there are by severity."""
    counts = dict.fromkeys(("critical", "high", "medium", "low"), 0)
    for one in found:
        counts[one.severity] += 1
    return {"conflicts": [_pair(one) for one in found], "summary": {"total": len(found), **counts}}


def _pair(one: PairConflict) -> dict[str, Any]:
    other = one.other_contribution
    named = {"sessionId": other.session, "sessionLabel": other.label, "contributionId": other.id}
    return {
        "questionId": one.question_id,
        "conflictId": one.id,
        "severity": one.severity,
        "conflictType": one.type,
        "thisSession": _side(one.this),
        "otherSession": {**_side(one.other), **named},
        "requiresConsensus": one.severity in NEEDS_CONSENSUS,
    }


def _side(decision: Decision) -> dict[str, Any]:
    cited = [citation_plain(item) for item in decision.evidence]
    return {"position": decision.answer, "confidence": _number(decision.confidence), "evidence": cited}
