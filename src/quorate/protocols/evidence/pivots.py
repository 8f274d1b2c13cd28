"""Which agents' change of position alone would change the action."""

from collections import Counter
from collections.abc import Hashable, Iterable, Sequence
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot
from quorate.core.confidence import UNIT, Confidence
from quorate.core.verdict import Conflict
from quorate.protocols.evidence.conflicts import CRITICAL_ABOVE, conflict_id, merged
from quorate.protocols.evidence.rule import (
    ACCEPT,
    REJECT,
    EvidenceSide,
    EvidenceTerms,
    OptionPosition,
    Proofs,
    Sides,
    moved,
    outcome_of,
    stand_of,
    sure,
)
from quorate.protocols.evidence.vote import AgentVote
from quorate.protocols.parts.verdict_parts import pivotal_seats

_SURE = Confidence(100, UNIT)


def answer_text(stand: OptionPosition, wording: str) -> str:
    """A position in words: the option, `not` the option, or accept and reject for a claim."""
    if not stand.option:
        return stand.vote
    return wording if stand.vote == ACCEPT else f"not {wording}"


def vote_of(ballot: Ballot) -> AgentVote:
    """A ballot as the weighted vote and the conflicts see it."""
    stand = stand_of(ballot) or OptionPosition(ballot.choice, "")
    return AgentVote(ballot.seat.name, answer_text(stand, ballot.option), sure(ballot))


class Clashes(NamedTuple):
    """The critical conflicts that are open, so that one agent's move can be judged without deriving them again."""

    question_id: str
    stated: bool
    derived: Counter[str]
    pairs: int
    very_sure: Sequence[Ballot]
    accepted: frozenset[str]

    def remain_without(self, agent: str) -> bool:
        """True when one is open that does not come from this agent."""
        return self.stated or self.pairs > self.derived[agent]

    def arise(self, vote: AgentVote, stand: OptionPosition) -> bool:
        """True when this vote would clash with another very sure agent."""
        if vote.confidence <= CRITICAL_ABOVE:
            return False
        others = (b for b in self.very_sure if b.seat.name != vote.agent and stand_of(b) != stand)
        if not self.accepted:
            return any(True for _ in others)
        return any(conflict_id(self.question_id, vote, vote_of(other)) not in self.accepted for other in others)


def clashes_in(
    question_id: str, voted: Sequence[Ballot], conflicts: Sequence[Conflict], terms: EvidenceTerms
) -> Clashes:
    """Sorts the open critical conflicts by whether the document alone would make them critical."""
    stated = frozenset(conflict.id for conflict in merged((), terms.conflicts) if conflict.severity == "critical")
    critical = [conflict for conflict in conflicts if conflict.severity == "critical" and conflict.is_open]
    derived = [conflict for conflict in critical if conflict.id not in stated]
    return Clashes(
        question_id,
        len(derived) < len(critical),
        Counter(position.agent for conflict in derived for position in conflict.positions),
        len(derived),
        [ballot for ballot in voted if sure(ballot) > CRITICAL_ABOVE],
        frozenset(conflict.id for conflict in terms.conflicts if not conflict.is_open),
    )


class PivotScene(NamedTuple):
    """What stays the same while one agent changes its mind."""

    sides: Sides
    proofs: Proofs
    clashes: Clashes
    terms: EvidenceTerms
    is_claim: bool

    def action_if(self, answer: Answer, to: OptionPosition | None) -> str:
        """The action if this agent alone had taken another position; its evidence stays where it is filed."""
        ballot = answer if isinstance(answer, Ballot) else Ballot(answer.seat, ACCEPT, _SURE)
        critical = self.clashes.remain_without(answer.seat.name)
        if to and not critical:
            critical = self.clashes.arise(AgentVote(answer.seat.name, answer_text(to, to.option), sure(ballot)), to)
        sides = moved(self.sides, answer, to, ballot)
        return outcome_of(sides, self.proofs, critical, self.terms, self.is_claim).action

    def alike(self, answer: Answer) -> Hashable:
        """Agents whose move has the same effect; accepted conflicts name agents, so then nobody is like another."""
        if self.clashes.accepted or not isinstance(answer, Ballot):
            return answer.seat.name if self.clashes.accepted else ""
        brought = EvidenceSide().changed(answer, 1)
        clashes = self.clashes.derived[answer.seat.name]
        return stand_of(answer), answer.confidence, brought.citing, brought.reproducible, clashes


def pivotal(roster: Sequence[Answer], options: Iterable[str], scene: PivotScene, action: str) -> tuple[str, ...]:
    """The seats whose change of position alone would change the action."""
    stands = [OptionPosition(vote, option) for option in options for vote in (ACCEPT, REJECT)]

    def otherwise(answer: Answer) -> list[str]:
        return [scene.action_if(answer, stand) for stand in (*stands, None) if stand != stand_of(answer)]

    return pivotal_seats(roster, action, otherwise, scene.alike)
