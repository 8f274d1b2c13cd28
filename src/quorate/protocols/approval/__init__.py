"""approval: proceeds once enough of the named people approve; one rejection or one safety concern stops it for good.

It is not sealed: whoever signs sees who has signed.
"""

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.core.ballot import RECUSED, Answer, Ballot, by_seat, seated
from quorate.core.concern import notes_on_concerns
from quorate.core.errors import Problem
from quorate.core.exact import ratio
from quorate.core.failure import Outcome
from quorate.core.panel import MOST_SEATS, Seat
from quorate.core.protocol import BallotWords, Case, Progress, Protocol, VoteKeys
from quorate.core.protocol.rule_table import NO, Finding, Row, always, first_fitting, plainly
from quorate.core.shape import FILLED, TEXT, Field, Problems, any_of, list_of, mapping_of, one_of, record, whole
from quorate.core.text.names import folded
from quorate.core.verdict import BLOCK, PROCEED, Note, Receipt, Threshold, Verdict
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
from quorate.protocols.parts.verdict_parts import heads_by_choice, pivotal_seats, risk_register, union

if TYPE_CHECKING:
    from quorate.core.protocol.explainer import Explainer

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


class Signed(NamedTuple):
    """What decides: the ballots that stop it, and how many of the approvals that are needed were given."""

    stopping: tuple[Ballot, ...]
    given: int
    needed: int


def _stopped(signed: Signed) -> Finding:
    if not signed.stopping:
        return NO
    if not any(one.choice == REJECT for one in signed.stopping):
        return True, "concern"
    return True, "both" if any(one.raises_grave_concern for one in signed.stopping) else "rejection"


TABLE: Sequence[Row[Signed]] = (
    Row("stopped", "REJECTED", _stopped),
    Row("enough", "APPROVED", lambda signed: plainly(signed.given >= signed.needed)),
    Row("too_few", "TOO_FEW", always),
)
_OUTCOMES = {
    "REJECTED": Outcome("REJECTED", REJECT, BLOCK),
    "APPROVED": Outcome("APPROVED", APPROVE, PROCEED),
    "TOO_FEW": Outcome("TOO_FEW", None, BLOCK),
}


def outcome_of(answers: Iterable[Answer], groups: Mapping[str, Group]) -> Outcome:
    """Return the outcome. A person counts once, whatever seats they voted for; what was inferred approves nothing."""
    return _OUTCOMES[first_fitting(TABLE, signed_by(answers, groups)).result]


def signed_by(answers: Iterable[Answer], groups: Mapping[str, Group]) -> Signed:
    """Return what the answers come to."""
    ballots = [answer for answer in answers if isinstance(answer, Ballot)]
    stopping = tuple([one for one in ballots if one.choice == REJECT or one.raises_grave_concern])
    return Signed(stopping, approvals(ballots, groups), needed_in_all(groups))


def needed_in_all(groups: Mapping[str, Group]) -> int:
    """Return how many approvals all groups need together."""
    return sum(group.needed for group in groups.values())


def approvals(answers: Iterable[Answer], groups: Mapping[str, Group]) -> int:
    """Return how many of the approvals that are needed were given."""
    signed = [answer for answer in answers if isinstance(answer, Ballot) and answer.choice == APPROVE]
    return _filled([(answer.answered_by, answer.seat) for answer in signed if not answer.inferred], groups)


def progress(case: Case) -> tuple[Progress, ...]:
    """Return how far each group is, the first filled first, and whose approval would bring one further."""
    groups, given = case.terms, approvals(case.answers, case.terms)
    answered = {folded(one.seat.name) for one in case.answers if isinstance(one, Ballot) or one.kind == RECUSED}
    helps: dict[frozenset[str], bool] = {}
    helping: dict[str, str] = {}
    for name in (name for group in groups.values() for name in group.names if folded(name) not in answered):
        if (of := _groups_of(name, groups)) not in helps:
            helps[of] = approvals([*case.answers, Ballot(Seat(name), APPROVE)], groups) > given
        if helps[of]:
            helping.setdefault(folded(name), name)
    found, before, upto = [], 0, dict[str, Group]()
    for name, group in groups.items():
        upto[name] = group
        after = approvals(case.answers, upto)
        own = [person for key, person in helping.items() if key in group.people] or [*helping.values()]
        is_filled = after - before == group.needed
        found.append(Progress(name, after - before, group.needed, () if is_filled else tuple(own)))
        before = after
    return tuple(found)


def _groups_of(name: str, groups: Mapping[str, Group]) -> frozenset[str]:
    key = folded(name)
    return frozenset([group for group, one in groups.items() if key in one.people])


def _filled(signed: Iterable[tuple[str, Seat]], groups: Mapping[str, Group]) -> int:
    """Return how many needed approvals these people can give if each of them counts for one group only.

    By Hall's theorem it is the least, over every choice of groups, of the people in them and what the others need.
    """
    may_sign: dict[str, set[str]] = {}
    for person, seat in signed:
        may_sign.setdefault(folded(person or seat.name), set()).update(_groups_of(seat.name, groups))
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
    ballots = [one for one in everyone if isinstance(one, Ballot)]
    outcome = outcome_of(everyone, case.terms)
    groups = progress(case._replace(answers=everyone))
    by_group = {one.group: one.needed for one in groups}
    written = [{**one._asdict(), "missing": list(one.missing)} for one in groups]
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
        conditions=union(one.conditions for one in ballots if one.choice == APPROVE),
        alternatives=union(one.alternatives for one in ballots),
        risks=risk_register(everyone, {}),
        conflicts=(),
        receipt=_receipt(case, everyone, outcome),
        ask=None,
        native={
            "result": outcome.result,
            "needed": by_group.get("", by_group),
            "approvals": approvals(everyone, case.terms),
            "missing": list(dict.fromkeys(name for one in groups for name in one.missing)),
            **({} if "" in by_group else {"groups": written}),
        },
    )


def _receipt(case: Case, everyone: Sequence[Answer], outcome: Outcome) -> Receipt:
    counted = [one for one in everyone if isinstance(one, Ballot) and not (one.inferred and one.choice == APPROVE)]
    heads = heads_by_choice(CHOICES, counted)
    people = max(len(everyone), len(frozenset().union(*(group.people for group in case.terms.values()))))
    return Receipt(
        question=case.question.content_hash,
        basis="heads",
        roster=tuple(everyone),
        counted=tuple(one.seat.name for one in counted),
        total_heads=people,
        total_weight=people,
        threshold=Threshold("at least", min(1, ratio(needed_in_all(case.terms), people))),
        share=ratio(approvals(everyone, case.terms), people),
        margin=None,
        heads=heads,
        weight=heads,
        pivotal=_pivotal(everyone, outcome, case.terms),
        notes=(*_stops(everyone, case.terms), *notes_on_concerns(everyone)),
    )


def _stops(everyone: Sequence[Answer], groups: Mapping[str, Group]) -> Iterator[Note]:
    """Yield who stopped it, and by what."""
    for ballot in signed_by(everyone, groups).stopping:
        if ballot.choice == REJECT:
            yield Note("stopped_by_rejection", ballot.seat.name)
        for concern in ballot.concerns:
            if concern.is_grave:
                yield Note(
                    f"stopped_by_{concern.kind}", ballot.seat.name, concern.text or ballot.main_concern or concern.kind
                )


def _pivotal(everyone: Sequence[Answer], outcome: Outcome, groups: Mapping[str, Group]) -> tuple[str, ...]:
    """Return the seats without whose ballot, or with whose plain approval instead, the action would be another one."""
    voters = Counter(_voter(one) for one in everyone)

    def otherwise(answer: Answer) -> Iterator[str]:
        rest = [other for other in everyone if other is not answer]
        yield outcome_of(rest, groups).action
        yield outcome_of([*rest, Ballot(answer.seat, APPROVE)], groups).action

    def alike(answer: Answer) -> Hashable:
        voter, of = _voter(answer), _groups_of(answer.seat.name, groups)
        shared = "" if voters[voter] == 1 and voter == folded(answer.seat.name) else voter
        said = (answer.choice, answer.inferred, answer.raises_grave_concern) if isinstance(answer, Ballot) else ()
        return of, shared, said

    return pivotal_seats(seated(everyone), outcome.action, otherwise, alike)


def _voter(answer: Answer) -> str:
    return folded((answer.answered_by if isinstance(answer, Ballot) else "") or answer.seat.name)


def is_final(verdict: Verdict) -> bool:
    """True of whatever is not approved: one person alone does not go ahead in the place of N."""
    return verdict.action != PROCEED


def _explainer() -> "Explainer":
    from quorate.protocols.approval.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


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
    explainer=_explainer,
    words=BallotWords(APPROVE, REJECT),
    phrases=_PHRASES,
    wording="quorate.reports.content.protocols.approval",
    progress=progress,
)
