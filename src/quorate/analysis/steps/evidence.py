"""The rules of evidence, in their order."""

from typing import NamedTuple

from quorate.analysis.flips.scene import seated
from quorate.analysis.steps.step import Step, Value, until_one_fits
from quorate.core.ballot import Ballot
from quorate.core.exact import ratio
from quorate.core.protocol import Case
from quorate.core.verdict import ASK, Verdict
from quorate.protocols.evidence.pivots import answer_text
from quorate.protocols.evidence.rule import (
    ABSTAIN,
    ACCEPT,
    MOST_ROUNDS,
    REJECT,
    TWO_FIFTHS,
    Proofs,
    Side,
    Stand,
    Terms,
    leader_by,
    proofs_in,
    sides_of,
)
from quorate.protocols.evidence.vote import normalised


class _Facts(NamedTuple):
    """What the rules ask about."""

    sides: dict[Stand, Side]
    proofs: Proofs
    leader: Stand | None
    by_heads: Stand | None
    is_claim: bool
    critical: tuple[str, ...]
    opposed: int
    terms: Terms

    @property
    def heads(self) -> int:
        """How many agents voted."""
        return sum(side.heads for side in self.sides.values())

    @property
    def leading(self) -> Side:
        """Those behind the leader."""
        return self.sides[self.leader] if self.leader else Side()


def steps_of(case: Case, verdict: Verdict) -> list[Step]:
    """Which rule fitted first, and whether a contested question is challenged again or asked."""
    facts = _facts(case, verdict)
    numbers = _numbers(facts, case)
    rules = [("refuted", _refuted), ("insufficient", _insufficient), ("contested", _contested), ("proven", _proven)]
    steps = []
    for rule, why_of in rules:
        fits, why = why_of(facts)
        steps.append(Step(rule, fits, why, numbers))
    steps.append(Step("otherwise", True, "yes", numbers))
    return [*until_one_fits(steps), *_rounds(verdict, facts, numbers)]


def _facts(case: Case, verdict: Verdict) -> _Facts:
    roster = seated(verdict.receipt.roster)
    voted = [one for one in roster if isinstance(one, Ballot) and one.choice != ABSTAIN]
    sides = sides_of(voted)
    leader = leader_by({stand: side.weight for stand, side in sides.items()})
    return _Facts(
        sides,
        proofs_in(roster),
        leader,
        leader_by({stand: side.heads for stand, side in sides.items()}),
        not case.question.options,
        tuple(one.id for one in verdict.conflicts if one.severity == "critical" and one.is_open),
        sum(side.citing for stand, side in sides.items() if stand != leader),
        case.terms or Terms(),
    )


def _numbers(facts: _Facts, case: Case) -> dict[str, Value]:
    wordings = {normalised(option.id): option.id for option in case.question.options}

    def named(stand: Stand | None) -> str:
        return answer_text(stand, wordings.get(stand.option, stand.option)) if stand else ""

    weight = ratio(facts.leading.weight, sum(side.weight for side in facts.sides.values()))
    return {
        "choice": named(facts.leader),
        "other": named(facts.by_heads),
        "votes": facts.heads,
        "heads": facts.leading.heads,
        "heads_share": ratio(facts.leading.heads, facts.heads),
        "heads_needed": facts.terms.heads_needed,
        "share": weight,
        "needed": facts.terms.weight_needed,
        "opposed": facts.opposed,
        "n": len(facts.critical),
        "conflicts": facts.critical,
        "rounds": facts.terms.challenge_rounds,
    }


def _refuted(facts: _Facts) -> tuple[bool, str]:
    subject = facts.leader.option if facts.leader else "" if facts.is_claim else None
    if subject in facts.proofs.standing:
        return True, "claim" if facts.is_claim else "yes"
    if subject is None:
        return False, "nobody_leads"
    return False, "answered" if subject in facts.proofs.countered else "no"


def _insufficient(facts: _Facts) -> tuple[bool, str]:
    if facts.heads < 2:
        return True, "few"
    if facts.leader is None:
        return False, "nobody_leads"
    if not facts.leading.reproducible:
        return True, "unproven"
    if facts.leader.vote == REJECT and facts.leader.option not in facts.proofs.countered:
        return True, "no_counter_proof"
    return False, "no"


def _contested(facts: _Facts) -> tuple[bool, str]:
    if facts.leader is None:
        return True, "tied"
    if facts.critical:
        return True, "critical"
    if facts.by_heads != facts.leader:
        return True, "heads_differ" if facts.by_heads else "heads_tied"
    return (True, "opposed") if facts.opposed >= TWO_FIFTHS * facts.heads else (False, "no")


def _proven(facts: _Facts) -> tuple[bool, str]:
    if facts.leader is None or facts.leader.vote != ACCEPT:
        return False, "rejection"
    weight = sum(side.weight for side in facts.sides.values())
    if ratio(facts.leading.weight, weight) >= facts.terms.weight_needed:
        return True, "weight"
    return (True, "heads") if facts.leading.heads >= facts.terms.heads_needed * facts.heads else (False, "no")


def _rounds(verdict: Verdict, facts: _Facts, numbers: dict[str, Value]) -> list[Step]:
    if verdict.result != "CONTESTED":
        return []
    why = "critical" if facts.critical else "again" if facts.terms.challenge_rounds < MOST_ROUNDS else "over"
    return [Step("rounds", verdict.action == ASK, why, numbers, True)]
