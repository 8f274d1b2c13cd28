"""The evidence workflow as plain JSON values: contributions, weighted votes, the consensus of an epic, conflicts."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Annotated, Any, NamedTuple

from quorate.core.codec import shown
from quorate.core.codec.declaration import OPTIONAL, Key
from quorate.core.errors import Problem, UnknownName
from quorate.core.exact import Exact, ratio, rounded
from quorate.core.verdict import Conflict
from quorate.evidence.accepted_resolution import AcceptedResolution, standing_answer
from quorate.evidence.conflict_life import ACCEPTED, ConflictState, ShownResolution, shown_resolution
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


class ShownShare(NamedTuple):
    """An answer with its votes, their weight, its percentage of all weight, and the sessions that gave it."""

    answer: str
    votes: int
    total: Annotated[float, Key("totalWeight")]
    percentage: float
    sessions: tuple[str, ...]


class ShownCount(NamedTuple):
    """A weighted vote with the weight and the sessions of every answer."""

    winner: str | None
    confidence: float
    result: Annotated[str, Key("votingResult")]
    total: Annotated[float, Key("totalWeight")]
    breakdown: Annotated[tuple[ShownShare, ...], Key("answerBreakdown")]


class ShownHolder(NamedTuple):
    """Somebody who holds another answer."""

    session: Annotated[str, Key("sessionId")]
    agent: Annotated[str, Key("agentId")]
    answer: str
    confidence: float


class ShownAcceptance(NamedTuple):
    """What somebody accepted in a conflict."""

    conflict: Annotated[str, Key("conflictId")]
    type: Annotated[str, Key("resolutionType")]
    answer: str
    decision: Annotated[str, Key("finalDecision")]
    by: Annotated[str, Key("resolvedBy")]


_Accepted = Annotated[tuple[ShownAcceptance, ...], Key("acceptedResolutions", optional=True)]


class ShownDecision(NamedTuple):
    """A question that is resolved; what was counted is kept if a person accepted another answer.

    A majority by weight that has at most half of the votes says both percentages.
    """

    id: Annotated[str, Key("questionId")]
    question: str
    answer: str
    confidence: float
    result: Annotated[str, Key("votingResult")]
    supporting: Annotated[tuple[str, ...], Key("supportingSessions")]
    dissenting: tuple[ShownHolder, ...]
    counted: Annotated[str | None, Key("countedAnswer", optional=True)] = None
    accepted: _Accepted = ()
    weight: Annotated[float | None, Key("weightPercentage", optional=True)] = None
    heads: Annotated[float | None, Key("votePercentage", optional=True)] = None


class ShownSplit(NamedTuple):
    """A question that is not."""

    id: Annotated[str, Key("questionId")]
    question: str
    reason: str
    positions: tuple[ShownShare, ...]
    details: Annotated[ShownCount, Key("voteDetails")]
    accepted: _Accepted = ()


class ShownPosition(NamedTuple):
    """One side of a conflict; the agent who states a conflict itself says of nobody how sure they are."""

    agent: Annotated[str, Key("agentId")]
    position: str
    confidence: Annotated[float | None, OPTIONAL] = None


class ShownConflict(NamedTuple):
    """A conflict with where it stands; whether it needs consensus is not said of one that an agent states itself."""

    question_id: Annotated[str, Key("questionId")]
    id: Annotated[str, Key("conflictId")]
    severity: str
    type: Annotated[str, Key("conflictType")]
    positions: tuple[ShownPosition, ...]
    needs_consensus: Annotated[bool | None, Key("requiresConsensus", optional=True)] = None
    is_escalated: Annotated[bool, Key("escalated")] = False
    resolution: ShownResolution = ShownResolution("pending")


class EpicTotals(NamedTuple):
    """How many questions there are, and how sure the answers."""

    total: Annotated[int, Key("totalQuestions")]
    resolved: int
    unresolved: int
    confidence: Annotated[float, Key("averageConfidence")]


class EpicAnswers(NamedTuple):
    """What the contributions to an epic agree on."""

    epic: Annotated[str, Key("epicId")]
    computed_at: Annotated[str, Key("computedAt")]
    contributions: Annotated[int, Key("contributionCount")]
    decisions: tuple[ShownDecision, ...]
    unresolved: tuple[ShownSplit, ...]
    needs_person: Annotated[bool, Key("hitlRequired")]
    totals: Annotated[EpicTotals, Key("summary")]


class ConflictCounts(NamedTuple):
    """How many conflicts there are by severity, and how many are listed."""

    total: int
    critical: int
    high: int
    medium: int
    low: int
    listed: int
    critical_unlisted: Annotated[int, Key("criticalUnlisted")]


class ShownReason(NamedTuple):
    """Why a person has to look."""

    code: str
    subject: str
    settled_by: Annotated[str, Key("settledBy")]


class ShownConsensus(NamedTuple):
    """Everything, in both of the forms that are in use."""

    consensus: EpicAnswers
    resolved: Annotated[tuple[ShownDecision, ...], Key("resolvedQuestions")]
    unresolved: Annotated[tuple[ShownSplit, ...], Key("unresolvedQuestions")]
    conflicts: tuple[ShownConflict, ...]
    stated: Annotated[tuple[ShownConflict, ...], Key("statedConflicts")]
    counts: Annotated[ConflictCounts, Key("conflictSummary")]
    review: tuple[ShownReason, ...]
    problems: tuple[IndexProblem, ...]
    deviations: Mapping[str, int]


def vote_plain(vote: WeightedVote, answers: Iterable[HeldAnswer]) -> dict[str, Any]:
    """A weighted vote as plain values."""
    return shown(_count(vote, answers))


def _count(vote: WeightedVote, answers: Iterable[HeldAnswer]) -> ShownCount:
    total = vote.total
    breakdown = [
        ShownShare(
            group.wording,
            group.heads,
            _number(group.weight),
            _number(100 * ratio(group.weight, total), 1),
            tuple(source.session for source in held.sources),
        )
        for group, held in zip(vote.groups, answers, strict=True)
    ]
    result = vote.kind if vote.groups else NO_VOTES
    return ShownCount(vote.winner, _number(vote.confidence or 0), result, _number(total), tuple(breakdown))


def consensus_plain(consensus: EpicConsensus) -> dict[str, Any]:
    """What contributions come to, as plain values."""
    resolved = tuple(_resolved(one, consensus.accepted_on(one)) for one in consensus.resolved)
    unresolved = tuple(_unresolved(one, consensus.accepted_on(one)) for one in consensus.unresolved)
    conflicts = conflicts_of(consensus)[:MOST_CONFLICTS]
    average = _number(consensus.average_confidence, 4)
    answers = EpicAnswers(
        consensus.epic,
        consensus.computed_at,
        consensus.contributions,
        resolved,
        unresolved,
        consensus.needs_person,
        EpicTotals(len(consensus.questions), len(resolved), len(unresolved), average),
    )
    view = ShownConsensus(
        answers,
        resolved,
        unresolved,
        tuple(_conflict(one, conflict, consensus) for one, conflict in conflicts),
        tuple(_stated(one, consensus) for one in consensus.stated),
        _counts(consensus, conflicts),
        tuple(ShownReason(*one) for one in consensus.reasons),
        tuple(consensus.problems),
        dict(consensus.deviations),
    )
    return shown(view)


def conflicts_plain(consensus: EpicConsensus) -> list[dict[str, Any]]:
    """The conflicts of an epic, the most severe first, with where they stand."""
    derived = [_conflict(one, conflict, consensus) for one, conflict in conflicts_of(consensus)[:MOST_CONFLICTS]]
    found = [*derived, *(_stated(one, consensus) for one in consensus.stated)]
    ordered = sorted(found, key=lambda one: _ORDER.index(one.severity) if one.severity in _ORDER else len(_ORDER))
    return list(map(shown, ordered))


def conflict_plain(consensus: EpicConsensus, name: str) -> dict[str, Any]:
    """One conflict of an epic. Raises UnknownName."""
    found = {one["conflictId"]: one for one in conflicts_plain(consensus)}
    if name not in found:
        raise UnknownName("conflict in this epic", name, list(found)[:20])
    return found[name]


def _resolved(one: QuestionResult, accepted: Sequence[AcceptedResolution]) -> ShownDecision:
    """Of the count, unless a person accepted another answer; what was counted is then kept beside it."""
    winner, *others = one.answers
    counted = one.vote.winner or ""
    stands = standing_answer(counted, accepted)
    leader, votes = one.vote.groups[0], sum(group.heads for group in one.vote.groups)
    by_weight = _number(100 * ratio(leader.weight, one.vote.total), 1), _number(100 * ratio(leader.heads, votes), 1)
    return ShownDecision(
        one.id,
        one.question,
        stands,
        _number(one.vote.confidence or 0),
        one.vote.kind,
        tuple(source.session for source in winner.sources),
        tuple(holder for held in others for holder in _holders(held)),
        counted if stands != counted else None,
        _accepted(accepted),
        *(by_weight if 2 * leader.heads <= votes else ()),
    )


def _accepted(accepted: Sequence[AcceptedResolution]) -> tuple[ShownAcceptance, ...]:
    return tuple(ShownAcceptance(one.conflict, one.type, one.answer, one.decision, one.by) for one in accepted)


def _holders(held: HeldAnswer) -> list[ShownHolder]:
    pairs = zip(held.sources, held.confidences, strict=True)
    return [ShownHolder(source.session, source.agent, held.wording, _number(sure)) for source, sure in pairs]


def _unresolved(one: QuestionResult, accepted: Sequence[AcceptedResolution]) -> ShownSplit:
    details = _count(one.vote, one.answers)
    return ShownSplit(one.id, one.question, "split_vote", details.breakdown, details, _accepted(accepted))


def _conflict(one: QuestionResult, conflict: Conflict, consensus: EpicConsensus) -> ShownConflict:
    positions = [ShownPosition(side.agent, side.position, _number(side.confidence)) for side in conflict.positions]
    return ShownConflict(
        one.id,
        conflict.id,
        conflict.severity,
        conflict.type,
        tuple(positions),
        conflict.severity in NEEDS_CONSENSUS,
        _is_escalated(conflict.id, conflict.severity, consensus),
        shown_resolution(consensus.resolutions.get(conflict.id, ConflictState())),
    )


def _is_escalated(name: str, severity: str, consensus: EpicConsensus) -> bool:
    """A critical conflict is a person's from the start, and so is one that somebody decided to escalate."""
    state = consensus.resolutions.get(name, ConflictState())
    return not state.is_closed and (severity == "critical" or state.status == ACCEPTED)


def _stated(one: StatedConflict, consensus: EpicConsensus) -> ShownConflict:
    said = tuple(ShownPosition("", position) for position in one.positions)
    state = shown_resolution(consensus.resolutions.get(one.id, ConflictState()))
    escalated = _is_escalated(one.id, one.severity, consensus)
    return ShownConflict(one.question_id, one.id, one.severity, one.type, said, None, escalated, state)


def _counts(consensus: EpicConsensus, listed: Sequence[tuple[QuestionResult, Conflict]]) -> ConflictCounts:
    counts = dict.fromkeys(_ORDER, 0)
    for one in consensus.questions:
        for severity, number in one.severities.items():
            counts[severity] += number
    critical = sum(conflict.severity == "critical" for _, conflict in listed)
    unlisted = counts["critical"] - critical
    return ConflictCounts(sum(counts.values()), **counts, listed=len(listed), critical_unlisted=unlisted)


def critical_unlisted(consensus: EpicConsensus) -> int:
    """How many critical conflicts `conflicts_plain` leaves out, until others are resolved."""
    return _counts(consensus, conflicts_of(consensus)[:MOST_CONFLICTS]).critical_unlisted


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
