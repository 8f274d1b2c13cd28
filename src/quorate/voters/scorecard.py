"""No model: votes from the scores that the question itself gives to the proposal, or to each of its options.

Every lens has its criteria, and gives a grade from 0 to 10: the mean of those that are scored, risk taken as 10 - risk.
A lens of value, days and uncertainty takes ROI = value / (days x uncertainty) and its grade is 10 x ROI / (1 + ROI), so
that one point of value for a day's work is the middle.

A proposal as a whole: above 5 for it, below 5 against it, exactly 5 abstains; confidence 50 + 10 x distance from 5, one
decimal. Options: the one with the best grade; the confidence is the label of 40 + 10 x lead over the next, so that HIGH
is a lead of 3 and MEDIUM a lead of 1. A tie abstains, and so does a criterion that only some of the options are scored
by.
"""

import asyncio
import json
from collections.abc import Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.core.confidence import LABEL, PERCENT, Confidence
from quorate.core.errors import InputError
from quorate.core.exact import Exact, rounded
from quorate.core.protocol import OPTION, PROPOSAL, BallotWords, Protocol
from quorate.core.question import Question
from quorate.core.shape import some_of
from quorate.deliberation.events import ANSWERED, ERROR, Reply
from quorate.deliberation.rounds.debate import CHALLENGE
from quorate.documents.vote_form import vote_schema
from quorate.prompts.prompt import Prompt
from quorate.protocols import built_in_names, names_of_those, protocol_named

Told = Mapping[str, Any] | Reply


class Scripted:
    """Votes, or whole replies, by the names of seats, and the seconds that some of them take."""

    def __init__(self, told: Mapping[str, Told], delays: Mapping[str, float] | None = None) -> None:
        self._told, self._delays = dict(told), dict(delays or {})

    async def answer(self, prompt: Prompt) -> Reply:
        """What was told for the prompt's seat."""
        name = prompt.seat.name
        await asyncio.sleep(self._delays.get(name, 0))
        told = self._told.get(name)
        if told is None:
            known = ", ".join(sorted(self._told)) or "nobody"
            return Reply(ERROR, detail=f"no reply was scripted for the seat {name!r}; there are replies for: {known}")
        return told if isinstance(told, Reply) else Reply(ANSWERED, json.dumps(told, ensure_ascii=False))


if TYPE_CHECKING:
    from quorate.voters.calls.call_folders import Calls

_EACH_FOR_ITSELF = ("feasibility", "evidence", "people", "foresight", "security", "value", "risk")
_FOR_ROI = ("value", "days", "uncertainty")
_MIDDLE, _EVEN = 5, 40
_REASONS = ("rationale", "reasoning")
_NEUTRAL = "neutral"
_UNMOVED = "No argument changes a score; this vote follows from the scores in the question alone."
Vote = dict[str, Any]
Scores = Mapping[str, Exact]
Criteria = Mapping[str, tuple[str, ...]]


class Grade(NamedTuple):
    """What a lens makes of the scores, from 0 to 10, and how."""

    value: Exact
    how: str


class Scorecard:
    """Votes by arithmetic: the same scores always give the same vote."""

    async def answer(self, prompt: Prompt) -> Reply:
        """The vote of the prompt's seat by the criteria of its lens."""
        protocol = protocol_named(prompt.protocol)
        if not _may_vote_under(protocol):
            known = " or ".join(names_of_those(_may_vote_under))
            detail = f"the scorecard cannot vote under {prompt.protocol}, only under {known}; name another voter"
            return Reply(ERROR, detail=detail)
        criteria, named = criteria_by_lens(protocol.name), prompt.seat.name.strip().casefold()
        # a seat without a lens has the one that it is named after, or the neutral one
        lens = prompt.seat.lens.strip().casefold() or (named if named in criteria else _NEUTRAL)
        is_of_options = protocol.words is not None and protocol.words.subject == OPTION
        graded = (_best_option if is_of_options else _position)(prompt.question, lens, criteria)
        vote = _in_words_of(protocol, graded)
        challenge = {CHALLENGE: _UNMOVED} if CHALLENGE in prompt.also else {}
        return Reply(ANSWERED, json.dumps({**vote, **challenge}, ensure_ascii=False))


def _may_vote_under(protocol: Protocol) -> bool:
    """Where a ballot says how sure it is of a proposal or of an option, and needs to prove nothing."""
    return bool(protocol.words and protocol.words.scale and protocol.words.subject in (PROPOSAL, OPTION))


def criteria_by_lens(protocol: str) -> dict[str, tuple[str, ...]]:
    """By which criteria each lens grades: those of protocols, the neutral one, and every criterion for itself."""
    lenses = [lens for name in (*built_in_names(), protocol) for lens in protocol_named(name).lenses]
    known = {lens.name.casefold(): lens.criteria for lens in lenses if lens.criteria}
    return {**{one: (one,) for one in _EACH_FOR_ITSELF}, _NEUTRAL: _EACH_FOR_ITSELF, **known}


class Graded(NamedTuple):
    """What the scores come to: for (True), against (False), neither (None), or an option; how surely, and why."""

    choice: bool | str | None
    confidence: Exact
    why: str


def _in_words_of(protocol: Protocol, graded: Graded) -> Vote:
    words, keys, shapes = protocol.words or BallotWords(), protocol.vote_keys, vote_schema(protocol)
    known: dict[bool | str | None, str] = {True: words.approval, False: words.rejection, None: words.abstention}
    reason = next((name for name in _REASONS if name in shapes), _REASONS[0])
    vote: Vote = {
        keys.choice: known.get(graded.choice, graded.choice),
        keys.confidence: _on_scale(graded.confidence, words.scale),
        reason: f"Scorecard: {graded.why}",
    }
    return {**vote, "reason": "insufficient_information"} if graded.choice is None and "reason" in shapes else vote


def _on_scale(percent: Exact, scale: str) -> int | float | str:
    if scale == LABEL:
        return Confidence(percent).label
    if scale != PERCENT:
        return float(percent / 100)
    shown = rounded(percent, 1)
    return int(shown) if shown == int(shown) else float(shown)


def _position(question: Question, lens: str, criteria: Criteria) -> Graded:
    scores = _scores(question, "")
    if gap := _gap(lens, criteria, {"the question": scores}):
        return Graded(None, 0, gap)
    grade = _grade(criteria[lens], scores)
    confidence = 50 + 10 * max(grade.value - _MIDDLE, _MIDDLE - grade.value)
    if grade.value == _MIDDLE:
        return Graded(None, confidence, f"{grade.how}, exactly in the middle.")
    is_above = grade.value > _MIDDLE
    return Graded(is_above, confidence, f"{grade.how}, {'above' if is_above else 'below'} the middle of {_MIDDLE}.")


def _best_option(question: Question, lens: str, criteria: Criteria) -> Graded:
    scored = {option.id: _scores(question, option.id) for option in question.options}
    if len(scored) < 2:
        return Graded(None, _EVEN, "there are no two options to compare; add them to the question.")
    if gap := _gap(lens, criteria, {f"option {option}": scores for option, scores in scored.items()}):
        return Graded(None, _EVEN, gap)
    graded = [(_grade(criteria[lens], scores), option) for option, scores in scored.items()]
    (best, first), (next_best, second) = sorted(graded, key=lambda one: -one[0].value)[:2]
    lead = best.value - next_best.value
    if not lead:
        return Graded(None, _EVEN, f"{first} and {second} tie by {lens}, both with {best.how}.")
    why = f"{first} is best by {lens} with {best.how}, before {second} with {next_best.how}."
    return Graded(first, _EVEN + 10 * lead, why)


def _scores(question: Question, option: str) -> Scores:
    return {score.criterion: score.value for score in question.scores if score.option == option}


def _gap(lens: str, criteria: Criteria, scored: Mapping[str, Scores]) -> str:
    """What to add before this lens can grade; empty where nothing is missing."""
    if lens not in criteria:
        return f"no criterion belongs to the lens {lens!r}; give the seat one of {', '.join(criteria)}."
    own = criteria[lens]
    used = [one for one in own if own == _FOR_ROI or any(one in scores for scores in scored.values())]
    if not used:
        return f"nothing is scored by {' or '.join(own)}; add it to {some_of(scored)}."
    lacking = [f"{one} of {name}" for name, scores in scored.items() for one in used if one not in scores]
    return f"a score is missing; add {some_of(lacking)}." if lacking else ""


def _grade(criteria: tuple[str, ...], scores: Scores) -> Grade:
    if criteria == _FOR_ROI:
        value, days, uncertainty = (scores[one] for one in _FOR_ROI)
        roi = Fraction(value) / (days * uncertainty)
        figures = f"{_figure(value)} / ({_figure(days)} days x {_figure(uncertainty)}) = {_figure(roi)}"
        return _graded(10 * roi / (1 + roi), f"ROI {figures}")
    stated = [one for one in criteria if one in scores]
    marks = [10 - scores[one] if one == "risk" else scores[one] for one in stated]
    return _graded(Fraction(sum(marks)) / len(marks), ", ".join(f"{one} {_figure(scores[one])}" for one in stated))


def _graded(value: Exact, figures: str) -> Grade:
    return Grade(value, f"{figures}, a grade of {_figure(value)}")


def _figure(value: Exact) -> str:
    text = str(rounded(value, 2))
    return text.rstrip("0").rstrip(".") if "." in text else text


def voter_of(words: str, calls: "Calls") -> Scorecard:  # noqa: ARG001 - every kind of voter is made in this way
    """`scorecard` needs no words."""
    if words:
        raise InputError(f"scorecard: found {words!r}; allowed: nothing after the name")
    return Scorecard()
