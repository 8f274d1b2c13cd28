"""judges: each recommends one option; the largest share wins if it reaches the threshold and is not tied.

Proceeds on UNANIMOUS and MAJORITY, asks on NONE and INSUFFICIENT_DATA. Abstentions, failures and recommendations
of options that do not exist are left out of the total, and named.
"""

from typing import TYPE_CHECKING

from quorate.core.protocol import Protocol, Strictness
from quorate.protocols.judges.answer_form import DEBATE, FORM, LENSES, WORDS
from quorate.protocols.judges.document import DOCUMENT, VOTE_KEYS, read
from quorate.protocols.judges.native import goes_ahead
from quorate.protocols.judges.rule import FEWEST_VOTES
from quorate.protocols.judges.verdict import count, judges

if TYPE_CHECKING:
    from quorate.core.protocol.explainer import Explainer


def _explainer() -> "Explainer":
    from quorate.protocols.judges.explain import EXPLAINER  # nobody who only counts needs it

    return EXPLAINER


PROTOCOL = Protocol(
    "judges",
    DOCUMENT,
    read,
    count,
    VOTE_KEYS,
    goes_ahead=goes_ahead,
    lenses=LENSES,
    fewest_votes=FEWEST_VOTES,
    words=WORDS,
    debate=DEBATE,
    form=lambda: FORM,
    strictness=Strictness(lambda _, threshold: threshold),  # the terms of judges are the threshold
    explainer=_explainer,
    wording="quorate.reports.layouts.judges_report",
)

__all__ = ["PROTOCOL", "judges"]
