"""How probable the options of a question are, by what the outcomes of earlier questions teach."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quorate.analysis.learning.fit import Fitted, fitted, unfitted
from quorate.analysis.learning.history import History, VotedQuestion, with_votes
from quorate.analysis.learning.independence import Dependence, dependence_of, is_known
from quorate.analysis.learning.model_choice import Chosen, chosen_model
from quorate.analysis.learning.voter_records import Interval

_TIE = 1e-9
DEFAULT, MAJORITY_BASIS = "default", "majority"


class EffectiveVotes(NamedTuple):
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
    effective: EffectiveVotes | None


class Teaching(NamedTuple):
    """What a history teaches: the rule that was chosen, as it was fitted, and how far voters err together.

    Nothing is fitted while there is no outcome.
    """

    chosen: Chosen | None = None
    learned: Fitted | None = None
    dependence: Dependence | None = None
    outcomes: int = 0


def learn(history: History, *, fixed_options: bool, may_decide: bool = False) -> Teaching:
    """What the outcomes teach; with `may_decide`, only what a verdict may be counted by."""
    known = with_votes(history)
    if not known:
        return Teaching()
    chosen = chosen_model(known, fixed_options=fixed_options, may_decide=may_decide)
    dependence = dependence_of(known) if is_known(known) else None
    return Teaching(chosen, fitted(known, chosen.model), dependence, len(known))


def weigh_questions(
    history: History, questions: Iterable[VotedQuestion], *, fixed_options: bool = False
) -> Iterator[Weighed]:
    """What the record says of each question."""
    taught = learn(history, fixed_options=fixed_options)
    for question in questions:
        yield weighed_by(taught, question)


def weighed_by(taught: Teaching, question: VotedQuestion) -> Weighed:
    """What has been learned says of one question."""
    rule = taught.learned or unfitted(question)
    probabilities = rule.probabilities(question)
    voted = {vote.choice: probabilities[vote.choice] for vote in question.votes}
    effective = effective_of(taught.dependence, len(question.votes))
    return Weighed(question.id, probabilities, _most_probable(voted), basis_of(taught), taught.outcomes, effective)


def effective_of(dependence: Dependence | None, votes: int) -> EffectiveVotes | None:
    """How many independent votes so many votes count like; None while that is not known."""
    if dependence is None or not votes:
        return None
    return EffectiveVotes(dependence.effective(votes), dependence.interval(votes))


def _most_probable(voted: dict[str, float]) -> str | None:
    """Return the option that is more probable than every other that has a vote; None if two are equal."""
    first, second = sorted([0.0, 0.0, *voted.values()], reverse=True)[:2]
    return max(voted, key=lambda option: voted[option]) if first - second > _TIE else None


def basis_of(taught: Teaching) -> str:
    """Which rule it was, in a word or a few joined by plus signs."""
    if not taught.chosen:
        return DEFAULT
    model = taught.chosen.model
    if not model.weights:
        return MAJORITY_BASIS
    parts = ["signed weights" if model.signed else "weights" if model.joint else "records"]
    parts += ["lean"] if model.lean else []
    parts += ["confidence"] if model.gains else []
    return " + ".join(parts)
