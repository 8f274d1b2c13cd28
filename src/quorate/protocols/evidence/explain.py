"""A verdict of evidence taken apart."""

from quorate.core.ballot import Ballot, seated
from quorate.core.exact import ratio
from quorate.core.protocol import Case
from quorate.core.protocol.explainer import Explainer, Step, Value, steps_through
from quorate.core.text import normalised
from quorate.core.verdict import Verdict
from quorate.protocols.evidence.flips import scene_of
from quorate.protocols.evidence.pivots import answer_text
from quorate.protocols.evidence.rule import (
    TABLE,
    EvidenceFacts,
    EvidenceTerms,
    OptionPosition,
    facts_of,
    is_asked,
    proofs_in,
    sides_of,
)


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
        "share": ratio(facts.leading.weight, sum(side.weight for side in facts.sides.values())),
        "needed": facts.terms.weight_needed,
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
