"""quorum: reviewers vote resume, block or cooldown with an authority weight; two thirds of the weight decide.

Proceeds on RESUME unless a hard limit is violated, blocks on BLOCK, and cools down on everything else.
"""

from typing import TYPE_CHECKING

from quorate.core.protocol import BallotWords, Lens, Protocol, Strictness
from quorate.protocols.quorum.document import DOCUMENT, VOTE_KEYS, read
from quorate.protocols.quorum.rule import BLOCK, FEWEST_VOTES, RESUME, QuorumTerms, is_settled
from quorate.protocols.quorum.verdict import count, crosses_limit, goes_ahead, no_ballot_could_change, quorum

if TYPE_CHECKING:
    from quorate.core.protocol.answer_form import AnswerForm
    from quorate.core.protocol.explainer import Explainer


REVIEWER = Lens(
    "reviewer",
    "Look as a reviewer of the paused agent who answers for what it does next. Is the cause of the pause known, and"
    " removed? What of what is said for it can be checked, and what is only claimed by the agent itself? What would"
    " happen if it failed again, and which condition would show that in time?",
)


def _form() -> "AnswerForm":
    from quorate.protocols.quorum.answer_form import FORM  # only voters are asked

    return FORM


def _explainer() -> "Explainer":
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
    more_lenses=(REVIEWER,),
    fewest_votes=FEWEST_VOTES,
    words=BallotWords(RESUME, BLOCK),
    form=_form,
    strictness=Strictness(fixed="two thirds of the weight decide"),
    explainer=_explainer,
    wording="quorate.reports.content.protocols.quorum",
)

__all__ = ["PROTOCOL", "QuorumTerms", "is_settled", "quorum"]
