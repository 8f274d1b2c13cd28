"""evidence: agents accept or reject with a confidence and with evidence; proof outranks numbers.

Proceeds on PROVEN, blocks on REFUTED, asks on INSUFFICIENT_EVIDENCE and CONTESTED, and challenges once more while
CONTESTED has had fewer than two rounds. `consensus` is another name for it.
"""

from quorate.core.protocol import Explainer, Protocol, Validation
from quorate.protocols.evidence.document import DOCUMENT, VOTE_KEYS, read, told_apart
from quorate.protocols.evidence.native import goes_ahead
from quorate.protocols.evidence.panel import DEBATE, FORM, STRICTNESS, WORDS
from quorate.protocols.evidence.rule import FEWEST_VOTES, EvidenceTerms
from quorate.protocols.evidence.verdict import count, evidence
from quorate.protocols.evidence.vote import WeightedVote, weighted_vote


def _explainer() -> Explainer:
    from quorate.protocols.evidence.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


def _validation() -> Validation:
    from quorate.protocols.evidence.validation import VALIDATION_DOCUMENT, to_plain, validate

    return Validation(VALIDATION_DOCUMENT, lambda values: to_plain(validate(values)))


PROTOCOL = Protocol(
    "evidence",
    DOCUMENT,
    read,
    count,
    VOTE_KEYS,
    goes_ahead=goes_ahead,
    fewest_votes=FEWEST_VOTES,
    words=WORDS,
    debate=DEBATE,
    form=FORM,
    told_apart=told_apart,
    strictness=STRICTNESS,
    explainer=_explainer,
    wording="quorate.reports.content.protocols.evidence",
    validation=_validation,
)

__all__ = ["PROTOCOL", "EvidenceTerms", "WeightedVote", "evidence", "weighted_vote"]
