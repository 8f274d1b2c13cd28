"""The one optimum of a convex choice model with quadratic penalties, some parameters kept from falling below zero."""

from collections.abc import Sequence
from math import log
from typing import NamedTuple

from quorate.analysis.learning.voter_records import softmax

TOLERANCE = 1e-10
_MOST_STEPS, _MOST_HALVINGS = 60, 40
_FLAT = 1e-13
_SOLVED = 1e-16
"""How small what is missing has to become, squared and against what it was."""
Features = dict[int, float]
"""How much each parameter adds to the score of one option; parameters by their place."""


class ChoiceRow(NamedTuple):
    """One question: what adds to the score of each option, and which option was true."""

    options: tuple[Features, ...]
    truth: int


class Penalty(NamedTuple):
    """A parameter is drawn towards `centre` by `strength`; where it `is_bounded` it is never below zero."""

    centre: float
    strength: float
    is_bounded: bool = False


def maximum(rows: Sequence[ChoiceRow], penalties: Sequence[Penalty]) -> list[float]:
    """The parameters under which the truths are most probable, less the penalties."""
    at = [max(0.0, one.centre) if one.is_bounded else one.centre for one in penalties]
    height = _height(rows, penalties, at)
    for _ in range(_MOST_STEPS):
        slope, bend = _slope_and_bend(rows, penalties, at)
        free = [i for i, one in enumerate(penalties) if not (one.is_bounded and at[i] <= 0 and slope[i] <= 0)]
        if all(abs(slope[i]) < TOLERANCE for i in free):
            break
        step = _solved([[bend[i][j] for j in free] for i in free], [slope[i] for i in free])
        moved = _uphill(rows, penalties, at, dict(zip(free, step, strict=True)), height)
        if moved is None:
            break
        at, height = moved
    return at


def _uphill(
    rows: Sequence[ChoiceRow], penalties: Sequence[Penalty], at: list[float], step: Features, height: float
) -> tuple[list[float], float] | None:
    """The step, halved until it leads upwards; None where it cannot any more."""
    part = 1.0
    for _ in range(_MOST_HALVINGS):
        there = [one + part * step.get(i, 0.0) for i, one in enumerate(at)]
        there = [max(0.0, one) if penalties[i].is_bounded else one for i, one in enumerate(there)]
        reached = _height(rows, penalties, there)
        # close to the top the height is flat to the last digit, and only the slope still leads on
        if reached > height or (part == 1.0 and there != at and reached > height - _FLAT * (1 + abs(height))):
            return there, reached
        part /= 2
    return None


def scores_of(options: Sequence[Features], at: Sequence[float]) -> list[float]:
    """The score of every option."""
    return [sum(at[i] * much for i, much in features.items()) for features in options]


def _height(rows: Sequence[ChoiceRow], penalties: Sequence[Penalty], at: Sequence[float]) -> float:
    fitted = sum(log(softmax(scores_of(row.options, at))[row.truth]) for row in rows)
    return fitted - sum(one.strength * (value - one.centre) ** 2 for one, value in zip(penalties, at, strict=True))


def _slope_and_bend(
    rows: Sequence[ChoiceRow], penalties: Sequence[Penalty], at: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The gradient, and the Hessian with its sign turned."""
    size = len(at)
    slope = [-2 * one.strength * (value - one.centre) for one, value in zip(penalties, at, strict=True)]
    bend = [[0.0] * size for _ in range(size)]
    for i, one in enumerate(penalties):
        bend[i][i] = 2 * one.strength
    for row in rows:
        _add_row(row, softmax(scores_of(row.options, at)), slope, bend)
    return slope, bend


def _add_row(row: ChoiceRow, shares: Sequence[float], slope: list[float], bend: list[list[float]]) -> None:
    mean: Features = {}
    for features, share in zip(row.options, shares, strict=True):
        for i, much in features.items():
            mean[i] = mean.get(i, 0.0) + share * much
    for i, much in row.options[row.truth].items():
        slope[i] += much
    for i, much in mean.items():
        slope[i] -= much
    for features, share in zip(row.options, shares, strict=True):
        _add_square(bend, features, share)
    _add_square(bend, mean, -1.0)


def _add_square(bend: list[list[float]], features: Features, factor: float) -> None:
    for i, much in features.items():
        line, weight = bend[i], factor * much
        for j, other in features.items():
            line[j] += weight * other


def _solved(matrix: list[list[float]], wanted: list[float]) -> list[float]:
    """The solution for a symmetric positive definite matrix, by conjugate gradients.

    The penalties keep the matrix well-conditioned, so that a few rounds do where the exact way is cubic in voters;
    what is still missing then is made up by the next step.
    """
    found, rest = [0.0] * len(wanted), list(wanted)
    drawn = [one / line[i] for i, (one, line) in enumerate(zip(rest, matrix, strict=True))]
    towards, size = drawn, _dot(rest, drawn)
    enough = _SOLVED * size
    for _ in range(2 * len(wanted)):
        if size <= enough:
            break
        image = [_dot(line, towards) for line in matrix]
        part = size / _dot(towards, image)
        found = [one + part * much for one, much in zip(found, towards, strict=True)]
        rest = [one - part * much for one, much in zip(rest, image, strict=True)]
        drawn = [one / line[i] for i, (one, line) in enumerate(zip(rest, matrix, strict=True))]
        before, size = size, _dot(rest, drawn)
        towards = [one + size / before * much for one, much in zip(drawn, towards, strict=True)]
    return found


def _dot(ones: Sequence[float], others: Sequence[float]) -> float:
    """The sum of products."""
    return sum(map(float.__mul__, ones, others))
