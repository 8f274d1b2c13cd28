"""Explanations and comparisons as every interface shows them."""

from collections.abc import Mapping
from typing import Annotated, Any, NamedTuple

from quorate.analysis.explain import Explanation
from quorate.analysis.flips import BallotChange, Search
from quorate.analysis.meanings import Remark
from quorate.analysis.retally import Difference, Retally
from quorate.core.ballot import Answer, Ballot
from quorate.core.codec import VERDICT
from quorate.core.codec.declaration import Form, Key, TextOrNull
from quorate.core.confidence import Confidence
from quorate.core.exact import Exact
from quorate.core.protocol.explainer import Value
from quorate.core.verdict import Verdict


def _written(values: Mapping[str, Value]) -> dict[str, Any]:
    return {name: value if isinstance(value, int | str | tuple) else str(value) for name, value in values.items()}


_Values = Annotated[Mapping[str, Value], Form(_written, dict, {"type": "object"})]
_Verdict = Annotated[Verdict, VERDICT]
_Confidence = Annotated[Confidence | None, Key(is_spread=True)]


class ShownRetally(NamedTuple):
    """Both verdicts, and where they differ."""

    original: _Verdict
    other: _Verdict
    differences: tuple[Difference, ...]
    assumed_confidences: tuple[str, ...]


class ShownStep(NamedTuple):
    """A rule that was tried."""

    rule: str
    fits: bool
    why: str
    after: bool
    values: _Values


class ShownRemark(NamedTuple):
    """A code and what it is about."""

    code: str
    values: _Values


class ShownAnswer(NamedTuple):
    """A seat's answer: a choice, or why there is none."""

    choice: str | None
    option: TextOrNull
    non_vote: str | None
    confidence: _Confidence


class OtherBallot(NamedTuple):
    """A ballot as it would have been; between `least` and `most` the action would be the same."""

    choice: str
    option: TextOrNull
    confidence: _Confidence
    least: Exact | None
    most: Exact | None


class ShownChange(NamedTuple):
    """One seat's ballot, and what it would have been."""

    seat: str
    was: Annotated[ShownAnswer, Key("from")]
    to: OtherBallot


class ShownFlip(NamedTuple):
    """The smallest change of ballots that changes the action, and how far was looked."""

    action: str | None
    changes: tuple[ShownChange, ...]
    points: Exact | None
    looked_at: int
    seats: int
    confidences_kept: bool
    complete: bool


class ShownExplanation(NamedTuple):
    """The verdict and what it rests on."""

    verdict: _Verdict
    rules: tuple[ShownStep, ...]
    flags: tuple[ShownRemark, ...]
    requires: tuple[ShownRemark, ...]
    failures: tuple[ShownRemark, ...]
    flip: ShownFlip | None


def shown_retally(retally: Retally) -> ShownRetally:
    """A comparison as every interface shows it."""
    return ShownRetally(retally.original, retally.other, retally.differences, retally.assumed)


def shown_explanation(explanation: Explanation) -> ShownExplanation:
    """An explanation as every interface shows it."""
    return ShownExplanation(
        explanation.verdict,
        tuple(ShownStep(step.rule, step.fits, step.why, step.is_after, step.values) for step in explanation.steps),
        tuple(map(_remark, explanation.flags)),
        tuple(map(_remark, explanation.requires)),
        tuple(map(_remark, explanation.failures)),
        _flip(explanation.search) if explanation.search else None,
    )


def _remark(remark: Remark) -> ShownRemark:
    return ShownRemark(remark.code, remark.values)


def _flip(search: Search) -> ShownFlip:
    flip = search.flip
    return ShownFlip(
        flip.action if flip else None,
        tuple(map(_change, flip.changes)) if flip else (),
        flip.points if flip else None,
        search.looked_at,
        search.seats,
        search.kept,
        search.is_complete,
    )


def _change(change: BallotChange) -> ShownChange:
    other = OtherBallot(change.choice, change.option, change.confidence, change.least, change.most)
    return ShownChange(change.seat, _answer(change.was), other)


def _answer(answer: Answer) -> ShownAnswer:
    if isinstance(answer, Ballot):
        return ShownAnswer(answer.choice, answer.option, None, answer.confidence)
    return ShownAnswer(None, "", answer.kind, None)
