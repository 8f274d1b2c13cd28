"""evidence: agents accept or reject with a confidence and with evidence; proof outranks numbers.

Proceeds on PROVEN, blocks on REFUTED, asks on INSUFFICIENT_EVIDENCE and CONTESTED, and challenges once more while
CONTESTED has had fewer than two rounds. `consensus` is another name for it.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from quorate.core.confidence import UNIT
from quorate.core.exact import Exact
from quorate.core.protocol import EITHER, BallotWords, Protocol, Strictness
from quorate.core.protocol.rule_table import CHALLENGE, Debate
from quorate.core.verdict import REDELIBERATE
from quorate.protocols.evidence.document import DOCUMENT, VOTE_KEYS, read, told_apart
from quorate.protocols.evidence.native import goes_ahead
from quorate.protocols.evidence.rule import ABSTAIN, ACCEPT, FEWEST_VOTES, REJECT, EvidenceTerms
from quorate.protocols.evidence.verdict import count, evidence
from quorate.protocols.evidence.vote import WeightedVote, weighted_vote

if TYPE_CHECKING:
    from quorate.core.protocol import Validation
    from quorate.core.protocol.answer_form import AnswerForm
    from quorate.core.protocol.explainer import Explainer


def _with_challenges(terms: Mapping[str, Any], rounds: int, exchanges: int) -> Mapping[str, Any]:
    """The document's terms with the challenge rounds that were held, and the ballots in them."""
    more = {
        "challengeRounds": terms.get("challengeRounds", 0) + rounds,
        "exchanges": terms.get("exchanges", 0) + exchanges,
    }
    return {**terms, **more}


def _with_threshold(terms: EvidenceTerms | None, threshold: Exact) -> EvidenceTerms:
    return (terms or EvidenceTerms())._replace(threshold=threshold)


def _stricter(terms: EvidenceTerms | None) -> EvidenceTerms:
    return (terms or EvidenceTerms())._replace(strict=True)


def _form() -> "AnswerForm":
    from quorate.protocols.evidence.answer_form import FORM  # only voters are asked

    return FORM


def _explainer() -> "Explainer":
    from quorate.protocols.evidence.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


def _validation() -> "Validation":
    from quorate.core.protocol import Validation  # few documents are only checked
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
    words=BallotWords(ACCEPT, REJECT, ABSTAIN, subject=EITHER, scale=UNIT, counts_confidence=True, stands_by=REJECT),
    debate=Debate((("CONTESTED", REDELIBERATE),), CHALLENGE, _with_challenges),
    form=_form,
    told_apart=told_apart,
    strictness=Strictness(_with_threshold, _stricter),
    explainer=_explainer,
    wording="quorate.reports.content.protocols.evidence",
    validation=_validation,
)

__all__ = ["PROTOCOL", "EvidenceTerms", "WeightedVote", "evidence", "weighted_vote"]
