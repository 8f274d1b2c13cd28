"""How much the scores of a panel can be believed: voters who err together are fewer voices than they seem."""

from collections import Counter
from collections.abc import Sequence
from math import exp, log

from quorate.analysis.learning.history import History, VotedQuestion

CORRELATION = 0.5
SPREAD = 0.7
_LEAST, _MOST, _STEPS = 0.02, 2.0, 40
SCALES = tuple(exp(log(_LEAST) + step * log(_MOST / _LEAST) / (_STEPS - 1)) for step in range(_STEPS))


def default_scale(votes: float) -> float:
    """The scale of a panel of which nothing is known."""
    return 1 / (1 + (votes - 1) * CORRELATION)


def scale_of(history: History, scores: Sequence[Sequence[float]]) -> float:
    """The scale under which the truth is most probable; `scores` are those of each outcome's options in their order."""
    usual = default_scale(sum(len(outcome.votes) for outcome in history) / len(history))
    places = [outcome.question.options.index(outcome.truth) for outcome in history]
    # how far every option is from the truth; where votes are worth the same, many questions have the same gaps
    gaps = Counter(tuple(sorted(one - row[at] for one in row)) for row, at in zip(scores, places, strict=True))
    # the highest is taken out, so that no power overflows
    rows = [(times, row[-1], [one - row[-1] for one in row]) for row, times in gaps.items()]

    def plausibility(scale: float) -> float:
        missed = sum([times * (scale * top + log(sum([exp(scale * one) for one in row]))) for times, top, row in rows])
        return -missed - (log(scale / usual) / SPREAD) ** 2 / 2

    return max(SCALES, key=plausibility)


def summed(question: VotedQuestion, worth: dict[str, float], otherwise: float) -> list[float]:
    """The score of each option: the sum of what its votes are worth."""
    scores = dict.fromkeys(question.options, 0.0)
    for vote in question.votes:
        scores[vote.choice] += worth.get(vote.voter, otherwise)
    return list(scores.values())
