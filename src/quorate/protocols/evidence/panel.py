"""What ballots of evidence mean, when their authors challenge each other, and how strictly they are counted."""

from collections.abc import Mapping
from typing import Any

from quorate.core.confidence import UNIT
from quorate.core.exact import Exact
from quorate.core.protocol import CHALLENGE, EITHER, BallotWords, Debate, Strictness
from quorate.core.verdict import REDELIBERATE
from quorate.protocols.evidence.rule import ABSTAIN, ACCEPT, REJECT, EvidenceTerms


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


WORDS = BallotWords(ACCEPT, REJECT, ABSTAIN, subject=EITHER, scale=UNIT, counts_confidence=True, stands_by=REJECT)
DEBATE = Debate((("CONTESTED", REDELIBERATE),), CHALLENGE, _with_challenges)
STRICTNESS = Strictness(_with_threshold, _stricter)
