"""No model: votes from the scores that the question itself gives to the proposal, or to each of its options.

Every lens has its criteria, and gives a grade from 0 to 10: the mean of those that are scored, risk taken as 10 - risk.
The lens `effort` takes ROI = value / (days x uncertainty) and its grade is 10 x ROI / (1 + ROI), so that one point of
value for a day's work is the middle.

magi: above 5 APPROVE, below 5 REJECT, exactly 5 ABSTAIN; confidence 50 + 10 x distance from 5, one decimal.
judges: the option with the best grade; the confidence is the label of 40 + 10 x lead over the next, so that HIGH is a
lead of 3 and MEDIUM a lead of 1. A tie abstains, and so does a criterion that only some of the options are scored by.
"""

import json
from collections.abc import Callable, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any, NamedTuple

from quorate.core.confidence import Confidence
from quorate.core.errors import InputError
from quorate.core.exact import Exact, rounded
from quorate.core.panel import Seat
from quorate.core.question import Question
from quorate.core.shape import some_of
from quorate.deliberation.events import ANSWERED, ERROR, Reply
from quorate.deliberation.rounds.debate import CHALLENGE
from quorate.prompts.prompt import Prompt

if TYPE_CHECKING:
    from quorate.voters.calls.call_folders import Calls

_EACH_FOR_ITSELF = ("feasibility", "evidence", "people", "foresight", "security", "value", "risk")
_FOR_ROI = ("value", "days", "uncertainty")
_MIDDLE = 5
_NEUTRAL = "neutral"
_UNMOVED = "No argument changes a score; this vote follows from the scores in the question alone."
LENSES: dict[str, tuple[str, ...]] = {
    "logos": ("feasibility", "evidence"),
    "pathos": ("people",),
    "sophia": ("foresight", "risk"),
    "effort": _FOR_ROI,
    _NEUTRAL: _EACH_FOR_ITSELF,
    **{criterion: (criterion,) for criterion in _EACH_FOR_ITSELF},
}

Vote = dict[str, Any]
Scores = Mapping[str, Exact]


class Grade(NamedTuple):
    """What a lens makes of the scores, from 0 to 10, and how."""

    value: Exact
    how: str


class Scorecard:
    """Votes by arithmetic: the same scores always give the same vote."""

    async def answer(self, prompt: Prompt) -> Reply:
        """The vote of the prompt's seat by the criteria of its lens."""
        rule = _RULES.get(prompt.protocol)
        if rule is None:
            known = " or ".join(_RULES)
            detail = f"the scorecard cannot vote under {prompt.protocol}, only under {known}; name another voter"
            return Reply(ERROR, detail=detail)
        vote = rule(prompt.question, _lens(prompt.seat))
        challenge = {CHALLENGE: _UNMOVED} if CHALLENGE in prompt.also else {}
        return Reply(ANSWERED, json.dumps({**vote, **challenge}, ensure_ascii=False))


def _lens(seat: Seat) -> str:
    """A seat without a lens has the one that it is named after, or the neutral one."""
    named = seat.name.strip().casefold()
    return seat.lens.strip().casefold() or (named if named in LENSES else _NEUTRAL)


def _magi(question: Question, lens: str) -> Vote:
    scores = _scores(question, "")
    if gap := _gap(lens, {"the question": scores}):
        return _position("ABSTAIN", 0, gap)
    grade = _grade(lens, scores)
    confidence = 50 + 10 * max(grade.value - _MIDDLE, _MIDDLE - grade.value)
    if grade.value == _MIDDLE:
        return _position("ABSTAIN", confidence, f"{grade.how}, exactly in the middle.")
    side, position = ("above", "APPROVE") if grade.value > _MIDDLE else ("below", "REJECT")
    return _position(position, confidence, f"{grade.how}, {side} the middle of {_MIDDLE}.")


def _position(position: str, confidence: Exact, why: str) -> Vote:
    vote: Vote = {"position": position, "confidence": _number(confidence), "rationale": f"Scorecard: {why}"}
    return {**vote, "reason": "insufficient_information"} if position == "ABSTAIN" else vote


def _judges(question: Question, lens: str) -> Vote:
    scored = {option.id: _scores(question, option.id) for option in question.options}
    if len(scored) < 2:
        return _option("ABSTAIN", 0, "there are no two options to compare; add them to the question.")
    if gap := _gap(lens, {f"option {option}": scores for option, scores in scored.items()}):
        return _option("ABSTAIN", 0, gap)
    graded = [(_grade(lens, scores), option) for option, scores in scored.items()]
    (best, first), (next_best, second) = sorted(graded, key=lambda one: -one[0].value)[:2]
    lead = best.value - next_best.value
    if not lead:
        return _option("ABSTAIN", 0, f"{first} and {second} tie by {lens}, both with {best.how}.")
    return _option(first, lead, f"{first} is best by {lens} with {best.how}, before {second} with {next_best.how}.")


def _option(option: str, lead: Exact, why: str) -> Vote:
    return {"option": option, "confidence": Confidence(40 + 10 * lead).label, "reasoning": f"Scorecard: {why}"}


def _scores(question: Question, option: str) -> Scores:
    return {score.criterion: score.value for score in question.scores if score.option == option}


def _gap(lens: str, scored: Mapping[str, Scores]) -> str:
    """What to add before this lens can grade; empty where nothing is missing."""
    if lens not in LENSES:
        return f"no criterion belongs to the lens {lens!r}; give the seat one of {', '.join(LENSES)}."
    used = [one for one in LENSES[lens] if lens == "effort" or any(one in scores for scores in scored.values())]
    if not used:
        return f"nothing is scored by {' or '.join(LENSES[lens])}; add it to {some_of(scored)}."
    lacking = [f"{one} of {name}" for name, scores in scored.items() for one in used if one not in scores]
    return f"a score is missing; add {some_of(lacking)}." if lacking else ""


def _grade(lens: str, scores: Scores) -> Grade:
    if lens == "effort":
        value, days, uncertainty = (scores[one] for one in _FOR_ROI)
        roi = Fraction(value) / (days * uncertainty)
        figures = f"{_figure(value)} / ({_figure(days)} days x {_figure(uncertainty)}) = {_figure(roi)}"
        return _graded(10 * roi / (1 + roi), f"ROI {figures}")
    stated = [one for one in LENSES[lens] if one in scores]
    marks = [10 - scores[one] if one == "risk" else scores[one] for one in stated]
    return _graded(Fraction(sum(marks)) / len(marks), ", ".join(f"{one} {_figure(scores[one])}" for one in stated))


def _graded(value: Exact, figures: str) -> Grade:
    return Grade(value, f"{figures}, a grade of {_figure(value)}")


def _figure(value: Exact) -> str:
    text = str(rounded(value, 2))
    return text.rstrip("0").rstrip(".") if "." in text else text


def _number(percent: Exact) -> int | float:
    shown = rounded(percent, 1)
    return int(shown) if shown == int(shown) else float(shown)


_RULES: dict[str, Callable[[Question, str], Vote]] = {"magi": _magi, "judges": _judges}


def voter_of(words: str, calls: "Calls") -> Scorecard:  # noqa: ARG001 - every kind of voter is made in this way
    """`scorecard` needs no words."""
    if words:
        raise InputError(f"scorecard: found {words!r}; allowed: nothing behind the name")
    return Scorecard()
