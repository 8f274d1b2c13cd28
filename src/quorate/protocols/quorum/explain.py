"""A verdict of quorum taken apart."""

from quorate.core.ballot import Answer, seated
from quorate.core.exact import ratio
from quorate.core.failure import NOBODY, Outcome
from quorate.core.protocol import Case, Explainer
from quorate.core.rule_table import Step, Value, steps_through
from quorate.core.verdict import Verdict
from quorate.protocols.quorum.flips import scene_of
from quorate.protocols.quorum.rule import (
    FEWEST_VOTES,
    RESUME,
    TABLE,
    QuorumTerms,
    Weights,
    absence,
    breaks_limit,
    recount,
    weights_of,
    winner_of,
)


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and what absences and hard limits made of it."""
    terms: QuorumTerms = case.terms or QuorumTerms()
    weights = weights_of(seated(verdict.receipt.roster))
    values: dict[str, Value] = {
        "votes": weights.votes,
        "choice": weights.leader,
        "weight": getattr(weights, weights.leader),
        "total": weights.total,
        "share": weights.largest_share,
        "needed": terms.needed,
        "fewest": FEWEST_VOTES,
    }
    steps = steps_through(TABLE, (weights, terms), values)
    return [*steps, *_absence(weights, terms), *_limit(verdict, weights)]


def _absence(weights: Weights, terms: QuorumTerms) -> list[Step]:
    """Asked of a resume, where silencing an opponent must not release an agent."""
    if winner_of(weights, terms) != RESUME or not terms.absence_blocks or not weights.failed:
        return []
    fits, why = absence(weights, terms)
    whole = weights.total + weights.failed
    values: dict[str, Value] = {
        "weight": weights.resume,
        "whole": whole,
        "share": ratio(weights.resume, whole),
        "needed": terms.needed,
    }
    return [Step("absence", fits, why, values, True)]


def _limit(verdict: Verdict, weights: Weights) -> list[Step]:
    if verdict.result != "RESUME" or not weights.violators:
        return []
    resuming = (one for one in verdict.receipt.roster if getattr(one, "choice", "") == RESUME and breaks_limit(one))
    return [Step("limit", True, "yes", {"names": tuple(one.seat.name for one in resuming)}, True)]


def _with_failures_against(case: Case, _: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome:
    return recount(roster, case.terms or QuorumTerms(), failed, NOBODY)


EXPLAINER = Explainer(steps_of, lambda case, verdict: scene_of(verdict, case.terms), _with_failures_against)
