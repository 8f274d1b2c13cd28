"""The rules of quorum, in their order."""

from quorate.analysis.flips.scene import seated
from quorate.analysis.steps.step import Step, Value, until_one_fits
from quorate.core.exact import ratio
from quorate.core.verdict import Verdict
from quorate.protocols.quorum.rule import (
    CHOICES,
    FEWEST_VOTES,
    RESUME,
    Terms,
    Weights,
    breaks_limit,
    outcome_of,
    weights_of,
)


def steps_of(verdict: Verdict, terms: Terms | None) -> list[Step]:
    """Which rule fitted first, and what absences and hard limits made of it."""
    weights = weights_of(seated(verdict.receipt.roster))
    leading = outcome_of(weights, Terms()).choice
    steps = until_one_fits(_table(weights, leading))
    return [*steps, *_absence(weights, leading, terms or Terms()), *_limit(verdict, weights)]


def _table(weights: Weights, winner: str | None) -> list[Step]:
    largest = max(CHOICES, key=lambda choice: getattr(weights, choice))
    numbers: dict[str, Value] = {
        "votes": weights.votes,
        "choice": winner or largest,
        "weight": getattr(weights, winner or largest),
        "total": weights.total,
        "share": weights.largest_share,
    }
    too_few = weights.votes < FEWEST_VOTES
    return [
        Step("too_few", too_few, "yes" if too_few else "no", numbers),
        Step("weightless", not weights.total, "no" if weights.total else "yes", numbers),
        Step("two_thirds", winner is not None, "yes" if winner else "no", numbers),
        Step("none", True, "yes", numbers),
    ]


def _absence(weights: Weights, winner: str | None, terms: Terms) -> list[Step]:
    """Asked of a resume, where silencing an opponent must not release an agent."""
    if winner != RESUME or not terms.absence_blocks or not weights.failed:
        return []
    whole = weights.total + weights.failed
    fits = not weights.resumes_against_the_absent
    numbers: dict[str, Value] = {"weight": weights.resume, "whole": whole, "share": ratio(weights.resume, whole)}
    return [Step("absence", fits, "yes" if fits else "no", numbers, True)]


def _limit(verdict: Verdict, weights: Weights) -> list[Step]:
    if verdict.result != "RESUME" or not weights.violators:
        return []
    resuming = (one for one in verdict.receipt.roster if getattr(one, "choice", "") == RESUME and breaks_limit(one))
    return [Step("limit", True, "yes", {"names": tuple(one.seat.name for one in resuming)}, True)]
