"""The verdict of judges: the outcome with everything that belongs on the record."""

from collections.abc import Iterator, Sequence

from quorate.core.ballot import Answer, Ballot, by_seat, seated
from quorate.core.concern import notes_on_concerns
from quorate.core.exact import TWO_THIRDS, Exact, ratio
from quorate.core.failure import Outcome, doubt_about, needs_verification, reliance
from quorate.core.protocol import Case
from quorate.core.question import Question
from quorate.core.verdict import Escalation, Receipt, Threshold, Verdict, in_order
from quorate.core.voice import Group, one_voice
from quorate.protocols.judges.native import CONFIDENCES, ask_of, native_of
from quorate.protocols.judges.rule import (
    ABSTAIN,
    Heads,
    options_of,
    outcome_of,
    pivotal,
    race_of,
    readable,
    recount,
)
from quorate.protocols.parts.verdict_parts import (
    dissent_of,
    doubt_escalations,
    doubt_flags,
    heads_by_choice,
    risk_register,
    union,
    weight_by_choice,
)


def judges(question: Question, answers: Sequence[Answer], threshold: Exact = TWO_THIRDS) -> Verdict:
    """Finds whether enough judges recommend the same option."""
    return one_voice(
        _verdict(question, answers, threshold), lambda rest: _verdict(question, rest, threshold), _for_each_rival
    )


def _verdict(question: Question, answers: Sequence[Answer], threshold: Exact) -> Verdict:
    everyone = by_seat(readable(question, answer) for answer in answers)
    roster = seated(everyone)
    ballots = [answer for answer in roster if isinstance(answer, Ballot)]
    voted = [ballot for ballot in ballots if ballot.choice != ABSTAIN]
    heads = heads_by_choice(options_of(question, voted), voted)
    outcome = outcome_of(heads, threshold)
    doubt = doubt_about(roster)
    relies = reliance(outcome, doubt, lambda *changed: recount(outcome, voted, threshold, *changed))
    verify = needs_verification(question, doubt, relies)
    overruled = [ballot for ballot in voted if outcome.choice and ballot.choice != outcome.choice]
    given = {answer.seat.name: place for place, answer in enumerate(answers)}

    def as_given(ballots: Sequence[Ballot]) -> list[Ballot]:
        return sorted(ballots, key=lambda ballot: given[ballot.seat.name])

    return Verdict(
        protocol="judges",
        result=outcome.result,
        choice=outcome.choice,
        action=outcome.action,
        requires=in_order(outcome.requires | {"verification"} if verify else outcome.requires),
        confidence=CONFIDENCES[outcome.result],
        flags=doubt_flags(doubt, relies),
        escalations=(*_escalations(outcome), *doubt_escalations(doubt, relies, verify)),
        dissents=tuple(map(dissent_of, overruled)),
        conditions=union(ballot.conditions for ballot in voted if ballot.choice == outcome.choice),
        alternatives=union(ballot.alternatives for ballot in ballots),
        risks=risk_register(roster, {ballot.seat.name: "medium" for ballot in overruled}),
        conflicts=(),
        receipt=_receipt(question, everyone, roster, voted, heads, outcome, threshold),
        ask=ask_of(outcome, voted, heads),
        native={"consensus_result": native_of(outcome, roster, as_given(voted), as_given(overruled), heads)},
    )


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    return judges(case.question, case.answers, case.terms or TWO_THIRDS)


def _for_each_rival(verdict: Verdict, groups: Sequence[Group]) -> Iterator[list[Ballot]]:
    """Every rival of the leader gets all the kept ballots that it can get: one of them hurts the leader most."""
    for rival in {ballot.choice for group in groups for ballot in group}:
        yield [max(group, key=lambda one: (one.choice != verdict.choice, one.choice == rival)) for group in groups]


def _escalations(outcome: Outcome) -> list[Escalation]:
    reasons = {"NONE": "no_consensus", "INSUFFICIENT_DATA": "insufficient_data"}
    return [Escalation("L2", reasons[outcome.result])] if outcome.result in reasons else []


def _receipt(
    question: Question,
    everyone: Sequence[Answer],
    roster: Sequence[Answer],
    voted: Sequence[Ballot],
    heads: Heads,
    outcome: Outcome,
    threshold: Exact,
) -> Receipt:
    leader, rival, total = race_of(heads)
    return Receipt(
        question=question.content_hash,
        basis="heads",
        roster=tuple(everyone),
        counted=tuple(ballot.seat.name for ballot in voted),
        total_heads=total,
        total_weight=sum(ballot.seat.weight for ballot in voted),
        threshold=Threshold("at least", threshold),
        share=ratio(leader, total) if total else None,
        margin=ratio(leader - rival, total) if total else None,
        heads=heads,
        weight=weight_by_choice(list(heads), voted),
        pivotal=pivotal(roster, heads, outcome, threshold),
        notes=tuple(notes_on_concerns(everyone)),
    )
