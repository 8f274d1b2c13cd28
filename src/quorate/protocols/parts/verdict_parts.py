"""What the verdicts of all protocols have in common: unions, the risk register, sums by choice, pivotal seats."""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from itertools import chain
from typing import Any

from quorate.core.ballot import Answer, Ballot, NonVote
from quorate.core.exact import Exact
from quorate.core.failure import DEGRADED, ON_ABSENCE, ON_INFERENCE, Doubt
from quorate.core.verdict import Dissent, Escalation, Risk, Verdict
from quorate.core.voice import Group, Ways


def union(lists: Iterable[Iterable[str]]) -> tuple[str, ...]:
    """Every wording once, in order of appearance, white space at the ends aside."""
    said = [*chain.from_iterable(lists)]
    return tuple(dict.fromkeys(filter(None, map(str.strip, said)))) if said else ()


def heads_by_choice(choices: Sequence[str], ballots: Iterable[Ballot]) -> dict[str, int]:
    """How many chose what, in the order of `choices`."""
    heads = dict.fromkeys(choices, 0)
    for ballot in ballots:
        heads[ballot.choice] += 1
    return heads


def weight_by_choice(choices: Sequence[str], ballots: Iterable[Ballot]) -> dict[str, Exact]:
    """What the seats behind each choice weigh together, in the order of `choices`."""
    weight: dict[str, Exact] = dict.fromkeys(choices, 0)
    for ballot in ballots:
        weight[ballot.choice] += ballot.seat.weight
    return weight


def pivotal_seats(
    answers: Iterable[Answer],
    action: str,
    otherwise: Callable[[Answer], Iterable[str]],
    alike: Callable[[Answer], Hashable],
) -> tuple[str, ...]:
    """The seats whose change alone would change the action.

    `otherwise` gives the actions that follow from each other choice of a seat; of seats that are `alike` only one
    is looked at.
    """
    decides: dict[Hashable, bool] = {}
    pivotal = []
    for answer in answers:
        key = alike(answer)
        if key not in decides:
            decides[key] = not {action}.issuperset(otherwise(answer))
        if decides[key]:
            pivotal.append(answer.seat.name)
    return tuple(pivotal)


def most_against(opposition: Callable[[Verdict, Ballot], Any]) -> Ways:
    """Of seats that share a voter, the ballot with the largest `opposition` to the verdict is kept."""

    def ways(verdict: Verdict, groups: Sequence[Group]) -> list[list[Ballot]]:
        return [[max(group, key=lambda ballot: opposition(verdict, ballot)) for group in groups]]

    return ways


def dissent_of(ballot: Ballot) -> Dissent:
    """An overruled ballot as it is kept; mitigation and monitor are for the majority to fill in."""
    confidence = ballot.confidence.percent if ballot.confidence else None
    return Dissent(ballot.seat.name, ballot.choice, confidence, ballot.main_concern)


def risk_register(
    answers: Iterable[Answer], overruled: Mapping[str, str], *, more: Iterable[Risk] = ()
) -> tuple[Risk, ...]:
    """Risks that ballots state, that `overruled` seats (with their severity) and failed seats leave behind."""
    sources: dict[str, list[str]] = {}
    rest = list(more)
    for answer in answers:
        if isinstance(answer, NonVote):
            if answer.failed:
                rest.append(_of_failure(answer))
            continue
        for text in answer.risks:
            if answer.seat.name not in sources.setdefault(text.strip(), []):
                sources[text.strip()].append(answer.seat.name)
        if answer.seat.name in overruled:
            severity = overruled[answer.seat.name]
            rest.append(_of_dissent(answer, severity))
    stated = [Risk(text, ", ".join(seats), seats=tuple(seats)) for text, seats in sources.items() if text]
    return (*stated, *rest)


def _of_dissent(ballot: Ballot, severity: str) -> Risk:
    name, concern = ballot.seat.name, ballot.main_concern
    risk = Risk(concern or "Overruled", name, "dissent", severity, seats=(name,))
    return risk if concern else risk._replace(code="overruled", values={"seat": name})


def _of_failure(answer: NonVote) -> Risk:
    name, kind = answer.seat.name, answer.kind
    values = {"seat": name, "kind": kind}
    text = f"No ballot from {name}: {kind}"
    return Risk(text, name, "failure", seats=(name,), why=kind, code="no_ballot", values=values)


def doubt_flags(doubt: Doubt, reliance: tuple[str, ...]) -> tuple[str, ...]:
    """DEGRADED_PANEL first, then what the verdict relies on."""
    return ((DEGRADED,) if doubt.failed else ()) + reliance


def doubt_escalations(doubt: Doubt, reliance: tuple[str, ...], verify: bool) -> list[Escalation]:
    """What a person has to look at because a voice is missing or only guessed."""
    escalations = []
    if ON_ABSENCE in reliance:
        escalations.append(named_escalation("L2", "relies_on_absence", doubt.failed))
    if ON_INFERENCE in reliance:
        escalations.append(named_escalation("L2", "relies_on_inference", doubt.inferred))
    if verify and not escalations:
        escalations.append(named_escalation("L2", "verify_missing_voice", doubt.failed + doubt.inferred))
    return escalations


def named_escalation(level: str, reason: str, names: Iterable[str]) -> Escalation:
    """What a person must see, about seats or other things that have names."""
    listed = tuple(names)
    return Escalation(level, reason, ", ".join(listed), listed)
