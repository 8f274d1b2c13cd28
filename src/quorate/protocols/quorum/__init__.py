"""quorum: reviewers vote resume, block or cooldown with an authority weight; two thirds of the weight decide.

Proceeds on RESUME unless a hard limit is violated, blocks on BLOCK, and cools down on everything else.
"""

from quorate.core.protocol import Explainer, Protocol, Strictness
from quorate.protocols.quorum.document import DOCUMENT, VOTE_KEYS, read, with_safety_named
from quorate.protocols.quorum.panel import FORM, WORDS
from quorate.protocols.quorum.rule import FEWEST_VOTES, QuorumTerms, is_settled
from quorate.protocols.quorum.verdict import count, crosses_limit, goes_ahead, no_ballot_could_change, quorum


def _explainer() -> Explainer:
    from quorate.protocols.quorum.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


PROTOCOL = Protocol(
    "quorum",
    DOCUMENT,
    read,
    count,
    VOTE_KEYS,
    is_settled=no_ballot_could_change,
    goes_ahead=goes_ahead,
    crosses_limit=crosses_limit,
    fewest_votes=FEWEST_VOTES,
    words=WORDS,
    form=FORM,
    terms_as_opened=with_safety_named,
    strictness=Strictness(fixed="two thirds of the weight decide"),
    explainer=_explainer,
    wording="quorate.reports.content.protocols.quorum",
)

__all__ = ["PROTOCOL", "QuorumTerms", "is_settled", "quorum"]
