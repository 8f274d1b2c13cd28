"""One voice, one vote: whoever answers for several seats is named, and lends a verdict the weight of one seat.

A verdict that proceeds is counted again with the seats of each such voter as one: the ballot most against it is kept,
the other seats leave the roster. If it would not stand, or would need more, somebody else has to verify it.
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import product
from math import prod
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.protocol import Case, Protocol
from quorate.core.text.names import clashes, folded
from quorate.core.verdict import PROCEED, Escalation, Note, Verdict, flags_in_order, in_order

SHARED, ON_SHARED = "SHARED_VOTER", "shared_voter"
MOST_WAYS = 1000

Group = Sequence[Ballot]
Count = Callable[[Sequence[Answer]], Verdict]
Ways = Callable[[Verdict, Sequence[Group]], Iterable[Sequence[Ballot]]]
"""Which ballot of each group may be the one most against a verdict: one ballot per group, in as many ways as needed."""


class SharedVoter(NamedTuple):
    """Somebody who answered for two or more counted seats."""

    name: str
    seats: tuple[str, ...]


def shared_voters(verdict: Verdict) -> tuple[SharedVoter, ...]:
    """Everybody who answered for two or more of the counted seats, under the first name that was used."""
    return tuple(_voter(group) for group in _groups(verdict))


def relies_on_shared(verdict: Verdict) -> bool:
    """True where the verdict would not stand with one ballot of each voter, so that somebody else has to verify it."""
    return any(one.reason == ON_SHARED for one in verdict.escalations)


def one_voice(verdict: Verdict, count: Count, ways: Ways) -> Verdict:
    """The verdict with what follows from seats that share a voter; `count` counts the answers that are left."""
    groups = _groups(verdict)
    if not groups:
        return verdict
    voters = [_voter(group) for group in groups]
    notes = tuple(Note(ON_SHARED, "", voter.name, voter.seats) for voter in voters)
    receipt = verdict.receipt._replace(notes=(*verdict.receipt.notes, *notes))
    flagged = verdict._replace(flags=flags_in_order((*verdict.flags, SHARED)), receipt=receipt)
    if verdict.action != PROCEED or _stands(verdict, groups, count, ways):
        return flagged
    names = tuple(voter.name for voter in voters)
    return flagged._replace(
        requires=in_order({*verdict.requires, "verification"}),
        escalations=(*verdict.escalations, Escalation("L2", ON_SHARED, ", ".join(names), names)),
    )


def count(protocol: Protocol, case: Case) -> Verdict:
    """The protocol's verdict on a case; one that another package adds need not know of this rule for it to hold."""
    verdict = protocol.verdict_of(case)
    if SHARED in verdict.flags:
        return verdict
    return one_voice(verdict, lambda rest: protocol.verdict_of(case._replace(answers=rest)), every_way)


def every_way(_: Verdict, groups: Sequence[Group]) -> Iterable[Sequence[Ballot]]:
    """Where nothing says which ballot is most against a verdict, each is tried; of too many ways nobody can tell."""
    return product(*groups) if prod(map(len, groups)) <= MOST_WAYS else ()


def _groups(verdict: Verdict) -> list[Group]:
    named = [one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.answered_by]
    if len(named) < 2:
        return []
    counted = frozenset(verdict.receipt.counted)
    groups: dict[str, list[Ballot]] = {}
    for answer in named:
        if answer.seat.name in counted:
            groups.setdefault(folded(answer.answered_by), []).append(answer)
    return [group for group in _as_seen(list(groups.values())) if len(group) > 1]


def _as_seen(groups: Sequence[Group]) -> Iterable[Group]:
    """Voters whose names look alike are one: who is on the record can no longer be refused."""
    first = list(range(len(groups)))
    for clash in clashes([group[0].answered_by for group in groups]):
        first[clash.later] = first[clash.earlier]
    together: dict[int, list[Ballot]] = {}
    for place, group in zip(first, groups, strict=True):
        together.setdefault(place, []).extend(group)
    return together.values()


def _voter(group: Group) -> SharedVoter:
    return SharedVoter(group[0].answered_by, tuple(ballot.seat.name for ballot in group))


def _stands(verdict: Verdict, groups: Sequence[Group], count: Count, ways: Ways) -> bool:
    """Stands however the kept ballots are chosen; where nobody can tell which they are, it does not."""
    shared = {ballot.seat.name for group in groups for ballot in group}
    tried = False
    for kept in ways(verdict, groups):
        leaving = shared.difference(ballot.seat.name for ballot in kept)
        again = count([answer for answer in verdict.receipt.roster if answer.seat.name not in leaving])
        tried = True
        if not _stands_like(again, verdict):
            return False
    return tried


def _stands_like(again: Verdict, first: Verdict) -> bool:
    is_same = again.action == PROCEED and again.choice == first.choice
    return is_same and set(again.requires) <= set(first.requires)
