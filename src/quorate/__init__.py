"""Quorate puts a question to a panel, counts sealed ballots by an explicit protocol, and keeps the receipt."""

from quorate.core.ballot import Ballot, Concern, Evidence, NonVote
from quorate.core.codec import from_json, to_json
from quorate.core.confidence import Confidence, in_label, in_percent, in_unit
from quorate.core.errors import DocumentError, InputError, Problem, QuorateError
from quorate.core.panel import Seat
from quorate.core.protocol import Case, Protocol
from quorate.core.question import Option, Question
from quorate.core.verdict import Receipt, Verdict
from quorate.documents.tally import tally
from quorate.protocols import protocol_named, protocol_names

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
    "from_json",
    "in_label",
    "in_percent",
    "in_unit",
    "protocol_named",
    "protocol_names",
    "tally",
    "to_json",
]
