"""magi: approve, reject or abstain with a confidence; more than half of those who voted decide.

Proceeds on UNANIMOUS and MAJORITY, blocks on both rejections, asks on SPLIT and on a confidence override,
and deliberates again when too few voted or nobody is sure.
"""

from typing import TYPE_CHECKING

from quorate.core.protocol import Protocol, Strictness
from quorate.protocols.magi.answer_form import FORM, LENSES, WORDS
from quorate.protocols.magi.ask import goes_ahead
from quorate.protocols.magi.document import DOCUMENT, VOTE_KEYS, read
from quorate.protocols.magi.rule import FEWEST_VOTES
from quorate.protocols.magi.verdict import count, magi

if TYPE_CHECKING:
    from quorate.core.protocol.explainer import Explainer


def _explainer() -> "Explainer":
    from quorate.protocols.magi.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


PROTOCOL = Protocol(
    "magi",
    DOCUMENT,
    read,
    count,
    VOTE_KEYS,
    goes_ahead=goes_ahead,
    lenses=LENSES,
    fewest_votes=FEWEST_VOTES,
    words=WORDS,
    form=lambda: FORM,
    strictness=Strictness(fixed="more than half of the votes decide"),
    explainer=_explainer,
    wording="quorate.reports.content.protocols.magi",
)

__all__ = ["PROTOCOL", "magi"]
