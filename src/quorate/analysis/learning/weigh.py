"""How probable the options of a question are, by what the outcomes of earlier questions teach."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quorate.analysis.learning.fit import Fitted, fitted, unfitted
from quorate.analysis.learning.history import History, VotedQuestion, with_votes
from quorate.analysis.learning.independence import dependence_of, is_known
from quorate.analysis.learning.model_choice import Chosen, chosen_model
from quorate.analysis.learning.voter_records import Interval

_TIE = 1e-9
DEFAULT, MAJORITY_BASIS = "default", "majority"


class Effective(NamedTuple):
    """How many independent votes the votes count like, and the interval in which that may be."""

    votes: float
    interval: Interval


class Weighed(NamedTuple):
    """What the record says of one question; it decides nothing."""

    id: str
    probabilities: dict[str, float]
    choice: str | None
    basis: str
    outcomes: int
    effective: Effective | None


class Teaching(NamedTuple):
    """What a history teaches: the rule that was chosen, as it was fitted; nothing fitted while there is no outcome."""

    chosen: Chosen | None
    learned: Fitted | None
    outcomes: int


def learn(history: History, *, fixed_options: bool) -> Teaching:
    """What the outcomes teach."""
    known = with_votes(history)
    if not known:
        return Teaching(None, None, 0)
    chosen = chosen_model(known, fixed_options=fixed_options)
    return Teaching(chosen, fitted(known, chosen.model), len(known))


def weigh(history: History, questions: Iterable[VotedQuestion], *, fixed_options: bool = False) -> Iterator[Weighed]:
    """What the record says of each question."""
    taught = learn(history, fixed_options=fixed_options)
    known = with_votes(history)
    dependence = dependence_of(known) if is_known(known) else None
    for question in questions:
        rule = taught.learned or unfitted(question)
        probabilities = rule.probabilities(question)
        votes = len(question.votes)
        effective = Effective(dependence.effective(votes), dependence.interval(votes)) if dependence and votes else None
        yield Weighed(
            question.id, probabilities, most_probable(probabilities), basis_of(taught), taught.outcomes, effective
        )


def most_probable(probabilities: dict[str, float]) -> str | None:
    """The option that is more probable than every other; None where two are equal."""
    first, second = sorted(probabilities.values(), reverse=True)[:2]
    if first - second <= _TIE:
        return None
    return max(probabilities, key=lambda option: probabilities[option])


def basis_of(taught: Teaching) -> str:
    """Which rule it was, in a word or a few joined by plus signs."""
    if not taught.chosen:
        return DEFAULT
    model = taught.chosen.model
    if not model.weights:
        return MAJORITY_BASIS
    parts = ["signed weights" if model.signed else "weights"]
    parts += ["lean"] if model.lean else []
    parts += ["confidence"] if model.gains else []
    return " + ".join(parts)
