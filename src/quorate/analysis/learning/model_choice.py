"""Which rule the outcomes allow: the less is known, the simpler; and never one that loses to majority."""

from collections.abc import Callable, Sequence
from math import log, sqrt
from typing import NamedTuple

from quorate.analysis.learning.fit import MAJORITY, RECORDS, Model, fitted, unfitted
from quorate.analysis.learning.history import History

FOLDS = 5
FROM_RECORDS, FROM_WEIGHTS, FROM_LEAN, FROM_CHOICE = 5, 15, 25, 50
NEWEST = 300
SIGNED_NEEDS, GAINS_NEED, GUARD = 0.5, 1.0, 1.0
_SMALLEST = 1e-12


class Gain(NamedTuple):
    """By how much one rule's log loss is below another's, over all questions, and its standard error."""

    amount: float
    error: float

    def exceeds(self, errors: float) -> bool:
        """True where it is better by more than so many standard errors."""
        return self.amount > errors * self.error


class Chosen(NamedTuple):
    """The rule in use, and the one that was given up for majority because it lost to it, if any."""

    model: Model
    given_up: Model | None = None


def chosen_model(history: History, *, fixed_options: bool, may_decide: bool = False) -> Chosen:
    """The rule for so many outcomes; where the folds say that it loses to majority, that.

    One that `may_decide` has weights that are never negative and a lean, and takes no account of confidence.
    """
    if len(history) < FROM_RECORDS:
        return Chosen(MAJORITY)
    newest = history[-NEWEST:]
    start = len(history) - len(newest)
    judged = _judge(newest, start)
    lean = fixed_options and len(history) >= FROM_LEAN
    model = Model(lean=lean) if len(history) >= FROM_WEIGHTS else RECORDS
    if len(history) >= FROM_CHOICE and not may_decide:
        model = _best(model, any(vote.confidence is not None for one in newest for vote in one.votes), judged)
    if gain_over(judged(MAJORITY), judged(model)).exceeds(GUARD):
        return Chosen(MAJORITY, given_up=model)
    return Chosen(model)


def _best(plain: Model, has_confidence: bool, judged: Callable[[Model], list[float]]) -> Model:
    """Signed weights and gains of confidence only where the folds are sure enough of them."""
    best = plain
    if gain_over(judged(plain._replace(signed=True)), judged(plain)).exceeds(SIGNED_NEEDS):
        best = plain._replace(signed=True)
    if not has_confidence:
        return best
    for model in (best, plain):
        if gain_over(judged(model._replace(gains=True)), judged(best)).exceeds(GAINS_NEED):
            return model._replace(gains=True)
    return best


def _judge(history: History, start: int) -> Callable[[Model], list[float]]:
    """The loss of every question under a model that has not seen its fold; each model is fitted once."""
    known: dict[Model, list[float]] = {}

    def judged(model: Model) -> list[float]:
        if model not in known:
            predicted = fold_probabilities(history, model, start)
            known[model] = [-log(max(_SMALLEST, said[one.truth])) for said, one in zip(predicted, history, strict=True)]
        return known[model]

    return judged


def fold_probabilities(history: History, model: Model, start: int = 0) -> list[dict[str, float]]:
    """What a model says of every question that has not seen its fold; `start` is the place of the first outcome."""
    predicted: list[dict[str, float]] = [{} for _ in history]
    for fold in range(FOLDS):
        seen = [one for i, one in enumerate(history) if (start + i) % FOLDS != fold]
        learned = fitted(seen, model) if seen else None
        for i, outcome in enumerate(history):
            if (start + i) % FOLDS == fold:
                rule = learned or unfitted(outcome.question)
                predicted[i] = rule.probabilities(outcome.question)
    return predicted


def gain_over(losses: Sequence[float], others: Sequence[float]) -> Gain:
    """How much the first rule is better than the second, question by question."""
    differences = [other - loss for loss, other in zip(losses, others, strict=True)]
    count = len(differences)
    mean = sum(differences) / count
    spread = sum((one - mean) ** 2 for one in differences) / (count - 1)
    return Gain(mean, sqrt(spread / count))
