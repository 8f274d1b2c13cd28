"""A verdict of quorum taken apart."""

from collections.abc import Hashable, Sequence

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.exact import ratio
from quorate.core.failure import NOBODY, Outcome
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target
from quorate.core.verdict import Verdict
from quorate.protocols.quorum.rule import (
    CHOICES,
    FEWEST_VOTES,
    RESUME,
    TABLE,
    QuorumTerms,
    Weights,
    absence,
    breaks_limit,
    outcome_of,
    recount,
    weights_of,
    winner_of,
)


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and what absences and hard limits made of it."""
    terms: QuorumTerms = case.terms or QuorumTerms()
    weights = weights_of(seated(verdict.receipt.roster), terms)
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
    return [*steps, *_absence(weights, terms), *_limit(verdict, weights), *_notes(verdict)]


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


def _notes(verdict: Verdict) -> list[Step]:
    names = tuple(str(one.values["note"]) for one in verdict.escalations if one.reason == "note")
    return [Step("notes", True, "yes", {"names": names}, True)] if names else []


def _with_failures_against(case: Case, _: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome:
    return recount(roster, case.terms or QuorumTerms(), failed, NOBODY)


def scene_of(verdict: Verdict, stated: QuorumTerms | None) -> FlipScene:
    """The panel of a verdict: weights decide, and whether a condition breaks a limit."""
    terms, roster = stated or QuorumTerms(), seated(verdict.receipt.roster)
    weights = weights_of(roster, terms)
    breaking = {answer.seat.name for answer in roster if breaks_limit(answer)}

    def action_of(moves: Sequence[Move], _: Points) -> str:
        after, violators = weights, weights.violators
        for answer, target in moves:
            after = after.moved(_without_conditions(answer), target.choice)
            if answer.seat.name in breaking:
                violators += (target.choice == RESUME) - (choice_of(answer) == RESUME)
        return outcome_of(after._replace(violators=violators), terms).action

    def alike(answer: Answer) -> Hashable:
        failed = not isinstance(answer, Ballot) and answer.failed
        return choice_of(answer), answer.seat.weight, answer.seat.name in breaking, failed

    return FlipScene(roster, verdict.action, [Target(choice) for choice in CHOICES], alike, action_of)


def _without_conditions(answer: Answer) -> Answer:
    """Whether conditions break a limit is looked at once and not in every count."""
    return answer._replace(conditions=()) if isinstance(answer, Ballot) and answer.conditions else answer


EXPLAINER = Explainer(steps_of, lambda case, verdict: scene_of(verdict, case.terms), _with_failures_against)
