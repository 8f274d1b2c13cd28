"""Which seats' change of choice alone would change the action."""

from collections.abc import Iterator, Sequence

from quorate.core.ballot import Answer, choice_of
from quorate.core.exact import Exact
from quorate.core.position import APPROVE, REJECT
from quorate.protocols.magi.rule import (
    ACTIONS,
    CHOICES,
    OVERRIDE_BELOW,
    OVERRIDE_FROM,
    WON_BY,
    Sides,
    action_of,
    points_of,
    result_of,
    winners_and_losers,
)
from quorate.protocols.parts.verdict_parts import pivotal_seats


def pivotal(roster: Sequence[Answer], sides: Sides, action: str) -> tuple[str, ...]:
    """The seats whose change of choice alone would change the action."""
    all_unsure, heads_decide = sides.all_unsure, sides.highest < OVERRIDE_FROM

    def otherwise(answer: Answer) -> Iterator[str]:
        """The action after each choice that this seat did not make, as sure as it is."""
        cast, sure = choice_of(answer), points_of(answer)
        may_override, unsure = not heads_decide or cast is None, all_unsure and cast is not None
        approve, reject = sides.approve.heads - (cast == APPROVE), sides.reject.heads - (cast == REJECT)
        for choice in CHOICES:
            if choice != cast:
                result = result_of(sides.seats, approve + (choice == APPROVE), reject + (choice == REJECT))
                after = ACTIONS[result]
                # a dissenter who overrides is rare, so that mostly the numbers of heads are enough
                overridden = may_override and _is_overridden(sides, WON_BY[after], cast, choice, sure)
                yield action_of(after, overridden, unsure)

    return pivotal_seats(roster, action, otherwise, choice_of if heads_decide else _choice_and_confidence)


def _choice_and_confidence(answer: Answer) -> tuple[str | None, Exact]:
    return choice_of(answer), points_of(answer)


def _is_overridden(sides: Sides, winner: str | None, cast: str | None, choice: str, sure: Exact) -> bool:
    """True where a very sure dissenter stands against an unsure majority after one seat went from cast to choice."""
    if winner is None:
        return False
    winners, losers = winners_and_losers(sides, winner)
    joined = (choice == winner) - (cast == winner)
    if winners.total + joined * sure >= OVERRIDE_BELOW * (winners.heads + joined):
        return False
    loser = REJECT if winner == APPROVE else APPROVE
    others = losers.second_highest if cast == loser and sure == losers.highest else losers.highest
    return max(others, sure if choice == loser else 0) >= OVERRIDE_FROM
