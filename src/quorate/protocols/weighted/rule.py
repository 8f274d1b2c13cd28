"""The rule itself: from what the seats weigh, and how the record leans, to a result. Everything is exact."""

from collections.abc import Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.exact import HALF, Exact, ratio, reaches
from quorate.core.failure import Outcome
from quorate.core.position import APPROVE, REJECT
from quorate.core.protocol.rule_table import Finding, Row, always, first_fitting, plainly
from quorate.core.verdict import ASK, BLOCK, PROCEED, REDELIBERATE
from quorate.protocols.magi.rule import CHOICES, FEWEST_VOTES, Sides, outcome_for, points_of, sides_of
from quorate.protocols.parts.verdict_parts import pivotal_seats, weight_by_choice

FEWEST_VOTERS = 2
ACTIONS = {
    "INSUFFICIENT_INFORMATION": REDELIBERATE,
    "INSUFFICIENT_QUORUM": REDELIBERATE,
    "SPLIT": ASK,
    "LEAN_ALONE": ASK,
    "ONE_VOTER": ASK,
    "UNANIMOUS": PROCEED,
    "UNANIMOUS_REJECTION": BLOCK,
    "MAJORITY": PROCEED,
    "MAJORITY_REJECTION": BLOCK,
}


class Lean(NamedTuple):
    """What the record adds to each choice before anybody has voted."""

    approve: Exact = 0
    reject: Exact = 0


class WeighedSides(NamedTuple):
    """How many approve and reject, what they weigh, and the lean."""

    seats: int
    approve_heads: int
    reject_heads: int
    approve: Exact
    reject: Exact
    lean: Lean

    @property
    def votes(self) -> int:
        """How many neither abstained nor failed."""
        return self.approve_heads + self.reject_heads

    @property
    def total(self) -> Exact:
        """What they weigh together."""
        return self.approve + self.reject

    @property
    def lead(self) -> Exact:
        """By how much approval leads with the lean; below zero where rejection does."""
        return self.plain_lead + self.lean.approve - self.lean.reject

    @property
    def plain_lead(self) -> Exact:
        """The same without the lean."""
        return self.approve - self.reject

    @property
    def winner_heads(self) -> int:
        """How many voted for what leads."""
        return self.approve_heads if self.lead > 0 else self.reject_heads


def size_of(difference: Exact) -> Exact:
    """A difference without its sign."""
    return -difference if difference < 0 else difference


class LoweredWeight(NamedTuple):
    """A seat that weighed more than all others together, and what it weighs now."""

    seat: str
    before: Exact
    after: Exact


def capped(answers: Sequence[Answer]) -> tuple[list[Answer], tuple[LoweredWeight, ...]]:
    """Lower a seat that weighs more than all others together to what they weigh, which is half of the panel."""
    roster = seated(answers)
    total = sum(answer.seat.weight for answer in roster)
    heavy = next((answer for answer in roster if answer.seat.weight > total - answer.seat.weight), None)
    if heavy is None or len(roster) == 1:
        return [*answers], ()
    seat = heavy.seat._replace(weight=total - heavy.seat.weight)
    changed = [answer._replace(seat=seat) if answer is heavy else answer for answer in answers]
    return changed, (LoweredWeight(seat.name, heavy.seat.weight, seat.weight),)


def weighed_sides(answers: Sequence[Answer], lean: Lean) -> WeighedSides:
    """Everybody on their side, with what they weigh."""
    voted = [one for one in answers if isinstance(one, Ballot) and one.choice in (APPROVE, REJECT)]
    weight = weight_by_choice((APPROVE, REJECT), voted)
    approve_heads = sum(ballot.choice == APPROVE for ballot in voted)
    return WeighedSides(
        len(answers),
        approve_heads,
        len(voted) - approve_heads,
        weight[APPROVE],
        weight[REJECT],
        lean,
    )


def _has_too_few(sides: WeighedSides) -> Finding:
    return plainly(sides.votes < FEWEST_VOTES or not reaches(sides.votes, HALF, sides.seats))


def _leads_by_lean_alone(sides: WeighedSides) -> Finding:
    """The winner has to be ahead without the lean, too."""
    return plainly(sides.plain_lead <= 0 if sides.lead > 0 else sides.plain_lead >= 0)


TABLE: tuple[Row[WeighedSides], ...] = (
    Row("nobody", "INSUFFICIENT_INFORMATION", lambda sides: plainly(sides.votes == 0)),
    Row("too_few", "INSUFFICIENT_QUORUM", _has_too_few),
    Row("split", "SPLIT", lambda sides: plainly(sides.lead == 0)),
    Row("lean_alone", "LEAN_ALONE", _leads_by_lean_alone),
    Row("one_voter", "ONE_VOTER", lambda sides: plainly(sides.winner_heads < FEWEST_VOTERS)),
    Row("all_approve", "UNANIMOUS", lambda sides: plainly(sides.approve_heads == sides.seats)),
    Row("all_reject", "UNANIMOUS_REJECTION", lambda sides: plainly(sides.reject_heads == sides.seats)),
    Row("approved", "MAJORITY", lambda sides: plainly(sides.lead > 0)),
    Row("rejected", "MAJORITY_REJECTION", always),
)


def outcome_by_weight(roster: Sequence[Answer], sides: Sides, lean: Lean) -> Outcome:
    """Result, choice, action and what is required."""
    result = first_fitting(TABLE, weighed_sides(roster, lean)).result
    return outcome_for(result, ACTIONS[result], sides)


def pivotal_by_weight(roster: Sequence[Answer], action: str, lean: Lean) -> tuple[str, ...]:
    """The seats whose change of choice alone would change the action."""

    def otherwise(answer: Answer) -> list[str]:
        """The action after each choice that this seat did not make, as sure as it is."""
        choices = [choice for choice in CHOICES if choice != choice_of(answer)]
        return [action_if(roster, {answer.seat.name: choice}, lean) for choice in choices]

    return pivotal_seats(roster, action, otherwise, _effect_of)


def action_if(roster: Sequence[Answer], chosen: dict[str, str], lean: Lean) -> str:
    """The action if some seats had chosen otherwise."""
    changed = [_choosing(one, chosen[one.seat.name]) if one.seat.name in chosen else one for one in roster]
    return outcome_by_weight(changed, sides_of(changed), lean).action


def _choosing(answer: Answer, choice: str) -> Ballot:
    return answer._replace(choice=choice) if isinstance(answer, Ballot) else Ballot(answer.seat, choice)


def _effect_of(answer: Answer) -> tuple[str | None, Exact, Exact]:
    return choice_of(answer), answer.seat.weight, points_of(answer)


def share_of(sides: WeighedSides) -> Exact | None:
    """What the heavier side weighs, of the weight that voted; None where nothing weighs anything."""
    return ratio(max(sides.approve, sides.reject), sides.total) if sides.total else None
