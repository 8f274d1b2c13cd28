"""The rule itself: from weights to an outcome."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, choice_of
from quorate.core.concern import SAFETY
from quorate.core.exact import TWO_THIRDS, Exact, ratio, reaches
from quorate.core.failure import Outcome
from quorate.core.protocol.rule_table import Finding, Row, always, first_fitting, plainly
from quorate.core.verdict import BLOCK as BLOCKED
from quorate.core.verdict import COOLDOWN as COOLED
from quorate.core.verdict import PROCEED
from quorate.protocols.quorum.hard_limits import PROTECTIONS, asks, violations

RESUME, BLOCK, COOLDOWN = "resume", "block", "cooldown"
CHOICES = (RESUME, BLOCK, COOLDOWN)
FEWEST_VOTES = 3


class QuorumTerms(NamedTuple):
    """What the review is about, and the policy that was set beforehand; `needed` is the share of the weight.

    `notes` says which notes a person has to see.
    """

    dispute_type: str = ""
    void_active: bool = False
    absent_against: bool = False
    cooldown_minutes: int = 60
    needed: Exact = TWO_THIRDS
    notes: str = PROTECTIONS

    @property
    def absence_blocks(self) -> bool:
        """Where silencing an opponent must not release an agent."""
        return self.absent_against or self.void_active or SAFETY in self.dispute_type.casefold()


class Weights(NamedTuple):
    """What stands where: by choice, how many voted, what failed, who breaks a limit, and whose notes a person sees."""

    resume: Exact = 0
    block: Exact = 0
    cooldown: Exact = 0
    votes: int = 0
    failed: Exact = 0
    violators: int = 0
    asking: int = 0
    policy: str = PROTECTIONS

    @property
    def total(self) -> Exact:
        """The weight that voted."""
        return self.resume + self.block + self.cooldown

    @property
    def largest_share(self) -> Exact:
        """The largest choice's share of the weight that voted."""
        return ratio(max(self.resume, self.block, self.cooldown), self.total)

    def plus(self, answer: Answer, choice: str, sign: int = 1) -> "Weights":
        """With one vote more, or, with sign -1, one less."""
        change = sign * answer.seat.weight
        counted = self._replace(votes=self.votes + sign)
        if choice == RESUME:
            broken = sign if breaks_limit(answer) else 0
            asking = sign if asks_person(answer, self.policy) else 0
            return counted._replace(
                resume=self.resume + change, violators=self.violators + broken, asking=self.asking + asking
            )
        if choice == BLOCK:
            return counted._replace(block=self.block + change)
        return counted._replace(cooldown=self.cooldown + change)

    def moved(self, answer: Answer, choice: str) -> "Weights":
        """If this one seat had chosen otherwise."""
        if isinstance(answer, Ballot):
            return self.plus(answer, answer.choice, -1).plus(answer, choice)
        failed = answer.seat.weight if answer.failed else 0
        return self._replace(failed=self.failed - failed).plus(answer, choice)

    def without(self, answer: Answer) -> "Weights":
        """If this one seat had not voted."""
        if not isinstance(answer, Ballot):
            return self
        return self.plus(answer, answer.choice, -1)._replace(failed=self.failed + answer.seat.weight)

    @property
    def leader(self) -> str:
        """The choice with the most weight; of equals, the first."""
        weights = self[: len(CHOICES)]
        return CHOICES[weights.index(max(weights))]


def breaks_limit(answer: Answer) -> bool:
    """True when a ballot's conditions may stand on no resume."""
    return isinstance(answer, Ballot) and bool(answer.conditions) and bool(violations(answer.conditions))


def asks_person(answer: Answer, policy: str) -> bool:
    """Return True if a person has to see words in a ballot's conditions."""
    return isinstance(answer, Ballot) and any(asks(text, policy) for text in answer.conditions)


def weights_of(roster: Iterable[Answer], terms: QuorumTerms) -> Weights:
    """Everybody's weight where it stands."""
    weights = Weights(policy=terms.notes)
    for answer in roster:
        if isinstance(answer, Ballot):
            weights = weights.plus(answer, answer.choice)
        elif answer.failed:
            weights = weights._replace(failed=weights.failed + answer.seat.weight)
    return weights


Facts = tuple[Weights, QuorumTerms]


def _has_supermajority(facts: Facts) -> Finding:
    weights, terms = facts
    return plainly(reaches(max(weights.resume, weights.block, weights.cooldown), terms.needed, weights.total))


TABLE: tuple[Row[Facts], ...] = (
    Row("too_few", "NO_SUPERMAJORITY", lambda facts: plainly(facts[0].votes < FEWEST_VOTES)),
    Row("weightless", "NO_SUPERMAJORITY", lambda facts: plainly(not facts[0].total)),
    Row("two_thirds", "", _has_supermajority),  # the result is the leader's
    Row("none", "NO_SUPERMAJORITY", always),
)


def winner_of(weights: Weights, terms: QuorumTerms) -> str | None:
    """The choice that has a supermajority of the weight that voted, whatever absences and limits make of it."""
    return None if first_fitting(TABLE, (weights, terms)).result else weights.leader


def absence(weights: Weights, terms: QuorumTerms) -> Finding:
    """Whether a resume falls with failed seats taken as blocking, where an absence must not help it."""
    whole = weights.total + weights.failed
    return plainly(terms.absence_blocks and not reaches(weights.resume, terms.needed, whole))


def outcome_of(weights: Weights, terms: QuorumTerms) -> Outcome:
    """Result, choice, action and what is required."""
    choice = winner_of(weights, terms)
    if choice == RESUME and absence(weights, terms)[0]:
        choice = None
    if choice is None:
        return Outcome("NO_SUPERMAJORITY", None, COOLED)
    if choice == RESUME and weights.violators:
        return Outcome("RESUME", choice, BLOCKED)  # nothing that a person can give lifts a hard limit
    if choice == RESUME:
        return Outcome("RESUME", choice, PROCEED, frozenset({"verification"} if weights.asking else ()))
    if choice == COOLDOWN:
        return Outcome("COOLDOWN", choice, COOLED)
    return Outcome("BLOCK", choice, BLOCKED, frozenset({"risk_acceptance"}))


def recount(roster: Sequence[Answer], terms: QuorumTerms, against: frozenset[str], silent: frozenset[str]) -> Outcome:
    """The outcome if some seats had blocked and others had not voted."""
    weights = weights_of(roster, terms)
    for answer in roster:
        if answer.seat.name in against:
            weights = weights.moved(answer, BLOCK)
        elif answer.seat.name in silent:
            weights = weights.without(answer)
    return outcome_of(weights, terms)


def actions_otherwise(weights: Weights, answer: Answer, terms: QuorumTerms) -> list[str]:
    """The action after each choice that this seat did not make."""
    changed = (weights.moved(answer, choice) for choice in CHOICES if choice != choice_of(answer))
    return [outcome_of(after, terms).action for after in changed]


def is_settled(answers: Sequence[Answer], remaining: Sequence[Exact], terms: QuorumTerms | None = None) -> bool:
    """True once three have voted and no vote of the remaining weights could change the outcome.

    A resume is never settled while somebody remains: one more resume may bring a condition that breaks a limit.
    """
    terms = terms or QuorumTerms()
    weights = weights_of(answers, terms)
    if not remaining:
        return True
    now, rest = outcome_of(weights, terms).result, sum(remaining)
    if weights.votes < FEWEST_VOTES or now == "RESUME":
        return False
    grown = (weights._replace(**{choice: getattr(weights, choice) + rest}) for choice in CHOICES)
    return all(outcome_of(after, terms).result == now for after in grown)
