"""A verdict of weighted taken apart."""

from collections.abc import Hashable, Sequence

from quorate.core.ballot import Answer, choice_of, seated
from quorate.core.failure import NOBODY, Outcome
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target
from quorate.core.verdict import Verdict
from quorate.protocols.magi.explain import steps_after
from quorate.protocols.magi.rule import CHOICES, points_of
from quorate.protocols.magi.verdict import recount
from quorate.protocols.weighted.document import WeightedTerms
from quorate.protocols.weighted.rule import ACTIONS, TABLE, action_if, size_of, weighed_sides
from quorate.protocols.weighted.verdict import rule_of


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and what a sure dissenter or nobody's being sure made of it."""
    roster = seated(verdict.receipt.roster)
    sides = weighed_sides(roster, _terms(case).lean)
    values: dict[str, Value] = {
        "seats": sides.seats,
        "votes": sides.votes,
        "approve": sides.approve,
        "reject": sides.reject,
        "approve_heads": sides.approve_heads,
        "reject_heads": sides.reject_heads,
        "total": sides.total,
        "lead": size_of(sides.lead),
        "plain_lead": size_of(sides.plain_lead),
    }
    return [*steps_through(TABLE, sides, values), *steps_after(verdict, ACTIONS[verdict.result])]


def _terms(case: Case) -> WeightedTerms:
    return case.terms or WeightedTerms()


def _with_failures_against(case: Case, _: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome:
    return recount(rule_of(_terms(case)), roster, failed, NOBODY)


def scene_of(case: Case, verdict: Verdict) -> FlipScene:
    """The panel of a verdict; confidences stay as they are, since no weight comes from them."""
    roster, lean = seated(verdict.receipt.roster), _terms(case).lean

    def action_of(moves: Sequence[Move], _: Points) -> str:
        return action_if(roster, {move.answer.seat.name: move.target.choice for move in moves}, lean)

    def alike(answer: Answer) -> Hashable:
        return choice_of(answer), answer.seat.weight, points_of(answer)

    targets = [Target(choice) for choice in CHOICES]
    return FlipScene(roster, verdict.action, targets, alike, action_of, kept=True)


EXPLAINER = Explainer(steps_of, scene_of, _with_failures_against)
