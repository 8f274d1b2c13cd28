"""What outcomes teach, as whole thousandths: weights that may decide a verdict, and where they come from."""

from quorate.analysis.learning.judgement import Teaching, basis_of
from quorate.analysis.track_record.relevance import Relevant
from quorate.core.protocol.learning import LearnedWeights, UsedOutcome

_THOUSAND = 1000


def decisive_weights(used: Relevant, taught: Teaching) -> LearnedWeights:
    """Weights that are never negative, and a lean; all the same where outcomes are few, or say no more than heads."""
    outcomes = tuple(UsedOutcome(one.id, one.position, one.by) for one in used.records)
    learned = taught.learned
    if learned is None or not learned.model.weights:
        return LearnedWeights(basis=basis_of(taught), outcomes=outcomes)
    return LearnedWeights(
        {voter: _thousandths(weight) for voter, weight in sorted(learned.weights.items())},
        _thousandths(learned.otherwise),
        {option: round(lean * _THOUSAND) for option, lean in sorted(learned.leans.items())},
        basis_of(taught),
        outcomes,
    )


def _thousandths(weight: float) -> int:
    return max(0, round(weight * _THOUSAND))
