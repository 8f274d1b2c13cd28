"""The verdict of evidence: the outcome with everything that belongs on the record."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, by_seat, seated
from quorate.core.concern import notes_on_concerns
from quorate.core.exact import ratio
from quorate.core.failure import ON_ABSENCE, ON_INFERENCE, Doubt, Outcome, doubt_about
from quorate.core.protocol import Case
from quorate.core.question import Question
from quorate.core.text import normalised
from quorate.core.verdict import (
    PROCEED,
    Conflict,
    Escalation,
    Note,
    Receipt,
    Threshold,
    Verdict,
    flags_in_order,
    in_order,
)
from quorate.core.voice import Group, every_way, one_voice
from quorate.protocols.evidence.checked import has_fallen_proof, notes_on_checks
from quorate.protocols.evidence.conflicts import derived, merged
from quorate.protocols.evidence.native import ask_of, native_of
from quorate.protocols.evidence.pivots import PivotScene, clashes_in, pivotal, vote_of
from quorate.protocols.evidence.rule import (
    ABSTAIN,
    ACCEPT,
    Consensus,
    EvidenceTerms,
    OptionPosition,
    Sides,
    consensus_of,
    leader_by,
    outcome_of,
    proofs_in,
    sides_of,
    stand_of,
)
from quorate.protocols.evidence.vote import WeightedVote, weighted_vote
from quorate.protocols.parts.verdict_parts import (
    dissent_of,
    doubt_escalations,
    doubt_flags,
    named_escalation,
    risk_register,
    union,
)

FEWEST_EXCHANGES, FEWEST_SOURCES = 2, 2


class EvidenceCount(NamedTuple):
    """What the parts of a verdict are made from."""

    question: Question
    roster: Sequence[Answer]
    voted: Sequence[Ballot]
    terms: EvidenceTerms
    vote: WeightedVote
    sides: Sides
    leader: OptionPosition | None
    conflicts: tuple[Conflict, ...]
    critical: bool
    outcome: Outcome


def evidence(question: Question, answers: Sequence[Answer], terms: EvidenceTerms | None = None) -> Verdict:
    """Weighs positions by confidence; reproducible evidence proves, a standing counter-proof refutes."""
    of = terms or EvidenceTerms()
    return one_voice(_verdict(question, answers, of), lambda rest: _verdict(question, rest, of), _most_against)


def _most_against(verdict: Verdict, groups: Sequence[Group]) -> Iterable[Sequence[Ballot]]:
    """Who opposes a proof is kept before who does not; which one else depends on what all of them cite."""
    proven = normalised(verdict.choice or "")
    kept = [[one for one in group if normalised(vote_of(one).answer) != proven] or group for group in groups]
    return every_way(verdict, kept)


def _verdict(question: Question, answers: Sequence[Answer], terms: EvidenceTerms) -> Verdict:
    everyone = by_seat(answers)
    counted = _count(question, seated(everyone), terms)
    outcome, doubt = counted.outcome, doubt_about(counted.roster)
    relies = _reliance(doubt, outcome)
    suspicious = _is_suspicious(counted)
    verify = suspicious or bool(doubt.failed or doubt.inferred) or has_fallen_proof(counted.roster)
    overruled = _overruled(counted)
    consensus = consensus_of(counted.sides, counted.leader, counted.terms) if counted.leader else None
    return Verdict(
        protocol="evidence",
        result=outcome.result,
        choice=outcome.choice,
        action=outcome.action,
        requires=in_order(outcome.requires | {"verification"} if verify else outcome.requires),
        confidence=None if counted.vote.confidence is None else ratio(counted.vote.confidence * 100, 1),
        flags=flags_in_order(doubt_flags(doubt, relies) + (("SUSPICIOUS_UNANIMITY",) if suspicious else ())),
        escalations=_escalations(counted, doubt, relies, suspicious),
        dissents=tuple(map(dissent_of, overruled)),
        conditions=union(b.conditions for b in counted.voted if stand_of(b) == counted.leader),
        alternatives=union(b.alternatives for b in counted.roster if isinstance(b, Ballot)),
        risks=risk_register(counted.roster, {ballot.seat.name: "medium" for ballot in overruled}),
        conflicts=counted.conflicts,
        receipt=_receipt(counted, everyone, consensus),
        ask=ask_of(question, outcome, counted.vote, counted.voted),
        native=native_of(question, outcome, counted.roster, counted.terms, consensus),
    )


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    return evidence(case.question, case.answers, case.terms)


def _count(question: Question, roster: Sequence[Answer], terms: EvidenceTerms) -> EvidenceCount:
    voted = [answer for answer in roster if isinstance(answer, Ballot) and answer.choice != ABSTAIN]
    votes = [vote_of(ballot) for ballot in voted]
    sides, vote = sides_of(voted), weighted_vote(votes)
    conflicts = merged(derived(question.id, votes), terms.conflicts)
    critical = any(conflict.severity == "critical" and conflict.is_open for conflict in conflicts)
    outcome = outcome_of(sides, proofs_in(roster), critical, terms, not question.options)
    leader = leader_by({stand: side.weight for stand, side in sides.items()})
    if outcome.action == PROCEED:
        outcome = outcome._replace(choice=vote.groups[0].wording)
    return EvidenceCount(question, roster, voted, terms, vote, sides, leader, conflicts, critical, outcome)


def _reliance(doubt: Doubt, outcome: Outcome) -> tuple[str, ...]:
    """Nothing can stand in for a lost counter-proof, so any proceed relies on every doubtful seat."""
    if outcome.action != PROCEED:
        return ()
    return ((ON_ABSENCE,) if doubt.failed else ()) + ((ON_INFERENCE,) if doubt.inferred else ())


def _is_suspicious(counted: EvidenceCount) -> bool:
    """Agreement without argument, or from a single source, has to be looked at by a person."""
    if len(counted.voted) < 2 or len(counted.sides) != 1:
        return False
    terms = counted.terms
    unargued = terms.challenge_rounds == 0 and terms.exchanges < FEWEST_EXCHANGES
    sources = {item.file or item.address for ballot in counted.voted for item in ballot.evidence} - {""}
    return unargued or len(sources) < FEWEST_SOURCES


def _overruled(counted: EvidenceCount) -> list[Ballot]:
    if counted.outcome.result == "PROVEN":
        return [ballot for ballot in counted.voted if stand_of(ballot) != counted.leader]
    if counted.outcome.result == "REFUTED":
        refuted = OptionPosition(ACCEPT, counted.leader.option if counted.leader else "")
        return [ballot for ballot in counted.voted if stand_of(ballot) == refuted]
    return []


def _escalations(
    counted: EvidenceCount, doubt: Doubt, relies: tuple[str, ...], suspicious: bool
) -> tuple[Escalation, ...]:
    escalations = []
    if counted.outcome.result == "INSUFFICIENT_EVIDENCE" and "human_choice" in counted.outcome.requires:
        escalations.append(Escalation("L2", "below_threshold"))
    elif counted.outcome.result == "INSUFFICIENT_EVIDENCE":
        escalations.append(Escalation("L2", "insufficient_evidence"))
    elif counted.outcome.result == "CONTESTED" and counted.critical:
        ids = (conflict.id for conflict in counted.conflicts if conflict.severity == "critical" and conflict.is_open)
        escalations.append(named_escalation("L3", "critical_conflict", ids))
    elif counted.outcome.result == "CONTESTED" and "human_choice" in counted.outcome.requires:
        escalations.append(Escalation("L2", "contested"))
    if suspicious:
        escalations.append(Escalation("L2", "suspicious_unanimity"))
    return (*escalations, *doubt_escalations(doubt, relies, bool(doubt.failed or doubt.inferred)))


def _receipt(counted: EvidenceCount, everyone: Sequence[Answer], consensus: Consensus | None) -> Receipt:
    groups = counted.vote.groups
    total = counted.vote.total
    lead = groups[0].weight - (groups[1].weight if len(groups) > 1 else 0) if groups else 0
    consensus = consensus or Consensus(
        False, "weight", ratio(groups[0].weight, total) if groups else 0, counted.terms.weight_needed
    )
    return Receipt(
        question=counted.question.content_hash,
        basis=consensus.basis,
        roster=tuple(everyone),
        counted=tuple(ballot.seat.name for ballot in counted.voted),
        total_heads=len(counted.voted),
        total_weight=total,
        threshold=Threshold("at least", consensus.needed),
        share=consensus.share if groups else None,
        margin=ratio(lead, total) if groups else None,
        heads={group.wording: group.heads for group in groups},
        weight={group.wording: group.weight for group in groups},
        pivotal=_pivotal(counted),
        notes=(*_notes(counted.voted), *notes_on_checks(counted.roster), *notes_on_concerns(everyone)),
    )


def _pivotal(counted: EvidenceCount) -> tuple[str, ...]:
    question, terms = counted.question, counted.terms
    clashes = clashes_in(question.id, counted.voted, counted.conflicts, terms)
    scene = PivotScene(counted.sides, proofs_in(counted.roster), clashes, terms, not question.options)
    options = [normalised(option.id) for option in question.options] or [""]
    return pivotal(counted.roster, options, scene, counted.outcome.action)


def _notes(voted: Sequence[Ballot]) -> list[Note]:
    return [
        Note("reproducible_without_command", ballot.seat.name, item.id or item.file or item.address)
        for ballot in voted
        for item in ballot.evidence
        if item.reproducible and not item.command
    ]
