"""The joint fit: what each voter's vote is worth given all others, whether options lean, what confidence adds."""

from collections.abc import Iterable, Mapping, Sequence
from math import log, sqrt
from typing import NamedTuple

from quorate.analysis.learning.history import CastVote, History, VotedQuestion, voters_in
from quorate.analysis.learning.scale import default_scale, scale_of, summed
from quorate.analysis.learning.voter_records import VoterRecord, accuracy_of, pool_of, records_of, softmax, worth_of

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


LEAST, MOST = 0.01, 0.99
FURTHEST = 2.5
POOLED_VOTES = 4


class Habit(NamedTuple):
    """Mean and standard deviation of what somebody says, in log odds."""

    mean: float = 0.0
    spread: float = 1.0


class Habits(NamedTuple):
    """Every voter's mean and spread, and those of all together for who is new."""

    means: Mapping[str, float] = {}
    spreads: Mapping[str, float] = {}
    pooled: Habit = Habit()

    def height(self, vote: CastVote) -> float:
        """How much more confident than usual; 0 where nothing was said."""
        if vote.confidence is None:
            return 0.0
        mean = self.means.get(vote.voter, self.pooled.mean)
        spread = self.spreads.get(vote.voter, self.pooled.spread)
        if not spread:
            return 0.0
        return max(-FURTHEST, min(FURTHEST, (log_odds(vote.confidence) - mean) / spread))


def log_odds(confidence: float) -> float:
    """A confidence on the scale on which scores add up."""
    share = max(LEAST, min(MOST, confidence))
    return log(share / (1 - share))


def habits_of(votes: Iterable[CastVote]) -> Habits:
    """What voters say, each drawn towards all by four votes."""
    said: dict[str, list[float]] = {}
    for vote in votes:
        if vote.confidence is not None:
            said.setdefault(vote.voter, []).append(log_odds(vote.confidence))
    pooled = _habit([one for row in said.values() for one in row])
    own = {voter: _drawn(row, pooled) for voter, row in said.items()}
    means = {voter: habit.mean for voter, habit in own.items()}
    return Habits(means, {voter: habit.spread for voter, habit in own.items()}, pooled)


def _habit(said: list[float]) -> Habit:
    if not said:
        return Habit()
    mean = sum(said) / len(said)
    return Habit(mean, sqrt(sum((one - mean) ** 2 for one in said) / len(said)))


def _drawn(said: list[float], pooled: Habit) -> Habit:
    count = len(said) + POOLED_VOTES
    mean = (sum(said) + POOLED_VOTES * pooled.mean) / count
    squares = sum((one - mean) ** 2 for one in said) + POOLED_VOTES * pooled.spread**2
    return Habit(mean, sqrt(squares / count))


PER_HEAD = 1e-6
_WEIGHT, _LEAN, _GAIN, _OWN_GAIN = 4.0, 4.0, 8.0, 16.0


class Model(NamedTuple):
    """Which rule is fitted. Without weights all votes are worth the same, and only the scale is learned.

    If it is not `joint`, each voter's weight follows from their own record and the scale alone.
    """

    weights: bool = True
    joint: bool = True
    signed: bool = False
    lean: bool = False
    gains: bool = False


MAJORITY, RECORDS = Model(weights=False), Model(joint=False)


class Fitted(NamedTuple):
    """What was learned: a weight per voter, that of a new voter, leans by option, and gains of confidence."""

    model: Model
    pool: float
    scale: float
    weights: dict[str, float]
    otherwise: float
    leans: dict[str, float]
    gain: float
    gains: dict[str, float]
    habits: Habits

    def probabilities(self, question: VotedQuestion) -> dict[str, float]:
        """How probable each option is; equal scores follow heads."""
        scores = {option: self.leans.get(option, 0.0) for option in question.options}
        for vote in question.votes:
            gain = self.gain + self.gains.get(vote.voter, 0.0) if self.model.gains else 0.0
            worth = self.weights.get(vote.voter, self.otherwise) + gain * self.habits.height(vote)
            scores[vote.choice] += worth + PER_HEAD
        return dict(zip(scores, softmax(list(scores.values())), strict=True))


class _Places(NamedTuple):
    """Where each parameter is."""

    voters: dict[str, int]
    options: dict[str, int]
    gain: int
    gains: dict[str, int]
    size: int


def fitted(history: History, model: Model) -> Fitted:
    """What the outcomes teach, under one model."""
    pool, records = pool_of(history), records_of(history)
    options = sum(len(one.question.options) for one in history) / len(history)
    worth = {voter: _worth(records[voter], pool, options, model) for voter in voters_in(history)}
    plain = worth_of(pool, options, signed=model.signed)
    scale = scale_of(history, [_scores(one.question, records, pool, model) for one in history])
    if not model.weights:
        return Fitted(model, pool, scale, {}, scale * plain, {}, 0.0, {}, Habits())
    if not model.joint:
        weights = {voter: scale * alone for voter, alone in worth.items()}
        return Fitted(model, pool, scale, weights, scale * plain, {}, 0.0, {}, Habits())
    habits = habits_of(vote for one in history for vote in one.votes) if model.gains else Habits()
    places = _places(worth, history, model)
    rows = [_row(one.question, one.truth, places, habits) for one in history]
    at = maximum(rows, _penalties(places, worth, scale, model))
    return Fitted(
        model,
        pool,
        scale,
        {voter: at[i] for voter, i in places.voters.items()},
        scale * plain,
        {option: at[i] for option, i in places.options.items()},
        at[places.gain] if model.gains else 0.0,
        {voter: at[i] for voter, i in places.gains.items()},
        habits,
    )


def unfitted(question: VotedQuestion) -> Fitted:
    """What is taken for granted where there is no outcome at all."""
    pool = pool_of(())
    scale = default_scale(len(question.votes))
    worth = scale * worth_of(pool, len(question.options))
    return Fitted(MAJORITY, pool, scale, {}, worth, {}, 0.0, {}, Habits())


def _worth(record: VoterRecord, pool: float, options: float, model: Model) -> float:
    return worth_of(accuracy_of(record, pool), options, signed=model.signed)


def _scores(question: VotedQuestion, records: dict[str, VoterRecord], pool: float, model: Model) -> list[float]:
    """Scores before any scale, with as many options as this question has."""
    options = len(question.options)
    plain = worth_of(pool, options, signed=model.signed)
    if not model.weights:
        return summed(question, {}, plain)
    voters = {vote.voter for vote in question.votes}
    return summed(question, {one: _worth(records[one], pool, options, model) for one in voters}, plain)


def _places(voters: Iterable[str], history: History, model: Model) -> _Places:
    listed = list(voters)
    options = sorted({option for one in history for option in one.question.options}) if model.lean else []
    start = len(listed) + len(options)
    gains = {voter: start + 1 + i for i, voter in enumerate(listed)} if model.gains else {}
    return _Places(
        {voter: i for i, voter in enumerate(listed)},
        {option: len(listed) + i for i, option in enumerate(options)},
        start,
        gains,
        start + (1 + len(listed) if model.gains else 0),
    )


def _row(question: VotedQuestion, truth: str, places: _Places, habits: Habits) -> ChoiceRow:
    options: dict[str, Features] = {option: {} for option in question.options}
    for option, features in options.items():
        if option in places.options:
            features[places.options[option]] = 1.0
    for vote in question.votes:
        features = options[vote.choice]
        _add(features, places.voters[vote.voter], 1.0)
        if places.gains and (height := habits.height(vote)):
            _add(features, places.gain, height)
            _add(features, places.gains[vote.voter], height)
    return ChoiceRow(tuple(options.values()), question.options.index(truth))


def _add(features: Features, place: int, much: float) -> None:
    features[place] = features.get(place, 0.0) + much


def _penalties(places: _Places, worth: dict[str, float], scale: float, model: Model) -> list[Penalty]:
    found = [Penalty(scale * worth[voter], _WEIGHT, not model.signed) for voter in places.voters]
    found += [Penalty(0.0, _LEAN) for _ in places.options]
    if model.gains:
        found += [Penalty(0.0, _GAIN, True), *(Penalty(0.0, _OWN_GAIN) for _ in places.gains)]
    return found
