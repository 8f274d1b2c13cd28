"""A verdict of approval taken apart."""

from collections.abc import Hashable, Iterable, Sequence

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target
from quorate.core.verdict import Verdict
from quorate.protocols.approval import CHOICES, REJECT, TABLE, outcome_of, signed_by


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first."""
    roster = seated(verdict.receipt.roster)
    signed = signed_by(roster, case.terms)
    guessed = tuple(one.seat.name for one in roster if isinstance(one, Ballot) and one.inferred)
    values: dict[str, Value] = {
        "given": signed.given,
        "needed": signed.needed,
        "rejecting": _names(one for one in signed.stopping if one.choice == REJECT),
        "warning": _names(one for one in signed.stopping if one.raises_grave_concern),
    }
    steps = steps_through(TABLE, signed, values)
    return [*steps, Step("inferred", True, "yes", {"names": guessed}, True)] if guessed else steps


def _names(ballots: Iterable[Ballot]) -> tuple[str, ...]:
    return tuple(one.seat.name for one in ballots)


def scene_of(case: Case, verdict: Verdict) -> FlipScene:
    """The people of a verdict; whoever changes their ballot has no concern any more."""
    roster = seated(verdict.receipt.roster)

    def action_of(moves: Sequence[Move], _: Points) -> str:
        moved = {move.answer.seat.name: Ballot(move.answer.seat, move.target.choice) for move in moves}
        return outcome_of([moved.get(one.seat.name, one) for one in roster], case.terms).action

    def alike(answer: Answer) -> Hashable:
        return answer.seat.name, choice_of(answer)

    return FlipScene(roster, verdict.action, [Target(choice) for choice in CHOICES], alike, action_of)


EXPLAINER = Explainer(steps_of, scene_of)
