"""Quorate puts a question to a panel, counts sealed ballots by an explicit protocol, and keeps the record.

`tally` counts ballots, `deliberate` runs a whole deliberation (`deliberate_async` inside an event loop), `read_reply`
says what a reply would come to, and `weigh` weighs options by outcomes.
"""

from typing import TYPE_CHECKING, Any

from quorate.core.ballot import Ballot, Concern, Evidence, NonVote
from quorate.core.codec import from_json, to_json
from quorate.core.confidence import Confidence
from quorate.core.errors import DocumentError, InputError, Problem, QuorateError
from quorate.core.panel import Seat
from quorate.core.protocol import Case, Protocol
from quorate.core.question import Option, Question
from quorate.core.verdict import Receipt, Verdict
from quorate.documents.tally import tally
from quorate.protocols import protocol_named, protocol_names

if TYPE_CHECKING:
    from quorate.analysis.learning.episode import weigh
    from quorate.replies.reply import read_reply
    from quorate.surfaces.library import deliberate, deliberate_async

__all__ = [
    "Ballot",
    "Case",
    "Concern",
    "Confidence",
    "DocumentError",
    "Evidence",
    "InputError",
    "NonVote",
    "Option",
    "Problem",
    "Protocol",
    "Question",
    "QuorateError",
    "Receipt",
    "Seat",
    "Verdict",
    "deliberate",
    "deliberate_async",
    "from_json",
    "protocol_named",
    "protocol_names",
    "read_reply",
    "tally",
    "to_json",
    "weigh",
]

# a count needs neither an event loop nor a store, and should not pay for their import
_WHEN_ASKED_FOR = {
    "deliberate": "quorate.surfaces.library",
    "deliberate_async": "quorate.surfaces.library",
    "read_reply": "quorate.replies.reply",
    "weigh": "quorate.analysis.learning.episode",
}


def __getattr__(name: str) -> Any:
    """The names that are imported when they are asked for."""
    from importlib import import_module

    if name not in _WHEN_ASKED_FOR:
        raise AttributeError(f"module 'quorate' has no attribute {name!r}")
    return getattr(import_module(_WHEN_ASKED_FOR[name]), name)


def __dir__() -> list[str]:
    """What there is."""
    return sorted(__all__)
