"""The rule itself: from how many stand where, and how sure they are, to an outcome."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, choice_of
from quorate.core.exact import HALF, Exact, exceeds, ratio, reaches
from quorate.core.failure import Outcome
from quorate.core.position import ABSTAIN, APPROVE, REJECT
from quorate.core.protocol.rule_table import Finding, Row, always, first_fitting, plainly
from quorate.core.verdict import ASK, BLOCK, PROCEED, REDELIBERATE
from quorate.protocols.parts.verdict_parts import pivotal_seats

CHOICES = (APPROVE, REJECT, ABSTAIN)
FEWEST_VOTES = 2
UNSURE_BELOW, OVERRIDE_FROM, OVERRIDE_BELOW, MIGHT_ABSTAIN_BELOW = 50, 90, 60, 30

ACTIONS = {
    "UNANIMOUS": PROCEED,
    "MAJORITY": PROCEED,
    "UNANIMOUS_REJECTION": BLOCK,
    "MAJORITY_REJECTION": BLOCK,
    "SPLIT": ASK,
    "INSUFFICIENT_QUORUM": REDELIBERATE,
    "INSUFFICIENT_INFORMATION": REDELIBERATE,
}
REQUIRED_FOR = {
    PROCEED: frozenset[str](),
    BLOCK: frozenset({"risk_acceptance"}),
    ASK: frozenset({"human_choice"}),
    REDELIBERATE: frozenset({"more_context"}),
}
PLAN = frozenset({"mitigation_plan"})
WON_BY = {PROCEED: APPROVE, BLOCK: REJECT, ASK: None, REDELIBERATE: None}


class MagiSide(NamedTuple):
    """The ballots of one position: how many, how confident in sum and at most, how many are unsure or warn."""

    heads: int = 0
    total: Exact = 0
    highest: Exact = -1
    second_highest: Exact = -1
    unsure: int = 0
    grave: int = 0

    @property
    def mean(self) -> Exact:
        """The plain mean confidence, exactly."""
        return ratio(self.total, self.heads)


NOBODY = MagiSide()


class Sides(NamedTuple):
    """Where all seats stand. Seats on no side failed."""

    seats: int
    approve: MagiSide
    reject: MagiSide
    abstain: MagiSide

    @property
    def votes(self) -> int:
        """How many neither abstained nor failed."""
        return self.approve.heads + self.reject.heads

    @property
    def answered(self) -> int:
        """How many voted or abstained by their own will."""
        return self.votes + self.abstain.heads

    @property
    def highest(self) -> Exact:
        """The highest confidence of all answers."""
        return max(self.approve.highest, self.reject.highest, self.abstain.highest)

    @property
    def all_unsure(self) -> bool:
        """Somebody answered, and everybody who did is below 50."""
        unsure = self.approve.unsure + self.reject.unsure + self.abstain.unsure
        return unsure > 0 and unsure == self.answered

    @property
    def mean_is_low(self) -> bool:
        """Somebody answered, and the mean of all answers is below 50."""
        total = self.approve.total + self.reject.total + self.abstain.total
        return bool(self.answered) and total < UNSURE_BELOW * self.answered


def points_of(answer: Answer) -> Exact:
    """A ballot's confidence; a seat without a ballot is taken as sure."""
    return answer.confidence.percent if isinstance(answer, Ballot) and answer.confidence else 100


def sides_of(answers: Sequence[Answer]) -> Sides:
    """Everybody on their side."""
    ballots: dict[str, list[Ballot]] = {choice: [] for choice in CHOICES}
    for answer in answers:
        if isinstance(answer, Ballot):
            ballots[answer.choice].append(answer)
    return Sides(len(answers), *map(_side_of, ballots.values()))


def _side_of(ballots: Sequence[Ballot]) -> MagiSide:
    if not ballots:
        return NOBODY
    total: Exact = 0
    highest: Exact = -1
    second_highest: Exact = -1
    unsure = grave = 0
    for ballot in ballots:
        confidence = ballot.confidence.percent if ballot.confidence else 100
        total += confidence
        if confidence > highest:
            highest, second_highest = confidence, highest
        elif confidence > second_highest:
            second_highest = confidence
        unsure += confidence < UNSURE_BELOW
        if ballot.concerns:
            grave += ballot.raises_grave_concern
    return MagiSide(len(ballots), total, highest, second_highest, unsure, grave)


class Heads(NamedTuple):
    """How many seats there are, and how many of them approve and reject."""

    seats: int
    approve: int
    reject: int

    @property
    def votes(self) -> int:
        """How many neither abstained nor failed."""
        return self.approve + self.reject


def _is_unanimous(heads: int, seats: int) -> Finding:
    if heads == seats and seats < FEWEST_VOTES:
        return False, "alone" if seats else "no"
    return plainly(heads == seats)


def _has_too_few(heads: Heads) -> Finding:
    return plainly(heads.votes < FEWEST_VOTES or not reaches(heads.votes, HALF, heads.seats))


TABLE: tuple[Row[Heads], ...] = (
    Row("all_approve", "UNANIMOUS", lambda heads: _is_unanimous(heads.approve, heads.seats)),
    Row("all_reject", "UNANIMOUS_REJECTION", lambda heads: _is_unanimous(heads.reject, heads.seats)),
    Row("nobody", "INSUFFICIENT_INFORMATION", lambda heads: plainly(heads.votes == 0)),
    Row("too_few", "INSUFFICIENT_QUORUM", _has_too_few),
    Row("approved", "MAJORITY", lambda heads: plainly(exceeds(heads.approve, HALF, heads.votes))),
    Row("rejected", "MAJORITY_REJECTION", lambda heads: plainly(exceeds(heads.reject, HALF, heads.votes))),
    Row("split", "SPLIT", always),
)


@lru_cache(maxsize=4096)  # pivots and flips ask for the same few numbers again and again
def result_of(seats: int, approve: int, reject: int) -> str:
    """The pattern of votes: the first row that fits."""
    return first_fitting(TABLE, Heads(seats, approve, reject)).result


def override(winners: MagiSide, losers: MagiSide) -> Finding:
    """A very sure dissenter against an unsure majority: a person has to look."""
    if losers.highest < OVERRIDE_FROM:
        return False, "nobody_sure"
    if winners.total >= OVERRIDE_BELOW * winners.heads:
        return False, "majority_sure"
    return True, "yes"


def is_overridden(winners: MagiSide, losers: MagiSide) -> bool:
    """True where a person has to look at a very sure dissent."""
    return override(winners, losers)[0]


def action_of(action: str, overridden: bool, all_unsure: bool) -> str:
    """The result's action, unless a sure dissenter or nobody's being sure stands in the way."""
    return ASK if overridden else REDELIBERATE if all_unsure and action == PROCEED else action


def winners_and_losers(sides: Sides, choice: str | None) -> tuple[MagiSide, MagiSide]:
    """The winning side and the overruled one; both empty when nobody won."""
    if choice == APPROVE:
        return sides.approve, sides.reject
    return (sides.reject, sides.approve) if choice == REJECT else (NOBODY, NOBODY)


def outcome_of(sides: Sides) -> Outcome:
    """Result, choice, action and what is required."""
    result = result_of(sides.seats, sides.approve.heads, sides.reject.heads)
    return outcome_for(result, ACTIONS[result], sides)


def outcome_for(result: str, plain_action: str, sides: Sides) -> Outcome:
    """A result with what sure dissenters, unsure panels and warnings make of its action."""
    choice = WON_BY[plain_action]
    action = action_of(plain_action, is_overridden(*winners_and_losers(sides, choice)), sides.all_unsure)
    required = REQUIRED_FOR[action]
    return Outcome(result, choice, action, required | PLAN if choice == APPROVE and sides.reject.grave else required)


def pivotal(roster: Sequence[Answer], sides: Sides, action: str) -> tuple[str, ...]:
    """The seats whose change of choice alone would change the action."""
    seats, approve, reject, all_unsure = sides.seats, sides.approve.heads, sides.reject.heads, sides.all_unsure
    if sides.highest < OVERRIDE_FROM and sides.answered == seats:
        decisive = _decisive(seats, approve, reject, action, all_unsure)
        return tuple([one.seat.name for one in roster if choice_of(one) in decisive])

    def otherwise(answer: Answer) -> Iterator[str]:
        """The action after each choice that this seat did not make, as sure as it is."""
        cast, sure = _choice_and_confidence(answer)
        unsure = all_unsure and cast is not None
        for choice, after in _by_heads_otherwise(seats, approve, reject, cast):
            winner = WON_BY[after]
            overridden = winner is not None and _is_overridden(sides, winner, cast, choice, sure)
            yield action_of(after, overridden, unsure)

    return pivotal_seats(roster, action, otherwise, _choice_and_confidence)


@lru_cache(maxsize=4096)
def _decisive(seats: int, approve: int, reject: int, action: str, all_unsure: bool) -> frozenset[str]:
    """The choices that are each pivotal by heads alone: everybody answered, and nobody is sure enough to override."""
    return frozenset(
        cast
        for cast in CHOICES
        for _, after in _by_heads_otherwise(seats, approve, reject, cast)
        if action_of(after, overridden=False, all_unsure=all_unsure) != action
    )


@lru_cache(maxsize=4096)  # panels of the same few sizes come back in every batch
def _by_heads_otherwise(seats: int, approve: int, reject: int, cast: str | None) -> tuple[tuple[str, str], ...]:
    """Every choice that a seat did not make, with the action that the numbers of heads would give after it."""
    approve, reject = approve - (cast == APPROVE), reject - (cast == REJECT)
    return tuple(
        (choice, ACTIONS[result_of(seats, approve + (choice == APPROVE), reject + (choice == REJECT))])
        for choice in CHOICES
        if choice != cast
    )


def _choice_and_confidence(answer: Answer) -> tuple[str | None, Exact]:
    if not isinstance(answer, Ballot):
        return None, 100
    return answer.choice, answer.confidence.percent if answer.confidence else 100


def _is_overridden(sides: Sides, winner: str, cast: str | None, choice: str, sure: Exact) -> bool:
    """True where a very sure dissenter stands against an unsure majority after one seat went from cast to choice."""
    winners, losers = winners_and_losers(sides, winner)
    loser = REJECT if winner == APPROVE else APPROVE
    others = losers.second_highest if cast == loser and sure == losers.highest else losers.highest
    if others < OVERRIDE_FROM and (choice != loser or sure < OVERRIDE_FROM):
        return False
    joined = (choice == winner) - (cast == winner)
    return winners.total + joined * sure < OVERRIDE_BELOW * (winners.heads + joined)
