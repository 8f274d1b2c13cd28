"""A verdict of magi taken apart."""

from quorate.core.ballot import Answer, Ballot, seated
from quorate.core.failure import NOBODY, Outcome
from quorate.core.position import APPROVE, REJECT
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.rule_table import plainly
from quorate.core.verdict import PROCEED, Verdict
from quorate.protocols.magi.flips import scene_of
from quorate.protocols.magi.rule import ACTIONS, TABLE, Heads, Sides, override, points_of, sides_of, winners_and_losers
from quorate.protocols.magi.verdict import BY_HEADS, recount


def steps_of(_: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and what a sure dissenter or nobody's being sure made of it."""
    sides = sides_of(seated(verdict.receipt.roster))
    heads = Heads(sides.seats, sides.approve.heads, sides.reject.heads)
    values: dict[str, Value] = {**heads._asdict(), "votes": heads.votes}
    return [*steps_through(TABLE, heads, values), *steps_after(verdict, ACTIONS[verdict.result])]


def steps_after(verdict: Verdict, plain_action: str) -> list[Step]:
    """What a sure dissenter or nobody's being sure made of the rule that fitted."""
    sides = sides_of(seated(verdict.receipt.roster))
    return [*_override(verdict, sides), *_unsure(plain_action, sides)]


def _override(verdict: Verdict, sides: Sides) -> list[Step]:
    """Asked wherever somebody dissents from those who won."""
    winners, losers = winners_and_losers(sides, verdict.choice)
    if not losers.heads:
        return []
    fits, why = override(winners, losers)
    against = REJECT if verdict.choice == APPROVE else APPROVE
    ballots = (one for one in verdict.receipt.roster if isinstance(one, Ballot) and one.choice == against)
    names = tuple(one.seat.name for one in ballots if points_of(one) == losers.highest)
    return [Step("override", fits, why, {"names": names, "highest": losers.highest, "mean": winners.mean}, True)]


def _unsure(plain_action: str, sides: Sides) -> list[Step]:
    if not sides.all_unsure:
        return []
    fits, why = plainly(plain_action == PROCEED)
    return [Step("unsure", fits, why, {"highest": sides.highest}, True)]


def _with_failures_against(_: Case, __: Verdict, roster: list[Answer], failed: frozenset[str]) -> Outcome:
    return recount(BY_HEADS, roster, failed, NOBODY)


EXPLAINER = Explainer(steps_of, lambda _, verdict: scene_of(verdict), _with_failures_against)
