"""evidence: agents accept or reject with a confidence and with evidence; proof outranks numbers.

Proceeds on PROVEN, blocks on REFUTED, asks on INSUFFICIENT_EVIDENCE and CONTESTED, and challenges once more while
CONTESTED has had fewer than two rounds. `consensus` is another name for it.
"""

from quorate.core.protocol import Explainer, Protocol
from quorate.protocols.evidence.document import DOCUMENT, VOTE_KEYS, read
from quorate.protocols.evidence.native import goes_ahead
from quorate.protocols.evidence.rule import Terms
from quorate.protocols.evidence.verdict import count, evidence
from quorate.protocols.evidence.vote import WeightedVote, weighted_vote


def _explainer() -> Explainer:
    from quorate.protocols.evidence.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


PROTOCOL = Protocol("evidence", DOCUMENT, read, count, VOTE_KEYS, goes_ahead=goes_ahead, explainer=_explainer)

__all__ = ["PROTOCOL", "Terms", "WeightedVote", "evidence", "weighted_vote"]
