"""Quorate puts a question to a panel, counts sealed ballots by an explicit protocol, and keeps the record.

A count begins with `tally`; `read_reply` says what a reply would come to. A deliberation begins with `read_opening`
and is carried by `quorate.decide`.
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
    from quorate.commit import Outside
    from quorate.deliberation.framing import read_opening
    from quorate.record import open_record
    from quorate.replies.reply import read_reply

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
    "Outside",
    "Problem",
    "Protocol",
    "Question",
    "QuorateError",
    "Receipt",
    "Seat",
    "Verdict",
    "from_json",
    "open_record",
    "protocol_named",
    "protocol_names",
    "read_opening",
    "read_reply",
    "tally",
    "to_json",
    "weigh",
]

# a count needs neither an event loop nor a store, and should not pay for their import
_WHEN_ASKED_FOR = {
    "Outside": "quorate.commit",
    "open_record": "quorate.record",
    "read_opening": "quorate.deliberation.framing",
    "read_reply": "quorate.replies.reply",
    "weigh": "quorate.analysis.learning.episode",
}


def __getattr__(name: str) -> Any:
    """The names that are imported when they are asked for."""
    from importlib import import_module

    if name not in _WHEN_ASKED_FOR:
        raise AttributeError(f"module 'quorate' has no attribute {name!r}")
    return getattr(import_module(_WHEN_ASKED_FOR[name]), name)
