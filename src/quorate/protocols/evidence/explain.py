"""A verdict of evidence taken apart."""

from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from quorate.core.ballot import Answer, Ballot, choice_of, seated
from quorate.core.confidence import UNIT, Confidence
from quorate.core.exact import Exact, ratio
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.protocol.flip_scene import FlipScene, Move, Points, Target, in_steps, steps_for
from quorate.core.text import normalised
from quorate.core.verdict import Verdict
from quorate.protocols.evidence.conflicts import CRITICAL_ABOVE, derived, merged
from quorate.protocols.evidence.pivots import answer_text, vote_of
from quorate.protocols.evidence.rule import (
    ABSTAIN,
    ACCEPT,
    REJECT,
    TABLE,
    EvidenceFacts,
    EvidenceSide,
    EvidenceTerms,
    OptionPosition,
    facts_of,
    is_asked,
    outcome_of,
    proofs_in,
    sides_of,
    stand_of,
)

Sums = dict[OptionPosition, int]


class Moved(NamedTuple):
    """What stands fast, where the moved seats stand (None abstains), how sure they are, and the limits."""

    fixed: Mapping[OptionPosition, int]
    stands: Sequence[OptionPosition | None]
    old: Points
    very: int
    full: int
    needed: Mapping[OptionPosition, Exact]


class Range(NamedTuple):
    """What a position weighs as it is, and what it can weigh at least and at most."""

    now: int
    least: int
    most: int


def nearest(moved: Moved) -> Iterator[Points]:
    """The nearest confidences in each cell; not all of them differ, and some cells cannot be reached."""
    for very_sure in product((False, True), repeat=len(moved.old)):
        bounds = [_bounds(moved, place, is_very) for place, is_very in enumerate(very_sure)]
        base = tuple(min(max(old, low), high) for old, (low, high) in zip(moved.old, bounds, strict=True))
        yield base
        ranges = _ranges(moved, base, bounds)
        for sums in _cells(moved, ranges):
            yield _shared_out(moved.stands, base, bounds, ranges, sums)


def _bounds(moved: Moved, place: int, is_very: bool) -> tuple[int, int]:
    if moved.stands[place] is None:
        return moved.old[place], moved.old[place]
    return (moved.very + 1, moved.full) if is_very else (0, moved.very)


def _ranges(moved: Moved, base: Points, bounds: Sequence[tuple[int, int]]) -> dict[OptionPosition, Range]:
    ranges = {stand: Range(weight, weight, weight) for stand, weight in moved.fixed.items()}
    for stand, now, (least, most) in zip(moved.stands, base, bounds, strict=True):
        if stand:
            before = ranges[stand]
            ranges[stand] = Range(before.now + now, before.least + least, before.most + most)
    return ranges


def _cells(moved: Moved, ranges: Mapping[OptionPosition, Range]) -> Iterator[Sums]:
    for leader in ranges:
        if leader in moved.needed:
            for is_enough in (True, False):
                if sums := _led_with(leader, ranges, moved.needed[leader], is_enough):
                    yield sums
        elif sums := _led(leader, ranges):
            yield sums
    for pair in combinations(ranges, 2):
        if sums := _tied(pair, ranges):
            yield sums


def _led(leader: OptionPosition, ranges: Mapping[OptionPosition, Range]) -> Sums | None:
    """The leader above all others, at the smallest cost: a convex one, so that its corners are enough."""
    others = {stand: one for stand, one in ranges.items() if stand != leader}
    least = max([ranges[leader].least, *(one.least + 1 for one in others.values())])
    corners = [ranges[leader].now, *(one.now + 1 for one in others.values())]
    levels = _within(corners, least, ranges[leader].most)
    return _cheapest((_at(leader, level, others) for level in levels), ranges)


def _at(leader: OptionPosition, level: int, others: Mapping[OptionPosition, Range]) -> Sums:
    return {leader: level, **{stand: min(one.now, level - 1) for stand, one in others.items()}}


def _tied(pair: tuple[OptionPosition, OptionPosition], ranges: Mapping[OptionPosition, Range]) -> Sums | None:
    """Two at the top together, nobody above them."""
    least = max(one.least for one in ranges.values())
    most = min(ranges[stand].most for stand in pair)
    levels = _within([one.now for one in ranges.values()], least, most)
    sums = (
        {stand: level if stand in pair else min(one.now, level) for stand, one in ranges.items()} for level in levels
    )
    return _cheapest(sums, ranges)


def _led_with(
    leader: OptionPosition, ranges: Mapping[OptionPosition, Range], needed: Exact, is_enough: bool
) -> Sums | None:
    """The leader above all others, with enough of the weight, or with less than that."""
    others = {stand: one for stand, one in ranges.items() if stand != leader}
    levels = range(ranges[leader].least, ranges[leader].most + 1)
    found = (_balanced(_at(leader, level, others), leader, others, needed, is_enough) for level in levels)
    return _cheapest((sums for sums in found if sums), ranges)


def _balanced(
    sums: Sums, leader: OptionPosition, others: Mapping[OptionPosition, Range], needed: Exact, is_enough: bool
) -> Sums | None:
    """The others lowered until the leader's share is enough, or raised until it is not."""
    level, rest = sums[leader], sum(sums[stand] for stand in others)
    if any(sums[stand] < one.least for stand, one in others.items()) or (is_enough and not level):
        return None
    allowed = level * needed.denominator // needed.numerator - level
    by = min(0, allowed - rest) if is_enough else max(0, allowed + 1 - rest) if level else 0
    for stand, one in others.items():
        limits = (one.least, sums[stand]) if by < 0 else (sums[stand], max(sums[stand], min(one.most, level - 1)))
        after = min(max(sums[stand] + by, limits[0]), limits[1])
        by, sums[stand] = by - (after - sums[stand]), after
    return None if by else sums


def _within(levels: Iterable[int], least: int, most: int) -> list[int]:
    return sorted({min(max(level, least), most) for level in levels}) if least <= most else []


def _cheapest(found: Iterable[Sums], ranges: Mapping[OptionPosition, Range]) -> Sums | None:
    return min(found, key=lambda sums: sum(abs(sums[stand] - one.now) for stand, one in ranges.items()), default=None)


def _shared_out(
    stands: Sequence[OptionPosition | None],
    base: Points,
    bounds: Sequence[tuple[int, int]],
    ranges: Mapping[OptionPosition, Range],
    sums: Sums,
) -> Points:
    """A position's change given to its moved seats, to the first as far as it goes, then to the next."""
    by = {stand: sums[stand] - one.now for stand, one in ranges.items()}
    new = list(base)
    for place, stand in enumerate(stands):
        if stand:
            least, most = bounds[place]
            new[place] = min(max(base[place] + by[stand], least), most)
            by[stand] -= new[place] - base[place]
    return tuple(new)


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
        return outcome_of(sides, self.proofs, critical, self.terms, not self.question.options).action

    def tuned(self, moves: Sequence[Move]) -> Iterator[Points]:
        """For each leader, each tie and each way to be very sure, the nearest confidences that bring it about."""
        old = tuple(self.sure[one.answer.seat.name] for one in moves)
        stands = [stand_at(one.target) for one in moves]
        sides = self.sides_after(moves, (0,) * len(moves))
        fixed = {stand: int(side.weight) for stand, side in sides.items()}
        yield from nearest(Moved(fixed, stands, old, self.very, 100 * self.steps, self._needed(sides)))

    def _needed(self, sides: Mapping[OptionPosition, EvidenceSide]) -> dict[OptionPosition, Exact]:
        """Return the share of the weight that proves a position; without an entry its heads alone do."""
        enough = self.terms.heads_needed * sum(side.heads for side in sides.values())
        stated = self.terms.threshold or 0
        needed: dict[OptionPosition, Exact] = {}
        for stand, side in sides.items():
            least = stated if side.heads >= enough else max(stated, self.terms.weight_needed)
            if stand.vote == ACCEPT and least:
                needed[stand] = least
        return needed


def moved(move: Move, points: int, steps: int) -> Ballot:
    """The ballot as it would have been; on a claim, or with the option kept, its evidence stays where it is filed."""
    answer, target = move
    before = answer if isinstance(answer, Ballot) else Ballot(answer.seat, target.choice)
    option = before.option if target.choice == ABSTAIN else target.option
    return before._replace(choice=target.choice, option=option, confidence=Confidence(ratio(points, steps), UNIT))


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and whether a contested question is challenged again or asked."""
    roster = seated(verdict.receipt.roster)
    critical = tuple(one.id for one in verdict.conflicts if one.severity == "critical" and one.is_open)
    facts = facts_of(
        sides_of(roster), proofs_in(roster), bool(critical), case.terms or EvidenceTerms(), not case.question.options
    )
    values = _values(facts, case, critical)
    steps = steps_through(TABLE, facts, values)
    if verdict.result != "CONTESTED":
        return steps
    fits, why = is_asked(facts.critical, facts.terms)
    return [*steps, Step("rounds", fits, why, values, True)]


def _values(facts: EvidenceFacts, case: Case, critical: tuple[str, ...]) -> dict[str, Value]:
    wordings = {normalised(option.id): option.id for option in case.question.options}

    def named(stand: OptionPosition | None) -> str:
        return answer_text(stand, wordings.get(stand.option, stand.option)) if stand else ""

    return {
        "choice": named(facts.leader),
        "other": named(facts.leader_by_heads),
        "votes": facts.heads,
        "heads": facts.leading.heads,
        "heads_share": ratio(facts.leading.heads, facts.heads),
        "heads_needed": facts.terms.heads_needed,
        "share": facts.share,
        "needed": facts.terms.weight_needed,
        "threshold": facts.terms.threshold or 0,
        "opposed": facts.opposed,
        "n": len(critical),
        "conflicts": critical,
        "rounds": facts.terms.challenge_rounds,
    }


def _argument(case: Case, verdict: Verdict) -> dict[str, Value]:
    """How much was argued, and from how many sources."""
    terms: EvidenceTerms = case.terms or EvidenceTerms()
    sources: set[str] = set()
    for answer in verdict.receipt.roster:
        if isinstance(answer, Ballot):
            sources.update(item.file or item.address for item in answer.evidence)
    return {"rounds": terms.challenge_rounds, "exchanges": terms.exchanges, "sources": len(sources - {""})}


EXPLAINER = Explainer(steps_of, scene_of, values=_argument, verifies_every_doubt=True)
