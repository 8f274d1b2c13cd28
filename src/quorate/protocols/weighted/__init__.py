"""weighted: positions as in magi, counted by what outcomes taught of each voter until the question was opened.

Proceeds and blocks as magi does. No seat weighs more than all others together. Asks a person if both sides weigh the
same, if only the lean decides, and if a single voter outweighs the others.
"""

from typing import TYPE_CHECKING

from quorate.core.protocol import Protocol, Strictness
from quorate.core.protocol.learning import Learning
from quorate.protocols.magi import PROTOCOL as MAGI
from quorate.protocols.magi.ask import goes_ahead
from quorate.protocols.magi.document import VOTE_KEYS
from quorate.protocols.weighted.document import DOCUMENT, WeightedTerms, read
from quorate.protocols.weighted.frozen_weights import KEY, frozen, weight_of
from quorate.protocols.weighted.verdict import count, weighted

if TYPE_CHECKING:
    from quorate.core.protocol.explainer import Explainer


def _explainer() -> "Explainer":
    from quorate.protocols.weighted.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


PROTOCOL = Protocol(
    "weighted",
    DOCUMENT,
    read,
    count,
    VOTE_KEYS,
    goes_ahead=goes_ahead,
    lenses=MAGI.lenses,
    fewest_votes=MAGI.fewest_votes,
    words=MAGI.words,
    form=MAGI.form,
    strictness=Strictness(fixed="the heavier side decides"),
    explainer=_explainer,
    wording="quorate.reports.content.protocols.weighted",
    learning=Learning(KEY, frozen, weight_of),
)

__all__ = ["PROTOCOL", "WeightedTerms", "weighted"]
