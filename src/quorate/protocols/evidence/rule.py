"""The rule itself: from positions, evidence and open conflicts to an outcome."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.exact import HALF, Exact, ratio
from quorate.core.failure import Outcome
from quorate.core.protocol.rule_table import Finding, Row, always, first_fitting
from quorate.core.text import normalised
from quorate.core.verdict import ASK, BLOCK, PROCEED, REDELIBERATE, Conflict

ACCEPT, REJECT, ABSTAIN = "accept", "reject", "abstain"
CHOICES = (ACCEPT, REJECT, ABSTAIN)
FEWEST_VOTES = 2
MOST_ROUNDS = 2
TWO_FIFTHS, THREE_FIFTHS, FOUR_FIFTHS = Fraction(2, 5), Fraction(3, 5), Fraction(4, 5)


class EvidenceTerms(NamedTuple):
    """How strict the count is, what happened before it, and what is known already.

    `positions` are those that a voting structure of one agent states beside the one that counts as its ballot.
    """

    strict: bool = False
    threshold: Exact | None = None
    challenge_rounds: int = 0
    exchanges: int = 0
    conflicts: tuple[Conflict, ...] = ()
    positions: tuple[Ballot, ...] = ()

    @property
    def heads_needed(self) -> Exact:
        """The share of voting agents that proves."""
        return FOUR_FIFTHS if self.strict else THREE_FIFTHS

    @property
    def weight_needed(self) -> Exact:
        """The share of weight that proves without enough agents."""
        return FOUR_FIFTHS if self.strict else HALF


class OptionPosition(NamedTuple):
    """What a ballot stands for: accept or reject, and the option (empty for a claim)."""

    vote: str
    option: str


class EvidenceSide(NamedTuple):
    """The agents behind one position."""

    heads: int = 0
    weight: Exact = 0
    citing: int = 0
    reproducible: int = 0

    def changed(self, ballot: Ballot, sign: int) -> "EvidenceSide":
        """With one agent more (1) or less (-1)."""
        weight = self.weight + sure(ballot) if sign > 0 else self.weight - sure(ballot)
        if not ballot.evidence:
            return EvidenceSide(self.heads + sign, weight, self.citing, self.reproducible)
        proves = any(item.reproducible and item.command for item in ballot.evidence)
        return EvidenceSide(self.heads + sign, weight, self.citing + sign, self.reproducible + sign * proves)


Sides = Mapping[OptionPosition, EvidenceSide]


class Proofs(NamedTuple):
    """Options with a reproducible counter-proof, and those where one stands unanswered (a claim is the option '')."""

    countered: frozenset[str]
    standing: frozenset[str]


def sure(ballot: Ballot) -> Exact:
    """The ballot's confidence from 0 to 1; one half where it states none."""
    return ratio(ballot.confidence.percent, 100) if ballot.confidence else HALF


def stand_of(answer: Answer) -> OptionPosition | None:
    """The position of an agent that voted; None for one that abstained or failed."""
    if isinstance(answer, Ballot) and answer.choice != ABSTAIN:
        return OptionPosition(answer.choice, normalised(answer.option))
    return None


def sides_of(answers: Iterable[Answer]) -> dict[OptionPosition, EvidenceSide]:
    """Everybody on their side."""
    sides: dict[OptionPosition, EvidenceSide] = {}
    for answer in answers:
        stand = stand_of(answer)
        if stand and isinstance(answer, Ballot):
            sides[stand] = sides.get(stand, EvidenceSide()).changed(answer, 1)
    return sides


def moved(
    sides: Sides, answer: Answer, to: OptionPosition | None, ballot: Ballot
) -> dict[OptionPosition, EvidenceSide]:
    """The sides if this one agent had taken another position, with `ballot` for what it brings."""
    changed = dict(sides)
    left = stand_of(answer)
    if left:
        changed[left] = changed[left].changed(ballot, -1)
        if not changed[left].heads:
            del changed[left]
    if to:
        changed[to] = changed.get(to, EvidenceSide()).changed(ballot, 1)
    return changed


def proofs_in(answers: Sequence[Answer]) -> Proofs:
    """What has been disproved: a counter item speaks of the option under which it is filed."""
    ballots = [answer for answer in answers if isinstance(answer, Ballot)]
    items = [(normalised(ballot.option), item) for ballot in ballots for item in ballot.evidence]
    answered = {item.answers for _, item in items if item.answers and item.answers != item.id}
    counters = [(option, item.id) for option, item in items if item.counter and item.reproducible]
    return Proofs(
        frozenset(option for option, _ in counters),
        frozenset(option for option, name in counters if name not in answered),
    )


def leader_by(sizes: Mapping[OptionPosition, Exact]) -> OptionPosition | None:
    """The one position that is larger than all others; nobody leads where the largest are tied."""
    largest = max(sizes.values(), default=0)
    leaders = [stand for stand, size in sizes.items() if size == largest]
    return leaders[0] if len(leaders) == 1 else None


class EvidenceFacts(NamedTuple):
    """What the rules ask about: `leader` has the most weight, `heads` voted, and `critical` conflicts are open."""

    sides: Sides
    leader: OptionPosition | None
    heads: int
    proofs: Proofs
    critical: bool
    terms: EvidenceTerms
    is_claim: bool

    @property
    def leading(self) -> EvidenceSide:
        """Those behind the leader."""
        return self.sides[self.leader] if self.leader else EvidenceSide()

    @property
    def share(self) -> Exact:
        """The leader's share of the weight."""
        return share_of(self.sides, self.leader) if self.leader else 0

    @property
    def leader_by_heads(self) -> OptionPosition | None:
        """The position that most agents take."""
        return leader_by({stand: side.heads for stand, side in self.sides.items()})

    @property
    def opposed(self) -> int:
        """How many agents on the other side cite evidence."""
        return sum(side.citing for stand, side in self.sides.items() if stand != self.leader)


def share_of(sides: Sides, leader: OptionPosition) -> Exact:
    """Return the share of the weight behind a position."""
    return ratio(sides[leader].weight, sum(side.weight for side in sides.values()))


def facts_of(sides: Sides, proofs: Proofs, critical: bool, terms: EvidenceTerms, is_claim: bool) -> EvidenceFacts:
    """The facts with who leads by weight, and how many voted."""
    leader = leader_by({stand: side.weight for stand, side in sides.items()})
    heads = sum([side.heads for side in sides.values()])
    return EvidenceFacts(sides, leader, heads, proofs, critical, terms, is_claim)


def _refuted(facts: EvidenceFacts) -> Finding:
    if facts.leader is None and not facts.is_claim:
        return False, "nobody_leads"
    subject = facts.leader.option if facts.leader else ""
    if subject in facts.proofs.standing:
        return True, "claim" if facts.is_claim else "yes"
    return False, "answered" if subject in facts.proofs.countered else "no"


def _insufficient(facts: EvidenceFacts) -> Finding:
    if facts.heads < FEWEST_VOTES:
        return True, "few"
    if facts.leader is None:
        return False, "nobody_leads"
    if not facts.sides[facts.leader].reproducible:
        return True, "unproven"
    if facts.leader.vote == REJECT and facts.leader.option not in facts.proofs.countered:
        return True, "no_counter_proof"
    return False, "no"


def _contested(facts: EvidenceFacts) -> Finding:
    """Heads name another leader than weight, or two fifths of the agents are on the other side with evidence."""
    if facts.leader is None:
        return True, "tied"
    if facts.critical:
        return True, "critical"
    by_heads = facts.leader_by_heads
    if by_heads != facts.leader:
        return True, "heads_differ" if by_heads else "heads_tied"
    return (True, "opposed") if facts.opposed >= TWO_FIFTHS * facts.heads else (False, "no")


def _below_threshold(facts: EvidenceFacts) -> Finding:
    if facts.terms.threshold is None or facts.leader is None or facts.leader.vote != ACCEPT:
        return False, "none"
    return (True, "yes") if facts.share < facts.terms.threshold else (False, "no")


def _proven(facts: EvidenceFacts) -> Finding:
    if facts.leader is None or facts.leader.vote != ACCEPT:
        return False, "rejection"
    consensus = consensus_of(facts.sides, facts.leader, facts.terms)
    return consensus.reached, consensus.basis if consensus.reached else "no"


TABLE: tuple[Row[EvidenceFacts], ...] = (
    Row("refuted", "REFUTED", _refuted),
    Row("insufficient", "INSUFFICIENT_EVIDENCE", _insufficient),
    Row("contested", "CONTESTED", _contested),
    Row("threshold", "INSUFFICIENT_EVIDENCE", _below_threshold),
    Row("proven", "PROVEN", _proven),
    Row("otherwise", "INSUFFICIENT_EVIDENCE", always),
)


class Consensus(NamedTuple):
    """The share that satisfied the rule, else the weight share, with the threshold it is held against.

    A stated threshold is answered as it was stated, with the weight share beside it.
    """

    reached: bool
    basis: str
    share: Exact
    needed: Exact


def consensus_of(sides: Sides, leader: OptionPosition, terms: EvidenceTerms) -> Consensus:
    """Whether enough weight, or enough agents, stand behind the leader."""
    heads = ratio(sides[leader].heads, sum(side.heads for side in sides.values()))
    weight = share_of(sides, leader)
    by_heads = weight < terms.weight_needed and heads >= terms.heads_needed
    reached = (by_heads or weight >= terms.weight_needed) and weight >= (terms.threshold or 0)
    basis = "heads" if by_heads else "weight"
    if terms.threshold is not None:
        return Consensus(reached, basis, weight, terms.threshold)
    return Consensus(reached, basis, *((heads, terms.heads_needed) if by_heads else (weight, terms.weight_needed)))


def outcome_of(sides: Sides, proofs: Proofs, critical: bool, terms: EvidenceTerms, is_claim: bool) -> Outcome:
    """Return the outcome of the first row that fits. Who won is filled in by the verdict."""
    row = first_fitting(TABLE, facts_of(sides, proofs, critical, terms, is_claim))
    result = row.result
    if row.name == "threshold":
        return Outcome(result, None, ASK, frozenset({"human_choice"}))
    if result == "PROVEN":
        return Outcome(result, None, PROCEED)
    if result == "REFUTED":
        return Outcome(result, REJECT, BLOCK, frozenset({"risk_acceptance"}))
    if result == "INSUFFICIENT_EVIDENCE":
        return Outcome(result, None, ASK, frozenset({"more_context"}))
    if is_asked(critical, terms)[0]:
        return Outcome(result, None, ASK, frozenset({"human_choice"}))
    return Outcome(result, None, REDELIBERATE, frozenset({"challenge_round"}))


def is_asked(critical: bool, terms: EvidenceTerms) -> Finding:
    """Whether a person is asked about a contested question; else the agents challenge each other once more."""
    if critical:
        return True, "critical"
    return (False, "again") if terms.challenge_rounds < MOST_ROUNDS else (True, "over")
