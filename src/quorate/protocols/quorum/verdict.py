"""The verdict of quorum: the outcome with everything that belongs on the record."""

from collections.abc import Sequence
from typing import Any

from quorate.core.ballot import Answer, Ballot, by_seat, seated
from quorate.core.concern import notes_on_concerns
from quorate.core.exact import Exact, ratio, unit
from quorate.core.failure import Outcome, doubt_about, needs_verification, reliance
from quorate.core.panel import Seat
from quorate.core.protocol import Case
from quorate.core.question import Question
from quorate.core.verdict import Added, Escalation, Note, Receipt, Threshold, Verdict, flags_in_order, in_order
from quorate.core.voice import one_voice
from quorate.protocols.parts.verdict_parts import (
    dissent_of,
    doubt_escalations,
    doubt_flags,
    heads_by_choice,
    most_against,
    pivotal_seats,
    risk_register,
    union,
    weight_by_choice,
)
from quorate.protocols.quorum.conditions import distinct
from quorate.protocols.quorum.hard_limits import (
    DEFAULT,
    DROP,
    AskedNote,
    Violation,
    asked_notes,
    taken,
    violations,
)
from quorate.protocols.quorum.rule import (
    CHOICES,
    RESUME,
    QuorumTerms,
    Weights,
    actions_otherwise,
    breaks_limit,
    is_settled,
    outcome_of,
    recount,
    weights_of,
    winner_of,
)

DEFAULT_CONDITION = Added("conditions", DEFAULT, "monitor_for_hours", {"hours": 24})
"""Says in a verdict that nobody named a condition, and which one holds instead."""


def quorum(question: Question, answers: Sequence[Answer], terms: QuorumTerms | None = None) -> Verdict:
    """Weighs resume, block and cooldown; two thirds of the weight that voted decide."""
    of = terms or QuorumTerms()
    return one_voice(
        _verdict(question, answers, of), lambda rest: _verdict(question, rest, of), most_against(_opposition)
    )


def _verdict(question: Question, answers: Sequence[Answer], terms: QuorumTerms) -> Verdict:
    everyone = by_seat(answers)
    roster = seated(everyone)
    voted = [answer for answer in roster if isinstance(answer, Ballot)]
    weights, doubt = weights_of(roster, terms), doubt_about(roster)
    outcome = outcome_of(weights, terms)
    relies = reliance(outcome, doubt, lambda *changed: recount(roster, terms, *changed))
    verify = needs_verification(question, doubt, relies)
    stated = union(ballot.conditions for ballot in voted if outcome.choice == ballot.choice == RESUME)
    broken = violations(stated)
    conditions = tuple(condition.text for condition in taken(stated, terms.notes))
    is_default = outcome.choice == RESUME and not conditions
    conditions = (DEFAULT,) if is_default else conditions
    notes = () if broken else asked_notes(conditions, terms.notes)
    overruled = [ballot for ballot in voted if outcome.choice and ballot.choice != outcome.choice]
    return Verdict(
        protocol="quorum",
        result=outcome.result,
        choice=outcome.choice,
        action=outcome.action,
        requires=in_order(outcome.requires | {"verification"} if verify else outcome.requires),
        confidence=weights.largest_share * 100,
        flags=flags_in_order(doubt_flags(doubt, relies) + (("HARD_LIMIT",) if broken else ())),
        escalations=(
            *map(_limit_broken, broken),
            *map(_note_asked, notes),
            *doubt_escalations(doubt, relies, verify),
        ),
        dissents=tuple(map(dissent_of, overruled)),
        conditions=conditions,
        alternatives=union(ballot.alternatives for ballot in voted),
        risks=risk_register(roster, {ballot.seat.name: "medium" for ballot in overruled}),
        conflicts=(),
        receipt=_receipt(question, everyone, roster, voted, weights, outcome, terms),
        ask=None,
        native=_native(outcome, weights, voted),
        added=(DEFAULT_CONDITION,) if is_default else (),
    )


def _opposition(_: Verdict, ballot: Ballot) -> tuple[bool, Exact]:
    """What is no resume, and the more the heavier; of resumes, the lightest one."""
    resumes = ballot.choice == RESUME
    return not resumes, -ballot.seat.weight if resumes else ballot.seat.weight


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    return quorum(case.question, case.answers, case.terms)


def goes_ahead(_: Verdict, word: str) -> bool:
    """True for a resume alone."""
    return word == RESUME


def crosses_limit(verdict: Verdict) -> bool:
    """True where somebody would resume on a condition that no resume may have."""
    ballots = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == RESUME)
    return bool(violations(union(ballot.conditions for ballot in ballots)))


def no_ballot_could_change(case: Case, remaining: Sequence[Seat]) -> bool:
    """True once nobody has to wait for the remaining reviewers."""
    return is_settled(seated(case.answers), [seat.weight for seat in remaining], case.terms)


def _limit_broken(one: Violation) -> Escalation:
    values = {"condition": one.condition, "limit": one.limit}
    return Escalation("L3", "hard_limit", f"{one.condition}: {one.rule}", (one.condition, one.rule), values)


def _note_asked(note: AskedNote) -> Escalation:
    text = note.condition.text
    values = {"note": note.name, "condition": text, "marked": note.marked}
    return Escalation("L2", "note", f"{note.name}: {text}", (note.name, text), values)


def _receipt(
    question: Question,
    everyone: Sequence[Answer],
    roster: Sequence[Answer],
    voted: Sequence[Ballot],
    weights: Weights,
    outcome: Outcome,
    terms: QuorumTerms,
) -> Receipt:
    share = weights.largest_share
    return Receipt(
        question=question.content_hash,
        basis="weight",
        roster=tuple(everyone),
        counted=tuple(ballot.seat.name for ballot in voted),
        total_heads=len(voted),
        total_weight=weights.total,
        threshold=Threshold("at least", terms.needed),
        share=share,
        margin=share,
        heads=heads_by_choice(CHOICES, voted),
        weight=weight_by_choice(CHOICES, voted),
        pivotal=pivotal_seats(
            roster,
            outcome.action,
            lambda answer: actions_otherwise(weights, answer, terms),
            _kind_of_seat,
        ),
        notes=(*_notes(weights, outcome, terms, voted), *notes_on_concerns(everyone)),
    )


def _kind_of_seat(answer: Answer) -> tuple[object, ...]:
    if isinstance(answer, Ballot):
        return answer.choice, answer.seat.weight, breaks_limit(answer)
    return answer.failed, answer.seat.weight


def _notes(weights: Weights, outcome: Outcome, terms: QuorumTerms, voted: Sequence[Ballot]) -> tuple[Note, ...]:
    notes = []
    if outcome.result == "NO_SUPERMAJORITY" and winner_of(weights, terms) == RESUME:
        whole = ratio(weights.resume, weights.total + weights.failed)
        notes.append(Note("absence_counted_against", "", str(whole)))
    if outcome.action == "cooldown":
        notes.append(Note("cooldown_minutes", "", str(terms.cooldown_minutes)))
    if terms.notes == DROP:
        dropped = ((ballot.seat.name, one) for ballot in voted for one in distinct(ballot.conditions) if one.words)
        notes += (Note("note_dropped", seat, one.words) for seat, one in dropped)
    return tuple(notes)


def _native(outcome: Outcome, weights: Weights, voted: Sequence[Ballot]) -> dict[str, Any]:
    return {
        "action": RESUME if outcome.action == "proceed" else outcome.action,
        "achieved": outcome.choice is not None,
        "margin": unit(weights.largest_share),
        "votes": [
            {
                "agent_id": ballot.seat.name,
                "vote": ballot.choice,
                "authority_weight": float(ballot.seat.weight),
                "reasoning": ballot.rationale,
                "conditions": list(ballot.conditions),
            }
            for ballot in voted
        ],
    }
