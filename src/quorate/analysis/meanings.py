"""What the flags of a verdict rest on, and what each requirement stands for."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from quorate.core.ballot import Ballot, seated
from quorate.core.exact import Exact, ratio
from quorate.core.failure import doubt_about
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Value
from quorate.core.verdict import Verdict
from quorate.core.voice import relies_on_shared, shared_voters


class Remark(NamedTuple):
    """Something to be said about a verdict: a code, and its values."""

    code: str
    values: Mapping[str, Value] = {}


def flags_of(explainer: Explainer | None, case: Case, verdict: Verdict) -> list[Remark]:
    """Every flag with the seats and numbers behind it."""
    own = _own_values(explainer, case, verdict)
    values = {**_doubt(verdict), **_shared(verdict), **_confidences(verdict), **own}
    return [Remark(flag, values) for flag in verdict.flags]


def _doubt(verdict: Verdict) -> dict[str, Value]:
    doubt = doubt_about(seated(verdict.receipt.roster))
    return {"failed": doubt.failed, "inferred": doubt.inferred}


def _shared(verdict: Verdict) -> dict[str, Value]:
    voters = shared_voters(verdict)
    seats = [seat for voter in voters for seat in voter.seats]
    return {"voters": tuple(voter.name for voter in voters), "shared": tuple(seats)} if voters else {}


def _confidences(verdict: Verdict) -> dict[str, Value]:
    """Those who are surer than the winners' mean, that mean, and the mean of everybody."""
    stated = [sure for sure in map(_sure, _ballots(verdict)) if sure is not None]
    mean = verdict.confidence if verdict.confidence is not None else 0
    strong = [one for one in verdict.dissents if one.confidence is not None and one.confidence > mean]
    broken = [name for one in verdict.escalations if one.reason == "hard_limit" for name in one.names[:1]]
    return {
        "strong": tuple(one.seat for one in strong),
        "mean": mean,
        "all_mean": ratio(sum(stated), len(stated)),
        "gap": max(stated, default=0) - min(stated, default=0),
        "conditions": tuple(broken),
    }


def _own_values(explainer: Explainer | None, case: Case, verdict: Verdict) -> Mapping[str, Value]:
    return explainer.values(case, verdict) if explainer and explainer.values else {}


def requirements_of(explainer: Explainer | None, case: Case, verdict: Verdict) -> Iterator[Remark]:
    """What each requirement stands for; a verification with every reason for it."""
    own = _own_values(explainer, case, verdict)
    values: dict[str, Value] = {**_doubt(verdict), **_shared(verdict), **own}
    values["warned"] = _overruled_warners(verdict)
    for requirement in verdict.requires:
        if requirement == "verification":
            for why in _why_verify(explainer, case, verdict):
                yield Remark(f"verification.{why}", values)
        else:
            yield Remark(requirement, values)


def _why_verify(explainer: Explainer | None, case: Case, verdict: Verdict) -> list[str]:
    doubt = doubt_about(seated(verdict.receipt.roster))
    reasons = {
        "absence": "RELIES_ON_ABSENCE" in verdict.flags,
        "inference": "RELIES_ON_INFERENCE" in verdict.flags,
        "suspicious": "SUSPICIOUS_UNANIMITY" in verdict.flags,
        "shared": relies_on_shared(verdict),
    }
    if found := [why for why, holds in reasons.items() if holds]:
        return found
    if explainer and explainer.verifies_every_doubt and (doubt.failed or doubt.inferred):
        return [verdict.protocol]
    return ["irreversible"] if case.question.is_hard_to_reverse else ["other"]


def _overruled_warners(verdict: Verdict) -> tuple[str, ...]:
    overruled = {one.seat for one in verdict.dissents}
    return tuple(b.seat.name for b in _ballots(verdict) if b.seat.name in overruled and b.raises_grave_concern)


def _ballots(verdict: Verdict) -> Sequence[Ballot]:
    return [answer for answer in verdict.receipt.roster if isinstance(answer, Ballot)]


def _sure(ballot: Ballot) -> Exact | None:
    return ballot.confidence.percent if ballot.confidence else None
