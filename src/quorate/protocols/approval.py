"""approval: proceeds once enough of the named people approve; one rejection or one safety concern stops it for good.

It is not sealed: whoever signs sees who has signed.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from typing import Any, NamedTuple

from quorate.core.ballot import RECUSED, Answer, Ballot, by_seat
from quorate.core.concern import notes_on_concerns
from quorate.core.errors import Problem
from quorate.core.exact import ratio
from quorate.core.failure import Outcome
from quorate.core.panel import MOST_SEATS, Seat
from quorate.core.protocol import BallotWords, Case, Protocol, VoteKeys
from quorate.core.shape import FILLED, TEXT, Field, Problems, any_of, list_of, mapping_of, one_of, record, whole
from quorate.core.text.names import folded
from quorate.core.verdict import BLOCK, PROCEED, Receipt, Threshold, Verdict
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
APPROVE, REJECT = CHOICES = ("approve", "reject")
MOST_GROUPS = 8
_AMOUNT = whole(1, MOST_SEATS)
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
_NAMES = list_of(FILLED, least=1, most=MOST_SEATS)
DOCUMENT = record(
    {
        "protocol": Field(one_of(NAME), "The protocol's name.", default=NAME),
        "id": ID,
        "question": QUESTION,
        "approvers": Field(any_of(_NAMES, mapping_of(_NAMES), dict), "Who signs off: people, or people by group."),
        "needed": Field(
            any_of(_AMOUNT, mapping_of(_AMOUNT), dict),
            "How many people have to approve, in all or by group (default: all of them).",
        ),
        "votes": Field(list_of(_VOTE, most=MOST_SEATS), "One entry per person.", required=True, default=()),
    }
)


class Group(NamedTuple):
    """Some people, and how many of them have to approve."""

    needed: int
    people: frozenset[str]
    names: tuple[str, ...]


def read(values: Mapping[str, Any], problems: Problems) -> Case:
    """Return the document's values as a case, whose terms are the groups by name."""
    votes = values["votes"]
    one_seat_each([vote["person"] for vote in votes], ("votes",), "person", problems)
    check_voters(votes, ("votes",), problems)
    not_both(votes, "vote", ("votes",), problems)
    groups = _groups(values, problems)
    if problems:
        return Case(read_question(""), ())
    answers = read_answers([Seat(vote["person"]) for vote in votes], votes, _ballot)
    return Case(read_question(values["question"]), answers, groups)


def approvers_by_group(approvers: Any) -> dict[str, Sequence[str]]:
    """Return the people by the name of their group, which is empty if they have none."""
    return dict(approvers) if isinstance(approvers, Mapping) else {"": approvers or ()}


def _groups(values: Mapping[str, Any], problems: Problems) -> dict[str, Group]:
    votes, needed = values["votes"], values["needed"]
    named = approvers_by_group(values["approvers"] or [vote["person"] for vote in votes])
    amounts = needed if isinstance(needed, Mapping) else {} if needed is None else {"": needed}
    if len(named) > MOST_GROUPS:
        problems.append(Problem(("approvers",), f"{len(named)} groups", f"at most {MOST_GROUPS}"))
    if strange := [name for name in amounts if name not in named]:
        allowed = "a number: the approvers have no groups" if "" in named else f"a number for {', '.join(named)}"
        problems.append(Problem(("needed",), ", ".join(strange) or str(needed), allowed))
    people = {name: frozenset(map(folded, group)) for name, group in named.items()}
    listed = frozenset().union(*people.values())
    for index, vote in enumerate(votes):
        if folded(vote["person"]) not in listed:
            problems.append(Problem(("votes", index, "person"), repr(vote["person"]), "one of the approvers"))
    recused = {folded(vote["person"]) for vote in votes if vote["error"] == RECUSED}
    groups = {
        name: Group(amounts.get(name, max(1, len(these - recused))), these, tuple(named[name]))
        for name, these in people.items()
    }
    for group in groups.values():
        if values["approvers"] and group.needed > len(group.people):
            problems.append(
                Problem(("needed",), str(group.needed), f"at most {len(group.people)}, the number of people")
            )
    return groups


def _ballot(seat: Seat, vote: Mapping[str, Any]) -> Answer:
    read_as = {key: vote[key] for key in ("inferred", "answered_by", "second_request")}
    return Ballot(seat, vote["vote"], None, vote["reasoning"], **read_as, **read_warnings(vote))


def outcome_of(answers: Iterable[Answer], groups: Mapping[str, Group]) -> Outcome:
    """Return the outcome. A person counts once, whatever seats they voted for; what was inferred approves nothing."""
    ballots = [answer for answer in answers if isinstance(answer, Ballot)]
    if any(ballot.choice == REJECT or ballot.raises_grave_concern for ballot in ballots):
        return Outcome("REJECTED", REJECT, BLOCK)
    if approvals(ballots, groups) >= needed_in_all(groups):
        return Outcome("APPROVED", APPROVE, PROCEED)
    return Outcome("TOO_FEW", None, BLOCK)


def needed_in_all(groups: Mapping[str, Group]) -> int:
    """Return how many approvals all groups need together."""
    return sum(group.needed for group in groups.values())


def approvals(answers: Iterable[Answer], groups: Mapping[str, Group]) -> int:
    """Return how many of the approvals that are needed were given."""
    signed = [answer for answer in answers if isinstance(answer, Ballot) and answer.choice == APPROVE]
    return _filled([(answer.answered_by, answer.seat) for answer in signed if not answer.inferred], groups)


def missing(answers: Iterable[Answer], groups: Mapping[str, Group]) -> list[str]:
    """Return the approvers who have not voted."""
    voted = {folded(answer.seat.name) for answer in answers if isinstance(answer, Ballot)}
    return list(dict.fromkeys(name for group in groups.values() for name in group.names if folded(name) not in voted))


def _filled(signed: Iterable[tuple[str, Seat]], groups: Mapping[str, Group]) -> int:
    """Return how many needed approvals these people can give if each of them counts for one group only.

    By Hall's theorem it is the least, over every choice of groups, of the people in them and what the others need.
    """
    may_sign: dict[str, set[str]] = {}
    for person, seat in signed:
        of_seat = {name for name, group in groups.items() if folded(seat.name) in group.people}
        may_sign.setdefault(folded(person or seat.name), set()).update(of_seat)
    return min(
        sum(not names.isdisjoint(chosen) for names in may_sign.values())
        + sum(group.needed for name, group in groups.items() if name not in chosen)
        for size in range(len(groups) + 1)
        for chosen in combinations(groups, size)
    )


def is_settled(case: Case, remaining: Sequence[Seat]) -> bool:
    """Return whether enough have approved, one has rejected, or those who remain are too few."""
    if outcome_of(case.answers, case.terms).result != "TOO_FEW":
        return True
    everybody = [*case.answers, *(Ballot(seat, APPROVE, None) for seat in remaining)]
    return approvals(everybody, case.terms) < needed_in_all(case.terms)


def count(case: Case) -> Verdict:
    """The protocol's count of a case."""
    everyone = by_seat(case.answers)
    outcome = outcome_of(everyone, case.terms)
    by_group = {name: group.needed for name, group in case.terms.items()}
    needed = by_group.get("", by_group)
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
        native={
            "result": outcome.result,
            "needed": needed,
            "approvals": approvals(everyone, case.terms),
            "missing": missing(everyone, case.terms),
        },
    )


def _receipt(case: Case, everyone: Sequence[Answer], outcome: Outcome) -> Receipt:
    ballots = [one for one in everyone if isinstance(one, Ballot)]
    heads = {choice: sum(one.choice == choice for one in ballots) for choice in CHOICES}
    people = max(len(everyone), len(frozenset().union(*(group.people for group in case.terms.values()))))
    return Receipt(
        question=case.question.content_hash,
        basis="heads",
        roster=tuple(everyone),
        counted=tuple(one.seat.name for one in ballots),
        total_heads=people,
        total_weight=people,
        threshold=Threshold("at least", min(1, ratio(needed_in_all(case.terms), people))),
        share=ratio(heads[APPROVE], people),
        margin=None,
        heads=heads,
        weight=heads,
        pivotal=tuple(one.seat.name for one in ballots if _turns(one, ballots, outcome, case.terms)),
        notes=tuple(notes_on_concerns(everyone)),
    )


def _turns(ballot: Ballot, ballots: Sequence[Ballot], outcome: Outcome, groups: Mapping[str, Group]) -> bool:
    """Return whether the action would be another one without this ballot."""
    return outcome_of([other for other in ballots if other is not ballot], groups).action != outcome.action


def is_final(verdict: Verdict) -> bool:
    """True of whatever is not approved: one person alone does not go ahead in the place of N."""
    return verdict.action != PROCEED


_PHRASES = {
    "en": {
        f"title.{NAME}.APPROVED": "APPROVED",
        f"title.{NAME}.REJECTED": "REJECTED",
        f"title.{NAME}.TOO_FEW": "TOO FEW APPROVALS",
        f"do.{NAME}.APPROVED": "MAY BE CARRIED OUT",
        f"do.{NAME}.REJECTED": "DO NOT GO AHEAD",
        f"do.{NAME}.TOO_FEW": "DO NOT GO AHEAD",
        f"choice.{NAME}.{APPROVE}": "approve",
        f"choice.{NAME}.{REJECT}": "reject",
    },
    "ja": {
        f"title.{NAME}.APPROVED": "承認",
        f"title.{NAME}.REJECTED": "却下",
        f"title.{NAME}.TOO_FEW": "承認不足",
        f"do.{NAME}.APPROVED": "実行できます",
        f"do.{NAME}.REJECTED": "実行しません",
        f"do.{NAME}.TOO_FEW": "実行しません",
        f"choice.{NAME}.{APPROVE}": "承認",
        f"choice.{NAME}.{REJECT}": "却下",
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
    words=BallotWords(APPROVE, REJECT),
    phrases=_PHRASES,
    wording="quorate.reports.content.protocols.approval",
    progress=lambda case: (approvals(case.answers, case.terms), needed_in_all(case.terms)),
)
