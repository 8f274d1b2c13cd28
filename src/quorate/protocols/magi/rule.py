"""The rule itself: from how many stand where, and how sure they are, to an outcome."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import Exact, ratio
from quorate.core.failure import Outcome
from quorate.core.verdict import ASK, BLOCK, PROCEED, REDELIBERATE
from quorate.protocols._synthesis import choice_of

APPROVE, REJECT, ABSTAIN = "APPROVE", "REJECT", "ABSTAIN"
CHOICES = (APPROVE, REJECT, ABSTAIN)
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


class Side(NamedTuple):
    """The ballots of one position: how many, how sure together, the two surest, how many unsure or warning."""

    heads: int = 0
    total: Exact = 0
    surest: Exact = -1
    next_surest: Exact = -1
    unsure: int = 0
    grave: int = 0

    @property
    def mean(self) -> Exact:
        """The plain mean confidence, exactly."""
        return ratio(self.total, self.heads)

    def joined_by(self, confidence: Exact, grave: bool = False) -> "Side":
        """This side with one ballot more."""
        sure, other = (confidence, self.surest) if confidence > self.surest else (self.surest, confidence)
        return Side(
            self.heads + 1,
            self.total + confidence,
            sure,
            other if other > self.next_surest else self.next_surest,
            self.unsure + (confidence < UNSURE_BELOW),
            self.grave + grave,
        )

    def left_by(self, confidence: Exact) -> "Side":
        """This side with one ballot less. Good for one step: the third surest is not known."""
        surest = self.next_surest if confidence == self.surest else self.surest
        return Side(self.heads - 1, self.total - confidence, surest, -1, self.unsure - (confidence < UNSURE_BELOW))


NOBODY = Side()


class Sides(NamedTuple):
    """Where all seats stand. Seats on no side failed."""

    seats: int
    approve: Side
    reject: Side
    abstain: Side

    @property
    def votes(self) -> int:
        """How many neither abstained nor failed."""
        return self.approve.heads + self.reject.heads

    @property
    def answered(self) -> int:
        """How many voted or abstained by their own will."""
        return self.votes + self.abstain.heads

    @property
    def all_unsure(self) -> bool:
        """Somebody answered, and everybody who did is below 50."""
        unsure = self.approve.unsure + self.reject.unsure + self.abstain.unsure
        return 0 < self.answered == unsure

    @property
    def mean_is_low(self) -> bool:
        """Somebody answered, and the mean of all answers is below 50."""
        total = self.approve.total + self.reject.total + self.abstain.total
        return bool(self.answered) and total < UNSURE_BELOW * self.answered


def sureness(answer: Answer) -> Exact:
    """A ballot's confidence; a seat without a ballot is taken as sure."""
    return answer.confidence.percent if isinstance(answer, Ballot) and answer.confidence else 100


def sides_of(answers: Iterable[Answer]) -> Sides:
    """Everybody on their side."""
    sides = dict.fromkeys(CHOICES, NOBODY)
    seats = 0
    for answer in answers:
        seats += 1
        if isinstance(answer, Ballot):
            sides[answer.choice] = sides[answer.choice].joined_by(sureness(answer), answer.raises_grave_concern)
    return Sides(seats, *sides.values())


def result_of(seats: int, approve: int, reject: int) -> str:
    """The pattern of votes, first that fits."""
    votes = approve + reject
    if seats >= 2 and approve == seats:
        return "UNANIMOUS"
    if seats >= 2 and reject == seats:
        return "UNANIMOUS_REJECTION"
    if votes == 0:
        return "INSUFFICIENT_INFORMATION"
    if votes < 2 or 2 * votes < seats:
        return "INSUFFICIENT_QUORUM"
    if approve == reject:
        return "SPLIT"
    return "MAJORITY" if approve > reject else "MAJORITY_REJECTION"


def is_overridden(winners: Side, losers: Side) -> bool:
    """A very sure dissenter against an unsure majority: a person has to look."""
    return losers.surest >= OVERRIDE_FROM and winners.total < OVERRIDE_BELOW * winners.heads


def action_of(result: str, approve: Side, reject: Side, all_unsure: bool) -> str:
    """The result's action, unless a sure dissenter or nobody's being sure stands in the way."""
    action = ACTIONS[result]
    if action == PROCEED:
        return ASK if is_overridden(approve, reject) else REDELIBERATE if all_unsure else PROCEED
    return ASK if action == BLOCK and is_overridden(reject, approve) else action


def winners_and_losers(sides: Sides, choice: str | None) -> tuple[Side, Side]:
    """The winning side and the overruled one; both empty when nobody won."""
    if choice == APPROVE:
        return sides.approve, sides.reject
    return (sides.reject, sides.approve) if choice == REJECT else (NOBODY, NOBODY)


def outcome_of(sides: Sides) -> Outcome:
    """Result, choice, action and what is required."""
    result = result_of(sides.seats, sides.approve.heads, sides.reject.heads)
    action, choice = action_of(result, sides.approve, sides.reject, sides.all_unsure), WON_BY[ACTIONS[result]]
    required = REQUIRED_FOR[action]
    return Outcome(result, choice, action, required | PLAN if choice == APPROVE and sides.reject.grave else required)


def actions_otherwise(sides: Sides, answer: Answer) -> Iterator[str]:
    """The action after each choice that this seat did not make, as sure as it is."""
    cast, confidence = choice_of(answer), sureness(answer)
    all_unsure = cast is not None and sides.all_unsure
    approve = sides.approve.left_by(confidence) if cast == APPROVE else sides.approve
    reject = sides.reject.left_by(confidence) if cast == REJECT else sides.reject
    # a dissenter who overrides is rare, so that mostly the numbers of heads are enough
    heads_decide = max(approve.surest, reject.surest, confidence) < OVERRIDE_FROM
    for choice in CHOICES:
        if choice == cast:
            continue
        result = result_of(sides.seats, approve.heads + (choice == APPROVE), reject.heads + (choice == REJECT))
        if heads_decide:
            yield REDELIBERATE if all_unsure and ACTIONS[result] == PROCEED else ACTIONS[result]
        else:
            pro = approve.joined_by(confidence) if choice == APPROVE else approve
            con = reject.joined_by(confidence) if choice == REJECT else reject
            yield action_of(result, pro, con, all_unsure)
