"""approval: proceeds once N of the M named people approve; one block or one safety concern stops it, for good.

It is a module and no package, because it is not for panels of engines: gates ask people with it.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from quorate.core.ballot import Answer, Ballot, by_seat
from quorate.core.concern import notes_on_concerns
from quorate.core.exact import ratio
from quorate.core.failure import Outcome
from quorate.core.panel import MOST_SEATS, Seat
from quorate.core.protocol import BallotWords, Case, Protocol, VoteKeys
from quorate.core.shape import FILLED, TEXT, Field, Problems, list_of, one_of, record, whole
from quorate.core.text.names import folded
from quorate.core.verdict import BLOCK as BLOCKED
from quorate.core.verdict import PROCEED, Receipt, Threshold, Verdict
from quorate.protocols.parts.document_fields import (
    ANSWERED_BY,
    DETAIL,
    ERROR,
    ID,
    INFERRED,
    QUESTION,
    SECOND_REQUEST,
    WARNINGS,
    not_both,
    read_answers,
    read_question,
    read_warnings,
)
from quorate.protocols.parts.document_names import check_voters, one_seat_each

NAME = "approval"
APPROVE, BLOCK = CHOICES = ("approve", "block")
_VOTE = record(
    {
        "person": Field(FILLED, "Who votes.", required=True, default=""),
        "vote": Field(one_of(*CHOICES), "The choice.", default=""),
        "reasoning": Field(TEXT, "Why.", default=""),
        **WARNINGS,
        "inferred": INFERRED,
        "answered_by": ANSWERED_BY,
        "second_request": SECOND_REQUEST,
        "error": ERROR,
        "detail": DETAIL,
    },
    either=(("vote",), ("error",)),
)
DOCUMENT = record(
    {
        "protocol": Field(one_of(NAME), "The protocol's name.", default=NAME),
        "id": ID,
        "question": QUESTION,
        "needed": Field(whole(1, MOST_SEATS), "How many people have to approve.", default=1),
        "votes": Field(list_of(_VOTE, least=1, most=MOST_SEATS), "One entry per person.", required=True, default=()),
    }
)


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """The document's values as a case."""
    votes = values["votes"]
    one_seat_each([vote["person"] for vote in votes], ("votes",), "person", problems)
    check_voters(votes, ("votes",), problems)
    not_both(votes, "vote", ("votes",), problems)
    if problems:
        return Case(read_question(""), ())
    return Case(
        read_question(values["question"]),
        read_answers([Seat(vote["person"]) for vote in votes], votes, _ballot),
        values["needed"],
    )


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Answer:
    read_as = {key: vote[key] for key in ("inferred", "answered_by", "second_request")}
    return Ballot(seat, vote["vote"], None, vote["reasoning"], **read_as, **read_warnings(vote))


def outcome_of(answers: Iterable[Answer], needed: int) -> Outcome:
    """The rule. A person counts once, whatever seats they answered for; what was guessed approves nothing."""
    ballots = [one for one in answers if isinstance(one, Ballot)]
    if any((one.choice == BLOCK or one.raises_grave_concern) for one in ballots):
        return Outcome("BLOCKED", BLOCK, BLOCKED)
    said = [one for one in ballots if one.choice == APPROVE and not one.inferred]
    approve = {folded(one.answered_by or one.seat.name) for one in said}
    if len(approve) >= needed:
        return Outcome("APPROVED", APPROVE, PROCEED)
    return Outcome("TOO_FEW", None, BLOCKED)


def is_settled(case: Case, remaining: Sequence[Seat]) -> bool:
    """True once enough have approved or one has blocked, and where those who remain are too few."""
    outcome = outcome_of(case.answers, case.terms)
    approvals = sum(isinstance(one, Ballot) and one.choice == APPROVE for one in case.answers)
    return outcome.result != "TOO_FEW" or approvals + len(remaining) < case.terms


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    everyone = by_seat(case.answers)
    outcome = outcome_of(everyone, case.terms)
    return Verdict(
        protocol=NAME,
        result=outcome.result,
        choice=outcome.choice,
        action=outcome.action,
        requires=(),
        confidence=None,
        flags=(),
        escalations=(),
        dissents=(),
        conditions=(),
        alternatives=(),
        risks=(),
        conflicts=(),
        receipt=_receipt(case, everyone, outcome),
        ask=None,
        native={"result": outcome.result, "needed": case.terms},
    )


def _receipt(case: Case, everyone: Sequence[Answer], outcome: Outcome) -> Receipt:
    ballots = [one for one in everyone if isinstance(one, Ballot)]
    heads = {choice: sum(one.choice == choice for one in ballots) for choice in CHOICES}
    return Receipt(
        question=case.question.content_hash,
        basis="heads",
        roster=tuple(everyone),
        counted=tuple(one.seat.name for one in ballots),
        total_heads=len(everyone),
        total_weight=len(everyone),
        threshold=Threshold("at least", min(1, ratio(case.terms, len(everyone)))),
        share=ratio(heads[APPROVE], len(everyone)),
        margin=None,
        heads=heads,
        weight=heads,
        pivotal=tuple(one.seat.name for one in ballots if _turns(one, ballots, outcome, case.terms)),
        notes=tuple(notes_on_concerns(everyone)),
    )


def _turns(ballot: Ballot, ballots: Sequence[Ballot], outcome: Outcome, needed: int) -> bool:
    """True where the outcome would be another one without this ballot."""
    return outcome_of([one for one in ballots if one is not ballot], needed).action != outcome.action


def is_final(verdict: Verdict) -> bool:
    """True of whatever is not approved: one person alone does not go ahead in the place of N."""
    return verdict.action != PROCEED


_PHRASES = {
    "en": {
        f"title.{NAME}.APPROVED": "APPROVED",
        f"title.{NAME}.BLOCKED": "BLOCKED",
        f"title.{NAME}.TOO_FEW": "TOO FEW APPROVALS",
        f"choice.{NAME}.{APPROVE}": "approve",
        f"choice.{NAME}.{BLOCK}": "block",
    },
    "ja": {
        f"title.{NAME}.APPROVED": "承認",
        f"title.{NAME}.BLOCKED": "阻止",
        f"title.{NAME}.TOO_FEW": "承認不足",
        f"choice.{NAME}.{APPROVE}": "承認",
        f"choice.{NAME}.{BLOCK}": "阻止",
    },
}
PROTOCOL = Protocol(
    NAME,
    DOCUMENT,
    read,
    count,
    VoteKeys("votes", "person", "vote", weight=""),
    is_settled=is_settled,
    is_final=is_final,
    words=BallotWords(APPROVE, BLOCK),
    phrases=_PHRASES,
)
