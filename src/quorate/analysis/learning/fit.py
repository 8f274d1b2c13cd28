"""The joint fit: what each voter's vote is worth given all others, whether options lean, what confidence adds."""

from collections.abc import Iterable
from typing import NamedTuple

from quorate.analysis.learning.confidences import Habits, habits_of
from quorate.analysis.learning.history import History, VotedQuestion, voters_in
from quorate.analysis.learning.newton import ChoiceRow, Features, Penalty, maximum
from quorate.analysis.learning.scale import default_scale, scale_of, summed
from quorate.analysis.learning.voter_records import VoterRecord, accuracy_of, pool_of, records_of, softmax, worth_of

PER_HEAD = 1e-6
_WEIGHT, _LEAN, _GAIN, _OWN_GAIN = 4.0, 4.0, 8.0, 16.0


class Model(NamedTuple):
    """Which rule is fitted. Without weights all votes are worth the same, and only the scale is learned."""

    weights: bool = True
    signed: bool = False
    lean: bool = False
    gains: bool = False


MAJORITY = Model(weights=False)


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
