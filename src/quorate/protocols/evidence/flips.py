"""evidence: weight names the leader, and a conflict of two very sure agents has to be looked at by a person."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from functools import lru_cache

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.confidence import UNIT, Confidence
from quorate.core.exact import ratio
from quorate.core.protocol import Case
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target, in_steps, steps_for
from quorate.core.text import normalised
from quorate.core.verdict import Verdict
from quorate.protocols.evidence.cells import Moved, nearest
from quorate.protocols.evidence.conflicts import CRITICAL_ABOVE, derived, merged
from quorate.protocols.evidence.pivots import vote_of
from quorate.protocols.evidence.rule import (
    ABSTAIN,
    ACCEPT,
    REJECT,
    EvidenceSide,
    EvidenceTerms,
    OptionPosition,
    outcome_of,
    proofs_in,
    result_of,
    stand_of,
)

MOST_STEPS = 10
MOST_CHANGES = 1_500
MOST_IN_CONFLICT = 12  # where conflicts are known by name, every pair of agents is named anew in each count
HALF = 50


def scene_of(case: Case, verdict: Verdict) -> FlipScene:
    """The panel of a verdict of evidence."""
    roster = seated(verdict.receipt.roster)
    names = [option.id for option in case.question.options] or [""]
    targets = [Target(vote, name) for name in names for vote in (ACCEPT, REJECT)]
    panel = _EvidencePanel(case, roster)
    return FlipScene(
        roster,
        verdict.action,
        [*targets, Target(ABSTAIN)],
        panel.alike,
        panel.action_of,
        panel.tuned if panel.steps <= MOST_STEPS else None,
        panel.steps,
        MOST_CHANGES if not panel.terms.conflicts or len(roster) <= MOST_IN_CONFLICT else 0,
        UNIT,
        kept=panel.steps > MOST_STEPS,
        unstated=HALF,
        offered=panel.offered,
    )


def _brought_by(answer: Answer) -> tuple[int, int]:
    """Whether an agent cites evidence, and any that can be run again."""
    side = EvidenceSide().changed(answer, 1) if isinstance(answer, Ballot) else EvidenceSide()
    return side.citing, side.reproducible


def _disproved_by(answer: Answer) -> str | None:
    """The option under which an agent has filed a counter-proof that counts; None where it has none."""
    if isinstance(answer, Ballot) and any(item.counter and item.reproducible for item in answer.evidence):
        return normalised(answer.option)
    return None


@lru_cache(maxsize=256)  # the few positions of one panel are asked for again and again
def stand_at(target: Target) -> OptionPosition | None:
    """The position that a seat would take; None for an abstention."""
    return None if target.choice == ABSTAIN else OptionPosition(target.choice, normalised(target.option))


class _EvidencePanel:
    """The sides with whole numbers for weights, so that a few changes are counted without the rest."""

    def __init__(self, case: Case, roster: Sequence[Answer]) -> None:
        self.terms: EvidenceTerms = case.terms or EvidenceTerms()
        self.question, self.roster, self.steps = case.question, roster, steps_for(roster)
        self.proofs, self.very = proofs_in(roster), int(CRITICAL_ABOVE * 100 * self.steps)
        self.sure = {answer.seat.name: in_steps(answer, self.steps, HALF) for answer in roster}
        self.stand = {answer.seat.name: stand_of(answer) for answer in roster}
        self.brings = {answer.seat.name: _brought_by(answer) for answer in roster}
        self.disproved = {answer.seat.name: _disproved_by(answer) for answer in roster}
        self.sides: dict[OptionPosition, EvidenceSide] = {}
        self.very_sure: dict[OptionPosition, int] = {}
        for name, stand in self.stand.items():
            if stand:
                self.sides[stand] = self._plus(self.sides.get(stand, EvidenceSide()), name, 1, self.sure[name])
                self.very_sure[stand] = self.very_sure.get(stand, 0) + (self.sure[name] > self.very)

    def _plus(self, side: EvidenceSide, seat: str, sign: int, points: int) -> EvidenceSide:
        citing, reproducible = self.brings[seat]
        return EvidenceSide(
            side.heads + sign,
            side.weight + sign * points,
            side.citing + sign * citing,
            side.reproducible + sign * reproducible,
        )

    def alike(self, answer: Answer) -> Hashable:
        """Known conflicts name their agents, so then nobody is like another."""
        if self.terms.conflicts:
            return answer.seat.name
        if not isinstance(answer, Ballot):
            return None
        name = answer.seat.name
        return choice_of(answer), self.stand[name], self.sure[name], self.brings[name], self.disproved[name]

    def offered(self, answer: Answer, target: Target) -> bool:
        """A counter-proof speaks of the option that its ballot is on: under another one it would disprove that one."""
        filed_under, stand = self.disproved[answer.seat.name], stand_at(target)
        return filed_under is None or stand is None or stand.option == filed_under

    def sides_after(self, moves: Sequence[Move], sure: Points) -> dict[OptionPosition, EvidenceSide]:
        """Everybody where they would stand; evidence stays where it is filed."""
        after = dict(self.sides)
        for (answer, target), points in zip(moves, sure, strict=True):
            name = answer.seat.name
            if left := self.stand[name]:
                after[left] = self._plus(after[left], name, -1, self.sure[name])
            if to := stand_at(target):
                after[to] = self._plus(after.get(to, EvidenceSide()), name, 1, points)
        return {stand: side for stand, side in after.items() if side.heads}

    def is_critical(self, moves: Sequence[Move], sure: Points) -> bool:
        """True where a critical conflict would be open."""
        if self.terms.conflicts:
            return self._is_critical_as_told(moves, sure)
        very = dict(self.very_sure)
        for (answer, target), points in zip(moves, sure, strict=True):
            if left := self.stand[answer.seat.name]:
                very[left] -= self.sure[answer.seat.name] > self.very
            if to := stand_at(target):
                very[to] = very.get(to, 0) + (points > self.very)
        return sum(1 for count in very.values() if count) > 1

    def _is_critical_as_told(self, moves: Sequence[Move], sure: Points) -> bool:
        changed = {
            move.answer.seat.name: moved(move, points, self.steps) for move, points in zip(moves, sure, strict=True)
        }
        ballots = [changed.get(one.seat.name, one) for one in self.roster]
        votes = [vote_of(one) for one in ballots if isinstance(one, Ballot) and one.choice != ABSTAIN]
        found = merged(derived(self.question.id, votes), self.terms.conflicts)
        return any(conflict.severity == "critical" and conflict.is_open for conflict in found)

    def action_of(self, moves: Sequence[Move], sure: Points) -> str:
        """The action if these seats had moved, as sure as that."""
        critical = self.is_critical(moves, sure)
        sides = self.sides_after(moves, sure)
        result = result_of(sides, self.proofs, critical, self.terms, not self.question.options)
        return outcome_of(result, critical, self.terms).action

    def tuned(self, moves: Sequence[Move]) -> Iterator[Points]:
        """For each leader, each tie and each way to be very sure, the nearest confidences that bring it about."""
        old = tuple(self.sure[one.answer.seat.name] for one in moves)
        stands = [stand_at(one.target) for one in moves]
        sides = self.sides_after(moves, (0,) * len(moves))
        fixed = {stand: int(side.weight) for stand, side in sides.items()}
        needed = self.terms.weight_needed
        yield from nearest(Moved(fixed, stands, old, self.very, 100 * self.steps, needed, self._by_weight(sides)))

    def _by_weight(self, sides: Mapping[OptionPosition, EvidenceSide]) -> frozenset[OptionPosition]:
        """The positions that heads alone would not prove, so that their share of the weight matters."""
        enough = self.terms.heads_needed * sum(side.heads for side in sides.values())
        return frozenset(stand for stand, side in sides.items() if stand.vote == ACCEPT and side.heads < enough)


def moved(move: Move, points: int, steps: int) -> Ballot:
    """The ballot as it would have been; on a claim, or with the option kept, its evidence stays where it is filed."""
    answer, target = move
    before = answer if isinstance(answer, Ballot) else Ballot(answer.seat, target.choice)
    option = before.option if target.choice == ABSTAIN else target.option
    return before._replace(choice=target.choice, option=option, confidence=Confidence(ratio(points, steps), UNIT))
