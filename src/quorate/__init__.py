"""Quorate puts a question to a panel, counts sealed ballots by an explicit protocol, and keeps the record.

`tally` counts ballots, `deliberate` runs a whole deliberation (`deliberate_async` inside an event loop), `read_reply`
says what a reply would come to, and `weigh` weighs options by outcomes.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from quorate.analysis.learning.episode import weigh
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

# imported when they are asked for: who reads the help should not pay for a count, nor a count for an event loop
_WHERE = {
    "quorate.analysis.learning.episode": ("weigh",),
    "quorate.core.ballot": ("Ballot", "Concern", "Evidence", "NonVote"),
    "quorate.core.codec": ("from_json", "to_json"),
    "quorate.core.confidence": ("Confidence",),
    "quorate.core.errors": ("DocumentError", "InputError", "Problem", "QuorateError"),
    "quorate.core.panel": ("Seat",),
    "quorate.core.protocol": ("Case", "Protocol"),
    "quorate.core.question": ("Option", "Question"),
    "quorate.core.verdict": ("Receipt", "Verdict"),
    "quorate.documents.tally": ("tally",),
    "quorate.protocols": ("protocol_named", "protocol_names"),
    "quorate.replies.reply": ("read_reply",),
    "quorate.surfaces.library": ("deliberate", "deliberate_async"),
}


def __getattr__(name: str) -> Any:
    """The names that are imported when they are asked for."""
    from importlib import import_module

    for module, names in _WHERE.items():
        if name in names:
            globals()[name] = getattr(import_module(module), name)
            return globals()[name]
    raise AttributeError(f"module 'quorate' has no attribute {name!r}")


def __dir__() -> list[str]:
    """What there is."""
    return sorted(__all__)
