"""The rules of magi, in their order."""

from quorate.analysis.flips.scene import seated
from quorate.analysis.steps.step import Step, Value, until_one_fits
from quorate.core.ballot import Ballot
from quorate.core.verdict import PROCEED, Verdict
from quorate.protocols.magi.rule import (
    ACTIONS,
    APPROVE,
    OVERRIDE_FROM,
    REJECT,
    Sides,
    is_overridden,
    sides_of,
    sureness,
    winners_and_losers,
)


def steps_of(verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and what a sure dissenter or nobody's being sure made of it."""
    sides = sides_of(seated(verdict.receipt.roster))
    return [*until_one_fits(_table(sides)), *_override(verdict, sides), *_unsure(verdict, sides)]


def _table(sides: Sides) -> list[Step]:
    seats, votes, approve, reject = sides.seats, sides.votes, sides.approve.heads, sides.reject.heads
    numbers: dict[str, Value] = {"seats": seats, "votes": votes, "approve": approve, "reject": reject}

    def step(rule: str, fits: bool, why: str = "") -> Step:
        return Step(rule, fits, why or ("yes" if fits else "no"), numbers)

    return [
        step("all_approve", seats > 1 and approve == seats, "alone" if seats == approve == 1 else ""),
        step("all_reject", seats > 1 and reject == seats, "alone" if seats == reject == 1 else ""),
        step("nobody", votes == 0),
        step("too_few", votes < 2 or 2 * votes < seats),
        step("approved", 2 * approve > votes),
        step("rejected", 2 * reject > votes),
        step("split", True),
    ]


def _override(verdict: Verdict, sides: Sides) -> list[Step]:
    """Asked wherever somebody dissents from those who won."""
    winners, losers = winners_and_losers(sides, verdict.choice)
    if not losers.heads:
        return []
    fits = is_overridden(winners, losers)
    why = "yes" if fits else "nobody_sure" if losers.surest < OVERRIDE_FROM else "majority_sure"
    against = REJECT if verdict.choice == APPROVE else APPROVE
    ballots = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == against)
    names = tuple(one.seat.name for one in ballots if sureness(one) == losers.surest)
    return [Step("override", fits, why, {"names": names, "surest": losers.surest, "mean": winners.mean}, True)]


def _unsure(verdict: Verdict, sides: Sides) -> list[Step]:
    if not sides.all_unsure:
        return []
    stops = ACTIONS[verdict.result] == PROCEED
    return [Step("unsure", stops, "yes" if stops else "no", {"surest": sides.surest}, True)]
